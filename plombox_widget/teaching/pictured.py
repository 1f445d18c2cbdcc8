"""The table in a lesson: the compact picture, upright so that it is read on a phone, after its controls."""

from typing import Any

import ipywidgets as widgets

from plombox_widget.game.observation import Observation
from plombox_widget.locales.i18n import Words
from plombox_widget.table import text
from plombox_widget.table.layout import layout
from plombox_widget.table.svg import svg
from plombox_widget.table.view import View

_TWO: Any = {
    "display": "flex",
    "flex_flow": "row wrap",
    "width": "100%",
    "align_items": "flex-start",
    "grid_gap": "10px 12px",
}
PICTURE: Any = {"flex": "1 1 290px", "max_width": "360px", "min_width": "0"}
BESIDE: Any = {"flex": "1 1 230px", "min_width": "0"}


def side_by_side(*parts: widgets.Widget) -> widgets.Box:
    """What is done with a picture, then the picture: beside each other, or one below the other on a narrow
    page, where controls below a picture as high as the screen would not be found."""
    return widgets.Box(parts, layout=_TWO)


def table_picture(seen: Observation, words: Words, picked: int | None = None) -> str:
    """The table as ``seen``, as SVG with its text for screen readers; ``picked`` is a card of the hand."""
    names = text.seat_names(words, seen.rules.players)
    scene = layout(seen, View(words, names, compact=True, picked=picked, still=True))
    picture = svg(scene, words("lesson.step.picture"), text.position(seen, words, names))
    return f'<div style="max-width:{scene.width}px">{picture}</div>'
