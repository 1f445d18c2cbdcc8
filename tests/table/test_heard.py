"""What a screen reader is told: one line of status, and with it the plays that are new, once."""

import re

import pytest

from plombox_widget import PlomboxTable
from plombox_widget.locales.i18n import load
from plombox_widget.table import text
from plombox_widget.table.seats import Refusal


@pytest.fixture
def table():
    table = PlomboxTable(5, seed=3, strict=True)
    yield table
    table.close()


def heard(table):
    """The plays that the status tells, by number."""
    (news,) = re.findall(r'<span class="plombox-unseen">(.*?)</span>', table._controls.status.value)
    return [int(number) for number in re.findall(r"(?:^| )(\d+)\. ", news)]


def test_a_play_is_heard_once_with_the_status_that_it_brought(table):
    assert heard(table) == []
    table.play(*table._session.observation().legal_moves[0][1:])
    assert heard(table) == [1]
    table.step()
    assert heard(table) == [2]
    told = table._controls.status.value
    table._controls.help.value = True
    assert table._controls.status.value == told, "what is said again would be read out again"
    for _ in range(3):
        table._session.step()
    table._show()
    assert heard(table) == [3, 4, 5]
    table.turn()
    assert table._session.number == 16
    assert heard(table) == list(range(6, 17))
    table._controls.hand.first.value = True
    assert heard(table) == []


def test_a_game_taken_up_again_tells_its_last_play_and_a_new_one_none(table):
    table.play(*table._session.observation().legal_moves[0][1:])
    table.turn()
    again = PlomboxTable(session=table._session, lang="es")
    assert heard(again) == [table._session.number]
    again.new_game(3, seed=4)
    assert heard(again) == []
    again.close()


def test_the_button_of_a_card_says_what_the_card_is_and_nothing_else(table):
    """Where it lay in the shuffled deck tells a player nothing."""
    held = table._session.observation().hand
    said = [text.capital(text.card_text(card.card, load("en"))) for card in held]
    assert [button.description for button in table._controls.hand.buttons] == said


def test_only_the_status_speaks(table):
    assert 'role="alert"' in table._controls.status.value
    assert 'role="log" aria-live="off"' in table._controls.log.value
    assert "aria-live" not in table._controls.position.value


def test_the_narrow_picture_has_no_motion_to_switch(table):
    controls = table._controls
    assert not controls.motion.disabled
    controls.compact.value = True
    assert controls.motion.disabled
    controls.compact.value = False
    assert not controls.motion.disabled


def test_the_field_and_the_slider_of_the_history_say_the_same(table):
    table.play(*table._session.observation().legal_moves[0][1:])
    controls = table._controls
    assert controls.history.description == table._words("control.history")
    assert (
        (controls.history.value, controls.history.max) == (controls.slide.value, controls.slide.max) == (1, 1)
    )
    controls.slide.value = 0
    assert (table._session.number, controls.history.value) == (0, 0)
    controls.history.value = 1
    assert (table._session.number, controls.slide.value) == (1, 1)
    assert ".plombox-slide .noUi-handle { visibility: hidden; }" in controls.look.value


def test_an_error_stands_out_and_no_error_leaves_no_box(table):
    assert "plombox-wrong" not in table._controls.status.value
    with pytest.raises(Refusal):
        table._callback("play")()
    assert '<span class="plombox-wrong">Choose a card' in table._controls.status.value
    assert ".plombox-wrong {" in table._controls.look.value
    table._controls.hand.first.value = True
    assert "plombox-wrong" not in table._controls.status.value
