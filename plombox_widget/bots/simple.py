"""Bots that look at the table as it is: no memory, no guess about hidden roles."""

import random

from plombox_widget.bots.base import pick
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import Move


class RandomBot:
    """Uniform over the legal moves, cards of equal code counted apart. The floor of every comparison."""

    name = "random"
    deterministic = False

    def choose(self, observation: Observation, rng: random.Random) -> Move:
        return observation.legal_moves[pick(len(observation.legal_moves), rng)]


class GreedyBot(RandomBot):
    """Placeholder until the one-ply bot lands."""

    name = "greedy"
