"""The middle of the table: draw pile, discard pile, incriminations, the nearer end, and the last play."""

from collections.abc import Sequence

from plombox_widget.game.cards import Card, Kind
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import Play
from plombox_widget.table import cards, palette, signs, text
from plombox_widget.table.arrow import arrow
from plombox_widget.table.measure import fit, largest, wrap
from plombox_widget.table.shapes import Box, Disc, Lines, Part, Point, Poly, Rect, Region, Shape, Spot, Text
from plombox_widget.table.view import View

Named = list[tuple[str, Region]]
_INSIDE, _CORNER = 32, 5
"""Of the piles, from the edge of the middle: the arrow's track lies between. And of its round corners."""


def ground(view: View, rect: Rect) -> Box:
    """What the middle lies on."""
    return Box(*rect, palette.TABLE_DEEP, 8 if view.compact else _CORNER)


def middle(observation: Observation, view: View, rect: Rect, sites: Sequence[Rect]) -> Named:
    """The regions ``pile``, ``discard``, ``ends`` and ``arrow``; ``sites`` are by seat."""
    x, y, w, h = rect
    if view.compact:
        left, top, card, room = x + 6, y + 2, (34.0, 40.0), 66.0
        ends, arrows = (x + 160, y + 1, w - 168, 66.0), (x + 8, y + 67, w - 16, h - 68)
        told = _hop(observation, view, arrows)
    else:
        left, top, card, room = x + _INSIDE, y + _INSIDE - 4, (56.0, h - 2 * _INSIDE - 18), 74.0
        ends, arrows = (x + _INSIDE + 168, top, w - 2 * _INSIDE - 168, h - 2 * _INSIDE + 8), rect
        told = _track(observation, view, rect, sites)
    tall = card[1] + (26 if not view.compact else 25)
    regions: Named = []
    for i, name in enumerate(("pile", "discard")):
        at = (left + i * (room + 10), top, room, tall)
        spot = Spot(Part(name, 0), at)
        regions.append(
            (name, Region(at, palette.TABLE_DEEP, tuple(_pile(observation, view, name, at, card)), (spot,)))
        )
    regions.append(("ends", Region(ends, palette.TABLE_DEEP, tuple(_ends(observation, view, ends)))))
    regions.append(("arrow", Region(arrows, palette.TABLE_DEEP if view.compact else "", tuple(told))))
    return regions


def _track(observation: Observation, view: View, rect: Rect, sites: Sequence[Rect]) -> list[Shape]:
    """The arrow on its track round the piles. The track is wiped first: a strip along each side."""
    x, y, w, h = rect
    deep = _INSIDE - 4
    shapes: list[Shape] = [
        Box(x + _CORNER, y, w - 2 * _CORNER, deep, palette.TABLE_DEEP),
        Box(x + _CORNER, y + h - deep, w - 2 * _CORNER, deep, palette.TABLE_DEEP),
        Box(x, y + _CORNER, deep, h - 2 * _CORNER, palette.TABLE_DEEP),
        Box(x + w - deep, y + _CORNER, deep, h - 2 * _CORNER, palette.TABLE_DEEP),
    ]
    if view.arrow and observation.history:
        shapes += arrow(observation.history[-1], rect, sites)
    return shapes


def _hop(observation: Observation, view: View, rect: Rect) -> list[Shape]:
    """For the compact picture: who played at whom, and what it did."""
    if not (view.arrow and observation.history):
        return []
    x, y, w, h = rect
    middle, room = y + h / 2, w - 88
    shapes: list[Shape] = [Box(x, y, w, 1, palette.FELT)]
    shapes += hop(observation.history[-1], (x + 11, middle), 9)
    lines = wrap(did(observation, view), room, 11, 2)
    for row, line in enumerate(lines):
        base = middle + signs.CAP * 11 + (row - (len(lines) - 1) / 2) * 13
        shapes.append(Text(x + 86, base, line, 11, palette.CHALK, limit=room))
    return shapes


def _pile(
    observation: Observation, view: View, name: str, rect: Rect, card: tuple[float, float]
) -> list[Shape]:
    """A pile with its name underneath."""
    x, y, w, _ = rect
    at = (x + (w - card[0]) / 2 - 2, y + 4)
    draw = (
        cards.pile(observation.pile, *at, *card)
        if name == "pile"
        else _discard(observation.discard, *at, *card)
    )
    key = "pile.draw" if name == "pile" else "pile.discard"
    size = largest(view.words(key), w - 2, (13, 11, 10))
    told = fit(view.words(key), w - 2, size)
    return [*draw, Text(x + w / 2, y + card[1] + 19, told, size, palette.CHALK, align="center", limit=w)]


