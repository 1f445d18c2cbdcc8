"""Where things are: the rectangles of the picture, by number of seats, wide or compact."""

from functools import cache
from typing import NamedTuple

from plombox_widget.table.shapes import Rect

WIDE = (1280, 800)
COMPACT_WIDTH = 360
LOW, _MANY = 84, 6
"""Height of a low site of the narrow picture, and the number of seats from which on sites are low."""


class Frame(NamedTuple):
    """Rectangles in logical pixels; they do not overlap."""

    width: int
    height: int
    header: Rect
    sites: tuple[Rect, ...]
    """By place, clockwise from the bottom: the viewer's first."""
    centre: Rect
    role: Rect
    hand: Rect
    last: Rect
    """Of the last play in words; empty where the centre says it."""


_PLACES = {
    3: ("bottom", "left top", "right top"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "left top", "right top", "right"),
    6: ("bottom", "left", "left top", "top", "right top", "right"),
    7: ("bottom", "left bottom", "left", "left top", "right top", "right", "right bottom"),
    8: ("bottom", "left bottom", "left", "left top", "top", "right top", "right", "right bottom"),
}
_MARGIN, _GAP = 14, 12
_HEADER, _HAND, _SIDE = 40, 166, 330
_EDGE = 400
"""Width of a site at the left or right edge."""


@cache
def wide(players: int) -> Frame:
    """1280 × 800: a ring of sites in three rows, the piles in its middle, the hand below."""
    width, height = WIDE
    top = _MARGIN + _HEADER + _GAP
    bottom = height - _MARGIN - _HAND - _GAP
    row = (bottom - top - 2 * _GAP) // 3
    places = _PLACES[players]
    tops = [place for place in places if "top" in place]
    bottoms = sorted((place for place in places if "bottom" in place), key=_left_to_right)
    sites: dict[str, Rect] = {}
    for line, y in ((sorted(tops, key=_left_to_right), top), (bottoms, top + 2 * (row + _GAP))):
        sites |= dict(zip(line, _share(line, y, row), strict=True))
    middle = top + row + _GAP
    sites["left"] = (_MARGIN, middle, _EDGE, row)
    sites["right"] = (width - _MARGIN - _EDGE, middle, _EDGE, row)
    edge = _MARGIN + _EDGE + _GAP
    under = height - _MARGIN - _HAND
    return Frame(
        width,
        height,
        (_MARGIN, _MARGIN - 7, width - 2 * _MARGIN, _HEADER + 6),
        tuple(sites[place] for place in places),
        (edge, middle, width - 2 * edge, row),
        (_MARGIN, under, _SIDE, _HAND),
        (_MARGIN + _SIDE, under, width - 2 * (_MARGIN + _SIDE), _HAND),
        (width - _MARGIN - _SIDE, under, _SIDE, _HAND),
    )


def _left_to_right(place: str) -> int:
    return 0 if "left" in place else 2 if "right" in place else 1


def _share(line: list[str], y: float, h: float) -> list[Rect]:
    """A row of sites, as broad as those at the edges if there are three, else broader, centred."""
    whole = WIDE[0] - 2 * _MARGIN
    each = min((whole - _GAP * (len(line) - 1)) // len(line), 620)
    left = (WIDE[0] - each * len(line) - _GAP * (len(line) - 1)) // 2
    return [(left + i * (each + _GAP), y, each, h) for i in range(len(line))]


@cache
def compact(players: int) -> Frame:
    """360 wide, as high as the seats need: two columns of sites, the viewer's broad one under them, the hand
    next to it. From six seats on, the others' sites are lower."""
    margin, gap, header, own, piles, role, hand = 6, 6, 67, 126, 94, 108, 108
    site = own if players < _MANY else LOW
    width = COMPACT_WIDTH
    whole, half = width - 2 * margin, (width - 2 * margin - gap) / 2
    others = players - 1
    rows = others // 2
    y = margin + header + gap
    upper: list[Rect] = []
    if others % 2:
        upper, y = [(margin, y, whole, site)], y + site + gap
    tops = [y + row * (site + gap) for row in range(rows)]
    left = [(margin, top, half, site) for top in reversed(tops)]
    right = [(margin + half + gap, top, half, site) for top in tops]
    y += rows * (site + gap)
    below = [0]
    for height in (piles, own, hand, role):
        below.append(below[-1] + height + gap)
    return Frame(
        width,
        y + below[-1],
        (margin, margin, whole, header),
        ((margin, y + below[1], whole, own), *left, *upper, *right),
        (margin, y, whole, piles),
        (margin, y + below[3], whole, role),
        (margin, y + below[2], whole, hand),
        (0, 0, 0, 0),
    )


def frame(players: int, is_compact: bool) -> Frame:
    """The rectangles for 3 to 8 seats."""
    return compact(players) if is_compact else wide(players)
