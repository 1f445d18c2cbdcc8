"""The fits find what was put in: the curve of the coach, and the weights of what seats put and keep."""

import numpy as np
import pytest

from plombox_widget.bots import coach_fitted, hidden_fitted
from plombox_widget.bots.habits import STYLES
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.simulation.fit_coach import LEAST_SLOPE, fit
from plombox_widget.simulation.fit_hidden import MOST, Choices, held_classes, put_classes, score_table
from plombox_widget.simulation.hidden import GAPS, HELD, WORTHS
from plombox_widget.simulation.positions import card_kinds


def test_a_curve_is_found_again() -> None:
    """Chances from shift 0.5 and slope 1.5, each as often won as it says: 400 shares, 100 games of each."""
    shares = np.repeat(np.linspace(0.02, 0.98, 400), 100)
    chances = 1 / (1 + np.exp(-0.5 - 1.5 * np.log(shares / (1 - shares))))
    won = (np.tile(np.arange(100), 400) + 0.5 < 100 * chances).astype(float)
    found = fit(shares, won)
    assert found.shift == pytest.approx(0.5, abs=0.03)
    assert found.slope == pytest.approx(1.5, abs=0.03)


def test_a_curve_never_falls_and_with_nothing_to_go_by_does_nothing() -> None:
    shares = np.tile([0.2, 0.8], 200)
    assert fit(shares, (shares < 0.5).astype(float)).slope == LEAST_SLOPE
    nothing = fit(np.zeros(0), np.zeros(0))
    assert (nothing.shift, nothing.slope) == pytest.approx((0.0, 1.0))


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
    assert set(coach_fitted.CURVES) == set(range(3, 9))
