"""A table whose game outlives its kernel: it is kept after every play, and a code brings it back."""

from html import escape
from typing import Any

from ipywidgets import HBox

from plombox_widget.table import saves
from plombox_widget.table.seats import Refusal
from plombox_widget.table.session import Session
from plombox_widget.table.widget import PlomboxTable


class KeptTable(PlomboxTable):
    """``PlomboxTable``, and under it a resume code, a field for such a code, and a button.

    The CSS classes ``plombox-code``, ``plombox-resume`` and ``plombox-lang-…`` are what a page's script
    looks for when it has lost its kernel.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._code = saves.new_code()
        self._kept: tuple[Session, int] | None = None
        self._why_not = ""
        self._shown_lang = ""
        super().__init__(*args, **kwargs)
        styles = self._controls.styles
        self._code_text, self._code_field = styles.html(), styles.entry()
        self._resume_button = styles.make_button()
        self._code_text.add_class("plombox-code")
        self._code_field.add_class("plombox-resume")
        self._resume_button.add_class("plombox-resume")
        self._code_row = HBox((self._code_text, self._code_field, self._resume_button), layout=styles.row)
        self._resume_button.on_click(self._callback("resume"))
        self.children = (*self.children, self._code_row)
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
        row: HBox = self._code_row
        super().close()
        for widget in (*row.children, row):
            widget.close()

    def _on_resume(self, *_: Any) -> None:
        self.resume(self._code_field.value)
        self._code_field.value = ""
        self._controls.next_focus().focus()

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
        code = self._words("control.code_none", reason=self._why_not) if self._why_not else self._code
        tag = "span" if self._why_not else "code"
        self._code_text.value = f"{escape(self._words('control.code'))}: <{tag}>{escape(code)}</{tag}>"

    def _keep(self) -> None:
        """A disk that is full spoils no game, only its code."""
        self._kept = (self._session, self._session.version)
        try:
            saves.save(self._session, self._code)
            self._why_not = ""
        except OSError as error:
            self._why_not = str(error.strerror or error)
