"""What the controls offer, and leave out, as the game goes: undo, the end, panels, a second table."""

import re

import pytest
from table_hands import by_canvas, event, first_move, press

from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table.kept import KeptTable
from plombox_widget.table.looks import LOOK, NARROW, WIDE
from plombox_widget.table.seats import NAME_LENGTH, Refusal, typed_names

EN = load("en")


def shown(widget):
    return widget.layout.display != "none"


def click(button):
    button._handle_button_msg(None, {"event": "click"}, [])


def end_turn(table):
    while table._session.yours:
        move = first_move(table)
        table.play(move.card, move.target)


def to_the_end(table):
    while not table._session.over:
        if table._session.bot_acts:
            table.turn()
        end_turn(table)


# -- undo


def test_undo_in_a_game_is_offered_only_where_it_does_something_and_says_why_not(make):
    table = make(4, seed=5, strict=True)
    undo = table._controls.undo
    assert (undo.disabled, undo.tooltip) == (True, EN("refuse.undo_start"))
    table._on_pick(first_move(table).card)
    assert not undo.disabled
    assert not undo.tooltip
    press(table, "undo")
    assert table._picked is None
    by_canvas(table, first_move(table))
    assert undo.disabled
    assert undo.tooltip in (EN("refuse.undo_draw"), EN("refuse.undo_reveal"))
    end_turn(table)
    table.step()
    bot = table._session.observation().history[-1].seat
    assert undo.tooltip == EN("refuse.undo_bot", name=table._session.names[bot])
    with pytest.raises(Refusal, match="cannot be taken back"):
        table.undo()


def test_a_lesson_may_take_back_any_play(make):
    table = make(4, seed=5, mode="lesson", strict=True)
    assert table._controls.undo.disabled
    by_canvas(table, first_move(table))
    end_turn(table)
    table.step()
    assert not table._controls.undo.disabled
    assert not table._controls.undo.tooltip


# -- the end


@pytest.mark.parametrize("seat", [0, None])
def test_at_the_end_there_is_nothing_to_play_but_a_new_game(make, seat):
    table = make(3, seed=5, seat=seat, strict=True)
    controls = table._controls
    playing = [controls.play, controls.step, controls.turn, controls.auto, controls.hand.box]
    assert all(map(shown, (*playing, controls.targets.box)))
    assert not shown(controls.again)
    assert controls.new_game.button_style == ""
    to_the_end(table)
    assert not any(map(shown, (*playing, controls.targets.box, controls.speed, *controls.headings)))
    assert shown(controls.again)
    assert controls.again.button_style == controls.new_game.button_style == "primary"
    assert controls.next_focus() is controls.again
    press(table, "again")
    assert table._panel.open
    press(table, "again")
    assert table._panel.open
    click(table._panel.start)
    assert all(map(shown, playing))
    assert not shown(controls.again)


# -- what is said


def test_what_happened_stands_beside_the_status_and_gives_way_to_a_refusal(make):
    table = make(4, seed=5)
    end_turn(table)
    press(table, "turn")
    assert "since your last one" in table._controls.status.value
    press(table, "undo")
    status = table._controls.status.value
    assert 'class="plombox-wrong"' in status
    assert "since your last one" not in status
    assert status.count('role="alert"') == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_texts_scroll_by_themselves_and_take_the_keyboard(make, language):
    table = make(4, seed=5, lang=language, strict=True)
    for widget, role, key in (("position", "region", "words"), ("log", "log", "log")):
        told = getattr(table._controls, widget).value
        (opening,) = re.findall(rf'<div role="{role}"[^>]*>', told)
        assert 'tabindex="0" class="plombox-scroll"' in opening
        assert f'aria-label="{table._words(f"control.{key}")}"' in opening
    assert re.search(r"\.plombox-scroll \{[^}]*max-height[^}]*overflow: auto", LOOK)


def test_no_seat_is_told_by_a_number(make):
    table = make(4, seed=5, strict=True)
    said = (table._controls.position.value, table._controls.status.value, table._controls.log.value)
    assert not any(re.search(r"seat \d", text, re.IGNORECASE) for text in said)


# -- settings, and the width of the column


