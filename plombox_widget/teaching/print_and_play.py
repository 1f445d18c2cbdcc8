"""Print and play: the cards of a deal, roles, a sheet for the teacher and the rules, as a PDF to cut out.

The faces come from the code that paints the table: a canvas that writes PDF takes its draw calls. reportlab
is imported when a PDF is first made.
"""

import random
from collections.abc import Iterable, Sequence
from html import escape
from importlib import import_module
from io import BytesIO
from typing import Any

from plombox_widget.game.cards import Role
from plombox_widget.game.engine import new_game
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import State
from plombox_widget.locales.i18n import Words
from plombox_widget.table import cards, palette, signs
from plombox_widget.table.measure import largest
from plombox_widget.table.paint import paint
from plombox_widget.table.shapes import Box, Region, Scene, Shape, Text
from plombox_widget.table.svg import SvgCanvas
from plombox_widget.table.text import LETTERS, seat_names
from plombox_widget.teaching import markup
from plombox_widget.teaching.house_rules import rule_lines

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Paper → width and height in mm."""
CARD = (63.0, 88.0)
"""Width and height of a card in mm: fits common sleeves, and three by three fit both papers."""
COLUMNS = ROWS = 3
_MM = 72 / 25.4
_UNIT = 0.5
"""Size in mm of a logical pixel of the picture on a card."""
_MARK = 4.0
"""Length of a cut mark in mm."""


def print_and_play(rules: Rules, seed: int, words: Words, paper: str = "A4") -> bytes:
    """The PDF for the deal that ``seed`` gives under ``rules``: the same bytes each time.

    ``ValueError`` for an unknown paper; ``ModuleNotFoundError`` that names the extra without reportlab.
    """
    if paper not in PAPERS:
        raise ValueError(f"paper: expected one of {', '.join(PAPERS)}, got {paper[:20]!r}")
    canvas_module = _reportlab("reportlab.pdfgen.canvas")
    width, height = PAPERS[paper]
    buffer = BytesIO()
    pdf = canvas_module.Canvas(buffer, pagesize=(width * _MM, height * _MM), invariant=1, lang=words.language)
    pdf.setTitle(_plain(words("lesson.print.title", players=rules.players, seed=seed)))
    state = new_game(rules, random.Random(seed))
    _rules_page(pdf, rules, words, (width, height))
    _deal_page(pdf, state, seed, words, (width, height))
    faces = [_role_face(seat, role, words) for seat, role in enumerate(state.roles)]
    faces += [_card_face(index, state, words) for index in range(len(state.deck))]
    for first in range(0, len(faces), COLUMNS * ROWS):
        _card_page(pdf, faces[first : first + COLUMNS * ROWS], (width, height))
    pdf.save()
    return buffer.getvalue()


def pages(rules: Rules) -> int:
    """Pages of the PDF: the rules, the deal, then nine cards on each."""
    return 2 + -(-(rules.players + rules.cards_in_use) // (COLUMNS * ROWS))


def _reportlab(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise ModuleNotFoundError(
            "printing needs reportlab: pip install 'plombox-widget[lab]'", name="reportlab"
        ) from None


class PdfCanvas(SvgCanvas):
    """Takes the draw calls of ``paint`` and writes them on a page of a PDF."""

    def __init__(self, pdf: Any, left: float, top: float, unit: float) -> None:
        """``left`` and ``top`` of the picture in points from the lower left corner; ``unit`` in points."""
        super().__init__()
        self._pdf, self._left, self._top, self._unit = pdf, left, top, unit

    def _x(self, x: float) -> float:
        return self._left + x * self._unit

    def _y(self, y: float) -> float:
        return self._top - y * self._unit

    def _use(self, fill: bool) -> dict[str, int]:
        """Set the style of the canvas on the page; what reportlab's shapes take to fill or to stroke."""
        if fill:
            self._pdf.setFillColor(self.fill_style)
        else:
            self._pdf.setStrokeColor(self.stroke_style)
            self._pdf.setLineWidth(self.line_width * self._unit)
            self._pdf.setLineJoin(1 if self.line_join == "round" else 0)
            self._pdf.setLineCap(1 if self.line_cap == "round" else 0)
        return {"fill": int(fill), "stroke": int(not fill)}

    def _rectangle(self, x: float, y: float, width: float, height: float, fill: bool) -> None:
        corner = self._x(x), self._y(y + height)
        self._pdf.rect(*corner, width * self._unit, height * self._unit, **self._use(fill))

    def fill_rect(self, x: float, y: float, width: float, height: float) -> None:
        self._rectangle(x, y, width, height, fill=True)

    def stroke_rect(self, x: float, y: float, width: float, height: float) -> None:
        self._rectangle(x, y, width, height, fill=False)

    def fill_circle(self, x: float, y: float, radius: float) -> None:
        self._pdf.circle(self._x(x), self._y(y), radius * self._unit, **self._use(True))

    def stroke_circle(self, x: float, y: float, radius: float) -> None:
        self._pdf.circle(self._x(x), self._y(y), radius * self._unit, **self._use(False))

    def _path(self, points: Iterable[Sequence[float]], fill: bool, closed: bool = True) -> None:
        path = self._pdf.beginPath()
        (x, y), *others = points
        path.moveTo(self._x(x), self._y(y))
        for x, y in others:
            path.lineTo(self._x(x), self._y(y))
        if closed:
            path.close()
        self._pdf.drawPath(path, **self._use(fill))

    def fill_polygon(self, points: Iterable[Sequence[float]]) -> None:
        self._path(points, fill=True)

    def stroke_polygon(self, points: Iterable[Sequence[float]]) -> None:
        self._path(points, fill=False)

    def stroke_lines(self, points: Iterable[Sequence[float]]) -> None:
        self._path(points, fill=False, closed=False)

    def fill_text(self, text: str, x: float, y: float, max_width: float | None = None) -> None:
        bold = self.font.startswith("bold ")
        size = float(self.font.removeprefix("bold ").split("px", 1)[0]) * self._unit
        self._pdf.setFillColor(self.fill_style)
        self._pdf.setFont("Helvetica-Bold" if bold else "Helvetica", size)
        draw = {
            "left": self._pdf.drawString,
            "center": self._pdf.drawCentredString,
            "right": self._pdf.drawRightString,
        }
        draw[self.text_align](self._x(x), self._y(y), _plain(text))


