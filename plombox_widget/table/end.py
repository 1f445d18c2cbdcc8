"""The end of a game: who wins and why, a row for each site with all cards open, a line for each faction."""

from plombox_widget.game.cards import Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import SiteScore, score_factions
from plombox_widget.table import cards, palette, signs
from plombox_widget.table.measure import fit, largest, wrap
from plombox_widget.table.shapes import Box, Part, Rect, Region, Shape, Spot, Text
from plombox_widget.table.view import View

Named = list[tuple[str, Region]]
_TALL, _TALLEST = 100.0, 176.0
"""Height of a row from which it has two lines, and its most."""
_ANSWER = 172.0
"""Width of the column of an answer."""


def end(observation: Observation, view: View, width: float, height: float) -> Named:
    """The regions of the end screen: ``header``, ``factions``, ``site 0`` …: who won, why, and from what."""
    margin, gap = (14.0, 6.0) if not view.compact else (6.0, 5.0)
    whole = width - 2 * margin
    head = (margin, margin, whole, 66.0 if not view.compact else 78.0)
    regions: Named = [("header", _header(observation, view, head))]
    y = head[1] + head[3] + 4
    lines = (margin, y, whole, 156.0 if not view.compact else 174.0)
    regions.append(("factions", _factions(observation, view, lines)))
    y += lines[3] + gap
    players = observation.rules.players
    row = min((height - y - margin + gap) / players - gap, _TALLEST if not view.compact else 96.0)
    draw = _compact_row if view.compact else _row if row < _TALL else _tall_row
    for seat in range(players):
        regions.append((f"site {seat}", draw(observation, view, seat, (margin, y, whole, row))))
        y += row + gap
    return regions


def _header(observation: Observation, view: View, rect: Rect) -> Region:
    x, y, w, _ = rect
    outcome, words = observation.outcome, view.words
    assert outcome is not None
    limit = observation.rules.incriminations_to_end
    why = words(f"result.reason.{outcome.reason}", limit=limit)
    winners = words.listed(words(f"result.winner.{role}") for role in outcome.winners)
    who = words("result.winners", factions=winners) if winners else words("result.nobody")
    big, small, rows = (28, 15, 1) if not view.compact else (15, 11, 2)
    lines = [(line, big, palette.LIT) for line in wrap(who, w, big, rows, True)]
    lines += [(line, small, palette.CHALK) for line in wrap(why, w, small, rows)]
    shapes: list[Shape] = []
    for line, size, colour in lines:
        y += size + 3
        shapes.append(Text(x, y, line, size, colour, size == big, limit=w))
        y += size * 0.25
    return Region(rect, palette.TABLE, tuple(shapes))


def _open_cards(observation: Observation, seat: int, rect: Rect) -> list[Shape]:
    """All cards of a site, those of a work package together."""
    x, y, w, h = rect
    lying = [entry.card for entry in observation.sites[seat] if entry.card is not None]
    lying.sort(key=lambda card: (card.package, card.industry, card.contamination))
    each = min(h * 0.7, (w + 3) / max(1, len(lying)) - 3)
    shapes: list[Shape] = []
    for i, card in enumerate(lying):
        place = (x + i * (each + 3), y, each, h)
        shapes += cards.plain(card, place) if h > 60 and each > 40 else cards.narrow(card, None, True, place)
    return shapes


def _row(observation: Observation, view: View, seat: int, rect: Rect) -> Region:
    """One line: emblem, name, role, cards, and the three answers with their numbers."""
    x, y, w, h = rect
    middle = y + h / 2
    shapes = [_panel(observation, seat, rect, 4), *_who(observation, view, seat, x, middle)]
    left, answers = x + 404, x + w - 3 * _ANSWER - 2
    shapes += _open_cards(observation, seat, (left, middle - 23, answers - left - 16, 46))
    shapes += _told(observation, view, seat, answers, middle)
    return Region(rect, palette.TABLE, tuple(shapes), (Spot(Part("site", seat), rect),))


