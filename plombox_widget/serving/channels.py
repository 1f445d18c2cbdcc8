"""The connection between a page and its kernel, with every frame looked at before it is read.

Jupyter Server reads what a frame says of its own length without a check: one frame of a few bytes, or a frame
that is read after its connection has closed, would occupy the whole server for minutes. Nor does it bound how
much waits for a page that does not read, and how fast a page may send.
"""

import asyncio
import logging
import time
from asyncio import Future
from collections.abc import Callable
from typing import Any

from tornado import web
from tornado.websocket import WebSocketClosedError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

PROTOCOL = "v1.kernel.websocket.jupyter.org"
_WORD = 8
"""Bytes of one number at the head of a frame."""
_MOST_PARTS = 4096
_BAD_DATA = 1007
"""Close code of the WebSocket protocol for a frame that does not hold what it should."""
MOST_UNREAD = 8 << 20
"""Bytes that may wait for a page to read them; behind a slow line there are fewer."""
RATE, BURST = 200.0, 1000
"""Frames that a page may send a second for long, and at once; a mouse over the table sends 150 a second."""
log = logging.getLogger("plombox")


def is_sound(frame: str | bytes) -> bool:
    """Whether a frame is of the v1 protocol: how many offsets, the offsets in order, all within the frame."""
    if not isinstance(frame, bytes) or len(frame) < _WORD:
        return False
    count = int.from_bytes(frame[:_WORD], "little")
    if not 2 <= count <= _MOST_PARTS or _WORD * (count + 1) > len(frame):
        return False
    words = [frame[_WORD * (at + 1) : _WORD * (at + 2)] for at in range(count)]
    offsets = [int.from_bytes(word, "little") for word in words]
    return offsets == sorted(offsets) and offsets[0] >= _WORD * (count + 1) and offsets[-1] <= len(frame)


class Pace:
    """How long the next frame of a page has to wait, so that it sends no more than it may."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left, self._at = float(BURST), clock()

    def wait(self) -> float:
        """Seconds to wait after one more frame; 0 while the page sends as people do."""
        now = self._clock()
        self._left = min(float(BURST), self._left + (now - self._at) * RATE) - 1
        self._at = now
        return max(0.0, -self._left / RATE)


class TableChannels(VoilaKernelWebsocketHandler):
    """Takes connections of the v1 protocol alone, and ends them at the first frame that is not sound.

    It also ends one whose page reads nothing of what it is sent, and slows down one that sends without end.
    """

    def initialize(self, **kwargs: Any) -> None:
        super().initialize(**kwargs)
        self._pace = Pace()
        self._unread = 0

    async def get(self, kernel_id: str) -> None:
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [name.strip() for name in offered.split(",")]:
            raise web.HTTPError(400, f"expected the protocol {PROTOCOL}")
        await super().get(kernel_id=kernel_id)

    def on_message(self, frame: str | bytes) -> Any:
        """Passes a frame on; what it returns is awaited before the next one is read."""
        if self.ws_connection is None:
            return None
        if not is_sound(frame):
            self.close(_BAD_DATA, "not a message")
            return None
        super().on_message(frame)
        wait = self._pace.wait()
        return asyncio.sleep(wait) if wait else None

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Nothing once the connection has closed: its protocol is then forgotten, and another form made."""
        if self.ws_connection is None or (isinstance(message, bytes) and not is_sound(message)):
            return None
        size = len(message)
        if self._unread + size > MOST_UNREAD:
            log.warning("the page of session %s reads nothing: its connection is ended", self.kernel_id)
            # No word of farewell: it would wait behind all that is unread.
            self.ws_connection.stream.close()
            return None
        try:
            written = super().write_message(message, binary)
        except WebSocketClosedError:
            return None
        if written is not None:
            self._unread += size
            written.add_done_callback(lambda done: self._has_read(size, done))
        return written

    def _has_read(self, size: int, done: "Future[None]") -> None:
        self._unread -= size
        if not done.cancelled():
            done.exception()  # that the connection closed meanwhile is nobody's fault, and not for the log
