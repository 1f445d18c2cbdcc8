"""`plombox simulate`: win rates with intervals from many games of bots."""

import argparse
import sys
import warnings
from typing import TYPE_CHECKING, Any

from plombox_widget.cli.errors import INTERRUPTED, extra_needed, user_errors
from plombox_widget.cli.match import add_rules

if TYPE_CHECKING:
    from plombox_widget.locales.i18n import Words
    from plombox_widget.simulation.result import SimulationResult

WORKER_LOST = 1
"""Exit status when a worker died; what was done is printed."""
LAB = ("numpy", "numba", "scipy", "joblib", "tqdm")


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("simulate", help="win rates with intervals", description=__doc__)
    parser.add_argument("--players", type=int, default=4, metavar="N", help="seats, 3 to 8 (default 4)")
    parser.add_argument("--games", type=int, default=10_000, metavar="N", help="default 10000")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
    parser.add_argument(
        "--policy",
        default="random",
        metavar="NAME[,NAME…]",
        help="one bot for all seats, or one per seat (default random)",
    )
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="workers; -1 is one per core (default 1)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--lang", default="en", metavar="LANGUAGE", help="en, es or fr (default en)")
    add_rules(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from plombox_widget.game.notation import parse_settings
    from plombox_widget.game.rules import Rules
    from plombox_widget.locales.i18n import load

    with extra_needed("lab", LAB), user_errors(ValueError):
        from plombox_widget.simulation.playing import GameError
        from plombox_widget.simulation.tournament import simulate
        from plombox_widget.simulation.workers import SimulationWarning, WorkerLost

        words = load(args.lang)
        rules = Rules(**{"players": args.players, **parse_settings(args.rules)})
        names = args.policy.split(",")
        with user_errors(GameError, WorkerLost, status=WORKER_LOST), warnings.catch_warnings():
            warnings.simplefilter("ignore", SimulationWarning)
            result = simulate(
                rules,
                args.games,
                args.seed,
                names[0] if len(names) == 1 else names,
                jobs=args.jobs,
                progress=not args.json and sys.stderr.isatty(),
            )
        print(result.to_json() if args.json else report(result, words))
    if result.complete:
        return 0
    print(f"plombox simulate: {result.note}", file=sys.stderr)
    return INTERRUPTED if result.note.startswith("interrupted") else WORKER_LOST


def report(result: "SimulationResult", words: "Words") -> str:
    """The result in words, one line per number, numbers in columns."""
    rows = [
        (words("simulate.wins", faction=words(f"faction.{role}")), rate)
        for role, rate in result.factions.win.items()
    ]
    rows += [(words("simulate.nobody"), result.factions.nobody)]
    rows += [(words("simulate.several"), result.factions.several)]
    rows += [(words(f"simulate.end.{reason}"), rate) for reason, rate in result.end_rates.items()]
    rows += [(words("simulate.seat", seat=seat), rate) for seat, rate in enumerate(result.seats)]
    lines = [
        (name, *(words.percent(share, 2) for share in (rate.value, *rate.interval()))) for name, rate in rows
    ]
    plays = (result.plays.value, *result.plays.interval())
    lines += [(words("simulate.plays"), *(words.number(number, 2) for number in plays))]
    width = max(len(line[0]) for line in lines)
    return "\n".join(
        [
            _title(result, words),
            *(
                f"{name:{width}}  {words('simulate.interval', share=f'{share:>8}', low=low, high=high)}"
                for name, share, low, high in lines
            ),
            words("simulate.confidence", confidence=words.percent(0.95)),
        ]
    )


def _title(result: "SimulationResult", words: "Words") -> str:
    names = result.policies[:1] if len(set(result.policies)) == 1 else result.policies
    return words(
        "simulate.title",
        count=result.games,
        players=result.rules.players,
        bots=", ".join(names),
        seed=result.seed,
        seconds=words.number(result.seconds, 1),
    )
