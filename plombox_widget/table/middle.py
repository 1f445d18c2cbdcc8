"""The middle of the table: draw pile, discard pile, incriminations, the nearer end, and the last play."""

from collections.abc import Sequence

from plombox_widget.game.cards import Card, Kind
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import Play
from plombox_widget.table import cards, palette, signs, text
from plombox_widget.table.arrow import arrow
from plombox_widget.table.measure import fit, wrap
from plombox_widget.table.shapes import Box, Disc, Lines, Part, Point, Poly, Rect, Region, Shape, Spot, Text
from plombox_widget.table.view import View

_INSIDE = 32
"""Of the piles, from the edge of the middle: the arrow's track lies between."""


def middle(observation: Observation, view: View, rect: Rect, sites: Sequence[Rect]) -> Region:
    """The region ``centre``; ``sites`` are by seat."""
    if view.compact:
        return _compact(observation, view, rect)
    x, y, w, h = rect
    shapes: list[Shape] = [Box(x + 4, y + 4, w - 8, h - 8, palette.TABLE_DEEP, 16, palette.TABLE_EDGE, 1)]
    if view.arrow and observation.history:
        shapes += arrow(observation.history[-1], rect, sites)
    left, top, height = x + _INSIDE, y + _INSIDE - 4, h - 2 * _INSIDE + 8
    shapes += _piles(observation, view, left, top, (56, height - 28), 74)
    left += 2 * 84
    room = x + w - _INSIDE - left
    shapes += _ends(observation, view, left, top, room)
    spots = (
        Spot(Part("pile", 0), (x + _INSIDE, top, 74, height)),
        Spot(Part("discard", 0), (x + _INSIDE + 84, top, 74, height)),
    )
    return Region(rect, palette.TABLE, tuple(shapes), spots)


def _piles(
    observation: Observation, view: View, x: float, y: float, card: tuple[float, float], room: float
) -> list[Shape]:
    """Draw pile and discard pile, each with its name underneath."""
    w, h = card
    step = room + 10
    shapes: list[Shape] = []
    left = x + (room - w) / 2
    shapes += cards.pile(observation.pile, left, y + 4, w, h)
    shapes += _discard(observation.discard, left + step, y + 4, w, h)
    for i, key in enumerate(("pile.draw", "pile.discard")):
        lines = wrap(view.words(key), room + 6, 12, 2)
        for row, line in enumerate(lines):
            at = (x + room / 2 + i * step, y + h + 17 + row * 13)
            shapes.append(Text(*at, line, 12, palette.CHALK, align="center", limit=room + 8))
    return shapes


def _discard(discard: Sequence[Card], x: float, y: float, w: float, h: float) -> list[Shape]:
    """The top card of the discard pile: large sign, small numbers."""
    if not discard:
        return [Box(x, y, w, h, palette.TABLE_DEEP, 5, palette.CHALK_SOFT, 1)]
    card = discard[-1]
    shapes: list[Shape] = [
        Box(x, y, w, h, palette.PAPER, 5, palette.INK, 1),
        Box(x + 2, y + 4, w - 4, 8, palette.KINDS[card.kind]),
    ]
    if card.kind is not Kind.RESOURCE:
        return [*shapes, *signs.kind_sign(card.kind, x + w / 2, y + 8 + h / 2, min(w * 0.62, h * 0.55))]
    shapes += cards.package(card.package, x + w / 2, y + 14 + h * 0.22, min(w * 0.6, h * 0.42))
    at = y + h - 13
    for i, (count, sign) in enumerate(((card.industry, signs.factory), (card.contamination, signs.drop))):
        if count:
            left = x + w * (0.16 + 0.46 * i)
            shapes += sign(left + 2, at, 15)
            shapes.append(signs.letter(left + 16, at, str(count), 12, palette.INK))
    return shapes


def lenses(observation: Observation, x: float, y: float, size: float) -> list[Shape]:
    """A magnifying glass for each incrimination that the game takes: lit once it was played."""
    shapes: list[Shape] = []
    for i in range(observation.rules.incriminations_to_end):
        at = x + size * (i + 0.5)
        if i < observation.incriminations:
            shapes.append(Disc(at, y, size * 0.44, palette.LIT))
            shapes += signs.lens(at, y, size * 0.7)
        else:
            shapes.append(Disc(at, y, size * 0.40, palette.TABLE_DEEP, palette.CHALK_SOFT, 1.5))
    return shapes


def nearer(observation: Observation) -> tuple[str, int]:
    """The end that is nearer as a share of its way, ``deck`` or ``incriminations``, and what is left."""
    rules = observation.rules
    draws = rules.cards_in_use - rules.players * rules.hand_size
    left = rules.incriminations_to_end - observation.incriminations
    if left * draws < observation.pile * rules.incriminations_to_end:
        return "incriminations", left
    return "deck", observation.pile


