"""A server of one small page, shared by the tests of a module, and helpers to ask it things."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from page_server import Served, notebook, serving

TABLE = "from plombox_widget import PlomboxTable\nPlomboxTable(seed=7)"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a playing page, one other notebook, and things that nobody must get."""
    folder = tmp_path_factory.mktemp("notebooks")
    (folder / "play.ipynb").write_text(notebook(TABLE), encoding="utf-8")
    (folder / "broken.ipynb").write_text(notebook("secret_of_the_house = 1 / 0"), encoding="utf-8")
    (folder / "secret.py").write_text("secret_of_the_house", encoding="utf-8")
    (folder / "secret.txt").write_text("secret_of_the_house", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def serve(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., AbstractContextManager[Served]]:
    """Starts a server with these limits."""

    def start(log: Path | None = None, *, more: dict[str, Any] | None = None, **limits: Any) -> Any:
        log = log or tmp_path_factory.mktemp("log") / "log.txt"
        return serving(folder, log, {"warm": 0, "check": 0.3, **limits}, **(more or {}))

    return start


@pytest.fixture
def run() -> Iterator[Callable[[Coroutine[Any, Any, Any]], Any]]:
    """Runs coroutines on one event loop, so that connections outlive a single call."""
    with asyncio.Runner() as runner:
        yield runner.run
