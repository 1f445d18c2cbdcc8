"""The wheel and the sdist: what travels in them, and the page that an installed wheel serves."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.alone


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """An sdist of the checkout, and a wheel made from that sdist: what an index would hand out."""
    folder = tmp_path_factory.mktemp("built")
    hatch = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run([*hatch, "--target", "sdist"], cwd=ROOT, check=True, capture_output=True, timeout=120)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    subprocess.run([*hatch, "--target", "wheel"], cwd=source, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    return {"sdist": sdist, "wheel": wheel, "source": source}


@pytest.fixture(scope="module")
def installed(built: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `plombox` of a fresh environment that has the wheel, and finds what the wheel needs in this one."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(folder, with_pip=False)
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    target = Path(paths["purelib"])
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--no-deps"]
    subprocess.run([*pip, "--no-index", str(built["wheel"])], check=True, capture_output=True, timeout=120)
    ours = sysconfig.get_paths()["purelib"]
    (target / "needed.pth").write_text(f"import sys; sys.path.append({ours!r})\n", encoding="utf-8")
    return folder / "bin" / "plombox"


@pytest.fixture
def empty_home(tmp_path: Path) -> dict[str, str]:
    """An environment with an empty HOME, and Jupyter's data of this environment within reach."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "JUPYTER"))}
    return {**kept, "HOME": str(tmp_path / "home"), "JUPYTER_PATH": str(Path(sys.prefix, "share", "jupyter"))}


def _names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_notebooks_locales_deck_and_page_travel_in_the_wheel(built):
    names = _names(built["wheel"])
    notebooks = {path.relative_to(ROOT / "notebooks") for path in (ROOT / "notebooks").rglob("*.ipynb")}
    shipped = {path for path in notebooks if ".ipynb_checkpoints" not in path.parts}
    assert shipped
    assert {f"plombox_widget/notebooks/{path.as_posix()}" for path in shipped} <= names
    assert {f"plombox_widget/locales/{language}.json" for language in ("en", "es", "fr")} <= names
    assert {"plombox_widget/game/basic_deck.py", "plombox_widget/py.typed"} <= names
    template = "plombox_widget/serving/share/voila/templates/plombox"
    assert {
        f"{template}/{name}"
        for name in ("index.html.j2", "conf.json", "static/plombox.js", "static/table.js")
    } <= names


def test_nothing_else_travels_in_the_wheel(built):
    folders = {name.partition("/")[0] for name in _names(built["wheel"])}
    data = {name for name in folders if name.endswith(".data")}
    assert {name for name in folders - data if not name.endswith(".dist-info")} == {"plombox_widget"}
    template = tuple(f"{name}/data/share/jupyter/voila/templates/plombox/" for name in data)
    assert all(name.startswith(template) for name in _names(built["wheel"]) if name.split("/")[0] in data)
    assert not [
        name for name in _names(built["wheel"]) if ".ipynb_checkpoints" in name or "__pycache__" in name
    ]


def test_what_the_sdist_holds_is_enough_to_build_and_test(built):
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile", "tests", "notebooks"):
        assert (built["source"] / name).exists(), name


def test_installed_package_is_not_the_checkout(installed, empty_home, tmp_path):
    code = "import plombox_widget; print(plombox_widget.__file__)"
    python = installed.with_name("python")
    done = subprocess.run(
        [python, "-c", code], cwd=tmp_path, env=empty_home, capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()).is_relative_to(installed.parents[1])


@pytest.fixture
def served(installed: Path, empty_home: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """The address of the page that the installed package serves from an empty folder."""
    folder = tmp_path / "empty"
    folder.mkdir()
    command = [installed, "serve", "--no-browser", "--port", "0", "--warm", "1"]
    process = subprocess.Popen(command, cwd=folder, env=empty_home, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
        assert list(folder.iterdir()) == []
    finally:
        process.terminate()
        assert process.wait(timeout=30) == 0


def test_the_installed_package_serves_our_page_from_an_empty_folder(served):
    with urllib.request.urlopen(served, timeout=60) as answer:
        assert answer.status == 200
        page = answer.read().decode()
    assert "plombox-words" in page
    assert "application/vnd.jupyter.widget-view+json" in page
    assert "Traceback" not in page
    with urllib.request.urlopen(f"{served}plombox/health", timeout=10) as answer:
        assert answer.status == 200


def test_lab_serves_a_copy_of_the_notebooks(installed, empty_home, tmp_path):
    command = [installed, "lab", "--no-browser", "--port", "0", "--folder", "mine"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=empty_home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert "new" in process.stdout.readline()
        assert (tmp_path / "mine" / "play.ipynb").is_file()
        address = _first_address(process)
        assert address.startswith("http://127.0.0.1:")
        # It tells its address before its loop runs, and a stop that comes before the loop is lost.
        assert _answers(address)
    finally:
        process.terminate()
        process.communicate(timeout=90)


def _answers(address: str, seconds: float = 60) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            time.sleep(0.2)
    return False


def _first_address(process: "subprocess.Popen[str]", seconds: float = 60) -> str:
    assert process.stderr is not None
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for word in process.stderr.readline().split():
            if word.startswith("http://") and "token=" in word:
                return word
    raise AssertionError("JupyterLab printed no address")
