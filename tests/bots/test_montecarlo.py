"""Play-outs: worlds that fit what is known, and moves that must be found."""

import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from positions import middle, play
from twins import random_game, twin

from plombox_widget.bots.belief import RoleOdds, role_odds
from plombox_widget.bots.judge import weigh
from plombox_widget.bots.montecarlo import (
    MonteCarloBot,
    candidates,
    distinct_moves,
    race,
    run_playouts,
)
from plombox_widget.bots.worlds import sample_worlds
from plombox_widget.game.cards import Card, Role
from plombox_widget.game.engine import apply
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import State
from plombox_widget.simulation.positions import Positions, site_word

TABLES = [
    Rules(players=3),
    Rules(players=8),
    Rules(players=5, draw="turn"),
    Rules(players=4, deck={"R1": 9, "R2i5c3": 9, "R3i1": 9, "R4c2": 9, "+": 9, "-": 9, "!": 3}),
]


def seen_in(rules: Rules, seed: int, steps: int, viewer: int | None = None) -> tuple[State, Observation]:
    state = random_game(rules, seed, steps).end
    while state.outcome is not None:
        seed += 100
        state = random_game(rules, seed, steps).end
    return state, observe(state, state.turn if viewer is None else viewer)


def cards_of(worlds: Positions, world: int, seen: Observation) -> Counter[Card]:
    """The cards in hands and pile of one world, without the viewer's own."""
    cards: Counter[Card] = Counter()
    for seat, size in enumerate(seen.hand_sizes):
        if seat != seen.seat:
            cards.update(worlds.kinds[kind] for kind in worlds.hands[world, seat, :size])
    cards.update(worlds.kinds[kind] for kind in worlds.pile[world, : seen.pile])
    return cards


@pytest.mark.parametrize("rules", TABLES, ids=str)
@pytest.mark.parametrize("steps", [0, 9, 22])
def test_a_world_fits_what_is_known(rules: Rules, steps: int) -> None:
    state, seen = seen_in(rules, 3, steps)
    worlds = sample_worlds(seen, role_odds(seen), 40, seed=7)
    worlds.check(rules)
    unseen = seen.unseen()
    seat = state.turn
    own = [worlds.kinds[kind] for kind in worlds.hands[0, seat, : seen.hand_sizes[seat]]]
    assert own == [held.card for held in seen.hand]
    for world in range(len(worlds)):
        assert ROLES[worlds.roles[world, seat]] is seen.role
        assert set(worlds.roles[world]) == {0, 1, 2}
        assert worlds.held[world].tolist() == list(seen.hand_sizes)
        assert cards_of(worlds, world, seen) <= unseen
        for site, entries in enumerate(seen.sites):
            up = [entry.card for entry in entries if entry.face_up and entry.card is not None]
            assert worlds.up[world, site] == site_word(up)
            mine = [entry.card for entry in entries if entry.seat == seat and not entry.face_up]
            assert worlds.down[world, seat, site] == site_word([card for card in mine if card is not None])
            for other in range(rules.players):
                down = sum(entry.seat == other and not entry.face_up for entry in entries)
                assert (worlds.down[world, other, site] >> 24) & 1023 == down


def test_a_world_has_no_card_too_many() -> None:
    """Face-down cards, hands, pile and those put aside are the unseen cards, each once."""
    _, seen = seen_in(Rules(players=4), 5, 25)
    worlds = sample_worlds(seen, role_odds(seen), 200, seed=1)
    unseen = sum(seen.unseen().values())
    hidden = sum(seen.unknown(site) for site in range(4))
    others = sum(size for seat, size in enumerate(seen.hand_sizes) if seat != seen.seat)
    assert unseen - hidden - others - seen.pile == 3 * seen.rules.deck.size - seen.rules.cards_in_use
    resources = sum(n for card, n in seen.unseen().items() if card.is_resource)
    for world in range(len(worlds)):
        loose = sum(n for card, n in cards_of(worlds, world, seen).items() if card.is_resource)
        assert loose <= resources - hidden


