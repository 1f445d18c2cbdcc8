"""Shapes → draw calls on any canvas-like object: the part of ipycanvas's Canvas that is used here.

Shapes that do not overlap may be drawn in any order. So they are sorted into layers, and inside a layer
by kind and style: few changes of style, long runs as arrays, little to send.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from plombox_widget.table.measure import FONT
from plombox_widget.table.shapes import Box, Disc, Lines, Poly, Region, Scene, Shape, bounds

SCALE = 2
"""Pixels of the backing store for one logical pixel: sharp on dense screens, whole numbers for halves."""
_RUN = {"fill_polygon": 3, "stroke_polygon": 3, "stroke_lines": 3}
_LONG_RUN = 14
"""From so many calls on, one call with arrays is shorter to send: by method, and of any other."""

Key = tuple[Any, ...]
Group = tuple[str, Key, tuple[tuple[Any, ...], ...]]
"""Method of the canvas, its style, and the arguments of each call."""


def paint(
    canvas: Any, scene: Scene, previous: Scene | None = None, *, scale: float = SCALE
) -> tuple[str, ...]:
    """Draw ``scene``; with ``previous``, what the canvas shows now, only the regions that differ.

    The canvas is taken to be ``scene.width * scale`` by ``scene.height * scale`` pixels. Returns the names
    of the regions drawn. All numbers are computed before the first call.
    """
    dirty = changed(scene, previous)
    groups = [group for layer in _merge([_layers(scene[name], scale) for name in dirty]) for group in layer]
    pen = _Pen(canvas)
    for method, style, calls in groups:
        pen.draw(method, style, calls)
    return dirty


def changed(scene: Scene, previous: Scene | None) -> tuple[str, ...]:
    """Names of the regions to draw: all of them if the picture has another shape."""
    if previous is None:
        return scene.names
    same_frame = (scene.width, scene.height, scene.names) == (previous.width, previous.height, previous.names)
    if not same_frame or scene.regions[0] != previous.regions[0]:
        return scene.names
    if any(new.rect != old.rect for (_, new), (_, old) in zip(scene.regions, previous.regions, strict=True)):
        return scene.names
    pairs = zip(scene.regions, previous.regions, strict=True)
    return tuple(
        name for (name, new), (_, old) in pairs if (new.ground, new.shapes) != (old.ground, old.shapes)
    )


class _Pen:
    """Draws groups of calls, setting only the styles that change. A new one assumes nothing."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._set: dict[str, object] = {}

    def style(self, **values: object) -> None:
        for name, value in values.items():
            if self._set.get(name) != value:
                setattr(self._canvas, name, value)
                self._set[name] = value

    def draw(self, method: str, style: Key, calls: Sequence[tuple[Any, ...]]) -> None:
        self.style(**dict(style))
        several = _SEVERAL.get(method)
        if several is None or len(calls) < _RUN.get(method, _LONG_RUN):
            for call in calls:
                getattr(self._canvas, method)(*call)
        else:
            several(self._canvas, calls)


