"""Cards: large faces for the hand, small faces and backs for the sites."""

from collections.abc import Callable

from plombox_widget.game.cards import Card, Kind
from plombox_widget.locales.i18n import Words
from plombox_widget.table import palette, signs
from plombox_widget.table.measure import fit, largest, wrap
from plombox_widget.table.shapes import Box, Disc, Rect, Shape, Text
from plombox_widget.table.text import LETTERS

SMALL, SMALLER, SMALLEST = (38.0, 54.0), (28.0, 42.0), (16.0, 17.0)
"""Width and height of a card on a site, in the wide and in the compact picture, and on a low site."""


def face(card: Card, words: Words, rect: Rect, line: str = palette.INK, thick: float = 2) -> list[Shape]:
    """A card of the hand: a strip with its kind, then what it brings, countable."""
    x, y, w, h = rect
    strip = max(16, h * 0.16)
    title = words(f"picture.{'kind' if w >= 90 else 'short'}.{card.kind}")
    room = w - 2 * thick - 2
    size = largest(title, room, (15, 13, 11, 10, 9), bold=True)
    shapes: list[Shape] = [
        Box(x, y, w, h, palette.PAPER, 8, line, thick),
        Box(x + thick, y + 7, w - 2 * thick, strip, palette.KINDS[card.kind]),
        signs.letter(x + w / 2, y + 7 + strip / 2, fit(title, room, size, True), size, palette.INK, room),
    ]
    top = y + 7 + strip
    body = y + h - top
    if card.kind is not Kind.RESOURCE:
        told = w >= 90
        sign = min(w * 0.5, body * 0.4)
        middle = top + body * (0.28 if told else 0.5)
        shapes += signs.kind_sign(card.kind, x + w / 2, middle, sign)
        return [*shapes, *(_told(card, words, x + w / 2, y + h, w - 14) if told else ())]
    if not card.package:
        back = (x + w * 0.25, top + body * 0.12, w * 0.5, body * 0.76)
        return [*shapes, Box(*back, palette.BACK, 4, palette.BACK_LINE, 1)]
    box = min(w * 0.5, body * 0.46)
    shapes += package(card.package, x + w / 2, top + body * 0.07 + box / 2, box)
    shapes += _counted(card, x + w / 2, top + body * 0.66, w, body)
    return shapes


def _told(card: Card, words: Words, x: float, bottom: float, w: float) -> list[Shape]:
    """What the card does, in a few words at its foot."""
    lines = wrap(words(f"picture.does.{card.kind}"), w, 11, 4)
    return [
        Text(x, bottom - 11 - 13 * (len(lines) - 1 - i), line, 11, palette.INK, align="center", limit=w)
        for i, line in enumerate(lines)
    ]


def package(number: int, x: float, y: float, size: float) -> list[Shape]:
    """A box with one compartment closed, its number large in it."""
    left, top, half = signs.quarter(number, x, y, size)
    digit = signs.letter(
        left + half / 2,
        top + half / 2,
        str(number),
        24 if half > 24 else 15 if half > 14 else 11,
        palette.WHITE,
    )
    return [*signs.parcel(x, y, size, {number}), digit]


def _counted(card: Card, x: float, y: float, w: float, body: float) -> list[Shape]:
    """A row of factories and a row of drops: one sign for each unit, a number from five on."""
    shapes: list[Shape] = []
    size = min(22, body * 0.17, w / 4.7)
    for row, (count, sign) in enumerate(((card.industry, signs.factory), (card.contamination, signs.drop))):
        middle = y + row * size * 1.2
        if count <= 4:
            for i in range(count):
                shapes += sign(x + (i - (count - 1) / 2) * size * 1.15, middle, size)
        else:
            shapes += sign(x - size * 0.7, middle, size)
            shapes.append(signs.letter(x + size * 0.6, middle, str(count), round(size * 0.85), palette.INK))
    return shapes


def small_back(seat: int, rect: Rect, count: int = 1) -> list[Shape]:
    """A face-down card, or several of one seat, with the sign of the seat that played it."""
    x, y, w, h = rect
    shapes: list[Shape] = [Box(x, y, w, h, palette.BACK, 4, palette.BACK_LINE, 1)]
    shapes += signs.emblem(
        seat, x + w / 2, y + (h / 2 if count == 1 else h * 0.36), min(12, w * 0.38), palette.WHITE
    )
    if count > 1:
        shapes.append(
            signs.letter(
                x + w / 2, y + h - 9, f"{signs.TIMES}{count}", 11 if count < 10 else 10, palette.WHITE
            )
        )
    return shapes


