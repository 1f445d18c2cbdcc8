"""A table whose game outlives its kernel: it is kept after every play, and a code brings it back."""

import errno
from html import escape
from inspect import signature
from typing import Any

from ipywidgets import HBox

from plombox_widget.locales.i18n import Words
from plombox_widget.locales.preference import preferred_language, remember_language
from plombox_widget.table import saves
from plombox_widget.table.seats import Refusal
from plombox_widget.table.session import Session
from plombox_widget.table.widget import PlomboxTable

LESSONS = "index.ipynb"
"""The list of lessons, beside the notebook that shows the table."""

_LANG_AT = list(signature(PlomboxTable).parameters).index("lang")
_LINK = "color:inherit;text-decoration:underline;line-height:2"


class KeptTable(PlomboxTable):
    """``PlomboxTable``, with the way to the lessons, and under it a resume code and a field for such a code.

    Its language is the one that the reader wants, unless ``lang`` says another, and a choice is kept for
    the notebooks opened next. The CSS classes ``plombox-code``, ``plombox-resume``, ``plombox-language`` and
    ``plombox-lang-…`` are what a page's script looks for.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._code = saves.new_code()
        self._kept: tuple[Session, int] | None = None
        self._why_not: OSError | None = None
        self._shown_lang = ""
        if len(args) <= _LANG_AT:
            kwargs.setdefault("lang", preferred_language())
        super().__init__(*args, **kwargs)
        self._share.takes_codes = True
        styles = self._controls.styles
        self._lessons, self._code_text, self._code_field = styles.html(), styles.html(), styles.entry()
        self._resume_button = styles.make_button()
        self._code_text.add_class("plombox-code")
        self._code_field.add_class("plombox-resume")
        self._resume_button.add_class("plombox-resume")
        self._code_row = HBox((self._code_text, self._code_field, self._resume_button), layout=styles.row)
        self._resume_button.on_click(self._callback("resume"))
        self._code_field.observe(self._callback("edit"), "value")
        self._controls.top.children = (*self._controls.top.children, self._lessons)
        # A second table, and what stands over it, come last.
        self.children = (*self.children[:-1], self._code_row, self.children[-1])
        self._show_code()

    @property
    def code(self) -> str:
        """The resume code of the game as it stands."""
        return self._code

    def resume(self, code: str) -> None:
        """The game kept under ``code``, from now on under a new one; ``Refusal`` if there is none."""
        try:
            session = saves.load(code)
        except saves.NoSave:
            raise Refusal("refuse.no_save") from None
        self._session = session
        self._code = saves.new_code()
        self._picked = self._target = None
        self._changed()

    def close(self) -> None:
        super().close()
        if hasattr(self, "_code_row"):  # a table that was refused has none
            for widget in (self._lessons, *self._code_row.children, self._code_row):
                widget.close()

    def _on_language(self, language: str) -> None:
        super()._on_language(language)
        remember_language(language)

    def _on_resume(self, *_: Any) -> None:
        self.resume(self._code_field.value)
        self._code_field.value = ""
        self._controls.next_focus().focus()

    def _on_load(self, *_: Any) -> None:
        """The panel shows a resume code, so its field takes one."""
        typed = self._share.record.value
        if not saves.looks_like_code(typed):
            super()._on_load()
            return
        self.resume(typed)
        self._share.hide()

    def _on_share(self, *_: Any) -> None:
        super()._on_share()
        self._show_code()

    def _show(self, *, paint: bool = True) -> None:
        super()._show(paint=paint)
        if hasattr(self, "_code_row"):
            self._show_code()

    def _show_code(self) -> None:
        if self._kept != (self._session, self._session.version):
            self._keep()
        if self.lang != self._shown_lang:
            self.remove_class(f"plombox-lang-{self._shown_lang}")
            self._shown_lang = self.lang
            self.add_class(f"plombox-lang-{self.lang}")
            self._code_field.description = self._words("control.code_field")
            self._resume_button.description = self._words("control.resume")
            told = escape(self._words("lesson.panel.back"))
            self._lessons.value = f'<a href="{LESSONS}?lang={self.lang}" style="{_LINK}">{told}</a>'
        code = self._code
        if self._why_not is not None:
            code = self._words("control.code_none", reason=_reason(self._why_not, self._words))
        tag = "span" if self._why_not else "code"
        self._code_text.value = f"{escape(self._words('control.code'))}: <{tag}>{escape(code)}</{tag}>"
        self._share.tell_code(self._code_text.value)

    def _keep(self) -> None:
        """A disk that is full spoils no game, only its code."""
        self._kept = (self._session, self._session.version)
        try:
            saves.save(self._session, self._code)
            self._why_not = None
        except OSError as error:
            self._why_not = error


def _reason(error: OSError, words: Words) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return words("kept.full")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return words("kept.forbidden")
    return words("kept.trouble", error=type(error).__name__)
