"""Sizes on the wire, through a real ipycanvas whose messages are caught."""

import dataclasses
import json
import random
from itertools import pairwise

import ipycanvas
import pytest
from ipycanvas.canvas import COMMANDS
from pictures import crowded, observations, view
from twins import random_game

from plombox_widget.bots.base import make_bot
from plombox_widget.game.engine import apply, new_game
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.table.frame import frame
from plombox_widget.table.layout import layout
from plombox_widget.table.motion import paint_moving
from plombox_widget.table.paint import paint
from plombox_widget.table.shapes import Part

PLAY, WHOLE = 8_000, 30_000
"""Bytes at most of a play and of a full repaint at eight seats."""


class Wire:
    def __init__(self, canvas):
        self.canvas, self.messages = canvas, []

    def send(self, content, buffers=None):
        self.messages.append((content, [bytes(memoryview(buffer).cast("B")) for buffer in buffers or []]))

    def paint(self, scene, previous=None):
        """Bytes of the one message that this takes: JSON and buffers; 0 if nothing is sent."""
        before = len(self.messages)
        with frame(self.canvas) as canvas:
            paint(canvas, scene, previous)
        sent = self.messages[before:]
        assert len(sent) <= 1
        return sum(len(json.dumps(content)) + sum(map(len, buffers)) for content, buffers in sent)


@pytest.fixture
def wire(monkeypatch):
    canvas = ipycanvas.Canvas(width=2560, height=1600)
    wire = Wire(canvas)
    monkeypatch.setattr(canvas._canvas_manager, "send", wire.send, raising=False)
    yield wire
    canvas.close()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_full_repaint_at_eight_seats(wire, language):
    seen = [*observations(8), observe(crowded(8), 0)]
    sizes = [wire.paint(layout(one, view(8, language, labels=("greedy",) * 8))) for one in seen]
    assert 10_000 < max(sizes) <= WHOLE


def test_a_play_of_a_bot_at_eight_seats(wire):
    sizes = []
    for seed in range(3):
        game = random_game(Rules(players=8), seed)
        scenes = [layout(observe(state, 0), view(8)) for state in game.states]
        sizes += [wire.paint(new, old) for old, new in pairwise(scenes[:-1])]
    assert 1_000 < max(sizes) <= PLAY
    assert sum(sizes) / len(sizes) < PLAY / 1.5


def test_a_play_of_a_person_at_eight_seats(wire):
    """From a picture in which a card is picked and aimed, to the one after the play."""
    sizes = []
    for seed in range(3):
        rng, bot = random.Random(seed), make_bot("greedy")
        state = new_game(Rules(players=8), rng)
        while state.outcome is None:
            move = bot.choose(observe(state, state.turn), rng)
            then = apply(state, move)
            if state.turn == 0 and then.outcome is None:
                pointer = Part("site", move.target)
                aimed = view(8, picked=move.card, hovered=pointer, target=move.target)
                after = layout(observe(then, 0), view(8, hovered=pointer))
                sizes.append(wire.paint(after, layout(observe(state, 0), aimed)))
            state = then
    assert 1_000 < max(sizes) <= PLAY


def test_a_play_with_the_growing_arrow_is_one_message_too(wire):
    scenes = [layout(observe(state, 0), view(8)) for state in random_game(Rules(players=8), 2).states]
    sizes = []
    for old, new in pairwise(scenes[:-1]):
        plain = wire.paint(new, old)
        before = len(wire.messages)
        with frame(wire.canvas) as canvas:
            paint_moving(canvas, new, old)
        assert len(wire.messages) == before + 1
        head, buffers = wire.messages[-1]
        sizes.append((len(json.dumps(head)) + sum(map(len, buffers)), plain))
    assert max(moving for moving, _ in sizes) <= PLAY
    assert all(0 < moving - plain < 2_000 for moving, plain in sizes)


def test_trap_3_every_message_begins_with_the_switch_to_its_canvas(wire):
    scene = layout(next(observations(3)), view(3))
    for _ in range(3):
        wire.paint(scene)
        commands = json.loads(wire.messages[-1][1][0])
        assert commands[0][0] == COMMANDS["switchCanvas"]
        assert wire.canvas.model_id in commands[0][1][0]


def test_what_is_drawn_arrives_in_the_browser_s_terms(wire):
    """Arrays go as bytes in kinds that the browser's side knows, and at least one column is an array."""
    wire.paint(layout(observe(crowded(8), 0), view(8)))
    _, buffers = wire.messages[-1]
    used = 1
    for command in json.loads(buffers[0]):
        name = next(name for name, number in COMMANDS.items() if number == command[0])
        arrays = [arg for arg in command[1] if isinstance(arg, dict)]
        for array in arrays:
            assert array["dtype"] in ("uint8", "int16", "int32", "float32")
            size = {"uint8": 1, "int16": 2}.get(array["dtype"], 4)
            count = 1
            for length in array["shape"]:
                count *= length
            assert len(buffers[used + array["idx"]]) == count * size
        if "Styled" in name:
            assert arrays
        used += command[2] if len(command) > 2 else 0
    assert used == len(buffers)


def test_nothing_is_sent_for_the_same_picture(wire):
    scene = layout(next(observations(4)), view(4))
    assert wire.paint(scene, dataclasses.replace(scene)) == 0
