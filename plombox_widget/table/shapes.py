"""What a picture is made of: frozen shapes in logical pixels, regions of them, and a scene of regions.

Nothing here draws. Two pictures are compared region by region, so that only what differs is painted.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from plombox_widget.table.measure import text_width

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
"""Left, top, width, height."""


class Box(NamedTuple):
    """A rectangle, its corners rounded by ``radius``; ``line`` is a border drawn inside it."""

    x: float
    y: float
    w: float
    h: float
    fill: str
    radius: float = 0
    line: str = ""
    width: float = 0


class Disc(NamedTuple):
    """A circle; an empty ``fill`` or ``line`` is not drawn. The border lies half outside."""

    x: float
    y: float
    r: float
    fill: str = ""
    line: str = ""
    width: float = 0


class Poly(NamedTuple):
    """A closed polygon; an empty ``fill`` or ``line`` is not drawn. The border lies half outside."""

    points: tuple[Point, ...]
    fill: str = ""
    line: str = ""
    width: float = 0


class Lines(NamedTuple):
    """Open lines of one colour and width, each of two points or more: with round ends, or dashed."""

    lines: tuple[tuple[Point, ...], ...]
    colour: str
    width: float
    dash: tuple[float, float] = (0, 0)
    """Length of a dash and of the gap after it; zeros for a whole line."""


class Text(NamedTuple):
    """One line of text on the baseline ``y``; ``x`` is its left, middle or right end by ``align``.

    ``limit`` is the width that it may take: a browser whose font is wider squeezes it to that.
    """

    x: float
    y: float
    text: str
    size: int
    colour: str
    bold: bool = False
    align: str = "left"
    limit: float = 0


Shape = Box | Disc | Poly | Lines | Text


class Part(NamedTuple):
    """Something that can be pointed at."""

    kind: str
    """``card``, ``site``, ``pile``, ``discard`` or ``button``."""
    value: int | str
    """Card index (R4) of a ``card``, seat of a ``site``, name of a ``button``."""


class Spot(NamedTuple):
    """Where a part is, for a pointer."""

    part: Part
    rect: Rect


class Region(NamedTuple):
    """A named piece of the picture, painted as a whole. Its shapes lie inside ``rect``."""

    rect: Rect
    ground: str
    """The colour that wipes the rectangle before the shapes are painted; empty if they do so themselves."""
    shapes: tuple[Shape, ...]
    spots: tuple[Spot, ...] = ()
    """Later ones lie on top."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: regions by name. No two paint on the same place, but for the first, ``table``,
    which lies under all of them."""

    width: int
    """Logical pixels."""
    height: int
    regions: tuple[tuple[str, Region], ...]

    def __getitem__(self, name: str) -> Region:
        """The region of this name; ``KeyError`` if there is none."""
        return dict(self.regions)[name]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.regions)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Everything that can be pointed at; later ones lie on top."""
        return tuple(spot for _, region in self.regions for spot in region.spots)


def hit(scene: Scene, x: float, y: float) -> Part | None:
    """What lies at a point in logical pixels; None where there is nothing to point at."""
    for part, (left, top, width, height) in reversed(scene.spots):
        if left <= x < left + width and top <= y < top + height:
            return part
    return None


def centre(rect: Rect) -> Point:
    """The middle of a rectangle."""
    x, y, w, h = rect
    return x + w / 2, y + h / 2


ASCENT, DESCENT = 0.95, 0.24
"""Of a line of text above and below its baseline, in sizes, with accents on capitals."""


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of all that a shape paints, with its border."""
    if isinstance(shape, Box):
        return shape.x, shape.y, shape.x + shape.w, shape.y + shape.h
    if isinstance(shape, Disc):
        r = shape.r + shape.width / 2
        return shape.x - r, shape.y - r, shape.x + r, shape.y + r
    if isinstance(shape, Text):
        width = text_width(shape.text, shape.size, shape.bold)
        left = shape.x - width * {"left": 0, "center": 0.5, "right": 1}[shape.align]
        return left, shape.y - ASCENT * shape.size, left + width, shape.y + DESCENT * shape.size
    points: Iterable[Point] = shape.points if isinstance(shape, Poly) else _points(shape)
    xs, ys = zip(*points, strict=True)
    half = shape.width / 2
    if isinstance(shape, Lines) and shape.dash[0]:
        return min(xs), min(ys) - half, max(xs), max(ys) + half
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def _points(lines: Lines) -> Iterator[Point]:
    for line in lines.lines:
        yield from line
