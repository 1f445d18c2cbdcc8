"""A game with paper cards round a real table: what is seen there is entered, the rules are kept here.

The hands, the order of the deck and, until the end, the roles are not known. So the engine plays with cards
of which only the kind is known; what an incrimination or the end turns up is put in their place. No Jupyter.
"""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from plombox_widget.game.cards import Card, Kind, Role, shown
from plombox_widget.game.engine import apply, deal, hold, score_table
from plombox_widget.game.expect import given_rules
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.record import (
    HUMAN,
    Record,
    RecordError,
    read_json,
    read_list,
    read_object,
    read_roles,
    read_rules,
    read_whole,
    rules_json,
)
from plombox_widget.game.rules import BASIC_DECKS, ROLES, Rules
from plombox_widget.game.state import HandCard, Move, State, Table
from plombox_widget.table.paper import (
    KINDS,
    SIGNS,
    UNKNOWN,
    Codes,
    as_typed,
    filled,
    of_each_site,
    read_codes,
    read_named_roles,
    told,
    turned_up,
    with_card,
    with_deck,
    with_found,
)
from plombox_widget.table.past import Step
from plombox_widget.table.seats import REFEREE, Refusal, seat_names
from plombox_widget.table.session import Session

FORMAT, VERSION = "plombox-paper", 1
_KEYS = ("format", "version", "rules", "counted", "names", "plays", "sites", "roles")


