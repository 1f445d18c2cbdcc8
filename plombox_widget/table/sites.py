"""A site: whose it is, what it counts as far as the viewer knows, and the cards that lie on it."""

from collections.abc import Sequence
from typing import NamedTuple

from plombox_widget.game.cards import Card
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import HandCard
from plombox_widget.table import cards, gauges, palette, signs, would
from plombox_widget.table.measure import fit, text_width, wrap
from plombox_widget.table.shapes import Box, Part, Rect, Region, Shape, Spot, Text
from plombox_widget.table.view import View


class Style(NamedTuple):
    """Sizes of a site, in logical pixels."""

    pad: float
    emblem: float
    """Radius."""
    name: int
    small: int
    """Size of the smaller text."""
    parcel: float
    gauges: float
    """Top of the gauges below the top of the site."""
    bar: float
    """Height of a bar."""
    number: int
    note: float
    """Width of the block beside the cards."""


WIDE = Style(14, 14, 18, 13, 58, 46, 17, 18, 112)
COMPACT = Style(8, 9, 13, 11, 30, 27, 9, 12, 76)


class _Site(NamedTuple):
    """What the pieces of one site are drawn from."""

    observation: Observation
    view: View
    seat: int
    style: Style
    rect: Rect
    offered: HandCard | None
    """The picked card, if it may be played here."""


def site(observation: Observation, view: View, seat: int, rect: Rect) -> Region:
    """The region of one site. Lit if the picked card may be played there, framed if its seat acts."""
    target = any(move.card == view.picked and move.target == seat for move in observation.legal_moves)
    offered = next((held for held in observation.hand if target and held.card_index == view.picked), None)
    here = _Site(observation, view, seat, COMPACT if view.compact else WIDE, rect, offered)
    line, thick = _frame(here)
    shapes = [Box(*rect, palette.PAPER, 10, line, thick), *_title(here), *_gauges(here), *_cards(here)]
    return Region(rect, palette.TABLE, tuple(shapes), (Spot(Part("site", seat), rect),))


def _frame(here: _Site) -> tuple[str, float]:
    thick = 5 if not here.view.compact else 4
    if here.offered is not None:
        pointed = here.view.hovered == Part("site", here.seat)
        return (palette.WHITE if pointed else palette.LIT), thick
    if here.observation.turn == here.seat:
        return palette.ACTING, thick
    return palette.TABLE_EDGE, 1


class _Chip(NamedTuple):
    sign: str
    text: str
    fill: str


def _chips(here: _Site) -> list[_Chip]:
    """What waits for the seat, its role if the viewer may know it, and a hint."""
    seen, words, seat = here.observation, here.view.words, here.seat
    chips = []
    if here.view.hint is not None and here.view.hint.target == seat and here.offered is not None:
        chips.append(_Chip("", words("picture.hint"), palette.LIT))
    if seen.turn == seat and seen.plays > 1:
        chips.append(_Chip("plus", words("picture.plays", count=seen.plays), palette.ACTING))
    if seen.extra[seat]:
        text = f"{seen.extra[seat]}" if here.view.compact else words("picture.extra", count=seen.extra[seat])
        chips.append(_Chip("plus", text, palette.GREEN))
    if seen.lost[seat]:
        text = f"{seen.lost[seat]}" if here.view.compact else words("picture.lost", count=seen.lost[seat])
        chips.append(_Chip("minus", text, palette.PURPLE))
    return chips


