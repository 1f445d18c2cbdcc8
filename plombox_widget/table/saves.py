"""Games kept on disk, so that a table can go on in another kernel: a file per code.

A code is drawn at random and tells nothing of the game. The game itself, which holds what no player may know,
stays on the machine of the kernel, in files that only its user can read.
"""

import json
import os
import re
import secrets
import tempfile
import time
from pathlib import Path

from plombox_widget.game.record import HUMAN, Record
from plombox_widget.table.referee import Referee
from plombox_widget.table.seats import MODES
from plombox_widget.table.session import Session

FOLDER = "PLOMBOX_SAVES"
"""The environment variable that names the folder; without it, one in the temporary folder is used."""
KEPT_DAYS = 7
_SYMBOLS = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letter that is easily taken for another or for a digit."""
_GROUPS, _GROUP = 4, 4
"""Four groups of four symbols: about 79 bits, too many to be guessed."""
_LARGEST = 2 << 20
_LONGEST = 100
"""Signs that are read of what was typed as a code."""
_CODE = re.compile(rf"[{_SYMBOLS}]{{{_GROUPS * _GROUP}}}")


class NoSave(LookupError):
    """There is no game under this code."""


def folder() -> Path:
    """The folder of the saves, made if need be; ``OSError`` if it cannot be."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    path = Path(os.environ.get(FOLDER) or Path(tempfile.gettempdir(), f"plombox-saves-{user}"))
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
        raise PermissionError(f"{path} belongs to somebody else")
    return path


def new_code() -> str:
    """A code for one more game, such as ``k7mq-2fzd-x9ha-wt4e``."""
    groups = ("".join(secrets.choice(_SYMBOLS) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def save(session: Session, code: str) -> None:
    """Keeps the game under ``code``, in place of what was kept there; all or nothing. ``OSError``."""
    path = _path(code)
    part = path.with_suffix(".part")
    try:
        part.touch(mode=0o600)
        part.write_text(json.dumps(_data(session)), encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _data(session: Session) -> dict[str, object]:
    if isinstance(session, Referee):
        return {"paper": session.to_json()}
    return {
        "record": session.record().to_json(),
        "seat": session.seat,
        "mode": session.mode,
        "names": list(session.names),
    }


def load(code: str) -> Session:
    """The game under ``code``, however it is typed; ``NoSave`` if there is none that can be read."""
    try:
        with _path(code).open("rb") as file:
            data = json.loads(file.read(_LARGEST))
        if "paper" in data:
            return Referee.from_json(data["paper"])
        record = Record.from_json(data["record"])
        seat, mode, names = data["seat"], data["mode"], data["names"]
        persons = record.bots is not None and HUMAN in record.bots
        if mode not in MODES or not (seat is None or persons):
            raise ValueError("a save that this version did not write")
        return Session.resume(record, seat=seat, mode=mode, names=names)
    except (OSError, ValueError, TypeError, LookupError, RecursionError) as error:
        raise NoSave(code) from error


def forget_old(days: float = KEPT_DAYS) -> int:
    """Deletes what has not been played for so many days; the number of games deleted."""
    before = time.time() - days * 86_400
    old = [path for path in folder().glob("*.json") if path.stat().st_mtime < before]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _signs(typed: str) -> str:
    """Without the spaces and dashes with which a code is written."""
    return re.sub(r"[\s-]", "", typed[:_LONGEST])


def looks_like_code(typed: str) -> bool:
    """Whether this was meant as a code, be it right or mistyped: no game as text is so short and plain."""
    signs = _signs(typed)
    whole = len(typed) < _LONGEST and signs.isascii() and signs.isalnum()
    return whole and abs(len(signs) - _GROUPS * _GROUP) <= _GROUP


def _path(code: str) -> Path:
    """Never outside the folder, whatever was typed as a code."""
    plain = _signs(code).lower()
    if not _CODE.fullmatch(plain):
        raise NoSave(code)
    return folder() / f"{plain}.json"
