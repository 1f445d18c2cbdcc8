"""The role odds: the prior by enumeration of every draw, Bayes' rule by hand, and odds that come true."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import prod

import pytest
from positions import play
from twins import random_game, twin

from plombox_widget.bots.belief import EVEN, RoleOdds, Triple, clues, prior, role_odds
from plombox_widget.bots.habits import (
    FACES,
    KINDS,
    MOMENTS,
    TARGETS,
    Habits,
    Style,
    StyleMix,
    face_class,
    read_history,
)
from plombox_widget.bots.match import play_match
from plombox_widget.game.cards import Card, Role
from plombox_widget.game.engine import new_game
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.record import replay
from plombox_widget.game.rules import ROLES, Rules

CITIZEN, CORPORATE, NGO = ROLES


def every_table(players: int) -> dict[tuple[Role, ...], Fraction]:
    """R2 step by step: one of each, every draw of the rest, every order over the seats."""
    chances: Counter[tuple[Role, ...]] = Counter()
    for drawn in product(ROLES, repeat=players - 3):
        for order in permutations((*ROLES, *drawn)):
            chances[order] += 1
    total = sum(chances.values())
    return {table: Fraction(times, total) for table, times in chances.items()}


def weighed(tables: dict[tuple[Role, ...], Fraction], weights: list[Triple]) -> list[list[float]]:
    """By seat and role: the odds that enumeration gives."""
    sums = [[0.0] * 3 for _ in weights]
    for table, chance in tables.items():
        places = [ROLES.index(role) for role in table]
        weight = float(chance) * prod(weights[seat][role] for seat, role in enumerate(places))
        for seat, role in enumerate(places):
            sums[seat][role] += weight
    return [[part / sum(row) for part in row] for row in sums]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_R2_the_prior_is_that_of_every_draw_and_every_order(players: int) -> None:
    tables = every_table(players)
    viewer: list[Triple] = [(0.0, 0.0, 1.0), *[EVEN] * (players - 1)]
    for weights in ([EVEN] * players, viewer):
        odds = RoleOdds(weights)
        for got, wanted in zip(odds.seats, weighed(tables, weights), strict=True):
            assert got == pytest.approx(wanted)


def test_R2_the_prior_at_four_seats_by_hand() -> None:
    """A citizen at 4 seats: the fourth role is citizen with 1/3, then 3 seats share 1 more citizen; a given
    seat is one with P(both)/P(one) = (1/3 · 1/6) / (1/3) = 1/6, and the other roles share 5/6 alike."""
    state = parse_position(
        "players 4\npile R1\nseat 0 citizen : R1\nseat 1 ngo\nseat 2 corporate\nseat 3 ngo"
    )
    odds = prior(observe(state, 0))
    assert odds.seats[0] == (1.0, 0.0, 0.0)
    assert odds.seats[2] == pytest.approx((1 / 6, 5 / 12, 5 / 12))
    assert odds.members(CITIZEN) == pytest.approx((0, 1 / 2, 1 / 2, 0, 0))


@pytest.mark.parametrize("players", [3, 5])
def test_any_evidence_counts_as_enumeration_says(players: int) -> None:
    rng = random.Random(players)
    tables = every_table(players)
    for _ in range(20):
        weights = [(rng.random(), rng.random(), rng.random()) for _ in range(players)]
        odds = RoleOdds(weights)
        for got, wanted in zip(odds.seats, weighed(tables, weights), strict=True):
            assert got == pytest.approx(wanted)


def test_sizes_of_factions_are_those_of_the_tables() -> None:
    tables = every_table(5)
    for role in ROLES:
        wanted = [float(sum(c for t, c in tables.items() if t.count(role) == size)) for size in range(6)]
        assert RoleOdds([EVEN] * 5).members(role) == pytest.approx(wanted)


def test_drawn_tables_have_one_of_each_role_and_the_odds_frequencies() -> None:
    odds = RoleOdds([(0.2, 0.5, 0.3), (0.0, 1.0, 0.0), EVEN, (0.7, 0.2, 0.1)])
    rng = random.Random(3)
    drawn = [odds.sample(rng) for _ in range(4000)]
    assert all(set(table) == set(ROLES) and table[1] is CORPORATE for table in drawn)
    for seat, chances in enumerate(odds.seats):
        for role, chance in zip(ROLES, chances, strict=True):
            share = sum(table[seat] is role for table in drawn) / len(drawn)
            assert abs(share - chance) < 4 * (chance * (1 - chance) / len(drawn)) ** 0.5 + 1e-9


def test_evidence_that_leaves_no_table_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^roles: R2: these weights leave no table"):
        RoleOdds([(1.0, 0.0, 0.0)] * 3)


# --- Bayes' rule -------------------------------------------------------------------------------------

FLAT = [[[0.25] * 4] * MOMENTS] * 3


def habits(accusing: tuple[float, float, float]) -> tuple[Style, ...]:
    """Roles that differ in how often they incriminate, and in nothing else."""
    kinds = [[[1 - often, 0.0, 0.0, often]] * MOMENTS for often in accusing]
    return (Style(1.0, Habits(kinds, [[[1.0] * TARGETS] * 4] * 3, [[1.0] * FACES] * 3)),)


def test_one_play_by_hand() -> None:
    """Three seats, the viewer a citizen: seat 1 is corporate or NGO, 1/2 each. Corporates incriminate with
    0.2, NGOs with 0.6: after one incrimination the odds are 0.6 / (0.6 + 0.2) = 3/4 for NGO."""
    state = parse_position("""
        players 3
        turn 1
        pile R1 R1 R1
        seat 0 citizen : R1
        seat 1 ngo : !
        seat 2 corporate : R1
    """)
    seen = observe(play(state, "!>0"), 0)
    assert role_odds(seen, habits((0.1, 0.2, 0.6))).seats[1] == pytest.approx((0, 1 / 4, 3 / 4))
    assert role_odds(seen, habits((0.1, 0.2, 0.6))).seats[2] == pytest.approx((0, 3 / 4, 1 / 4))
    assert role_odds(seen, habits((0.3, 0.3, 0.3))).seats[1] == pytest.approx((0, 1 / 2, 1 / 2))


def test_a_seat_of_unknown_style_by_hand() -> None:
    """Half of the seats play the first way, half the second: the likelihoods are averaged, 0.2 and 0.4."""
    state = parse_position("""
        players 3
        turn 1
        pile R1 R1 R1
        seat 0 citizen : R1
        seat 1 ngo : !
        seat 2 corporate : R1
    """)
    seen = observe(play(state, "!>0"), 0)
    styles = tuple(Style(0.5, habits(accusing)[0].habits) for accusing in ((0.1, 0.1, 0.7), (0.1, 0.3, 0.1)))
    assert role_odds(seen, styles).seats[1] == pytest.approx((0, 1 / 3, 2 / 3))


def test_all_plays_together_tell_the_kind_of_table_by_hand() -> None:
    """Half of the tables play the first way (corporates incriminate with 0.2, NGOs with 0.6), half the second
    (0.4, 0.4). Seat 1 incriminates, seat 2 does not. Tables of the first kind do so with
    (0.6 · 0.8 + 0.2 · 0.4) / 2 = 0.28, of the second with 0.4 · 0.6 = 0.24: shares 7/13 and 6/13. The chance
    that seat 1 is the NGO is to that of seat 2 as (7 · 0.6 + 6 · 0.4) (7 · 0.8 + 6 · 0.6) = 6.6 · 9.2 is to
    (7 · 0.2 + 6 · 0.4) (7 · 0.4 + 6 · 0.6) = 3.8 · 6.4."""
    state = parse_position("""
        players 3
        turn 1
        pile R1 R1 R1
        seat 0 citizen : R1
        seat 1 ngo : !
        seat 2 corporate : R1
    """)
    seen = observe(play(state, "!>0", "R1>2"), 0)
    styles = tuple(Style(0.5, habits(often)[0].habits) for often in ((0.1, 0.2, 0.6), (0.1, 0.4, 0.4)))
    tables = (StyleMix(0.5, (1.0, 0.0)), StyleMix(0.5, (0.0, 1.0)))
    wanted = 6.6 * 9.2 / (6.6 * 9.2 + 3.8 * 6.4)
    odds = role_odds(seen, styles, tables)
    assert odds.seats[1] == pytest.approx((0, 1 - wanted, wanted))
    assert role_odds(seen, styles).seats[1][2] == pytest.approx(0.35 / 0.5)
    assert odds.styles[1][2] == pytest.approx((4.2 / 6.6, 2.4 / 6.6))
    assert odds.styles[2][1] == pytest.approx((5.6 / 9.2, 3.6 / 9.2))


def test_a_card_turned_up_speaks_about_the_seat_that_played_it() -> None:
    """R9: the site as it was played, so that each card belongs to a seat; a second turn says nothing new."""
    state = parse_position("""
        players 3
        pile R1 R1 R1 R1 R1 R1 R1 R1
        seat 0 citizen : R1i1 ! !
        seat 1 ngo : R2c1 R3
        seat 2 corporate : R3i2c1
    """)
    state = play(state, "R1i1>2", "R2c1>2", "R3i2c1>2", "!>2", "R3>2", "R1>1", "!>2")
    steps, turned, _ = read_history(observe(state, 0))
    assert [KINDS[step.kind].value for step in steps][3] == "incrimination"
    assert [(card.number, card.seat, str(card.card), card.own) for card in turned] == [
        (3, 0, "R1i1", False),
        (3, 1, "R2c1", False),
        (3, 2, "R3i2c1", True),
        (6, 1, "R3", False),
    ]


def test_cards_from_before_a_position_belong_to_nobody() -> None:
    state = parse_position("""
        players 3
        pile R1 R1 R1 R1
        seat 0 citizen : !
        seat 1 ngo : R2
        seat 2 corporate : R3 : R4@0 R1@1
    """)
    seen = observe(play(state, "!>2"), 1)
    assert [card.card for card in read_history(seen)[1]] == []
    assert sum(role_odds(seen).seats[0]) == pytest.approx(1)


@pytest.mark.parametrize("players", [3, 5, 8])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_clues_multiply_to_the_odds(players: int, seed: int) -> None:
    states = replay(play_match(Rules(players=players), "greedy", seed))
    seen = observe(states[len(states) // 2], None)
    weights = [[1.0, 1.0, 1.0] for _ in range(players)]
    for clue in clues(seen):
        assert sum(clue.weights) == pytest.approx(3)
        weights[clue.seat] = [old * new for old, new in zip(weights[clue.seat], clue.weights, strict=True)]
    wanted = RoleOdds([(first, second, third) for first, second, third in weights])
    for got, odds in zip(role_odds(seen).seats, wanted.seats, strict=True):
        assert got == pytest.approx(odds)


def test_after_the_end_the_odds_are_certain() -> None:
    end = replay(play_match(Rules(players=5), "random", 4))[-1]
    for seat, odds in enumerate(role_odds(observe(end, None)).seats):
        assert odds == tuple(float(role is end.roles[seat]) for role in ROLES)


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_what_a_viewer_cannot_know_changes_no_odds(viewer: int | None) -> None:
    for seed in range(5):
        game = random_game(Rules(players=4), seed, steps=30)
        other = twin(game, viewer, random.Random(seed))
        assert game.start != other.start
        for one, two in zip(game.states[::6], other.states[::6], strict=True):
            assert role_odds(observe(one, viewer)).seats == role_odds(observe(two, viewer)).seats


def test_before_any_play_the_odds_are_the_prior() -> None:
    seen = observe(new_game(Rules(players=6), random.Random(1)), 3)
    assert role_odds(seen).seats == prior(seen).seats


def test_the_odds_come_true_on_games_that_they_were_not_fitted_on() -> None:
    """Over 60 games: better than the prior by far, and right on average where they claim to be sure."""
    told: list[tuple[float, float, bool]] = []
    for seed in range(9_000_000, 9_000_060):
        record = play_match(Rules(players=3 + seed % 6), "greedy", seed)
        states = replay(record)
        seen = observe(states[2 * len(states) // 3], seed % record.rules.players)
        for seat, (now, before) in enumerate(zip(role_odds(seen).seats, prior(seen).seats, strict=True)):
            if seat != seen.seat:
                told += [(now[role], before[role], record.roles[seat] is ROLES[role]) for role in range(3)]
    score = sum((now - true) ** 2 for now, _, true in told) / len(told)
    base = sum((before - true) ** 2 for _, before, true in told) / len(told)
    assert score < 0.75 * base
    sure = [(now, true) for now, _, true in told if now > 0.8]
    assert len(sure) > 50
    mean = sum(now for now, _ in sure) / len(sure)
    assert abs(sum(true for _, true in sure) / len(sure) - mean) < 0.12


def test_the_face_classes_cover_every_card_of_any_deck() -> None:
    classes = {
        face_class(Card.parse(f"R1i{industry}c{contamination}"), own)
        for industry in (0, 1, 2, 3, 99)
        for contamination in (0, 1, 2, 99)
        for own in (False, True)
    }
    assert classes == set(range(FACES))