def _tall_row(observation: Observation, view: View, seat: int, rect: Rect) -> Region:
    """Where there is room for two lines: the cards have one of their own."""
    x, y, w, h = rect
    shapes = [_panel(observation, seat, rect, 4), *_who(observation, view, seat, x, y + 25)]
    shapes += _told(observation, view, seat, x + w - 3 * _ANSWER - 2, y + 25)
    shapes += _open_cards(observation, seat, (x + 14, y + 47, w - 28, h - 57))
    return Region(rect, palette.TABLE, tuple(shapes), (Spot(Part("site", seat), rect),))


def _panel(observation: Observation, seat: int, rect: Rect, width: float) -> Box:
    """What a row lies on; framed if its seat wins."""
    wins = observation.outcome is not None and observation.roles[seat] in observation.outcome.winners
    return Box(*rect, palette.PAPER, 8, palette.LIT if wins else palette.TABLE_EDGE, width if wins else 1)


def _who(observation: Observation, view: View, seat: int, x: float, middle: float) -> list[Shape]:
    """Emblem, name, role."""
    role = observation.roles[seat]
    assert role is not None
    name, told = fit(view.name(seat), 150, 18, True), view.words(f"role.{role}")
    size = largest(told, 134, (15, 13, 11), True)
    return [
        *signs.emblem(seat, x + 26, middle, 14),
        Text(x + 52, middle + 7, name, 18, palette.INK, True, limit=150),
        Box(x + 214, middle - 15, 176, 30, palette.ROLES[role], 4),
        *signs.role_sign(role, x + 232, middle, 18),
        Text(
            x + 250,
            middle + signs.CAP * size,
            fit(told, 134, size, True),
            size,
            palette.INK,
            True,
            limit=134,
        ),
    ]


def _told(observation: Observation, view: View, seat: int, x: float, middle: float) -> list[Shape]:
    """The three answers of a site, with what was asked and the numbers."""
    assert observation.outcome is not None
    score = observation.outcome.sites[seat]
    room = _ANSWER - 46
    every = [_answers(view, observation, site) for site in observation.outcome.sites]
    shapes: list[Shape] = []
    for i, answer in enumerate(every[seat]):
        at = x + i * _ANSWER
        shapes += _sign(i, score, at + 10, middle, 22)
        shapes += _yes(answer[2], at + 34, middle, 16)
        every_told = ([site[i][0] for site in every], [site[i][1] for site in every])
        for row, told in enumerate(answer[:2]):
            base = middle + (-3 if row == 0 else 14)
            # One size for all sites: a smaller number would look like a lesser one.
            size = min(largest(line, room, (13, 12, 11, 10), not row) for line in every_told[row])
            shapes.append(
                Text(at + 46, base, fit(told, room, size, not row), size, palette.INK, not row, limit=room)
            )
    return shapes


def _yes(answer: bool, x: float, y: float, size: float) -> signs.Shapes:
    return (signs.tick if answer else signs.cross)(x, y, size, palette.YES if answer else palette.NO)


def _answers(view: View, observation: Observation, score: SiteScore) -> tuple[tuple[str, str, bool], ...]:
    """What was asked, the number, and the answer: PlomBOX, industry, clean."""
    words, rules = view.words, observation.rules
    return (
        (
            words("picture.end.plombox"),
            words("picture.end.packages", number=len(score.packages)),
            score.plombox,
        ),
        (
            words("picture.end.developed"),
            words("picture.end.industry", number=score.industry, limit=rules.industry_over),
            score.developed,
        ),
        (
            words("picture.end.clean"),
            words("picture.end.contamination", number=score.contamination, limit=rules.contamination_over),
            not score.contaminated,
        ),
    )


