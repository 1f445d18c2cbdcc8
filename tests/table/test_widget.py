"""The widget without a browser: what it sends, and what clicks do."""

import contextlib
import json
import random

import ipycanvas
import pytest
from ipywidgets.widgets import widget as ipywidget

from plombox_widget import PlomboxTable
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import IllegalMove
from plombox_widget.locales.i18n import LANGUAGES
from plombox_widget.table import callbacks, switch
from plombox_widget.table import widget as widget_module
from plombox_widget.table.layout import centre
from plombox_widget.table.motion import STEPS
from plombox_widget.table.seats import Refusal
from plombox_widget.table.shapes import Part

SCALE = 2


@pytest.fixture
def make(sent):
    """Makes tables and closes them."""
    tables = []

    def make_table(*args, **choices):
        tables.append(PlomboxTable(*args, **choices))
        return tables[-1]

    yield make_table
    for table in tables:
        if table._strict:
            assert table.error is None
        table.close()


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


# -- playing


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_a_whole_game_in_each_way(make, way):
    table = make(4, seed=3, strict=True)
    assert play_out(table, way) >= 4
    assert "Citizens" in table.text
    assert "ended" in table._controls.status.value


def test_the_three_ways_give_the_same_game(make):
    records = set()
    for way in WAYS.values():
        table = make(3, seed=8, strict=True)
        play_out(table, way)
        records.add(table.record.to_json())
    assert len(records) == 1


def test_methods_do_what_the_buttons_do(make):
    table, other = make(seed=4, strict=True), make(seed=4, strict=True)
    move = first_move(table)
    by_buttons(table, move)
    other.play(move.card, move.target)
    assert table.text == other.text
    assert table.svg() == other.svg()


def test_a_method_raises_and_changes_nothing(make):
    table = make(seed=4)
    before = table.text
    with pytest.raises(IllegalMove):
        table.play(79, 0)
    with pytest.raises(Refusal):
        table.step()
    with pytest.raises(ValueError, match="go to"):
        table.goto(9)
    with pytest.raises(ValueError, match="R1: players"):
        table.new_game(2)
    assert table.text == before


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"players": 2}, "R1: players"),
        ({"players": 9}, "R1: players"),
        ({"bots": "clever"}, "bot: expected"),
        ({"lang": "de"}, "language: expected"),
        ({"mode": "x"}, "mode: expected"),
        ({"seat": 4}, "R1: seat"),
    ],
)
def test_a_wrong_table_is_one_clear_line(wrong, words):
    with pytest.raises(ValueError, match=words) as error:
        PlomboxTable(**wrong)
    assert "\n" not in str(error.value)


def test_only_legal_targets_can_be_pressed(make):
    table = make(seed=1, strict=True)
    for held in observation(table).hand:
        toggle(table._controls.hand, held.card_index)
        legal = {move.target for move in observation(table).legal_moves if move.card == held.card_index}
        pairs = zip(table._controls.targets._values, table._controls.targets.buttons, strict=False)
        assert {seat for seat, button in pairs if not button.disabled} == legal
        press(table, "undo")


# -- motion


def test_motion_is_off_until_it_is_switched_on_and_is_part_of_the_message_of_a_play(make, sent):
    table = make(4, seed=5, seat=None, mode="lesson", strict=True)
    event(table, "client_ready")

    def slept(act):
        sent.clear()
        act()
        (drawing,) = sent.drawings
        return commands(drawing).count("sleep")

    assert slept(table.step) == 0
    table._controls.motion.value = True
    assert slept(table.step) == STEPS
    assert slept(table.undo) == 0
    assert slept(table.redo) == STEPS
    assert slept(lambda: table.goto(0)) == 0
    assert slept(lambda: event(table, "client_ready")) == 0
    table._controls.motion.value = False
    assert slept(table.step) == 0


def test_with_motion_a_play_at_eight_seats_stays_within_8_kb(make, sent):
    table = make(8, seat=None, seed=5, strict=True)
    event(table, "client_ready")
    table._controls.motion.value = True
    while not table._session.over:
        sent.clear()
        table.step()
        (drawing,) = sent.drawings
        if not table._session.over:
            assert sent.size(drawing) <= 8_000


# -- messages


@pytest.mark.parametrize("players", [3, 8])
def test_one_play_is_one_message_with_drawing(make, sent, players):
    table = make(players, seed=5, strict=True)
    event(table, "client_ready")
    rng = random.Random(2)
    while observation(table).outcome is None:
        sent.clear()
        if table._session.bot_acts:
            table.step()
        else:
            move = rng.choice(observation(table).legal_moves)
            table.play(move.card, move.target)
        assert len(sent.drawings) == 1


