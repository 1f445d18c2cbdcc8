"""What the eye finds first: what is reached, who won and why, a narrow picture that is not endless."""

import re

import pytest
from pictures import view
from twins import random_game

from plombox_widget.game.cards import Card
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.table import cards, palette
from plombox_widget.table.gallery import played
from plombox_widget.table.layout import layout
from plombox_widget.table.shapes import Box, Disc, Poly, Text, bounds

SIX = "players 6\npile R1 R1\n" + "\n".join(f"seat {seat} citizen : R1 :{{{seat}}}" for seat in range(6))


def site(codes, seat=1, **choices):
    """The narrow picture of six seats as seat 0 sees it, with these cards at one site."""
    sites = {str(at): f" {codes}" * (at == seat) for at in range(6)}
    text = re.sub(r"\{(\d)\}", lambda found: sites[found[1]], SIX)
    return layout(observe(parse_position(text), 0), view(6, compact=True, **choices))


def on(shapes, text):
    """The fill of the box under a text."""
    x, y, _, _ = bounds(text)
    under = [s for s in shapes if isinstance(s, Box) and s.x <= x <= s.x + s.w and s.y <= y <= s.y + s.h]
    return under[-1].fill if under else None


@pytest.mark.parametrize(
    ("codes", "industry", "contamination"),
    [("R1i4c2@0^", False, False), ("R1i5c2@0^", True, False), ("R1i4c3@0^", False, True)],
)
@pytest.mark.parametrize("compact", [False, True])
def test_r11_a_number_over_its_limit_for_certain_is_dark(codes, industry, contamination, compact):
    seats = [f"seat 0 citizen : R1 : {codes}", "seat 1 ngo : R1 :", "seat 2 corporate : R1 :"]
    seen = observe(parse_position("\n".join(["players 3", "pile R1", *seats])), 0)
    shapes = layout(seen, view(3, compact=compact))["gauges 0"].shapes
    known = seen.known(0)
    numbers = {str(known.industry): industry, str(known.contamination): contamination}
    texts = [s for s in shapes if isinstance(s, Text) and s.align == "left"]
    assert [s.text for s in texts] == list(numbers)
    assert [on(shapes, s) == palette.INK for s in texts] == list(numbers.values())
    assert [s.colour == palette.WHITE for s in texts] == list(numbers.values())


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("players", range(3, 9))
def test_the_end_says_who_won_and_why_before_the_sites(players, compact):
    end = layout(observe(random_game(Rules(players=players), 4).end, 0), view(players, compact=compact))
    tops = [end[name].rect[1] for name in ("header", "factions", *(f"site {s}" for s in range(players)))]
    assert tops == sorted(tops)
    _, y, _, h = end[f"site {players - 1}"].rect
    assert y + h <= end.height


def test_the_cards_of_the_end_lie_in_the_order_of_their_work_packages():
    game = random_game(Rules(players=4), 4)
    end = layout(observe(game.end, 0), view(4, compact=True))
    for seat, score in enumerate(game.end.outcome.sites):
        texts = [s for s in end[f"site {seat}"].shapes if isinstance(s, Text) and s.align == "center"][1:]
        assert [int(s.text) for s in texts] == sorted(int(s.text) for s in texts)
        assert {int(s.text) for s in texts} == set(score.packages)


def test_from_six_seats_on_the_narrow_picture_stays_below_900():
    """An upright phone shows 360 by 780 or so; the role and its goal may lie below."""
    for players in range(3, 9):
        scene = layout(
            observe(random_game(Rules(players=players), 4, steps=5).end, 0), view(players, compact=True)
        )
        _, y, _, h = scene["hand 0"].rect
        assert y + h <= 780
        assert scene.height < 900


def test_a_low_site_shows_who_played_what_until_a_card_is_picked():
    codes = "R1i1@0 R2@2 R3@2 R4@3^"
    shapes = site(codes)["cards 1"].shapes
    texts = [s.text for s in shapes if isinstance(s, Text)]
    assert texts == ["1", "4", "C", "×2"]
    assert [on(shapes, s) for s in shapes if isinstance(s, Text)][:3] == [
        palette.BACK,
        palette.WHITE,
        palette.BACK,
    ]
    picked = site(codes, picked=0)
    lit = [s for s in picked["cards 1"].shapes if isinstance(s, Box) and s.fill == palette.LIT]
    assert len(lit) == 1
    assert picked.names == site(codes).names


def test_a_low_site_counts_the_cards_that_it_has_no_room_for():
    codes = " ".join(f"R{1 + i % 4}@0" for i in range(20))
    shapes = site(codes)["cards 1"].shapes
    shown = [s.text for s in shapes if isinstance(s, Text)]
    assert shown[0] == f"+{20 - len(shown[1:])}"
    assert len(shown) > 4


def test_a_plain_card_is_counted_like_one_of_the_hand():
    shapes = cards.plain(Card.parse("R2i3c2"), (0, 0, 60, 90))
    fills = [getattr(shape, "fill", "") for shape in shapes if isinstance(shape, Poly | Disc | Box)]
    assert fills.count(palette.INDUSTRY) == 3
    assert fills.count(palette.CONTAMINATION) == 2


def test_the_numbers_of_all_sites_are_of_one_size_at_the_end():
    end = played(4, 2)
    told = [
        shape
        for _, region in layout(observe(end, 0), view(4)).regions
        for shape in region.shapes
        if isinstance(shape, Text) and shape.text.endswith(", over 4 needed")
    ]
    assert {len(shape.text.partition(",")[0]) for shape in told} == {1, 2}
    assert len({shape.size for shape in told}) == 1
