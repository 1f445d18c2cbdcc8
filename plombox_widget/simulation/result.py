"""What a simulation found: shares with intervals, made from whole-number counts."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plombox_widget.game.cards import Role
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.simulation.statistics import CONFIDENCE, Interval, Mean, Rate, games_needed
from plombox_widget.simulation.tally import REASONS, Tally, compositions, several, winning

GOALS = ("plombox", "developed", "clean")
"""What sites count for the factions, in the order of ``ROLES``."""


class Factions(NamedTuple):
    """How often each faction, nobody, and several factions win, in some games."""

    win: Mapping[Role, Rate]
    nobody: Rate
    several: Rate

    @property
    def games(self) -> int:
        return self.nobody.trials


def _factions(by_winners: Any) -> Factions:
    games = int(by_winners.sum())
    return Factions(
        {role: Rate(int(by_winners[winning(faction)].sum()), games) for faction, role in enumerate(ROLES)},
        Rate(int(by_winners[0]), games),
        Rate(int(by_winners[several()].sum()), games),
    )


@dataclass(frozen=True)
class SimulationResult:
    """What ``simulate`` found. Equal when the rules, the players, the seed and every count are."""

    rules: Rules
    policies: tuple[str, ...]
    """By seat: the name of the bot."""
    seed: int
    asked: int
    """Games asked for; ``games`` were played."""
    through: str
    """``kernel`` or ``engine``: what played them."""
    tally: Tally
    """Every count that the shares are made of."""
    seconds: float = field(compare=False)
    """Wall time."""
    note: str = field(default="", compare=False)
    """Why the run ended early; empty if it did not."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.tally.games

    @property
    def complete(self) -> bool:
        return self.games == self.asked

    @property
    def factions(self) -> Factions:
        """Over all games."""
        return _factions(self.tally.by_winners.sum(axis=0))

    @property
    def by_composition(self) -> Mapping[tuple[int, int, int], Factions]:
        """By (citizens, corporates, ngos) at the table, those that were dealt."""
        counts = zip(compositions(self.rules.players), self.tally.by_winners, strict=True)
        return {composition: _factions(games) for composition, games in counts if games.any()}

    @property
    def by_end(self) -> Mapping[str, Factions]:
        """By end reason, those that occurred."""
        counts = self.tally.outcomes.sum(axis=0)
        return {reason: _factions(counts[:, i]) for i, reason in enumerate(REASONS) if counts[:, i].any()}

    @property
    def win_rate(self) -> dict[Role, float]:
        """Share of the games that each faction won, 0 to 1; several can win one game (R12)."""
        return {role: rate.value for role, rate in self.factions.win.items()}

    @property
    def win_rate_interval(self) -> dict[Role, Interval]:
        return {role: rate.interval() for role, rate in self.factions.win.items()}

    @property
    def nobody(self) -> float:
        """Share of the games that no faction won."""
        return self.factions.nobody.value

    @property
    def several(self) -> float:
        """Share of the games that two or three factions won."""
        return self.factions.several.value

    @property
    def end_rates(self) -> dict[str, Rate]:
        """How often the games ended each way (R10)."""
        ends = self.tally.outcomes.sum(axis=(0, 1))
        return {reason: Rate(int(count), self.games) for reason, count in zip(REASONS, ends, strict=True)}

    @property
    def end_reasons(self) -> dict[str, float]:
        """Share of the games that ended each way."""
        return {reason: rate.value for reason, rate in self.end_rates.items()}

    @property
    def plays(self) -> Mean:
        """Plays in a game: mean, deviation, interval."""
        return Mean.of_histogram(self.tally.plays.tolist())

    @property
    def lengths(self) -> dict[int, int]:
        """Plays → games of that length, those that occurred, the shortest first."""
        return {plays: games for plays, games in enumerate(self.tally.plays.tolist()) if games}

    @property
    def mean_plays(self) -> float:
        return self.plays.value

    @property
    def sites(self) -> dict[str, Mean]:
        """Sites at the end with a PlomBOX, developed, clean (R11)."""
        return {
            goal: Mean.of_histogram(counts.tolist())
            for goal, counts in zip(GOALS, self.tally.sites, strict=True)
        }

    @property
    def seats(self) -> tuple[Rate, ...]:
        """By seat: how often its faction won."""
        return tuple(Rate(int(won), int(lost + won)) for lost, won in self.tally.seats.sum(axis=1))

    @property
    def by_seat_and_role(self) -> tuple[Mapping[Role, Rate], ...]:
        """By seat: how often its faction won, by the role it had."""
        return tuple(
            {role: Rate(int(won), int(lost + won)) for role, (lost, won) in zip(ROLES, seat, strict=True)}
            for seat in self.tally.seats
        )

    @property
    def seat_win_rate(self) -> list[float]:
        """By seat: share of the games that its faction won."""
        return [rate.value for rate in self.seats]

    @property
    def seat_win_rate_interval(self) -> list[Interval]:
        return [rate.interval() for rate in self.seats]

    def games_needed(self, precision: float, confidence: float = CONFIDENCE) -> int:
        """Games that give every faction's win rate an interval of at most this half-width."""
        return max(games_needed(precision, rate, confidence) for rate in self.win_rate.values())

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, lists and dicts, as ``plombox simulate --json`` prints them."""
        return {
            "players": self.rules.players,
            "games": self.games,
            "seed": self.seed,
            "win_rate": _plain(self.win_rate, float),
            "win_rate_interval": _plain(self.win_rate_interval, list),
            "nobody": self.nobody,
            "end_reasons": self.end_reasons,
            "mean_plays": self.mean_plays,
            "seat_win_rate": self.seat_win_rate,
            "seconds": self.seconds,
        }

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), indent=2)

    def __str__(self) -> str:
        names = self.policies[0] if len(set(self.policies)) == 1 else ",".join(self.policies)
        lines = [f"{self.games} games of {names}, {self.rules.players} players, seed {self.seed}"]
        lines += [f"{role}: {_shown(rate)}" for role, rate in self.factions.win.items()]
        lines += [f"nobody: {_shown(self.factions.nobody)}", f"several: {_shown(self.factions.several)}"]
        lines += [f"end by {reason}: {_shown(rate)}" for reason, rate in self.end_rates.items()]
        lines += [f"plays: {self.mean_plays:.2f}"]
        lines += [f"seat {seat}: {_shown(rate)}" for seat, rate in enumerate(self.seats)]
        return "\n".join(lines + [self.note] * bool(self.note))

    __repr__ = __str__


def _plain(by_role: Mapping[Role, Any], convert: Callable[[Any], Any]) -> dict[str, Any]:
    return {str(role): convert(value) for role, value in by_role.items()}


def _shown(rate: Rate) -> str:
    low, high = rate.interval()
    return f"{rate.value:.4f} ({low:.4f} to {high:.4f})"
