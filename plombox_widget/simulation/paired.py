"""Paired counts: the same deal played twice, with one seat's bot exchanged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plombox_widget.game.cards import Role
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.simulation.statistics import CONFIDENCE, Difference, Interval, Rate
from plombox_widget.simulation.tally import FACTIONS, Counts, Games, count, in_row


@dataclass(frozen=True, eq=False)
class PairedTally:
    """Counts of pairs. Two tallies add up; equal when every count is."""

    cells: Counts
    """(seats, 3, 2, 2): pairs by exchanged seat, its role, whether it won before, whether exchanged."""
    sums: Counts
    """(4 + seats, 6): the numbers of a ``Difference`` over all pairs, those of each role, of each seat."""

    @classmethod
    def nothing(cls, rules: Rules) -> "PairedTally":
        seats = rules.players
        return cls(np.zeros((seats, FACTIONS, 2, 2), np.int64), np.zeros((1 + FACTIONS + seats, 6), np.int64))

    @classmethod
    def of(cls, rules: Rules, before: Games, exchanged: Mapping[int, Games]) -> "PairedTally":
        """``exchanged`` is seat → the same deals with that seat's bot exchanged."""
        cells, sums = cls.nothing(rules)._arrays()
        roles, was = before.roles, before.seat_won
        step = np.zeros(roles.shape, np.int64)
        is_pair = np.zeros(roles.shape, np.bool_)
        for seat, games in exchanged.items():
            assert np.array_equal(games.roles, roles), "the pairs are not of the same deals"
            now = games.seat_won[:, seat]
            cells[seat] = count(cells[seat].shape, roles[:, seat], was[:, seat], now)
            step[:, seat] = now.astype(np.int64) - was[:, seat]
            is_pair[:, seat] = True
        groups = [is_pair, *(is_pair & (roles == role) for role in range(FACTIONS))]
        groups += [is_pair & (np.arange(rules.players) == seat) for seat in range(rules.players)]
        for row, group in zip(sums, groups, strict=True):
            row[:] = _sums(np.einsum("gs->g", step * group), in_row(group).astype(np.int64))
        return cls(cells, sums)

    def __add__(self, other: "PairedTally") -> "PairedTally":
        return PairedTally(self.cells + other.cells, self.sums + other.sums)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PairedTally):
            return NotImplemented
        return all(map(np.array_equal, self._arrays(), other._arrays()))

    __hash__ = None  # type: ignore[assignment]

    def _arrays(self) -> tuple[Counts, Counts]:
        return self.cells, self.sums

    @property
    def deals(self) -> int:
        return int(self.sums[0, 0])


def _sums(differences: Counts, pairs: Counts) -> list[Any]:
    """Both (deals,) → the six numbers of a ``Difference``."""
    products = (differences * differences, differences * pairs, pairs * pairs)
    return [(pairs > 0).sum(), pairs.sum(), differences.sum(), *(product.sum() for product in products)]


@dataclass(frozen=True)
class Comparison:
    """What ``compare`` found. Equal when the rules, the bots, the seed and every count are."""

    rules: Rules
    base: tuple[str, ...]
    """By seat: the name of the bot before."""
    other: str
    """The bot that each seat is exchanged for in turn."""
    seats: tuple[int, ...]
    """The seats that are exchanged."""
    seed: int
    asked: int
    """Deals asked for; ``deals`` were played."""
    through: str
    """``kernel`` or ``engine``: what played them."""
    tally: PairedTally
    seconds: float = field(compare=False)
    """Wall time."""
    note: str = field(default="", compare=False)
    """Why the run ended early; empty if it did not."""

    @property
    def deals(self) -> int:
        """Deals played, each once as it was and once for each exchanged seat."""
        return self.tally.deals

    @property
    def complete(self) -> bool:
        return self.deals == self.asked

    @property
    def difference(self) -> Difference:
        """Win chance of an exchanged seat less its win chance before."""
        return self._difference(0)

    @property
    def value(self) -> float:
        return self.difference.value

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        return self.difference.interval(confidence)

    @property
    def by_role(self) -> dict[Role, Difference]:
        """By the role of the exchanged seat."""
        return {role: self._difference(1 + number) for number, role in enumerate(ROLES)}

    @property
    def by_seat(self) -> dict[int, Difference]:
        return {seat: self._difference(1 + FACTIONS + seat) for seat in self.seats}

    @property
    def before(self) -> Rate:
        """How often the seats win as they were."""
        return self._rate(self.tally.cells[:, :, 1, :])

    @property
    def after(self) -> Rate:
        """How often they win exchanged."""
        return self._rate(self.tally.cells[:, :, :, 1])

    def _rate(self, hits: Counts) -> Rate:
        return Rate(int(hits.sum()), int(self.tally.cells.sum()))

    def _difference(self, row: int) -> Difference:
        return Difference(*self.tally.sums[row].tolist())

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, lists and dicts."""
        return {
            "players": self.rules.players,
            "base": list(self.base),
            "other": self.other,
            "deals": self.deals,
            "seed": self.seed,
            "before": self.before.value,
            "after": self.after.value,
            **_plain(self.difference),
            "by_role": {str(role): _plain(one) for role, one in self.by_role.items()},
            "by_seat": {str(seat): _plain(one) for seat, one in self.by_seat.items()},
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        low, high = self.interval()
        text = (
            f"{self.rules.players} players, {self.deals} deals, seed {self.seed}: "
            f"{self.other} for {_names(self.base)} {self.value:+.4f} ({low:+.4f} to {high:+.4f}), "
            f"{self.before.value:.4f} to {self.after.value:.4f}"
        )
        return f"{text}\n{self.note}" if self.note else text

    __repr__ = __str__


def _plain(difference: Difference) -> dict[str, Any]:
    return {"difference": difference.value, "interval": list(difference.interval())}


def _names(names: Sequence[str]) -> str:
    return names[0] if len(set(names)) == 1 else ",".join(names)
