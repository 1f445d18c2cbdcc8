"""A scripted lesson: a small position, the reader makes the play, the reply says what it did and why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import ipywidgets as widgets

from plombox_widget.game.cards import Card, Kind
from plombox_widget.game.engine import apply
from plombox_widget.game.expect import expect_list, given_rules
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import Move, State
from plombox_widget.locales.i18n import Words
from plombox_widget.table import text
from plombox_widget.teaching import markup
from plombox_widget.teaching.facts import rule_facts
from plombox_widget.teaching.panel import Panel, guarded, prose, status, text_button, wrapped
from plombox_widget.teaching.pictured import BESIDE, PICTURE, side_by_side, table_picture

ANY, SELF, OTHER = "any", "self", "other"


@dataclass(frozen=True, slots=True)
class Step:
    """One scripted position. Its texts are ``lesson.step.<name>.ask`` and ``lesson.step.<name>.why``."""

    name: str
    position: str
    """In the text notation of positions, with fields for the numbers of the rules, so that a site can stand
    exactly at a line wherever it runs; the acting seat is the reader's."""
    kind: Kind | None = None
    """The kind of card that the step asks for; None for any."""
    target: str | int = ANY
    """``any``, ``self``, ``other``, or the seat that the card must be played at."""

    def wants(self, state: State, move: Move) -> bool:
        """Whether ``move`` is what the step asks for."""
        kind = state.deck[move.card].kind
        if self.kind is not None and kind is not self.kind:
            return False
        if self.target in (SELF, OTHER):
            return (move.target == move.seat) is (self.target == SELF)
        return self.target in (ANY, move.target)


class WalkthroughModel:
    """Where the reader stands in a row of steps. Knows nothing of Jupyter."""

    def __init__(self, steps: Sequence[Step], rules: Rules | None = None) -> None:
        self.steps: tuple[Step, ...] = expect_list("steps", steps, Step)
        self.rules = given_rules(rules)
        self.at = 0
        self.go(0)

    @property
    def step(self) -> Step:
        return self.steps[self.at]

    def go(self, at: int) -> None:
        """To step ``at``, or the nearest one that there is; its position is set up anew."""
        self.at = min(max(at, 0), len(self.steps) - 1)
        self.start = self.state = parse_position(
            self.step.position.format(**rule_facts(self.rules)), self.rules
        )
        self.reader = self.start.turn
        self.done: bool | None = None
        """Whether the play made was the one asked for; None before it."""

    def play(self, card: int, target: int) -> None:
        """Make the reader's play, from the position of the step; raises ``IllegalMove`` with its ruling."""
        move = Move(self.reader, card, target)
        after = apply(self.start, move)
        self.state, self.done = after, self.step.wants(self.start, move)

    @property
    def observation(self) -> Observation:
        """What the reader sees now."""
        return observe(self.state, self.reader)

    @property
    def seen_at_start(self) -> Observation:
        """What the reader saw before the play."""
        return observe(self.start, self.reader)

    def ask(self, words: Words) -> str:
        return words(f"lesson.step.{self.step.name}.ask", **self._facts(words))

    def reply(self, words: Words) -> list[str]:
        """What the play did, whether it was the one asked for, and why it is so; empty before it."""
        if self.done is None:
            return []
        seen = self.observation
        told = [markup.literal(text.entry(seen, seen.number - 1, words))]
        if seen.outcome is not None:
            told.append("\n".join(f"- {markup.literal(line)}" for line in text.result(seen, words)))
        if not self.done:
            return [*told, f"**{words('lesson.step.again')}**"]
        return [*told, words(f"lesson.step.{self.step.name}.why", **self._facts(words))]

    def _facts(self, words: Words) -> dict[str, object]:
        """The numbers of the rules, and those of the position as it now is."""
        rules, state = self.start.rules, self.state
        names = [markup.literal(name) for name in text.seat_names(words, rules.players)]
        target = state.history[-1].target if self.done is not None else self.reader
        return {
            **rule_facts(rules),
            "second": names[1],
            "acts": names[state.turn],
            "draw_text": words(f"lesson.lab.draw.{rules.draw}"),
            "held": len(self.observation.hand),
            "plays": state.plays,
            "cards": state.plays if state.turn == target else 1 + state.extra[target],
        }


