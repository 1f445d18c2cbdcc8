"""Play-outs: worlds that fit what a seat knows, each legal play tried in all of them, the best one taken.

A world fills in what the observation leaves open: roles by the odds of ``belief``, face-down cards by what
is unseen and by the habits of who played them, hands and draw pile by chance. The kernel plays each world
on with the greedy policy in all seats. All plays are tried in the same worlds with the same random numbers,
so that what is compared is the play and not the luck. Only whole-number arithmetic and raw 64-bit numbers
decide, so the same seed gives the same move on every machine.

The kernel releases the interpreter's lock: run ``choose`` or ``evaluate`` in a thread to keep a page alive.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plombox_widget.bots.belief import RoleOdds, role_odds
from plombox_widget.bots.habits import FACE_WEIGHTS, face_class
from plombox_widget.bots.judge import GRAIN, weigh
from plombox_widget.game.cards import Card, Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES
from plombox_widget.game.state import Move
from plombox_widget.simulation.batch import BatchResult, play_positions
from plombox_widget.simulation.jit import COMPILED
from plombox_widget.simulation.positions import Positions, card_kinds, face_words, join_words

Ints = NDArray[np.int64]
_SCALE = 4096
"""Habits as whole numbers: weight 1.0 is this many."""
PLAYOUTS = 2500
"""Play-outs for a decision with the compiled kernel."""
FEWEST, WORTHWHILE = 6, 160
"""Plays are raced if each gets this many play-outs on average, or at least six of them: the likely ones."""
PLAYOUTS_UNCOMPILED = 60
"""The same without numba, where a play-out takes some hundred times as long."""


def compiled_kernel() -> bool:
    """Whether play-outs run compiled; without numba they are slower by a factor of some hundred."""
    return COMPILED


class _Source:
    """Whole numbers from a seed: raw words of PCG64, whose stream numpy guarantees."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def below(self, limits: Ints) -> Ints:
        """One number in 0 … limit − 1 for each limit (at most 2³¹), uniform to within limit · 2⁻³²."""
        raw = np.asarray(self._bits.random_raw(limits.size)) >> np.uint64(32)
        numbers: Ints = (raw.astype(np.int64).reshape(limits.shape) * limits) >> 32
        return numbers

    def shuffled(self, rows: Ints) -> Ints:
        """Each row in an order of its own."""
        keys = np.asarray(self._bits.random_raw(rows.size)).reshape(rows.shape)
        shuffled: Ints = np.take_along_axis(rows, np.argsort(keys, axis=1, kind="stable"), axis=1)
        return shuffled


def sample_worlds(observation: Observation, odds: RoleOdds, count: int, seed: int) -> Positions:
    """``count`` positions drawn from what ``observation`` leaves open; what it knows is alike in all.

    Roles come from ``odds``; face-down cards of others from the unseen resources, tilted by how the role of
    the seat that played them chooses; the others' hands and the draw pile from the rest, in random order.
    The cards put aside (R3) are left over.
    """
    rules, source = observation.rules, _Source(seed)
    kinds = _kinds(observation)
    index = {card: number for number, card in enumerate(kinds)}
    worlds = Positions.empty(rules, count, max(observation.hand_sizes), observation.pile, kinds)
    worlds.roles[:] = _sample_roles(odds, count, seed)
    unseen = observation.unseen()
    left = np.tile(np.array([unseen[card] for card in kinds], dtype=np.int64), (count, 1))
    _fill_sites(worlds, observation, left, _tilts(kinds), source)
    rest, at = _expand(left, source), 0
    for seat, size in enumerate(observation.hand_sizes):
        if seat == observation.seat:
            worlds.hands[:, seat, :size] = [index[held.card] for held in observation.hand]
        else:
            worlds.hands[:, seat, :size] = rest[:, at : at + size]
            at += size
    worlds.pile[:] = rest[:, at : at + observation.pile]
    for name in ("lost", "extra", "turn", "plays", "incriminations"):
        getattr(worlds, name)[:] = getattr(observation, name)
    worlds.held[:] = observation.hand_sizes
    return worlds


def _kinds(observation: Observation) -> tuple[Card, ...]:
    """The kinds of the deck, and any that a position set up by hand has beside them."""
    kinds = card_kinds(observation.rules)
    seen = [held.card for held in observation.hand]
    seen += [entry.card for site in observation.sites for entry in site if entry.card is not None]
    return kinds + tuple(dict.fromkeys(card for card in seen if card not in kinds))


def _sample_roles(odds: RoleOdds, count: int, seed: int) -> Ints:
    rng = random.Random(f"plombox worlds {seed}")
    number = {role: index for index, role in enumerate(ROLES)}
    return np.array([[number[role] for role in odds.sample(rng)] for _ in range(count)], dtype=np.int64)


def _tilts(kinds: Sequence[Card]) -> tuple[Ints, Ints]:
    """Other site, own site: (roles, kinds) whole-number weights, 0 for what is no resource."""

    def table(own: bool) -> Ints:
        rows = [
            [
                max(1, round(_SCALE * weights[face_class(card, own)])) if card.is_resource else 0
                for card in kinds
            ]
            for weights in FACE_WEIGHTS
        ]
        return np.array(rows, dtype=np.int64)

    return table(False), table(True)


def _fill_sites(
    worlds: Positions, observation: Observation, left: Ints, tilts: tuple[Ints, Ints], source: _Source
) -> None:
    """Face-up and face-down cards onto the sites; what is drawn is taken out of ``left``."""
    words = face_words(worlds.kinds)
    index = {card: number for number, card in enumerate(worlds.kinds)}
    for site, cards in enumerate(observation.sites):
        for card, seat, face_up in cards:
            if card is None:
                tilt = tilts[seat == site][worlds.roles[:, seat]]
                word = words[_draw(left, tilt, source)]
            else:
                word = np.full(len(worlds), words[index[card]], dtype=np.int64)
            where = worlds.up[:, site] if face_up else worlds.down[:, seat, site]
            where[:] = join_words(np.stack([where, word], axis=-1))


def _draw(left: Ints, tilt: Ints, source: _Source) -> Ints:
    """One card per world from ``left``, by number left times weight, and taken out of it."""
    sums = np.cumsum(left * tilt, axis=1)
    point = source.below(sums[:, -1])
    drawn: Ints = (sums <= point[:, None]).sum(axis=1)
    left[np.arange(len(left)), drawn] -= 1
    return drawn


def _expand(left: Ints, source: _Source) -> Ints:
    """Numbers of each kind → the cards themselves, each row shuffled."""
    count, kinds = left.shape
    cards = np.repeat(np.tile(np.arange(kinds, dtype=np.int64), count), left.ravel())
    return source.shuffled(cards.reshape(count, -1))


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
