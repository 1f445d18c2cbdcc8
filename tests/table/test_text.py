"""The text twin, held against sentences worked out by hand from small positions."""

import random
import re
from dataclasses import replace

import pytest

from plombox_widget.game.cards import Role
from plombox_widget.game.engine import apply, legal_moves, new_game
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import Move, State
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table import text
from plombox_widget.table.narrate import narrate

EN, ES, FR = map(load, LANGUAGES)

START = """
players 3
turn 0
incriminations 1
pile R1 R2 R3 R4 R1 R2
discard + ! R1c3
seat 0 citizen : R1i1 + - ! : R1i2@0 R2c2@1^ R3i4@2
seat 1 ngo lost 2 : R2 : R4i5c3@0
seat 2 corporate extra 1 : R3 + :
"""


def play(start: str, *codes: str) -> State:
    """The state after plays such as ``+>1``: the acting seat's first card of that code, and its target."""
    state = parse_position(start)
    for word in codes:
        code, _, target = word.partition(">")
        moves = [move for move in legal_moves(state) if move.target == int(target)]
        state = apply(state, next(move for move in moves if str(state.deck[move.card]) == code))
    return state


def last(state: State, viewer: int | None = None) -> str:
    seen = observe(state, viewer)
    return text.entry(seen, seen.number - 1, EN)


# --- the log, ruling by ruling -------------------------------------------------------------------------


def test_r6_a_resource_is_told_to_the_seat_that_played_it_alone() -> None:
    state = play(START, "R1i1>1")
    told = "Ana puts a card face down on the site of Bruno"
    assert last(state, 0).startswith(
        f"{told}: resource for work package 1 (industry 1, contamination 0). R6: "
    )
    assert last(state, 1).startswith(f"{told}. R6: only Ana knows this card.")
    assert last(state, None) == last(state, 1) == last(state, 2)


def test_r6_each_face_down_card_of_the_viewer_is_told_as_the_one_that_it_was() -> None:
    seats = "seat 0 ngo : R1 - R2 R3 : \nseat 1 citizen : R4 R4 R4 :\nseat 2 corporate : R1i3 R1i3 R1i3 :"
    state = play(f"pile {'+ ' * 9}\n{seats}", "R1>0", "R4>0", "R1i3>0", "R2>0", "R4>0", "R1i3>0", "R3>0")
    lines = text.log(observe(state, 0), EN)
    packages = [re.search(r"package (\d)", line) for line in lines]
    assert [match and match.group(1) for match in packages] == ["1", None, None, "2", None, None, "3"]


def test_r7_positive_on_oneself_and_on_another() -> None:
    assert last(play(START, "+>0")) == (
        "Ana plays a positive card on its own seat. R7: Ana has two further plays in this turn."
    )
    assert last(play(START, "+>2")) == (
        "Ana plays a positive card on Carla. R7: Carla has one play more in its next turn. "
        "R8: Bruno loses this turn."
    )


def test_r8_negative_and_the_turn_that_it_costs() -> None:
    assert last(play(START, "->2")) == (
        "Ana plays a negative card on Carla. R8: Carla loses its next turn. "
        "R8: Bruno loses this turn. R8: Carla loses this turn."
    )


def test_r9_incrimination_over_at_and_under_the_limit() -> None:
    assert last(play(START, "!>1")) == (
        "Ana incriminates the site of Bruno (incrimination 2 of 3). R9: turned up: resource for work "
        "package 4 (industry 5, contamination 3). Contamination 3 is over 2: all of it is discarded. "
        "R8: Bruno loses this turn."
    )
    assert "Contamination 2 is not over 2: the cards stay, face up." in last(play(START, "!>0"))
    assert "R9: the site is empty, nothing turns up." in last(play(START, "!>2"))


def test_r10_the_end_is_told_once_with_its_reason() -> None:
    short = START.replace("pile R1 R2 R3 R4 R1 R2", "pile R1")
    assert last(play(short, "R1i1>0")).endswith("R10: the draw pile is empty: the game ends.")
    many = START.replace("incriminations 1", "incriminations 2")
    assert last(play(many, "!>0")).endswith("R10: incrimination 3 of 3: the game ends at once.")


def test_incriminations_are_counted_as_they_came() -> None:
    state = play(START.replace("seat 2 corporate extra 1 : R3 +", "seat 2 corporate : ! +"), "!>0", "+>0")
    lines = text.log(observe(state._replace(incriminations=2), None), EN)
    assert "(incrimination 2 of 3)" in lines[0]
    state = play(START.replace("incriminations 1\n", "").replace("R3 +", "! R3"), "!>0", "!>1")
    lines = text.log(observe(state, None), EN)
    assert ["(incrimination 1 of 3)" in lines[0], "(incrimination 2 of 3)" in lines[1]] == [True, True]


# --- the position --------------------------------------------------------------------------------------


