"""SVG: well formed, nothing but shapes and escaped text, as it was when it was looked at."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pictures import LONG_NAMES, observations, view

from plombox_widget.table import gallery
from plombox_widget.table.layout import layout
from plombox_widget.table.shapes import Region, Scene, Text
from plombox_widget.table.svg import svg

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
PICTURES = dict(runpy.run_path(str(GOLDEN / "remake_pictures.py"))["pictures"]())
SVG = "{http://www.w3.org/2000/svg}"
TAGS = {
    f"{SVG}{tag}" for tag in ("svg", "g", "title", "desc", "rect", "circle", "polygon", "polyline", "text")
}
HOSTILE = "<img src=x onerror=alert(1)>"


def test_no_picture_is_missing_or_left_over():
    assert set(GOLDEN.glob("*.svg")) == {path for path in PICTURES if path.parent == GOLDEN}


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_the_picture_is_drawn_as_it_was_looked_at(path):
    """``python tests/golden/remake_pictures.py`` writes them anew."""
    assert PICTURES[path].splitlines() == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("compact", [False, True])
def test_well_formed_and_of_known_parts_only(compact):
    for observation in observations(5):
        scene = layout(observation, view(5, "es", compact=compact))
        root = ElementTree.fromstring(svg(scene, "Título", "Descripción"))
        assert {element.tag for element in root.iter()} <= TAGS
        assert root.get("viewBox") == f"0 0 {scene.width} {scene.height}"
        assert [child.text for child in root[:2]] == ["Título", "Descripción"]
        for element in root.iter():
            assert not any(name.startswith("on") or "href" in name for name in element.attrib)
        texts = [element.text for element in root.iter(f"{SVG}text")]
        drawn = [
            shape.text for _, region in scene.regions for shape in region.shapes if isinstance(shape, Text)
        ]
        assert sorted(texts) == sorted(drawn)


def test_a_hostile_name_shows_as_its_characters():
    observation = next(observations(3))
    picture = svg(
        layout(observation, view(3, names=(HOSTILE,) * 3)), HOSTILE, f"{HOSTILE} & \x00\x1b[0m\ufffe"
    )
    assert "<img" not in picture
    assert "&lt;img src=x" in picture
    root = ElementTree.fromstring(picture)
    assert root[0].text == HOSTILE
    assert root[1].text == f"{HOSTILE} & [0m"


@pytest.mark.parametrize(
    "name", [*LONG_NAMES, "", " ", "😀" * 9, "\u202eabc", "日本語の名前がとても長い", "a\nb\tc", "\"&'"]
)
def test_any_name_gives_a_picture(name):
    observation = next(observations(3))
    for compact in (False, True):
        ElementTree.fromstring(svg(layout(observation, view(3, names=(name,) * 3, compact=compact)), name))


def test_the_title_and_the_description_can_be_left_out():
    scene = Scene(5, 5, (("table", Region((0, 0, 5, 5), "#000000", ())),))
    assert [child.tag for child in ElementTree.fromstring(svg(scene))] == [f"{SVG}g"]


def test_the_gallery_shows_every_state_at_three_widths_on_two_pages(tmp_path):
    assert gallery.main([str(tmp_path / "gallery.html")]) == 0
    page = (tmp_path / "gallery.html").read_text(encoding="utf-8")
    states = len(list(gallery.states()))
    assert states > 20
    assert page.count("<use ") == states * 3 * len(gallery.WIDTHS) * len(gallery.PAGES)
    assert page.count("<symbol ") == states * 3 * 2
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert HOSTILE not in page


def test_the_gallery_writes_the_picture_of_the_readme(tmp_path):
    assert gallery.main(["--table", str(tmp_path / "table.svg")]) == 0
    ElementTree.parse(tmp_path / "table.svg")
