"""Every lesson in JupyterLab: run as a whole it shows its widgets, which live, and nothing fails.

One browser page opens the lessons one after the other, as a reader does; each begins in the language that was
chosen in the one before.
"""

import json
from pathlib import Path

import pytest
from table_page import Noise, run_all

from plombox_widget.locales import preference
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.teaching.lesson import LESSONS

pytestmark = pytest.mark.alone
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
TOPICS = [topic for topic in LESSONS if topic != "play"]
SECONDS = 60_000
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"


@pytest.fixture(scope="module")
def page(chromium, lab):
    kept = preference.folder() / preference.FILE
    kept.unlink(missing_ok=True)
    # Tall enough for a whole lesson: JupyterLab draws what is in sight.
    context = chromium.new_context(viewport={"width": 1280, "height": 6000})
    page = context.new_page()
    page.noise = Noise(page)
    page.goto(lab.replace("/lab?", "/lab/workspaces/lessons?"))
    page.locator(".jp-DirListing-item").first.wait_for(timeout=SECONDS)
    yield page
    context.close()
    kept.unlink(missing_ok=True)


def parts(topic):
    """How many cells of a notebook show a part of the lesson."""
    cells = json.loads((NOTEBOOKS / LESSONS[topic]).read_text(encoding="utf-8"))["cells"]
    return sum(1 for cell in cells if cell["cell_type"] == "code" and cell["outputs"])


@pytest.mark.parametrize("topic", TOPICS)
def test_a_lesson_runs_in_lab_in_the_language_chosen_last_and_its_widgets_live(page, topic):
    page.noise.errors.clear()
    page.locator(".jp-DirListing-itemText").get_by_text(LESSONS[topic], exact=True).dblclick()
    panel = page.locator(PANEL)
    panel.locator(".jp-Cell").first.wait_for(timeout=SECONDS)
    run_all(page)
    before = preference.preferred_language()
    title_in(panel, topic, before)
    shown = panel.locator(".jp-OutputArea-output .jupyter-widgets-view > .jupyter-widgets")
    shown = shown.or_(panel.locator(".jp-OutputArea-output > .jupyter-widgets"))
    shown.nth(parts(topic) - 1).wait_for(state="attached", timeout=SECONDS)
    chosen = LANGUAGES[(LANGUAGES.index(before) + 1) % len(LANGUAGES)]
    panel.get_by_role("button", name=load(chosen)("language.name"), exact=True).click()
    title_in(panel, topic, chosen)
    assert preference.preferred_language() == chosen
    assert shown.count() == parts(topic)
    told = panel.inner_text()
    for trouble in ("Traceback", "Error displaying widget", "Loading widget"):
        assert trouble not in told
    assert panel.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert panel.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    assert page.noise.errors == []


def title_in(panel, topic, language):
    panel.locator("h1", has_text=load(language)(f"lesson.{topic}.title")).wait_for(timeout=SECONDS)
