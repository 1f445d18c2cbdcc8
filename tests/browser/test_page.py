"""What may go wrong on a real page: reloads, errors, hostile names, two tables, focus."""

import pytest
from table_page import WAIT, ByCanvas, ByKeyboard, ByTap, TablePage, in_lab, play_out, save_in_lab

from plombox_widget.locales.i18n import LANGUAGES

pytestmark = pytest.mark.alone


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 1280, "height": 1000})
    yield context.new_page()
    context.close()


def voila_table(page, voila, name, **choices):
    table = TablePage(page, **choices)
    page.goto(f"{voila}voila/render/{name}.ipynb")
    return table.wait_painted()


def test_reload_in_voila_paints_the_table_again(page, voila):
    table = voila_table(page, voila, "seeded")
    play_out(table, ByCanvas(table), plays=1)
    page.reload()
    table.wait_painted()
    play_out(table, ByCanvas(table), plays=2)
    assert table.noise.errors == []


def test_reload_in_lab_goes_on_with_the_same_game(page, lab):
    table = TablePage(page)
    in_lab(page, lab, "seeded")
    table.wait_painted()
    play_out(table, ByCanvas(table), plays=2)
    before = table.text
    save_in_lab(page)
    page.reload()
    table.wait_painted()
    assert table.text == before
    play_out(table, ByCanvas(table), plays=1)
    assert table.text != before
    assert table.noise.errors == []


def test_an_error_in_a_drawing_is_one_line_and_the_next_click_works(page, voila):
    table = voila_table(page, voila, "broken")
    page.mouse.click(*table.show("card", 0))
    page.wait_for_function("() => document.body.innerText.includes('ZeroDivisionError')")
    assert "Something went wrong (ZeroDivisionError)" in table.status
    assert "unspeakable" not in page.inner_text("body")
    for _ in range(6):
        page.mouse.click(*table.show("card", 0))
        page.wait_for_timeout(500)
        if "Something" not in table.status:
            break
    ByCanvas(table).play(0, 1)
    assert "Something" not in table.status
    assert table.log.startswith("1.") or "\n1." in table.log
    assert table.noise.errors == []


def test_hostile_names_show_as_characters(page, voila):
    said = []
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    table = voila_table(page, voila, "names")
    play_out(table, ByCanvas(table))
    assert "<img src=x onerror=alert" in table.text
    assert "&amp;" in table.text
    assert page.locator("img[src=x]").count() == 0
    assert said == []
    assert table.noise.errors == []


def test_two_tables_on_a_page(page, voila):
    first, second = voila_table(page, voila, "pair"), TablePage(page, 1)
    second.wait_painted()
    quiet = second.text
    play_out(first, ByCanvas(first), plays=1)
    assert second.text == quiet
    kept = first.text
    play_out(second, ByCanvas(second), plays=1)
    assert first.text == kept
    assert first.noise.errors == []


def test_a_double_click_plays_once(page, voila):
    table = voila_table(page, voila, "seeded")
    page.mouse.dblclick(*table.show("card", 0))
    table.enabled(table.targets.nth(1))
    table.changes(lambda: page.mouse.dblclick(*table.show("site", 1)))
    while not table.usable("step"):
        ByCanvas(table).play(0, 1)
    before = table.number
    table.changes(lambda: table.button("step").dblclick())
    page.wait_for_timeout(700)
    assert table.number == before + 1


def test_the_keyboard_keeps_its_place_from_play_to_play(page, voila):
    table = voila_table(page, voila, "seeded")
    live = table.root.locator(".plombox-status [aria-live=polite]").element_handle()
    way = ByKeyboard(table)
    way.play(0, 1)
    told = live.evaluate("element => [element.isConnected, element.role, element.textContent]")
    assert told[:2] == [True, "status"], "a screen reader tells what changes in an element that stays"
    assert told[2].startswith("1. Ana ")
    page.wait_for_function("() => document.activeElement.tagName === 'BUTTON'")
    focused = page.evaluate("() => document.activeElement.innerText")
    assert focused == table.words("control.turn") or focused == table.hand.first.inner_text()


