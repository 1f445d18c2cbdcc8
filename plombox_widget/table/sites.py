"""A site: whose it is, what it counts as far as the viewer knows, and the cards that lie on it.

It is made of regions that change apart from each other: ``ring``, ``title``, ``gauges``, ``cards``,
``note`` and ``count``. The panel under them belongs to the table and does not change.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import NamedTuple

from plombox_widget.game.cards import Card
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import HandCard
from plombox_widget.table import cards, gauges, notes, palette, signs
from plombox_widget.table.frames import LOW
from plombox_widget.table.measure import fit, largest, text_width
from plombox_widget.table.shapes import Box, Part, Rect, Region, Shape, Spot, Text
from plombox_widget.table.view import View


class Style(NamedTuple):
    """Sizes of a site, in logical pixels; places count from its left top corner."""

    pad: float
    emblem: float
    """Radius."""
    name: int
    small: int
    """Size of the smaller text."""
    gauges: float
    """Top of the gauges."""
    parcel: float
    bar: float
    """Height of a bar."""
    number: int
    card: tuple[float, float]
    ring: float
    chip: float
    """Half the room at the ends of a chip."""


WIDE = Style(14, 14, 18, 13, 44, 58, 17, 18, cards.SMALL, 4, 3)
COMPACT = Style(8, 9, 13, 11, 26, 30, 11, 12, cards.SMALLER, 3, 2)
LOWER = COMPACT._replace(card=cards.SMALLEST)
"""For a low site: the cards are signs, and give way to what the picked card would do."""
_RADIUS, _INSET = 5, 6
"""Of a panel's corners, and of what is painted on it, so that the corners stay round."""


Sign = Callable[[float, float, float], signs.Shapes]


class _Site(NamedTuple):
    """What the pieces of one site are drawn from."""

    observation: Observation
    view: View
    seat: int
    style: Style
    rect: Rect
    offered: HandCard | None
    """The picked card, if it may be played here."""


def panel(rect: Rect) -> Box:
    """What a site lies on."""
    return Box(*rect, palette.PAPER, _RADIUS)


def site(observation: Observation, view: View, seat: int, rect: Rect) -> list[tuple[str, Region]]:
    """The regions of one site. Its ring is lit for a target of the picked card, and for the acting seat."""
    target = any(move.card == view.picked and move.target == seat for move in observation.legal_moves)
    offered = next((held for held in observation.hand if target and held.card_index == view.picked), None)
    x, y, w, h = rect
    style = WIDE if not view.compact else COMPACT if h > LOW else LOWER
    here = _Site(observation, view, seat, style, rect, offered)
    left, inner = x + _INSET, w - 2 * _INSET
    top = style.parcel + (9 if not view.compact else 6)
    lower = y + style.gauges + top
    pieces = [
        ("ring", _ring(here)),
        ("title", _on_panel((left, y + 3, inner, style.gauges - 3), _title(here))),
        ("gauges", _on_panel((left, y + style.gauges, inner, top), _gauges(here))),
    ]
    if style is LOWER:
        row = (left, lower, inner, y + h - lower - 3)
        pieces.append(("cards", _on_panel(row, _low(here, row))))
        return [(f"{name} {seat}", region) for name, region in pieces]
    if view.compact:
        row = (left, lower, inner, style.card[1] + 2)
        note = (left, lower + style.card[1] + 2, inner, y + h - lower - style.card[1] - 5)
    else:
        row = (left, lower, inner - notes.WIDTH - 4, y + h - lower - 4)
        column = (x + w - _INSET - notes.WIDTH - 4, notes.WIDTH + 4)
        count = (column[0], lower, column[1], notes.COUNT)
        note = (column[0], lower + notes.COUNT, column[1], y + h - lower - notes.COUNT - 4)
        pieces.append(("count", _on_panel(count, notes.count(observation, view, seat, count))))
    pieces += [
        ("cards", _on_panel(row, _row(here, x + style.pad, lower + 1, row[0] + row[2] - x - style.pad - 4))),
        ("note", _on_panel(note, notes.note(observation, view, seat, offered, note))),
    ]
    return [(f"{name} {seat}", region) for name, region in pieces]


