"""What a teacher takes along: the PDF read back as text, the plan, the answers, the game looked back at."""

import base64
import json
import random
import re
import sys
from html import unescape
from io import BytesIO
from itertools import pairwise

import pytest
from pypdf import PageObject, PdfReader

from plombox_widget.bots.match import play_match
from plombox_widget.game.engine import new_game
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table.shapes import Text, bounds
from plombox_widget.table.text import seat_names
from plombox_widget.teaching.classroom import LessonPlan, Survey
from plombox_widget.teaching.debrief import Debrief, DebriefModel
from plombox_widget.teaching.handout import Handout
from plombox_widget.teaching.paper import MAT, mat
from plombox_widget.teaching.pdf import PAPERS, PdfCanvas, plain
from plombox_widget.teaching.plan import MINUTES
from plombox_widget.teaching.print_and_play import print_and_play

EN = load("en")


def saved(link: str) -> bytes:
    match = re.search(r"base64,([^\"]+)\"", link)
    assert match is not None
    return base64.b64decode(match.group(1))


# --- print and play ------------------------------------------------------------------------------------


def text_of(page: PageObject) -> str:
    return " ".join(page.extract_text().split())


def placed(page: PageObject) -> list[tuple[str, float, float]]:
    """Each text of a page with its x and y in points."""
    found = []

    def visit(text: str, _: object, matrix: list[float], *__: object) -> None:
        if text.strip():
            found.append((text.strip(), matrix[4], matrix[5]))

    page.extract_text(visitor_text=visit)
    return found


def parts(rules: Rules, backs: bool) -> dict[str, list[int]]:
    """By hand: the pages, from 0, of each part, if none of the texts needs a second page."""
    n, at, found = rules.players, 0, {}
    counts = {"teacher": 1, "rules": 1, "mats": -(-n // 2), "tokens": 1, "roles": 1, "cards": -(-20 * n // 9)}
    for part, count in counts.items():
        found[part] = [at + page * (1 + backs) for page in range(count)]
        at += count * (1 + backs)
    return {**found, "all": list(range(at))}


def test_the_same_deal_is_the_same_bytes() -> None:
    assert print_and_play(Rules(players=3), 5, EN) == print_and_play(Rules(players=3), 5, EN)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "backs", "paper"), [(3, False, "A4"), (8, True, "Letter")])
def test_every_card_role_mat_and_token_is_on_paper_once(
    players: int, backs: bool, language: str, paper: str
) -> None:
    rules, words = Rules(players=players), load(language)
    printed = print_and_play(rules, 5, words, paper, backs=backs)
    reader, where = PdfReader(BytesIO(printed.data)), parts(rules, backs)
    assert len(reader.pages) == printed.pages == len(where["all"])
    millimetres = [float(side) * 25.4 / 72 for side in reader.pages[0].mediabox[2:]]
    assert millimetres == pytest.approx(PAPERS[paper], abs=0.01)
    state = new_game(rules, random.Random(5))
    texts = [text for page in where["cards"] for text, _, _ in placed(reader.pages[page])]
    numbers = [int(text) for text in texts if text.isdigit()]
    packages = [card.package for card in state.deck if card.package]
    assert sorted(numbers) == sorted([*range(1, 20 * players + 1), *packages])
    for kind in ("positive", "negative", "incrimination", "resource"):
        on_paper = texts.count(plain(words(f"picture.kind.{kind}")))
        assert on_paper == sum(card.kind == kind for card in state.deck)
    names = seat_names(words, players)
    roles = text_of(reader.pages[where["roles"][0]])
    for seat, role in enumerate(state.roles):
        assert roles.count(names[seat]) == 1
        assert roles.count(words(f"role.{role}")) >= state.roles.count(role)
    mats = [text_of(reader.pages[page]) for page in where["mats"]]
    assert [name for mat in mats for name in names if f" {name} " in f" {mat} "] == list(names)
    tokens = text_of(reader.pages[where["tokens"][0]])
    for kind in ("lost", "extra"):
        assert tokens.count(words(f"lesson.print.{kind}")) == 2 * players


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_cards_when_a_sheet_is_turned_over_its_long_edge(paper: str) -> None:
    rules = Rules(players=8)
    reader = PdfReader(BytesIO(print_and_play(rules, 5, EN, paper, backs=True).data))
    where, middle = parts(rules, True), PAPERS[paper][0] * 72 / 25.4 / 2
    # 160 cards: seven are on the last page, the seventh alone on the left of the last row
    front, back = (placed(reader.pages[where["cards"][-1] + side]) for side in (0, 1))
    (number,) = [(x, y) for text, x, y in front if text == "160"]
    assert number[0] < middle * 2 / 3
    backs = [(x, y) for text, x, y in back if text == "PlomBOX"]
    assert len(backs) == len(back) == 7
    lowest = min(backs, key=lambda at: at[1])
    assert lowest[0] > middle * 4 / 3
    assert sum(abs(y - lowest[1]) < 1 for _, y in backs) == 1
    # eight roles: two in the last row, on the left; behind them the right and the middle
    back = placed(reader.pages[where["roles"][0] + 1])
    secret = sorted((y, x) for text, x, y in back if text == EN("lesson.print.secret"))
    assert len(secret) == 8
    assert min(x for _, x in secret[:2]) > middle / 2


def test_r2_r6_a_back_tells_nothing_of_its_face_and_fronts_have_sheets_of_their_own() -> None:
    rules = Rules(players=4)
    reader = PdfReader(BytesIO(print_and_play(rules, 5, EN, backs=True).data))
    where = parts(rules, True)
    for part in ("teacher", "rules", "mats", "tokens"):
        for page in where[part]:
            assert text_of(reader.pages[page])
            assert not text_of(reader.pages[page + 1])
    full = [reader.pages[page + 1].get_contents() for page in where["cards"][:-1]]
    assert len({content.get_data() for content in full if content is not None}) == 1
    (roles,) = where["roles"]
    assert text_of(reader.pages[roles + 1]).split() == ["?", "secret", "role"] * 4


