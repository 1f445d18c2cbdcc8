"""Who plays: a name of the registry, or the user's own bot, for all seats or one per seat."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from plombox_widget.bots.base import BOTS, Bot, Factory
from plombox_widget.game.cards import shown

Who = str | Callable[[], Bot]
"""A name in ``BOTS``, or a class or function that makes a bot."""


class Policy(NamedTuple):
    """One seat's player. It travels to the workers, so the factory goes with it, not the name alone."""

    name: str
    factory: Factory
    listed: bool
    """Whether the name is one of the registry's: only then may the kernel play it."""


def policy(who: Who) -> Policy:
    """``ValueError`` if there is no bot of this name, or if ``who`` makes none."""
    if isinstance(who, str) and who in BOTS:
        return Policy(who, BOTS[who], listed=True)
    if not callable(who):
        raise ValueError(f"policy: expected one of {', '.join(BOTS)}, got {shown(who)}")
    bot = who()
    name = getattr(bot, "name", None)
    if not isinstance(name, str) or not callable(getattr(bot, "choose", None)):
        raise ValueError(f"policy: a bot has a name and choose(observation, rng), got {shown(bot)}")
    return Policy(name, who, listed=False)


def seat_policies(who: Who | Sequence[Who], players: int) -> tuple[Policy, ...]:
    """One for all seats or one per seat → one per seat; ``ValueError`` for a wrong number or name."""
    if isinstance(who, str) or callable(who):
        return (policy(who),) * players
    if not isinstance(who, Sequence) or len(who) != players:
        raise ValueError(
            f"policy: expected one for all seats, or {players}, one per seat, "
            f"got {len(who) if isinstance(who, Sequence) else shown(who)}"
        )
    return tuple(map(policy, who))
