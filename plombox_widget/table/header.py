"""The first line of the picture: whose turn it is, what to do next, and the buttons that go on."""

from plombox_widget.game.observation import Observation
from plombox_widget.table import palette, signs, text
from plombox_widget.table.buttons import buttons
from plombox_widget.table.measure import fit, largest, settle, text_width
from plombox_widget.table.shapes import Rect, Region, Shape, Text
from plombox_widget.table.view import View

_TITLE = 24
"""Height of the first line of the narrow picture; buttons take the rest."""
_BUTTONS = 0.46
"""Share of the wide picture that buttons may take."""


def header(observation: Observation, view: View, rect: Rect) -> Region:
    """The region ``header``: whose turn it is, what to do next, and the buttons of ``view.offers``."""
    x, y, w, h = rect
    told, colour = _title(observation, view)
    if view.compact:
        row = (x, y + _TITLE - 1, w, h - _TITLE + 1)
        shapes, spots, end = buttons(view, row, w)
        shapes += signs.emblem(observation.turn, x + 14, y + 12, 10, palette.CHALK)
        room = w - 34
        size = largest(told, room, (18, 15, 13), True)
        shapes.append(Text(x + 34, y + 18, fit(told, room, size, True), size, colour, True, limit=room))
        todo = (x + 2, row[1], end - x - 4, row[3])
        sizes = (15, 13, 11)
    else:
        shapes, spots, end = buttons(view, rect, w * _BUTTONS)
        middle = y + h / 2
        shapes += signs.emblem(observation.turn, x + 18, middle, 14, palette.CHALK)
        room = min(w * 0.5, end - x - 52)
        size = largest(told, room, (24, 20), True)
        name = fit(told, room, size, True)
        width = text_width(name, size, True)
        shapes.append(Text(x + 42, middle + 9, name, size, colour, True, limit=width))
        left = x + 42 + width + 20
        todo = (left, y, end - left - 10, h)
        sizes = (18, 15, 13)
    if todo[2] > 60:
        shapes += _lines(_todo(observation, view), todo, sizes)
    return Region(rect, palette.TABLE, tuple(shapes), tuple(spots))


def _lines(told: str, rect: Rect, sizes: tuple[int, ...]) -> list[Shape]:
    """One line or two, in the middle of their place."""
    x, y, w, h = rect
    size, lines = settle(told, w, sizes, 1)
    if len(lines) and text_width(told, size) > w:
        size, lines = settle(told, w, sizes[1:], 2)
    step = size + 4
    first = y + h / 2 + signs.CAP * size - step * (len(lines) - 1) / 2
    return [Text(x, first + row * step, line, size, palette.CHALK, limit=w) for row, line in enumerate(lines)]


def _title(observation: Observation, view: View) -> tuple[str, str]:
    """Whose turn it is, or that it is the past; and its colour."""
    words, seat = view.words, observation.turn
    if view.live is not None:
        return words("picture.past", number=observation.number, live=view.live), palette.CHALK
    if text.why_ended(observation):
        return words("turn.over"), palette.CHALK
    if observation.seat == seat:
        return words("turn.yours", name=view.name(seat)), palette.LIT
    return words("turn.of", name=view.name(seat)), palette.CHALK


def _todo(observation: Observation, view: View) -> str:
    words = view.words
    if view.live is not None:
        return words("picture.do.past")
    if text.why_ended(observation):
        return words("picture.do.count")
    if view.doing:
        return words(f"picture.do.{view.doing}")
    if not observation.legal_moves:
        return words("picture.do.watch") if observation.seat is None and not view.still else ""
    if view.still:
        return text.capital(words("turn.plays", count=observation.plays))
    if view.asked:
        return words("picture.do.turn_up", count=view.asked)
    if view.picked is None:
        if observation.seat is None:
            return words("picture.do.enter")
        key = "picture.do.pick" if observation.plays == 1 else "picture.do.pick_more"
        return words(key, count=observation.plays)
    aimed = any(move.card == view.picked and move.target == view.target for move in observation.legal_moves)
    if aimed:
        return words("picture.do.press", play=words("control.play"))
    return words("picture.do.aim")
