"""The table for a reader without a kernel: a picture and its words, as an output of their own before the live
view. Where the live view is alive, the style sheet of the table hides them.

A front end that knows widgets shows of a saved one at best that its model is gone, whatever else its output
holds. So the picture cannot be a part of that output.
"""

import base64
from html import escape
from typing import Any

from plombox_widget.locales.preference import behind_voila

Bundle = dict[str, Any]
_VIEW = "application/vnd.jupyter.widget-view+json"


def still(picture: str, words: str, heading: str) -> Bundle:
    """An output by kinds: HTML with the SVG document ``picture`` as an image and the words folded under
    ``heading``; the words alone where HTML is not shown."""
    data = base64.b64encode(picture.encode()).decode()
    title = words.split("\n", 1)[0]
    return {
        "text/html": (
            f'<div class="plombox-still"><img alt="{escape(title)}" style="width:100%;max-width:1280px" '
            f'src="data:image/svg+xml;base64,{data}">'
            f"<details><summary>{escape(heading)}</summary>"
            f'<div style="white-space:pre-wrap">{escape(words)}</div></details></div>'
        ),
        "text/plain": words,
    }


def show(live: Bundle, fallback: Bundle) -> None:
    """Display the table. A page of Voilà always has its kernel, and gets no more than the live view."""
    from IPython.display import display

    if not behind_voila():
        display(fallback, raw=True)  # type: ignore[no-untyped-call]
    display({_VIEW: live[_VIEW], "text/plain": ""}, raw=True)  # type: ignore[no-untyped-call]
