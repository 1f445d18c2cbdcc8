"""What is in the deck: copies that can be changed, and what a hand then brings, counted exactly."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import comb
from typing import Any

import ipywidgets as widgets

from plombox_widget.game.cards import PACKAGES, Card, Deck, Kind, parse_cards
from plombox_widget.game.expect import given_rules
from plombox_widget.game.rules import BASIC_DECKS, Rules
from plombox_widget.locales.i18n import Words
from plombox_widget.table.text import capital
from plombox_widget.teaching.facts import rule_facts
from plombox_widget.teaching.panel import Panel, guarded, prose, status, text_button, wrapped

MOST_COPIES = 12


class DeckModel:
    """A basic deck by groups of cards that are alike but for their package. Knows nothing of Jupyter."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.base = given_rules(rules)
        self.copies = group_copies(self.base.deck)

    @property
    def deck(self) -> Deck:
        """The basic deck as it now is."""
        return Deck({code: copies for group, copies in self.copies.items() for code in group})

    @property
    def rules(self) -> Rules:
        """The rules with this deck; ``ValueError`` if it is too small for the players (R3)."""
        return replace(self.base, deck=self.deck)

    def change(self, group: tuple[str, ...], copies: int) -> None:
        """Set the copies of each card of a group; ``ValueError`` for a number below 0."""
        if copies < 0 or group not in self.copies:
            raise ValueError(f"deck: expected 0 or more copies of a group of the deck, got {copies}")
        self.copies[group] = copies

    def reset(self) -> None:
        self.copies = group_copies(self.base.deck)

    def chance_in_hand(self, kind: Kind) -> float:
        """The chance that a first hand holds at least one card of a kind: 1 less the hypergeometric none."""
        cards = BASIC_DECKS * self.deck.size
        others = cards - BASIC_DECKS * sum(self._of(kind))
        return 1 - comb(others, self.base.hand_size) / comb(cards, self.base.hand_size)

    def mean(self, field: str) -> float:
        """Mean ``industry`` or ``contamination`` of a resource card; 0 if there is none."""
        codes = {code: n for code, n in self.deck.items() if Card.parse(code).is_resource}
        total = sum(codes.values())
        weighed = sum(getattr(Card.parse(code), field) * n for code, n in codes.items())
        return weighed / total if total else 0.0

    def _of(self, kind: Kind) -> list[int]:
        return [copies for code, copies in self.deck.items() if Card.parse(code).kind is kind]

    def sentences(self, words: Words) -> list[str]:
        """Size, shares, chances in a hand, means; and what is wrong if the deck is too small."""
        size = self.deck.size
        told = [words("lesson.deck.size", size=size, all=BASIC_DECKS * size, decks=BASIC_DECKS)]
        if size == 0 or BASIC_DECKS * size < self.base.cards_in_use:
            short = words("lesson.deck.short", needed=self.base.cards_in_use, players=self.base.players)
            return [*told, f"**{short}**"]
        for kind in Kind:
            share = sum(self._of(kind)) / size
            chance = words.percent(self.chance_in_hand(kind), 1)
            facts = {"share": words.percent(share), "chance": chance, "hand": self.base.hand_size}
            told.append(words("lesson.deck.kind", kind=capital(words(f"kind.{kind}")), **facts))
        industry, contamination = self.mean("industry"), self.mean("contamination")
        means = {"industry": words.number(industry, 2), "contamination": words.number(contamination, 2)}
        return [*told, words("lesson.deck.means", **means)]


def group_copies(deck: Any) -> dict[tuple[str, ...], int]:
    """Codes that differ in their package only and have as many copies, together → copies of each."""
    groups: dict[tuple[int, int, str, int], list[str]] = {}
    for code, copies in Deck(deck).items():
        card = Card.parse(code)
        key = (card.industry, card.contamination, card.kind.value, copies)
        groups.setdefault(key, []).append(code)
    order = sorted(groups.items(), key=lambda item: (item[0][2] != Kind.RESOURCE, item[0]))
    return {tuple(codes): key[3] for key, codes in order}


class DeckExplorer(Panel):
    """Numbers for the copies of each group of cards, and what follows."""

    def __init__(
        self,
        rules: Rules | None = None,
        tell: Callable[[Deck], None] | None = None,
        lang: str = "en",
        *,
        strict: bool = False,
    ) -> None:
        """``tell`` is called with the deck whenever it has changed."""
        self.model = DeckModel(rules)
        self._tell = tell
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self._intro, self._told = widgets.HTML(), widgets.HTML()
        self.counts = {group: self._count(group) for group in self.model.copies}
        self.reset_button = text_button()
        self.reset_button.on_click(lambda _: self.reset())
        return [
            self._intro,
            widgets.VBox(list(self.counts.values())),
            wrapped(self.reset_button),
            self._told,
        ]

    def _count(self, group: tuple[str, ...]) -> widgets.BoundedIntText:
        copies = self.model.copies[group]
        count = widgets.BoundedIntText(
            copies,
            0,
            max(MOST_COPIES, copies),
            style={"description_width": "14.5em"},
            layout={"width": "98%", "max_width": "32em"},
        )
        count.observe(lambda change: self._changed(group, change["new"]), "value")
        return count

    @guarded
    def _changed(self, group: tuple[str, ...], copies: int) -> None:
        self.model.change(group, copies)
        if self._tell is not None:
            self._tell(self.model.deck)
        self._told.value = status(self._list())

    @guarded
    def reset(self) -> None:
        """Back to the deck that the explorer began with."""
        self.model.reset()
        for group, count in self.counts.items():
            count.value = self.model.copies[group]
        self.refresh()

    def refresh(self) -> None:
        words = self.words
        self._intro.value = prose(words("lesson.deck.intro", **rule_facts(self.model.base)))
        for group, count in self.counts.items():
            count.description = self._label(group)
        self.reset_button.description = words("lesson.deck.reset")
        self._told.value = status(self._list())

    def _label(self, group: tuple[str, ...]) -> str:
        words = self.words
        card = parse_cards(group[0])[0]
        if not card.is_resource:
            return words(f"kind.{card.kind}")
        brings = {"industry": card.industry, "contamination": card.contamination}
        if len(group) == len(PACKAGES):
            return words("lesson.deck.each", **brings)
        packages = words.listed(str(Card.parse(code).package) for code in group)
        return words("lesson.deck.single", package=packages, **brings)

    def _list(self) -> str:
        return "\n".join(f"- {sentence}" for sentence in self.model.sentences(self.words))

    def text(self) -> str:
        return f"{self.words('lesson.deck.intro', **rule_facts(self.model.base))}\n\n{self._list()}"

    def static(self) -> str:
        return prose(self.text())
