"""The help: the game on one page, with its numbers made from the rules (R1 to R12)."""

from collections.abc import Sequence
from html import escape

from plombox_widget.game.cards import PACKAGES, Role
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.locales.i18n import Words
from plombox_widget.table import text


def help_lines(rules: Rules, words: Words) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Headings, each with its lines: the game, the cards, who wins, the buttons."""
    return (
        (
            words("help.game"),
            (
                words(f"help.seats.{rules.draw}"),
                words("help.site", count=len(PACKAGES)),
                text.goal_rule(Role.CORPORATE, rules, words),
                text.goal_rule(Role.NGO, rules, words),
            ),
        ),
        (
            words("help.cards"),
            (
                words("help.resource"),
                words("help.positive"),
                words("help.negative"),
                words("help.incrimination", limit=rules.contamination_over),
            ),
        ),
        (
            words("help.wins"),
            (
                *(text.goal_count(role, rules, words) for role in ROLES),
                words("text.end", limit=rules.incriminations_to_end),
            ),
        ),
        (
            words("help.buttons"),
            (
                words("help.play", play=words("control.play")),
                words("help.bots", step=words("control.step"), turn=words("control.turn")),
                words("help.rulings", log=words("control.log"), lesson=words("lesson.rules.title")),
            ),
        ),
    )


def help_html(rules: Rules, words: Words) -> str:
    """The same as HTML: a list under each heading."""
    return "".join(_section(title, told) for title, told in help_lines(rules, words))


def _section(title: str, told: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in told)
    return (
        f'<div style="max-width:70em"><b>{escape(title)}</b>'
        f'<ul aria-label="{escape(title)}" style="margin:2px 0 8px;padding-left:1.6em">{items}</ul></div>'
    )
