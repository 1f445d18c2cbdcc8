"""Rulings R10 to R12, on positions in card codes; what must come is worked out by hand."""

import pytest
from positions import middle, play

from plombox_widget.game.cards import Role, parse_cards
from plombox_widget.game.engine import apply, legal_moves
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules, score_site
from plombox_widget.game.state import IllegalMove, Move

DRAWS = ("card", "turn")

INCRIMINATION = """
players 3
pile R1 R2 R3 R4
seat 0 citizen   : ! R1 :
seat 1 ngo       : R2 : {site}
seat 2 corporate : R3 :
"""


@pytest.mark.parametrize("draw", DRAWS)
def test_r10_at_once_when_the_pile_is_empty_after_a_draw(draw: str) -> None:
    state = play(middle(draw, pile="R4"), "R1i1>0")
    assert state.outcome is not None
    assert (state.outcome.reason, state.pile) == ("deck", 0)


def test_r10_even_inside_a_turn() -> None:
    state = play(middle(pile="R4"), "+>0")
    assert state.outcome is not None
    assert state.outcome.reason == "deck"
    assert legal_moves(state) == ()


def test_r10_draw_turn_does_not_end_inside_a_turn_for_want_of_cards() -> None:
    state = play(middle("turn", pile="R4"), "+>0")
    assert state.outcome is None
    assert play(state, "+>1", "R1i1>0").outcome is not None


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("players", range(3, 9))
def test_r10_at_the_nth_incrimination_with_nothing_drawn(players: int, draw: str) -> None:
    lines = [f"seat {seat} {role}: ! R1 :" for seat, role in enumerate((*Role, *["ngo "] * (players - 3)))]
    text = "\n".join(
        [f"players {players} draw={draw}", "pile R1 R2", f"incriminations {players - 1}", *lines]
    )
    state = play(parse_position(text), "!>1")
    assert state.outcome is not None
    assert (state.outcome.reason, state.pile, state.history[-1].drew) == ("incriminations", 2, 0)
    before = parse_position(text.replace(f"incriminations {players - 1}", f"incriminations {players - 2}"))
    assert play(before, "!>1").outcome is None


def test_r10_the_last_incrimination_takes_effect_first() -> None:
    text = INCRIMINATION.format(site="R1i5c3@1") + "incriminations 2"
    state = play(parse_position(text), "!>1")
    assert state.outcome is not None
    assert not state.outcome.sites[1].developed
    assert Role.NGO in state.outcome.winners


def test_r10_the_last_card_and_the_last_incrimination_together_end_by_incriminations() -> None:
    text = INCRIMINATION.format(site="").replace("pile R1 R2 R3 R4", "pile R1") + "incriminations 2"
    state = play(parse_position(text), "!>0")
    assert state.outcome is not None
    assert (state.outcome.reason, state.pile) == ("incriminations", 1)


def test_r10_cards_in_hand_count_for_nothing() -> None:
    text = INCRIMINATION.format(site="").replace("R1 :", "R1 R2 R3 R4i9c9 :") + "incriminations 2"
    state = play(parse_position(text), "!>0")
    assert state.outcome is not None
    assert all(score == score_site(()) for score in state.outcome.sites)


def test_r10_no_move_after_the_end() -> None:
    state = play(middle(incriminations=2), "!>0")
    with pytest.raises(IllegalMove, match=r"^R10: .* after the end of the game \(incriminations\)"):
        apply(state, Move(0, 0, 0))


def test_r10_at_the_end_all_cards_at_the_sites_are_known_to_all() -> None:
    state = play(parse_position(INCRIMINATION.format(site="R1@0 R2@2") + "incriminations 2"), "!>0")
    for viewer in (0, 1, 2, None):
        assert [str(entry.card) for entry in observe(state, viewer).sites[1]] == ["R1", "R2"]


