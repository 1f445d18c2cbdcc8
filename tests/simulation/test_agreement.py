"""The kernel and the engine are two tellings of the rules: on the same deals and numbers they must agree
on every state of every game, with the choices of the bots and of the policies of the same names."""

import random

import numpy as np
import pytest
from kernel_positions import Numbers, assert_same_positions, to_positions

from plombox_widget.bots.base import make_bot
from plombox_widget.game.engine import apply, new_game
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import Outcome
from plombox_widget.simulation.batch import REASONS, BatchResult, advance, play_positions

BENT = {
    "thresholds at nothing": Rules(players=3, industry_over=0, contamination_over=0),
    "margins bent": Rules(players=4, citizen_margin=-4, corporate_margin=2, ngo_margin=-1, industry_over=9),
    "one card in hand": Rules(players=5, hand_size=1, cards_per_player=12),
    "one card in hand, a draw a turn": Rules(players=4, hand_size=1, draw="turn"),
    "a large hand": Rules(players=3, hand_size=12, draw="turn"),
    "one card in the pile of each": Rules(players=6, hand_size=3, cards_per_player=4),
    "heavy cards": Rules(players=4, deck={"R1i99c99": 10, "R2c1": 10, "R3i1": 10, "R4": 10, "!": 20}),
    "no incriminations": Rules(players=3, deck={"R1i1": 20, "+": 20, "-": 20}),
    "tokens only": Rules(players=3, deck={"+": 30, "-": 30}, draw="turn"),
    "resources only": Rules(players=8, deck={"R1i1c1": 30, "R4c1": 30}),
    "incriminations only": Rules(players=7, deck={"!": 60}),
}
TABLES = {
    **{
        f"{players} seats, a draw a {draw}": Rules(players=players, draw=draw)
        for players in range(3, 9)
        for draw in ("card", "turn")
    },
    **BENT,
}


def policies_of(kind: str, players: int) -> tuple[str, ...]:
    if kind == "mixed":
        return tuple("greedy" if seat % 2 else "random" for seat in range(players))
    return (kind,) * players


def check_ended(result: BatchResult, row: int, outcome: Outcome, rules: Rules) -> None:
    assert REASONS[result.reasons[row]] == outcome.reason
    assert tuple(role for role in ROLES if result.won(role)[row]) == outcome.winners
    for seat, score in enumerate(outcome.sites):
        assert result.packages[row, seat] == sum(1 << package - 1 for package in score.packages)
        assert result.industry[row, seat] == score.industry
        assert result.contamination[row, seat] == score.contamination


@pytest.mark.parametrize(("kind", "games"), [("random", 60), ("greedy", 20), ("mixed", 12)])
@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_every_state_of_every_game(rules: Rules, kind: str, games: int) -> None:
    policies, injected = policies_of(kind, rules.players), Numbers()
    bots = [make_bot(name) for name in policies]
    chance = random.Random(f"agreement {rules.players} {kind}")
    states = [new_game(rules, chance) for _ in range(games)]
    positions, ended = to_positions(rules, states), 0
    while states:
        numbers = [chance.getrandbits(32) for _ in states]
        after = []
        for state, number in zip(states, numbers, strict=True):
            injected.next = number
            after.append(apply(state, bots[state.turn].choose(observe(state, state.turn), injected)))
        positions, result = advance(rules, positions, 0, policies, numbers=np.array(numbers)[:, None])
        assert_same_positions(positions, to_positions(rules, after))
        for row, state in enumerate(after):
            if state.outcome is None:
                assert REASONS[result.reasons[row]] == "going on"
            else:
                check_ended(result, row, state.outcome, rules)
                ended += 1
        states = [state for state in after if state.outcome is None]
        positions = to_positions(rules, states) if states else positions
    assert ended == games


@pytest.mark.parametrize("kind", ["random", "greedy", "mixed"])
@pytest.mark.parametrize("players", range(3, 9))
def test_whole_games_in_one_call(players: int, kind: str) -> None:
    """Played to the end without a stop between the plays, number by number."""
    rules, chance = Rules(players=players), random.Random(players)
    policies, injected = policies_of(kind, players), Numbers()
    bots = [make_bot(name) for name in policies]
    starts = [new_game(rules, chance) for _ in range(8)]
    numbers = np.array([[chance.getrandbits(32) for _ in range(20 * players)] for _ in starts])
    result = play_positions(rules, to_positions(rules, starts), 0, policies, numbers=numbers)
    for row, state in enumerate(starts):
        while state.outcome is None:
            injected.next = int(numbers[row, state.number])
            state = apply(state, bots[state.turn].choose(observe(state, state.turn), injected))
        check_ended(result, row, state.outcome, rules)
        assert result.plays[row] == state.number
