"""Who wins how often, under the rules as published and under bent ones, side by side. Runs when asked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from plombox_widget.game.cards import Deck
from plombox_widget.game.expect import given_rules
from plombox_widget.game.rules import BASIC_DECKS, DRAWS, ROLES, Rules
from plombox_widget.locales.i18n import Words
from plombox_widget.table.seats import Refusal, bot_name
from plombox_widget.table.text import LETTERS, capital
from plombox_widget.teaching.belief_timeline import table
from plombox_widget.teaching.facts import PERCENT_SURE, seats_range
from plombox_widget.teaching.panel import Panel, guarded, prose, status, text_button, wrapped
from plombox_widget.teaching.plots import Plot, Share, role_labels, shares_plot

if TYPE_CHECKING:
    from plombox_widget.simulation.result import SimulationResult

KNOBS = {
    "industry_over": (0, 12),
    "contamination_over": (0, 12),
    "citizen_margin": (-2, 3),
    "corporate_margin": (-2, 3),
    "ngo_margin": (-2, 3),
}
"""Field of ``Rules`` → range of its control."""
GAMES = (1000, 10_000, 100_000)
POLICIES = ("greedy", "random")
"""Bots that play thousands of games in a moment."""
SEED = 1


class SimulationModel:
    """The last run, and one under the published rules to hold it against. Knows nothing of Jupyter."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.base = given_rules(rules)
        self.results: dict[str, SimulationResult] = {}
        """``standard`` and, if rules were bent, ``bent``."""

    def run(self, rules: Rules, games: int, policy: str, seed: int = SEED) -> None:
        """Play ``games`` games under ``rules``, and as many under the published rules if they differ."""
        from plombox_widget.simulation.tournament import simulate

        standard = Rules(players=rules.players, deck=self.base.deck)
        results = {"standard": simulate(standard, games, seed, policy)}
        if rules != standard:
            results["bent"] = simulate(rules, games, seed, policy)
        self.results = results

    def sentences(self, words: Words) -> list[str]:
        """Each faction's share with its interval, nobody's, how games end, the seat that does best."""
        told = []
        for name, result in self.results.items():
            told.append(f"**{words(f'lesson.lab.{name}')}**")
            for role, share in _shares(result).items():
                facts = dict(zip(("share", "low", "high"), _percents(share, words), strict=True))
                told.append(words("lesson.lab.rate", faction=words(f"faction.{role}"), **facts))
            told += _others(result, words)
        return told

    def table(self, words: Words) -> tuple[list[str], list[list[str]]]:
        """Heads and rows: a row for each faction, a column for each set of rules."""
        columns = [_shares(result) for result in self.results.values()]
        rows = []
        for role in ROLES:
            cells = ("{} ({}–{})".format(*_percents(column[role], words)) for column in columns)
            rows.append([capital(words(f"faction.{role}")), *cells])
        return ["", *(words(f"lesson.lab.{name}") for name in self.results)], rows

    def others(self, words: Words) -> list[str]:
        """Beside who wins: under each set of rules, how games end, how long they are, the best seat."""
        return [
            words("lesson.lab.rules", name=words(f"lesson.lab.{name}"), told=" ".join(_others(result, words)))
            for name, result in self.results.items()
        ]

    def plots(self, words: Words) -> list[Plot]:
        """Win rates by role, ends of the game, win rate by seat; no plot before a run."""
        if not self.results:
            return []
        result = next(iter(self.results.values()))
        run = {
            "games": result.games,
            "seed": result.seed,
            "policy": bot_name(result.policies[0], words),
            "confidence": PERCENT_SURE,
        }
        names = {name: words(f"lesson.lab.{name}") for name in self.results}
        groups = {names[name]: list(_shares(one).values()) for name, one in self.results.items()}
        ends = {
            names[name]: [_share(one.end_rates[reason]) for reason in ("deck", "incriminations")]
            for name, one in self.results.items()
        }
        seats = {names[name]: [_share(rate) for rate in one.seats] for name, one in self.results.items()}
        end_labels = [words(f"lesson.lab.end.{reason}") for reason in ("deck", "incriminations")]
        seat_labels = list(LETTERS[: result.rules.players])
        made = []
        for kind, data, labels in (
            ("wins", groups, role_labels(words)),
            ("ends", ends, end_labels),
            ("seats", seats, seat_labels),
        ):
            made.append(self._plot(kind, data, labels, run, words))
        return made

    def _plot(
        self,
        kind: str,
        data: Mapping[str, Sequence[Share]],
        labels: Sequence[str],
        run: Mapping[str, object],
        words: Words,
    ) -> Plot:
        title = words(f"lesson.lab.plot.{kind}.title")
        axes = words(f"lesson.lab.plot.{kind}.along"), words(f"lesson.lab.plot.{kind}.axis")
        caption = f"{words(f'lesson.lab.plot.{kind}.see')} {words('lesson.lab.run_facts', **run)}"
        return shares_plot(data, labels, title, axes, caption, words)


def _share(rate: Any) -> Share:
    interval = rate.interval()
    return rate.value, interval.low, interval.high


def _percents(share: Share, words: Words) -> list[str]:
    return [words.percent(value, 1) for value in share]


