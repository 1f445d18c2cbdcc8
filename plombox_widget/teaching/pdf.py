"""Pages of a PDF: a canvas that takes the draw calls of ``paint``, sheets of two sides, text over many pages.

reportlab is imported when a PDF is first made.
"""

from collections.abc import Iterable, Sequence
from html import escape
from importlib import import_module
from io import BytesIO
from typing import Any

from plombox_widget.table.paint import paint
from plombox_widget.table.shapes import Region, Scene, Shape
from plombox_widget.table.svg import SvgCanvas
from plombox_widget.teaching import markup

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Paper → width and height in mm."""
MM = 72 / 25.4
UNIT = 0.5
"""Size in mm of a logical pixel on paper."""
_MARK, _GAP = 4.0, 1.0
"""Length of a cut mark and its distance from what is cut, in mm."""
_MARGIN = 18.0
_FACES = ("Helvetica", "Helvetica-Bold")


def reportlab(module: str) -> Any:
    """A module of reportlab; ``ModuleNotFoundError`` that names the extra without it."""
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
            self._pdf.setDash([length * self._unit for length in self._dash])
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
        """The text, smaller where it would be wider than ``max_width`` logical pixels."""
        face = _FACES[self.font.startswith("bold ")]
        size = float(self.font.removeprefix("bold ").split("px", 1)[0]) * self._unit
        told = plain(text)
        if max_width:
            width = self._pdf.stringWidth(told, face, size)
            size *= min(1.0, max_width * self._unit / width) if width else 1.0
        self._pdf.setFillColor(self.fill_style)
        self._pdf.setFont(face, size)
        draw = {
            "left": self._pdf.drawString,
            "center": self._pdf.drawCentredString,
            "right": self._pdf.drawRightString,
        }
        draw[self.text_align](self._x(x), self._y(y), told)


def plain(text: str) -> str:
    """``text`` in the signs of the standard fonts; ``UnicodeEncodeError`` for one that they lack."""
    known = text.translate({0x202F: "\u00a0", 0x2212: "–", 0x2192: "–"})
    known.encode("cp1252")
    return known


class Book:
    """A PDF in the making, page by page; in one with backs, each part begins on a sheet of its own."""

    def __init__(self, title: str, lang: str, paper: str, backs: bool) -> None:
        """``ValueError`` for an unknown paper."""
        if paper not in PAPERS:
            raise ValueError(f"paper: expected one of {', '.join(PAPERS)}, got {paper[:20]!r}")
        self.paper, self.backs = PAPERS[paper], backs
        self.pages = 0
        self._buffer = BytesIO()
        size = tuple(side * MM for side in self.paper)
        canvas = reportlab("reportlab.pdfgen.canvas").Canvas
        self.pdf = canvas(self._buffer, pagesize=size, invariant=1, lang=lang)
        self.pdf.setTitle(plain(title))

    def end_page(self) -> None:
        self.pdf.showPage()
        self.pages += 1

    def new_sheet(self) -> None:
        """The next page is the front of a sheet: a back left over stays white."""
        if self.backs and self.pages % 2:
            self.end_page()

    def close(self) -> bytes:
        self.pdf.save()
        return self._buffer.getvalue()

    def draw(self, shapes: Iterable[Shape], left: float, top: float, width: float, height: float) -> None:
        """Shapes in logical pixels, their origin ``left`` and ``top`` mm from the upper left corner."""
        size = width / UNIT, height / UNIT
        scene = Scene(round(size[0]), round(size[1]), (("part", Region((0, 0, *size), "", tuple(shapes))),))
        above = (self.paper[1] - top) * MM
        paint(PdfCanvas(self.pdf, left * MM, above, UNIT * MM), scene, scale=1)

    def cut_marks(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        """Short lines outside a grid, where the knife goes; ``xs`` and ``ys`` in mm from the upper left."""
        height = self.paper[1]
        self.pdf.setStrokeColor("#000000")
        self.pdf.setLineWidth(0.4)
        self.pdf.setDash([])
        for x in xs:
            for edge, way in ((ys[0], -1), (ys[-1], 1)):
                near, far = edge + way * _GAP, edge + way * _MARK
                self.pdf.line(x * MM, (height - near) * MM, x * MM, (height - far) * MM)
        for y in ys:
            for edge, way in ((xs[0], -1), (xs[-1], 1)):
                near, far = edge + way * _GAP, edge + way * _MARK
                self.pdf.line(near * MM, (height - y) * MM, far * MM, (height - y) * MM)

    def text(self, title: str, lines: Sequence[str]) -> None:
        """A title and paragraphs in light markup, on as many pages as they need."""
        platypus, styles = reportlab("reportlab.platypus"), reportlab("reportlab.lib.styles")
        body = styles.ParagraphStyle("body", fontName=_FACES[0], fontSize=11.5, leading=15.5, spaceAfter=6)
        head = styles.ParagraphStyle("head", fontName=_FACES[1], fontSize=17, leading=22, spaceAfter=8)
        story = [platypus.Paragraph(escape(plain(title)), head)]
        story += [platypus.Paragraph(_rich(line), body) for line in lines]
        margin = _MARGIN * MM
        size = (side * MM - 2 * margin for side in self.paper)
        frame = platypus.Frame(margin, margin, *size, id="page")
        while story:
            frame._reset()
            frame.addFromList(story, self.pdf)
            if story and (parts := frame.split(story[0], self.pdf)):
                frame.add(parts[0], self.pdf)
                story[:1] = parts[1:]
            self.end_page()


def _rich(line: str) -> str:
    """Light markup → the few tags that a paragraph of the PDF takes."""
    html = markup.html(plain(line)).removeprefix("<p>").removesuffix("</p>")
    for ours, theirs in (("strong>", "b>"), ("<code>", '<font face="Courier">'), ("</code>", "</font>")):
        html = html.replace(ours, theirs)
    return html
