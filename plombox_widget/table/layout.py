"""Observation + View → Scene: the whole picture as a plain function of what one viewer may know."""

from plombox_widget.game.observation import Observation
from plombox_widget.table import palette
from plombox_widget.table.frames import Frame, frame
from plombox_widget.table.measure import fit
from plombox_widget.table.shapes import Box, Part, Point, Rect, Region, Scene, Spot, Text, centre, hit
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
    """The picture of a position. Regions: ``table``, ``header``, ``site 0`` …, ``centre``, ``hand``."""
    rects = frame(observation.rules.players, view.compact)
    whole = (0, 0, rects.width, rects.height)
    regions = [("table", Region(whole, palette.TABLE, ()))]
    regions.append(("header", _header(observation, view, rects.header)))
    for seat in range(observation.rules.players):
        regions.append(
            (f"site {seat}", _site(observation, view, seat, rects.sites[place_of(seat, observation)]))
        )
    regions.append(("centre", _centre(observation, view, rects)))
    regions.append(("hand", _hand(observation, view, rects.hand)))
    return Scene(rects.width, rects.height, tuple(regions))


def _header(observation: Observation, view: View, rect: Rect) -> Region:
    x, y, w, _ = rect
    text = fit(view.words("turn.of", name=view.name(observation.turn)), w, 22, bold=True)
    return Region(rect, palette.TABLE, (Text(x, y + 28, text, 22, palette.INK, bold=True, limit=w),))


def _site(observation: Observation, view: View, seat: int, rect: Rect) -> Region:
    x, y, w, h = rect
    lit = any(move.card == view.picked and move.target == seat for move in observation.legal_moves)
    line = palette.LIT if lit else palette.INK
    name = fit(view.name(seat), w - 24, 18, bold=True)
    known = observation.known(seat)
    count = f"{len(observation.sites[seat])}: {known.industry} {known.contamination}"
    shapes = (
        Box(x, y, w, h, palette.PAPER, 10, line, 4 if lit else 2),
        Text(x + 12, y + 30, name, 18, palette.INK, bold=True),
        Text(x + 12, y + 56, count, 16, palette.INK),
    )
    return Region(rect, palette.TABLE, shapes, (Spot(Part("site", seat), rect),))


def _centre(observation: Observation, view: View, rects: Frame) -> Region:
    x, y, w, _ = rects.centre
    done = view.words(
        "pile.incriminations",
        done=observation.incriminations,
        limit=observation.rules.incriminations_to_end,
    )
    shapes = (
        Text(x, y + 30, fit(f"{view.words('pile.draw')} {observation.pile}", w, 16), 16, palette.INK),
        Text(x, y + 56, fit(done, w, 16), 16, palette.INK),
    )
    return Region(rects.centre, palette.TABLE, shapes)


def _hand(observation: Observation, view: View, rect: Rect) -> Region:
    x, y, w, h = rect
    step = min(110, w / max(1, len(observation.hand)))
    shapes: list[Box | Text] = []
    spots = []
    for i, held in enumerate(observation.hand):
        top = y if held.card_index == view.picked else y + 12
        box = (x + i * step, top, step - 6, h - 12)
        shapes.append(Box(*box, palette.PAPER, 8, palette.INK, 2))
        shapes.append(Text(x + i * step + 8, top + 30, fit(str(held.card), step - 20, 16), 16, palette.INK))
        spots.append(Spot(Part("card", held.card_index), box))
    return Region(rect, palette.TABLE, tuple(shapes), tuple(spots))
