"""What happened since the viewer's last play, in one short sentence: who jumps over ten plays has seen none.

From the public history alone (R6): what everybody at the table saw.
"""

from collections.abc import Iterable

from plombox_widget.game.cards import Kind
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import Play
from plombox_widget.locales.i18n import Words
from plombox_widget.table.text import Names, seat_names

MOST = 2
"""Things told at most; for more there is the log."""


def since(observation: Observation, words: Words, names: Names = None) -> str:
    """How many plays others have made since the viewer's last one, and what they did to the viewer.

    Empty for a spectator, and where nobody else has played since.
    """
    seat, history = observation.seat, observation.history
    if seat is None:
        return ""
    last = max((number for number, play in enumerate(history) if play.seat == seat), default=None)
    first = 0 if last is None else last + 1
    if first == len(history):
        return ""
    told = words("since.start" if last is None else "since.plays", count=len(history) - first)
    # A turn may be lost right after one's own last play, by a card that was played before it.
    done = _done(seat, history, first, words, seat_names(words, observation.rules.players, names))
    if done:
        told = words("since.done", plays=told, done=words.clauses(done[:MOST]))
    return words("since.more", told=told, log=words("control.log")) if done[MOST:] else f"{told}."


def _done(
    seat: int, history: tuple[Play, ...], first: int, words: Words, called: tuple[str, ...]
) -> list[str]:
    """What was done to the seat by the plays from ``first`` on, a clause for each kind of thing."""
    others = [play for play in history[first:] if play.target == seat]
    lost = _lost(seat, history, first)
    helped = [play.seat for play in others if _kind(play) is Kind.POSITIVE]
    accused = [play for play in others if _kind(play) is Kind.INCRIMINATION]
    done = []
    if lost:
        done.append(words("since.lost", count=len(lost), who=_who(lost, words, called)))
    if accused:
        turned = sum(len(play.revealed) for play in accused)
        key = "cleared" if any(play.cleared for play in accused) else "stays" if turned else "empty"
        who = _who((play.seat for play in accused), words, called)
        done.append(words(f"since.accused.{key}", count=turned, who=who))
    if helped:
        done.append(words("since.extra", count=len(helped), who=_who(helped, words, called)))
    return done


def _lost(seat: int, history: tuple[Play, ...], first: int) -> list[int]:
    """For each turn that the seat lost from play ``first`` on, or just before it, who took it (R8).

    Turns are lost in the order in which the negative cards came.
    """
    takers = [play.seat for play in history if play.target == seat and _kind(play) is Kind.NEGATIVE]
    begin = max(first - 1, 0)
    before = sum(play.skipped.count(seat) for play in history[:begin])
    now = sum(play.skipped.count(seat) for play in history[begin:])
    return takers[before : before + now]


def _kind(play: Play) -> Kind:
    return Kind.RESOURCE if play.card is None else play.card.kind


def _who(seats: Iterable[int], words: Words, called: tuple[str, ...]) -> str:
    return words.listed(called[seat] for seat in dict.fromkeys(seats))
