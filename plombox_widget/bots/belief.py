"""Role odds: what the public play says about who is who.

The prior is exact. A table of roles with c citizens, k corporates and g NGOs has the chance

    (n−3)! / ((c−1)! (k−1)! (g−1)!) / 3ⁿ⁻³  ·  c! k! g! / n!   ∝   c · k · g

(R2: the drawn roles, then the shuffle), so it is enough to carry the counts of two roles from seat to
seat. The likelihood of a seat's plays is a product over them, from the tables of ``habits``: how each role
tends to play, fitted on games of bots; which style of play a seat has is summed over. Seats are taken to play
independently given their roles and the kind of table: one where all play alike, or a mixed one, and the plays
of all seats together tell which. Bayes' rule does the rest, with sums over all tables of roles at once.
"""

import random
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from plombox_widget.bots.habits import STYLES, TABLES, Style, StyleMix, read_history
from plombox_widget.game.cards import Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES

Triple = tuple[float, float, float]
"""One number per role, in the order citizen, corporate, ngo."""
_Grid = list[list[float]]
"""[citizens][corporates] among the seats on one side of a cut → weight."""
EVEN: Triple = (1.0, 1.0, 1.0)
StylesOf = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
"""By role: the chance of each style; each row sums to 1."""
AS_A_RULE: StylesOf = (tuple([style.share for style in STYLES]),) * 3
"""Before a seat has played."""


class RoleOdds:
    """A distribution over tables of roles: the prior of R2 times one weight per seat and role.

    ``weights``: by seat, in the order of ``ROLES``, not negative, any scale. ``ValueError`` if no table
    with one of each role has any weight.
    """

    def __init__(self, weights: Sequence[Triple], styles: Sequence[StylesOf] = ()) -> None:
        self.weights = tuple(weights)
        self.styles = tuple(styles) or (AS_A_RULE,) * len(self.weights)
        """By seat, then role: the chance of each style of ``habits``, given that role."""
        if not self._behind[0][0][0] > 0.0:
            raise ValueError("roles: R2: these weights leave no table with at least one of each role")

    @cached_property
    def _behind(self) -> list[_Grid]:
        """[seat][c][k]: all the ways to fill this and later seats, c citizens and k corporates before."""
        players = len(self.weights)
        size = players + 1
        last = [[float(c * k * max(0, players - c - k)) for k in range(size)] for c in range(size)]
        grids = [last]
        for seat in range(players - 1, -1, -1):
            citizen, corporate, ngo = self.weights[seat]
            after = grids[-1]
            grids.append(
                [
                    [
                        citizen * after[c + 1][k] + corporate * after[c][k + 1] + ngo * after[c][k]
                        for k in range(seat + 1 - c)
                    ]
                    for c in range(seat + 1)
                ]
            )
        grids.reverse()
        return grids

    @cached_property
    def _ahead(self) -> list[_Grid]:
        """[seat][c][k]: all the ways to fill the seats before this one with c citizens, k corporates."""
        players = len(self.weights)
        grids = [[[1.0]]]
        for seat in range(players):
            citizen, corporate, ngo = self.weights[seat]
            grid = [[0.0] * (seat + 2 - c) for c in range(seat + 2)]
            for c, row in enumerate(grids[-1]):
                for k, ways in enumerate(row):
                    grid[c + 1][k] += ways * citizen
                    grid[c][k + 1] += ways * corporate
                    grid[c][k] += ways * ngo
            grids.append(grid)
        return grids

    @property
    def total(self) -> float:
        """How likely the evidence is, on the scale of the weights: to compare odds of the same seats."""
        return self._behind[0][0][0]

    @cached_property
    def seats(self) -> tuple[Triple, ...]:
        """By seat: the chance of each role, in the order citizen, corporate, ngo; each sums to 1."""
        odds = []
        for seat, weights in enumerate(self.weights):
            after = self._behind[seat + 1]
            sums = [0.0, 0.0, 0.0]
            for c, row in enumerate(self._ahead[seat]):
                for k, ways in enumerate(row):
                    sums[0] += ways * after[c + 1][k]
                    sums[1] += ways * after[c][k + 1]
                    sums[2] += ways * after[c][k]
            odds.append(_normal(weights[0] * sums[0], weights[1] * sums[1], weights[2] * sums[2]))
        return tuple(odds)

    def members(self, role: Role) -> tuple[float, ...]:
        """[m] → the chance that the faction of ``role`` has m seats, 0 to the number of seats."""
        players = len(self.weights)
        chances = [0.0] * (players + 1)
        for c, row in enumerate(self._ahead[players]):
            for k, ways in enumerate(row):
                counts = (c, k, players - c - k)
                chances[counts[ROLES.index(role)]] += ways * c * k * counts[2]
        total = sum(chances)
        return tuple([chance / total for chance in chances])

    def sample(self, rng: random.Random) -> tuple[Role, ...]:
        """One table of roles drawn from the odds; takes one ``rng.random()`` per seat."""
        c = k = 0
        roles = []
        for seat, (citizen, corporate, ngo) in enumerate(self.weights):
            after = self._behind[seat + 1]
            ways = (citizen * after[c + 1][k], corporate * after[c][k + 1], ngo * after[c][k])
            point = rng.random() * (ways[0] + ways[1] + ways[2])
            which = 0 if point < ways[0] else 1 if point < ways[0] + ways[1] else 2
            if not ways[which]:
                which = ways.index(max(ways))
            c, k = c + (which == 0), k + (which == 1)
            roles.append(ROLES[which])
        return tuple(roles)


