"""A folder on a disk that is full: a tiny one in memory where we may mount it, else a limit on every file."""

import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

KILOBYTES = 40
_LIMIT = 500
"""Bytes that a file may have where nothing can be mounted: less than any game needs."""


class Disk:
    """``fill`` leaves no room for a game more, ``free`` gives it back."""

    def __init__(self, folder: Path, mounted: bool) -> None:
        self._filler, self._mounted = folder / "filler", mounted

    def fill(self) -> None:
        if not self._mounted:
            _limit_files(_LIMIT)
            return
        with suppress(OSError), self._filler.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 512)

    def free(self) -> None:
        if self._mounted:
            self._filler.unlink(missing_ok=True)
        else:
            _limit_files(resource.RLIM_INFINITY)


def _limit_files(size: int) -> None:
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard if size == resource.RLIM_INFINITY else size, hard))


@contextmanager
def small_disk(folder: Path) -> Iterator[Disk]:
    """A disk of ``KILOBYTES`` at ``folder``, which only its user can read."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    options = f"size={KILOBYTES}k,mode=700"
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    can = shutil.which("mount") is not None
    mounted = can and subprocess.run(command, capture_output=True, check=False).returncode == 0
    disk = Disk(folder, mounted)
    try:
        yield disk
    finally:
        disk.free()
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)
