"""One frame on a real canvas: one message, checked numbers, and a canvas manager left as it was found.

ipycanvas keeps one manager for all canvases of a kernel. A drawing that fails in the middle must not leave
it holding commands back, and a page that was reloaded must be told anew which canvas is meant.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_MANAGER = "_canvas_manager"
_NEEDED = ("_caching", "_commands_cache", "_buffers_cache", "_current_canvas", "flush")

_drawing = False
"""Whether a frame is being drawn: the manager's own flag may be left over from somebody else."""


@contextmanager
def frame(canvas: Any) -> Iterator["CheckedCanvas"]:
    """Everything drawn on the yielded canvas inside the block is sent as one message at its end.

    An exception inside the block sends nothing and is raised; other canvases draw on as before, also those
    of somebody whose own held drawing failed or still goes on. Frames do not nest: ``RuntimeError``.
    """
    global _drawing
    manager = getattr(canvas, _MANAGER)
    missing = [name for name in _NEEDED if not hasattr(manager, name)]
    if missing:
        raise RuntimeError(f"drawing: this ipycanvas has no {', '.join(missing)}; 0.14 is needed")
    if _drawing:
        raise RuntimeError("drawing: a frame is already being drawn; frames do not nest")
    held = manager._caching, manager._commands_cache, manager._buffers_cache
    _drawing = True
    manager._commands_cache, manager._buffers_cache = [], []
    # A page that was reloaded has forgotten its current canvas: the switch goes with every frame.
    manager._current_canvas = None
    manager._caching = True
    try:
        yield CheckedCanvas(canvas)
        manager.flush()
    finally:
        _drawing = False
        manager._caching, manager._commands_cache, manager._buffers_cache = held
        manager._current_canvas = None


class CheckedCanvas:
    """A canvas that takes plain finite numbers only: what a browser cannot read stops its drawing."""

    __slots__ = ("_canvas",)

    def __init__(self, canvas: Any) -> None:
        object.__setattr__(self, "_canvas", canvas)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._canvas, name)
        if not callable(method):
            return method

        def draw(*args: Any) -> None:
            method(*[plain(arg, name) for arg in args])

        return draw

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._canvas, name, plain(value, name))


def plain(value: Any, where: str) -> Any:
    """Text, a finite int or float, or lists of them; ``ValueError`` naming the call for anything else."""
    if isinstance(value, str | bool):
        return value
    if isinstance(value, list | tuple):
        return [plain(item, where) for item in value]
    try:
        number = value if type(value) is int else float(value)
    except (TypeError, ValueError):
        raise ValueError(f"drawing: {where}: expected a number or text, got {type(value).__name__}") from None
    if not math.isfinite(number):
        raise ValueError(f"drawing: {where}: expected a finite number, got {number}")
    return int(number) if number == int(number) else number
