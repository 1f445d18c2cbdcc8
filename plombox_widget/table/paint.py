"""Shapes → draw calls on any canvas-like object: the part of ipycanvas's Canvas that is used here.

Every call waits only for the calls that it is drawn over. Among those that can be drawn next, calls of one
style are drawn together: few changes of style, long runs as arrays, little to send.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from plombox_widget.table.calls import SCALE, Key, Op, operations
from plombox_widget.table.differ import changed, difference
from plombox_widget.table.shapes import Scene

__all__ = ["SCALE", "changed", "paint"]

Call = tuple[str, tuple[Any, ...]]
"""Colour and arguments."""


def paint(
    canvas: Any, scene: Scene, previous: Scene | None = None, *, scale: float = SCALE
) -> tuple[str, ...]:
    """Draw ``scene``; with ``previous``, what the canvas shows now, only what differs.

    The canvas is taken to be ``scene.width * scale`` by ``scene.height * scale`` pixels. Returns the names
    of the regions drawn. All numbers are computed before the first call; one that is not finite is a
    ``ValueError`` then.
    """
    dirty = changed(scene, previous)
    table = scene.regions[0][0]
    above: list[tuple[Op, ...]] = []
    below: list[tuple[Op, ...]] = []
    new, old = dict(scene.regions), dict(previous.regions) if previous is not None else {}
    for name in dirty:
        region = new[name]
        if len(dirty) < len(new):
            region = difference(region, old[name])
        (below if name == table else above).append(operations(region, scale))
    runs = [*_runs(below), *_runs(above)]
    pen = _Pen(canvas)
    for key, calls in runs:
        pen.draw(key, calls)
    return dirty


def _runs(regions: Sequence[Sequence[Op]]) -> Iterator[tuple[Key, list[Call]]]:
    """Calls of several regions in an order that keeps what lies over what, those of a style together."""
    ops = [op for region in regions for op in region]
    waits = [len(op.after) for op in ops]
    follow: list[list[int]] = [[] for _ in ops]
    start = 0
    for region in regions:
        for i, op in enumerate(region):
            for before in op.after:
                follow[start + before].append(start + i)
        start += len(region)
    left: dict[Key, int] = {}
    ready: dict[Key, list[int]] = {}
    for i, op in enumerate(ops):
        left[op.key] = left.get(op.key, 0) + 1
        if not waits[i]:
            ready.setdefault(op.key, []).append(i)
    last: Key = ("", ())
    while ready:
        last = _next(ready, left, last)
        drawn: list[Call] = []
        while last in ready:  # a call may free others of its own style
            batch = sorted(ready.pop(last), key=lambda i: ops[i].colour)
            drawn += [(ops[i].colour, ops[i].args) for i in batch]
            for later in (later for i in batch for later in follow[i]):
                waits[later] -= 1
                if not waits[later]:
                    ready.setdefault(ops[later].key, []).append(later)
        left[last] -= len(drawn)
        yield last, drawn


def _next(ready: dict[Key, list[int]], left: dict[Key, int], last: Key) -> Key:
    """Text last, as little lies over it. Else the style whose calls can all be drawn now and that is
    likest to the last; else the most complete."""

    def rank(key: Key) -> tuple[bool, float, int, str]:
        alike = len(set(key[1]) & set(last[1]))
        return key[0] != "fill_text", len(ready[key]) / left[key], alike, repr(key)

    return max(ready, key=rank)


class _Pen:
    """Draws runs of calls, setting only the styles that change. A new one assumes nothing."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._set: dict[str, object] = {}

    def _style(self, name: str, value: Any) -> None:
        if self._set.get(name) == value:
            return
        self._set[name] = value
        if name == "dash":
            self._canvas.set_line_dash(list(value))
        else:
            setattr(self._canvas, name, value)

    def draw(self, key: Key, calls: Sequence[Call]) -> None:
        method, style = key
        for name, value in style:
            self._style(name, value)
        if method in _SEVERAL and _shorter(method, calls):
            _SEVERAL[method](self._canvas, calls)
            return
        colour_name = _COLOURS[method.split("_")[0]]
        for colour, args in calls:
            self._style(colour_name, colour)
            getattr(self._canvas, method)(*args)


_COLOURS = {"fill": "fill_style", "stroke": "stroke_style"}
_SIZES = {"rect": (250, 11, 30), "circle": (210, 9, 25), "polygon": (200, 7, 75), "lines": (200, 7, 75)}
"""By the last word of a method, about how many bytes a call with arrays takes, one item of it, and a call
of its own; the points of lines and polygons take the same in both."""
_COLOUR_SIZE = 22


def _shorter(method: str, calls: Sequence[Call]) -> bool:
    """Whether one call with arrays is shorter to send than one by one."""
    fixed, item, alone = _SIZES[method.split("_")[1]]
    return fixed + item * len(calls) < alone * len(calls) + _COLOUR_SIZE * len(
        {colour for colour, _ in calls}
    )


def _rgb(calls: Sequence[Call]) -> list[list[int]]:
    """Colours ``#rrggbb`` as numbers, a row for each call."""
    return [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour, _ in calls]


def _columns(calls: Sequence[Call]) -> list[Any]:
    """Arguments as lists, or as one number where all calls agree. The first stays a list: with numbers
    alone the canvas would not know how many are meant."""
    columns = [list(column) for column in zip(*(args for _, args in calls), strict=True)]
    return [columns[0], *(column[0] if len(set(column)) == 1 else column for column in columns[1:])]


def _points(calls: Sequence[Call]) -> list[Any]:
    return [points for _, (points,) in calls]


_SEVERAL: dict[str, Callable[[Any, Sequence[Call]], None]] = {
    "fill_rect": lambda canvas, calls: canvas.fill_styled_rects(*_columns(calls), _rgb(calls)),
    "stroke_rect": lambda canvas, calls: canvas.stroke_styled_rects(*_columns(calls), _rgb(calls)),
    "fill_circle": lambda canvas, calls: canvas.fill_styled_circles(*_columns(calls), _rgb(calls)),
    "stroke_circle": lambda canvas, calls: canvas.stroke_styled_circles(*_columns(calls), _rgb(calls)),
    "fill_polygon": lambda canvas, calls: canvas.fill_styled_polygons(_points(calls), _rgb(calls)),
    "stroke_polygon": lambda canvas, calls: canvas.stroke_styled_polygons(_points(calls), _rgb(calls)),
    "stroke_lines": lambda canvas, calls: canvas.stroke_styled_line_segments(_points(calls), _rgb(calls)),
}
