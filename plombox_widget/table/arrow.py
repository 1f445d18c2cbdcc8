"""The last play: an arrow on a track round the middle of the table, from the actor's side to the target's."""

import math
from collections.abc import Sequence

from plombox_widget.game.state import Play
from plombox_widget.table import palette, signs
from plombox_widget.table.shapes import Lines, Point, Poly, Rect, Shape, centre

_INSET = 15
"""Of the track, from the edge of the middle."""
_EMBLEM = 10


def arrow(play: Play, middle: Rect, sites: Sequence[Rect]) -> list[Shape]:
    """An arrow along the shorter way round; ``sites`` are by seat. At one's own site it is a short hook."""
    x, y, w, h = middle
    track = (x + _INSET, y + _INSET, w - 2 * _INSET, h - 2 * _INSET)
    start, end = (_along(track, _nearest(track, centre(sites[seat]))) for seat in (play.seat, play.target))
    length = _around(track)
    if play.seat == play.target:
        start = (start - 40) % length
    forward = (end - start) % length
    way = forward if forward <= length / 2 else forward - length
    points = _path(track, start, way)
    tip, direction = points[-1], _outward(track, points[-1])
    head = _head(tip, direction)
    return [
        Lines((tuple(points),), palette.CHALK, 5),
        Poly(head, palette.CHALK),
        *signs.emblem(play.seat, *points[0], _EMBLEM, palette.CHALK),
    ]


def _nearest(track: Rect, point: Point) -> Point:
    x, y, w, h = track
    return min(max(point[0], x), x + w), min(max(point[1], y), y + h)


def _around(track: Rect) -> float:
    return 2 * (track[2] + track[3])


def _along(track: Rect, point: Point) -> float:
    """How far round the track a point on it lies, clockwise from the left top corner."""
    x, y, w, h = track
    px, py = point
    sides = {
        px - x: abs(py - y),
        w + py - y: abs(px - x - w),
        w + h + x + w - px: abs(py - y - h),
        2 * w + h + y + h - py: abs(px - x),
    }
    return min(sides, key=lambda at: sides[at]) % _around(track)


def _at(track: Rect, along: float) -> Point:
    x, y, w, h = track
    along %= _around(track)
    if along <= w:
        return x + along, y
    if along <= w + h:
        return x + w, y + along - w
    if along <= 2 * w + h:
        return x + w - (along - w - h), y + h
    return x, y + h - (along - 2 * w - h)


def _path(track: Rect, start: float, way: float) -> list[Point]:
    """The start, the corners on the way, the end."""
    _, _, w, h = track
    length = _around(track)
    stops = [at + turn * length for turn in (-1, 0, 1) for at in (0, w, w + h, 2 * w + h)]
    low, high = sorted((start, start + way))
    corners = sorted((at for at in stops if low + 0.5 < at < high - 0.5), reverse=way < 0)
    return [_at(track, at) for at in (start, *corners, start + way)]


def _outward(track: Rect, point: Point) -> Point:
    """The direction away from the middle: sideways, up or down, or slanting at a corner."""
    x, y, w, h = track
    dx = (point[0] > x + w - 1) - (point[0] < x + 1)
    dy = (point[1] > y + h - 1) - (point[1] < y + 1)
    size = math.hypot(dx, dy) or 1
    return dx / size, dy / size


def _head(tip: Point, direction: Point) -> tuple[Point, ...]:
    (x, y), (dx, dy) = tip, direction
    return (
        (x + dx * 11, y + dy * 11),
        (x - dx * 6 - dy * 11, y - dy * 6 + dx * 11),
        (x - dx * 6 + dy * 11, y - dy * 6 - dx * 11),
    )
