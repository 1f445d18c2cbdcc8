"""``play_batch``: its deals and choices followed by hand, cut into calls as one likes, wrong input named."""

import random
import threading
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from kernel_positions import Numbers

from plombox_widget.bots.base import make_bot
from plombox_widget.game.cards import Card
from plombox_widget.game.engine import apply, deal
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import BASIC_DECKS, ROLES, Rules
from plombox_widget.game.state import Outcome
from plombox_widget.simulation import batch
from plombox_widget.simulation.batch import REASONS, BatchResult, iter_batches, play_batch
from plombox_widget.simulation.positions import card_kinds

COLUMNS = ("roles", "winners", "reasons", "plays", "packages", "industry", "contamination")


def assert_same(one: BatchResult, two: BatchResult) -> None:
    for name in COLUMNS:
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name), err_msg=name)


def splitmix(seed: int, game: int) -> Iterator[int]:
    """The 64-bit words of a game, from the published definition of splitmix64."""

    def mix(word: int) -> int:
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        return word ^ word >> 31

    golden = 0x9E3779B97F4A7C15
    state = mix((mix(seed) + golden * (game + 1)) % 2**64)
    while True:
        state = (state + golden) % 2**64
        yield mix(state)


def game_by_hand(rules: Rules, seed: int, game: int, policies: list[str]) -> tuple[list[int], int, Outcome]:
    """Roles, plays and outcome of a game of ``play_batch``, played by the engine and the bots."""
    words, players = splitmix(seed, game), rules.players
    word = next(words)
    high, low = word >> 32, word & 0xFFFFFFFF
    roles = [0, 1, 2]
    for _ in range(players - 3):
        roles.append(high * 3 >> 32)
        high = high * 3 & 0xFFFFFFFF
    for seat in range(players - 1, 0, -1):
        other = low * (seat + 1) >> 32
        low = low * (seat + 1) & 0xFFFFFFFF
        roles[seat], roles[other] = roles[other], roles[seat]
    heap = [card for card in card_kinds(rules) for _ in range(BASIC_DECKS * rules.deck.get(str(card), 0))]

    def draw(at: int, number: int) -> None:
        other = at + (number * (len(heap) - at) >> 32)
        heap[at], heap[other] = heap[other], heap[at]

    for at in range(rules.hand_size * players):
        word = next(words) if at % 2 == 0 else word
        draw(at, word >> 32 if at % 2 == 0 else word & 0xFFFFFFFF)
    state = deal(rules, heap[: rules.cards_in_use], [ROLES[role] for role in roles])
    bots, numbers = [make_bot(name) for name in policies], Numbers()
    while state.outcome is None:
        word = next(words)
        numbers.next = word >> 32
        move = bots[state.turn].choose(observe(state, state.turn), numbers)
        if state.drawn < len(state.deck):
            draw(state.drawn, word & 0xFFFFFFFF)  # what the seat is about to draw
            state = state._replace(deck=tuple(heap[: rules.cards_in_use]))
        drawn = state.drawn
        state = apply(state, move)
        assert state.drawn - drawn in (0, 1)
    return roles, state.number, state.outcome


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize(
    "rules",
    [
        *(Rules(players=players) for players in range(3, 9)),
        Rules(players=5, hand_size=2, cards_per_player=9),
        Rules(players=4, hand_size=7),
    ],
    ids=lambda rules: f"{rules.players} seats, {rules.hand_size} cards",
)
def test_games_followed_by_hand(rules: Rules, policy: str) -> None:
    seed, first = 123456789, 40
    result = play_batch(rules, 4, seed, policy, first=first)
    for row in range(len(result)):
        roles, plays, outcome = game_by_hand(rules, seed, first + row, [policy] * rules.players)
        assert result.roles[row].tolist() == roles
        assert result.plays[row] == plays
        assert REASONS[result.reasons[row]] == outcome.reason
        assert tuple(role for role in ROLES if result.won(role)[row]) == outcome.winners
        assert result.industry[row].tolist() == [site.industry for site in outcome.sites]


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("hand_size", [1, 2, 5])
def test_the_fast_track_of_random_play_plays_the_same_games(
    players: int, hand_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules(players=players, hand_size=hand_size)
    fast = play_batch(rules, 500, 9)
    monkeypatch.setattr(batch, "_is_sprint", lambda rules: False)
    monkeypatch.setattr(batch, "_here", threading.local())
    assert_same(fast, play_batch(rules, 500, 9))


@pytest.mark.parametrize("policies", ["random", ["greedy", "random", "greedy", "greedy"]])
def test_games_do_not_depend_on_how_they_are_cut(policies: str | list[str]) -> None:
    rules, whole = Rules(players=4), play_batch(Rules(players=4), 300, 2**70 - 1, policies)
    row = 0
    for size in (1, 99, 200):
        part = play_batch(rules, size, 2**70 - 1, policies, first=row)
        for name in COLUMNS:
            np.testing.assert_array_equal(getattr(part, name), getattr(whole, name)[row : row + size])
        row += size
    parts = list(iter_batches(rules, 300, 2**70 - 1, policies, chunk=128))
    assert [len(part) for part in parts] == [128, 128, 44]
    assert [part.first for part in parts] == [0, 128, 256]
    for name in COLUMNS:
        joined = np.concatenate([getattr(part, name) for part in parts])
        np.testing.assert_array_equal(joined, getattr(whole, name))


def test_seeds_deal_different_games() -> None:
    one, two = play_batch(Rules(), 200, 1), play_batch(Rules(), 200, 2)
    assert (one.industry != two.industry).any(axis=1).mean() > 0.9


def test_roles_are_dealt_as_R2_says() -> None:
    """With four seats the fourth role is one of three, then all are shuffled: each seat has each role in a
    third of the games, and each role is the double one in a third; three sigma of 30,000 games is 0.8 %."""
    result = play_batch(Rules(players=4), 30_000, 5)
    for seat in range(4):
        assert np.bincount(result.roles[:, seat], minlength=3) / 30_000 == pytest.approx(
            [1 / 3] * 3, abs=0.009
        )
    doubles = Counter(int(np.bincount(row, minlength=3).argmax()) for row in result.roles)
    assert [doubles[role] / 30_000 for role in range(3)] == pytest.approx([1 / 3] * 3, abs=0.009)


def test_a_site_of_all_packages_in_a_deck_of_one_kind_is_impossible() -> None:
    """Every card of the deck is R1: no PlomBOX, no industry, all clean; the deck runs out."""
    result = play_batch(Rules(players=3, deck={"R1": 54}), 50, 1)
    assert (result.packages <= 1).all()
    assert not result.won(ROLES[0]).any()
    assert not result.won(ROLES[1]).any()
    assert result.won(ROLES[2]).all()  # three clean sites, more than one NGO plus one
    assert (result.reasons == 0).all()
    assert (result.plays == 3 * 20 - 15).all()


def test_a_deck_of_incriminations_ends_after_one_for_each_seat() -> None:
    result = play_batch(Rules(players=7, deck={"!": 60}), 50, 1, "greedy")
    assert (result.plays == 7).all()
    assert (result.reasons == 1).all()


def test_winners_by_seat() -> None:
    result = play_batch(Rules(players=5), 400, 3)
    for row in range(len(result)):
        for seat in range(5):
            assert result.seats_won()[row, seat] == result.won(ROLES[result.roles[row, seat]])[row]


def test_no_games() -> None:
    assert len(play_batch(Rules(), 0, 1)) == 0
    assert list(iter_batches(Rules(), 0, 1)) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: play_batch(Rules(), -1, 1), "games must be a whole number, 0 or more, got -1"),
        (lambda: play_batch(Rules(), 2.5, 1), "games must be a whole number, 0 or more, got 2.5"),  # type: ignore[arg-type]
        (lambda: play_batch(Rules(), 1, "x"), "seed must be a whole number, got 'x'"),  # type: ignore[arg-type]
        (lambda: play_batch(Rules(), 1, 1, "clever"), "policy: expected one of random, greedy, got 'clever'"),
        (lambda: play_batch(Rules(), 1, 1, ["random"]), "policies: expected one name, or 4 of them, got 1"),
        (lambda: play_batch(Rules(), 1, 1, first=-2), "first must be a whole number, 0 or more, got -2"),
        (
            lambda: list(iter_batches(Rules(), 5, 1, chunk=0)),
            "chunk must be a whole number, 1 or more, got 0",
        ),
        (
            lambda: play_batch(Rules(players=4, deck={"R1": 5}), 1, 1),
            "R3: deck must have at least 27 cards for 4 players, got 5",
        ),
    ],
)
def test_wrong_input_is_one_clear_line(call: object, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call()  # type: ignore[operator]
    assert str(caught.value) == message


def test_a_card_takes_its_place_in_the_kinds() -> None:
    kinds = card_kinds(Rules(deck={"R2i1": 20, "!": 20, "R1": 20}))
    assert kinds == tuple(map(Card.parse, ("+", "-", "!", "R1", "R2i1")))


def test_the_generator_of_python_is_left_alone() -> None:
    before = random.getstate()
    play_batch(Rules(), 10, 1)
    assert random.getstate() == before
