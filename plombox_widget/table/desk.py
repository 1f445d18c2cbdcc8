"""What the controls under the picture show, as plain values: made from observations, shown by the widget."""

from dataclasses import dataclass
from typing import NamedTuple

from plombox_widget.game.observation import Observation
from plombox_widget.game.record import HUMAN
from plombox_widget.game.rules import ROLES
from plombox_widget.locales.i18n import Words
from plombox_widget.table import text
from plombox_widget.table.paper import KINDS
from plombox_widget.table.referee import Referee
from plombox_widget.table.seats import REFEREE
from plombox_widget.table.session import Session
from plombox_widget.table.since import since

LOG_LINES = 12
"""Lines of the log at most: the newest."""


class Toggle(NamedTuple):
    """One of several buttons of which one is down."""

    value: int
    """Card index (R4) or seat."""
    label: str
    pressed: bool
    enabled: bool


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that the controls show. Holds no more than the viewer may know."""

    hand: tuple[Toggle, ...]
    targets: tuple[Toggle, ...]
    play: bool
    step: bool
    turn: bool
    go: str
    """What the button says that lets the bots play on, or pauses them."""
    undo: bool
    undo_why: str
    """Why nothing can be taken back, where that is so."""
    redo: bool
    history: tuple[int, int]
    """The play that is looked at, and the last one that can be."""
    status: str
    since: str
    """What others did since the viewer's last play, when it is the viewer's turn again."""
    log: tuple[str, ...]
    """Newest first."""
    position: tuple[str, ...]
    """The text twin, line by line."""
    headings: tuple[str, str]
    """Over the hand and over the targets."""
    bots: bool
    """Whether the controls of bots are of use."""
    over: bool
    """Whether the position that is looked at is the end: there is nothing to play."""
    cover: str
    """What the button says that takes the cover away; empty without a cover."""


def desk(session: Session, words: Words, picked: int | None, target: int | None, going: str = "") -> Desk:
    """The controls for the position that is looked at, with a card and a target picked or not.

    ``going``: what bots do meanwhile: ``step`` or ``turn`` for which one thinks, ``auto``, or nothing.
    """
    observation = session.observation()
    picked = picked if any(held.card_index == picked for held in observation.hand) else None
    targets = _targets(session, observation, words, picked, target)
    last = session.length if session.mode == "lesson" else session.live
    fixed = None if picked is not None else session.undo_refusal
    return Desk(
        hand=_hand(session, observation, words, picked),
        targets=targets,
        play=any(toggle.pressed for toggle in targets),
        step=session.bot_acts,
        turn=session.bot_acts,
        go=_go(session, words, going),
        undo=fixed is None,
        undo_why="" if fixed is None else words(fixed.key, **fixed.facts),
        redo=session.can_redo,
        history=(session.number, last),
        status=_status(
            session, observation, words, picked, next((t for t in targets if t.pressed), None), going
        ),
        since=since(observation, words, session.names) if session.yours and picked is None else "",
        log=_log(session, observation, words),
        position=tuple(text.position(observation, words, session.names).splitlines()),
        headings=_headings(session, words),
        bots=session.mode != REFEREE,
        over=observation.outcome is not None,
        cover=words("control.uncover", name=session.names[session.turn]) if session.covered else "",
    )


def _go(session: Session, words: Words, going: str) -> str:
    if going == "turn":
        return words("control.pause")
    return words("control.turn" if HUMAN in session.players else "control.end")


def _headings(session: Session, words: Words) -> tuple[str, str]:
    if session.mode == REFEREE:
        return words("paper.played"), words("paper.where")
    return words("control.hand"), words("control.targets")


def _hand(session: Session, observation: Observation, words: Words, picked: int | None) -> tuple[Toggle, ...]:
    return tuple(
        Toggle(
            held.card_index,
            text.capital(text.card_text(held.card, words)),
            held.card_index == picked,
            session.yours,
        )
        for held in observation.hand
    )


def _targets(
    session: Session, observation: Observation, words: Words, picked: int | None, target: int | None
) -> tuple[Toggle, ...]:
    legal = {move.target for move in observation.legal_moves if move.card == picked and session.yours}
    return tuple(
        Toggle(
            seat,
            words(
                "control.target.you" if seat == observation.seat else "control.target",
                letter=text.LETTERS[seat],
                name=name,
            ),
            seat == target and seat in legal,
            seat in legal,
        )
        for seat, name in enumerate(session.names)
    )


def _status(
    session: Session,
    observation: Observation,
    words: Words,
    picked: int | None,
    target: Toggle | None,
    going: str,
) -> str:
    name = session.names[session.turn]
    if session.covered:
        return words("status.cover", name=name)
    if session.looking_back:
        back, history = words("picture.back"), words("control.history")
        return words("status.back", number=session.number, live=session.live, back=back, history=history)
    if isinstance(session, Referee) and not observation.legal_moves and observation.outcome is None:
        reason = words(
            f"result.reason.{text.why_ended(observation)}", limit=session.rules.incriminations_to_end
        )
        return words("status.paper.count", reason=reason, count=words("control.paper.count"))
    if observation.outcome is not None:
        reason, *told = text.result(observation, words, session.names)
        told = told[observation.rules.players + len(ROLES) :]
        return " ".join([reason, *told])
    if not session.yours:
        turn = words("status.plays", turn=words("turn.of", name=name), count=observation.plays)
        if not session.bot_acts:
            return turn
        if going in ("step", "turn"):
            return words("status.thinking", turn=turn, name=name)
        if going == "auto":
            return words("status.auto", turn=turn)
        return words("status.bot", turn=turn, step=words("control.step"), go=_go(session, words, ""))
    if isinstance(session, Referee):
        return _paper_status(session, observation, words, picked, target)
    turn = words("status.plays", turn=words("turn.yours", name=name), count=observation.plays)
    if picked is None:
        return words("status.pick", turn=turn)
    card = next(held.card for held in observation.hand if held.card_index == picked)
    if target is None:
        return words("status.target", turn=turn, card=text.card_text(card, words))
    return words(
        "status.ready", turn=turn, card=text.card_text(card, words), target=session.names[target.value]
    )


def _paper_status(
    game: Referee, observation: Observation, words: Words, picked: int | None, target: Toggle | None
) -> str:
    """What is to be entered next of a paper game."""
    name = game.names[game.turn]
    turn = words("status.plays", turn=words("turn.of", name=name), count=observation.plays)
    if picked is None:
        return words("status.paper.played", turn=turn)
    card = text.card_text(KINDS[picked], words)
    if target is None:
        return words("status.paper.where", turn=turn, card=card)
    at, hidden = game.names[target.value], game.asked(picked, target.value)
    if hidden:
        return words("status.paper.turn_up", turn=turn, name=at, count=hidden)
    return words("status.ready", turn=turn, card=card, target=at)


def _log(session: Session, observation: Observation, words: Words) -> tuple[str, ...]:
    lines: list[str] = []
    notes = {note.number: words(note.key, **dict(note.facts)) for note in session.notes}
    for number in range(observation.number, max(-1, observation.number - LOG_LINES), -1):
        if number in notes:
            lines.append(notes[number])
        if number:
            lines.append(f"{number}. {text.entry(observation, number - 1, words, session.names)}")
    return tuple(lines)