def _ends(observation: Observation, view: View, x: float, y: float, room: float) -> list[Shape]:
    """Incriminations so far, and which end of the game is nearer."""
    words, rules = view.words, observation.rules
    done = words("pile.incriminations", done=observation.incriminations, limit=rules.incriminations_to_end)
    reason, left = nearer(observation)
    lines = wrap(words(f"picture.nearer.{reason}", count=left), room, 13, 3)
    shapes: list[Shape] = [Text(x, y + 16, fit(done, room, 14, True), 14, palette.CHALK, True, limit=room)]
    shapes += lenses(observation, x, y + 40, min(30, room / rules.incriminations_to_end))
    for row, line in enumerate(lines):
        shapes.append(Text(x, y + 74 + row * 17, line, 13, palette.CHALK, limit=room))
    return shapes


def _compact(observation: Observation, view: View, rect: Rect) -> Region:
    x, y, w, h = rect
    shapes: list[Shape] = [Box(x, y, w, h, palette.TABLE_DEEP, 10, palette.TABLE_EDGE, 1)]
    shapes += _piles(observation, view, x + 6, y + 4, (38, 48), 62)
    left = x + 154
    room = x + w - 8 - left
    words, rules = view.words, observation.rules
    done = words("pile.incriminations", done=observation.incriminations, limit=rules.incriminations_to_end)
    reason, rest = nearer(observation)
    shapes.append(Text(left, y + 18, fit(done, room, 12, True), 12, palette.CHALK, True, limit=room))
    shapes += lenses(observation, left, y + 34, min(22, room / rules.incriminations_to_end))
    for row, line in enumerate(wrap(words(f"picture.nearer.{reason}", count=rest), room, 11, 2)):
        shapes.append(Text(left, y + 58 + row * 14, line, 11, palette.CHALK, limit=room))
    if view.arrow and observation.history:
        shapes += hop(observation.history[-1], (x + 17, y + 98), 10)
        room = w - 94
        lines = wrap(did(observation, view), room, 11, 2)
        for row, line in enumerate(lines):
            at = y + 98 + signs.CAP * 11 + (row - (len(lines) - 1) / 2) * 14
            shapes.append(Text(x + 90, at, line, 11, palette.CHALK, limit=room))
    spots = (
        Spot(Part("pile", 0), (x, y, 72, 84)),
        Spot(Part("discard", 0), (x + 72, y, 72, 84)),
    )
    return Region(rect, palette.TABLE, tuple(shapes), spots)


def hop(play: Play, start: Point, r: float) -> list[Shape]:
    """The actor's emblem, an arrow, the target's emblem, in a row from ``start``."""
    x, y = start
    tail, tip, end = x + r * 1.5, x + r * 4.1, x + r * 5.6
    return [
        *signs.emblem(play.seat, x, y, r, palette.CHALK),
        Lines((((tail, y), (tip - r * 0.8, y)),), palette.CHALK, 3),
        Poly(((tip, y), (tip - r, y - r * 0.7), (tip - r, y + r * 0.7)), palette.CHALK),
        *signs.emblem(play.target, end, y, r, palette.CHALK),
    ]


def did(observation: Observation, view: View) -> str:
    """What the last play brought about, in a few words."""
    play, words = observation.history[-1], view.words
    if play.card is None:
        return words("picture.did.resource")
    if play.card.kind is Kind.POSITIVE:
        return words(f"picture.did.positive.{'self' if play.seat == play.target else 'away'}")
    if play.card.kind is Kind.NEGATIVE:
        return words("picture.did.negative")
    if not play.revealed:
        return words("picture.did.empty")
    return words(f"picture.did.{'cleared' if play.cleared else 'stays'}", count=len(play.revealed))


def last(observation: Observation, view: View, rect: Rect) -> Region:
    """The region ``last``: the last play in words, with whom it skipped."""
    x, y, w, _ = rect
    shapes: list[Shape] = []
    left, room = x + 24, w - 24
    if observation.history:
        play = observation.history[-1]
        title = view.words("picture.last", number=observation.number)
        shapes.append(
            Text(left, y + 26, fit(title, room, 14, True), 14, palette.CHALK_SOFT, True, limit=room)
        )
        shapes += hop(play, (left + 13, y + 51), 13)
        told = [
            text.sentence(
                observation, observation.number - 1, view.words, view.called(observation.rules.players)
            )
        ]
        if play.card is not None:
            told.append(did(observation, view))
        if play.skipped:
            names = view.words.listed(dict.fromkeys(view.name(seat) for seat in play.skipped))
            told.append(view.words("picture.skipped", names=names))
        lines: list[str] = []
        for sentence in told:
            lines += wrap(sentence, room, 14, 4 if len(told) == 1 else 3 if len(told) == 2 else 2)
        shapes += [
            Text(left, y + 86 + row * 18, line, 14, palette.CHALK, limit=room)
            for row, line in enumerate(lines[:5])
        ]
    return Region(rect, palette.TABLE, tuple(shapes))
