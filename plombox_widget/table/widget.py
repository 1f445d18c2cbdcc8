"""PlomboxTable: session, picture and controls put together for Jupyter. Thin: it decides nothing."""

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any

from ipywidgets import VBox

from plombox_widget.game.expect import expect_switch, refuse_unknown
from plombox_widget.game.record import HUMAN, Record
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import IllegalMove
from plombox_widget.locales.i18n import load
from plombox_widget.table import text
from plombox_widget.table.actions import Actions
from plombox_widget.table.begin import first_session, next_session
from plombox_widget.table.board import Board
from plombox_widget.table.callbacks import Clicks, Doubles, Sent, message_sent
from plombox_widget.table.coach import Coaching, CoachPanel
from plombox_widget.table.controls import Controls
from plombox_widget.table.desk import Desk, desk
from plombox_widget.table.layout import Part, Scene, View, layout
from plombox_widget.table.moment import moment
from plombox_widget.table.pace import Pacing
from plombox_widget.table.panels import NewGamePanel
from plombox_widget.table.referee_panel import Refereeing, RefereePanel
from plombox_widget.table.seats import Refusal, bot_level
from plombox_widget.table.session import Session
from plombox_widget.table.share import ForkBar, SharePanel, Sharing
from plombox_widget.table.still import show, still
from plombox_widget.table.svg import svg

Parts = dict[str, Any]
OFTEN = ("_on_ready", "_on_key", "_on_undo", "_on_redo", "_on_paper_card", "_on_paper_back", "_on_edit")
"""Actions that somebody may mean twice in a moment."""


