"""`plombox serve` in motion: where it listens, who may come in, and what it prints."""

import logging
import os
import secrets
import socket
import threading
import webbrowser
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from plombox_widget.cli.errors import UserError, user_errors
from plombox_widget.cli.serve import DEFAULT_PORT
from plombox_widget.serving.app import SHARE, PageServer, settings
from plombox_widget.serving.limits import Limits, free_memory, sessions_for, starts_for, warm_for
from plombox_widget.serving.notebooks import notebooks_folder
from plombox_widget.serving.ports import listen as listen
from plombox_widget.table.saves import forget_old

_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Thirty kernels share the cores: each computes with one thread unless the user says otherwise."""


class Public(NamedTuple):
    """The address under which a reverse proxy shows the page."""

    host: str
    path: str
    """Begins and ends with a slash."""


def serve(args: Namespace) -> int:
    """Serves the page until it is told to stop."""
    logging.basicConfig(level=logging.WARNING, format="plombox serve: %(message)s")
    public = parse_public(args.public_url) if args.public_url else None
    anywhere = not is_loopback(args.ip)
    limits = wanted_limits(args)
    token = args.token or (secrets.token_urlsafe(12) if anywhere else "")
    with user_errors(FileNotFoundError):
        folder = notebooks_folder()
    sockets = listen(args.ip, args.port)
    with suppress(OSError):
        forget_old()
    server = make_server(folder, limits, sockets, token=token, public=public, anywhere=anywhere)
    port = sockets[0].getsockname()[1]
    pages = [args.public_url] if public else [f"http://{host}:{port}/" for host in shown_hosts(args.ip)]
    if token:
        pages = [f"{page}?{urlencode({'token': token})}" for page in pages]
    if args.port is None and port != DEFAULT_PORT:
        print(f"Port {DEFAULT_PORT} is taken, perhaps by a server of yours: this one has port {port}.")
    announce(pages, limits, guarded=bool(token), alone=not anywhere and public is None)
    if not args.no_browser:
        threading.Thread(target=webbrowser.open, args=(pages[0],), daemon=True).start()
    server.start()
    return 0


def make_server(
    folder: Path,
    limits: Limits,
    sockets: Sequence[socket.socket],
    *,
    token: str = "",
    public: Public | None = None,
    anywhere: bool = False,
) -> PageServer:
    """A server ready to start, of the notebooks in ``folder``; it sets what its kernels inherit."""
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(SHARE), os.environ.get("JUPYTER_PATH")]))
    for name in _ONE_THREAD:
        os.environ.setdefault(name, "1")
    server = PageServer(
        folder,
        limits,
        sockets,
        hosts=[public.host] if public else [],
        anywhere=anywhere,
        config=settings(limits, token, public.path if public else "/"),
    )
    server.initialize(argv=[])
    return server


def announce(pages: Sequence[str], limits: Limits, *, guarded: bool, alone: bool) -> None:
    """What the person at the terminal has to know: the addresses, who gets in, how to stop."""
    print(f"PlomBOX: {pages[0]}")
    for page in pages[1:]:
        print(f"     or: {page}")
    if guarded:
        print("Only who has this whole address, with its token, gets in.")
    elif alone:
        print("Only this machine gets in; with --ip 0.0.0.0 your network does.")
    print(f"Up to {limits.sessions} at once. Ctrl-C stops the server.", flush=True)


def wanted_limits(args: Namespace) -> Limits:
    """As the user says, or else as the free memory allows; ``UserError`` for a number out of range.

    Who opens the page to others, or says how many may come, expects a class.
    """
    alone = is_loopback(args.ip) and args.public_url is None and args.sessions is None
    sessions = sessions_for(free_memory()) if args.sessions is None else args.sessions
    with user_errors(ValueError):
        return Limits(
            sessions=sessions,
            warm=warm_for(sessions, alone=alone) if args.warm is None else args.warm,
            starts=starts_for(os.cpu_count() or 1),
        )


def is_loopback(address: str) -> bool:
    """Whether only this machine reaches ``address``."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def shown_hosts(address: str) -> list[str]:
    """The hosts to put into addresses for people, the surest first.

    Where we listen on all addresses of this machine: the one that it has in its network, and its name.
    """
    try:
        ip = ip_address(address or "0.0.0.0")
    except ValueError:
        return [address]
    if ip.is_unspecified:
        return [*_network_address(), socket.gethostname()]
    return [f"[{ip}]" if ip.version == 6 else str(ip)]


def _network_address() -> list[str]:
    """Of the interface that leads out of this machine, if there is one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door, suppress(OSError):
        door.connect(("192.0.2.1", 9))
        return [str(door.getsockname()[0])]
    return []


def parse_public(url: str) -> Public:
    """Host and path of the address that visitors use; ``UserError`` if it is not a plain http(s) address."""
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https") or parts.query or parts.fragment:
        raise UserError(f"--public-url: expected something like https://school.example/plombox/, got {url}")
    return Public(host, f"/{parts.path.strip('/')}/".replace("//", "/"))
