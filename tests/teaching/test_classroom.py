"""What a teacher takes along: the PDF read back as text, the plan, the answers, the game looked back at."""

import base64
import json
import random
import re
import sys
from io import BytesIO
from itertools import pairwise

import pytest
from pypdf import PdfReader

from plombox_widget.bots.match import play_match
from plombox_widget.game.engine import new_game
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.teaching.classroom import LessonPlan, Survey
from plombox_widget.teaching.debrief import Debrief, DebriefModel
from plombox_widget.teaching.handout import Handout
from plombox_widget.teaching.plan import MINUTES
from plombox_widget.teaching.print_and_play import PAPERS, PdfCanvas, pages, print_and_play

EN = load("en")


def saved(link: str) -> bytes:
    match = re.search(r"base64,([^\"]+)\"", link)
    assert match is not None
    return base64.b64decode(match.group(1))


# --- print and play ------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 8])
def test_every_card_and_role_of_the_deal_is_on_paper_once(players: int, language: str, paper: str) -> None:
    rules, words = Rules(players=players), load(language)
    data = print_and_play(rules, 5, words, paper)
    assert data == print_and_play(rules, 5, words, paper)
    reader = PdfReader(BytesIO(data))
    # the rules, the deal, and nine to a page of 20 cards and 1 role for each player
    assert len(reader.pages) == pages(rules) == 2 + -(-21 * players // 9)
    millimetres = [float(side) * 25.4 / 72 for side in reader.pages[0].mediabox[2:]]
    assert millimetres == pytest.approx(PAPERS[paper], abs=0.01)
    text = "\n".join(page.extract_text() for page in reader.pages[2:])
    numbers = map(int, re.findall(r"\d+", text))
    assert {*range(5, 20 * players + 1)} <= set(numbers)
    state = new_game(rules, random.Random(5))
    for kind in ("positive", "negative", "incrimination", "resource"):
        on_paper = len(re.findall(rf"^{re.escape(words(f'picture.kind.{kind}'))}$", text, re.MULTILINE))
        assert on_paper == sum(card.kind == kind for card in state.deck)
    for role in set(state.roles):
        assert text.count(words(f"role.{role}")) >= state.roles.count(role)


def test_r4_the_teachers_sheet_tells_roles_and_hands_as_they_are_dealt() -> None:
    rules = Rules(players=4)
    text = PdfReader(BytesIO(print_and_play(rules, 9, EN))).pages[1].extract_text()
    state = new_game(rules, random.Random(9))
    for seat, (letter, name) in enumerate(zip("ABCD", ("Ana", "Bruno", "Carla", "Diego"), strict=True)):
        hand = [4 * card + seat + 1 for card in range(5)]
        told = f"{letter} · {name}: {EN(f'role.{state.roles[seat]}')}; hand: {EN.listed(map(str, hand))}."
        assert told in " ".join(text.split())
    assert "number 21 on top" in " ".join(text.split())


def test_the_rules_on_paper_are_the_rules_of_the_deal() -> None:
    bent = Rules(players=3, industry_over=9, contamination_over=6)
    text = " ".join(PdfReader(BytesIO(print_and_play(bent, 1, EN))).pages[0].extract_text().split())
    assert "developed with industry over 9; contaminated with contamination over 6" in text
    for ruling in range(1, 13):
        assert f"R{ruling}" in text


def test_cards_lie_inside_their_cut_marks() -> None:
    class Recorder:
        """Keeps the corners of rectangles, in points."""

        def __init__(self) -> None:
            self.corners: list[tuple[float, float]] = []

        def rect(self, x: float, y: float, w: float, h: float, **_: int) -> None:
            self.corners += [(x, y), (x + w, y + h)]

        def __getattr__(self, name: str) -> object:
            return lambda *args, **kwargs: None

    pdf = Recorder()
    canvas = PdfCanvas(pdf, 100, 500, 2)
    canvas.fill_rect(0, 0, 10, 20)
    assert pdf.corners == [(100, 460), (120, 500)]


def test_the_handout_is_made_when_asked_and_is_the_deal_asked_for() -> None:
    handout = Handout(strict=True)
    assert handout._link.value == ""
    handout.players.value, handout.seed.value, handout.paper.value = 3, 77, "Letter"
    handout.make_button.click()
    assert saved(handout._link.value) == print_and_play(Rules(players=3), 77, EN, "Letter")
    assert 'download="plombox-en-3-77-Letter.pdf"' in handout._link.value
    handout.seed.value = 78
    assert handout._link.value == ""
    handout.make()
    handout.lang = "fr"
    assert handout._link.value == ""


def test_wrong_paper_and_a_missing_library_are_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="paper: expected one of A4, Letter, got 'A3'"):
        print_and_play(Rules(), 1, EN, "A3")
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    handout = Handout()
    handout.make_button.click()
    assert "plombox-widget[lab]" in handout._trouble.value


