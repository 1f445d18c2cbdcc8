"""Guess the roles as a game goes on, beside the odds that follow from what is public; Bayes' rule by hand."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from html import escape
from typing import NamedTuple

import ipywidgets as widgets

from plombox_widget.bots.belief import Triple, clues, role_odds
from plombox_widget.bots.match import play_match
from plombox_widget.game.cards import Role
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.record import Record, expect_record, replay
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.locales.i18n import Words
from plombox_widget.table import text
from plombox_widget.table.seats import bot_name
from plombox_widget.teaching import markup
from plombox_widget.teaching.panel import Panel, guarded, prose, status, text_button, wrapped
from plombox_widget.teaching.plots import Plot, odds_plot

SEED = 11
ROUNDS = 4
"""Times that the reader guesses before the roles are opened."""


class BeliefModel:
    """A finished game, looked at stop by stop as a spectator; the roles open at its end. No Jupyter here."""

    def __init__(self, record: Record | None = None, players: int = 5, seed: int = SEED) -> None:
        """``record``, or a game of greedy bots; ``ValueError`` for one that is still in progress."""
        self.record = (
            play_match(Rules(players=players), "greedy", seed) if record is None else expect_record(record)
        )
        if self.record.result is None:
            raise ValueError("roles: R2: they open at the end, and this game has not ended")
        self._states = replay(self.record)
        plays = len(self._states) - 1
        self.stops = tuple(plays * number // (ROUNDS + 1) for number in range(1, ROUNDS + 1))
        self.round = 0
        self.guesses: list[tuple[Role, ...]] = []
        """By round: the guess for each seat."""

    @property
    def over(self) -> bool:
        """Whether all guesses are made, so that roles are open."""
        return len(self.guesses) == ROUNDS

    @property
    def at(self) -> int:
        """Plays made up to this stop."""
        return len(self._states) - 1 if self.over else self.stops[self.round]

    @property
    def observation(self) -> Observation:
        """The table as a spectator sees it now."""
        return observe(self._states[self.at], None)

    def guess(self, roles: Sequence[Role]) -> None:
        """One role per seat; ``ValueError`` for a wrong number, a missing role (R2), or after the last."""
        if self.over or len(self.guesses) > self.round:
            raise ValueError("roles: this round has been guessed")
        if len(roles) != self.record.rules.players:
            raise ValueError(f"roles: expected {self.record.rules.players} of them, got {len(roles)}")
        if missing := [role for role in ROLES if role not in roles]:
            raise ValueError(f"R2: each role is there at least once; nobody was guessed to be {missing[0]}")
        self.guesses.append(tuple(roles))

    def go_on(self) -> None:
        """To the next stop, once this one was guessed."""
        if len(self.guesses) > self.round:
            self.round = min(self.round + 1, ROUNDS - 1)

    @property
    def guessed(self) -> bool:
        """Whether the reader has guessed at this stop, so that the odds may be shown."""
        return len(self.guesses) > self.round

    def odds(self, number: int) -> tuple[Triple, ...]:
        """By seat: the odds of each role after ``number`` plays, from what was public then."""
        return role_odds(observe(self._states[number], None)).seats

    @cached_property
    def timeline(self) -> list[tuple[Triple, ...]]:
        """The odds before each play, and before the roles opened."""
        return [self.odds(number) for number in range(len(self._states) - 1)]

    def right(self, guess: Sequence[Role]) -> int:
        """Seats guessed right; only of use when the roles are open."""
        return sum(one is other for one, other in zip(guess, self.record.roles, strict=True))

    def favourites(self, number: int) -> tuple[Role, ...]:
        """By seat: the likeliest role after ``number`` plays."""
        return tuple(ROLES[max(range(len(ROLES)), key=lambda at: odds[at])] for odds in self.odds(number))


class BeliefTimeline(Panel):
    """The plays since the last stop, a guess per seat, then the odds; at the end the truth and the plot."""

    def __init__(self, record: Record | None = None, lang: str = "en", *, strict: bool = False) -> None:
        self.model = BeliefModel(record)
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self._count, self._log, self._odds, self._end = (widgets.HTML() for _ in range(4))
        self.seats = [
            widgets.Dropdown(layout={"width": "98%", "max_width": "24em"})
            for _ in range(self.model.record.rules.players)
        ]
        self.guess_button, self.next_button = text_button(), text_button()
        self.guess_button.on_click(lambda _: self.guess())
        self.next_button.on_click(lambda _: self.go_on())
        buttons = wrapped(self.guess_button, self.next_button)
        return [self._count, self._log, widgets.VBox(self.seats), buttons, self._odds, self._end]

    @guarded
    def guess(self) -> None:
        """Take the guesses that are chosen, and show the odds beside them."""
        guessed = [Role(seat.value) for seat in self.seats]
        missing = [self.words(f"role.{role}") for role in ROLES if role not in guessed]
        if missing:
            self.trouble(self.words("lesson.belief.missing", roles=self.words.listed(missing)))
            return
        self.model.guess(guessed)
        self.refresh()

    @guarded
    def go_on(self) -> None:
        """On to the next stop."""
        self.model.go_on()
        self.refresh()

    def refresh(self) -> None:
        model, words = self.model, self.words
        names = text.seat_names(words, model.record.rules.players)
        at = words("lesson.belief.round", at=model.round + 1, all=ROUNDS, plays=model.stops[model.round])
        self._count.value = prose(at)
        self._log.value = prose(self._plays())
        for seat, dropdown in enumerate(self.seats):
            chosen = dropdown.value or ROLES[seat % len(ROLES)].value
            dropdown.options = [(words(f"role.{role}"), role.value) for role in ROLES]
            dropdown.value, dropdown.description = chosen, names[seat]
            dropdown.disabled = model.guessed
        self.guess_button.description = words("lesson.belief.guess")
        self.next_button.description = words("lesson.belief.next")
        self.guess_button.disabled = model.guessed
        self.next_button.disabled = not model.guessed or model.over
        self._odds.value = self._table() if model.guessed else ""
        self._end.value = self._ending() if model.over else ""

    def _plays(self) -> str:
        """Who played what at whom since the last stop; of an incrimination also what it showed."""
        model, seen, words = self.model, self.model.observation, self.words
        first = model.stops[model.round - 1] if model.round else 0
        lines = [
            (text.entry if seen.history[number].revealed else text.sentence)(seen, number, words)
            for number in range(first, model.stops[model.round])
        ]
        return "\n".join(f"- {markup.literal(line)}" for line in lines)

    def _table(self) -> str:
        """Guess and odds, a row per seat."""
        model, words = self.model, self.words
        names = text.seat_names(words, model.record.rules.players)
        odds = model.odds(model.stops[model.round])
        heads = [
            words("lesson.belief.seat"),
            words("lesson.belief.your_guess"),
            *(words(f"role.{r}") for r in ROLES),
        ]
        rows = [
            [names[seat], words(f"role.{guess}"), *(words.percent(share) for share in odds[seat])]
            for seat, guess in enumerate(model.guesses[model.round])
        ]
        return table(heads, rows, words("lesson.belief.table"))

    def _ending(self) -> str:
        return status("\n".join(f"- {line}" for line in self.ending())) + self.plot().html()

    def ending(self) -> list[str]:
        """Who was who, and how the guesses and the odds did, round by round; empty before the end."""
        model, words = self.model, self.words
        if not model.over:
            return []
        names = text.seat_names(words, model.record.rules.players)
        seats = [
            words("narrate.seat", name=name, role=words(f"role.{role}"))
            for name, role in zip(names, model.record.roles, strict=True)
        ]
        told = [words("lesson.belief.truth", seats=words.listed(seats))]
        for number, (guess, stop) in enumerate(zip(model.guesses, model.stops, strict=True), start=1):
            facts = {
                "right": model.right(guess),
                "odds": model.right(model.favourites(stop)),
                "all": len(seats),
            }
            told.append(words("lesson.belief.score", round=number, plays=stop, **facts))
        return told

    def plot(self) -> Plot:
        """The odds of each seat's true role by play, the guesses marked; ``ValueError`` before the end."""
        model, words = self.model, self.words
        if not model.over:
            raise ValueError("R2: roles are secret until the end")
        names = text.seat_names(words, model.record.rules.players)
        lines, marks = {}, {}
        for seat, (name, role) in enumerate(zip(names, model.record.roles, strict=True)):
            label = words("narrate.seat", name=name, role=words(f"role.{role}"))
            lines[label] = [odds[seat][ROLES.index(role)] for odds in model.timeline]
            rounds = zip(model.stops, model.guesses, strict=True)
            marks[label] = [(stop, guess[seat] is role) for stop, guess in rounds]
        bots = words.listed(bot_name(name, words) for name in dict.fromkeys(model.record.bots or "–"))
        seed = model.record.seed if model.record.seed is not None else "–"
        return odds_plot(
            lines,
            marks,
            words("lesson.belief.plot.title"),
            (words("lesson.belief.plot.plays"), words("lesson.belief.plot.odds")),
            words("lesson.belief.plot.see", bot=bots, seed=seed, plays=len(model.timeline)),
            words,
        )

    def text(self) -> str:
        at = self.words("lesson.belief.round", at=self.model.round + 1, all=ROUNDS, plays=self.model.at)
        return "\n\n".join(part for part in (at, self._plays(), "\n".join(self.ending())) if part)

    def static(self) -> str:
        return prose(self.text())


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table that scrolls inside itself where it is too wide; all texts are escaped."""
    cell = "padding:.2em .35em;text-align:left;border-bottom:1px solid #8A979B"
    head = "".join(f'<th scope="col" style="{cell}">{escape(text)}</th>' for text in heads)
    body = "".join(
        "<tr>" + "".join(f'<td style="{cell}">{escape(text)}</td>' for text in row) + "</tr>" for row in rows
    )
    return (
        '<div style="overflow-x:auto;width:0;min-width:100%">'
        '<table style="border-collapse:collapse;line-height:1.4;font-size:.92em">'
        f'<caption style="text-align:left">{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


class Evidence(NamedTuple):
    """One play as evidence about the seat that made it."""

    number: int
    seat: int
    before: Triple
    """Odds of each role before the play."""
    weights: Triple
    """How likely the play is for each role, given all that was public before; their mean is one."""

    @property
    def products(self) -> Triple:
        """Before times weight: not yet odds, for they do not add up to one."""
        first, second, third = (b * w for b, w in zip(self.before, self.weights, strict=True))
        return first, second, third

    @property
    def after(self) -> Triple:
        """Bayes' rule: the products, divided by their sum."""
        total = sum(self.products)
        first, second, third = (product / total for product in self.products)
        return first, second, third


