"""Save and share: what is given, and what is not while a game is played."""

import base64
import random
import re

import pytest

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


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "plombox-record", "version": 2}'])
def test_a_bad_record_is_one_clear_line_and_the_game_goes_on(table, text):
    table._strict = False
    before = table.text
    share = opened(table)
    share.record.value = text
    press(share.load)
    assert "The record cannot be opened: record:" in table._controls.status.value
    assert table.text == before
    with pytest.raises(RecordError):
        table.open_record(text)


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
