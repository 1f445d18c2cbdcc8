"""The coach: the chance to win with each legal play, its error, and why; the outlook of every faction.

What is told is the chance that a faction wins this game: how often it wins imagined games in which every seat
plays on greedily. A curve on top of it, fitted on other games, told nothing better. Everything comes from one
Observation, so the coach knows no more than the person it advises. The same observation, seed and number of
play-outs give the same advice. ``advise`` and ``outlook`` release the interpreter's lock while the kernel
plays: call them in a thread to keep a page alive.
"""

from math import sqrt
from typing import NamedTuple

from plombox_widget.bots.belief import RoleOdds, Triple, role_odds
from plombox_widget.bots.montecarlo import (
    compiled_kernel,
    distinct_moves,
    play_on,
    run_playouts,
)
from plombox_widget.bots.reasons import Reason, why
from plombox_widget.bots.worlds import sample_worlds
from plombox_widget.game.cards import Card
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES
from plombox_widget.game.state import Move

PLAYOUTS = 12_000
"""Play-outs for one piece of advice, all plays together."""
PLAYOUTS_UNCOMPILED = 120
"""The same without numba."""


class Chance(NamedTuple):
    """A chance to win, from a share of play-outs, and its standard error."""

    value: float
    error: float

    @staticmethod
    def of(wins: int, playouts: int) -> "Chance":
        """The share of ``wins``, shrunk a little from 0 and 1: two wins and two losses added (Wilson)."""
        value = (wins + 2) / (playouts + 4)
        return Chance(value, sqrt(value * (1.0 - value) / (playouts + 4)))


class Advice(NamedTuple):
    """What the coach says of one legal play."""

    move: Move
    card: Card
    chance: Chance
    """That the viewer's faction wins after this play."""
    behind: Chance
    """What it loses against the best play, in the same worlds: 0 for the best one. The error of a
    difference is smaller than that of either chance, since luck is shared."""
    reasons: tuple[Reason, ...]


class Counsel(NamedTuple):
    """Advice for a seat that is to play."""

    advices: tuple[Advice, ...]
    """One for each of ``observation.legal_moves``, in that order."""
    roles: tuple[Triple, ...]
    """By seat: the odds of each role, in the order citizen, corporate, ngo."""
    worlds: int
    """Worlds that each play was tried in."""
    compiled: bool
    """Whether the kernel was compiled; without numba there are fewer play-outs, and larger errors."""

    @property
    def best(self) -> Advice:
        """The play with the best chance, the first of them."""
        return min(self.advices, key=lambda advice: (advice.behind.value, -advice.chance.value))


class Outlook(NamedTuple):
    """How the game stands, to a seat or a spectator."""

    factions: tuple[Chance, Chance, Chance]
    """The chance of each faction to win, in the order citizen, corporate, ngo; they need not add up to 1."""
    roles: tuple[Triple, ...]
    """By seat: the odds of each role."""
    worlds: int
    compiled: bool


def default_playouts() -> int:
    """Play-outs for one piece of advice on this installation."""
    return PLAYOUTS if compiled_kernel() else PLAYOUTS_UNCOMPILED


def advise(observation: Observation, seed: int = 0, playouts: int | None = None) -> Counsel:
    """Every legal play with the chance to win, its error and the reasons.

    Each play is tried in the same worlds, ``playouts`` divided by the number of different plays.
    ``ValueError`` if the viewer is not to play.
    """
    if not observation.legal_moves:
        raise ValueError(f"coach: seat {observation.seat} has nothing to play at this moment")
    role = observation.role
    assert role is not None
    odds = role_odds(observation)
    options = distinct_moves(observation)
    count = max(2, (default_playouts() if playouts is None else playouts) // len(options))
    worlds = sample_worlds(observation, odds, count, seed)
    won = run_playouts(observation, [move for move, _ in options], worlds, seed, role)
    wins = won.sum(axis=0)
    top = int(wins.argmax())
    best = Chance.of(int(wins[top]), count)
    known = {}
    for which, (move, card) in enumerate(options):
        differs = int((won[:, which] != won[:, top]).sum())
        lost = int(wins[top] - wins[which]) / count
        error = sqrt(max(0.0, differs / count - lost * lost) / count)
        chance = Chance.of(int(wins[which]), count)
        behind = Chance(best.value - chance.value, error)
        known[card, move.target] = Advice(move, card, chance, behind, why(observation, move, card, odds))
    faces = {held.card_index: held.card for held in observation.hand}
    advices = [known[faces[move.card], move.target]._replace(move=move) for move in observation.legal_moves]
    return Counsel(tuple(advices), odds.seats, count, compiled_kernel())


def outlook(observation: Observation, seed: int = 0, playouts: int | None = None) -> Outlook:
    """The chance of each faction if everyone plays on greedily, and the role odds; for spectators too.

    After the end the chances are 0 and 1, without error.
    """
    odds = role_odds(observation)
    if observation.outcome is not None:
        won = [Chance(float(role in observation.outcome.winners), 0.0) for role in ROLES]
        return Outlook((won[0], won[1], won[2]), odds.seats, 0, compiled_kernel())
    count = max(2, (default_playouts() if playouts is None else playouts) // 8)
    wins = play_on(observation, sample_worlds(observation, odds, count, seed), seed)
    citizens, corporates, ngos = (Chance.of(number, count) for number in wins)
    return Outlook((citizens, corporates, ngos), odds.seats, count, compiled_kernel())


def explain(observation: Observation, move: Move, odds: RoleOdds | None = None) -> tuple[Reason, ...]:
    """Why a seat may have made ``move``, from what that seat saw: its own hand and role are used.

    ``observation`` is the acting seat's, before the play: show it to that seat, or where all is open (in
    lessons, after the end). ``ValueError`` if the move was not legal there.
    """
    if move not in observation.legal_moves:
        raise ValueError(f"coach: move {move} is not legal for seat {observation.seat} at this moment")
    card = next(held.card for held in observation.hand if held.card_index == move.card)
    return why(observation, move, card, role_odds(observation) if odds is None else odds)
