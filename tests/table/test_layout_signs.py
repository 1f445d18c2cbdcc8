"""Every thing has a sign of its own, which does not live from colour: greyscale tells them apart too."""

from itertools import combinations

import pytest
from pictures import view

from plombox_widget.game.cards import PACKAGES, Card, Kind, Role
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.table import cards, gauges, palette, signs
from plombox_widget.table.layout import layout
from plombox_widget.table.shapes import Box, Disc, Lines, Text, bounds


def outline(shapes):
    """Shapes and letters without any colour."""
    bare = []
    for shape in shapes:
        colourless = {name: "" for name in ("fill", "line", "colour") if name in shape._fields}
        bare.append((type(shape).__name__, shape._replace(**colourless)))
    return tuple(bare)


def only_shapes(shapes):
    return tuple(one for one in outline(shapes) if one[0] != "Text")


def distinct(signs_):
    return all(a != b for a, b in combinations(signs_, 2))


def test_seats_differ_by_shape_by_letter_and_by_colour():
    emblems = [signs.emblem(seat, 0, 0, 20) for seat in range(8)]
    assert distinct([only_shapes(emblem) for emblem in emblems])
    assert [shape.text for emblem in emblems for shape in emblem if isinstance(shape, Text)] == list(
        "ABCDEFGH"
    )
    assert len(set(palette.SEATS)) == 8


def test_kinds_roles_and_measures_differ_by_shape():
    assert distinct([only_shapes(signs.kind_sign(kind, 0, 0, 20)) for kind in Kind])
    assert distinct([only_shapes(signs.role_sign(role, 0, 0, 20)) for role in Role])
    assert only_shapes(signs.factory(0, 0, 20)) != only_shapes(signs.drop(0, 0, 20))
    assert only_shapes(signs.tick(0, 0, 20, "#000000")) != only_shapes(signs.cross(0, 0, 20, "#000000"))


def test_work_packages_differ_by_shape_and_by_number():
    drawn = [cards.package(number, 0, 0, 40) for number in PACKAGES]
    assert distinct([only_shapes(one) for one in drawn])
    assert [[shape.text for shape in one if isinstance(shape, Text)] for one in drawn] == [
        ["1"],
        ["2"],
        ["3"],
        ["4"],
    ]


CODES = [f"R{package}i{industry}c{contamination}" for package in PACKAGES for industry in (0, 1, 3, 6)
         for contamination in (0, 1, 2)] + ["+", "-", "!"]  # fmt: skip


def test_every_face_differs_from_every_other_without_colour():
    words = view(3).words
    faces = [cards.face(Card.parse(code), words, (0, 0, 106, 146)) for code in CODES]
    assert distinct([outline(face) for face in faces])
    small = [cards.small_face(Card.parse(code), 0, True, (0, 0, *cards.SMALL)) for code in CODES[:-3]]
    assert distinct([outline(face) for face in small])
    narrow = [cards.narrow(Card.parse(code), 0, True, (0, 0, 24, 42)) for code in CODES[:-3]]
    assert distinct([outline(face) for face in narrow])


def test_a_child_can_count_what_is_on_a_card():
    words = view(3).words
    shapes = cards.face(Card.parse("R2i3c2"), words, (0, 0, 106, 146))
    fills = [getattr(shape, "fill", "") for shape in shapes]
    assert fills.count(palette.INDUSTRY) == 3
    assert fills.count(palette.CONTAMINATION) == 2
    shapes = cards.narrow(Card.parse("R2i3c2"), None, True, (0, 0, 30, 46))
    assert [type(shape) for shape in shapes if getattr(shape, "fill", "") == palette.INDUSTRY] == [Box] * 3
    assert [type(shape) for shape in shapes if getattr(shape, "fill", "") == palette.CONTAMINATION] == [
        Disc
    ] * 2


