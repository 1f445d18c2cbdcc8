"""Cards, roles and decks, and the codes that name them in text.

A code is ``R2i3c2`` for a resource card (work package 2, industry 3, contamination 2; zeros are left
out in the canonical form), ``+`` for positive, ``-`` for negative, ``!`` for incrimination.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from plombox_widget.game.basic_deck import COPIES

PACKAGES = (1, 2, 3, 4)
"""The work packages, as the cards number them."""

_RESOURCE = re.compile(r"R([1-4])(?:i([0-9]{1,2}))?(?:c([0-9]{1,2}))?")
_SHOWN = 40
"""Characters of a wrong input that an error message quotes at most."""


class Role(StrEnum):
    """What a seat secretly is; all seats of one role are a faction. In scoring order."""

    CITIZEN = "citizen"
    CORPORATE = "corporate"
    NGO = "ngo"


class Kind(StrEnum):
    """The four kinds of card."""

    RESOURCE = "resource"
    POSITIVE = "positive"
    NEGATIVE = "negative"
    INCRIMINATION = "incrimination"


_SIGNS = {Kind.POSITIVE: "+", Kind.NEGATIVE: "-", Kind.INCRIMINATION: "!"}
_KINDS = {sign: kind for kind, sign in _SIGNS.items()}


class Card(NamedTuple):
    """One card, its face only; which copy it is, the index in the shuffled deck tells (R4)."""

    kind: Kind
    package: int = 0
    """1 to 4 on a resource card, 0 on any other."""
    industry: int = 0
    contamination: int = 0

    @staticmethod
    def parse(code: str) -> "Card":
        """The card that ``code`` names; ``ValueError`` naming the code if there is none."""
        if not isinstance(code, str):
            raise ValueError(f"card code {shown(code)}: a code is a string such as R2i1, +, - or !")
        return _parse(code)

    @property
    def is_resource(self) -> bool:
        return self.kind is Kind.RESOURCE

    def __str__(self) -> str:
        if self.kind is not Kind.RESOURCE:
            return _SIGNS[self.kind]
        industry = f"i{self.industry}" if self.industry else ""
        contamination = f"c{self.contamination}" if self.contamination else ""
        return f"R{self.package}{industry}{contamination}"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


@lru_cache(maxsize=1024)
def _parse(code: str) -> Card:
    if code in _KINDS:
        return Card(_KINDS[code])
    match = _RESOURCE.fullmatch(code)
    if match is None:
        raise ValueError(
            f"card code {shown(code)}: expected +, -, ! or R1 to R4 with i0–i99 and c0–c99, e.g. R2i3c2"
        )
    package, industry, contamination = (int(part or 0) for part in match.groups())
    return Card(Kind.RESOURCE, package, industry, contamination)


def shown(value: object) -> str:
    """``repr`` of a wrong input, cut to a length that fits one line of an error."""
    try:
        text = ascii(value[:_SHOWN] if isinstance(value, str | bytes) else value)
    except (ValueError, RecursionError):  # an int too long to write out, lists too deep to walk
        text = f"something of type {type(value).__name__}"
    return text if len(text) <= _SHOWN + 2 else text[:_SHOWN] + "…"


MOST_CARDS = 2000
"""Cards that a basic deck may have at most, so that a hostile one cannot fill the memory."""


class Deck(Mapping[str, int]):
    """Copies of each card in one basic deck (R3), code → copies: immutable, hashable, canonical.

    Codes are brought to their canonical form and sorted, so that two equal decks deal alike whatever the
    order in which they were written. ``ValueError`` for a wrong code, a count outside 0 to 500, or more than
    ``MOST_CARDS`` in all.
    """

    __slots__ = ("_copies", "cards")

    cards: tuple[Card, ...]
    """All cards of one basic deck, in the order of their codes."""

    def __init__(self, copies: Mapping[str, int]) -> None:
        if not isinstance(copies, Mapping):
            raise ValueError(f"deck: expected code → copies, got {shown(copies)}")
        counts: dict[str, int] = {}
        for code, count in copies.items():
            card = str(Card.parse(code))
            if type(count) is not int or not 0 <= count <= 500:
                raise ValueError(f"deck: copies of {card} must be 0 to 500, got {shown(count)}")
            counts[card] = counts.get(card, 0) + count
        if sum(counts.values()) > MOST_CARDS:
            raise ValueError(f"deck: at most {MOST_CARDS} cards, got {sum(counts.values())}")
        self._copies = {code: counts[code] for code in sorted(counts) if counts[code]}
        self.cards = tuple([Card.parse(code) for code, count in self._copies.items() for _ in range(count)])

    def __getitem__(self, code: str) -> int:
        return self._copies[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._copies)

    def __len__(self) -> int:
        return len(self._copies)

    def __hash__(self) -> int:
        return hash(tuple(self._copies.items()))

    def __reduce__(self) -> tuple[type["Deck"], tuple[dict[str, int]]]:
        return Deck, (dict(self._copies),)

    def __repr__(self) -> str:
        return f"Deck({self._copies})"

    @property
    def size(self) -> int:
        """Cards in one basic deck."""
        return len(self.cards)


BASIC_DECK = Deck(COPIES)
"""Our assumption of the basic deck (R3): the published text does not give its composition."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Codes separated by spaces → cards."""
    return tuple(Card.parse(code) for code in text.split())


def format_cards(cards: Iterable[Card]) -> str:
    """Cards → codes separated by spaces."""
    return " ".join(map(str, cards))