def _shares(result: "SimulationResult") -> dict[Any, Share]:
    intervals = result.win_rate_interval
    return {role: (result.win_rate[role], intervals[role].low, intervals[role].high) for role in ROLES}


def _others(result: "SimulationResult", words: Words) -> list[str]:
    rates = result.seat_win_rate
    first = max(range(len(rates)), key=lambda seat: rates[seat])
    return [
        words("lesson.lab.nobody", share=words.percent(result.nobody, 1)),
        words(
            "lesson.lab.length",
            plays=words.number(result.mean_plays, 1),
            share=words.percent(result.end_reasons["incriminations"], 1),
        ),
        words("lesson.lab.seat", seat=LETTERS[first], share=words.percent(rates[first], 1)),
    ]


class SimulationLab(Panel):
    """Numbers for the rules, a button to play thousands of games, the rates with their intervals."""

    def __init__(self, rules: Rules | None = None, lang: str = "en", *, strict: bool = False) -> None:
        self.model = SimulationModel(rules)
        self._deck = self.model.base.deck
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        base = self.model.base
        least, most = seats_range()
        self._intro, self._told, self._plots = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.players = _number(least, most, base.players)
        self.knobs = {name: _number(*ends, getattr(base, name)) for name, ends in KNOBS.items()}
        self.draw = widgets.Dropdown(layout=_WIDE, style=_SHORT_LABEL)
        self.policy = widgets.Dropdown(layout=_WIDE, style=_SHORT_LABEL)
        self.games = widgets.Dropdown(options=[(str(n), n) for n in GAMES], layout=_WIDE, style=_SHORT_LABEL)
        self.run_button, self.reset_button = text_button(), text_button()
        self.run_button.on_click(lambda _: self.run())
        self.reset_button.on_click(lambda _: self.reset())
        choices = [self.players, *self.knobs.values(), self.draw, self.policy, self.games]
        buttons = wrapped(self.run_button, self.reset_button)
        return [self._intro, widgets.VBox(choices), buttons, self._told, self._plots]

    @property
    def rules(self) -> Rules:
        """The rules that the controls stand for; ``Refusal`` where the deck is too small for them (R3)."""
        changes: dict[str, Any] = {name: knob.value for name, knob in self.knobs.items()}
        changes |= {"players": self.players.value, "draw": self.draw.value, "deck": self._deck}
        needed = self.model.base.cards_per_player * self.players.value
        if BASIC_DECKS * sum(self._deck.values()) < needed:
            raise Refusal("lesson.deck.short", players=self.players.value, needed=needed)
        return replace(self.model.base, **changes)

    def use(self, deck: Deck) -> None:
        """Deal the next games from this basic deck."""
        self._deck = deck

    @guarded
    def run(self) -> None:
        """Play the games that the controls ask for."""
        self.run_button.disabled = True
        self._told.value = status(self.words("lesson.lab.running"))
        try:
            self.model.run(self.rules, self.games.value, self.policy.value)
        finally:
            self.run_button.disabled = False
            self.refresh()

    @guarded
    def reset(self) -> None:
        """Back to the rules that the lab began with."""
        self.players.value, self.draw.value = self.model.base.players, self.model.base.draw
        for name, knob in self.knobs.items():
            knob.value = getattr(self.model.base, name)

    def refresh(self) -> None:
        words = self.words
        self._intro.value = prose(words("lesson.lab.lab"))
        chosen = self.draw.value or self.model.base.draw
        self.draw.options = [(words(f"lesson.lab.draw.{draw}"), draw) for draw in DRAWS]
        self.draw.value = chosen
        bot = self.policy.value or POLICIES[0]
        self.policy.options = [(bot_name(policy, words), policy) for policy in POLICIES]
        self.policy.value = bot
        for name, control in (
            ("players", self.players),
            ("draw", self.draw),
            ("policy", self.policy),
            ("games", self.games),
            *self.knobs.items(),
        ):
            control.description = words(f"lesson.lab.knob.{name}")
        self.run_button.description = words("lesson.lab.run")
        self.reset_button.description = words("lesson.lab.reset")
        self._told.value = self._results()
        self._plots.value = "".join(plot.html() for plot in self.model.plots(words))

    def _results(self) -> str:
        """The rates side by side, then the rest in words; empty before a run."""
        model, words = self.model, self.words
        if not model.results:
            return status("")
        shares = table(*model.table(words), words("lesson.lab.table", confidence=PERCENT_SURE))
        return shares + status("\n".join(f"- {line}" for line in model.others(words)))

    def text(self) -> str:
        return "\n\n".join([self.words("lesson.lab.lab"), *self.model.sentences(self.words)])

    def static(self) -> str:
        return prose(self.text())


_WIDE: Any = {"width": "98%", "max_width": "32em"}
_LABEL: Any = {"description_width": "14.5em"}
_SHORT_LABEL: Any = {"description_width": "min(14.5em, 100% - 228px)"}
"""Of a choice: on a phone its words would be cut beside a wide label."""


def _number(least: int, most: int, value: int) -> widgets.BoundedIntText:
    """A field for a number; rules that go beyond the usual ends widen them."""
    ends = min(least, value), max(most, value)
    return widgets.BoundedIntText(value, *ends, layout=_WIDE, style=_LABEL)
