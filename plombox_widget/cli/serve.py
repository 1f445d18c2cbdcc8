"""`plombox serve`: the playing page in a browser."""

import argparse
from typing import Any

from plombox_widget.cli.errors import extra_needed

DEFAULT_PORT = 8866
LEAST_TOKEN = 8
"""Characters that make a token too long to be guessed by trying at a server."""


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "serve", help="serve the playing page (what `plombox` alone does)", description=__doc__
    )
    add_address(parser, DEFAULT_PORT)
    parser.add_argument(
        "--token",
        type=token_text,
        metavar="TEXT",
        help="who has no such token stays out (8 characters or more)",
    )
    parser.add_argument(
        "--public-url", metavar="URL", help="where visitors find the page behind a reverse proxy"
    )
    parser.add_argument("--sessions", type=count, metavar="N", help="sessions at once (default: by memory)")
    parser.add_argument("--warm", type=count, metavar="N", help="kernels kept ready (default: by memory)")
    parser.set_defaults(run=run)


def add_address(parser: argparse.ArgumentParser, port: int) -> None:
    """The options that say where a server listens; ``port`` is None if the user names none."""
    parser.add_argument(
        "--port",
        type=port_number,
        metavar="N",
        help=f"default {port}, or the next free one; 0 takes any free one",
    )
    parser.add_argument(
        "--ip", default="127.0.0.1", metavar="ADDRESS", help="default 127.0.0.1: this machine alone"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address, open no browser")


def port_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"expected a port, 0 to 65535, got {text!r}")
    return int(text)


def count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise argparse.ArgumentTypeError(f"expected a number, 0 to 9999, got {text!r}")
    return int(text)


def token_text(text: str) -> str:
    if not (len(text) >= LEAST_TOKEN and text.isascii() and text.isprintable() and " " not in text):
        raise argparse.ArgumentTypeError(
            f"expected {LEAST_TOKEN} or more letters, digits or signs, no spaces"
        )
    return text


def run(args: argparse.Namespace) -> int:
    from plombox_widget.serving.ports import check

    check(args.ip, args.port)
    with extra_needed("app", ("voila", "jupyter_server", "tornado", "traitlets")):
        from plombox_widget.serving.start import serve
    return serve(args)
