"""A connection between browser and server that a test can cut, and mend."""

import socket
import threading
from contextlib import suppress


class Pipe:
    """Listens on a free port and passes everything on to ``port``, until it is cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._open: list[socket.socket] = []
        self._whole = True
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Ends every connection; new ones end at once."""
        self._whole = False
        for end in self._open:
            self._shut(end)
        self._open.clear()

    def mend(self) -> None:
        self._whole = True

    def close(self) -> None:
        self.cut()
        self._door.close()

    @staticmethod
    def _shut(end: socket.socket) -> None:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()

    def _listen(self) -> None:
        while True:
            try:
                here, _ = self._door.accept()
            except OSError:
                return
            if not self._whole:
                here.close()
                continue
            there = socket.create_connection(("127.0.0.1", self._to))
            self._open += [here, there]
            for source, target in ((here, there), (there, here)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                target.sendall(data)
        self._shut(target)