def _plain(text: str) -> str:
    """``text`` in the signs of the standard fonts; ``UnicodeEncodeError`` for one that they lack."""
    known = text.translate({0x202F: "\u00a0", 0x2212: "–", 0x2192: "–"})
    known.encode("cp1252")
    return known


# --- pages ---------------------------------------------------------------------------------------------

_SIZE = CARD[0] / _UNIT, CARD[1] / _UNIT
"""Logical width and height of a card."""


def _card_face(index: int, state: State, words: Words) -> list[Shape]:
    """Card ``index`` of the shuffled deck, with its number, so that the deal can be stacked."""
    w, h = _SIZE
    shapes = cards.face(state.deck[index], words, (4, 4, w - 8, h - 8))
    return [*shapes, Text(w - 9, h - 9, str(index + 1), 9, palette.SOFT_INK, align="right")]


def _role_face(seat: int, role: Role, words: Words) -> list[Shape]:
    """The role of a seat, to be dealt face down."""
    w, h = _SIZE
    name, told = seat_names(words, 8)[seat], words(f"role.{role}")
    size = largest(told, w - 32, (14, 13, 12, 11, 10, 9), bold=True)
    return [
        Box(4, 4, w - 8, h - 8, palette.PAPER, 8, palette.INK, 2),
        Box(10, 12, w - 20, 22, palette.ROLES[role]),
        signs.letter(w / 2, 23, told, size, palette.INK, w - 32),
        *signs.role_sign(role, w / 2, h * 0.45, w * 0.5),
        signs.letter(w / 2, h * 0.78, f"{LETTERS[seat]} · {name}", 14, palette.INK, w - 24),
    ]


