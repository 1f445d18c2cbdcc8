"""A record read from a file that a user names."""

import sys
from pathlib import Path

from plombox_widget.cli.errors import BAD_RECORD, UserError, user_errors
from plombox_widget.game.record import MAX_BYTES, Record, RecordError

STDIN = "-"


def read_record(name: str) -> Record:
    """The record in file ``name``, ``-`` for standard input; ``UserError`` if it is absent or bad."""
    try:
        data = _read_bytes(name)
    except OSError as error:
        raise UserError(f"{name}: {error.strerror or error}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{name}: record: not UTF-8 text at byte {error.start}", BAD_RECORD) from error
    with user_errors(RecordError, status=BAD_RECORD):
        return Record.from_json(text)


def _read_bytes(name: str) -> bytes:
    """One byte more than a record may have, so that a longer one is refused without being read."""
    if name == STDIN:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)
