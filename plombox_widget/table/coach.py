"""The coach panel: a play and why; folded, the odds of factions and roles; afterwards, what a bot saw.

Everything but the last comes from the viewer's own observation. The chances are worked out in a thread, and
only the last position asked for is told: one that the game has left is dropped.
"""

import asyncio
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from ipywidgets import HTML, Box, Button, Checkbox, Dropdown, Widget

from plombox_widget.game.observation import Observation
from plombox_widget.game.record import HUMAN
from plombox_widget.game.state import Move
from plombox_widget.locales.i18n import Words
from plombox_widget.table.controls import Controls, Panel, Styles, lines
from plombox_widget.table.fold import Fold
from plombox_widget.table.seats import REFEREE
from plombox_widget.table.session import Session
from plombox_widget.table.share import may_tell

if TYPE_CHECKING:
    from plombox_widget.bots.coach import Counsel, Outlook


class Found(NamedTuple):
    """What the coach found for one observation."""

    outlook: "Outlook | None" = None
    counsel: "Counsel | None" = None
    """None if the viewer has nothing to play, or wants no hint."""
    missing: str = ""
    """The library that it lacks; then there is nothing else, nor if something went wrong."""


def consult(observation: Observation, hint: bool) -> Found:
    """The same for the same observation. Loads what plays the games out, so call it in a thread."""
    try:
        from plombox_widget.bots.coach import advise, outlook

        counsel = advise(observation) if hint and observation.legal_moves else None
        return Found(outlook(observation), counsel)
    except ModuleNotFoundError as error:
        return Found(missing=(error.name or "numpy").partition(".")[0])


class Seen(NamedTuple):
    """What a bot saw before a play, and the play; for one version of the table."""

    version: int
    observation: Observation
    move: Move


class CoachPanel(Panel):
    """Tells what the coach found, the advice first and the rest folded away, and what a bot saw."""

    def __init__(self, styles: Styles, bind: Callable[[str], Callable[..., None]]) -> None:
        super().__init__(styles, bind)
        self.box.add_class("plombox-coach-panel")

    @property
    def hints(self) -> bool:
        """Whether a hint is wanted with the odds."""
        return bool(self._built and self.hint.value)

    def show(self) -> None:
        if not self._built:
            self._build()
        self.box.layout = self._styles.panel

    def label(self, session: Session, words: Words) -> None:
        """Every word but what was found, and who can be asked what it saw."""
        self.hint.description, self.saw.description = words("control.hint"), words("control.saw")
        self.seat.description = words("control.saw_who")
        seats = [seat for seat, name in enumerate(session.players) if name != HUMAN]
        options = [(session.names[seat], seat) for seat in seats]
        if tuple(options) != tuple(self.seat.options):
            kept = self.seat.value if self.seat.value in seats else None
            self.seat.options = options
            self.seat.value = kept if kept is not None else (seats[0] if seats else None)
        open_ = bool(may_tell(session) and seats)
        self.saw.disabled = not open_
        self.saw.layout = self._styles.button if open_ else self._styles.hidden
        self.seat.layout = self._styles.field if open_ else self._styles.hidden
        advised = session.seat is not None and not session.ended
        self.hint.layout = self._styles.button if advised else self._styles.hidden

    def fill(self, session: Session, words: Words, found: Found | None, seen: Seen | None) -> None:
        """What was found, or that it is being worked out."""
        told = _Told(session.observation(), words, session.names, found)
        self.told.value = lines("region", words("coach.title"), told.advice(self.hints))
        for name, fold in self.folds.items():
            inside = told.folded(name, self.hints)
            fold.content.value = "".join(f'<div class="plombox-told">{escape(line)}</div>' for line in inside)
            fold.show(words(f"coach.{name}"), here=bool(inside))
        self.seen.value = "" if seen is None else _saw(seen, words, session.names)

    def widgets(self) -> list[Widget]:
        """All of them, to be closed."""
        if not self._built:
            return [self.box]
        folded = [widget for fold in self.folds.values() for widget in fold.widgets]
        row = [self.row, self.hint, self.hint.style, self.seat, self.saw]
        return [self.box, self.told, *folded, *row, self.seen]

    def _build(self) -> None:
        make = self._styles
        self.hint = Checkbox(value=True, indent=False, layout=make.button)
        self.hint.add_class("plombox-hint")
        self.hint.observe(lambda change: self._bind("hint")(change["new"]), "value")
        self.seat: Dropdown = make.choice([])
        self.saw: Button = make.make_button()
        self.saw.on_click(self._bind("saw"))
        self.told: HTML = make.html()
        self.folds = {name: Fold(make, make.html()) for name in ("every", "stand", "guesses")}
        self.seen: HTML = make.html()
        self.row = Box([self.hint, self.seat, self.saw], layout=make.row)
        folded = [widget for fold in self.folds.values() for widget in fold.widgets]
        self.box.children = (self.told, *folded, self.row, self.seen)
        self._built = True


