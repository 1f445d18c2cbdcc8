"""What the picture tells in words: the end, names, badges, thresholds, the last play."""

from itertools import pairwise

import pytest
from pictures import view
from twins import random_game

from plombox_widget.game.cards import Card
from plombox_widget.game.engine import apply
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import Move
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table import cards, palette
from plombox_widget.table.layout import layout
from plombox_widget.table.shapes import Box, Poly, Text


def texts(region):
    return [shape.text for shape in region.shapes if isinstance(shape, Text)]


def ended(rules=""):
    """Two NGOs and three clean sites of four: over 2, but not over 2 + 1. One corporate, one developed site;
    one citizen, no PlomBOX. The last card of the pile is drawn with the one play."""
    seats = [
        "seat 0 ngo : R1 R1 R1 R1 R1 : R1i5c3@1^",
        "seat 1 ngo : R1 R1 R1 R1 R1 :",
        "seat 2 corporate : R1 R1 R1 R1 R1 :",
        "seat 3 citizen : R1 R1 R1 R1 R1 :",
    ]
    state = parse_position("\n".join([f"players 4{rules}", "turn 0", "pile R1", *seats]))
    held = observe(state, 0).hand[0]
    return apply(state, Move(0, held.card_index, 1))


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize(
    ("language", "lost"),
    [
        ("en", "You lost with the NGOs"),
        ("es", "Perdiste con las ONG"),
        ("fr", "Vous avez perdu avec le camp des ONG"),
    ],
)
def test_the_first_line_of_the_end_says_to_a_seat_whether_it_won(language, lost, compact):
    header = layout(observe(ended(), 0), view(4, language, compact=compact))["header"]
    assert texts(header)[0] == lost
    assert load(language)("result.nobody") in " ".join(texts(header))


def test_r12_the_first_line_of_the_end_tells_who_won_to_whom():
    """Without its margin the NGOs' three clean sites are over 2."""
    end = ended(" ngo_margin=0")
    assert texts(layout(observe(end, 0), view(4))["header"])[0] == "You won with the NGOs"
    assert texts(layout(observe(end, 2), view(4))["header"])[0] == "You lost with the corporates"
    for watched in (view(4, together=True), view(4)):
        seat = 0 if watched.together else None
        assert texts(layout(observe(end, seat), watched)["header"])[0] == "Won by: the NGOs."


@pytest.mark.parametrize("compact", [False, True])
def test_the_row_of_the_viewer_is_marked_in_a_word_and_no_other(compact):
    for seat in range(4):
        end = layout(observe(ended(), seat), view(4, "es", compact=compact))
        marked = [at for at in range(4) if "tu lugar" in texts(end[f"site {at}"])]
        assert marked == [seat]
    end = layout(observe(ended(), 0), view(4, "es", compact=compact, together=True))
    assert not [at for at in range(4) if "tu lugar" in texts(end[f"site {at}"])]


@pytest.mark.parametrize("compact", [False, True])
def test_the_end_names_every_role_in_a_word(compact):
    end = layout(observe(ended(), 0), view(4, "es", compact=compact))
    for seat, role in enumerate(("ONG", "ONG", "empresa", "ciudadanía")):
        assert role in texts(end[f"site {seat}"])


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("", "more than 3 (2 members + 1) needed"),
        (" ngo_margin=0", "more than 2 (2 members) needed"),
        (" ngo_margin=-1", "more than 1 (2 members − 1) needed"),
        (" ngo_margin=4", "more than 6 (2 members + 4) needed"),
    ],
)
def test_r12_the_end_says_where_the_number_that_was_needed_comes_from(rules, told):
    for compact in (False, True):
        factions = layout(observe(ended(rules), 0), view(4, compact=compact))["factions"]
        assert told in " ".join(texts(factions))


LONG = "María de los Ángeles"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_name_takes_the_room_that_there_is(seat):
    seats = [f"seat {at} citizen lost 1 : R1 :" for at in range(4)]
    seen = observe(parse_position("\n".join(["players 4", "turn 0 plays 2", "pile R1", *seats])), 0)
    title = layout(seen, view(4, "es", names=(LONG,) * 4, labels=("fácil",) * 4))[f"title {seat}"]
    assert LONG in texts(title)


def test_words_of_badges_give_way_to_the_name_the_last_ones_first():
    """A broad site has room for two of three beside a short name, one at the edge for the signs alone."""
    seats = [f"seat {at} citizen lost 2 extra 1 : R1 :" for at in range(4)]
    state = parse_position("\n".join(["players 4", "turn 1 plays 3", "pile R1", *seats]))
    words = ["3 jugadas este turno", "1 jugada en su turno", "pierde 2 turnos"]
    for seat, name, said in ((1, "Ana", words[:2]), (1, LONG, words[:1]), (0, "María de Luján", [])):
        told = texts(layout(observe(state, seat), view(4, "es", names=(name,) * 4))["title 1"])
        assert [text for text in reversed(told) if text in words] == said
        assert name in told


