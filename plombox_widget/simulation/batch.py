"""Thousands of games in one call, from new deals or from given positions.

``play_batch`` deals and plays, ``play_positions`` plays on from positions that the caller made, such as
worlds that fit what a bot knows. Game ``i`` depends on the rules, the policies, the seed and
``first + i`` alone: however the games are cut into calls, over workers or machines, they are the same.

Memory goes with the games of one call, about 20 + 10 · seats bytes each: for millions of games take
``iter_batches``, which keeps one chunk at a time, and add up.

The work is done in ``kernel``, compiled by numba when it is installed. Both numba and the kernel are
loaded by the first call. The calls release the interpreter's lock while they play.
"""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plombox_widget.game.cards import Role, shown
from plombox_widget.game.rules import BASIC_DECKS, ROLES, Rules
from plombox_widget.simulation.positions import Positions, card_kinds, face_words

POLICIES = ("random", "greedy")
"""Bots that the kernel knows; it makes the choices that they make, given the same numbers."""
REASONS = ("deck", "incriminations", "going on")
"""What ``BatchResult.reasons`` counts: the two ends (R10), and a game that was stopped before."""
CHUNK = 20_000
"""Games in a chunk of ``iter_batches``: large enough to cost nothing, small enough to hold in a cache."""

TO_THE_END = -1
Policies = str | Sequence[str]


@dataclass(slots=True, eq=False)
class BatchResult:
    """What came of a number of games; every array has the games along its first axis."""

    rules: Rules
    first: int
    """Number of the first game."""
    roles: NDArray[np.int8]
    """(games, seats), 0 citizen, 1 corporate, 2 ngo: the index in ``ROLES``."""
    winners: NDArray[np.uint8]
    """(games,), a bit for each faction that won: 1 citizens, 2 corporates, 4 NGOs; 0 if nobody did (R12)."""
    reasons: NDArray[np.uint8]
    """(games,), index in ``REASONS`` (R10)."""
    plays: NDArray[np.int32]
    """(games,), plays made in this call."""
    packages: NDArray[np.uint8]
    """(games, seats), a bit for each work package at the site, 1 2 4 8; 15 is a PlomBOX (R11)."""
    industry: NDArray[np.int32]
    """(games, seats), total at the site."""
    contamination: NDArray[np.int32]
    """(games, seats), total at the site."""

    def __len__(self) -> int:
        return len(self.winners)

    def won(self, role: Role) -> NDArray[np.bool_]:
        """(games,), whether the faction won (R12)."""
        return (self.winners >> ROLES.index(role) & 1).astype(np.bool_)

    def seats_won(self) -> NDArray[np.bool_]:
        """(games, seats), whether the faction of the seat won."""
        return (self.winners[:, None] >> self.roles.astype(np.uint8) & 1).astype(np.bool_)


def play_batch(
    rules: Rules, games: int, seed: int, policies: Policies = "random", *, first: int = 0
) -> BatchResult:
    """``games`` games from new deals, numbers ``first`` to ``first + games - 1`` of the seed.

    ``policies`` is one name of ``POLICIES`` for all seats, or a name per seat. The seed is any whole
    number, taken modulo 2⁶⁴. ``ValueError``, one line, for anything else.
    """
    _check_count("games", games)
    _check_count("first", first)
    plan = _plan(rules, policies if isinstance(policies, str) else tuple(policies))
    result = _empty_result(rules, games, first)
    plan.run(_seed(seed), first, _columns(result))
    return result


class _Plan:
    """How to play whole games of some rules: all that is the same from call to call, made once a thread."""

    def __init__(self, rules: Rules, policies: Policies) -> None:
        codes, kinds = policy_codes(policies, rules.players), card_kinds(rules)
        copies = [BASIC_DECKS * rules.deck.get(str(card), 0) for card in kinds]
        heap = np.repeat(np.arange(len(kinds), dtype=np.uint16), copies)
        table = _Table(rules, rules.hand_size, len(heap))
        self._before = (table.rules, face_words(kinds), heap, rules.cards_in_use, rules.hand_size)
        self._compiled = import_module("plombox_widget.simulation.jit").COMPILED
        self._play: Any
        self._after: tuple[Any, ...]
        if not codes.any() and _is_sprint(rules):
            sprint, players = import_module("plombox_widget.simulation.sprint"), rules.players
            hands = np.zeros(players, np.uint64), np.zeros(players, np.int64), np.zeros(players, np.int64)
            self._play = sprint.run_random
            self._after = (
                *sprint.move_table(players, rules.hand_size), *hands, table.deck, table.seats, table.words,
            )  # fmt: skip
        else:
            self._play = _kernel().run_batch
            self._after = (_kernel().TASTES, codes, *table.arrays, table.scratch, np.zeros(0, np.uint64))

    def run(self, seed: np.uint64, first: int, columns: tuple[NDArray[Any], ...]) -> None:
        arguments = (*self._before, seed, first, *self._after, *columns)
        if self._compiled:
            self._play(*arguments)
        else:
            with np.errstate(over="ignore"):
                self._play(*arguments)


