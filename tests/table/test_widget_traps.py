"""Faults of canvas and widgets that were once measured, and what the table does about each."""

import contextlib
import json

import ipycanvas
import pytest
from table_hands import (
    bots,
    by_buttons,
    by_canvas,
    by_tap,
    click,
    commands,
    event,
    first_move,
    observation,
    press,
    spot,
    toggle,
)

from plombox_widget.locales.i18n import LANGUAGES
from plombox_widget.table import widget as widget_module

# -- traps of the canvas


def test_trap_1_a_drawing_that_fails_leaves_other_canvases_alive(make, sent, monkeypatch):
    table = make(seed=5)
    event(table, "client_ready")

    def broken(canvas, *_):
        canvas.fill_rect(0, 0, 1, 1)
        raise ZeroDivisionError("card R1c3")

    with monkeypatch.context() as patch:
        patch.setattr("plombox_widget.table.board.paint", broken)
        sent.clear()
        click(table, "card", first_move(table).card)
        assert sent.drawings == []
        assert "Something went wrong (ZeroDivisionError)" in table._controls.status.value
        assert "R1c3" not in table._controls.status.value
    other = ipycanvas.Canvas()
    sent.clear()
    other.fill_rect(0, 0, 5, 5)
    assert sent.drawings
    sent.clear()
    by_canvas(table, first_move(table))
    assert len(sent.drawings) == 2
    assert "wrong" not in table._controls.status.value
    other.close()


def test_trap_1_somebody_else_s_broken_hold_does_not_stop_the_table(make, sent):
    table = make(seed=5, strict=True)
    event(table, "client_ready")
    with contextlib.suppress(ZeroDivisionError), ipycanvas.hold_canvas():
        raise ZeroDivisionError
    sent.clear()
    by_canvas(table, first_move(table))
    assert len(sent.drawings) == 2
    ipycanvas.canvas._CANVAS_MANAGER._caching = False


def test_trap_2_a_page_that_connects_gets_the_whole_picture(make, sent):
    table = make(seed=5, strict=True)
    event(table, "client_ready")
    first = [buffers for _, buffers in sent.drawings]
    sent.clear()
    event(table, "client_ready")
    event(table, "client_ready")
    assert [buffers for _, buffers in sent.drawings] == first * 2


def test_trap_3_every_drawing_begins_with_the_switch_to_its_canvas(make, sent):
    table = make(seed=5, strict=True)
    event(table, "client_ready")
    by_canvas(table, first_move(table))
    event(table, "client_ready")
    assert len(sent.drawings) >= 3
    assert all(commands(drawing)[0] == "switchCanvas" for drawing in sent.drawings)


def test_trap_4_tab_and_escape_lead_out_of_the_canvas(make, sent):
    table = make(seed=5, strict=True)
    key = {"shift_key": False, "ctrl_key": False, "meta_key": False}
    for pressed, did in (
        ({"key": "Tab", **key}, '"do": "focus"'),
        ({"key": "Tab", **key, "shift_key": True}, '"do": "focus"'),
        ({"key": "Escape", **key}, '"do": "blur"'),
    ):
        sent.clear()
        event(table, "key_down", **pressed)
        assert any(did in text for text, _ in sent.messages), pressed


def test_trap_5_one_tap_is_one_action(make):
    table = make(seed=5, strict=True)
    move = first_move(table)
    by_tap(table, move)
    assert table._session.number == 1
    event(table, "touch_start", touches=[])
    assert table._session.number == 1


def test_a_click_that_scrolls_a_half_hidden_canvas_hits_what_it_was_aimed_at(make):
    table = make(seed=5, strict=True)
    card = spot(table, "card", first_move(table).card)
    event(table, "mouse_move", **card)
    event(table, "mouse_down", x=card["x"], y=card["y"] - 184)
    assert table._picked == first_move(table).card


# -- errors in callbacks


def test_trap_11_an_error_in_a_callback_is_one_line_and_the_position_stands(make, monkeypatch):
    table = make(seed=5)
    before = table.text
    with monkeypatch.context() as patch:
        toggle(table._controls.hand, first_move(table).card)
        toggle(table._controls.targets, first_move(table).target)
        patch.setattr(widget_module, "layout", lambda *_: 1 / 0)
        press(table, "play")
        assert "Something went wrong (ZeroDivisionError)" in table._controls.status.value
    assert table.text == before
    by_canvas(table, first_move(table))
    assert table._session.number == 1


def test_trap_11_strict_raises(make, monkeypatch):
    table = make(seed=5, strict=True)
    monkeypatch.setattr(table._session, "uncover", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        table._callback("uncover")()
    assert isinstance(table.error, ZeroDivisionError)
    table.error = None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_refused_is_said_in_the_language(make, language):
    table = make(seed=5, lang=language)
    click(table, "site", 1)
    assert table._words("refuse.pick") in table._controls.status.value
    while table._session.yours:
        by_canvas(table, first_move(table))
    click(table, "card", observation(table).hand[0].card_index)
    name = table._session.names[table._session.turn]
    assert table._words("refuse.not_yours", name=name) in table._controls.status.value
    number = table._session.number
    press(table, "undo")
    assert table._session.number == number


# -- focus


def focused(sent):
    """Model numbers that were given the keyboard."""
    return [json.loads(text)[0] for text, _ in sent.messages if '"do": "focus"' in text]


def test_trap_17_the_keyboard_moves_on_when_its_button_goes_out_of_use(make, sent):
    table = make(seed=5, strict=True)
    while table._session.yours:
        sent.clear()
        by_buttons(table, first_move(table))
        assert len(focused(sent)) == 1
    assert not table._controls.turn.disabled
    sent.clear()
    bots(table)
    assert len(focused(sent)) == 1
    sent.clear()
    by_canvas(table, first_move(table))
    assert focused(sent) == []
