"""Records: what is written comes back, and nothing else is let in."""

import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twins import random_game

from plombox_widget.bots.match import play_match
from plombox_widget.game.record import MAX_BYTES, Record, RecordError, replay
from plombox_widget.game.rules import Rules

GOOD = play_match(Rules(players=3), "random", 7)
SHORT = replace(GOOD, actions=GOOD.actions[:6], result=None)


def data(record: Record = GOOD) -> Any:
    return json.loads(record.to_json())


def refused(text: Any) -> str:
    """The message with which a text is refused: one line, short."""
    with pytest.raises(RecordError) as caught:
        Record.from_json(text)
    message = str(caught.value)
    assert message.startswith("record: ")
    assert "\n" not in message
    assert len(message) < 300
    return message


def changed(*path: Any, to: Any) -> str:
    """The good record with one value exchanged."""
    whole = data()
    inside = whole
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = to
    return json.dumps(whole)


@pytest.mark.parametrize("draw", ["card", "turn"])
@pytest.mark.parametrize("players", range(3, 9))
def test_a_record_comes_back_as_it_was(players: int, draw: str) -> None:
    record = play_match(Rules(players=players, draw=draw, ngo_margin=0), "random", players)  # type: ignore[arg-type]
    assert Record.from_json(record.to_json()) == record
    assert Record.from_json(record.to_json()).to_json() == record.to_json()


@given(players=st.integers(3, 8), seed=st.integers(0, 10**6), share=st.floats(0, 1))
def test_any_part_of_a_game_comes_back(players: int, seed: int, share: float) -> None:
    game = random_game(Rules(players=players), seed)
    actions = game.actions[: round(share * len(game.actions))]
    record = Record.of(game.start, actions, seed=None, bots=None)
    again = Record.from_json(record.to_json())
    assert again == record
    assert replay(again) == game.states[: len(actions) + 1]


def test_the_form_is_the_published_one() -> None:
    written = data()
    assert list(written) == [
        "format",
        "version",
        "rules",
        "seed",
        "bots",
        "roles",
        "deck",
        "actions",
        "result",
    ]
    assert (written["format"], written["version"], written["seed"]) == ("plombox-record", 1, 7)
    assert list(written["rules"]) == [
        "players", "hand_size", "cards_per_player", "draw", "deck", "industry_over", "contamination_over",
        "citizen_margin", "corporate_margin", "ngo_margin",
    ]  # fmt: skip
    assert list(written["actions"][0]) == ["player", "card", "target"]
    assert list(written["result"]) == ["reason", "winners", "sites"]
    assert list(written["result"]["sites"][0]) == ["cards", "plombox", "developed", "contaminated"]
    assert len(written["deck"]) == 60
    assert written["bots"] == ["random"] * 3


def test_seed_bots_and_result_may_be_null_and_the_result_is_then_found() -> None:
    record = Record.from_json(changed("result", to=None))
    assert record.result == GOOD.result
    assert Record.from_json(SHORT.to_json()).result is None
    assert Record.from_json(changed("seed", to=None)).seed is None
    assert Record.from_json(changed("bots", to=None)).bots is None


def test_codes_need_not_be_canonical() -> None:
    whole = data()
    at = next(at for at, code in enumerate(whole["deck"]) if code.startswith("R") and "i" not in code)
    whole["deck"][at] += "i0c0"
    assert Record.from_json(json.dumps(whole)) == GOOD


WRONG = [
    None, True, False, 0, 1, -1, 3, 8, 9, 10**30, 1.0, 0.5, "", "1", "citizen", "R1", "+",
    "x" * 5000, "\n", "\ud800", [], [[]], [None], [1], ["R1"], [[[[[]]]]], {}, {"": 1},
    {"R1": 1}, {"player": 0}, [{}],
]  # fmt: skip
PLACES: dict[tuple[Any, ...], tuple[Any, ...]] = {
    ("format",): (),
    ("version",): (1,),
    ("rules",): (),
    ("rules", "players"): (3, 8),
    ("rules", "hand_size"): (1, 3, 8, 9),
    ("rules", "cards_per_player"): (8, 9),
    ("rules", "draw"): (),
    ("rules", "deck"): (),
    ("rules", "deck", "R1"): (0, 1, 3, 8, 9),
    ("rules", "industry_over"): (0, 1, 3, 8, 9),
    ("rules", "contamination_over"): (0, 1, 3, 8, 9),
    ("rules", "citizen_margin"): (0, 1, -1, 3, 8),
    ("rules", "corporate_margin"): (0, 1, -1, 3, 8),
    ("rules", "ngo_margin"): (0, 1, -1, 3, 8),
    ("seed",): (None, 0, 1, -1, 3, 8, 9, 10**30),
    ("bots",): (None,),
    ("bots", 0): ("1", "citizen", "R1", "+"),
    ("roles",): (),
    ("roles", 0): (),
    ("deck",): (),
    ("deck", 59): ("R1", "+"),
    ("actions",): ([],),
    ("actions", 0): (),
    ("actions", 0, "player"): (0,),
    ("actions", 0, "card"): (0, 3, 9),
    ("actions", 0, "target"): (0, 1),
    ("result",): (None,),
    ("result", "reason"): (),
    ("result", "winners"): ([],),
    ("result", "sites"): (),
    ("result", "sites", 0): (),
    ("result", "sites", 0, "cards"): (),
    ("result", "sites", 0, "plombox"): (True, False),
    ("result", "sites", 0, "developed"): (True, False),
    ("result", "sites", 0, "contaminated"): (True, False),
}
"""Every place of a record, and what of WRONG is right there, or wrong only elsewhere: that is not tried."""


