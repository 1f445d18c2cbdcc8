"""Positions for the kernel: many of them as a struct of arrays, and the words that stand for sites."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plombox_widget.game.cards import Card
from plombox_widget.game.rules import Rules

SPECIAL = tuple(map(Card.parse, "+-!"))
"""The first three kinds of card, always; the resources follow."""
PACKAGES, INDUSTRY, CARDS, CONTAMINATION = 0, 8, 24, 40
"""First bit of each part of a site's word: 4 bits of packages, 16 of industry, 10 of cards, 16 of
contamination."""


def card_kinds(rules: Rules) -> tuple[Card, ...]:
    """The kinds of card that these rules deal; the kernel knows a card by its index here."""
    resources = (card for card in map(Card.parse, rules.deck) if card.is_resource)
    return (*SPECIAL, *resources)


def site_word(cards: Iterable[Card]) -> int:
    """The word of resource cards that lie together."""
    packages = industry = contamination = count = 0
    for card in cards:
        packages |= 1 << card.package - 1
        industry += card.industry
        contamination += card.contamination
        count += 1
    return packages | industry << INDUSTRY | count << CARDS | contamination << CONTAMINATION


def face_words(kinds: Iterable[Card]) -> NDArray[np.int64]:
    """(kinds,), the word of each card alone; 0 for the cards that do not lie at a site."""
    return np.array([site_word([card]) if card.is_resource else 0 for card in kinds], np.int64)


def join_words(words: NDArray[np.int64], axis: int = -1) -> NDArray[np.int64]:
    """The words along ``axis`` together: packages are united, the counts are added up."""
    packages: NDArray[np.int64] = np.bitwise_or.reduce(words & 15, axis=axis)
    counts: NDArray[np.int64] = np.add.reduce(words & ~15, axis=axis)
    return packages | counts


@dataclass(slots=True, eq=False)
class Positions:
    """Positions to play on from, one along the first axis of every array; P of them, n seats.

    What the kernel need not know is left out: the discard pile, the order of the cards at a site, and
    which index of the deck a card has. Cards are kinds: indices in ``kinds``.
    """

    kinds: tuple[Card, ...]
    """``card_kinds(rules)``, or more after the first three; see ``SPECIAL``."""
    roles: NDArray[np.int8]
    """(P, n), 0 citizen, 1 corporate, 2 ngo."""
    hands: NDArray[np.uint16]
    """(P, n, widest hand), kinds in the order drawn; what is beyond ``held`` does not matter."""
    held: NDArray[np.int16]
    """(P, n), cards in each hand, at least 1."""
    pile: NDArray[np.uint16]
    """(P, largest draw pile), kinds, the top first; what is beyond ``piled`` does not matter."""
    piled: NDArray[np.int16]
    """(P,), cards in the draw pile, at least 1."""
    up: NDArray[np.int64]
    """(P, n), word of the face-up cards at each site."""
    down: NDArray[np.int64]
    """(P, n, n), word of the face-down cards that the first seat played at the site of the second."""
    lost: NDArray[np.int16]
    """(P, n), turns that each seat will lose (R8)."""
    extra: NDArray[np.int16]
    """(P, n), extra plays waiting (R7)."""
    turn: NDArray[np.int16]
    """(P,), the acting seat."""
    plays: NDArray[np.int16]
    """(P,), plays left to it, at least 1."""
    incriminations: NDArray[np.int16]
    """(P,), played so far, under n (R10)."""

    @staticmethod
    def empty(
        rules: Rules, count: int, hand: int, pile: int, kinds: tuple[Card, ...] | None = None
    ) -> "Positions":
        """``count`` positions with nothing on the table, to be filled in: hands of ``hand`` positive
        cards, a pile of ``pile``, seat 0 to make one play."""
        seats = (count, rules.players)
        return Positions(
            kinds=card_kinds(rules) if kinds is None else kinds,
            roles=np.zeros(seats, np.int8),
            hands=np.zeros((*seats, hand), np.uint16),
            held=np.full(seats, hand, np.int16),
            pile=np.zeros((count, pile), np.uint16),
            piled=np.full(count, pile, np.int16),
            up=np.zeros(seats, np.int64),
            down=np.zeros((*seats, rules.players), np.int64),
            lost=np.zeros(seats, np.int16),
            extra=np.zeros(seats, np.int16),
            turn=np.zeros(count, np.int16),
            plays=np.ones(count, np.int16),
            incriminations=np.zeros(count, np.int16),
        )

    def __len__(self) -> int:
        return len(self.turn)

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays in the order of the fields, each in one piece."""
        return tuple(getattr(self, name) for name in _ARRAYS)

    def copy(self) -> "Positions":
        """The same positions in arrays of their own."""
        return Positions(self.kinds, *(array.copy() for array in self.arrays()))

    def check(self, rules: Rules) -> None:
        """``ValueError``, one line, unless all fits together and each position can be played."""
        count, players = len(self), rules.players
        hand, pile = self.hands.shape[-1], self.pile.shape[-1]
        shapes = {
            "hands": (count, players, hand),
            "pile": (count, pile),
            "down": (count, players, players),
            **dict.fromkeys(("roles", "held", "up", "lost", "extra"), (count, players)),
            **dict.fromkeys(("piled", "turn", "plays", "incriminations"), (count,)),
        }
        for name, shape in shapes.items():
            array, dtype = getattr(self, name), _DTYPES[name]
            if array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous:
                raise ValueError(
                    f"positions: {name} must be {dtype.__name__} {shape} in one piece, "
                    f"got {array.dtype} {array.shape}"
                )
        if self.kinds[:3] != SPECIAL or not all(card.is_resource for card in self.kinds[3:]):
            raise ValueError("positions: kinds must be + - ! and then resources")
        _check_range("roles", self.roles, 0, 2)
        _check_range("held", self.held, 1, hand)
        _check_range("piled", self.piled, 1, pile)
        _check_range("hands", self.hands, 0, len(self.kinds) - 1)
        _check_range("pile", self.pile, 0, len(self.kinds) - 1)
        _check_range("turn", self.turn, 0, players - 1)
        _check_range("plays", self.plays, 1, 999)
        _check_range("incriminations", self.incriminations, 0, players - 1)
        _check_range("lost", self.lost, 0, 999)
        _check_range("extra", self.extra, 0, 999)


_ARRAYS = tuple(field.name for field in fields(Positions))[1:]
_DTYPES: dict[str, type[np.generic]] = {
    **dict.fromkeys(_ARRAYS, np.int16),
    "roles": np.int8,
    "hands": np.uint16,
    "pile": np.uint16,
    "up": np.int64,
    "down": np.int64,
}


def _check_range(name: str, array: NDArray[Any], low: int, high: int) -> None:
    if array.size and not low <= int(array.min()) <= int(array.max()) <= high:
        raise ValueError(f"positions: {name} must be {low} to {high}, got {array.min()} to {array.max()}")