def _title(here: _Site) -> list[Shape]:
    """Emblem and name on the left, chips and the role on the right."""
    x, y, w, _ = here.rect
    style, compact = here.style, here.view.compact
    middle = y + style.gauges / 2 + 1
    left, right = x + style.pad + style.emblem, x + w - style.pad
    shapes: list[Shape] = [*signs.emblem(here.seat, left, middle, style.emblem)]
    left += style.emblem + (6 if compact else 10)
    role = here.observation.roles[here.seat]
    if role is not None:
        text = "" if compact else here.view.words(f"role.{role}")
        right = _badge(shapes, signs.role_sign, role, text, palette.ROLES[role], right, middle, style)
    for chip in reversed(_chips(here)):
        if right - left < text_width(chip.text, style.small, True) + 60:
            continue
        sign = {"plus": signs.plus, "minus": signs.minus}.get(chip.sign)
        right = _badge(shapes, _drawn, sign, chip.text, chip.fill, right, middle, style)
    room = right - left
    name = fit(here.view.name(here.seat), room, style.name, True)
    shapes.append(
        Text(left, middle + signs.CAP * style.name, name, style.name, palette.INK, True, limit=room)
    )
    own = here.seat == here.observation.seat
    label = here.view.label(here.seat) or (here.view.words("picture.you") if own else "")
    after = left + text_width(name, style.name, True) + 8
    if label and not compact and right - after > 50:
        text = fit(label, right - after, style.small)
        y = middle + signs.CAP * style.name
        shapes.append(Text(after, y, text, style.small, palette.SOFT_INK, limit=right - after))
    return shapes


def _drawn(sign: object, x: float, y: float, size: float) -> Sequence[Shape]:
    return sign(x, y, size * 0.75) if callable(sign) else ()


def _badge(
    shapes: list[Shape],
    draw: object,
    what: object,
    text: str,
    fill: str,
    right: float,
    middle: float,
    style: Style,
) -> float:
    """A small label that ends at ``right``; returns where the next one may end."""
    sign = style.small + 3 if what is not None else 0
    width = (
        text_width(text, style.small, True) + 12 + (sign + 4 if sign else 0) - (4 if sign and not text else 0)
    )
    height = style.small + (9 if style is WIDE else 6)
    left = right - width
    shapes.append(Box(left, middle - height / 2, width, height, fill, 5))
    if what is not None and callable(draw):
        shapes += draw(what, left + 6 + sign / 2, middle, sign)
    if text:
        at = left + 6 + (sign + 4 if sign else 0)
        y = middle + signs.CAP * style.small
        shapes.append(Text(at, y, text, style.small, palette.INK, True, limit=right - 5 - at))
    return left - 6


_BARS = (
    (signs.factory, palette.INDUSTRY, palette.INDUSTRY_PALE),
    (signs.drop, palette.CONTAMINATION, palette.CONTAMINATION_PALE),
)


def _gauges(here: _Site) -> list[Shape]:
    """The PlomBOX of the site and its two bars, each with its number; ``+`` where cards are unseen."""
    x, y, w, _ = here.rect
    seen, style = here.observation, here.style
    known, unseen = seen.known(here.seat), seen.unknown(here.seat)
    card = here.offered.card if here.offered is not None and here.offered.card.is_resource else None
    left, top, size = x + style.pad, y + style.gauges, style.parcel
    added = card.package if card else 0
    shapes = gauges.parcel(known.packages, unseen, left + size / 2, top + size / 2, size, added)
    sign = style.bar * 1.45
    start = left + size + sign + (12 if not here.view.compact else 8)
    number = text_width("99+", style.number, True) + 6
    end = x + w - style.pad - number
    for row, measure in enumerate(gauges.measures(seen, here.seat, card)):
        draw, colour, pale = _BARS[row]
        middle = top + size * (0.24 + 0.53 * row)
        shapes += draw(start - sign / 2 - 3, middle, sign)
        shapes += gauges.bar(measure, start, middle - style.bar / 2, end - start, style.bar, colour, pale)
        text = str(measure.known + measure.added) + "+" * bool(unseen)
        if measure.added:
            height = style.number + 4
            shapes.append(Box(end + 4, middle - height / 2, number - 2, height, palette.LIT, 3))
        at = Text(end + 7, middle + signs.CAP * style.number, text, style.number, palette.INK, True)
        shapes.append(at._replace(limit=number - 6))
    return shapes


class _Slot(NamedTuple):
    """A card on a site, or several face-down cards of one seat together."""

    card: Card | None
    seat: int
    face_up: bool
    number: int = 1


_LEAST_STEP = 19
"""Of overlapping cards: what is left to see of each is its package."""


