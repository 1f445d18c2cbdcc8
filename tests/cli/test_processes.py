"""The `plombox` command as a process of its own: what it imports, broken pipes, missing extras."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

REFUSE = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {refused!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Refuse())
from plombox_widget.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
JUPYTER = (
    "ipywidgets",
    "ipycanvas",
    "IPython",
    "traitlets",
    "jupyter_server",
    "jupyterlab",
    "voila",
    "tornado",
)
LAB = ("numpy", "numba", "scipy", "joblib", "tqdm", "matplotlib")


def run(*argv: str, refused: tuple[str, ...] = (), **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", REFUSE.format(refused=refused), *argv]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)


@pytest.mark.parametrize(
    "argv",
    [
        ("match", "--players", "3"),
        ("score", "R1 R2i2"),
        ("--help",),
        ("serve", "--help"),
        ("simulate", "--help"),
    ],
)
def test_the_rules_need_neither_numpy_nor_jupyter(argv):
    done = run(*argv, refused=JUPYTER + LAB)
    assert (done.returncode, done.stderr) == (0, "")


def test_replay_and_picture_need_neither_numpy_nor_jupyter(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(run("match", "--players", "3").stdout, encoding="utf-8")
    for argv in (("replay", str(path)), ("picture", str(path), "--at", "3")):
        done = run(*argv, refused=JUPYTER + LAB)
        assert (done.returncode, done.stderr) == (0, ""), argv
        assert done.stdout


@pytest.mark.parametrize(
    ("argv", "refused", "extra"),
    [
        (("serve",), ("voila",), "app"),
        ((), ("voila", "jupyter_server", "tornado"), "app"),
        (("lab",), ("jupyterlab",), "app"),
        (("simulate", "--games", "10"), LAB, "lab"),
    ],
)
def test_a_missing_extra_is_one_line_that_names_it(tmp_path, argv, refused, extra):
    done = run(*argv, refused=refused, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"plombox-widget[{extra}]" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_goes_away_is_no_error():
    command = [sys.executable, "-m", "plombox_widget", "match", "--players", "8"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        said = process.stderr.read()
    assert (process.returncode, said) == (0, b"")


def test_output_that_no_terminal_of_the_old_kind_can_show_is_no_traceback(tmp_path: Path):
    record = tmp_path / "game.json"
    record.write_text(run("match", "--players", "3").stdout, encoding="utf-8")
    done = run("replay", str(record), "--lang", "fr", env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin"})
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_the_same_seed_gives_the_same_game_in_every_process():
    outputs = {
        run("match", "--players", "4", "--bots", "greedy,random,greedy,random", "--seed", "3", env=env).stdout
        for env in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"})
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["seed"] == 3


def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "plombox_widget", "match", "--players", "8"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr
