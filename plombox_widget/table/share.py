"""Save and share: the deal code, the record, a page to keep; a second table for "what if?"; the projector."""

import base64
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from ipywidgets import HTML, Box, Button, FileUpload, Layout, Text, Textarea, ToggleButton, Widget

from plombox_widget.game.record import FORMAT, MAX_BYTES, VERSION, Record, RecordError, read_json
from plombox_widget.locales.i18n import Words
from plombox_widget.table.codes import deal_code
from plombox_widget.table.controls import Panel, Styles
from plombox_widget.table.referee import Referee, is_paper
from plombox_widget.table.replay_page import replay_page
from plombox_widget.table.seats import REFEREE, Refusal
from plombox_widget.table.session import Session


def may_tell(session: Session) -> bool:
    """Whether what tells every card may be given: nothing is to be won by it any more."""
    return session.may_tell


class SharePanel(Panel):
    """Offers what may be kept of the game and given to others."""

    def __init__(self, styles: Styles, bind: Callable[[str], Callable[..., None]]) -> None:
        super().__init__(styles, bind)
        self._told = self._setting = False
        self.takes_codes = False
        """Whether the field for a game as text takes a resume code too."""

    def show(self, session: Session, words: Words, picture: str) -> None:
        """Open, with what the viewer may be given of the game as it stands."""
        if self._built:
            self._renew_upload(words)
        else:
            self._build()
        self._fill(session, words, picture)
        self.box.layout = self._styles.panel

    def label(self, words: Words) -> None:
        """Every word of the panel, if it was ever opened."""
        if self._built:
            self.title.value = f"<b>{escape(words('control.share'))}</b>"
            self.deal.description = words("control.deal_code")
            asks = "record_or_code" if self.takes_codes else "record"
            self.record.description = words(f"control.{asks}")
            self.upload.description = words("control.upload")
            self.load.description, self.page.description = words("control.open"), words("control.replay")
            self.fork.description = words("control.fork")
            self.projector.description = words("control.projector")
            self.bring.value = f"<b>{escape(words('control.bring'))}</b>"

    def follow(self, session: Session, words: Words, picture: Callable[[], str]) -> None:
        """What was given of a game that had ended is taken back when its deal is played again; an open panel
        offers more when a game ends."""
        if self._built and self._told != may_tell(session) and (self._told or self.open):
            self._fill(session, words, picture())

    def offer_page(self, session: Session, words: Words) -> None:
        """A link to the replay; ``Refusal`` while the game is played."""
        if not may_tell(session):
            raise Refusal("refuse.secret")
        page = replay_page(session.record(), words, session.names)
        self.page_link.value = _link(words("control.download.page"), "plombox.html", "text/html", page)

    def tell_code(self, told: str) -> None:
        """The resume code, as HTML, where the table keeps its game under one."""
        if self._built:
            self.code.value, self.code.layout = told, self._styles.text

    def widgets(self) -> list[Widget]:
        """All of them, to be closed."""
        return [self.box, *([] if not self._built else [*self._parts, *self._rows, self.record.layout])]

    def _build(self) -> None:
        make = self._styles
        self.title: HTML = make.html()
        self.deal: Text = make.entry()
        self.deal.disabled = True
        self.record = Textarea(layout=Layout(width="auto", height="auto"), style=make.text_style)
        self.record.observe(lambda _: self._setting or self._bind("edit")(), "value")
        self.links: HTML = make.html()
        self.page_link: HTML = make.html()
        self.code = HTML(layout=make.hidden, style=make.html_style)
        self.bring: HTML = make.html()
        self.upload = self._make_upload()
        self.load, self.page, self.fork = (self._button(name) for name in ("load", "page", "fork"))
        self.projector: ToggleButton = make.make_toggle()
        self.projector.observe(lambda change: self._bind("projector")(change["new"]), "value")
        self._rows = [
            Box([self.deal, self.fork, self.page, self.projector], layout=make.row),
            Box([self.upload, self.load], layout=make.row),
        ]
        upper, lower = self._rows
        self.box.children = (
            self.title, self.code, self.links, upper, self.page_link, self.bring, self.record, lower,
        )  # fmt: skip
        fields = [self.title, self.code, self.bring, self.deal, self.record, self.links, self.page_link]
        self._parts = [*fields, self.load, self.page, self.fork, self.projector, self.upload]
        self._built = True

    def _make_upload(self) -> FileUpload:
        make = self._styles
        upload = FileUpload(accept=".json,application/json", layout=make.button, style=make.button_style)
        upload.add_class("plombox-upload")
        upload.observe(self._on_upload, "value")
        return upload

    def _renew_upload(self, words: Words) -> None:
        """A file that is larger than the connection takes never arrives, and the browser's control waits for
        an answer to it for ever: the next opening brings another one."""
        old, self.upload = self.upload, self._make_upload()
        self.upload.description = words("control.upload")
        row = self._rows[1]
        row.children = tuple(self.upload if child is old else child for child in row.children)
        self._parts = [self.upload if part is old else part for part in self._parts]
        old.close()

    def _on_upload(self, change: Any) -> None:
        if change["new"]:
            self._bind("upload")(change["new"])

    def empty_upload(self) -> None:
        self.upload.value = ()

    def _button(self, name: str) -> Button:
        button = self._styles.make_button()
        button.on_click(self._bind(name))
        return button

    def _fill(self, session: Session, words: Words, picture: str) -> None:
        self._told = tell = may_tell(session)
        record = session.shareable()
        self._setting = True
        self.record.value, self.page_link.value = record, ""
        self._setting = False
        self.deal.value = _code(session) if tell else ""
        self._offer(self.page, tell)
        self._offer(self.fork, tell and session.mode != REFEREE)
        self.deal.layout = self._styles.field if self.deal.value else self._styles.hidden
        self.projector.layout = self._styles.hidden if session.mode == REFEREE else self._styles.button
        links = []
        if picture:
            links.append(_link(words("control.download.picture"), "plombox.svg", "image/svg+xml", picture))
        if record:
            links.append(_link(words("control.download.record"), "plombox.json", "application/json", record))
        if not tell:
            links.append(escape(words("control.later")))
        self.links.value = " · ".join(links)
        self.label(words)

    def _offer(self, button: Button, can: bool) -> None:
        """What cannot be done now is not there: why, the panel says in words."""
        button.disabled = not can
        button.layout = self._styles.button if can else self._styles.hidden