def test_r4_the_teachers_sheet_tells_roles_and_hands_as_they_are_dealt() -> None:
    rules = Rules(players=4)
    text = text_of(PdfReader(BytesIO(print_and_play(rules, 9, EN).data)).pages[0])
    state = new_game(rules, random.Random(9))
    for seat, (letter, name) in enumerate(zip("ABCD", ("Ana", "Bruno", "Carla", "Diego"), strict=True)):
        hand = [4 * card + seat + 1 for card in range(5)]
        told = f"{letter} · {name}: {EN(f'role.{state.roles[seat]}')}; hand: {EN.listed(map(str, hand))}."
        assert told in text
    assert "number 21 on top" in text


def test_the_rules_and_the_mats_on_paper_are_those_of_the_deal() -> None:
    bent = Rules(players=3, industry_over=9, contamination_over=6, ngo_margin=0, citizen_margin=2)
    reader = PdfReader(BytesIO(print_and_play(bent, 1, EN).data))
    text = text_of(reader.pages[1])
    assert "developed with industry over 9; contaminated with contamination over 6" in text
    for ruling in range(1, 13):
        assert f"R{ruling}" in text
    mat = text_of(reader.pages[3])
    for told in ("Industry over 9: developed", "Contamination over 6: contaminated", "their seats + 2"):
        assert told in mat
    assert "NGOs: their seats (clean sites)" in mat


def test_a_long_deck_goes_on_on_the_next_page() -> None:
    codes = [f"R{p}i{i}c{c}" for p in range(1, 5) for i in range(1, 13) for c in range(1, 13)]
    rules = Rules(players=3, deck=dict.fromkeys(codes, 1))
    printed = print_and_play(rules, 1, EN, "Letter", backs=True)
    reader = PdfReader(BytesIO(printed.data))
    pages = [text_of(page) for page in reader.pages]
    first_mat = next(
        at for at, text in enumerate(pages) if EN("lesson.print.mat.tokens") in text and "R6" in text
    )
    assert first_mat == 6
    told = " ".join(pages[2:first_mat])
    assert {f"R{p}i{i}c{c}" for p in (1, 4) for i in (1, 12) for c in (1, 12)} <= set(
        re.findall(r"R\di\d+c\d+", told)
    )
    assert pages[2].startswith("PlomBOX, the rules for 3")
    assert all(f"R{ruling}" in told for ruling in range(1, 13))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("limits", [(4, 2), (0, 0), (10, 10), (11, 30)])
def test_a_mat_fits_whole_with_its_lines_where_the_rules_put_them(
    language: str, limits: tuple[int, int]
) -> None:
    rules = Rules(players=8, industry_over=limits[0], contamination_over=limits[1])
    shapes = mat(7, rules, load(language))
    texts = [shape for shape in shapes if isinstance(shape, Text)]
    assert not any("…" in text.text for text in texts)
    for shape in shapes:
        left, top, right, bottom = bounds(shape)
        slack = 0 if not isinstance(shape, Text) else (right - left) * 0.2  # the measure is of a wider font
        assert left >= 0
        assert right - slack <= MAT[0] / 0.5
        assert top >= 0
        assert bottom <= MAT[1] / 0.5
    told = [text.text for text in texts]
    for limit in limits:
        assert any(f"{limit}:" in text.replace("\u00a0", "") for text in told)
        if limit <= 10:
            assert told.count(str(limit + 3)) >= 1
        else:
            assert f">{limit}" in told


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
    plain_sheets = print_and_play(Rules(players=3), 77, EN, "Letter")
    assert saved(handout._link.value) == plain_sheets.data
    assert 'download="plombox-en-3-77-Letter.pdf"' in handout._link.value
    assert f"{plain_sheets.pages} pages" in handout._link.value
    handout.backs.value = True
    assert handout._link.value == ""
    handout.make_button.click()
    assert saved(handout._link.value) == print_and_play(Rules(players=3), 77, EN, "Letter", backs=True).data
    assert 'download="plombox-en-3-77-Letter-backs.pdf"' in handout._link.value
    handout.seed.value = 78
    assert handout._link.value == ""
    handout.make()
    handout.lang = "fr"
    assert handout._link.value == ""
    assert handout.paper.value == "Letter"
    assert [label for label, _ in handout.paper.options] == ["A4", "Lettre (US)"]


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
    bad = play_match(Rules(players=3), "random", 2).to_json().replace('"seed": 2', '"seed": "2"')
    for text in ("", "{}", '{"format": "other"}', "x" * 2_000_000, bad):
        debrief.paste.value = text
        debrief.read_button.click()
        assert re.search(r'role="alert".*>[A-Z]', debrief._trouble.value)
        assert debrief.model is before
    debrief.lang = "fr"
    debrief.paste.value = "{}"
    debrief.read_button.click()
    assert load("fr")("refuse.record.foreign") in unescape(debrief._trouble.value)
    debrief.lang = "en"
    debrief.paste.value = play_match(Rules(players=3), "random", 2).to_json()
    debrief.read_button.click()
    assert debrief._trouble.value == ""
    assert "A game for 3: Ana" in debrief._story.value


def test_the_chances_by_play_say_how_many_play_outs_and_which_seed() -> None:
    model = DebriefModel(play_match(Rules(players=3), "random", 2))
    model.look_back(playouts=160)
    plays = len(model.record.actions)
    assert f"20 play-outs for each of {plays} positions, seed 0" in model.plot(EN).caption
