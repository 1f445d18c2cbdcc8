"""What is pointed at is what is drawn there, at every width; phones have targets for fingers."""

from itertools import cycle

import pytest
from pictures import MOMENTS, observations, picks, view

from plombox_widget.locales.i18n import load
from plombox_widget.table import moment
from plombox_widget.table.layout import centre, hit, layout, to_logical
from plombox_widget.table.shapes import Box, Part, Text


def scenes(players, compact):
    moments = cycle(MOMENTS)
    for observation in observations(players):
        for choices in (*picks(observation), next(moments)):
            yield observation, layout(observation, view(players, compact=compact, **choices))


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("players", range(3, 9))
def test_the_middle_of_everything_drawn_is_hit_at_every_width(players, compact):
    for observation, scene in scenes(players, compact):
        parts = [part for part, _ in scene.spots]
        assert len(set(parts)) == len(parts)
        assert {part.value for part in parts if part.kind == "site"} == set(range(players))
        if observation.outcome is None:
            held = {card.card_index for card in observation.hand}
            assert {part.value for part in parts if part.kind == "card"} == held
        for part, rect in scene.spots:
            x, y = centre(rect)
            for shown in (320, 640, 1200):
                ratio = shown / scene.width
                assert hit(scene, *to_logical(scene, x * ratio, y * ratio, shown)) == part


@pytest.mark.parametrize("compact", [False, True])
def test_a_spot_is_where_its_card_is_painted(compact):
    for observation, scene in scenes(5, compact):
        boxes = {
            shape[:4] for _, region in scene.regions for shape in region.shapes if isinstance(shape, Box)
        }
        cards = [rect for part, rect in scene.spots if part.kind == "card"]
        assert set(cards) <= boxes
        sites = [rect for part, rect in scene.spots if part.kind == "site"]
        assert set(sites) <= boxes
        assert len(sites) == 5
        assert len(cards) == (0 if observation.outcome is not None else len(observation.hand))


def test_nothing_is_hit_beside_the_table():
    observation = next(observations(4))
    scene = layout(observation, view(4))
    assert hit(scene, -1, -1) is None
    assert hit(scene, scene.width, scene.height) is None
    assert hit(scene, 1, 1) is None


@pytest.mark.parametrize("players", range(3, 9))
def test_fingers_find_targets_of_44_at_least(players):
    for _, scene in scenes(players, True):
        for part, (_, _, w, h) in scene.spots:
            assert w >= 44, part
            assert h >= 44, part


def test_cards_that_overlap_are_pointed_at_where_they_are_seen():
    from plombox_widget.game.notation import parse_position
    from plombox_widget.game.observation import observe

    hand = " ".join(["R1", "R2", "R3", "R4", "+"] * 4)
    seats = [f"seat 0 citizen : {hand} :", "seat 1 corporate : R1 :", "seat 2 ngo : R1 :"]
    observation = observe(parse_position("\n".join(["players 3", "pile R1 R1", *seats])), 0)
    scene = layout(observation, view(3))
    cards = [(part, rect) for part, rect in scene.spots if part.kind == "card"]
    assert len(cards) == 20
    for part, rect in cards:
        assert hit(scene, *centre(rect)) == part
    assert max(rect[0] + rect[2] for _, rect in cards) < scene.width


def test_a_cover_is_one_button_and_shows_nothing_of_the_game():
    pictures = {layout(observation, view(4, cover="Ana")) for observation in observations(4)}
    assert len(pictures) == 1
    scene = pictures.pop()
    assert hit(scene, scene.width / 2, scene.height / 2) == Part("button", "uncover")
    assert scene.names == ("table", "cover")


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("compact", [False, True])
def test_the_buttons_in_the_picture_are_large_named_and_lit_under_the_pointer(compact, language):
    observation = next(observations(4))
    offers = (moment.STEP, moment.TURN)
    scene = layout(observation, view(4, language, compact=compact, offers=offers))
    spots = {part.value: rect for part, rect in scene.spots if part.kind == "button"}
    assert list(spots) == ["step", "turn"]
    told = [shape.text for shape in scene["header"].shapes if isinstance(shape, Text)]
    words = load(language)
    assert words("control.step") in told
    assert words("control.turn") in told
    for name, rect in spots.items():
        assert rect[2] >= 44
        assert rect[3] >= 44
        pointed = layout(
            observation,
            view(4, language, compact=compact, offers=offers, hovered=Part("button", name)),
        )
        assert [a for (a, x), (_, y) in zip(scene.regions, pointed.regions, strict=True) if x != y] == [
            "header"
        ]
        assert pointed.spots == scene.spots


def test_without_offers_no_button_is_in_the_picture():
    for observation in observations(4):
        assert not [part for part, _ in layout(observation, view(4)).spots if part.kind == "button"]
