"""Beside the cards of a site: how many they are, or, while a card is picked, what it would do there."""

from plombox_widget.game.cards import Kind
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import HandCard
from plombox_widget.table import palette, signs, would
from plombox_widget.table.measure import fit, text_width, wrap
from plombox_widget.table.shapes import Box, Rect, Shape, Text
from plombox_widget.table.view import View

WIDTH = 112.0
"""Of a note in the wide picture."""


def note(
    observation: Observation, view: View, seat: int, offered: HandCard | None, rect: Rect
) -> list[Shape]:
    """Lit if ``offered``, the picked card, may be played at the site of ``seat``."""
    if offered is None:
        return (_count_compact if view.compact else _count)(observation, view, seat, rect)
    draw = _strip if view.compact else _block
    return draw(observation, view, seat, offered, rect)


def _count(observation: Observation, view: View, seat: int, rect: Rect) -> list[Shape]:
    """How many cards lie here, and how many of them the viewer cannot see."""
    x, y, w, _ = rect
    lines = _counted(observation, view, seat)
    return [
        Text(x + w - 8, y + 20 + 19 * row, fit(line, w - 8, 13), 13, palette.SOFT_INK, False, "right", w - 8)
        for row, line in enumerate(lines)
    ]


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
    x, y, w, h = x + 1, y + 2, w - 4, h - 6
    shapes: list[Shape] = [Box(x, y, w, h, palette.LIT, 4)]
    lines = would.lines(observation, view.words, seat, offered.card)
    rows = 3
    if offered.card.kind is Kind.RESOURCE and len(lines) < 3:
        shapes += _signed(observation, seat, offered, x + 8, y + 12, 15, 13, w / 2 - 4)
        y, h, rows = y + 19, h - 21, 2
    size = 13 if len(lines) < 2 else 11
    told = [part for line in lines for part in wrap(line, w - 8, size, 2 if len(lines) == 1 else 1, True)][
        :rows
    ]
    size = size if len(told) == 1 else min(size, 12)
    step = size + 3
    top = y + h / 2 - step * (len(told) - 1) / 2
    for row, line in enumerate(told):
        shapes.append(signs.letter(x + w / 2, top + row * step, line, size, palette.INK, w - 8))
    return shapes


def _signed(
    observation: Observation,
    seat: int,
    offered: HandCard,
    x: float,
    middle: float,
    sign: float,
    size: int,
    step: float,
) -> list[Shape]:
    """The two new totals, each behind its sign."""
    shapes: list[Shape] = []
    for i, (draw, total) in enumerate(
        zip((signs.factory, signs.drop), _totals(observation, seat, offered), strict=True)
    ):
        left = x + i * step
        shapes += draw(left + sign / 2, middle, sign)
        base = middle + signs.CAP * size
        shapes.append(Text(left + sign + 4, base, total, size, palette.INK, True, limit=step - sign - 6))
    return shapes


def _strip(observation: Observation, view: View, seat: int, offered: HandCard, rect: Rect) -> list[Shape]:
    """For the compact picture: one line."""
    x, y, w, h = rect
    shapes: list[Shape] = [Box(x, y, w, h, palette.LIT)]
    left = x + 3
    if offered.card.kind is Kind.RESOURCE:
        shapes += _signed(observation, seat, offered, left, y + h / 2, 11, 11, 38)
        left += 76
    room = x + w - 3 - left
    lines = would.lines(observation, view.words, seat, offered.card)
    told = fit(", ".join(lines), room, 10, True)
    if offered.card.kind is Kind.RESOURCE and lines and text_width(lines[0], 10, True) > room:
        told = fit(lines[0], room, 9, True)
    shapes.append(Text(left, y + h / 2 + signs.CAP * 10, told, 10, palette.INK, True, limit=room))
    return shapes
