"""Facts about the real PlomBOX project, each with its source. Their words are ``lesson.fact.<name>``."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import ipywidgets as widgets

from plombox_widget.locales.i18n import Words
from plombox_widget.teaching.panel import Panel, guarded, prose, text_button, wrapped


@dataclass(frozen=True, slots=True)
class Source:
    """Where a fact is from: ``lesson.source.<name>`` says who published it."""

    name: str
    reference: str
    """What it is found by: a date, a DOI, a number of a grant; empty if who published it says all."""
    address: str = ""
    """Where it can be read; empty if no lasting address is known."""

    def cited(self, words: Words) -> str:
        """The source in one line of light markup."""
        who = words(f"lesson.source.{self.name}")
        if not self.reference:
            return who
        reference = f"[{self.reference}]({self.address})" if self.address else self.reference
        return words("lesson.source.line", who=who, reference=reference)


NEWS = Source("news", "2025-01-12")
PAPER = Source("paper", "10.1038/s44172-024-00337-7", "https://doi.org/10.1038/s44172-024-00337-7")
MAGAZINE = Source("magazine", "U-238, «detectar plomo en el agua»")
TRACKER = Source("tracker", "GB-GOV-13-FUND--GCRF-EP_T015586_1")
OMBUDSMAN = Source("ombudsman", "")
BLOG = Source("blog", "COP26, SDG 6")


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact; ``numbers`` are what its text speaks of."""

    name: str
    sources: tuple[Source, ...]
    numbers: Mapping[str, object] = field(default_factory=dict)


FACTS = (
    Fact("sensor", (NEWS, PAPER)),
    Fact("limit", (NEWS, PAPER), {"limit": 10}),
    Fact("anyone", (NEWS, PAPER)),
    Fact("teams", (NEWS, PAPER)),
    Fact("partners", (MAGAZINE,)),
    Fact("origin", (TRACKER,), {"grant": "EP/T015586/1"}),
    Fact("field", (OMBUDSMAN,)),
    Fact("word", (BLOG,)),
)
BY_NAME = {fact.name: fact for fact in FACTS}


def fact_text(fact: Fact, words: Words) -> str:
    """A fact in the words of a language, without its sources."""
    return words(f"lesson.fact.{fact.name}", **fact.numbers)


def sources_text(sources: Iterable[Source], words: Words) -> str:
    """Sources on one line."""
    return words.clauses(source.cited(words) for source in sources)


class FactSheet(Panel):
    """Facts, each with its source right under it, when the reader has thought and asks for them."""

    def __init__(self, *names: str, lang: str = "en", strict: bool = False) -> None:
        """The facts of these names, or all of them; ``KeyError`` for a name that there is not."""
        self.facts = tuple(BY_NAME[name] for name in names) or FACTS
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self._sheet = widgets.HTML()
        self.show_button = text_button()
        self.show_button.on_click(lambda _: self.turn())
        return [wrapped(self.show_button), self._sheet]

    @guarded
    def turn(self) -> None:
        """Show the facts, or hide them again."""
        self.tried = not self.tried
        self.refresh()

    def refresh(self) -> None:
        self.show_button.description = self.words(f"lesson.fact.{'hide' if self.tried else 'show'}")
        self._sheet.value = self.static() if self.tried else ""

    def text(self) -> str:
        return "\n".join(f"- {line}" for line in self._lines())

    def _lines(self) -> Iterable[str]:
        for fact in self.facts:
            cited = self.words("lesson.source.cited", sources=sources_text(fact.sources, self.words))
            yield f"{fact_text(fact, self.words)} {cited}"

    def static(self) -> str:
        return prose(self.text())
