"""Every lesson as a page, narrow as a phone: nothing cut, no code, no error, and all controls work."""

import json
import os
from pathlib import Path

import pytest
from hosts import serve
from table_page import Noise

from plombox_widget.bots.match import play_match
from plombox_widget.game.rules import Rules
from plombox_widget.teaching.lesson import LESSONS

pytestmark = pytest.mark.alone
ROOT = Path(__file__).parents[2]
TEXTS = {
    language: json.loads((ROOT / "plombox_widget/locales" / f"{language}.json").read_text(encoding="utf-8"))
    for language in ("en", "es", "fr")
}
TOPICS = [topic for topic in LESSONS if topic != "play"]
SECONDS = 120_000
CUT = """() => [...document.querySelectorAll('body *')].filter(element => {
    const box = element.getBoundingClientRect()
    if (!box.width || !box.height || getComputedStyle(element).visibility === 'hidden') return false
    if (element.closest('[style*="overflow-x:auto"], [aria-hidden="true"], svg, .lm-mod-hidden')) return false
    const room = element.closest('.jp-OutputArea-output, .jp-Cell-outputArea, body').getBoundingClientRect()
    if (element.matches('input, select, textarea, button') && box.right > room.right + 1) return true
    if (element.matches('select')) {
        const style = getComputedStyle(element), pen = document.createElement('canvas').getContext('2d')
        pen.font = style.font
        const free = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        if ([...element.options].some(option => pen.measureText(option.text).width > free)) return true
    }
    return box.right > innerWidth + 1 || box.left < -1
        || (element.matches('button, label, select') && element.scrollWidth > element.clientWidth + 2)
}).map(element => element.tagName + ' ' + element.className + ' ' + element.textContent.slice(0, 60))"""
STATE = """() => [document.body.innerText,
    ...[...document.querySelectorAll('button, input, select, textarea')].map(
        control => [control.disabled, control.value, control.checked, control.className].join())].join('|')"""


@pytest.fixture(scope="module")
def lessons():
    server = serve(ROOT / "notebooks")
    yield server.address
    server.stop()


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 360, "height": 780})
    page = context.new_page()
    page.noise = Noise(page)
    yield page
    context.close()


def open_lesson(page, address, topic, language):
    page.goto(f"{address}voila/render/{LESSONS[topic]}?lang={language}", timeout=SECONDS)
    wait_for_title(page, topic, language)
    last = page.locator(".widget-html").last
    last.wait_for(state="attached", timeout=SECONDS)
    settle(page)


def wait_for_title(page, topic, language):
    title = TEXTS[language][f"lesson.{topic}.title"]
    page.locator("h1", has_text=title).wait_for(timeout=SECONDS)


def settle(page):
    """Wait until nothing is being played any more, and the page has not changed for a while."""
    running = [texts["lesson.lab.running"] for texts in TEXTS.values()]
    before, calm = page.evaluate(STATE), 0
    for _ in range(400):
        page.wait_for_timeout(300)
        now = page.evaluate(STATE)
        calm = calm + 1 if now == before and not any(text in now for text in running) else 0
        if calm == 3:
            return
        before = now
    raise AssertionError("the page never came to rest")


def shoot(page, name):
    """A picture of the whole page, where ``PLOMBOX_SHOTS`` names a folder."""
    folder = os.environ.get("PLOMBOX_SHOTS")
    if folder:
        height = page.evaluate("Math.max(...[...document.querySelectorAll('*')].map(e => e.scrollHeight))")
        page.set_viewport_size({"width": 360, "height": min(height + 40, 9000)})
        page.wait_for_timeout(300)
        page.screenshot(path=Path(folder) / f"{name}.png")
        page.set_viewport_size({"width": 360, "height": 780})


def assert_clean(page):
    assert page.evaluate(CUT) == []
    text = page.inner_text("body")
    for forbidden in ("Traceback", "lesson.say(", "lesson.show(", "import ", "Error displaying", "KeyError"):
        assert forbidden not in text
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert own_errors(page) == []


def own_errors(page):
    """Without Voilà's own farewell, which its server refuses."""
    return [error for error in page.noise.errors if "/voila/api/shutdown/" not in error]


