"""The widget without a browser: what it sends, and what clicks do."""

import random

import pytest
from ipywidgets.widgets import widget as ipywidget
from table_hands import (
    WAYS,
    by_buttons,
    by_canvas,
    commands,
    event,
    first_move,
    observation,
    play_out,
    press,
    toggle,
)

from plombox_widget import PlomboxTable
from plombox_widget.game.state import IllegalMove
from plombox_widget.locales.i18n import LANGUAGES
from plombox_widget.table.seats import Refusal

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


# -- what stands beside the live view


def test_trap_16_a_reader_without_a_kernel_sees_picture_and_words(make):
    table = make(seed=5, lang="fr")
    bundle = table._repr_mimebundle_()
    assert bundle["text/plain"] == table.text == repr(table)
    assert bundle["image/svg+xml"] == table.svg()
    assert "application/vnd.jupyter.widget-view+json" in bundle


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
