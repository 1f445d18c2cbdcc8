"""What a bot is, and the one registry of bots by name."""

import random
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Protocol, runtime_checkable

from plombox_widget.game.cards import shown
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import Move


@runtime_checkable
class Bot(Protocol):
    """Chooses from an observation and its own generator, and from nothing else."""

    name: str
    """The name in the registry."""
    deterministic: bool
    """Whether the same observation always gives the same move, whatever the generator."""

    def choose(self, observation: Observation, rng: random.Random) -> Move:
        """One of ``observation.legal_moves``, which must not be empty."""
        ...


NUMBER_BITS = 32


def pick(count: int, rng: random.Random) -> int:
    """An index below ``count``, uniform to within 2⁻³² · count, from one 32-bit number.

    Every bot that breaks ties by chance draws exactly one number per decision through here, so that
    another implementation, given the same numbers, makes the same choices.
    """
    return (rng.getrandbits(NUMBER_BITS) * count) >> NUMBER_BITS


Factory = Callable[[], Bot]


class Registry(Mapping[str, Factory]):
    """Name → factory; the module of a bot is imported when it is first asked for."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)

    def __getitem__(self, name: str) -> Factory:
        if not isinstance(name, str) or name not in self._places:
            raise KeyError(name)
        module, _, attribute = self._places[name].partition(":")
        factory: Factory = getattr(import_module(module), attribute)
        return factory

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


BOTS = Registry(
    {
        "random": "plombox_widget.bots.simple:RandomBot",
        "greedy": "plombox_widget.bots.simple:GreedyBot",
        "quiet": "plombox_widget.bots.quiet:QuietBot",
        "detective": "plombox_widget.bots.detective:DetectiveBot",
        "montecarlo": "plombox_widget.bots.montecarlo:MonteCarloBot",
    }
)


def make_bot(name: str) -> Bot:
    """A new bot; ``ValueError`` that lists the names if there is none of this one."""
    if not isinstance(name, str) or name not in BOTS:
        raise ValueError(f"bot: expected one of {', '.join(BOTS)}, got {shown(name)}")
    return BOTS[name]()
