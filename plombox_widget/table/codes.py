"""Deal codes: a deal in a few letters, to be typed from a blackboard. Whoever has the program and the code
knows every card: it is shown after the end, or in a lesson, and never while a game is played."""

from typing import NamedTuple

from plombox_widget.game.cards import shown
from plombox_widget.game.rules import LEAST_PLAYERS, MOST_PLAYERS

_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are read as others."""
_READ_AS = str.maketrans({"I": "1", "L": "1", "O": "0"})
_VERSION = "1"
_MOST = 1 << 60
"""Seeds below this have a code: 12 signs."""


class Deal(NamedTuple):
    """What a deal code says; the rules are the published ones for this number of players."""

    players: int
    seed: int


def deal_code(players: int, seed: int) -> str:
    """The code of a deal such as ``14-0C9Z-K3T-P``: version, players, seed, checksum.

    ``ValueError`` for a seed that has none: it must be 0 to 2⁶⁰ − 1.
    """
    if type(players) is not int or not LEAST_PLAYERS <= players <= MOST_PLAYERS:
        raise ValueError(f"deal code: players must be 3 to 8, got {shown(players)}")
    if type(seed) is not int or not 0 <= seed < _MOST:
        raise ValueError(f"deal code: the seed must be 0 to {_MOST - 1}, got {shown(seed)}")
    signs = ""
    while seed or not signs:
        seed, sign = divmod(seed, len(_SIGNS))
        signs = _SIGNS[sign] + signs
    body = f"{_VERSION}{players}{signs}"
    groups = [body[:2], *(body[at : at + 4] for at in range(2, len(body), 4)), _check(body)]
    return "-".join(groups)


def parse_deal(text: str) -> Deal:
    """The deal of a code as somebody typed it; ``ValueError`` in one line if it is none or mistyped."""
    if not isinstance(text, str):
        raise ValueError(f"deal code: expected text such as {deal_code(4, 7)}, got {shown(text)}")
    body = "".join(text.upper().replace("-", " ").split()).translate(_READ_AS)
    known = 4 <= len(body) <= 15 and all(sign in _SIGNS for sign in body)
    if not known or body[0] != _VERSION or body[1] not in "345678":
        raise ValueError(f"deal code: expected a code such as {deal_code(4, 7)}, got {shown(text)}")
    if _check(body[:-1]) != body[-1]:
        raise ValueError(f"deal code: a sign of {shown(text)} is wrong")
    seed = 0
    for sign in body[2:-1]:
        seed = seed * len(_SIGNS) + _SIGNS.index(sign)
    return Deal(int(body[1]), seed)


def _check(body: str) -> str:
    """One sign: odd weights, so that every single wrong sign shows, and most exchanged neighbours."""
    total = sum((2 * place + 1) * _SIGNS.index(sign) for place, sign in enumerate(body))
    return _SIGNS[total % len(_SIGNS)]
