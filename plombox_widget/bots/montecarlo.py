"""Play-outs: worlds that fit what a seat knows, each legal play tried in all of them, the best one taken.

The worlds are those of ``worlds``. The kernel plays each on with the greedy policy in all seats. All plays
are tried in the same worlds with the same random numbers, so that what is compared is the play and not the
luck. Only whole-number arithmetic and raw 64-bit numbers decide, so the same seed gives the same move on
every machine.

The kernel releases the interpreter's lock: run ``choose`` or ``evaluate`` in a thread to keep a page alive.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plombox_widget.bots.belief import RoleOdds, role_odds
from plombox_widget.bots.judge import GRAIN, weigh
from plombox_widget.bots.worlds import sample_worlds
from plombox_widget.game.cards import Card, Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES
from plombox_widget.game.state import Move
from plombox_widget.simulation.batch import BatchResult, play_positions
from plombox_widget.simulation.jit import COMPILED
from plombox_widget.simulation.positions import Positions

PLAYOUTS = 8000
"""Play-outs for a decision with the compiled kernel."""
FEWEST, WORTHWHILE = 6, 100
"""Plays are raced if each gets this many play-outs on average, or at least six of them: the likely ones."""
PLAYOUTS_UNCOMPILED = 60
"""The same without numba, where a play-out takes some hundred times as long."""


def compiled_kernel() -> bool:
    """Whether play-outs run compiled; without numba they are slower by a factor of some hundred."""
    return COMPILED


class Estimate(NamedTuple):
    """What the play-outs say of one play."""

    move: Move
    card: Card
    wins: int
    """Play-outs that the mover's faction won."""
    playouts: int

    @property
    def chance(self) -> float:
        return self.wins / self.playouts


def distinct_moves(observation: Observation) -> list[tuple[Move, Card]]:
    """The legal moves, one for each face and target: equal cards in hand are one choice."""
    faces = {held.card_index: held.card for held in observation.hand}
    found: dict[tuple[Card, int], Move] = {}
    for move in observation.legal_moves:
        found.setdefault((faces[move.card], move.target), move)
    return [(move, card) for (card, _), move in found.items()]


def run_playouts(
    observation: Observation, moves: Sequence[Move], worlds: Positions, seed: int, role: Role
) -> NDArray[np.bool_]:
    """(worlds, moves): whether ``role`` won after each move in each world."""
    slots = {held.card_index: slot for slot, held in enumerate(observation.hand)}
    pairs = [(slots[move.card], move.target) for move in moves]
    result: BatchResult = play_positions(observation.rules, worlds, seed, "greedy", moves=pairs)
    return result.won(role).reshape(len(worlds), len(moves))


def play_on(observation: Observation, worlds: Positions, seed: int) -> tuple[int, int, int]:
    """Worlds in which each faction won, in the order citizen, corporate, ngo, with greedy play by all."""
    result: BatchResult = play_positions(observation.rules, worlds, seed, "greedy")
    citizens, corporates, ngos = (int(result.won(role).sum()) for role in ROLES)
    return citizens, corporates, ngos


def candidates(observation: Observation, odds: RoleOdds, most: int) -> list[tuple[Move, Card]]:
    """At most ``most`` different plays, the best by the forecast of ``judge``, in the order of the hand."""
    options = distinct_moves(observation)
    if len(options) <= most:
        return options
    worth = {item.move: item.worth for item in weigh(observation, odds)}
    ranked = sorted(options, key=lambda option: -round(worth[option[0]] * GRAIN))
    return [option for option in options if option in ranked[:most]]


def race(
    observation: Observation, odds: RoleOdds, options: Sequence[tuple[Move, Card]], playouts: int, seed: int
) -> list[Estimate]:
    """Sequential halving (Karnin, Koren, Somekh 2013): the plays that do worse drop out, half by half.

    Every play is tried in some worlds; each round has the same number of play-outs. About ``playouts`` in
    all, at least one per play and round. In the order of ``options``.
    """
    role = observation.role
    assert role is not None
    wins, tried = [0] * len(options), [0] * len(options)
    alive = list(range(len(options)))
    rounds = max(1, (len(options) - 1).bit_length())
    for number in range(rounds):
        count = max(1, playouts // (rounds * len(alive)))
        worlds = sample_worlds(observation, odds, count, seed + number)
        moves = [options[which][0] for which in alive]
        won = run_playouts(observation, moves, worlds, seed + number, role).sum(axis=0)
        for which, more in zip(alive, won.tolist(), strict=True):
            wins[which] += more
            tried[which] += count
        alive.sort(key=lambda which: (-wins[which], which))
        alive = sorted(alive[: (len(alive) + 1) // 2])
    return [Estimate(move, card, wins[which], tried[which]) for which, (move, card) in enumerate(options)]


class MonteCarloBot:
    """Imagines tables that fit what it knows, plays each out for every choice, takes what wins most.

    ``playouts`` is its strength: about how many games it imagines for a decision. The number is fixed, not
    the time, so that it plays the same on every machine. Lineage: determinised Monte-Carlo search as in
    bridge programs (Ginsberg 2001), with roles by Bayes' rule and flat sequential halving for a tree.
    Plays that the forecast of ``judge`` thinks little of are left out when they are too many to try.
    """

    name = "montecarlo"
    deterministic = False

    def __init__(self, playouts: int | None = None) -> None:
        if playouts is None:
            playouts = PLAYOUTS if compiled_kernel() else PLAYOUTS_UNCOMPILED
        if type(playouts) is not int or playouts < 1:
            raise ValueError(f"playouts must be a whole number, 1 or more, got {playouts!r}")
        self.playouts = playouts

    def choose(self, observation: Observation, rng: random.Random) -> Move:
        seed, odds = rng.getrandbits(32), role_odds(observation)
        options = candidates(observation, odds, max(FEWEST, self.playouts // WORTHWHILE))
        estimates = race(observation, odds, options, self.playouts, seed)
        most = max(estimate.playouts for estimate in estimates)
        last = [estimate for estimate in estimates if estimate.playouts == most]
        return max(last, key=lambda estimate: estimate.wins).move
