"""What README.md and CONTRIBUTING.md say is so: their code runs, their links lead somewhere."""

import doctest
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from plombox_widget.__main__ import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def test_python_of_the_readme_gives_what_it_shows():
    source = "\n".join(_blocks("python"))
    test = doctest.DocTestParser().get_doctest(source, {}, "README", "README.md", 0)
    assert len(test.examples) >= 10
    assert doctest.DocTestRunner().run(test).failed == 0


def test_commands_of_the_readme_print_what_it_shows(capsys):
    import shlex

    asked = 0
    for block in _blocks("console"):
        for command, shown in re.findall(r"^\$ plombox (.*)\n((?:(?!\$ ).*\n)*)", block, flags=re.MULTILINE):
            assert main(shlex.split(command)) == 0
            assert capsys.readouterr().out == shown
            asked += 1
    assert asked


def test_the_widget_example_of_the_readme_makes_a_table():
    (source,) = [block for block in _blocks("") if "PlomboxTable" in block]
    scope: dict[str, object] = {}
    exec(source.replace("\nPlomboxTable(", "\ntable = PlomboxTable("), scope)
    table = scope["table"]
    assert table.lang == "es"
    assert len(table.record.roles) == 5
    table.close()


def test_every_make_target_of_the_documents_is_in_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"`?make ([a-z-]+)", README + CONTRIBUTING))
    assert {"play", "test"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def test_every_file_that_the_documents_link_to_is_there():
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README + CONTRIBUTING)
    assert links
    for link in links:
        assert (ROOT / link).is_file(), link


def test_every_folder_of_the_package_has_its_line():
    for folder in sorted((ROOT / "plombox_widget").iterdir()):
        if (folder / "__init__.py").is_file():
            assert f"| `plombox_widget/{folder.name}` |" in CONTRIBUTING, folder.name


def test_every_binder_address_names_a_notebook_and_has_no_leading_slash():
    addresses = re.findall(r"https://mybinder\.org/v2/[^)\s]+", README)
    assert addresses
    for address in addresses:
        (urlpath,) = parse_qs(urlsplit(address).query)["urlpath"]
        assert not urlpath.startswith("/")
        start, _, path = urlpath.partition("notebooks/")
        assert start in ("lab/tree/", "voila/render/")
        assert (ROOT / "notebooks" / path).is_file(), path
    assert len({urlsplit(address).path for address in addresses}) == 1


def test_every_notebook_opens_on_binder_in_both_ways():
    paths = re.findall(r"https://mybinder\.org/v2/[^)\s]+\?urlpath=([^)\s]+)", README)
    notebooks = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    for way in ("lab/tree", "voila/render"):
        assert {f"{way}/notebooks/{name}" for name in notebooks} <= set(paths), way


def test_the_picture_is_a_picture_and_nothing_more():
    root = ElementTree.parse(ROOT / "notebooks" / "reference" / "table.svg").getroot()
    assert root.tag.endswith("svg")
    assert not [part for part in root.iter() if part.tag.endswith(("script", "image", "foreignObject"))]


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_documents_are_not_wider_than_a_page(name):
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        assert len(line) <= 120 or line.startswith(("|", "[!", "- ["))
