"""What goes wrong by a user's mistake: one line on standard error, and an exit status."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

BAD_RECORD, BAD_ARGUMENTS = 1, 2
"""Exit statuses."""
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it: 128 + SIGINT."""
_LONGEST = 400
"""Characters of an error line at most."""


class UserError(Exception):
    """A mistake of the user: ``main`` prints its text on one line and exits with its status."""

    def __init__(self, message: str, status: int = BAD_ARGUMENTS) -> None:
        super().__init__(message)
        self.status = status


def one_line(message: str) -> str:
    """``message`` on one line of printable characters, cut where it is longer than a person reads."""
    words = " ".join(message.split())
    printable = "".join(char if char.isprintable() else repr(char)[1:-1] for char in words)
    return printable if len(printable) <= _LONGEST else printable[: _LONGEST - 1] + "…"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and that takes no abbreviated options."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"allow_abbrev": False, **kwargs})

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_ARGUMENTS, f"{self.prog}: {one_line(message)}\n")


@contextmanager
def user_errors(*kinds: type[Exception], status: int = BAD_ARGUMENTS) -> Iterator[None]:
    """Turns exceptions of these kinds, whose text is meant for the user, into ``UserError``."""
    try:
        yield
    except kinds as error:
        raise UserError(str(error), status) from error


@contextmanager
def extra_needed(extra: str, modules: Sequence[str]) -> Iterator[None]:
    """Turns the absence of one of these top-level ``modules`` into one line that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in modules:
            raise
        raise UserError(f"{missing} is missing: pip install 'plombox-widget[{extra}]'") from error
