"""Gauges as HTML: boxes that fill up, with the line that must be crossed drawn between two of them."""

from collections.abc import Collection
from html import escape

from plombox_widget.game.cards import PACKAGES
from plombox_widget.locales.i18n import Words
from plombox_widget.table import palette

_CARD = (
    f"background:{palette.PAPER};color:{palette.INK};border:1px solid {palette.LINE};border-radius:6px;"
    "padding:.4em .6em;line-height:1.4;white-space:normal;flex:1 1 13em;box-sizing:border-box"
)
_BOX = "display:inline-block;box-sizing:border-box;width:1.5em;height:1.5em;margin:1px;text-align:center;"
_INKS = {palette.INDUSTRY: palette.WHITE, palette.CONTAMINATION: palette.BLACK}
"""Of a number on a filled box: the contrast is over 4.5."""
_LEAST_SHOWN = 2
"""Boxes drawn beyond the line, however small the total."""


def row(*gauges: str) -> str:
    """Gauges side by side where there is room, else one below the other."""
    return f'<div style="display:flex;flex-wrap:wrap;gap:.5em;margin:.4em 0">{"".join(gauges)}</div>'


def gauge(label: str, boxes: str, told: str) -> str:
    """A labelled row; ``boxes`` is HTML, hidden from screen readers, which read ``told``."""
    return (
        f'<div style="{_CARD}"><strong>{escape(label)}</strong> '
        f'<div aria-hidden="true" style="margin:.2em 0">{boxes}</div><div>{escape(told)}</div></div>'
    )


def packages_gauge(present: Collection[int], words: Words) -> str:
    """Four boxes, one per work package, the present ones dark."""
    boxes = "".join(
        f'<span style="{_BOX}border:2px solid {palette.INK};'
        f"background:{palette.PACKAGE if number in present else palette.PACKAGE_PALE};"
        f'color:{palette.WHITE if number in present else palette.INK}">{number}</span>'
        for number in PACKAGES
    )
    told = words("lesson.gauge.packages", present=len(present), all=len(PACKAGES))
    return gauge(words("lesson.gauge.packages_title"), boxes, told)


def count_gauge(label: str, total: int, limit: int, colour: str, words: Words) -> str:
    """``total`` boxes filled; a bar stands after box ``limit``, which is still not enough."""
    shown = max(limit + _LEAST_SHOWN, total)
    parts = []
    for number in range(1, shown + 1):
        fill = colour if number <= total else palette.WHITE
        ink = _INKS.get(colour, palette.INK) if number <= total else palette.INK
        if number == limit + 1:
            parts.append(_bar())
        style = f"{_BOX}border:1px solid {palette.INK};background:{fill};color:{ink}"
        parts.append(f'<span style="{style}">{number}</span>')
    key = "over" if total > limit else "under"
    return gauge(label, "".join(parts), words(f"lesson.gauge.{key}", total=total, limit=limit))


def _bar() -> str:
    return (
        f'<span style="display:inline-block;width:4px;height:2.1em;margin:0 4px;'
        f'vertical-align:middle;background:{palette.INK}"></span>'
    )
