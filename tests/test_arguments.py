"""Arguments of a wrong kind, or that contradict each other: one clear line, raised on purpose."""

import inspect
import random
import traceback
from collections.abc import Callable
from typing import Any

import pytest

from plombox_widget import (
    BASIC_DECK,
    BOTS,
    Card,
    Move,
    PlomboxTable,
    Record,
    Rules,
    apply,
    legal_moves,
    new_game,
    observe,
    play_match,
    replay,
    score_site,
    simulate,
    teaching,
)
from plombox_widget.simulation.tournament import compare, compare_each
from plombox_widget.table import saves
from plombox_widget.table.codes import deal_code, parse_deal
from plombox_widget.table.kept import KeptTable
from plombox_widget.table.referee import Referee
from plombox_widget.table.session import Session

WRONG = [None, 5, -1, "x", b"x", [], [1], [[]], {}, object(), float("nan"), 10**30, True, "\n"]
RULES = Rules(players=3)
STATE = new_game(RULES, random.Random(1))
RECORD = play_match(RULES, "random", 1)
FEW = {"rules": RULES, "games": 4, "seed": 1, "jobs": 1, "through": "auto"}

FUNCTIONS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "Card.parse": (Card.parse, {"code": "R1"}),
    "Move.parse": (Move.parse, {"text": "0:1>2"}),
    "Rules": (Rules, {"players": 3, "draw": "card", "deck": BASIC_DECK, "hand_size": 5, "ngo_margin": 1}),
    "new_game": (new_game, {"rules": RULES, "rng": random.Random(1)}),
    "legal_moves": (legal_moves, {"state": STATE}),
    "apply": (apply, {"state": STATE, "move": legal_moves(STATE)[0]}),
    "observe": (observe, {"state": STATE, "seat": 0}),
    "score_site": (score_site, {"cards": [Card.parse("R1")], "rules": RULES}),
    "play_match": (play_match, {"rules": RULES, "bots": "random", "seed": 1}),
    "replay": (replay, {"record": RECORD}),
    "Record.from_json": (Record.from_json, {"text": RECORD.to_json()}),
    "simulate": (simulate, {**FEW, "policy": "random", "chunk": None}),
    "compare": (compare, {**FEW, "base": "random", "other": "greedy", "seat": None}),
    "compare_each": (compare_each, {**FEW, "base": "random", "other": "greedy", "players": [3]}),
    "deal_code": (deal_code, {"players": 3, "seed": 7}),
    "parse_deal": (parse_deal, {"text": deal_code(3, 7)}),
    "Session": (
        Session,
        {"rules": RULES, "bots": "random", "seat": 0, "seed": 1, "mode": "play", "names": None},
    ),
    "Referee": (Referee, {"rules": RULES, "names": None, "counted": True}),
    "PlomboxTable": (
        PlomboxTable,
        {"players": 3, "seat": 0, "bots": "random", "seed": 1, "lang": "en", "mode": "play", "rules": RULES}
        | {"names": None, "compact": False, "strict": False, "session": None},
    ),
    "KeptTable": (KeptTable, {"players": 3, "session": None, "rules": RULES, "lang": "en"}),
}
SLOW = {("simulate", "games"), ("compare", "games"), ("compare_each", "games")}
"""As many games as are asked for are played."""


def lesson_widgets() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    made = {"topic": "rules", "tip": "quiet", "questions": teaching.QUIZZES["sites"], "steps": "rules"}
    found = {}
    for name in teaching.__all__:
        call = getattr(teaching, name)
        if callable(call):
            parameters = inspect.signature(call).parameters.values()
            named = [p for p in parameters if p.kind is not p.VAR_POSITIONAL]
            found[name] = (call, {p.name: made.get(p.name, p.default) for p in named})
    return found


def refusal(call: Callable[[], Any]) -> Exception | None:
    """What a call raises; what it made is closed."""
    try:
        made = call()
    except Exception as error:
        return error
    if hasattr(made, "close"):
        made.close()
    return None


def assert_told(error: Exception | None, what: str) -> None:
    """None, or an error that was raised on purpose, in one line."""
    if error is None:
        return
    last = list(traceback.extract_tb(error.__traceback__))[-1]
    told = str(error)
    assert isinstance(error, ValueError | TypeError | LookupError), f"{what}: {error!r}"
    assert (last.line or "").startswith("raise "), f"{what}: {error!r} at {last.filename}:{last.lineno}"
    assert "plombox_widget" in last.filename, f"{what}: {error!r} at {last.filename}:{last.lineno}"
    assert "\n" not in told, what
    assert 0 < len(told) < 320, what


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(saves.FOLDER, str(tmp_path))


