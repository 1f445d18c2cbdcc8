"""Fits the curves of the coach: from the share of play-outs to the chance that comes true.

``python -m plombox_widget.simulation.fit_coach`` writes ``bots/coach_fitted.py``.

For each number of seats a logistic line, shift + slope · logit(share), by the largest likelihood, with a
little weight on doing nothing (shift 0, slope 1). Half of the games have greedy bots in all seats, half a
mixture, as in ``forecasts``; those of ``bots.md`` are others, by their seeds.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plombox_widget.bots import coach_fitted
from plombox_widget.bots.coach import Curve
from plombox_widget.simulation.forecasts import moments, share_won

TRAINING = 3_000_000
"""First seed of the games."""
WORLDS = 400
PULL = 4.0
"""The weight of doing nothing: of so many games, spread over the chances."""
LEAST_SLOPE = 0.2

Floats = NDArray[np.float64]


def fit(shares: Floats, won: Floats, steps: int = 50) -> Curve:
    """The likeliest logistic line, by Newton's steps; both (moments,), shares over 0 and under 1."""
    logits = np.log(shares / (1.0 - shares))
    inputs, line = np.stack([np.ones_like(logits), logits]), np.array([0.0, 1.0])
    for _ in range(steps):
        chance = 1.0 / (1.0 + np.exp(-line @ inputs))
        slope = inputs @ (won - chance) - PULL * (line - (0.0, 1.0))
        bend = (inputs * (chance * (1.0 - chance))) @ inputs.T + PULL * np.eye(2)
        line = line + np.linalg.solve(bend, slope)
    return Curve(float(line[0]), max(LEAST_SLOPE, float(line[1])))


def training(games: int, worlds: int = WORLDS) -> dict[int, tuple[Floats, Floats]]:
    """By number of seats: the shares of two moments of each game, and whether it was won."""
    found: dict[int, list[tuple[float, float]]] = {players: [] for players in range(3, 9)}
    for mixed in (False, True):
        first = TRAINING + mixed * games
        for moment in moments(games, 2, mixed, first):
            players = moment.observation.rules.players
            found[players].append((share_won(moment, worlds), float(moment.won)))
    return {players: (np.array(rows)[:, 0], np.array(rows)[:, 1]) for players, rows in found.items()}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fits the curves of the coach on games of bots.")
    parser.add_argument("--games", type=int, default=3000, help="games of each kind of table")
    games = parser.parse_args(argv).games
    lines = ['"""Data only: the curves of the coach, written by ``simulation.fit_coach``.', ""]
    lines += [f"Fitted on {games} games of each kind of table, seeds from {TRAINING}.", '"""', ""]
    lines += ["CURVES = {"]
    for players, (shares, won) in training(games).items():
        shift, slope = fit(shares, won)
        lines.append(f"    {players}: ({shift:.3f}, {slope:.3f}),")
    lines += ["}", '"""By number of seats: shift and slope of the logistic line."""']
    Path(coach_fitted.__file__).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
