"""The rules in force on one page, their numbers made from ``Rules``: to read, to print, to hand out."""

import base64
from collections.abc import Callable, Iterable
from html import escape

import ipywidgets as widgets

from plombox_widget.game.expect import given_rules
from plombox_widget.game.rules import ROLES, Rules, expect_rules
from plombox_widget.locales.i18n import Words
from plombox_widget.table.text import capital
from plombox_widget.teaching import markup
from plombox_widget.teaching.facts import rule_facts
from plombox_widget.teaching.panel import Panel, guarded, prose, text_button, wrapped

PARTS = (
    "seats",
    "roles",
    "deck",
    "turn",
    "resource",
    "positive",
    "negative",
    "incrimination",
    "end",
    "site",
    "factions",
)
"""The rulings R1 to R12 in the order of play; their texts are ``lesson.house.<part>``."""


def rule_lines(rules: Rules, words: Words) -> list[str]:
    """One line of light markup per part of the rules."""
    facts = rule_facts(rules)
    facts["draw_text"] = words(f"lesson.lab.draw.{rules.draw}")
    facts["sign"] = "!"
    facts["deck_text"] = words.listed(f"{copies}\u00a0×\u00a0`{code}`" for code, copies in rules.deck.items())
    facts["goals"] = capital(words.clauses(goals(rules, words)))
    return [words(f"lesson.house.{part}", **facts) for part in PARTS]


def goals(rules: Rules, words: Words, group: str = "house") -> list[str]:
    """By role: what a faction's sites must be more than (R12), in the words of ``group``."""
    return [
        words(
            f"lesson.{group}.goal.{'sum' if rules.margin(role) else 'size'}",
            faction=words(f"{'result.winner' if group == 'house' else 'faction'}.{role}"),
            what=words(f"lesson.win.what.{role}"),
            margin=signed(rules.margin(role)),
        )
        for role in ROLES
    ]


def signed(number: int) -> str:
    """A number that is added, with its sign before it."""
    return f"{'−' if number < 0 else '+'}\u00a0{abs(number)}"


def changes(rules: Rules, words: Words) -> list[str]:
    """The rules that differ from the published ones, each with its two values."""
    standard = Rules(players=rules.players)
    told = []
    for name, value in rules.changed().items():
        new, old = (_value(name, one, words) for one in (value, getattr(standard, name)))
        told.append(words(f"lesson.house.changed.{name}", new=new, old=old))
    return told


def _value(name: str, value: object, words: Words) -> str:
    if name == "draw":
        return words(f"lesson.lab.draw.{value}")
    if name.endswith("_margin"):
        return signed(int(str(value)))
    return str(getattr(value, "size", value))


def _all_lines(rules: Rules, words: Words) -> str:
    """The rules, and under a heading of their own those that differ from the published ones."""
    changed = [f"- {line}" for line in changes(rules, words)]
    bent = [words("lesson.house.bent"), "\n".join(changed)] if changed else []
    return "\n\n".join([*rule_lines(rules, words), *bent])


def page(rules: Rules, words: Words) -> str:
    """The rules as one HTML page that stands alone: no script, nothing from outside; A4 or Letter."""
    title = escape(words("lesson.house.title", players=rules.players))
    body = markup.html(_all_lines(rules, words))
    style = (
        "body{font:11pt/1.4 sans-serif;max-width:44em;margin:1.5cm auto;padding:0 1em}"
        "body{color:#111;background:#fff}p{margin:.5em 0}@page{margin:1.5cm}"
    )
    return (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{style}</style></head><body><h1>{title}</h1>{body}</body></html>\n"
    )


def download(data: bytes, kind: str, name: str, label: str) -> str:
    """A link that saves ``data`` as a file: the data travel inside the link, nothing is written here."""
    encoded = base64.b64encode(data).decode("ascii")
    return (
        f'<a download="{escape(name)}" href="data:{kind};base64,{encoded}" '
        f'style="text-decoration:underline;color:inherit;line-height:2">{escape(label)}</a>'
    )


class HouseRules(Panel):
    """The rules in force, and a link that saves them as one page."""

    def __init__(
        self, rules: Rules | Callable[[], Rules] | None = None, lang: str = "en", *, strict: bool = False
    ) -> None:
        """``rules``, or a function that gives them when the page is asked for."""
        self._asked: Callable[[], Rules] = rules if callable(rules) else lambda: given_rules(rules)
        self._rules = expect_rules(self._asked())
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self.make_button = text_button()
        self.make_button.on_click(lambda _: self.make())
        self._link, self._lines = widgets.HTML(), widgets.HTML()
        return [wrapped(self.make_button), self._link, self._lines]

    @guarded
    def make(self) -> None:
        """Write the page for the rules as they now are; rules that cannot be are one line, the page stays."""
        self._rules = self._asked()
        self.refresh()

    def refresh(self) -> None:
        rules, words = self._rules, self.words
        self.make_button.description = words("lesson.house.make")
        html = page(rules, words).encode("utf-8")
        self._link.value = download(html, "text/html", "plombox.html", words("lesson.house.save"))
        self._lines.value = self.static()

    def text(self) -> str:
        return _all_lines(self._rules, self.words)

    def static(self) -> str:
        return prose(self.text())