def _on_panel(rect: Rect, shapes: Sequence[Shape]) -> Region:
    return Region(rect, palette.PAPER, tuple(shapes))


def _ring(here: _Site) -> Region:
    """A frame round the panel, or its shadow; painted whole whatever it was before."""
    x, y, w, h = here.rect
    t = here.style.ring
    colour = palette.FELT
    if here.offered is not None:
        colour = palette.WHITE if here.view.previews(here.seat) else palette.LIT
    elif here.observation.turn == here.seat and here.observation.plays:
        colour = palette.ACTING
    strips: list[Shape] = [
        Box(x - t, y - t, w + 2 * t, t, colour),
        Box(x - t, y + h, w + 2 * t, t, colour),
        Box(x - t, y, t, h, colour),
        Box(x + w, y, t, h, colour),
    ]
    if colour == palette.FELT:
        strips.append(Box(x + t, y + h, w - 2 * t, t - 1, palette.TABLE_EDGE))
    spot = Spot(Part("site", here.seat), here.rect)
    return Region((x - t, y - t, w + 2 * t, h + 2 * t), "", tuple(strips), (spot,))


class _Chip(NamedTuple):
    """A small label: a sign, a word, and what stands for the word where there is no room."""

    sign: Sign
    text: str
    short: str
    fill: str


def _chips(here: _Site) -> list[_Chip]:
    """From left to right: a hint, the plays left, what waits for the seat, its role if it is known."""
    seen, view, seat = here.observation, here.view, here.seat
    chips = []
    if view.hint is not None and view.hint.target == seat and view.picked in (None, view.hint.card):
        chips.append(_Chip(signs.bulb, view.words("picture.hint"), "", palette.LIT))
    counts = (
        (seen.plays if seen.turn == seat and seen.plays > 1 else 0, "plays", _next, palette.ACTING),
        (seen.extra[seat], "extra", _plus, palette.GREEN),
        (seen.lost[seat], "lost", _minus, palette.PURPLE),
    )
    for number, name, sign, fill in counts:
        if number:
            chips.append(_Chip(sign, view.words(f"picture.{name}", count=number), str(number), fill))
    role = seen.roles[seat]
    if role is not None:
        chips.append(
            _Chip(partial(signs.role_sign, role), view.words(f"role.{role}"), "", palette.ROLES[role])
        )
    return chips


def _next(x: float, y: float, size: float) -> signs.Shapes:
    return signs.forward(x, y, size * 0.75)


def _plus(x: float, y: float, size: float) -> signs.Shapes:
    return signs.plus(x, y, size * 0.75)


def _minus(x: float, y: float, size: float) -> signs.Shapes:
    return signs.minus(x, y, size * 0.75)


def _title(here: _Site) -> list[Shape]:
    """Emblem and name on the left, chips on the right, in words if the name keeps its room."""
    x, y, w, _ = here.rect
    style, view = here.style, here.view
    middle = y + style.gauges / 2 + 1
    left, right = x + style.pad + style.emblem, x + w - style.pad
    shapes: list[Shape] = [*signs.emblem(here.seat, left, middle, style.emblem)]
    left += style.emblem + (6 if view.compact else 10)
    wide = text_width(" ".join(view.name(here.seat).split()), style.name, True)
    chips = _shortened(_chips(here), right - left - wide - 8, style)
    for chip in reversed(chips):
        shapes += _badge(chip, right, middle, style)
        right -= _chip_width(chip, style)
    base = middle + signs.CAP * style.name
    name = fit(view.name(here.seat), right - left, style.name, True)
    shapes.append(Text(left, base, name, style.name, palette.INK, True, limit=right - left))
    own = here.seat == here.observation.seat
    label = view.label(here.seat) or (view.words("picture.you") if own else "")
    after = left + text_width(name, style.name, True) + 8
    if label and text_width(label, style.small) <= right - after:
        shapes.append(Text(after, base, label, style.small, palette.SOFT_INK, limit=right - after))
    return shapes


