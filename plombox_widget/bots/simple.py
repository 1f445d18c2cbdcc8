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
    hidden cards nor roles: of a rival faction it expects a third of the seats.
    """

    name = "greedy"
    deterministic = False

    def choose(self, observation: Observation, rng: random.Random) -> Move:
        scores = score_moves(observation)
        best = max(scores)
        moves = [move for move, score in zip(observation.legal_moves, scores, strict=True) if score == best]
        return moves[pick(len(moves), rng)]


class Known(NamedTuple):
    """What a viewer knows of a site, a lower bound of what lies there."""

    packages: int
    """Bit p - 1 is set when work package p is present."""
    industry: int
    contamination: int
    unknown: int
    """Cards that the viewer does not know."""


def know_site(observation: Observation, seat: int) -> Known:
    """The viewer's knowledge of the site of ``seat``."""
    packages = industry = contamination = unknown = 0
    for card, _, _ in observation.sites[seat]:
        if card is None:
            unknown += 1
        else:
            packages |= 1 << card.package - 1
            industry += card.industry
            contamination += card.contamination
    return Known(packages, industry, contamination, unknown)


def score_moves(observation: Observation) -> list[int]:
    """A small whole number for each of ``legal_moves``, in their order; the higher the better."""
    rules, role, seat = observation.rules, observation.role, observation.seat
    assert role is not None
    cards = {held.card_index: held.card for held in observation.hand}
    sites = [know_site(observation, other) for other in range(rules.players)]
    ahead = _ahead(role, sites, rules)
    return [
        _score(role, cards[move.card], move.target == seat, sites[move.target], ahead, rules)
        for move in observation.legal_moves
    ]


def _ahead(role: Role, sites: list[Known], rules: Rules) -> bool:
    """Whether the faction would win on what is known, were it a third of the seats (R12)."""
    if role is Role.CITIZEN:
        count = sum(site.packages == 15 for site in sites)
    elif role is Role.CORPORATE:
        count = sum(site.industry > rules.industry_over for site in sites)
    else:
        count = sum(2 * site.contamination + site.unknown <= 2 * rules.contamination_over for site in sites)
    return 3 * (count - rules.margin(role)) > rules.players


def _score(role: Role, card: Card, own: bool, site: Known, ahead: bool, rules: Rules) -> int:
    if card.kind is Kind.RESOURCE:
        return _SCORES[role](card, site, rules)
    if card.kind is Kind.POSITIVE:
        return 30 if own else 0
    if card.kind is Kind.NEGATIVE:
        return 12
    return _score_incrimination(role, site, ahead, rules)


def _score_incrimination(role: Role, site: Known, ahead: bool, rules: Rules) -> int:
    dirty = site.contamination > rules.contamination_over
    if role is Role.NGO:
        return 40 if dirty else 10 + min(site.unknown, 10) + 10 * ahead
    loss = 3 * site.packages.bit_count() if role is Role.CITIZEN else 2 * min(site.industry, 6)
    return 20 * ahead - (loss + 2 if dirty else min(site.unknown, 5))


def _score_citizen(card: Card, site: Known, rules: Rules) -> int:
    new = not site.packages >> card.package - 1 & 1
    gain = 10 + 5 * site.packages.bit_count() if new else 4
    risk = site.contamination + card.contamination > rules.contamination_over
    return gain - card.contamination - 6 * risk


def _score_corporate(card: Card, site: Known, rules: Rules) -> int:
    need = rules.industry_over + 1 - site.industry
    gain = 4 + 5 * min(card.industry, max(need, 0)) + 2 * (site.industry > 0 and need > 0)
    risk = site.contamination + card.contamination > rules.contamination_over
    return gain - card.contamination - 6 * risk


def _score_ngo(card: Card, site: Known, rules: Rules) -> int:
    dirty = site.contamination > rules.contamination_over
    if card.contamination == 0:
        return 10 + 4 * dirty - card.industry
    soils = 2 * (site.contamination + card.contamination) + site.unknown > 2 * rules.contamination_over
    return 16 if dirty else 10 - 3 * card.contamination - 10 * soils


_SCORES = {Role.CITIZEN: _score_citizen, Role.CORPORATE: _score_corporate, Role.NGO: _score_ngo}
