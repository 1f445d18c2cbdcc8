"""The quiet one: plays its role under cover while the game is young."""

import random

from plombox_widget.bots.belief import role_odds
from plombox_widget.bots.habits import KINDS, STYLES, PublicTable, Step, read_history
from plombox_widget.bots.judge import Weighed, best, weigh
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES
from plombox_widget.game.state import Move

TELLING = 1.5
"""A play tells too much when the mover's role makes it this many times as often as the roles on average."""
PRICE = 0.02
"""What cover may cost, as a chance of winning."""


class QuietBot:
    """Stays low: while the game is young, a play that a seat of any role might make, where one is as good.

    It weighs plays as the detective does. As long as the end is far, it passes over what its role is known
    for, judged by the habits that a detective would read it by, unless cover costs too much. Lineage: the
    tip of the rules to keep a low profile; deceptive agents of hidden-role games.
    """

    name = "quiet"
    deterministic = False

    def choose(self, observation: Observation, rng: random.Random) -> Move:
        weighed = weigh(observation, role_odds(observation))
        _, _, table = read_history(observation)
        if table.early:
            enough = max(item.worth for item in weighed) - PRICE
            covered = [
                item
                for item in weighed
                if item.worth >= enough and telling(observation, item, table) < TELLING
            ]
            weighed = covered or weighed
        return best(weighed, rng)


def telling(observation: Observation, item: Weighed, table: PublicTable) -> float:
    """How much more often the mover's own role makes this play than the roles do on average."""
    seat, _, target = item.move
    assert observation.role is not None
    kind = KINDS.index(item.card.kind)
    moment, targets = table.classes(seat, kind)
    step = Step(seat, target, kind, moment, targets)
    sums = [0.0, 0.0, 0.0]
    for share, habits in STYLES:
        for role, likely in enumerate(habits.step_likely(step)):
            sums[role] += share * likely
    return 3.0 * sums[ROLES.index(observation.role)] / (sums[0] + sums[1] + sums[2])
