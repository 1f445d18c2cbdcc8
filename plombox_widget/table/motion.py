"""The one motion of the table: the arrow of the last play grows from its actor to its target.

The narrow picture has no track for it, and does not move.

It runs in the browser, inside the one message of a frame; what the play changed is painted before it.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from plombox_widget.table.calls import SCALE
from plombox_widget.table.paint import paint
from plombox_widget.table.shapes import Box, Lines, Point, Region, Scene

STEPS, PAUSE = 8, 45
"""Pieces of the arrow, and milliseconds after each."""


def paint_moving(canvas: Any, scene: Scene, previous: Scene | None = None, *, scale: float = SCALE) -> None:
    """Like ``paint``, but a new arrow grows, if there is one and ``previous`` is the picture before it.

    The canvas needs ``sleep(milliseconds)`` beside what ``paint`` needs. The last picture is the same.
    """
    track = _new_track(scene, previous)
    if track is None or previous is None:
        paint(canvas, scene, previous, scale=scale)
        return
    bare = _bare(scene)
    pieces = [_whole(piece, scale) for piece in _pieces(track.lines[0])]
    paint(canvas, bare, previous, scale=scale)
    canvas.set_line_dash([])
    canvas.stroke_style, canvas.line_width = track.colour, round(track.width * scale)
    canvas.line_join = canvas.line_cap = "round"
    for piece in pieces:
        canvas.stroke_lines(piece)
        canvas.sleep(PAUSE)
    paint(canvas, scene, bare, scale=scale)


def _new_track(scene: Scene, previous: Scene | None) -> Lines | None:
    """The line of an arrow that the picture before did not show."""
    if previous is None or scene.names != previous.names or "arrow" not in scene.names:
        return None
    if scene["arrow"] == previous["arrow"]:
        return None
    found = [shape for shape in scene["arrow"].shapes if isinstance(shape, Lines)]
    return found[0] if found and not scene["arrow"].ground else None


def _bare(scene: Scene) -> Scene:
    """The scene without its arrow: the track wiped."""

    def wiped(region: Region) -> Region:
        return region._replace(shapes=tuple(shape for shape in region.shapes if isinstance(shape, Box)))

    return replace(
        scene,
        regions=tuple((name, wiped(region) if name == "arrow" else region) for name, region in scene.regions),
    )


def _pieces(line: Sequence[Point]) -> Iterator[list[Point]]:
    """A line cut into ``STEPS`` pieces of equal length, corners kept."""
    legs = [math.dist(a, b) for a, b in itertools.pairwise(line)]
    length = sum(legs) / STEPS
    piece, left = [line[0]], length
    for leg, (a, b) in zip(legs, itertools.pairwise(line), strict=True):
        gone = 0.0
        while leg - gone > left + 1e-6:
            gone += left
            cut = (a[0] + (b[0] - a[0]) * gone / leg, a[1] + (b[1] - a[1]) * gone / leg)
            yield [*piece, cut]
            piece, left = [cut], length
        left -= leg - gone
        piece.append(b)
    yield piece


def _whole(piece: Sequence[Point], scale: float) -> list[list[int]]:
    return [[round(x * scale), round(y * scale)] for x, y in piece]