def test_sizes_at_eight_seats(make, sent):
    """At most 8 kB for a play and 30 kB for a full repaint, all along a game, in each language."""
    largest = {"play": 0, "repaint": 0}
    for language in LANGUAGES:
        table = make(8, seed=5, strict=True, lang=language)
        event(table, "client_ready")
        rng = random.Random(2)
        while observation(table).outcome is None:
            sent.clear()
            if table._session.bot_acts:
                table.step()
            else:
                move = rng.choice(observation(table).legal_moves)
                table.play(move.card, move.target)
            if observation(table).outcome is None:
                largest["play"] = max(largest["play"], *map(sent.size, sent.drawings))
            if observation(table).outcome is None and observation(table).number % 8:
                continue
            sent.clear()
            event(table, "client_ready")
            (drawing,) = sent.drawings
            largest["repaint"] = max(largest["repaint"], sent.size(drawing))
    print(largest)
    assert largest["play"] <= 8_000
    assert largest["repaint"] <= 30_000


def test_nothing_is_drawn_when_nothing_changes(make, sent):
    table = make(seed=5, strict=True)
    event(table, "client_ready")
    sent.clear()
    event(table, "mouse_move", x=1, y=1)
    event(table, "mouse_move", x=2, y=2)
    assert sent.messages == []


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


def commands(message):
    """The names of the commands of a drawing message."""
    data = json.loads(bytes(message[1][0]).decode())
    numbers = {number: name for name, number in ipycanvas.canvas.COMMANDS.items()}
    return [numbers[entry[0]] for entry in data]


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


# -- clicks that come twice, or late


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


# -- names


def test_trap_15_names_are_shown_as_characters(make, sent):
    name = "<img src=x onerror=1>"
    table = make(names=["<b>a</b>", name, "x'\"&", "{0}"], seed=5, strict=True)
    play_out(table, by_canvas)
    shown = [table._controls.status.value, table._controls.log.value, table._controls.position.value]
    assert "&lt;img" in "".join(shown)
    for html in shown:
        assert "<img" not in html
        assert "<b>a" not in html
    assert "<img" not in table.svg()
    assert name in table.text


# -- health


def live_models():
    return len(ipywidget._instances)


def test_trap_13_games_and_turns_leave_the_number_of_models_flat(make):
    table = make(8, seed=1, bots="random", strict=True)
    table._act(table._on_new_game, ())
    table._on_start()
    before = live_models()
    turns = 0
    for game in range(50):
        table.new_game(3 + game % 6, seed=game)
        for _ in range(10):
            if observation(table).outcome is not None:
                table.new_game(same_deal=True)
            if table._session.bot_acts:
                table.step()
            else:
                move = first_move(table)
                table.play(move.card, move.target)
            turns += 1
    assert turns == 500
    assert live_models() == before


def test_close_gives_everything_back(sent):
    before = live_models()
    table = PlomboxTable(5, seed=1)
    table._act(table._on_new_game, ())
    assert live_models() > before
    table.close()
    assert live_models() == before
    event(table, "client_ready")


def test_a_closed_table_can_still_be_asked_and_sends_nothing(make, sent):
    table = make(4, seed=1)
    table.close()
    sent.clear()
    move = first_move(table)
    table.play(move.card, move.target)
    table.turn()
    table.lang = "es"
    table.new_game(3, seed=2)
    table.close()
    assert table.record.seed == 2
    assert table.text.startswith("Es tu turno")
    assert not sent.drawings


def test_two_tables_do_not_disturb_each_other(make, sent):
    one, two = make(3, seed=1, strict=True), make(5, seed=2, strict=True, lang="es")
    text, picture = two.text, two.svg()
    play_out(one, by_canvas)
    one.lang = "fr"
    assert (two.text, two.svg()) == (text, picture)
    event(two, "client_ready")
    sent.clear()
    by_canvas(two, first_move(two))
    switched = {commands(message)[0] for message in sent.drawings}
    assert switched == {"switchCanvas"}


# -- what stands beside the live view


def test_trap_16_a_reader_without_a_kernel_sees_picture_and_words(make):
    table = make(seed=5, lang="fr")
    bundle = table._repr_mimebundle_()
    assert bundle["text/plain"] == table.text == repr(table)
    assert bundle["image/svg+xml"] == table.svg()
    assert "application/vnd.jupyter.widget-view+json" in bundle


