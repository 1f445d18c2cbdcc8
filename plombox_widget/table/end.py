"""The end of a game: who wins and why, a row for each site with all cards open, a line for each faction."""

from plombox_widget.game.cards import Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import FactionScore, SiteScore, score_factions
from plombox_widget.table import cards, palette, signs
from plombox_widget.table.buttons import buttons
from plombox_widget.table.measure import fit, largest, settle, text_width
from plombox_widget.table.shapes import Box, Part, Rect, Region, Shape, Spot, Text
from plombox_widget.table.view import View

Named = list[tuple[str, Region]]
_TALL, _TALLEST = 120.0, 176.0
"""Height of a row from which its cards have a line of their own, and its most."""
_ANSWER, _BROAD = 172.0, 236.0
"""Width of the column of an answer, and where it stands over the cards."""
_SIZES, _LARGER = ((13, 12, 11, 10), (13, 12, 11, 10)), ((16, 15, 13, 12), (14, 13, 12, 11))
"""Of what was asked and of the number, in these columns."""


def end(observation: Observation, view: View, width: float, height: float) -> Named:
    """The regions of the end screen: ``header``, ``factions``, ``site 0`` …: who won, why, and from what."""
    margin, gap = (14.0, 6.0) if not view.compact else (6.0, 5.0)
    whole = width - 2 * margin
    head = (margin, margin - 4, whole, 70.0) if not view.compact else (margin, margin, whole, 96.0)
    regions: Named = [("header", (_header_compact if view.compact else _header)(observation, view, head))]
    y = head[1] + head[3] + 4
    lines = (margin, y, whole, 156.0 if not view.compact else 132.0)
    regions.append(("factions", _factions(observation, view, lines)))
    y += lines[3] + gap
    players = observation.rules.players
    row = min((height - y - margin + gap) / players - gap, _TALLEST if not view.compact else 140.0)
    draw = _compact_row if view.compact else _row if row < _TALL else _tall_row
    for seat in range(players):
        regions.append((f"site {seat}", draw(observation, view, seat, (margin, y, whole, row))))
        y += row + gap
    return regions


def _mine(observation: Observation, view: View) -> int | None:
    """The seat of the one person who looks at it."""
    return None if view.together else observation.seat


def _told_first(observation: Observation, view: View) -> tuple[str, str, list[str]]:
    """What is said first: to a person whether he won, to others who won; its colour; and then the rest."""
    outcome, words = observation.outcome, view.words
    assert outcome is not None
    limit = observation.rules.incriminations_to_end
    why = words(f"result.reason.{outcome.reason}", limit=limit)
    winners = words.listed(words(f"result.winner.{role}") for role in outcome.winners)
    who = words("result.winners", factions=winners) if winners else words("result.nobody")
    if _mine(observation, view) is None or observation.role is None:
        return who, palette.LIT, [why]
    won = observation.role in outcome.winners
    own = words(f"result.winner.{observation.role}")
    first = words(f"picture.end.{'won' if won else 'lost'}", faction=own)
    return first, palette.LIT if won else palette.CHALK, [who, why]


def _header(observation: Observation, view: View, rect: Rect) -> Region:
    x, y, w, _ = rect
    first, colour, more = _told_first(observation, view)
    rest = " ".join(more)
    shapes, spots, end = buttons(view, (x, y + 12, w, 46), w * 0.4)
    left = x
    if _mine(observation, view) is not None and observation.role is not None:
        shapes += _own_sign(observation.role, x, y + 6, 58)
        left += 74
    room = end - left - 12
    size = largest(first, room, (30, 26, 22, 18), True)
    shapes.append(Text(left, y + 34, fit(first, room, size, True), size, colour, True, limit=room))
    small = largest(rest, room, (17, 15, 13))
    shapes.append(Text(left, y + 60, fit(rest, room, small), small, palette.CHALK, limit=room))
    return Region(rect, palette.TABLE, tuple(shapes), tuple(spots))


