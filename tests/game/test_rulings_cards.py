"""Rulings R6 to R9, on positions in card codes; what must come is worked out by hand."""

import pytest
from positions import hand, middle, play, site

from plombox_widget.game.cards import Card, parse_cards
from plombox_widget.game.engine import apply, legal_moves
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import IllegalMove, Move

DRAWS = ("card", "turn")


@pytest.mark.parametrize("target", [0, 1, 2])
def test_r6_a_resource_goes_face_down_onto_any_site(target: int) -> None:
    state = play(middle(), f"R1i1>{target}")
    assert site(state, target) == "R1i1"
    [seen] = state.table[target]
    assert (seen.card, seen.seat, seen.face_up) == (None, 0, False)
    assert state.discard == ()


def test_r6_only_the_seat_that_played_it_knows_it_not_even_the_owner() -> None:
    state = play(middle(), "R1i1>1")
    cards = {viewer: observe(state, viewer).sites[1][0].card for viewer in (0, 1, 2, None)}
    assert cards == {0: Card.parse("R1i1"), 1: None, 2: None, None: None}


def test_r6_who_played_onto_which_site_is_public() -> None:
    state = play(middle(), "R1i1>1")
    for viewer in (0, 1, 2, None):
        seen = observe(state, viewer)
        assert seen.sites[1][0].seat == 0
        assert (seen.history[0].seat, seen.history[0].target, seen.history[0].card) == (0, 1, None)


def test_r6_each_of_several_own_cards_is_known_for_what_it_is() -> None:
    state = parse_position("""
        pile R4 R4
        seat 0 citizen   : R1i9 : R1@1 R2@0 R3@2
        seat 1 ngo       : R2   : R3@0 R4@0^ R1i1@0
        seat 2 corporate : R3   :
    """)
    state = play(state, "R1i9>1")
    known = [[str(entry.card) if entry.card else "?" for entry in row] for row in observe(state, 0).sites]
    assert known == [["?", "R2", "?"], ["R3", "R4", "R1i1", "R1i9"], []]


@pytest.mark.parametrize("draw", DRAWS)
def test_r7_positive_on_oneself_gives_two_further_plays_in_this_turn(draw: str) -> None:
    state = play(middle(draw), "+>0")
    assert (state.turn, state.plays) == (0, 2)
    state = play(state, "R1i1>0")
    assert (state.turn, state.plays) == (0, 1)
    assert play(state, "!>1").turn == 1


@pytest.mark.parametrize("draw", DRAWS)
def test_r7_positive_on_another_gives_one_extra_play_in_its_next_turn(draw: str) -> None:
    state = play(middle(draw), "+>2")
    assert state.extra == (0, 0, 1)
    state = play(state, "R2>0")
    assert (state.turn, state.plays, state.extra) == (2, 2, (0, 0, 0))
    assert play(state, "R3>0", "+>0").turn == 0


def test_r7_positive_cards_add_up() -> None:
    state = play(middle(), "+>0", "+>0")
    assert (state.turn, state.plays) == (0, 3)
    state = play(middle(hand="+ + + R1 R2"), "+>0", "+>1", "+>1")
    assert (state.turn, state.plays, state.extra) == (1, 3, (0, 0, 0))
    state = play(state, "+>1")
    assert (state.turn, state.plays) == (1, 4)


def test_r7_an_extra_play_is_used_once() -> None:
    state = play(middle(), "+>1", "R2>1", "->0")
    assert state.turn == 2
    state = play(state, "R3>0")
    assert (state.turn, state.plays, state.lost) == (1, 1, (0, 0, 0))


def test_r7_the_card_goes_to_the_discard_pile() -> None:
    assert play(middle(), "+>0", "+>2").discard == parse_cards("+ +")


@pytest.mark.parametrize("draw", DRAWS)
def test_r8_never_on_oneself(draw: str) -> None:
    state = middle(draw)
    negative = next(held.card_index for held in state.hands[0] if str(held.card) == "-")
    assert {move.target for move in legal_moves(state) if move.card == negative} == {1, 2}
    with pytest.raises(IllegalMove, match=r"^R8: "):
        apply(state, Move(0, negative, 0))


@pytest.mark.parametrize("draw", DRAWS)
def test_r8_the_target_loses_its_next_turn_and_draws_nothing(draw: str) -> None:
    state = play(middle(draw), "->1")
    assert (state.turn, state.lost, state.history[-1].skipped) == (2, (0, 0, 0), (1,))
    assert hand(state, 1) == "R2 + - !"
    assert play(state, "R3>0", "R1i1>0").turn == 1


