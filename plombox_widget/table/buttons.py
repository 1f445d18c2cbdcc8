"""The buttons that stand in the picture itself: what would go on is where the eye is."""

from collections.abc import Callable
from functools import partial

from plombox_widget.table import palette, signs
from plombox_widget.table.measure import text_width
from plombox_widget.table.shapes import Box, Part, Rect, Shape, Spot, Text
from plombox_widget.table.view import Offer, View

_SIGNS: dict[str, Callable[[float, float, float], signs.Shapes]] = {
    "next": signs.forward,
    "skip": partial(signs.forward, count=2),
    "pause": signs.pause,
    "now": signs.now,
    "new": signs.plus,
}
_GAP = 8
_SIZES = (18, 16, 15, 13, 11)
_EVEN = 0.5
"""Share of the row that a button of the narrow picture has."""


def buttons(view: View, rect: Rect, most: float) -> tuple[list[Shape], list[Spot], float]:
    """The buttons at the right end of a row, their spots, and the left end of what they take.

    In the wide picture each is as broad as its word, all together ``most`` logical pixels at most; in the
    narrow one they share the row. A spot is as high as the row.
    """
    x, y, w, h = rect
    if not view.offers:
        return [], [], x + w
    words = [view.words(offer.key) for offer in view.offers]
    if view.compact:
        each = (w - _GAP) * _EVEN
        size = next((size for size in _SIZES[2:] if max(_width(told, size) for told in words) <= each), 11)
        widths = [each for _ in words]
    else:
        size = next((s for s in _SIZES if sum(_width(told, s) + _GAP for told in words) <= most), 11)
        widths = [_width(told, size) for told in words]
    left = x + w - sum(widths) - _GAP * (len(words) - 1)
    end, shapes, spots = left, [], []
    for i, (offer, told, width) in enumerate(zip(view.offers, words, widths, strict=True)):
        place = (left, y + 1, width, h - 2)
        shapes += _button(view, offer, told, place, size, palette.LIT if i == 0 else palette.CHALK)
        spots.append(Spot(Part("button", offer.name), (left, y, width, h)))
        left += width + _GAP
    return shapes, spots, end


def _width(told: str, size: int) -> float:
    return text_width(told, size, True) + _sign(size) + 9 + 2 * _pad(size)


def _sign(size: int) -> float:
    return size + 2


def _pad(size: int) -> float:
    return 14 if size > 15 else 8


def _button(view: View, offer: Offer, told: str, place: Rect, size: int, fill: str) -> list[Shape]:
    x, y, w, h = place
    pointed = view.hovered == Part("button", offer.name)
    fill, line = (palette.WHITE, palette.ACTING) if pointed else (fill, palette.TABLE_EDGE)
    room = w - _sign(size) - 9 - 2 * _pad(size)
    left = x + (w - text_width(told, size, True) - _sign(size) - 9) / 2
    middle = y + h / 2
    return [
        Box(x, y, w, h, fill, 8, line, 3 if pointed else 1),
        *_SIGNS[offer.sign](left + _sign(size) / 2, middle, _sign(size) - 2),
        Text(left + _sign(size) + 9, middle + signs.CAP * size, told, size, palette.INK, True, limit=room),
    ]