class Referee(Session):
    """The plays of a paper game as they are entered; ``play(kind, target)`` as in ``KINDS``.

    Seat 0 begins (R4), ``names`` go in the order of turns. ``counted``: no more copies of a card are taken
    than three basic decks hold (R3); switched off, any deck will do. Any play may be taken back. ``Refusal``
    and ``IllegalMove`` say what cannot have been played.
    """

    def __init__(
        self, rules: Rules | None = None, names: Sequence[str] | None = None, *, counted: bool = True
    ) -> None:
        rules = given_rules(rules)
        self.mode, self.version, self.counted = REFEREE, 0, counted
        self._counted: State | None = None
        some = tuple(ROLES[seat % len(ROLES)] for seat in range(rules.players))
        start = deal(rules, (UNKNOWN,) * rules.cards_in_use, some)
        self._open(start, (HUMAN,) * rules.players, None, 0, seat_names(names, rules.players))

    # -- what can be seen

    @property
    def yours(self) -> bool:
        """Whether a play may be entered."""
        return not self.over and not self.looking_back

    @property
    def covered(self) -> bool:
        return False

    @property
    def may_tell(self) -> bool:
        return self._counted is not None

    @property
    def to_count(self) -> bool:
        """Whether the game has ended, and its cards and roles are still to be turned up."""
        return self.ended and self._counted is None and not self.looking_back

    def hidden(self, seat: int) -> int:
        """Cards that lie face down at a site, in the live position."""
        return sum(not entry.face_up for entry in _table(self._line[self._live].state)[seat])

    def asked(self, card: int, target: int) -> int:
        return self.hidden(target) if KINDS[card].kind is Kind.INCRIMINATION else 0

    def observation(self) -> Observation:
        """What all can see at the table; after the end, once it is counted, everything."""
        state = self._state
        if state.outcome is None:
            kinds = self._kinds(state) if self.yours else ()
            moves = tuple(move for held in kinds for move in held.moves)
            return observe(state, None)._replace(hand=kinds, legal_moves=moves)
        if self._counted is not None:
            return observe(self._counted, None)
        nobody = (None,) * len(state.roles)
        return observe(state, None)._replace(outcome=None, plays=0, roles=nobody, open=())

    def spectator(self) -> Observation:
        return self.observation()

    def _kinds(self, state: State) -> tuple[HandCard, ...]:
        """The kinds of card that can have been played, as if they were the hand of the acting seat."""
        held = hold(state.turn, range(len(KINDS)), KINDS, state.rules.players)
        return tuple(one for one in held if self._left(state, one.card) > 0)

    def _left(self, state: State, card: Card) -> int:
        """Cards of this kind that nobody has played yet, as far as it is known (R3)."""
        if not self.counted:
            return 1
        of_kind = sum(one.kind is card.kind for one in state.rules.basic_cards) * BASIC_DECKS
        played = sum(
            (UNKNOWN if play.card is None else play.card).kind is card.kind for play in state.history
        )
        return of_kind - played

    # -- what is entered

    def play(self, card: int, target: int, *, version: int | None = None) -> bool:
        """The acting seat played a card of this kind; for an incrimination where cards lie: ``enter``."""
        if type(card) is not int or not 0 <= card < len(KINDS):
            raise ValueError(f"referee: card must be 0 to {len(KINDS) - 1}, got {shown(card)}")
        return self.enter(SIGNS[card], target, version=version)

    def enter(self, card: str, target: int, turned_up: Codes = (), *, version: int | None = None) -> bool:
        """The acting seat played ``R``, ``+``, ``-`` or ``!`` at a seat; ``turned_up``: the cards that an
        incrimination found face down there, the first one played first."""
        if self._stale(version):
            return False
        self._must_be_live()
        if card not in SIGNS:
            raise ValueError(f"referee: expected one of {' '.join(SIGNS)}, got {shown(card)}")
        index, face = SIGNS.index(card), KINDS[SIGNS.index(card)]
        state = self._line[self._live].state
        if face.kind is Kind.NEGATIVE and target == state.turn:
            raise Refusal("refuse.paper.negative")
        if self._left(state, face) < 1:
            raise Refusal("refuse.paper.copies", code=card, count=self._copies(face))
        seats = range(state.rules.players)
        found: tuple[Card, ...] = ()
        if type(target) is int and target in seats:
            hidden = self.asked(index, target)
            found = self._resources(turned_up, hidden, target, Counter(self._open_cards(state)))
        taken = state.hands[state.turn][0].card_index
        self._advance_from(with_card(with_found(state, target, found), face), Move(state.turn, taken, target))
        return True

    def _advance_from(self, state: State, move: Move) -> None:
        after = apply(state, move)
        self._line[self._live + 1 :] = [Step(after, move, (None,) * len(self.players))]
        self._live = self._at = self._live + 1
        self._counted = None
        self.version += 1

    def count(
        self, sites: Sequence[Codes], roles: Sequence[Role | str], *, version: int | None = None
    ) -> bool:
        """After the end (R10): what lay face down at each site, and the role of each seat (R2). It is then
        scored (R11, R12). May be done again, if something was mistyped."""
        if self._stale(version):
            return False
        state = self._line[self._live].state
        if state.outcome is None:
            raise Refusal("refuse.paper.goes_on")
        if self.looking_back:
            raise Refusal("refuse.looking_back", number=self.number)
        who = read_named_roles(roles, state.rules.players)
        seen = Counter(self._open_cards(state))
        whole = []
        for seat, codes in enumerate(of_each_site(sites, state.rules.players)):
            cards = self._resources(codes, self.hidden(seat), seat, seen)
            seen.update(cards)
            whole.append(filled(_table(state)[seat], cards))
        truth = tuple(map(tuple, whole))
        self._counted = state._replace(
            roles=who,
            sites=truth,
            outcome=score_table(state.rules, who, truth, state.outcome.reason),
        )
        self.version += 1
        return True

    def _resources(self, codes: Codes, number: int, seat: int, seen: Counter[Card]) -> tuple[Card, ...]:
        """So many resource cards, no more of one code than there are beside those that were seen (R3)."""
        typed = as_typed(codes)
        cards = read_codes(typed, self.names[seat])
        if len(cards) != number:
            raise Refusal("refuse.paper.number", name=self.names[seat], count=number, got=len(cards))
        for card, copies in Counter(cards).items():
            there = self._copies(card)
            if self.counted and seen[card] + copies > there:
                key = "refuse.paper.copies" if there else "refuse.paper.no_such"
                raise Refusal(key, code=told(typed[cards.index(card)]), count=there)
        return cards

    def _copies(self, card: Card) -> int:
        cards = self.rules.basic_cards
        return BASIC_DECKS * sum(one == card or (card == UNKNOWN and one.is_resource) for one in cards)

    @staticmethod
    def _open_cards(state: State) -> list[Card]:
        up = [
            entry.card for site in state.table for entry in site if entry.face_up and entry.card is not None
        ]
        return [*state.discard, *up]

    # -- looking back and taking back

    def undo(self, *, version: int | None = None) -> bool:
        """The count first, then one play after the other."""
        if self._counted is None or self.looking_back:
            return super().undo(version=version)
        if self._stale(version):
            return False
        self._counted = None
        self.version += 1
        return True

    def _undo_refusal(self) -> Refusal | None:
        if self.looking_back:
            return Refusal("refuse.looking_back", number=self._at)
        return Refusal("refuse.undo_start") if self._live == 0 else None

    def look(self, seat: int | None) -> None:
        if seat is not None:
            raise Refusal("refuse.look")

    def fork(self) -> "Session":
        raise Refusal("refuse.paper.unknown")

    def seen(self, seat: int) -> tuple[Observation, Move]:
        raise Refusal("refuse.paper.unknown")

    # -- to keep

    def record(self) -> Record:
        """The record of the game once it is counted: cards that were never played fill the deck (R3)."""
        if self._counted is None:
            raise Refusal("refuse.paper.record")
        steps = self._line[1 : self._live + 1]
        moves = [step.move for step in steps if step.move is not None]
        deck = self._deck(moves)
        rules = with_deck(self.rules, deck.values())
        left = Counter(rules.basic_cards * BASIC_DECKS)
        left.subtract(deck.values())
        rest = iter(sorted(left.elements(), key=str))
        cards = [deck[at] if at in deck else next(rest) for at in range(rules.cards_in_use)]
        return Record.of(deal(rules, cards, self._counted.roles), moves)

    def _deck(self, moves: Sequence[Move]) -> dict[int, Card]:
        """Place in the deck → the card that was played from it."""
        counted = self._counted
        assert counted is not None
        deck: dict[int, Card] = {}
        lying: list[list[int]] = [[] for _ in self.players]
        for number, move in enumerate(moves):
            play = counted.history[number]
            if play.card is None:
                lying[move.target].append(move.card)
                continue
            deck[move.card] = play.card
            deck.update(zip(lying[move.target], play.revealed, strict=False))
            if play.cleared:
                lying[move.target] = []
        for places, site in zip(lying, counted.sites, strict=True):
            deck.update(zip(places, site, strict=True))
        return deck

    def shareable(self) -> str:
        """The record once it is counted; until then what was entered, which is no secret."""
        return self.record().to_json() if self.may_tell else self.to_json()

    def to_json(self) -> str:
        """Everything that was entered, to go on elsewhere."""
        steps = self._line[1 : self._live + 1]
        hidden, counted = _table(self._line[self._live].state), self._counted
        data = {
            "format": FORMAT,
            "version": VERSION,
            "rules": rules_json(self.rules),
            "counted": self.counted,
            "names": list(self.names),
            "plays": [_entry(before, step) for before, step in zip(self._line, steps, strict=False)],
            "sites": None if counted is None else list(map(turned_up, hidden, counted.sites)),
            "roles": None if counted is None else list(counted.roles),
        }
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Referee":
        """The game that ``to_json`` wrote; ``RecordError`` in one line for anything else."""
        data = read_object(read_json(text), _KEYS, "top level")
        if data["format"] != FORMAT or type(data["version"]) is not int or data["version"] != VERSION:
            raise RecordError(f"record: expected the format {FORMAT}, version {VERSION}")
        if type(data["counted"]) is not bool:
            raise RecordError(f"record: counted: expected true or false, got {shown(data['counted'])}")
        rules = read_rules(data["rules"])
        try:
            game = cls(rules, data["names"], counted=data["counted"])
        except ValueError as error:
            raise RecordError(f"record: {error}") from None
        for number, play in enumerate(read_list(data["plays"], None, "plays")):
            game._read_play(play, f"plays[{number}]")
        if data["sites"] is not None:
            roles = read_roles(data["roles"], rules)
            sites = read_list(data["sites"], rules.players, "sites")
            texts = [_read_codes(site, f"sites[{seat}]") for seat, site in enumerate(sites)]
            try:
                game.count(texts, roles)
            except ValueError as error:
                raise RecordError(f"record: sites: {error}") from None
        return game

    def _read_play(self, play: Any, place: str) -> None:
        play = read_object(play, ("card", "target", "turned_up"), place)
        target = read_whole(play["target"], f"{place}.target")
        codes = _read_codes(play["turned_up"], f"{place}.turned_up")
        try:
            self.enter(play["card"] if isinstance(play["card"], str) else "", target, codes)
        except ValueError as error:
            raise RecordError(f"record: {place}: {error}") from None


def _table(state: State) -> Table:
    """The sites as all see them, also where the engine takes all cards for known: after the end."""
    return state.start.table_after(state.history)


def is_paper(data: object) -> bool:
    """Whether JSON data say of themselves that ``Referee`` wrote them."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def _entry(before: Step, step: Step) -> dict[str, Any]:
    play = step.state.history[-1]
    sign = SIGNS[0] if play.card is None else str(play.card)
    turned = turned_up(before.state.table[play.target], play.revealed) if play.revealed else []
    return {"card": sign, "target": play.target, "turned_up": turned}


def _read_codes(value: Any, place: str) -> str:
    codes = read_list(value, None, place)
    for code in codes:
        if not isinstance(code, str):
            raise RecordError(f"record: {place}: expected card codes, got {shown(code)}")
    return " ".join(codes)
