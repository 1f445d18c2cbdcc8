"""A stranger plays a whole game of four seats in a real browser, three ways, in both hosts."""

import pytest
from table_page import ByCanvas, ByKeyboard, ByTap, TablePage, in_lab, play_out

pytestmark = pytest.mark.alone
WAYS = {"canvas": ByCanvas, "keyboard": ByKeyboard, "taps": ByTap}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("host", ["voila", "lab"])
def test_to_the_end_screen(chromium, request, host, way):
    address = request.getfixturevalue(host)
    context = chromium.new_context(viewport={"width": 1280, "height": 1000}, has_touch=way == "taps")
    request.addfinalizer(context.close)
    table = TablePage(context.new_page())
    if host == "lab":
        in_lab(table.page, address, "play")
    else:
        table.page.goto(address)
    table.wait_painted()
    finish(table, WAYS[way](table))


def finish(table, way):
    """To the end screen, which says who won and why, with nothing wrong in the console."""
    assert play_out(table, way) >= 1
    for faction in ("citizen", "corporate", "ngo"):
        assert table.words(f"faction.{faction}") in table.text
    assert "won by" in table.status.lower() or "nobody wins" in table.status.lower()
    assert not table.usable("turn")
    assert table.hand.count() == 0 or not table.hand.first.is_enabled()
    assert table.noise.errors == []
