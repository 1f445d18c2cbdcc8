"""A canvas-like object that writes SVG: pictures without a browser, through the same paint code."""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from plombox_widget.table.measure import FONT
from plombox_widget.table.paint import paint
from plombox_widget.table.shapes import Scene

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ANCHORS = {"left": "start", "center": "middle", "right": "end"}
Paths = Iterable[Sequence[Sequence[float]]]
Colours = Iterable[Sequence[int]]


def svg(scene: Scene, title: str = "", description: str = "") -> str:
    """The scene as an SVG document, ``scene.width`` by ``scene.height`` user units.

    ``title`` and ``description`` are read out by screen readers. No script, nothing from outside.
    """
    canvas = SvgCanvas()
    paint(canvas, scene, scale=1)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}" '
        f'width="{scene.width}" height="{scene.height}" role="img" style="max-width:100%;height:auto">'
    )
    named = [
        f"<{tag}>{_clean(text)}</{tag}>" for tag, text in (("title", title), ("desc", description)) if text
    ]
    group = f'<g font-family="{FONT}" stroke-linejoin="round" stroke-linecap="round">'
    return "\n".join([head, *named, group, *canvas.lines, "</g>", "</svg>", ""])


def _clean(text: str) -> str:
    """Escaped, and without the characters that XML forbids."""
    return escape("".join(letter for letter in text if not _FORBIDDEN.match(letter)))


class SvgCanvas:
    """Takes the draw calls of ``paint`` and keeps SVG elements, one a line, in ``lines``."""

    fill_style = stroke_style = "#000"
    font = ""
    text_align = "left"
    line_width = 1.0
    line_join = "miter"
    line_cap = "butt"

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._dash: tuple[float, ...] = ()

    def set_line_dash(self, segments: Sequence[float]) -> None:
        self._dash = tuple(segments)

    def _stroke(self) -> str:
        ends = "".join(
            f' {name}="{value}"'
            for name, value in (("stroke-linejoin", self.line_join), ("stroke-linecap", self.line_cap))
            if value != "round"
        )
        dash = f' stroke-dasharray="{" ".join(map(str, self._dash))}"' if self._dash else ""
        return f'fill="none" stroke="{self.stroke_style}" stroke-width="{self.line_width}"{ends}{dash}'

    def _fill(self) -> str:
        return f'fill="{self.fill_style}"'

    def _rect(self, style: str, x: float, y: float, w: float, h: float) -> None:
        self.lines.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" {style}/>')

    def _circle(self, style: str, x: float, y: float, r: float) -> None:
        self.lines.append(f'<circle cx="{x}" cy="{y}" r="{r}" {style}/>')

    def _points(self, tag: str, style: str, points: Iterable[Sequence[float]]) -> None:
        listed = " ".join(f"{x},{y}" for x, y in points)
        self.lines.append(f'<{tag} points="{listed}" {style}/>')

    def fill_rect(self, x: float, y: float, width: float, height: float) -> None:
        self._rect(self._fill(), x, y, width, height)

    def stroke_rect(self, x: float, y: float, width: float, height: float) -> None:
        self._rect(self._stroke(), x, y, width, height)

    def fill_styled_rects(self, *columns: Any) -> None:
        self._each(self.fill_rect, "fill_style", _styled(columns))

    def stroke_styled_rects(self, *columns: Any) -> None:
        self._each(self.stroke_rect, "stroke_style", _styled(columns))

    def _each(self, draw: Callable[..., None], style: str, calls: Iterable[tuple[str, Any]]) -> None:
        """Each call in its own colour; the style afterwards is what it was before."""
        before = getattr(self, style)
        for colour, args in calls:
            setattr(self, style, colour)
            draw(*args)
        setattr(self, style, before)

    def fill_circle(self, x: float, y: float, radius: float) -> None:
        self._circle(self._fill(), x, y, radius)

    def stroke_circle(self, x: float, y: float, radius: float) -> None:
        self._circle(self._stroke(), x, y, radius)

    def fill_styled_circles(self, *columns: Any) -> None:
        self._each(self.fill_circle, "fill_style", _styled(columns))

    def stroke_styled_circles(self, *columns: Any) -> None:
        self._each(self.stroke_circle, "stroke_style", _styled(columns))

    def fill_polygon(self, points: Iterable[Sequence[float]]) -> None:
        self._points("polygon", self._fill(), points)

    def stroke_polygon(self, points: Iterable[Sequence[float]]) -> None:
        self._points("polygon", self._stroke(), points)

    def fill_styled_polygons(self, points: Paths, colours: Colours) -> None:
        self._each(self.fill_polygon, "fill_style", _paths(points, colours))

    def stroke_styled_polygons(self, points: Paths, colours: Colours) -> None:
        self._each(self.stroke_polygon, "stroke_style", _paths(points, colours))

    def stroke_lines(self, points: Iterable[Sequence[float]]) -> None:
        self._points("polyline", self._stroke(), points)

    def stroke_styled_line_segments(self, points: Paths, colours: Colours) -> None:
        self._each(self.stroke_lines, "stroke_style", _paths(points, colours))

    def fill_text(self, text: str, x: float, y: float, max_width: float | None = None) -> None:
        *bold, sized = self.font.split(" ", 1) if self.font.startswith("bold ") else [self.font]
        size = sized.split("px ", 1)[0]
        anchor = f' text-anchor="{_ANCHORS[self.text_align]}"' if self.text_align != "left" else ""
        weight = ' font-weight="bold"' * bool(bold)
        self.lines.append(
            f'<text x="{x}" y="{y}" font-size="{size}"{weight}{anchor} {self._fill()}>{_clean(text)}</text>'
        )


def _hex(colour: Sequence[int]) -> str:
    return "#" + "".join(f"{part:02X}" for part in colour)


def _paths(points: Paths, colours: Colours) -> list[tuple[str, tuple[Any]]]:
    return [(_hex(colour), (path,)) for path, colour in zip(points, colours, strict=True)]


def _styled(columns: Sequence[Any]) -> list[tuple[str, tuple[float, ...]]]:
    """Columns of numbers, or one number for all, and the colours → colour and arguments of each call."""
    *numbers, colours = columns
    spread = [column if isinstance(column, Sequence) else [column] * len(colours) for column in numbers]
    return list(zip(map(_hex, colours), zip(*spread, strict=True), strict=True))
