"""The detective: keeps role odds for every seat, and aims by them."""

import random

from plombox_widget.bots.belief import role_odds
from plombox_widget.bots.judge import best, weigh
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import Move


class DetectiveBot:
    """Who is who by Bayes' rule on what was played, then the play that leaves its faction the best chance.

    The odds say how many sites its faction needs, what lies face down, and whom to hold up or help. The
    chance is a forecast by short sums, no play-outs. Lineage: expert players of Werewolf and The Resistance
    that keep a posterior over roles (Serrino et al. 2019), with habits for a learned model.
    """

    name = "detective"
    deterministic = False

    def choose(self, observation: Observation, rng: random.Random) -> Move:
        return best(weigh(observation, role_odds(observation)), rng)