def _card_page(pdf: Any, faces: Sequence[Sequence[Shape]], paper: tuple[float, float]) -> None:
    left = (paper[0] - COLUMNS * CARD[0]) / 2
    bottom = (paper[1] - ROWS * CARD[1]) / 2
    for number, shapes in enumerate(faces):
        column, row = number % COLUMNS, number // COLUMNS
        region = Region((0, 0, *_SIZE), "", tuple(shapes))
        scene = Scene(round(_SIZE[0]), round(_SIZE[1]), (("card", region),))
        top = bottom + (ROWS - row) * CARD[1]
        paint(PdfCanvas(pdf, (left + column * CARD[0]) * _MM, top * _MM, _UNIT * _MM), scene, scale=1)
    _cut_marks(pdf, left, bottom)
    pdf.showPage()


def _cut_marks(pdf: Any, left: float, bottom: float) -> None:
    """Short lines outside the cards, where the knife goes."""
    pdf.setStrokeColor("#000000")
    pdf.setLineWidth(0.4)
    right, top = left + COLUMNS * CARD[0], bottom + ROWS * CARD[1]
    for column in range(COLUMNS + 1):
        x = (left + column * CARD[0]) * _MM
        pdf.line(x, (bottom - _MARK) * _MM, x, (bottom - 1) * _MM)
        pdf.line(x, (top + 1) * _MM, x, (top + _MARK) * _MM)
    for row in range(ROWS + 1):
        y = (bottom + row * CARD[1]) * _MM
        pdf.line((left - _MARK) * _MM, y, (left - 1) * _MM, y)
        pdf.line((right + 1) * _MM, y, (right + _MARK) * _MM, y)


def _rules_page(pdf: Any, rules: Rules, words: Words, paper: tuple[float, float]) -> None:
    lines = [words("lesson.print.cut"), *rule_lines(rules, words)]
    _text_page(pdf, words("lesson.house.title", players=rules.players), lines, paper)


def _deal_page(pdf: Any, state: State, seed: int, words: Words, paper: tuple[float, float]) -> None:
    """For the teacher alone: who is what, and how the deck is stacked (R4)."""
    names = seat_names(words, state.rules.players)
    dealt = state.rules.hand_size * state.rules.players
    lines = [words("lesson.print.stack", first=1, dealt=dealt, next=dealt + 1)]
    for seat, role in enumerate(state.roles):
        numbers = words.listed(str(index + 1) for index in range(seat, dealt, state.rules.players))
        facts = {"letter": LETTERS[seat], "name": names[seat], "role": words(f"role.{role}")}
        lines.append(words("lesson.print.seat", cards=numbers, **facts))
    _text_page(pdf, words("lesson.print.deal", players=state.rules.players, seed=seed), lines, paper)


def _text_page(pdf: Any, title: str, lines: Sequence[str], paper: tuple[float, float]) -> None:
    platypus = _reportlab("reportlab.platypus")
    styles = _reportlab("reportlab.lib.styles")
    body = styles.ParagraphStyle("body", fontName="Helvetica", fontSize=10.5, leading=14.5, spaceAfter=5)
    head = styles.ParagraphStyle("head", fontName="Helvetica-Bold", fontSize=17, leading=22, spaceAfter=8)
    story = [platypus.Paragraph(escape(_plain(title)), head)]
    for line in lines:
        story.append(platypus.Paragraph(_rich(line), body))
    margin = 18 * _MM
    frame = platypus.Frame(
        margin, margin, paper[0] * _MM - 2 * margin, paper[1] * _MM - 2 * margin, id="page"
    )
    frame.addFromList(story, pdf)
    if story:
        raise ValueError("print: the text does not fit on its page")
    pdf.showPage()


def _rich(line: str) -> str:
    """Light markup → the few tags that a paragraph of the PDF takes."""
    html = markup.html(_plain(line)).removeprefix("<p>").removesuffix("</p>")
    for ours, theirs in (("strong>", "b>"), ("<code>", '<font face="Courier">'), ("</code>", "</font>")):
        html = html.replace(ours, theirs)
    return html