def _cards(here: _Site) -> list[Shape]:
    """The cards of the site, and beside them how many they are, or what the picked card would do here."""
    x, y, w, h = here.rect
    style = here.style
    top = y + h - cards.SMALL[1] - (9 if not here.view.compact else 6)
    note = style.note if here.offered is not None or not here.view.compact else 0
    if here.view.compact and here.offered is None:
        note = 30
    shapes = _row(here, x + style.pad, top, w - 2 * style.pad - note - 6)
    left, width = x + w - style.pad - note, note
    if here.offered is None:
        return [*shapes, *_count(here, left, top, width)]
    lines = would.lines(here.observation, here.view.words, here.seat, here.offered.card)
    return [*shapes, *_note(lines, left, top, width, style)]


def _count(here: _Site, left: float, top: float, width: float) -> list[Shape]:
    """How many cards lie here, and how many of them the viewer cannot see."""
    words, style = here.view.words, here.style
    number, unseen = len(here.observation.sites[here.seat]), here.observation.unknown(here.seat)
    right, size = left + width, style.small
    if here.view.compact:
        return _count_compact(number, unseen, right, top, width)
    lines = [words("picture.cards", count=number)] + [words("picture.unseen", count=unseen)] * bool(unseen)
    return [
        Text(
            right, top + 18 + 20 * row, fit(line, width, size), size, palette.SOFT_INK, False, "right", width
        )
        for row, line in enumerate(lines)
    ]


def _count_compact(number: int, unseen: int, right: float, top: float, width: float) -> list[Shape]:
    """The number of cards; under it, beside a small back, the number of unseen ones."""
    if not number:
        return []
    shapes: list[Shape] = [Text(right, top + 18, str(number), 15, palette.SOFT_INK, True, "right", width)]
    if unseen:
        shapes.append(Box(right - width + 1, top + 29, 10, 14, palette.BACK, 2))
        shapes.append(Text(right, top + 41, str(unseen), 12, palette.SOFT_INK, True, "right", width - 13))
    return shapes


def _note(lines: Sequence[str], left: float, top: float, width: float, style: Style) -> list[Shape]:
    """What the picked card would do, lit."""
    height, size = cards.SMALL[1], style.small
    shapes: list[Shape] = [Box(left, top, width, height, palette.LIT, 5)]
    shown = [
        part for line in lines[:3] for part in wrap(line, width - 8, size, 2 if len(lines) < 3 else 1, True)
    ]
    shown = shown[:3]
    step = min(16, height / max(1, len(shown)))
    first = top + height / 2 - step * (len(shown) - 1) / 2
    for row, line in enumerate(shown):
        fits = min(size, 12) if len(shown) == 3 else size
        text = fit(line, width - 8, fits, True)
        shapes.append(signs.letter(left + width / 2, first + row * step, text, fits, palette.INK, width - 8))
    return shapes


def _row(here: _Site, left: float, top: float, width: float) -> list[Shape]:
    slots = [_Slot(entry.card, entry.seat, entry.face_up) for entry in here.observation.sites[here.seat]]
    w = cards.SMALL[0]
    if len(slots) * (w + 3) - 3 > width:
        slots = together(slots)
    most = 1 + int((width - w) / _LEAST_STEP)
    shapes: list[Shape] = []
    if len(slots) > most:
        hidden = len(slots) - (most - 2)
        slots = slots[hidden:]
        text = f"+{hidden}"
        shapes.append(Text(left, top + cards.SMALL[1] / 2 + 5, text, 13, palette.SOFT_INK, True, limit=28))
        left, width = left + 30, width - 30
    if not slots:
        return shapes
    step = min(w + 3, (width - w) / max(1, len(slots) - 1))
    for i, slot in enumerate(slots):
        if slot.card is None:
            shapes += cards.small_back(slot.seat, left + i * step, top, slot.number)
        else:
            shapes += cards.small_face(slot.card, slot.seat, slot.face_up, left + i * step, top)
    return shapes


def together(slots: Sequence[_Slot]) -> list[_Slot]:
    """Known cards first, then one slot for all the unseen cards of a seat: what differs stays visible."""
    counts: dict[int, int] = {}
    for slot in slots:
        if slot.card is None:
            counts[slot.seat] = counts.get(slot.seat, 0) + slot.number
    known = [slot for slot in slots if slot.card is not None]
    return [*known, *(_Slot(None, seat, False, count) for seat, count in sorted(counts.items()))]
