"""Positions in text, for lessons and tests: written and read back.

One line per thing, in any order, ``#`` begins a comment::

    players 3 draw=turn          rules that differ from the defaults
    turn 1 plays 2               the acting seat and its plays left
    incriminations 1
    pile R1 + R2i1               top first
    discard ! R1c3               top last
    seat 0 ngo lost 1 extra 2 : R1i1 + ! : R2i1@1 R3c2@0^
                                 role, tokens : hand : site; @ the seat that played it, ^ face up

Left out: turn 0, plays 1, no incriminations, empty discard pile, no tokens, empty hand and site. Without
a draw pile, or with as many incriminations as seats, the game has ended (R10).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import NamedTuple

from plombox_widget.game.cards import Card, Role, format_cards, parse_cards, shown
from plombox_widget.game.engine import hold, score_table
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import Seen, SeenCard, State, all_known

_TURN = re.compile(r"(?P<turn>[0-9]{1,4})(?:\s+plays\s+(?P<plays>[0-9]{1,4}))?")
_WORDS = ("players", "turn", "incriminations", "pile", "discard", "seat")
_SETTINGS = (
    "players",
    "hand_size",
    "cards_per_player",
    "draw",
    "industry_over",
    "contamination_over",
    "citizen_margin",
    "corporate_margin",
    "ngo_margin",
)


def parse_position(text: str, rules: Rules | None = None) -> State:
    """The state that ``text`` describes; ``rules`` is the base that its ``players`` line changes.

    Cards get their indices in the order hands, sites, discard pile, draw pile. The history is empty.
    ``ValueError`` names the line that is wrong.
    """
    lines = _split(text)
    numbers = [word.removeprefix("seat ") for word in lines if word.startswith("seat ")]
    with _within("players"):
        game = _parse_rules(lines.get("players", str(len(numbers))), rules)
    if sorted(numbers) != [str(seat) for seat in range(game.players)]:
        raise ValueError(f"position: expected lines for seats 0 to {game.players - 1}, got {sorted(numbers)}")
    seats = []
    for seat in range(game.players):
        with _within(f"seat {seat}"):
            seats.append(_parse_seat(lines[f"seat {seat}"], game))
    return _build(game, lines, seats)


@contextmanager
def _within(line: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise ValueError(f"position: {line}: {error}") from None


def _split(text: str) -> dict[str, str]:
    """First word (and number, of a seat) → the rest of the line."""
    lines: dict[str, str] = {}
    for raw in text.splitlines():
        line = raw.split("#")[0].strip()
        if not line:
            continue
        word, *rest = line.split(maxsplit=1)
        if word == "seat" and rest:
            number, *rest = rest[0].split(maxsplit=1)
            word = f"seat {number}"
        if word.split()[0] not in _WORDS or word == "seat":
            raise ValueError(f"position: expected a line of {', '.join(_WORDS)} 0 …, got {shown(line)}")
        if word in lines:
            raise ValueError(f"position: two lines begin with {shown(word)}")
        lines[word] = rest[0] if rest else ""
    return lines


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 5):
        raise ValueError(f"expected a number, got {shown(word)}")
    return int(word)


def parse_settings(words: Iterable[str]) -> dict[str, int | str]:
    """``name=value`` words → fields of ``Rules``, numbers as numbers; ``ValueError`` naming the word."""
    settings: dict[str, int | str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in _SETTINGS:
            raise ValueError(
                f"rules: expected one of {', '.join(_SETTINGS)} as name=value, got {shown(word)}"
            )
        try:
            settings[name] = value if name == "draw" else int(value)
        except ValueError:
            raise ValueError(f"rules: {name} must be a whole number, got {shown(value)}") from None
    return settings


def _parse_rules(text: str, base: Rules | None) -> Rules:
    players, *words = text.split() or [""]
    fields = {} if base is None else {name: getattr(base, name) for name in (*_SETTINGS, "deck")}
    return Rules(**{**fields, **parse_settings([f"players={_number(players)}", *words])})


class _Seat(NamedTuple):
    """One ``seat`` line, parsed."""

    role: Role
    lost: int
    extra: int
    hand: tuple[Card, ...]
    site: tuple[Card, ...]
    seen: tuple[SeenCard, ...]
    """The site as everyone sees it."""


def _parse_seat(text: str, rules: Rules) -> _Seat:
    head, hand, site, *more = (*text.split(":"), "", "")
    if any(more):
        raise ValueError("expected at most role and tokens : hand : site")
    role, *words = head.split() or [""]
    if role not in set(Role):
        raise ValueError(f"expected a role (citizen, corporate, ngo), got {shown(role)}")
    names, numbers = words[::2], words[1::2]
    if len(names) != len(numbers) or not set(names) <= {"lost", "extra"} or len(set(names)) != len(names):
        raise ValueError(f"expected tokens such as lost 1 extra 2, got {shown(' '.join(words))}")
    tokens = {"lost": 0, "extra": 0, **dict(zip(names, map(_number, numbers), strict=True))}
    placed = [_parse_placed(word, rules) for word in site.split()]
    return _Seat(
        Role(role),
        tokens["lost"],
        tokens["extra"],
        parse_cards(hand),
        tuple(card for card, _ in placed),
        tuple(seen for _, seen in placed),
    )


def _parse_placed(word: str, rules: Rules) -> tuple[Card, SeenCard]:
    code, at, seat = word.removesuffix("^").partition("@")
    card = Card.parse(code)
    if not at or not card.is_resource or _number(seat) >= rules.players:
        raise ValueError(f"on a site, expected a resource and its player such as R1@0, got {shown(word)}")
    up = word.endswith("^")
    return card, SeenCard(card if up else None, int(seat), up)


def _build(rules: Rules, lines: Mapping[str, str], seats: Sequence[_Seat]) -> State:
    cards = {}
    for name in ("discard", "pile"):
        with _within(name):
            cards[name] = parse_cards(lines.get(name, ""))
    with _within("incriminations"):
        incriminations = _number(lines.get("incriminations", "0"))
    hands, sites = [seat.hand for seat in seats], tuple(seat.site for seat in seats)
    dealt = [card for group in (*hands, *sites, cards["discard"]) for card in group]
    deck = (*dealt, *cards["pile"])
    firsts = list(accumulate(map(len, hands), initial=0))
    state = State(
        rules=rules,
        deck=deck,
        roles=tuple(seat.role for seat in seats),
        hands=tuple(hold(i, range(*firsts[i : i + 2]), deck, rules.players) for i in range(rules.players)),
        sites=sites,
        drawn=len(dealt),
        turn=0,
        plays=1,
        extra=tuple(seat.extra for seat in seats),
        lost=tuple(seat.lost for seat in seats),
        incriminations=incriminations,
        own=tuple(tuple(_face_down(seats, seat)) for seat in range(rules.players)),
        start=Seen(tuple(map(len, hands)), tuple(seat.seen for seat in seats), cards["discard"]),
        history=(),
        outcome=None,
    )
    return _with_turn(_with_end(state), lines.get("turn", "0"))


def _face_down(seats: Sequence[_Seat], player: int) -> Iterator[tuple[Card, int]]:
    """What ``player`` put face down, and where."""
    for target, seat in enumerate(seats):
        for card, seen in zip(seat.site, seat.seen, strict=True):
            if seen.seat == player and not seen.face_up:
                yield card, target


def _with_end(state: State) -> State:
    """The state with its outcome, if it is the end of a game (R10)."""
    if state.incriminations >= state.rules.incriminations_to_end:
        reason = "incriminations"
    elif not state.pile:
        reason = "deck"
    else:
        return state
    outcome = score_table(state.rules, state.roles, state.sites, reason)
    return state._replace(outcome=outcome)


def _with_turn(state: State, text: str) -> State:
    """The state with ``text`` such as ``1 plays 2`` read as the acting seat and its plays."""
    with _within("turn"):
        match = _TURN.fullmatch(text)
        if match is None:
            raise ValueError(f"expected a seat, or a seat and its plays such as 1 plays 2, got {shown(text)}")
        state = state._replace(turn=int(match["turn"]), plays=int(match["plays"] or 1))
        if state.turn >= state.rules.players:
            raise ValueError(f"R1: seats are 0 to {state.rules.players - 1}, got {state.turn}")
        if state.outcome is None and not (state.plays and state.hand_sizes[state.turn]):
            raise ValueError(f"R5: seat {state.turn} acts, but has no plays or no cards in hand")
    return state


def format_position(position: State | Observation) -> str:
    """The position in text; of an Observation, with ``?`` for what the viewer does not know.

    A State comes back from ``parse_position`` with the same cards in the same places, renumbered.
    """
    rules = position.rules
    settings = "".join(f" {name}={value}" for name, value in rules.changed().items() if name in _SETTINGS)
    lines = [f"players {rules.players}{settings}", f"turn {position.turn} plays {position.plays}"]
    if position.incriminations:
        lines.append(f"incriminations {position.incriminations}")
    if isinstance(position, State):
        pile = format_cards(position.deck[position.drawn :])
        sites = all_known(position.sites, position.table)
        hands = [format_cards(held.card for held in hand) for hand in position.hands]
    else:
        pile, sites = " ".join("?" * position.pile), position.sites
        hands = [" ".join("?" * size) for size in position.hand_sizes]
        if position.seat is not None:
            hands[position.seat] = format_cards(held.card for held in position.hand)
    if pile:
        lines.append(f"pile {pile}")
    if position.discard:
        lines.append(f"discard {format_cards(position.discard)}")
    for seat, role in enumerate(position.roles):
        lost, extra = position.lost[seat], position.extra[seat]
        tokens = f" lost {lost}" * bool(lost) + f" extra {extra}" * bool(extra)
        site = " ".join(f"{card or '?'}@{player}{'^' * up}" for card, player, up in sites[seat])
        lines.append(f"seat {seat} {role or '?'}{tokens} : {hands[seat]} : {site}".rstrip(" :"))
    return "\n".join(lines)
