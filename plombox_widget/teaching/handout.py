"""The controls that make a print-and-play PDF, when asked."""

from collections.abc import Iterable
from dataclasses import replace

import ipywidgets as widgets

from plombox_widget.game.expect import given_rules
from plombox_widget.game.rules import Rules
from plombox_widget.teaching.facts import seats_range
from plombox_widget.teaching.house_rules import download
from plombox_widget.teaching.panel import Panel, guarded, prose, text_button, wrapped
from plombox_widget.teaching.paper import CARD
from plombox_widget.teaching.pdf import PAPERS
from plombox_widget.teaching.print_and_play import COLUMNS, ROWS, print_and_play

MOST_SEED = 999_999


class Handout(Panel):
    """Players, deal, paper and backs; a button that makes the PDF; a link that saves it."""

    def __init__(self, rules: Rules | None = None, lang: str = "en", *, strict: bool = False) -> None:
        self._base = given_rules(rules)
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        least, most = seats_range()
        style = {"description_width": "8em"}
        self._intro, self._link = widgets.HTML(), widgets.HTML()
        self.players = widgets.IntSlider(self._base.players, least, most, style=style)
        self.seed = widgets.BoundedIntText(1, 0, MOST_SEED, style=style)
        self.paper = widgets.Dropdown(options=list(PAPERS), style=style)
        """Its value is the name that ``PAPERS`` has for it in any language."""
        self.backs = widgets.Checkbox(False, style=style)
        for control in (self.players, self.seed, self.paper, self.backs):
            control.layout.width, control.layout.max_width = "98%", "28em"
            control.observe(lambda _: self._outdated(), "value")
        self.make_button = text_button()
        self.make_button.on_click(lambda _: self.make())
        choices = widgets.VBox([self.players, self.seed, self.paper, self.backs])
        return [self._intro, choices, wrapped(self.make_button), self._link]

    @property
    def rules(self) -> Rules:
        """The rules of the deal, for as many players as the slider says."""
        return replace(self._base, players=self.players.value)

    def _outdated(self) -> None:
        """The link is of another deal now: take it away."""
        self._link.value = ""

    @guarded
    def make(self) -> None:
        """Make the PDF in the language in hand."""
        words, paper, backs = self.words, self.paper.value, self.backs.value
        data, pages = print_and_play(self.rules, self.seed.value, words, paper, backs=backs)
        deal = f"{words.language}-{self.players.value}-{self.seed.value}-{paper}"
        name = f"plombox-{deal}{'-backs' if backs else ''}.pdf"
        label = words("lesson.print.save", pages=pages, size=-(-len(data) // 1024))
        self._link.value = download(data, "application/pdf", name, label)

    def refresh(self) -> None:
        words = self.words
        self._intro.value = prose(self.text())
        self.players.description = words("lesson.win.players")
        self.seed.description = words("lesson.print.seed")
        self.paper.description = words("lesson.print.paper")
        chosen = self.paper.value
        self.paper.options = [(self._called(name), name) for name in PAPERS]
        self.paper.value = chosen
        self.backs.description = words("lesson.print.backs")
        self.make_button.description = words("lesson.print.make")
        self._outdated()

    def _called(self, paper: str) -> str:
        """What a size of paper is called; an international one has the same name everywhere."""
        key = f"lesson.print.paper.{paper.lower()}"
        return self.words(key) if key in self.words else paper

    def text(self) -> str:
        width, height = CARD
        size = {"width": round(width), "height": round(height), "cards": COLUMNS * ROWS}
        return self.words("lesson.print.intro", **size)

    def static(self) -> str:
        return prose(self.text())
