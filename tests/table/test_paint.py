"""Painting: what lies over what is kept, a repaint of the differences shows the same picture."""

import dataclasses
import math

import pytest
from pictures import Raster, Recorder, observations, picks, view
from PIL import ImageChops
from twins import random_game

from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.table.calls import operations
from plombox_widget.table.differ import changed
from plombox_widget.table.layout import layout
from plombox_widget.table.paint import SCALE, paint
from plombox_widget.table.shapes import Box, Disc, Lines, Poly, Region, Scene, Text


def raster(scene):
    return Raster(scene.width * SCALE, scene.height * SCALE)


def one_by_one(scene):
    """Every shape in the order of the scene: the slow way, which cannot go wrong."""
    canvas = raster(scene)
    for _, region in scene.regions:
        for op in operations(region, SCALE):
            method, style = op.key
            for name, value in style:
                if name != "dash":
                    setattr(canvas, name, value)
            setattr(canvas, "fill_style" if method.startswith("fill") else "stroke_style", op.colour)
            getattr(canvas, method)(*op.args)
    return canvas.image


def differing(one, other):
    """Pixels that differ."""
    bands = ImageChops.difference(one, other).split()
    return sum(sum(band.histogram()[1:]) for band in bands)


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("players", [3, 8])
def test_calls_of_a_style_together_show_the_same_picture(players, compact):
    for observation in list(observations(players))[::5]:
        for choices in list(picks(observation))[:2]:
            scene = layout(observation, view(players, compact=compact, **choices))
            canvas = raster(scene)
            assert paint(canvas, scene) == scene.names
            assert differing(canvas.image, one_by_one(scene)) == 0


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("players", [3, 8])
def test_painting_the_differences_shows_the_same_picture(players, compact):
    """Frame by frame through a game, with cards picked and laid down in between."""
    game = random_game(Rules(players=players), 21)
    frames = []
    for state in [*game.states[:6], *game.states[len(game.states) // 2 :: 7], game.end]:
        seen = observe(state, 0)
        frames += [
            layout(seen, view(players, compact=compact, **choices)) for choices in list(picks(seen))[:3]
        ]
    canvas = raster(frames[0])
    before = None
    for at, scene in enumerate(frames):
        paint(canvas, scene, before)
        before = scene
        if at % 3 == 0 or at == len(frames) - 1:
            whole = raster(scene)
            paint(whole, scene)
            assert differing(canvas.image, whole.image) == 0


def test_only_what_differs_is_painted():
    state = random_game(Rules(players=5), 3, steps=20).end
    seen = observe(state, state.turn)
    plain = layout(seen, view(5))
    assert changed(plain, plain) == ()
    canvas = Recorder()
    assert paint(canvas, plain, plain) == ()
    assert canvas.calls == []
    card = seen.hand[0].card_index
    picked = layout(seen, view(5, picked=card))
    assert "role" not in changed(picked, plain)
    assert {"hand 0", "header"} <= set(changed(picked, plain))


def test_another_kind_of_picture_is_painted_whole():
    state = random_game(Rules(players=4), 3, steps=20).end
    seen = observe(state, 0)
    wide, narrow = layout(seen, view(4)), layout(seen, view(4, compact=True))
    covered = layout(seen, view(4, cover="Ana"))
    assert changed(narrow, wide) == narrow.names
    assert changed(covered, wide) == covered.names
    assert changed(wide, covered) == wide.names


def scene_of(*shapes):
    return Scene(20, 20, (("table", Region((0, 0, 20, 20), "#000000", ())),
                          ("one", Region((0, 0, 20, 20), "#111111", shapes))))  # fmt: skip


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_trap_26_a_number_that_is_none_stops_before_the_first_call(wrong):
    shapes = (
        Box(wrong, 0, 5, 5, "#FFFFFF"),
        Disc(1, 1, wrong, "#FFFFFF"),
        Poly(((0, 0), (wrong, 1), (2, 2)), "#FFFFFF"),
        Lines((((0, 0), (1, wrong)),), "#FFFFFF", 1),
        Text(wrong, 1, "7", 12, "#FFFFFF"),
    )
    for shape in shapes:
        canvas = Recorder()
        with pytest.raises(ValueError, match="drawing: expected a finite number"):
            paint(canvas, scene_of(Box(0, 0, 9, 9, "#222222"), shape))
        assert canvas.calls == []


def test_a_piece_that_touches_what_changed_is_painted_whole():
    """Two boxes that overlap, and one apart: the one apart is left alone."""
    low, high, apart = Box(0, 0, 6, 6, "#FF0000"), Box(4, 4, 6, 6, "#00FF00"), Box(14, 14, 4, 4, "#0000FF")
    canvas = Recorder()
    paint(canvas, scene_of(low, high._replace(fill="#FFFF00"), apart), scene_of(low, high, apart))
    colours = [value for name, value in canvas.calls if name == "fill_style"]
    assert set(colours) == {"#111111", "#FF0000", "#FFFF00"}


def test_every_picture_is_made_of_plain_numbers():
    seen = observe(random_game(Rules(players=8), 5, steps=50).end, 0)
    canvas = Recorder()
    paint(canvas, layout(seen, view(8)))

    def check(value):
        if isinstance(value, list | tuple):
            for item in value:
                check(item)
        else:
            assert type(value) in (str, int, float), value

    for _, args in canvas.calls:
        check(args)


def test_a_scene_cannot_be_changed():
    scene = scene_of()
    with pytest.raises(dataclasses.FrozenInstanceError):
        scene.width = 5
