"""The forecast: each short sum against a count of all cases, or a formula worked out by hand."""

from itertools import product
from math import exp, factorial

import pytest

from plombox_widget.bots.belief import role_odds
from plombox_widget.bots.forecast import Forecast, Mix, Stream, Totals
from plombox_widget.bots.judge import weigh
from plombox_widget.game.cards import Card, Role
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe

EVEN_PACKAGES = [(Card.parse(f"R{package}"), 1.0) for package in (1, 2, 3, 4)]
NOTHING = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]


def site(missing: int, hidden: int) -> Totals:
    return Totals(missing, hidden, NOTHING, NOTHING[:4])


@pytest.mark.parametrize("missing", range(16))
@pytest.mark.parametrize("hidden", [0, 1, 2, 4])
def test_packages_under_hidden_cards_by_counting_all_cases(missing: int, hidden: int) -> None:
    stream = Stream(Mix(EVEN_PACKAGES, 5, 3), 0.0, 1.0, 1.0)
    cases = list(product((1, 2, 4, 8), repeat=hidden))
    wanted = sum(sum(set(case)) & missing == missing for case in cases) / len(cases)
    assert stream.plombox(site(missing, hidden)) == pytest.approx(wanted)


def test_packages_still_to_come_by_hand() -> None:
    """Two cards on average, a quarter of them of the missing package: it comes unless a Poisson(1/2) is 0."""
    stream = Stream(Mix(EVEN_PACKAGES, 5, 3), 2.0, 1.0, 1.0)
    assert stream.plombox(site(8, 0)) == pytest.approx(1 - exp(-0.5))
    assert stream.plombox(site(12, 0)) == pytest.approx((1 - exp(-0.5)) ** 2)


def test_industry_still_to_come_against_the_sum_over_numbers_of_cards() -> None:
    mix = Mix([(Card.parse("R1"), 1.0), (Card.parse("R1i1"), 2.0), (Card.parse("R1i3c2"), 1.0)], 5, 3)
    stream = Stream(mix, 3.0, 1.0, 1.0)
    wanted = 0.0
    for count in range(12):
        few = sum(
            chance
            for chance, total in (
                (product_of([(0.25, 0), (0.5, 1), (0.25, 3)], case))
                for case in product(range(3), repeat=count)
            )
            if total >= 5
        )
        wanted += exp(-3.0) * 3.0**count / factorial(count) * few
    assert stream.developed(site(15, 0)) == pytest.approx(wanted, abs=1e-3)


def product_of(parts: list[tuple[float, int]], case: tuple[int, ...]) -> tuple[float, int]:
    chance, total = 1.0, 0
    for which in case:
        chance *= parts[which][0]
        total += parts[which][1]
    return chance, total


POSITION = """
    players 3
    incriminations 2
    pile R1 R1
    seat 0 corporate : ! R1 : R1i3@0 R2i2@0
    seat 1 ngo : R1 : R3i3@0 R4i2@0
    seat 2 citizen : R1
"""


def test_enough_sites_against_every_outcome() -> None:
    seen = observe(parse_position(POSITION), 0)
    forecast = Forecast(seen, role_odds(seen), Role.CORPORATE)
    chances = (0.3, 0.5, 0.9)
    wanted = sum(
        (chances[0] if a else 0.7) * (chances[1] if b else 0.5) * (chances[2] if c else 0.1)
        for a, b, c in product((0, 1), repeat=3)
        if a + b + c >= 2
    )
    assert forecast.win(chances) == pytest.approx(wanted)


def test_R10_a_last_incrimination_that_wins_is_worth_one() -> None:
    """Two developed sites, one corporate: ending the game on the empty site of seat 2 wins for certain."""
    seen = observe(parse_position(POSITION), 0)
    values = {(str(item.card), item.move.target): item.value for item in weigh(seen, role_odds(seen))}
    assert values["!", 2] == pytest.approx(1.0)
    assert max(values.values()) == values["!", 2]


def test_R9_a_last_incrimination_that_clears_a_needed_site_is_worth_nothing() -> None:
    dirty = POSITION.replace("R3i3@0 R4i2@0", "R3i3c2@0 R4i2c1@0")
    seen = observe(parse_position(dirty), 0)
    values = {(str(item.card), item.move.target): item.value for item in weigh(seen, role_odds(seen))}
    assert values["!", 1] == pytest.approx(0.0)


def test_equal_cards_are_worth_the_same() -> None:
    seen = observe(parse_position(POSITION.replace(": ! R1 :", ": ! R1 R1 :")), 0)
    values = [item.value for item in weigh(seen, role_odds(seen)) if str(item.card) == "R1"]
    assert values[:3] == values[3:]