def _header_compact(observation: Observation, view: View, rect: Rect) -> Region:
    x, y, w, h = rect
    first, colour, more = _told_first(observation, view)
    row = (x, y + h - 46, w, 46.0)
    shapes, spots, end = buttons(view, row, w)
    left = x
    if len(more) > 1 and observation.role is not None:
        shapes += _own_sign(observation.role, x, y + 2, 28)
        left += 36
    shapes += _middle_lines(first, (left, y + 2, x + w - left, 29), (20, 18, 16, 13, 11), colour)
    for told in more[:-1]:
        if text_width(told, 11) > w and observation.outcome is not None:
            roles = view.words.listed(view.words(f"role.{role}") for role in observation.outcome.winners)
            told = view.words("result.winners", factions=roles)
        size = largest(told, w, (13, 12, 11))
        shapes.append(Text(x, y + 45, fit(told, w, size), size, palette.CHALK, limit=w))
    if end > x + 60:
        shapes += _middle_lines(more[-1], (x, row[1] + 2, end - x - 6, 42), (13, 12, 11), palette.CHALK)
    return Region(rect, palette.TABLE, tuple(shapes), tuple(spots))


def _middle_lines(told: str, rect: Rect, sizes: tuple[int, ...], colour: str) -> list[Shape]:
    """Lines in the middle of their place, bold if they are told first; as many as there is room for."""
    x, y, w, h = rect
    bold = sizes[0] > 13
    rows = int(h / (sizes[-1] + 3))
    size, lines = settle(told, w, sizes, 1, bold)
    if text_width(told, size, bold) > w:
        size, lines = settle(told, w, sizes[-2:], max(1, rows), bold)
    base = y + h / 2 + signs.CAP * size - (len(lines) - 1) * (size + 2) / 2
    return [Text(x, base + i * (size + 2), line, size, colour, bold, limit=w) for i, line in enumerate(lines)]


def _own_sign(role: Role, x: float, y: float, size: float) -> list[Shape]:
    """The viewer's role, large."""
    box = Box(x, y, size, size, palette.ROLES[role], 6, palette.CHALK, 1)
    return [box, *signs.role_sign(role, x + size / 2, y + size / 2, size * 0.62)]


def _open_cards(observation: Observation, seat: int, rect: Rect) -> list[Shape]:
    """All cards of a site, those of a work package together."""
    x, y, w, h = rect
    lying = [entry.card for entry in observation.sites[seat] if entry.card is not None]
    lying.sort(key=lambda card: (card.package, card.industry, card.contamination))
    each = min(h * 0.7, (w + 3) / max(1, len(lying)) - 3)
    if each <= 40:
        lower = min(h, max(46.0, each * 1.7))
        y, h = y + (h - lower) / 2, lower
    shapes: list[Shape] = []
    for i, card in enumerate(lying):
        place = (x + i * (each + 3), y, each, h)
        shapes += cards.plain(card, place) if h > 60 and each > 40 else cards.narrow(card, None, True, place)
    return shapes


def _row(observation: Observation, view: View, seat: int, rect: Rect) -> Region:
    """Emblem, name over role, cards, and the three answers with their numbers, side by side."""
    x, y, w, h = rect
    middle = y + h / 2
    shapes = [_panel(observation, seat, rect, 4), *signs.emblem(seat, x + 26, middle, 14)]
    shapes += _named(observation, view, seat, x + 52, middle - 13, 238)
    shapes += _role_chip(observation, view, seat, x + 52, middle + 12, 238)
    left, answers = x + 304, x + w - 3 * _ANSWER - 2
    tall = min(h - 14, 70)
    shapes += _open_cards(observation, seat, (left, middle - tall / 2, answers - left - 16, tall))
    shapes += _told(observation, view, seat, answers, middle, _ANSWER, _SIZES)
    return Region(rect, palette.TABLE, tuple(shapes), (Spot(Part("site", seat), rect),))


def _tall_row(observation: Observation, view: View, seat: int, rect: Rect) -> Region:
    """Where there is room for two lines: the cards have one of their own."""
    x, y, w, h = rect
    shapes = [_panel(observation, seat, rect, 4), *signs.emblem(seat, x + 26, y + 26, 14)]
    answers = x + w - 3 * _BROAD - 2
    shapes += _named(observation, view, seat, x + 52, y + 26, answers - 206 - 12 - x - 52)
    shapes += _role_chip(observation, view, seat, answers - 206, y + 26, 190)
    shapes += _told(observation, view, seat, answers, y + 26, _BROAD, _LARGER)
    shapes += _open_cards(observation, seat, (x + 14, y + 49, w - 28, h - 59))
    return Region(rect, palette.TABLE, tuple(shapes), (Spot(Part("site", seat), rect),))


