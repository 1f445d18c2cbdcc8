"""Small games worked out exactly, every deal and every choice with its weight; the kernel must agree."""

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from kernel_positions import to_positions

from plombox_widget.game.cards import Card
from plombox_widget.game.engine import apply, deal, legal_moves
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import State
from plombox_widget.simulation.batch import REASONS, play_batch, play_positions

SMALL = Rules(
    players=3,
    hand_size=1,
    cards_per_player=2,
    deck={"R1i5c3": 1, "!": 1, "-": 1, "+": 1},
    corporate_margin=-1,
    ngo_margin=0,
)
"""Six cards of twelve: three in hand, three to draw, so three plays at most."""
Result = tuple[str, tuple[str, ...], int]
"""End reason, winners, industry of all sites together."""


def leaves(state: State, chance: Fraction = Fraction(1)) -> Iterator[tuple[State, Fraction]]:
    """Every end of the game from here with random play, and how likely it is."""
    if state.outcome is not None:
        yield state, chance
        return
    moves = legal_moves(state)
    for move in moves:
        yield from leaves(apply(state, move), chance / len(moves))


def deals(rules: Rules) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    """Every row of kinds that the deck in use can be, and how likely it is."""
    copies = Counter({Card.parse(code): 3 * count for code, count in rules.deck.items()})
    for cards in product(copies, repeat=rules.cards_in_use):
        left, chance = copies.copy(), Fraction(1)
        for card in cards:
            chance *= Fraction(left[card], left.total())
            left[card] -= 1
        if chance:
            yield cards, chance


def outcome_of(state: State) -> Result:
    assert state.outcome is not None
    return state.outcome.reason, state.outcome.winners, sum(site.industry for site in state.outcome.sites)


@pytest.fixture(scope="module")
def exact() -> dict[Result, Fraction]:
    """One seat of each role: who sits where changes nothing (R12)."""
    chances: dict[Result, Fraction] = {}
    for cards, chance in deals(SMALL):
        for state, likely in leaves(deal(SMALL, cards, ROLES)):
            result = outcome_of(state)
            chances[result] = chances.get(result, Fraction(0)) + chance * likely
    assert sum(chances.values()) == 1
    return chances


def test_new_deals_come_out_as_often_as_they_must(exact: dict[Result, Fraction]) -> None:
    games = 400_000
    played = play_batch(SMALL, games, 11)
    winners = [tuple(role for bit, role in enumerate(ROLES) if code >> bit & 1) for code in range(8)]
    counts = Counter(
        zip(
            (REASONS[reason] for reason in played.reasons),
            (winners[code] for code in played.winners),
            played.industry.sum(axis=1).tolist(),
            strict=True,
        )
    )
    assert set(counts) <= set(exact)
    assert len(exact) > 5
    for result, chance in exact.items():
        deviation = math.sqrt(games * chance * (1 - chance))
        assert abs(counts[result] - games * chance) < 4.5 * deviation + 1, result


def test_every_choice_of_a_deal_comes_out_as_it_must() -> None:
    """Each path down the tree as the numbers that lead there: the ends are the same, one by one."""
    rules = Rules(players=3, hand_size=2, cards_per_player=3, deck={"R1i5c3": 8, "!": 8, "-": 8, "+": 8})
    cards = tuple(map(Card.parse, ["+", "!", "R1i5c3", "-", "R1i5c3", "!", "+", "!", "R1i5c3"]))
    start = deal(rules, cards, ROLES)
    paths: list[tuple[list[int], State]] = []

    def walk(state: State, numbers: list[int]) -> None:
        if state.outcome is not None:
            paths.append((numbers, state))
            return
        moves = legal_moves(state)
        for index, move in enumerate(moves):
            walk(apply(state, move), [*numbers, -(-(index << 32) // len(moves))])

    walk(start, [])
    assert len(paths) == 171  # three plays of two cards each, fewer where a negative one is in hand
    most = max(len(numbers) for numbers, _ in paths)
    numbers = np.array([row + [0] * (most - len(row)) for row, _ in paths])
    result = play_positions(rules, to_positions(rules, [start] * len(paths)), 0, numbers=numbers)
    for row, (_, state) in enumerate(paths):
        assert state.outcome is not None
        assert REASONS[result.reasons[row]] == state.outcome.reason
        assert tuple(role for role in ROLES if result.won(role)[row]) == state.outcome.winners
        assert result.plays[row] == state.number
        assert result.industry[row].tolist() == [site.industry for site in state.outcome.sites]
