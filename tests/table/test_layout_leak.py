"""What a viewer cannot know changes no shape, no draw call and no letter of the SVG."""

import random

import pytest
from pictures import Recorder, picks, view
from twins import random_game, twin

from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.table.layout import layout
from plombox_widget.table.paint import paint
from plombox_widget.table.svg import svg


def drawn(scene, previous=None):
    canvas = Recorder()
    paint(canvas, scene, previous)
    return canvas.calls


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("draw", ["card", "turn"])
@pytest.mark.parametrize("viewer", [None, 0, 2])
@pytest.mark.parametrize("seed", [1])
def test_twins_look_alike(viewer, seed, draw, compact):
    game = random_game(Rules(players=4, draw=draw), seed, steps=14)
    other = twin(game, viewer, random.Random(seed))
    assert other.start != game.start
    before = None
    for one, two in zip(game.states, other.states, strict=True):
        seen, twin_seen = observe(one, viewer), observe(two, viewer)
        for choices, twin_choices in zip(picks(seen), picks(twin_seen), strict=True):
            scene = layout(seen, view(4, compact=compact, **choices))
            same = layout(twin_seen, view(4, compact=compact, **twin_choices))
            assert scene == same
            assert drawn(scene, before) == drawn(same, before)
            assert svg(scene) == svg(same)
            before = scene


def test_the_picture_does_tell_what_the_viewer_knows():
    """The test above could not fail if nothing were ever drawn of a hand."""
    game = random_game(Rules(players=4), 3, steps=6)
    pictures = {layout(observe(game.end, seat), view(4)) for seat in (None, 0, 1, 2, 3)}
    assert len(pictures) == 5
