"""What a reader sees who loses the server, in a real browser: told so, and back in the same game."""

import os
import shutil
import signal
import time

import psutil
import pytest
from leaky_pipe import Pipe
from page_server import notebook, serving

from plombox_widget.locales.i18n import load

pytestmark = pytest.mark.alone
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
SPANISH = load("es")
PATIENCE = 90_000
"""Milliseconds, on a busy machine."""


@pytest.fixture(scope="module")
def kept_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept")
    code = "from plombox_widget.table.kept import KeptTable\nKeptTable(seed=3)"
    (folder / "play.ipynb").write_text(notebook(code), encoding="utf-8")
    (folder / "other.ipynb").write_text(notebook("'another page'"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def reader(browser):
    """A page of a reader whose browser speaks Spanish."""
    context = browser.new_context(locale="es-AR")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def _words(page) -> str:
    """The position in words: what the twin of the picture says."""
    page.locator(".plombox-lang-es button.plombox-resume").wait_for()
    page.locator(".plombox-code code").wait_for()
    return str(page.get_by_role("region").last.inner_text())


def _act(page) -> str:
    """One act: the first card at the first target, or the plays of the bots; the position afterwards."""
    before = _words(page)
    turn = page.get_by_role("button", name=SPANISH("control.turn"))
    if turn.is_enabled():
        turn.click()
    else:
        page.locator(".plombox-hand button:enabled").first.click()
        page.locator(".plombox-targets button:enabled").first.click()
        page.get_by_role("button", name=SPANISH("control.play"), exact=True).click()
    page.wait_for_function(
        "before => [...document.querySelectorAll('[role=region]')].at(-1).innerText !== before", arg=before
    )
    return _words(page)


def _notice(page, words: str):
    return page.locator("#plombox-notice.shown", has_text=words)


def _kernel_of(served) -> psutil.Process:
    (kernel,) = [
        child
        for child in psutil.Process(served.process.pid).children(recursive=True)
        if "ipykernel_launcher" in " ".join(child.cmdline())
    ]
    return kernel


def _comes_back(page, played: str) -> None:
    """The reader is told, in Spanish, and one press brings the game back."""
    _notice(page, "Esta mesa ya no está en el servidor").wait_for()
    assert page.locator("#plombox-notice code").inner_text().count("-") == 3
    assert page.locator("#plombox-notice").get_attribute("role") == "alert"
    page.get_by_role("button", name="Seguir con mi partida").click()
    page.wait_for_function(
        "played => [...document.querySelectorAll('[role=region]')].at(-1)?.innerText === played", arg=played
    )
    assert not page.locator("#plombox-notice.shown").is_visible()


def test_a_killed_kernel_is_told_and_the_code_brings_the_game_back(kept_folder, reader, tmp_path):
    limits = {"warm": 0, "sessions": 4, "check": 0.5}
    with serving(kept_folder, tmp_path / "log", limits) as served:
        reader.goto(served.url)
        played = _act(reader)
        reader.wait_for_timeout(1000)
        os.kill(_kernel_of(served).pid, signal.SIGKILL)
        _comes_back(reader, played)
        assert _act(reader) != played


def test_a_restarted_server_is_told_and_the_code_brings_the_game_back(kept_folder, reader, tmp_path):
    limits = {"warm": 0, "sessions": 4}
    with serving(kept_folder, tmp_path / "log", limits) as served:
        port = int(served.url.rstrip("/").rpartition(":")[2])
        reader.goto(served.url)
        played = _act(reader)
        reader.wait_for_timeout(1000)
    _notice(reader, "Se perdió la conexión").wait_for()
    with serving(kept_folder, tmp_path / "log", limits, port=port):
        _comes_back(reader, played)


def test_a_connection_cut_for_half_a_minute_is_told_and_the_game_goes_on(kept_folder, reader, tmp_path):
    with serving(kept_folder, tmp_path / "log", {"warm": 0, "sessions": 4}) as served:
        pipe = Pipe(int(served.url.rstrip("/").rpartition(":")[2]))
        reader.goto(f"http://127.0.0.1:{pipe.port}/")
        played = _act(reader)
        pipe.cut()
        _notice(reader, "Se perdió la conexión").wait_for()
        time.sleep(30)
        pipe.mend()
        reader.locator("#plombox-notice.shown.good", has_text="La conexión volvió").wait_for()
        assert _words(reader) == played
        assert _act(reader) != played
        assert served.status()["sessions"] == 1
        pipe.close()


def test_a_reload_the_way_back_and_a_link_go_on_with_the_same_game(kept_folder, reader, tmp_path):
    def same_game():
        reader.wait_for_function(
            "played => [...document.querySelectorAll('[role=region]')].at(-1)?.innerText === played",
            arg=played,
        )

    with serving(kept_folder, tmp_path / "log", {"warm": 1, "sessions": 6}) as served:
        reader.goto(served.url)
        played = _act(reader)
        reader.wait_for_timeout(1000)
        reader.reload()
        same_game()
        reader.wait_for_timeout(1000)
        reader.goto(f"{served.url}plombox/status")
        reader.go_back()
        same_game()
        reader.wait_for_timeout(1000)
        reader.goto(f"{served.url}voila/render/other.ipynb")
        reader.evaluate("address => location.assign(address)", served.url)
        same_game()
        reader.goto(f"{served.url}?again")
        assert _words(reader) != played, "an address that was typed is a new visit"


def test_a_file_that_is_far_too_large_is_not_sent_and_told(kept_folder, reader, tmp_path):
    """The server ends a connection that sends it; the game, and the next file, do not suffer."""
    file = tmp_path / "large.json"
    file.write_bytes(b"[" * (100 << 20))
    with serving(kept_folder, tmp_path / "log", {"warm": 0, "sessions": 4}) as served:
        reader.goto(served.url)
        played = _act(reader)
        reader.locator("button.plombox-share").click()
        with reader.expect_file_chooser() as chosen:
            reader.locator("button.plombox-upload").click()
        chosen.value.set_files(file)
        _notice(reader, SPANISH("page.too_large")).wait_for()
        assert _words(reader) == played
        reader.get_by_role("button", name=SPANISH("page.close"), exact=True).click()
        assert _act(reader) != played
        assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
