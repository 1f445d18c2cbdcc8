"""Who may import whom: read from the source and held against the house's table. And what the engine needs."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import plombox_widget

PACKAGE = Path(plombox_widget.__file__).parent
NAME = "plombox_widget"
FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))

PLAYERS_OF_BOTS = (
    "tournament", "playing", "policies", "ladder", "forecasts", "measure_bots", "fit_habits", "fit_hidden",
)  # fmt: skip
"""What plays, measures and fits bots in ``simulation``; batch.py, the kernel, is not among them."""
SEATING = ("session", "seats", "panels", "coach", "coach_text")
"""In ``table``: the session, who sits where, whom one may choose, and the words for what the coach found."""
GLUE = (
    "widget",
    "actions",
    "board",
    "controls",
    "panels",
    "knobs",
    "share",
    "coach",
    "fold",
    "frame",
    "kept",
    "referee_panel",
    "switch",
)
"""In ``table``: the widget and its parts that hold ipywidgets; frame.py turns away the numbers of numpy."""

INSIDE: dict[str, set[str]] = {
    "game": set(),
    "locales": set(),
    "bots": {"game"},
    "bots/montecarlo.py": {"game", "simulation.batch", "simulation.positions", "simulation.jit"},
    "bots/worlds.py": {"game", "simulation.hidden", "simulation.kernel", "simulation.positions"},
    "simulation": {"game.cards", "game.rules"},
    "table": {"game", "locales"},
    "teaching": {"game", "bots", "simulation", "table", "locales"},
    "cli": {"game", "bots", "simulation", "table", "locales", "serving"},
    "serving": {"locales", "cli"},
    "serving/start.py": {"locales", "cli", "table.saves"},
    **{f"simulation/{name}.py": {"game", "bots"} for name in PLAYERS_OF_BOTS},
    **{f"table/{name}.py": {"game", "bots", "locales"} for name in SEATING},
}
"""Folder or file → what it may import from the rest of the package."""
OUTSIDE: dict[str, set[str]] = {
    "bots/montecarlo.py": {"numpy"},
    "bots/worlds.py": {"numpy"},
    "simulation": {"numpy", "numba", "scipy", "joblib", "tqdm"},
    **{f"table/{name}.py": {"ipywidgets", "ipycanvas", "numpy"} for name in GLUE},
    "table/still.py": {"IPython"},
    "teaching": {"ipywidgets", "traitlets", "matplotlib", "reportlab", "IPython", "numpy"},
    "cli": {"jupyterlab"},
    "serving": {"jupyter_server", "voila", "tornado", "traitlets", "psutil"},
}
"""Folder or file → packages from outside that it may import beside the standard library."""
BLIND = ("table/layout.py", "table/paint.py", "table/svg.py", "table/text.py")
"""They are given observations: the view cannot leak what it was never given."""


def imports(file: str) -> Iterator[tuple[str, str]]:
    """(module, name) of every import anywhere in a file; the name is empty for ``import module``."""
    for node in ast.walk(ast.parse((PACKAGE / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            yield from ((str(node.module), alias.name) for alias in node.names)


def inside(file: str) -> set[str]:
    """The modules of the package that a file imports, such as ``game.cards``."""
    found = set()
    for module, name in imports(file):
        if module.split(".")[0] == NAME:
            path = [*module.split(".")[1:], name]
            while path and not (PACKAGE / "/".join(path)).with_suffix(".py").exists():
                path.pop()
            found.add(".".join(path) or "__init__")
    return found


def reached(file: str) -> set[str]:
    """A file and all of the package that it imports, and what that imports, and so on."""
    found, new = set(), {file}
    while new:
        found |= new
        new = {f"{module.replace('.', '/')}.py" for each in new for module in inside(each)} - found
    return found


def rule(table: dict[str, set[str]], file: str) -> set[str]:
    return table.get(file, table.get(file.split("/")[0], set()))


@pytest.mark.parametrize("file", [file for file in FILES if "/" in file])
def test_each_folder_imports_only_what_it_may(file: str) -> None:
    folder = file.split("/")[0]
    allowed = rule(INSIDE, file)
    for module in inside(file) - {"__init__"}:
        top = module.split(".")[0]
        assert top == folder or top in allowed or module in allowed, f"{file} imports {module}"


@pytest.mark.parametrize("file", FILES)
def test_each_folder_imports_only_its_packages_from_outside(file: str) -> None:
    outside = {module.split(".")[0] for module, _ in imports(file)} - {NAME} - set(sys.stdlib_module_names)
    assert outside <= rule(OUTSIDE, file), file


def test_the_table_of_imports_names_only_what_exists() -> None:
    for place in {*INSIDE, *OUTSIDE, *BLIND}:
        assert (PACKAGE / place).exists(), place
    assert {file.split("/")[0] for file in FILES if "/" in file} == {
        place for place in INSIDE if "/" not in place
    }


@pytest.mark.parametrize("file", BLIND)
def test_the_view_never_imports_the_state(file: str) -> None:
    """Nor anything that makes or moves one, and nothing that it imports from the table does."""
    for each in reached(file):
        if each.startswith("table/"):
            assert ("plombox_widget.game.state", "State") not in set(imports(each)), each
            assert not inside(each) & {"game.engine", "game.record", "game.notation", "table.session"}, each


def test_bots_never_import_the_state() -> None:
    for file in FILES:
        if file.startswith("bots/") and file != "bots/match.py":
            assert ("plombox_widget.game.state", "State") not in set(imports(file)), file
            assert not inside(file) & {"game.engine", "game.record", "game.notation"}, file


def test_the_kernel_is_independent_of_the_engine() -> None:
    assert {file for file in reached("simulation/batch.py") if file.startswith(("game/", "bots/"))} <= {
        "game/cards.py",
        "game/basic_deck.py",
        "game/rules.py",
    }


def test_game_touches_no_clock_no_file_and_no_global_chance() -> None:
    for file in FILES:
        if file.startswith("game/"):
            source = (PACKAGE / file).read_text(encoding="utf-8")
            modules = {module for module, _ in imports(file)}
            assert not modules & {"time", "datetime", "os", "pathlib", "io", "secrets", "uuid", "sys"}, file
            calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
            names = {call.id for call in calls if isinstance(call, ast.Name)}
            assert not names & {"open", "print", "input", "eval", "exec", "hash", "id", "__import__"} - {
                "hash"
            }, file
            chance = {
                call.attr
                for call in calls
                if isinstance(call, ast.Attribute)
                and isinstance(call.value, ast.Name)
                and call.value.id == "random"
            }
            assert chance == set(), file


REFUSING = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in sys.argv[1].split(",") or top.startswith("jupyter"):
            raise ImportError(f"refused: {name}")

sys.meta_path.insert(0, Refuse())
from plombox_widget import Record, Rules, play_match, replay
for players in (3, 8):
    for draw in ("card", "turn"):
        bots = ["random", *["greedy"] * (players - 1)]
        record = play_match(Rules(players=players, draw=draw), bots, 5)
        assert Record.from_json(record.to_json()) == record
        assert replay(record)[-1].outcome == record.result is not None
try:
    from plombox_widget import PlomboxTable
except ImportError as error:
    assert "refused: " in str(error), error
else:
    raise SystemExit("nothing was refused: the test says nothing")
print(sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names))
"""
FOREIGN = (
    "numpy,numba,scipy,joblib,tqdm,matplotlib,ipywidgets,ipycanvas,IPython,traitlets,voila,tornado,psutil"
)


