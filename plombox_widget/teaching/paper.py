"""What is cut out: the faces and backs of cards and roles, the mat of a site, tokens; in logical pixels."""

from collections.abc import Sequence

from plombox_widget.game.cards import PACKAGES, Card, Kind, Role
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.locales.i18n import Words
from plombox_widget.table import cards, gauges, palette, signs
from plombox_widget.table.measure import largest, wrap
from plombox_widget.table.shapes import Box, Disc, Lines, Rect, Shape, Text
from plombox_widget.table.text import seat_names
from plombox_widget.teaching.house_rules import goals
from plombox_widget.teaching.pdf import UNIT

CARD = (63.0, 88.0)
"""Width and height of a card in mm: fits common sleeves, and three by three fit both papers."""
MAT = (186.0, 124.0)
"""Of the mat of a site: two fit on both papers, one above the other."""
TOKEN = 24.0
"""Width and height of a token in mm."""
BLEED = 2.0
"""How far the colour of a back goes beyond the outer cards, in mm: printers are not exact."""
_W, _H = CARD[0] / UNIT, CARD[1] / UNIT
_BACKS = {"card": "#DCE3EF", "role": "#FBE8CC"}
"""Pale, so that a deck does not empty a printer."""
_NUMBER = 48
"""Down from the top of a card to its number, under the strip: below, some words reach its corner."""
_MOST_BOXES = 13
"""Numbered boxes that fit beside each other on a mat."""


def card_face(index: int, card: Card, words: Words) -> list[Shape]:
    """Card ``index`` of the shuffled deck, with its number, so that the deal can be stacked."""
    shapes = cards.face(card, words, (4, 4, _W - 8, _H - 8))
    return [*shapes, Text(_W - 9, _NUMBER, str(index + 1), 8, palette.SOFT_INK, align="right")]


def role_face(seat: int, role: Role, words: Words) -> list[Shape]:
    """The role of a seat, to be dealt face down."""
    name, told = seat_names(words, 8)[seat], words(f"role.{role}")
    size = largest(told, _W - 32, (14, 13, 12, 11, 10, 9), bold=True)
    return [
        Box(4, 4, _W - 8, _H - 8, palette.PAPER, 8, palette.INK, 2),
        Box(10, 12, _W - 20, 22, palette.ROLES[role]),
        signs.letter(_W / 2, 23, told, size, palette.INK, _W - 32),
        *signs.role_sign(role, _W / 2, _H * 0.45, _W * 0.5),
        *signs.emblem(seat, _W / 2 - 28, _H * 0.8, 11),
        Text(_W / 2 - 10, _H * 0.8 + 5, name, 13, palette.INK, True, "left", _W / 2),
    ]


def back(kind: str, words: Words, edges: tuple[float, float, float, float] = (0, 0, 0, 0)) -> list[Shape]:
    """The back of a ``card`` or a ``role``: one and the same for all of them.

    ``edges``: mm by which the colour goes on beyond the card, left, top, right and bottom.
    """
    left, top, right, bottom = (edge / UNIT for edge in edges)
    shapes: list[Shape] = [Box(-left, -top, _W + left + right, _H + top + bottom, _BACKS[kind])]
    if kind == "card":
        for reach in (44, 36):
            ring = Disc(_W / 2, _H / 2, reach, palette.WHITE, palette.BACK, 1)
            shapes.append(ring)
        shapes += signs.parcel(_W / 2, _H / 2 - 6, 30, ())
        return [*shapes, signs.letter(_W / 2, _H / 2 + 20, "PlomBOX", 11, palette.BACK, 60)]
    shapes.append(Disc(_W / 2, _H / 2, 36, palette.WHITE, palette.INK, 1))
    shapes.append(signs.letter(_W / 2, _H / 2, "?", 40, palette.INK))
    return [
        *shapes,
        signs.letter(_W / 2, _H / 2 + 50, words("lesson.print.secret"), 11, palette.INK, _W - 12),
    ]


def token(kind: str, words: Words) -> list[Shape]:
    """A token that lies at a seat: ``lost`` for a turn, ``extra`` for a play (R7, R8)."""
    side = TOKEN / UNIT
    played = Kind.NEGATIVE if kind == "lost" else Kind.POSITIVE
    told = wrap(words(f"lesson.print.{kind}"), side - 16, 7, 2)
    return [
        Disc(side / 2, side / 2, side / 2 - 2, palette.KINDS[played], palette.INK, 1),
        Disc(side / 2, side / 2, side / 2 - 6, palette.PAPER),
        *signs.kind_sign(played, side / 2, side * 0.32, 12),
        *_lines(told, side / 2, 32 if len(told) == 1 else 29, 7, side - 16, "center"),
    ]


# --- the mat of a site ---------------------------------------------------------------------------------


