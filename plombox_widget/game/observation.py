"""What one viewer may know, built by listing what is let in."""

from collections import Counter
from typing import NamedTuple

from plombox_widget.game.cards import Card, Role
from plombox_widget.game.engine import legal_moves
from plombox_widget.game.rules import BASIC_DECKS, Rules, SiteScore, score_site
from plombox_widget.game.state import Move, Outcome, Play, SeenCard, State


class HandCard(NamedTuple):
    """A card in the viewer's own hand."""

    card_index: int
    """Index in the shuffled deck (R4): what a Move names."""
    card: Card


class Observation(NamedTuple):
    """All that one seat, or a spectator, may know. Immutable; equal when nothing seen differs."""

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
    hand_sizes: tuple[int, ...]
    """By seat."""
    sites: tuple[tuple[SeenCard, ...], ...]
    """By seat: cards in the order played; ``card`` is None where the viewer may not know it (R6)."""
    discard: tuple[Card, ...]
    """Face up, the top last."""
    pile: int
    """Cards in the draw pile."""
    extra: tuple[int, ...]
    """By seat: extra plays waiting (R7)."""
    lost: tuple[int, ...]
    """By seat: turns that it will lose (R8)."""
    incriminations: int
    """Incriminations played so far (R10)."""
    played: tuple[Card, ...]
    """The cards that the viewer itself played, in order: what ``history`` hides of its own plays."""
    history: tuple[Play, ...]
    """The plays so far, as everyone saw them."""
    legal_moves: tuple[Move, ...]
    """The viewer's legal moves; empty unless it acts."""
    outcome: Outcome | None

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
    over = state.outcome is not None
    deck = state.deck
    if seat is None:
        hand: tuple[HandCard, ...] = ()
        roles: tuple[Role | None, ...] = (None,) * len(state.roles)
        played: tuple[Card, ...] = ()
    elif type(seat) is not int or not 0 <= seat < len(state.roles):
        raise ValueError(
            f"R1: seat must be 0 to {len(state.roles) - 1}, or None for a spectator, got {seat!r}"
        )
    else:
        hand = tuple([HandCard(index, deck[index]) for index in state.hands[seat]])
        roles = tuple([role if other == seat else None for other, role in enumerate(state.roles)])
        played = tuple([deck[index] for index in state.played[seat]])
    return Observation(
        rules=state.rules,
        seat=seat,
        turn=state.turn,
        plays=state.plays,
        roles=state.roles if over else roles,
        hand=hand,
        hand_sizes=tuple([len(cards) for cards in state.hands]),
        sites=tuple(
            [
                tuple([entry.face if over or entry.face.seat == seat else entry.back for entry in site])
                for site in state.sites
            ]
        ),
        discard=tuple([deck[index] for index in state.discard]),
        pile=len(deck) - state.drawn,
        extra=state.extra,
        lost=state.lost,
        incriminations=state.incriminations,
        played=played,
        history=state.history,
        legal_moves=legal_moves(state) if seat == state.turn else (),
        outcome=state.outcome,
    )
