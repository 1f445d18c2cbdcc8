"""The signs of the game, drawn from lines and corners: seats, work packages, industry, contamination, roles.

Every function returns shapes; ``x, y`` is the middle of the sign unless said otherwise, sizes are logical
pixels.
"""

import math
from collections.abc import Callable, Collection, Mapping
from functools import cache

from plombox_widget.game.cards import PACKAGES, Kind, Role
from plombox_widget.table import palette
from plombox_widget.table.shapes import Box, Disc, Lines, Point, Poly, Shape, Text
from plombox_widget.table.text import LETTERS

Shapes = tuple[Shape, ...]
TIMES = "×"
CAP = 0.36
"""Half the height of a capital or a digit, in sizes: what puts it in the middle of a line."""


def letter(x: float, y: float, text: str, size: int, colour: str, limit: float = 0) -> Text:
    """Bold text with its middle at ``x, y``."""
    return Text(x, y + CAP * size, text, size, colour, True, "center", limit)


def _ring(corners: int, turn: float, reach: float = 1, inner: float = 0) -> tuple[Point, ...]:
    """Corners of a regular polygon, or of a star if ``inner`` is given, in a circle of radius 1."""
    count = corners * (2 if inner else 1)
    radii = [inner if inner and i % 2 else reach for i in range(count)]
    angles = [math.tau * (i / count + turn) for i in range(count)]
    return tuple((r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, angles, strict=True))


_CROSS = tuple(
    (x * 1.02, y * 1.02)
    for x, y in (
        (-0.45, -1),
        (0.45, -1),
        (0.45, -0.45),
        (1, -0.45),
        (1, 0.45),
        (0.45, 0.45),
        (0.45, 1),
        (-0.45, 1),
        (-0.45, 0.45),
        (-1, 0.45),
        (-1, -0.45),
        (-0.45, -0.45),
    )
)
_EMBLEMS: tuple[tuple[Point, ...], ...] = (
    (),
    ((-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)),
    ((0, -1.12), (1.12, 0.88), (-1.12, 0.88)),
    _ring(4, 0.25, 1.15),
    _ring(5, -0.25, 1.08),
    _ring(6, 0, 1.04),
    _ring(8, 0.0, 1.16, 0.80),
    _CROSS,
)
"""By seat, in a circle of radius 1; none is a disc."""
_SINK = (0, 0, 0.30, 0, 0.06, 0, 0, 0)
"""How far below the middle the letter of a seat stands, in radii."""


def emblem(seat: int, x: float, y: float, r: float, line: str = palette.INK) -> Shapes:
    """The sign of a seat: its shape, its colour, its letter."""
    fill, ink, corners = palette.SEATS[seat], palette.SEAT_INKS[seat], _EMBLEMS[seat]
    edge = 1.5
    shape: Shape = (
        Poly(tuple((x + r * px, y + r * py) for px, py in corners), fill, line, edge)
        if corners
        else Disc(x, y, r, fill, line, edge)
    )
    size = 13 if r > 12 else 11 if r > 8 else 10
    return shape, letter(x, y + _SINK[seat] * r, LETTERS[seat], size, ink)


@cache
def _scaled(points: tuple[Point, ...], x: float, y: float, size: float) -> tuple[Point, ...]:
    return tuple((x + size * px, y + size * py) for px, py in points)


_FACTORY = (
    (-0.5, 0.5),
    (-0.5, -0.02),
    (-0.2, -0.26),
    (-0.2, -0.02),
    (0.12, -0.26),
    (0.14, -0.02),
    (0.2, -0.5),
    (0.4, -0.5),
    (0.5, 0.5),
)


def factory(x: float, y: float, size: float, fill: str = palette.INDUSTRY, line: str = "") -> Shapes:
    """Industry: a hall with a saw-tooth roof and a chimney."""
    return (Poly(_scaled(_FACTORY, x, y, size), fill, line, size / 14 if line else 0),)


_DROP = (
    (0, -0.54),
    (0.28, -0.06),
    (0.36, 0.19),
    (0.26, 0.41),
    (0, 0.51),
    (-0.26, 0.41),
    (-0.36, 0.19),
    (-0.28, -0.06),
)


def drop(x: float, y: float, size: float, fill: str = palette.CONTAMINATION, line: str = "") -> Shapes:
    """Contamination: a falling drop."""
    return (Poly(_scaled(_DROP, x, y, size), fill, line, size / 14 if line else 0),)


_LEAF = (
    (-0.44, 0.46),
    (-0.46, 0.05),
    (-0.3, -0.26),
    (0.02, -0.42),
    (0.48, -0.48),
    (0.45, -0.05),
    (0.28, 0.26),
    (-0.02, 0.42),
)


def leaf(x: float, y: float, size: float, fill: str = palette.INK, vein: str = palette.PAPER) -> Shapes:
    """A clean site: a leaf."""
    line = ((x - 0.5 * size, y + 0.52 * size), (x + 0.22 * size, y - 0.22 * size))
    return Poly(_scaled(_LEAF, x, y, size), fill), Lines((line,), vein, max(1, size / 14))


def quarter(package: int, x: float, y: float, size: float) -> tuple[float, float, float]:
    """Left, top and size of the compartment of a work package in a box of this size."""
    half = size / 2
    return (
        x - half + (half if package in (2, 4) else 0),
        y - half + (half if package in (3, 4) else 0),
        half,
    )


