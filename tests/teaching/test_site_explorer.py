"""The site explorer, driven over each line: the totals worked out by hand."""

import re
from pathlib import Path

import pytest

from plombox_widget.game.cards import BASIC_DECK
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.teaching.questions import COPIES, FIVE, FOUR, TABLES, THREE, TWO
from plombox_widget.teaching.site_explorer import MOST_CARDS, SiteExplorer, SiteModel, cards_at
from plombox_widget.teaching.steps import RULES

EN = load("en")
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("industry", "developed"), [(3, False), (4, False), (5, True), (6, True)])
def test_r11_industry_four_is_not_enough_and_five_is(industry: int, developed: bool) -> None:
    model = SiteModel(" ".join(["R1i1"] * industry))
    assert model.score.developed is developed
    told = model.sentences(EN)[1]
    if developed:
        assert told == f"**Developed**: industry {industry} is over 4."
    else:
        assert told == f"Industry {industry} is not over 4: {5 - industry} more and the site is developed."


LINES = [(0, True), (1, True), (2, True), (3, False), (4, False)]


@pytest.mark.parametrize(("contamination", "clean"), LINES)
def test_r11_contamination_two_is_clean_and_three_is_not(contamination: int, clean: bool) -> None:
    model = SiteModel(f"R1c{contamination}")
    told = model.sentences(EN)
    if clean:
        more = 3 - contamination
        assert told[2] == (
            f"**Clean**: contamination {contamination} is not over 2. {more} more and it is contaminated."
        )
        assert told[3].endswith("and they would stay.")
    else:
        assert told[2] == f"**Contaminated**: contamination {contamination} is over 2."
        assert told[3].endswith("and discard every one.")


def test_r11_a_plombox_needs_all_four_packages_and_copies_add_nothing() -> None:
    model = SiteModel("R1 R2 R2 R4")
    assert model.sentences(EN)[0] == "Work package 3 is missing: no PlomBOX yet."
    model.add(model.cards[0])
    assert not model.score.plombox
    model = SiteModel("R1 R2 R3 R4")
    assert model.sentences(EN)[0].startswith("**PlomBOX done**")
    model.take(2)
    assert model.sentences(EN)[0] == "Work package 3 is missing: no PlomBOX yet."


@pytest.mark.parametrize("language", LANGUAGES)
def test_bent_thresholds_change_the_words_and_the_line(language: str) -> None:
    rules = Rules(industry_over=1, contamination_over=0)
    told = SiteModel("R1i2c1", rules).sentences(load(language))
    assert "1" in told[1]
    assert "**" in told[1]
    assert "**" in told[2]
    assert "4" not in told[1]
    assert "2" not in told[2]


def test_every_control_moves_the_explorer_and_its_words() -> None:
    explorer = SiteExplorer("R1i2", strict=True)
    explorer.package.value = 3
    explorer.kind.value = (3, 2)
    explorer.add_button.click()
    assert explorer.text().splitlines()[0] == "R1i2 R3i3c2"
    explorer._take[0].click()
    assert explorer.text().splitlines()[0] == "R3i3c2"
    explorer.clear_button.click()
    assert explorer.model.cards == ()
    assert explorer.clear_button.disabled


def test_the_boundary_is_crossed_by_clicks_and_crossed_back() -> None:
    explorer = SiteExplorer("R1i1 R1i1 R1i1 R1i1", strict=True)
    explorer.kind.value = (1, 0)
    assert "not over 4" in explorer._told.value
    explorer.add_button.click()
    assert "over 4" in explorer._told.value
    assert "Developed" in explorer._told.value
    explorer._take[4].click()
    assert "Developed" not in explorer._told.value


def test_a_wrong_card_is_one_line_and_the_next_click_works() -> None:
    explorer = SiteExplorer("R1")
    for code in ("!", "R9", ""):
        explorer.add(code)
        assert 'role="alert"' in explorer._trouble.value
        assert len(explorer.model.cards) == 1
    explorer.take(7)
    assert "no card 7" in explorer._trouble.value
    explorer.add("R2")
    assert explorer._trouble.value == ""
    assert len(explorer.model.cards) == 2
    with pytest.raises(ValueError, match="R9"):
        SiteExplorer("R1", strict=True).add("R9")


def test_a_site_takes_no_more_cards_than_can_be_shown() -> None:
    explorer = SiteExplorer(" ".join(["R1"] * MOST_CARDS), strict=True)
    assert explorer.add_button.disabled
    with pytest.raises(ValueError, match=f"{MOST_CARDS} cards"):
        explorer.add("R1")


def test_the_kinds_offered_are_those_of_the_deck() -> None:
    deck = {"R1": 60, "R2i7c9": 1, "!": 5}
    explorer = SiteExplorer("", Rules(deck=deck))
    assert [value for _, value in explorer.kind.options] == [(0, 0), (7, 9)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_changes_live_and_keeps_the_choice(language: str) -> None:
    explorer = SiteExplorer("R1i2", strict=True)
    explorer.kind.value = (2, 1)
    explorer.lang = language
    assert explorer.kind.value == (2, 1)
    assert explorer.add_button.description == load(language)("lesson.site.add")
    assert explorer.text() == SiteExplorer("R1i2", lang=language).text()


def test_a_site_at_a_line_is_made_of_cards_of_the_basic_deck() -> None:
    assert cards_at(industry=4) == "R1i1 R2i1 R3i1 R1i1"
    assert cards_at(contamination=2) == "R1i2c1 R2i2c1"
    assert cards_at(industry=3, contamination=2) == "R1i3c2"
    assert cards_at(industry=5, contamination=3) == "R1i3c2 R2i2c1"
    assert cards_at(industry=7, contamination=2) == "R1i2c1 R2i2c1 R3i1 R1i1 R2i1"
    assert cards_at() == ""
    for industry, contamination in ((1, 1), (2, 2), (4, 3)):
        with pytest.raises(ValueError, match=f"site: contamination {contamination} brings industry"):
            cards_at(industry=industry, contamination=contamination)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lessons_name_no_card_that_the_basic_deck_lacks(language: str) -> None:
    texts = list(load(language).group("").values())
    notebooks = [path.read_text(encoding="utf-8") for path in (ROOT / "notebooks").glob("*.ipynb")]
    positions = [step.position for step in RULES] + list(TABLES.values())
    sites = [FOUR, FIVE, TWO, THREE, COPIES]
    filled = " ".join([*texts, *notebooks, *positions, *sites]).replace("{contamination_over}", "2")
    codes = set(re.findall(r"\bR[1-4](?:i\d+)?(?:c\d+)?(?![\w:])", filled))
    assert {"R2i3c2", "R1i2c1"} <= codes
    assert codes - set(BASIC_DECK) == set()
