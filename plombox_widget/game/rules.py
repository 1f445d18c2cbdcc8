"""Rules: every size, threshold and margin, and the scoring made from them (R11, R12)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal, NamedTuple

from plombox_widget.game.cards import BASIC_DECK, PACKAGES, Card, Deck, Kind, Role, shown

DRAWS = ("card", "turn")
ROLES = tuple(Role)
"""The factions in scoring order: citizen, corporate, ngo."""
BASIC_DECKS = 3
"""Basic decks shuffled together (R3)."""

LEAST_PLAYERS, MOST_PLAYERS = 3, 8
"""Seats (R1)."""

RANGES = {
    "players": (LEAST_PLAYERS, MOST_PLAYERS),
    "cards_per_player": (2, 60),
    "hand_size": (1, 59),
    "industry_over": (0, 99),
    "contamination_over": (0, 99),
    "citizen_margin": (-8, 8),
    "corporate_margin": (-8, 8),
    "ngo_margin": (-8, 8),
}
"""Field of ``Rules`` → least and greatest value."""
_RULINGS = {"players": "R1: ", "cards_per_player": "R3: ", "hand_size": "R4: "}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game; the defaults are the published ones.

    A bad value raises ``ValueError`` that names the field and its range.
    """

    players: int = 4
    """Seats, 3 to 8 (R1)."""
    hand_size: int = 5
    """Cards dealt to each seat (R4)."""
    cards_per_player: int = 20
    """Cards of the shuffled deck in use, per seat (R3)."""
    draw: Literal["card", "turn"] = "card"
    """Draw after each play, or once at the end of a turn (R5)."""
    deck: Mapping[str, int] = BASIC_DECK
    """One basic deck, code → copies (R3); kept as a ``Deck``."""
    industry_over: int = 4
    """A site is developed with industry over this (R11)."""
    contamination_over: int = 2
    """A site is contaminated with contamination over this (R9, R11)."""
    citizen_margin: int = 0
    """Citizens need more PlomBOXes than citizens plus this (R12)."""
    corporate_margin: int = 0
    """Corporates need more developed sites than corporates plus this (R12)."""
    ngo_margin: int = 1
    """NGOs need more clean sites than NGOs plus this (R12)."""

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                ruling = _RULINGS.get(name, "")
                raise ValueError(f"{ruling}{name} must be a whole number {low} to {high}, got {shown(value)}")
        if self.draw not in DRAWS:
            raise ValueError(f"R5: draw must be 'card' or 'turn', got {shown(self.draw)}")
        if self.hand_size >= self.cards_per_player:
            raise ValueError(
                f"R4: hand_size must be under cards_per_player, {self.cards_per_player}; got {self.hand_size}"
            )
        deck = self.deck if isinstance(self.deck, Deck) else Deck(self.deck)
        object.__setattr__(self, "deck", deck)
        if BASIC_DECKS * deck.size < self.cards_in_use:
            least = -(-self.cards_in_use // BASIC_DECKS)
            raise ValueError(
                f"R3: deck must have at least {least} cards for {self.players} players, got {deck.size}"
            )

    @property
    def basic_cards(self) -> tuple[Card, ...]:
        """The cards of one basic deck, in the order of their codes (R3)."""
        assert isinstance(self.deck, Deck)
        return self.deck.cards

    @property
    def cards_in_use(self) -> int:
        """Cards of the shuffled deck that a game uses (R3)."""
        return self.cards_per_player * self.players

    @property
    def incriminations_to_end(self) -> int:
        """Incriminations that end the game (R10): one per seat."""
        return self.players

    def margin(self, role: Role) -> int:
        """What a faction needs beyond its own size, before the strict comparison (R12)."""
        if role is Role.CITIZEN:
            return self.citizen_margin
        return self.corporate_margin if role is Role.CORPORATE else self.ngo_margin

    def needed(self, role: Role, members: int) -> int:
        """Sites that a faction of ``members`` seats needs to win (R12): strictly more, so one is added."""
        needed = members + self.margin(role) + 1
        return needed if needed > 0 else 0

    def changed(self) -> dict[str, object]:
        """The fields that differ from the defaults, in field order."""
        standard = Rules(players=self.players)
        names = (field.name for field in fields(self))
        return {name: getattr(self, name) for name in names if getattr(self, name) != getattr(standard, name)}


class SiteScore(NamedTuple):
    """What a site counts (R11)."""

    packages: frozenset[int]
    """Work packages present, out of 1 to 4."""
    industry: int
    contamination: int
    plombox: bool
    """All four work packages are present."""
    developed: bool
    """Industry is over the threshold."""
    contaminated: bool
    """Contamination is over the threshold."""

    def counts_for(self, role: Role) -> bool:
        """Whether this site counts towards the goal of ``role`` (R12)."""
        if role is Role.CITIZEN:
            return self.plombox
        return self.developed if role is Role.CORPORATE else not self.contaminated


def expect_rules(rules: object) -> Rules:
    """``rules`` itself; ``ValueError`` if it is anything else than ``Rules``."""
    if not isinstance(rules, Rules):
        raise ValueError(f"rules: expected Rules(…), got {shown(rules)}")
    return rules


def score_site(cards: Iterable[Card], rules: Rules | None = None) -> SiteScore:
    """What a site with these resource cards counts (R11). ``ValueError`` for anything else."""
    rules = _STANDARD if rules is None else expect_rules(rules)
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise ValueError(f"R6: a site is a list of cards, got {shown(cards)}")
    site = tuple(cards)
    for card in site:
        if not isinstance(card, Card):
            raise ValueError(f"R6: only resource cards lie on a site, got {shown(card)}; see Card.parse")
        if card.kind is not Kind.RESOURCE:
            raise ValueError(f"R6: only resource cards lie on a site, got {card}")
    return count_site(site, rules)


def count_site(site: Sequence[Card], rules: Rules) -> SiteScore:
    """``score_site`` of what is known to be resource cards."""
    _, packages, industries, contaminations = zip(*site, strict=True) if site else _NO_CARDS
    present, industry, contamination = frozenset(packages), sum(industries), sum(contaminations)
    developed, contaminated = industry > rules.industry_over, contamination > rules.contamination_over
    done = len(present) == len(PACKAGES)
    return _new(SiteScore, (present, industry, contamination, done, developed, contaminated))


_STANDARD = Rules()
_NO_CARDS: tuple[tuple[int, ...], ...] = ((), (), (), ())
_new = tuple.__new__


class FactionScore(NamedTuple):
    """How a faction stands against its goal (R12)."""

    role: Role
    members: int
    """Seats of this role."""
    sites: int
    """Sites that count for it."""
    needed: int
    """Sites that it needs."""

    @property
    def wins(self) -> bool:
        return self.sites >= self.needed


def score_factions(
    sites: Sequence[SiteScore], roles: Sequence[Role], rules: Rules
) -> tuple[FactionScore, FactionScore, FactionScore]:
    """The three factions in the order citizen, corporate, ngo (R12)."""
    done = developed = clean = 0
    for _, _, _, plombox, grown, contaminated in sites:
        done, developed, clean = done + plombox, developed + grown, clean + (not contaminated)

    def score(role: Role, count: int) -> FactionScore:
        members = roles.count(role)
        return FactionScore(role, members, count, rules.needed(role, members))

    return score(Role.CITIZEN, done), score(Role.CORPORATE, developed), score(Role.NGO, clean)
