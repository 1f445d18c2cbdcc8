"""A player's hands on a table without a browser: what a click, a tap or a key makes the browser send."""

import json
import random

import ipycanvas

from plombox_widget.table.layout import centre
from plombox_widget.table.shapes import Part

SCALE = 2
"""Pixels of the canvas for a logical one."""


def observation(table):
    return table._session.observation()


def first_move(table):
    return observation(table).legal_moves[0]


def event(table, name, **content):
    """A message of the browser's canvas."""
    table._board.canvas._handle_frontend_event(None, {"event": name, **content}, [])


def spot(table, kind, value):
    """Backing-store pixels of the middle of a part."""
    scene = table._scene()
    x, y = centre(next(rect for part, rect in scene.spots if part == Part(kind, value)))
    return {"x": x * SCALE, "y": y * SCALE}


def click(table, kind, value):
    event(table, "mouse_down", **spot(table, kind, value))


def tap(table, kind, value):
    event(table, "touch_start", touches=[spot(table, kind, value)])
    event(table, "touch_end", touches=[])


def press(table, name):
    """A click of a button, as the browser sends it."""
    getattr(table._controls, name)._handle_button_msg(None, {"event": "click"}, [])


def toggle(row, value):
    """The browser pushes the toggle button of a card or seat."""
    button = row.buttons[row._values.index(value)]
    assert not button.disabled
    button.value = True


def by_canvas(table, move):
    click(table, "card", move.card)
    click(table, "site", move.target)


def by_tap(table, move):
    tap(table, "card", move.card)
    tap(table, "site", move.target)


def by_buttons(table, move):
    toggle(table._controls.hand, move.card)
    toggle(table._controls.targets, move.target)
    press(table, "play")


def bots(table):
    press(table, "turn")


WAYS = {"canvas": by_canvas, "taps": by_tap, "buttons": by_buttons}


def play_out(table, way, seed=1):
    rng = random.Random(seed)
    plays = 0
    while observation(table).outcome is None:
        if table._session.bot_acts:
            bots(table)
        else:
            way(table, rng.choice(observation(table).legal_moves))
            plays += 1
    return plays


def commands(message):
    """The names of the commands of a drawing message."""
    data = json.loads(bytes(message[1][0]).decode())
    numbers = {number: name for name, number in ipycanvas.canvas.COMMANDS.items()}
    return [numbers[entry[0]] for entry in data]
