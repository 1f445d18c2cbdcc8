"""The ladder: what a play adds to the chance to win, with the luck taken out."""

from math import sqrt

import numpy as np
import pytest
from kernel_positions import to_positions
from twins import random_game

from plombox_widget.game.engine import legal_moves
from plombox_widget.game.notation import parse_position
from plombox_widget.game.rules import Rules
from plombox_widget.simulation.ladder import Ladder, Points, advantage, told_average, true_positions
from plombox_widget.simulation.measure_bots import ladder_text

WON = """
    players 3
    incriminations 2
    pile R1
    seat 0 corporate : ! ! : R1i3@0^ R2i2@0^
    seat 1 ngo : R1 : R3i3c3@0^ R4i2@0^
    seat 2 citizen : R1
"""


@pytest.mark.parametrize("seed", range(4))
def test_the_true_position_is_the_state_with_its_pile_in_another_order(seed: int) -> None:
    state = random_game(Rules(players=3 + seed), seed, steps=15).end
    made, wanted = true_positions(state, 6, seed), to_positions(state.rules, [state])
    assert made.kinds == wanted.kinds
    for name in ("roles", "hands", "held", "piled", "up", "down", "lost", "extra", "turn", "plays"):
        for row in getattr(made, name):
            np.testing.assert_array_equal(row, getattr(wanted, name)[0])
    assert len({tuple(row) for row in made.pile.tolist()}) > 1
    for row in made.pile:
        assert sorted(row) == sorted(wanted.pile[0])


def test_R10_what_a_last_incrimination_adds_by_hand() -> None:
    """Two sites are developed and there is one corporate: to end the game now wins, unless it clears site 1,
    and then it loses. Greedy incriminates no site that it knows to be contaminated, so it wins by itself."""
    state = parse_position(WON)
    moves = {(str(state.deck[move.card]), move.target): move for move in legal_moves(state)}
    assert advantage(state, moves["!", 2], 1) == 0.0
    assert advantage(state, moves["!", 1], 1) == -1.0


def test_luck_taken_out_says_the_same_as_wins() -> None:
    """Over 90 deals, within four standard errors of their difference; and it varies less."""
    ladder = Ladder(77)
    for number in range(90):
        ladder.play("random", 3, number)
    wins, added = ladder.wins["random", 3], ladder.added["random", 3]
    apart = Points([one - two for one, two in zip(wins.values, added.values, strict=True)])
    assert abs(apart.mean) < 4 * apart.error
    assert added.error < wins.error
    assert added.mean + 2 * added.error < 0


def test_a_bot_against_itself_is_worth_nothing() -> None:
    ladder = Ladder(5)
    for number in range(3):
        ladder.play("greedy", 4, number)
    assert ladder.wins["greedy", 4].values == ladder.added["greedy", 4].values == [0.0] * 3


def test_points_by_hand() -> None:
    """Mean 1/4; squares around it 1 · 9/16 + 3 · 1/16 = 3/4, over 4 · 3: the error is 1/4."""
    points = Points([1.0, 0.0, 0.0, 0.0])
    assert points.mean == 0.25
    assert points.error == pytest.approx(sqrt(0.75 / 12))
    assert str(points) == "+25.0 ± 49.0"
    assert told_average([points, Points([-1.0, 0.0, 0.0, 0.0])]) == "+0.0 ± 34.6"


def test_the_text_has_a_row_for_each_bot_and_the_command() -> None:
    ladder = Ladder(3)
    for name in ("detective", "montecarlo"):
        for players in range(3, 9):
            ladder.wins[name, players] = Points([1.0, 0.0])
            ladder.added[name, players] = Points([0.25, 0.25])
    text = ladder_text(ladder, ["detective", "montecarlo"], 2, 2)
    assert "measure_bots ladder --seed 3 --deals 2 --strong-deals 2`" in text
    assert text.count("| montecarlo | +50.0 ± 98.0 |") == 1
    assert text.count("| montecarlo | +25.0 ± 0.0 |") == 1
    assert "| by wins | +0.0 ± 0.0 |" in text
