"""The fit finds what was put in: the weights of what seats put and keep."""

import numpy as np
import pytest

from plombox_widget.bots import hidden_fitted
from plombox_widget.bots.habits import STYLES
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.simulation.fit_hidden import MOST, Choices, held_classes, put_classes, score_table
from plombox_widget.simulation.hidden import GAPS, HELD, WORTHS
from plombox_widget.simulation.positions import card_kinds


def test_a_weight_by_hand() -> None:
    """Of two classes with 2 cards and 1 card of each, the first is chosen 600 times, the second 100: per card
    300 to 100, three times as often. The third is never offered."""
    choices = Choices(3)
    for chosen in [0] * 600 + [1] * 100:
        choices.menus.append(np.array([0, 1]))
        choices.chosen.append(chosen)
    weights = choices.weights(np.array([2.0, 1.0]))
    assert weights[0] / weights[1] == pytest.approx(3.0, rel=0.05)
    assert weights[2] == pytest.approx(1.0)


def test_the_classes_of_cards_by_hand() -> None:
    """A citizen that knows nothing of the sites: any clean resource brings a new package, 4 + 10 points at
    each site, but 1 less where a card lies that it does not know. Nothing is better elsewhere at its own."""
    state = parse_position("""
        players 3
        pile R1
        seat 0 citizen : R1
        seat 1 ngo : R1 : R2@1
        seat 2 corporate : R1
    """)
    kinds = card_kinds(state.rules)
    codes = [str(card) for card in kinds]
    scores = score_table(observe(state, 0), kinds)
    clean = codes.index("R1") - 3
    assert put_classes(scores[3:], 0)[clean] == 14 * GAPS
    assert put_classes(scores[3:], 1)[clean] == 13 * GAPS + 1
    held = held_classes(scores, 0)
    assert held[codes.index("R1")] == 14
    assert held[codes.index("+")] == WORTHS
    assert held[codes.index("-")] == WORTHS + 1
    assert len(set(held[:3])) == 3


def test_the_fitted_tables_fit_the_kernel() -> None:
    for table, classes in ((hidden_fitted.PUT, WORTHS * GAPS), (hidden_fitted.HELD, HELD)):
        weights = np.array(table)
        assert weights.shape == (len(STYLES), 3, classes)
        assert 1 <= weights.min() <= weights.max() <= MOST
