"""The numbers that lesson texts speak of, made from the rules: bent rules change the prose."""

from dataclasses import fields
from functools import cache

from plombox_widget.game.cards import PACKAGES
from plombox_widget.game.rules import BASIC_DECKS, ROLES, Rules
from plombox_widget.simulation.statistics import CONFIDENCE
from plombox_widget.teaching.plan import MINUTES

PERCENT_SURE = round(100 * CONFIDENCE)
"""Of every interval in the lessons, in per cent."""


@cache
def seats_range() -> tuple[int, int]:
    """Fewest and most seats that ``Rules`` takes (R1)."""
    allowed = []
    for players in range(1, 20):
        try:
            allowed.append(Rules(players=players).players)
        except ValueError:
            continue
    return allowed[0], allowed[-1]


def rule_facts(rules: Rules) -> dict[str, object]:
    """Named numbers for lesson texts: the fields of ``rules``, and what follows from them."""
    least, most = seats_range()
    facts: dict[str, object] = {field.name: getattr(rules, field.name) for field in fields(rules)}
    facts |= {
        "players_least": least,
        "players_most": most,
        "roles": len(ROLES),
        "packages": len(PACKAGES),
        "basic_decks": BASIC_DECKS,
        "basic_cards": getattr(rules.deck, "size", 0),
        "cards_in_use": rules.cards_in_use,
        "incriminations": rules.incriminations_to_end,
        "industry_enough": rules.industry_over + 1,
        "contamination_enough": rules.contamination_over + 1,
        "minutes": MINUTES,
    }
    for role in ROLES:
        facts[f"{role}_needed"] = rules.needed(role, 1)
    return facts