def _normal(first: float, second: float, third: float) -> Triple:
    total = first + second + third
    return first / total, second / total, third / total


class Clue(NamedTuple):
    """What one play, or one card turned up, says about the role of a seat."""

    number: int
    """Which play it was, from 0; for a card turned up, the play that turned it up."""
    seat: int
    """The seat that it says something about."""
    weights: Triple
    """How likely it was for each role, given what the seat did before, in the order citizen, corporate,
    ngo; mean 1. The product over all clues of a seat is what its plays say."""


def prior(observation: Observation) -> RoleOdds:
    """The odds before any play, given the roles that the viewer knows (R2)."""
    return RoleOdds([_known(role) for role in observation.roles])


def _known(role: Role | None) -> Triple:
    if role is None:
        return EVEN
    return (float(role is ROLES[0]), float(role is ROLES[1]), float(role is ROLES[2]))


class _Seat:
    """What the plays of one seat say: how likely they are for each style and role, on a scale of its own."""

    def __init__(self, styles: Sequence[Style]) -> None:
        self.shares = [style.share for style in styles]
        self.likely = [[1.0] * 3 for _ in styles]

    def follow(self, likely: Sequence[Triple]) -> None:
        """Times ``likely``, one triple per style; scaled so that the roles add up to 3."""
        for mine, by in zip(self.likely, likely, strict=True):
            for role in range(3):
                mine[role] *= by[role]
        scale = 3.0 / sum(self.roles(self.shares))
        for mine in self.likely:
            for role in range(3):
                mine[role] *= scale

    def roles(self, shares: Sequence[float]) -> Triple:
        """The weight of each role, over the styles in these shares."""
        first, second, third = (
            sum([share * mine[role] for share, mine in zip(shares, self.likely, strict=True)])
            for role in range(3)
        )
        return first, second, third

    def styles(self, shares: Sequence[float]) -> StylesOf:
        """By role: the chance of each style."""
        weights = self.roles(shares)
        first, second, third = (
            tuple(
                [share * mine[role] / weights[role] for share, mine in zip(shares, self.likely, strict=True)]
            )
            if weights[role] > 0.0
            else tuple(shares)
            for role in range(3)
        )
        return first, second, third


def _read(observation: Observation, styles: Sequence[Style]) -> tuple[list[_Seat], list[Clue]]:
    """Each seat after all plays, and what each play said, in order."""
    steps, turned, _ = read_history(observation)
    seats = [_Seat(styles) for _ in observation.roles]
    later = list(turned)
    found = []

    def follow(number: int, seat: int, likely: Sequence[Triple]) -> None:
        one = seats[seat]
        before = one.roles(one.shares)
        one.follow(likely)
        first, second, third = (now / was for now, was in zip(one.roles(one.shares), before, strict=True))
        scale = 3.0 / (first + second + third)
        found.append(Clue(number, seat, (first * scale, second * scale, third * scale)))

    for number, step in enumerate(steps):
        follow(number, step.seat, [style.habits.step_likely(step) for style in styles])
        while later and later[0].number == number:
            card = later.pop(0)
            follow(number, card.seat, [style.habits.card_likely(card, observation.rules) for style in styles])
    return seats, found


def _shares(observation: Observation, seats: Sequence[_Seat], tables: Sequence[StyleMix]) -> list[float]:
    """The share of each style at this table, over the kinds of table that it may be."""
    known = [_known(role) for role in observation.roles]

    def weights(shares: Sequence[float]) -> list[Triple]:
        return [
            seat.roles(shares) if role is None else known[number]
            for number, (seat, role) in enumerate(zip(seats, observation.roles, strict=True))
        ]

    chances = [mix.share * RoleOdds(weights(mix.styles)).total for mix in tables]
    whole = sum(chances)
    return [
        sum([chance / whole * mix.styles[style] for chance, mix in zip(chances, tables, strict=True)])
        for style in range(len(tables[0].styles))
    ]


def _styles(
    observation: Observation, styles: Sequence[Style], tables: Sequence[StyleMix] | None
) -> tuple[list[_Seat], list[float]]:
    """Each seat after all plays, and the share of each style at this table."""
    seats, _ = _read(observation, styles)
    if tables is None:
        tables = TABLES if styles is STYLES else ()
    shares = _shares(observation, seats, tables) if tables else [style.share for style in styles]
    return seats, shares


def clues(observation: Observation, styles: Sequence[Style] = STYLES) -> list[Clue]:
    """What each public play, and each card that it turned up, said about a seat, in order."""
    shares = _styles(observation, styles, None)[1]
    table = [style._replace(share=share) for style, share in zip(styles, shares, strict=True)]
    return _read(observation, table)[1]


def role_odds(
    observation: Observation, styles: Sequence[Style] = STYLES, tables: Sequence[StyleMix] | None = None
) -> RoleOdds:
    """The odds given all that is public and what the viewer knows of roles.

    ``tables`` are the kinds of table that it may be, those of ``habits`` for the styles of ``habits``; with
    none, each seat has a style of its own. After the end, when roles are open, the odds are certain. Pure:
    the same observation, the same odds, to the last bit, on every machine (only sums, products and quotients
    are used).
    """
    weights = [_known(role) for role in observation.roles]
    if None not in observation.roles:
        return RoleOdds(weights)
    seats, shares = _styles(observation, styles, tables)
    for seat, read in enumerate(seats):
        if observation.roles[seat] is None:
            weights[seat] = read.roles(shares)
    return RoleOdds(weights, [read.styles(shares) for read in seats])