@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)))
def test_a_wrong_value_is_refused_wherever_it_stands(place: tuple[Any, ...]) -> None:
    fine = [(type(value), value) for value in PLACES[place]]
    for value in WRONG:
        if (type(value), value) not in fine:
            message = refused(changed(*place, to=value))
            named = [str(step) for step in place if isinstance(step, str)]
            assert any(name in message for name in named), (value, message)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)))
def test_what_is_missing_or_too_much_is_refused(place: tuple[Any, ...]) -> None:
    whole = data()
    inside = whole
    for step in place[:-1]:
        inside = inside[step]
    if isinstance(inside, dict) and place != ("rules", "deck", "R1"):
        more = {**inside, "more": 1}
        del inside[place[-1]]
        refused(json.dumps(whole))
        refused(changed(*place[:-1], to=more) if place[:-1] else json.dumps(more))


def test_places_name_all_that_a_record_has() -> None:
    """So that a field to come cannot be forgotten above."""
    written = data()
    for part, path in (
        (written, ()),
        (written["rules"], ("rules",)),
        (written["actions"][0], ("actions", 0)),
        (written["result"], ("result",)),
        (written["result"]["sites"][0], ("result", "sites", 0)),
    ):
        assert {(*path, name) for name in part} <= set(PLACES)


VAST = {f"R1i{industry}": 500 for industry in range(1, 10)}
ILLEGAL: dict[str, tuple[Callable[[Any], object], str]] = {
    "another seat's turn": (lambda d: d["actions"][0].update(player=1), "actions[0]: R5: "),
    "a card not in hand": (lambda d: d["actions"][0].update(card=1), "actions[0]: R5: "),
    "a card not yet drawn": (lambda d: d["actions"][0].update(card=59), "actions[0]: R5: "),
    "a seat that is none": (lambda d: d["actions"][0].update(target=3), "actions[0]: R1: "),
    "the same card twice": (lambda d: d["actions"].__setitem__(3, d["actions"][0]), "actions[3]: R5: "),
    "after the end": (lambda d: d["actions"].append(d["actions"][-1]), "after the end"),
    "an end that did not come": (lambda d: d["actions"].pop(), "result: R10: "),
    "another reason": (lambda d: d["result"].update(reason="none"), "result.reason: R10: "),
    "other winners": (lambda d: d["result"].update(winners=["citizen"] * 3), "result.winners: R12: "),
    "another site": (lambda d: d["result"]["sites"][1].update(cards=["R1"]), "result.sites[1].cards: R11: "),
    "two of a role missing": (lambda d: d.update(roles=["ngo"] * 3), "roles: R2: "),
    "too many of a card": (lambda d: d.update(deck=["!"] * 60), "deck: R3: "),
    "a deck too short": (lambda d: d["deck"].pop(), "deck: expected 60 entries, got 59"),
    "two players": (
        lambda d: d["rules"].update(players=2),
        "rules: R1: players must be a whole number 3",
    ),
    "nine players": (
        lambda d: d["rules"].update(players=9),
        "to 8, got 9",
    ),
    "a small basic deck": (
        lambda d: d["rules"].update(deck={"R1": 19}),
        "rules: R3: deck must have",
    ),
    "a vast basic deck": (
        lambda d: d["rules"].update(deck={f"R1i{i}": 500 for i in range(99)}),
        "rules: deck: ",
    ),
    "version 2": (lambda d: d.update(version=2), "version: expected 1, the only one known, got 2"),
    "another format": (lambda d: d.update(format="chess"), "expected an object with the format"),
}


@pytest.mark.parametrize("case", ILLEGAL)
def test_a_game_against_the_rules_is_refused_with_the_place_and_the_ruling(case: str) -> None:
    change, words = ILLEGAL[case]
    whole = data()
    change(whole)
    assert words in refused(json.dumps(whole))