class ForkBar(Panel):
    """Over a second table: what it is, and the way to be rid of it."""

    def __init__(self, styles: Styles, bind: Callable[[str], Callable[..., None]]) -> None:
        super().__init__(styles, bind)
        self.title: HTML = styles.html()
        self.shut: Button = styles.make_button()
        self.shut.on_click(bind("close_fork"))
        self.box.children = (self.title, Box([self.shut], layout=styles.row))
        self.box.add_class("plombox-fork")

    def show(self, number: int, words: Words) -> None:
        """Over a table that goes on after so many plays."""
        self._number = number
        self.label(words)
        self.box.layout = self._styles.panel
        self.shut.focus()

    def label(self, words: Words) -> None:
        """Every word, if it was ever shown."""
        if hasattr(self, "_number"):
            told = words("fork.told", number=self._number)
            self.title.value = f"<b>{escape(words('control.fork'))}</b> {escape(told)}"
            self.shut.description = words("fork.close")

    def widgets(self) -> list[Widget]:
        """All of them, to be closed."""
        return [self.box, *self.box.children, self.shut]


def checked_record(content: str | bytes | memoryview) -> str:
    """The text of a record that may be opened as one; ``Refusal`` for what is none at first sight."""
    if len(content) > MAX_BYTES:
        raise Refusal("refuse.record.large", limit=MAX_BYTES)
    try:
        text = content if isinstance(content, str) else bytes(content).decode()
    except UnicodeDecodeError:
        raise Refusal("refuse.record.binary") from None
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise Refusal("refuse.record.empty")
    try:
        data = read_json(text)
    except RecordError:
        raise Refusal("refuse.record.json") from None
    if not isinstance(data, dict) or not (data.get("format") == FORMAT or is_paper(data)):
        raise Refusal("refuse.record.foreign")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise Refusal("refuse.record.version", version=VERSION)
    return text


