"""`plombox match`: one game of bots, its record as JSON."""

import argparse
from typing import Any

from plombox_widget.cli.errors import user_errors


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "match", help="play one game of bots, print its record as JSON", description=__doc__
    )
    parser.add_argument("--players", type=int, default=4, metavar="N", help="seats, 3 to 8 (default 4)")
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="NAME[,NAME…]",
        help="one bot for all seats, or one per seat (default greedy)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of the deal and the bots (default 0)"
    )
    add_rules(parser)
    parser.set_defaults(run=run)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The option ``--rules``, whose words ``parse_settings`` reads."""
    parser.add_argument(
        "--rules",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="rules that differ from the published ones, e.g. draw=turn contamination_over=3",
    )


def run(args: argparse.Namespace) -> int:
    from plombox_widget.bots.match import play_match
    from plombox_widget.game.notation import parse_settings
    from plombox_widget.game.rules import Rules

    with user_errors(ValueError):
        rules = Rules(**{"players": args.players, **parse_settings(args.rules)})
        names = args.bots.split(",")
        record = play_match(rules, names[0] if len(names) == 1 else names, args.seed)
    print(record.to_json())
    return 0
