"""The form of a paper game for the cards that are turned up, and for the roles; and what its clicks do."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from ipywidgets import HTML, Box, Button, Dropdown, ToggleButton, VBox, Widget

from plombox_widget.game.cards import PACKAGES, Card, Role
from plombox_widget.locales.i18n import Words
from plombox_widget.table import text
from plombox_widget.table.controls import Controls, Panel, Styles, wrong
from plombox_widget.table.fold import Fold
from plombox_widget.table.paper import SIGNS, Codes, read_codes
from plombox_widget.table.referee import Referee
from plombox_widget.table.seats import Refusal
from plombox_widget.table.session import Session

MOST_CODES = 40
"""Buttons for codes at most: a deck with more different cards is typed."""


class RefereePanel(Panel):
    """A field for the cards of each site that is turned up, a button for each card of the deck, and roles."""

    def __init__(self, styles: Styles, bind: Callable[[str], Callable[..., None]]) -> None:
        super().__init__(styles, bind)
        self._setting = False
        self._wanted: dict[int, int] = {}
        self._codes: tuple[str, ...] = ()

    def show(self, game: Referee, words: Words, target: int | None) -> None:
        """What has to be entered now: the site that an incrimination turns up, or everything, at the end."""
        if not self._built:
            self._build()
        count = game.to_count
        seats = range(game.rules.players) if count else () if target is None else (target,)
        self._wanted = {seat: game.hidden(seat) for seat in seats if game.hidden(seat)}
        self._setting = True
        try:
            self._offer_codes(game, words)
            self._label(game, words, count=count)
        finally:
            self._setting = False
        self.entry.layout = self._styles.text if count or self._wanted else self._styles.hidden
        self.cards.layout = self._styles.text if self._wanted else self._styles.hidden
        self.back.layout = self._styles.button if self._wanted else self._styles.hidden
        self.count.layout = self._styles.button if count else self._styles.hidden
        self.box.layout = self._styles.text

    @property
    def asks(self) -> tuple[object, ...]:
        """The sites whose cards are to be entered, and whether the roles are; empty if there is nothing."""
        if not self._built or not self.open or self.entry.layout is self._styles.hidden:
            return ()
        return (*self._wanted, self.count.layout is self._styles.button)

    def focus(self) -> None:
        """The keyboard goes to where the first of it is entered, and so it is seen."""
        cards = [button for row in self.packages.values() for button in row.children]
        fields = [self.fields[seat] for seat in self._wanted] if self._wanted else self.who
        (cards if cards and self._wanted else fields)[0].focus()

    def codes(self, seat: int) -> str:
        """What is entered for a site."""
        return self.fields[seat].value if self._built and seat in self._wanted else ""

    def roles(self, players: int) -> list[str]:
        return [field.value for field in self.who[:players]]

    def add(self, code: str) -> None:
        """One card more at the first site that lacks one."""
        for seat, number in self._wanted.items():
            entered = self.fields[seat].value.split()
            if len(entered) < number:
                self.fields[seat].value = " ".join([*entered, code])
                return

    def remove(self) -> None:
        """The last card of the last site that has any."""
        for seat in reversed(self._wanted):
            entered = self.fields[seat].value.split()
            if entered:
                self.fields[seat].value = " ".join(entered[:-1])
                return

    def clear(self) -> None:
        """What was entered for the last play is not meant for the next."""
        if self._built:
            for field in self.fields:
                field.value = ""

    def widgets(self) -> list[Widget]:
        """All of them, to be closed."""
        if not self._built:
            return [self.box]
        fields = [*self.fields, *self.who, *self.buttons, *self.rows]
        cards = [self.cards, *self.headings.values(), *self.packages.values()]
        rest = [self.title, self.told, self.entry, self.back, self.count, self.last]
        return [self.box, *fields, *cards, *rest, self.deck, self.counted, self.switch, *self.foot.widgets]

    def _build(self) -> None:
        make = self._styles
        self.title: HTML = make.html()
        self.told: HTML = make.html()
        self.fields = [make.entry() for _ in text.LETTERS]
        self.who: list[Dropdown] = [make.choice(["", *map(str, Role)]) for _ in text.LETTERS]
        self.rows = [
            Box([field, who], layout=make.row) for field, who in zip(self.fields, self.who, strict=True)
        ]
        self.buttons: list[Button] = []
        self.packages = {package: Box(layout=make.row) for package in PACKAGES}
        self.headings = {package: make.html() for package in PACKAGES}
        self.cards = VBox(
            [one for package in PACKAGES for one in (self.headings[package], self.packages[package])],
            layout=make.text,
        )
        self.back, self.count = self._button("paper_back"), self._button("paper_count")
        self.count.button_style = "success"
        self.counted: ToggleButton = make.make_toggle()
        self.counted.observe(lambda change: self._on("counted", change["new"]), "value")
        for who in self.who:
            who.observe(lambda _: self._on("edit"), "value")
        for field in self.fields:
            field.continuous_update = False
            field.observe(lambda _: self._on("paper_typed"), "value")
        self.last = Box([self.back, self.count], layout=make.row)
        self.entry = VBox([self.title, self.told, self.cards, *self.rows, self.last], layout=make.hidden)
        self.deck: HTML = make.html()
        self.switch = Box([self.counted], layout=make.row)
        self.foot = Fold(make, VBox([self.deck, self.switch], layout=make.text))
        self.box.children = (self.entry, *self.foot.widgets)
        self.box.add_class("plombox-paper")
        self._built = True

    def _on(self, name: str, *args: Any) -> None:
        if not self._setting:
            self._bind(name)(*args)

    def _button(self, name: str) -> Button:
        button = self._styles.make_button()
        button.on_click(self._bind(name))
        button.add_class(f"plombox-{name}")
        return button

    def _offer_codes(self, game: Referee, words: Words) -> None:
        """A button for each resource card of the deck, one work package after the other."""
        codes = tuple(dict.fromkeys(str(card) for card in game.rules.basic_cards if card.is_resource))
        self._codes = codes if len(codes) <= MOST_CODES else ()
        while len(self.buttons) < len(self._codes):
            self._add_button(len(self.buttons))
        rows: dict[int, list[Button]] = {package: [] for package in PACKAGES}
        for code, button in zip(self._codes, self.buttons, strict=False):
            card = Card.parse(code)
            told = text.card_text(card, words)
            button.description = _brings(card, words)
            button.tooltip = words("paper.card.tip", code=code, card=told)
            rows[card.package].append(button)
        for package, row in self.packages.items():
            if row.children != tuple(rows[package]):
                row.children = tuple(rows[package])
            heading = self.headings[package]
            heading.value = f"<b>{escape(words('paper.package', package=package))}</b>"
            heading.layout = self._styles.text if rows[package] else self._styles.hidden

    def _add_button(self, at: int) -> None:
        button = self._styles.make_button()
        press = self._bind("paper_card")
        button.on_click(lambda _: press(self._codes[at]))
        self.buttons.append(button)

    def _label(self, game: Referee, words: Words, *, count: bool) -> None:
        self.back.description = words("control.paper.back")
        self.count.description = words("control.paper.count")
        self.counted.description = words("control.paper.counted")
        self.counted.value = game.counted
        self.deck.value = escape(words("paper.deck.told"))
        self.foot.show(words("paper.deck"))
        options = [
            (words("control.paper.choose"), ""),
            *((words(f"role.{role}"), str(role)) for role in Role),
        ]
        for seat, (field, who) in enumerate(zip(self.fields, self.who, strict=True)):
            here = seat < game.rules.players
            name = game.names[seat] if here else ""
            field.layout = self._styles.field if seat in self._wanted else self._styles.hidden
            who.layout = self._styles.field if count and here else self._styles.hidden
            self.rows[seat].layout = self._styles.row if here else self._styles.hidden
            field.description = words("control.paper.site", name=name)
            who.description = words("control.paper.role", name=name)
            if tuple(options) != tuple(who.options):
                role = who.value
                who.options = options
                who.value = role
        title = words("paper.end") if count else words("paper.turn_up", name=self._first(game))
        told = f'<div role="status" aria-live="polite">{self._next(game, words)}</div>'
        self.title.value = f"<b>{escape(title)}</b>{told}"
        self.told.value = self._key(game, words) if self._wanted else ""

    def _key(self, game: Referee, words: Words) -> str:
        """How cards are entered, with a card of this deck that has the most to read."""
        example = max(
            (card for card in game.rules.basic_cards if card.is_resource),
            key=lambda card: (min(card.industry, card.contamination), card.industry + card.contamination),
            default=Card.parse("R2i3c2"),
        )
        key = "paper.codes" if self._codes else "paper.codes.typed"
        facts = example._asdict() | {"code": str(example)}
        return escape(words(key, **facts))

    def _first(self, game: Referee) -> str:
        return next((game.names[seat] for seat in self._wanted), "")

    def _next(self, game: Referee, words: Words) -> str:
        """Which card is to be entered next, or what is wrong with those that are entered, as HTML."""
        for seat, number in self._wanted.items():
            name = game.names[seat]
            try:
                entered = len(read_codes(self.fields[seat].value, name))
            except Refusal as error:
                return wrong(words(error.key, **error.facts))
            if entered > number:
                return wrong(words("refuse.paper.number", name=name, count=number, got=entered))
            if entered < number:
                return escape(words("paper.next", number=entered + 1, count=number, name=name))
        return escape(words("paper.complete")) if self._wanted else ""


def _brings(card: Card, words: Words) -> str:
    """What a resource card brings beside its work package, in a few words."""
    if card.industry and card.contamination:
        what = "both"
    else:
        what = "industry" if card.industry else "contamination" if card.contamination else "plain"
    return words(f"paper.card.{what}", industry=card.industry, contamination=card.contamination)


class Refereeing:
    """The actions of a paper game, for the table that has the form as ``_paper``."""

    _paper: RefereePanel
    _controls: Controls
    _session: Session
    _words: Words
    _picked: int | None
    _target: int | None
    play: Callable[[int, int], None]
    _show: Callable[[], None]
    _changed: Callable[[], None]
    _refocus: Callable[[Any], None]

    def enter(self, card: str, target: int, turned_up: Codes = ()) -> None:
        """Enter a play of a paper game: ``R`` (any resource), ``+``, ``-`` or ``!`` at a seat, and the codes
        of the cards that an incrimination found face down there."""
        self._game().enter(card, target, turned_up)
        self._picked = self._target = None
        self._paper.clear()
        self._changed()

    def count(self, sites: Sequence[Codes], roles: Sequence[Role | str]) -> None:
        """Count a paper game that has ended, from what lay face down at each site, and the roles."""
        self._game().count(sites, roles)
        self._changed()

    def _game(self) -> Referee:
        if not isinstance(self._session, Referee):
            raise Refusal("refuse.paper.mode")
        return self._session

    def _lay(self, card: int, target: int) -> None:
        """The play that was picked and aimed, with what else is entered for it."""
        if not isinstance(self._session, Referee):
            self.play(card, target)
        elif self._session.asked(card, target):
            self.enter(SIGNS[card], target, self._paper.codes(target))
        else:
            self.enter(SIGNS[card], target)

    def _show_paper(self) -> None:
        """The form, where there is something to enter."""
        game = self._session
        before = self._paper.asks
        if isinstance(game, Referee) and not game.looking_back and not game.may_tell:
            card, target = self._picked, self._target
            asked = card is not None and target is not None and game.asked(card, target) > 0
            self._paper.show(game, self._words, target if asked else None)
        else:
            self._paper.hide()
        if self._paper.asks and self._paper.asks != before:
            self._paper.focus()

    def _on_paper_card(self, code: str) -> None:
        self._paper.add(code)
        self._show()

    def _on_paper_back(self, *_: Any) -> None:
        self._paper.remove()
        self._show()

    def _on_paper_typed(self) -> None:
        self._show()

    def _on_paper_count(self, *_: Any) -> None:
        game = self._game()
        seats = range(game.rules.players)
        self.count([self._paper.codes(seat) for seat in seats], self._paper.roles(len(seats)))
        self._controls.new_game.focus()

    def _on_counted(self, on: bool) -> None:
        self._game().counted = on
        self._game().version += 1
        self._show()
