"""What the sites will count at the end, as one seat may judge it: chances by short sums, no play-outs.

A site holds cards that the viewer knows, face-down cards of others, and cards still to come. A face-down
card is taken as a draw from what is unseen, tilted by the habits of the role that its player seems to have.
Cards to come arrive as a Poisson stream (equal shares for all sites), so that each work package arrives
independently of the others, and totals follow the compound Poisson recursion of Panjer (1981). A site may
be incriminated on the way and lose everything when contaminated (R9).
"""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from plombox_widget.bots.belief import RoleOdds
from plombox_widget.bots.habits import FACE_WEIGHTS, face_class
from plombox_widget.game.cards import Card, Kind, Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES, Rules

Chances = list[float]
"""[total] → chance; the last entry is for that total and all above."""


class Horizon(NamedTuple):
    """How much of the game is still to come."""

    plays: float
    """Plays that are still expected."""
    arrivals: float
    """Resource cards that are still expected at each site."""
    incriminations: float
    """Incriminations that are still expected at each site."""


class Mix:
    """What a card that the viewer has not seen may be, given that it is a resource."""

    def __init__(self, cards: Sequence[tuple[Card, float]], industry: int, contamination: int) -> None:
        total = sum([weight for _, weight in cards])
        self.packages = [0.0] * 5
        self.industry = [0.0] * (industry + 1)
        self.contamination = [0.0] * (contamination + 1)
        for card, weight in cards:
            share = weight / total
            self.packages[card.package] += share
            self.industry[min(card.industry, industry)] += share
            self.contamination[min(card.contamination, contamination)] += share


class Totals(NamedTuple):
    """A site as it lies, to one viewer."""

    missing: int
    """Bits 1, 2, 4, 8: work packages 1 to 4 that no known card brings."""
    hidden: int
    """Cards that the viewer does not know."""
    industry: Chances
    contamination: Chances

    def add(self, card: Card) -> "Totals":
        """With one more card that the viewer knows."""
        missing = self.missing & ~(1 << card.package - 1)
        industry = _shift(self.industry, card.industry)
        return Totals(missing, self.hidden, industry, _shift(self.contamination, card.contamination))


def _shift(chances: Chances, by: int) -> Chances:
    if not by:
        return chances
    top = len(chances) - 1
    shifted = [0.0] * (top + 1)
    for total, chance in enumerate(chances):
        shifted[min(total + by, top)] += chance
    return shifted


def _convolve(chances: Chances, step: Chances) -> Chances:
    top = len(chances) - 1
    result = [0.0] * (top + 1)
    for total, chance in enumerate(chances):
        if chance:
            for more, share in enumerate(step):
                result[min(total + more, top)] += chance * share
    return result


def _at_least(step: Chances, arrivals: float) -> Chances:
    """[d] → the chance that a Poisson stream of ``arrivals`` cards adds d or more (Panjer)."""
    point = [exp(-arrivals * (1.0 - step[0]))]
    for total in range(1, len(step)):
        inner = sum([more * step[more] * point[total - more] for more in range(1, total + 1)])
        point.append(arrivals * inner / total)
    left, tail = 1.0, []
    for chance in point:
        tail.append(max(0.0, left))
        left -= chance
    return tail


class Stream:
    """The cards still to come at a site over one stretch of the game."""

    def __init__(self, mix: Mix, arrivals: float, goal: float, dirt: float) -> None:
        self.mix, self.arrivals = mix, arrivals
        self.contamination = _at_least(mix.contamination, arrivals * dirt)
        arrivals *= goal
        self.industry = _at_least(mix.industry, arrivals)
        shares = mix.packages
        self._absent = []
        """[subset of packages] → share of cards outside it, chance that none of it arrives."""
        for subset in range(16):
            share = sum([shares[package] for package in (1, 2, 3, 4) if subset >> package - 1 & 1])
            self._absent.append((max(0.0, 1.0 - share), exp(-arrivals * share)))

    def plombox(self, site: Totals) -> float:
        """The chance that all four packages are there in the end (inclusion and exclusion)."""
        chance, subset = 1.0, site.missing
        while subset:
            outside, absent = self._absent[subset]
            term = outside**site.hidden * absent
            chance += term if subset.bit_count() % 2 == 0 else -term
            subset = (subset - 1) & site.missing
        return min(1.0, max(0.0, chance))

    def developed(self, site: Totals) -> float:
        return _reach(site.industry, self.industry)

    def contaminated(self, site: Totals) -> float:
        return _reach(site.contamination, self.contamination)


