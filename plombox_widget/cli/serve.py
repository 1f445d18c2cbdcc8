"""`plombox serve`: the playing page in a browser."""

import argparse
from typing import Any

from plombox_widget.cli.errors import extra_needed

DEFAULT_PORT = 8866


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "serve", help="serve the playing page (what `plombox` alone does)", description=__doc__
    )
    add_address(parser, DEFAULT_PORT)
    parser.set_defaults(run=run)


def add_address(parser: argparse.ArgumentParser, port: int) -> None:
    """The options that say where a server listens."""
    parser.add_argument(
        "--port", type=port_number, default=port, metavar="N", help=f"default {port}; 0 takes a free one"
    )
    parser.add_argument(
        "--ip", default="127.0.0.1", metavar="ADDRESS", help="default 127.0.0.1, this machine"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address, open no browser")


def port_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"expected a port, 0 to 65535, got {text!r}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    with extra_needed("app", ("voila", "jupyter_server", "tornado", "traitlets")):
        from plombox_widget.serving.app import serve
    return serve(args)
