"""The rules that the panel for a new game lets one bend: folded away until they are asked for."""

from dataclasses import replace
from typing import Any

from ipywidgets import Box, DOMWidget, Dropdown, Text, ToggleButton, Widget

from plombox_widget.game.rules import DRAWS, RANGES, Rules
from plombox_widget.locales.i18n import Words
from plombox_widget.table.controls import Styles
from plombox_widget.table.seats import NAME_LENGTH, Refusal

NUMBERS = ("industry_over", "contamination_over", "citizen_margin", "corporate_margin", "ngo_margin")
"""Fields of ``Rules`` that are typed as numbers (R11, R12); ``draw`` is chosen (R5)."""
_DIGITS = 4


class RuleKnobs:
    """A button that unfolds a field for each rule."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._base = Rules()
        self.fold: ToggleButton = styles.make_toggle()
        self.draw: Dropdown = styles.choice(DRAWS)
        self.numbers: dict[str, Text] = {name: styles.entry() for name in NUMBERS}
        self.fields = Box([self.draw, *self.numbers.values()], layout=styles.hidden)
        self.box = Box([self.fold, self.fields], layout=styles.row)
        self.fold.observe(self._on_fold, "value")

    @property
    def choices(self) -> tuple[DOMWidget, ...]:
        """What is chosen or typed."""
        return self.draw, *self.numbers.values()

    def fill(self, rules: Rules) -> None:
        """The rules of the game as it is."""
        self._base = rules
        self.draw.value = rules.draw
        for name, field in self.numbers.items():
            field.value = str(getattr(rules, name))

    def rules(self, words: Words) -> Rules:
        """The rules asked for, for as many players as before; ``Refusal`` names the field and its range."""
        numbers: dict[str, Any] = {
            name: _number(name, field.value, words) for name, field in self.numbers.items()
        }
        return replace(self._base, draw=self.draw.value, **numbers)

    def label(self, words: Words) -> None:
        """Every word."""
        self.fold.description = words("control.rules")
        self.draw.description = words("lesson.lab.knob.draw")
        options = [(words(f"lesson.lab.draw.{draw}"), draw) for draw in DRAWS]
        if tuple(options) != tuple(self.draw.options):
            draw = self.draw.value
            self.draw.options = options
            self.draw.value = draw
        for name, field in self.numbers.items():
            field.description = words(f"lesson.lab.knob.{name}")

    def widgets(self) -> list[Widget]:
        """All of them, to be closed."""
        return [self.box, self.fields, self.fold, self.draw, *self.numbers.values()]

    def _on_fold(self, change: Any) -> None:
        self.fields.layout = self._styles.row if change["new"] else self._styles.hidden


def _number(name: str, typed: str, words: Words) -> int:
    low, high = RANGES[name]
    plain = typed.strip().replace("\u2212", "-")
    digits = plain.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS and low <= int(plain) <= high:
        return int(plain)
    field = words(f"lesson.lab.knob.{name}")
    raise Refusal("refuse.rule", field=field, low=low, high=high, value=typed.strip()[:NAME_LENGTH])