def small_face(card: Card, seat: int, face_up: bool, rect: Rect) -> list[Shape]:
    """A known card on a site. Its strip holds the letter of the seat that played it: dark while the card
    is face down for the others."""
    x, y, w, h = rect
    strip, ink = (palette.PAPER_SHADE, palette.INK) if face_up else (palette.BACK, palette.WHITE)
    middle = y + 23
    shapes: list[Shape] = [
        Box(x, y, w, h, palette.WHITE, 4, palette.SOFT_INK, 1),
        Box(x + 2, y + 2, w - 4, 12, strip),
        signs.letter(x + w / 2, y + 8, LETTERS[seat], 11, ink),
        signs.letter(x + 11, middle, str(card.package), 18, palette.INK),
        *signs.parcel(x + w - 12, middle, 14, {card.package}),
    ]
    for row, (count, sign, line) in enumerate(
        (
            (card.industry, signs.factory, palette.INDUSTRY),
            (card.contamination, signs.drop, palette.CONTAMINATION),
        )
    ):
        shapes += _small_count(count, sign, line, x + w / 2, y + 36 + 11 * row)
    return shapes


def _small_count(
    count: int, sign: Callable[..., signs.Shapes], fill: str, x: float, middle: float
) -> list[Shape]:
    """Up to three units as so many signs, more of them as a sign and a number."""
    if count > 3:
        number = signs.letter(x + 6, middle, str(count), 11, palette.INK)
        return [*sign(x - 9, middle, 10, fill), number]
    return [shape for i in range(count) for shape in sign(x + (i - (count - 1) / 2) * 11, middle, 10, fill)]


def narrow(card: Card, seat: int | None, face_up: bool, rect: Rect) -> list[Shape]:
    """A known card where many must fit: its package, a square for each industry, a dot for each
    contamination, a bar for more than three. Without ``seat``, without the strip of its player."""
    x, y, w, h = rect
    shapes: list[Shape] = [Box(x, y, w, h, palette.WHITE, 4, palette.SOFT_INK, 1)]
    top = y + 3
    if seat is not None:
        strip, ink = (palette.PAPER_SHADE, palette.INK) if face_up else (palette.BACK, palette.WHITE)
        shapes.append(Box(x + 2, y + 2, w - 4, 12, strip))
        shapes.append(signs.letter(x + w / 2, y + 8, LETTERS[seat], 11, ink))
        top = y + 14
    pitch = min(8.0, (h - 16 - top + y) / 2, (w - 4) / 3)
    foot = y + h - 2 * pitch - 4
    room = min(foot - top, w * 0.7)
    size = next((size for size in (24, 18, 15, 13) if room >= size * (0.95 if size > 18 else 0.8)), 11)
    shapes.append(signs.letter(x + w / 2, (top + foot) / 2, str(card.package), size, palette.INK))
    middles = foot + (pitch - 1) / 2, foot + pitch * 1.5 + 0.5
    for i in range(min(card.industry, 3)):
        left = x + w / 2 + (i - (min(card.industry, 3) - 1) / 2) * pitch
        wide = pitch if card.industry > 3 else pitch - 1
        shapes.append(Box(left - wide / 2, middles[0] - (pitch - 1) / 2, wide, pitch - 1, palette.INDUSTRY))
    if card.contamination > 3:
        bar = Box(x + w / 2 - 1.5 * pitch, middles[1] - 1, 3 * pitch, 2, palette.CONTAMINATION)
        return [*shapes, bar]
    for i in range(card.contamination):
        at = x + w / 2 + (i - (card.contamination - 1) / 2) * pitch
        shapes.append(Disc(at, middles[1], (pitch - 1) / 2, palette.CONTAMINATION))
    return shapes


def tiny(card: Card | None, seat: int, face_up: bool, rect: Rect) -> list[Shape]:
    """A card of which there is room for one sign: of its player, or of its work package if it is known; dark
    while it is face down for the others."""
    x, y, w, h = rect
    if card is None:
        back = Box(x, y, w, h, palette.BACK, 3)
        return [back, *signs.emblem(seat, x + w / 2, y + h / 2, w * 0.36, palette.WHITE)]
    fill, ink = (palette.WHITE, palette.INK) if face_up else (palette.BACK, palette.WHITE)
    number = signs.letter(x + w / 2, y + h / 2, str(card.package), 11, ink)
    return [Box(x, y, w, h, fill, 3, palette.SOFT_INK, 1), number]


def plain(card: Card, rect: Rect) -> list[Shape]:
    """What a card brings, drawn as on a card of the hand, without the strip of its kind."""
    x, y, w, h = rect
    box = min(w * 0.6, h * 0.46)
    shapes: list[Shape] = [Box(x, y, w, h, palette.WHITE, 5, palette.SOFT_INK, 1)]
    shapes += package(card.package, x + w / 2, y + 5 + box / 2, box)
    return [*shapes, *_counted(card, x + w / 2, y + h * 0.69, w, h * 0.95)]


def pile(number: int, x: float, y: float, w: float, h: float) -> list[Shape]:
    """A stack of backs with the number of its cards; an empty place if there are none."""
    if not number:
        return [Box(x, y, w, h, palette.TABLE_DEEP, 4, palette.CHALK_SOFT, 1)]
    shapes: list[Shape] = []
    for i in range(min(3, number)):
        shapes.append(Box(x + 2 * i, y - 2 * i, w, h, palette.BACK, 4, palette.BACK_LINE, 1))
    at = 2 * (min(3, number) - 1)
    size = largest(str(number), w - 8, (24, 18, 13), bold=True)
    return [*shapes, signs.letter(x + at + w / 2, y - at + h / 2, str(number), size, palette.WHITE)]
