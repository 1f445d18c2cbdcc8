"""What is kept of many games: whole-number counts that add up to the same in any order."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plombox_widget.game.rules import Rules

FACTIONS = 3
REASONS = ("deck", "incriminations")
"""End reasons, in the order of their numbers."""
Counts = NDArray[np.int64]


class Games(NamedTuple):
    """How a chunk of games went: one row per game."""

    roles: NDArray[np.int8]
    """(games, seats), 0 citizen, 1 corporate, 2 ngo."""
    winners: NDArray[np.uint8]
    """(games,), a bit for each faction that won: 1 citizens, 2 corporates, 4 NGOs."""
    reason: NDArray[np.integer[Any]]
    """(games,), index in ``REASONS``."""
    plays: NDArray[np.integer[Any]]
    """(games,), plays made."""
    sites: NDArray[np.int8]
    """(3, games): sites with a PlomBOX, developed sites, clean sites."""

    @property
    def seat_won(self) -> NDArray[np.uint8]:
        """(games, seats), 1 if the faction of that seat won, else 0."""
        return self.winners[:, None] >> self.roles.view(np.uint8) & np.uint8(1)


def in_row(flags: NDArray[np.bool_]) -> NDArray[np.int8]:
    """(games, seats) → (games,): how many are true; much faster than a sum along a short axis."""
    counts: NDArray[np.int8] = np.einsum("gs->g", flags.view(np.int8))
    return counts


@cache
def compositions(players: int) -> tuple[tuple[int, int, int], ...]:
    """All (citizens, corporates, ngos) that R2 can deal to ``players`` seats."""
    return tuple(
        (citizens, corporates, players - citizens - corporates)
        for citizens in range(1, players - 1)
        for corporates in range(1, players - citizens)
    )


@cache
def _composition_numbers(players: int) -> NDArray[np.int64]:
    numbers = np.full((players, players), -1)
    for number, (citizens, corporates, _) in enumerate(compositions(players)):
        numbers[citizens, corporates] = number
    return numbers


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of games. Two tallies add up; equal when every count is."""

    outcomes: Counts
    """(compositions, 8, 2): games by composition, set of winners (bit f for faction f), end reason."""
    seats: Counts
    """(seats, 3, 2): games by seat, its role, and whether it won."""
    plays: Counts
    """(cards in use + 1,): games by plays made."""
    sites: Counts
    """(3, seats + 1): games by the number of sites with a PlomBOX, developed, clean."""

    @classmethod
    def nothing(cls, rules: Rules) -> "Tally":
        seats = rules.players
        shapes = (
            (len(compositions(seats)), 8, 2),
            (seats, FACTIONS, 2),
            (rules.cards_in_use + 1,),
            (3, seats + 1),
        )
        return cls(*(np.zeros(shape, np.int64) for shape in shapes))

    @classmethod
    def of(cls, rules: Rules, games: Games) -> "Tally":
        empty, seats = cls.nothing(rules), rules.players
        composition = _composition_numbers(seats)[in_row(games.roles == 0), in_row(games.roles == 1)]
        return cls(
            count(empty.outcomes.shape, composition, games.winners, games.reason),
            count(empty.seats.shape, np.arange(seats), games.roles, games.seat_won),
            count(empty.plays.shape, games.plays),
            count(empty.sites.shape, np.arange(3)[:, None], games.sites),
        )

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(mine + theirs for mine, theirs in zip(self._arrays(), other._arrays(), strict=True)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        return all(map(np.array_equal, self._arrays(), other._arrays()))

    __hash__ = None  # type: ignore[assignment]

    def _arrays(self) -> tuple[Counts, Counts, Counts, Counts]:
        return self.outcomes, self.seats, self.plays, self.sites

    @property
    def games(self) -> int:
        return int(self.outcomes.sum())

    @property
    def by_winners(self) -> Counts:
        """(compositions, 8): games by composition and set of winners."""
        by_winners: Counts = self.outcomes.sum(axis=2)
        return by_winners


def count(shape: Sequence[int], *labels: NDArray[Any]) -> Counts:
    """How often each combination of labels occurs; the labels broadcast against each other."""
    cells = math.prod(shape)
    assert cells < 2**15, "the cells are numbered in 16 bits"
    where = labels[0].astype(np.int16)
    for size, label in zip(shape[1:], labels[1:], strict=True):
        where = where * np.int16(size) + label.astype(np.int16, copy=False)
    counts: Counts = np.bincount(where.ravel(), minlength=cells).reshape(shape)
    return counts


def winning(faction: int) -> list[int]:
    """The sets of winners that hold this faction."""
    return _sets(lambda members: bool(members >> faction & 1))


def several() -> list[int]:
    """The sets of winners with at least two factions."""
    return _sets(lambda members: members.bit_count() > 1)


def _sets(keep: Callable[[int], bool]) -> list[int]:
    return [members for members in range(2**FACTIONS) if keep(members)]