@pytest.mark.parametrize("topic", TOPICS)
def test_a_lesson_on_a_phone_is_whole_and_every_control_works(page, lessons, topic):
    open_lesson(page, lessons, topic, "es")
    shoot(page, f"{topic}-es")
    assert_clean(page)
    for language, name in (("fr", "Français"), ("en", "English"), ("es", "Español")):
        page.get_by_role("button", name=name, exact=True).click()
        wait_for_title(page, topic, language)
        settle(page)
        assert_clean(page)
    fill(page)
    press_all(page)
    settle(page)
    shoot(page, f"{topic}-done")
    assert_clean(page)
    assert [told for told in page.locator("[role=alert]").all_inner_texts() if told] == []


def fill(page):
    """Give every control that takes a value another one, and see that the page takes it."""
    for area in page.locator("textarea").all():
        area.fill(play_match(Rules(players=3), "random", 2).to_json())
    for box in page.locator("input[type=checkbox]").all():
        changes(page, box.click)
    for radio in page.locator(".widget-radio-box").all():
        changes(page, radio.locator("input").first.click)
    for number, choice in enumerate(page.locator("select:enabled").all()):
        values = [option.get_attribute("value") for option in choice.locator("option").all()]
        turned = values[number % len(values) :] + values[: number % len(values)]
        other = next(value for value in turned if value != choice.input_value())
        changes(page, lambda choice=choice, other=other: choice.select_option(other))
    for field in page.locator("input[type=number]").all():
        other = str(int(field.input_value()) + 1)
        changes(page, lambda field=field, other=other: (field.fill(other), field.press("Tab")))
    for handle in page.locator(".noUi-handle").all():
        if handle.is_visible() and handle.get_attribute("aria-valuemin") != handle.get_attribute(
            "aria-valuemax"
        ):
            key = "ArrowLeft" if at_top(handle) else "ArrowRight"
            changes(page, lambda handle=handle, key=key: handle.press(key))


def at_top(handle):
    return float(handle.get_attribute("aria-valuenow")) >= float(handle.get_attribute("aria-valuemax"))


def press_all(page):
    """Press each button that can be pressed when its turn comes, in the order of the page."""
    buttons = page.locator("button.jupyter-button:not(.widget-toggle-button)")
    at = 0
    while at < buttons.count():
        button = buttons.nth(at)
        if button.is_visible() and button.is_enabled() and "mod-active" not in button.get_attribute("class"):
            changes(page, button.click, may_stay=button.inner_text() in MAY_STAY)
        at += 1


MAY_STAY = {TEXTS["es"][key] for key in ("lesson.lab.reset", "lesson.deck.reset", "lesson.house.make")}
"""Buttons that bring back what may be there already."""


def changes(page, act, may_stay=False):
    """Do ``act``, and see that something on the page is different afterwards."""
    before = page.evaluate(STATE)
    act()
    if may_stay:
        page.wait_for_timeout(500)
        return
    page.wait_for_function(f"before => ({STATE})() !== before", arg=before, timeout=SECONDS)
    page.wait_for_timeout(100)


def test_from_the_table_to_the_lessons_and_on_in_the_same_language(page, lessons):
    words = TEXTS["es"]
    page.goto(f"{lessons}?lang=es", timeout=SECONDS)
    page.locator(".plombox-lang-es").wait_for(timeout=SECONDS)
    page.get_by_role("link", name=words["lesson.panel.back"]).click()
    wait_for_title(page, "index", "es")
    page.get_by_role("link", name=words["lesson.rules.title"]).click()
    wait_for_title(page, "rules", "es")
    on = words["lesson.panel.next"].format(title=f"02 · {words['lesson.scoring.title']}")
    page.get_by_role("link", name=on).last.click()
    wait_for_title(page, "scoring", "es")
    page.get_by_role("link", name=words["lesson.panel.back"]).first.click()
    wait_for_title(page, "index", "es")
    page.get_by_role("link", name=words["lesson.play.title"], exact=True).click()
    page.locator(".plombox-lang-es").wait_for(timeout=SECONDS)
    assert own_errors(page) == []


def test_a_table_drawn_before_it_was_asked_for_takes_the_language_of_the_address(chromium, voila):
    """A kernel that was warm does not see the address: as here, where the notebook says no language."""
    page = chromium.new_page()
    page.goto(f"{voila}voila/render/seeded.ipynb?lang=fr", timeout=SECONDS)
    page.locator(".plombox-lang-fr").wait_for(timeout=SECONDS)
    page.close()
