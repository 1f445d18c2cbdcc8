"""Fits the habits of ``bots.habits`` on games of our own bots.

``python -m plombox_widget.simulation.fit_habits`` writes ``bots/habits_fitted.py``.

Each table is a maximum of likelihood. Choices of a target, and of a face from the deck, follow a choice
model with one weight per class; the weights come from the usual minorise-maximise steps for such models
(Hunter 2004). Half of the games have greedy bots in all seats, half a mixture. A temper blunts the
weights, since plays of one seat hang together (it has one hand) more than the model says; it is fitted too,
on further training games, by the log score of the odds. The games of ``bots.md`` are others, by their seeds.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plombox_widget.bots import habits_fitted
from plombox_widget.bots.belief import role_odds
from plombox_widget.bots.habits import (
    FACES,
    KINDS,
    MOMENTS,
    TABLES,
    TARGETS,
    Habits,
    Style,
    face_class,
    read_history,
)
from plombox_widget.bots.match import play_match
from plombox_widget.game.cards import Card
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.record import Record, replay
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import State

TRAINING, TEMPERING = 1_000_000, 2_000_000
"""First seeds of the games to fit the tables and the temper."""
MIXTURE = ("greedy", "greedy", "quiet", "detective")
SHARES = {"greedy": 0.5, "quiet": 0.25, "detective": 0.25}
"""The styles, and how many seats are taken to have each."""
SMOOTHING = 2.0
"""Each class is taken to have been chosen so often, and passed over as often, against one of weight 1."""

Floats = NDArray[np.float64]


def training_games(games: int, first: int) -> Iterator[Record]:
    """Games over 3 to 8 seats, half all greedy, half with each seat drawn from ``MIXTURE``."""
    for number in range(games):
        seed = first + number
        players = 3 + number % 6
        rng = random.Random(f"habits {seed}")
        mixed = [rng.choice(MIXTURE) for _ in range(players)]
        yield play_match(Rules(players=players), mixed if number // 6 % 2 else "greedy", seed)


class Counts:
    """What the seats of one bot chose, and out of what, by role."""

    def __init__(self) -> None:
        self.kinds = np.zeros((3, MOMENTS, len(KINDS)))
        self.targets: dict[tuple[int, int], dict[tuple[tuple[int, ...], int], int]] = {}
        """(role, kind) → (sorted classes to choose from, class chosen) → times."""
        self.faces: dict[int, dict[tuple[tuple[int, ...], int], int]] = {}

    def add(self, end: State, seats: Sequence[bool]) -> None:
        """One game to its end, as far as the seats marked true played it."""
        steps, turned, _ = read_history(observe(end, None))
        for step in steps:
            if not seats[step.seat]:
                continue
            role = ROLES.index(end.roles[step.seat])
            self.kinds[role, step.moment, step.kind] += 1
            options = tuple(sorted(target for target in step.targets if target >= 0))
            table = self.targets.setdefault((role, step.kind), {})
            key = options, step.targets[step.target]
            table[key] = table.get(key, 0) + 1
        resources = [
            (card, copies)
            for card, copies in ((Card.parse(code), copies) for code, copies in end.rules.deck.items())
            if card.is_resource
        ]
        for card in turned:
            if not seats[card.seat]:
                continue
            role = ROLES.index(end.roles[card.seat])
            options = tuple(face_class(face, card.own) for face, copies in resources for _ in range(copies))
            faces = self.faces.setdefault(role, {})
            key = options, face_class(card.card, card.own)
            faces[key] = faces.get(key, 0) + 1


def fit_choice(table: dict[tuple[tuple[int, ...], int], int], classes: int, steps: int = 200) -> Floats:
    """One weight per class, from what was chosen out of what."""
    chosen = np.full(classes, SMOOTHING)
    menus: dict[tuple[int, ...], int] = {}
    for (options, taken), times in table.items():
        chosen[taken] += times
        menus[options] = menus.get(options, 0) + times
    offers = np.array([np.bincount(options, minlength=classes) for options in menus], float)
    asked = np.array(list(menus.values()), float)
    weights = np.ones(classes)
    if not len(offers):
        return weights
    for _ in range(steps):
        share = (offers * (asked / (offers @ weights))[:, None]).sum(axis=0)
        weights = chosen / (share + 2 * SMOOTHING / (weights + 1.0))
    return weights


def fit(counts: Counts) -> tuple[Floats, Floats, Floats]:
    """Tables of the shapes that ``Habits`` wants, before the temper."""
    total = counts.kinds.sum(axis=0) + 1.0
    pull = SMOOTHING * 10 * total / total.sum(axis=-1, keepdims=True)
    kinds = counts.kinds + pull
    kinds /= kinds.sum(axis=-1, keepdims=True)
    targets = np.ones((3, len(KINDS), TARGETS))
    faces = np.ones((3, FACES))
    for role in range(3):
        for kind in range(len(KINDS)):
            targets[role, kind] = fit_choice(counts.targets.get((role, kind), {}), TARGETS)
        faces[role] = fit_choice(counts.faces.get(role, {}), FACES)
    return kinds, targets, faces


def tempered(tables: Sequence[Floats], temper: float, faces: float) -> Habits:
    """The habits with each weight raised to the power ``temper`` (``faces`` for the third table)."""
    kinds = tables[0] ** temper
    kinds /= kinds.sum(axis=-1, keepdims=True)
    return Habits(kinds.tolist(), (tables[1] ** temper).tolist(), (tables[2] ** faces).tolist())


def log_score(styles: Sequence[Style], seen: Sequence[tuple[Observation, tuple[int, ...]]]) -> float:
    """Mean log of the chance that the odds gave to the role that a seat truly had."""
    scores = []
    for observation, roles in seen:
        odds = role_odds(observation, styles, TABLES).seats
        scores += [
            float(np.log(max(odds[seat][role], 1e-9)))
            for seat, role in enumerate(roles)
            if seat != observation.seat
        ]
    return float(np.mean(scores))


def watched(records: Iterator[Record], each: int) -> list[tuple[Observation, tuple[int, ...]]]:
    """Some moments of each game as one of its seats saw them, and the true roles."""
    seen = []
    for record in records:
        states = replay(record)
        rng = random.Random(f"watched {record.seed}")
        for _ in range(each):
            state = states[rng.randrange(len(states) - 1)]
            viewer = rng.randrange(record.rules.players)
            seen.append((observe(state, viewer), tuple(ROLES.index(role) for role in record.roles)))
    return seen


def write(styles: Sequence[Style], path: Path, note: str) -> None:
    """The tables as a module of data, one after another by style, at most eight numbers on a line."""
    lines = ['"""The numbers of ``habits``: data only, written by ``simulation.fit_habits``.', "", note]
    lines += ["", f"By style: {', '.join(SHARES)}.", '"""', "", "# fmt: off"]
    lines.append(f"SHARES = {tuple(style.share for style in styles)}")
    for name in ("kinds", "targets", "faces"):
        tables = [getattr(style.habits, name) for style in styles]
        lines.append(f"{name.upper()} = {_rows(tables, 1)}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _rows(table: Any, depth: int) -> str:
    pad = "    " * depth
    if isinstance(table[0], float):
        rows = [", ".join(f"{number:.4g}" for number in table[at : at + 8]) for at in range(0, len(table), 8)]
    else:
        rows = [_rows(part, depth + 1) for part in table]
    return "(\n" + "".join(f"{pad}{row},\n" for row in rows) + pad[4:] + ")"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fits the habits on games of bots.")
    parser.add_argument("--games", type=int, default=3000)
    games = parser.parse_args(argv).games
    counts = {name: Counts() for name in SHARES}
    for record in training_games(games, TRAINING):
        end = replay(record)[-1]
        assert record.bots is not None
        for name, count in counts.items():
            count.add(end, [bot == name for bot in record.bots])
    tables = [fit(count) for count in counts.values()]
    seen = watched(training_games(games // 4, TEMPERING), each=4)

    def styles(temper: float, faces: float) -> list[Style]:
        shares = zip(SHARES.values(), tables, strict=True)
        return [Style(share, tempered(table, temper, faces)) for share, table in shares]

    grid = [(first, second) for first in (0.7, 0.85, 1.0, 1.15, 1.3) for second in (0.7, 1.0, 1.3, 1.6)]
    temper = max(grid, key=lambda pair: log_score(styles(*pair), seen))
    note = (
        f"Fitted on {games} games, seeds from {TRAINING}. Temper {temper[0]} for choices and\n"
        f"{temper[1]} for faces, on {games // 4} games, seeds from {TEMPERING}."
    )
    write(styles(*temper), Path(habits_fitted.__file__), note)
    known = f"{log_score(styles(*temper), seen):.4f}, of the prior {log_score(styles(0.0, 0.0), seen):.4f}"
    print(f"{note}\nLog score {known}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
