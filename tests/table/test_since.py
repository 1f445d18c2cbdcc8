"""What happened since the viewer's last play, against sentences worked out by hand from small positions."""

import pytest

from plombox_widget.game.engine import apply, legal_moves
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.state import State
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table.desk import desk
from plombox_widget.table.session import Session
from plombox_widget.table.since import since

EN = load("en")
START = """
players 3
pile R1 R2 R3 R4 R1 R2 R3 R4 R1 R2 R3 R4 R1 R2 R3 R4
seat 0 citizen   : {0} :
seat 1 ngo       : {1} :
seat 2 corporate : {2} : R4i5c3@0
"""


def played(hands: tuple[str, str, str], *codes: str, start: str = START) -> State:
    """After plays such as ``+>1``: the acting seat's first card of that code, and its target."""
    state = parse_position(start.format(*hands))
    for word in codes:
        code, _, target = word.partition(">")
        moves = [move for move in legal_moves(state) if move.target == int(target)]
        state = apply(state, next(move for move in moves if str(state.deck[move.card]) == code))
    return state


def told(state: State, seat: int | None = 0, language: str = "en") -> str:
    return since(observe(state, seat), load(language))


def test_plays_are_counted_since_ones_own_last_or_from_the_start() -> None:
    state = played(("R1 R1", "R2 R2", "R3 R3"), "R1>0", "R2>1", "R3>2")
    assert told(state) == "2 plays since your last one."
    assert told(state, 2) == ""
    assert told(state, None) == ""
    assert told(played(("R1 R1", "R2", "R3"), "R1>0"), 1) == "1 play so far."
    assert told(played(("R1", "R2", "R3"))) == ""


def test_r8_a_lost_turn_is_told_with_who_took_it() -> None:
    """Bruno takes one turn of Ana's, Carla another: both are lost before she plays again."""
    state = played(
        ("R1 R1 R1", "- R2 R2 R2", "- R3 R3 R3"), "R1>0", "->0", "->0", "R2>1", "R3>2", "R2>1", "R3>2"
    )
    assert state.turn == 0
    assert told(state) == "6 plays since your last one; you lost 2 turns (Bruno and Carla)."


def test_r8_turns_are_taken_in_the_order_in_which_the_cards_came() -> None:
    """Ana plays between the two turns that she loses: the second is Carla's doing alone."""
    hands = ("R1 R1 R1", "- R2 R2 R2", "R3 R3 - R3")
    before = ("R1>0", "->0", "R3>2", "R2>1", "R3>2")
    assert told(played(hands, *before)) == "4 plays since your last one; you lost a turn (Bruno)."
    after = (*before, "R1>0", "R2>1", "->0", "R2>1", "R3>2")
    assert told(played(hands, *after)) == "4 plays since your last one; you lost a turn (Carla)."


def test_r7_extra_plays_of_others_are_told_not_ones_own() -> None:
    state = played(("+ R1 R1 R1", "+ R2", "R3 R3"), "+>0", "R1>0", "R1>0", "+>0", "R3>2")
    assert state.plays == 2
    assert told(state) == "2 plays since your last one; you won 1 extra play (Bruno)."


@pytest.mark.parametrize(
    ("site", "words"),
    [
        ("R1c2@1 R2@2", "2 cards of your site were turned up (Bruno)"),
        ("R1c3@1", "your site was emptied (Bruno)"),
        ("", "your empty site was incriminated (Bruno)"),
    ],
)
def test_r9_what_became_of_ones_site(site: str, words: str) -> None:
    start = START.replace("seat 0 citizen   : {0} :", f"seat 0 citizen : {{0}} : {site}")
    state = played(("R1 R1", "! R2", "R3 R3"), "R1>2", "!>0", "R3>2", start=start)
    assert told(state) == f"2 plays since your last one; {words}."


def test_two_things_at_most_are_told_and_the_log_has_the_rest() -> None:
    state = played(("R1 R1", "- + R2", "! R3 R3"), "R1>1", "->0", "!>0", "+>0", "R3>2")
    assert state.turn == 0
    assert told(state) == (
        "4 plays since your last one; you lost a turn (Bruno); your empty site was incriminated (Carla); "
        "more under “What happened”."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_when_it_is_ones_turn_again_and_no_card_is_picked(language: str) -> None:
    words, session = load(language), Session(seed=5)
    assert desk(session, words, None, None).since == ""
    while session.yours:
        move = session.observation().legal_moves[0]
        session.play(move.card, move.target)
    assert desk(session, words, None, None).since == ""
    made = session.number
    session.to_turn()
    shown = desk(session, words, None, None).since
    assert shown == since(session.observation(), words, session.names)
    assert str(session.number - made) in shown
    assert desk(session, words, session.observation().hand[0].card_index, None).since == ""
