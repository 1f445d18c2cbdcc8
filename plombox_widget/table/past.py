"""The plays of a game and the positions between them: looking back, taking back, playing again."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from plombox_widget.game.cards import Kind, shown
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.record import HUMAN
from plombox_widget.game.state import Move, State
from plombox_widget.table.seats import Refusal


class Note(NamedTuple):
    """A line of the log that is no play, such as that one was taken back: a text of the locales."""

    number: int
    """Plays made in the position that it led to."""
    key: str
    facts: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A position of the line, how it was reached, and the dice of the bots in it."""

    state: State
    move: Move | None
    dice: tuple[Any, ...]
    """By seat: the state of its generator, None while it is still as the seed made it."""


class Past:
    """The line of positions of a session, and which of them is looked at and which is live."""

    _line: list[Step]
    _live: int
    _at: int
    notes: list[Note]
    version: int
    mode: str
    players: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def covered(self) -> bool:
        """Whether another person must sit down before any hand is shown."""
        raise NotImplementedError

    @property
    def number(self) -> int:
        """Plays made in the position that is looked at."""
        return self._at

    @property
    def live(self) -> int:
        """Plays made in the position that the game has reached."""
        return self._live

    @property
    def length(self) -> int:
        """Plays of the line, with those that can be done again."""
        return len(self._line) - 1

    @property
    def turn(self) -> int:
        """The acting seat of the position that is looked at."""
        return self._state.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended in the position that is looked at."""
        return self._state.outcome is not None

    @property
    def ended(self) -> bool:
        """Whether the game itself has ended, wherever one looks."""
        return self._line[self._live].state.outcome is not None

    @property
    def looking_back(self) -> bool:
        """Whether an earlier position than the live one is looked at."""
        return self._at != self._live

    @property
    def _state(self) -> State:
        return self._line[self._at].state

    def start(self) -> State:
        """The deal: for records and replays, never for a view."""
        return self._line[0].state

    def seen(self, seat: int) -> tuple[Observation, Move]:
        """What a seat saw before its last play up to the position that is looked at, and that play.

        ``Refusal`` in a game that is still played, or if the seat has not played.
        """
        if self.mode != "lesson" and not self.ended:
            raise Refusal("refuse.saw")
        for number in range(self._at, 0, -1):
            move = self._line[number].move
            if move is not None and move.seat == seat:
                return observe(self._line[number - 1].state, seat), move
        raise Refusal("refuse.saw_nothing", name=self.names[seat])

    @property
    def undo_refusal(self) -> Refusal | None:
        """Why ``undo`` would do nothing now; None where it would do something."""
        return self._undo_refusal()

    @property
    def can_undo(self) -> bool:
        return self.undo_refusal is None

    @property
    def can_redo(self) -> bool:
        return self._live < self.length and not self.looking_back

    def undo(self, *, version: int | None = None) -> bool:
        """Back to before the last play: in lesson mode any, in play mode your own with nothing seen since."""
        if self._stale(version):
            return False
        refusal = self._undo_refusal()
        if refusal is not None:
            raise refusal
        self._set_live(self._live - 1, "note.undo")
        return True

    def redo(self, *, version: int | None = None) -> bool:
        """The play that was taken back, again."""
        if self._stale(version):
            return False
        if not self.can_redo:
            raise Refusal("refuse.redo")
        self._set_live(self._live + 1, "note.redo")
        return True

    def goto(self, number: int, *, version: int | None = None) -> bool:
        """Look at the position after ``number`` plays; in lesson mode the game goes on from there.

        ``ValueError`` outside 0 to the plays made.
        """
        if self._stale(version):
            return False
        last = self.length if self.mode == "lesson" else self._live
        if type(number) is not int or not 0 <= number <= last:
            raise ValueError(f"go to: expected a play from 0 to {last}, got {shown(number)}")
        if self.mode == "lesson":
            if number != self._live:
                self._set_live(number, "note.goto")
        elif number != self._at:
            self._at = number
            self.version += 1
        return True

    def _stale(self, version: int | None) -> bool:
        return version is not None and version != self.version

    def _must_be_live(self) -> None:
        if self.looking_back:
            raise Refusal("refuse.looking_back", number=self._at)
        if self.over:
            raise Refusal("refuse.over")

    def _undo_refusal(self) -> Refusal | None:
        if self.looking_back:
            return Refusal("refuse.looking_back", number=self._at)
        if self._live == 0:
            return Refusal("refuse.undo_start")
        if self.mode == "lesson":
            return None
        play = self._state.history[-1]
        if self.players[play.seat] != HUMAN:
            return Refusal("refuse.undo_bot", name=self.names[play.seat])
        if self.over or (play.card is not None and play.card.kind is Kind.INCRIMINATION):
            return Refusal("refuse.undo_reveal")
        if play.drew:
            return Refusal("refuse.undo_draw")
        return Refusal("refuse.covered", name=self.names[self.turn]) if self.covered else None

    def _set_live(self, number: int, key: str) -> None:
        self._live = self._at = number
        self._note(key, number=number)
        self.version += 1

    def _note(self, key: str, **facts: object) -> None:
        note = Note(self._live, key, tuple(sorted(facts.items())))
        if self.notes and self.notes[-1].key == key:
            self.notes[-1] = note
        else:
            self.notes.append(note)