def _panel(observation: Observation, seat: int, rect: Rect, width: float) -> Box:
    """What a row lies on; framed if its seat wins."""
    wins = observation.outcome is not None and observation.roles[seat] in observation.outcome.winners
    return Box(*rect, palette.PAPER, 8, palette.LIT if wins else palette.TABLE_EDGE, width if wins else 1)


def _named(
    observation: Observation, view: View, seat: int, x: float, middle: float, room: float
) -> list[Shape]:
    """The name, and for the viewer a mark: in words, or where there is no room as a sign."""
    size, small, tall = (18, 13, 22.0) if not view.compact else (13, 11, 17.0)
    own = seat == _mine(observation, view)
    told = view.words("picture.you") if own else ""
    name = view.name(seat)
    mark = tall + text_width(told, small, True) + 5
    if own and text_width(name, size, True) + 8 + mark > room:
        told, mark = "", tall
    wide = room - (mark + 8) * own
    name = fit(name, wide, size, True)
    shapes: list[Shape] = [Text(x, middle + signs.CAP * size, name, size, palette.INK, True, limit=wide)]
    if own:
        x += text_width(name, size, True) + 8
        shapes.append(Box(x, middle - tall / 2, mark, tall, palette.INK, 4))
        shapes += signs.person(x + tall / 2, middle, tall * 0.72)
        if told:
            base = middle + signs.CAP * small
            shapes.append(Text(x + tall - 1, base, told, small, palette.WHITE, True, limit=mark - tall))
    return shapes


_CHIP = (22.0, (15, 13, 11)), (19.0, (11, 10))
"""Height of a role and the sizes of its word, in the wide and in the narrow picture."""


def _role_text(observation: Observation, view: View, seat: int, room: float) -> tuple[str, int, float]:
    """The word of a role, its size, and the height of what it stands on."""
    tall, sizes = _CHIP[view.compact]
    told = view.words(f"role.{observation.roles[seat]}")
    size = largest(told, room - tall - 8, sizes, True)
    return fit(told, room - tall - 8, size, True), size, tall


def _role_width(observation: Observation, view: View, seat: int, room: float) -> float:
    told, size, tall = _role_text(observation, view, seat, room)
    return tall + text_width(told, size, True) + 8


def _role_chip(
    observation: Observation, view: View, seat: int, x: float, middle: float, room: float
) -> list[Shape]:
    """The role from ``x`` on, in its colour, with its sign and its word."""
    role = observation.roles[seat]
    assert role is not None
    told, size, tall = _role_text(observation, view, seat, room)
    width = _role_width(observation, view, seat, room)
    base = middle + signs.CAP * size
    return [
        Box(x, middle - tall / 2, width, tall, palette.ROLES[role], 4),
        *signs.role_sign(role, x + tall / 2 + 1, middle, tall * 0.7),
        Text(x + tall + 2, base, told, size, palette.INK, True, limit=width - tall - 4),
    ]


