"""Bent rules change the words of every lesson: numbers worked out by hand, in all languages."""

import ast
import json
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from plombox_widget.game.engine import legal_moves
from plombox_widget.game.notation import parse_position
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.teaching import Lesson, Walkthrough, markup
from plombox_widget.teaching import lesson as lesson_module
from plombox_widget.teaching.facts import rule_facts
from plombox_widget.teaching.lesson import LESSONS
from plombox_widget.teaching.panel import Panel
from plombox_widget.teaching.questions import PLAYS, QUIZZES, TABLES, finished
from plombox_widget.teaching.quiz import QuizModel
from plombox_widget.teaching.steps import WALKS
from plombox_widget.teaching.walkthrough import WalkthroughModel

ROOT = Path(__file__).resolve().parents[2]
BENT = Rules(
    players=6,
    hand_size=4,
    cards_per_player=23,
    draw="turn",
    deck={"R1i1": 20, "R2c1": 10, "R3": 9, "R4": 8, "+": 6, "-": 5, "!": 4},
    industry_over=11,
    contamination_over=9,
    citizen_margin=2,
    corporate_margin=-1,
    ngo_margin=4,
)
BY_HAND = {
    "players": 6,
    "hand_size": 4,
    "cards_per_player": 23,
    "industry_over": 11,
    "contamination_over": 9,
    "citizen_margin": 2,
    "corporate_margin": -1,
    "ngo_margin": 4,
    "players_least": 3,
    "players_most": 8,
    "roles": 3,
    "packages": 4,
    "basic_decks": 3,
    "basic_cards": 62,
    "cards_in_use": 138,
    "incriminations": 6,
    "industry_enough": 12,
    "contamination_enough": 10,
    "minutes": 45,
    "citizen_needed": 4,
    "corporate_needed": 1,
    "ngo_needed": 6,
}
TEXTS = {
    language: json.loads((ROOT / f"plombox_widget/locales/{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
OLD_LINES = re.compile(
    r"(?:over|than|mayor que|más que|más de|dépasse\w*|plus que|plus de|au-dessus de)\W{1,4}(?:4|2)(?!\d)"
)
"""A threshold as published."""


def prose_of(topic: str) -> Iterator[tuple[str, set[str]]]:
    """Texts of a lesson that a notebook says, with the fields that they need."""
    for key, text in TEXTS["en"].items():
        part = key.removeprefix(f"lesson.{topic}.")
        if part != key and part not in ("title", "lead") and not part.startswith("about."):
            yield part, {name for _, name, _, _ in string.Formatter().parse(text) if name}


PROSE = [(topic, part, needs) for topic in LESSONS for part, needs in prose_of(topic)]


def test_the_facts_that_texts_speak_of_are_those_worked_out_by_hand() -> None:
    facts = rule_facts(BENT)
    assert {name: facts[name] for name in BY_HAND} == BY_HAND
    assert set(facts) == {*BY_HAND, "draw", "deck"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("topic", "part", "needs"), PROSE, ids=[f"{topic}.{part}" for topic, part, _ in PROSE]
)
def test_prose_says_the_numbers_of_the_bent_rules(
    topic: str, part: str, needs: set[str], language: str
) -> None:
    given = dict.fromkeys(needs - set(BY_HAND), 77)
    told = Lesson(topic, language, BENT).say(part, **given).text()
    text = TEXTS[language][f"lesson.{topic}.{part}"]
    assert told == text.format_map(BY_HAND | given)
    if needs & (
        set(BY_HAND) - {"minutes", "roles", "packages", "basic_decks", "players_least", "players_most"}
    ):
        assert told != Lesson(topic, language, Rules()).say(part, **given).text()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", [topic for topic in LESSONS if topic != "play"])
def test_titles_and_questions_say_them_too(topic: str, language: str) -> None:
    told = Lesson(topic, language, BENT).header.text()
    title, lead = (TEXTS[language][f"lesson.{topic}.{part}"] for part in ("title", "lead"))
    assert told.endswith(f"{title}\n\n{lead.format_map(BY_HAND)}")


def shown(topic: str, language: str, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> dict[str, Panel]:
    """The parts that the notebook of a lesson shows, its cells run here as they stand, under ``rules``."""
    monkeypatch.setenv("PLOMBOX_LANG", language)
    monkeypatch.setattr(lesson_module, "given_rules", lambda given: rules if given is None else given)
    notebook = json.loads((ROOT / "notebooks" / LESSONS[topic]).read_text(encoding="utf-8"))
    space: dict[str, object] = {}
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        ast.parse(source)
        exec(source, space)
    made = space["lesson"]
    assert isinstance(made, Lesson)
    return made._panels


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", [topic for topic in LESSONS if topic != "play"])
def test_a_whole_notebook_speaks_of_the_bent_rules_and_of_no_others(
    topic: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    panels = shown(topic, language, BENT, monkeypatch)
    for name, panel in panels.items():
        if name in OF_A_GAME | {"bent"}:
            continue
        told = markup.plain(panel.text()) + re.sub(r"<[^>]+>", "", panel.static())
        assert not OLD_LINES.search(told), f"{name}: {OLD_LINES.search(told)}"


OF_A_GAME = {"talk", "guess", "bayes"}
"""Parts that show a game that was played by the published rules."""


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"(?<![R\d])\d+", text)]


WHY = {
    "resource": [5],
    "positive_self": [2],
    "positive_other": [2],
    "negative": [],
    "skipped": [],
    "incrimination_over": [9],
    "incrimination_at": [9, 9],
    "end_deck": [],
    "end_incriminations": [3],
}
"""Step → the numbers in its reply: the hands have five cards, the position three seats."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", WALKS["rules"], ids=lambda step: step.name)
def test_each_step_of_the_walk_says_what_happened_under_the_bent_rules(step: object, language: str) -> None:
    words = load(language)
    model = WalkthroughModel([step], BENT)  # type: ignore[list-item]
    move = next(move for move in legal_moves(model.start) if model.step.wants(model.start, move))
    model.play(move.card, move.target)
    assert numbers(model.reply(words)[-1]) == WHY[model.step.name]
    if model.step.name == "positive_self":
        assert words("lesson.lab.draw.turn") in model.reply(words)[-1]


def test_what_the_steps_ask_is_true_of_their_positions() -> None:
    starts = {step.name: WalkthroughModel([step]).start for step in WALKS["rules"]}
    skipped = starts["skipped"]
    assert (skipped.lost[1], skipped.extra[1]) == (1, 1)
    deck = starts["end_deck"]
    assert deck.pile == 1
    known = {card.package for card in deck.sites[0]}
    held = [held.card.package for held in deck.hands[0]]
    assert {1, 2, 3, 4} - known == {4}
    assert held.count(4) == 1
    last = starts["end_incriminations"]
    assert last.rules.players - last.incriminations == 1
    assert last.roles[0] == "ngo"
    for name in ("negative", "incrimination_over", "incrimination_at", "end_incriminations"):
        assert starts[name].turn == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_r5_how_many_cards_a_turn_draws_follows_the_way_of_drawing(language: str) -> None:
    words = load(language)
    for draw, right in (("card", "number.3"), ("turn", "number.1")):
        model = QuizModel(PLAYS, Rules(draw=draw))
        assert model.reply({right})
        told = model.feedback(words)
        assert words(f"lesson.lab.draw.{draw}") in told
        assert numbers(told) == [3]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", QUIZZES)
def test_quizzes_judge_and_speak_by_the_bent_rules(row: str, language: str) -> None:
    words, model = load(language), QuizModel(QUIZZES[row], BENT)
    for question in model.questions:
        model.reply(question.right(BENT))
        told = markup.plain(model.feedback(words))
        assert words("lesson.quiz.right") in told
        assert not OLD_LINES.search(told) or question.text == "table", told
        model.move(1)


def test_r12_the_tables_are_judged_by_the_bent_rules() -> None:
    bent = Rules(industry_over=11, contamination_over=9, citizen_margin=-1, corporate_margin=3, ngo_margin=0)
    for name in TABLES:
        outcome = finished(name, bent).outcome
        assert outcome is not None
        # all sites are clean and none is developed: the NGOs need more than their own number
        state = parse_position(TABLES[name])
        ngos = sum(role == "ngo" for role in state.roles)
        assert ("ngo" in outcome.winners) == (state.rules.players > ngos)
        assert "corporate" not in outcome.winners


def test_a_walk_shows_its_table_under_bent_rules_in_every_language() -> None:
    for language in LANGUAGES:
        walk = Walkthrough("rules", BENT, language, strict=True)
        for _ in walk.model.steps:
            assert "<svg" in walk._picture.value
            walk.next_button.click()