class PlomboxTable(Actions, Pacing, Sharing, Coaching, Refereeing, VBox):  # type: ignore[misc]
    """A table at which you play PlomBOX against bots, or with people at the same screen.

    ``players`` are 4 unless ``rules`` say otherwise; ``seat`` is yours, None to watch; ``bots`` one name for
    all other seats or a name per seat (``human`` is another person); ``seed`` deals the same game again, None
    draws one; ``mode`` is ``play``, ``lesson``, or ``referee`` for a game with paper cards. Every
    click has a method. Methods raise ``Refusal``, ``IllegalMove`` or ``ValueError`` and change nothing;
    callbacks show the same in the status line, and raise too if ``strict``.
    """

    _closed = True
    """Until all is built, and again after ``close``; Python may call ``close`` on a table that failed."""

    def __init__(
        self,
        players: int | None = None,
        seat: int | None = 0,
        bots: str | Sequence[str] = "greedy",
        seed: int | None = None,
        lang: str = "en",
        mode: str = "play",
        *,
        rules: Rules | None = None,
        names: Sequence[str] | None = None,
        compact: bool = False,
        strict: bool = False,
        session: Session | None = None,
        **unknown: Any,
    ) -> None:
        refuse_unknown("PlomboxTable", unknown, list(signature(PlomboxTable).parameters)[:-1])
        self._words = load(lang)
        self._session = first_session(
            session, players, rules, bots, seat=seat, seed=seed, mode=mode, names=names
        )
        self._strict, self._compact = expect_switch("strict", strict), expect_switch("compact", compact)
        self._picked: int | None = None
        self._target: int | None = None
        self._hovered: Part | None = None
        self._message = ""
        self.error: Exception | None = None
        """The last error of a callback; a canvas swallows what its callbacks raise, even if ``strict``."""
        self._labelled: object = None
        self._drawn = 0
        """Plays made in the picture that is shown."""
        self._clicks, self._keys, self._doubles = Clicks(), Clicks(), Doubles()
        super().__init__()
        self._board = Board(self._session.rules.players, self._compact)
        self._controls = Controls(self._session.rules.players, self._callback)
        self._panel = NewGamePanel(self._controls.styles, self._callback)
        self._share = SharePanel(self._controls.styles, self._callback)
        self._fork_bar = ForkBar(self._controls.styles, self._callback)
        self._coach = CoachPanel(self._controls.styles, self._callback)
        self._paper = RefereePanel(self._controls.styles, self._callback)
        self._fork: PlomboxTable | None = None
        self._board.on_press(self._callback("press"))
        self._board.on_hover(self._hover)
        self._board.canvas.on_key_down(self._callback("key"))
        self._board.canvas.on_client_ready(self._callback("ready"))
        controls = self._controls
        top = (
            controls.look,
            controls.top,
            controls.folded,
            self._panel.box,
            self._share.box,
            controls.help_text,
            controls.status,
        )
        below = controls.below(self._coach.box, self._paper.box)
        self.children = (*top, self._board.canvas, *below, self._fork_bar.box)
        self._closed = False
        self._show(paint=False)

    # -- what every click does, as methods

    def play(self, card: int, target: int) -> None:
        """Play the card with this index in the deck (R4) at a seat."""
        self._session.play(card, target)
        self._changed()

    def step(self) -> None:
        """One play of the bot whose turn it is."""
        self._session.step()
        self._changed()

    def turn(self) -> None:
        """The bots play until your turn, or the end."""
        self._session.to_turn()
        self._changed()

    def undo(self) -> None:
        """Lay a picked card down; else take the last play back, if nothing was seen since."""
        if self._picked is not None:
            self._picked = self._target = None
        else:
            self._session.undo()
        self._changed()

    def redo(self) -> None:
        """Play again what was taken back."""
        self._session.redo()
        self._changed()

    def goto(self, number: int) -> None:
        """Look at the position after this many plays; in lesson mode the game goes on from there."""
        self._session.goto(number)
        self._changed()

    def new_game(self, players: int | None = None, **choices: Any) -> None:
        """Another game: ``players``, ``bots``, ``seed``, ``same_deal``, ``rules``, ``names``, ``seat``,
        ``mode``."""
        self._session = next_session(self._session, players, **choices)
        self._paper.clear()
        self._changed()

    def uncover(self) -> None:
        """Show the hand of the person whose turn it is (several people at one screen)."""
        self._session.uncover()
        self._changed()

    @property
    def record(self) -> Record:
        """The game so far with its deck and roles: everything, so keep it from who plays."""
        return self._session.record()

    @property
    def text(self) -> str:
        """The position in words, as the viewer may know it."""
        return text.position(self._session.observation(), self._words, self._session.names)

    def svg(self) -> str:
        """The picture as an SVG document, with the text in it."""
        title, *_ = self.text.splitlines()
        return svg(self._scene(still=True), title, self.text)

    @property
    def lang(self) -> str:
        """The language shown: ``en``, ``es`` or ``fr``; may be set. ``ValueError`` for another."""
        return self._words.language

    @lang.setter
    def lang(self, language: str) -> None:
        self._words = load(language)
        self._changed()

    def close(self) -> None:
        """Give back every widget of this table and stop what runs; the table is then of no use."""
        if not self._closed:
            self._closed = True
            self._stop()
            self._stop_advising()
            if self._fork is not None:
                self._fork.close()
            parts = (
                *self._panel.widgets(),
                *self._share.widgets(),
                *self._fork_bar.widgets(),
                *self._coach.widgets(),
                *self._paper.widgets(),
                *self._controls.widgets(),
                *self._board.widgets(),
            )
            for widget in (*parts, self.layout):
                widget.close()
        super().close()

    # -- callbacks

    def _callback(self, name: str) -> Callable[..., None]:
        """The callback of an action: one line for an error, the position as it was, late clicks dropped."""
        action = getattr(self, f"_on_{name}")

        def callback(*args: Any) -> None:
            if not self._closed:
                self._act(action, args, message_sent())

        return callback

    def _act(self, action: Callable[..., None], args: tuple[Any, ...], sent: Sent | None = None) -> None:
        session = self._session
        saved, picks = session.save(), (self._picked, self._target)
        version, going = session.version, self._going
        try:
            late = self._clicks.late(sent) and action not in (self._on_ready, self._on_key)
            if late or (action.__name__ not in OFTEN and self._doubles.again(sent, (action.__name__, args))):
                self._show()
                return
            self._message = ""
            action(*args)
            if self._controls.tells_error and not self._message:
                self._show()
        except (Refusal, IllegalMove) as error:
            self._fail(error)
            if self._strict:
                raise
        except Exception as error:
            self._session = session
            session.restore(saved)
            self._picked, self._target = picks
            self._board.forget()
            self._fail(error)
            if self._strict:
                raise
        finally:
            if self._session is not session or session.version != version or self._going != going:
                self._clicks.answered(sent)

    def _told(self, error: Exception, unforeseen: str) -> str:
        if isinstance(error, Refusal):
            return self._words(error.key, **error.facts)
        if isinstance(error, IllegalMove):
            return self._words("error.illegal", reason=error)
        # The text of an unforeseen error may quote a hidden card; its type cannot.
        return self._words(unforeseen, error=type(error).__name__)

    def _fail(self, error: Exception, unforeseen: str = "error.unexpected") -> None:
        """Show an error; ``unforeseen`` is the key of what is said of one that nobody foresaw."""
        self.error, self._message = error, self._told(error, unforeseen)
        try:
            self._show()
        except Exception:
            self._board.forget()
            self._controls.say(self._message)

    def _on_ready(self) -> None:
        self._board.forget()
        self._show()

    # -- showing

    def _scene(self, *, still: bool = False) -> Scene:
        session = self._session
        observation = session.observation()
        picked = self._picked if any(held.card_index == self._picked for held in observation.hand) else None
        target = None if picked is None else self._target
        now = moment(session, self._pace, picked, target)
        if still:
            now = now._replace(offers=(), doing="")
        view = View(
            self._words,
            session.names,
            labels=tuple("" if name == HUMAN else bot_level(name, self._words) for name in session.players),
            compact=self._compact,
            still=still,
            picked=picked,
            hovered=self._hovered,
            target=target,
            together=len(session.persons) > 1,
            **now._asdict(),
            hint=self._hint(),
            cover=session.names[session.turn] if session.covered else "",
        )
        return layout(observation, view)

    def _desk(self) -> Desk:
        return desk(self._session, self._words, self._picked, self._target, self._pace)

    @property
    def _pace(self) -> str:
        """What the bots do meanwhile, as it is told."""
        return "auto" if self._controls.auto.value and not self._thinking else self._going

    def _show(self, *, paint: bool = True) -> None:
        """The picture first: of all that is sent, it is what the eye waits for. Nothing once closed."""
        if self._closed:
            return
        self._settle()
        if not any(held.card_index == self._picked for held in self._session.observation().hand):
            self._picked = self._target = None
        if paint:
            self._paint()
        else:
            self._board.expect(self._scene())
        rules = self._session.rules
        labels = (self._words, rules, self._compact, self._controls.help.value)
        if labels != self._labelled:
            narrow = ("plombox-narrow",) if self._compact else ()
            self._dom_classes = ("plombox-table", f"plombox-lang-{self.lang}", *narrow)
            self._controls.label(self._words, rules, compact=self._compact)
            self._panel.label(self._session, self._words)
            self._share.label(self._words)
            self._fork_bar.label(self._words)
            self._labelled = labels
        self._controls.show(self._desk(), self._words, self._message)
        self._show_paper()
        self._share.follow(self._session, self._words, self.svg)
        self._consult()
        self._wake()

    def _paint(self) -> None:
        """Only a play moves: nothing does when one looks back, or takes back."""
        number = self._session.number
        moving = self._controls.motion.value and number == self._drawn + 1
        self._board.show(self._scene(), moving=moving)
        self._drawn = number

    def _reset(self, session: Session) -> None:
        """Another game in the place of this one."""
        self._session, self._picked, self._target = session, None, None
        self._changed()

    def _changed(self) -> None:
        self._message = ""
        self._show()

    # -- for readers without a kernel

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None, **_: Any) -> Parts:
        """The live view, and beside it the picture and the words for who has no kernel."""
        bundle: Parts = super()._repr_mimebundle_(include=include, exclude=exclude)
        return {**bundle, "text/plain": self.text, "image/svg+xml": self.svg()}

    def _ipython_display_(self) -> None:
        """Two outputs: the picture and the words, which stay in a saved notebook, and the live view."""
        fallback = still(self.svg(), self.text, self._words("control.words"))
        show(super()._repr_mimebundle_(), fallback)

    def __repr__(self) -> str:
        return self.text
