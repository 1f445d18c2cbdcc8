"""Rules bent in the panel for a new game: taken as typed, or refused in one line that names the field."""

from dataclasses import replace
from html import escape

import pytest

from plombox_widget import PlomboxTable
from plombox_widget.game.rules import RANGES, Rules
from plombox_widget.locales.i18n import LANGUAGES
from plombox_widget.table.knobs import NUMBERS
from plombox_widget.table.seats import NAME_LENGTH


@pytest.fixture
def table(sent):
    table = PlomboxTable(4, seed=5)
    press(table._controls.new_game)
    yield table
    table.close()


def press(button):
    button._handle_button_msg(None, {"event": "click"}, [])


def start(table):
    press(table._panel.start)


def test_they_are_folded_until_they_are_asked_for(table):
    knobs = table._panel.knobs
    assert knobs.fields.layout.display == "none"
    knobs.fold.value = True
    assert knobs.fields.layout.display is None
    knobs.fold.value = False
    assert knobs.fields.layout.display == "none"


def test_what_is_typed_is_played(table):
    knobs = table._panel.knobs
    knobs.draw.value = "turn"
    for name, typed in zip(NUMBERS, ("6", " 3 ", "-1", "\u22122", "0"), strict=True):
        knobs.numbers[name].value = typed
    table._panel.players.value = 5
    start(table)
    assert table._session.rules == Rules(
        players=5,
        draw="turn",
        industry_over=6,
        contamination_over=3,
        citizen_margin=-1,
        corporate_margin=-2,
        ngo_margin=0,
    )
    press(table._controls.new_game)
    assert [knobs.numbers[name].value for name in NUMBERS] == ["6", "3", "-1", "-2", "0"]
    assert knobs.draw.value == "turn"


def test_untouched_they_leave_the_rules_as_they_are(sent):
    bent = Rules(players=3, hand_size=4, cards_per_player=10, ngo_margin=2)
    table = PlomboxTable(rules=bent, seed=5, strict=True)
    press(table._controls.new_game)
    table._panel.deal.value = "same"
    start(table)
    assert table._session.rules == bent
    assert table._session.seed == 5
    table._panel.show(table._session, table._words)
    table._panel.players.value = 6
    start(table)
    assert table._session.rules == replace(bent, players=6)
    table.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("typed", ["", "four", "1.5", "100", "-9", "٣", "<b>", "9" * 60])
def test_a_bad_value_is_one_clear_line_and_the_game_goes_on(table, language, name, typed):
    table.lang = language
    before = table.text
    table._panel.knobs.numbers[name].value = typed
    start(table)
    low, high = RANGES[name]
    words = table._words
    field = words(f"lesson.lab.knob.{name}")
    line = words("refuse.rule", field=field, low=low, high=high, value=typed[:NAME_LENGTH])
    assert escape(line) in table._controls.status.value
    assert "<b>" not in table._controls.status.value
    assert table.text == before
    assert table._panel.open


def test_the_same_deal_needs_the_same_rules(table):
    table._panel.deal.value = "same"
    table._panel.knobs.numbers["industry_over"].value = "7"
    start(table)
    assert escape(table._words("refuse.same_deal")) in table._controls.status.value
    assert table._session.rules == Rules(players=4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_changes_with_the_language(table, language):
    table._controls.language.value = language
    knobs, words = table._panel.knobs, table._words
    assert knobs.fold.description == words("control.rules")
    assert [label for label, _ in knobs.draw.options] == [
        words("lesson.lab.draw.card"),
        words("lesson.lab.draw.turn"),
    ]
