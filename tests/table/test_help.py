"""The help: short, in every language, with the numbers of the rules that are played."""

import re
from html import unescape

import pytest

from plombox_widget import PlomboxTable
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table.help import help_html, help_lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_tells_sites_cards_goals_and_buttons_in_a_few_lines(language):
    sections = help_lines(Rules(players=5), load(language))
    assert [len(told) for _, told in sections] == [4, 4, 4, 3]
    assert all(len(line) < 190 for _, told in sections for line in told)


def test_its_numbers_are_those_of_the_rules():
    bent = Rules(players=3, industry_over=17, contamination_over=13, citizen_margin=-2, ngo_margin=6)
    told = [line for _, lines in help_lines(bent, load("en")) for line in lines]
    numbers = [re.findall(r"\d+", line.replace("R9", "")) for line in told]
    assert [found for found in numbers if found] == [
        ["4"],
        ["17", "17", "18"],
        ["13", "13", "14"],
        ["13"],
        ["2"],
        ["6"],
        ["3"],
    ]
    assert "minus 2" in told[8]
    assert "plus 6" in told[10]


def test_what_is_drawn_when_is_told_as_it_is_played():
    (_, (each, *_)), *_ = help_lines(Rules(draw="card"), load("en"))
    (_, (once, *_)), *_ = help_lines(Rules(draw="turn"), load("en"))
    assert each.endswith("and draw one.")
    assert once.endswith("you draw when the turn ends.")


def test_it_opens_in_the_table_follows_language_and_rules_and_closes(sent):
    table = PlomboxTable(4, seed=5, strict=True)
    shown = table._controls.help_text
    assert (shown.value, shown.layout.display) == ("", "none")
    table._controls.help.value = True
    assert shown.layout.display != "none"
    assert shown.value == help_html(Rules(players=4), load("en"))
    assert unescape(shown.value).count("<li>") == 15
    table.lang = "es"
    assert shown.value == help_html(Rules(players=4), load("es"))
    table.new_game(rules=Rules(players=6, industry_over=9))
    assert "mayor que 9" in shown.value
    table._controls.help.value = False
    assert shown.layout.display == "none"
    table.close()
