"""The ordinary widgets under the picture: built once, then only their values change."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from ipywidgets import (
    HTML,
    BoundedIntText,
    Box,
    Button,
    DOMWidget,
    Dropdown,
    HBox,
    IntSlider,
    Layout,
    Text,
    ToggleButton,
    VBox,
    Widget,
)
from ipywidgets.widgets.widget_bool import ToggleButtonStyle
from ipywidgets.widgets.widget_button import ButtonStyle
from ipywidgets.widgets.widget_description import DescriptionStyle
from ipywidgets.widgets.widget_string import HTMLStyle, TextStyle

from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, Words, load
from plombox_widget.table.desk import Desk, Toggle
from plombox_widget.table.help import help_html
from plombox_widget.table.looks import LOOK
from plombox_widget.table.switch import Switch

SPEEDS = {"slow": 1.6, "normal": 0.8, "fast": 0.25}
"""Seconds between two plays of bots, by name."""
_NAMED = (
    "play", "step", "undo", "redo", "new_game", "share", "help", "settings", "auto", "compact", "motion",
    "coach",
)  # fmt: skip
"""Controls whose word does not depend on the position."""
Action = Callable[..., None]
Bind = Callable[[Action], Callable[..., None]]
"""Makes a callback of an action: errors shown, late clicks dropped."""


class Styles:
    """Layouts and styles that many widgets share: one each would make them three times as many."""

    def __init__(self) -> None:
        self.button = Layout(width="auto", height="auto", min_height="34px", margin="2px", padding="4px 10px")
        self.row = Layout(flex_flow="row wrap", align_items="center")
        self.field = Layout(width="auto", max_width="100%", margin="2px")
        self.text = Layout(width="auto", margin="2px")
        self.panel = Layout(width="auto")
        self.hidden = Layout(display="none")
        self.button_style, self.toggle_style = ButtonStyle(), ToggleButtonStyle()
        self.html_style, self.text_style = HTMLStyle(), TextStyle(description_width="initial")
        self.choice_style = DescriptionStyle(description_width="initial")

    def html(self) -> HTML:
        return HTML(layout=self.text, style=self.html_style)

    def make_button(self) -> Button:
        return Button(layout=self.button, style=self.button_style)

    def make_toggle(self) -> ToggleButton:
        return Switch(layout=self.button, style=self.toggle_style)

    def choice(self, options: Iterable[Any], **values: Any) -> Dropdown:
        return Dropdown(options=list(options), layout=self.field, style=self.choice_style, **values)

    def entry(self) -> Text:
        return Text(layout=self.field, style=self.text_style)


class ToggleRow:
    """Buttons of which at most one is down. More are made when needed; spare ones are hidden."""

    def __init__(self, styles: Styles, pressed: Callable[[int | None], None], bind: Bind) -> None:
        self._styles, self._pressed, self._bind = styles, pressed, bind
        self._values: tuple[int, ...] = ()
        self._setting = False
        self.buttons: list[ToggleButton] = []
        self.box = Box(layout=styles.row)

    def show(self, toggles: Sequence[Toggle]) -> None:
        self._setting = True
        try:
            while len(self.buttons) < len(toggles):
                self._add()
            self._values = tuple(toggle.value for toggle in toggles)
            for button, toggle in zip(self.buttons, toggles, strict=False):
                with button.hold_sync():
                    button.description = toggle.label
                    button.value = toggle.pressed
                    button.disabled = not toggle.enabled
                    button.button_style = "primary" if toggle.pressed else ""
                    button.layout = self._styles.button
            for button in self.buttons[len(toggles) :]:
                with button.hold_sync():
                    button.description, button.value, button.disabled = "", False, True
                    button.layout = self._styles.hidden
        finally:
            self._setting = False

    @property
    def first(self) -> ToggleButton | None:
        """The first button that can be pressed."""
        return next((button for button in self.buttons if not button.disabled), None)

    def _add(self) -> None:
        at = len(self.buttons)
        button = self._styles.make_toggle()
        act = self._bind(lambda down: self._pressed(self._values[at] if down else None))

        def changed(change: Any) -> None:
            if not self._setting:
                act(change["new"])

        button.observe(changed, "value")
        self.buttons.append(button)
        self.box.children = (*self.box.children, button)


class Panel:
    """Built when it is first opened. ``bind(name)`` gives the callback of an action by its name."""

    def __init__(self, styles: Styles, bind: Callable[[str], Callable[..., None]]) -> None:
        self._styles, self._bind = styles, bind
        self._built = False
        self.box = VBox(layout=styles.hidden)
        self.box.add_class("plombox-panel")

    @property
    def open(self) -> bool:
        return bool(self.box.layout is not self._styles.hidden)

    def hide(self) -> None:
        self.box.layout = self._styles.hidden


class Controls:
    """Everything under and over the picture but the panels that open."""

    def __init__(self, players: int, bind: Callable[[str], Callable[..., None]]) -> None:
        """``bind(name)`` gives the callback of an action by its name."""
        self._bind = bind
        self._setting = False
        self._said: tuple[str, str, tuple[str, ...]] = ("", "", ())
        self._news: tuple[str, ...] = ()
        self.tells_error = False
        """Whether an error stands beside the status."""
        self.styles = styles = Styles()
        self.status = styles.html()
        self.log, self.position = styles.html(), styles.html()
        self.hand = ToggleRow(styles, bind("pick"), lambda action: action)
        self.targets = ToggleRow(styles, bind("aim"), lambda action: action)
        self.play, self.step, self.turn = self._button("play"), self._button("step"), self._button("turn")
        self.undo, self.redo = self._button("undo"), self._button("redo")
        self.uncover, self.new_game = self._button("uncover"), self._button("new_game")
        self.again, self.share = self._button("again"), self._button("share")
        self.auto, self.help, self.settings = (self._toggle(name) for name in ("auto", "help", "settings"))
        self.compact, self.coach = self._toggle("compact"), self._toggle("coach")
        self.motion = self._toggle("motion")
        self.speed = styles.choice(SPEEDS, value="normal")
        languages = [(load(language)("language.name"), language) for language in LANGUAGES]
        self.language = styles.choice(languages)
        self.language.observe(self._changed("language"), "value")
        self.history = BoundedIntText(0, min=0, max=0, layout=styles.field, style=styles.choice_style)
        self.slide = IntSlider(
            0, 0, 0, layout=styles.field, continuous_update=False, readout=False, behavior="snap"
        )
        for past in (self.history, self.slide):
            past.observe(self._changed("goto"), "value")
        self.help_text, self.look = styles.html(), HTML(LOOK, layout=styles.hidden, style=styles.html_style)
        self.headings = [styles.html() for _ in range(2)]
        for name, widget in (("hand", self.hand.box), ("targets", self.targets.box), ("text", self.position)):
            widget.add_class(f"plombox-{name}")
        for name in ("status", "log", "history", "slide", "language", "speed"):
            getattr(self, name).add_class(f"plombox-{name}")
        self.top = HBox(
            [self.new_game, self.share, self.help, self.language, self.settings], layout=styles.row
        )
        self.top.add_class("plombox-top")
        self.looks = HBox([self.compact, self.motion], layout=styles.row)
        self.folded = VBox([self.looks], layout=styles.hidden)
        self.folded.add_class("plombox-panel")
        self.actions = HBox(
            [self.again, self.play, self.step, self.turn, self.auto, self.speed, self.coach],
            layout=styles.row,
        )
        self.past = HBox([self.undo, self.redo, self.history, self.slide], layout=styles.row)

    def _button(self, name: str) -> Button:
        button = self.styles.make_button()
        button.on_click(self._bind(name))
        button.add_class(f"plombox-{name}")
        return button

    def _toggle(self, name: str) -> ToggleButton:
        button = self.styles.make_toggle()
        button.observe(self._changed(name), "value")
        button.add_class(f"plombox-{name}")
        return button

    def _changed(self, name: str) -> Callable[[Any], None]:
        act = self._bind(name)

        def changed(change: Any) -> None:
            if not self._setting:
                act(change["new"])

        return changed

    def below(self, coach: Widget, paper: Widget) -> tuple[Widget, ...]:
        """What stands under the picture, in the order of the Tab key."""
        cards, targets = self.headings
        return (
            self.uncover, cards, self.hand.box, targets, self.targets.box, paper,
            self.actions, coach, self.past, self.log, self.position,
        )  # fmt: skip

    def label(self, words: Words, rules: Rules, *, compact: bool) -> None:
        """Every word that does not depend on the position."""
        self._setting = True
        try:
            for name in _NAMED:
                getattr(self, name).description = words(f"control.{name}")
            self.again.description, self.again.button_style = words("control.new_game"), "primary"
            self.history.description = words("control.history")
            self.speed.description, self.language.description = (
                words("control.speed"),
                words("control.language"),
            )
            speed = self.speed.value
            self.speed.options = [(words(f"control.speed.{name}"), name) for name in SPEEDS]
            self.speed.value = speed
            self.language.value = words.language
            self.compact.value, self.motion.disabled = compact, compact
            self.help_text.value = help_html(rules, words) if self.help.value else ""
            self.help_text.layout = self.styles.text if self.help.value else self.styles.hidden
            self.folded.layout = self.styles.panel if self.settings.value else self.styles.hidden
        finally:
            self._setting = False

    def show(self, desk: Desk, words: Words, message: str) -> None:
        """The values of a position; only what differs is sent."""
        self._setting = True
        try:
            self.hand.show(desk.hand)
            self.targets.show(desk.targets)
            for name in ("play", "step", "turn", "undo", "redo"):
                getattr(self, name).disabled = not getattr(desk, name)
            self.undo.tooltip = desk.undo_why
            self.turn.description = desk.go
            self.play.button_style = "success" if desk.play else ""
            self.turn.button_style = "info" if desk.turn else ""
            self.uncover.description = desk.cover
            for heading, told in zip(self.headings, desk.headings, strict=True):
                heading.value = f"<b>{escape(told)}</b>"
            self._lay_out(desk)
            value, last = desk.history
            for past in (self.history, self.slide):
                with past.hold_sync():
                    past.max, past.value, past.disabled = last, value, last == 0
            self.tells_error = bool(message)
            self.status.value = _status(desk.status, message, desk.since, self._heard(desk, message))
            self.log.value = lines("log", words("control.log"), desk.log, scroll=True)
            self.position.value = lines("region", words("control.words"), desk.position, scroll=True)
        finally:
            self._setting = False

    def _lay_out(self, desk: Desk) -> None:
        """What is of no use in this position is not there: at the end nothing is left to play."""
        styles, playing = self.styles, not desk.over
        for seen, widget, layout in (
            (desk.cover, self.uncover, styles.button),
            (desk.over, self.again, styles.button),
            (playing and (desk.bots or desk.hand), self.play, styles.button),
            (playing, self.hand.box, styles.row),
            (playing, self.targets.box, styles.row),
            *((playing and desk.hand, heading, styles.text) for heading in self.headings),
            *((playing and desk.bots, button, styles.button) for button in (self.step, self.turn, self.auto)),
            (playing and desk.bots, self.speed, styles.field),
            (desk.bots, self.coach, styles.button),
        ):
            widget.layout = layout if seen else styles.hidden
        self.new_game.button_style = "primary" if desk.over else ""

    def switch_off(self, name: str) -> None:
        """Switch ``auto`` or ``coach`` off without a click."""
        self._setting = True
        try:
            getattr(self, name).value = False
        finally:
            self._setting = False

    def say(self, message: str) -> None:
        """One line in the status, when nothing else can be shown."""
        self.tells_error = True
        self.status.value = _status(message, "")

    def _heard(self, desk: Desk, message: str) -> tuple[str, ...]:
        """Lines of the log to be read out with the status, oldest first: those that came with it."""
        said = (desk.status, message, desk.log)
        if said != self._said:
            before = self._said[2]
            new = desk.log.index(before[0]) if before and before[0] in desk.log else 1
            self._said, self._news = said, desk.log[:new][::-1]
        return self._news

    def next_focus(self) -> DOMWidget:
        """Where the keyboard goes on when the control that had it went out of use."""
        if self.uncover.description:
            return self.uncover
        first = self.hand.first
        if first is not None:
            return first
        if self.again.layout is not self.styles.hidden:
            return self.again
        return self.new_game if self.turn.disabled else self.turn

    def widgets(self) -> list[Widget]:
        """All of them, to be closed."""
        own = [value for value in vars(self).values() if isinstance(value, Widget)]
        own.append(self.slide.style)
        rows = [widget for row in (self.hand, self.targets) for widget in (*row.buttons, row.box)]
        return [
            *own,
            *rows,
            *self.headings,
            *(v for v in vars(self.styles).values() if isinstance(v, Widget)),
        ]


def _status(status: str, message: str, since: str = "", news: Sequence[str] = ()) -> str:
    # The line beside the status is kept free, so that the picture does not jump when there is one. As an
    # alert, it is read out though the element is a new one each time; a page that can makes it a quiet one.
    heard = "".join(f"{escape(line)} " for line in news)
    return (
        f'<div role="alert" style="line-height:1.4;font-weight:bold">'
        f'<span class="plombox-unseen">{heard}</span><div class="plombox-now">{escape(status)}</div>'
        f'<div class="plombox-beside">{wrong(message) if message else escape(since)}</div></div>'
    )


def wrong(message: str) -> str:
    """What went wrong, as HTML: it looks the same in the status line and in every panel."""
    return f'<span class="plombox-wrong">{escape(message)}</span>'


def lines(role: str, title: str, lines: Sequence[str], *, scroll: bool = False) -> str:
    """Lines under a title, as HTML. A ``log`` is silent: the status reads out what is new in it.

    ``scroll``: no higher than a part of the screen, and scrolled by itself, by the keyboard too.
    """
    live = ' aria-live="off"' if role == "log" else ""
    live += ' tabindex="0" class="plombox-scroll"' if scroll else ""
    told = "".join(f"<div>{escape(line)}</div>" for line in lines)
    return (
        f'<b>{escape(title)}</b><div role="{role}"{live} aria-label="{escape(title)}" '
        f'style="line-height:1.4;white-space:normal">{told}</div>'
    )
