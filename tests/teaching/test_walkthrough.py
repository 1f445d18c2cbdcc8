"""Scripted lessons: each step made as asked, made otherwise, and not made at all."""

from html import unescape

import pytest

from plombox_widget.game.cards import Kind
from plombox_widget.game.engine import legal_moves
from plombox_widget.game.notation import parse_position
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import IllegalMove
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table import text
from plombox_widget.teaching.steps import WALKS
from plombox_widget.teaching.walkthrough import Step, Walkthrough, WalkthroughModel

EN = load("en")
STEPS = [step for walk in WALKS.values() for step in walk]
RULINGS = {
    "resource": "R6",
    "positive_self": "R7",
    "positive_other": "R7",
    "negative": "R8",
    "skipped": "R8",
    "incrimination_over": "R9",
    "incrimination_at": "R9",
    "end_deck": "R10",
    "end_incriminations": "R10",
}


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_play_asked_for_exists_and_is_explained_with_its_ruling(step: Step, language: str) -> None:
    words, model = load(language), WalkthroughModel([step])
    assert model.reply(words) == []
    wanted = [move for move in legal_moves(model.start) if step.wants(model.start, move)]
    assert wanted
    for move in wanted:
        model.play(move.card, move.target)
        assert model.done
        told = " ".join(model.reply(words))
        assert RULINGS[step.name] in told
        assert words("lesson.step.again") not in told


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_another_legal_play_is_told_too_and_the_step_stays_open(step: Step) -> None:
    model = WalkthroughModel([step])
    others = [move for move in legal_moves(model.start) if not step.wants(model.start, move)]
    assert bool(others) == (step.kind is not None)
    for move in others:
        model.play(move.card, move.target)
        assert model.done is False
        assert EN("lesson.step.again") in " ".join(model.reply(EN))
    model.go(0)
    assert model.done is None
    assert model.state == model.start


def test_the_walk_of_the_rules_makes_every_kind_of_play_and_both_ends() -> None:
    kinds = {(step.kind, step.target) for step in WALKS["rules"]}
    assert {kind for kind, _ in kinds} == {*Kind, None}
    assert {(Kind.POSITIVE, "self"), (Kind.POSITIVE, "other")} <= kinds
    reasons = set()
    for step in WALKS["rules"]:
        model = WalkthroughModel([step])
        move = next(move for move in legal_moves(model.start) if step.wants(model.start, move))
        model.play(move.card, move.target)
        if model.state.outcome is not None:
            reasons.add(model.state.outcome.reason)
    assert reasons == {"deck", "incriminations"}


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_r9_the_sites_stand_above_and_at_the_limit_wherever_it_is(limit: int) -> None:
    rules = Rules(contamination_over=limit)
    for name, cleared in (("incrimination_over", True), ("incrimination_at", False)):
        model = WalkthroughModel([step for step in STEPS if step.name == name], rules)
        move = next(move for move in legal_moves(model.start) if model.step.wants(model.start, move))
        model.play(move.card, move.target)
        assert model.state.history[-1].cleared is cleared
        assert str(limit) in model.reply(EN)[-1]


def test_a_step_is_walked_by_clicks_tried_again_and_left() -> None:
    walk = Walkthrough("rules", strict=True)
    assert all(button.disabled for button in walk.targets)
    walk.cards[1].click()
    assert walk.picked == 1
    assert not any(button.disabled for button in walk.targets)
    walk.targets[2].click()
    assert EN("lesson.step.again") in walk._reply.value
    assert all(button.disabled for button in walk.cards)
    walk.again_button.click()
    assert walk._reply.value.count("R") == 0
    walk.cards[0].click()
    walk.targets[0].click()
    assert walk.model.done
    assert "lies face down" in walk._reply.value
    walk.next_button.click()
    assert walk.model.step.name == "positive_self"
    assert walk.model.done is None
    walk.back_button.click()
    assert walk.model.at == 0
    walk.go(99)
    assert walk.next_button.disabled
    assert walk.model.at == len(WALKS["rules"]) - 1


def test_the_controls_and_the_reply_stand_before_the_picture_and_say_its_words() -> None:
    walk = Walkthrough("rules", lang="es", strict=True)
    count, ask, both = walk.children[:3]
    assert (count, ask) == (walk._count, walk._ask)
    beside, picture = both.children
    assert picture is walk._picture
    assert walk._reply in beside.children
    assert [button.description for button in walk._hand.children] == [
        "Recurso 1",
        "Positiva",
        "Negativa",
        "Recurso 3 · industria 2 · contaminación 1",
        "Recurso 4 · industria 1",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_a_lesson_asks_for_no_click(language: str) -> None:
    words = load(language)
    walk = Walkthrough("rules", lang=language, strict=True)
    for picked in (None, 0):
        walk.picked = picked
        walk.refresh()
        shown = unescape(walk._picture.value)
        assert words("picture.do.pick") not in shown
        assert words("picture.do.aim") not in shown
        assert text.capital(words("turn.plays", count=1)) in shown
    walk.go(1)
    walk.play(0, 0)
    assert text.capital(words("turn.plays", count=2)) in unescape(walk._picture.value)


def test_r8_after_any_play_the_turn_of_the_skipped_seat_is_over_and_its_extra_play_waits() -> None:
    model = WalkthroughModel([step for step in STEPS if step.name == "skipped"])
    moves = legal_moves(model.start)
    assert len(moves) == 15
    for move in moves:
        model.play(move.card, move.target)
        assert (model.state.turn, model.state.lost[1], model.state.extra[1]) == (2, 0, 1)
        assert model.reply(EN)[-1].startswith("Carla acts next: Bruno's turn was skipped")


def test_r8_a_negative_card_offers_the_other_seats_only() -> None:
    walk = Walkthrough([step for step in STEPS if step.name == "negative"], strict=True)
    walk.cards[0].click()
    assert [button.disabled for button in walk.targets] == [True, False, False]
    with pytest.raises(IllegalMove, match="R8"):
        walk.play(0, 0)
    assert walk.model.done is None


def test_a_click_on_a_seat_before_a_card_does_nothing() -> None:
    walk = Walkthrough("rules", strict=True)
    walk.targets[0].click()
    assert walk.model.done is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_changes_in_the_middle_of_a_step(language: str) -> None:
    walk = Walkthrough("rules", strict=True)
    walk.pick(0)
    walk.lang = language
    assert walk.picked == 0
    walk.play(0, 0)
    assert load(language)("lesson.step.resource.why", held=5) in walk.text()


def test_the_reader_sees_no_more_than_its_seat() -> None:
    step = STEPS[0]
    other = Step(
        step.name, step.position.replace("R1i3c2 R2 R3 + -", "R4i3c2 ! ! + -"), step.kind, step.target
    )
    assert parse_position(other.position) != parse_position(step.position)
    first, second = Walkthrough([step], strict=True), Walkthrough([other], strict=True)
    for card, target in ((None, None), (0, 1)):
        if card is not None and target is not None:
            first.play(card, target)
            second.play(card, target)
        assert first.text() == second.text()
        assert first._picture.value == second._picture.value
        assert first._reply.value == second._reply.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_names_no_button_that_a_lesson_lacks(language: str) -> None:
    words = load(language)
    walk = Walkthrough("rules", lang=language)
    move = legal_moves(walk.model.start)[0]
    walk.pick(move.card)
    walk.model.play(move.card, move.target)
    walk.refresh()
    assert not walk.model.observation.legal_moves
    picture = unescape(walk._picture.value)
    assert "<svg" in picture
    for button in ("step", "turn", "end"):
        assert f">{words(f'control.{button}')}<" not in picture