def _told(
    observation: Observation,
    view: View,
    seat: int,
    x: float,
    middle: float,
    each: float,
    sizes: tuple[tuple[int, ...], tuple[int, ...]],
) -> list[Shape]:
    """The three answers of a site, with what was asked and the numbers, each ``each`` pixels wide."""
    assert observation.outcome is not None
    score = observation.outcome.sites[seat]
    room = each - 54
    every = [_answers(view, observation, site) for site in observation.outcome.sites]
    shapes: list[Shape] = []
    for i, answer in enumerate(every[seat]):
        at = x + i * each
        shapes += _yes(answer[2], at + 11, middle, 17)
        shapes += _sign(i, score, at + 36, middle, 22)
        every_told = ([site[i][0] for site in every], [site[i][1] for site in every])
        for row, told in enumerate(answer[:2]):
            base = middle + (-3 if row == 0 else 15)
            # One size for all sites: a smaller number would look like a lesser one.
            size = min(largest(line, room, sizes[row], not row) for line in every_told[row])
            shapes.append(
                Text(at + 52, base, fit(told, room, size, not row), size, palette.INK, not row, limit=room)
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
    """Name and role in words, the three answers with their numbers, then the cards."""
    x, y, w, h = rect
    outcome = observation.outcome
    assert outcome is not None
    score = outcome.sites[seat]
    shapes: list[Shape] = [_panel(observation, seat, rect, 3)]
    middle = y + 15
    shapes += signs.emblem(seat, x + 17, middle, 9)
    width = _role_width(observation, view, seat, 150)
    shapes += _named(observation, view, seat, x + 32, middle, w - 7 - width - 8 - 32)
    shapes += _role_chip(observation, view, seat, x + w - 7 - width, middle, 150)
    middle = y + 35
    numbers = (len(score.packages), score.industry, score.contamination)
    for i, answer in enumerate((score.plombox, score.developed, not score.contaminated)):
        at = x + 10 + i * (w - 10) / 3
        shapes += _yes(answer, at + 7, middle, 13)
        shapes += _sign(i, score, at + 29, middle, 15)
        size = largest(str(numbers[i]), 46, (13, 11, 9), True)
        base = middle + signs.CAP * size
        shapes.append(Text(at + 43, base, str(numbers[i]), size, palette.INK, True, limit=46))
    top = y + 47
    shapes += _open_cards(observation, seat, (x + 8, top, w - 16, y + h - top - 6))
    return Region(rect, palette.TABLE, tuple(shapes), (Spot(Part("site", seat), rect),))


def _sign(i: int, score: SiteScore, x: float, y: float, size: float) -> signs.Shapes:
    """What an answer is about; of the PlomBOX, the work packages that are there."""
    if i == 0:
        return signs.parcel(x, y, size, score.packages)
    return (signs.factory, signs.drop)[i - 1](x, y, size)


def _factions(observation: Observation, view: View, rect: Rect) -> Region:
    """A line for each faction: its number, the number that was needed and why, and whether it wins."""
    x, y, w, h = rect
    outcome = observation.outcome
    assert outcome is not None
    roles = [role for role in observation.roles if role is not None]
    step = h / 3
    shapes: list[Shape] = []
    for i, faction in enumerate(score_factions(outcome.sites, roles, observation.rules)):
        top, tall = y + i * step, step - (6 if not view.compact else 4)
        middle = top + tall / 2
        line = palette.LIT if faction.wins else palette.TABLE_EDGE
        shapes.append(Box(x, top, w, tall, palette.PAPER, 8, line, 4 if faction.wins else 1))
        sign = tall - 16
        shapes.append(Box(x + 9, top + 8, sign, sign, palette.ROLES[faction.role], 4))
        shapes += signs.role_sign(faction.role, x + 9 + sign / 2, middle, sign * 0.65)
        yes, gap = (22, 32) if not view.compact else (15, 21)
        shapes += _yes(faction.wins, x + sign + gap, middle, yes)
        told = faction_line(observation, view, faction)
        members = [seat for seat, role in enumerate(roles) if role is faction.role]
        left, right = x + sign + gap + yes, x + w - (12 if not view.compact else 8)
        if not view.compact:
            for seat in reversed(members):
                shapes += signs.emblem(seat, right - 12, middle, 12)
                right -= 30
        room = right - left
        sizes, rows = ((18, 17, 16, 15), 1) if not view.compact else ((12, 11, 10), 2)
        size, lines = settle(told, room, sizes, rows, faction.wins)
        first = middle - (len(lines) - 1) * (size + 4) / 2 + signs.CAP * size
        for row, text_line in enumerate(lines):
            at = first + row * (size + 4)
            shapes.append(Text(left, at, text_line, size, palette.INK, faction.wins, limit=room))
    return Region(rect, palette.TABLE, tuple(shapes))


def faction_line(observation: Observation, view: View, faction: FactionScore) -> str:
    """``NGOs: clean sites: 3, more than 3 (2 members + 1) needed: they do not win.``"""
    words, margin = view.words, observation.rules.margin(faction.role)
    more = "more" if margin > 0 else "less" if margin else "same"
    limit = words(
        f"picture.end.limit.{more}",
        count=faction.members,
        limit=faction.members + margin,
        margin=abs(margin),
    )
    key = f"result.{faction.role}.{'win' if faction.wins else 'lose'}"
    return words(key, faction=words(f"faction.{faction.role}"), sites=faction.sites, limit=limit)
