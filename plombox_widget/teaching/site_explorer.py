"""A site built card by card: every total beside its threshold, and the sentence that follows."""

from collections.abc import Iterable

import ipywidgets as widgets

from plombox_widget.game.cards import PACKAGES, Card, format_cards, parse_cards, shown
from plombox_widget.game.expect import expect_list, given_rules
from plombox_widget.game.rules import Rules, SiteScore, score_site
from plombox_widget.locales.i18n import Words
from plombox_widget.table import palette, text
from plombox_widget.teaching.gauges import count_gauge, packages_gauge, row
from plombox_widget.teaching.panel import Panel, guarded, prose, status, text_button, wrapped

MOST_CARDS = 24
"""Cards that one site takes here: more than a lesson needs, and still a line on a phone."""


class SiteModel:
    """The cards of one site, and what they count. Knows nothing of Jupyter."""

    def __init__(self, cards: str | Iterable[Card] = "", rules: Rules | None = None) -> None:
        """``cards`` as codes separated by spaces, or as cards; ``ValueError`` for what is no resource."""
        self.rules = given_rules(rules)
        self.cards: tuple[Card, ...] = ()
        for card in (
            parse_cards(cards) if isinstance(cards, str) else expect_list("cards", cards, Card, least=0)
        ):
            self.add(card)

    def add(self, card: Card) -> None:
        """``ValueError`` for a card that cannot lie on a site (R6), or one too many."""
        score_site((*self.cards, card), self.rules)
        if len(self.cards) >= MOST_CARDS:
            raise ValueError(f"site: {MOST_CARDS} cards are the most that are shown here")
        self.cards = (*self.cards, card)

    def take(self, position: int) -> None:
        """Take back the card at ``position``, 0 for the first; ``ValueError`` if there is none."""
        if not 0 <= position < len(self.cards):
            raise ValueError(f"site: there is no card {position} among {len(self.cards)}")
        self.cards = (*self.cards[:position], *self.cards[position + 1 :])

    def clear(self) -> None:
        self.cards = ()

    @property
    def score(self) -> SiteScore:
        return score_site(self.cards, self.rules)

    def sentences(self, words: Words) -> list[str]:
        """What follows from each total, and how far the next line is (R11), then what R9 would do."""
        score, rules = self.score, self.rules
        missing = [str(package) for package in PACKAGES if package not in score.packages]
        told = [
            words("lesson.site.missing", count=len(missing), packages=words.listed(missing))
            if missing
            else words("lesson.site.plombox")
        ]
        for name, total, limit in (
            ("industry", score.industry, rules.industry_over),
            ("contamination", score.contamination, rules.contamination_over),
        ):
            short = limit + 1 - total
            if short > 0:
                told.append(words(f"lesson.site.{name}.under", count=short, total=total, limit=limit))
            else:
                told.append(words(f"lesson.site.{name}.over", total=total, limit=limit))
        key = "cleared" if score.contaminated else "stays"
        return [*told, words(f"lesson.site.{key}")]


