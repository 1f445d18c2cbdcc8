"""What public functions expect of their arguments; one line that names the argument where it is not met."""

from collections.abc import Iterable
from typing import Any

from plombox_widget.game.cards import shown
from plombox_widget.game.rules import Rules, expect_rules


def given_rules(rules: Rules | None) -> Rules:
    """The published rules for None, else ``rules``; ``ValueError`` as ``expect_rules``."""
    return Rules() if rules is None else expect_rules(rules)


def expect_seed(seed: object) -> int:
    """``seed`` itself; ``ValueError`` if it is no whole number."""
    if type(seed) is not int:
        raise ValueError(f"seed: expected a whole number, got {shown(seed)}")
    return seed


def expect_switch(name: str, value: object) -> bool:
    """``value`` itself; ``ValueError`` if it is neither True nor False."""
    if type(value) is not bool:
        raise ValueError(f"{name}: expected True or False, got {shown(value)}")
    return value


def expect_list(name: str, value: object, kind: type, *, least: int = 1) -> tuple[Any, ...]:
    """The items of ``value``, all of this kind; ``ValueError`` if it is no list of so many of them."""
    listed = isinstance(value, Iterable) and not isinstance(value, str | bytes)
    items: tuple[Any, ...] = tuple(value) if listed else ()  # type: ignore[arg-type]
    if not listed or len(items) < least or not all(isinstance(item, kind) for item in items):
        raise ValueError(f"{name}: expected a list of {kind.__name__}, got {shown(value)}")
    return items


def refuse_unknown(where: str, unknown: Iterable[str], accepted: Iterable[str]) -> None:
    """``TypeError`` that says what is accepted, if there is an argument of an unknown name."""
    for name in unknown:
        raise TypeError(f"{where}: no argument {shown(name)}; accepted: {', '.join(accepted)}")
