"""The help: the game on one page, with its numbers made from the rules (R1 to R12), and what is drawn how."""

from html import escape
from typing import NamedTuple

from plombox_widget.game.cards import PACKAGES
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.locales.i18n import Words
from plombox_widget.table import text

_STYLE = """<style>
.plombox-help h3, .plombox-help h4 { margin: 0; font-size: 1.25em; font-weight: bold; line-height: 1.4; }
.plombox-help h4 { margin: 0 0 2px; font-size: 1.05em; color: inherit; }
.plombox-help ul { margin: 0; padding-left: 1.3em; }
.plombox-help li { margin: 2px 0; }
.plombox-help section { break-inside: avoid; padding: 10px 0 0; }
.plombox-help .plombox-columns { columns: 3 24em; column-gap: 28px; }
.plombox-help .plombox-drawn { list-style: none; padding: 0; }
.plombox-help .plombox-drawn li { display: flex; align-items: center; gap: 10px; margin: 5px 0; }
.plombox-help .plombox-drawn span { flex: none; line-height: 0; }
.plombox-help .plombox-grid {
    display: grid; grid-template-columns: repeat(auto-fill, minmax(min(24em, 100%), 1fr)); column-gap: 28px;
}
</style>"""


class Line(NamedTuple):
    """One thing that is told."""

    told: str
    name: str = ""
    """Of the button that it is about."""
    picture: str = ""
    """SVG of what it is about."""


class Section(NamedTuple):
    """Lines under a heading."""

    title: str
    lines: tuple[Line, ...]


def sections(rules: Rules, words: Words) -> tuple[Section, ...]:
    """The game, a turn, the end, the cards, the buttons, the keyboard, and at last the drawings."""
    # What draws is needed once somebody asks for help, not before.
    from plombox_widget.table.legend import drawings, kinds

    return (
        _section("game", words, words("help.box", count=len(PACKAGES)), words("help.seats")),
        _section(
            "turn", words, words(f"help.draw.{rules.draw}"), words("help.play", play=words("control.play"))
        ),
        _section("wins", words, *_wins(rules, words)),
        Section(
            words("help.cards"), tuple(Line(told, picture=picture) for picture, told in kinds(rules, words))
        ),
        Section(words("help.buttons"), tuple(_buttons(words))),
        _section("keyboard", words, words("help.keys")),
        Section(
            words("help.drawings"),
            tuple(Line(told, picture=picture) for picture, told in drawings(rules, words)),
        ),
    )


def _section(name: str, words: Words, *told: str) -> Section:
    return Section(words(f"help.{name}"), tuple(map(Line, told)))


def _wins(rules: Rules, words: Words) -> list[str]:
    """When the game ends, and for each faction what it needs of which sites."""
    return [
        words("text.end", limit=rules.incriminations_to_end),
        words("help.count"),
        *(f"{text.goal_count(role, rules, words)} {text.goal_rule(role, rules, words)}" for role in ROLES),
    ]


def _buttons(words: Words) -> list[Line]:
    redo, lesson = words("control.redo"), words("lesson.rules.title")
    return [
        Line(words(f"help.button.{name}", redo=redo, lesson=lesson), words(f"control.{name}"))
        for name in ("play", "step", "turn", "auto", "coach", "undo", "history", "log")
    ]


def help_html(rules: Rules, words: Words) -> str:
    """The same as HTML in a frame: sections in columns, then the drawings."""
    *told, drawn = (_html(section) for section in sections(rules, words))
    title, close = words("help.title"), words("help.close", help=words("control.help"))
    return (
        f'{_STYLE}<div class="plombox-panel plombox-help" role="region" aria-label="{escape(title)}">'
        f"<h3>{escape(title)}</h3>{escape(close)}"
        f'<div class="plombox-columns">{"".join(told)}</div>{drawn}</div>'
    )


def _html(section: Section) -> str:
    drawn = any(line.picture for line in section.lines)
    kind = ' class="plombox-drawn plombox-grid"' if drawn else ""
    items = "".join(map(_item, section.lines))
    return f"<section><h4>{escape(section.title)}</h4><ul{kind}>{items}</ul></section>"


def _item(line: Line) -> str:
    picture = f'<span aria-hidden="true">{line.picture}</span>' if line.picture else ""
    name = f"<b>{escape(line.name)}</b> – " if line.name else ""
    return f"<li>{picture}<div>{name}{escape(line.told)}</div></li>"
