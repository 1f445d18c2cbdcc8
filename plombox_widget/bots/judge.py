"""Plays weighed by a forecast: what the table would be worth to the mover's faction after each of them."""

import random
from typing import NamedTuple

from plombox_widget.bots.base import pick
from plombox_widget.bots.belief import RoleOdds
from plombox_widget.bots.forecast import Forecast, Horizon, Stream, Totals, horizon
from plombox_widget.bots.simple import score_moves
from plombox_widget.game.cards import Card, Kind, Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES
from plombox_widget.game.state import Move

POINT = 1 / 100
"""What a point of the greedy bot is worth, as a chance of winning."""
GRAIN = 1 << 20
"""Values are compared in whole steps of 1/GRAIN, so that a last bit never decides."""

FRIENDS = (
    (0.004, 0.0, -0.004),
    (0.002, 0.004, -0.006),
    (-0.002, -0.006, 0.004),
)
"""[mine][theirs]: what one more play of a seat of that role is worth to a faction, as a chance of winning."""

PACE = ((2.0, 0.5, 0.6), (1.0, 0.5, 0.3), (1.0, 0.9, 0.3))
"""By role: goal arrivals, contamination arrivals, incriminations, each times what blind play would bring."""


class Weighed(NamedTuple):
    """A legal move and what it is judged to be worth."""

    move: Move
    card: Card
    value: float
    """The chance that the mover's faction wins, by the forecast, after this play."""
    points: int
    """What the greedy bot gives the same play."""

    @property
    def worth(self) -> float:
        """What decides: the chance, and a little for what good players' thumbs say while it is blind."""
        return self.value + self.points * POINT


class Judge:
    """Weighs plays for one faction from one observation."""

    def __init__(self, observation: Observation, role: Role, odds: RoleOdds) -> None:
        self.observation, self.odds, self.role = observation, odds, role
        self.forecast = Forecast(observation, odds, role)
        self._streams: dict[Horizon, tuple[Stream, Stream, float]] = {}
        self._bases: dict[Horizon, list[float]] = {}

    def _ahead(self, ahead: Horizon) -> tuple[Stream, Stream, float]:
        if ahead not in self._streams:
            mix = self.forecast.mix
            goal, dirt, clear = PACE[ROLES.index(self.role)]
            self._streams[ahead] = (
                Stream(mix, ahead.arrivals / 2, goal, dirt),
                Stream(mix, ahead.arrivals, goal, dirt),
                min(0.9, ahead.incriminations * clear),
            )
        return self._streams[ahead]

    def _counts(self, ahead: Horizon) -> list[float]:
        if ahead not in self._bases:
            streams = self._ahead(ahead)
            self._bases[ahead] = [self.forecast.counts(site, *streams) for site in self.forecast.sites]
        return self._bases[ahead]

    def _with(self, ahead: Horizon, target: int, site: Totals) -> float:
        chances = list(self._counts(ahead))
        chances[target] = self.forecast.counts(site, *self._ahead(ahead))
        return self.forecast.win(chances)

    def value(self, card: Card, target: int) -> float:
        """The chance to win after playing ``card`` at ``target``."""
        observation, forecast = self.observation, self.forecast
        if card.is_resource:
            return self._with(
                horizon(observation, observation.rules), target, forecast.sites[target].add(card)
            )
        if card.kind is Kind.INCRIMINATION:
            ahead = horizon(observation, observation.rules, incriminations=1)
            site = forecast.sites[target]
            dirty = site.contamination[-1]
            kept = self._with(ahead, target, _cleaner(site))
            return dirty * self._with(ahead, target, forecast.empty) + (1.0 - dirty) * kept
        value = forecast.win(self._counts(horizon(observation, observation.rules)))
        mine = FRIENDS[ROLES.index(self.role)]
        friendly = sum([share * worth for share, worth in zip(self.odds.seats[target], mine, strict=True)])
        if card.kind is Kind.NEGATIVE:
            return value - friendly * (1 + observation.extra[target])
        if target != observation.seat:
            return value + friendly
        return value + 0.03


def _cleaner(site: Totals) -> Totals:
    """The site, given that it proved not to be contaminated."""
    clean = 1.0 - site.contamination[-1]
    if clean <= 0.0:
        return site
    return site._replace(contamination=[chance / clean for chance in site.contamination[:-1]] + [0.0])


def weigh(observation: Observation, odds: RoleOdds) -> list[Weighed]:
    """Every legal move with its value, in the order of ``legal_moves``; equal cards share one sum."""
    role = observation.role
    assert role is not None
    judge = Judge(observation, role, odds)
    faces = {held.card_index: held.card for held in observation.hand}
    known: dict[tuple[Card, int], float] = {}
    weighed = []
    for move, points in zip(observation.legal_moves, score_moves(observation), strict=True):
        key = faces[move.card], move.target
        if key not in known:
            known[key] = judge.value(*key)
        weighed.append(Weighed(move, key[0], known[key], points))
    return weighed


def best(weighed: list[Weighed], rng: random.Random) -> Move:
    """One of the moves of the highest value, by one number of the generator."""
    grains = [round(item.worth * GRAIN) for item in weighed]
    top = max(grains)
    moves = [item.move for item, grain in zip(weighed, grains, strict=True) if grain == top]
    return moves[pick(len(moves), rng)]