def test_r8_lost_turns_add_up_one_turn_each() -> None:
    state = middle(hand="+ - - R1 R2")
    state = play(state, "+>0", "->1", "->1")
    assert (state.turn, state.lost) == (2, (0, 1, 0))
    state = play(state, "R3>2", "R1>0")
    assert (state.turn, state.lost, state.history[-1].skipped) == (2, (0, 0, 0), (1,))


def test_r8_all_others_lose_their_turn_and_the_seat_acts_again() -> None:
    state = play(middle(hand="+ - - R1 R2"), "+>0", "->1", "->2")
    assert (state.turn, state.plays, state.history[-1].skipped) == (0, 1, (1, 2))


def test_r8_going_round_more_than_once() -> None:
    """Seat 0 loses a turn too: seats 1, 2, 0 are passed over, then 1 again, and seat 2 acts."""
    state = parse_position("""
        pile R1 R2
        turn 0
        seat 0 citizen   lost 1 : R1 :
        seat 1 ngo       lost 2 : R2 :
        seat 2 corporate lost 1 : R3 :
    """)
    state = play(state, "R1>0")
    assert (state.turn, state.lost, state.history[-1].skipped) == (2, (0, 0, 0), (1, 2, 0, 1))


def test_r8_a_lost_turn_leaves_waiting_extra_plays_waiting() -> None:
    state = play(middle(hand="+ + - R1 R2"), "+>0", "+>1", "->1")
    assert (state.turn, state.extra, state.lost) == (2, (0, 1, 0), (0, 0, 0))
    state = play(state, "R3>0", "R1>0")
    assert (state.turn, state.plays, state.extra) == (1, 2, (0, 0, 0))


def test_r8_a_turn_that_is_over_is_not_the_one_that_is_lost() -> None:
    """A negative card on a seat whose turn is over counts for its next turn, not for the one gone."""
    state = play(middle(), "R1i1>0", "->0", "R3>2")
    assert (state.turn, state.history[-1].skipped) == (1, (0,))


INCRIMINATION = """
players 3
pile R1 R2 R3 R4
seat 0 citizen   : ! R1 :
seat 1 ngo       : R2 : {site}
seat 2 corporate : R3 :
"""


@pytest.mark.parametrize(
    ("cards", "discarded"),
    [("R1c1@0 R2c1@2", False), ("R1c1@0 R2c2@2", True), ("R1c3@1", True), ("R1c2@1^ R2i5@0", False)],
)
def test_r9_over_two_is_discarded_two_stays_face_up(cards: str, discarded: bool) -> None:
    state = play(parse_position(INCRIMINATION.format(site=cards)), "!>1")
    faces = parse_cards(" ".join(word.split("@")[0] for word in cards.split()))
    assert state.history[-1].revealed == faces
    assert state.history[-1].cleared == discarded
    if discarded:
        assert state.sites[1] == state.table[1] == ()
        assert state.discard == (Card.parse("!"), *faces)
    else:
        assert state.sites[1] == faces
        assert [entry.card for entry in state.table[1]] == list(faces)
        assert all(entry.face_up for entry in state.table[1])
        assert state.discard == (Card.parse("!"),)


def test_r9_every_card_is_turned_up_for_all() -> None:
    state = play(parse_position(INCRIMINATION.format(site="R1c1@0 R2@2 R3@1")), "!>1")
    for viewer in (0, 1, 2, None):
        assert [str(entry.card) for entry in observe(state, viewer).sites[1]] == ["R1c1", "R2", "R3"]


@pytest.mark.parametrize("target", [0, 1, 2])
def test_r9_any_seat_own_included_even_an_empty_site(target: int) -> None:
    state = play(middle(), f"!>{target}")
    assert (state.incriminations, state.sites[target], state.discard) == (1, (), parse_cards("!"))
    assert (state.history[-1].revealed, state.history[-1].cleared) == ((), False)


def test_r9_later_cards_are_face_down_again() -> None:
    state = play(parse_position(INCRIMINATION.format(site="R1c1@0")), "!>1", "R2>1")
    assert [entry.face_up for entry in state.table[1]] == [True, False]
    assert observe(state, 0).sites[1][1].card is None


def test_r9_the_limit_is_a_field_of_the_rules() -> None:
    for limit, cleared in ((1, True), (2, False)):
        rules = Rules(players=3, contamination_over=limit)
        state = parse_position(INCRIMINATION.format(site="R1c2@0"), rules)
        assert play(state, "!>1").history[-1].cleared == cleared
