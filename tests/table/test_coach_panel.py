"""The coach panel: what it tells, when it works it out, and what it keeps to itself."""

import asyncio
import sys
import threading
from functools import partial
from html import escape

import pytest
from ipywidgets import Checkbox

from plombox_widget import PlomboxTable, observe
from plombox_widget.bots import coach, montecarlo
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table import coach as panel_module
from plombox_widget.table import coach_text


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch):
    monkeypatch.setattr(coach, "PLAYOUTS", 240)


@pytest.fixture
def make(make):
    return partial(make, strict=True)


def press(button):
    button._handle_button_msg(None, {"event": "click"}, [])


def told(table):
    """All that the panel says."""
    panel = table._coach
    folds = [widget for fold in panel.folds.values() for widget in fold.widgets]
    shown = [panel.told, *folds, panel.seen]
    return "".join(widget.value for widget in shown if widget.layout.display != "none")


def folded(table, name):
    """What is under one of the lines that open, and whether that line is there."""
    line, content = table._coach.folds[name].widgets
    assert (line.layout.display == "none") == (content.layout.display == "none")
    if line.layout.display != "none":
        assert f"<summary>{escape(table._words(f'coach.{name}'))}</summary>" in line.value
    return content.value if line.layout.display != "none" else None


def test_it_is_hidden_and_not_built_until_it_is_asked_for(make):
    table = make(4, seed=5)
    assert not table._coach.open
    assert table._coach.box.children == ()
    table._controls.coach.value = True
    assert table._coach.open
    table._controls.coach.value = False
    assert not table._coach.open


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_advises_one_play_in_a_sentence_and_folds_the_rest_away(make, language):
    table = make(4, seed=5, lang=language)
    table._controls.coach.value = True
    observation, words, names = table._session.observation(), load(language), table._session.names
    counsel, outlook = coach.advise(observation), coach.outlook(observation)
    first = table._coach.told.value
    advice = coach_text.suggestion_text(counsel, observation.role, words, names, 4)
    assert escape(advice) in first
    assert "%" not in first
    for line in coach_text.counsel_lines(counsel, words, names, 4):
        assert escape(line) in folded(table, "every")
    for line in (words("coach.stand.told"), *coach_text.faction_lines(outlook, words)):
        assert escape(line) in folded(table, "stand")
    guesses = coach_text.role_lines(outlook, words, names, 0)
    for line in (words("coach.guesses.told"), *guesses):
        assert escape(line) in folded(table, "guesses")
    assert [line.split(":")[0].strip() for line in guesses] == ["Bruno", "Carla", "Diego"]
    assert table._scene() != make(4, seed=5, lang=language)._scene()
    assert table._hint() == counsel.best.move


def test_what_is_open_stays_open_while_the_game_goes_on(make):
    """A browser makes the line anew, and shut, at any change of its widget, of the layout too."""
    table = make(4, seed=5)
    table._controls.coach.value = True
    before = {name: tuple(w.value for w in fold.widgets) for name, fold in table._coach.folds.items()}
    assert all("open" not in line.split("<details")[1] for line, _ in before.values())
    changed = []
    for fold in table._coach.folds.values():
        fold.line.observe(lambda change: changed.append(change["owner"]))
    move = table._session.observation().legal_moves[0]
    table.play(move.card, move.target)
    table.turn()
    assert table._session.yours
    for name, fold in table._coach.folds.items():
        line, content = fold.widgets
        assert line.value == before[name][0]
        assert line not in changed
        assert content.value != before[name][1]
        assert "plombox-fold" in line._dom_classes
        assert "plombox-folded" in content._dom_classes
    shown = list(table._coach.box.children)
    for fold in table._coach.folds.values():
        line, content = fold.widgets
        assert shown.index(content) == shown.index(line) + 1


def test_without_a_turn_of_ones_own_it_says_when_there_is_advice(make):
    table = make(4, seed=5)
    while table._session.yours:
        move = table._session.observation().legal_moves[0]
        table.play(move.card, move.target)
    table._controls.coach.value = True
    assert table._words("coach.wait") in told(table)
    assert table._words("coach.wait") in folded(table, "every")
    assert table._words("faction.ngo") in folded(table, "stand")
    table.turn()
    assert table._words("coach.wait") not in told(table)
    assert table._words("coach.basis.seat") in told(table)


def test_after_the_end_there_is_nothing_to_advise_or_to_guess(make):
    table = make(4, seat=None, seed=5)
    table.turn()
    table._controls.coach.value = True
    assert table._words("coach.over") in told(table)
    assert all(folded(table, name) is None for name in table._coach.folds)
    assert table._coach.saw.layout.display != "none"


