"""Binder from its own files alone: a fresh environment of exact versions, and every address opened in it."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
BINDER = ROOT / "binder"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
BASE = "/user/somebody/"
TOKEN = "binder-gives-each-its-own"
START_SECONDS = 90
PATIENCE = 90_000
"""Milliseconds, on a busy machine."""


def _addresses() -> list[str]:
    """What the badges and links of the README ask Binder to open."""
    found = re.findall(r"https://mybinder\.org/v2/[^)\s]+", (ROOT / "README.md").read_text(encoding="utf-8"))
    return sorted({parse_qs(urlsplit(address).query)["urlpath"][0] for address in found})


def test_every_requirement_is_an_exact_version_and_names_no_place():
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", pin) for pin in pins)
    names = {pin.partition("==")[0].lower().replace("_", "-") for pin in pins}
    assert {"voila", "jupyterlab", "ipywidgets", "ipycanvas", "numba", "hatchling"} <= names
    assert len(names) == len(pins)


def test_the_pins_hold_all_that_the_package_asks_for_and_fit_its_bounds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [Requirement(line) for line in (*project["dependencies"], *extras["lab"], *extras["app"])]
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    pinned = {canonicalize_name(name): version for name, version in pins.items()}
    assert len(asked) > 8
    for requirement in asked:
        if requirement.name != project["name"]:
            version = pinned.get(canonicalize_name(requirement.name))
            assert version, f"make binder-lock: {requirement.name} is not pinned"
            assert version in requirement.specifier, f"make binder-lock: {requirement}, pinned {version}"


def test_python_is_pinned_as_binder_reads_it():
    assert re.fullmatch(r"python-3\.1[1-4]\n", (BINDER / "runtime.txt").read_text(encoding="utf-8"))


def test_post_build_can_be_run_and_stops_at_the_first_error():
    assert os.access(BINDER / "postBuild", os.X_OK)
    subprocess.run(["bash", "-n", BINDER / "postBuild"], check=True)
    assert "set -e" in (BINDER / "postBuild").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of this checkout that git knows or would add, as Binder clones them."""
    folder = tmp_path_factory.mktemp("binder") / "checkout"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in listed.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.mark.alone
def test_repo2docker_takes_the_folder(checkout):
    command = [str(Path(sys.executable).with_name("jupyter-repo2docker")), "--no-build", "--debug", "."]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "binder/requirements.txt" in done.stderr + done.stdout
    assert "binder/postBuild" in done.stderr + done.stdout


@pytest.fixture(scope="module")
def built(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment that the files of binder/ make, with a HOME of its own."""
    folder = tmp_path_factory.mktemp("environment")
    bin_folder = folder / "venv" / "bin"
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "JUPYTER"))}
    env = {**kept, "HOME": str(folder / "home"), "PATH": f"{bin_folder}:{os.environ['PATH']}"}
    (folder / "home").mkdir()
    pip = [
        bin_folder / "python",
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "--no-deps",
    ]
    subprocess.run([*pip, "-r", checkout / "binder" / "requirements.txt"], check=True, env=env, timeout=900)
    subprocess.run(["binder/postBuild"], cwd=checkout, check=True, env=env, timeout=300)
    subprocess.run([bin_folder / "python", "-m", "pip", "check"], check=True, env=env, timeout=120)
    yield env
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def server(built: dict[str, str], checkout: Path) -> Iterator[str]:
    """Jupyter Server as Binder starts it: in the checkout, below a path, with a token."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = [f"--port={port}", "--ip=127.0.0.1", f"--ServerApp.base_url={BASE}", "--no-browser"]
    command = ["jupyter-lab", "--allow-root", f"--IdentityProvider.token={TOKEN}", *options]
    process = subprocess.Popen(
        command, cwd=checkout, env=built, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{port}{BASE}"
    try:
        _wait_for(f"{address}api?token={TOKEN}")
        yield address
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=20)


def _wait_for(address: str) -> None:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.5)


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield launched
        launched.close()


@pytest.mark.alone
@pytest.mark.parametrize("path", _addresses())
def test_every_address_of_the_readme_opens(server, browser, path):
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    outside: list[str] = []
    page.on("request", lambda request: _note_outside(request.url, outside))
    if path.startswith("lab/"):
        # Without the reset JupyterLab would open again what stood open at the last address.
        page.goto(f"{server}{path}?token={TOKEN}&reset")
        page.locator(f"[role=tab].lm-mod-current[title*='{path.removeprefix('lab/tree/')}']").first.wait_for()
        page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell").first.wait_for()
    else:
        page.goto(f"{server}{path}?token={TOKEN}")
        page.locator(".jp-OutputArea-output .jupyter-widgets").first.wait_for()
        if path.endswith("/play.ipynb"):
            _play(page)
        assert "Error displaying widget" not in page.locator("body").inner_text()
        assert not outside
    page.close()


def _note_outside(url: str, outside: list[str]) -> None:
    if url.startswith("http") and urlsplit(url).hostname != "127.0.0.1":
        outside.append(url)


def _play(page) -> None:
    """The table is painted, and a press is answered."""
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.locator("canvas").first.wait_for()
    before = page.locator("body").inner_text()
    page.locator(".plombox-hand button:enabled").first.click()
    page.wait_for_function("before => document.body.innerText !== before", arg=before)
