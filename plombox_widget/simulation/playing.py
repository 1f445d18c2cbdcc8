"""A run of games of one deal series, played by the kernel where it can, by the engine otherwise.

Game ``i`` of a series depends on the seed, ``i`` and who plays, and on nothing else, so that any split of
a series over workers plays the same games. The kernel and the engine deal different series from one seed.
"""

import random
from collections.abc import Sequence
from importlib import import_module
from typing import Literal, NamedTuple, get_args

import numpy as np

from plombox_widget.bots.match import bot_generator
from plombox_widget.game.cards import shown
from plombox_widget.game.engine import apply, new_game
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import State
from plombox_widget.simulation.batch import CHUNK, POLICIES, play_batch
from plombox_widget.simulation.policies import Policy
from plombox_widget.simulation.tally import REASONS, Games, in_row

Through = Literal["auto", "kernel", "engine"]
ALL_PACKAGES = 15
"""Bits of a PlomBOX in ``BatchResult.packages``."""
SEED_BITS = 53
"""Of the seed of a single match: any reader of JSON holds such a number exactly."""


class GameError(RuntimeError):
    """A bot failed in a game: one line that says which game, and how to see it again."""


def match_seed(seed: int, number: int) -> int:
    """The seed of game ``number`` of a series, for ``play_match``: the engine plays that very game."""
    return random.Random(f"plombox game {seed} {number}").getrandbits(SEED_BITS)


def play_engine(rules: Rules, policies: Sequence[Policy], seed: int, first: int, games: int) -> Games:
    """Games ``first`` to ``first + games - 1`` of a series, by the engine; ``GameError`` if a bot fails."""
    ends = [_play(rules, policies, seed, number) for number in range(first, first + games)]
    outcomes = [end.outcome for end in ends if end.outcome is not None]
    return Games(
        roles=np.array([[ROLES.index(role) for role in end.roles] for end in ends], np.int8),
        winners=np.array(
            [sum(1 << ROLES.index(role) for role in outcome.winners) for outcome in outcomes], np.uint8
        ),
        reason=np.array([REASONS.index(outcome.reason) for outcome in outcomes], np.int8),
        plays=np.array([end.number for end in ends], np.int64),
        sites=np.array(
            [[sum(site.counts_for(role) for site in end.sites) for end in outcomes] for role in ROLES],
            np.int8,
        ),
    )


def _play(rules: Rules, policies: Sequence[Policy], seed: int, number: int) -> State:
    own = match_seed(seed, number)
    try:
        bots = [policy.factory() for policy in policies]
        generators = [bot_generator(own, seat) for seat in range(rules.players)]
        state = new_game(rules, random.Random(own))
        while state.outcome is None:
            seat = state.turn
            state = apply(state, bots[seat].choose(observe(state, seat), generators[seat]))
    except Exception as error:
        names = ",".join(policy.name for policy in policies)
        text = " ".join(f"{type(error).__name__}: {error}".split())
        raise GameError(f"game {number}, played by {names} with the match seed {own}: {text}") from error
    return state


class Player(NamedTuple):
    """What plays the games of a run."""

    name: Literal["kernel", "engine"]
    threads: bool
    """Whether it runs well in threads."""
    chunk: int
    """Games in one piece of work."""


ENGINE = Player("engine", threads=False, chunk=8)
COMPILED = Player("kernel", threads=True, chunk=CHUNK)
PLAIN = Player("kernel", threads=False, chunk=40)
"""The kernel where numba is missing."""


def resolve(through: Through, policies: Sequence[Policy]) -> Player:
    """Who plays these policies; ``ValueError`` if the kernel is asked for and does not know one."""
    if through not in get_args(Through):
        raise ValueError(f"through: expected one of {', '.join(get_args(Through))}, got {shown(through)}")
    strange = [one.name for one in policies if not (one.listed and one.name in POLICIES)]
    if through == "kernel" and strange:
        raise ValueError(f"through: the kernel plays {', '.join(POLICIES)}, not {strange[0]}")
    if through == "engine" or strange:
        return ENGINE
    return COMPILED if import_module("plombox_widget.simulation.jit").COMPILED else PLAIN


def play(rules: Rules, policies: Sequence[Policy], seed: int, first: int, games: int, through: str) -> Games:
    """Games ``first`` to ``first + games - 1`` of a series, by the kernel or by the engine."""
    if through == "kernel":
        return play_kernel(rules, policies, seed, first, games)
    return play_engine(rules, policies, seed, first, games)


def play_kernel(rules: Rules, policies: Sequence[Policy], seed: int, first: int, games: int) -> Games:
    """Games ``first`` to ``first + games - 1`` of a series, by the kernel."""
    batch = play_batch(rules, games, seed, [policy.name for policy in policies], first=first)
    return Games(
        roles=batch.roles,
        winners=batch.winners,
        reason=batch.reasons,
        plays=batch.plays,
        sites=np.stack(
            [
                in_row(batch.packages == ALL_PACKAGES),
                in_row(batch.industry > rules.industry_over),
                in_row(batch.contamination <= rules.contamination_over),
            ]
        ),
    )
