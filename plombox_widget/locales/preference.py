"""The language that a reader wants: what the page's address asks for, what was set, what was chosen last.

A page of Voilà gets its language with its address, ``?lang=es``. A notebook in JupyterLab gets none from
there, so a choice made in one notebook is kept in a file of the reader's own settings, and the next one
finds it. Behind Voilà nothing is kept: many readers share the machine, and one must not choose for the rest.
"""

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs

from plombox_widget.locales.i18n import LANGUAGES, load

FOLDER = "PLOMBOX_SETTINGS"
"""The environment variable that names the folder of settings; without it, the user's own place for such."""
FILE = "language"


def folder() -> Path:
    """The folder of the reader's settings, which need not be there yet."""
    if given := os.environ.get(FOLDER):
        return Path(given)
    base = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA") or Path.home() / ".config"
    return Path(base, "plombox")


def preferred_language() -> str:
    """``?lang=es`` of the page, else ``PLOMBOX_LANG``, else the last choice, else English.

    What is none of ours is passed over. Nothing is raised, whatever stands in the file.
    """
    asked = parse_qs(os.environ.get("QUERY_STRING", "")).get("lang", [""])[-1]
    for language in (asked, os.environ.get("PLOMBOX_LANG", ""), _remembered()):
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def remember_language(language: str) -> None:
    """Keep a choice for the notebooks opened next, but not behind Voilà; ``ValueError`` for an unknown one.

    Where the folder cannot be written, the choice ends with the notebook.
    """
    load(language)
    if behind_voila():
        return
    with suppress(OSError, RuntimeError):
        place = folder()
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=place, prefix=FILE, delete=False) as part:
            part.write(f"{language}\n")
        Path(part.name).replace(place / FILE)


def behind_voila() -> bool:
    """Whether this kernel draws a page of Voilà, warmed up or not."""
    return "VOILA_BASE_URL" in os.environ or os.environ.get("SERVER_SOFTWARE", "").startswith("voila")


def _remembered() -> str:
    if behind_voila():
        return ""
    try:
        with (folder() / FILE).open(encoding="ascii", errors="replace") as file:
            return file.read(16).strip()
    except (OSError, RuntimeError):
        return ""
