"""Positions in text: what may be left out, what a viewer's position shows, what is refused and how."""

import pytest
from positions import middle, play

from plombox_widget.game.cards import Role
from plombox_widget.game.notation import format_position, parse_position, parse_settings
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules

WHOLE = """players 3 draw=turn ngo_margin=0
turn 1 plays 2
incriminations 1
pile R1 + R2i1
discard ! R1c3
seat 0 ngo lost 1 extra 2 : R1i1 + ! : R2i1@1 R3c2@0^
seat 1 citizen : R1
seat 2 corporate :  : R4@2"""


def test_a_position_is_written_as_it_is_read() -> None:
    state = parse_position(WHOLE)
    assert format_position(state) == WHOLE
    assert (state.turn, state.plays, state.incriminations, state.pile) == (1, 2, 1, 3)
    assert (state.lost, state.extra, state.hand_sizes) == ((1, 0, 0), (2, 0, 0), (3, 1, 0))
    assert (state.rules.draw, state.rules.ngo_margin) == ("turn", 0)
    assert [held.card_index for held in state.hands[1]] == [3]


def test_a_viewer_reads_question_marks_for_what_it_does_not_know() -> None:
    assert (
        format_position(observe(parse_position(WHOLE), 1))
        == """players 3 draw=turn ngo_margin=0
turn 1 plays 2
incriminations 1
pile ? ? ?
discard ! R1c3
seat 0 ? lost 1 extra 2 : ? ? ? : R2i1@1 R3c2@0^
seat 1 citizen : R1
seat 2 ? :  : ?@2"""
    )


def test_lines_come_in_any_order_with_comments_and_little_is_needed() -> None:
    state = parse_position(
        "seat 2 ngo # the last one\n\n# nothing\nseat 0 citizen : R1\npile R1\nseat 1 corporate"
    )
    assert state.rules == Rules(players=3)
    assert (state.turn, state.plays, state.lost, state.discard) == (0, 1, (0, 0, 0), ())
    assert state.roles == (Role.CITIZEN, Role.CORPORATE, Role.NGO)


def test_without_a_pile_or_with_all_incriminations_the_game_has_ended() -> None:
    seats = "seat 0 citizen : R1\nseat 1 corporate\nseat 2 ngo"
    for more, reason in (("", "deck"), ("pile R1\nincriminations 3", "incriminations")):
        state = parse_position(f"{seats}\n{more}")
        assert state.outcome is not None
        assert (state.outcome.reason, state.outcome.winners) == (reason, (Role.NGO,))


def test_the_end_of_a_game_comes_back_with_its_outcome() -> None:
    for end in (play(middle(incriminations=2), "!>0"), play(middle(pile="R1"), "R1i1>2")):
        assert end.outcome is not None
        assert parse_position(format_position(end)).outcome == end.outcome


def test_the_rules_given_are_the_base_of_those_in_the_text() -> None:
    rules = Rules(players=4, contamination_over=7, deck={"R1": 60})
    state = parse_position(
        "players 3 industry_over=1\npile R1\nseat 0 ngo : R1\nseat 1 ngo\nseat 2 ngo", rules
    )
    assert state.rules == Rules(players=3, contamination_over=7, industry_over=1, deck={"R1": 60})


GOOD = "pile R1\nseat 0 citizen : R1\nseat 1 corporate\nseat 2 ngo"
WRONG = {
    "": "R1: players must be a whole number 3 to 8, got 0",
    "seat 0 ngo": "R1: players must be a whole number 3 to 8, got 1",
    f"{GOOD}\nhello": "expected a line of players",
    f"{GOOD}\nseat": "expected a line of players",
    f"{GOOD}\nseat 2 ngo": "two lines begin with 'seat 2'",
    f"{GOOD}\npile R2": "two lines begin with 'pile'",
    f"{GOOD}\nplayers": "players: expected a number",
    f"{GOOD}\nplayers 4": "expected lines for seats 0 to 3",
    f"{GOOD}\nplayers 3 size=4": "players: rules: expected one of",
    f"{GOOD}\nplayers 3 draw=both": "players: R5: draw must be",
    f"{GOOD}\nturn": "turn: expected a seat",
    f"{GOOD}\nturn 1 plays": "turn: expected a seat",
    f"{GOOD}\nturn 3": "turn: R1: seats are 0 to 2, got 3",
    f"{GOOD}\nturn 1": "turn: R5: seat 1 acts, but has no plays or no cards in hand",
    f"{GOOD}\nturn 0 plays 0": "turn: R5: seat 0 acts, but has no plays or no cards in hand",
    f"{GOOD}\nincriminations x": "incriminations: expected a number, got 'x'",
    f"{GOOD}\nincriminations -1": "incriminations: expected a number",
    f"{GOOD}\ndiscard R9": "discard: card code 'R9'",
    GOOD.replace("pile R1", "pile ?"): "pile: card code '?'",
    GOOD.replace("seat 2", "seat 3"): "expected lines for seats 0 to 2",
    GOOD.replace("seat 2", "seat two"): "expected lines for seats 0 to 2",
    GOOD.replace("ngo", "judge"): "seat 2: expected a role (citizen, corporate, ngo), got 'judge'",
    GOOD.replace("ngo", ""): "seat 2: expected a role",
    GOOD.replace("ngo", "ngo lost"): "seat 2: expected tokens such as lost 1 extra 2, got 'lost'",
    GOOD.replace("ngo", "ngo lost 1 lost 1"): "seat 2: expected tokens",
    GOOD.replace("ngo", "ngo won 1"): "seat 2: expected tokens",
    GOOD.replace("ngo", "ngo lost x"): "seat 2: expected a number, got 'x'",
    GOOD.replace("ngo", "ngo : R7"): "seat 2: card code 'R7'",
    GOOD.replace("ngo", "ngo :: R1"): "seat 2: on a site, expected a resource and its player",
    GOOD.replace("ngo", "ngo :: +@0"): "seat 2: on a site, expected a resource",
    GOOD.replace("ngo", "ngo :: R1@3"): "seat 2: on a site, expected a resource",
    GOOD.replace("ngo", "ngo :: R1@"): "seat 2: expected a number",
    GOOD.replace("ngo", "ngo : : R1@0 : R2"): "seat 2: expected at most role and tokens : hand : site",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_named_with_its_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"^position: ") as caught:
        parse_position(text)
    assert WRONG[text] in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_settings_are_read_from_words() -> None:
    words = ["players=5", "draw=turn", "citizen_margin=-1"]
    assert parse_settings(words) == {"players": 5, "draw": "turn", "citizen_margin": -1}
    for wrong in ("players", "deck=3", "players=x", "players=1.5", "=3"):
        with pytest.raises(ValueError, match=r"^rules: "):
            parse_settings([wrong])