def parcel(x: float, y: float, size: float, filled: Collection[int]) -> Shapes:
    """A PlomBOX: a box of four compartments, those of the work packages in ``filled`` closed."""
    shapes: list[Shape] = [Box(x - size / 2, y - size / 2, size, size, palette.INK)]
    rim = max(1, round(size / 20) / 2)
    for package in PACKAGES:
        left, top, half = quarter(package, x, y, size)
        if package not in filled:
            shapes.append(Box(left + rim, top + rim, half - 2 * rim, half - 2 * rim, palette.WHITE))
    if len(filled) > 1:
        seam = max(1, size / 30)
        shapes.append(Box(x - seam / 2, y - size / 2 + rim, seam, size - 2 * rim, palette.PAPER))
        shapes.append(Box(x - size / 2 + rim, y - seam / 2, size - 2 * rim, seam, palette.PAPER))
    return tuple(shapes)


def plus(x: float, y: float, size: float, colour: str = palette.INK) -> Shapes:
    """A positive card: a broad plus."""
    arm, thick = size / 2, size / 3.2
    return (
        Box(x - arm, y - thick / 2, size, thick, colour),
        Box(x - thick / 2, y - arm, thick, size, colour),
    )


def minus(x: float, y: float, size: float, colour: str = palette.INK) -> Shapes:
    """A negative card: a broad minus."""
    thick = size / 3.2
    return (Box(x - size / 2, y - thick / 2, size, thick, colour),)


def lens(x: float, y: float, size: float, colour: str = palette.INK, glass: str = palette.WHITE) -> Shapes:
    """An incrimination: a magnifying glass over an exclamation mark."""
    r = size * 0.34
    cx, cy = x - size * 0.1, y - size * 0.1
    handle = ((cx + r * 0.75, cy + r * 0.75), (x + size * 0.44, y + size * 0.44))
    return (
        Lines((handle,), colour, max(2, size / 7)),
        Disc(cx, cy, r, glass, colour, max(1.5, size / 12)),
        Box(cx - size / 22, cy - r * 0.62, size / 11, r * 0.7, colour),
        Disc(cx, cy + r * 0.5, size / 16, colour),
    )


def bulb(x: float, y: float, size: float) -> Shapes:
    """A hint: a light bulb."""
    glass = Disc(x, y - size * 0.14, size * 0.30, palette.WHITE, palette.INK, 1.5)
    return glass, Box(x - size * 0.16, y + size * 0.2, size * 0.32, size * 0.28, palette.INK)


def kind_sign(kind: Kind, x: float, y: float, size: float) -> Shapes:
    """The sign of a kind of card."""
    if kind is Kind.RESOURCE:
        return parcel(x, y, size, ())
    return {Kind.POSITIVE: plus, Kind.NEGATIVE: minus, Kind.INCRIMINATION: lens}[kind](x, y, size)


def role_sign(role: Role, x: float, y: float, size: float) -> Shapes:
    """What a role works for: citizens a PlomBOX, corporates a factory, NGOs a leaf."""
    signs: Mapping[Role, Callable[[], Shapes]] = {
        Role.CITIZEN: lambda: parcel(x, y, size * 0.88, PACKAGES[:3]),
        Role.CORPORATE: lambda: factory(x, y, size, palette.INK),
        Role.NGO: lambda: leaf(x, y, size),
    }
    return signs[role]()


def forward(x: float, y: float, size: float, count: int = 1, colour: str = palette.INK) -> Shapes:
    """Go on: one triangle, or several that go further."""
    h, w = size * 0.5, size * 0.8 if count == 1 else size * 0.62
    left = x - count * w / 2
    return tuple(
        Poly(((left + i * w, y - h), (left + (i + 1) * w, y), (left + i * w, y + h)), colour)
        for i in range(count)
    )


def now(x: float, y: float, size: float) -> Shapes:
    """To where the game stands: on to a bar."""
    thick = size * 0.18
    bar = Box(x + size * 0.5 - thick / 2, y - size / 2, thick, size, palette.INK)
    return (*forward(x - size * 0.12, y, size), bar)


def pause(x: float, y: float, size: float) -> Shapes:
    """Wait: two bars."""
    thick, top = size * 0.3, y - size / 2
    return tuple(Box(x + side * size * 0.27 - thick / 2, top, thick, size, palette.INK) for side in (-1, 1))


def person(x: float, y: float, size: float, colour: str = palette.WHITE) -> Shapes:
    """The viewer: a head over shoulders."""
    shoulders = ((-0.42, 0.48), (-0.34, 0.16), (-0.16, 0.04), (0.16, 0.04), (0.34, 0.16), (0.42, 0.48))
    return Disc(x, y - size * 0.24, size * 0.21, colour), Poly(_scaled(shoulders, x, y, size), colour)


def tick(x: float, y: float, size: float, colour: str) -> Shapes:
    """Yes."""
    s = size / 2
    return (Lines((((x - s, y), (x - s * 0.3, y + s * 0.7), (x + s, y - s * 0.8)),), colour, size / 5),)


def cross(x: float, y: float, size: float, colour: str) -> Shapes:
    """No."""
    s = size * 0.36
    lines = (((x - s, y - s), (x + s, y + s)), ((x - s, y + s), (x + s, y - s)))
    return (Lines(lines, colour, size / 5),)


def hatch(x: float, y: float, w: float, h: float, colour: str) -> Shapes:
    """Stripes over a rectangle: the part that nobody but its player knows. One broad dashed line."""
    return (Lines((((x, y + h / 2), (x + w, y + h / 2)),), colour, h, (1.5, 4)),)
