"""How wide a text is, without a browser: a careful upper estimate, so that what fits here fits there.

Fonts differ from machine to machine. The estimate follows the widest of the fonts that ``FONT`` names;
letters that the table does not hold count as a full square.
"""

from functools import lru_cache
from math import fsum

FONT = "Verdana,sans-serif"

_REGULAR = {
    0.30: "'IJijlÌÍÎÏìíîï",
    0.35: " ,./:;\\|¦·’",
    0.40: "!()-[]ft¡²³¹",
    0.45: "r",
    0.50: '"*_`§¨ª¯°´¸º–',
    0.55: "?csz¿ç",
    0.60: "FLkvxyýÿ",
    0.65: "$0123456789EPSTYabdeghnopqu{}¢£¤¥«µ¶»ÈÉÊËÝÞßàáâãäåèéêëðñòóôõöøùúûüþ",
    0.70: "ABCKRVXZÀÁÂÃÄÅÇ",
    0.75: "NUÑÙÚÛÜ",
    0.80: "&DGHOQÐÒÓÔÕÖØ",
    0.85: "#+<=>^w~¬±×÷−",
    0.90: "M",
    0.95: "%",
}
_BOLD = {
    0.35: " 'ijlìíîï",
    0.40: ",./:;IJ\\|¦·ÌÍÎÏ’",
    0.45: "-f²³¹",
    0.50: "!()[]_`rt¡§¨¯°´¸–",
    0.55: '"*',
    0.60: "?cszªº¿ç",
    0.65: "Lx¤«¶»",
    0.70: "$0123456789EFTaekovy¢£¥ÈÉÊËàáâãäåèéêëðòóôõöøýÿ",
    0.75: "CPSYZbdghnpqu{}µÇÝÞßñùúûüþ",
    0.80: "ABKRVXÀÁÂÃÄÅ",
    0.85: "#+<=>DGHNOQU^~¬±ÐÑÒÓÔÕÖ×ØÙÚÛÜ÷−",
    0.90: "&",
    0.95: "w",
    1.05: "%m¼½¾æ",
    1.10: "Æœ",
    1.15: "W",
    1.20: "Œ",
}
"""Advance in sizes → the letters that take at most that."""
_WIDTHS = tuple(
    {letter: width for width, letters in table.items() for letter in letters} for table in (_REGULAR, _BOLD)
)
_OTHER = 1.05
ELLIPSIS = "…"
_AFTER, _BEFORE = (":", ";", "!", "?", "»"), ("«",)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Logical pixels that ``text`` takes at most, the same in every Python: each has its ``sum``."""
    widths = _WIDTHS[bold]
    return size * fsum(widths.get(letter, _OTHER) for letter in text)


@lru_cache(maxsize=4096)
def fit(text: str, width: float, size: float, bold: bool = False) -> str:
    """``text`` if it fits into ``width``, else as much of it as does, with ``…`` at its end."""
    text = " ".join(text.split())
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + ELLIPSIS, size, bold) > width:
        text = text[:-1].rstrip()
    return text + ELLIPSIS if text or text_width(ELLIPSIS, size, bold) <= width else ""


@lru_cache(maxsize=4096)
def wrap(text: str, width: float, size: float, lines: int, bold: bool = False) -> tuple[str, ...]:
    """``text`` broken at spaces into at most ``lines`` lines of ``width``; the last one is cut to fit."""
    done: list[str] = []
    words = _unbroken(text.split())
    while words and len(done) < lines - 1:
        count = 1
        while count < len(words) and text_width(" ".join(words[: count + 1]), size, bold) <= width:
            count += 1
        done.append(fit(" ".join(words[:count]), width, size, bold))
        words = words[count:]
    if words:
        done.append(fit(" ".join(words), width, size, bold))
    return tuple(done)


def _unbroken(words: list[str]) -> list[str]:
    """A sign that stands alone stays with its word, as French sets its colons and quotation marks."""
    joined: list[str] = []
    for word in words:
        if joined and (word in _AFTER or joined[-1] in _BEFORE or joined[-1][-1:] in _BEFORE):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def largest(text: str, width: float, sizes: tuple[int, ...], bold: bool = False) -> int:
    """The first of ``sizes``, largest first, at which ``text`` fits into ``width``; else the last."""
    return next((size for size in sizes if text_width(text, size, bold) <= width), sizes[-1])


def settle(
    text: str, width: float, sizes: tuple[int, ...], lines: int, bold: bool = False
) -> tuple[int, tuple[str, ...]]:
    """The first of ``sizes`` at which ``text`` needs no more than ``lines`` lines, and these; else the last
    size, and the lines cut."""
    whole = " ".join(text.split())
    for size in sizes:
        told = wrap(text, width, size, lines, bold)
        if " ".join(told) == whole:
            break
    return size, told