def test_worlds_differ_where_something_is_open_and_the_same_seed_gives_the_same() -> None:
    _, seen = seen_in(Rules(players=5), 2, 20)
    odds = role_odds(seen)
    one, two, other = (sample_worlds(seen, odds, 30, seed) for seed in (4, 4, 5))
    for first, second in zip(one.arrays(), two.arrays(), strict=True):
        assert np.array_equal(first, second)
    assert not np.array_equal(one.pile, other.pile)
    assert len({tuple(row) for row in one.pile.tolist()}) == 30
    assert len({tuple(row) for row in one.roles.tolist()}) > 1


def test_roles_of_worlds_follow_the_odds() -> None:
    _, seen = seen_in(Rules(players=4), 8, 20)
    odds = role_odds(seen)
    worlds = sample_worlds(seen, odds, 3000, seed=2)
    for seat, chances in enumerate(odds.seats):
        for role, chance in enumerate(chances):
            assert abs((worlds.roles[:, seat] == role).mean() - chance) < 0.04


def test_what_the_viewer_cannot_know_changes_no_world() -> None:
    game = random_game(Rules(players=4), 6, steps=24)
    viewer = game.end.turn
    other = twin(game, viewer, random.Random(6))
    assert other.start != game.start
    one, two = observe(game.end, viewer), observe(other.end, viewer)
    for first, second in zip(
        sample_worlds(one, role_odds(one), 20, 3).arrays(),
        sample_worlds(two, role_odds(two), 20, 3).arrays(),
        strict=True,
    ):
        assert np.array_equal(first, second)


# --- what others chose to hide -------------------------------------------------------------------------

