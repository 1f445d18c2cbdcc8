"""Save and share: what is given, and what is not while a game is played."""

import base64
import json
import random
import re
from html import escape

import pytest
from ipywidgets.widgets import widget as ipywidget

from plombox_widget import PlomboxTable, play_match, replay
from plombox_widget.game.record import Record, RecordError
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table.codes import deal_code
from plombox_widget.table.replay_page import replay_page
from plombox_widget.table.seats import Refusal

NAMES = ("Ana", "<i>Bo</i>", "Carla")


def press(button):
    button._handle_button_msg(None, {"event": "click"}, [])


def linked(html, name):
    """The content behind a download link."""
    return base64.b64decode(re.search(f'download="{name}" href="[^,]*,([^"]*)"', html)[1]).decode()


@pytest.fixture
def table():
    table = PlomboxTable(3, seed=7, strict=True, names=list(NAMES))
    yield table
    table.close()


def to_the_end(table):
    rng = random.Random(1)
    while not table._session.over:
        if table._session.bot_acts:
            table.turn()
        else:
            move = rng.choice(table._session.observation().legal_moves)
            table.play(move.card, move.target)


def opened(table):
    press(table._controls.share)
    return table._share


def test_while_a_game_is_played_only_the_own_view_is_given(table):
    share = opened(table)
    assert (share.deal.value, share.record.value) == ("", "")
    assert linked(share.links.value, "plombox.svg") == table.svg()
    assert "plombox.json" not in share.links.value
    assert share.page.disabled
    assert share.fork.disabled
    table._strict = False
    table._callback("page")()
    assert load("en")("refuse.secret") in table._controls.status.value
    assert share.page_link.value == ""


def test_after_the_end_everything_is_given(table):
    to_the_end(table)
    share = opened(table)
    assert share.deal.value == deal_code(3, 7)
    assert Record.from_json(share.record.value) == table.record
    assert Record.from_json(linked(share.links.value, "plombox.json")) == table.record
    press(share.page)
    assert linked(share.page_link.value, "plombox.html") == replay_page(table.record, load("en"), NAMES)


def test_the_same_deal_again_takes_back_what_tells_it(table):
    to_the_end(table)
    share = opened(table)
    press(share.page)
    table.new_game(same_deal=True)
    assert (share.deal.value, share.record.value, share.page_link.value) == ("", "", "")
    assert "plombox.json" not in share.links.value
    assert share.page.disabled


def test_bent_rules_have_no_deal_code():
    table = PlomboxTable(rules=Rules(players=3, industry_over=9), seed=7, mode="lesson", strict=True)
    assert opened(table).deal.value == ""
    table.close()


def test_a_record_is_opened_and_goes_on(table):
    record = play_match(Rules(players=5), "greedy", 3)
    share = opened(table)
    share.record.value = record.to_json()
    press(share.load)
    assert table._session.over
    assert table._session.number == len(record.actions)
    table.goto(4)
    assert table._session.observation().history == replay(record)[4].history


def upload(share, content):
    """What the browser sends when a file was chosen."""
    file = {"name": "plombox.json", "type": "application/json", "size": len(content), "last_modified": 0}
    data = {"method": "update", "state": {"value": [{**file, "content": None}]}}
    data["buffer_paths"] = [["value", 0, "content"]]
    share.upload._handle_msg({"content": {"data": data}, "buffers": [memoryview(content)]})


def paste(share, content):
    share.record.value = content.decode()
    press(share.load)


def written(**changes):
    """A record of a whole game with something else in it."""
    data = json.loads(play_match(Rules(players=3), "random", 1).to_json())
    return json.dumps({**data, **changes}).encode()


HUGE = "9" * 5000
HOSTILE = {
    "empty": (b"", "empty"),
    "blank": (b" \n\t", "empty"),
    "bom": (b"\xef\xbb\xbf", "empty"),
    "not UTF-8": (b'{"format": "plombox-record\xff"}', "binary"),
    "an image": (b"\x89PNG\r\n\x1a\n\x00\x00", "binary"),
    "half": (written()[:-40], "json"),
    "deep lists": (b"[" * 200_000, "json"),
    "deep objects": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "json"),
    "a long number": (HUGE.encode(), "json"),
    "a long number inside": (written(seed=7).replace(b'"seed": 7', b'"seed": ' + HUGE.encode()), "json"),
    "no number": (written(seed=7).replace(b'"seed": 7', b'"seed": NaN'), "json"),
    "twice": (written(seed=7).replace(b'"seed": 7', b'"seed": 7, "seed": 8'), "json"),
    "large": (b" " * (1 << 20) + b"{}", "large"),
    "very large": (b"[" + b"1," * (8 << 20), "large"),
    "a list": (b"[]", "foreign"),
    "another object": (b'{"format": "chess"}', "foreign"),
    "html": (b"<script>alert(1)</script>", "json"),
    "from later": (written(version=2), "version"),
    "a text for a number": (written(version="1"), "version"),
    "an infinite number": (written(version=1e999), "json"),
    "wrong types": (written(rules=7), None),
    "wrong deck": (written(deck=["R1"] * 60), None),
    "wrong players": (written(roles=["ngo"] * 3), None),
    "wrong action": (written(actions=[{"player": 0, "card": 10**400, "target": 0}]), None),
    "wrong result": (written(result={"reason": "deck", "winners": [], "sites": []}), None),
    "wrong bots": (written(bots=["<b>", "\n", ""]), None),
    "a paper game": (json.dumps({"format": "plombox-paper", "version": 1}).encode(), None),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hostile_file_is_one_clear_line_in_the_language_and_nothing_is_lost(language):
    table = PlomboxTable(3, seed=7, names=list(NAMES), lang=language)
    before, record = table.text, table.record
    share, words = opened(table), load(language)
    for name, (content, key) in HOSTILE.items():
        line = words(
            f"refuse.record.{key}" if key else "refuse.record", reason="record: ", limit=1 << 20, version=1
        )
        for way in (upload, paste)[: 1 if key == "binary" else 2]:
            table._callback("hint")(True)
            assert table._message == ""
            way(share, content)
            assert line in table._message, name
            assert escape(table._message) in table._controls.status.value
            assert len(table._message) < 500
            assert "\n" not in table._message
            assert len(share.upload.value) == 0
            assert (table.text, table.record) == (before, record), name
        move = table._session.observation().legal_moves[0]
        table._callback("pick")(move.card)
        assert table._picked == move.card
    table._callback("aim")(move.target)
    press(table._controls.play)
    assert table._session.number == 1
    table.close()


