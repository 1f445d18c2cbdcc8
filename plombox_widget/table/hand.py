"""What is the viewer's own: the hand, the role and its goal."""

from plombox_widget.game.cards import Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.state import HandCard
from plombox_widget.table import cards, palette, signs, text
from plombox_widget.table.measure import fit, largest, text_width, wrap
from plombox_widget.table.shapes import Box, Part, Rect, Region, Shape, Spot, Text
from plombox_widget.table.view import View


def hand(observation: Observation, view: View, rect: Rect) -> list[tuple[str, Region]]:
    """A region for each place of the hand, ``hand 0`` …, the viewer's cards as faces, the picked one raised.

    Where so many do not fit side by side, they overlap in one region.
    """
    x, y, w, h = rect
    held = observation.hand
    if observation.seat is None and not held:
        return []
    places = max(observation.rules.hand_size, len(held))
    card, gap = ((106.0, h - 16), 8) if not view.compact else ((64.0, h - 12), 5)
    step = card[0] + gap
    if step * places - gap > w:
        step = (w - card[0]) / (places - 1)
    left = x + (w - (step * (places - 1) + card[0])) / 2
    drawn = [_held(observation, view, one, (left + i * step, y, *card), step) for i, one in enumerate(held)]
    if step < card[0]:
        shapes = tuple(shape for one, _ in drawn for shape in one)
        return [("hand 0", Region(rect, palette.TABLE, shapes, tuple(spot for _, spot in drawn)))]
    regions = []
    for i in range(places):
        shapes, spots = (tuple(drawn[i][0]), (drawn[i][1],)) if i < len(drawn) else ((), ())
        regions.append((f"hand {i}", Region((left + i * step, y, card[0], h), palette.TABLE, shapes, spots)))
    return regions


def _held(
    observation: Observation, view: View, held: HandCard, place: Rect, step: float
) -> tuple[list[Shape], Spot]:
    """A card of the hand in its place; where cards overlap, ``step`` of it can be pointed at."""
    x, y, w, h = place
    part = Part("card", held.card_index)
    picked, pointed = held.card_index == view.picked, view.hovered == part
    playable = any(move.card == held.card_index for move in observation.legal_moves)
    y += 2 if picked else 14 if not view.compact else 10
    line = palette.LIT if picked else palette.WHITE if pointed and playable else palette.INK
    shapes = cards.face(held.card, view.words, (x, y, w, h), line, 4 if picked or pointed else 2)
    if view.hint is not None and view.hint.card == held.card_index and not picked:
        told = fit(view.words("picture.hint"), w - 16, 11, True)
        width = text_width(told, 11, True) + 12
        shapes.append(Box(x + (w - width) / 2, place[1] + 2, width, 16, palette.LIT, 4))
        shapes.append(signs.letter(x + w / 2, place[1] + 10, told, 11, palette.INK))
    return shapes, Spot(part, (x, y, min(step, w), h))


def role(observation: Observation, view: View, rect: Rect) -> Region:
    """The region ``role``: the viewer's role and goal; for a spectator, the goals of all."""
    if observation.role is None:
        return Region(rect, palette.TABLE, tuple(_goals(observation, view, rect)))
    x, y, w, h = rect
    mine, words = observation.role, view.words
    size, top, small = (42, y + 12, 13) if not view.compact else (30, y + 2, 11)
    head, room = (18, w - 82) if not view.compact else (15, w - 42)
    left = x + size + 12
    told = words(f"role.{mine}")
    head = largest(told, room, (head, 15, 13), True)
    shapes: list[Shape] = [
        Box(x, top, size, size, palette.ROLES[mine], 8, palette.CHALK, 1),
        *signs.role_sign(mine, x + size / 2, top + size / 2, size * 0.62),
        Text(
            left,
            top + small - 1,
            fit(words("picture.role"), room, small),
            small,
            palette.CHALK_SOFT,
            limit=room,
        ),
        Text(left, top + size - 3, fit(told, room, head, True), head, palette.CHALK, True, limit=room),
    ]
    room = w - 20 if not view.compact else w
    sentences = (
        text.goal_count(mine, observation.rules, words),
        text.goal_rule(mine, observation.rules, words),
    )
    lines = [line for sentence in sentences for line in wrap(sentence, room, small, 3)]
    down = top + size + small + 5
    for row, line in enumerate(lines[:5]):
        shapes.append(Text(x, down + row * (small + 3), line, small, palette.CHALK, limit=room))
    if not view.compact:
        shapes += _legend(view, x, y + h - 9, room)
    return Region(rect, palette.TABLE, tuple(shapes))


def _legend(view: View, x: float, y: float, room: float) -> list[Shape]:
    """What the two signs on the cards mean."""
    shapes: list[Shape] = []
    half = room / 2
    for i, (sign, key) in enumerate(((signs.factory, "site.industry"), (signs.drop, "site.contamination"))):
        left = x + i * (half - 20)
        shapes += [
            Box(left, y - 9, 20, 18, palette.CHALK, 4),
            *sign(left + 10, y, 14),
            Text(
                left + 26, y + 4, fit(view.words(key), half - 30, 13), 13, palette.CHALK_SOFT, limit=half - 30
            ),
        ]
    return shapes


def _goals(observation: Observation, view: View, rect: Rect) -> list[Shape]:
    x, y, w, h = rect
    step = h / 3
    size, rows = (13, 3) if not view.compact else (11, 2)
    shapes: list[Shape] = []
    for i, one in enumerate(Role):
        middle = y + step * (i + 0.5)
        sign = min(26, step - 4)
        shapes.append(Box(x, middle - sign / 2, sign, sign, palette.ROLES[one], 5))
        shapes += signs.role_sign(one, x + sign / 2, middle, sign * 0.6)
        room = w - sign - 28 if not view.compact else w - sign - 8
        lines = wrap(text.goal_count(one, observation.rules, view.words), room, size, rows)
        top = middle - (len(lines) - 1) * (size + 3) / 2 + signs.CAP * size
        for row, line in enumerate(lines):
            at = top + row * (size + 3)
            shapes.append(Text(x + sign + 8, at, line, size, palette.CHALK, limit=room))
    return shapes
