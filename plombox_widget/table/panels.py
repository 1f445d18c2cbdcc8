"""The panel for a new game: how many play, who sits where, which deal. Built when it is first opened."""

from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

from ipywidgets import Box, Dropdown, ToggleButton, VBox, Widget

from plombox_widget.bots.base import BOTS
from plombox_widget.game.record import HUMAN
from plombox_widget.locales.i18n import Words
from plombox_widget.table.codes import parse_deal
from plombox_widget.table.controls import Panel, Styles, lines
from plombox_widget.table.knobs import RuleKnobs
from plombox_widget.table.seats import (
    MODES,
    NAME_LENGTH,
    REFEREE,
    Refusal,
    bot_level,
    bot_line,
    typed_names,
)
from plombox_widget.table.session import Session
from plombox_widget.table.text import LETTERS

DEALS = ("new", "same", "seed")
_YOU = "you"
_SEED_DIGITS = 30
_MODES = (*MODES, REFEREE)


class NewGamePanel(Panel):
    """Asks for a new game."""

    def __init__(self, styles: Styles, bind: Callable[[str], Callable[..., None]]) -> None:
        super().__init__(styles, bind)
        self._setting = False
        self._words: Words | None = None

    def show(self, session: Session, words: Words, players: int | None = None) -> None:
        """Open, with the seats of the game as it is, or for another number of players."""
        if not self._built:
            self._build(session)
        self._setting = True
        try:
            if not self.open:
                self._fill(session)
            count = session.rules.players if players is None else players
            self.players.value = count
            for seat, row in enumerate(self.rows):
                row.layout = self._styles.row if seat < count else self._styles.hidden
        finally:
            self._setting = False
        self.box.layout = self._styles.panel
        self.label(session, words)
        self._fit()

    def choices(self, words: Words) -> dict[str, Any]:
        """What was asked for, as ``Session.new_game`` takes it, and the mode; ``Refusal`` for a bad one."""
        rules = self.knobs.rules(words)
        if self.mode.value == REFEREE:
            count = self.players.value
            names = self._typed(count, words)
            return {"rules": replace(rules, players=count), "names": names, "mode": REFEREE}
        coded, seed = _deal(self.seed.value) if self.deal.value == "seed" else (None, None)
        if coded is not None and coded != self.players.value:
            self.players.value = coded
        count = self.players.value
        players = [field.value for field in self.who[:count]]
        seat = players.index(_YOU) if _YOU in players else None
        names = self._typed(count, words)
        self.seed.value = ""
        return {
            "players": count,
            "rules": replace(rules, players=count),
            "bots": [HUMAN if name == _YOU else name for name in players],
            "seat": seat,
            "names": names,
            "seed": seed,
            "same_deal": self.deal.value == "same",
            "mode": self.mode.value,
        }

    def label(self, session: Session, words: Words) -> None:
        """Every word of the panel, if it was ever opened."""
        if not self._built:
            return
        self._setting = True
        try:
            for name in ("players", "more", "deal", "seed", "mode", "start", "cancel"):
                getattr(self, name).description = words(f"control.{name}")
            _offer(self.deal, [(words(f"control.deal.{name}"), name) for name in DEALS])
            _offer(self.mode, [(words(f"control.mode.{name}"), name) for name in _MODES])
            own = [(words(f"control.who.{name}"), key) for name, key in (("you", _YOU), ("person", HUMAN))]
            bots = [(words("control.who.bot", name=bot_level(name, words)), name) for name in BOTS]
            for seat, (name, who) in enumerate(zip(self.names, self.who, strict=True)):
                name.description = words("control.name", letter=LETTERS[seat])
                who.description = words("control.plays", letter=LETTERS[seat])
                _offer(who, [*own, *bots])
            ideas = [bot_line(name, words) for name in BOTS]
            self.ideas.value = lines("note", words("control.bots"), ideas)
            self.knobs.label(words)
            self.title.value = f"<b>{escape(words('control.new_game'))}</b>"
            self._tell(words)
        finally:
            self._setting = False

    def widgets(self) -> list[Widget]:
        """All of them, to be closed."""
        if not self._built:
            return [self.box]
        fields = [
            self.title,
            self.ideas,
            self.told,
            self.more,
            self.folded,
            self.players,
            self.deal,
            self.seed,
            self.mode,
            self.start,
            self.cancel,
        ]
        return [self.box, *self.rows, *self.names, *self.who, *fields, *self.lines, *self.knobs.widgets()]

    def _build(self, session: Session) -> None:
        make = self._styles
        self.knobs = RuleKnobs(make)
        self.title, self.ideas, self.told = make.html(), make.html(), make.html()
        self.players = make.choice(range(3, 9), value=session.rules.players)
        self.deal = make.choice(DEALS)
        self.mode = make.choice(_MODES)
        self.mode.add_class("plombox-mode")
        self.mode.observe(lambda _: self._on_choice(), "value")
        self.deal.observe(lambda _: self._on_choice(), "value")
        self.more: ToggleButton = make.make_toggle()
        self.more.observe(lambda _: self._fit(), "value")
        self.seed = make.entry()
        self.names = [make.entry() for _ in LETTERS]
        offered = [_YOU, HUMAN, *BOTS]
        self.who = [make.choice(offered) for _ in LETTERS]
        self.rows = [Box([n, w], layout=self._styles.row) for n, w in zip(self.names, self.who, strict=True)]
        self.start = make.make_button()
        self.start.button_style = "success"
        self.cancel = make.make_button()
        self.start.on_click(self._bind("start"))
        self.cancel.on_click(self._bind("new_game"))
        self.players.observe(self._on_players, "value")
        for seat, field in enumerate(self.who):
            field.observe(lambda change, seat=seat: self._only_you(seat, change["new"]), "value")
        for field in (*self.names, *self.who, self.mode, self.deal, self.seed, *self.knobs.choices):
            field.observe(self._on_edit, "value")
        self.lines = [
            Box(fields, layout=self._styles.row)
            for fields in (
                [self.players],
                [self.start, self.cancel, self.more],
                [self.mode, self.deal, self.seed],
            )
        ]
        first, last, seldom = self.lines
        self.folded = VBox([seldom, self.knobs.box, self.ideas], layout=self._styles.hidden)
        self.box.children = (self.title, first, *self.rows, self.told, last, self.folded)
        self._built = True

    def _fill(self, session: Session) -> None:
        players = [*session.players, *["greedy"] * len(LETTERS)]
        if session.mode == REFEREE:
            players = [_YOU, *["greedy"] * len(LETTERS)]
        for seat, (name, who) in enumerate(zip(self.names, self.who, strict=True)):
            name.value = session.names[seat] if seat < len(session.names) else ""
            who.value = _YOU if seat == session.seat else players[seat]
        self.deal.value, self.mode.value, self.seed.value = "new", session.mode, ""
        self.more.value = False
        self.knobs.fill(session.rules)

    def _on_players(self, change: Any) -> None:
        if not self._setting:
            self._bind("players")(change["new"])

    def _typed(self, count: int, words: Words) -> tuple[str, ...]:
        return typed_names([field.value for field in self.names[:count]], words)

    def _on_edit(self, _: Any) -> None:
        if not self._setting:
            self._bind("edit")()

    def _fit(self) -> None:
        """At a game with paper cards nobody is a bot, and nothing is dealt here."""
        paper, hidden = self.mode.value == REFEREE, self._styles.hidden
        for field in (*self.who, self.deal):
            field.layout = hidden if paper else self._styles.field
        typed = self.deal.value == "seed" and not paper
        self.seed.layout = self._styles.field if typed else hidden
        self.ideas.layout = hidden if paper else self._styles.text
        self.folded.layout = self._styles.text if self.more.value else hidden
        self.told.layout = hidden if self.mode.value == MODES[0] else self._styles.text

    def _on_choice(self) -> None:
        self._fit()
        if self._words is not None:
            self._tell(self._words)

    def _tell(self, words: Words) -> None:
        """What the mode that is chosen means."""
        self._words = words
        mode = self.mode.value
        self.told.value = escape(words("paper.seats" if mode == REFEREE else "control.told.lesson"))

    def _only_you(self, seat: int, who: str) -> None:
        """You sit at one place: where you sat before, a bot sits down."""
        if who == _YOU and not self._setting:
            for other, field in enumerate(self.who):
                if other != seat and field.value == _YOU:
                    field.value = "greedy"


def _offer(field: Dropdown, options: list[tuple[str, Any]]) -> None:
    """Options in another language, the choice kept."""
    if tuple(options) != tuple(field.options):
        value = field.value
        field.options = options
        field.value = value


def _deal(typed: str) -> tuple[int | None, int]:
    """Players, if it says so, and seed of a deal number or code that somebody typed."""
    digits = typed.strip()
    if digits.isascii() and digits.isdigit() and len(digits) <= _SEED_DIGITS:
        return None, int(digits)
    try:
        return parse_deal(digits)
    except ValueError:
        raise Refusal("refuse.deal_code", value=digits[:NAME_LENGTH]) from None
