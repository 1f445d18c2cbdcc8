"""The story of a record, told play by play: for ``plombox replay`` and for lessons that look back."""

from collections.abc import Iterator

from plombox_widget.game.observation import observe
from plombox_widget.game.record import Record, replay
from plombox_widget.locales.i18n import Words
from plombox_widget.table.text import Names, entry, result, seat_names


def narrate(record: Record, words: Words, names: Names = None) -> Iterator[str]:
    """A line for the start, one per play, then the result, or a line that says that there is none yet.

    The teller holds the whole record: roles are named at the start and each face-down card is told as the
    seat that played it knows it. ``RecordError`` for a record that does not replay.
    """
    states = replay(record)
    called = seat_names(words, record.rules.players, names)
    seats = (
        words("narrate.seat", name=name, role=words(f"role.{role}"))
        for name, role in zip(called, record.roles, strict=True)
    )
    yield words("narrate.start", players=record.rules.players, seats=words.listed(seats))
    for number, (move, state) in enumerate(zip(record.actions, states[1:], strict=True)):
        yield f"{number + 1}. {entry(observe(state, move.seat), number, words, called)}"
    end = observe(states[-1], None)
    yield from [words("narrate.open")] if end.outcome is None else result(end, words, called)
