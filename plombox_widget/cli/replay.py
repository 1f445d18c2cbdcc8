"""`plombox replay`: checks a record and tells the game in words."""

import argparse
from typing import Any

from plombox_widget.cli.errors import user_errors


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "replay", help="check a record, tell the game in words", description=__doc__
    )
    parser.add_argument("file", metavar="FILE", help="a record; - for standard input")
    parser.add_argument("--lang", default="en", metavar="LANGUAGE", help="en, es or fr (default en)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from plombox_widget.cli.records import read_record
    from plombox_widget.locales.i18n import load
    from plombox_widget.table.narrate import narrate

    with user_errors(ValueError):
        words = load(args.lang)
    for line in narrate(read_record(args.file), words):
        print(line)
    return 0
