"""Where the notebooks are, and a copy of them for a reader who wants to change them."""

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

PLAY = "play.ipynb"
"""The notebook of the playing page."""
_PACKAGE = Path(__file__).resolve().parent.parent
_LEDGER = ".plombox-copies.json"
"""What we copied, file → digest: a copy that differs from its entry was changed by the reader."""


def notebooks_folder() -> Path:
    """The folder of the notebooks: inside an installed package, beside it in a checkout."""
    for folder in (_PACKAGE / "notebooks", _PACKAGE.parent / "notebooks"):
        if (folder / PLAY).is_file():
            return folder
    raise FileNotFoundError(f"the notebooks are missing: no {PLAY} in {_PACKAGE / 'notebooks'}")


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copying did, as counts of files."""

    new: int
    renewed: int
    """Unchanged since an earlier copy, and replaced by a newer edition."""
    kept: int
    """Changed by the reader, and left alone."""

    def summary(self) -> str:
        return f"{self.new} new, {self.renewed} renewed, {self.kept} of yours kept"


def copy_notebooks(target: Path, source: Path | None = None) -> Copied:
    """Copies the notebooks into ``target``, made if need be; a file that the reader changed is never touched.

    ``OSError`` if the folder cannot be written.
    """
    source = notebooks_folder() if source is None else source
    target.mkdir(parents=True, exist_ok=True)
    ledger = _read_ledger(target / _LEDGER)
    counts = {"new": 0, "renewed": 0, "kept": 0}
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source).as_posix()
        if not path.is_file() or any(part.startswith((".", "_")) for part in Path(name).parts):
            continue
        copy = target / name
        digest = _digest(path)
        if not copy.exists():
            counts["new"] += 1
        elif _digest(copy) == digest:
            ledger[name] = digest
            continue
        elif _digest(copy) == ledger.get(name):
            counts["renewed"] += 1
        else:
            counts["kept"] += 1
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        _copy_whole(path, copy)
        ledger[name] = digest
    (target / _LEDGER).write_text(json.dumps(ledger, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return Copied(**counts)


def _copy_whole(source: Path, target: Path) -> None:
    """Copies all or nothing: where the disk is full, what was there stays."""
    part = target.with_name(f".{target.name}.part")
    try:
        shutil.copyfile(source, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read_ledger(path: Path) -> dict[str, str]:
    """An unreadable ledger counts as empty: then every differing copy is taken for the reader's own."""
    try:
        ledger = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(digest) for name, digest in ledger.items()} if isinstance(ledger, dict) else {}
