"""Why a play is good or bad, in codes with numbers: public facts and the viewer's own, no guess told as one.

The words are made elsewhere, from the key ``coach.why.<code>`` of each language and the facts of a reason.
"""

from typing import NamedTuple

from plombox_widget.bots.belief import RoleOdds
from plombox_widget.game.cards import PACKAGES, Card, Kind, Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES, Rules, SiteScore
from plombox_widget.game.state import Move


class Reason(NamedTuple):
    """One fact that speaks for or against a play."""

    code: str
    """The last part of the key ``coach.why.<code>``."""
    target: int
    """The seat that the play aims at."""
    facts: tuple[tuple[str, int], ...] = ()
    """Whole numbers by the name of the field that they fill: counts, totals, limits."""
    role: Role | None = None
    """The role that the target most likely has, where that is the reason."""
    share: float = 0.0
    """The odds of that role, 0 to 1."""


def why(observation: Observation, move: Move, card: Card, odds: RoleOdds) -> tuple[Reason, ...]:
    """What speaks for or against playing ``card`` as ``move`` says, most important first, at least one.

    Rulings: R6 for a resource, R7 positive, R8 negative, R9 and R10 incrimination. Only facts that
    ``observation`` shows are used, and the role odds made from it.
    """
    role = observation.role
    assert role is not None
    if card.kind is Kind.RESOURCE:
        return _resource(role, card, move.target, observation)
    if card.kind is Kind.POSITIVE:
        if move.target == move.seat:
            return (Reason("plays", move.target),)
        return (_seems("gift", move.target, odds),)
    if card.kind is Kind.NEGATIVE:
        return (_seems("skip", move.target, odds),)
    return _incrimination(role, move.target, observation)


def _seems(code: str, target: int, odds: RoleOdds) -> Reason:
    chances = odds.seats[target]
    likely = max(range(3), key=chances.__getitem__)
    return Reason(code, target, (), ROLES[likely], chances[likely])


def _resource(role: Role, card: Card, target: int, observation: Observation) -> tuple[Reason, ...]:
    known, rules = observation.known(target), observation.rules
    goal = {Role.CITIZEN: _package, Role.CORPORATE: _industry, Role.NGO: _clean}[role]
    reasons = [goal(card, target, known, rules)]
    after = known.contamination + card.contamination
    if role is not Role.NGO and after > rules.contamination_over and card.contamination:
        reasons.append(Reason("risk", target, (("after", after), ("limit", rules.contamination_over))))
    return tuple(reasons)


def _package(card: Card, target: int, known: SiteScore, rules: Rules) -> Reason:
    have = len(known.packages | {card.package})
    facts = (("package", card.package), ("have", have), ("all", len(PACKAGES)))
    if card.package in known.packages:
        return Reason("package.again", target, facts)
    return Reason("package.last" if have == len(PACKAGES) else "package.new", target, facts)


def _industry(card: Card, target: int, known: SiteScore, rules: Rules) -> Reason:
    after = known.industry + card.industry
    facts = (("after", after), ("needed", rules.industry_over + 1))
    if known.developed:
        return Reason("industry.enough", target, facts)
    if after > rules.industry_over:
        return Reason("industry.done", target, facts)
    return Reason("industry.more" if card.industry else "industry.none", target, facts)


def _clean(card: Card, target: int, known: SiteScore, rules: Rules) -> Reason:
    after = known.contamination + card.contamination
    facts = (("after", after), ("limit", rules.contamination_over))
    if known.contaminated:
        return Reason("clean.dirty", target, facts)
    if not card.contamination:
        return Reason("clean.harmless", target, facts)
    return Reason("clean.soils" if after > rules.contamination_over else "clean.dirt", target, facts)


def _incrimination(role: Role, target: int, observation: Observation) -> tuple[Reason, ...]:
    known, rules = observation.known(target), observation.rules
    played = observation.incriminations + 1
    facts = (
        ("contamination", known.contamination),
        ("limit", rules.contamination_over),
        ("unknown", observation.unknown(target)),
    )
    if known.contaminated:
        reasons = [Reason("clear.helps" if role is Role.NGO else "clear.hurts", target, facts)]
    elif not observation.sites[target]:
        reasons = [Reason("accuse.empty", target, facts)]
    elif not observation.unknown(target):
        reasons = [Reason("accuse.clean", target, facts)]
    else:
        reasons = [Reason("accuse.unknown", target, facts)]
    end = (("done", played), ("all", rules.incriminations_to_end))
    if played == rules.incriminations_to_end:
        return (Reason("ends", target, end), *reasons)
    return (*reasons, Reason("nearer", target, end))
