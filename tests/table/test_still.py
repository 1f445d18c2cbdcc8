"""What a saved notebook keeps of a table: a picture and words of their own, before the live view."""

import base64
import re
from html import unescape
from xml.etree import ElementTree

import IPython.display
import pytest

from plombox_widget import PlomboxTable
from plombox_widget.table.still import still
from plombox_widget.table.svg import svg

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def outputs(monkeypatch):
    """What is displayed, in its order."""
    shown = []
    monkeypatch.setattr(IPython.display, "display", lambda data, raw: shown.append(data))
    for name in ("SERVER_SOFTWARE", "VOILA_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return shown


@pytest.fixture
def table():
    table = PlomboxTable(4, seed=3, lang="fr")
    yield table
    table.close()


def test_trap_32_the_picture_is_an_output_beside_the_live_view(table, outputs):
    table._ipython_display_()
    fallback, live = outputs
    assert set(fallback) == {"text/html", "text/plain"}
    assert fallback["text/plain"] == table.text
    data = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', fallback["text/html"])
    assert base64.b64decode(data[1]).decode() == table.svg()
    assert live[VIEW]["model_id"] == table.model_id
    assert live["text/plain"] == "", "a reader without a kernel would see the position twice"
    assert set(live) == {VIEW, "text/plain"}


@pytest.mark.parametrize("name", ["SERVER_SOFTWARE", "VOILA_BASE_URL"])
def test_a_page_of_voila_is_sent_no_picture_that_it_would_hide(table, outputs, monkeypatch, name):
    monkeypatch.setenv(name, "voila/0.5")
    table._ipython_display_()
    assert [set(shown) for shown in outputs] == [{VIEW, "text/plain"}]


def test_the_style_sheet_of_a_live_table_hides_the_picture_before_it(table):
    rule = ".jp-OutputArea-child:has(.plombox-still):has(+ .jp-OutputArea-child .plombox-table canvas)"
    assert f"{rule} {{ display: none; }}" in table._controls.look.value
    assert "plombox-table" in table._dom_classes


def texts(picture):
    """What is written in a picture, without its title and description."""
    return [e.text or "" for e in ElementTree.fromstring(picture).iter() if e.tag.endswith("}text")]


def test_the_picture_names_no_button_that_is_not_there(table):
    step = table._words("control.step")
    table.play(*table._session.observation().legal_moves[0][1:])
    assert any(step in text for text in texts(svg(table._scene())))
    assert not any(step in text for text in texts(table.svg()))


def test_hostile_words_are_escaped():
    words = '<img src=x onerror=alert(1)> "x" plays\nin <b>words</b>'
    html = still("<svg/>", words, "<i>")["text/html"]
    tags = re.findall(r"<\w+", html)
    assert tags == ["<div", "<img", "<details", "<summary", "<div"]
    assert words in unescape(html)
