"""Golden transcripts, written by ``python tests/golden/remake.py``. Read the difference before keeping it."""

from collections.abc import Iterator
from pathlib import Path

from plombox_widget.bots.match import play_match
from plombox_widget.game.observation import observe
from plombox_widget.game.record import Record, replay
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, Words, load
from plombox_widget.table.narrate import narrate
from plombox_widget.table.text import log, position

FOLDER = Path(__file__).resolve().parent
GAMES = {"three_random": (Rules(players=3), 3), "four_by_turn": (Rules(players=4, draw="turn"), 11)}
"""Name → rules and seed of a game of the bot ``random``."""
STEPS = (0, 14, -1)


def transcript(record: Record, words: Words) -> Iterator[str]:
    """The story, then positions as the acting seat and a spectator read them, then the log of seat 1."""
    yield from narrate(record, words)
    states = replay(record)
    for step in STEPS:
        for viewer in (states[step].turn, None):
            yield f"\n== {states[step].number} / {viewer} =="
            yield position(observe(states[step], viewer), words)
    yield f"\n== log / {1} =="
    yield from log(observe(states[len(states) // 2], 1), words)


def transcripts() -> Iterator[tuple[Path, str]]:
    """Path of each golden transcript and the text that it must hold."""
    for game, (rules, seed) in GAMES.items():
        record = play_match(rules, "random", seed)
        for language in LANGUAGES:
            text = "\n".join(transcript(record, load(language)))
            yield FOLDER / f"{game}.{language}.txt", f"{text}\n"


if __name__ == "__main__":
    for path, text in transcripts():
        path.write_text(text, encoding="utf-8")
