"""From the engine's states to the kernel's positions, written out from the definition of ``Positions``."""

import random
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from plombox_widget.game.cards import Card
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import SeenCard, State
from plombox_widget.simulation.positions import Positions, card_kinds, site_word


def to_positions(rules: Rules, states: Sequence[State]) -> Positions:
    """The states as positions: what each seat sees of its own hand and cards, and the draw pile."""
    kinds: list[Card] = list(card_kinds(rules))
    for state in states:
        kinds += [card for card in dict.fromkeys(state.deck) if card not in kinds]
    number = {card: index for index, card in enumerate(kinds)}
    hand = max(len(cards) for state in states for cards in state.hands)
    pile = max(state.pile for state in states)
    made = Positions.empty(rules, len(states), hand, pile, tuple(kinds))
    for at, state in enumerate(states):
        made.turn[at], made.plays[at], made.incriminations[at] = state.turn, state.plays, state.incriminations
        made.lost[at], made.extra[at] = state.lost, state.extra
        made.roles[at] = [ROLES.index(role) for role in state.roles]
        made.piled[at] = state.pile
        made.pile[at, : state.pile] = [number[card] for card in state.deck[state.drawn :]]
        for player in range(rules.players):
            view = observe(state._replace(outcome=None), player)
            made.held[at, player] = len(view.hand)
            made.hands[at, player, : len(view.hand)] = [number[held.card] for held in view.hand]
            for site, entries in enumerate(view.sites):
                made.up[at, site], made.down[at, player, site] = _words(entries, player)
    return made


@lru_cache(maxsize=1 << 16)
def _words(entries: tuple[SeenCard, ...], player: int) -> tuple[int, int]:
    """Of the face-up cards at a site as ``player`` sees it, and of those that it put there face down."""
    up = [entry.card for entry in entries if entry.face_up and entry.card is not None]
    mine = [e.card for e in entries if not e.face_up and e.seat == player and e.card is not None]
    return site_word(up), site_word(mine)


class Numbers(random.Random):
    """A generator whose next 32-bit number is said beforehand."""

    next = 0

    def getrandbits(self, k: int) -> int:
        assert k == 32
        return self.next


def assert_same_positions(first: Positions, second: Positions) -> None:
    """All that matters is equal; what lies beyond ``held`` and ``piled`` is not compared."""
    for name in ("roles", "held", "piled", "up", "down", "lost", "extra", "turn", "plays", "incriminations"):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name), err_msg=name)
    for name, counts in (("hands", first.held), ("pile", first.piled)):
        one, two = getattr(first, name), getattr(second, name)
        width = min(one.shape[-1], two.shape[-1])
        inside = np.arange(width) < counts[..., None]
        assert counts.max() <= width
        np.testing.assert_array_equal(one[..., :width][inside], two[..., :width][inside], err_msg=name)
