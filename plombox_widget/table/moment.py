"""What the picture says of the session beside the position: who is waited for, and what can be pressed."""

from typing import NamedTuple

from plombox_widget.game.record import HUMAN
from plombox_widget.table.session import Session
from plombox_widget.table.view import Offer

STEP = Offer("step", "control.step", "next")
TURN, END = Offer("turn", "control.turn", "skip"), Offer("turn", "control.end", "skip")
PAUSE, PAUSE_AUTO = Offer("turn", "control.pause", "pause"), Offer("auto", "control.pause", "pause")
BACK, NEW_GAME = Offer("back", "picture.back", "now"), Offer("new_game", "picture.new_game", "new")


class Moment(NamedTuple):
    """Fields of a ``View``."""

    offers: tuple[Offer, ...] = ()
    doing: str = ""
    live: int | None = None
    asked: int = 0


def moment(session: Session, going: str, picked: int | None, target: int | None) -> Moment:
    """``going``: what bots do meanwhile: ``step`` or ``turn`` for which one thinks, ``auto``, or nothing."""
    if session.covered:
        return Moment()
    if session.looking_back:
        return Moment((BACK,), live=session.live)
    if session.over:
        return Moment((NEW_GAME,) if session.may_tell else ())
    if session.bot_acts:
        return _waiting(going, watched=HUMAN not in session.players)
    asked = session.asked(picked, target) if picked is not None and target is not None else 0
    return Moment(asked=asked)


def _waiting(going: str, *, watched: bool) -> Moment:
    """A bot is to play: it waits to be told, thinks, or does so by itself."""
    if going == "auto":
        return Moment((PAUSE_AUTO,), "auto")
    if going:
        return Moment((PAUSE,) if going == "turn" else (), "think")
    return Moment((STEP, END if watched else TURN))
