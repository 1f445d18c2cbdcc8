"""A lesson: its language, the facts that its texts speak of, and the parts that a notebook shows."""

from collections.abc import Iterable
from typing import TypeVar

import ipywidgets as widgets

from plombox_widget.game.cards import shown
from plombox_widget.game.expect import given_rules
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, Words, load
from plombox_widget.locales.preference import preferred_language, remember_language
from plombox_widget.teaching import markup
from plombox_widget.teaching.facts import rule_facts
from plombox_widget.teaching.panel import Panel, heading, prose

LESSONS = {
    "index": "index.ipynb",
    "play": "play.ipynb",
    "rules": "01_rules.ipynb",
    "scoring": "02_scoring_thresholds.ipynb",
    "bots": "03_bots_and_strategy.ipynb",
    "roles": "04_hidden_roles.ipynb",
    "balance": "05_balance_lab.ipynb",
    "lead": "06_lead_in_water.ipynb",
    "teacher": "teacher_guide.ipynb",
}
"""Topic → notebook, in the order of reading."""
SomePanel = TypeVar("SomePanel", bound=Panel)
LABELS = {"new_game": "control.new_game", "more": "control.more", "referee": "control.mode.referee"}
"""Fact → the text of a control of the table, so that a lesson calls it as the table does."""
_OPEN: dict[str, "Lesson"] = {}


class Lesson:
    """What a notebook talks to. Its texts are under ``lesson.<topic>.…`` in the locales.

    A lesson of the same topic that was open in this process is closed: a notebook may be run twice.
    """

    def __init__(self, topic: str, lang: str | None = None, rules: Rules | None = None) -> None:
        """``ValueError`` for an unknown topic or language; ``rules`` are what the texts speak of."""
        if not isinstance(topic, str) or topic not in LESSONS:
            raise ValueError(f"lesson: expected one of {', '.join(LESSONS)}, got {shown(topic)}")
        self.topic = topic
        self.rules = given_rules(rules)
        self.lang = preferred_language() if lang is None else lang
        load(self.lang)
        self._panels: dict[str, Panel] = {}
        if topic in _OPEN:
            _OPEN[topic].close()
        _OPEN[topic] = self
        self.header = self.show("header", Header(self))

    def say(self, key: str, /, *, after: Panel | None = None, **facts: object) -> "Prose":
        """The text ``lesson.<topic>.<key>``, its numbers from the rules and from ``facts``.

        With ``after`` a live page tells it only when the reader has acted in that panel.
        """
        told = Prose(f"lesson.{self.topic}.{key}", rule_facts(self.rules) | facts, after=after)
        return self.show(f"say {key}", told)

    def end(self) -> "Ending":
        """The last text, ``lesson.<topic>.end``, and the way on."""
        return self.show("end", Ending(self.topic, rule_facts(self.rules)))

    def show(self, name: str, panel: SomePanel) -> SomePanel:
        """``panel`` in the language of the lesson; one shown before under this name is closed."""
        if name in self._panels:
            self._panels[name].close()
        panel.lang = self.lang
        self._panels[name] = panel
        return panel

    def __getitem__(self, name: str) -> Panel:
        return self._panels[name]

    @property
    def panels(self) -> tuple[Panel, ...]:
        """All that is shown now, in order."""
        return tuple(self._panels.values())

    def speak(self, lang: str) -> None:
        """Switch every part to a language. ``ValueError`` for an unknown one."""
        load(lang)
        self.lang = lang
        for panel in self.panels:
            panel.lang = lang

    def close(self) -> None:
        """Give back everything that the lesson showed."""
        for panel in self.panels:
            panel.close()
        self._panels.clear()

    def _repr_mimebundle_(self, **kwargs: object) -> object:
        return self.header._repr_mimebundle_(**kwargs)


class Prose(Panel):
    """A passage of text; with ``after`` it waits until the reader has acted in that panel."""

    def __init__(
        self, key: str, facts: dict[str, object], lang: str = "en", *, after: Panel | None = None
    ) -> None:
        self._key, self._facts, self._after = key, facts, after
        super().__init__(lang)
        if after is not None:
            after.observe(self._tried, "tried")

    def _tried(self, _: object) -> None:
        self.refresh()

    def build(self) -> Iterable[widgets.Widget]:
        self._passage = widgets.HTML()
        return [self._passage]

    def refresh(self) -> None:
        waits = self._after is not None and not self._after.tried
        self._passage.value = "" if waits else self.static()

    def close(self) -> None:
        if self._after is not None:
            self._after.unobserve(self._tried, "tried")
            self._after = None
        super().close()

    def text(self) -> str:
        """The passage with its facts, in light markup."""
        labels = {name: self.words(key) for name, key in LABELS.items()}
        facts = {
            name: markup.literal(fact) if isinstance(fact, str) else fact
            for name, fact in (labels | self._facts).items()
        }
        return self.words(self._key, **facts)

    def static(self) -> str:
        return prose(self.text())


class Header(Panel):
    """The title of a lesson, its question, the language switch, and the way to the other lessons."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        super().__init__(lesson.lang)

    def build(self) -> Iterable[widgets.Widget]:
        options = [(load(language)("language.name"), language) for language in LANGUAGES]
        self._languages = widgets.ToggleButtons(options=options, value=self.lang)
        self._languages.style.button_width = "auto"
        self._languages.observe(self._choose, "value")
        self._title, self._lead = widgets.HTML(), widgets.HTML()
        return [self._languages, self._title, self._lead]

    def _choose(self, change: dict[str, str]) -> None:
        if change["new"] != self._lesson.lang:
            remember_language(change["new"])
            self._lesson.speak(change["new"])

    def refresh(self) -> None:
        self._languages.value = self.lang
        self._languages.tooltip = self.words("lesson.panel.language")
        self._title.value = self._heading()
        self._lead.value = prose(f"{self._question()}\n\n{ways(self._lesson.topic, self.words)}")

    def _heading(self) -> str:
        return heading(titled(self._lesson.topic, self.words), 1)

    def _question(self) -> str:
        return self.words(f"lesson.{self._lesson.topic}.lead", **rule_facts(self._lesson.rules))

    def text(self) -> str:
        return f"{titled(self._lesson.topic, self.words)}\n\n{self._question()}"

    def static(self) -> str:
        return self._heading() + prose(self._question())


class Ending(Prose):
    """The last passage of a lesson; on a live page the ways on stand under it."""

    def __init__(self, topic: str, facts: dict[str, object], lang: str = "en") -> None:
        self._topic = topic
        super().__init__(f"lesson.{topic}.end", facts, lang)

    def refresh(self) -> None:
        self._passage.value = prose(f"{self.text()}\n\n{ways(self._topic, self.words)}")


def ways(topic: str, words: Words) -> str:
    """Links in light markup: back to the list of lessons, and on to the next one, in the same language."""
    topics = list(LESSONS)
    at = topics.index(topic)
    links = [f"[{words('lesson.panel.back')}]({address('index', words.language)})"] if at else []
    if 0 < at < len(topics) - 1:
        label = words("lesson.panel.next", title=titled(topics[at + 1], words))
        links.append(f"[{label}]({address(topics[at + 1], words.language)})")
    return " · ".join(links)


def titled(topic: str, words: Words) -> str:
    """The title of a lesson, with the number that its file has, where it has one."""
    number, title = LESSONS[topic].partition("_")[0], words(f"lesson.{topic}.title")
    return f"{number} · {title}" if number.isdigit() else title


def address(topic: str, lang: str) -> str:
    """Where a lesson is, seen from another lesson's page."""
    return f"{LESSONS[topic]}?lang={lang}"