def mat(seat: int, rules: Rules, words: Words) -> list[Shape]:
    """Where the cards played at a seat lie, its gauges with their lines, and what each faction needs."""
    w, h = MAT[0] / UNIT, MAT[1] / UNIT
    name = seat_names(words, rules.players)[seat]
    return [
        Box(1, 1, w - 2, h - 2, palette.PAPER, 6, palette.INK, 1),
        *signs.emblem(seat, 24, 22, 14),
        Text(46, 28, name, 18, palette.INK, True, "left", w / 2),
        *_place((12, 44, 172, 146), words),
        *_gauges(rules, words, 198, 44, w - 210),
        *_tokens((198, 148, w - 210, 42), words),
        *_goals(rules, words, 14, 206, w - 28),
    ]


def _dashed(rect: Rect) -> Lines:
    x, y, w, h = rect
    ring = ((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))
    return Lines((ring,), palette.LINE, 1, (4, 3))


def _lines(
    told: Sequence[str], x: float, y: float, size: int, limit: float, align: str = "left"
) -> list[Text]:
    step = size * 1.3
    return [
        Text(x, y + step * at, line, size, palette.INK, align=align, limit=limit)
        for at, line in enumerate(told)
    ]


def _place(rect: Rect, words: Words) -> list[Shape]:
    x, y, w, h = rect
    told = wrap(words("lesson.print.mat.place"), w - 20, 8, 4)
    return [_dashed(rect), *_lines(told, x + w / 2, y + h / 2 - 10, 8, w - 16, "center")]


def _tokens(rect: Rect, words: Words) -> list[Shape]:
    x, y, w, h = rect
    return [
        _dashed(rect),
        *_lines([words("lesson.print.mat.tokens")], x + w / 2, y + h / 2 + 3, 8, w, "center"),
    ]


def _gauges(rules: Rules, words: Words, x: float, y: float, w: float) -> list[Shape]:
    shapes: list[Shape] = []
    for number in PACKAGES:
        left = x + 24 + (number - 1) * 17
        shapes.append(Box(left, y, 15, 15, palette.WHITE, 0, palette.INK, 1))
        shapes.append(signs.letter(left + 7.5, y + 7.5, str(number), 9, palette.INK))
    shapes += signs.parcel(x + 9, y + 7.5, 15, ())
    shapes += _lines([words("lesson.print.mat.packages", packages=len(PACKAGES))], x, y + 27, 8, w)
    for at, (what, sign, limit, colours) in enumerate(
        (
            ("industry", signs.factory, rules.industry_over, (palette.INDUSTRY, palette.INDUSTRY_PALE)),
            (
                "contamination",
                signs.drop,
                rules.contamination_over,
                (palette.CONTAMINATION, palette.CONTAMINATION_PALE),
            ),
        ),
        start=1,
    ):
        top = y + 35 * at
        shapes += sign(x + 9, top + 7.5, 17)
        shapes += _scale(limit, x + 24, top, w - 24, colours)
        shapes += _lines([words(f"lesson.print.mat.{what}", limit=limit)], x, top + 27, 8, w)
    return shapes


def _scale(limit: int, x: float, y: float, w: float, colours: tuple[str, str]) -> list[Shape]:
    """Numbered boxes, a bar after the last number that is not enough; a plain bar if they are too many."""
    count = limit + 3
    if count > _MOST_BOXES:
        return gauges.bar(gauges.Measure(0, 0, limit), x, y, w - 4, 15, *colours)
    step = min(17.0, (w - 6) / count)
    shapes: list[Shape] = []
    for number in range(1, count + 1):
        over = number > limit
        left = x + (number - 1) * step + 5 * over
        shapes.append(Box(left, y, step - 2, 15, colours[1] if over else palette.WHITE, 0, palette.INK, 1))
        shapes.append(signs.letter(left + step / 2 - 1, y + 7.5, str(number), 9, palette.INK, step - 3))
    shapes.append(Box(x + limit * step + 0.5, y - 3, 2.5, 21, palette.INK))
    return shapes


def _goals(rules: Rules, words: Words, x: float, y: float, w: float) -> list[Shape]:
    """What each faction must be over, in three columns."""
    shapes: list[Shape] = [*_lines([words("lesson.print.mat.goals")], x, y, 8, w)]
    column = w / len(ROLES)
    for at, (role, goal) in enumerate(zip(ROLES, goals(rules, words, "mat"), strict=True)):
        left = x + at * column
        shapes.append(Box(left, y + 7, 20, 20, palette.ROLES[role], 3))
        shapes += signs.role_sign(role, left + 10, y + 17, 14)
        shapes += _lines(wrap(goal, column - 28, 7, 3), left + 25, y + 13, 7, column - 30)
    return shapes