@pytest.mark.parametrize(
    ("cards", "plombox", "developed", "contaminated"),
    [
        ("", False, False, False),
        ("R1 R2 R3", False, False, False),
        ("R1 R2 R3 R4", True, False, False),
        ("R1 R1 R2 R2 R3 R3", False, False, False),
        ("R1i4", False, False, False),
        ("R1i5", False, True, False),
        ("R1i2 R1i2", False, False, False),
        ("R1i2 R1i3", False, True, False),
        ("R1c2", False, False, False),
        ("R1c3", False, False, True),
        ("R2c1 R2c1 R2c1", False, False, True),
        ("R1i5 R2c3 R3 R4", True, True, True),
    ],
)
def test_r11_three_independent_facts_of_a_site(
    cards: str, plombox: bool, developed: bool, contaminated: bool
) -> None:
    score = score_site(parse_cards(cards))
    assert (score.plombox, score.developed, score.contaminated) == (plombox, developed, contaminated)


@pytest.mark.parametrize("card", ["+", "-", "!"])
def test_r11_nothing_but_a_resource_lies_on_a_site(card: str) -> None:
    with pytest.raises(ValueError, match="R6: only resource cards lie on a site"):
        score_site(parse_cards(card))


def winners(sites: list[str], roles: str, **fields: int) -> set[str]:
    """Who wins with these sites and roles (c, k, n), at the end by the deck."""
    names = {"c": "citizen", "k": "corporate", "n": "ngo"}
    rows = [
        f"seat {seat} {names[role]} :: " + " ".join(f"{code}@0" for code in cards.split())
        for seat, (role, cards) in enumerate(zip(roles, sites, strict=True))
    ]
    state = parse_position("\n".join(rows), Rules(players=len(roles), **fields))
    assert state.outcome is not None
    assert list(state.outcome.winners) == [role for role in Role if role in state.outcome.winners]
    return {role.value[1] for role in state.outcome.winners}


DONE, GROWN, DIRTY = "R1 R2 R3 R4", "R1i5", "R1c3"


@pytest.mark.parametrize(
    ("sites", "who"),
    [
        (["", "", ""], "g"),
        ([DIRTY, "", ""], ""),
        ([DONE, DIRTY, ""], ""),
        ([DONE, DONE, DIRTY], "i"),
        ([GROWN, DIRTY, ""], ""),
        ([GROWN, GROWN, DIRTY], "o"),
        ([GROWN, GROWN, ""], "og"),
        ([DONE, DONE, GROWN], "ig"),
        ([f"{DONE} R1i5", f"{DONE} R1i5", ""], "iog"),
        ([f"{DONE} R1i5c3", f"{DONE} R1i5c3", DIRTY], "io"),
    ],
)
def test_r12_three_seats_one_of_each(sites: list[str], who: str) -> None:
    """The published example: citizens need 2 PlomBOXes, corporates 2 industries, NGOs no dirty site."""
    assert winners(sites, "ckn") == set(who)


@pytest.mark.parametrize(
    ("sites", "roles", "who"),
    [
        ([DONE, DONE, DIRTY, DIRTY], "cckn", ""),
        ([DONE, DONE, DONE, DIRTY], "cckn", "ig"),
        ([GROWN, GROWN, DIRTY, DIRTY], "ckkn", ""),
        ([GROWN, GROWN, GROWN, DIRTY], "ckkn", "og"),
        (["", "", "", ""], "cknn", "g"),
        (["", "", "", DIRTY], "cknn", ""),
        (["", "", "", "", "", "", "", ""], "cknnnnnn", "g"),
        ([DIRTY, "", "", "", "", "", "", ""], "cknnnnnn", ""),
    ],
)
def test_r12_strictly_more_than_the_members(sites: list[str], roles: str, who: str) -> None:
    assert winners(sites, roles) == set(who)


def test_r12_the_margins_are_fields_of_the_rules() -> None:
    assert winners([DONE, DIRTY, DIRTY], "ckn", citizen_margin=-1) == {"i"}
    assert winners([DONE, DONE, DIRTY], "ckn", citizen_margin=1) == set()
    assert winners([GROWN, DIRTY, DIRTY], "ckn", corporate_margin=-1) == {"o"}
    assert winners([DIRTY, "", ""], "ckn", ngo_margin=0) == {"g"}
    assert winners([DIRTY, DIRTY, DIRTY], "ckn", ngo_margin=-8) == {"g"}


def test_r12_a_faction_wins_whole_and_several_can_win() -> None:
    assert winners([f"{DONE} R1i5"] * 5, "ccknn") == {"i", "o", "g"}
