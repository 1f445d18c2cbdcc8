"""State, Move, Play, Outcome: frozen values. The rules that move them on are in ``engine``."""

import re
from typing import NamedTuple

from plombox_widget.game.cards import Card, Role, shown
from plombox_widget.game.rules import Rules, SiteScore

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


class SeenCard(NamedTuple):
    """A card at a site as one viewer sees it."""

    card: Card | None
    """None while it is face down and another seat played it (R6)."""
    seat: int
    """Who played it: public."""
    face_up: bool


class SiteCard(NamedTuple):
    """A card at a site, in truth; ``face`` and ``back`` are made once, so that to observe is to choose."""

    card_index: int
    face: SeenCard
    """As the seat that played it sees it, and everyone once it is face up."""
    back: SeenCard
    """As the others see it."""

    @property
    def card(self) -> Card:
        assert self.face.card is not None
        return self.face.card

    @property
    def seat(self) -> int:
        return self.face.seat

    @property
    def face_up(self) -> bool:
        return self.face.face_up


def place(index: int, card: Card, seat: int, face_up: bool = False) -> SiteCard:
    """Card ``index`` as ``seat`` puts it on a site."""
    face = SeenCard(card, seat, face_up)
    return SiteCard(index, face, face if face_up else SeenCard(None, seat, False))


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
    hands: tuple[tuple[int, ...], ...]
    """By seat: card indices in the order drawn."""
    sites: tuple[tuple[SiteCard, ...], ...]
    """By seat: cards in the order played."""
    discard: tuple[int, ...]
    """Card indices, the top last."""
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
    played: tuple[tuple[int, ...], ...]
    """By seat: the card indices that it played, in order."""
    history: tuple[Play, ...]
    """The plays so far, as everyone saw them."""
    outcome: Outcome | None
    """None while the game goes on."""

    @property
    def pile(self) -> int:
        """Cards in the draw pile."""
        return len(self.deck) - self.drawn

    @property
    def number(self) -> int:
        """Plays made so far: the number of this position."""
        return len(self.history)
