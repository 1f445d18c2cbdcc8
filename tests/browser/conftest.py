"""Real servers and a real browser for the tests: each started once, on free ports of this machine alone."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("PLOMBOX_CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 180
"""For a server on a busy machine."""
PAGES = {
    "seeded": "PlomboxTable(4, seed=3)",
    "three": "PlomboxTable(3, seed=3)",
    "eight": "PlomboxTable(8, seed=3)",
    "names": "PlomboxTable(3, seed=3, names=['<img src=x onerror=alert(1)>', '<b>x</b>', '&amp;'])",
    "pair": "display(PlomboxTable(3, seed=3)); PlomboxTable(3, seed=4)",
    "people": "PlomboxTable(3, bots='human', seed=3)",
    "broken": (
        "table = PlomboxTable(4, seed=3)\n"
        "calls = {'drawing': 0, 'callback': 0}\n"
        "import plombox_widget.table.board as board\n"
        "paint = board.paint\n"
        "def paint_once(canvas, *rest):\n"
        "    calls['drawing'] += 1\n"
        "    if calls['drawing'] == 2:\n"
        "        canvas.fill_rect(0, 0, 9, 9)\n"
        "        raise ZeroDivisionError('secret')\n"
        "    return paint(canvas, *rest)\n"
        "board.paint = paint_once\n"
        "table"
    ),
}
"""Notebooks of one table each, beside the one that users get."""


def notebook(code):
    """A notebook with one code cell, as JSON."""
    source = f"from plombox_widget import PlomboxTable\n{code}"
    cell = {
        "cell_type": "code",
        "id": "table",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": source,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps(
        {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    )


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The notebook that users get, and those of ``PAGES``."""
    path = tmp_path_factory.mktemp("pages")
    root = Path(__file__).parents[2]
    (path / "play.ipynb").write_text((root / "notebooks" / "play.ipynb").read_text(encoding="utf-8"))
    for name, code in PAGES.items():
        (path / f"{name}.ipynb").write_text(notebook(code))
    return path


class Server:
    """A process that serves at ``address``."""

    def __init__(self, command, pattern, cwd, **environment):
        self._process = subprocess.Popen(
            command,
            cwd=cwd,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.address = self._wait(re.compile(pattern))

    def _wait(self, pattern):
        said, end = b"", time.monotonic() + START_SECONDS
        out = self._process.stdout
        while time.monotonic() < end:
            if select.select([out], [], [], 1)[0]:
                chunk = os.read(out.fileno(), 65536)
                if not chunk:
                    break
                said += chunk
                found = pattern.search(said.decode(errors="replace"))
                if found:
                    return found[0]
        self.stop()
        raise RuntimeError(f"the server did not start: {said.decode(errors='replace')[-2000:]}")

    def stop(self):
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait(20)
        self._process.stdout.close()


_SERVE = """
import sys
from pathlib import Path
from plombox_widget.serving import start
from plombox_widget.__main__ import main
start.notebooks_folder = lambda: Path(sys.argv[1])
sys.exit(main(["serve", "--no-browser", "--port", "0", "--warm", "0"]))
"""


@pytest.fixture(scope="session")
def voila(folder):
    """The address of ``plombox serve`` on ``folder``."""
    server = Server([sys.executable, "-c", _SERVE, str(folder)], r"http://127\.0\.0\.1:\d+/", folder)
    yield server.address
    server.stop()


@pytest.fixture(scope="session")
def lab(folder, tmp_path_factory):
    """The address of ``plombox lab`` on a copy of ``folder``, with its token."""
    config = tmp_path_factory.mktemp("config")
    # Test machines may run everything as root, which JupyterLab refuses to do unasked.
    (config / "jupyter_server_config.json").write_text(json.dumps({"ServerApp": {"allow_root": True}}))
    command = [sys.executable, "-m", "plombox_widget", "lab", "--no-browser", "--port", "0"]
    server = Server(
        [*command, "--folder", str(folder)],
        r"http://127\.0\.0\.1:\d+/lab\?token=\w+",
        folder,
        JUPYTER_CONFIG_DIR=str(config),
    )
    yield server.address
    server.stop()


@pytest.fixture(scope="session")
def chromium():
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
