"""Positions in text, for lessons and tests: written and read back.

One line per thing, in any order, ``#`` begins a comment::

    players 3 draw=turn          rules that differ from the defaults
    turn 1 plays 2               the acting seat and its plays left
    incriminations 1
    pile R1 + R2i1               top first
    discard ! R1c3               top last
    seat 0 ngo lost 1 extra 2 : R1i1 + ! : R2i1@1 R3c2@0^
                                 role, tokens : hand : site; @ the seat that played it, ^ face up

Left out: turn 0, plays 1, no incriminations, empty pile and discard pile, no tokens, empty hand and site.
"""

from collections.abc import Iterable

from plombox_widget.game.cards import Card, Role, format_cards, parse_cards, shown
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import SeenCard, SiteCard, State, place


def parse_position(text: str, rules: Rules | None = None) -> State:
    """The state that ``text`` describes; ``rules`` is the base that its ``players`` line changes.

    Cards get their indices in the order hands, sites, discard pile, draw pile. The history is empty.
    ``ValueError`` names the line that is wrong.
    """
    lines: dict[str, str] = {}
    seats: dict[int, str] = {}
    for raw in text.splitlines():
        line = raw.split("#")[0].strip()
        word, _, rest = line.partition(" ")
        if word == "seat":
            number, _, rest = rest.strip().partition(" ")
            seats[_number(number, line)] = rest
        elif word in ("players", "turn", "incriminations", "pile", "discard"):
            lines[word] = rest.strip()
        elif line:
            raise ValueError(f"position: no line begins with {shown(word)}: {shown(line)}")
    rules = _parse_rules(lines.get("players", str(len(seats))), rules)
    if sorted(seats) != list(range(rules.players)):
        raise ValueError(f"position: expected lines for seats 0 to {rules.players - 1}, got {sorted(seats)}")
    return _build(rules, lines, [_parse_seat(seats[seat], seat, rules) for seat in range(rules.players)])


def _number(word: str, line: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 5):
        raise ValueError(f"position: expected a number, got {shown(word)} in {shown(line)}")
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


def _parse_rules(text: str, base: Rules | None) -> Rules:
    players, *words = text.split()
    fields = {} if base is None else {name: getattr(base, name) for name in (*_SETTINGS, "deck")}
    return Rules(**{**fields, **parse_settings([f"players={players}", *words])})


class _Seat:
    """One ``seat`` line, parsed."""

    def __init__(
        self, role: Role, lost: int, extra: int, hand: tuple[Card, ...], site: list[SeenCard]
    ) -> None:
        self.role, self.lost, self.extra, self.hand, self.site = role, lost, extra, hand, site


def _parse_seat(text: str, seat: int, rules: Rules) -> _Seat:
    head, hand, site = (*text.split(":"), "", "")[:3]
    role, *words = head.split() or ["nothing"]
    if role not in set(Role):
        raise ValueError(f"position: seat {seat} needs a role (citizen, corporate, ngo), got {shown(role)}")
    tokens = {"lost": 0, "extra": 0}
    for name, value in zip(words[::2], words[1::2], strict=False):
        if name not in tokens:
            raise ValueError(f"position: seat {seat}: expected lost or extra, got {shown(name)}")
        tokens[name] = _number(value, text)
    placed = [_parse_placed(word, rules) for word in site.split()]
    return _Seat(Role(role), tokens["lost"], tokens["extra"], parse_cards(hand), placed)


def _parse_placed(word: str, rules: Rules) -> SeenCard:
    code, at, seat = word.removesuffix("^").partition("@")
    card = Card.parse(code)
    if not at or not card.is_resource or _number(seat, word) >= rules.players:
        raise ValueError(
            f"position: on a site, expected a resource and its player such as R1@0, got {shown(word)}"
        )
    return SeenCard(card, int(seat), word.endswith("^"))


def _build(rules: Rules, lines: dict[str, str], seats: list[_Seat]) -> State:
    turn, _, plays = lines.get("turn", "0").partition("plays")
    discard, pile = parse_cards(lines.get("discard", "")), parse_cards(lines.get("pile", ""))
    deck: list[Card] = []

    def indices(cards: Iterable[Card]) -> tuple[int, ...]:
        first = len(deck)
        deck.extend(cards)
        return tuple(range(first, len(deck)))

    hands = tuple(indices(seat.hand) for seat in seats)
    sites = []
    for seat in seats:
        cards = [entry.card for entry in seat.site if entry.card is not None]
        pairs = zip(indices(cards), seat.site, strict=True)
        sites.append(tuple(place(i, deck[i], entry.seat, entry.face_up) for i, entry in pairs))
    state = State(
        rules=rules,
        deck=(),
        roles=tuple(seat.role for seat in seats),
        hands=hands,
        sites=tuple(sites),
        discard=indices(discard),
        drawn=len(deck),
        turn=_number(turn.strip(), lines.get("turn", "0")),
        plays=_number(plays.strip() or "1", lines.get("turn", "0")),
        extra=tuple(seat.extra for seat in seats),
        lost=tuple(seat.lost for seat in seats),
        incriminations=_number(lines.get("incriminations", "0"), "incriminations"),
        played=((),) * rules.players,
        history=(),
        outcome=None,
    )
    if state.turn >= rules.players or not state.plays:
        raise ValueError(f"position: turn must be 0 to {rules.players - 1}, with at least one play")
    return state._replace(deck=(*deck, *pile))


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
        pile, discard = (
            format_cards(position.deck[position.drawn :]),
            [position.deck[i] for i in position.discard],
        )
        hands = [format_cards(position.deck[index] for index in hand) for hand in position.hands]
    else:
        pile, discard = " ".join("?" * position.pile), list(position.discard)
        hands = [
            format_cards(held.card for held in position.hand)
            if seat == position.seat
            else " ".join("?" * size)
            for seat, size in enumerate(position.hand_sizes)
        ]
    lines += [f"pile {pile}"] * bool(pile) + [f"discard {format_cards(discard)}"] * bool(discard)
    for seat, role in enumerate(position.roles):
        tokens = "".join(
            f" {name} {count[seat]}"
            for name, count in (("lost", position.lost), ("extra", position.extra))
            if count[seat]
        )
        site = " ".join(map(_format_placed, position.sites[seat]))
        lines.append(f"seat {seat} {role or '?'}{tokens} : {hands[seat]} : {site}".rstrip(" :"))
    return "\n".join(lines)


def _format_placed(entry: SiteCard | SeenCard) -> str:
    return f"{entry.card or '?'}@{entry.seat}{'^' * entry.face_up}"
