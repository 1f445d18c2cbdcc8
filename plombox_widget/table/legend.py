"""What each drawing of the table means: small pictures from the table's own shapes, each with a sentence."""

from collections.abc import Sequence
from typing import NamedTuple

from plombox_widget.game.cards import Card, Kind
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import Play
from plombox_widget.locales.i18n import Words
from plombox_widget.table import cards, gauges, middle, palette, signs, sites
from plombox_widget.table.shapes import Box, Rect, Region, Scene, Shape, bounds
from plombox_widget.table.svg import svg
from plombox_widget.table.view import View

ACTOR, TARGET = 1, 2
"""Seats that the pictures show."""
AT_LEAST = 3
"""What is known of a bar that may be longer, unless that is over the limit."""
_W, _H = 124, 34
"""Of a picture, but for a card."""
_FACE = (68, 92)
_SITE = (230.0, 140.0)
"""A site of which a picture shows one bar with its number, and no more."""


class Entry(NamedTuple):
    """One drawing and what it means."""

    picture: str
    """SVG, to stand beside the text, which says the same."""
    told: str


def kinds(rules: Rules, words: Words) -> tuple[Entry, ...]:
    """A card of each kind that the deck has."""
    return tuple(
        Entry(_card(_example(rules, kind), words), words(f"help.{kind}", limit=rules.contamination_over))
        for kind in Kind
        if any(card.kind is kind for card in rules.basic_cards)
    )


def _example(rules: Rules, kind: Kind) -> Card:
    """A card of this kind from the deck, the one that brings the most."""
    of_kind = [card for card in rules.basic_cards if card.kind is kind]
    return max(of_kind, key=lambda card: (min(card.industry, card.contamination), card.industry))


def drawings(rules: Rules, words: Words) -> tuple[Entry, ...]:
    """What lies at the sites and in the middle of the table, as these rules draw it."""
    seen = _position(rules)
    view = View(words, tuple(words(f"seat.name.{seat}") for seat in range(rules.players)))
    industry, contamination = rules.industry_over, rules.contamination_over
    actor, target = view.name(ACTOR), view.name(TARGET)
    pictures: dict[str, tuple[str, dict[str, object]]] = {
        "back": (_on_paper(cards.small_back(ACTOR, (44, 4, 36, 50)), high=58), {}),
        "parcel": (_on_paper(gauges.parcel(frozenset({1, 3}), 0, 62, 29, 46), high=58), {}),
        "industry": (_on_paper(signs.factory(62, 17, 26)), {"limit": industry}),
        "contamination": (_on_paper(signs.drop(62, 17, 27)), {"limit": contamination}),
        "bar": (_bar(gauges.Measure(industry, industry, industry)), {"limit": industry}),
        "hatched": (_bar(gauges.Measure(0, industry + 99, industry)), {}),
        "least": (_gauge(seen, view, ACTOR), {"number": seen.known(ACTOR).industry}),
        "over": (_gauge(seen, view, TARGET), {}),
        "lost": (_title(seen, view, ACTOR), {}),
        "extra": (_title(seen, view, TARGET), {}),
        "lenses": (_lenses(seen), {"limit": rules.incriminations_to_end}),
        "arrow": (
            _picture([_table(), *middle.hop(Play(ACTOR, TARGET, None), (30, _H / 2), 11)]),
            {"actor": actor, "target": target},
        ),
    }
    return tuple(
        Entry(picture, words(f"drawing.{name}", **facts)) for name, (picture, facts) in pictures.items()
    )


def _position(rules: Rules) -> Observation:
    """One site with an unseen card, one that is over the limit; one loses a turn, one plays more."""
    over = rules.industry_over
    brings = {ACTOR: f"R1i{min(AT_LEAST, over)}@0 R2@{TARGET}", TARGET: f"R1i{over}@0 R1i1@0"}
    tokens = {ACTOR: "lost 1", TARGET: "extra 2"}
    seats = [
        f"seat {seat} citizen {tokens.get(seat, '')} : R1 : {brings.get(seat, '')}"
        for seat in range(rules.players)
    ]
    state = parse_position(
        "\n".join([f"players {rules.players}", "pile R1", "incriminations 1", *seats]), rules
    )
    return observe(state, 0)


def _card(card: Card, words: Words) -> str:
    w, h = _FACE
    return _picture(cards.face(card, words, (1, 1, w - 2, h - 2)), w, h)


def _bar(measure: gauges.Measure) -> str:
    bar = gauges.bar(measure, 4, 8, _W - 8, 18, palette.INDUSTRY, palette.INDUSTRY_PALE)
    return _on_paper(bar)


def _gauge(seen: Observation, view: View, seat: int) -> str:
    """The upper bar of a site, with its number."""
    w, h = _SITE
    return _on_paper(_piece(seen, view, seat, "gauges", (_W - w, -sites.WIDE.gauges, w, h)))


def _title(seen: Observation, view: View, seat: int) -> str:
    """The head of a site that is so narrow that its chips are not in words."""
    up = (_H - sites.WIDE.gauges) / 2
    return _on_paper(_piece(seen, view, seat, "title", (0, up, _W, _SITE[1])))


def _piece(seen: Observation, view: View, seat: int, name: str, rect: Rect) -> tuple[Shape, ...]:
    """Those shapes of a region of a site that the picture shows, if only in part."""
    regions: dict[str, Region] = dict(sites.site(seen, view, seat, rect))
    return tuple(
        shape for shape in regions[f"{name} {seat}"].shapes if bounds(shape)[2] > 0 and bounds(shape)[1] < _H
    )


def _lenses(seen: Observation) -> str:
    number = seen.rules.incriminations_to_end
    size = min(26.0, (_W - 8) / number)
    return _picture([_table(), *middle.lenses(seen, (_W - size * number) / 2, _H / 2, size)])


def _table() -> Box:
    return Box(0, 0, _W, _H, palette.TABLE_DEEP)


def _on_paper(shapes: Sequence[Shape], high: int = _H) -> str:
    return _picture([Box(0, 0, _W, high, palette.PAPER, 3, palette.LINE, 1), *shapes], high=high)


def _picture(shapes: list[Shape], wide: int = _W, high: int = _H) -> str:
    """What lies beyond the edges is not shown."""
    whole = Region((0, 0, wide, high), "", tuple(shapes))
    return svg(Scene(wide, high, (("legend", whole),)))
