"""One frame on a real canvas: one message, checked numbers, and a canvas manager left as it was found.

ipycanvas keeps one manager for all canvases of a kernel. A drawing that fails in the middle must not leave
it holding commands back, and a page that was reloaded must be told anew which canvas is meant.
"""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

_MANAGER = "_canvas_manager"
_NEEDED = ("_caching", "_commands_cache", "_buffers_cache", "_current_canvas", "send")

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
        _send(manager)
    finally:
        _drawing = False
        manager._caching, manager._commands_cache, manager._buffers_cache = held
        manager._current_canvas = None


def _send(manager: Any) -> None:
    """What ``manager.flush`` sends, without the spaces: a sixth less."""
    if manager._commands_cache:
        commands = json.dumps(manager._commands_cache, separators=(",", ":"), ensure_ascii=False).encode()
        head = {"shape": [len(commands)], "dtype": "uint8"}
        manager.send(head, buffers=[memoryview(commands), *manager._buffers_cache])


class CheckedCanvas:
    """A canvas that takes plain finite numbers only: what a browser cannot read stops its drawing.

    Lists of numbers go on as arrays of the smallest kind that holds them, which ipycanvas sends as bytes.
    ``ValueError`` naming the call for anything else than text, numbers, and lists of them.
    """

    __slots__ = ("_canvas",)

    def __init__(self, canvas: Any) -> None:
        object.__setattr__(self, "_canvas", canvas)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._canvas, name)
        if not callable(method):
            return method
        if name in _POINTS:
            return lambda points, *colours: method(*_packed(points, colours, name))
        return lambda *args: method(*[_plain(arg, name) for arg in args])

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._canvas, name, _plain(value, name))


_POINTS = ("fill_styled_polygons", "stroke_styled_polygons", "stroke_styled_line_segments")
_LISTS = ("set_line_dash",)
"""Calls whose list is sent as it is."""


def _packed(lines: Any, colours: tuple[Any, ...], where: str) -> list[Any]:
    """Points of several lines, and a colour for each."""
    return [[_array(line, where) for line in lines], *(_array(colour, where) for colour in colours)]


def _plain(value: Any, where: str) -> Any:
    """Text, a finite int or float, or an array of such."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return [_number(item, where) for item in value] if where in _LISTS else _array(value, where)
    return _number(value, where)


def _number(value: Any, where: str) -> int | float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"drawing: {where}: expected a number or text, got {type(value).__name__}") from None
    if not math.isfinite(number):
        raise ValueError(f"drawing: {where}: expected a finite number, got {number}")
    return int(number) if number.is_integer() else number


def _array(values: Any, where: str) -> Any:
    """Bytes for colours, two bytes for whole numbers, four for the rest."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"drawing: {where}: expected numbers, or rows of equal length of them") from None
    if not np.isfinite(array).all():
        raise ValueError(f"drawing: {where}: expected finite numbers")
    for kind in (np.uint8, np.int16):
        limits = np.iinfo(kind)
        if (array == array.round()).all() and limits.min <= array.min() and array.max() <= limits.max:
            return np.ascontiguousarray(array.astype(kind))
    return np.ascontiguousarray(array.astype(np.float32))
