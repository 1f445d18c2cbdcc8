"""Fits what a seat puts onto sites and keeps in its hand, for ``bots.worlds``, on games of our own bots.

``python -m plombox_widget.simulation.fit_hidden`` writes ``bots/hidden_fitted.py``.

A card looks to a seat as the greedy bot would score it with what that seat knows: its class is what it is
worth at a site, and how much more it is worth elsewhere (a card that was put there), or what it is worth at
its best site (a card that was kept). One weight per class, role and style, by the choice model of
``fit_habits``: the card was chosen out of the whole deck. The games are those that the habits are fitted on.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plombox_widget.bots import hidden_fitted
from plombox_widget.bots.simple import TASTES, Known, know_site, score_card
from plombox_widget.game.cards import Card, Deck
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.record import replay
from plombox_widget.game.rules import ROLES
from plombox_widget.game.state import State
from plombox_widget.simulation.fit_habits import SHARES, TRAINING, training_games
from plombox_widget.simulation.hidden import GAPS, HELD, WORTHS, gap_class, held_class
from plombox_widget.simulation.kernel import LEAST
from plombox_widget.simulation.positions import card_kinds

Floats = NDArray[np.float64]
SMOOTHING = 0.5
"""Each class is taken to have been chosen so often, and passed over as often, against one of weight 1."""
ONE, MOST = 1 << 10, 1 << 18
"""Weights are written as whole numbers: 1.0 is ``ONE``; none is above ``MOST``."""
EVERY = 3
"""Hands are looked at at every third play."""


class Choices:
    """Menus of classes, one row each with a column for each kind of card, and which kind was chosen."""

    def __init__(self, classes: int) -> None:
        self.classes = classes
        self.menus: list[NDArray[np.int64]] = []
        self.chosen: list[int] = []

    def weights(self, copies: Floats, steps: int = 300) -> Floats:
        """(classes,), the likeliest weight of each (Hunter 2004), 1 where nothing is known."""
        weights = np.ones(self.classes)
        if not self.menus:
            return weights
        menus, chosen = np.array(self.menus), np.array(self.chosen)
        taken = menus[np.arange(len(menus)), chosen]
        counts = np.bincount(taken, minlength=self.classes) + SMOOTHING
        for _ in range(steps):
            share = copies / (copies * weights[menus]).sum(axis=1, keepdims=True)
            share = np.bincount(menus.ravel(), weights=share.ravel(), minlength=self.classes)
            weights = counts / (share + 2 * SMOOTHING / (weights + 1.0))
        return weights


def score_table(seen: Observation, kinds: Sequence[Card]) -> NDArray[np.int64]:
    """(kinds, sites), what the greedy bot would give each card at each site if it held it."""
    assert seen.role is not None
    taste, over = TASTES[seen.role], seen.rules.industry_over
    sites: list[Known] = [know_site(seen, other) for other in range(seen.rules.players)]
    return np.array(
        [
            [score_card(taste, card, site, other == seen.seat, over) for other, site in enumerate(sites)]
            for card in kinds
        ]
    )


def put_classes(scores: NDArray[np.int64], target: int) -> NDArray[np.int64]:
    """(kinds,), the class of each resource as put onto the site of ``target``."""
    here, best = scores[:, target], scores.max(axis=1)
    gaps = [gap_class(int(gap)) for gap in best - here]
    classes: NDArray[np.int64] = np.clip(here, 0, WORTHS - 1) * GAPS + np.array(gaps)
    return classes


def held_classes(scores: NDArray[np.int64], own: int) -> NDArray[np.int64]:
    """(kinds,), the class of each card as kept by the seat ``own``."""
    best = scores.max(axis=1)
    best[1] = np.delete(scores[1], own).max(initial=LEAST)
    return np.array([held_class(kind, int(score)) for kind, score in enumerate(best)])


class Fit:
    """What the seats of one bot put and kept, by role."""

    def __init__(self) -> None:
        self.put = [Choices(WORTHS * GAPS) for _ in ROLES]
        self.held = [Choices(HELD) for _ in ROLES]

    def add(self, before: State, kind: int, target: int, kinds: Sequence[Card]) -> None:
        """One play by the seat that is to play in ``before``, if it was a resource."""
        seen = observe(before, before.turn)
        assert seen.role is not None
        role, scores = ROLES.index(seen.role), score_table(seen, kinds)
        if kinds[kind].is_resource:
            self.put[role].menus.append(put_classes(scores[3:], target))
            self.put[role].chosen.append(kind - 3)

    def keep(self, state: State, seat: int, kinds: Sequence[Card]) -> None:
        """What ``seat`` holds in ``state`` beside the card that it drew last."""
        seen = observe(state, seat)
        assert seen.role is not None
        held, menu = self.held[ROLES.index(seen.role)], held_classes(score_table(seen, kinds), seat)
        for card in seen.hand[:-1]:
            held.menus.append(menu)
            held.chosen.append(kinds.index(card.card))


@lru_cache(maxsize=4)
def _copies(deck: Deck, kinds: tuple[Card, ...]) -> Floats:
    return np.array([float(deck[str(card)]) for card in kinds])


def fit(games: int) -> tuple[list[Fit], Floats]:
    """What the bots of each style did in the training games, and the copies of each kind of card."""
    fits = {name: Fit() for name in SHARES}
    copies = np.zeros(0)
    for record in training_games(games, TRAINING):
        kinds, names = card_kinds(record.rules), record.bots or ()
        copies = _copies(record.rules.deck, kinds)
        states = replay(record)
        for number, (state, move) in enumerate(zip(states, record.actions, strict=False)):
            fits[names[move.seat]].add(state, kinds.index(state.deck[move.card]), move.target, kinds)
            seat = (state.turn + 1 + number % (record.rules.players - 1)) % record.rules.players
            if number % EVERY == 0 and any(play.seat == seat for play in state.history):
                fits[names[seat]].keep(state, seat, kinds)
    return list(fits.values()), copies


def whole(weights: Floats) -> list[int]:
    """As whole numbers, at least 1, with the same ratios as far as that goes."""
    scale = min(ONE, MOST / weights.max())
    return [max(1, round(float(weight) * scale)) for weight in weights]


def rows(numbers: Sequence[int]) -> Iterator[str]:
    for at in range(0, len(numbers), 16):
        yield " " * 12 + ", ".join(map(str, numbers[at : at + 16])) + ","


def write(tables: dict[str, list[list[list[int]]]], path: Path, note: str) -> None:
    """Tables by style, role and class, as a module of data."""
    lines = ['"""Data only: what seats put and keep, written by ``simulation.fit_hidden``.', "", note]
    lines += ["", f"By style: {', '.join(SHARES)}; by role: {', '.join(ROLES)}.", '"""', "", "# fmt: off"]
    for name, table in tables.items():
        lines.append(f"{name} = (")
        for by_role in table:
            lines.append("    (")
            for numbers in by_role:
                lines += ["        (", *rows(numbers), "        ),"]
            lines.append("    ),")
        lines.append(")")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fits what seats put and keep on games of bots.")
    parser.add_argument("--games", type=int, default=3000)
    games = parser.parse_args(argv).games
    fits, copies = fit(games)
    tables = {
        "PUT": [[whole(choices.weights(copies[3:])) for choices in one.put] for one in fits],
        "HELD": [[whole(choices.weights(copies)) for choices in one.held] for one in fits],
    }
    note = f"Fitted on {games} games, seeds from {TRAINING}."
    write(tables, Path(hidden_fitted.__file__), note)
    print(note)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