def _reach(chances: Chances, tail: Chances) -> float:
    top = len(chances) - 1
    return sum([chance * tail[top - total] for total, chance in enumerate(chances)])


class Forecast:
    """Chances for one faction, from one observation: of each site to count, and of the faction to win."""

    def __init__(
        self,
        observation: Observation,
        odds: RoleOdds,
        role: Role,
    ) -> None:
        self.rules = observation.rules
        self.role = role
        self.observation = observation
        self.tops = (max(1, self.rules.industry_over + 1), max(1, self.rules.contamination_over + 1))
        self._unseen = [(c, float(m)) for c, m in observation.unseen().items() if c.is_resource]
        if not self._unseen:
            self._unseen = [(Card(Kind.RESOURCE, package), 1.0) for package in (1, 2, 3, 4)]
        self.mix = Mix(self._unseen, *self.tops)
        self._mixes: dict[tuple[int, bool], Mix] = {}
        self.sites = [self._totals(seat, odds) for seat in range(self.rules.players)]
        self.empty = Totals(15, 0, [1.0] + [0.0] * self.tops[0], [1.0] + [0.0] * self.tops[1])
        self.needed = [
            (self.rules.needed(role, members), chance)
            for members, chance in enumerate(odds.members(role))
            if chance > 0.0
        ]

    def _totals(self, site: int, odds: RoleOdds) -> Totals:
        industry = [1.0] + [0.0] * self.tops[0]
        contamination = [1.0] + [0.0] * self.tops[1]
        totals = Totals(15, 0, industry, contamination)
        hidden = 0
        for entry in self.observation.sites[site]:
            if entry.card is not None:
                totals = totals.add(entry.card)
                continue
            mix = self._mix(entry.seat, entry.seat == site, odds)
            hidden += 1
            totals = totals._replace(
                industry=_convolve(totals.industry, mix.industry),
                contamination=_convolve(totals.contamination, mix.contamination),
            )
        return totals._replace(hidden=hidden)

    def _mix(self, seat: int, own: bool, odds: RoleOdds) -> Mix:
        if (seat, own) not in self._mixes:
            chances = odds.seats[seat]
            cards = []
            for card, copies in self._unseen:
                face = face_class(card, own)
                tilt = sum([chances[role] * FACE_WEIGHTS[role][face] for role in range(3)])
                cards.append((card, copies * tilt))
            self._mixes[seat, own] = Mix(cards, *self.tops)
        return self._mixes[seat, own]

    def counts(self, site: Totals, near: Stream, far: Stream, cleared: float) -> float:
        """The chance that a site counts for the faction at the end (R11)."""
        dirty = far.contaminated(site)
        lost = cleared * near.contaminated(site)
        if self.role is ROLES[2]:
            return 1.0 - dirty * (1.0 - cleared * (1.0 - near.contaminated(self.empty)))
        goal = far.plombox if self.role is ROLES[0] else far.developed
        again = near.plombox if self.role is ROLES[0] else near.developed
        return (1.0 - lost) * goal(site) + lost * again(self.empty)

    def win(self, chances: Sequence[float]) -> float:
        """The chance that enough sites count, over what the faction may need (R12)."""
        counted = [1.0]
        for chance in chances:
            missed = 1.0 - chance
            counted = [
                (counted[number] * missed if number < len(counted) else 0.0)
                + (counted[number - 1] * chance if number else 0.0)
                for number in range(len(counted) + 1)
            ]
        return sum([share * sum(counted[needed:]) for needed, share in self.needed])


def horizon(observation: Observation, rules: Rules, used: int = 1, incriminations: int = 0) -> Horizon:
    """What is still to come after ``used`` more plays, of which some ``incriminations``."""
    unseen = observation.unseen()
    total = sum(unseen.values()) or 1
    share = sum([copies for card, copies in unseen.items() if card.is_resource]) / total
    accusing = sum([copies for card, copies in unseen.items() if card.kind is Kind.INCRIMINATION]) / total
    left = rules.incriminations_to_end - observation.incriminations - incriminations
    plays = max(0.0, float(observation.pile - used))
    if left <= 0:
        plays = 0.0
    elif accusing > 0.0:
        plays = min(plays, left / accusing)
    expected = min(float(max(0, left)), plays * accusing)
    players = rules.players
    return Horizon(plays, plays * share / players, expected / players)