def _compact_row(observation: Observation, view: View, seat: int, rect: Rect) -> Region:
    x, y, w, h = rect
    role, outcome = observation.roles[seat], observation.outcome
    assert outcome is not None
    assert role is not None
    score = outcome.sites[seat]
    shapes: list[Shape] = [_panel(observation, seat, rect, 3)]
    middle = y + 17
    shapes += signs.emblem(seat, x + 17, middle, 9)
    shapes.append(Box(x + 32, middle - 10, 20, 20, palette.ROLES[role], 4))
    shapes += signs.role_sign(role, x + 42, middle, 14)
    answers = x + w - 190
    room = answers - x - 63
    shapes.append(
        Text(x + 57, middle + 5, fit(view.name(seat), room, 13, True), 13, palette.INK, True, limit=room)
    )
    numbers = (len(score.packages), score.industry, score.contamination)
    for i, answer in enumerate((score.plombox, score.developed, not score.contaminated)):
        at = answers + i * 63
        shapes += _sign(i, score, at + 9, middle, 17)
        size = largest(str(numbers[i]), 20, (13, 11, 9), True)
        shapes.append(Text(at + 20, middle + 5, str(numbers[i]), size, palette.INK, True, limit=20))
        shapes += _yes(answer, at + 48, middle, 13)
    tall = min(46, h - 37)
    shapes += _open_cards(observation, seat, (x + 8, y + h - tall - 5, w - 16, tall))
    return Region(rect, palette.TABLE, tuple(shapes), (Spot(Part("site", seat), rect),))


def _sign(i: int, score: SiteScore, x: float, y: float, size: float) -> signs.Shapes:
    """What an answer is about; of the PlomBOX, the work packages that are there."""
    if i == 0:
        return signs.parcel(x, y, size, score.packages)
    return (signs.factory, signs.drop)[i - 1](x, y, size)


def _factions(observation: Observation, view: View, rect: Rect) -> Region:
    """A line for each faction: its number, the number that was needed, and whether it wins."""
    x, y, w, h = rect
    outcome = observation.outcome
    assert outcome is not None
    roles = [role for role in observation.roles if role is not None]
    step = h / 3
    shapes: list[Shape] = []
    for i, faction in enumerate(score_factions(outcome.sites, roles, observation.rules)):
        top, tall = y + i * step, step - 6
        middle = top + tall / 2
        line = palette.LIT if faction.wins else palette.TABLE_EDGE
        shapes.append(Box(x, top, w, tall, palette.PAPER, 8, line, 4 if faction.wins else 1))
        sign = tall - 16
        shapes.append(Box(x + 9, top + 8, sign, sign, palette.ROLES[faction.role], 4))
        shapes += signs.role_sign(faction.role, x + 9 + sign / 2, middle, sign * 0.65)
        shapes += _yes(faction.wins, x + sign + 32, middle, 22 if not view.compact else 16)
        told = faction_line(observation, view, faction.role, faction.sites, faction.members, faction.wins)
        members = [seat for seat, role in enumerate(roles) if role is faction.role]
        left, right = x + sign + 54, x + w - 12
        if not view.compact:
            for seat in reversed(members):
                shapes += signs.emblem(seat, right - 12, middle, 12)
                right -= 30
        room = right - left - 8
        size, rows = (18, 1) if not view.compact else (11, 3)
        size = largest(told, room, (size, size - 1, size - 2, size - 3), faction.wins) if rows == 1 else size
        lines = wrap(told, room, size, rows, faction.wins)
        first = middle - (len(lines) - 1) * (size + 4) / 2 + signs.CAP * size
        for row, text_line in enumerate(lines):
            at = first + row * (size + 4)
            shapes.append(Text(left, at, text_line, size, palette.INK, faction.wins, limit=room))
    return Region(rect, palette.TABLE, tuple(shapes))


def faction_line(
    observation: Observation, view: View, role: Role, sites: int, members: int, wins: bool
) -> str:
    """``Citizens: PlomBOXes done: 3, more than 2 needed: they win.``"""
    limit = members + observation.rules.margin(role)
    key = f"result.{role}.{'win' if wins else 'lose'}"
    return view.words(key, faction=view.words(f"faction.{role}"), sites=sites, limit=limit)
