"""The growing arrow: one message, a little longer; the picture at its end is the one without motion."""

import itertools
import math

import pytest
from pictures import Raster, Recorder, view
from PIL import ImageChops
from twins import random_game

from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.table.layout import layout
from plombox_widget.table.motion import PAUSE, STEPS, _pieces, paint_moving
from plombox_widget.table.paint import paint


class Still(Raster):
    """Pixels; time does not pass."""

    def sleep(self, milliseconds):
        assert milliseconds == PAUSE
        self.slept = getattr(self, "slept", 0) + 1


def scenes(players, **choices):
    states = random_game(Rules(players=players), 21).states
    return [layout(observe(state, 0), view(players, **choices)) for state in states]


@pytest.mark.parametrize("players", [3, 8])
def test_the_last_picture_is_the_one_without_motion(players):
    before = None
    moving = Still(2560, 1600)
    plain = Raster(2560, 1600)
    frames = scenes(players)
    shown = [*frames[:6], frames[-1]]
    for scene in shown:
        paint_moving(moving, scene, before)
        paint(plain, scene, before)
        before = scene
        assert ImageChops.difference(moving.image, plain.image).getbbox() is None
    assert moving.slept == STEPS * 5  # neither at the first picture nor at the end screen


def test_nothing_moves_where_no_arrow_is_new():
    wide, compact = scenes(4), scenes(4, compact=True)
    still = scenes(4, arrow=False)
    for new, old in ((wide[3], None), (wide[3], wide[3]), (compact[3], compact[2]), (still[3], still[2]),
                     (wide[-1], wide[-2])):  # fmt: skip
        one, other = Recorder(), Recorder()
        paint_moving(one, new, old)
        paint(other, new, old)
        assert one.calls == other.calls


@pytest.mark.parametrize(
    "line", [((0, 0), (80, 0)), ((0, 0), (30, 0), (30, 50)), ((0, 0), (0, 7), (9, 7), (9, 0))]
)
def test_pieces_are_equal_and_together_the_whole_line(line):
    pieces = list(_pieces(line))
    lengths = [sum(math.dist(a, b) for a, b in itertools.pairwise(piece)) for piece in pieces]
    whole = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
    assert lengths == pytest.approx([whole / STEPS] * STEPS)
    assert pieces[0][0] == line[0]
    assert pieces[-1][-1] == line[-1]
    assert all(a[-1] == b[0] for a, b in itertools.pairwise(pieces))