def test_a_game_of_bots_needs_nothing_but_the_standard_library() -> None:
    """Isolated from the variables of the environment."""
    run = subprocess.run(
        [sys.executable, "-I", "-c", REFUSING, FOREIGN], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert not set(ast.literal_eval(run.stdout)) & set(FOREIGN.split(","))


def test_importing_the_package_imports_no_heavy_module() -> None:
    program = f"import sys, {NAME}; print([n for n in sys.argv[1].split(',') if n in sys.modules])"
    for module in (NAME, f"{NAME}.__main__"):
        run = subprocess.run(
            [sys.executable, "-c", program.replace(f", {NAME};", f", {module};"), FOREIGN + ",asyncio"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == "[]", module


def test_everything_public_is_there() -> None:
    """The names that others build on."""
    names = [
        "Card",
        "Role",
        "Rules",
        "State",
        "Move",
        "Observation",
        "Outcome",
        "IllegalMove",
        "Record",
        "RecordError",
        "BASIC_DECK",
        "new_game",
        "legal_moves",
        "apply",
        "observe",
        "score_site",
        "play_match",
        "replay",
        "simulate",
        "BOTS",
        "PlomboxTable",
    ]
    assert set(names) <= set(plombox_widget.__all__)
    assert set(names) <= set(dir(plombox_widget))
    for name in names:
        assert getattr(plombox_widget, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        plombox_widget.nothing  # noqa: B018
