"""Two positions that differ only in what the viewer cannot know read the same."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import twin_position

from plombox_widget.bots.match import play_match
from plombox_widget.game.observation import observe
from plombox_widget.game.record import replay
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import State
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table.text import log, position


def texts(state: State, viewer: int | None) -> list[str]:
    seen = observe(state, viewer)
    return [
        line
        for language in LANGUAGES
        for line in (position(seen, load(language)), *log(seen, load(language)))
    ]


@settings(max_examples=60, deadline=None)
@given(
    players=st.integers(3, 8),
    seed=st.integers(0, 10_000),
    share=st.floats(0, 1, exclude_max=True),
    spectator=st.booleans(),
    data=st.data(),
)
def test_the_text_is_the_same_for_all_that_the_viewer_cannot_tell_apart(
    players: int, seed: int, share: float, spectator: bool, data: st.DataObject
) -> None:
    states = replay(play_match(Rules(players=players), "random", seed))
    state = states[int(share * (len(states) - 1))]
    viewer = None if spectator else data.draw(st.integers(0, players - 1))
    other = twin_position(state, viewer, random.Random(seed))
    assert observe(other, viewer) == observe(state, viewer)
    assert texts(other, viewer) == texts(state, viewer)


def test_the_disguise_changes_what_others_know() -> None:
    state = replay(play_match(Rules(players=4), "random", 5))[20]
    other = twin_position(state, 0, random.Random(1))
    assert all(texts(other, seat) != texts(state, seat) for seat in (1, 2, 3))


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_only_the_seat_that_played_a_face_down_card_reads_what_it_is(viewer: int | None) -> None:
    states = replay(play_match(Rules(players=3), "random", 3))
    words = load("en")
    for number, play in enumerate(states[-2].history):
        line = log(observe(states[-2], viewer), words)[number]
        if play.card is None:
            assert ("resource for work package" in line) == (play.seat == viewer)
