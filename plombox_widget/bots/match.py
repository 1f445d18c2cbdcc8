"""One game between bots."""

import random
from collections.abc import Sequence

from plombox_widget.bots.base import Bot, make_bot
from plombox_widget.game.cards import shown
from plombox_widget.game.engine import apply, new_game
from plombox_widget.game.expect import expect_seed
from plombox_widget.game.observation import observe
from plombox_widget.game.record import Record
from plombox_widget.game.rules import Rules, expect_rules
from plombox_widget.game.state import Move


def bot_names(bots: str | Sequence[str], players: int) -> tuple[str, ...]:
    """One name for all seats, or one per seat → a name per seat; ``ValueError`` for a wrong number."""
    if not isinstance(bots, str | Sequence) or isinstance(bots, bytes):
        raise ValueError(f"bots: expected one name, or {players} of them, got {shown(bots)}")
    names = (bots,) * players if isinstance(bots, str) else tuple(bots)
    if len(names) != players:
        raise ValueError(f"bots: expected one name, or {players} of them, got {len(names)}")
    return names


def bot_generator(seed: int, seat: int) -> random.Random:
    """The generator of the bot in a seat: apart from the dealer's, the same on every machine."""
    return random.Random(f"plombox bot {seed} {seat}")


def play_match(rules: Rules, bots: str | Sequence[str], seed: int) -> Record:
    """The record of one game of bots, dealt from ``random.Random(seed)``.

    ``bots`` is one name for all seats or a name per seat. ``ValueError`` for an unknown name, for rules
    that are no ``Rules``, or a seed that is no whole number.
    """
    expect_rules(rules)
    expect_seed(seed)
    names = bot_names(bots, rules.players)
    return play_bots(rules, [make_bot(name) for name in names], seed)


def play_bots(rules: Rules, bots: Sequence[Bot], seed: int) -> Record:
    """The same with the bots themselves, one per seat, whatever they were made with."""
    generators = [bot_generator(seed, seat) for seat in range(rules.players)]
    start = state = new_game(rules, random.Random(seed))
    actions: list[Move] = []
    while state.outcome is None:
        seat = state.turn
        actions.append(bots[seat].choose(observe(state, seat), generators[seat]))
        state = apply(state, actions[-1])
    names = tuple([bot.name for bot in bots])
    return Record(rules, seed, names, start.roles, start.deck, tuple(actions), state.outcome)
