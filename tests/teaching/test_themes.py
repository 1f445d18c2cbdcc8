"""Light and dark: what a lesson colours has its own ground, what has none takes the colour of the page."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from ipywidgets import HTML

from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import load
from plombox_widget.teaching import (
    BayesByHand,
    BeliefTimeline,
    BotGame,
    Contents,
    Debrief,
    DeckExplorer,
    FactSheet,
    Handout,
    HouseRules,
    Lesson,
    LessonPlan,
    Quiz,
    SimulationLab,
    SiteExplorer,
    Survey,
    Walkthrough,
    WinExplorer,
)
from plombox_widget.teaching.panel import Panel, alert
from plombox_widget.teaching.plots import shares_plot

VOID = {"br", "hr", "img", "input", "meta", "col", "rect", "circle", "polygon", "polyline", "path", "line"}


class Texts(HTMLParser):
    """Every piece of text with the styles of the elements that it stands in, outermost first."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[tuple[str, str]] = []
        self.found: list[tuple[str, list[str]]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append((tag, dict(attributes).get("style") or ""))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        drawn = any(tag == "svg" for tag, _ in self._open)
        if data.strip() and not drawn:
            self.found.append((data.strip(), [style for _, style in self._open]))


def given(styles: list[str], name: str) -> int:
    """How deep the innermost style that gives a property stands; -1 if none does."""
    pattern = re.compile(rf"(?:^|;)\s*{name}\s*:\s*(?!inherit)")
    return max((depth for depth, style in enumerate(styles) if pattern.search(style)), default=-1)


def wrong(html: str) -> Iterator[str]:
    """Texts whose colour is set where their ground is not, or the other way round."""
    reader = Texts()
    reader.feed(html)
    for text, styles in reader.found:
        if given(styles, "color") != given(styles, "background(?:-color)?"):
            yield text


def pages(panel: Panel) -> Iterator[str]:
    yield panel.static()
    yield from (value.value for value in vars(panel).values() if isinstance(value, HTML))


def acted() -> Iterator[Panel]:
    """Every kind of panel after the reader has acted."""
    quiz, walk, game, beliefs = Quiz("sites"), Walkthrough("rules"), BotGame(), BeliefTimeline()
    quiz.answer("no")
    walk.play(0, 0)
    game.go(6)
    for _ in range(4):
        beliefs.guess()
        beliefs.go_on()
    refused = SiteExplorer("R1i3c2 R2i2c1")
    refused.add("!")
    handout, survey = Handout(), Survey()
    survey.save()
    yield from (quiz, walk, game, beliefs, refused, handout, survey, BayesByHand(), Contents(), Debrief())
    yield from (DeckExplorer(), FactSheet(), HouseRules(), LessonPlan(), WinExplorer(), SimulationLab())
    lesson = Lesson("scoring", "en", Rules())
    lesson.say("industry")
    yield from (*lesson.panels, lesson.end())


def test_no_text_of_a_lesson_is_coloured_without_its_ground_nor_grounded_without_its_colour() -> None:
    seen = 0
    for panel in acted():
        for html in pages(panel):
            assert list(wrong(html)) == [], type(panel).__name__
            seen += "style=" in html
    assert seen > 40


def test_a_plot_and_a_picture_bring_their_own_ground() -> None:
    plot = shares_plot({"a": [(0.5, 0.4, 0.6)]}, ["x"], "t", ("a", "b"), "c", load("en"))
    assert "background:#fff" in plot.html()
    walk = Walkthrough("rules")
    first = re.search(r"<rect [^>]*>", walk._picture.value)
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', walk._picture.value)
    assert first is not None
    assert size is not None
    assert f'width="{size[1]}" height="{size[2]}"' in re.sub(r"\.0(?=\")", "", first[0])


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ('<p style="color:#123">a</p>', ["a"]),
        ('<p style="background:#fff">a <b>b</b></p>', ["a", "b"]),
        ('<p style="background:#fff;color:#000">a <b style="color:#111">b</b></p>', ["b"]),
        ('<p style="color:inherit">a</p>', []),
        (alert("a"), []),
    ],
)
def test_the_search_itself_sees_what_is_wrong(html: str, texts: list[str]) -> None:
    assert list(wrong(html)) == texts
