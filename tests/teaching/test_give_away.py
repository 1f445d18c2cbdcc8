"""Nothing is given away: before the reader has acted, no trait of any widget and no output has the answer."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from ipywidgets import Widget

from plombox_widget.game.cards import Kind
from plombox_widget.game.engine import legal_moves
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, Words, load
from plombox_widget.teaching import Quiz, Survey, Walkthrough, markup
from plombox_widget.teaching.classroom import ASKED
from plombox_widget.teaching.panel import Panel
from plombox_widget.teaching.questions import QUIZZES
from plombox_widget.teaching.quiz import Question, QuizModel
from plombox_widget.teaching.steps import WALKS
from plombox_widget.teaching.walkthrough import Step, WalkthroughModel

QUESTIONS = [question for row in QUIZZES.values() for question in row]
STEPS = WALKS["rules"]


def widgets_of(value: object, seen: set[int]) -> Iterator[Widget]:
    """A widget and all that it holds, shown or not: children, looks, and whatever its object keeps."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, Widget):
        yield value
        held = [*vars(value).values(), *(getattr(value, name) for name in value.keys)]
        for part in held:
            yield from widgets_of(part, seen)
    elif isinstance(value, list | tuple | set):
        for part in value:
            yield from widgets_of(part, seen)
    elif isinstance(value, dict):
        yield from widgets_of(list(value.values()), seen)


def sent(panel: Panel) -> list[str]:
    """What reaches the browser or a saved notebook: the state of every widget, and the outputs in words."""
    states = [json.dumps(widget.get_state(), ensure_ascii=False, default=str) for widget in everything(panel)]
    bundle = panel._repr_mimebundle_()
    outputs = [str(bundle[kind]) for kind in ("text/plain", "text/html")]
    return [*sorted(re.sub(r"IPY_MODEL_\w+", "", state) for state in states), *outputs, repr(panel)]


def everything(panel: Panel) -> list[Widget]:
    found = list(widgets_of(panel, set()))
    assert len(found) > len(panel.children)
    return found


def readable(parts: list[str]) -> str:
    """As a curious reader would search it: without tags and escapes."""
    return " ".join(re.sub(r"<[^>]+>|\s+", " ", unescape("\n".join(parts)).replace("\\n", " ")).split())


def told(text: str) -> list[str]:
    """The lines of a text that say something, without their markup."""
    lines = (line.strip(" -") for line in markup.plain(text).splitlines())
    return [" ".join(line.split()) for line in lines if len(line) > 12]


def answers(question: Question, words: Words) -> list[str]:
    """What the reader is told after a right answer, and after a wrong one."""
    model = QuizModel([question])
    right = question.right(model.rules)
    model.reply(right)
    lines = told(model.feedback(words))
    wrong = frozenset(question.options[:1]) ^ (right if question.many else frozenset())
    if not question.many and wrong == right:
        wrong = frozenset(question.options[1:2])
    model.reply(wrong)
    return [*lines, *told(model.feedback(words)), words("lesson.quiz.right")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", QUIZZES)
def test_no_feedback_of_any_question_of_a_row_is_in_the_page_before(row: str, language: str) -> None:
    words = load(language)
    quiz = Quiz(row, lang=language, strict=True)
    for at, question in enumerate(QUIZZES[row]):
        page = readable(sent(quiz))
        assert " ".join(markup.plain(quiz.model.ask(words)).split())[:40] in page
        for later in QUIZZES[row][at:]:
            for line in answers(later, words):
                if line != words("lesson.quiz.right"):
                    assert line not in page, line
        # what was answered before may be told, but nothing of this question
        assert quiz._feedback.value.count("<p>") == 0
        quiz.answer(*sorted(question.right(Rules())))
        assert words("lesson.quiz.right") in readable(sent(quiz))
        quiz.move(1)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_no_flag_anywhere_turns_with_the_right_answer(question: Question) -> None:
    other = replace(question, right=lambda rules: frozenset(question.options) - question.right(rules))
    assert other.right(Rules()) != question.right(Rules())
    assert sent(Quiz([question])) == sent(Quiz([other]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_questions_before_and_after_never_tell_their_answers(language: str) -> None:
    words, page = load(language), readable(sent(Survey(lang=language)))
    for row, names in ASKED.items():
        for question in QUIZZES[row]:
            if question.name in names:
                assert not any(line in page for line in answers(question, words))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_reply_of_any_step_is_in_the_page_before_the_play(language: str) -> None:
    words = load(language)
    replies = []
    for step in STEPS:
        model = WalkthroughModel([step])
        move = next(move for move in legal_moves(model.start) if step.wants(model.start, move))
        model.play(move.card, move.target)
        replies.append([line for text in model.reply(words) for line in told(text)])
    walk = Walkthrough("rules", lang=language, strict=True)
    for at in range(len(STEPS)):
        page = readable(sent(walk))
        assert not any(line in page for later in replies[at:] for line in later)
        assert words("lesson.step.again") not in page
        walk.next_button.click()


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_no_flag_anywhere_turns_with_what_a_step_wants(step: Step) -> None:
    kinds = [None, *Kind]
    other = replace(step, kind=kinds[(kinds.index(step.kind) + 1) % len(kinds)], target="self")
    before = [sent(Walkthrough([one])) for one in (step, other)]
    assert before[0] == before[1]
    walks = [Walkthrough([one]) for one in (step, other)]
    for walk in walks:
        walk.pick(walk.model.seen_at_start.hand[0].card_index)
    assert sent(walks[0]) == sent(walks[1])


def test_the_search_itself_finds_what_is_there() -> None:
    words = load("en")
    quiz = Quiz("sites", strict=True)
    quiz.answer("no")
    page = readable(sent(quiz))
    assert all(line in page for line in told(quiz.model.feedback(words)))
    walk = Walkthrough("rules", strict=True)
    walk.play(0, 0)
    assert all(line in readable(sent(walk)) for text in walk.model.reply(words) for line in told(text))
