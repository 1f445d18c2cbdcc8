"""Quizzes: right answers worked out by hand, nothing given away before, feedback with the ruling."""

import re

import pytest

from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.teaching.questions import QUIZZES
from plombox_widget.teaching.quiz import Question, Quiz, QuizModel
from plombox_widget.teaching.science import FACTS

EN = load("en")
ANSWERS = {
    "lead_colour": {"of_project"},
    "lead_line": {"of_game"},
    "lead_training": {"of_project"},
    "lead_packages": {"of_game"},
    "lead_water": {"of_project"},
    "draws": {"number.3"},
    "secret": {"no"},
    "both": {"no"},
    "empty": {"yes"},
    "industry_at": {"no"},
    "industry_over": {"yes"},
    "contamination_at": {"yes"},
    "contamination_over": {"no"},
    "copies": {"no"},
    "table_strict": {"faction.ngo"},
    "table_over": {"faction.citizen"},
    "table_two": {"faction.corporate", "faction.ngo"},
    "table_nobody": set(),
    "table_all": {"faction.citizen", "faction.corporate", "faction.ngo"},
}
QUESTIONS = [question for row in QUIZZES.values() for question in row]


def test_every_question_has_an_answer_worked_out_by_hand() -> None:
    assert {question.name for question in QUESTIONS} == set(ANSWERS)
    for question in QUESTIONS:
        assert question.right(Rules()) == ANSWERS[question.name], question.name


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_reads_well_and_its_feedback_cites_its_ground(
    question: Question, language: str
) -> None:
    words, model = load(language), QuizModel([question])
    assert "?" in model.ask(words)
    assert model.feedback(words) == ""
    right = question.right(model.rules)
    assert model.reply(right)
    assert words("lesson.quiz.right") in model.feedback(words)
    cited = [words(f"lesson.source.{source.name}") for fact in FACTS for source in fact.sources]
    feedback = model.feedback(words)
    assert re.search(r"\bR\d+\b", feedback) or any(source in feedback for source in cited)
    wrong = set(question.options) - right if not question.many else set(question.options[:1]) ^ right
    wrong = set(sorted(wrong)[:1]) if not question.many else wrong
    assert not model.reply(wrong)
    assert words("lesson.quiz.right") not in model.feedback(words)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_nothing_in_the_page_changes_with_the_right_answer_before_one_is_given(question: Question) -> None:
    other = Question(
        question.name,
        question.options,
        lambda rules: frozenset(question.options) - question.right(rules),
        question.many,
        question.facts,
        question.text,
    )

    def page(asked: Question) -> list[object]:
        quiz = Quiz([asked])
        values = [child.get_state() for child in (quiz._ask, quiz.one, *quiz.many, quiz._feedback)]
        states = [{k: v for k, v in state.items() if not str(v).startswith("IPY_MODEL")} for state in values]
        return [states, quiz.text(), quiz.static()]

    assert page(question) == page(other)


def test_the_page_answers_goes_on_and_remembers() -> None:
    quiz = Quiz("sites", strict=True)
    assert quiz.back_button.disabled
    quiz.one.index = 0
    assert quiz._feedback.value.count("R11") == 0
    quiz.answer_button.click()
    assert "Not quite; right is: no." in quiz._feedback.value
    quiz.one.index = 1
    quiz.answer_button.click()
    assert "Right." in quiz._feedback.value
    quiz.next_button.click()
    assert quiz.one.index is None
    assert "R11" not in quiz._feedback.value
    quiz.back_button.click()
    assert quiz.one.index == 1
    assert "Right." in quiz._feedback.value
    for _ in range(9):
        quiz.next_button.click()
    assert quiz.model.at == 4
    assert quiz.next_button.disabled


def test_a_question_of_many_takes_any_number_of_ticks_none_included() -> None:
    quiz = Quiz("tables", strict=True)
    assert len(quiz._options.children) == 3
    quiz.many[2].value = True
    quiz.answer_button.click()
    assert "Right." in quiz._feedback.value
    quiz.move(3)
    assert not any(box.value for box in quiz.many)
    quiz.answer_button.click()
    assert "Right." in quiz._feedback.value
    assert "Nobody wins." in quiz._feedback.value


def test_a_choice_not_yet_answered_survives_a_change_of_language() -> None:
    quiz = Quiz("sites", strict=True)
    quiz.one.index = 1
    quiz.lang = "es"
    assert quiz.one.index == 1
    assert quiz.one.options == ("sí", "no")
    assert quiz._feedback.value == Quiz("sites", lang="es")._feedback.value


def test_no_choice_or_an_unknown_one_is_one_line_and_the_next_click_works() -> None:
    quiz = Quiz("sites")
    quiz.answer_button.click()
    assert EN("lesson.quiz.choose") in quiz._trouble.value
    with pytest.raises(ValueError, match="industry_at takes one option, got 2"):
        quiz.model.reply({"yes", "no"})
    quiz.answer("maybe")
    assert "has no option" in quiz._trouble.value
    quiz.answer("no")
    assert quiz._trouble.value == ""
    assert "Right." in quiz._feedback.value
    with pytest.raises(ValueError, match=r"quiz: expected one of .*sites"):
        Quiz("no such row")


def test_bent_rules_change_what_is_right_and_what_is_said() -> None:
    bent = Rules(industry_over=3, contamination_over=3)
    model = QuizModel(QUIZZES["sites"], bent)
    assert model.question.right(bent) == {"yes"}
    assert model.reply({"yes"})
    assert "over 3" in model.feedback(EN)
    assert QUIZZES["sites"][3].right(bent) == {"yes"}


def test_the_sheet_for_paper_holds_every_question_and_no_feedback() -> None:
    quiz = Quiz("sites", strict=True)
    quiz.answer("no")
    for number in range(1, 6):
        assert f"{number}. " in quiz.static()
    assert "R11" not in quiz.static()
