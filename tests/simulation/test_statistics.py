"""Intervals and sample sizes, against values worked out by hand or by a second way."""

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plombox_widget.simulation.statistics import (
    Difference,
    Interval,
    Mean,
    Rate,
    average,
    games_needed,
    wilson,
)

Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


def by_the_formula(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's interval as the roots of (p̂ − p)² = z² p (1 − p) / n."""
    share = hits / trials
    a, b, c = 1 + Z * Z / trials, -(2 * share + Z * Z / trials), share * share
    root = math.sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def test_wilson_of_eight_in_ten():
    # centre (8 + z²/2) / (10 + z²) = 9.92073 / 13.84146 = 0.71674
    # reach z / 13.84146 · √(8·2/10 + z²/4) = 0.14160 · 1.60002 = 0.22656
    low, high = wilson(8, 10)
    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)


def test_wilson_of_none_and_of_all_in_ten():
    # z² / (10 + z²) = 3.84146 / 13.84146
    assert wilson(0, 10) == pytest.approx((0, 0.277533), abs=1e-6)
    assert wilson(10, 10) == pytest.approx((1 - 0.277533, 1), abs=1e-6)


@given(st.integers(1, 2_000_000_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_solves_its_equation(counts):
    assert wilson(*counts) == pytest.approx(by_the_formula(*counts), abs=1e-9)


def test_wilson_of_nothing_says_nothing():
    assert wilson(0, 0) == (0, 1)
    assert math.isnan(Rate(0, 0).value)


@pytest.mark.parametrize(
    ("hits", "trials", "confidence", "said"),
    [(3, 2, 0.95, "hits"), (-1, 2, 0.95, "hits"), (1, 2, 1.0, "confidence"), (1, 2, 0, "confidence")],
)
def test_wilson_refuses_in_one_line(hits, trials, confidence, said):
    with pytest.raises(ValueError, match=said) as caught:
        wilson(hits, trials, confidence)
    assert "\n" not in str(caught.value)


def test_mean_of_a_histogram():
    # 2 twice, 3 once, 5 once: mean 3, squared deviations 1 + 1 + 0 + 4 over 3: variance 2
    mean = Mean.of_histogram([0, 0, 2, 1, 0, 1])
    assert mean == Mean(4, 12, 42)
    assert mean.value == 3
    assert mean.deviation == pytest.approx(math.sqrt(2))
    # Student's t at 3 degrees of freedom is 3.18245; the error is √(2/4)
    reach = 3.18245 * math.sqrt(0.5)
    assert mean.interval() == pytest.approx((3 - reach, 3 + reach), abs=1e-4)


def test_mean_of_too_little():
    assert Mean.of_histogram([0, 1]).interval() == (-math.inf, math.inf)
    assert Mean.of_histogram([0, 0, 7]).interval() == (2, 2)
    assert math.isnan(Mean.of_histogram([]).value)


def test_games_needed_by_hand():
    # at one half: z²/(4·h²) − z² = 9603.65 − 3.84 = 9599.8
    assert games_needed(0.01) == 9600
    # at nought the half-width is z²/2/(n + z²): z²/(2·h) − z² = 38.41 − 3.84 = 34.6
    assert games_needed(0.05, rate=0) == 35
    assert games_needed(0.05, rate=1) == 35


@given(st.floats(0.002, 0.4), st.integers(0, 20).map(lambda k: k / 20))
def test_games_needed_is_the_least_that_is_enough(precision, rate):
    def half_width(games: int) -> float:
        return Z / (1 + Z * Z / games) * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))

    games = games_needed(precision, rate)
    assert half_width(games) <= precision * (1 + 1e-9)
    assert games == 1 or half_width(games - 1) > precision * (1 - 1e-9)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((0,), "precision"),
        ((0.5,), "precision"),
        ((-1,), "precision"),
        ((0.1, 1.5), "rate"),
        ((0.1, 0.5, 2), "conf"),
    ],
)
def test_games_needed_refuses(arguments, said):
    with pytest.raises(ValueError, match=said):
        games_needed(*arguments)


def pairs(differences: list[list[int]]) -> Difference:
    """The sums over deals, each a list of the differences of its pairs."""
    return Difference(
        len(differences),
        sum(len(deal) for deal in differences),
        sum(sum(deal) for deal in differences),
        sum(sum(deal) ** 2 for deal in differences),
        sum(sum(deal) * len(deal) for deal in differences),
        sum(len(deal) ** 2 for deal in differences),
    )


def test_difference_with_one_pair_a_deal_is_agresti_and_mins():
    # 20 deals: 8 won only exchanged, 2 only before. Half a pair to each cell: 22 pairs, 8.5 and 2.5.
    found = pairs([[1]] * 8 + [[-1]] * 2 + [[0]] * 10)
    assert found.value == pytest.approx(0.3)
    centre = (8.5 - 2.5) / 22
    error = math.sqrt(((8.5 + 2.5) - (8.5 - 2.5) ** 2 / 22) / 22**2)
    assert found.interval() == pytest.approx((centre - Z * error, centre + Z * error))


def test_difference_of_equal_bots_still_has_a_width():
    low, high = pairs([[0]] * 10).interval()
    assert low == pytest.approx(-high)
    # √(1 / 12²) · z
    assert high == pytest.approx(Z / 12)


def test_difference_stays_within_bounds_and_holds_its_value():
    found = pairs([[1]])
    assert found.interval().high == 1
    assert found.interval().low < found.value


def test_pairs_of_one_deal_that_repeat_each_other_count_once():
    alone, repeated = pairs([[1]] * 60 + [[-1]] * 40), pairs([[1] * 4] * 60 + [[-1] * 4] * 40)
    assert repeated.value == alone.value
    assert repeated.interval().half_width == pytest.approx(alone.interval().half_width, rel=0.02)


def test_intervals_of_differences_cover_the_truth():
    # Deals of 1 to 5 pairs with a common part; truth: +0.1 each.
    rng = random.Random(5)
    covered = 0
    for _ in range(400):
        deals = []
        for _ in range(60):
            shift = rng.choice((-0.3, 0.3))
            chances = (0.35 + shift, 0.25, 0.4 - shift)
            deals.append(rng.choices((1, -1, 0), chances, k=rng.randrange(1, 6)))
        low, high = pairs(deals).interval()
        covered += low <= 0.1 <= high
    # 95 % of 400 is 380, with a standard deviation of 4.4
    assert 362 <= covered <= 396


def test_deals_needed_follow_the_square_of_the_precision():
    found = pairs([[1]] * 80 + [[-1]] * 20 + [[0]] * 100)
    half_width = found.interval().half_width
    assert found.deals_needed(half_width) == 200
    assert found.deals_needed(half_width / 2) == 800
    with pytest.raises(ValueError, match="at least one deal"):
        pairs([]).deals_needed(0.1)


def test_average_of_independent_differences():
    one, other = pairs([[1]] * 60 + [[0]] * 38), pairs([[0]] * 98)
    mean = average({3: one, 4: other})
    assert mean.value == pytest.approx((60 / 98) / 2)
    widths = [part.interval().half_width for part in (one, other)]
    assert mean.interval().half_width == pytest.approx(math.hypot(*widths) / 2)
    assert average([one]).interval() == pytest.approx(one.interval())
    with pytest.raises(ValueError, match="at least one"):
        average([])


def test_more_confidence_is_wider():
    widths = [wilson(30, 100, confidence).half_width for confidence in (0.5, 0.9, 0.95, 0.99)]
    assert all(less < more for less, more in pairwise(widths))
    assert Interval(0.2, 0.6).half_width == pytest.approx(0.2)
