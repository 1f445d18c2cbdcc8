"""The buttons in the picture do what the ordinary ones do; a pointer shows what can be pressed."""

import asyncio
import threading

import pytest
from table_hands import by_canvas, click, event, first_move, press, spot, tap

from plombox_widget.game.rules import Rules
from plombox_widget.table.referee import Referee
from plombox_widget.table.shapes import Part, Text

POINTED = "plombox-pressable"


def buttons(table):
    return [part.value for part, _ in table._scene().spots if part.kind == "button"]


def header(table):
    return " ".join(shape.text for shape in table._scene()["header"].shapes if isinstance(shape, Text))


def waiting(make, **choices):
    """A table at which a bot is to play."""
    table = make(5, seed=5, bots="random", strict=True, **choices)
    while table._session.yours:
        by_canvas(table, first_move(table))
    return table


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("way", [click, tap])
@pytest.mark.parametrize("name", ["step", "turn"])
def test_a_button_in_the_picture_plays_as_the_ordinary_one_does(make, name, way, compact):
    one, two = waiting(make, compact=compact), waiting(make, compact=compact)
    number = one._session.number
    way(one, "button", name)
    press(two, name)
    assert one._session.number > number
    assert one._session.observation() == two._session.observation()
    if name == "step":
        assert one._session.number == number + 1
    else:
        assert one._session.yours


def test_the_buttons_are_there_while_a_bot_waits_and_only_then(make):
    table = make(5, seed=5, bots="random", strict=True)
    assert table._session.yours
    assert buttons(table) == []
    while table._session.yours:
        by_canvas(table, first_move(table))
    assert buttons(table) == ["step", "turn"]
    assert table._words("control.turn") in header(table)
    click(table, "button", "turn")
    assert table._session.yours
    assert buttons(table) == []


def test_who_only_watches_goes_on_to_the_end(make):
    table = make(4, seat=None, seed=5, bots="random", strict=True)
    assert table._words("control.end") in header(table)
    click(table, "button", "turn")
    assert table._session.over


def test_the_draw_pile_still_plays_on(make):
    table = waiting(make)
    click(table, "pile", 0)
    assert table._session.yours


@pytest.mark.parametrize("name", ["step", "turn"])
def test_while_a_bot_thinks_the_picture_says_so(make, name):
    table = make(4, seat=None, seed=5, bots="random", strict=True)
    go = threading.Event()

    class Thinker:
        def choose(self, observation, rng):
            assert go.wait(20)
            return observation.legal_moves[0]

    table._session._bots = [Thinker()] * 4

    async def play():
        click(table, "button", name)
        assert table._words("picture.do.think") in header(table)
        assert buttons(table) == (["turn"] if name == "turn" else [])
        if name == "turn":
            click(table, "button", "turn")
            assert buttons(table) == ["step", "turn"]
        go.set()
        await asyncio.sleep(0.1)

    asyncio.run(play())
    assert table._session.number == (0 if name == "turn" else 1)


def test_bots_that_play_by_themselves_are_paused_in_the_picture(make):
    table = waiting(make)

    async def play():
        table._controls.auto.value = True
        assert table._words("picture.do.auto") in header(table)
        assert buttons(table) == ["auto"]
        click(table, "button", "auto")
        assert not table._controls.auto.value
        assert table._task is None
        assert buttons(table) == ["step", "turn"]

    asyncio.run(play())


def test_the_past_says_that_it_is_and_leads_back(make):
    table = waiting(make)
    click(table, "button", "turn")
    live = table._session.live
    table.goto(1)
    assert table._words("picture.past", number=1, live=live) in header(table)
    assert buttons(table) == ["back"]
    click(table, "button", "back")
    assert table._session.number == live
    assert buttons(table) == []


def test_a_new_game_is_offered_at_the_end_and_opens_its_panel(make, sent):
    table = make(4, seat=None, seed=5, bots="random", strict=True)
    press(table, "turn")
    assert buttons(table) == ["new_game"]
    sent.clear()
    click(table, "button", "new_game")
    assert table._panel.open
    assert [text for text, _ in sent.messages if '"do": "focus"' in text]
    click(table, "button", "new_game")
    assert table._panel.open


def test_a_paper_game_says_that_the_cards_of_a_site_are_entered_below(make):
    game = Referee(Rules(players=4))
    game.enter("R", 2)
    game.enter("R", 2)
    table = make(session=game, strict=True)
    pick = next(held.card_index for held in table._session.observation().hand if str(held.card) == "!")
    click(table, "card", pick)
    assert table._words("picture.do.aim") in header(table)
    click(table, "site", 2)
    assert table._words("picture.do.turn_up", count=2) in header(table)


def test_a_still_picture_has_no_buttons(make):
    table = waiting(make)
    assert table._words("control.step") not in table.svg()
    press(table, "turn")
    while not table._session.over:
        if table._session.yours:
            by_canvas(table, first_move(table))
        else:
            press(table, "turn")
    assert table._words("picture.new_game") not in table.svg()


def test_a_hand_shows_what_a_click_would_do_something_with(make):
    table = make(5, seed=5, bots="random", strict=True)
    move = first_move(table)

    def pointed(kind, value):
        event(table, "mouse_move", **spot(table, kind, value))
        return POINTED in table._board.canvas._dom_classes

    other = next(seat for seat in range(5) if seat != move.target)
    assert pointed("card", move.card)
    assert not pointed("site", move.target)
    assert not pointed("pile", 0)
    click(table, "card", move.card)
    assert pointed("site", move.target)
    click(table, "site", move.target)
    while table._session.yours:
        by_canvas(table, first_move(table))
    assert pointed("button", "step")
    assert pointed("pile", 0)
    assert not pointed("site", other)
    assert table._hovered == Part("site", other)
