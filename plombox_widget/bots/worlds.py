"""Worlds that fit what a seat knows: the whole table filled in, as it may well be.

A world fills in what the observation leaves open: roles and styles of play by the odds of ``belief``,
face-down cards and hands by what is unseen and by how such a seat plays (``hidden_fitted``), the draw pile by
chance. Whoever put a card face down chose it by what it knew then, so the public history is gone through once
more; see ``simulation.hidden``. Only whole-number arithmetic and raw 64-bit numbers decide, so the same seed
gives the same worlds on every machine.
"""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from plombox_widget.bots import hidden_fitted
from plombox_widget.bots.belief import RoleOdds
from plombox_widget.game.cards import Card, Kind
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.simulation.hidden import GUESS, PUT, TURN_UP, fill_worlds
from plombox_widget.simulation.kernel import BEST, SEATS, TASTES
from plombox_widget.simulation.positions import Positions, card_kinds, face_words, site_word

Ints = NDArray[np.int64]
Step = tuple[int, int, int, int]
"""A row of ``steps`` in ``simulation.hidden``."""
_SCALE = 1 << 16


def sample_worlds(observation: Observation, odds: RoleOdds, count: int, seed: int) -> Positions:
    """``count`` positions drawn from what ``observation`` leaves open; what it knows is alike in all.

    Roles come from ``odds``; the others' face-down cards and hands from the unseen cards, in proportion to
    how often a seat of that role and style plays or keeps such a card; the last card drawn by each seat and
    the draw pile from the rest, in random order. The cards put aside (R3) are left over.
    """
    rules, kinds = observation.rules, _kinds(observation)
    index = {card: number for number, card in enumerate(kinds)}
    worlds = Positions.empty(rules, count, max(observation.hand_sizes), observation.pile, kinds)
    worlds.roles[:] = _sample_roles(odds, count, seed)
    for name in ("lost", "extra", "turn", "plays", "incriminations"):
        getattr(worlds, name)[:] = getattr(observation, name)
    worlds.held[:] = observation.hand_sizes
    _fill(worlds, observation, odds, index, seed)
    if observation.seat is not None:
        own = [index[held.card] for held in observation.hand]
        worlds.hands[:, observation.seat, : len(own)] = own
    return worlds


def _fill(
    worlds: Positions, observation: Observation, odds: RoleOdds, index: Mapping[Card, int], seed: int
) -> None:
    players, kinds = observation.rules.players, len(index)
    unseen = observation.unseen()
    put, held = _weights()
    with np.errstate(over="ignore"):
        fill_worlds(
            _settings(observation.rules),
            face_words(worlds.kinds),
            TASTES,
            np.uint64(seed & 0xFFFFFFFFFFFFFFFF),
            np.array(_steps(observation, index), np.int64).reshape(-1, 4),
            put,
            held,
            _style_odds(odds),
            np.array([unseen[card] for card in index], np.int64),
            -1 if observation.seat is None else observation.seat,
            np.array(_fresh(observation), np.int64),
            np.zeros((players, 8), np.int64),
            np.zeros((players, players), np.int64),
            np.zeros((BEST, SEATS), np.int64),
            np.zeros((3, kinds), np.int64),
            np.zeros(players, np.int64),
            np.zeros(unseen.total(), np.int64),
            worlds.roles,
            worlds.hands,
            worlds.held,
            worlds.pile,
            observation.pile,
            worlds.up,
            worlds.down,
        )


def _settings(rules: Rules) -> Ints:
    """What the kernel must know of the rules to judge a site."""
    return np.array(
        (rules.players, rules.draw == "turn", rules.industry_over, rules.contamination_over), np.int64
    )


def _kinds(observation: Observation) -> tuple[Card, ...]:
    """The kinds of the deck, and any that a position set up by hand has beside them."""
    kinds = card_kinds(observation.rules)
    seen = [held.card for held in observation.hand]
    seen += [entry.card for site in observation.sites for entry in site if entry.card is not None]
    seen += [card for play in observation.history for card in play.revealed]
    return kinds + tuple(dict.fromkeys(card for card in seen if card not in kinds))


def _sample_roles(odds: RoleOdds, count: int, seed: int) -> Ints:
    rng = random.Random(f"plombox worlds {seed}")
    number = {role: index for index, role in enumerate(ROLES)}
    return np.array([[number[role] for role in odds.sample(rng)] for _ in range(count)], dtype=np.int64)


def _style_odds(odds: RoleOdds) -> Ints:
    """(seats, roles, styles), as ``fill_worlds`` wants them."""
    return np.array(
        [
            [[round(_SCALE * sum(row[: at + 1])) for at in range(len(row))] for row in by]
            for by in odds.styles
        ],
        np.int64,
    )


@lru_cache(maxsize=1)
def _weights() -> tuple[Ints, Ints]:
    """(styles, roles, classes) of cards put onto a site, and of cards kept in a hand."""
    return np.array(hidden_fitted.PUT, np.int64), np.array(hidden_fitted.HELD, np.int64)


# --- the history, as one seat knows it -----------------------------------------------------------------


def _steps(observation: Observation, index: Mapping[Card, int]) -> list[Step]:
    """What happened to the sites, in order, each card known if the viewer knows it by now (R6, R9)."""
    cards, left = _identified(observation)
    steps = _before(observation, left, index)
    faces = iter(cards)
    for play in observation.history:
        if play.card is None:
            steps.append(_put(play.seat, play.target, next(faces), index))
        elif play.card.kind is Kind.INCRIMINATION:
            word = 0 if play.cleared else site_word(play.revealed)
            steps.append((TURN_UP, play.seat, play.target, word))
    return steps


def _put(seat: int, site: int, card: Card | None, index: Mapping[Card, int]) -> Step:
    return (GUESS, seat, site, -1) if card is None else (PUT, seat, site, index[card])


def _identified(observation: Observation) -> tuple[list[Card | None], list[int]]:
    """The card of every play of a resource, in order, if it was turned up or is the viewer's; and by seat
    how many of them still lie at its site."""
    cards: list[Card | None] = []
    sites: list[list[int]] = [[] for _ in observation.sites]
    own = iter(observation.played)
    for play in observation.history:
        mine = next(own) if play.seat == observation.seat else None
        site = sites[play.target]
        if play.card is None:
            site.append(len(cards))
            cards.append(mine)
        elif play.card.kind is Kind.INCRIMINATION:
            # What is turned up before these lay there when the history began.
            for number, card in zip(site, play.revealed[len(play.revealed) - len(site) :], strict=True):
                cards[number] = card
            if play.cleared:
                site.clear()
    return cards, [len(site) for site in sites]


def _before(observation: Observation, left: Sequence[int], index: Mapping[Card, int]) -> list[Step]:
    """What lay at the sites when the history began, where it lies as it did."""
    steps: list[Step] = []
    accused = {
        play.target
        for play in observation.history
        if play.card is not None and play.card.kind is Kind.INCRIMINATION
    }
    for site, entries in enumerate(observation.sites):
        if site in accused:
            continue
        old = entries[: len(entries) - left[site]]
        up = [entry.card for entry in old if entry.face_up and entry.card is not None]
        steps.append((TURN_UP, site, site, site_word(up)))
        steps += [_put(entry.seat, site, entry.card, index) for entry in old if not entry.face_up]
    return steps


def _fresh(observation: Observation) -> list[int]:
    """By seat: the cards of its hand that it has never had a chance to play."""
    fresh = list(observation.hand_sizes)
    for play in observation.history:
        fresh[play.seat] = min(play.drew, observation.hand_sizes[play.seat])
    return fresh