def test_the_same_position_gets_the_same_advice(make):
    said = []
    for _ in range(2):
        table = make(5, seed=9)
        table._controls.coach.value = True
        said.append(told(table))
    assert said[0] == said[1]


def test_without_the_hint_nothing_is_marked(make):
    table = make(4, seed=5)
    bare = table._scene()
    table._controls.coach.value = True
    assert table._scene() != bare
    table._coach.hint.value = False
    assert table._scene() == bare
    assert folded(table, "every") is None
    assert table._words("coach.basis.seat") in table._coach.told.value


def shown(widget):
    return widget.layout.display != "none"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_advice_has_a_box_that_is_ticked_while_it_is_shown(make, language):
    table = make(4, seed=5, lang=language)
    table._controls.coach.value = True
    box = table._coach.hint
    assert isinstance(box, Checkbox)
    assert (box.value, box.description) == (True, load(language)("control.hint"))
    assert shown(box)
    advice = table._coach.told.value
    box.value = False
    assert table._coach.told.value != advice
    box.value = True
    assert table._coach.told.value == advice


def test_at_the_end_there_is_no_advice_and_nothing_to_switch(make):
    table = make(4, seed=5)
    table._controls.coach.value = True
    while not table._session.over:
        move = table._session.observation().legal_moves[0]
        table.play(move.card, move.target)
        if not table._session.over:
            table.turn()
    words = table._words
    assert table._coach.told.value.count("<div>") == 1
    assert escape(words("coach.over")) in table._coach.told.value
    assert not shown(table._coach.hint)
    assert table._hint() is None
    # Nor while it thinks about the last position.
    table._coach.fill(table._session, words, None, None)
    assert escape(words("coach.over")) in table._coach.told.value
    table.new_game()
    assert shown(table._coach.hint)
    assert escape(words("coach.over")) not in table._coach.told.value


def test_a_spectator_gets_odds_and_no_hint(make):
    table = make(4, seat=None, seed=5)
    table._controls.coach.value = True
    assert table._hint() is None
    assert not shown(table._coach.hint)
    assert table._words("coach.watch") in table._coach.told.value
    assert table._words("faction.ngo") in folded(table, "stand")
    assert folded(table, "guesses").count("<div") == 5


def test_the_language_is_switched_without_asking_again(make, monkeypatch):
    table = make(4, seed=5)
    table._controls.coach.value = True
    monkeypatch.setattr(panel_module, "consult", lambda *_: 1 / 0)
    table._controls.language.value = "es"
    assert "Conviene jugar" in table._coach.told.value


def test_without_numba_it_says_that_it_imagined_fewer_games(make, monkeypatch):
    monkeypatch.setattr(coach, "compiled_kernel", lambda: False)
    monkeypatch.setattr(montecarlo, "compiled_kernel", lambda: False)
    table = make(3, seed=5)
    table._controls.coach.value = True
    assert table._words("coach.slow") in folded(table, "stand")


def test_a_library_that_is_absent_is_one_line_that_names_the_extra(make, monkeypatch):
    monkeypatch.delitem(sys.modules, "plombox_widget.bots.coach")
    monkeypatch.setattr("plombox_widget.bots.coach", None)

    class Refuse:
        def find_spec(self, name, path=None, target=None):
            if name == "plombox_widget.bots.coach":
                raise ModuleNotFoundError("no numpy here", name="numpy.random")

    monkeypatch.setattr(sys, "meta_path", [Refuse(), *sys.meta_path])
    table = make(3, seed=5)
    table._controls.coach.value = True
    assert "numpy" in table._coach.told.value
    assert "plombox-widget[lab]" in table._coach.told.value
    assert table._session.yours


# -- in a thread


class Held:
    """A coach that thinks until it is let go; remembers who asked, and from which thread."""

    def __init__(self, monkeypatch):
        self.go, self.asked, self.threads = threading.Event(), [], set()
        real = panel_module.consult

        def consult(observation, hint):
            self.asked.append(observation)
            self.threads.add(threading.current_thread())
            assert self.go.wait(20)
            return real(observation, hint)

        monkeypatch.setattr(panel_module, "consult", consult)


async def until(true):
    for _ in range(2000):
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came")


