"""What it costs to import the package, against an interpreter that imports what any program would.

The floor is ``import dataclasses, json, random, typing``; both run in processes of their own, by turns, CPU
time of the whole process. The same for the command line's module and for a first game of bots.

    python tests/benchmarks/bench_import.py [--rounds 15]
"""

import argparse
import resource
import statistics
import subprocess
import sys

FLOOR = "import dataclasses, json, random, typing"
PROGRAMS = {
    "nothing": "pass",
    "import plombox_widget": "import plombox_widget",
    "import plombox_widget.__main__": "import plombox_widget.__main__",
    "a game of greedy bots": "from plombox_widget import Rules, play_match; play_match(Rules(), 'greedy', 1)",
}


def cost(program: str) -> float:
    """Seconds of CPU time of an interpreter that runs a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    ratios: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for program in (FLOOR, *PROGRAMS.values()):
        cost(program)
    for _ in range(args.rounds):
        before = cost(FLOOR)
        for name, program in PROGRAMS.items():
            here = cost(program)
            after = cost(FLOOR)
            ratios[name].append(here / ((before + after) / 2))
            before = after
    print(f"CPU time of an interpreter / of one with '{FLOOR}', {args.rounds} rounds, median (range)")
    for name, values in ratios.items():
        print(f"{name:32}{statistics.median(values):6.2f}   ({min(values):.2f} to {max(values):.2f})")


if __name__ == "__main__":
    main()
