"""Every lesson in JupyterLab: run as a whole it shows its widgets, which live, and nothing fails."""

import json
from pathlib import Path

import pytest
from table_page import Noise, in_lab

from plombox_widget.locales.i18n import load
from plombox_widget.teaching.lesson import LESSONS

pytestmark = pytest.mark.alone
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
TOPICS = [topic for topic in LESSONS if topic != "play"]
SECONDS = 60_000


@pytest.fixture
def page(chromium):
    # Tall enough for a whole lesson: JupyterLab draws what is in sight.
    context = chromium.new_context(viewport={"width": 1280, "height": 6000})
    page = context.new_page()
    page.noise = Noise(page)
    yield page
    context.close()


def parts(topic):
    """How many cells of a notebook show a part of the lesson."""
    cells = json.loads((NOTEBOOKS / LESSONS[topic]).read_text(encoding="utf-8"))["cells"]
    return sum(1 for cell in cells if cell["cell_type"] == "code" and cell["outputs"])


@pytest.mark.parametrize("topic", TOPICS)
def test_a_lesson_runs_in_lab_and_its_widgets_live(page, lab, topic):
    in_lab(page, lab, LESSONS[topic].removesuffix(".ipynb"))
    shown = page.locator(".jp-NotebookPanel .jp-OutputArea-output .jupyter-widgets-view > .jupyter-widgets")
    shown = shown.or_(page.locator(".jp-NotebookPanel .jp-OutputArea-output > .jupyter-widgets"))
    shown.nth(parts(topic) - 1).wait_for(state="attached", timeout=SECONDS)
    for language, name in (("es", "Español"), ("fr", "Français")):
        page.locator(".jp-NotebookPanel").get_by_role("button", name=name, exact=True).click()
        title = load(language)(f"lesson.{topic}.title")
        page.locator(".jp-NotebookPanel h1", has_text=title).wait_for(timeout=SECONDS)
    assert shown.count() == parts(topic)
    told = page.locator(".jp-NotebookPanel").inner_text()
    for trouble in ("Traceback", "Error displaying widget", "Loading widget"):
        assert trouble not in told
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    assert page.noise.errors == []
