"""One server of each kind for all tests of this folder, one browser for each file."""

import os
import re
from pathlib import Path

import pytest
from hosts import CHROMIUM, FLAGS, notebook
from hosts import lab as start_lab
from hosts import serve as start_voila
from playwright.sync_api import sync_playwright

PAGES = {
    "seeded": "PlomboxTable(4, seed=3)",
    "three": "PlomboxTable(3, seed=3)",
    "eight": "PlomboxTable(8, seed=3)",
    "names": "PlomboxTable(3, seed=3, names=['<img src=x onerror=alert(1)>', '<b>x</b>', '&amp;'])",
    "pair": "display(PlomboxTable(3, seed=3)); PlomboxTable(3, seed=4)",
    "people": "PlomboxTable(3, bots='human', seed=3)",
    "paper": (
        "table = PlomboxTable(3, mode='referee')\n"
        "for card, target in ('!', 0), ('!', 2), ('R', 1):\n"
        "    table.enter(card, target)\n"
        "table"
    ),
    "broken": (
        "table = PlomboxTable(4, seed=3)\n"
        "calls = {'drawing': 0, 'callback': 0}\n"
        "import plombox_widget.table.board as board\n"
        "paint = board.paint\n"
        "def paint_once(canvas, *rest):\n"
        "    calls['drawing'] += 1\n"
        "    if 2 <= calls['drawing'] <= 5:\n"
        "        canvas.fill_rect(0, 0, 9, 9)\n"
        "        raise ZeroDivisionError('unspeakable')\n"
        "    return paint(canvas, *rest)\n"
        "board.paint = paint_once\n"
        "table"
    ),
}
"""Notebooks of one table each, beside the one that users get."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The notebook that users get, and those of ``PAGES``."""
    path = tmp_path_factory.mktemp("pages")
    root = Path(__file__).parents[2]
    (path / "play.ipynb").write_text((root / "notebooks" / "play.ipynb").read_text(encoding="utf-8"))
    for name, code in PAGES.items():
        (path / f"{name}.ipynb").write_text(notebook(f"from plombox_widget import PlomboxTable\n{code}"))
    return path


@pytest.fixture(scope="session")
def voila(folder):
    """The address of ``plombox serve`` on ``folder``."""
    server = start_voila(folder)
    yield server.address
    server.stop()


@pytest.fixture(scope="session")
def lab(folder, tmp_path_factory):
    """The address of ``plombox lab``, with its token; ``folder`` is its copy of the notebooks."""
    server = start_lab(folder, tmp_path_factory.mktemp("config"))
    yield server.address
    server.stop()


@pytest.fixture(scope="module")
def chromium():
    """A browser. Its event loop holds the thread while it runs, so it ends before other folders' tests."""
    assert Path(CHROMIUM).exists(), f"no browser at {CHROMIUM}: `make test` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A picture of every open page when a test fails, where ``PLOMBOX_SHOTS`` names a folder."""
    report = yield
    folder = os.environ.get("PLOMBOX_SHOTS")
    browser = item.funcargs.get("chromium")
    if folder and browser and report.when == "call" and report.failed:
        pages = [page for context in browser.contexts for page in context.pages]
        name = re.sub(r"\W+", "-", item.name)
        for number, page in enumerate(pages):
            page.screenshot(path=Path(folder) / f"{name}-{number}.png")
    return report
