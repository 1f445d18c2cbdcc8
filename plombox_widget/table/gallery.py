"""Every state of the table on one page, to be looked at: ``python -m plombox_widget.table.gallery OUT.html``.

Each state stands at three widths, on a light and on a dark page, in three languages. With ``--table OUT.svg``
the one picture of the README is written instead.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from plombox_widget.game.cards import PACKAGES, Kind
from plombox_widget.game.engine import apply, legal_moves, new_game
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import State
from plombox_widget.locales.i18n import LANGUAGES, Words, load
from plombox_widget.table import moment
from plombox_widget.table.layout import View, layout
from plombox_widget.table.referee import Referee
from plombox_widget.table.shapes import Part, Scene
from plombox_widget.table.svg import svg
from plombox_widget.table.text import position, status

WIDTHS = (1200, 640, 360)
"""Pixels; the last is that of the compact picture."""
PAGES = {"light": "#FFFFFF", "dark": "#111111"}

DECK = {
    **{f"R{package}{rest}": 2 for package in PACKAGES for rest in ("", "i1", "i1c1", "i2c1", "i3c2")},
    "+": 6,
    "-": 5,
    "!": 5,
}
"""A deck of the page's own, so that its pictures stay when the basic deck is changed."""


def played(players: int, seed: int, plays: int | None = None) -> State:
    """A game of random moves that lets incriminations be rare, up to ``plays``, or to its end."""
    rng = random.Random(f"gallery {seed}")
    state = new_game(Rules(players=players, deck=DECK), rng)
    while state.outcome is None and plays != state.number:
        quiet = [move for move in legal_moves(state) if state.deck[move.card].kind is not Kind.INCRIMINATION]
        state = apply(state, rng.choice(quiet if quiet and rng.random() < 0.85 else legal_moves(state)))
    return state


def revealed(*, cleared: bool) -> State:
    """The first position of a game right after an incrimination that turned several cards up."""
    return _first(
        state
        for seed in _SEEDS
        for state in _game(4, seed)
        if state.history and len(state.history[-1].revealed) > 1 and state.history[-1].cleared is cleared
    )


def won(winners: int) -> State:
    """The end of a game of four seats that so many factions won."""
    ends = (played(4, seed) for seed in _SEEDS)
    return _first(end for end in ends if end.outcome and len(end.outcome.winners) == winners)


def _game(players: int, seed: int) -> Iterator[State]:
    end = played(players, seed).number
    return (played(players, seed, number) for number in range(end))


def _first(states: Iterator[State]) -> State:
    return next(states)


_SEEDS = range(1, 400)
"""Games that are looked through for what the page wants to show."""


def crowded() -> State:
    """Eight sites with more cards than fit, every token, every kind of card in the hand."""
    codes = ["R1", "R2i1", "R3i3c2", "R4i1c1", "R2i2c1", "R1i3c2"]
    lines = ["players 8", "turn 0 plays 2", "pile R1 R1 R1", "discard + ! R3i3c2", "incriminations 6"]
    for seat in range(8):
        cards = range(24 - 2 * seat)
        site = " ".join(f"{codes[i % 6]}@{(3 * i + seat) % 8}{'^' * (i % 5 == 0)}" for i in cards)
        role = ("citizen", "corporate", "ngo")[seat % 3]
        lines.append(f"seat {seat} {role} lost {seat % 3} extra {seat % 2} : R1i3c2 + - ! R4 : {site}")
    return parse_position("\n".join(lines))


BOTS_WAIT = (moment.STEP, moment.TURN)


def paper() -> Observation:
    """A game with paper cards, two of which lie face down at seat 1."""
    game = Referee(Rules(players=4, deck=DECK))
    game.enter("R", 1)
    game.enter("R", 1)
    return game.observation()


Shown = tuple[str, Observation, dict[str, object]]
"""What is to be seen, and the choices of its view."""