def _columns(calls: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Arguments as arrays, or as one number where all calls agree. The first stays an array: with
    numbers alone the canvas would not know how many are meant."""
    columns = [list(column) for column in zip(*calls, strict=True)]
    return [columns[0], *(column[0] if len(set(column)) == 1 else column for column in columns[1:])]


_SEVERAL: dict[str, Callable[[Any, Sequence[tuple[Any, ...]]], None]] = {
    "fill_rect": lambda canvas, calls: canvas.fill_rects(*_columns(calls)),
    "stroke_rect": lambda canvas, calls: canvas.stroke_rects(*_columns(calls)),
    "fill_circle": lambda canvas, calls: canvas.fill_circles(*_columns(calls)),
    "stroke_circle": lambda canvas, calls: canvas.stroke_circles(*_columns(calls)),
    "fill_polygon": lambda canvas, calls: canvas.fill_polygons([points for (points,) in calls]),
    "stroke_polygon": lambda canvas, calls: canvas.stroke_polygons([points for (points,) in calls]),
    "stroke_lines": lambda canvas, calls: canvas.stroke_line_segments([points for (points,) in calls]),
}


def _merge(regions: Iterable[tuple[tuple[Group, ...], ...]]) -> list[list[Group]]:
    """Layers of several regions → layers of all, groups of equal style joined. The first region, the
    table under all, keeps layers of its own below the rest."""
    merged: list[dict[tuple[str, Key], list[tuple[Any, ...]]]] = []
    for layers in regions:
        while len(merged) < len(layers):
            merged.append({})
        for level, groups in enumerate(layers):
            for method, style, calls in groups:
                merged[level].setdefault((method, style), []).extend(calls)
    return [
        [(method, style, tuple(calls)) for (method, style), calls in sorted(level.items(), key=_order)]
        for level in merged
    ]


def _order(item: tuple[tuple[str, Key], Any]) -> tuple[int, str, str]:
    (method, style), _ = item
    return _METHODS.index(method), method, repr(style)


_METHODS = (
    "stroke_rect",
    "fill_rect",
    "fill_circle",
    "stroke_circle",
    "fill_polygon",
    "stroke_polygon",
    "stroke_lines",
    "fill_text",
)


@lru_cache(maxsize=256)
def _layers(region: Region, scale: float) -> tuple[tuple[Group, ...], ...]:
    """The calls of a region: layer by layer, grouped by style."""
    levels: list[list[Shape]] = [[Box(*region.rect, fill=region.ground)], []]
    placed: list[tuple[tuple[float, float, float, float], int]] = []
    for shape in region.shapes:
        box = bounds(shape)
        level = 1 + max((at for other, at in placed if _overlap(box, other)), default=0)
        placed.append((box, level))
        while len(levels) <= level:
            levels.append([])
        levels[level].append(shape)
    result: list[tuple[Group, ...]] = []
    for shapes in levels:
        steps: list[dict[tuple[str, Key], list[tuple[Any, ...]]]] = [{}, {}, {}]
        for shape in shapes:
            for step, method, style, call in _calls(shape, scale):
                steps[step].setdefault((method, style), []).append(call)
        result += [
            tuple((method, style, tuple(calls)) for (method, style), calls in step.items()) for step in steps
        ]
    return tuple(result)


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


Call = tuple[int, str, Key, tuple[Any, ...]]
"""Step within the layer, method, style, arguments."""


def _calls(shape: Shape, scale: float) -> Iterable[Call]:
    if isinstance(shape, Box):
        return _box(shape, scale)
    if isinstance(shape, Disc):
        return _disc(shape, scale)
    if isinstance(shape, Poly):
        return _poly(shape, scale)
    if isinstance(shape, Lines):
        style = (("stroke_style", shape.colour), ("line_width", _px(shape.width * scale, scale)), *_ROUND)
        return [(2, "stroke_lines", style, (_path(line, scale),)) for line in shape.lines]
    font = f"{'bold ' * shape.bold}{_px(shape.size * scale, scale)}px {FONT}"
    styled: Key = (("font", font), ("text_align", shape.align), ("fill_style", shape.colour))
    call: tuple[Any, ...] = (shape.text, _px(shape.x * scale, scale), _px(shape.y * scale, scale))
    return [(2, "fill_text", styled, (*call, _px(shape.limit * scale, scale)) if shape.limit else call)]


_ROUND = (("line_join", "round"), ("line_cap", "round"))


def _box(box: Box, scale: float) -> Iterable[Call]:
    """A rounded box is a rectangle drawn with a broad round pen: as short to send as a plain one."""
    if box.line:
        yield from _plain(box._replace(line="", fill=box.line), scale, 0)
        inset, radius = box.width, max(0, box.radius - box.width)
        inner = Box(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset, box.fill, radius)
        yield from _plain(inner, scale, 1)
    else:
        yield from _plain(box, scale, 1)


def _plain(box: Box, scale: float, step: int) -> Iterable[Call]:
    x, y, w, h, fill, radius = box[:6]
    rect = tuple(_px(v * scale, scale) for v in (x + radius, y + radius, w - 2 * radius, h - 2 * radius))
    if radius:
        style = (("stroke_style", fill), ("line_width", _px(2 * radius * scale, scale)), *_ROUND)
        yield step, "stroke_rect", style, rect
    if radius == 0 or min(w, h) > 4 * radius:
        yield step, "fill_rect", (("fill_style", fill),), rect


def _disc(disc: Disc, scale: float) -> Iterable[Call]:
    call = (_px(disc.x * scale, scale), _px(disc.y * scale, scale), _px(disc.r * scale, scale))
    if disc.fill:
        yield 1, "fill_circle", (("fill_style", disc.fill),), call
    if disc.line:
        style = (("stroke_style", disc.line), ("line_width", _px(disc.width * scale, scale)))
        yield 2, "stroke_circle", style, call


def _poly(poly: Poly, scale: float) -> Iterable[Call]:
    points = _path(poly.points, scale)
    if poly.fill:
        yield 1, "fill_polygon", (("fill_style", poly.fill),), (points,)
    if poly.line:
        style = (("stroke_style", poly.line), ("line_width", _px(poly.width * scale, scale)), *_ROUND)
        yield 2, "stroke_polygon", style, (points,)


def _path(points: Iterable[tuple[float, float]], scale: float) -> list[list[float]]:
    return [[_px(x * scale, scale), _px(y * scale, scale)] for x, y in points]


def _px(value: float, scale: float) -> float:
    """A finite number, whole on a scaled canvas, with one digit on another; ``ValueError`` otherwise."""
    if not math.isfinite(value):
        raise ValueError(f"drawing: expected a finite number, got {value!r}")
    rounded = round(value, 1)
    return round(value) if scale >= SCALE or rounded == round(value) else rounded
