"""`plombox score`: what a site counts."""

import argparse
from typing import Any

from plombox_widget.cli.errors import user_errors


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("score", help="tell what a site counts", description=__doc__)
    parser.add_argument("cards", nargs="+", metavar="CARD", help='card codes, e.g. "R1 R2i2 R3 R4i3c1"')
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from plombox_widget.game.cards import PACKAGES, parse_cards
    from plombox_widget.game.rules import Rules, score_site

    with user_errors(ValueError):
        score = score_site(parse_cards(" ".join(args.cards)))
    rules = Rules()
    missing = [str(package) for package in PACKAGES if package not in score.packages]
    done = "done" if score.plombox else f"not done, work packages missing: {' '.join(missing)}"
    print(f"PlomBOX: {done}")
    print(f"industry: {score.industry}, {_over('developed', score.developed, rules.industry_over)}")
    limit = rules.contamination_over
    print(f"contamination: {score.contamination}, {_over('contaminated', score.contaminated, limit)}")
    return 0


def _over(word: str, reached: bool, limit: int) -> str:
    return f"{word} (over {limit})" if reached else f"not {word} ({limit + 1} needed)"