def _plan(rules: Rules, policies: Policies) -> _Plan:
    last: tuple[Rules, Policies, _Plan] | None = _here.__dict__.get("last")
    if last is not None and last[0] is rules and last[1] == policies:
        return last[2]
    plans: dict[tuple[Rules, Policies], _Plan] = _here.__dict__.setdefault("plans", {})
    plan = plans.get((rules, policies))
    if plan is None:
        if len(plans) >= PLANS:
            plans.clear()
        plan = plans[rules, policies] = _Plan(rules, policies)
    _here.last = rules, policies, plan
    return plan


_here = threading.local()
PLANS = 64
"""Kept by each thread at most."""


def _is_sprint(rules: Rules) -> bool:
    """Whether random play of these rules fits the faster track."""
    return rules.hand_size <= 5 and rules.draw == "card"


def iter_batches(
    rules: Rules,
    games: int,
    seed: int,
    policies: Policies = "random",
    *,
    first: int = 0,
    chunk: int = CHUNK,
) -> Iterator[BatchResult]:
    """The games of ``play_batch`` in chunks of at most ``chunk``, in order, one in memory at a time."""
    _check_count("games", games)
    if type(chunk) is not int or chunk < 1:
        raise ValueError(f"chunk must be a whole number, 1 or more, got {shown(chunk)}")
    for begin in range(0, games, chunk):
        yield play_batch(rules, min(chunk, games - begin), seed, policies, first=first + begin)


def play_positions(
    rules: Rules,
    positions: Positions,
    seed: int,
    policies: Policies = "random",
    *,
    moves: Sequence[tuple[int, int]] | NDArray[np.int64] | None = None,
    numbers: NDArray[np.integer[Any]] | None = None,
    first: int = 0,
) -> BatchResult:
    """Each position played to its end; with ``moves``, once for each of these first moves.

    ``moves`` are pairs of slot (index in the hand of the acting seat, in its order) and target, the same
    for all positions. With m of them the result has ``len(positions) · m`` games, position by position:
    ``result.winners.reshape(-1, m)`` has a row per position. All moves of a position are played out with
    the same random numbers, those of game ``first + index``, so that their differences are less noisy.

    ``numbers`` (positions, any) gives the first choices their 32-bit numbers, as ``bots.base.pick`` takes
    them; the generator gives the others. ``ValueError``, one line, for what does not fit.
    """
    _check_count("first", first)
    positions.check(rules)
    options = _check_moves(moves, positions, rules)
    result = _empty_result(rules, len(positions) * max(1, len(options)), first)
    _run(rules, positions, seed, policies, options, numbers, first, TO_THE_END, result)
    return result


def advance(
    rules: Rules,
    positions: Positions,
    seed: int,
    policies: Policies = "random",
    *,
    plays: int = 1,
    numbers: NDArray[np.integer[Any]] | None = None,
    first: int = 0,
) -> tuple[Positions, BatchResult]:
    """The positions after at most ``plays`` plays, and what came of them: for comparing, step by step.

    ``winners`` and totals are those of the sites as they lie, whether the game has ended or not.
    """
    _check_count("plays", plays)
    _check_count("first", first)
    positions.check(rules)
    after = positions.copy()
    result = _empty_result(rules, len(positions), first)
    _run(rules, after, seed, policies, np.zeros((0, 2), np.int64), numbers, first, plays, result)
    return after, result


