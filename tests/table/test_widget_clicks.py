"""Clicks that come twice, or late."""

import pytest
from table_hands import by_buttons, by_canvas, event, first_move, press, spot

from plombox_widget.table import callbacks, switch
from plombox_widget.table import widget as widget_module


class Browser:
    """Stands for the clock of a browser, and of the kernel: they differ by a day."""

    def __init__(self, monkeypatch, table):
        self.now = self.kernel = 0.0
        for module in (widget_module, switch):
            monkeypatch.setattr(module, "message_sent", lambda: callbacks.Sent("page", self.now + 86400))
        monkeypatch.setattr(table._clicks, "_clock", lambda: self.kernel)

    def wait(self, seconds):
        """Both clocks go on, the kernel free."""
        self.now += seconds
        self.kernel = self.now


def test_trap_12_two_clicks_at_once_play_once(make, monkeypatch):
    table = make(5, seed=5, bots="random", strict=True)
    browser = Browser(monkeypatch, table)
    while table._session.yours:
        browser.wait(1)
        by_canvas(table, first_move(table))
    number = table._session.number
    browser.wait(1)
    press(table, "step")
    press(table, "step")
    assert table._session.number == number + 1
    browser.wait(1)
    press(table, "step")
    assert table._session.number == number + 2


def test_trap_12_clicks_queued_behind_a_busy_kernel_are_late(make, monkeypatch):
    table = make(5, seat=None, seed=5, bots="random", strict=True)
    browser = Browser(monkeypatch, table)
    press(table, "step")
    browser.wait(1)
    browser.kernel += 3
    press(table, "step")
    browser.now += 2.5
    press(table, "step")
    assert table._session.number == 2
    browser.now += 0.6
    press(table, "step")
    assert table._session.number == 3


def test_trap_12_a_clock_that_is_set_back_does_not_lock_a_page_out(make, monkeypatch):
    table = make(5, seat=None, seed=5, bots="random", strict=True)
    browser = Browser(monkeypatch, table)
    press(table, "step")
    browser.wait(1)
    browser.now -= 30
    for _ in range(12):
        browser.now += 1
        browser.kernel += 1
        press(table, "step")
    assert table._session.number >= 10


def test_trap_12_a_second_client_with_another_clock_is_heard():
    clicks = callbacks.Clicks(lambda: 5.0)
    assert not clicks.late(callbacks.Sent("a", 1000.0))
    clicks.answered(callbacks.Sent("a", 1000.0))
    assert clicks.late(callbacks.Sent("a", 1000.01))
    assert not clicks.late(callbacks.Sent("a", 1000.1))
    assert not clicks.late(callbacks.Sent("b", 900.0))
    assert not clicks.late(None)


def flip(button):
    """The browser's toggle button was clicked: it has changed itself, and says so."""
    data = {"method": "update", "state": {"value": not button.value}, "buffer_paths": []}
    button._handle_msg({"content": {"data": data}, "buffers": []})


@pytest.mark.parametrize("apart", [0, 0.05, 0.2, 0.34])
def test_a_double_click_on_a_card_or_a_seat_leaves_it_chosen(make, monkeypatch, sent, apart):
    table = make(4, seed=5, strict=True)
    browser = Browser(monkeypatch, table)
    move = first_move(table)
    for row, value in ((table._controls.hand, move.card), (table._controls.targets, move.target)):
        browser.wait(1)
        button = row.buttons[row._values.index(value)]
        flip(button)
        browser.wait(apart)
        sent.clear()
        flip(button)
        assert button.value
        # The browser has its button up, and is told that it is down.
        assert any('"value": true' in text for text, _ in sent.messages)
    assert (table._picked, table._target) == (move.card, move.target)
    browser.wait(1)
    flip(table._controls.hand.buttons[table._controls.hand._values.index(move.card)])
    assert table._picked is None


@pytest.mark.parametrize("apart", [0.05, 0.2, 0.34])
def test_a_double_click_on_the_picture_picks_and_plays_once(make, monkeypatch, apart):
    table = make(4, seed=5, strict=True)
    browser = Browser(monkeypatch, table)
    move = first_move(table)
    for kind, value in (("card", move.card), ("site", move.target)):
        browser.wait(1)
        place = spot(table, kind, value)
        event(table, "mouse_down", **place)
        browser.wait(apart)
        event(table, "mouse_down", **place)
        assert table._picked == (move.card if kind == "card" else None)
    assert table._session.number == 1
    assert "first" not in table._controls.status.value


@pytest.mark.parametrize("apart", [0.05, 0.2, 0.34])
def test_a_double_click_on_a_button_does_it_once_but_undo_twice(make, monkeypatch, apart):
    table = make(5, seat=None, seed=5, bots="random", mode="lesson", strict=True)
    browser = Browser(monkeypatch, table)

    def twice(name):
        browser.wait(1)
        press(table, name)
        browser.wait(apart)
        press(table, name)

    twice("step")
    assert table._session.number == 1
    twice("new_game")
    assert table._panel.open
    twice("share")
    assert table._share.open
    for _ in range(3):
        browser.wait(1)
        press(table, "step")
    twice("undo")
    assert table._session.number == 2
    browser.wait(1)
    for _ in range(20):
        press(table, "step")
        browser.wait(0.05)
    assert table._session.number == 2 + 3


def test_play_pressed_twice_plays_once_without_any_date(make):
    table = make(seed=5)
    move = first_move(table)
    by_buttons(table, move)
    press(table, "play")
    assert table._session.number == 1
