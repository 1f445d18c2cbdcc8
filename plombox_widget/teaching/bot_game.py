"""A game with one kind of bot in each seat, stepped through, each play with what the bot weighed."""

import random
from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from typing import NamedTuple

import ipywidgets as widgets

from plombox_widget.bots.base import make_bot
from plombox_widget.bots.belief import role_odds
from plombox_widget.bots.coach import explain
from plombox_widget.bots.judge import weigh
from plombox_widget.bots.match import bot_generator, bot_names
from plombox_widget.bots.simple import score_moves
from plombox_widget.game.engine import apply, new_game
from plombox_widget.game.expect import expect_seed, given_rules
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import Move
from plombox_widget.locales.i18n import Words
from plombox_widget.table import text
from plombox_widget.table.coach_text import reason_text
from plombox_widget.table.seats import bot_name
from plombox_widget.teaching import markup
from plombox_widget.teaching.belief_timeline import table
from plombox_widget.teaching.panel import Panel, guarded, prose, status, text_button, wrapped
from plombox_widget.teaching.pictured import BESIDE, PICTURE, side_by_side, table_picture

SEED = 11
BOTS = ("random", "greedy", "detective", "quiet")
"""One kind in each seat."""
SHOWN = 4
"""Plays that are shown with their values at most: the best ones."""


class Option(NamedTuple):
    """A play that a bot weighed."""

    move: Move
    worth: float
    """What the bot compares: whole points for ``greedy``, about a chance for those that forecast."""


def options(bot: str, seen: Observation) -> list[Option]:
    """Plays as a bot weighs them, equal cards once, best first; empty for a bot that weighs nothing."""
    if bot == "greedy":
        found = [Option(move, score) for move, score in zip(seen.legal_moves, score_moves(seen), strict=True)]
    elif bot in ("detective", "quiet"):
        found = [Option(item.move, item.worth) for item in weigh(seen, role_odds(seen))]
    else:
        return []
    faces = {held.card_index: held.card for held in seen.hand}
    distinct = {(faces[option.move.card], option.move.target): option for option in reversed(found)}
    return sorted(distinct.values(), key=lambda option: (-option.worth, option.move))


class BotGameModel:
    """A game of bots, played on as far as it has been looked at. Knows nothing of Jupyter."""

    def __init__(
        self, bots: str | Sequence[str] | None = None, seed: int = SEED, rules: Rules | None = None
    ) -> None:
        """``bots``: a name, or one per seat; without it one kind after the other."""
        self.rules = given_rules(rules)
        players = self.rules.players
        self.bots = bot_names(bots or tuple(islice(cycle(BOTS), players)), players)
        self._players = [make_bot(name) for name in self.bots]
        expect_seed(seed)
        self._generators = [bot_generator(seed, seat) for seat in range(self.rules.players)]
        self._states = [new_game(self.rules, random.Random(seed))]
        self.moves: list[Move] = []
        self.at = 0

    @property
    def over(self) -> bool:
        """Whether the newest play shown ended the game."""
        return self._states[self.at].outcome is not None

    def go(self, at: int) -> None:
        """To the position after ``at`` plays, playing on if need be; stops at the ends."""
        at = max(at, 0)
        while len(self.moves) < at and self._states[-1].outcome is None:
            state = self._states[-1]
            seen = observe(state, state.turn)
            self.moves.append(self._players[state.turn].choose(seen, self._generators[state.turn]))
            self._states.append(apply(state, self.moves[-1]))
        self.at = min(at, len(self.moves))

    @property
    def before(self) -> Observation:
        """What the seat that made the newest play saw before it; ``ValueError`` before the first."""
        if not self.at:
            raise ValueError("R5: no play has been made yet")
        move = self.moves[self.at - 1]
        return observe(self._states[self.at - 1], move.seat)

    @property
    def after(self) -> Observation:
        """The position as the seat that made the newest play sees it now; a spectator's before the first."""
        seat = self.moves[self.at - 1].seat if self.at else None
        return observe(self._states[self.at], seat)

    def reasons(self, words: Words) -> list[str]:
        """What the newest play was, who made it, and why; empty before the first."""
        if not self.at:
            return []
        seen, move = self.before, self.moves[self.at - 1]
        bot = self.bots[move.seat]
        name = text.seat_names(words, self.rules.players)[move.seat]
        told = [
            markup.literal(text.entry(self.after, self.at - 1, words)),
            words("lesson.game.who", name=name, bot=bot_name(bot, words), role=words(f"role.{seen.role}")),
            words(f"lesson.game.why.{bot}", count=len(seen.legal_moves)),
        ]
        if bot != "random":
            found = explain(seen, move)
            told += [markup.literal(reason_text(reason, words, None, self.rules.players)) for reason in found]
        if self.after.outcome is not None:
            end = observe(self._states[self.at], None)
            told.append("\n".join(f"- {markup.literal(line)}" for line in text.result(end, words)))
        return told

    def weighed(self, words: Words) -> list[tuple[str, str]]:
        """The best plays that the bot saw, in words, each with its worth; the play made is marked."""
        if not self.at:
            return []
        seen, made = self.before, self.moves[self.at - 1]
        bot = self.bots[made.seat]
        faces = {held.card_index: held.card for held in seen.hand}
        names = text.seat_names(words, self.rules.players)
        rows = []
        for option in options(bot, seen)[:SHOWN]:
            card, target = faces[option.move.card], option.move.target
            same = card == faces[made.card] and target == made.target
            key = "lesson.game.made" if same else "lesson.game.might"
            play = words(key, card=text.card_text(card, words), target=names[target])
            worth = words.number(option.worth) if bot == "greedy" else words.percent(option.worth, 1)
            rows.append((play, worth))
        return rows


