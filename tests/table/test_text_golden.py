"""Whole games in words against transcripts that were read; ``tests/golden/remake.py`` writes them anew."""

import runpy
from pathlib import Path

import pytest

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
TRANSCRIPTS = dict(runpy.run_path(str(GOLDEN / "remake.py"))["transcripts"]())


def test_no_transcript_is_missing_or_left_over() -> None:
    assert set(GOLDEN.glob("*.txt")) == set(TRANSCRIPTS)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_game_is_told_as_before(path: Path) -> None:
    assert TRANSCRIPTS[path].splitlines() == path.read_text(encoding="utf-8").splitlines()