@pytest.mark.parametrize("over", [(4, 2), (9, 7), (99, 12)])
@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("players", [3, 8])
def test_r11_the_thresholds_stand_in_the_bars_of_every_site(players, compact, over):
    seats = [f"seat {at} {('citizen', 'ngo', 'corporate')[at % 3]} : R1 :" for at in range(players)]
    first = f"players {players} industry_over={over[0]} contamination_over={over[1]}"
    scene = layout(
        observe(parse_position("\n".join([first, "pile R1", *seats])), 0), view(players, compact=compact)
    )
    for seat in range(players):
        told = [text for text in texts(scene[f"gauges {seat}"]) if text.startswith(">")]
        assert told == [f">{over[0]}", f">{over[1]}"]


@pytest.mark.parametrize(
    ("code", "factories", "drops", "numbers"),
    [
        ("R2", 0, 0, []),
        ("R2i3c2", 3, 2, []),
        ("R2i1c3", 1, 3, []),
        ("R2i4", 1, 0, ["4"]),
        ("R2i12c5", 1, 1, ["12", "5"]),
    ],
)
def test_a_placed_card_shows_so_many_signs_or_a_number_beside_one(code, factories, drops, numbers):
    shapes = cards.small_face(Card.parse(code), 0, True, (0, 0, *cards.SMALL))
    fills = [shape.fill for shape in shapes if isinstance(shape, Poly)]
    assert (fills.count(palette.INDUSTRY), fills.count(palette.CONTAMINATION)) == (factories, drops)
    told = [shape.text for shape in shapes if isinstance(shape, Text)]
    assert told == ["A", "2", *numbers]
    boxes = [shape for shape in shapes if isinstance(shape, Poly)]
    for number in (shape for shape in shapes if isinstance(shape, Text) and shape.text in numbers):
        # No sign lies under a number.
        assert all(max(x for x, _ in box.points) < number.x for box in boxes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [4, 8])
def test_lines_of_the_narrow_middle_keep_apart(players, language):
    state = random_game(Rules(players=players), 7).states
    for one in state[1:-1]:
        scene = layout(observe(one, None), view(players, language, compact=True))
        lines = [shape for name in ("ends", "arrow") for shape in scene[name].shapes]
        bases = sorted(shape.y for shape in lines if isinstance(shape, Text) and shape.align == "left")
        assert all(later - earlier >= 12.9 for earlier, later in pairwise(bases))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Carla loses its next turn"),
        ("es", "Carla pierde su próximo turno"),
        ("fr", "Carla perd son prochain tour"),
    ],
)
def test_r8_who_loses_a_turn_is_named(language, told):
    seats = ["seat 0 citizen : - :", "seat 1 ngo : R1 :", "seat 2 corporate : R1 :"]
    state = parse_position("\n".join(["players 3", "pile R1 R1", *seats]))
    state = apply(state, Move(0, observe(state, 0).hand[0].card_index, 2))
    assert told in " ".join(texts(layout(observe(state, 1), view(3, language, compact=True))["arrow"]))
    assert told in " ".join(texts(layout(observe(state, 1), view(3, language))["last"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_first_play_the_picture_says_how_a_turn_goes(language):
    words = load(language)
    game = random_game(Rules(players=4), 3, steps=2)
    start, later = game.states[0], game.states[1]
    told = " ".join(texts(layout(observe(start, 0), view(4, language))["last"]))
    assert words("picture.begin") in told
    for other in (view(4, language, still=True),):
        assert words("picture.begin") not in " ".join(texts(layout(observe(start, 0), other)["last"]))
    assert words("picture.begin") not in " ".join(
        texts(layout(observe(start, None), view(4, language))["last"])
    )
    assert words("picture.begin") not in " ".join(texts(layout(observe(later, 0), view(4, language))["last"]))


def test_an_empty_site_shows_where_its_first_card_will_lie():
    seats = ["seat 0 citizen : R1 : R1@1", "seat 1 ngo : R1 :", "seat 2 corporate : R1 :"]
    scene = layout(observe(parse_position("\n".join(["players 3", "pile R1", *seats])), 0), view(3))
    places = [[s for s in scene[f"cards {at}"].shapes if isinstance(s, Box)] for at in range(3)]
    assert places[1][0][2:4] == cards.SMALL
    assert places[0][0][2:4] == cards.SMALL
    assert places[0][0].fill == palette.BACK
    assert places[1][0].fill == palette.PAPER
