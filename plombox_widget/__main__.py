"""The `plombox` command."""

import argparse
import contextlib
import errno
import io
import os
import sys
from collections.abc import Sequence

from plombox_widget import __version__
from plombox_widget.cli import lab, match, picture, replay, score, serve, simulate
from plombox_widget.cli.errors import BAD_ARGUMENTS, INTERRUPTED, Parser, UserError, one_line

COMMANDS = (serve, lab, match, replay, simulate, score, picture)
"""In the order in which the help lists them."""
DEFAULT = "serve"
_TOP_LEVEL = ("-h", "--help", "--version")


def build_parser() -> Parser:
    parser = Parser(prog="plombox", description="PlomBOX, a card game of hidden roles.")
    parser.add_argument("--version", action="version", version=f"plombox-widget {__version__}")
    subparsers = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, help=f"without one: {DEFAULT}"
    )
    for command in COMMANDS:
        command.add_parser(subparsers)
    return parser


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments; without a command they are those of ``serve``."""
    if not argv or (argv[0].startswith("-") and argv[0] not in _TOP_LEVEL):
        argv = [DEFAULT, *argv]
    return build_parser().parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit status: 0, 1 for a bad record, 2 for bad arguments."""
    command = ""
    try:
        _show_what_can_be_shown()
        args = parse(sys.argv[1:] if argv is None else argv)
        command = f" {args.command}"
        status: int = args.run(args)
        sys.stdout.flush()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except UserError as error:
        print(f"plombox{command}: {one_line(str(error))}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _forget_stdout()
        print(f"plombox{command}: cannot write: {error.strerror}", file=sys.stderr)
        return BAD_ARGUMENTS
    return status


def _show_what_can_be_shown() -> None:
    """A terminal that lacks a letter gets it as an escape, not an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_stdout() -> None:
    """The reader of our output has gone: what is still buffered must not fail at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
