"""Questions to the reader, one at a time: the answer is told after it was given, with the ruling.

Nothing is graded, kept or sent; a right answer is nowhere in the page before the reader answered.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ipywidgets as widgets

from plombox_widget.game.expect import expect_list, given_rules
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import Words
from plombox_widget.teaching import markup
from plombox_widget.teaching.facts import rule_facts
from plombox_widget.teaching.panel import Panel, guarded, prose, status, text_button, wrapped

Facts = Mapping[str, object]


def _no_facts(rules: Rules, words: Words) -> Facts:
    return {}


@dataclass(frozen=True, slots=True)
class Question:
    """One question as data. Its texts are ``lesson.quiz.<text>.ask`` and ``lesson.quiz.<text>.why``."""

    name: str
    options: tuple[str, ...]
    """Keys of the options' texts, after ``lesson.quiz.``."""
    right: Callable[[Rules], frozenset[str]]
    """The options that are right, worked out from the rules by the engine."""
    many: bool = False
    """Whether any number of options may be chosen, none included."""
    facts: Callable[[Rules, Words], Facts] = field(default=_no_facts)
    """What the texts speak of beside the numbers of the rules, in light markup."""
    text: str = ""
    """Key of the texts; the name if it is empty."""


class QuizModel:
    """Where a reader stands in a row of questions. Knows nothing of Jupyter."""

    def __init__(self, questions: Sequence[Question], rules: Rules | None = None) -> None:
        self.questions: tuple[Question, ...] = expect_list("questions", questions, Question)
        self.rules = given_rules(rules)
        self.at = 0
        self.given: dict[str, frozenset[str]] = {}

    @property
    def question(self) -> Question:
        return self.questions[self.at]

    @property
    def answer(self) -> frozenset[str] | None:
        """What the reader answered to this question; None before that."""
        return self.given.get(self.question.name)

    def ask(self, words: Words) -> str:
        return self._text("ask", words)

    def option(self, option: str, words: Words) -> str:
        return words(f"lesson.quiz.{option}", **self._facts(words))

    def reply(self, options: Iterable[str]) -> bool:
        """Take an answer, and tell whether it is right; ``ValueError`` for what is no answer."""
        chosen = frozenset(options)
        unknown = sorted(chosen - set(self.question.options))
        if unknown:
            raise ValueError(f"quiz: {self.question.name} has no option {unknown[0]!r}")
        if not self.question.many and len(chosen) != 1:
            raise ValueError(f"quiz: {self.question.name} takes one option, got {len(chosen)}")
        self.given[self.question.name] = chosen
        return chosen == self.question.right(self.rules)

    def feedback(self, words: Words) -> str:
        """Whether the answer is right, what would be, and why; empty before an answer was given."""
        if self.answer is None:
            return ""
        right = self.question.right(self.rules)
        why = self._text("why", words)
        if self.answer == right:
            return f"**{words('lesson.quiz.right')}** {why}"
        told = words.listed(self.option(option, words) for option in self.question.options if option in right)
        return f"**{words('lesson.quiz.wrong', answer=told or words('lesson.quiz.none'))}** {why}"

    def move(self, by: int) -> None:
        """To the next or the one before, stopping at the ends."""
        self.at = min(max(self.at + by, 0), len(self.questions) - 1)

    def _text(self, part: str, words: Words) -> str:
        return words(f"lesson.quiz.{self.question.text or self.question.name}.{part}", **self._facts(words))

    def _facts(self, words: Words) -> dict[str, object]:
        return {**rule_facts(self.rules), **self.question.facts(self.rules, words)}


