"""Bots that think: the table answers meanwhile, and each decision is played once or dropped."""

import asyncio
import threading
from html import escape

import pytest

from plombox_widget import PlomboxTable
from plombox_widget.locales.i18n import LANGUAGES


class Thinker:
    """A bot that thinks until it is let go, then plays the first legal move."""

    def __init__(self, go):
        self.go, self.asked, self.threads = go, 0, set()

    def choose(self, observation, rng):
        self.asked += 1
        self.threads.add(threading.current_thread())
        assert self.go.wait(20)
        return observation.legal_moves[0]


class Broken:
    def choose(self, observation, rng):
        raise ZeroDivisionError("R1c3")


@pytest.fixture
def table(sent):
    table = PlomboxTable(4, seat=None, seed=5, bots="random")
    yield table
    table.close()


def slow(table):
    thinker = Thinker(threading.Event())
    table._session._bots = [thinker] * 4
    return thinker


def press(table, name):
    getattr(table._controls, name)._handle_button_msg(None, {"event": "click"}, [])


async def until(true):
    for _ in range(2000):
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came")


def thinking(table):
    session = table._session
    name = session.names[session.turn]
    turn = table._words(
        "status.plays", turn=table._words("turn.of", name=name), count=session.observation().plays
    )
    return escape(table._words("status.thinking", turn=turn, name=name)) in table._controls.status.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_thinks_in_a_thread_and_plays_once(table, language):
    table.lang = language
    thinker = slow(table)

    async def play():
        press(table, "step")
        assert table._session.number == 0
        assert thinking(table)
        press(table, "step")
        press(table, "step")
        thinker.go.set()
        await until(lambda: not table._thinking)
        await asyncio.sleep(0.05)

    asyncio.run(play())
    assert table._session.number == thinker.asked == 1
    assert threading.main_thread() not in thinker.threads
    assert not thinking(table)


def test_to_the_end_is_paused_by_its_own_button_while_a_bot_thinks(table):
    thinker = slow(table)

    async def play():
        press(table, "turn")
        assert table._controls.turn.description == table._words("control.pause")
        assert not table._controls.turn.disabled
        press(table, "turn")
        assert not table._thinking
        assert table._controls.turn.description == table._words("control.end")
        thinker.go.set()
        await asyncio.sleep(0.1)

    asyncio.run(play())
    assert table._session.number == 0


def test_to_the_end_goes_on_to_the_end_one_message_per_play(table, sent):
    thinker = slow(table)
    table._board.canvas._handle_frontend_event(None, {"event": "client_ready"}, [])

    async def play():
        press(table, "turn")
        sent.clear()
        thinker.go.set()
        await until(lambda: table._session.over and not table._thinking)

    asyncio.run(play())
    assert table._session.number == thinker.asked == len(sent.drawings)


@pytest.mark.parametrize("way", ["step", "turn"])
def test_another_click_takes_the_game_from_the_bot_that_thinks(table, way):
    table._session.mode = "lesson"
    table.step()
    table.step()
    thinker = slow(table)

    async def play():
        press(table, way)
        press(table, "undo")
        assert table._session.number == 1
        assert not table._thinking
        thinker.go.set()
        await asyncio.sleep(0.1)

    asyncio.run(play())
    assert table._session.number == 1


def test_a_step_that_becomes_a_turn(table):
    thinker = slow(table)

    async def play():
        press(table, "step")
        press(table, "turn")
        thinker.go.set()
        await until(lambda: table._session.over and not table._thinking)

    asyncio.run(play())
    assert thinker.asked == table._session.number


def test_auto_is_switched_off_while_a_bot_thinks(table):
    thinker = slow(table)
    table._controls.speed.value = "fast"

    async def play():
        table._controls.auto.value = True
        await until(lambda: thinker.asked)
        assert table._going == "auto"
        table._controls.auto.value = False
        assert table._going == ""
        thinker.go.set()
        await asyncio.sleep(0.4)

    asyncio.run(play())
    assert table._session.number == 0


@pytest.mark.parametrize(("mode", "back"), [("play", 0), ("lesson", 1)])
def test_undo_pauses_auto_and_says_what_became_of_it(sent, mode, back):
    table = PlomboxTable(4, seat=None, seed=5, bots="random", mode=mode)

    async def play():
        table._controls.speed.value = "fast"
        table._controls.auto.value = True
        await until(lambda: table._session.number >= 2)
        played = table._session.number
        table._controls.undo._handle_button_msg(None, {"event": "click"}, [])
        assert not table._controls.auto.value
        told = table._controls.status.value
        await asyncio.sleep(0.4)
        assert table._session.number == played - back
        assert table._controls.status.value == told
        assert "play by themselves" not in told
        assert ("cannot be taken back" in told) == (mode == "play")

    asyncio.run(play())
    table.close()


def test_auto_goes_on_after_a_step(table):
    thinker = slow(table)
    table._controls.speed.value = "fast"

    async def play():
        table._controls.auto.value = True
        press(table, "step")
        thinker.go.set()
        await until(lambda: table._session.number >= 3)
        table._controls.auto.value = False

    asyncio.run(play())
    assert thinker.asked >= 3


@pytest.mark.parametrize("way", ["step", "turn", "auto"])
def test_a_bot_that_fails_is_one_line_and_the_position_stands(table, way):
    table._session._bots = [Broken()] * 4
    table._controls.speed.value = "fast"

    async def play():
        if way == "auto":
            table._controls.auto.value = True
        else:
            press(table, way)
        await until(lambda: table.error is not None)
        await asyncio.sleep(0.3)

    asyncio.run(play())
    assert "ZeroDivisionError" in table._controls.status.value
    assert "R1c3" not in table._controls.status.value
    assert table._session.number == 0
    assert not table._controls.auto.value
    assert table._going == ""


def test_quick_bots_play_at_once(table):
    async def play():
        press(table, "step")
        assert table._session.number == 1
        assert not table._thinking

    asyncio.run(play())


def test_methods_wait_for_the_bot(table):
    thinker = slow(table)
    thinker.go.set()

    async def play():
        table.step()
        assert table._session.number == 1
        table.turn()
        assert table._session.over

    asyncio.run(play())
    assert thinker.threads == {threading.main_thread()}


def test_closed_while_a_bot_thinks(table):
    thinker = slow(table)

    async def play():
        press(table, "turn")
        table.close()
        thinker.go.set()
        await asyncio.sleep(0.1)

    asyncio.run(play())
    assert table._session.number == 0
    assert table.error is None


def test_threads_and_the_kernel_s_loop_give_the_same_game(sent):
    records = []
    for threads in (False, True):
        table = PlomboxTable(4, seat=None, seed=7, bots=["random", "greedy", "quiet", "detective"])

        async def play(table=table):
            press(table, "turn")
            await until(lambda: table._session.over)

        if threads:
            asyncio.run(play())
        else:
            table.turn()
        records.append(table.record.to_json())
        table.close()
    assert records[0] == records[1]


def test_a_decision_belongs_to_the_position_that_it_was_asked_for(table):
    session = table._session
    decide = session.ponder()
    session.step()
    late = decide()
    assert not session.step(late)
    assert session.number == 1
