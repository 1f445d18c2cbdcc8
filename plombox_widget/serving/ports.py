"""Where the page's server listens; quick to import, so that a port that is taken is told at once."""

import errno
import socket

from plombox_widget.cli.errors import UserError
from plombox_widget.cli.serve import DEFAULT_PORT

_TRIES = 30
"""Ports tried from the default one on, when the user names none."""


def listen(address: str, port: int | None) -> list[socket.socket]:
    """Sockets bound to ``port``, or to the first free one from the default on; ``UserError`` if none is."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    ports = range(DEFAULT_PORT, DEFAULT_PORT + _TRIES) if port is None else [port]
    for number in ports:
        try:
            bound = socket.create_server((address, number), family=family, backlog=256)
            bound.setblocking(False)
            return [bound]
        except OSError as error:
            if error.errno != errno.EADDRINUSE or number == ports[-1]:
                reason, _, _ = str(error.strerror).partition(" (while attempting")
                raise UserError(f"cannot listen on {address}, port {number}: {reason}") from error
    raise UserError(f"no port to listen on at {address}")


def check(address: str, port: int | None) -> None:
    """``UserError`` if ``port`` was named and cannot be had now."""
    if port:
        for bound in listen(address, port):
            bound.close()
