"""The help: short sections, in every language, with the numbers of the rules that are played and pictures."""

import re
import subprocess
import sys
from html import unescape
from xml.etree import ElementTree

import pytest

from plombox_widget import PlomboxTable
from plombox_widget.game.cards import Card
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table import cards, palette
from plombox_widget.table.help import help_html, sections
from plombox_widget.table.legend import drawings, kinds
from plombox_widget.table.measure import text_width

NS = "{http://www.w3.org/2000/svg}"
BENT = Rules(players=3, industry_over=17, contamination_over=13, citizen_margin=-2, ngo_margin=6, draw="turn")


def words_of(rules, language="en"):
    return [line.told for section in sections(rules, load(language)) for line in section.lines]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_short_sections_from_the_game_to_the_drawings(language):
    told = sections(Rules(players=5), load(language))
    assert [len(section.lines) for section in told] == [2, 2, 5, 4, 8, 1, 12]
    assert len({section.title for section in told}) == 7
    assert all(len(line.told) < 215 for section in told for line in section.lines)


def test_its_numbers_are_those_of_the_rules():
    told = " ".join(words_of(BENT)).replace("R9", "")
    assert re.findall(r"\d+", told) == [
        "4",  # parts
        *["3", "2", "17", "17", "18", "6", "13", "13", "14"],  # the end, and who wins
        "13",  # what an incrimination clears
        *["17", "13", "17", "3", "2", "3"],  # the drawings
    ]
    assert "minus 2" in told
    assert "plus 6" in told


@pytest.mark.parametrize(("draw", "end"), [("card", "; then you draw one."), ("turn", "when the turn ends.")])
def test_what_is_drawn_when_is_told_as_it_is_played(draw, end):
    assert sum(line.endswith(end) for line in words_of(Rules(draw=draw))) == 1


def test_each_kind_of_card_that_the_deck_has_is_shown_as_it_lies_in_the_hand():
    words = load("en")
    for rules, told in (
        (Rules(), ["Resource", "Positive", "Negative", "Incrimination"]),
        (Rules(deck={"R2": 30, "!": 9}), ["Resource", "Incrimination"]),
    ):
        shown = kinds(rules, words)
        assert [entry.told.split(":")[0] for entry in shown] == told
        assert all(drawn(entry.picture) for entry in shown)
    (resource, _) = kinds(Rules(deck={"R2": 30, "R3i1": 1, "!": 9}), words)
    of_deck = cards.face(Card.parse("R3i1"), words, (1, 1, 66, 90))
    assert colours(resource.picture) == {shape.fill for shape in of_deck if hasattr(shape, "fill")}


def drawn(picture):
    """The elements of an SVG, without its group."""
    (group,) = ElementTree.fromstring(picture)
    return list(group)


def colours(picture):
    return {one.get("fill") for one in drawn(picture) if one.get("fill") != "none" and one.tag != f"{NS}text"}


def texts(picture):
    return [one.text for one in drawn(picture) if one.tag == f"{NS}text" and one.text]


@pytest.mark.parametrize("players", [3, 8])
def test_a_drawing_is_the_tables_own_under_any_rules(players):
    rules = Rules(players=players, industry_over=7, contamination_over=1)
    shown = {" ".join(entry.told.split()[:2]): entry.picture for entry in drawings(rules, load("en"))}
    assert texts(shown["A face-down"]) == ["B"]
    assert set(texts(shown["The four"])) == set("1234")
    assert set(texts(shown["The last"])) == set("BC")
    assert "8" in texts(shown["A dark"])
    assert set(texts(shown["How much"])) == set(texts(shown["Hatched: what"])) == {">7"}
    assert palette.INDUSTRY in colours(shown["Industry. With"])
    assert palette.CONTAMINATION in colours(shown["Contamination. With"])
    assert "3+" in texts(shown["At least"])
    assert set(texts(shown["Loses its"])) == {"B", "1"}
    assert set(texts(shown["Has 2"])) == {"C", "2"}
    assert palette.PURPLE in colours(shown["Loses its"])
    assert palette.GREEN in colours(shown["Has 2"])
    rings = [one for one in drawn(shown["Incriminations played"]) if one.get("stroke") == palette.CHALK_SOFT]
    assert len(rings) == players - 1


@pytest.mark.parametrize("over", [0, 1, 99])
def test_the_drawing_of_a_limit_that_is_passed_shows_the_first_number_that_is(over):
    told = drawings(Rules(industry_over=over), load("en"))
    passed = next(entry.picture for entry in told if "over the limit" in entry.told)
    assert str(over + 1) in texts(passed)
    least = next(entry for entry in told if entry.told.startswith("At least"))
    assert f"{min(3, over)}+" in texts(least.picture)
    assert f"At least {min(3, over)}:" in least.told


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_or_number_in_a_drawing_is_cut(language):
    for players in (3, 8):
        for entry in drawings(Rules(players=players), load(language)):
            for one in drawn(entry.picture):
                if one.tag != f"{NS}text" or not one.text:
                    continue
                width = text_width(one.text, int(one.get("font-size")), True)
                left = float(one.get("x")) - (width / 2 if one.get("text-anchor") == "middle" else 0)
                assert left >= 0, entry.told
                assert left + width <= 124, entry.told


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_picture_is_silent_beside_its_sentence_and_the_frame_says_how_to_close_it(language):
    words = load(language)
    page = help_html(Rules(), words)
    assert page.count("<svg") == page.count('<span aria-hidden="true"><svg') == 16
    assert words("help.close", help=words("control.help")) in unescape(page)
    assert 'role="region"' in page
    for name in ("step", "turn", "auto", "undo", "coach", "history"):
        assert f"<b>{words(f'control.{name}')}</b> – " in unescape(page)


def test_it_opens_in_the_table_follows_language_and_rules_and_closes(sent):
    table = PlomboxTable(4, seed=5, strict=True)
    shown = table._controls.help_text
    assert (shown.value, shown.layout.display) == ("", "none")
    table._controls.help.value = True
    assert shown.layout.display != "none"
    assert shown.value == help_html(Rules(players=4), load("en"))
    assert unescape(shown.value).count("<li>") == 34
    table.lang = "es"
    assert shown.value == help_html(Rules(players=4), load("es"))
    table.new_game(rules=Rules(players=6, industry_over=9))
    assert "mayor que 9" in shown.value
    table._controls.help.value = False
    assert shown.layout.display == "none"
    table.close()


def test_its_pictures_are_not_made_before_somebody_asks():
    code = (
        "import sys\nfrom plombox_widget import PlomboxTable\nPlomboxTable(4, seed=5)\n"
        "print('plombox_widget.table.legend' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False"]
