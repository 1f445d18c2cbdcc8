"""Every notebook, found by glob: run strictly against its outputs, run twice, each cell twice, and read."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from plombox_widget.locales.i18n import LANGUAGES
from plombox_widget.teaching.lesson import LESSONS

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.ipynb"))
ENVIRONMENT = {**os.environ, "PLOMBOX_LANG": "en", "QUERY_STRING": ""}
WIDGET = "application/vnd.jupyter.widget-view+json"
LONGEST_CELL = 12
LIVE = {"play"}
"""Notebooks of a new deal each time: their outputs are not kept."""
by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path: Path) -> list[nbformat.NotebookNode]:
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def told(outputs: list[nbformat.NotebookNode]) -> list[dict[str, object]]:
    """What outputs show, without the widget itself, whose id differs from run to run."""
    return [
        {
            kind: data
            for kind, data in output.get("data", {"stream": output.get("text")}).items()
            if kind != WIDGET
        }
        for output in outputs
    ]


def test_every_lesson_is_there() -> None:
    assert {path.name for path in NOTEBOOKS} >= set(LESSONS.values())


@by_name
def test_a_fresh_run_gives_the_outputs_that_are_kept(path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval", str(path)]
    run = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-1000:]
    assert f"{len(cells(path))} passed" in run.stdout


@by_name
def test_each_cell_twice_and_the_notebook_twice_in_one_kernel_give_the_same(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    once = cells(path)
    notebook.cells = [nbformat.from_dict(dict(cell)) for _ in range(2) for cell in once for _ in range(2)]
    for number, cell in enumerate(notebook.cells):
        cell.id, cell.outputs = f"run-{number}", []
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}})
    client.execute(env=ENVIRONMENT)
    for number, cell in enumerate(notebook.cells):
        kept = once[number // 2 % len(once)]
        assert all(output.output_type != "error" for output in cell.outputs), cell.source
        if path.stem not in LIVE:
            assert told(cell.outputs) == told(kept.outputs), cell.source


@by_name
def test_outputs_hold_no_ids_times_addresses_or_paths(path: Path) -> None:
    for cell in cells(path):
        kept = json.dumps(cell.outputs)
        assert WIDGET not in kept
        assert "IPY_MODEL" not in kept
        assert not re.search(r"0x[0-9a-f]{6,}|\b[0-9a-f]{32}\b", kept), cell.source
        assert not re.search(r"\b\d{1,2}:\d{2}:\d{2}\b|\b\d{4}-\d{2}-\d{2}T", kept), cell.source
        assert not re.search(r"127\.0\.0\.1|localhost|/home/|/root/|/tmp/|/mnt/|[A-Z]:\\\\", kept), (
            cell.source
        )
        assert not any(output.output_type == "error" for output in cell.outputs)
        assert all(output.get("name") != "stderr" for output in cell.outputs)


@by_name
def test_cells_are_short_and_hold_code_only(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    for cell in cells(path):
        assert len(cell.source.splitlines()) <= LONGEST_CELL, cell.source
        ast.parse(cell.source)
    assert "widgets" not in notebook.metadata
    if path.stem not in LIVE:
        others = [cell for cell in notebook.cells if cell.cell_type != "code"]
        assert others == [], "texts come from the locales, so that they can change their language"


# --- the prose -----------------------------------------------------------------------------------------

TEXTS = {
    language: json.loads(
        (ROOT / "plombox_widget" / "locales" / f"{language}.json").read_text(encoding="utf-8")
    )
    for language in LANGUAGES
}
OF_PARTS = ("title", "lead")
"""Texts that the header of a lesson shows, not a cell."""


def said(path: Path) -> Iterator[str]:
    """Keys of ``lesson.say("…")`` in a notebook, and of ``lesson.end()``."""
    for cell in cells(path):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say":
                assert isinstance(node.args[0], ast.Constant)
                yield str(node.args[0].value)
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "end":
                yield "end"


@pytest.mark.parametrize(("topic", "name"), [item for item in LESSONS.items() if item[0] != "play"])
def test_a_lesson_says_each_of_its_texts_once(topic: str, name: str) -> None:
    keys = list(said(ROOT / "notebooks" / name))
    assert len(keys) == len(set(keys))
    own = {key.removeprefix(f"lesson.{topic}.") for key in TEXTS["en"] if key.startswith(f"lesson.{topic}.")}
    assert set(keys) == {key for key in own if key not in OF_PARTS and not key.startswith("about.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_in_prose_are_facts_never_written_down(language: str) -> None:
    """A ruling's name and a card code may stand in a text; any other digit must come from the rules."""
    for key, text in TEXTS[language].items():
        if key.startswith("lesson."):
            bare = re.sub(r"`[^`]*`|\bR\d{1,2}\b|\{[a-z_]+\}", "", text)
            assert not re.search(r"\d", bare), f"{key}: {text}"