class BotGame(Panel):
    """Steps through a game of bots; under each play, who made it and what it was weighed against."""

    def __init__(
        self,
        bots: str | Sequence[str] | None = None,
        seed: int = SEED,
        rules: Rules | None = None,
        lang: str = "en",
        *,
        strict: bool = False,
    ) -> None:
        self.model = BotGameModel(bots, seed, rules)
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self._count, self._told, self._table = (widgets.HTML() for _ in range(3))
        self._picture = widgets.HTML(layout=PICTURE)
        self.back_button, self.step_button, self.round_button = (text_button() for _ in range(3))
        self.back_button.on_click(lambda _: self.go(self.model.at - 1))
        self.step_button.on_click(lambda _: self.go(self.model.at + 1))
        self.round_button.on_click(lambda _: self.go(self.model.at + self.model.rules.players))
        buttons = wrapped(self.back_button, self.step_button, self.round_button)
        beside = widgets.VBox([self._told, self._table], layout=BESIDE)
        return [self._count, buttons, side_by_side(beside, self._picture)]

    @guarded
    def go(self, at: int) -> None:
        """To the position after ``at`` plays."""
        self.model.go(at)
        self.refresh()

    def refresh(self) -> None:
        model, words = self.model, self.words
        self._count.value = prose(self._count_text())
        self._told.value = status("\n\n".join(model.reasons(words)))
        self._picture.value = table_picture(model.after, words)
        rows = model.weighed(words)
        heads = [words("lesson.game.play"), words("lesson.game.worth")]
        self._table.value = table(heads, rows, words("lesson.game.table")) if rows else ""
        self.back_button.description = words("lesson.game.back")
        self.step_button.description = words("lesson.game.step")
        self.round_button.description = words("lesson.game.round")
        self.back_button.disabled = model.at == 0
        self.step_button.disabled = self.round_button.disabled = model.over

    def text(self) -> str:
        model, words = self.model, self.words
        rows = [f"- {play} · {worth}" for play, worth in model.weighed(words)]
        parts = (self._count_text(), *model.reasons(words), "\n".join(rows))
        return "\n\n".join(part for part in parts if part)

    def _count_text(self) -> str:
        """How far the game is, and which bot sits where."""
        model, words = self.model, self.words
        names = text.seat_names(words, model.rules.players)
        who = words.listed(
            words("lesson.game.seat", name=name, bot=bot_name(bot, words))
            for name, bot in zip(names, model.bots, strict=True)
        )
        return words("lesson.game.at", plays=model.at, who=markup.literal(who))

    def static(self) -> str:
        return prose(self.text())
