"""Nothing overlaps, nothing is cut, nothing leaves its place; and everything can be read."""

from itertools import combinations, cycle, pairwise

import pytest
from pictures import MOMENTS, names, observations, picks, view
from twins import random_game

from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table.layout import layout, size
from plombox_widget.table.measure import ELLIPSIS
from plombox_widget.table.shapes import Box, Disc, Lines, Poly, Text, bounds

SLACK = 0.75
"""Logical pixels by which a border may lie over an edge."""


def overlap(a, b, slack=0.01):
    return a[0] + slack < b[2] and b[0] + slack < a[2] and a[1] + slack < b[3] and b[1] + slack < a[3]


def inside(inner, outer, slack=SLACK):
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def edges(rect):
    x, y, w, h = rect
    return x, y, x + w, y + h


def ink(text):
    """Where the letters of a text are: a box that ends at the baseline and at the top of capitals."""
    left, _, right, _ = bounds(text)
    return left, text.y - 0.74 * text.size, right, text.y


def painted(region):
    """The rectangles that a region paints."""
    if region.ground:
        return [edges(region.rect)]
    whole = [shape for shape in region.shapes if not isinstance(shape, Lines)]
    lines = [shape for shape in region.shapes if isinstance(shape, Lines)]
    pieces = [one._replace(lines=(pair,)) for one in lines for line in one.lines for pair in pairwise(line)]
    return [bounds(shape) for shape in (*whole, *pieces)]


def scenes(players, language, compact, long=False):
    words = load(language)
    every = 1 if players in (3, 8) else 3
    moments = cycle(MOMENTS)
    for observation in [*observations(players)][::every]:
        for choices in (*picks(observation), next(moments)):
            seen = view(
                players,
                language,
                names=names(words, players, long),
                labels=("greedy",) * players,
                compact=compact,
                **choices,
            )
            yield layout(observation, seen)
    yield layout(observation, view(players, language, compact=compact, cover=names(words, players, long)[0]))


def check_places(scene):
    """Shapes lie inside their regions, regions beside each other, texts beside each other."""
    whole = (0, 0, scene.width, scene.height)
    patches = []
    for name, region in scene.regions:
        assert inside(edges(region.rect), whole, 0), name
        for shape in region.shapes:
            assert inside(bounds(shape), edges(region.rect)), (name, shape)
        if name != "table":
            patches += [(name, patch) for patch in painted(region)]
    for (one, a), (other, b) in combinations(patches, 2):
        assert one == other or not overlap(a, b), (one, other)


def check_texts(scene):
    for name, region in scene.regions:
        shapes = region.shapes
        for at, text in enumerate(shapes):
            if not isinstance(text, Text):
                continue
            for other in shapes[at + 1 :]:
                box = ink(other) if isinstance(other, Text) else bounds(other)
                assert not overlap(ink(text), box, 0.5), (name, text, other)
            under = [
                shape
                for shape in shapes[:at]
                if isinstance(shape, Box) and overlap(bounds(shape), ink(text)) and shape.w > 0
            ]
            holder = under[-1] if under else Box(*region.rect, "")
            left, _, right, _ = bounds(text)
            assert inside((left, text.y, right, text.y), bounds(holder)), (name, text, holder)
            assert not text.limit or right - left <= text.limit + SLACK, (name, text)


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", range(3, 9))
def test_nothing_overlaps_and_no_word_is_cut(players, language, compact):
    for scene in scenes(players, language, compact):
        check_places(scene)
        check_texts(scene)
        cut = [
            shape.text
            for name, region in scene.regions
            for shape in region.shapes
            if isinstance(shape, Text) and ELLIPSIS in shape.text and not name.startswith("title")
        ]
        assert not cut
        assert (scene.width, scene.height) == size(players, compact)


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("players", [3, 5, 8])
def test_names_that_are_too_long_are_cut_and_overlap_nothing(players, compact):
    for scene in scenes(players, "es", compact, long=True):
        check_places(scene)
        check_texts(scene)


def outcomes():
    for players in (3, 5, 8):
        for margin in (-8, 0, 8):
            rules = Rules(players=players, citizen_margin=margin, corporate_margin=margin, ngo_margin=margin)
            yield random_game(rules, 3).end


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_fits_whoever_wins_and_whoever_looks(language, compact):
    winners = set()
    for end in outcomes():
        winners.add(len(end.outcome.winners))
        for seat in (None, 0, 1):
            players = end.rules.players
            scene = layout(
                observe(end, seat),
                view(players, language, compact=compact, **MOMENTS[-1] | {"together": False}),
            )
            check_places(scene)
            check_texts(scene)
            shapes = [shape for _, region in scene.regions for shape in region.shapes]
            assert not [s.text for s in shapes if isinstance(s, Text) and ELLIPSIS in s.text]
    assert {0, 3} <= winners


BENT = [
    Rules(players=3, hand_size=1),
    Rules(players=8, hand_size=12, draw="turn"),
    Rules(players=5, hand_size=40, cards_per_player=60, deck={"R1i1": 60, "R4i1": 60}),
    Rules(players=4, industry_over=0, contamination_over=0, citizen_margin=-8, ngo_margin=8),
    Rules(players=6, industry_over=99, contamination_over=99),
    Rules(players=4, deck={"R2i99c99": 40, "!": 10, "+": 10}),
    Rules(players=3, deck={"R3i12c7": 60}),
]


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("rules", BENT, ids=lambda rules: " ".join(map(str, rules.changed())))
def test_bent_rules_overlap_nothing(rules, compact):
    game = random_game(rules, 5)
    for state in [*game.states[::9], game.end]:
        seen = observe(state, state.turn)
        for choices in list(picks(seen))[:2]:
            scene = layout(seen, view(rules.players, "fr", compact=compact, **choices))
            check_places(scene)
            if rules.hand_size < 10:
                check_texts(scene)


def luminance(colour):
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_computed_as_defined():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)


def behind(scene, region, at):
    """The colour on which a text stands: of the last filled shape under its middle."""
    left, top, right, bottom = ink(region.shapes[at])
    x, y = (left + right) / 2, (top + bottom) / 2
    ground = region.ground or scene["table"].ground
    for shape in region.shapes[:at]:
        x0, y0, x1, y1 = bounds(shape)
        if isinstance(shape, Box | Disc | Poly) and shape.fill and x0 <= x <= x1 and y0 <= y <= y1:
            ground = shape.fill
    return ground


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("players", [3, 8])
def test_text_has_contrast_of_4_5_at_least(players, compact):
    found = {
        (shape.colour, behind(scene, region, at))
        for scene in scenes(players, "en", compact)
        for _, region in scene.regions
        for at, shape in enumerate(region.shapes)
        if isinstance(shape, Text)
    }
    assert len(found) > 8
    assert {pair: contrast(*pair) for pair in found if contrast(*pair) < 4.5} == {}