def test_a_phone_gets_the_narrow_picture_which_scrolls_and_plays(chromium, voila, request):
    context = chromium.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    request.addfinalizer(context.close)
    table = TablePage(context.new_page())
    table.page.goto(f"{voila}voila/render/seeded.ipynb")
    table.wait_painted()
    table.pressed(table.button("compact"))
    table.page.wait_for_function(
        "() => { const c = document.querySelector('canvas'); return c.height > c.width }"
    )
    canvas = table.root.locator("canvas").first
    before = canvas.bounding_box()["y"]
    finger = context.new_cdp_session(table.page)
    for y in (500, 470, 440, 410, 380, 350, 350, 350):  # it rests at the end, so that the page does not fly
        kind = "touchStart" if y == 500 else "touchMove"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": 180, "y": y}]})
        table.page.wait_for_timeout(60)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.page.wait_for_function(
        "([canvas, y]) => canvas.getBoundingClientRect().y < y - 100", arg=[canvas.element_handle(), before]
    )
    ByTap(table).play(0, 1)
    assert table.number == 1
    table.page.wait_for_function(
        "canvas => { const y = canvas.getBoundingClientRect().y; return 0 <= y && y < 90 }",
        arg=canvas.element_handle(),
    )  # the buttons at the top of the picture, which go on with the game
    shown = table.root.locator("button:visible")
    assert min(shown.evaluate_all("buttons => buttons.map(button => button.offsetHeight)")) >= 44
    table.root.locator(".plombox-text .plombox-scroll").scroll_into_view_if_needed()
    assert 0 <= table.root.locator(".plombox-status").bounding_box()["y"] < 20
    table.button("share").tap()
    table.root.get_by_role("button", name=table.words("control.open")).tap()
    wrong = table.root.locator(".plombox-wrong")
    wrong.wait_for()
    box = wrong.bounding_box()
    assert 0 <= box["y"] <= 640 - box["height"], "what is wrong is said where it is seen"
    assert table.noise.errors == []


def test_tab_leads_through_the_whole_table_and_out_again(page, voila):
    voila_table(page, voila, "seeded")
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        page.wait_for_function("() => document.activeElement.tagName !== 'CANVAS'")
        seen.append(page.evaluate("() => document.activeElement.className"))
    assert sum("plombox-new_game" in name for name in seen) >= 2
    assert any("plombox-auto" in name for name in seen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_changes_live(page, voila, language):
    table = voila_table(page, voila, "three", language=language)
    table.root.locator(".plombox-language select").select_option(
        label={"en": "English", "es": "Español", "fr": "Français"}[language]
    )
    page.wait_for_function(
        "word => document.querySelector('.plombox-text').innerText.includes(word)",
        arg=table.words("text.hand").strip(),
        timeout=WAIT,
    )
    assert table.button("play").inner_text() == table.words("control.play")
    play_out(table, ByCanvas(table), plays=1)
    assert table.noise.errors == []


def test_people_at_one_screen_see_a_cover(page, voila):
    table = voila_table(page, voila, "people")
    assert table.hand.count() == 0
    table.changes(lambda: table.button("uncover").click())
    assert table.hand.count() == 5


def test_the_bots_go_on_by_themselves_until_it_is_my_turn(page, voila):
    table = voila_table(page, voila, "seeded")
    table.root.locator(".plombox-speed select").select_option(index=2)
    table.button("auto").click()
    for _ in range(2):
        ByCanvas(table).play(0, 1)
        page.wait_for_function(
            "button => !button.disabled", arg=table.hand.first.element_handle(), timeout=60_000
        )
    assert table.noise.errors == []


def test_a_reader_of_spanish_gets_spanish_and_a_new_game_stays_in_view(chromium, voila, request):
    context = chromium.new_context(locale="es-MX", viewport={"width": 1280, "height": 800})
    request.addfinalizer(context.close)
    page = context.new_page()
    table = TablePage(page, language="es")
    page.goto(f"{voila}voila/render/play.ipynb")
    page.locator(".plombox-lang-es").wait_for(timeout=WAIT)
    assert page.locator("html").get_attribute("lang") == "es"
    assert page.locator(".jp-MarkdownOutput p:visible").count() == 1
    assert "ciudadanía" in page.locator(".jp-MarkdownOutput p:visible").last.inner_text()
    table.wait_painted()
    table.button("new_game").click()
    page.get_by_role("button", name=table.words("control.start"), exact=True).click()
    page.wait_for_function("() => document.activeElement.matches('.plombox-hand button')")
    page.wait_for_timeout(400)
    box = table.root.locator("canvas").first.bounding_box()
    assert box["y"] >= -1
    assert box["y"] + min(box["height"], 780) <= 801
    table.root.locator(".plombox-language select").select_option(label="Français")
    page.locator(".plombox-lang-fr").wait_for(timeout=WAIT)
    page.reload()
    page.locator(".plombox-lang-fr").wait_for(timeout=WAIT)
    assert page.locator("html").get_attribute("lang") == "fr"
    assert table.noise.errors == []
