"""Bots that look at the table as it is: no memory, no guess about hidden roles."""

import random
from typing import NamedTuple

from plombox_widget.bots.base import pick
from plombox_widget.game.cards import Card, Kind, Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import Rules
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
    hidden cards nor roles: it takes its faction for a third of the seats.
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
    """For playing any resource."""
    new: int = 0
    """A work package that the site is not known to have …"""
    filled: int = 0
    """… and more for each that it is known to have,"""
    blur: int = 0
    """less for each unknown card there, up to 6."""
    industry: int = 0
    """Each point of industry that the site is known to need,"""
    begun: int = 0
    """more where some is."""
    contamination: int = 0
    """Taken off for each point of contamination, unless the site is known to be contaminated,"""
    soils: int = 0
    """and for bringing it over the limit, as far as the viewer can estimate."""
    dump: int = 0
    """A contaminated card onto a site known to be contaminated,"""
    heap: int = 0
    """or, for each known point of contamination there, up to 4, onto one that is not yet."""
    spoilt: int = 0
    """Taken off for any resource onto a site known to be contaminated."""
    positive: int = 0
    """A positive card on the own seat; on another it is worth nothing."""
    negative: int = 0
    bang: int = 0
    """An incrimination, wherever,"""
    ahead: int = 0
    """more when the faction is ahead on what is known,"""
    last: int = 0
    """more when it is the last of the game, or less when the faction is not ahead;"""
    dirty: int = 0
    """of a site known to be contaminated,"""
    unknown: int = 0
    """of another one for each unknown card, up to 10,"""
    expose: int = 0
    """and for each known point of contamination, up to 4."""
    loss_package: int = 0
    """Taken off for each package that is known to be lost with a contaminated site,"""
    loss_industry: int = 0
    """and for each point of industry, as far as it counts."""


TASTES = {
    Role.CITIZEN: Taste(
        base=4, new=6, filled=5, contamination=1, soils=6, positive=30, negative=12,
        ahead=20, last=10, dirty=-2, unknown=-1, loss_package=3,
    ),
    Role.CORPORATE: Taste(
        base=4, industry=5, begun=2, contamination=1, soils=6, positive=30, negative=12,
        ahead=20, last=10, dirty=-2, unknown=-1, loss_industry=2,
    ),
    Role.NGO: Taste(
        base=10, contamination=3, soils=10, dump=6, heap=1, positive=30, negative=12,
        bang=10, ahead=10, last=10, dirty=30, unknown=1,
    ),
}  # fmt: skip
BLUR_QUARTERS = 2
"""What an unknown card is taken to carry, in quarters of a point of contamination."""


class Known(NamedTuple):
    """What a viewer knows of a site: a lower bound of what lies there, and how much it does not know."""

    packages: frozenset[int]
    industry: int
    contamination: int
    unknown: int
    """Cards that the viewer does not know."""
    dirty: bool
    """Whether the site is known to be contaminated (R11)."""
    estimate: int
    """Contamination in quarters of a point, with a guess for each unknown card."""


def know_site(observation: Observation, seat: int) -> Known:
    """The viewer's knowledge of the site of ``seat``."""
    score, unknown = observation.known(seat), observation.unknown(seat)
    estimate = 4 * score.contamination + BLUR_QUARTERS * unknown
    return Known(score.packages, score.industry, score.contamination, unknown, score.contaminated, estimate)


def score_moves(observation: Observation) -> list[int]:
    """A small whole number for each of ``legal_moves``, in their order; the higher the better."""
    rules, role, seat = observation.rules, observation.role, observation.seat
    assert role is not None
    taste = TASTES[role]
    sites = [know_site(observation, other) for other in range(rules.players)]
    ahead = is_ahead(role, sites, rules)
    last = observation.incriminations == rules.incriminations_to_end - 1
    cards = {held.card_index: held.card for held in observation.hand}
    scores = []
    for move in observation.legal_moves:
        card, site = cards[move.card], sites[move.target]
        if card.kind is Kind.RESOURCE:
            scores.append(_score_resource(taste, card, site, rules))
        elif card.kind is Kind.POSITIVE:
            scores.append(taste.positive if move.target == seat else 0)
        elif card.kind is Kind.NEGATIVE:
            scores.append(taste.negative)
        else:
            scores.append(_score_incrimination(taste, site, ahead, last, rules))
    return scores


def _limit(rules: Rules) -> int:
    """The most contamination of a clean site, in quarters of a point."""
    return 4 * rules.contamination_over + 3


def is_ahead(role: Role, sites: list[Known], rules: Rules) -> bool:
    """Whether the faction would win on what is known, were it a third of the seats (R12)."""
    if role is Role.CITIZEN:
        count = sum(len(site.packages) == 4 for site in sites)
    elif role is Role.CORPORATE:
        count = sum(site.industry > rules.industry_over for site in sites)
    else:
        count = sum(site.estimate <= _limit(rules) for site in sites)
    return 3 * (count - rules.margin(role)) > rules.players


def _score_resource(taste: Taste, card: Card, site: Known, rules: Rules) -> int:
    score = taste.base
    if card.package not in site.packages:
        score += taste.new + taste.filled * len(site.packages) - taste.blur * min(site.unknown, 6)
    useful = min(card.industry, max(rules.industry_over + 1 - site.industry, 0))
    if useful:
        score += taste.industry * useful + taste.begun * (site.industry > 0)
    if site.dirty:
        return score - taste.spoilt + taste.dump * (card.contamination > 0)
    score -= taste.contamination * card.contamination
    if site.estimate <= _limit(rules) < site.estimate + 4 * card.contamination:
        score -= taste.soils
    if card.contamination:
        score += taste.heap * min(site.contamination, 4)
    return score


def _score_incrimination(taste: Taste, site: Known, ahead: bool, last: bool, rules: Rules) -> int:
    score = taste.bang + taste.ahead * ahead + (taste.last if ahead else -taste.last) * last
    if site.dirty:
        lost = min(site.industry, rules.industry_over + 1)
        return score + taste.dirty - taste.loss_package * len(site.packages) - taste.loss_industry * lost
    return score + taste.unknown * min(site.unknown, 10) + taste.expose * min(site.contamination, 4)
