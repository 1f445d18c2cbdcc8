"""Many games of bots over cores or a cluster: win rates with intervals, and paired comparisons.

Both run through joblib. In one process, on all cores, or on a cluster that joblib knows::

    simulate(Rules(), 100_000, seed=1)
    simulate(Rules(), 100_000, seed=1, jobs=-1)
    with joblib.parallel_config("dask"):
        simulate(Rules(), 100_000, seed=1)

The result is the same whatever plays it: game ``i`` depends on the seed and ``i`` alone, and the counts are
whole numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from plombox_widget.game.cards import shown
from plombox_widget.game.expect import expect_list
from plombox_widget.game.rules import Rules
from plombox_widget.simulation.paired import Comparison, PairedTally
from plombox_widget.simulation.playing import Through, play, resolve
from plombox_widget.simulation.policies import Policy, Who, policy, seat_policies
from plombox_widget.simulation.result import SimulationResult
from plombox_widget.simulation.tally import Games, Tally
from plombox_widget.simulation.workers import check_jobs, run_chunks, whole


@dataclass(frozen=True)
class _Simulation:
    """The work of one chunk of ``simulate``."""

    rules: Rules
    policies: tuple[Policy, ...]
    seed: int
    through: str

    def __call__(self, first: int, games: int) -> Tally:
        played = play(self.rules, self.policies, self.seed, first, games, self.through)
        return Tally.of(self.rules, played)


@dataclass(frozen=True)
class _Exchange:
    """The work of one chunk of ``compare``."""

    rules: Rules
    base: tuple[Policy, ...]
    other: Policy
    seats: tuple[int, ...]
    seed: int
    through: str

    def __call__(self, first: int, games: int) -> PairedTally:
        def played(policies: tuple[Policy, ...]) -> Games:
            return play(self.rules, policies, self.seed, first, games, self.through)

        exchanged = {
            seat: played((*self.base[:seat], self.other, *self.base[seat + 1 :])) for seat in self.seats
        }
        return PairedTally.of(self.rules, played(self.base), exchanged)


def simulate(
    rules: Rules,
    games: int,
    seed: int,
    policy: Who | Sequence[Who] = "random",
    *,
    jobs: int | None = None,
    progress: bool = False,
    through: Through = "auto",
    chunk: int | None = None,
) -> SimulationResult:
    """Plays ``games`` games of bots and counts who wins.

    ``policy`` is a name in ``BOTS`` or a function that makes a bot, for all seats or one per seat. ``jobs``
    is the number of workers, -1 for one per core; without it the work is done here, or where
    ``joblib.parallel_config`` says. ``through`` chooses the compiled kernel, which knows some bots, or the
    engine, which plays all; ``auto`` takes the kernel where it can. The two deal different games from one
    seed. ``chunk`` is the games in one piece of work and changes no result.

    Ctrl-C or the death of a worker keeps what is done, with a ``SimulationWarning``. ``ValueError`` for a
    wrong argument, ``GameError`` if a bot fails.
    """
    whole("games", games, 1)
    _check(rules, seed, chunk, jobs)
    policies = seat_policies(policy, rules.players)
    player = resolve(through, policies)
    run = run_chunks(
        _Simulation(rules, policies, seed, player.name),
        Tally.nothing(rules),
        games,
        chunk=chunk or player.chunk,
        jobs=jobs,
        threads=player.threads,
        progress=progress,
    )
    names = tuple(one.name for one in policies)
    return SimulationResult(rules, names, seed, games, player.name, run.total, run.seconds, run.note)


def compare(
    rules: Rules,
    base: Who | Sequence[Who],
    other: Who,
    games: int,
    seed: int,
    *,
    seat: int | None = None,
    jobs: int | None = None,
    progress: bool = False,
    through: Through = "auto",
    chunk: int | None = None,
) -> Comparison:
    """How much more often a seat wins when ``other`` sits there in place of ``base``.

    ``games`` deals are each played once with ``base`` in all seats, and once more for each seat (or for
    ``seat`` alone) with that seat's bot exchanged; deal, roles and the generators of all bots stay the
    same. The rest is as in ``simulate``.
    """
    whole("games", games, 1)
    _check(rules, seed, chunk, jobs)
    if seat is not None and (type(seat) is not int or not 0 <= seat < rules.players):
        raise ValueError(
            f"seat must be 0 to {rules.players - 1}, or None for each in turn, got {shown(seat)}"
        )
    policies, exchanged = seat_policies(base, rules.players), policy(other)
    player = resolve(through, (*policies, exchanged))
    seats = tuple(range(rules.players)) if seat is None else (seat,)
    run = run_chunks(
        _Exchange(rules, policies, exchanged, seats, seed, player.name),
        PairedTally.nothing(rules),
        games,
        chunk=chunk or -(-player.chunk // (1 + len(seats))),
        jobs=jobs,
        threads=player.threads,
        progress=progress,
        unit="deal",
    )
    names = tuple(one.name for one in policies)
    return Comparison(
        rules, names, exchanged.name, seats, seed, games, player.name, run.total, run.seconds, run.note
    )


def compare_each(
    rules: Rules,
    base: Who,
    other: Who,
    games: int,
    seed: int,
    *,
    players: Iterable[int] = range(3, 9),
    jobs: int | None = None,
    progress: bool = False,
    through: Through = "auto",
) -> dict[int, Comparison]:
    """``compare`` at each number of players; stops after the one that was broken off."""
    _check(rules, seed, None, jobs)
    found: dict[int, Comparison] = {}
    for count in expect_list("players", players, int):
        table = replace(rules, players=count)
        found[count] = compare(table, base, other, games, seed, jobs=jobs, progress=progress, through=through)
        if not found[count].complete:
            break
    return found


def _check(rules: Rules, seed: int, chunk: int | None, jobs: int | None) -> None:
    if not isinstance(rules, Rules):
        raise ValueError(f"rules must be Rules, got {shown(rules)}")
    if type(seed) is not int:
        raise ValueError(f"seed must be a whole number, got {shown(seed)}")
    if chunk is not None:
        whole("chunk", chunk, 1)
    check_jobs(jobs)
