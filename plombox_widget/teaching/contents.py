"""The list of lessons, each with a line on what one can do at its end."""

from collections.abc import Iterable

import ipywidgets as widgets

from plombox_widget.game.rules import Rules
from plombox_widget.teaching.facts import rule_facts
from plombox_widget.teaching.lesson import LESSONS, address, titled
from plombox_widget.teaching.panel import Panel, prose


class Contents(Panel):
    """Links to every notebook, in the language in hand."""

    def build(self) -> Iterable[widgets.Widget]:
        self._list = widgets.HTML()
        return [self._list]

    def refresh(self) -> None:
        self._list.value = self.static()

    def text(self) -> str:
        lines = []
        for topic in LESSONS:
            if topic != "index":
                link = f"[{titled(topic, self.words)}]({address(topic, self.lang)})"
                about = self.words(f"lesson.index.about.{topic}", **rule_facts(Rules()))
                lines.append(f"- **{link}** – {about}")
        return "\n".join(lines)

    def static(self) -> str:
        return prose(self.text())