# -- languages, new games


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_switched_live(make, language):
    table = make(seed=5, strict=True)
    press(table, "new_game")
    table._controls.language.value = language
    same = make(seed=5, lang=language, strict=True)
    assert table.text == same.text
    assert table._controls.play.description == table._words("control.play")
    assert table._panel.start.description == table._words("control.start")


def test_the_panel_deals_a_new_game(make):
    table = make(4, seed=5, strict=True)
    press(table, "new_game")
    panel = table._panel
    assert panel.open
    panel.players.value = 6
    panel.who[5].value = "random"
    panel.who[2].value = "you"
    panel.names[2].value = "Zoé"
    panel.deal.value, panel.seed.value = "seed", " 77 "
    panel.start._handle_button_msg(None, {"event": "click"}, [])
    session = table._session
    assert session.players == ("greedy", "greedy", "human", "greedy", "greedy", "random")
    assert (session.seed, session.seat, session.names[2]) == (77, 2, "Zoé")
    assert not panel.open
    assert panel.seed.value == ""


@pytest.mark.parametrize(
    ("language", "levels"),
    [
        ("en", ("easy", "sly", "strong")),
        ("es", ("fácil", "discreto", "fuerte")),
        ("fr", ("facile", "discret", "redoutable")),
    ],
)
def test_how_hard_a_bot_is_stands_beside_its_name_and_in_the_panel(make, language, levels):
    bots = ["greedy", "quiet", "montecarlo"]
    table = make(4, seed=5, bots=["human", *bots], lang=language, strict=True)
    texts = [
        shape.text
        for _, region in table._scene().regions
        for shape in region.shapes
        if hasattr(shape, "text")
    ]
    press(table, "new_game")
    offered = {name: label for label, name in table._panel.who[1].options}
    for bot, level in zip(bots, levels, strict=True):
        assert level in texts
        assert bot not in texts
        assert offered[bot].endswith(level)
        assert bot not in offered[bot]
        assert f"{bot} ({level})" in table._panel.ideas.value
        assert table._words(f"bot.idea.{bot}") in table._panel.ideas.value.replace("&#x27;", "'")


@pytest.mark.parametrize("typed", ["", "seven", "-1", "1e3", "٣", "9" * 99])
def test_a_wrong_deal_number_is_one_clear_line_and_the_game_goes_on(make, typed):
    table = make(4, seed=5)
    before = table.text
    press(table, "new_game")
    table._panel.deal.value, table._panel.seed.value = "seed", typed
    table._panel.start._handle_button_msg(None, {"event": "click"}, [])
    assert "is neither a number nor a deal code" in table._controls.status.value
    assert table.text == before
    by_canvas(table, first_move(table))
    assert table._session.number == 1


def test_the_same_deal_with_other_players_is_refused_on_the_page(make):
    table = make(4, seed=5)
    press(table, "new_game")
    table._panel.deal.value = "same"
    table._panel.players.value = 5
    table._panel.start._handle_button_msg(None, {"event": "click"}, [])
    assert table._words("refuse.same_deal") in table._controls.status.value
    assert table._session.rules.players == 4


def test_a_refused_lesson_does_not_open_the_secrets_of_the_game_that_goes_on(make):
    table = make(4, seed=5)
    press(table, "new_game")
    table._panel.mode.value, table._panel.deal.value, table._panel.players.value = "lesson", "same", 5
    table._panel.start._handle_button_msg(None, {"event": "click"}, [])
    assert table._words("refuse.same_deal") in table._controls.status.value
    assert table._session.mode == "play"


def test_history_looks_back_and_comes_back(make):
    table = make(4, seed=5, strict=True)
    start = table.text
    by_canvas(table, first_move(table))
    table._controls.history.value = 0
    assert table.text == start
    assert not table._controls.hand.first
    table._controls.history.value = 1
    assert table._session.number == 1
    assert table._controls.history.max == 1


def test_compact_is_another_picture_and_clicks_still_hit(make, sent):
    table = make(4, seed=5, strict=True)
    event(table, "client_ready")
    table._controls.compact.value = True
    canvas = table._board.canvas
    assert canvas.height > canvas.width
    by_canvas(table, first_move(table))
    assert table._session.number == 1


def test_pass_and_play_shows_a_cover_with_nothing_secret_under_it(make, sent):
    table = make(rules=Rules(players=3), bots="human", seed=5, strict=True)
    assert not any(button.description for button in table._controls.hand.buttons)
    event(table, "mouse_down", x=10, y=10)
    assert observation(table).seat == 0
    while table._session.turn == 0:
        by_canvas(table, first_move(table))
    assert not any(button.description for button in table._controls.hand.buttons)
    press(table, "uncover")
    assert observation(table).seat == table._session.turn
