"""Cards, decks, moves, rules and seeds: what is written comes back, what is wrong is refused by name."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plombox_widget.bots.match import play_match
from plombox_widget.game.cards import Card, Deck, Kind
from plombox_widget.game.engine import apply, legal_moves, new_game, shuffled
from plombox_widget.game.observation import observe
from plombox_widget.game.record import replay
from plombox_widget.game.rules import Rules, score_site
from plombox_widget.game.state import Move


@given(st.integers(0, 7), st.integers(0, 479), st.integers(0, 7))
def test_the_text_of_a_move_comes_back(seat: int, card: int, target: int) -> None:
    assert Move.parse(str(Move(seat, card, target))) == Move(seat, card, target)


@given(
    st.sampled_from("+-!").map(Card.parse)
    | st.builds(Card, st.just(Kind.RESOURCE), st.integers(1, 4), st.integers(0, 99), st.integers(0, 99))
)
def test_a_code_comes_back(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert "i0" not in str(card).replace("i0", "", 0) or card.industry
    assert eval(repr(card), {"Card": Card}) == card


@given(st.text(max_size=8))
def test_a_code_is_read_or_refused_by_name(text: str) -> None:
    try:
        card = Card.parse(text)
    except ValueError as error:
        assert ascii(text)[:30] in str(error)  # noqa: PT017
    else:
        assert Card.parse(str(card)) == card


@pytest.mark.parametrize(
    ("code", "canonical"),
    [
        ("R2i1c0", "R2i1"),
        ("R2i0c3", "R2c3"),
        ("R1i0c0", "R1"),
        ("R4i12c07", "R4i12c7"),
        ("+", "+"),
        ("!", "!"),
    ],
)
def test_zeros_are_left_out_in_the_canonical_form(code: str, canonical: str) -> None:
    assert str(Card.parse(code)) == canonical


@pytest.mark.parametrize(
    "code",
    [
        "",
        "R",
        "R0",
        "R5",
        "r1",
        "R1c1i1",
        "R1i",
        "R1i-1",
        "R1i100",
        "R1 ",
        " R1",
        "R1\n",
        "R１",
        "++",
        "−",
        "R1i1c",
        "R1i١",
    ],
)
def test_any_other_code_is_refused_by_name(code: str) -> None:
    with pytest.raises(ValueError, match="card code") as caught:
        Card.parse(code)
    assert ascii(code) in str(caught.value)


def test_a_deck_does_not_depend_on_the_order_in_which_it_was_written() -> None:
    one, two = Deck({"R1": 30, "+": 9, "R2i0": 30}), Deck({"R2": 30, "+": 9, "-": 0, "R1": 30})
    assert one == two
    assert hash(one) == hash(two)
    deals = [new_game(Rules(players=3, deck=deck), random.Random(3)).deck for deck in (one, two)]
    assert deals[0] == deals[1]


@given(st.integers(0, 60), st.integers(0, 2**32))
def test_the_shuffle_is_the_plain_one(count: int, seed: int) -> None:
    """Once more: take one of those left, by one number, and fill its place with the first of them."""
    left, rng, taken = list(range(60)), random.Random(seed), []
    for _ in range(count):
        at = int(rng.random() * len(left))
        taken.append(left[at])
        left[at] = left[0]
        left.pop(0)
    assert shuffled(range(60), count, random.Random(seed)) == tuple(taken)


PROGRAM = """
import sys
from plombox_widget import Rules, play_match
players, draw, bot, seed = sys.argv[1:]
sys.stdout.write(play_match(Rules(players=int(players), draw=draw), bot, int(seed)).to_json())
"""


@pytest.mark.parametrize("arguments", [("3", "card", "greedy", "7"), ("8", "turn", "random", "123456789")])
def test_the_same_seed_gives_the_same_record_in_every_process(arguments: tuple[str, ...]) -> None:
    records = set()
    for salt in ("0", "1", "4294967295"):
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments],
            env={**os.environ, "PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            check=True,
        )
        records.add(run.stdout)
    players, draw, bot, seed = arguments
    here = play_match(Rules(players=int(players), draw=draw), bot, int(seed))  # type: ignore[arg-type]
    assert records == {here.to_json()}
    assert json.loads(here.to_json())["seed"] == int(seed)


def test_other_seeds_give_other_games_and_the_global_generator_is_left_alone() -> None:
    random.seed(5)
    before = random.getstate()
    deals = {new_game(Rules(), random.Random(seed)).deck for seed in range(50)}
    play_match(Rules(players=3), "random", 1)
    assert len(deals) == 50
    assert random.getstate() == before


BAD_RULES = [
    ("players", 2), ("players", 9), ("hand_size", 0), ("hand_size", 60), ("hand_size", 20),
    ("cards_per_player", 1),
    ("cards_per_player", 61), ("draw", "both"), ("draw", None), ("industry_over", -1), ("industry_over", 100),
    ("contamination_over", 1.5), ("citizen_margin", 9), ("corporate_margin", -9), ("ngo_margin", "1"),
    ("ngo_margin", True),
    ("deck", {}), ("deck", None), ("deck", {"R9": 60}), ("deck", {"R1": -1}), ("deck", {"R1": 1.0}),
    ("deck", {1: 60}),
    ("deck", {"R1": True}), ("players", 10**5000), ("industry_over", float("nan")),
    ("deck", {"R1": 10**5000}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value"), BAD_RULES, ids=lambda value: str(type(value)) if value == 10**5000 else None
)
def test_a_bad_value_of_the_rules_names_the_field(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=r"code|must|expected") as caught:
        Rules(**{field: value})  # type: ignore[arg-type]
    message = str(caught.value)
    assert field in message or "card code" in message
    assert "\n" not in message
    assert len(message) < 300


RNG = random.Random(7)


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: score_site("R1"), r"^R6: a site is a list of cards, got 'R1'$"),
        (lambda: score_site(None), r"^R6: a site is a list of cards, got None$"),
        (lambda: score_site(["R1"]), r"^R6: only resource cards lie on a site, got 'R1'; see Card.parse$"),
        (lambda: score_site([], 5), r"^rules: expected Rules\(…\), got 5$"),
        (lambda: new_game(4, RNG), r"^rules: expected Rules\(…\), got 4$"),
        (lambda: new_game(Rules(), 7), r"^rng: expected a random.Random, .*, got 7$"),
        (lambda: observe(None, 0), r"^state: expected a State, got None$"),
        (lambda: legal_moves(None), r"^state: expected a State, got None$"),
        (lambda: apply(None, Move(0, 0, 0)), r"^state: expected a State, got None$"),
        (lambda: play_match(4, "greedy", 1), r"^rules: expected Rules\(…\), got 4$"),
        (lambda: play_match(Rules(), None, 1), r"^bots: expected one name, or 4 of them, got None$"),
        (lambda: play_match(Rules(), "greedy", "7"), r"^seed: expected a whole number, got '7'$"),
        (lambda: play_match(Rules(), "greedy", True), r"^seed: expected a whole number, got True$"),
        (lambda: play_match(Rules(), "greedy", None), r"^seed: expected a whole number, got None$"),
        (lambda: replay("{}"), r"^record: expected a Record, .*, got '\{\}'$"),
    ],
)
def test_a_value_of_a_wrong_type_is_told_in_one_line(call: Callable[[], object], line: str) -> None:
    with pytest.raises(ValueError, match=line):
        call()