class SiteExplorer(Panel):
    """Add resource cards to a site and take them away; gauges and sentences follow."""

    def __init__(
        self, cards: str = "", rules: Rules | None = None, lang: str = "en", *, strict: bool = False
    ) -> None:
        """``cards`` are the codes that the site begins with."""
        self.model = SiteModel(cards, rules)
        self._kinds = resource_kinds(self.model.rules)
        self._began = self._lines()
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self._intro = widgets.HTML()
        self.package = widgets.ToggleButtons(options=[(str(n), n) for n in PACKAGES], value=PACKAGES[0])
        self.package.style.button_width = "3em"
        self.kind = widgets.Dropdown(layout=widgets.Layout(width="auto", max_width="100%"))
        self.kind.style.description_width = "initial"
        self.add_button, self.clear_button = text_button(), text_button()
        self.add_button.on_click(lambda _: self.add())
        self.clear_button.on_click(lambda _: self.clear())
        self._cards, self._cards_label, self._package_label = wrapped(), widgets.Label(), widgets.Label()
        self._take: list[widgets.Button] = []
        self._gauges, self._told = widgets.HTML(), widgets.HTML()
        controls = wrapped(self._package_label, self.package, self.kind, self.add_button, self.clear_button)
        return [self._intro, controls, self._cards, self._gauges, self._told]

    @guarded
    def add(self, code: str | None = None) -> None:
        """Put a card on the site: ``code``, or the one that the controls show."""
        industry, contamination = self.kind.value
        chosen = f"R{self.package.value}i{industry}c{contamination}" if code is None else code
        self.model.add(Card.parse(chosen))
        self.tried = self.tried or self._lines() != self._began
        self.refresh()

    @guarded
    def take(self, position: int) -> None:
        """Take back a card."""
        self.model.take(position)
        self.refresh()

    @guarded
    def clear(self) -> None:
        """Take back all cards."""
        self.model.clear()
        self.refresh()

    def _lines(self) -> tuple[bool, bool]:
        """On which side of its two lines the site is."""
        score = self.model.score
        return score.developed, score.contaminated

    def refresh(self) -> None:
        words = self.words
        self._intro.value = prose(words("lesson.site.intro"))
        value = self.kind.value
        self.kind.options = [
            (
                words("lesson.site.kind", industry=industry, contamination=contamination),
                (industry, contamination),
            )
            for industry, contamination in self._kinds
        ]
        self.kind.value = self._kinds[0] if value is None else value
        self.package.tooltips = [words("site.package", package=package) for package in PACKAGES]
        self._package_label.value = words("lesson.site.package")
        self.kind.description = words("lesson.site.brings")
        self.add_button.description = words("lesson.site.add")
        self.clear_button.description = words("lesson.site.clear")
        self.clear_button.disabled = not self.model.cards
        self.add_button.disabled = len(self.model.cards) >= MOST_CARDS
        self._show_cards()
        self._gauges.value = self._picture()
        self._told.value = status(self._list())

    def _show_cards(self) -> None:
        """A button per card; buttons are made when first needed, and used again."""
        words, cards = self.words, self.model.cards
        for position in range(len(self._take), len(cards)):
            taker = text_button()
            taker.on_click(lambda _, position=position: self.take(position))
            self._take.append(taker)
        for button, card in zip(self._take, cards, strict=False):
            button.description = f"{card} ✕"
            button.tooltip = words("lesson.site.take", card=text.card_text(card, words))
        self._cards_label.value = words("lesson.site.cards" if cards else "text.site_empty")
        self._cards.children = (self._cards_label, *self._take[: len(cards)])

    def _picture(self) -> str:
        score, rules, words = self.model.score, self.model.rules, self.words
        industry, contamination = words("site.industry"), words("site.contamination")
        return row(
            packages_gauge(score.packages, words),
            count_gauge(industry, score.industry, rules.industry_over, palette.INDUSTRY, words),
            count_gauge(
                contamination, score.contamination, rules.contamination_over, palette.CONTAMINATION, words
            ),
        )

    def _list(self) -> str:
        return "\n".join(f"- {sentence}" for sentence in self.model.sentences(self.words))

    def text(self) -> str:
        cards = format_cards(self.model.cards) or self.words("text.site_empty")
        return f"{cards}\n{self._list()}"

    def static(self) -> str:
        cards = f"`{format_cards(self.model.cards)}`" if self.model.cards else self.words("text.site_empty")
        return prose(cards) + self._picture() + prose(self._list())


def cards_at(*, industry: int = 0, contamination: int = 0) -> str:
    """Codes of cards of the basic deck with exactly this much industry and contamination, for a site that
    stands at a line. Its PlomBOX is not done.

    Contamination comes with industry in that deck, and this counts too: ``ValueError`` if it is more than
    ``industry`` where that is given.
    """
    for name, value in (("industry", industry), ("contamination", contamination)):
        if type(value) is not int or not 0 <= value <= 99:
            raise ValueError(f"site: {name} must be a whole number 0 to 99, got {shown(value)}")
    # one i3c2 does the harm of two i2c1 with one industry less
    worst = max(2 * contamination - industry, 0) if industry else 0
    if 2 * worst > contamination:
        raise ValueError(f"site: contamination {contamination} brings industry, more than {industry}")
    bad = contamination - 2 * worst
    light = max(industry - 3 * worst - 2 * bad, 0)
    pieces = ["i3c2"] * worst + ["i2c1"] * bad + ["i1"] * light
    some = PACKAGES[:-1]
    return " ".join(f"R{some[at % len(some)]}{piece}" for at, piece in enumerate(pieces))


def resource_kinds(rules: Rules) -> list[tuple[int, int]]:
    """Industry and contamination of the resource cards in the deck, each pair once, lightest first."""
    cards = [Card.parse(code) for code in rules.deck]
    return sorted({(card.industry, card.contamination) for card in cards if card.is_resource})
