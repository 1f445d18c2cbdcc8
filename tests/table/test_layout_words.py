"""Every word on the picture comes from the locales: there is no text in the drawing code."""

import ast
import importlib
import inspect
import re
from itertools import product

import pytest
from pictures import MOMENTS, observations, picks
from twins import random_game

from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table.layout import View, layout
from plombox_widget.table.shapes import Text

DRAWING = (
    *("arrow", "buttons", "calls", "cards", "differ", "end", "frames", "gauges", "hand", "header", "layout"),
    *("measure", "middle", "notes", "paint", "palette", "shapes", "signs", "sites", "svg", "view", "would"),
)
WRITERS = {"Text", "letter", "fit", "wrap", "largest", "text_width"}


class Mute:
    """Words of which only the keys are left, as the sign ``~``."""

    language = "mute"

    def __init__(self):
        self.asked = set()
        self._english = load("en")

    def __call__(self, key, /, **facts):
        self._english(key, **facts)
        self.asked.add(key)
        return "~"

    def listed(self, items):
        return "~" if list(items) else ""


ALLOWED = re.compile(r"~|[A-H]|[0-9]{1,3}\+?|\+[0-9]+|>[0-9]+|×[0-9]+|…|#")


def test_with_mute_words_no_word_is_left_and_every_key_is_asked_for():
    words = Mute()
    for players, compact in product((3, 8), (False, True)):
        for observation in observations(players):
            for choices in (*picks(observation), *MOMENTS):
                view = View(words, ("#",) * players, compact=compact, **choices)
                check(layout(observation, view))
    for seed in range(8):
        for state in random_game(Rules(players=4), seed).states:
            for compact in (False, True):
                check(layout(observe(state, None), View(words, ("#",) * 4, compact=compact)))
    for margins in ({}, {"citizen_margin": -1, "corporate_margin": -1}):
        end = random_game(Rules(players=4, **margins), 0).end
        for seat in range(4):
            check(layout(observe(end, seat), View(words, ("#",) * 4)))
    layout(observation, View(words, ("#",) * 8, cover="#"))
    keys = {key for key in load("en")._texts if key.startswith("picture.")}
    assert {
        key for key in keys if key not in words.asked and key.rsplit(".", 1)[0] not in words.asked
    } == set()


def check(scene):
    for name, region in scene.regions:
        for shape in region.shapes:
            if isinstance(shape, Text):
                for part in shape.text.split():
                    assert ALLOWED.fullmatch(part.strip(",")), (name, shape.text)


def source(name):
    return inspect.getsource(importlib.import_module(f"plombox_widget.table.{name}"))


@pytest.mark.parametrize("name", DRAWING)
def test_no_literal_text_is_given_to_what_writes(name):
    for node in ast.walk(ast.parse(source(name))):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in WRITERS:
                values = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "text")]
                literal = [
                    v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str)
                ]
                assert all(
                    not re.search(r"[^\W\d_]", text) or text in ("center", "right", "left")
                    for text in literal
                )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_keys(language):
    keys = {key for key in load("en")._texts if key.startswith("picture.")}
    assert {key for key in load(language)._texts if key.startswith("picture.")} == keys