def test_what_is_seldom_used_is_folded_away(make):
    table = make(4, seed=5, strict=True)
    controls = table._controls
    assert not shown(controls.folded)
    assert controls.compact not in controls.top.children
    controls.settings.value = True
    assert shown(controls.folded)
    controls.settings.value = False
    assert not shown(controls.folded)


def test_table_and_picture_are_one_column(make, sent):
    table = make(4, seed=5, strict=True)
    event(table, "client_ready")
    assert table._board.canvas.layout.max_width == WIDE
    assert "plombox-narrow" not in table._dom_classes
    table._controls.compact.value = True
    assert table._board.canvas.layout.max_width == NARROW
    assert "plombox-narrow" in table._dom_classes
    assert f"max-width: {WIDE}" in LOOK
    assert f"max-width: {NARROW}" in LOOK


# -- a new game


def test_the_panel_shows_who_plays_and_folds_the_rest(make):
    table = make(4, seed=5, strict=True)
    press(table, "new_game")
    panel = table._panel
    assert all(map(shown, (panel.players, *panel.rows[:4], panel.start)))
    assert not shown(panel.folded)
    assert not shown(panel.told)
    panel.more.value = True
    assert shown(panel.folded)
    assert not shown(panel.seed)
    panel.deal.value = "seed"
    assert shown(panel.seed)
    panel.mode.value = "lesson"
    assert shown(panel.told)
    assert "taken back" in panel.told.value
    press(table, "new_game")
    press(table, "new_game")
    assert not shown(panel.folded)


def test_two_players_of_one_name_are_told_apart():
    assert typed_names(["Carla", "carla ", "", ""], EN) == ("Carla", "carla 2", "Carla 3", "Diego")
    assert typed_names(["Bo 2", "Bo", "Bo"], EN) == ("Bo 2", "Bo", "Bo 3")
    long = "x" * NAME_LENGTH
    first, second = typed_names([long, long], EN)
    assert first == long
    assert len(second) == NAME_LENGTH
    assert second.endswith("x 2")


def test_too_long_a_name_is_refused_and_stays_to_be_shortened(make):
    table = make(4, seed=5)
    press(table, "new_game")
    typed = "María de los Ángeles Fernández Etcheverry"
    table._panel.names[1].value = typed
    click(table._panel.start)
    assert EN("refuse.name", name=typed[:NAME_LENGTH], limit=NAME_LENGTH) in table._controls.status.value
    assert table._panel.open
    assert table._panel.names[1].value == typed
    assert table._session.names[1] == "Bruno"


def test_the_names_of_a_paper_game_are_told_apart_too(make):
    table = make(rules=Rules(players=3), seed=5, strict=True)
    press(table, "new_game")
    table._panel.mode.value = "referee"
    for field in table._panel.names[:3]:
        field.value = "Ana"
    click(table._panel.start)
    assert table._session.names == ("Ana", "Ana 2", "Ana 3")


# -- save and share, what if?


def test_the_panel_to_share_hides_what_cannot_be_given_yet_and_says_why(make):
    table = make(3, seed=7, strict=True)
    press(table, "share")
    share = table._share
    assert not any(map(shown, (share.deal, share.page, share.fork)))
    assert EN("control.later") in share.links.value
    to_the_end(table)
    assert all(map(shown, (share.deal, share.page, share.fork)))
    assert EN("control.later") not in share.links.value
    assert not re.search(r"JSON|record\b", " ".join(EN.group("control.").values()))


def test_a_second_table_says_what_it_is_and_can_be_closed(make):
    table = make(4, seed=7, mode="lesson", kind=KeptTable, strict=True)
    by_canvas(table, first_move(table))
    bar = table._fork_bar
    assert not shown(bar.box)
    press(table, "share")
    click(table._share.fork)
    fork = table._fork
    assert table.children[-2:] == (bar.box, fork)
    assert shown(bar.box)
    assert EN("fork.told", number=1) in bar.title.value
    table.lang = "es"
    assert load("es")("fork.close") == bar.shut.description
    click(bar.shut)
    assert fork._closed
    assert table._fork is None
    assert fork not in table.children
    assert not shown(bar.box)
