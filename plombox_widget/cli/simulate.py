"""`plombox simulate`: win rates with intervals from many games of bots."""

import argparse
from typing import Any

from plombox_widget.cli.errors import extra_needed, user_errors
from plombox_widget.cli.match import add_rules


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("simulate", help="win rates with intervals", description=__doc__)
    parser.add_argument("--players", type=int, default=4, metavar="N", help="seats, 3 to 8 (default 4)")
    parser.add_argument("--games", type=int, default=10_000, metavar="N", help="default 10000")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
    parser.add_argument("--policy", default="random", metavar="NAME", help="who plays (default random)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_rules(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    with extra_needed("lab", ("numpy", "numba", "scipy", "joblib", "tqdm")), user_errors(ValueError):
        from plombox_widget.game.notation import parse_settings
        from plombox_widget.game.rules import Rules
        from plombox_widget.simulation.tournament import simulate

        rules = Rules(**{"players": args.players, **parse_settings(args.rules)})
        result = simulate(rules, args.games, args.seed, policy=args.policy, jobs=args.jobs)
    print(result.to_json() if args.json else result)
    return 0
