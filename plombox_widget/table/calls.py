"""Shapes → calls of a canvas: which method, in which style, with which numbers, and after which others."""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from plombox_widget.table.measure import FONT
from plombox_widget.table.shapes import Box, Disc, Lines, Poly, Region, Shape, bounds

SCALE = 2
"""Pixels of the backing store for one logical pixel: sharp on dense screens, whole numbers for halves."""

Style = tuple[tuple[str, Any], ...]
Key = tuple[str, Style]
"""Method of the canvas, and the styles that it needs beside its colour."""


class Op(NamedTuple):
    """One call, and which earlier ones of its region must be drawn before it."""

    key: Key
    colour: str
    args: tuple[Any, ...]
    after: tuple[int, ...]


_SHORT = 12
"""Letters of a text that is sent without its limit: the estimate of its width has slack enough."""


@lru_cache(maxsize=512)
def operations(region: Region, scale: float) -> tuple[Op, ...]:
    """The calls of a region. Calls for shapes that do not overlap do not wait for each other.

    ``ValueError`` for a number that is not finite.
    """
    shapes: list[Shape] = [Box(*region.rect, fill=region.ground)] if region.ground else []
    shapes += region.shapes
    ops: list[Op] = []
    placed: list[tuple[float, float, float, float, tuple[int, ...]]] = []
    for shape in shapes:
        left, top, right, bottom = bounds(shape)
        after = tuple(
            op
            for x0, y0, x1, y1, last in placed
            if left < x1 and x0 < right and top < y1 and y0 < bottom
            for op in last
        )
        for step in _steps(shape, scale):
            first = len(ops)
            ops += [Op(key, colour, args, after) for key, colour, args in step]
            after = tuple(range(first, len(ops)))
        placed.append((left, top, right, bottom, after))
    return tuple(ops)


Step = list[tuple[Key, str, tuple[Any, ...]]]
_ROUND = (("dash", ()), ("line_cap", "round"), ("line_join", "round"))


def _steps(shape: Shape, scale: float) -> list[Step]:
    """The calls for a shape, in steps of which each is drawn over the one before."""
    if isinstance(shape, Box):
        return _box(shape, scale)
    if isinstance(shape, Disc):
        return _disc(shape, scale)
    if isinstance(shape, Poly):
        return _poly(shape, scale)
    if isinstance(shape, Lines):
        dash = tuple(_px(part * scale, scale) for part in shape.dash)
        ends = (("dash", dash), ("line_cap", "butt"), ("line_join", "round")) if shape.dash[0] else _ROUND
        style = (*ends, _pen(shape.width, scale))
        return [[(("stroke_lines", style), shape.colour, (_path(line, scale),)) for line in shape.lines]]
    font = f"{'bold ' * shape.bold}{_px(shape.size * scale, scale)}px {FONT}"
    call = (shape.text, _px(shape.x * scale, scale), _px(shape.y * scale, scale))
    limit = (_px(shape.limit * scale, scale),) if shape.limit and len(shape.text) > _SHORT else ()
    key = ("fill_text", (("fill_style", shape.colour), ("font", font), ("text_align", shape.align)))
    return [[(key, shape.colour, (*call, *limit))]]


def _pen(width: float, scale: float) -> tuple[str, float]:
    return "line_width", _px(width * scale, scale)


def _box(box: Box, scale: float) -> list[Step]:
    """A bordered box is a box on a larger one."""
    if not box.line:
        return [_plain(box, scale)]
    inset, radius = box.width, box.radius
    inner = Box(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset, box.fill, radius)
    return [_plain(box._replace(fill=box.line), scale), _plain(inner, scale)]


def _plain(box: Box, scale: float) -> Step:
    """A rounded box is a rectangle drawn with a broad round pen: as short to send as a plain one."""
    x, y, w, h, fill, radius = box[:6]
    left, top = _px((x + radius) * scale, scale), _px((y + radius) * scale, scale)
    right, bottom = _px((x + w - radius) * scale, scale), _px((y + h - radius) * scale, scale)
    rect = (left, top, round(right - left, 1), round(bottom - top, 1))
    step: Step = []
    if radius:
        step.append((("stroke_rect", (*_ROUND, _pen(2 * radius, scale))), fill, rect))
    if radius == 0 or min(w, h) > 4 * radius:
        step.append((("fill_rect", ()), fill, rect))
    return step


def _disc(disc: Disc, scale: float) -> list[Step]:
    call = tuple(_px(value * scale, scale) for value in disc[:3])
    steps: list[Step] = []
    if disc.fill:
        steps.append([(("fill_circle", ()), disc.fill, call)])
    if disc.line:
        steps.append([(("stroke_circle", (_ROUND[0], _pen(disc.width, scale))), disc.line, call)])
    return steps


def _poly(poly: Poly, scale: float) -> list[Step]:
    points = (_path(poly.points, scale),)
    steps: list[Step] = []
    if poly.fill:
        steps.append([(("fill_polygon", ()), poly.fill, points)])
    if poly.line:
        steps.append([(("stroke_polygon", (*_ROUND, _pen(poly.width, scale))), poly.line, points)])
    return steps


def _path(points: Iterable[tuple[float, float]], scale: float) -> list[list[float]]:
    return [[_px(x * scale, scale), _px(y * scale, scale)] for x, y in points]


def _px(value: float, scale: float) -> float:
    """A finite number, whole on a scaled canvas, with one digit on another; ``ValueError`` otherwise."""
    if not math.isfinite(value):
        raise ValueError(f"drawing: expected a finite number, got {value!r}")
    rounded = round(value, 1)
    return round(value) if scale >= SCALE or rounded == round(value) else rounded