def test_r8_a_negative_card_on_oneself_is_refused() -> None:
    whole = data()
    whole["deck"][0] = "-"
    whole["actions"][0] = {"player": 0, "card": 0, "target": 0}
    assert "actions[0]: R8: " in refused(json.dumps({**whole, "result": None}))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("null", "expected an object"),
        ("[]", "expected an object"),
        (GOOD.to_json()[:-1], "not JSON"),
        (GOOD.to_json()[: len(GOOD.to_json()) // 2], "not JSON"),
        (GOOD.to_json() + "{}", "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        (GOOD.to_json().replace('"seed": 7', '"seed": ' + "[" * 900 + "]" * 900), "seed"),
        (GOOD.to_json().replace('"players": 3', '"players": ' + "[" * 900 + "]" * 900), "players"),
        (GOOD.to_json().replace('"seed": 7', '"seed": NaN'), "NaN is not a number"),
        (GOOD.to_json().replace('"seed": 7', '"seed": -Infinity'), "-Infinity is not a number"),
        (GOOD.to_json().replace('"seed": 7', '"seed": ' + "9" * 5000), "a number is too long"),
        (GOOD.to_json().replace('"seed": 7', '"seed": 7, "seed": 7'), "stands twice"),
        (GOOD.to_json().replace('"R1i1": ', '"R1i1": 0, "R1i1": '), "stands twice"),
        (GOOD.to_json() + " " * MAX_BYTES, "larger than 1048576 bytes"),
        ("é" * (MAX_BYTES // 2 + 1), "larger than 1048576 bytes"),
        ("\ud800", "not JSON"),
        (GOOD.to_json().encode(), "expected text, got bytes"),
        (None, "expected text, got NoneType"),
        (7, "expected text, got int"),
    ],
    ids=lambda value: None if isinstance(value, str) and len(value) < 60 else "text",
)  # fmt: skip
def test_what_is_no_record_at_all_is_refused(text: Any, words: str) -> None:
    assert words in refused(text)


@pytest.mark.parametrize(
    "text",
    [
        changed("actions", to=data()["actions"] * 350),
        changed("rules", "deck", to={f"R1i{i % 100}c{i // 100}" + " " * 90: 1 for i in range(9_000)}),
        changed("deck", to=["R1"] * 150_000),
        changed("bots", to=["x" * 1_000_000]),
        changed("seed", to=[0] * 300_000),
        "[" * (MAX_BYTES - 1),
        "[" + "{}," * 300_000,
    ],
    ids=["actions", "kinds", "deck", "name", "seed", "nested", "objects"],
)
def test_a_large_hostile_record_is_refused_with_little_work(text: str) -> None:
    """Held against the reading of a JSON text of the greatest size: no more than 30 times its work."""
    plain = "[" + ",".join(['{"player": 0, "card": 12, "target": 2}'] * 25_000) + "]"
    assert len(text) <= MAX_BYTES
    start = time.process_time()
    json.loads(plain)
    once = time.process_time() - start
    start = time.process_time()
    refused(text)
    assert time.process_time() - start < 30 * once


@given(st.data())
def test_nothing_but_a_record_error_comes_of_a_mutated_record(draw: st.DataObject) -> None:
    """Cut, doubled, exchanged and foreign pieces: read as a game, or refused in one line."""
    words = st.sampled_from(['"', "{", "]", "1e999", "-0", "null", ","])
    text = draw.draw(st.sampled_from([GOOD.to_json(), SHORT.to_json()]))
    for _ in range(draw.draw(st.integers(1, 4))):
        start = draw.draw(st.integers(0, len(text)))
        end = draw.draw(st.integers(start, min(len(text), start + 40)))
        piece = draw.draw(st.just("") | st.text(max_size=8) | words)
        text = text[:start] + piece + text[end:]
    try:
        assert isinstance(Record.from_json(text), Record)
    except RecordError:
        refused(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
        max_leaves=12,
    ),
    st.sampled_from(list(PLACES)),
)
def test_nothing_but_a_record_error_comes_of_any_value_anywhere(value: Any, place: tuple[Any, ...]) -> None:
    text = changed(*place, to=value)
    try:
        assert isinstance(Record.from_json(text), Record)
    except RecordError:
        refused(text)


def test_a_record_made_by_hand_is_replayed_with_the_same_care() -> None:
    for record, words in (
        (replace(GOOD, deck=GOOD.deck[:-1]), "record: R3: "),
        (replace(GOOD, roles=GOOD.roles[:-1]), "record: R2: "),
        (replace(GOOD, actions=GOOD.actions[1:]), r"record: actions\[0\]: R5: "),
    ):
        with pytest.raises(RecordError, match=words):
            replay(record)


@pytest.mark.parametrize("depth", [30, 200])
def test_a_record_is_read_alike_however_deep_the_caller_stands(depth: int) -> None:
    def read(left: int) -> str:
        return read(left - 1) if left else refused(changed("seed", to=json.loads("[" * 700 + "]" * 700)))

    assert "seed: expected a whole number" in read(depth)


def test_random_texts_are_refused() -> None:
    rng = random.Random(1)
    for _ in range(300):
        refused(
            "".join(chr(rng.choice((34, 44, 58, 91, 93, 123, 125, rng.randrange(0xD7FF)))) for _ in range(30))
        )