class _Told(NamedTuple):
    """What the coach found for a position, in lines."""

    observation: Observation
    words: Words
    names: tuple[str, ...]
    found: Found | None

    def advice(self, hints: bool) -> list[str]:
        """One play and why, or why there is none; then where that comes from."""
        words, found, seen = self.words, self.found, self.observation
        if seen.outcome is not None:
            return [words("coach.over")]
        if found is None:
            return [words("coach.thinking")]
        if found.missing:
            return [words("coach.missing", package=found.missing)]
        if found.outlook is None:
            return []
        basis = words(f"coach.basis.{'public' if seen.seat is None else 'seat'}")
        if found.counsel is not None:
            from plombox_widget.table.coach_text import others_text, suggestion_text

            play = suggestion_text(found.counsel, seen.role, words, self.names, len(self.names))
            return [line for line in (play, others_text(found.counsel, words), basis) if line]
        if seen.seat is None:
            return [words("coach.watch"), basis]
        return [words("coach.wait"), basis] if hints and not seen.legal_moves else [basis]

    def folded(self, name: str, hints: bool) -> list[str]:
        """The lines under ``coach.<name>``; none where that is of no use, such as after the end.

        While the coach thinks, and while others play, there is a line that says so: a fold that went away
        would be shut when it came back.
        """
        words, names, found, seen = self.words, self.names, self.found, self.observation
        if seen.outcome is not None or (name == "every" and (seen.seat is None or not hints)):
            return []
        if found is None:
            return [words("coach.thinking")]
        if found.outlook is None:
            return []
        from plombox_widget.table import coach_text

        if name == "every":
            counsel = found.counsel
            if counsel is None:
                return [words("coach.wait")]
            return coach_text.counsel_lines(counsel, words, names, len(names))
        if name == "stand":
            return [words("coach.stand.told"), *coach_text.faction_lines(found.outlook, words)]
        return [words("coach.guesses.told"), *coach_text.role_lines(found.outlook, words, names, seen.seat)]


def _saw(seen: Seen, words: Words, names: tuple[str, ...]) -> str:
    from plombox_widget.table import coach_text

    why = coach_text.explain_text(seen.observation, seen.move, words, names)
    saw = coach_text.saw_text(seen.observation, words, names).splitlines()
    return lines("region", words("coach.why_title"), [why, *saw])


class Coaching:
    """The actions of the panel, for the table that has it as ``_coach``."""

    _coach: CoachPanel
    _controls: Controls
    _session: Session
    _words: Words
    _closed: bool
    _show: Callable[[], None]
    _fail: Callable[[Exception, str], None]
    _strict: bool

    _asked: tuple[Session, int, bool] | None = None
    """The position that the panel is about: session, version, and whether with a hint."""
    _answered: tuple[Session, int, bool] | None = None
    _found: Found | None = None
    _seen: Seen | None = None
    _advising: asyncio.Task[None] | None = None

    def _on_coach(self, on: bool) -> None:
        (self._coach.show if on else self._coach.hide)()
        self._show()

    def _on_hint(self, _: bool) -> None:
        self._show()

    def _on_saw(self, *_: Any) -> None:
        observation, move = self._session.seen(self._coach.seat.value)
        self._seen = Seen(self._session.version, observation, move)
        self._show()

    def _hint(self) -> Move | None:
        """The play to mark in the picture."""
        now = (self._session, self._session.version, self._coach.hints)
        if not self._coach.open or self._answered != now or self._found is None:
            return None
        counsel = self._found.counsel
        return None if counsel is None else counsel.best.move

    def _consult(self) -> None:
        """Show what is known of the position; ask for what is not, in a thread if there is a loop.

        Of paper cards nobody's hand is known, so there is nothing to advise: the panel closes.
        """
        if self._session.mode == REFEREE and self._coach.open:
            self._coach.hide()
            self._controls.switch_off("coach")
        if not self._coach.open:
            self._asked = self._answered = self._found = self._seen = None
            return
        session = self._session
        self._asked = (session, session.version, self._coach.hints)
        if self._seen is not None and (self._seen.version != session.version or not may_tell(session)):
            self._seen = None
        self._coach.label(session, self._words)
        known = self._answered == self._asked
        self._coach.fill(session, self._words, self._found if known else None, self._seen)
        if known or (self._advising is not None and not self._advising.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            try:
                found = consult(session.observation(), self._asked[2])
            except Exception as error:
                self._no_answer(self._asked, error)
                if self._strict:
                    raise
            else:
                self._answer(self._asked, found)
        else:
            self._advising = loop.create_task(self._advise())

    async def _advise(self) -> None:
        """One position after another, until the one that is shown is answered."""
        while not self._closed and self._asked is not None and self._asked != self._answered:
            asked = self._asked
            observation = asked[0].observation()
            try:
                found = await asyncio.to_thread(consult, observation, asked[2])
            except Exception as error:
                self._no_answer(asked, error)
                return
            if asked == self._asked and not self._closed:
                self._answer(asked, found)

    def _answer(self, asked: tuple[Session, int, bool], found: Found) -> None:
        self._answered, self._found = asked, found
        self._show()

    def _no_answer(self, asked: tuple[Session, int, bool], error: Exception) -> None:
        """Of the coach alone: what was played before it was asked is played."""
        self._answered, self._found = asked, Found()
        self._fail(error, "error.coach")

    def _stop_advising(self) -> None:
        if self._advising is not None:
            self._advising.cancel()
            self._advising = None
