"""Something that is folded away under a line: it stays open or shut while what is in it changes."""

from html import escape

from ipywidgets import DOMWidget, Widget

from plombox_widget.table.controls import Styles

_STYLE = """<style>
@supports selector(:has(a)) {
    .plombox-table .plombox-fold:not(:has([open])) + .plombox-folded { display: none; }
}
.plombox-table .plombox-fold summary { box-sizing: border-box; padding: 3px 0; cursor: pointer; }
@media (pointer: coarse) { .plombox-table .plombox-fold summary { padding: 12px 0; } }
.plombox-table .plombox-folded { margin: 0 2px 6px 16px; }
.plombox-table .plombox-told { margin: 0 0 3px; padding-left: 1em; text-indent: -1em; }
</style>"""
"""What follows a line that is shut is not shown. A browser that cannot tell shows it always."""


class Fold:
    """A line to press, and right after it, as a widget of its own, what it opens.

    Were ``content`` inside the ``details``, each change of it would make a new element, that is shut again.
    """

    def __init__(self, styles: Styles, content: DOMWidget) -> None:
        self._styles = styles
        self.line = styles.html()
        self.line.add_class("plombox-fold")
        self.content = content
        self._layout = content.layout
        content.add_class("plombox-folded")

    def show(self, title: str, *, here: bool = True) -> None:
        """Under this title; nothing at all unless ``here``: it is then shut when it comes back."""
        self.line.value = f"{_STYLE}<details><summary>{escape(title)}</summary></details>"
        self.line.layout = self._styles.text if here else self._styles.hidden
        self.content.layout = self._layout if here else self._styles.hidden

    @property
    def widgets(self) -> tuple[Widget, Widget]:
        """Line and content, in the order in which they must stand."""
        return self.line, self.content
