"""State, Move, Play, Outcome: frozen values. The rules that move them on are in ``engine``."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from plombox_widget.game.cards import Card, Role, shown
from plombox_widget.game.rules import MOST_PLAYERS, Rules, SiteScore

_MOVE = re.compile(r"([0-9]{1,4}):([0-9]{1,4})>([0-9]{1,4})")


class IllegalMove(ValueError):
    """A move that the rules forbid: the message names the ruling, the seat and the move, no hidden card."""


class Move(NamedTuple):
    """A play to be made; text form ``0:12>2``, seat 0 plays card 12 at seat 2."""

    seat: int
    card: int
    """Index in the shuffled deck (R4)."""
    target: int
    """Seat."""

    def __str__(self) -> str:
        return f"{self.seat}:{self.card}>{self.target}"

    @staticmethod
    def parse(text: str) -> "Move":
        """The move that ``0:12>2`` names; ``ValueError`` naming the text if it is none."""
        match = _MOVE.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise ValueError(f"move {shown(text)}: expected seat:card>target, e.g. 0:12>2")
        return Move(*map(int, match.groups()))


class HandCard(NamedTuple):
    """A card in a hand."""

    card_index: int
    """Index in the shuffled deck (R4): what a Move names."""
    card: Card
    moves: tuple[Move, ...]
    """What the seat that holds it may do with it, by target (R6 to R9)."""


class SeenCard(NamedTuple):
    """A card at a site as one viewer sees it."""

    card: Card | None
    """None while it is face down and another seat played it (R6)."""
    seat: int
    """Who played it: public."""
    face_up: bool


Sites = tuple[tuple[Card, ...], ...]
"""By seat: the cards at its site in truth, in the order played."""
Table = tuple[tuple[SeenCard, ...], ...]
"""By seat: the cards at its site as one viewer, or everyone, sees them, in the order played."""


class Play(NamedTuple):
    """A play that was made, as everyone saw it: the public history is made of these."""

    seat: int
    target: int
    card: Card | None
    """None for a resource, which goes face down (R6)."""
    revealed: tuple[Card, ...] = ()
    """The site as an incrimination turned it up (R9), in the order of the site."""
    cleared: bool = False
    """Whether the revealed cards were discarded (R9)."""
    drew: int = 0
    """Cards that the seat drew afterwards (R5)."""
    skipped: tuple[int, ...] = ()
    """Seats that lost a turn between this play and the next, in order (R8)."""


class Seen(NamedTuple):
    """A table as everyone sees it, and what becomes of it: the plays tell everyone all that changes there.

    So nothing of it is kept beside the plays; whoever looks counts from the start.
    """

    hand_sizes: tuple[int, ...]
    """By seat."""
    table: Table
    """By seat: the cards at its site."""
    discard: tuple[Card, ...]
    """Face up, the top last."""

    def hand_sizes_after(self, history: Iterable[Play]) -> tuple[int, ...]:
        """By seat, after these plays."""
        sizes = [*self.hand_sizes]
        for play in history:
            sizes[play.seat] += play.drew - 1
        return tuple(sizes)

    def discard_after(self, history: Iterable[Play]) -> tuple[Card, ...]:
        """The discard pile after these plays."""
        discard = [*self.discard]
        for play in history:
            if play.card is not None:
                discard += (play.card, *play.revealed) if play.cleared else (play.card,)
        return tuple(discard)

    def table_after(
        self, history: Iterable[Play], viewer: int | None = None, own: Iterable[tuple[Card, int]] = ()
    ) -> Table:
        """The sites after these plays; ``viewer`` knows its ``own`` cards: those that it has face down here,
        by site, then those that it played."""
        mine, rows = iter(own), [[*row] for row in self.table]
        for row in rows:
            for at, (card, seat, _) in enumerate(row):
                if card is None and seat == viewer:
                    row[at] = SeenCard(next(mine)[0], seat, False)
        for seat, target, card, revealed, cleared, _, _ in history:
            known = next(mine)[0] if seat == viewer else None
            if card is None:  # R6
                rows[target].append(_BACKS[seat] if known is None else _new(SeenCard, (known, seat, False)))
            elif revealed:  # R9
                rows[target] = [] if cleared else _face_up(revealed, rows[target])
        return tuple(map(tuple, rows))


_new = tuple.__new__
_BACKS = tuple(SeenCard(None, seat, False) for seat in range(MOST_PLAYERS))


def _face_up(cards: Iterable[Card], row: Iterable[SeenCard]) -> list[SeenCard]:
    return [_new(SeenCard, (card, seat, True)) for card, (_, seat, _) in zip(cards, row, strict=True)]


def all_known(sites: Sites, table: Table) -> Table:
    """The table with every card of it known, as all see it at the end of the game."""
    return tuple(
        tuple([SeenCard(card, seat, up) for card, (_, seat, up) in zip(site, row, strict=True)])
        for site, row in zip(sites, table, strict=True)
    )


class Outcome(NamedTuple):
    """How a game ended (R10, R12)."""

    reason: str
    """``deck`` or ``incriminations``."""
    winners: tuple[Role, ...]
    """Winning factions in the order citizen, corporate, ngo; empty if nobody wins."""
    sites: tuple[SiteScore, ...]
    """One per seat."""


class State(NamedTuple):
    """The whole truth of a game at one moment. Bots and views never see it: they get an Observation."""

    rules: Rules
    deck: tuple[Card, ...]
    """The shuffled deck in use; cards are identified by their index here (R4)."""
    roles: tuple[Role, ...]
    """By seat."""
    hands: tuple[tuple[HandCard, ...], ...]
    """By seat: cards in the order drawn."""
    sites: Sites
    """By seat: the cards at its site in truth, in the order played."""
    drawn: int
    """Cards taken from the deck: the draw pile is ``deck[drawn:]``, top first."""
    turn: int
    """The acting seat."""
    plays: int
    """Plays left to it in this turn (R5, R7)."""
    extra: tuple[int, ...]
    """By seat: extra plays waiting for its next turn (R7)."""
    lost: tuple[int, ...]
    """By seat: turns that it will lose (R8)."""
    incriminations: int
    """Incriminations played so far (R10)."""
    own: tuple[tuple[tuple[Card, int], ...], ...]
    """By seat: the cards that it played, each with its target, in order; where a position begins in the
    middle of a game, preceded by those that the seat has face down."""
    start: Seen
    """The table before the first play of ``history``, as everyone saw it."""
    history: tuple[Play, ...]
    """The plays so far, as everyone saw them: what lies on the table follows from them."""
    outcome: Outcome | None
    """None while the game goes on."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """By seat."""
        return tuple(map(len, self.hands))

    @property
    def table(self) -> Table:
        """By seat: the cards at its site as everyone sees them."""
        table = self.start.table_after(self.history)
        return table if self.outcome is None else all_known(self.sites, table)

    @property
    def discard(self) -> tuple[Card, ...]:
        """Face up, the top last."""
        return self.start.discard_after(self.history)

    @property
    def pile(self) -> int:
        """Cards in the draw pile."""
        return len(self.deck) - self.drawn

    @property
    def number(self) -> int:
        """Plays made so far: the number of this position."""
        return len(self.history)


def no_state(value: object) -> ValueError:
    """The error for what stands where a ``State`` should."""
    return ValueError(f"state: expected a State, got {shown(value)}")