def wrong_calls(call: Callable[..., Any], good: dict[str, Any], name: str) -> int:
    """Every argument in turn of every wrong kind; how many of them were refused."""
    assert refusal(lambda: call(**good)) is None, name
    refused = 0
    for argument in good:
        for value in WRONG:
            if (name, argument) in SLOW and value == 10**30:
                continue
            error = refusal(lambda argument=argument, value=value: call(**{**good, argument: value}))
            assert_told(error, f"{name}({argument}={value!r:.40})")
            refused += error is not None
    return refused


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_argument_of_a_wrong_kind_is_one_clear_line(name):
    call, good = FUNCTIONS[name]
    assert wrong_calls(call, good, name) > 5 * len(good)


@pytest.mark.parametrize("name", sorted(lesson_widgets()))
def test_an_argument_of_a_lesson_s_widget_of_a_wrong_kind_is_one_clear_line(name):
    call, good = lesson_widgets()[name]
    assert wrong_calls(call, good, name) > 0


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_asked_for_nothing_it_knows_says_so(name):
    assert refusal(lambda: BOTS[name]()) is None


METHODS: dict[str, dict[str, Any]] = {
    "play": {"card": 0, "target": 1},
    "goto": {"number": 0},
    "new_game": {"players": 3, "bots": "random", "seed": 1, "same_deal": False, "rules": RULES}
    | {"names": None, "seat": 0, "mode": "play"},
    "open_record": {"text": RECORD.to_json()},
    "enter": {"card": "R", "target": 1, "turned_up": ""},
    "count": {"sites": ["", "", ""], "roles": ["ngo", "citizen", "corporate"]},
}


@pytest.mark.parametrize("mode", ["play", "lesson", "referee"])
@pytest.mark.parametrize("name", METHODS)
def test_a_method_of_the_table_given_a_wrong_kind_is_one_clear_line_and_changes_nothing(mode, name):
    table = PlomboxTable(3, mode=mode, seed=None if mode == "referee" else 1)
    for argument in METHODS[name]:
        for value in WRONG:
            before = table.text
            call = getattr(table, name)
            error = refusal(lambda: call(**{**METHODS[name], argument: value}))  # noqa: B023
            assert_told(error, f"{name}({argument}={value!r:.40})")
            if error is not None:
                assert table.text == before
    table.close()


@pytest.mark.parametrize(
    ("call", "kind", "line"),
    [
        (lambda: PlomboxTable(players=5, rules=Rules(4)), ValueError, "players: the rules say it already"),
        (lambda: PlomboxTable(players=4, rules=Rules(5)), ValueError, "players=4 and rules for 5"),
        (lambda: PlomboxTable(session=5), TypeError, "session: expected a Session, .* got 5"),
        (lambda: PlomboxTable(session=Session(seed=1), seed=2), ValueError, "seed: the session says it"),
        (lambda: PlomboxTable(session=Session(seed=1), mode="lesson"), ValueError, "mode: the session says"),
        (lambda: PlomboxTable(foo=1), TypeError, "no argument 'foo'; accepted: players, seat, bots, seed"),
        (lambda: KeptTable(foo=1), TypeError, "no argument 'foo'; accepted: players, seat, bots, seed"),
        (lambda: PlomboxTable(mode="referee", seed=3), ValueError, "referee: .*there is no seed"),
        (lambda: PlomboxTable(mode="referee", seat=1), ValueError, "referee: .*there is no seat; got 1"),
        (lambda: PlomboxTable(mode="referee", bots="quiet"), ValueError, "referee: .*no bots; got 'quiet'"),
        (lambda: PlomboxTable(mode="referee", bots=["human", "quiet"]), ValueError, "referee: .*no bots"),
        (lambda: PlomboxTable(mode="referee", bots=3), ValueError, "referee: .*no bots; got 3"),
        (lambda: Session().new_game(players=5, rules=Rules(6)), ValueError, "players=5 and rules for 6"),
        (lambda: Session().new_game(seed=5, same_deal=True), ValueError, "seed: same_deal says it already"),
    ],
)
def test_what_contradicts_itself_or_is_unknown_is_one_clear_line(call, kind, line):
    with pytest.raises(kind, match=line) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_a_new_game_that_contradicts_itself_leaves_the_game_as_it_is():
    table = PlomboxTable(players=4, seed=1, strict=True)
    before = table.record
    for kind, line, wrong in (
        (ValueError, "players=5 and rules for 6", {"players": 5, "rules": Rules(6)}),
        (ValueError, "seed: same_deal says it already", {"seed": 5, "same_deal": True}),
        (TypeError, "new_game: no argument 'foo'; accepted: players, bots", {"foo": 1}),
        (ValueError, "mode: expected one of play, lesson, referee", {"mode": "cheat"}),
        (ValueError, "so bots cannot be said", {"mode": "referee", "bots": "greedy"}),
    ):
        with pytest.raises(kind, match=line):
            table.new_game(**wrong)
        assert table.record == before
    table.close()


def test_what_agrees_may_be_said_twice():
    table = PlomboxTable(players=5, rules=Rules(5), session=None)
    assert table.record.rules.players == 5
    table.new_game(players=5, rules=Rules(5), seed=5)
    again = PlomboxTable(session=table._session, players=5, seed=5)
    assert again.record == table.record
    for each in (table, again):
        each.close()