def _code(session: Session) -> str:
    """The deal code, where one deals this game again: published rules, and a seed that has a code."""
    try:
        return "" if session.rules.changed() else deal_code(session.rules.players, session.seed)
    except ValueError:
        return ""


def _link(label: str, name: str, kind: str, content: str) -> str:
    data = base64.b64encode(content.encode()).decode()
    return f'<a download="{name}" href="data:{kind};charset=utf-8;base64,{data}">{escape(label)}</a>'


class Sharing:
    """The actions of the panel, for the table that has it as ``_share``."""

    _share: SharePanel
    _fork_bar: ForkBar
    _controls: Any
    _session: Session
    _words: Words
    _fork: Any
    _compact: bool
    children: tuple[Widget, ...]
    svg: Callable[[], str]
    _changed: Callable[[], None]
    _reset: Callable[[Session], None]

    def fork(self) -> Any:
        """A second table with the same deck and dice, to ask "what if?"; ``Refusal`` in a game."""
        return type(self)(  # type: ignore[call-arg]
            session=self._session.fork(), lang=self._words.language, compact=self._compact
        )

    def open_record(self, text: str) -> None:
        """Take up the game of a record where it ends; ``RecordError`` in one line if it is none."""
        data = read_json(text)
        if is_paper(data):
            self._reset(Referee.from_json(text))
            return
        record = Record.from_json(text)
        bots, seat = record.bots, self._session.seat
        if bots is not None and "human" in bots:
            seat = bots.index("human")
        elif seat is not None and seat >= record.rules.players:
            seat = 0
        mode = "play" if self._session.mode == REFEREE else self._session.mode
        self._reset(Session.resume(record, seat=seat, mode=mode))

    def _on_share(self, *_: Any) -> None:
        if self._share.open:
            self._share.hide()
        else:
            self._share.show(self._session, self._words, self.svg())

    def _on_load(self, *_: Any) -> None:
        self._open(self._share.record.value)

    def _on_upload(self, files: Sequence[Any]) -> None:
        """A file of the reader's; it is not kept in the widget, so that the same one may come again."""
        self._share.empty_upload()
        for file in files[:1]:
            content = file["content"]
            if not isinstance(content, bytes | memoryview):
                raise Refusal("refuse.record.binary")
            self._open(content)

    def _open(self, content: str | bytes | memoryview) -> None:
        text = checked_record(content)
        try:
            self.open_record(text)
        except RecordError as error:
            raise Refusal("refuse.record", reason=error) from None
        self._share.hide()

    def _on_page(self, *_: Any) -> None:
        self._share.offer_page(self._session, self._words)

    def _on_projector(self, on: bool) -> None:
        self._session.look(None if on else self._session.seat)
        self._changed()

    def _on_fork(self, *_: Any) -> None:
        fresh = self.fork()
        self._shut_fork()
        self._fork = fresh
        self.children = (*self.children, fresh)
        self._fork_bar.show(fresh._session.number, self._words)

    def _on_close_fork(self, *_: Any) -> None:
        self._shut_fork()
        self._controls.share.focus()

    def _shut_fork(self) -> None:
        if self._fork is not None:
            self.children = tuple(child for child in self.children if child is not self._fork)
            self._fork.close()
            self._fork = None
        self._fork_bar.hide()