HIDING = """
    players 3
    turn 1
    pile R1 R2 R3 R1 R2 R3 R4 R1 R2
    seat 0 ngo : R4 R4
    seat 1 citizen : R1 R2 R3
    seat 2 corporate : R1 R2
"""
CERTAIN = RoleOdds([(0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])


def test_a_citizen_puts_another_package_onto_the_same_site() -> None:
    """By chance, two cards would bring the same package in a quarter of the worlds."""
    state = play(parse_position(HIDING), "R1>1", "R1>1", "R4>0", "R2>1")
    worlds = sample_worlds(observe(state, 0), CERTAIN, 400, seed=3)
    own = worlds.down[:, 1, 1] & 15
    assert (worlds.down[:, 1, 1] >> 24 & 1023 == 2).all()
    assert np.mean([int(packages).bit_count() == 2 for packages in own]) > 0.9


def test_a_positive_card_does_not_stay_in_a_hand_for_long() -> None:
    """The unseen cards are those of a whole deck; the last card of a hand is drawn by chance."""
    state = play(parse_position(HIDING), "R1>1", "R1>1", "R4>0", "R2>1")
    worlds = sample_worlds(observe(state, 0), CERTAIN, 2000, seed=3)
    share = observe(state, 0).unseen()[Card.parse("+")] / observe(state, 0).unseen().total()
    kept, fresh = worlds.hands[:, 1, :2] == 0, worlds.hands[:, 1, 2] == 0
    assert kept.mean() < share / 2
    assert abs(fresh.mean() - share) < 0.04


# --- moves that must be found ------------------------------------------------------------------------

WINNING = """
    players 3
    incriminations 2
    pile R1 R1 R1 R1 R1 R1
    seat 0 corporate : R1 R1c1 ! : R1i3c3@0^ R2i2@0^
    seat 1 ngo : R1 ! ! ! R2 : R3i3c3@0^ R4i2@0^
    seat 2 citizen : R1 ! ! ! R2
"""


def test_R10_the_last_incrimination_is_played_when_it_wins() -> None:
    """Two sites are developed, both contaminated for all to see; there is one corporate. To incriminate the
    empty site ends the game, won; else an NGO that holds an incrimination clears one of the two."""
    state = parse_position(WINNING)
    seen = observe(state, 0)
    for seed in range(5):
        move = MonteCarloBot(300).choose(seen, random.Random(seed))
        after = apply(state, move)
        assert after.outcome is not None
        assert after.outcome.winners[0] is Role.CORPORATE


def test_R10_the_last_incrimination_is_not_played_when_it_loses() -> None:
    lost = WINNING.replace("R3i3c3@0^ R4i2@0^", "R3i3@0")
    state = parse_position(lost)
    for seed in range(5):
        move = MonteCarloBot(300).choose(observe(state, 0), random.Random(seed))
        assert apply(state, move).outcome is None


def test_a_decided_game_is_won_in_every_world() -> None:
    state = parse_position(WINNING)
    seen = observe(state, 0)
    worlds = sample_worlds(seen, role_odds(seen), 50, 1)
    move = next(move for move, card in distinct_moves(seen) if str(card) == "!" and move.target == 2)
    assert run_playouts(seen, [move], worlds, 1, Role.CORPORATE).all()


def test_equal_cards_are_one_choice() -> None:
    seen = observe(middle(hand="R1 R1 R1 !"), 0)
    assert [(str(card), move.target) for move, card in distinct_moves(seen)] == [
        (code, target) for code in ("R1", "!") for target in range(3)
    ]


def test_the_race_tries_every_play_and_the_best_ones_most() -> None:
    seen = observe(play(middle(), "+>0"), 0)
    estimates = race(seen, role_odds(seen), distinct_moves(seen), 600, seed=3)
    assert [estimate.move for estimate in estimates] == [move for move, _ in distinct_moves(seen)]
    tried = [estimate.playouts for estimate in estimates]
    assert min(tried) >= 1
    assert max(tried) > 3 * min(tried)
    assert all(0 <= estimate.wins <= estimate.playouts for estimate in estimates)
    assert sum(tried) <= 700


def test_only_the_likeliest_plays_are_raced_when_they_are_many() -> None:
    _, seen = seen_in(Rules(players=8), 1, 20)
    odds = role_odds(seen)
    few = candidates(seen, odds, 7)
    worth = {item.move: item.worth for item in weigh(seen, odds)}
    assert len(few) == 7
    out = [worth[move] for move, _ in distinct_moves(seen) if (move, _) not in few]
    assert max(out) <= min(worth[move] for move, _ in few) + 1e-6
    assert candidates(seen, odds, 99) == distinct_moves(seen)


@pytest.mark.parametrize("playouts", [0, -3, 2.5, "many", True])
def test_a_strength_that_is_none_is_refused(playouts: object) -> None:
    with pytest.raises(ValueError, match=r"^playouts must be a whole number, 1 or more"):
        MonteCarloBot(playouts)  # type: ignore[arg-type]


CHOICES = """
import random
from plombox_widget.bots.montecarlo import MonteCarloBot, PLAYOUTS_UNCOMPILED, compiled_kernel
from plombox_widget.game.engine import new_game, apply
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
state, rng = new_game(Rules(players=3, cards_per_player=9, hand_size=3), random.Random(2)), random.Random(9)
moves = []
for _ in range(4):
    moves.append(MonteCarloBot(6).choose(observe(state, state.turn), rng))
    state = apply(state, moves[-1])
print(compiled_kernel(), *moves, MonteCarloBot().playouts == PLAYOUTS_UNCOMPILED)
"""


def test_without_a_compiler_it_makes_the_same_choices_with_fewer_playouts_by_default() -> None:
    def run(disable: str) -> list[str]:
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disable}
        done = subprocess.run(
            [sys.executable, "-c", CHOICES], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.split()

    compiled, plain = run("0"), run("1")
    assert (compiled[0], plain[0]) == ("True", "False")
    assert compiled[1:-1] == plain[1:-1]
    assert (compiled[-1], plain[-1]) == ("False", "True")
