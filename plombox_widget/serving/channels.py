"""The connection between a page and its kernel, with every frame looked at before it is read.

Jupyter Server reads what a frame says of its own length without a check: one frame of a few bytes, or a frame
that is read after its connection has closed, would occupy the whole server for minutes.
"""

from typing import Any

from tornado import web
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

PROTOCOL = "v1.kernel.websocket.jupyter.org"
_WORD = 8
"""Bytes of one number at the head of a frame."""
_MOST_PARTS = 4096
_BAD_DATA = 1007
"""Close code of the WebSocket protocol for a frame that does not hold what it should."""


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


class TableChannels(VoilaKernelWebsocketHandler):
    """Takes connections of the v1 protocol alone, and ends them at the first frame that is not sound."""

    async def get(self, kernel_id: str) -> None:
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [name.strip() for name in offered.split(",")]:
            raise web.HTTPError(400, f"expected the protocol {PROTOCOL}")
        await super().get(kernel_id=kernel_id)

    def on_message(self, frame: str | bytes) -> Any:
        if self.ws_connection is None:
            return None
        if not is_sound(frame):
            self.close(_BAD_DATA, "not a message")
            return None
        return super().on_message(frame)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Nothing once the connection has closed: its protocol is then forgotten, and another form made."""
        if self.ws_connection is None or (isinstance(message, bytes) and not is_sound(message)):
            return None
        return super().write_message(message, binary)
