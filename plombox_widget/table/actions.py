"""What the clicks do that are about the viewer: pick, aim and play, look back, the looks of the table."""

from collections.abc import Callable
from typing import Any

from ipywidgets import Widget

from plombox_widget.locales.i18n import Words
from plombox_widget.table.board import Board
from plombox_widget.table.callbacks import Clicks, message_sent
from plombox_widget.table.controls import Controls
from plombox_widget.table.layout import Part
from plombox_widget.table.panels import NewGamePanel
from plombox_widget.table.referee_panel import RefereePanel
from plombox_widget.table.seats import Refusal
from plombox_widget.table.session import Session


class Actions:
    """The callbacks by name, for the table that has these parts and methods."""

    _session: Session
    _words: Words
    _board: Board
    _controls: Controls
    _panel: NewGamePanel
    _paper: RefereePanel
    _keys: Clicks
    _picked: int | None
    _target: int | None
    _hovered: Part | None
    _compact: bool
    _closed: bool
    _labelled: object
    lang: str
    _lay: Callable[[int, int], None]
    undo: Callable[[], None]
    redo: Callable[[], None]
    goto: Callable[[int], None]
    uncover: Callable[[], None]
    new_game: Callable[..., None]
    _go: Callable[[str], None]
    _go_or_pause: Callable[[], None]
    _on_auto: Callable[[bool], None]
    _pause_auto: Callable[[], None]
    _show: Callable[[], None]
    _act: Callable[..., None]

    def _on_key(self, key: str, shift: bool, *_: bool) -> None:
        """The canvas swallows every key: Tab and Escape lead out of it, once for all that were pressed."""
        sent = message_sent()
        if self._keys.late(sent):
            return
        self._keys.answered(sent)
        if key == "Tab":
            (self._controls.settings if shift else self._controls.next_focus()).focus()
        elif key == "Escape":
            self._board.canvas.blur()

    def _on_pick(self, card: int | None) -> None:
        self._picked, self._target = card, None
        self._show()

    def _on_aim(self, seat: int | None) -> None:
        self._target = seat
        self._show()

    def _on_play(self, *_: Any) -> None:
        if self._picked is None:
            raise Refusal("refuse.pick")
        if self._target is None:
            raise Refusal("refuse.no_target")
        self._lay(self._picked, self._target)
        self._refocus(self._controls.play)

    def _on_undo(self, *_: Any) -> None:
        if self._picked is None:
            self._pause_auto()
        self.undo()
        self._refocus(self._controls.undo)

    def _on_redo(self, *_: Any) -> None:
        self.redo()
        self._refocus(self._controls.redo)

    def _on_goto(self, number: int) -> None:
        self.goto(number)

    def _on_uncover(self, *_: Any) -> None:
        self.uncover()
        self._controls.next_focus().focus()

    def _on_language(self, language: str) -> None:
        self.lang = language

    def _on_compact(self, compact: bool) -> None:
        self._compact = compact
        self._show()

    def _on_motion(self, _: bool) -> None:
        self._show()

    def _on_help(self, _: bool) -> None:
        self._labelled = None
        self._show()

    def _on_settings(self, _: bool) -> None:
        self._labelled = None
        self._show()

    def _on_new_game(self, *_: Any) -> None:
        if self._panel.open:
            self._panel.hide()
        else:
            self._panel.show(self._session, self._words)

    def _on_again(self, *_: Any) -> None:
        """The button under the picture: the form is over it, and gets the keyboard, so that it is seen."""
        self._panel.show(self._session, self._words)
        self._panel.players.focus()

    def _on_edit(self, *_: Any) -> None:
        """Something else stands in a panel now than what was refused: every action unsays the last error."""

    def _on_start(self, *_: Any) -> None:
        self.new_game(**self._panel.choices(self._words))
        self._panel.hide()
        self._controls.next_focus().focus()

    def _on_players(self, players: int) -> None:
        self._panel.show(self._session, self._words, players)

    def _on_press(self, part: Part | None) -> None:
        session = self._session
        if session.covered:
            self.uncover()
        elif part is None:
            self._show()
        elif part.kind == "card":
            self._press_card(int(part.value))
        elif part.kind == "site":
            self._press_site(int(part.value))
        elif part.kind == "button":
            self._press_button(str(part.value))
        elif session.bot_acts:
            self._go("turn")

    def _press_button(self, name: str) -> None:
        """What the ordinary button of this name does; but the keyboard stays where it is, so that the page
        does not scroll away."""
        if name == "step":
            self._go("step")
        elif name == "turn":
            self._go_or_pause()
        elif name == "auto":
            self._controls.switch_off("auto")
            self._on_auto(False)
        elif name == "back":
            self.goto(self._session.live)
        elif name == "new_game":
            self._on_again()

    def _press_card(self, card: int) -> None:
        if not self._session.yours:
            self._refuse_turn()
        self._on_pick(card)

    def _press_site(self, seat: int) -> None:
        if not self._session.yours:
            self._refuse_turn()
        if self._picked is None:
            raise Refusal("refuse.pick")
        legal = self._session.observation().legal_moves
        if not any(move.card == self._picked and move.target == seat for move in legal):
            raise Refusal("refuse.target")
        if self._session.asked(self._picked, seat):
            self._on_aim(seat)
        else:
            self._lay(self._picked, seat)

    def _refuse_turn(self) -> None:
        session = self._session
        if session.over:
            raise Refusal("refuse.over")
        if session.looking_back:
            raise Refusal("refuse.looking_back", number=session.number)
        raise Refusal("refuse.not_yours", name=session.names[session.turn])

    def _hover(self, part: Part | None) -> None:
        """Moves of the mouse come by hundreds: only one that changes something is an action."""
        if part != self._hovered and not self._closed:
            self._hovered = part
            self._board.point(self._can_press(part))
            self._act(self._show, ())

    def _can_press(self, part: Part | None) -> bool:
        """Whether a click there would do something."""
        session = self._session
        if part is None or part.kind == "button":
            return part is not None
        if part.kind == "card":
            return session.yours
        if part.kind == "site":
            legal = session.observation().legal_moves if session.yours else ()
            return any(move.card == self._picked and move.target == part.value for move in legal)
        return session.bot_acts

    def _refocus(self, used: Widget) -> None:
        """A focused button that went out of use takes the keyboard with it: it goes on where play goes on."""
        if used.disabled and not self._paper.asks:
            self._controls.next_focus().focus()
