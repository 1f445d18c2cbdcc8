"""Every line of code on the page about simulation runs, and the numbers that it names are right."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from plombox_widget.__main__ import main

PAGE = Path(__file__).resolve().parents[2] / "notebooks" / "reference" / "simulation.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_only_kinds_of_code_that_are_run_stand_on_the_page():
    assert TEXT.count("```") == 2 * len(BLOCKS)
    assert {kind for kind, _ in BLOCKS} == {"python", "sh"}


def test_the_python_runs_from_top_to_bottom(monkeypatch):
    module = type(sys)("__page__")
    monkeypatch.setitem(sys.modules, "__page__", module)
    for _, code in [block for block in BLOCKS if block[0] == "python"]:
        line = TEXT[: TEXT.index(code)].count("\n")
        exec(compile("\n" * line + code, str(PAGE), "exec"), module.__dict__)
    assert module.__dict__["games_needed"](0.01) == 9600
    assert "9600" in TEXT


@pytest.mark.parametrize(
    "line", [line for kind, code in BLOCKS if kind == "sh" for line in code.splitlines()]
)
def test_the_commands_run(line, capsys):
    command, *argv = shlex.split(line)
    assert command == "plombox"
    assert main(argv) == 0
    assert capsys.readouterr().err == ""
