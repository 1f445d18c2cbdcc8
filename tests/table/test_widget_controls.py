"""What the controls beside the picture do: motion, languages, new games, history."""

import pytest
from table_hands import by_canvas, commands, event, first_move, observation, press

from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES
from plombox_widget.table.moment import moment
from plombox_widget.table.motion import STEPS

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
        assert f"{level} ({bot})" in table._panel.ideas.value
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


@pytest.mark.parametrize(
    "change",
    [
        lambda panel: setattr(panel.seed, "value", "8"),
        lambda panel: setattr(panel.deal, "value", "new"),
        lambda panel: setattr(panel.mode, "value", "referee"),
        lambda panel: setattr(panel.who[2], "value", "random"),
        lambda panel: setattr(panel.names[0], "value", "Zoe"),
        lambda panel: setattr(panel.knobs.draw, "value", "turn"),
        lambda panel: setattr(panel.knobs.numbers["industry_over"], "value", "5"),
        lambda panel: setattr(panel.players, "value", 6),
        lambda panel: panel.cancel._handle_button_msg(None, {"event": "click"}, []),
    ],
    ids=["number", "deal", "mode", "bot", "name", "draw", "rule", "players", "cancel"],
)
def test_what_was_refused_of_the_form_is_unsaid_when_something_in_it_changes(make, change):
    table = make(4, seed=5)
    press(table, "new_game")
    table._panel.deal.value, table._panel.seed.value = "seed", "none"
    table._panel.start._handle_button_msg(None, {"event": "click"}, [])
    assert "is neither a number nor a deal code" in table._controls.status.value
    change(table._panel)
    assert "plombox-wrong" not in table._controls.status.value
    assert table._session.number == 0
    assert table._session.rules == Rules()


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
    told = "play 0 of 1. To go on: “Back to the game” in the picture, or 1 at “Go to play”."
    assert told in table._controls.status.value
    assert table._controls.history.description == "Go to play"
    assert [offer.key for offer in moment(table._session, "", None, None).offers] == ["picture.back"]
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