@pytest.mark.parametrize("way", [upload, paste])
def test_what_was_refused_is_unsaid_when_the_field_changes(table, way):
    table._strict = False
    share = opened(table)
    way(share, b"{")
    assert "plombox-wrong" in table._controls.status.value
    share.record.value = "something else"
    assert "plombox-wrong" not in table._controls.status.value


def test_a_good_file_is_opened_also_after_a_bad_one_and_the_same_one_twice(table):
    record = play_match(Rules(players=5), "greedy", 3)
    share = opened(table)
    table._strict = False
    upload(share, b"{")
    for _ in range(2):
        table.new_game(players=3)
        upload(share, b"\xef\xbb\xbf" + record.to_json().encode())
        assert table.record.actions == record.actions
        assert len(share.upload.value) == 0


def test_each_opening_of_the_panel_brings_a_control_that_waits_for_nothing(table):
    first = opened(table).upload
    press(table._controls.share)
    held = len(ipywidget._instances)
    second = opened(table).upload
    assert second is not first
    assert second in table._share._rows[1].children
    assert len(ipywidget._instances) == held
    upload(table._share, play_match(Rules(players=5), "greedy", 3).to_json().encode())
    assert table._session.over


def test_a_record_that_a_method_is_given_is_told_by_its_own_error(table):
    for content in (b"{", b"[]", written(version=2)):
        with pytest.raises(RecordError, match=r"^record: "):
            table.open_record(content.decode())


def test_a_deal_code_deals(table):
    press(table._controls.new_game)
    table._panel.deal.value, table._panel.seed.value = "seed", deal_code(6, 12345).lower()
    press(table._panel.start)
    assert (table._session.rules.players, table._session.seed) == (6, 12345)


def test_what_if_is_a_second_table_that_leaves_the_first_alone():
    table = PlomboxTable(4, seed=7, mode="lesson", strict=True)
    share = opened(table)
    before = table.text
    press(share.fork)
    other = table._fork
    assert table.children[-1] is other
    assert other.text == before
    move = other._session.observation().legal_moves[0]
    other.play(move.card, move.target)
    assert table.text == before
    press(share.fork)
    assert other._closed
    assert table._fork.text == before
    table.close()
    assert table._fork._closed


def test_what_if_at_any_step_has_the_same_deck_and_the_same_dice_of_the_bots():
    table = PlomboxTable(3, seat=None, bots=["random", "quiet", "random"], seed=7, mode="lesson", strict=True)
    table.turn()
    end = table.record
    for number in range(0, len(end.actions), 7):
        table.goto(number)
        press(opened(table).fork if not table._share.open else table._share.fork)
        other = table._fork
        assert other._session.number == number
        assert other.text == table.text
        other.turn()
        assert other.record == end
        assert table._session.number == number
        assert table._session.length == len(end.actions)
    table.close()


def test_what_if_after_a_game_begins_where_one_looks_and_keeps_the_narrow_picture(table):
    table._controls.compact.value = True
    to_the_end(table)
    end = table.record
    table.goto(5)
    other = table.fork()
    assert (other._session.mode, other._session.number) == ("lesson", 5)
    assert other._board.canvas.height > other._board.canvas.width
    other.undo()
    assert other._session.number == 4
    assert table.record == end
    other.close()


def test_no_fork_in_a_game(table):
    with pytest.raises(Refusal, match="What if"):
        table.fork()


def test_the_projector_shows_no_hand_and_no_role(table):
    share = opened(table)
    share.projector.value = True
    seen = table._session.observation()
    assert seen.hand == ()
    assert seen.roles == (None, None, None)
    assert not any(button.description for button in table._controls.hand.buttons)
    share.projector.value = False
    assert table._session.observation().seat == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_the_game_and_needs_nothing_from_outside(language):
    record = play_match(Rules(players=3), "random", 5)
    page = replay_page(record, load(language), NAMES)
    assert page.count("<section>") == len(record.actions) + 1
    assert page.count("<svg") == len(record.actions) + 1
    assert "<i>Bo" not in page
    assert "&lt;i&gt;Bo" in page
    outside = re.findall(r"https?://[^\s\"'<]+", page)
    assert set(outside) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script[^>]+src|<link|@import|url\(", page)
    assert load(language)("replay.keys") in page
