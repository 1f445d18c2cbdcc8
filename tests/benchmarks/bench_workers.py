"""What a second worker gains: ``simulate`` over a million games, against a bare compiled loop.

The bare loop runs on one process and then on two, the same work in each; so does ``simulate`` with one
worker and with two, as it comes (threads, since the compiled kernel lets go of the interpreter's lock) and
on joblib's processes. All are warm. Wall time, since that is what a second worker saves; rounds in which
everything is measured once, one after the other; medians over the rounds. Ratios alone mean something.

    python tests/benchmarks/bench_workers.py [--rounds 7] [--games 1000000]
"""

import argparse
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import joblib
import numba
import numpy as np

from plombox_widget import Rules
from plombox_widget.simulation.tournament import simulate

TARGET = 0.9
STEPS = 300_000_000
"""Of the bare loop: about a second."""


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def bare_loop(steps: int) -> int:
    """Shifts and multiplications on one word, as in a random generator."""
    word = np.uint64(88172645463325252)
    for _ in range(steps):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
    return int(word & np.uint64(1))


def bare(pool: ProcessPoolExecutor, processes: int) -> None:
    """The loop once, shared out to the processes in ten pieces each."""
    pieces = 10 * processes
    list(pool.map(bare_loop, [STEPS // pieces] * pieces))


def wall(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=1_000_000)
    args = parser.parse_args()
    rules = Rules(players=4)

    def on_processes() -> object:
        with joblib.parallel_config("loky", n_jobs=2):
            return simulate(rules, args.games, 1)

    with ProcessPoolExecutor(1) as one, ProcessPoolExecutor(2) as two:
        entries: dict[str, Callable[[], object]] = {
            "bare loop, 1 process": lambda: bare(one, 1),
            "bare loop, 2 processes": lambda: bare(two, 2),
            "simulate, 1 worker": lambda: simulate(rules, args.games, 1),
            "simulate, 2 workers": lambda: simulate(rules, args.games, 1, jobs=2),
            "simulate, 2 processes": on_processes,
        }
        for work in entries.values():
            work()
        rounds = [{name: wall(work) for name, work in entries.items()} for _ in range(args.rounds)]

    def gain(before: str, after: str) -> float:
        return statistics.median(times[before] / times[after] for times in rounds)

    floor = gain("bare loop, 1 process", "bare loop, 2 processes")
    print(f"{args.games} games, {args.rounds} rounds, medians")
    print(f"a second process gains the bare loop       {floor:.2f} x")
    for name in ("simulate, 2 workers", "simulate, 2 processes"):
        found = gain("simulate, 1 worker", name)
        print(
            f"{name:42} {found:.2f} x: {found / floor:.2f} of the bare loop's gain, at least {TARGET} wanted"
        )


if __name__ == "__main__":
    main()
