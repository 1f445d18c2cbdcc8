"""Which game a table begins with, and which one follows: dealt by the program, or played with paper cards."""

from collections.abc import Sequence
from typing import Any

from plombox_widget.game.cards import shown
from plombox_widget.game.expect import expect_switch, given_rules, refuse_unknown
from plombox_widget.game.record import HUMAN
from plombox_widget.game.rules import Rules, expect_rules
from plombox_widget.table.referee import Referee
from plombox_widget.table.seats import MODES, REFEREE, agreed_rules, seat_names
from plombox_widget.table.session import Session

CHOICES = ("bots", "seed", "same_deal", "rules", "names", "seat", "mode")
"""What can be said of another game, beside the number of players."""
_MODES = (*MODES, REFEREE)


def first_session(
    session: Session | None,
    players: int | None,
    rules: Rules | None,
    bots: str | Sequence[str],
    *,
    seat: int | None,
    seed: int | None,
    mode: str,
    names: Sequence[str] | None,
) -> Session:
    """``session``, or a new game as the rest says; 4 players if nothing says how many.

    ``TypeError`` for a session that is none; ``ValueError`` if two things are said that do not agree.
    """
    if session is None:
        if rules is None and players is not None:
            rules = Rules(players=players)
        agreed = agreed_rules(given_rules(rules), players)
        return make_session(agreed, bots, seat=seat, seed=seed, mode=mode, names=names)
    if not isinstance(session, Session):
        raise TypeError(f"session: expected a Session, or None for a new game, got {shown(session)}")
    said = {
        "players": (players, None, session.rules.players),
        "rules": (rules, None, session.rules),
        "bots": (bots, "greedy", session.players),
        "seat": (seat, 0, session.seat),
        "seed": (seed, None, session.seed),
        "mode": (mode, "play", session.mode),
        "names": (names, None, session.names),
    }
    for name, (value, default, has) in said.items():
        value = tuple(value) if isinstance(value, list) else value
        if value not in (default, has):
            raise ValueError(
                f"{name}: the session says it already; expected none beside it, got {shown(value)}"
            )
    return session


def make_session(
    rules: Rules,
    bots: str | Sequence[str],
    *,
    seat: int | None,
    seed: int | None,
    mode: str,
    names: Sequence[str] | None,
) -> Session:
    """A new game that the program deals, or one of paper cards if ``mode`` is ``referee``."""
    if _mode(mode) != REFEREE:
        return Session(rules, bots, seat=seat, seed=seed, mode=mode, names=names)
    if seed is not None:
        raise ValueError("referee: paper cards are dealt by hand, so there is no seed")
    if seat not in (None, 0):
        raise ValueError(f"referee: people play with paper cards, so there is no seat; got {shown(seat)}")
    people = bots in ("greedy", HUMAN) or (isinstance(bots, list | tuple) and set(bots) <= {HUMAN})
    if not people:
        raise ValueError(f"referee: people play with paper cards, so there are no bots; got {shown(bots)}")
    return Referee(rules, names)


def next_session(session: Session, players: int | None = None, **choices: Any) -> Session:
    """Another game after ``session``, as ``Session.new_game`` takes it; into and out of paper games too."""
    refuse_unknown("new_game", choices.keys() - set(CHOICES), ("players", *CHOICES))
    mode = choices.get("mode")
    expect_switch("same_deal", choices.get("same_deal", False))
    if (session.mode if mode is None else _mode(mode)) == REFEREE:
        return _next_paper(session, players, **choices)
    if isinstance(session, Referee):
        session = Session(session.rules, seat=0, names=session.names)
    session.new_game(players, **choices)
    return session


def _next_paper(session: Session, players: int | None, **choices: Any) -> Referee:
    for name in ("bots", "seat", "seed", "same_deal"):
        if choices.get(name) not in (None, False):
            raise ValueError(f"referee: people play with paper cards, so {name} cannot be said")
    given = choices.get("rules")
    said = given is not None
    rules = agreed_rules(expect_rules(given) if said else session.rules, players, said=said)
    names = choices.get("names")
    if names is None:
        kept = session.names[: rules.players]
        names = [*kept, *seat_names(None, rules.players)[len(kept) :]]
    counted = session.counted if isinstance(session, Referee) else True
    return Referee(rules, names, counted=counted)


def _mode(mode: object) -> str:
    if not isinstance(mode, str) or mode not in _MODES:
        raise ValueError(f"mode: expected one of {', '.join(_MODES)}, got {shown(mode)}")
    return mode
