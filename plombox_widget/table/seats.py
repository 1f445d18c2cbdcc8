"""Who sits where, what they are called, and what a table may refuse."""

from collections.abc import Sequence
from dataclasses import replace

from plombox_widget.bots.base import make_bot
from plombox_widget.bots.match import bot_names
from plombox_widget.game.cards import shown
from plombox_widget.game.record import HUMAN
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import Words, load
from plombox_widget.table import text

MODES = ("play", "lesson")
"""Of a game that the program deals."""
REFEREE = "referee"
"""The mode of a game with paper cards, which people enter."""
NAME_LENGTH = 40
"""Characters of a seat's name at most."""


class Refusal(ValueError):
    """What the table does not do now, and why: a key of the locales and its facts, no hidden card."""

    def __init__(self, key: str, **facts: object) -> None:
        self.key, self.facts = key, facts
        super().__init__(load("en")(key, **facts))


def bot_level(name: str, words: Words) -> str:
    """How hard a bot of the registry is to beat, in a word; its name if the language has none."""
    key = f"bot.level.{name}"
    return words(key) if key in words else name


def bot_name(name: str, words: Words) -> str:
    """A bot of the registry with its difficulty in plain words, such as ``greedy (easy)``."""
    level = bot_level(name, words)
    return name if level == name else words("bot.named", name=name, level=level)


def bot_idea(name: str, words: Words) -> str:
    """How a bot of the registry plays, in a sentence; empty for a bot that the language does not know."""
    key = f"bot.idea.{name}"
    return words(key) if key in words else ""


def bot_line(name: str, words: Words) -> str:
    """How hard a bot of the registry is to beat, its name, and how it plays: a line to choose it by."""
    level, idea = bot_level(name, words), bot_idea(name, words)
    called = name if level == name else words("bot.chosen", name=name, level=level)
    return words("bot.told", bot=called, idea=idea)


def typed_names(names: Sequence[str], words: Words) -> tuple[str, ...]:
    """The names that a person typed, a blank one filled in, two of the same told apart by a number.

    ``Refusal`` for one over 40 characters.
    """
    for name in names:
        if len(text.plain(name)) > NAME_LENGTH:
            raise Refusal("refuse.name", name=text.plain(name)[:NAME_LENGTH], limit=NAME_LENGTH)
    told: list[str] = []
    for name in text.seat_names(words, len(names), names):
        number, numbered = 1, name
        while numbered.casefold() in (other.casefold() for other in told):
            number += 1
            numbered = f"{name[: NAME_LENGTH - 2]} {number}"
        told.append(numbered)
    return tuple(told)


def agreed_rules(rules: Rules, players: int | None, *, said: bool = True) -> Rules:
    """``rules`` for so many players; ``ValueError`` if ``rules`` were said too, and say another number."""
    if players is None or (type(players) is int and players == rules.players):
        return rules
    if said:
        got = f"players={shown(players)} and rules for {rules.players}"
        raise ValueError(f"players: the rules say it already; expected one of them, or the same, got {got}")
    return replace(rules, players=players)


def seat_players(bots: str | Sequence[str], players: int, seat: int | None) -> tuple[str, ...]:
    """By seat: ``human``, or the name of a bot; ``seat`` is yours, whatever ``bots`` says of it.

    ``ValueError`` for a wrong number of names, an unknown name, or a seat outside the table (R1).
    """
    if seat is not None and (type(seat) is not int or not 0 <= seat < players):
        raise ValueError(
            f"R1: seat must be 0 to {players - 1}, or None for a table without you, got {shown(seat)}"
        )
    names = [HUMAN if at == seat else name for at, name in enumerate(bot_names(bots, players))]
    for name in names:
        if name != HUMAN:
            make_bot(name)
    return tuple(names)


def seat_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """By seat: the names given, or the ones that the program has; a blank one is filled in.

    What cannot be printed is dropped, and what is over 40 characters. ``ValueError`` for a wrong number.
    """
    listed = isinstance(names, Sequence) and not isinstance(names, str)
    if names is not None and not (listed and len(names) == players):
        raise ValueError(f"names: expected {players} of them, one per seat, got {shown(names)}")
    for name in names or ():
        if not isinstance(name, str):
            raise ValueError(f"names: expected text, got {shown(name)}")
    return tuple(name[:NAME_LENGTH].strip() for name in text.seat_names(load("en"), players, names))