class Walkthrough(Panel):
    """The table of a scripted position, the hand and the targets as buttons, and the reply."""

    def __init__(
        self,
        steps: str | Sequence[Step],
        rules: Rules | None = None,
        lang: str = "en",
        *,
        strict: bool = False,
    ) -> None:
        """``steps``, or the name of a row of them; ``ValueError`` for a name that there is not."""
        self.model = WalkthroughModel(named_steps(steps) if isinstance(steps, str) else steps, rules)
        self.picked: int | None = None
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self._count, self._ask, self._reply = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self._picture = widgets.HTML(layout=PICTURE)
        self._hand_label, self._targets_label = widgets.HTML(), widgets.HTML()
        starts = [WalkthroughModel([step], self.model.rules).seen_at_start for step in self.model.steps]
        self.cards = [_choice() for _ in range(max(len(seen.hand) for seen in starts))]
        self.targets = [_choice() for _ in range(max(seen.rules.players for seen in starts))]
        for at, button in enumerate(self.cards):
            button.on_click(lambda _, at=at: self.pick(self.model.seen_at_start.hand[at].card_index))
        for seat, button in enumerate(self.targets):
            button.on_click(lambda _, seat=seat: self._target(seat))
        self._hand, self._seats = wrapped(), wrapped()
        self.again_button, self.back_button, self.next_button = (text_button() for _ in range(3))
        self.again_button.on_click(lambda _: self.go(self.model.at))
        self.back_button.on_click(lambda _: self.go(self.model.at - 1))
        self.next_button.on_click(lambda _: self.go(self.model.at + 1))
        ways = wrapped(self.again_button, self.back_button, self.next_button)
        hand = [self._hand_label, self._hand, self._targets_label, self._seats]
        beside = widgets.VBox([*hand, self._reply, ways], layout=BESIDE)
        return [self._count, self._ask, side_by_side(beside, self._picture)]

    @guarded
    def pick(self, card: int) -> None:
        """Take a card of the hand; where it may go is then offered."""
        self.picked = card
        self.refresh()

    @guarded
    def _target(self, seat: int) -> None:
        if self.picked is not None:
            self.play(self.picked, seat)

    def play(self, card: int, target: int) -> None:
        """Play a card at a seat; raises ``IllegalMove`` with its ruling."""
        self.model.play(card, target)
        self.picked = None
        self.refresh()

    @guarded
    def go(self, at: int) -> None:
        """To a step, set up anew."""
        self.model.go(at)
        self.picked = None
        self.refresh()

    def refresh(self) -> None:
        model, words = self.model, self.words
        self._count.value = prose(words("lesson.step.count", at=model.at + 1, all=len(model.steps)))
        self._ask.value = prose(model.ask(words))
        self._picture.value = table_picture(self.model.observation, words, self.picked)
        self._reply.value = status("\n\n".join(model.reply(words)))
        self._refresh_hand()
        self._refresh_targets()
        for button, key in (
            (self.again_button, "again_button"),
            (self.back_button, "back"),
            (self.next_button, "next"),
        ):
            button.description = words(f"lesson.step.{key}")
        self.again_button.disabled = model.done is None
        self.back_button.disabled = model.at == 0
        self.next_button.disabled = model.at == len(model.steps) - 1
        self.next_button.button_style = "success" if model.done else ""

    def _refresh_hand(self) -> None:
        seen, words = self.model.seen_at_start, self.words
        self._hand_label.value = prose(words("lesson.step.hand"))
        for button, held in zip(self.cards, seen.hand, strict=False):
            button.description = _label(held.card, words)
            button.tooltip = text.card_text(held.card, words)
            button.button_style = "info" if held.card_index == self.picked else ""
            button.disabled = self.model.done is not None
        self._hand.children = tuple(self.cards[: len(seen.hand)])

    def _refresh_targets(self) -> None:
        seen, words = self.model.seen_at_start, self.words
        names = text.seat_names(words, seen.rules.players)
        legal = {move.target for move in seen.legal_moves if move.card == self.picked}
        self._targets_label.value = prose(words("lesson.step.targets"))
        for seat, name in enumerate(names):
            key = "lesson.step.self" if seat == self.model.reader else "lesson.step.at"
            self.targets[seat].description = words(key, name=name)
            self.targets[seat].disabled = seat not in legal
        self._seats.children = tuple(self.targets[: len(names)])

    def text(self) -> str:
        """The step, the position in words, and the reply once there is one."""
        model, words = self.model, self.words
        position = markup.literal(text.position(model.observation, words))
        return "\n\n".join(
            [model.ask(words), *([] if model.done is not None else [position]), *model.reply(words)]
        )

    def static(self) -> str:
        """What each step asks, with its position: a sheet of exercises."""
        parts = []
        for number in range(len(self.model.steps)):
            paper = WalkthroughModel(self.model.steps, self.model.rules)
            paper.go(number)
            parts.append(prose(f"{number + 1}. {paper.ask(self.words)}"))
        return "".join(parts)


def _label(card: Card, words: Words) -> str:
    """A card on a button, called as in the picture, and short enough for a phone."""
    kind = words(f"picture.kind.{card.kind}")
    if not card.is_resource:
        return kind
    parts = [f"{kind} {card.package}"]
    if card.industry:
        parts.append(words("paper.card.industry", industry=card.industry))
    if card.contamination:
        parts.append(words("paper.card.contamination", contamination=card.contamination))
    return " · ".join(parts)


def _choice() -> widgets.Button:
    layout: Any = {"width": "auto", "max_width": "100%", "height": "auto"}
    return widgets.Button(layout=layout)


def named_steps(name: str) -> tuple[Step, ...]:
    """The row of steps of this name; ``ValueError`` that lists the names if there is none."""
    from plombox_widget.teaching.steps import WALKS

    if name not in WALKS:
        raise ValueError(f"walkthrough: expected one of {', '.join(WALKS)}, got {name!r}")
    return WALKS[name]