def test_a_position_tells_turn_goal_hand_sites_tokens_and_piles() -> None:
    state = parse_position(START)
    lines = text.position(observe(state, 0), EN).splitlines()
    assert lines[0] == "Your turn, Ana: 1 play left in this turn."
    assert lines[1] == "You are Ana (seat A). Your role, secret to the others: citizen."
    assert lines[2].startswith("Goal of your faction (citizen): Citizens win if more PlomBOXes are done than")
    assert lines[3] == "Your hand:"
    assert lines[4] == (
        "- card 0: resource for work package 1 (industry 1, contamination 0); can be played at "
        "A (Ana, you), B (Bruno) and C (Carla)"
    )
    assert lines[6] == "- card 2: negative card; can be played at B (Bruno) and C (Carla)"
    assert lines[8] == (
        "Seat A, Ana, citizen: 4 cards in hand; 3 cards on the site (face down, from you: resource for "
        "work package 1 (industry 2, contamination 0); face up, from Bruno: resource for work package 2 "
        "(industry 0, contamination 2); face down, unknown, from Carla); work packages 1 and 2 known; "
        "industry 2 or more, over 4 needed; contamination 2 or more, clean up to 2; 1 card unknown."
    )
    assert lines[9] == (
        "Seat B, Bruno: 1 card in hand; loses its next 2 turns; 1 card on the site (face down, from you: "
        "resource for work package 4 (industry 5, contamination 3)); work package 4 known; industry 5, over "
        "4: developed; contamination 3, over 2: contaminated."
    )
    assert lines[10] == (
        "Seat C, Carla: 2 cards in hand; one play more in its next turn; no card on the site."
    )
    assert lines[11] == "Draw pile: 6 cards."
    assert lines[12] == (
        "Discard pile: incrimination, positive card and resource for work package 1 (industry 0, "
        "contamination 3); on top: resource for work package 1 (industry 0, contamination 3)."
    )
    assert lines[13].startswith("Incriminations: 1 of 3. The game ends when the draw pile is empty, or at")


def test_who_does_not_act_reads_a_hand_without_targets_and_that_it_waits() -> None:
    lines = text.position(observe(parse_position(START), 2), EN).splitlines()
    assert lines[0] == "Ana to play: 1 play left in this turn."
    assert "- card 6: positive card" in lines
    assert EN("text.wait") in lines


def test_a_spectator_reads_no_hand_no_role_and_every_goal() -> None:
    told = text.position(observe(parse_position(START), None), EN)
    assert EN("text.hand") not in told
    assert not re.search(r"Seat [A-H], \w+, (citizen|NGO|corporate)", told)
    assert all(text.goal(role, Rules(players=3), EN) in told for role in ROLES)


@pytest.mark.parametrize("players", range(3, 9))
def test_r12_goals_give_the_sites_needed_at_every_number_of_players(players: int) -> None:
    largest = players - 2
    for role, few, many in (
        ("citizen", 2, largest + 1),
        ("corporate", 2, largest + 1),
        ("ngo", 3, largest + 2),
    ):
        told = text.goal(Role(role), Rules(players=players), EN)
        if players == 3:
            assert f"Its size is 1 seat: {few} of the 3 sites are needed." in told
        else:
            assert f"1 to {largest} seats: it needs {few} to {many} of the {players} sites." in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_bent_rules_change_the_words(language: str) -> None:
    words = load(language)
    bent = Rules(players=3, industry_over=6, contamination_over=0, citizen_margin=-1, ngo_margin=2)
    told = {role: text.goal(role, bent, words) for role in ROLES}
    assert re.findall(r"\d+", told[Role.CITIZEN]) == ["1", "1", "1", "3"]
    assert re.findall(r"\d+", told[Role.CORPORATE]) == ["1", "2", "3", "6", "6", "7"]
    assert re.findall(r"\d+", told[Role.NGO]) == ["2", "1", "4", "3", "0", "0", "1"]


@pytest.mark.parametrize("industry", [4, 5])
@pytest.mark.parametrize("contamination", [2, 3])
@pytest.mark.parametrize("unknown", [False, True])
def test_r11_totals_are_exact_or_at_least_and_strict(
    industry: int, contamination: int, unknown: bool
) -> None:
    hidden = " R2@1" if unknown else ""
    state = parse_position(
        f"pile R1\nseat 0 ngo : R1 : R1i{industry}c{contamination}@0{hidden}\n"
        "seat 1 citizen\nseat 2 corporate"
    )
    told = text.site(observe(state, 0), 0, EN)
    more = " or more" if unknown else ""
    first = (
        f"industry 5{more}, over 4: developed"
        if industry == 5
        else "industry 4 or more, over 4 needed"
        if unknown
        else "industry 4, not over 4"
    )
    second = (
        f"contamination 3{more}, over 2: contaminated"
        if contamination == 3
        else "contamination 2 or more, clean up to 2"
        if unknown
        else "contamination 2, not over 2: clean"
    )
    assert f"{first}; {second}" in told
    assert ("1 card unknown" in told) == unknown


# --- the result ----------------------------------------------------------------------------------------

