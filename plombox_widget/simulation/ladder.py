"""The ladder of the bots: one seat of a table of greedy bots is exchanged, on deals that all bots share.

Each deal is told in two ways. **Wins**: did the seat win with the bot, less whether it won with greedy: +1,
0 or −1. **Luck taken out**: the sum, over the bot's own decisions, of the chance to win after its play less
the chance when greedy decides, both with greedy play by all from there on. Its mean over the deals is the
mean of the wins (the performance difference lemma of Kakade and Langford 2002; the idea is that of AIVAT,
Burch et al. 2018), since what chance and the other seats do moves the chances up as much as down; but it
varies far less. The chances are shares of games that the kernel plays from the true position, all hands and
sites as they are and the draw pile shuffled anew: that is for measuring alone, no bot ever sees it.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from plombox_widget.bots.base import Bot, make_bot
from plombox_widget.bots.match import bot_generator
from plombox_widget.game.engine import apply, new_game
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import Move, State
from plombox_widget.simulation.batch import play_positions
from plombox_widget.simulation.positions import Positions, card_kinds, site_word

ROLLOUTS = 160
"""Games that the kernel plays for each of the two chances at a decision."""
NORMAL = 1.96
"""Of a 95 % interval."""


def true_positions(state: State, count: int, seed: int) -> Positions:
    """``state`` as it is, ``count`` times, each with its draw pile shuffled anew."""
    rules = state.rules
    kinds = card_kinds(rules)
    index = {card: number for number, card in enumerate(kinds)}
    made = Positions.empty(rules, count, max(state.hand_sizes), state.pile, kinds)
    made.roles[:] = [ROLES.index(role) for role in state.roles]
    for name in ("lost", "extra", "turn", "plays", "incriminations"):
        getattr(made, name)[:] = getattr(state, name)
    made.held[:] = state.hand_sizes
    for seat, hand in enumerate(state.hands):
        made.hands[:, seat, : len(hand)] = [index[held.card] for held in hand]
    for site, (cards, entries) in enumerate(zip(state.sites, state.table, strict=True)):
        pairs = list(zip(cards, entries, strict=True))
        made.up[:, site] = site_word([card for card, entry in pairs if entry.face_up])
        for seat in range(rules.players):
            mine = [card for card, entry in pairs if not entry.face_up and entry.seat == seat]
            made.down[:, seat, site] = site_word(mine)
    pile = [index[card] for card in state.deck[state.drawn :]]
    made.pile[:] = np.random.Generator(np.random.PCG64(seed)).permuted(np.tile(pile, (count, 1)), axis=1)
    return made


def advantage(state: State, move: Move, seed: int, rollouts: int = ROLLOUTS) -> float:
    """What ``move`` adds to the chance of the acting seat to win, over what greedy would have played."""
    worlds, role = true_positions(state, rollouts, seed), state.roles[state.turn]
    slot = next(slot for slot, held in enumerate(state.hands[state.turn]) if held.card_index == move.card)
    after = play_positions(state.rules, worlds, seed, "greedy", moves=[(slot, move.target)]).won(role)
    greedy = play_positions(state.rules, worlds, seed, "greedy").won(role)
    return float(after.mean() - greedy.mean())


def play_deal(players: int, seed: int, seat: int, name: str, rollouts: int = ROLLOUTS) -> tuple[bool, float]:
    """One game with ``name`` in ``seat`` and greedy in the others: whether it won, and the sum of what its
    plays added to its chance."""
    bots: list[Bot] = [make_bot(name if other == seat else "greedy") for other in range(players)]
    generators = [bot_generator(seed, other) for other in range(players)]
    state, added = new_game(Rules(players=players), random.Random(seed)), 0.0
    while state.outcome is None:
        move = bots[state.turn].choose(observe(state, state.turn), generators[state.turn])
        if state.turn == seat and name != "greedy":
            added += advantage(state, move, seed + state.number, rollouts)
        state = apply(state, move)
    return state.roles[seat] in state.outcome.winners, added


@dataclass
class Points:
    """A sample of differences of win chances, one for each deal."""

    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        size, mean = len(self.values), self.mean
        return sqrt(sum((value - mean) ** 2 for value in self.values) / (size * max(1, size - 1)))

    def __str__(self) -> str:
        return told(self.mean, self.error)


def told(mean: float, error: float) -> str:
    """In percentage points, with the half-width of the 95 % interval."""
    return f"{100 * mean:+.1f} ± {100 * NORMAL * error:.1f}".replace("-", "−")


def told_average(parts: Sequence[Points]) -> str:
    """The plain mean over separate samples."""
    count = len(parts)
    error = sqrt(sum(part.error**2 for part in parts)) / count
    return told(sum(part.mean for part in parts) / count, error)


class Ladder:
    """What each bot did at each number of seats, deal by deal."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.wins: dict[tuple[str, int], Points] = {}
        self.added: dict[tuple[str, int], Points] = {}

    def play(self, name: str, players: int, number: int) -> None:
        """Deal ``number``, which must be the next of this bot at this number of seats."""
        seed, seat = self.seed + 10_000 * players + number, number % players
        won, added = play_deal(players, seed, seat, name)
        before, _ = play_deal(players, seed, seat, "greedy")
        wins = self.wins.setdefault((name, players), Points())
        assert len(wins.values) == number
        wins.values.append(float(won) - float(before))
        self.added.setdefault((name, players), Points()).values.append(added)

    def above(self, name: str, other: str, players: int, luck: bool) -> Points:
        """By how much ``name`` is above ``other``, on the deals that both have played."""
        table = self.wins if luck else self.added
        pairs = zip(table[name, players].values, table[other, players].values, strict=False)
        return Points([one - two for one, two in pairs])
