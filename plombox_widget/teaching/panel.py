"""What all parts of a lesson share: a language that changes live, a picture for readers without a kernel,
and errors that are shown where the reader looks."""

from collections.abc import Callable, Iterable
from functools import wraps
from html import escape
from typing import Any, TypeVar, cast

import ipywidgets as widgets
from traitlets import Bool, Unicode, observe

from plombox_widget.locales.i18n import Words, load
from plombox_widget.table import palette
from plombox_widget.table.seats import Refusal
from plombox_widget.teaching import markup

Method = TypeVar("Method", bound=Callable[..., None])


def guarded(method: Method) -> Method:
    """For what a click calls: an error becomes one line in the panel, and the next click works.

    A refusal is told in the language in hand. A panel made with ``strict=True`` raises both.
    """

    @wraps(method)
    def call(panel: "Panel", *args: Any, **kwargs: Any) -> None:
        try:
            panel.trouble("")
            method(panel, *args, **kwargs)
        except Exception as error:
            if panel.strict:
                raise
            if isinstance(error, Refusal):
                panel.trouble(panel.words(error.key, **error.facts))
            else:
                panel.trouble(panel.words("lesson.panel.error", error=" ".join(str(error).split())))

    return cast(Method, call)


class Panel(widgets.VBox):  # type: ignore[misc]
    """A part of a lesson: built once by ``build``, its texts and values set by ``refresh``, any language.

    ``lang`` may be assigned at any time. Subclasses give ``build`` (the children, made once), ``refresh``,
    ``text`` (the same in words, in light markup) and ``static`` (the same as HTML without controls).
    """

    lang = Unicode("en")
    tried = Bool(False)
    """Whether the reader has acted here; what tells the answer may wait for it."""

    def __init__(self, lang: str = "en", *, strict: bool = False) -> None:
        """``ValueError`` for an unknown language."""
        self._words = load(lang)
        self.strict = strict
        self._trouble = widgets.HTML()
        super().__init__(layout=widgets.Layout(width="100%", max_width="60em"))
        self.set_trait("lang", lang)
        self.children = (*self.build(), self._trouble)
        self.refresh()

    @property
    def words(self) -> Words:
        return self._words

    @observe("lang")
    def _change_language(self, change: Any) -> None:
        self._words = load(change["new"])
        if self.children:
            self.refresh()

    def trouble(self, line: str) -> None:
        """Show a line under the panel; an empty one takes it away."""
        self._trouble.value = alert(line) if line else ""

    def build(self) -> Iterable[widgets.Widget]:
        raise NotImplementedError

    def refresh(self) -> None:
        raise NotImplementedError

    def text(self) -> str:
        raise NotImplementedError

    def static(self) -> str:
        raise NotImplementedError

    def close(self) -> None:
        """Give back this panel and everything in it, what is not shown just now included."""
        for widget in list(_widgets_in(list(vars(self).values()))):
            if widget is not self:
                close_tree(widget)
        close_tree(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        data = super()._repr_mimebundle_(**kwargs)
        return {**data, "text/plain": markup.plain(self.text()), "text/html": self.static()}

    def __repr__(self) -> str:
        return markup.plain(self.text())


def _widgets_in(value: object) -> Iterable[widgets.Widget]:
    """The widgets in a value, in lists and dicts to any depth."""
    if isinstance(value, widgets.Widget):
        yield value
    elif isinstance(value, list | tuple | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _widgets_in(item)


def close_tree(widget: widgets.Widget) -> None:
    """Close a widget, all that it shows, and the models of its looks: none of them outlives it."""
    for child in getattr(widget, "children", ()):
        close_tree(child)
    for looks in (getattr(widget, "style", None), getattr(widget, "layout", None)):
        if isinstance(looks, widgets.Widget):
            looks.close()
    widgets.Widget.close(widget)


def text_button() -> widgets.Button:
    """A button as wide as its text."""
    return widgets.Button(layout=widgets.Layout(width="auto", max_width="100%"))


def wrapped(*children: widgets.Widget) -> widgets.Box:
    """A row that goes on in the next line where it is too long."""
    row = widgets.Layout(display="flex", flex_flow="row wrap", width="100%", align_items="center")
    return widgets.Box(children, layout=row)


def prose(text: str) -> str:
    """Lesson markup → HTML in the typography of lessons."""
    return f'<div class="plombox-prose" style="{_PROSE}">{markup.html(text)}</div>'


def heading(text: str, level: int = 2) -> str:
    """A heading; ``text`` is data."""
    return f'<h{level} style="line-height:1.25;margin:.6em 0 .3em">{escape(text)}</h{level}>'


def status(text: str) -> str:
    """What changed, read out by screen readers."""
    return f'<div role="status" aria-live="polite" style="{_PROSE}">{markup.html(text)}</div>'


def alert(text: str) -> str:
    """A line that says what went wrong; ``text`` is data."""
    style = f"{_PROSE}border-left:4px solid {palette.VERMILLION};padding-left:.6em"
    return f'<div role="alert" style="{style}">{escape(text)}</div>'


_PROSE = "line-height:1.5;font-size:1rem;overflow-wrap:anywhere;white-space:normal;max-width:46em;"
