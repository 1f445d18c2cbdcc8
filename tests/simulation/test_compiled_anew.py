"""What is kept on disk of the compiled kernel is compiled anew when any file of it changes, and only then."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from plombox_widget.simulation import jit

PART = """
from plombox_widget.simulation.jit import inline

STEP = {step}

@inline
def add(number):
    return number + STEP
"""
ENTRY = """
from plombox_widget.simulation.jit import jit
from plombox_widget.simulation.part import add

@jit
def run(number):
    return add(number)

if __name__ == "plombox_widget.simulation.entry":
    print(run(40), sum(run.stats.cache_hits.values()))
"""


def test_a_change_in_a_part_of_another_file_is_seen(tmp_path: Path) -> None:
    folder = tmp_path / "plombox_widget" / "simulation"
    folder.mkdir(parents=True)
    for package in (folder.parent, folder):
        (package / "__init__.py").touch()
    shutil.copy(jit.__file__, folder)
    (folder / "entry.py").write_text(ENTRY, encoding="utf-8")

    def run(step: int) -> list[str]:
        """The result, and how many times it was found on disk."""
        (folder / "part.py").write_text(PART.format(step=step), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        code = "import plombox_widget.simulation.entry"
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.split()

    assert run(1) == ["41", "0"]
    assert run(1) == ["41", "1"]
    assert run(2) == ["42", "0"]
    assert run(1) == ["41", "1"]
