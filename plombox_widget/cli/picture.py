"""`plombox picture`: the table of a record at a step, as a seat saw it, as SVG."""

import argparse
from pathlib import Path
from typing import Any

from plombox_widget.cli.errors import UserError, user_errors

STDOUT = "-"


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("picture", help="draw the table of a record as SVG", description=__doc__)
    parser.add_argument("file", metavar="FILE", help="a record; - for standard input")
    parser.add_argument(
        "--at", type=int, metavar="K", help="after K plays (default: at the end of the record)"
    )
    parser.add_argument("--seat", type=int, metavar="S", help="as seat S saw it (default: a spectator)")
    parser.add_argument("--compact", action="store_true", help="narrow and upright, for phones")
    parser.add_argument("--lang", default="en", metavar="LANGUAGE", help="en, es or fr (default en)")
    parser.add_argument("-o", "--output", default=STDOUT, metavar="OUT", help="default standard output")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from plombox_widget.cli.records import read_record
    from plombox_widget.game.observation import observe
    from plombox_widget.game.record import replay
    from plombox_widget.locales.i18n import load
    from plombox_widget.table.layout import View, layout
    from plombox_widget.table.svg import svg
    from plombox_widget.table.text import position, seat_names

    with user_errors(ValueError):
        words = load(args.lang)
    states = replay(read_record(args.file))
    step = len(states) - 1 if args.at is None else args.at
    if not 0 <= step < len(states):
        raise UserError(f"--at: this record has steps 0 to {len(states) - 1}, got {step}")
    with user_errors(ValueError):
        observation = observe(states[step], args.seat)
    view = View(words, seat_names(words, observation.rules.players), compact=args.compact)
    described = position(observation, words)
    write(args.output, svg(layout(observation, view), described.splitlines()[0], described))
    return 0


def write(name: str, text: str) -> None:
    if name == STDOUT:
        print(text)
        return
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{name}: {error.strerror or error}") from error