def _run(
    rules: Rules,
    positions: Positions,
    seed: int,
    policies: Policies,
    moves: NDArray[np.int64],
    numbers: NDArray[np.integer[Any]] | None,
    first: int,
    limit: int,
    result: BatchResult,
) -> None:
    """Plays the positions into ``result``; with a ``limit`` on the plays they are changed in place."""
    table = _Table(rules, positions.hands.shape[2], positions.pile.shape[1])
    given = np.zeros((len(positions), 0)) if numbers is None else np.asarray(numbers)
    if given.ndim != 2 or len(given) != len(positions):
        raise ValueError(f"numbers must have a row for each of {len(positions)} positions, got {given.shape}")
    with np.errstate(over="ignore"):
        import_module("plombox_widget.simulation.playouts").run_positions(
            table.rules,
            face_words(positions.kinds),
            _kernel().TASTES,
            _seed(seed),
            first,
            policy_codes(policies, rules.players),
            moves,
            limit,
            *table.arrays,
            table.scratch,
            given.astype(np.uint64),
            *positions.arrays(),
            *_columns(result),
        )


def policy_codes(policies: Policies, players: int) -> NDArray[np.int64]:
    """(seats,), the index in ``POLICIES`` for each seat; ``ValueError`` for an unknown one."""
    names = (policies,) * players if isinstance(policies, str) else tuple(policies)
    if len(names) != players:
        raise ValueError(f"policies: expected one name, or {players} of them, got {len(names)}")
    for name in names:
        if name not in POLICIES:
            raise ValueError(f"policy: expected one of {', '.join(POLICIES)}, got {shown(name)}")
    return np.array([POLICIES.index(name) for name in names], np.int64)


class _Table:
    """The arrays of one game in play, used again for each game of a call."""

    def __init__(self, rules: Rules, hand: int, deck: int) -> None:
        kernel, players = _kernel(), rules.players
        margins = (rules.citizen_margin, rules.corporate_margin, rules.ngo_margin)
        settings = (players, rules.draw == "turn", rules.industry_over, rules.contamination_over, *margins)
        self.rules = np.array(settings, np.int64)
        self.deck = np.zeros(deck, np.uint16)
        self.seats = np.zeros((players, 8), np.int64)
        self.words = np.zeros(kernel.WORDS, np.uint64)
        hands, own = np.zeros((players, hand), np.uint16), np.zeros((players, players), np.int64)
        self.arrays = (self.deck, hands, self.seats, own, np.zeros(9, np.int64), self.words)
        self.scratch = np.zeros((kernel.BEST + hand, kernel.SEATS), np.int64)


def _kernel() -> Any:
    return import_module("plombox_widget.simulation.kernel")


def _seed(seed: int) -> np.uint64:
    if type(seed) is not int:
        raise ValueError(f"seed must be a whole number, got {shown(seed)}")
    return np.uint64(seed & 0xFFFFFFFFFFFFFFFF)


def _check_count(name: str, value: int) -> None:
    if type(value) is not int or value < 0:
        raise ValueError(f"{name} must be a whole number, 0 or more, got {shown(value)}")


def _check_moves(moves: Any, positions: Positions, rules: Rules) -> NDArray[np.int64]:
    """(moves, 2); ``ValueError`` for a move that is not legal in each of the positions (R8)."""
    options = np.asarray([] if moves is None else moves, np.int64).reshape(-1, 2)
    rows = np.arange(len(positions))
    least = int(positions.held[rows, positions.turn].min(initial=rules.cards_in_use))
    for slot, target in options.tolist():
        if not (0 <= slot < least and 0 <= target < rules.players):
            raise ValueError(
                f"move ({slot}, {target}): slot must be under {least}, target under {rules.players}"
            )
        cards = positions.hands[rows, positions.turn, slot]
        if ((cards == 1) & (positions.turn == target)).any():
            raise ValueError(f"R8: move ({slot}, {target}) plays a negative card on its own seat")
    return options


def _empty_result(rules: Rules, games: int, first: int) -> BatchResult:
    shape = (games, rules.players)
    return BatchResult(
        rules=rules,
        first=first,
        roles=np.empty(shape, np.int8),
        winners=np.empty(games, np.uint8),
        reasons=np.empty(games, np.uint8),
        plays=np.empty(games, np.int32),
        packages=np.empty(shape, np.uint8),
        industry=np.empty(shape, np.int32),
        contamination=np.empty(shape, np.int32),
    )


def _columns(result: BatchResult) -> tuple[NDArray[Any], ...]:
    return (
        result.roles,
        result.winners,
        result.reasons,
        result.plays,
        result.packages,
        result.industry,
        result.contamination,
    )