def test_it_thinks_off_the_loop_and_drops_what_the_game_has_left(make, monkeypatch):
    held = Held(monkeypatch)

    async def play():
        table = make(4, seed=5)
        table._controls.coach.value = True
        await until(lambda: held.asked)
        thinking = escape(table._words("coach.thinking"))
        assert thinking in table._coach.told.value
        assert all(thinking in folded(table, name) for name in table._coach.folds)
        first = table._session.observation()
        move = first.legal_moves[0]
        table.play(move.card, move.target)
        assert table._session.number == 1
        assert table._hint() is None
        held.go.set()
        await until(lambda: thinking not in told(table))
        assert held.asked == [first, table._session.observation()]
        return table

    table = asyncio.run(play())
    assert threading.main_thread() not in held.threads
    fresh = coach_text.faction_lines(coach.outlook(table._session.observation()), table._words)
    assert escape(fresh[0]) in folded(table, "stand")


def test_closed_while_it_thinks_it_says_nothing_more(make, monkeypatch):
    held = Held(monkeypatch)

    async def play():
        table = make(4, seed=5)
        table._controls.coach.value = True
        await until(lambda: held.asked)
        table.close()
        held.go.set()
        await asyncio.sleep(0.1)
        return table

    assert asyncio.run(play()).error is None


def test_an_error_of_the_coach_is_one_line_and_the_game_goes_on(sent, monkeypatch):
    monkeypatch.setattr(panel_module, "consult", lambda *_: 1 / 0)

    async def play():
        table = PlomboxTable(4, seed=5)
        table._controls.coach.value = True
        await until(lambda: table.error is not None)
        move = table._session.observation().legal_moves[0]
        assert "The coach cannot tell anything here (ZeroDivisionError)" in table._controls.status.value
        assert "as it was" not in table._controls.status.value
        table.play(move.card, move.target)
        assert table._session.number == 1
        table.close()

    asyncio.run(play())


def test_a_play_stays_played_where_the_coach_fails_after_it_without_a_loop(sent, monkeypatch):
    table = PlomboxTable(4, seed=5)
    table._controls.coach.value = True
    monkeypatch.setattr(panel_module, "consult", lambda *_: 1 / 0)
    move = table._session.observation().legal_moves[0]
    table._on_pick(move.card)
    table._on_aim(move.target)
    press(table._controls.play)
    assert table._session.number == 1
    assert "the game is not affected" in table._controls.status.value
    table.close()


# -- what a bot saw


def bot_played(table):
    while table._session.yours:
        move = table._session.observation().legal_moves[0]
        table.play(move.card, move.target)
    seat = table._session.turn
    seen = observe(table._session._state, seat)
    table.step()
    return seat, seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_lesson_it_tells_what_a_bot_saw_and_why_it_played_so(make, language):
    table = make(4, seed=5, mode="lesson", lang=language)
    seat, seen = bot_played(table)
    table._controls.coach.value = True
    table._coach.seat.value = seat
    press(table._coach.saw)
    move = table._session.record().actions[-1]
    said = table._coach.seen.value
    for line in coach_text.saw_text(seen, table._words, table._session.names).splitlines():
        assert escape(line) in said
    assert escape(coach_text.explain_text(seen, move, table._words, table._session.names)) in said
    table.step()
    assert table._words("coach.why_title") not in told(table)


def test_in_a_game_it_tells_nobody_what_a_bot_saw(sent):
    table = PlomboxTable(4, seed=5)
    seat, _ = bot_played(table)
    table._controls.coach.value = True
    assert table._coach.saw.disabled
    assert table._coach.saw.layout.display == table._coach.seat.layout.display == "none"
    table._coach.seat.value = seat
    press(table._coach.saw)
    assert escape(table._words("refuse.saw")) in table._controls.status.value
    assert table._words("coach.why_title") not in told(table)
    table.close()


def test_after_the_end_it_tells_and_forgets_when_the_deal_is_played_again(make):
    table = make(4, seat=None, seed=5)
    table.turn()
    table._controls.coach.value = True
    press(table._coach.saw)
    assert escape(table._words("coach.why_title")) in told(table)
    table.new_game(same_deal=True)
    assert escape(table._words("coach.why_title")) not in told(table)
    assert table._coach.saw.disabled


def test_a_bot_that_has_not_played_saw_nothing_yet(sent):
    table = PlomboxTable(4, seed=5, mode="lesson")
    table._controls.coach.value = True
    press(table._coach.saw)
    name = table._session.names[1]
    assert escape(table._words("refuse.saw_nothing", name=name)) in table._controls.status.value
    table.close()


def test_close_gives_its_widgets_back(sent):
    from ipywidgets.widgets import widget as ipywidget

    before = len(ipywidget._instances)
    table = PlomboxTable(4, seed=5)
    table._controls.coach.value = True
    table.close()
    assert len(ipywidget._instances) == before
