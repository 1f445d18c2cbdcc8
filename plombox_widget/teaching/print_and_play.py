"""Print and play: all that a group needs to play a deal on paper, as a PDF to print and to cut out.

The faces come from the code that paints the table: a canvas that writes PDF takes its draw calls.
"""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from plombox_widget.game.engine import new_game
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import State
from plombox_widget.locales.i18n import Words
from plombox_widget.table.shapes import Shape
from plombox_widget.table.text import LETTERS, seat_names
from plombox_widget.teaching import paper
from plombox_widget.teaching.house_rules import rule_lines
from plombox_widget.teaching.paper import BLEED, CARD, MAT, TOKEN
from plombox_widget.teaching.pdf import Book

COLUMNS = ROWS = 3
"""Of cards on a page."""
TOKENS_EACH = 2
"""Tokens of each kind for each seat."""
_TOKEN_COLUMNS = 7
_BETWEEN = 6.0
"""Between two mats, in mm."""


class Printed(NamedTuple):
    """A PDF and how many pages it has."""

    data: bytes
    pages: int


def print_and_play(
    rules: Rules, seed: int, words: Words, paper: str = "A4", *, backs: bool = False
) -> Printed:
    """The PDF for the deal that ``seed`` gives under ``rules``: the same bytes each time.

    With ``backs`` every page of cards is followed by their backs, mirrored, for printing on both sides and
    turning over the long edge; what has no back has a white one. ``ValueError`` for an unknown paper;
    ``ModuleNotFoundError`` that names the extra without reportlab.
    """
    title = words("lesson.print.title", players=rules.players, seed=seed)
    book = Book(title, words.language, paper, backs)
    state = new_game(rules, random.Random(seed))
    _teacher(book, state, seed, words)
    _rules(book, rules, words)
    _mats(book, rules, words)
    _tokens(book, rules, words)
    roles = [_role(seat, state, words) for seat in range(rules.players)]
    _cards(book, roles, "role", words)
    faces = [_card(index, state, words) for index in range(len(state.deck))]
    _cards(book, faces, "card", words)
    return Printed(book.close(), book.pages)


def _role(seat: int, state: State, words: Words) -> list[Shape]:
    return paper.role_face(seat, state.roles[seat], words)


def _card(index: int, state: State, words: Words) -> list[Shape]:
    return paper.card_face(index, state.deck[index], words)


def _teacher(book: Book, state: State, seed: int, words: Words) -> None:
    """For the teacher alone: who is what, and how the deck is stacked (R4)."""
    names = seat_names(words, state.rules.players)
    dealt = state.rules.hand_size * state.rules.players
    lines = [
        words("lesson.print.cut"),
        words("lesson.print.stack", first=1, dealt=dealt, next=dealt + 1),
    ]
    for seat, role in enumerate(state.roles):
        numbers = words.listed(str(index + 1) for index in range(seat, dealt, state.rules.players))
        facts = {"letter": LETTERS[seat], "name": names[seat], "role": words(f"role.{role}")}
        lines.append(words("lesson.print.seat", cards=numbers, **facts))
    book.text(words("lesson.print.deal", players=state.rules.players, seed=seed), lines)


def _rules(book: Book, rules: Rules, words: Words) -> None:
    book.new_sheet()
    book.text(words("lesson.house.title", players=rules.players), rule_lines(rules, words))


def _mats(book: Book, rules: Rules, words: Words) -> None:
    """Two to a page."""
    width, height = MAT
    left = (book.paper[0] - width) / 2
    top = (book.paper[1] - 2 * height - _BETWEEN) / 2
    for first in range(0, rules.players, 2):
        book.new_sheet()
        for at, seat in enumerate(range(first, min(first + 2, rules.players))):
            y = top + at * (height + _BETWEEN)
            book.draw(paper.mat(seat, rules, words), left, y, width, height)
        book.end_page()


def _tokens(book: Book, rules: Rules, words: Words) -> None:
    book.new_sheet()
    kinds = [kind for kind in ("lost", "extra") for _ in range(TOKENS_EACH * rules.players)]
    left = (book.paper[0] - _TOKEN_COLUMNS * TOKEN) / 2
    for at, kind in enumerate(kinds):
        x, y = left + at % _TOKEN_COLUMNS * TOKEN, left + at // _TOKEN_COLUMNS * TOKEN
        book.draw(paper.token(kind, words), x, y, TOKEN, TOKEN)
    rows = -(-len(kinds) // _TOKEN_COLUMNS)
    ends = (_TOKEN_COLUMNS, rows)
    book.cut_marks(*([left + TOKEN * at for at in range(count + 1)] for count in ends))
    book.end_page()


def _cards(book: Book, faces: Sequence[Sequence[Shape]], kind: str, words: Words) -> None:
    """Nine to a page; with backs, each page is followed by the backs of its cards."""
    for first in range(0, len(faces), COLUMNS * ROWS):
        shown = faces[first : first + COLUMNS * ROWS]
        book.new_sheet()
        _page(book, len(shown), lambda at, shown=shown: (at % COLUMNS, shown[at]))  # type: ignore[misc]
        if book.backs:
            _page(book, len(shown), lambda at: _mirrored(at, kind, words))


def _mirrored(at: int, kind: str, words: Words) -> tuple[int, list[Shape]]:
    """The column and the back of card ``at``: what is left on the front is right on the back."""
    column, row = COLUMNS - 1 - at % COLUMNS, at // COLUMNS
    edges = (
        BLEED * (column == 0),
        BLEED * (row == 0),
        BLEED * (column == COLUMNS - 1),
        BLEED * (row == ROWS - 1),
    )
    return column, paper.back(kind, words, edges)


def _page(book: Book, count: int, place: Callable[[int], tuple[int, Sequence[Shape]]]) -> None:
    """Cards in a grid in the middle of a page; ``place`` gives the column and the shapes of each."""
    left = (book.paper[0] - COLUMNS * CARD[0]) / 2
    top = (book.paper[1] - ROWS * CARD[1]) / 2
    for at in range(count):
        column, shapes = place(at)
        book.draw(shapes, left + column * CARD[0], top + at // COLUMNS * CARD[1], *CARD)
    xs = [left + column * CARD[0] for column in range(COLUMNS + 1)]
    ys = [top + row * CARD[1] for row in range(-(-count // COLUMNS) + 1)]
    book.cut_marks(xs, ys)
    book.end_page()
