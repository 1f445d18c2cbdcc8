"""Peak memory of ten times as many games: results are streamed, so it must stay where it was.

Each run has a process of its own; its peak is what the system says of it and of its workers.

    python tests/benchmarks/bench_memory.py [--games 1000000]
"""

import argparse
import json
import resource
import subprocess
import sys

TARGET = 1.2
WAYS = {
    "simulate, 1 worker": "simulate(Rules(), games, 1)",
    "simulate, 2 workers": "simulate(Rules(), games, 1, jobs=2)",
    "simulate, 2 processes": "on_processes(lambda: simulate(Rules(), games, 1))",
    "compare, 1 worker": "compare(Rules(), 'random', 'random', games // 5, 1)",
}


def measure(way: str, games: int) -> None:
    """In a process of its own: runs, prints the peaks of itself and of its largest worker, in kB."""
    import joblib

    from plombox_widget import Rules
    from plombox_widget.simulation.tournament import compare, simulate

    def on_processes(work):  # type: ignore[no-untyped-def]
        with joblib.parallel_config("loky", n_jobs=2):
            result = work()
        joblib.externals.loky.get_reusable_executor().shutdown()
        return result

    names = {"simulate": simulate, "compare": compare, "Rules": Rules, "on_processes": on_processes}
    assert eval(WAYS[way], {**names, "games": games}).complete
    users = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    print(json.dumps([resource.getrusage(user).ru_maxrss for user in users]))


def peaks(way: str, games: int) -> list[int]:
    command = [sys.executable, __file__, "--measure", way, "--games", str(games)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return list(json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000, help="of the smaller run")
    parser.add_argument("--measure", choices=WAYS, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        measure(args.measure, args.games)
        return
    print(f"peak memory of {10 * args.games} games against {args.games}, at most {TARGET} x wanted")
    for way in WAYS:
        less, more = peaks(way, args.games), peaks(way, 10 * args.games)
        workers = f", its workers {more[1] / less[1]:.3f} x" if "processes" in way else ""
        print(f"{way:24} {more[0] / less[0]:.3f} x{workers}")


if __name__ == "__main__":
    main()
