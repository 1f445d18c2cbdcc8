"""Observation + View → Scene: the whole picture as a plain function of what one viewer may know."""

from plombox_widget.game.cards import PACKAGES
from plombox_widget.game.observation import Observation
from plombox_widget.table import palette, signs
from plombox_widget.table.end import end
from plombox_widget.table.frames import Frame, frame
from plombox_widget.table.hand import hand, role
from plombox_widget.table.header import header
from plombox_widget.table.measure import wrap
from plombox_widget.table.middle import ground as middle_ground
from plombox_widget.table.middle import last, middle
from plombox_widget.table.shapes import Box, Part, Point, Region, Scene, Shape, Spot, centre, hit
from plombox_widget.table.sites import panel, site
from plombox_widget.table.view import View

__all__ = ["Part", "Scene", "View", "centre", "hit", "layout", "size", "to_logical"]


def size(players: int, compact: bool = False) -> tuple[int, int]:
    """Width and height of the picture in logical pixels: they depend on nothing else."""
    rects = frame(players, compact)
    return rects.width, rects.height


def to_logical(scene: Scene, x: float, y: float, width: float) -> Point:
    """A point on a picture that is shown ``width`` pixels wide → logical pixels."""
    return x * scene.width / width, y * scene.width / width


def place_of(seat: int, observation: Observation) -> int:
    """Where a seat sits, clockwise from the bottom: the viewer at 0, a spectator sees seat 0 there."""
    return (seat - (observation.seat or 0)) % observation.rules.players


def layout(observation: Observation, view: View) -> Scene:
    """The picture of a position: of play, of the end, or of a cover under which nothing is drawn.

    In play its regions are ``table``, ``header``; of each site ``ring 0``, ``title 0``, ``gauges 0``,
    ``cards 0``, ``note 0`` …; ``pile``, ``discard``, ``ends``, ``arrow``; ``role``, ``hand 0`` …, and in
    the wide picture, and for who only watches, ``last``. At the end they are ``table``, ``header``,
    ``factions`` and ``site 0`` …, under a cover ``table`` and ``cover``, whose whole area is the button
    ``uncover``. The header holds the buttons that ``view`` offers.
    """
    rects = frame(observation.rules.players, view.compact)
    whole = (0, 0, rects.width, rects.height)
    ground: list[Shape] = []
    if view.cover:
        regions = [("cover", _cover(view, rects))]
    elif observation.outcome is not None:
        regions = end(observation, view, rects.width, rects.height)
    else:
        ground = [_felt(rects), middle_ground(view, rects.centre), *(panel(rect) for rect in rects.sites)]
        regions = _play(observation, view, rects)
    return Scene(
        rects.width, rects.height, (("table", Region(whole, palette.TABLE, tuple(ground))), *regions)
    )


def _play(observation: Observation, view: View, rects: Frame) -> list[tuple[str, Region]]:
    seats = range(observation.rules.players)
    sites = [rects.sites[place_of(seat, observation)] for seat in seats]
    regions = [("header", header(observation, view, rects.header))]
    for seat in seats:
        regions += site(observation, view, seat, sites[seat])
    regions += middle(observation, view, rects.centre, sites)
    regions.append(("role", role(observation, view, rects.role)))
    regions += hand(observation, view, rects.hand)
    alone = observation.seat is None and not observation.hand
    if not view.compact:
        x, y, w, h = rects.hand
        rect = (x, y, w + rects.last[2], h) if alone else rects.last
        regions.append(("last", last(observation, view, rect)))
    elif alone:
        regions.append(("last", last(observation, view, rects.hand)))
    return regions


def _felt(rects: Frame) -> Box:
    """What the sites and the piles lie on, from edge to edge."""
    pieces = (*rects.sites, rects.centre)
    top, bottom = min(y for _, y, _, _ in pieces), max(y + h for _, y, _, h in pieces)
    rim = min(x for x, _, _, _ in pieces) / 2
    return Box(0, top - rim, rects.width, bottom - top + 2 * rim, palette.FELT)


def _cover(view: View, rects: Frame) -> Region:
    """Nothing of the game: whom to hand the screen to."""
    margin = 14 if not view.compact else 6
    rect = (margin, margin, rects.width - 2 * margin, rects.height - 2 * margin)
    x, y, w, h = rect
    size = 34 if not view.compact else 20
    lines = wrap(view.words("picture.cover", name=view.cover), w - 60, size, 4, True)
    shapes: list[Shape] = [Box(*rect, palette.BACK, 20, palette.BACK_LINE, 3)]
    top = y + h / 2 - (len(lines) - 1) * size * 0.7
    shapes += signs.parcel(x + w / 2, top - size * 3, size * 3, PACKAGES)
    for row, line in enumerate(lines):
        shapes.append(signs.letter(x + w / 2, top + row * size * 1.4, line, size, palette.WHITE, w - 40))
    return Region(rect, palette.TABLE, tuple(shapes), (Spot(Part("button", "uncover"), rect),))
