"""The page held against WCAG 2.2 A and AA by axe-core: at the start, with every panel open, at the end."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from hosts import serve
from table_page import WAIT, ByCanvas, TablePage, play_out

pytestmark = pytest.mark.alone
HOSTS_OWN = ".plombox-table"
"""Only what lies inside the table is ours; the rest of the page is Voilà's."""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core, as a package of tests brings it."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def violations(page, axe, root=HOSTS_OWN):
    """What axe finds inside ``root``, a line for each element."""
    page.evaluate(axe)
    found = page.evaluate(
        "([root, tags]) => axe.run(root, {runOnly: {type: 'tag', values: tags}})", [root, TAGS]
    )
    return [
        f"{rule['id']}: {' '.join(map(str, node['target']))}: {node['html'][:120]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


@pytest.fixture
def page(chromium):
    """A page into which axe may be put."""
    context = chromium.new_context(viewport={"width": 1280, "height": 1000}, bypass_csp=True)
    yield context.new_page()
    context.close()


def test_nothing_of_ours_violates_wcag(page, voila, axe):
    table = TablePage(page)
    table.page.goto(f"{voila}voila/render/three.ipynb")
    table.wait_painted()
    table.page.wait_for_function("() => !document.querySelector('canvas[tabindex]')")
    found = {"start": violations(table.page, axe)}
    for name in ("help", "new_game", "share", "coach"):
        table.button(name).click()
    for name in ("more", "rules"):
        table.root.locator("button", has_text=table.words(f"control.{name}")).click()
    table.root.locator("textarea").wait_for()
    folds = table.root.locator(".plombox-coach-panel summary")
    folds.last.wait_for()
    for line in folds.all():
        line.click()
    table.root.locator(".plombox-coach-panel .plombox-folded").last.wait_for()
    found["panels"] = violations(table.page, axe)
    play_out(table, ByCanvas(table))
    found["end"] = violations(table.page, axe)
    assert not any(found.values()), json.dumps(found, indent=1)


def test_the_forms_of_a_paper_game_violate_no_wcag(page, voila, axe):
    """The cards that an incrimination turns up, and then the roles, at the count."""
    table = TablePage(page)
    table.page.goto(f"{voila}voila/render/paper.ipynb")
    table.wait_painted()
    table.hand.nth(3).click()
    table.pressed(table.hand.nth(3))
    table.targets.nth(1).click()
    form = table.root.locator(".plombox-paper")
    form.locator("input[type=text]:visible").wait_for()
    found = {"turned up": violations(table.page, axe)}
    form.get_by_title("R1:").click()
    form.get_by_text(table.words("paper.complete")).wait_for()
    table.button("play").click()
    form.locator("select:visible").nth(2).wait_for()
    found["count"] = violations(table.page, axe)
    assert not any(found.values()), json.dumps(found, indent=1)


@pytest.fixture(scope="module")
def lessons():
    server = serve(Path(__file__).parents[2] / "notebooks")
    yield server.address
    server.stop()


@pytest.mark.parametrize("lesson", ["02_scoring_thresholds", "04_hidden_roles", "teacher_guide"])
def test_no_lesson_violates_wcag(page, lessons, axe, lesson):
    page.goto(f"{lessons}voila/render/{lesson}.ipynb?lang=es")
    page.wait_for_function("() => document.querySelector('.noUi-handle')?.ariaLabel", timeout=WAIT)
    page.locator(".widget-radio-box input, select").last.wait_for(timeout=WAIT)
    assert violations(page, axe, "body") == []
