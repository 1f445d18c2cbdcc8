"""Lessons: one language for all parts, texts with numbers from the rules, nothing left behind."""

import re
from html import escape

import pytest
from ipywidgets.widgets.widget import _instances

from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.teaching import Contents, Lesson, Quiz, SiteExplorer, Walkthrough, WinExplorer, markup
from plombox_widget.teaching.facts import rule_facts, seats_range
from plombox_widget.teaching.lesson import LESSONS, Prose, preferred_language

EN = load("en")


def test_the_language_comes_from_the_page_then_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLOMBOX_LANG", raising=False)
    monkeypatch.setenv("QUERY_STRING", "a=1&lang=fr")
    assert preferred_language() == "fr"
    monkeypatch.setenv("QUERY_STRING", "lang=xx")
    assert preferred_language() == "en"
    monkeypatch.setenv("PLOMBOX_LANG", "es")
    assert preferred_language() == "es"


def test_the_switch_changes_every_part_and_parts_shown_later() -> None:
    lesson = Lesson("scoring", lang="en")
    before = lesson.say("industry")
    lesson.show("site", SiteExplorer())
    lesson.header._languages.value = "es"
    after = lesson.show("wins", WinExplorer())
    assert {panel.lang for panel in lesson.panels} == {"es"}
    assert before.text() == load("es")("lesson.scoring.industry", industry_over=4)
    assert after.text() == WinExplorer(lang="es").text()


def test_prose_takes_its_numbers_from_the_rules_of_the_lesson() -> None:
    told = Lesson("scoring", lang="en", rules=Rules(industry_over=7)).say("industry_told").text()
    assert re.findall(r"\d+", told) == ["7", "11", "7", "8"]


def test_r1_r12_the_facts_are_those_of_the_rules() -> None:
    assert seats_range() == (3, 8)
    facts = rule_facts(Rules(players=5, ngo_margin=3))
    assert (facts["citizen_needed"], facts["ngo_needed"], facts["cards_in_use"]) == (2, 5, 100)
    assert (facts["industry_enough"], facts["contamination_enough"], facts["incriminations"]) == (5, 3, 5)


def test_a_cell_run_twice_and_a_lesson_run_twice_leave_nothing_behind() -> None:
    def run() -> Lesson:
        lesson = Lesson("scoring", lang="en")
        for _ in range(2):
            lesson.say("industry")
            lesson.show("site", SiteExplorer("R1"))
            lesson.show("quiz", Quiz("sites"))
            lesson.show("walk", Walkthrough("rules"))
            lesson.show("wins", WinExplorer())
        return lesson

    run()
    count = len(_instances)
    for _ in range(3):
        lesson = run()
    assert len(_instances) == count
    assert len(lesson.panels) == 6
    lesson.close()
    assert len(_instances) < count


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", [topic for topic in LESSONS if topic != "play"])
def test_every_lesson_has_a_title_a_question_and_ways_on(topic: str, language: str) -> None:
    header = Lesson(topic, lang=language).header
    assert header._title.value.count("<h1") == 1
    assert header.text()
    links = re.findall(r'href="([^"]+)"', header._lead.value)
    assert all(link.endswith(f"?lang={language}") for link in links)
    assert ("index.ipynb" in " ".join(links)) == (topic != "index")


def test_the_list_of_lessons_and_the_ways_on_tell_their_numbers() -> None:
    lines = Contents(lang="es").text().splitlines()
    assert [line[5:9] for line in lines if line[5:7].isdigit()] == [
        "01 ·",
        "02 ·",
        "03 ·",
        "04 ·",
        "05 ·",
        "06 ·",
    ]
    assert "- **[01 · Las reglas, jugando](01_rules.ipynb?lang=es)** – " in lines[1]
    assert "[Jugar](" in lines[0]
    header = Lesson("rules", lang="es").header
    assert "01 · Las reglas, jugando" in header._title.value
    assert "Siguiente: 02 · Puntaje" in header._lead.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_calls_the_controls_of_the_table_as_the_table_does(language: str) -> None:
    words, told = load(language), Lesson("teacher", lang=language).say("paper").text()
    places = [told.index(words(key)) for key in ("control.new_game", "control.more", "control.mode.referee")]
    assert places == sorted(places)


def test_wrong_topics_and_languages_are_one_clear_line() -> None:
    with pytest.raises(ValueError, match=r"lesson: expected one of index, .*, got 'nothing'"):
        Lesson("nothing")
    with pytest.raises(ValueError, match="language: expected one of en, es, fr"):
        Lesson("scoring", lang="de")
    lesson = Lesson("scoring", lang="en")
    with pytest.raises(ValueError, match="language: expected one of en, es, fr"):
        lesson.speak("de")
    assert lesson.lang == "en"


def test_a_panel_shows_words_where_widgets_cannot_be_shown() -> None:
    data = SiteExplorer("R1i2")._repr_mimebundle_()
    assert data["text/plain"].startswith("R1i2\n- Work packages 2, 3 and 4 are missing")
    assert "<button" not in data["text/html"]
    assert "IPY_MODEL" not in data["text/plain"] + data["text/html"]
    assert repr(Prose("lesson.scoring.end", {})) == EN("lesson.scoring.end")


# --- markup --------------------------------------------------------------------------------------------


def test_markup_makes_paragraphs_lists_bold_code_and_links() -> None:
    made = markup.html("One **two `R1`**.\n\n- a\n- b\n\n[on](index.ipynb?lang=es) [out](https://x.org/a)")
    assert made.startswith(
        "<p>One <strong>two <code>R1</code></strong>.</p><ul><li>a</li><li>b</li></ul><p><a "
    )
    assert 'href="index.ipynb?lang=es"' in made
    assert 'href="https://x.org/a"' in made
    assert markup.plain("a **b** `c` [d](https://e.org)") == "a b c d (https://e.org)"


@pytest.mark.parametrize("link", ["javascript:alert(1)", "http://x.org", "//x.org", "data:text/html,x"])
def test_markup_links_nowhere_else(link: str) -> None:
    with pytest.raises(ValueError, match="a link goes to https or a file beside the page"):
        markup.html(f"[x]({link})")


@pytest.mark.parametrize(
    "typed", ["<img src=x onerror=alert(1)>", "**a**", "[x](javascript:y)", "`c`", "\\*", "&"]
)
def test_what_a_person_typed_is_shown_as_it_is(typed: str) -> None:
    assert markup.html(markup.literal(typed)) == f"<p>{escape(typed)}</p>"
    assert markup.plain(markup.literal(typed)) == typed


def test_what_an_explorer_shows_is_told_when_it_was_tried() -> None:
    lesson = Lesson("scoring", lang="en")
    explorer = lesson.show("site", SiteExplorer("R1i2 R2i2", strict=True))
    told = lesson.say("industry_told", after=explorer)
    explorer.lang = "fr"
    explorer.add("R3")
    assert told._passage.value == ""
    explorer.add("R3i1")
    assert told.static() == told._passage.value != ""
    lesson.show("site", SiteExplorer())
    lesson.say("industry_told", after=lesson["site"])
    explorer.tried = False
    lesson.close()