def _shortened(chips: list[_Chip], room: float, style: Style) -> list[_Chip]:
    """Without their words, as many as must be for the name to keep its room: the last ones first."""
    kept = list(chips)
    for at in reversed(range(len(kept))):
        if sum(_chip_width(chip, style) for chip in kept) <= room:
            break
        kept[at] = kept[at]._replace(text=kept[at].short)
    return kept


def _chip_width(chip: _Chip, style: Style) -> float:
    """With the gap after it."""
    text = text_width(chip.text, style.small, True)
    sign = style.small + 3 + (style.chip if text else 0)
    return text + sign + 5 * style.chip + 2


def _badge(chip: _Chip, right: float, middle: float, style: Style) -> list[Shape]:
    """A chip that ends at ``right``."""
    width = _chip_width(chip, style) - style.chip - 2
    height = style.small + (9 if style is WIDE else 6)
    left = right - width
    shapes: list[Shape] = [Box(left, middle - height / 2, width, height, chip.fill, 4)]
    sign = style.small + 3
    left += style.chip * 2
    shapes += chip.sign(left + sign / 2, middle, sign)
    left += sign + style.chip
    if chip.text:
        base = middle + signs.CAP * style.small
        shapes.append(
            Text(left, base, chip.text, style.small, palette.INK, True, limit=right - style.chip - left)
        )
    return shapes


_BARS = (
    (signs.factory, palette.INDUSTRY, palette.INDUSTRY_PALE),
    (signs.drop, palette.CONTAMINATION, palette.CONTAMINATION_PALE),
)


def _gauges(here: _Site) -> list[Shape]:
    """The PlomBOX of the site and its two bars, each with its number; ``+`` where cards are unseen."""
    x, y, w, _ = here.rect
    seen, style = here.observation, here.style
    known, unseen = seen.known(here.seat), seen.unknown(here.seat)
    card = None
    if here.offered is not None and here.view.previews(here.seat) and here.offered.card.is_resource:
        card = here.offered.card
    left, top, size = x + style.pad, y + style.gauges + 3, style.parcel
    added = card.package if card else 0
    shapes = gauges.parcel(known.packages, unseen, left + size / 2, top + size / 2, size, added)
    sign = style.bar * (1.45 if not here.view.compact else 1.2)
    start = left + size + sign + (12 if not here.view.compact else 8)
    number = ceil(text_width("99+", style.number, True)) + 6
    end = x + w - style.pad - number
    for row, measure in enumerate(gauges.measures(seen, here.seat, card)):
        draw, colour, pale = _BARS[row]
        middle = top + size * (0.24 + 0.53 * row)
        shapes += draw(start - sign / 2 - 3, middle, sign)
        shapes += gauges.bar(measure, start, middle - style.bar / 2, end - start, style.bar, colour, pale)
        text = str(measure.known + measure.added) + "+" * bool(unseen)
        ink = palette.INK
        if measure.added or measure.reached:
            height = style.number + 4
            pill = min(number - 2, ceil(text_width(text, style.number, True)) + 7)
            # Dark for what is reached, as a closed compartment of the PlomBOX is.
            fill, ink = (palette.LIT, palette.INK) if measure.added else (palette.INK, palette.WHITE)
            shapes.append(Box(end + 4, middle - height / 2, pill, height, fill, 3))
        digits = largest(text, number - 6, (style.number, 15, 13, 11, 9), True)
        base = middle + signs.CAP * digits
        shapes.append(Text(end + 7, base, text, digits, ink, True, limit=number - 6))
    return shapes


class _Slot(NamedTuple):
    """A card on a site, or several face-down cards of one seat together."""

    card: Card | None
    seat: int
    face_up: bool
    number: int = 1


_GAP, _NARROW, _TOGETHER, _MORE = 3, 17.0, 25.0, 32
"""Between cards; widths of a narrow card and of a back for several; room for the number of hidden ones."""


