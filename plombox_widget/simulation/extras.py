"""What the extra ``lab`` brings, imported when it is used."""

from importlib import import_module
from typing import Any


class MissingExtra(ModuleNotFoundError):
    """A library of the extra ``lab`` is absent: one line that says how to get it."""


def needed(module: str) -> Any:
    """The module of that name; ``MissingExtra`` if the extra ``lab`` is not installed."""
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise
        message = f"{package} is missing: pip install 'plombox-widget[lab]'"
        raise MissingExtra(message, name=package) from error
