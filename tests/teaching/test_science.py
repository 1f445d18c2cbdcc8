"""Facts of the real project: each with a source, in every language, and no other number."""

import re

import pytest

from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.teaching.science import FACTS, FactSheet, fact_text

KNOWN = {"10.1038/s44172-024-00337-7", "GB-GOV-13-FUND--GCRF-EP_T015586_1", "2025-01-12"}
"""References that can be looked up."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
def test_each_fact_stands_beside_its_source(fact: object, language: str) -> None:
    sheet = FactSheet(fact.name, lang=language)  # type: ignore[attr-defined]
    (line,) = sheet.text().splitlines()
    assert fact.sources  # type: ignore[attr-defined]
    for source in fact.sources:  # type: ignore[attr-defined]
        assert source.cited(load(language)) in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_are_the_published_ones(language: str) -> None:
    numbers = [re.findall(r"\d[\d/A-Z]*", fact_text(fact, load(language))) for fact in FACTS]
    assert [found for found in numbers if found] == [["10"], ["015586/1"]]
    text = FactSheet(lang=language).text()
    assert all(reference in text for reference in KNOWN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_only_of_the_game_is_said_to_be(language: str) -> None:
    said = {"en": "game, not data", "es": "es juego, no son datos", "fr": "un jeu, pas des données"}
    assert said[language] in load(language)("lesson.lead.game", packages=4, contamination_over=2)


def test_the_facts_wait_for_the_reader() -> None:
    sheet = FactSheet("limit", strict=True)
    assert sheet._sheet.value == ""
    sheet.show_button.click()
    assert "10 parts per billion" in sheet._sheet.value
    sheet.lang = "es"
    assert "10 partes" in sheet._sheet.value
    sheet.show_button.click()
    assert sheet._sheet.value == ""