def grey(colour):
    """Relative luminance, 0 to 1, as a greyscale print has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (palette.INDUSTRY, palette.WHITE),
        (palette.INDUSTRY, palette.INDUSTRY_PALE),
        (palette.CONTAMINATION, palette.WHITE),
        (palette.CONTAMINATION, palette.CONTAMINATION_PALE),
        (palette.INK, palette.WHITE),
        (palette.LIT, palette.TABLE),
        (palette.ACTING, palette.TABLE),
        (palette.BACK, palette.PAPER),
        (palette.PAPER, palette.TABLE),
    ],
)
def test_what_colour_parts_greyscale_parts_too(one, other):
    """Contrast of 3:1 at least, as WCAG asks of graphics (1.4.11)."""
    high, low = sorted((grey(one), grey(other)), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= 3


def gauges_of(rules_text):
    """The gauges of a site with one known card of industry 1 and contamination 1."""
    seats = ["seat 0 citizen : R1 : R1i1c1@1^", "seat 1 ngo : R1 :", "seat 2 corporate : R1 :"]
    scene = layout(observe(parse_position("\n".join([rules_text, "pile R1 R1", *seats])), 0), view(3))
    return scene["gauges 0"].shapes


@pytest.mark.parametrize(("industry", "contamination"), [(4, 2), (1, 1), (7, 5)])
def test_r11_the_open_dot_stands_on_the_last_number_that_is_not_enough(industry, contamination):
    """One industry of the site is one unit long; the dot is ``industry_over`` of them from the left."""
    shapes = gauges_of(f"players 3 industry_over={industry} contamination_over={contamination}")
    found = [
        shape for shape in shapes if isinstance(shape, Disc) and shape.fill == palette.WHITE and shape.line
    ]
    solid = [s for s in shapes if isinstance(s, Box) and s.fill in (palette.INDUSTRY, palette.CONTAMINATION)]
    assert len(found) == len(solid) == 2
    for dot, bar, over in zip(found, solid, (industry, contamination), strict=True):
        assert dot.x - bar.x == pytest.approx(over * bar.w)


def test_r6_the_unseen_part_is_hatched_and_the_known_part_solid():
    """Two unseen cards of at most industry 3 on top of a known industry 2: solid 0–2, stripes 2–8."""
    measure = gauges.Measure(known=2, most=8, over=6)
    shapes = gauges.bar(measure, 0, 0, 96, 16, palette.INDUSTRY, palette.INDUSTRY_PALE)
    unit = 96 / (6 + max(3, 6 * 0.6))
    (stripes,) = [shape for shape in shapes if isinstance(shape, Lines) and shape.dash[0]]
    left, _, right, _ = bounds(stripes)
    assert left == pytest.approx(2 * unit)
    assert right == pytest.approx(8 * unit)
    (solid,) = [shape for shape in shapes if isinstance(shape, Box) and shape.fill == palette.INDUSTRY]
    assert solid.w == pytest.approx(2 * unit)


def test_nothing_is_hatched_where_everything_is_known():
    shapes = gauges.bar(gauges.Measure(2, 2, 4), 0, 0, 96, 16, palette.INDUSTRY, palette.INDUSTRY_PALE)
    assert not [shape for shape in shapes if isinstance(shape, Lines) and shape.dash[0]]


def test_package_pips_are_closed_missing_or_perhaps():
    known = gauges.parcel(frozenset({1, 2}), 0, 20, 20, 40)
    unsure = gauges.parcel(frozenset({1, 2}), 3, 20, 20, 40)

    def striped(shapes):
        return sum(isinstance(shape, Lines) and bool(shape.dash[0]) for shape in shapes)

    assert striped(known) == 0
    assert striped(unsure) == 2
    inks = [shape.colour for shape in known if isinstance(shape, Text)]
    assert inks == [palette.WHITE, palette.WHITE, palette.INK, palette.INK]


def test_the_rules_of_the_picture_are_those_of_the_game():
    rules = Rules(players=3, industry_over=9, contamination_over=0)
    seats = ["seat 0 citizen : R1 :", "seat 1 ngo : R1 :", "seat 2 corporate : R1 :"]
    first = "players 3 industry_over=9 contamination_over=0"
    seen = observe(parse_position("\n".join([first, "pile R1", *seats])), 0)
    assert [measure.over for measure in gauges.measures(seen, 1)] == [
        rules.industry_over,
        rules.contamination_over,
    ]
