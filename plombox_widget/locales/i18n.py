"""Texts for people, in three languages: one JSON file each beside this module, keys by meaning.

Keys are flat and dotted, grouped by the area that uses them (``log.resource``). A text has named fields,
filled as data: ``words("log.lost", name="Ana")``. A text that depends on a number stands twice, under
``key.one`` and ``key.other``; it is asked for as ``words("key", count=3)``.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, reduce
from importlib.resources import files

LANGUAGES = ("en", "es", "fr")
_SHOWN = 40
_BEFORE_VOWEL = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")
"""French words before a field that lose their e where the fact begins with a vowel: d’Ana, qu’Elena."""
_VOWELS = "aàâäeéèêëiîïoôöuùûüyœæ"


class Words:
    """The texts of one language. Two of the same language are equal."""

    __slots__ = ("_texts", "language")

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, /, **facts: object) -> str:
        """The text under ``key`` with its fields filled from ``facts``, which may hold more than it needs.

        ``count=`` (an int) chooses between ``key.one`` and ``key.other`` where they exist. What a fact
        holds is inserted as it is: braces in a name mean nothing. ``KeyError`` for an unknown key, or
        for a field without a fact, naming the key.
        """
        text = self._texts.get(key)
        if text is None and "count" in facts:
            text = self._texts.get(f"{key}.{self._form(facts['count'])}")
        if text is None:
            raise KeyError(f"{self.language}: no text {key!r}")
        try:
            return (_elided(text, facts) if self.language == "fr" else text).format_map(facts)
        except KeyError as error:
            raise KeyError(f"{self.language}: text {key!r} needs the fact {error.args[0]!r}") from None

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def group(self, prefix: str) -> dict[str, str]:
        """The texts whose keys begin with ``prefix``, by what follows it, their fields unfilled."""
        return {key.removeprefix(prefix): text for key, text in self._texts.items() if key.startswith(prefix)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and other.language == self.language

    def __hash__(self) -> int:
        return hash(self.language)

    def __repr__(self) -> str:
        return f"load({self.language!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return load, (self.language,)

    def _form(self, count: object) -> str:
        singular = (0, 1) if self.language == "fr" else (1,)
        return "one" if count in singular else "other"

    def listed(self, items: Iterable[str]) -> str:
        """``a``, ``a and b``, ``a, b and c``; an empty string for no items."""
        parts = list(items)
        if len(parts) < 2:
            return "".join(parts)
        last = parts[-1].lower()
        key = "list.and"
        if last.startswith(("i", "í", "hi", "hí")) and not last.startswith(("hie", "ia", "ie", "io")):
            key = "list.and_i"
        return self(key, first=", ".join(parts[:-1]), last=parts[-1])

    def clauses(self, items: Iterable[str]) -> str:
        """Parts of a sentence with semicolons between them."""
        return reduce(lambda first, last: self("list.clause", first=first, last=last), items)

    def number(self, value: float, digits: int = 0) -> str:
        """A number with ``digits`` decimals and the decimal sign of the language."""
        return f"{value:.{digits}f}".replace("-", "−").replace(".", self("number.decimal"))

    def percent(self, share: float, digits: int = 0) -> str:
        """A share from 0 to 1 as a percentage."""
        return self("number.percent", number=self.number(100 * share, digits))


def _elided(text: str, facts: Mapping[str, object]) -> str:
    """French ``text`` with ``de {name}`` as ``d’{name}`` where the fact asks for it."""

    def shorter(match: re.Match[str]) -> str:
        begins = str(facts.get(match[2], ""))[:1].lower()
        return f"{match[1]}’{{{match[2]}}}" if begins and begins in _VOWELS else match[0]

    return _BEFORE_VOWEL.sub(shorter, text) if "e {" in text else text


def load(language: str) -> Words:
    """The texts of a language; ``ValueError`` that lists the languages if there is none of this name."""
    if not isinstance(language, str) or language not in LANGUAGES:
        got = ascii(language)[:_SHOWN]
        raise ValueError(f"language: expected one of {', '.join(LANGUAGES)}, got {got}")
    return _load(language)


@cache
def _load(language: str) -> Words:
    path = files(__package__ or "plombox_widget.locales").joinpath(f"{language}.json")
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return Words(language, texts)
