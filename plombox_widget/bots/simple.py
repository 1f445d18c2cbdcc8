"""Bots that look at the table as it is: no memory, no guess about hidden roles."""

import random
from typing import NamedTuple

from plombox_widget.bots.base import pick
from plombox_widget.game.cards import Card, Kind, Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import Move


class RandomBot:
    """Uniform over the legal moves, cards of equal code counted apart. The floor of every comparison."""

    name = "random"
    deterministic = False

    def choose(self, observation: Observation, rng: random.Random) -> Move:
        return observation.legal_moves[pick(len(observation.legal_moves), rng)]


class GreedyBot:
    """One ply for its own faction: the play with the best score, equal ones by chance.

    It counts what it knows of each site, its own cards and those turned face up, and guesses neither
    hidden cards nor roles.
    """

    name = "greedy"
    deterministic = False

    def choose(self, observation: Observation, rng: random.Random) -> Move:
        scores = score_moves(observation)
        best = max(scores)
        moves = [move for move, score in zip(observation.legal_moves, scores, strict=True) if score == best]
        return moves[pick(len(moves), rng)]


class Taste(NamedTuple):
    """What a role likes, in points; what it does not like is taken off."""

    base: int
    """Any resource."""
    new: int = 0
    """A work package that the site is not known to have,"""
    filled: int = 0
    """more for each that it is known to have."""
    industry: int = 0
    """Each point of industry that the site is known to need."""
    crowd: int = 0
    """Added to either for each card at the site that the viewer does not know, up to 6."""
    contamination: int = 0
    """Taken off for each point of contamination, unless the site is known to be contaminated."""
    dump: int = 0
    """A contaminating card onto a site that is known to be contaminated,"""
    heap: int = 0
    """or onto one that is not, for each point that is known there, up to 4."""
    positive: int = 0
    """A positive card on the own seat; on another it is worth nothing."""
    negative: int = 0
    """A negative card on any other seat."""
    incrimination: int = 0
    """An incrimination of any site,"""
    unknown: int = 0
    """more for each card there that the viewer does not know, up to 10,"""
    dirty: int = 0
    """more when the site is known to be contaminated."""


TASTES = {
    Role.CITIZEN: Taste(
        base=4, new=10, filled=1, crowd=-1, contamination=2, positive=30, negative=8, unknown=-1, dirty=-10
    ),
    Role.CORPORATE: Taste(
        base=4, industry=5, crowd=-1, contamination=2, positive=30, negative=16, unknown=-1, dirty=-10
    ),
    Role.NGO: Taste(
        base=2, contamination=3, dump=7, heap=1, positive=30, negative=14,
        incrimination=5, unknown=2, dirty=30,
    ),
}  # fmt: skip
"""Found by trying: a change was kept when the role won more often with it, all seats playing this way."""


class Known(NamedTuple):
    """What a viewer knows of a site: a lower bound of what lies there, and how much it does not know."""

    packages: frozenset[int]
    industry: int
    contamination: int
    dirty: bool
    """Whether it is contaminated (R11)."""
    unknown: int
    """Cards that the viewer does not know."""


def know_site(observation: Observation, seat: int) -> Known:
    """The viewer's knowledge of the site of ``seat``."""
    score = observation.known(seat)
    return Known(
        score.packages, score.industry, score.contamination, score.contaminated, observation.unknown(seat)
    )


def score_moves(observation: Observation) -> list[int]:
    """A small whole number for each of ``legal_moves``, in their order; the higher the better."""
    role, seat = observation.role, observation.seat
    assert role is not None
    taste, over = TASTES[role], observation.rules.industry_over
    sites = [know_site(observation, other) for other in range(observation.rules.players)]
    cards = {held.card_index: held.card for held in observation.hand}
    return [
        score_card(taste, cards[move.card], sites[move.target], move.target == seat, over)
        for move in observation.legal_moves
    ]


def score_card(taste: Taste, card: Card, site: Known, own: bool, industry_over: int) -> int:
    if card.kind is Kind.RESOURCE:
        return _score_resource(taste, card, site, industry_over)
    if card.kind is Kind.POSITIVE:
        return taste.positive if own else 0
    if card.kind is Kind.NEGATIVE:
        return taste.negative
    return taste.incrimination + taste.unknown * min(site.unknown, 10) + taste.dirty * site.dirty


def _score_resource(taste: Taste, card: Card, site: Known, industry_over: int) -> int:
    score, crowd = taste.base, taste.crowd * min(site.unknown, 6)
    if taste.new and card.package not in site.packages:
        score += taste.new + taste.filled * len(site.packages) + crowd
    useful = min(card.industry, max(industry_over + 1 - site.industry, 0))
    if taste.industry and useful:
        score += taste.industry * useful + crowd
    if card.contamination and site.dirty:
        return score + taste.dump
    if card.contamination:
        score += taste.heap * min(site.contamination, 4) - taste.contamination * card.contamination
    return score
