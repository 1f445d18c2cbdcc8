"""Beside the cards of a site: how many they are, or, while a card is picked, what it would do there."""

from plombox_widget.game.observation import Observation
from plombox_widget.game.state import HandCard
from plombox_widget.table import palette, signs, would
from plombox_widget.table.measure import fit, largest, text_width, wrap
from plombox_widget.table.shapes import Box, Rect, Shape, Text
from plombox_widget.table.view import View

WIDTH = 112.0
"""Of a note in the wide picture."""
COUNT = 19.0
"""Height of the line above it."""


def note(
    observation: Observation, view: View, seat: int, offered: HandCard | None, rect: Rect
) -> list[Shape]:
    """Lit if ``offered``, the picked card, may be played at the site of ``seat``."""
    if offered is not None:
        return (_strip if view.compact else _block)(observation, view, seat, offered, rect)
    if view.compact:
        return _count_compact(observation, view, seat, rect)
    x, y, w, _ = rect
    told = _counted(observation, view, seat)[1:]
    return [
        Text(x + w - 8, y + 16, fit(line, w - 8, 13), 13, palette.SOFT_INK, False, "right", w - 8)
        for line in told
    ]


def count(observation: Observation, view: View, seat: int, rect: Rect) -> list[Shape]:
    """For the wide picture: how many cards lie on a site."""
    x, y, w, _ = rect
    told = fit(_counted(observation, view, seat)[0], w - 8, 13)
    return [Text(x + w - 8, y + 15, told, 13, palette.SOFT_INK, False, "right", w - 8)]


def _counted(observation: Observation, view: View, seat: int) -> list[str]:
    number, unseen = len(observation.sites[seat]), observation.unknown(seat)
    lines = [view.words("picture.cards", count=number)]
    return [*lines, view.words("picture.unseen", count=unseen)] if unseen else lines


def _count_compact(observation: Observation, view: View, seat: int, rect: Rect) -> list[Shape]:
    x, y, w, h = rect
    lines = _counted(observation, view, seat)
    base = y + h / 2 + signs.CAP * 11
    shapes: list[Shape] = [Text(x + 2, base, fit(lines[0], w * 0.5, 11), 11, palette.SOFT_INK, limit=w * 0.5)]
    if len(lines) > 1:
        room = w - 8 - text_width(lines[0], 11)
        shapes.append(
            Text(x + w - 2, base, fit(lines[1], room, 11), 11, palette.SOFT_INK, False, "right", room)
        )
    return shapes


def _totals(observation: Observation, seat: int, card: HandCard) -> tuple[str, str]:
    """Industry and contamination with the card on the site; ``+`` where unseen cards may add to it."""
    known, more = observation.known(seat), "+" * bool(observation.unknown(seat))
    return (
        f"{known.industry + card.card.industry}{more}",
        f"{known.contamination + card.card.contamination}{more}",
    )


def _block(observation: Observation, view: View, seat: int, offered: HandCard, rect: Rect) -> list[Shape]:
    """For the wide picture: the new totals, and what changes, in words."""
    x, y, w, h = rect
    x, w, h = x + 1, w - 4, h - 1
    shapes: list[Shape] = [Box(x, y, w, h, palette.LIT, 4)]
    lines = would.lines(observation, view.words, seat, offered.card)
    if offered.card.package:
        shapes += _signed(observation, seat, offered, x + 8, y + 11, 15, w / 2 - 4)
        y, h, lines = y + 18, h - 19, (_shortest(lines, w - 6),)
    told = [fit(line, w - 6, 11, True) for line in lines][:2]
    if len(lines) == 1 and text_width(lines[0], 11, True) > w - 6 and h > 30:
        told = list(wrap(lines[0], w - 6, 11, 2, True))
    top = y + h / 2 - 15 * (len(told) - 1) / 2
    for row, line in enumerate(told):
        shapes.append(signs.letter(x + w / 2, top + row * 15, line, 11, palette.INK, w - 6))
    return shapes


def _shortest(lines: tuple[str, ...], room: float, size: int = 11) -> str:
    """All lines in one if they fit; else as many of them as do, the first at least."""
    told = lines[0]
    for line in lines[1:]:
        if text_width(f"{told}, {line}", size, True) <= room:
            told = f"{told}, {line}"
    return told


def _signed(
    observation: Observation, seat: int, offered: HandCard, x: float, middle: float, sign: float, step: float
) -> list[Shape]:
    """The two new totals, each behind its sign."""
    shapes: list[Shape] = []
    totals = _totals(observation, seat, offered)
    for i, (draw, total) in enumerate(zip((signs.factory, signs.drop), totals, strict=True)):
        left = x + i * step
        room = step - sign - 4
        size = (
            largest(total, room, (13, 11, 10, 9), True)
            if sign > 12
            else largest(total, room, (11, 10, 9), True)
        )
        shapes += draw(left + sign / 2, middle, sign)
        base = middle + signs.CAP * size
        shapes.append(Text(left + sign + 3, base, total, size, palette.INK, True, limit=room))
    return shapes


def _strip(observation: Observation, view: View, seat: int, offered: HandCard, rect: Rect) -> list[Shape]:
    """For the compact picture: one line."""
    x, y, w, h = rect
    middle = y + h / 2
    shapes: list[Shape] = [Box(x, y, w, h, palette.LIT)]
    lines = would.lines(observation, view.words, seat, offered.card)
    left = x + 3
    if offered.card.package:
        shapes += _signed(observation, seat, offered, left, middle, 11, 35)
        left += 75
    elif len(lines) > 1:
        number = str(len(observation.sites[seat]))
        shapes += signs.lens(left + 6, middle, 13)
        shapes.append(Text(left + 15, middle + 4, number, 11, palette.INK, True, limit=20))
        left, lines = left + 36, lines[1:]
    room = x + w - 3 - left
    told = _shortest(lines, room, 9)
    size = largest(told, room, (11, 10, 9), True)
    told = fit(told, room, size, True)
    shapes.append(Text(left, middle + signs.CAP * size, told, size, palette.INK, True, limit=room))
    return shapes
