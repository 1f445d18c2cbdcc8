"""Runs the notebooks and keeps their outputs: ``python tests/notebooks/remake.py [name …]``.

What is kept is what a reader without a kernel sees: no widget, no count, no time, no address.
"""

import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
LIVE = {"play"}
"""Notebooks of a new deal each time: their outputs are not kept."""
WIDGET = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def remake(path: Path) -> None:
    """Run a notebook top to bottom, and write it back with clean outputs."""
    notebook = nbformat.read(path, as_version=4)
    environment = {**os.environ, "PLOMBOX_LANG": "en", "QUERY_STRING": ""}
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}})
    client.execute(env=environment)
    notebook.metadata = nbformat.from_dict(METADATA)
    runs = 0
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id = f"cell-{number:02}"
        if cell.cell_type != "code":
            cell.metadata = {}
            continue
        cell.execution_count = runs = runs + 1
        cell.metadata = {"jupyter": {"source_hidden": True}} if is_prose(cell.source) else {}
        for output in cell.outputs:
            output.metadata = {}
            output.get("data", {}).pop(WIDGET, None)
            if "execution_count" in output:
                output.execution_count = runs
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def is_prose(source: str) -> bool:
    """A cell that only says something: its code is folded away in JupyterLab."""
    return source.startswith(("lesson.say(", "lesson.end(")) and "\n" not in source.strip()


if __name__ == "__main__":
    chosen = sys.argv[1:]
    for path in sorted(NOTEBOOKS.rglob("*.ipynb")):
        if path.stem not in LIVE and (not chosen or path.stem in chosen):
            remake(path)