def states() -> Iterator[Shown]:
    """Every state of the table."""
    yield "start, 4 seats", observe(played(4, 1, 0), 0), {}
    for players in range(3, 9):
        state = played(players, players, 8 * players)
        yield f"{players} seats, own turn", observe(state, state.turn), {}
        other = observe(state, (state.turn + 1) % players)
        yield f"{players} seats, another's turn", other, {"offers": BOTS_WAIT}
    full = observe(crowded(), 0)
    yield "8 seats, crowded", full, {}
    for held in full.hand[:4]:
        yield f"picked: {held.card.kind}", full, {"picked": held.card_index}
    middle = observe(played(5, 5, 30), None)
    acting = observe(played(5, 5, 30), middle.turn)
    card = acting.hand[0].card_index
    aimed = {"picked": card, "target": 1, "hovered": Part("site", 1)}
    yield "picked and aimed", acting, aimed
    yield "hint", acting, {"hint": acting.legal_moves[0]}
    yield "projector", middle, {"offers": (moment.STEP, moment.END)}
    yield "a bot thinks", middle, {"doing": "think", "offers": (moment.PAUSE,)}
    yield "the bots play by themselves", middle, {"doing": "auto", "offers": (moment.PAUSE_AUTO,)}
    yield "the past", acting, {"live": 41, "offers": (moment.BACK,)}
    pointed: dict[str, object] = {"offers": BOTS_WAIT, "hovered": Part("button", "step")}
    yield "a button pointed at", observe(played(5, 5, 30), (middle.turn + 1) % 5), pointed
    yield "paper cards, to be turned up", paper(), {"picked": 3, "target": 1, "asked": 2}
    yield "cover", middle, {"cover": "Ana"}
    yield "names that do not fit", full, {"names": ("<img src=x onerror=alert(1)>",) * 8}
    yield "after an incrimination that stays", observe(revealed(cleared=False), 1), {"offers": BOTS_WAIT}
    yield "after an incrimination that empties", observe(revealed(cleared=True), 1), {"offers": BOTS_WAIT}
    last = played(4, 2, 56)
    yield "the deck nearly out", observe(last, last.turn), {}
    for players in (3, 5, 8):
        yield f"end, {players} seats", observe(played(players, 2), 0), {"offers": (moment.NEW_GAME,)}
    for winners in range(3):
        yield f"end, factions that win: {winners}", observe(won(winners), 0), {}


def pictured(observation: Observation, words: Words, compact: bool, choices: dict[str, object]) -> Scene:
    """The scene of one state in one language."""
    players, level = observation.rules.players, words("bot.level.greedy")
    settings: dict[str, object] = {
        "names": tuple(words(f"seat.name.{seat}") for seat in range(players)),
        "labels": tuple("" if seat == observation.seat else level for seat in range(players)),
        **choices,
    }
    return layout(observation, View(words, compact=compact, **settings))  # type: ignore[arg-type]


def page() -> Iterator[str]:
    """The page, piece by piece. Each picture stands in it once and is shown at several places."""
    yield (
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>PlomBOX</title><style>'
        "body{margin:0;font-family:sans-serif}section{padding:16px}section svg{display:block;margin:8px 0}"
        ".light{background:#FFFFFF;color:#111111}.dark{background:#111111;color:#FFFFFF}</style>"
    )
    for language in LANGUAGES:
        words = load(language)
        for number, (name, observation, choices) in enumerate(states()):
            for compact in (False, True):
                scene = pictured(observation, words, compact, choices)
                key = f"{language}-{number}-{'compact' if compact else 'wide'}"
                yield _symbol(scene, key)
                for theme in PAGES:
                    yield f'<section class="{theme}"><h2>{escape(name)}, {language}</h2>'
                    for width in WIDTHS[2:] if compact else WIDTHS[:2]:
                        yield _shown(scene, key, width)
                    yield "</section>"
    yield "</html>\n"


def _symbol(scene: Scene, key: str) -> str:
    inner = svg(scene).split(">", 1)[1].rsplit("</svg>", 1)[0]
    box = f"0 0 {scene.width} {scene.height}"
    symbol = f'<symbol id="{key}" viewBox="{box}">{inner}</symbol>'
    return f'<svg width="0" height="0" style="display:none">{symbol}</svg>'


def _shown(scene: Scene, key: str, width: int) -> str:
    height = round(width * scene.height / scene.width)
    return f'<svg width="{width}" height="{height}"><use href="#{key}"/></svg>'


def table(language: str = "en") -> str:
    """The picture of the README, as SVG: five seats, a card picked and aimed."""
    words = load(language)
    state = played(5, 5, 31)
    seen = observe(state, state.turn)
    card = next((held for held in seen.hand if held.card.industry > 1), seen.hand[0])
    target = (state.turn + 2) % 5
    choices: dict[str, object] = {"picked": card.card_index, "target": target}
    scene = pictured(seen, words, False, choices)
    return svg(scene, status(seen, words), position(seen, words))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", metavar="OUT", type=Path, help="the page, or with --table the picture")
    parser.add_argument("--table", action="store_true", help="write the README's picture")
    args = parser.parse_args(argv)
    args.out.write_text(table() if args.table else "\n".join(page()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