def _discard(discard: Sequence[Card], x: float, y: float, w: float, h: float) -> list[Shape]:
    """The top card of the discard pile: large sign, small numbers."""
    if not discard:
        return [Box(x, y, w, h, palette.TABLE_DEEP, 4, palette.CHALK_SOFT, 1)]
    card = discard[-1]
    if w < 50 and card.kind is Kind.RESOURCE:
        return cards.narrow(card, None, True, (x, y, w, h))
    shapes: list[Shape] = [
        Box(x, y, w, h, palette.PAPER, 4, palette.INK, 1),
        Box(x + 2, y + 4, w - 4, 8, palette.KINDS[card.kind]),
    ]
    if card.kind is not Kind.RESOURCE:
        return [*shapes, *signs.kind_sign(card.kind, x + w / 2, y + 8 + h / 2, min(w * 0.62, h * 0.55))]
    shapes += cards.package(card.package, x + w / 2, y + 14 + h * 0.22, min(w * 0.6, h * 0.42))
    size, step = 15, 11
    at = y + h - size * 0.5 - 5
    for i, (count, sign) in enumerate(((card.industry, signs.factory), (card.contamination, signs.drop))):
        if count:
            left = x + w * (0.27 + 0.46 * i) - step / 2
            shapes += sign(left, at, size)
            shapes.append(signs.letter(left + step, at, str(count), 11, palette.INK))
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


def _ends(observation: Observation, view: View, rect: Rect) -> list[Shape]:
    """Incriminations so far, and which end of the game is nearer."""
    x, y, w, _ = rect
    words, rules = view.words, observation.rules
    size, small, down, rows = (15, 13, 74, 3) if not view.compact else (13, 11, 47, 2)
    done = words("pile.incriminations", done=observation.incriminations, limit=rules.incriminations_to_end)
    reason, left = nearer(observation)
    lens = min(30 if not view.compact else 18, w / rules.incriminations_to_end)
    size = largest(done, w, (size, 13, 11), True)
    shapes: list[Shape] = [
        Text(
            x,
            y + (15 if not view.compact else 12),
            fit(done, w, size, True),
            size,
            palette.CHALK,
            True,
            limit=w,
        )
    ]
    shapes += lenses(observation, x, y + (40 if not view.compact else 25), lens)
    told = words(f"picture.nearer.{reason}", count=left)
    if text.why_ended(observation):
        told = words("turn.over")
    for row, line in enumerate(wrap(told, w, small, rows)):
        step = small + (4 if not view.compact else 3)
        shapes.append(Text(x, y + down + row * step, line, small, palette.CHALK, limit=w))
    return shapes


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


_NAME = 110
"""Width that a name takes at most in what a play brought about."""


def did(observation: Observation, view: View) -> str:
    """What the last play brought about, in a few words."""
    play, words = observation.history[-1], view.words
    target = fit(view.name(play.target), _NAME, 11)
    if play.card is None:
        return words("picture.did.resource")
    if play.card.kind is Kind.POSITIVE:
        whom = "self" if play.seat == play.target else "away"
        return words(f"picture.did.positive.{whom}", name=target)
    if play.card.kind is Kind.NEGATIVE:
        return words("picture.did.negative", name=target)
    if not play.revealed:
        return words("picture.did.empty")
    return words(f"picture.did.{'cleared' if play.cleared else 'stays'}", count=len(play.revealed))


def last(observation: Observation, view: View, rect: Rect) -> Region:
    """The region ``last``: the last play in words, and who lost a turn by it; large for a spectator. Before
    the first play, how a turn goes."""
    x, y, w, h = rect
    watched = observation.seat is None and not observation.hand and not view.compact
    size, r = (20, 18.0) if watched else (13, 14.0) if not view.compact else (13, 11.0)
    left, room = (x + 24, w - 24) if not view.compact else (x + 2, w - 4)
    if not observation.history:
        told_how = observation.seat is not None and not view.still
        return Region(rect, palette.TABLE, tuple(_begin(view, left, y, room) if told_how else ()))
    play = observation.history[-1]
    title = view.words("picture.last", number=observation.number)
    shapes: list[Shape] = [
        Text(left, y + 26, fit(title, room, 13, True), 13, palette.CHALK_SOFT, True, limit=room),
        *hop(play, (left + r, y + 37 + r), r),
    ]
    told = [
        text.sentence(observation, observation.number - 1, view.words, view.called(len(observation.sites)))
    ]
    if play.card is not None:
        told.append(did(observation, view))
    if play.skipped:
        names = view.words.listed(dict.fromkeys(view.name(seat) for seat in play.skipped))
        told.append(view.words("picture.skipped", names=names))
    top = y + (47 if not view.compact else 43) + 2 * r + size * 0.85
    most = int((y + h - top) / (size + 4)) + 1
    lines = [line for sentence in told for line in wrap(sentence, room, size, 4 - len(told) + 1)]
    shapes += [
        Text(left, top + row * (size + 4), line, size, palette.CHALK, limit=room)
        for row, line in enumerate(lines[:most])
    ]
    return Region(rect, palette.TABLE, tuple(shapes))


def _begin(view: View, x: float, y: float, w: float) -> list[Shape]:
    """How a turn goes, in three numbered sentences."""
    title = view.words("picture.begin")
    shapes: list[Shape] = [Text(x, y + 26, fit(title, w, 13, True), 13, palette.CHALK_SOFT, True, limit=w)]
    base, room = y + 49.0, w - 30
    for number in range(1, 4):
        middle = base - signs.CAP * 13
        shapes.append(Disc(x + 10, middle, 10, palette.CHALK))
        shapes.append(signs.letter(x + 10, middle, str(number), 13, palette.INK))
        lines = wrap(view.words(f"picture.begin.{number}"), room, 13, 2)
        for line in lines:
            shapes.append(Text(x + 30, base, line, 13, palette.CHALK, limit=room))
            base += 17
        base += 9 + 8 * (len(lines) < 2)
    return shapes
