"""What a viewer cannot know changes nothing that it gets: observation, its text, moves of bots."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import middle, play
from twins import Game, random_game, twin, twin_position

from plombox_widget.bots.base import BOTS, make_bot
from plombox_widget.game.cards import Role
from plombox_widget.game.engine import apply
from plombox_widget.game.notation import format_position, parse_position
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import IllegalMove, Move


def viewers(players: int) -> list[int | None]:
    return [*range(players), None]


def everything(observation: Observation) -> tuple[object, ...]:
    """All that can be got out of an observation."""
    seats = range(observation.rules.players)
    return (
        observation,
        repr(observation),
        format_position(observation),
        observation.sites,
        repr(observation.sites),
        observation.played,
        observation.role,
        observation.number,
        [observation.known(seat) for seat in seats],
        [observation.unknown(seat) for seat in seats],
        observation.unseen(),
    )


@pytest.mark.parametrize("draw", ["card", "turn"])
@pytest.mark.parametrize("players", range(3, 9))
def test_twin_games_look_the_same_from_start_to_end(players: int, draw: str) -> None:
    rules = Rules(players=players, draw=draw)  # type: ignore[arg-type]
    for steps in (20, None):
        game = random_game(rules, players, steps)
        for viewer in viewers(players):
            other = twin(game, viewer, random.Random(1))
            assert other.start.deck != game.start.deck
            for one, two in zip(game.states, other.states, strict=True):
                assert everything(observe(one, viewer)) == everything(observe(two, viewer))


@given(
    players=st.integers(3, 8),
    draw=st.sampled_from(["card", "turn"]),
    seed=st.integers(0, 10**6),
    steps=st.integers(0, 60),
)
def test_twin_positions_look_the_same_to_the_viewer_alone(
    players: int, draw: str, seed: int, steps: int
) -> None:
    state = random_game(Rules(players=players, draw=draw), seed, steps).end  # type: ignore[arg-type]
    for viewer in viewers(players):
        other = twin_position(state, viewer, random.Random(seed))
        assert other != state
        assert everything(observe(other, viewer)) == everything(observe(state, viewer))


@pytest.mark.parametrize("players", [3, 5, 8])
def test_twins_differ_for_those_who_may_know(players: int) -> None:
    """A leak test on twins that are alike in truth would prove nothing: each other seat sees a difference."""
    game = random_game(Rules(players=players), 3, 14)
    seen = set()
    for seed in range(20):
        other = twin(game, 0, random.Random(seed))
        for seat in range(1, players):
            if observe(other.end, seat).hand != observe(game.end, seat).hand:
                seen.add(("hand", seat))
            if observe(other.end, seat).sites != observe(game.end, seat).sites:
                seen.add(("sites", seat))
            if other.end.roles[seat] != game.end.roles[seat]:
                seen.add(("role", seat))
        if other.end.deck[other.end.drawn :] != game.end.deck[game.end.drawn :]:
            seen.add(("pile", 0))
        if sorted(other.start.deck) != sorted(game.start.deck):
            seen.add(("put aside", 0))
        if other.actions != game.actions:
            seen.add(("which card", 0))
    down = {entry.seat for row in game.end.table for entry in row if not entry.face_up} - {0}
    assert down
    assert seen == {
        *((name, seat) for name in ("hand", "role") for seat in range(1, players)),
        *(("sites", seat) for seat in down),
        ("pile", 0),
        ("put aside", 0),
        ("which card", 0),
    }


@pytest.mark.parametrize("name", sorted(BOTS))
def test_bots_choose_alike_in_twins(name: str) -> None:
    rules, bot = Rules(players=4), make_bot(name)
    for seed in range(2):
        game = random_game(rules, seed, 26)
        last = len(game.actions)
        for at in (0, last // 2, last):
            state = game.states[at]
            if state.outcome is None:
                other = twin(Game(game.start, game.actions[:at]), state.turn, random.Random(seed)).end
                choices = {bot.choose(observe(s, s.turn), random.Random(at)) for s in (state, other)}
                assert len(choices) == 1


def test_a_position_written_by_hand_has_twins_too() -> None:
    state = parse_position("""
        pile R1 R2 + -
        seat 0 citizen   : R1 + : R2@1 R3i5c3@0 R1@2^
        seat 1 ngo       : R2   : R4@0 R1i1@0 R2@1
        seat 2 corporate : R3   :
    """)
    for viewer in viewers(3):
        others = [twin_position(state, viewer, random.Random(seed)) for seed in range(8)]
        assert len({other.sites for other in others}) > 1
        for other in others:
            assert everything(observe(other, viewer)) == everything(observe(state, viewer))


def test_a_spectator_knows_no_hand_no_role_and_no_face_down_card() -> None:
    seen = observe(play(middle(), "R1i1>1"), None)
    assert (seen.hand, seen.roles, seen.role, seen.played, seen.legal_moves) == (
        (),
        (None,) * 3,
        None,
        (),
        (),
    )
    assert [entry.card for row in seen.sites for entry in row] == [None]
    assert seen.hand_sizes == (5, 4, 4)


def test_a_seat_gets_the_moves_only_when_it_acts() -> None:
    state = middle()
    assert len(observe(state, 0).legal_moves) == 14
    assert observe(state, 1).legal_moves == observe(state, 2).legal_moves == ()


def test_after_the_end_hands_stay_secret_and_the_rest_is_open() -> None:
    end = play(middle(incriminations=2), "!>0")
    seen = observe(end, None)
    assert seen.roles == (Role.CITIZEN, Role.NGO, Role.CORPORATE)
    assert seen.hand == ()
    assert observe(end, 1).hand == end.hands[1]


@pytest.mark.parametrize("seat", [-1, 3, True, 1.0, "1", [0]])
def test_a_wrong_viewer_is_refused(seat: object) -> None:
    with pytest.raises(ValueError, match="R1: seat must be 0 to 2, or None for a spectator, got"):
        observe(middle(), seat)  # type: ignore[arg-type]


def test_an_observation_is_frozen() -> None:
    seen = observe(middle(), 0)
    assert seen.sites is seen.sites
    for name in ("plays", "sites", "news"):
        with pytest.raises(AttributeError):
            setattr(seen, name, 1)


@given(seed=st.integers(0, 10**6), steps=st.integers(0, 40))
def test_a_refusal_names_no_card(seed: int, steps: int) -> None:
    """The message for a move that the acting seat cannot make is the same in twins for every other seat."""
    state = random_game(Rules(players=4), seed, steps).end
    for viewer in viewers(4):
        if viewer == state.turn:
            continue
        other = twin_position(state, viewer, random.Random(seed))
        move = Move((state.turn + 1) % 4, 3, 0)
        texts = []
        for each in (state, other):
            with pytest.raises(IllegalMove) as caught:
                apply(each, move)
            texts.append(str(caught.value))
        assert texts[0] == texts[1]