# --- plan and questions --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plan_fills_forty_five_minutes_without_a_gap(language: str) -> None:
    rows = LessonPlan(lang=language)._rows()
    ends = [tuple(map(int, minutes.split("–"))) for minutes, _, _ in rows]
    assert ends[0][0] == 0
    assert all(one[1] == other[0] for one, other in pairwise(ends))
    assert ends[-1][1] == MINUTES == 45


def test_answers_go_into_the_file_and_nowhere_else() -> None:
    survey = Survey(strict=True)
    survey.answers[0]["before"].value = "yes"
    survey.answers[0]["after"].value = "no"
    survey.save_button.click()
    kept = json.loads(saved(survey._link.value))
    assert kept["industry_at"] == {"before": "yes", "after": "no"}
    assert kept["both"] == {"before": None, "after": None}
    survey.lang = "es"
    assert survey.answers[0]["before"].value == "yes"
    assert survey._link.value == ""


# --- looking back --------------------------------------------------------------------------------------


def test_the_turning_points_are_the_largest_jumps() -> None:
    model = DebriefModel()
    model.chances = [(0.5, 0.5, 0.5)] * len(model.states)
    model.chances[10:] = [(0.1, 0.5, 0.5)] * (len(model.states) - 10)
    model.chances[20:] = [(0.1, 0.5, 0.9)] * (len(model.states) - 20)
    model.chances[30:] = [(0.1, 0.8, 0.9)] * (len(model.states) - 30)
    assert [(turn.number, str(turn.role), turn.before, turn.after) for turn in model.turns()] == [
        (9, "citizen", 0.5, 0.1),
        (19, "ngo", 0.5, 0.9),
        (29, "corporate", 0.5, 0.8),
    ]
    assert model.sentences(EN)[0].startswith("Play 10: ")


def test_a_game_is_looked_back_at_when_asked() -> None:
    debrief = Debrief(strict=True)
    assert debrief.model.chances == []
    assert debrief._told.value == ""
    debrief.look_button.click()
    assert debrief._told.value.count("<li>") == 3
    assert "<img alt=" in debrief._told.value
    last = debrief.model.chances[-1]
    winners = debrief.model.states[-1].outcome
    assert winners is not None
    assert [chance == 1.0 for chance in last] == [
        role in winners.winners for role in ("citizen", "corporate", "ngo")
    ]


def test_a_pasted_record_is_checked_and_told() -> None:
    debrief = Debrief()
    before = debrief.model
    for text in ("", "{}", '{"format": "other"}', "x" * 2_000_000):
        debrief.paste.value = text
        debrief.read_button.click()
        assert "record: " in debrief._trouble.value
        assert debrief.model is before
    debrief.paste.value = play_match(Rules(players=3), "random", 2).to_json()
    debrief.read_button.click()
    assert debrief._trouble.value == ""
    assert "A game for 3: Ana" in debrief._story.value