class Quiz(Panel):
    """Questions one at a time, each with its options, a button to answer, and the feedback."""

    def __init__(
        self,
        questions: str | Sequence[Question],
        rules: Rules | None = None,
        lang: str = "en",
        *,
        strict: bool = False,
    ) -> None:
        """``questions``, or the name of a row of them; ``ValueError`` for a name that there is not."""
        self.model = QuizModel(named_questions(questions) if isinstance(questions, str) else questions, rules)
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        most = max(len(question.options) for question in self.model.questions)
        self._count, self._ask, self._feedback = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.one = widgets.RadioButtons(layout=widgets.Layout(width="100%"))
        self.many = [widgets.Checkbox(indent=False, layout=_FULL) for _ in range(most)]
        self._options = widgets.VBox(layout=_FULL)
        self.answer_button, self.back_button, self.next_button = (text_button() for _ in range(3))
        self.answer_button.on_click(lambda _: self.answer())
        self.back_button.on_click(lambda _: self.move(-1))
        self.next_button.on_click(lambda _: self.move(1))
        buttons = [self.answer_button, self.back_button, self.next_button]
        return [self._count, self._ask, self._options, wrapped(*buttons), self._feedback]

    @guarded
    def answer(self, *options: str) -> None:
        """Answer with ``options``, or with what is chosen on the page."""
        chosen = options or self._chosen()
        if not chosen and not self.model.question.many:
            self.trouble(self.words("lesson.quiz.choose"))
            return
        self.model.reply(chosen)
        self.refresh()

    @guarded
    def move(self, by: int) -> None:
        """To the next question or the one before."""
        self.model.move(by)
        self.refresh()

    def _chosen(self) -> list[str]:
        names = self.model.question.options
        if not self.model.question.many:
            return [] if self.one.index is None else [names[self.one.index]]
        return [name for name, box in zip(names, self.many, strict=False) if box.value]

    def refresh(self) -> None:
        model, words = self.model, self.words
        self._count.value = prose(words("lesson.quiz.count", at=model.at + 1, all=len(model.questions)))
        self._ask.value = prose(model.ask(words))
        self._show_options()
        self._feedback.value = status(model.feedback(words))
        self.answer_button.description = words("lesson.quiz.answer")
        self.back_button.description = words("lesson.quiz.back")
        self.next_button.description = words("lesson.quiz.next")
        self.back_button.disabled = model.at == 0
        self.next_button.disabled = model.at == len(model.questions) - 1

    def _show_options(self) -> None:
        """Texts of the options; what was chosen stays while only the language changes."""
        question, words = self.model.question, self.words
        texts = [markup.plain(self.model.option(name, words)) for name in question.options]
        chosen = self._chosen() if self._shown == question.name else list(self.model.answer or ())
        self._shown = question.name
        if question.many:
            for name, text, box in zip(question.options, texts, self.many, strict=False):
                box.description, box.value = text, name in chosen
            self._options.children = tuple(self.many[: len(texts)])
        else:
            self.one.options = texts
            self.one.index = question.options.index(chosen[0]) if chosen else None
            self._options.children = (self.one,)

    _shown = ""

    def text(self) -> str:
        """The question in hand and its options, and the feedback if it was answered."""
        model, words = self.model, self.words
        options = "\n".join(f"- {model.option(name, words)}" for name in model.question.options)
        return "\n\n".join(part for part in (model.ask(words), options, model.feedback(words)) if part)

    def static(self) -> str:
        """Every question, no answer: what a sheet of paper would show."""
        return "".join(prose(text) for text in self._all())

    def _all(self) -> Iterable[str]:
        words, paper = self.words, QuizModel(self.model.questions, self.model.rules)
        for number, question in enumerate(paper.questions, start=1):
            paper.at = number - 1
            options = "\n".join(f"- {paper.option(name, words)}" for name in question.options)
            yield f"{number}. {paper.ask(words)}\n\n{options}"


_FULL: Any = {"width": "100%"}


def named_questions(name: str) -> tuple[Question, ...]:
    """The row of questions of this name; ``ValueError`` that lists the names if there is none."""
    from plombox_widget.teaching.questions import QUIZZES

    if name not in QUIZZES:
        raise ValueError(f"quiz: expected one of {', '.join(QUIZZES)}, got {name!r}")
    return QUIZZES[name]
