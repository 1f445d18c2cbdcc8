"""For whoever teaches: the plan of the lesson, and questions before and after, kept in one's own file."""

import json
from collections.abc import Iterable

import ipywidgets as widgets

from plombox_widget.game.rules import Rules
from plombox_widget.teaching import markup
from plombox_widget.teaching.belief_timeline import table
from plombox_widget.teaching.house_rules import download
from plombox_widget.teaching.panel import Panel, guarded, prose, text_button, wrapped
from plombox_widget.teaching.plan import MINUTES, PLAN
from plombox_widget.teaching.quiz import QuizModel, named_questions

TIMES = ("before", "after")
ASKED = {"sites": ("industry_at", "contamination_at"), "plays": ("secret", "both")}
"""Row of questions → the ones that are asked before and after the lesson."""


class LessonPlan(Panel):
    """The parts of the lesson with their minutes."""

    def build(self) -> Iterable[widgets.Widget]:
        self._table = widgets.HTML()
        return [self._table]

    def refresh(self) -> None:
        self._table.value = self.static()

    def _rows(self) -> list[list[str]]:
        rows, begun = [], 0
        for phase in PLAN:
            title, do = (self.words(f"lesson.plan.{phase.name}.{part}") for part in ("title", "do"))
            rows.append([f"{begun}–{begun + phase.minutes}", title, do])
            begun += phase.minutes
        return rows

    def text(self) -> str:
        return "\n".join(f"- {minutes}: **{title}**. {do}" for minutes, title, do in self._rows())

    def static(self) -> str:
        heads = [self.words(f"lesson.plan.head.{column}") for column in ("minutes", "part", "do")]
        return table(heads, self._rows(), self.words("lesson.plan.caption", minutes=MINUTES))


class Survey(Panel):
    """The same questions before and after; the answers go into a file that the reader saves, nowhere else."""

    def __init__(self, rules: Rules | None = None, lang: str = "en", *, strict: bool = False) -> None:
        rows = {name: named_questions(name) for name in ASKED}
        asked = [question for name, row in rows.items() for question in row if question.name in ASKED[name]]
        self.models = [QuizModel([question], rules) for question in asked]
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self._intro, self._link = widgets.HTML(), widgets.HTML()
        self._asks = [widgets.HTML() for _ in self.models]
        self.answers = [{time: self._answer() for time in TIMES} for _ in self.models]
        self.save_button = text_button()
        self.save_button.on_click(lambda _: self.save())
        rows = [
            widgets.VBox([ask, wrapped(*answers.values())])
            for ask, answers in zip(self._asks, self.answers, strict=True)
        ]
        return [self._intro, *rows, wrapped(self.save_button), self._link]

    def _answer(self) -> widgets.Dropdown:
        answer = widgets.Dropdown(layout={"width": "14em", "max_width": "100%"})
        answer.observe(lambda _: self._outdated(), "value")
        return answer

    def _outdated(self) -> None:
        self._link.value = ""

    def record(self) -> dict[str, dict[str, str | None]]:
        """Question → time → the option that was chosen, None for none; no name, no date."""
        return {
            model.question.name: {time: answers[time].value or None for time in TIMES}
            for model, answers in zip(self.models, self.answers, strict=True)
        }

    @guarded
    def save(self) -> None:
        """Make the link that saves the answers."""
        data = json.dumps(self.record(), indent=1).encode("utf-8")
        label = self.words("lesson.survey.file")
        self._link.value = download(data, "application/json", "plombox-answers.json", label)

    def refresh(self) -> None:
        words = self.words
        self._intro.value = prose(words("lesson.survey.intro"))
        for model, ask, answers in zip(self.models, self._asks, self.answers, strict=True):
            ask.value = prose(model.ask(words))
            texts = [markup.plain(model.option(option, words)) for option in model.question.options]
            for time, answer in answers.items():
                chosen = answer.value or ""
                answer.options = [("–", ""), *zip(texts, model.question.options, strict=True)]
                answer.value, answer.description = chosen, words(f"lesson.survey.{time}")
        self.save_button.description = words("lesson.survey.save")
        self._outdated()

    def text(self) -> str:
        asked = [f"- {model.ask(self.words)}" for model in self.models]
        return "\n".join([self.words("lesson.survey.intro"), "", *asked])

    def static(self) -> str:
        return prose(self.text())