class BayesModel:
    """The plays of a game, each as evidence. Knows nothing of Jupyter."""

    def __init__(self, record: Record | None = None, players: int = 5, seed: int = SEED) -> None:
        self.record = (
            play_match(Rules(players=players), "greedy", seed) if record is None else expect_record(record)
        )
        self._states = replay(self.record)
        seen = observe(self._states[-1], None)
        found = clues(seen)
        numbers = [clue.number for clue in found]
        last = len(self._states) - 2
        self.clues = [clue for clue in found if numbers.count(clue.number) == 1 and clue.number < last]
        """Plays that tell of one seat alone, unlike some incriminations; the last play opens all roles."""

    def evidence(self, at: int) -> Evidence:
        """Clue ``at``, with the odds before it; ``ValueError`` if there is none."""
        if not 0 <= at < len(self.clues):
            raise ValueError(f"roles: expected a clue from 0 to {len(self.clues) - 1}, got {at}")
        clue = self.clues[at]
        before, after = (
            role_odds(observe(self._states[number], None)).seats[clue.seat]
            for number in (clue.number, clue.number + 1)
        )
        ratios = [late / early if early else 0.0 for early, late in zip(before, after, strict=True)]
        first, second, third = (len(ROLES) * ratio / sum(ratios) for ratio in ratios)
        return Evidence(clue.number, clue.seat, before, (first, second, third))

    def sentence(self, at: int, words: Words) -> str:
        """What was played, as everyone saw it."""
        number = self.clues[at].number
        return text.sentence(observe(self._states[number + 1], None), number, words)


