"""Paper games: what is entered of a game that the engine plays gives the same table and the same verdict."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twins import Game, random_game

from plombox_widget.game.cards import Card, Kind
from plombox_widget.game.observation import observe
from plombox_widget.game.record import Record, RecordError, replay
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import IllegalMove, Move, State
from plombox_widget.locales.i18n import load
from plombox_widget.table import text
from plombox_widget.table.begin import make_session, next_session
from plombox_widget.table.referee import Referee
from plombox_widget.table.seats import Refusal
from plombox_widget.table.session import Session

RULES = st.builds(
    Rules,
    players=st.integers(3, 8),
    hand_size=st.integers(1, 6),
    cards_per_player=st.integers(7, 20),
    draw=st.sampled_from(["card", "turn"]),
    industry_over=st.integers(0, 9),
    contamination_over=st.integers(0, 5),
    ngo_margin=st.integers(-3, 3),
)
GAMES = st.builds(random_game, RULES, st.integers(0, 10**6))


def face_down(state: State, seat: int) -> list[Card]:
    """What lies face down at a site, in truth."""
    return [card for card, seen in zip(state.sites[seat], state.table[seat], strict=True) if not seen.face_up]


def enter(referee: Referee, before: State, move: Move) -> None:
    """What somebody at the real table sees of a move, entered."""
    card = before.deck[move.card]
    sign = "R" if card.is_resource else str(card)
    turned = face_down(before, move.target) if card.kind is Kind.INCRIMINATION else []
    referee.enter(sign, move.target, " ".join(map(str, turned)))


def entered(game: Game, plays: int | None = None) -> Referee:
    referee = Referee(game.start.rules)
    for before, move in list(zip(game.states, game.actions, strict=False))[:plays]:
        enter(referee, before, move)
    return referee


def count(referee: Referee, end: State) -> None:
    referee.count([face_down(end, seat) for seat in range(len(end.roles))], end.roles)


def public(observation):
    """All that a spectator knows, without what the referee offers to be entered."""
    return observation._replace(hand=(), legal_moves=())


# -- against the engine


@given(GAMES)
def test_every_position_is_what_a_spectator_sees_and_the_verdict_is_the_engine_s(game: Game) -> None:
    referee = Referee(game.start.rules)
    assert public(referee.observation()) == observe(game.start, None)
    for before, move, after in zip(game.states, game.actions, game.states[1:], strict=False):
        enter(referee, before, move)
        if after.outcome is None:
            assert public(referee.observation()) == observe(after, None)
    assert referee.to_count
    count(referee, game.end)
    assert referee.observation() == observe(game.end, None)
    record = referee.record()
    assert record.result == game.end.outcome
    assert Record.from_json(record.to_json()) == record
    assert [public(observe(state, None)) for state in replay(record)] == [
        public(observe(state, None)) for state in game.states
    ]


@given(GAMES, st.integers(0, 40))
def test_what_is_kept_comes_back(game: Game, plays: int) -> None:
    referee = entered(game, plays)
    if referee.ended:
        count(referee, game.end)
    back = Referee.from_json(referee.to_json())
    assert back.observation() == referee.observation()
    assert back.to_json() == referee.to_json()


@given(GAMES, st.randoms(use_true_random=False))
def test_what_was_mistyped_is_taken_back_and_leaves_no_trace(game: Game, rng: random.Random) -> None:
    referee = Referee(game.start.rules, counted=False)
    for before, move in zip(game.states, game.actions, strict=False):
        if rng.random() < 0.3:
            was = referee.observation()
            offered = rng.choice(was.legal_moves)
            wrong = " ".join(["R1"] * referee.asked(offered.card, offered.target))
            referee.enter("R+-!"[offered.card], offered.target, wrong)
            referee.undo()
            assert referee.observation() == was
        enter(referee, before, move)
    count(referee, game.end)
    assert referee.record().result == game.end.outcome


# -- by hand


def three(*plays: tuple[str, int, str]) -> Referee:
    referee = Referee(Rules(players=3), ["Ada", "Ben", "Cy"])
    for card, target, turned in plays:
        referee.enter(card, target, turned)
    return referee


END = (
    ("R", 1, ""),
    ("R", 1, ""),
    ("!", 1, "R1i3c2 R2i2c1"),
    ("R", 1, ""),
    ("R", 0, ""),
    ("R", 0, ""),
    ("!", 0, "R1 R2"),
    ("R", 2, ""),
    ("!", 2, "R4"),
)
"""Ben's site is cleared (2 + 1 is over 2), then gets one card; Ada's stays with 1 and 2; Cy has 4."""


def test_a_paper_game_worked_out_by_hand():
    referee = three(*END)
    assert referee.to_count
    assert [referee.hidden(seat) for seat in range(3)] == [0, 1, 0]
    seen = referee.observation()
    assert (seen.outcome, seen.plays, seen.roles) == (None, 0, (None, None, None))
    words = load("en")
    assert text.position(seen, words, referee.names).startswith("The game has ended.")
    assert "R10: incrimination 3 of 3" in text.log(seen, words, referee.names)[-1]
    referee.count(["", "R3i2c1", ""], ["citizen", "corporate", "ngo"])
    outcome = referee.observation().outcome
    assert outcome is not None
    assert [site.contamination for site in outcome.sites] == [0, 1, 0]
    # Three clean sites, more than 1 + 1: the NGO wins; no PlomBOX and no developed site: the others do not.
    assert (outcome.reason, outcome.winners) == ("incriminations", ("ngo",))


def test_r7_r8_tokens_and_turns_are_kept():
    referee = three(("+", 0, ""), ("-", 1, ""), ("+", 2, ""))
    seen = referee.observation()
    assert (seen.turn, seen.plays, seen.pile) == (2, 2, 60 - 15 - 3)
    assert seen.history[-1].skipped == (1,)


@pytest.mark.parametrize(
    ("card", "target", "turned", "line"),
    [
        ("-", 2, "", "R8: a negative card is never played on one’s own seat"),
        ("!", 1, "", "Site of Ben: 2 cards lie face down there, but 0 are entered"),
        ("!", 1, "R1 R2 R3", "Site of Ben: 2 cards lie face down there, but 3 are entered"),
        ("!", 1, "R1 R7", "Site of Ben: “R7” is no resource card such as R2i3c2"),
        ("!", 1, "R1 +", "Site of Ben: “\\+” is no resource card such as R2i3c2"),
        ("!", 1, "R1i9 R1", r"^No card of this deck is “R1i9” \(rule R3\)$"),
        ("!", 1, "R1, 1I3C0", r"^No card of this deck is “1I3C0” \(rule R3\)$"),
        ("!", 0, "R1", "Site of Ada: 0 cards lie face down there, but 1 are entered"),
        ("R", 3, "", "R1: .* seats are 0 to 2"),
        ("R2", 0, "", "referee: expected one of R . - !, got 'R2'"),
        (None, 0, "", "referee: expected one of"),
    ],
)
def test_what_cannot_have_been_played_is_one_clear_line_and_changes_nothing(card, target, turned, line):
    referee = three(("R", 1, ""), ("R", 1, ""))
    before, version = referee.to_json(), referee.version
    with pytest.raises(ValueError, match=line) as caught:
        referee.enter(card, target, turned)
    assert "\n" not in str(caught.value)
    assert (referee.to_json(), referee.version) == (before, version)
    assert isinstance(caught.value, Refusal | IllegalMove | ValueError)


def test_r3_no_more_copies_than_there_are_unless_another_deck_is_played():
    """One basic deck has 6 positive cards, three have 18."""
    referee = three(*[("+", 0, "")] * 18)
    assert 1 not in [held.card_index for held in referee.observation().hand]
    with pytest.raises(Refusal, match=r"^Three basic decks hold “\+” only 18 times, .*R3\)$"):
        referee.enter("+", 0)
    referee.counted = False
    referee.enter("+", 0)
    assert referee.observation().number == 19


def test_another_deck_still_gives_a_record_that_can_be_read():
    referee = Referee(Rules(players=3), counted=False)
    for _ in range(3):
        referee.enter("R", 0)
    for turned in ("R1i9 R2c9 R3", "", ""):
        referee.enter("!", 0, turned)
    referee.count(["", "", ""], ["ngo", "citizen", "corporate"])
    record = referee.record()
    assert Record.from_json(record.to_json()) == record
    assert record.rules.deck["R1i9"] == 1


@pytest.mark.parametrize(
    ("sites", "roles", "line"),
    [
        (["", "", ""], ["ngo", "citizen", "corporate"], "Site of Ben: 1 card lies face down there, but 0"),
        (["R1", "R2", ""], ["ngo", "citizen", "corporate"], "Site of Ada: 0 cards lie face down"),
        (["", "R2", ""], ["ngo", "citizen", "ngo"], r"^At least one seat is a citizen, .*R2\)$"),
        (["", "R2", ""], ["ngo", "citizen", ""], "Choose a role for each seat"),
        (["", "R2", ""], ["ngo", "citizen"], "referee: expected 3 roles"),
        (["", "R2"], ["ngo", "citizen", "corporate"], "referee: expected the cards of 3 sites"),
        ("R2", ["ngo", "citizen", "corporate"], "referee: expected the cards of 3 sites"),
    ],
)
def test_a_wrong_count_is_one_clear_line(sites, roles, line):
    referee = three(*END)
    with pytest.raises(ValueError, match=line):
        referee.count(sites, roles)
    assert referee.to_count


def test_the_count_is_taken_back_first_and_may_be_done_again():
    referee = three(*END)
    referee.count(["", "R3i2c1", ""], ["citizen", "corporate", "ngo"])
    with pytest.raises(Refusal, match="R10: the game has ended"):
        referee.enter("R", 0)
    referee.count(["", "R3", ""], ["ngo", "corporate", "citizen"])
    assert referee.observation().roles == ("ngo", "corporate", "citizen")
    referee.undo()
    assert referee.to_count
    assert referee.number == len(END)
    referee.undo()
    assert referee.number == len(END) - 1
    with pytest.raises(Refusal, match="counted at its end"):
        referee.count(["", "", ""], ["ngo", "corporate", "citizen"])
    referee.redo()
    assert referee.to_count


def test_looking_back_enters_nothing_and_loses_nothing():
    referee = three(*END)
    referee.goto(2)
    assert referee.observation().legal_moves == ()
    for act in (lambda: referee.enter("R", 0), lambda: referee.undo()):
        with pytest.raises(Refusal, match="looking at play 2"):
            act()
    referee.goto(len(END))
    assert referee.to_count


def test_codes_are_taken_as_people_type_them():
    referee = three(("R", 1, ""), ("R", 1, ""))
    referee.enter("!", 1, " r1I2c1,2 ")
    assert [str(card) for card in referee.observation().history[-1].revealed] == ["R1i2c1", "R2"]


def test_no_hand_can_be_looked_at_and_nothing_forked():
    referee = three(*END)
    for act in (lambda: referee.look(0), referee.fork, referee.record, lambda: referee.seen(0)):
        with pytest.raises(Refusal):
            act()


# -- what is kept


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"version": "1"},
        {"format": "plombox-record"},
        {"counted": 1},
        {"names": 7},
        {"names": ["A", "B"]},
        {"names": ["A", "B", None]},
        {"plays": [{"card": "R", "target": 9, "turned_up": []}]},
        {"plays": [{"card": ["R"], "target": 0, "turned_up": []}]},
        {"plays": [{"card": "R", "target": True, "turned_up": []}]},
        {"plays": [{"card": "!", "target": 0, "turned_up": ["R1"]}]},
        {"plays": [{"card": "!", "target": 0, "turned_up": [1]}]},
        {"plays": [{"card": "R"}]},
        {"plays": {}},
        {"sites": [[], [], []]},
        {"sites": [["R1"]] * 3, "roles": ["ngo", "citizen", "corporate"]},
        {"rules": {}},
        {"more": 1},
    ],
    ids=range(18),
)
def test_a_damaged_game_is_one_clear_line(change):
    data = {**json.loads(three(("R", 1, "")).to_json()), **change}
    with pytest.raises(RecordError, match=r"^record: ") as caught:
        Referee.from_json(json.dumps(data))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


# -- into and out of paper games


def test_a_paper_game_follows_another_game_and_is_followed_by_one():
    session = Session(Rules(players=4), seed=3, names=["A", "B", "C", "D"])
    paper = next_session(session, 5, mode="referee")
    assert isinstance(paper, Referee)
    assert paper.names == ("A", "B", "C", "D", "Elena")
    again = next_session(paper)
    assert isinstance(again, Referee)
    assert again.rules.players == 5
    game = next_session(paper, 3, mode="play", bots="random", seed=8)
    assert type(game) is Session
    assert (game.rules.players, game.seed, game.seat, game.names) == (3, 8, 0, ("A", "B", "C"))


@pytest.mark.parametrize("wrong", [{"bots": "greedy"}, {"seed": 4}, {"same_deal": True}, {"seat": 1}])
def test_what_a_paper_game_does_not_have_cannot_be_said(wrong):
    with pytest.raises(ValueError, match="referee: people play with paper cards, so"):
        next_session(Referee(), **wrong)
    with pytest.raises(ValueError, match="there is no seed"):
        make_session(Rules(), "greedy", seat=0, seed=3, mode="referee", names=None)
