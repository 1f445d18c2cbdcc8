"""Plots of the lessons: each with a title, axes with units, a caption that says what to see, and alt text.

matplotlib is imported when a plot is first made. A plot is a PNG without a date, so that the same numbers
give the same picture.
"""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from io import BytesIO
from typing import Any

from plombox_widget.game.rules import ROLES
from plombox_widget.locales.i18n import Words
from plombox_widget.table import palette

Share = tuple[float, float, float]
"""A share and the ends of its interval, 0 to 1."""
_MARKS = ("o", "s", "^", "D")
_INKS = (palette.BLUE, palette.VERMILLION, palette.GREEN, palette.BLACK)


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture with its words."""

    png: bytes
    alt: str
    """The numbers in the picture, for whoever does not see it."""
    caption: str
    """What to see, the number of games, the seed."""

    def html(self) -> str:
        """The picture as a figure; all texts are escaped."""
        data = base64.b64encode(self.png).decode("ascii")
        return (
            f'<figure style="margin:.5em 0;max-width:44em"><img alt="{escape(self.alt)}" '
            f'style="width:100%;height:auto;background:#fff" src="data:image/png;base64,{data}">'
            f'<figcaption style="line-height:1.5;white-space:normal">{escape(self.caption)}</figcaption>'
            "</figure>"
        )


def _figure(height: float = 3.1) -> tuple[Any, Any]:
    try:
        figure_module = import_module("matplotlib.figure")
    except ImportError:
        raise ModuleNotFoundError(
            "plots need matplotlib: pip install 'plombox-widget[lab]'", name="matplotlib"
        ) from None
    figure = figure_module.Figure(figsize=(4.8, height), dpi=170, layout="constrained")
    return figure, figure.subplots()


def _finished(figure: Any, alt: str, caption: str) -> Plot:
    buffer = BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return Plot(buffer.getvalue(), alt, caption)


def shares_plot(
    groups: Mapping[str, Sequence[Share]],
    labels: Sequence[str],
    title: str,
    axes_titles: tuple[str, str],
    caption: str,
    words: Words,
) -> Plot:
    """Shares with their intervals: ``labels`` along the axis, one kind of mark for each of ``groups``."""
    figure, axes = _figure()
    width = 0.6 / max(len(groups), 1)
    told = []
    for number, (name, shares) in enumerate(groups.items()):
        places = [at + (number - (len(groups) - 1) / 2) * width for at in range(len(labels))]
        values = [100 * share[0] for share in shares]
        errors = [[100 * (s[0] - s[1]) for s in shares], [100 * (s[2] - s[0]) for s in shares]]
        axes.errorbar(
            places,
            values,
            yerr=errors,
            fmt=_MARKS[number % 4],
            color=_INKS[number % 4],
            capsize=4,
            label=name,
        )
        told += [f"{name}, {label} {words.percent(s[0])}" for label, s in zip(labels, shares, strict=True)]
    axes.set_xticks(range(len(labels)), labels)
    axes.set_xlim(-0.6, len(labels) - 0.4)
    axes.set_ylim(0, 100)
    axes.set_xlabel(axes_titles[0])
    axes.set_ylabel(axes_titles[1])
    axes.set_title(title, fontsize="medium")
    axes.grid(axis="y", alpha=0.3)
    if len(groups) > 1:
        axes.legend(fontsize="small")
    return _finished(figure, f"{title} – {words.clauses(told)}.", caption)


def odds_plot(
    lines: Mapping[str, Sequence[float]],
    guesses: Mapping[str, Sequence[tuple[int, bool]]],
    title: str,
    axes_titles: tuple[str, str],
    caption: str,
    words: Words,
) -> Plot:
    """Odds by play, a line per name; ``guesses`` are marks on them, filled if right, hollow if wrong."""
    figure, axes = _figure(3.9)
    told = []
    styles = ("-", "--", ":", "-.")
    for number, (name, odds) in enumerate(lines.items()):
        colour = (*_INKS, palette.PURPLE, palette.SKY, palette.ORANGE, palette.INK)[number % 8]
        axes.plot([100 * value for value in odds], styles[number % 4], color=colour, label=name)
        for at, right in guesses.get(name, ()):
            fill = colour if right else palette.WHITE
            axes.plot([at], [100 * odds[at]], _MARKS[number % 4], color=colour, markerfacecolor=fill, ms=8)
        told.append(f"{name} {words.percent(odds[0])} → {words.percent(odds[-1])}")
    axes.set_ylim(-3, 103)
    axes.set_xlabel(axes_titles[0])
    axes.set_ylabel(axes_titles[1])
    axes.set_title(title, fontsize="medium")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=2, fontsize="small")
    return _finished(figure, f"{title} – {words.clauses(told)}.", caption)


def role_labels(words: Words) -> list[str]:
    """The factions, in the order of ``ROLES``, as labels."""
    return [words(f"role.{role}") for role in ROLES]
