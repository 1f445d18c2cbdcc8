"""What a site counts, from what the viewer knows: the PlomBOX and two bars with their strict thresholds."""

from typing import NamedTuple

from plombox_widget.game.cards import PACKAGES, Card
from plombox_widget.game.observation import Observation
from plombox_widget.table import palette, signs
from plombox_widget.table.measure import text_width
from plombox_widget.table.shapes import Box, Disc, Lines, Shape

OVER = ">"


class Measure(NamedTuple):
    """One bar: industry or contamination."""

    known: int
    """At least this, from the cards that the viewer knows."""
    most: int
    """At most this, were every unseen card the heaviest that there is."""
    over: int
    """What the total must be over (R11)."""
    added: int = 0
    """What the picked card would add."""

    @property
    def reached(self) -> bool:
        """Whether it is over the limit for certain."""
        return self.known > self.over


def measures(observation: Observation, seat: int, added: Card | None = None) -> tuple[Measure, Measure]:
    """Industry and contamination of a site."""
    rules, known, unknown = observation.rules, observation.known(seat), observation.unknown(seat)
    heaviest = [Card.parse(code) for code in rules.deck]
    industry = max((card.industry for card in heaviest), default=0)
    contamination = max((card.contamination for card in heaviest), default=0)
    return (
        Measure(
            known.industry,
            known.industry + unknown * industry,
            rules.industry_over,
            added.industry if added else 0,
        ),
        Measure(
            known.contamination,
            known.contamination + unknown * contamination,
            rules.contamination_over,
            added.contamination if added else 0,
        ),
    )


def bar(measure: Measure, x: float, y: float, w: float, h: float, colour: str, pale: str) -> list[Shape]:
    """Solid up to what is known, outlined what the picked card adds, hatched what may lie unseen.

    The open dot stands on the last number that is not enough; beyond it the bar is tinted.
    """
    over = measure.over
    unit = w / (over + max(3, over * 0.6))
    known = min(w, measure.known * unit)
    added = min(w, (measure.known + measure.added) * unit)
    most = min(w, (measure.most + measure.added) * unit)
    limit = over * unit
    shapes: list[Shape] = [
        Box(x, y, w, h, palette.WHITE, 0, palette.INK, 1),
        Box(x + limit, y + 1, w - limit - 1, h - 2, pale),
    ]
    if most > added:
        shapes += signs.hatch(x + added, y, most - added, h, palette.HATCH)
    if known:
        shapes.append(Box(x, y, known, h, colour))
    if added > known:
        shapes.append(Box(x + known, y, added - known, h, palette.LIT, 0, palette.INK, 1))
    units = range(1, int(w / unit) + 1)
    if unit >= 8:
        ticks = tuple(((x + i * unit, y + h - 3), (x + i * unit, y + h)) for i in units if i != over)
        shapes.append(Lines(ticks, palette.INK, 1.5))
    shapes += _label(measure, x, y, w, h, limit, max(known, added))
    reach = 3 if h >= 14 else 2
    shapes.append(Lines((((x + limit, y - reach), (x + limit, y + h + reach)),), palette.INK, 1.5))
    shapes.append(Disc(x + limit, y + h / 2, h * 0.32, palette.WHITE, palette.INK, 1.5))
    return shapes


def _label(
    measure: Measure, x: float, y: float, w: float, h: float, limit: float, filled: float
) -> list[Shape]:
    """The threshold in digits: at the end of the bar, or where that is too short before the open dot."""
    size, gap = (11, 2) if h >= 14 else (10, 1)
    told = f"{OVER}{measure.over}"
    wide, dot = text_width(told, size, True) + 4, h * 0.32 + 2
    left = w - wide - 2
    if left < limit + dot:
        left = limit - dot - wide
    if left < filled + 2:
        return []
    return [
        Box(x + left, y + gap, wide, h - 2 * gap, palette.WHITE, 3 if h >= 14 else 0),
        signs.letter(x + left + wide / 2, y + h / 2, told, size, palette.INK, wide),
    ]


def parcel(
    known: frozenset[int], unseen: int, x: float, y: float, size: float, added: int = 0
) -> list[Shape]:
    """The PlomBOX of a site: compartments closed, missing for certain, or perhaps under an unseen card."""
    shapes: list[Shape] = list(signs.parcel(x, y, size, known))
    for package in PACKAGES:
        left, top, half = signs.quarter(package, x, y, size)
        digit = 18 if half > 20 else 11
        middle = (left + half / 2, top + half / 2)
        if package in known:
            shapes.append(signs.letter(*middle, str(package), digit, palette.WHITE))
            continue
        if package == added:
            shapes.append(Box(left + 1, top + 1, half - 2, half - 2, palette.LIT))
        elif unseen:
            shapes += signs.hatch(left + 1, top + 1, half - 2, half - 2, palette.HATCH)
            shapes.append(Disc(*middle, half * 0.36, palette.WHITE))
        shapes.append(signs.letter(*middle, str(package), digit, palette.INK))
    return shapes