def _row(here: _Site, left: float, top: float, width: float) -> list[Shape]:
    """The cards: side by side; else the unseen ones of a seat together; else narrow; else the newest."""
    slots = [_Slot(entry.card, entry.seat, entry.face_up) for entry in here.observation.sites[here.seat]]
    w, h = here.style.card
    back, face = w, w
    if len(slots) * (w + _GAP) - _GAP > width:
        slots, back = together(slots), _TOGETHER
    if not slots:
        return [Box(left, top, w, h, palette.PAPER, 4, palette.PAPER_SHADE, 2)]
    known = sum(slot.card is not None for slot in slots)
    room = width + _GAP - (len(slots) - known) * (back + _GAP)
    face = min(w, max(_NARROW, room / max(1, known) - _GAP))
    shapes: list[Shape] = []
    if known * (face + _GAP) > room or room < 0:
        kept: list[_Slot] = []
        for slot in reversed(slots):
            each = (back if slot.card is None else face) + _GAP
            if sum((back if one.card is None else face) + _GAP for one in kept) + each > width - _MORE + _GAP:
                break
            kept.insert(0, slot)
        hidden = sum(slot.number for slot in slots[: len(slots) - len(kept)])
        shapes.append(Text(left, top + h / 2 + 5, f"+{hidden}", 13, palette.SOFT_INK, True, limit=_MORE))
        left, slots = left + _MORE, kept
    for slot in slots:
        at = (left, top, back if slot.card is None else face, h)
        if slot.card is None:
            shapes += cards.small_back(slot.seat, at, slot.number)
        else:
            draw = cards.small_face if face == cards.SMALL[0] else cards.narrow
            shapes += draw(slot.card, slot.seat, slot.face_up, at)
        left += at[2] + _GAP
    return shapes


def _low(here: _Site, rect: Rect) -> list[Shape]:
    """One line: what the picked card would do, else the cards, the unseen ones of a seat together."""
    if here.offered is not None:
        return notes.note(here.observation, here.view, here.seat, here.offered, rect)
    left, top, width, _ = rect
    slots = [_Slot(entry.card, entry.seat, entry.face_up) for entry in here.observation.sites[here.seat]]
    slots = together(slots)
    (w, h), end = here.style.card, left + width - 2
    left += 2
    room = end - left
    kept = slots
    while sum(_low_width(slot, w) for slot in kept) > room:
        kept, room = kept[1:], end - left - _MORE
    if len(kept) < len(slots):
        hidden = sum(slot.number for slot in slots[: len(slots) - len(kept)])
        base = top + 1 + h / 2 + signs.CAP * 11
        shapes: list[Shape] = [Text(left, base, f"+{hidden}", 11, palette.SOFT_INK, True, limit=_MORE - 4)]
        left += _MORE
    else:
        shapes = []
    for slot in kept:
        at = (left, top + 1, w, h)
        shapes += cards.tiny(slot.card, slot.seat, slot.face_up, at)
        if slot.number > 1:
            number = f"{signs.TIMES}{slot.number}"
            base = top + 1 + h / 2 + signs.CAP * 10
            limit = text_width(number, 10, True)
            shapes.append(Text(left + w + 1, base, number, 10, palette.INK, True, limit=limit))
        left += _low_width(slot, w)
    return shapes


def _low_width(slot: _Slot, w: float) -> float:
    return w + 3 + (ceil(text_width(f"{signs.TIMES}{slot.number}", 10, True)) if slot.number > 1 else 0)


def together(slots: Sequence[_Slot]) -> list[_Slot]:
    """Known cards first, then one slot for all the unseen cards of a seat: what differs stays visible."""
    counts: dict[int, int] = {}
    for slot in slots:
        if slot.card is None:
            counts[slot.seat] = counts.get(slot.seat, 0) + slot.number
    known = [slot for slot in slots if slot.card is not None]
    return [*known, *(_Slot(None, seat, False, count) for seat, count in sorted(counts.items()))]
