"""Tips that players give each other, put to the test by pairs of games that differ in one seat's bot."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import ipywidgets as widgets

from plombox_widget.bots.base import Bot
from plombox_widget.bots.simple import GreedyBot
from plombox_widget.game.cards import Kind, Role, shown
from plombox_widget.game.expect import given_rules
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import Move
from plombox_widget.locales.i18n import Words
from plombox_widget.table.seats import bot_name
from plombox_widget.teaching.facts import PERCENT_SURE
from plombox_widget.teaching.panel import Panel, guarded, prose, status, text_button, wrapped

if TYPE_CHECKING:
    from plombox_widget.simulation.paired import Comparison

SEED = 1
VERDICTS = ("helps", "harms", "open")
"""What pairs of games may say of a tip."""


class FinisherBot(GreedyBot):
    """Greedy, but when it is ahead and holds a positive card and two incriminations, it ends the game fast.

    Lineage: the tip of the rules on that combination.
    """

    name = "finisher"

    def choose(self, observation: Observation, rng: random.Random) -> Move:
        chosen = super().choose(observation, rng)
        return self._finish(observation) or chosen

    def _finish(self, seen: Observation) -> Move | None:
        assert seen.role is not None
        if not _is_ahead(seen, seen.role):
            return None
        held = {kind: [card.card_index for card in seen.hand if card.card.kind is kind] for kind in Kind}
        positive, incriminations = held[Kind.POSITIVE], held[Kind.INCRIMINATION]
        left = seen.rules.incriminations_to_end - seen.incriminations
        if positive and len(incriminations) >= 2 and seen.plays < left <= 2:
            return Move(seen.turn, positive[0], seen.turn)
        if incriminations and left <= min(seen.plays, len(incriminations)):
            empty = [seat for seat, site in enumerate(seen.sites) if not site]
            target = empty[0] if empty else min(range(seen.rules.players), key=lambda at: len(seen.sites[at]))
            return Move(seen.turn, incriminations[0], target)
        return None


def _is_ahead(seen: Observation, role: Role) -> bool:
    """Whether as many sites count for ``role`` as its own seat alone needs, from what the seat knows.

    A site with more than one unknown card is not taken to be clean.
    """
    counted = 0
    for seat in range(seen.rules.players):
        sure = role is not Role.NGO or seen.unknown(seat) <= 1
        counted += sure and seen.known(seat).counts_for(role)
    return counted >= seen.rules.needed(role, 1)


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip as an experiment: every seat plays ``base``, then one seat after the other follows the tip."""

    name: str
    base: str
    follower: str | Callable[[], Bot]
    deals: int
    """Deals that one press of the button plays."""


TIPS = (Tip("quiet", "detective", "quiet", 10), Tip("finish", "greedy", FinisherBot, 100))
BY_NAME = {tip.name: tip for tip in TIPS}


class TipModel:
    """What the pairs of games played so far say of a tip. Knows nothing of Jupyter."""

    def __init__(self, tip: str, rules: Rules | None = None) -> None:
        if not isinstance(tip, str) or tip not in BY_NAME:
            raise ValueError(f"tip: expected one of {', '.join(BY_NAME)}, got {shown(tip)}")
        self.tip = BY_NAME[tip]
        self.rules = given_rules(rules)
        self.runs = 0
        self.found: Comparison | None = None

    def run(self) -> None:
        """Play some more pairs of games, and add them to those before."""
        from plombox_widget.simulation.tournament import compare

        tip = self.tip
        more = compare(self.rules, tip.base, tip.follower, tip.deals, SEED + self.runs)
        self.runs += 1
        if self.found is None:
            self.found = more
        else:
            self.found = replace(
                more, tally=self.found.tally + more.tally, asked=self.found.asked + more.asked, seed=SEED
            )

    def claim(self, words: Words) -> str:
        """The tip, and the experiment that puts it to the test."""
        return words(f"lesson.tips.{self.tip.name}", base=bot_name(self.tip.base, words))

    def sentences(self, words: Words) -> list[str]:
        """The difference with its interval, and what may be said of it; empty before a run."""
        if self.found is None:
            return []
        found, interval = self.found, self.found.interval()
        base = bot_name(self.tip.base, words)
        verdict = "helps" if interval.low > 0 else "harms" if interval.high < 0 else "open"
        return [
            words(
                "lesson.tips.rates",
                before=words.percent(found.before.value, 1),
                after=words.percent(found.after.value, 1),
            ),
            words(
                "lesson.tips.difference",
                value=_points(found.value, words),
                low=_points(interval.low, words),
                high=_points(interval.high, words),
                confidence=PERCENT_SURE,
            ),
            f"**{words(f'lesson.tips.{verdict}')}**",
            words("lesson.tips.run_facts", deals=found.deals, seats=len(found.seats), seed=SEED, base=base),
        ]


def _points(difference: float, words: Words) -> str:
    """A difference of shares in percentage points, with its sign."""
    return f"{'+' if difference > 0 else ''}{words.number(100 * difference, 1)}"


class TipTest(Panel):
    """The reader guesses; then a button plays pairs of games, and they say so far what is true."""

    def __init__(
        self, tip: str, rules: Rules | None = None, lang: str = "en", *, strict: bool = False
    ) -> None:
        """``tip`` is ``quiet`` or ``finish``; ``ValueError`` for any other."""
        self.model = TipModel(tip, rules)
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self._intro, self._told, self._ask = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.guess = widgets.RadioButtons(layout={"width": "auto", "max_width": "100%"})
        self.guess.observe(lambda _: self._ready(), "value")
        self.run_button = text_button()
        self.run_button.on_click(lambda _: self.run())
        return [self._intro, self._ask, self.guess, wrapped(self.run_button), self._told]

    def _ready(self) -> None:
        """Games are played once there is a guess, which then stands."""
        self.run_button.disabled = self.guess.value is None
        self.guess.disabled = self.model.runs > 0

    @guarded
    def run(self) -> None:
        """Play some more pairs of games."""
        self.run_button.disabled = True
        self._told.value = status(self.words("lesson.lab.running"))
        try:
            self.model.run()
        finally:
            self.refresh()

    def refresh(self) -> None:
        words = self.words
        self._intro.value = prose(self.model.claim(words))
        self._ask.value = prose(words("lesson.tips.guess"))
        chosen = self.guess.value
        self.guess.options = [(words(f"lesson.tips.guess.{verdict}"), verdict) for verdict in VERDICTS]
        self.guess.value = chosen
        self._ready()
        self.run_button.description = words("lesson.tips.run", deals=self.model.tip.deals)
        told = self.model.sentences(words)
        if told and chosen is not None:
            told = [words("lesson.tips.guessed", guess=words(f"lesson.tips.guess.{chosen}")), *told]
        self._told.value = status("\n\n".join(told))

    def text(self) -> str:
        return "\n\n".join([self.model.claim(self.words), *self.model.sentences(self.words)])

    def static(self) -> str:
        return prose(self.text())
