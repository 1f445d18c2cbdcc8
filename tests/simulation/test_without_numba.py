"""The kernel is one source: where numba is missing it runs uncompiled, slowly, and plays the same games."""

import json
import subprocess
import sys

import numpy as np
import pytest

from plombox_widget.game.rules import Rules
from plombox_widget.simulation.batch import play_batch, play_positions
from plombox_widget.simulation.positions import Positions

GAMES = """
import json, sys
sys.modules["numba"] = None
from plombox_widget.game.rules import Rules
from plombox_widget.simulation.batch import play_batch, play_positions
from plombox_widget.simulation.jit import COMPILED
from plombox_widget.simulation.positions import Positions
assert not COMPILED
def told(result):
    return [result.roles.tolist(), result.winners.tolist(), result.reasons.tolist(), result.plays.tolist(),
            result.industry.tolist(), result.contamination.tolist(), result.packages.tolist()]
rules = Rules(players=5, draw={draw!r})
positions = Positions.empty(rules, 2, 5, 30)
positions.hands[:] = [[3, 4, 0, 1, 2], [5, 6, 7, 8, 9], [3, 0, 1, 2, 4], [2, 2, 1, 5, 6], [9, 8, 7, 3, 3]]
positions.pile[:] = [index % 15 for index in range(30)]
print(json.dumps([
    told(play_batch(rules, 6, 77, "random")),
    told(play_batch(rules, 6, 77, "greedy")),
    told(play_positions(rules, positions, 5, "greedy", moves=[(0, 1), (4, 2)])),
]))
"""


@pytest.mark.parametrize("draw", ["card", "turn"])
def test_uncompiled_it_plays_the_same_games(draw: str) -> None:
    code = GAMES.format(draw=draw)
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    random, greedy, positions = json.loads(run.stdout)
    rules = Rules(players=5, draw=draw)
    start = Positions.empty(rules, 2, 5, 30)
    start.hands[:] = [[3, 4, 0, 1, 2], [5, 6, 7, 8, 9], [3, 0, 1, 2, 4], [2, 2, 1, 5, 6], [9, 8, 7, 3, 3]]
    start.pile[:] = [index % 15 for index in range(30)]
    for told, result in (
        (random, play_batch(rules, 6, 77, "random")),
        (greedy, play_batch(rules, 6, 77, "greedy")),
        (positions, play_positions(rules, start, 5, "greedy", moves=[(0, 1), (4, 2)])),
    ):
        columns = ("roles", "winners", "reasons", "plays", "industry", "contamination", "packages")
        for column, name in zip(told, columns, strict=True):
            np.testing.assert_array_equal(np.array(column), getattr(result, name), err_msg=name)


def test_numba_is_not_loaded_before_the_first_game() -> None:
    code = (
        "import sys, plombox_widget.simulation.batch as batch\n"
        "assert 'numba' not in sys.modules\n"
        "from plombox_widget.game.rules import Rules\n"
        "batch.play_batch(Rules(), 0, 1)\n"
        "assert 'numba' in sys.modules\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
