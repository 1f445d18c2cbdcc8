"""Playing on from given positions: first moves, random numbers in common, and wrong input named."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from kernel_positions import Numbers, to_positions

from plombox_widget.bots.base import make_bot
from plombox_widget.game.cards import parse_cards
from plombox_widget.game.engine import apply, legal_moves, new_game
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import Move, State
from plombox_widget.simulation.batch import advance, play_positions
from plombox_widget.simulation.positions import Positions, join_words, site_word


def later(rules: Rules, seed: int, plays: int) -> State:
    """A position ``plays`` random plays into a game."""
    rng = random.Random(seed)
    state = new_game(rules, rng)
    for _ in range(plays):
        after = apply(state, rng.choice(legal_moves(state)))
        state = state if after.outcome else after
    return state


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("players", [3, 5, 8])
def test_each_first_move_is_made_then_the_policies_play(players: int, policy: str) -> None:
    rules, chance, numbers = Rules(players=players), random.Random(players), Numbers()
    states = [later(rules, seed, 9) for seed in range(3)]
    states = [state for state in states if state.turn == states[0].turn]
    start, seat = to_positions(rules, states), states[0].turn
    moves = [(slot, target) for slot in (0, 3) for target in range(players) if target != seat]
    given = np.array([[chance.getrandbits(32) for _ in range(20 * players)] for _ in states])
    result = play_positions(rules, start, 1, policy, moves=moves, numbers=given)
    assert len(result) == len(states) * len(moves)
    bot = make_bot(policy)
    for at, state in enumerate(states):
        for option, (slot, target) in enumerate(moves):
            row, made = at * len(moves) + option, 1
            held = observe(state, seat).hand[slot]
            now = apply(state, Move(seat, held.card_index, target))
            while now.outcome is None:
                numbers.next = int(given[at, made])
                now = apply(now, bot.choose(observe(now, now.turn), numbers))
                made += 1
            assert result.plays[row] == made
            assert tuple(role for role in ROLES if result.won(role)[row]) == now.outcome.winners


def test_without_moves_a_position_is_played_once_and_left_as_it_was() -> None:
    rules = Rules(players=4)
    start = to_positions(rules, [later(rules, seed, 5) for seed in range(20)])
    before = [array.copy() for array in start.arrays()]
    result = play_positions(rules, start, 1, "greedy")
    assert len(result) == 20
    for array, copy in zip(start.arrays(), before, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_numbers_go_with_the_position_not_with_the_move_or_the_call() -> None:
    rules = Rules(players=4)
    start = to_positions(rules, [later(rules, 3, 5)] * 4)
    whole = play_positions(rules, start, 8, moves=[(0, (start.turn[0] + 1) % 4)] * 2, first=10)
    pairs = whole.industry.reshape(4, 2, 4)
    np.testing.assert_array_equal(pairs[:, 0], pairs[:, 1])
    assert (pairs[0, 0] != pairs[1, 0]).any()
    one = to_positions(rules, [later(rules, 3, 5)])
    alone = play_positions(rules, one, 8, moves=[(0, (start.turn[0] + 1) % 4)], first=12)
    np.testing.assert_array_equal(alone.industry[0], pairs[2, 0])


def test_a_win_in_one_by_hand() -> None:
    """The third incrimination ends it at once (R10); it clears the one contaminated site: three clean sites,
    one NGO and one more: the NGO wins (R12), and would not if it were aimed elsewhere."""
    state = parse_position(
        """
        turn 1
        incriminations 2
        pile R1 R1 R1
        seat 0 citizen : R1 : R1c3@2
        seat 1 ngo : ! R2 :
        seat 2 corporate : R1 :
        """
    )
    result = play_positions(state.rules, to_positions(state.rules, [state]), 0, moves=[(0, 0), (0, 2)])
    assert result.plays.tolist() == [1, 1]
    assert result.reasons.tolist() == [1, 1]
    assert result.winners.tolist() == [4, 0]
    assert result.contamination.tolist() == [[0, 0, 0], [3, 0, 0]]


def test_words_of_sites_join() -> None:
    words = np.array([site_word(cards) for cards in (parse_cards("R1i2c1 R1"), parse_cards("R3i1c2"))])
    assert join_words(words) == site_word(parse_cards("R1i2c1 R1 R3i1c2"))


def spoiled(change: Callable[[Positions], None]) -> Positions:
    positions = Positions.empty(Rules(players=3), 2, 5, 10)
    change(positions)
    return positions


def put(name: str, value: object) -> Callable[[Positions], None]:
    return lambda positions: setattr(positions, name, value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda p: p.turn.fill(3), "positions: turn must be 0 to 2, got 3 to 3"),
        (lambda p: p.plays.fill(0), "positions: plays must be 1 to 999, got 0 to 0"),
        (lambda p: p.held.fill(0), "positions: held must be 1 to 5, got 0 to 0"),
        (lambda p: p.piled.fill(11), "positions: piled must be 1 to 10, got 11 to 11"),
        (lambda p: p.hands.fill(999), "positions: hands must be 0 to 18, got 999 to 999"),
        (lambda p: p.roles.fill(-1), "positions: roles must be 0 to 2, got -1 to -1"),
        (lambda p: p.incriminations.fill(3), "positions: incriminations must be 0 to 2, got 3 to 3"),
        (
            put("up", np.zeros((2, 4), np.int64)),
            "positions: up must be int64 (2, 3) in one piece, got int64 (2, 4)",
        ),
        (
            put("plays", np.ones(2, np.int64)),
            "positions: plays must be int16 (2,) in one piece, got int64 (2,)",
        ),
        (put("kinds", ()), "positions: kinds must be + - ! and then resources"),
    ],
)
def test_a_wrong_position_is_one_clear_line(change: Callable[[Positions], None], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        play_positions(Rules(players=3), spoiled(change), 1)
    assert str(caught.value) == message


def test_a_wrong_move_number_or_count_is_one_clear_line() -> None:
    rules, positions = Rules(players=3), Positions.empty(Rules(players=3), 2, 5, 10)
    with pytest.raises(ValueError, match=r"^move \(5, 0\): slot must be under 5, target under 3$"):
        play_positions(rules, positions, 1, moves=[(5, 0)])
    positions.hands[:, 0, 2] = 1
    with pytest.raises(ValueError, match=r"^R8: move \(2, 0\) plays a negative card on its own seat$"):
        play_positions(rules, positions, 1, moves=[(2, 0)])
    with pytest.raises(ValueError, match=r"^numbers must have a row for each of 2 positions, got \(1, 4\)$"):
        play_positions(rules, positions, 1, numbers=np.zeros((1, 4), np.int64))
    with pytest.raises(ValueError, match=r"^plays must be a whole number, 0 or more, got -1$"):
        advance(rules, positions, 1, plays=-1)
