"""What every bot of the registry must be: legal, reproducible, honest, sparing with chance, and harmless.

A bot is in the suite by being in ``BOTS``; nothing here knows any bot by name.
"""

import pickle
import random
from collections.abc import Iterator

import pytest
from twins import twin_position

from plombox_widget.bots.base import BOTS, Bot, make_bot
from plombox_widget.bots.match import bot_generator, play_match
from plombox_widget.game.engine import apply, new_game
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import State

SMALL_DECK = {"R1": 9, "R2i5c3": 9, "R3i1": 9, "R4c2": 9, "+": 9, "-": 9, "!": 3}
TABLES = {
    "4 seats": Rules(players=4),
    **{f"{players} seats, short": Rules(players=players, cards_per_player=9) for players in (3, 5, 6, 7, 8)},
    **{
        f"{players} seats, a draw a turn": Rules(players=players, draw="turn", cards_per_player=9)
        for players in (3, 5, 8)
    },
    "one card in hand": Rules(players=4, hand_size=1, cards_per_player=12),
    "a short deck": Rules(players=5, hand_size=2, cards_per_player=3),
    "a large hand": Rules(players=3, hand_size=12),
    "thresholds at nothing": Rules(players=3, industry_over=0, contamination_over=0),
    "margins bent": Rules(players=4, citizen_margin=-4, corporate_margin=5, ngo_margin=-1),
    "another deck": Rules(players=4, deck=SMALL_DECK, cards_per_player=30, draw="turn"),
    "tokens only": Rules(players=3, deck={"+": 30, "-": 30}, draw="turn"),
    "resources only": Rules(players=3, deck={"R1i1c1": 30}),
}

EVERY = 5
"""The plays from one position that is looked at to the next."""


@pytest.fixture(params=sorted(BOTS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=TABLES.values(), ids=TABLES)
def rules(request: pytest.FixtureRequest) -> Rules:
    value: Rules = request.param
    return value


class CountingRandom(random.Random):
    """Counts what is drawn from it."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.drawn: list[int] = []

    def getrandbits(self, k: int) -> int:
        self.drawn.append(k)
        return super().getrandbits(k)

    def random(self) -> float:
        self.drawn.append(53)
        return super().random()


def positions(name: str, rules: Rules, seed: int) -> Iterator[tuple[State, Bot, CountingRandom]]:
    """Every fifth position of a game of random plays, with the bot and the generator that are to move."""
    bots = [make_bot(name) for _ in range(rules.players)]
    generators = [CountingRandom(seed * 100 + seat) for seat in range(rules.players)]
    rng, state = random.Random(seed), new_game(rules, random.Random(seed))
    while state.outcome is None:
        if state.number % EVERY == 0:
            yield state, bots[state.turn], generators[state.turn]
        state = apply(state, rng.choice(observe(state, state.turn).legal_moves))


def test_plays_whole_games_with_legal_moves_only(name: str, rules: Rules) -> None:
    record = play_match(rules, name, seed=5)
    state = new_game(rules, random.Random(5))
    for move in record.actions:
        assert move in observe(state, state.turn).legal_moves
        state = apply(state, move)
    assert state.outcome == record.result
    assert state.outcome is not None


def test_is_reproducible_under_its_seed(name: str, rules: Rules) -> None:
    assert play_match(rules, name, seed=11) == play_match(rules, name, seed=11)


def test_draws_one_number_per_decision_or_none(name: str, rules: Rules) -> None:
    """So that another implementation, given the same numbers, can make the same choices."""
    for state, bot, generator in positions(name, rules, seed=2):
        before = len(generator.drawn)
        bot.choose(observe(state, state.turn), generator)
        assert generator.drawn[before:] == [] if bot.deterministic else [32]


def test_mutates_nothing_and_leaves_global_chance_alone(name: str, rules: Rules) -> None:
    chance = random.getstate()
    for state, bot, generator in positions(name, rules, seed=3):
        observation = observe(state, state.turn)
        before = pickle.dumps(observation)
        bot.choose(observation, generator)
        assert pickle.dumps(observation) == before
    assert random.getstate() == chance


def test_is_honest_what_it_cannot_know_changes_nothing(name: str, rules: Rules) -> None:
    differing = 0
    for state, bot, generator in positions(name, rules, seed=4):
        other = twin_position(state, state.turn, random.Random(state.number))
        differing += other.deck != state.deck or other.roles != state.roles
        first, second = observe(state, state.turn), observe(other, state.turn)
        assert first == second
        twin = random.Random()
        twin.setstate(generator.getstate())
        assert make_bot(name).choose(first, generator) == make_bot(name).choose(second, twin)
        assert bot.name == name
    assert differing > 0, "the rearranged games must differ somewhere, or this test says nothing"


def test_a_bot_remembers_nothing_between_games(name: str) -> None:
    """One instance that played another game before chooses as a fresh one does."""
    rules, used = Rules(players=4), make_bot(name)
    for state, _, generator in positions(name, rules, seed=6):
        used.choose(observe(state, state.turn), generator)
    for state, _, generator in positions(name, rules, seed=7):
        twin = random.Random()
        twin.setstate(generator.getstate())
        observation = observe(state, state.turn)
        assert used.choose(observation, generator) == make_bot(name).choose(observation, twin)


def test_a_bot_of_a_seat_is_apart_from_the_others() -> None:
    first, second = bot_generator(1, 0), bot_generator(1, 1)
    assert first.getrandbits(32) != second.getrandbits(32)