END = """
players 3
incriminations 2
pile R1
seat 0 {0} : ! : R1@0 R2@0 R3@1 R4i5@2
seat 1 {1} : R2 : R1i4c2@0
seat 2 {2} : R3 : R1@1 R2@1 R3@1 R4i1c3@0
"""


def test_r12_the_result_tells_each_site_and_each_strict_comparison() -> None:
    state = play(END.format("citizen", "ngo", "corporate"), "!>0")
    lines = text.result(observe(state, 0), EN)
    assert lines == [
        "The game has ended: incrimination 3 of 3 was played.",
        "Ana (citizen): PlomBOX done; industry 5, over 4: developed; contamination 0, not over 2: clean.",
        "Bruno (NGO): no PlomBOX, work packages 2, 3 and 4 are missing; industry 4, not over 4; "
        "contamination 2, not over 2: clean.",
        "Carla (corporate): PlomBOX done; industry 1, not over 4; contamination 3, over 2: contaminated.",
        "Citizens: PlomBOXes done: 2, more than 1 needed: they win.",
        "Corporates: developed sites: 1, more than 1 needed: they do not win.",
        "NGOs: clean sites: 2, more than 2 needed: they do not win.",
        "Won by: the citizens.",
        "Your faction wins.",
    ]
    assert text.result(observe(state, 2), EN)[-1] == "Your faction does not win."
    assert text.result(observe(state, None), EN) == lines[:-1]


def test_a_game_that_nobody_wins_says_so_and_several_winners_are_all_named() -> None:
    nobody = play(END.format("citizen", "ngo", "corporate").replace("R4i5@2", "R3i4@2"), "!>0")
    assert "Nobody wins." in text.result(observe(nobody, None), EN)
    both = END.format("citizen", "ngo", "corporate").replace("R4i1c3", "R4i5c2").replace("R1i4c2@0", "R1@0")
    assert "Victoria: la ciudadanía, las empresas y las ONG." in text.result(
        observe(play(both, "!>0"), None), ES
    )


def test_at_the_end_every_card_and_role_is_told_to_all() -> None:
    state = play(END.format("citizen", "ngo", "corporate"), "!>0")
    for viewer in (None, 0, 1, 2):
        told = text.position(observe(state, viewer), EN)
        assert "unknown" not in told
        assert "face down, from" not in told
        assert "Seat B, Bruno, NGO: " in told
        assert "face up, from Ana: resource for work package 4 (industry 1, contamination 3)" in told


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(ValueError, match="R10: the game has not ended"):
        text.result(observe(parse_position(START), 0), EN)


# --- names are data ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["{actor}", "<img src=x onerror=alert(1)>", "{0}", "}{", "%(a)s"])
def test_names_appear_as_they_were_typed(language: str, name: str) -> None:
    seen = observe(play(START, "->2"), 0)
    told = text.position(seen, load(language), [name, "", "Zoë"])
    assert name in told
    assert "Bruno" in told
    assert "Zoë" in told


def test_a_name_cannot_forge_a_line_or_turn_the_text_around() -> None:
    assert text.seat_names(EN, 3, ["a\nBruno wins\r\n\u2028", "b\u202ec", "  "]) == (
        "a Bruno wins",
        "b c",
        "Carla",
    )


# --- played from the text alone ------------------------------------------------------------------------


def told_moves(seen: Observation, language: str) -> list[Move]:
    """The legal moves as someone reads them who has the text twin and nothing else."""
    turn = {"en": "card", "es": "carta", "fr": "carte"}[language]
    moves = []
    for line in text.position(seen, load(language)).splitlines():
        card = re.match(rf"- {turn} (\d+)\b", line)
        targets = re.findall(r"\b([A-H]) \(", line)
        if card:
            moves += [Move(seen.turn, int(card.group(1)), "ABCDEFGH".index(target)) for target in targets]
    return moves


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("draw", ["card", "turn"])
@pytest.mark.parametrize("players", [3, 5, 8])
def test_a_whole_game_is_played_from_the_text_alone(players: int, draw: str, language: str) -> None:
    rng = random.Random(players)
    state = new_game(replace(Rules(players=players), draw=draw), rng)  # type: ignore[arg-type]
    while state.outcome is None:
        moves = told_moves(observe(state, state.turn), language)
        assert moves == list(legal_moves(state))
        state = apply(state, rng.choice(moves))
    assert told_moves(observe(state, state.turn), language) == []


def test_a_record_in_progress_is_told_up_to_where_it_stands() -> None:
    from plombox_widget.bots.match import play_match

    record = play_match(Rules(players=3), "random", 1)
    part = replace(record, actions=record.actions[:5], result=None)
    lines = list(narrate(part, EN))
    assert [line.split(".")[0] for line in lines[1:-1]] == ["1", "2", "3", "4", "5"]
    assert lines[-1] == "The record ends here, before the end of the game."
    assert lines[:6] == list(narrate(record, EN))[:6]
