"""What one viewer may know, built by listing what is let in."""

from collections import Counter
from typing import NamedTuple, NoReturn

from plombox_widget.game.cards import Card, Role, shown
from plombox_widget.game.engine import moves_of
from plombox_widget.game.rules import BASIC_DECKS, MOST_PLAYERS, Rules, SiteScore, score_site
from plombox_widget.game.state import (
    HandCard,
    Move,
    Outcome,
    Play,
    Seen,
    Sites,
    State,
    Table,
    all_known,
    no_state,
)

_new = tuple.__new__
_ALONE = [
    [
        {role: tuple([role if at == seat else None for at in range(players)]) for role in Role}
        for seat in range(players)
    ]
    for players in range(MOST_PLAYERS + 1)
]
"""By seats at the table and viewer, its role → the roles that it knows: its own (R2)."""


class _Known(NamedTuple):
    """The fields of an Observation."""

    rules: Rules
    seat: int | None
    """The viewer; None is a spectator, who knows no role and no hand."""
    turn: int
    """The acting seat."""
    plays: int
    """Plays left to it in this turn."""
    roles: tuple[Role | None, ...]
    """By seat: the viewer's own (R2), all of them once the game has ended."""
    hand: tuple[HandCard, ...]
    """The viewer's own hand, in the order drawn; empty for a spectator."""
    pile: int
    """Cards in the draw pile."""
    extra: tuple[int, ...]
    """By seat: extra plays waiting (R7)."""
    lost: tuple[int, ...]
    """By seat: turns that it will lose (R8)."""
    incriminations: int
    """Incriminations played so far (R10)."""
    own: tuple[tuple[Card, int], ...]
    """The cards that the viewer itself played, each with its target, in order: those in ``history``, after
    those that it had put face down before, where a position begins in the middle of a game."""
    start: Seen
    """The table before the first play of ``history``, as everyone saw it."""
    history: tuple[Play, ...]
    """The plays so far, as everyone saw them."""
    open: Sites
    """By seat: the cards at its site in truth, once the game has ended; empty before."""
    legal_moves: tuple[Move, ...]
    """The viewer's legal moves; empty unless it acts."""
    outcome: Outcome | None


class Observation(_Known):
    """All that one seat, or a spectator, may know. Immutable; equal when nothing seen differs."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an Observation is frozen: {name} cannot be set")

    def __getstate__(self) -> None:
        """Nothing beside the fields is pickled: ``sites`` is made again."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """By seat."""
        return self.start.hand_sizes_after(self.history)

    @property
    def discard(self) -> tuple[Card, ...]:
        """Face up, the top last."""
        return self.start.discard_after(self.history)

    @property
    def sites(self) -> Table:
        """By seat: the cards at its site in the order played, those that the viewer put face down known
        to it (R6)."""
        made: Table | None = self.__dict__.get("sites")
        if made is None:
            made = self.start.table_after(self.history, self.seat, self.own)
            made = self.__dict__["sites"] = made if self.outcome is None else all_known(self.open, made)
        return made

    @property
    def played(self) -> tuple[Card, ...]:
        """The cards of the viewer's own plays in ``history``, in order: what it hides of them."""
        mine = [play for play in self.history if play.seat == self.seat]
        return tuple([card for card, _ in self.own[len(self.own) - len(mine) :]])

    @property
    def number(self) -> int:
        """Plays made so far: the number of this position."""
        return len(self.history)

    @property
    def role(self) -> Role | None:
        """The viewer's own role; None for a spectator."""
        return None if self.seat is None else self.roles[self.seat]

    def known(self, site: int) -> SiteScore:
        """What the cards that the viewer knows at a site count: a lower bound of each total (R11)."""
        return score_site((entry.card for entry in self.sites[site] if entry.card is not None), self.rules)

    def unknown(self, site: int) -> int:
        """Cards at a site that the viewer does not know."""
        return sum(entry.card is None for entry in self.sites[site])

    def unseen(self) -> Counter[Card]:
        """Cards of the three basic decks that the viewer has not seen: others' hands, face-down cards,
        the draw pile, and what was put aside (R3)."""
        cards = Counter({Card.parse(code): BASIC_DECKS * copies for code, copies in self.rules.deck.items()})
        cards.subtract(held.card for held in self.hand)
        cards.subtract(self.discard)
        cards.subtract(entry.card for site in self.sites for entry in site if entry.card is not None)
        return +cards


def observe(state: State, seat: int | None) -> Observation:
    """What ``seat`` may know of ``state``; ``None`` is a spectator. ``ValueError`` for a wrong seat."""
    if not isinstance(state, State):
        raise no_state(state)
    (rules, deck, roles, hands, sites, drawn, turn, plays, extra, lost, incriminations,
     own, start, history, outcome) = state  # fmt: skip
    if seat is None:
        hand: tuple[HandCard, ...] = ()
        played: tuple[tuple[Card, int], ...] = ()
        known: tuple[Role | None, ...] = (None,) * len(roles)
    elif type(seat) is not int or not 0 <= seat < len(roles):
        raise ValueError(
            f"R1: seat must be 0 to {len(roles) - 1}, or None for a spectator, got {shown(seat)}"
        )
    else:
        hand, played = hands[seat], own[seat]
        known = _ALONE[len(roles)][seat][roles[seat]]
    moves = moves_of(hand) if seat == turn and outcome is None else ()
    opened: Sites = ()
    if outcome is not None:
        known, opened = roles, sites
    return _new(Observation, (
        rules, seat, turn, plays, known, hand, len(deck) - drawn, extra, lost, incriminations, played,
        start, history, opened, moves, outcome,
    ))  # fmt: skip