class BayesByHand(Panel):
    """A play chosen by a slider, and Bayes' rule on it in four columns."""

    def __init__(self, record: Record | None = None, lang: str = "en", *, strict: bool = False) -> None:
        self.model = BayesModel(record)
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self.slider = widgets.IntSlider(
            0,
            0,
            len(self.model.clues) - 1,
            continuous_update=False,
            readout=False,
            layout={"width": "98%", "max_width": "32em"},
            style={"description_width": "8em"},
        )
        self.slider.observe(lambda _: self._moved(), "value")
        self._told = widgets.HTML()
        return [self.slider, self._told]

    @guarded
    def _moved(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        words, found = self.words, self.model.evidence(self.slider.value)
        self.slider.description = words("lesson.bayes.play", number=found.number + 1)
        heads = [
            words(f"lesson.bayes.{column}") for column in ("role", "before", "weight", "product", "after")
        ]
        rows = [
            [
                words(f"role.{role}"),
                words.percent(found.before[at], 1),
                words.number(found.weights[at], 3),
                words.percent(found.products[at], 1),
                words.percent(found.after[at], 1),
            ]
            for at, role in enumerate(ROLES)
        ]
        name = text.seat_names(words, self.model.record.rules.players)[found.seat]
        caption = words("lesson.bayes.caption", name=name)
        self._told.value = prose(self.text()) + table(heads, rows, caption)

    def text(self) -> str:
        words, found = self.words, self.model.evidence(self.slider.value)
        at = max(range(len(ROLES)), key=lambda role: found.weights[role])
        facts = {
            "number": found.number + 1,
            "sentence": markup.literal(self.model.sentence(self.slider.value, words)),
            "role": words(f"role.{ROLES[at]}"),
            "before": words.percent(found.before[at], 1),
            "after": words.percent(found.after[at], 1),
            "total": words.percent(sum(found.products), 1),
        }
        return words("lesson.bayes.told", **facts)

    def static(self) -> str:
        return prose(self.text())
