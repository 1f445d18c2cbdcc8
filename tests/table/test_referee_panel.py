"""The table of a paper game, without a browser: entered by buttons or picture, counted by the form."""

import json
import re
from functools import partial

import pytest
from ipywidgets.widgets import widget as ipywidget
from twins import random_game

from plombox_widget import PlomboxTable
from plombox_widget.game.cards import Kind
from plombox_widget.game.observation import observe
from plombox_widget.game.record import Record
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table import coach, saves, text
from plombox_widget.table.kept import KeptTable
from plombox_widget.table.layout import centre
from plombox_widget.table.referee import Referee
from plombox_widget.table.seats import Refusal
from plombox_widget.table.shapes import Part

KINDS = tuple(Kind)


@pytest.fixture
def make(make, tmp_path, monkeypatch):
    """Makes tables for games with paper cards."""
    monkeypatch.setenv(saves.FOLDER, str(tmp_path / "saves"))
    return partial(make, mode="referee")


def press(button):
    assert not button.disabled
    button._handle_button_msg(None, {"event": "click"}, [])


def toggle(row, value):
    button = row.buttons[row._values.index(value)]
    assert not button.disabled
    button.value = True


def click(table, kind, value):
    scene = table._scene()
    x, y = centre(next(rect for part, rect in scene.spots if part == Part(kind, value)))
    table._board.canvas._handle_frontend_event(None, {"event": "mouse_down", "x": 2 * x, "y": 2 * y}, [])


def palette(table, code):
    press(card_button(table, code))


def card_button(table, code):
    """The button of a card; French has a space before the colon."""
    return next(button for button in table._paper.buttons if re.split(r"\W", button.tooltip)[0] == code)


def shown(widget):
    return widget.layout.display != "none"


def by_buttons(table, card, target, codes):
    toggle(table._controls.hand, card)
    toggle(table._controls.targets, target)
    for code in codes:
        palette(table, code)
    press(table._controls.play)


def by_canvas(table, card, target, codes):
    click(table, "card", card)
    click(table, "site", target)
    if codes:
        for code in codes:
            palette(table, code)
        press(table._controls.play)


def face_down(state, seat):
    return [
        str(card) for card, seen in zip(state.sites[seat], state.table[seat], strict=True) if not seen.face_up
    ]


def enter_all(table, game, way, plays=None):
    for before, move in list(zip(game.states, game.actions, strict=False))[:plays]:
        card = KINDS.index(before.deck[move.card].kind)
        codes = face_down(before, move.target) if KINDS[card] is Kind.INCRIMINATION else []
        way(table, card, move.target, codes)


def count_by_form(table, end):
    for seat, role in enumerate(end.roles):
        for code in face_down(end, seat):
            palette(table, code)
        table._paper.who[seat].value = str(role)
    press(table._paper.count)


@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("way", [by_buttons, by_canvas])
def test_a_whole_paper_game_gives_the_verdict_of_the_engine(make, sent, players, way):
    game = random_game(Rules(players=players), 4)
    table = make(players, strict=True)
    table._board.canvas._handle_frontend_event(None, {"event": "client_ready"}, [])
    sent.clear()
    enter_all(table, game, way)
    # A click of a card, of a target and of Play each paint what changed; nothing else paints anything.
    assert len(game.actions) <= len(sent.drawings) <= 4 * len(game.actions)
    assert "The game has ended" in table._controls.status.value
    assert "Count the game" in table._controls.status.value
    count_by_form(table, game.end)
    words, names = load("en"), table._session.names
    told = text.position(observe(game.end, None), words, names)
    assert table.text == told
    assert text.result(observe(game.end, None), words, names)[-1] in table._controls.status.value
    assert table.record.result == game.end.outcome
    assert not table._paper.open
    assert not shown(table._controls.play)
    assert "no role" not in table.text
    press(table._controls.undo)
    press(table._controls.undo)
    assert shown(table._controls.play)


def focused(monkeypatch):
    """The widgets that are given the keyboard from now on."""
    got = []
    monkeypatch.setattr("ipywidgets.DOMWidget.focus", lambda widget: got.append(widget))
    return got


@pytest.mark.parametrize("way", [by_buttons, by_canvas])
def test_the_form_gets_the_keyboard_when_it_appears_and_not_again(make, monkeypatch, way):
    """So a page shows it: it stands under the picture, a screenful below what was clicked."""
    table = make(3)
    table.enter("R", 1)
    got = focused(monkeypatch)
    if way is by_buttons:
        toggle(table._controls.hand, 3)
        toggle(table._controls.targets, 1)
    else:
        click(table, "card", 3)
        click(table, "site", 1)
    assert got == [table._paper.packages[1].children[0]]
    palette(table, "R2")
    assert len(got) == 1
    press(table._controls.play)
    table.enter("R", 1)
    table.enter("!", 0)
    got.clear()
    by_buttons(table, 3, 1, ["R4"])
    assert table._paper.asks
    assert got == [table._paper.packages[1].children[0], table._paper.who[0]]


def test_wrong_entries_are_one_clear_line_and_the_next_click_works(make):
    table = make(3, names=["Ada", "<b>Ben</b>", "Cy"])
    before = table.text
    press(table._controls.share)
    table._callback("play")()
    assert "Choose a card" in table._controls.status.value
    click(table, "card", 2)
    click(table, "site", 0)
    assert "This card cannot be played there" in table._controls.status.value
    table._picked = None
    by_buttons(table, 0, 1, [])
    toggle(table._controls.hand, 3)
    toggle(table._controls.targets, 1)
    assert "One card lies face down at the site of &lt;b&gt;Ben" in table._controls.status.value
    for typed, line in (
        ("", "1 card lies face down there, but 0 are entered"),
        ("R1 R2", "1 card lies face down there, but 2 are entered"),
        ("R9", "“R9” is no resource card"),
        ("<i>", "“&lt;i&gt;” is no resource card"),
        ("R1i3c0", "No card of this deck is “R1i3c0” (rule R3)"),
    ):
        table._paper.fields[1].value = typed
        press(table._controls.play)
        assert line in table._controls.status.value
        assert table._session.number == 1
    table._paper.fields[1].value = "r1"
    press(table._controls.play)
    assert table._session.number == 2
    assert table._paper.fields[1].value == ""
    press(table._controls.undo)
    press(table._controls.undo)
    assert table.text == before
    press(table._controls.redo)
    assert table._session.number == 1


def test_the_form_says_which_card_is_next_and_takes_the_last_one_back(make):
    table = make(3, strict=True)
    for seat in (1, 1, 0):
        table.enter("R", seat)
    toggle(table._controls.hand, 3)
    click(table, "site", 1)
    assert table._target == 1
    assert "Next: card 1 of 2 at the site of Bruno" in table._paper.title.value
    palette(table, "R1")
    palette(table, "R2i2c1")
    assert table._paper.fields[1].value == "R1 R2i2c1"
    assert "All cards are entered" in table._paper.title.value
    palette(table, "R1")
    assert table._paper.fields[1].value == "R1 R2i2c1"
    for typed, line in (
        ("R1 <zz>", "“&lt;zz&gt;” is no resource card"),
        ("R1 R2 R3", "2 cards lie face down there, but 3 are entered"),
        ("R1 R2i2c1", "All cards are entered"),
    ):
        table._paper.fields[1].value = typed
        assert line in table._paper.title.value
        assert ("All cards are entered" in table._paper.title.value) == line.startswith("All")
    press(table._paper.back)
    assert "card 2 of 2" in table._paper.title.value
    table._paper.fields[1].value = "R1 R3"
    press(table._controls.play)
    assert [str(card) for card in table._session.observation().history[-1].revealed] == ["R1", "R3"]


def test_no_roles_or_a_role_that_nobody_has_are_told_and_the_form_is_kept(make):
    table = make(3)
    table.enter("R", 2)
    for _ in range(3):
        table.enter("!", 1)
    palette(table, "R4")
    press(table._paper.count)
    assert "Choose a role for each seat" in table._controls.status.value
    for who in table._paper.who[:3]:
        who.value = "ngo"
    assert "plombox-wrong" not in table._controls.status.value
    press(table._paper.count)
    assert (
        "At least one seat is a citizen, one a corporate and one an NGO (rule R2)"
        in table._controls.status.value
    )
    assert table._paper.fields[2].value == "R4"
    for who, role in zip(table._paper.who, ("ngo", "citizen", "corporate"), strict=False):
        who.value = role
    press(table._paper.count)
    assert "Won by: the NGOs." in table._controls.status.value
    press(table._controls.undo)
    assert shown(table._paper.entry)
    assert table._paper.fields[2].value == "R4"


def test_a_kept_paper_game_goes_on_under_its_code(make):
    game = random_game(Rules(players=4), 9)
    table = make(4, kind=KeptTable, strict=True, lang="en")
    enter_all(table, game, by_buttons, 12)
    other = make(3, kind=KeptTable, strict=True, lang="en")
    other.resume(table.code)
    assert other.text == table.text
    assert isinstance(other._session, Referee)
    for before, move in list(zip(game.states, game.actions, strict=False))[12:]:
        card = before.deck[move.card]
        codes = face_down(before, move.target) if str(card) == "!" else []
        other.enter("R" if card.is_resource else str(card), move.target, " ".join(codes))
    other.count([" ".join(face_down(game.end, seat)) for seat in range(4)], game.end.roles)
    assert other.record.result == game.end.outcome
    last = make(3, kind=KeptTable, strict=True, lang="en")
    last.resume(other.code)
    assert last.text == other.text


def test_what_was_entered_may_be_given_and_opened_elsewhere(make):
    table, other = make(3, strict=True), PlomboxTable(5, seed=1, strict=True)
    by_buttons(table, 0, 1, [])
    press(table._controls.share)
    given = table._share.record.value
    assert json.loads(given)["plays"] == [{"card": "R", "target": 1, "turned_up": []}]
    assert table._share.fork.disabled
    assert table._share.page.disabled
    press(other._controls.share)
    other._share.record.value = given
    press(other._share.load)
    assert other.text == table.text
    for _ in range(3):
        other.enter("!", 0)
    other.count(["", "R1", ""], ["ngo", "citizen", "corporate"])
    press(other._controls.share)
    assert Record.from_json(other._share.record.value).result is not None
    other.open_record(other._share.record.value)
    assert other._session.mode == "play"
    other.close()


def test_a_paper_game_begins_from_the_panel_and_another_game_follows(make):
    table = PlomboxTable(4, seed=5, strict=True)
    press(table._controls.new_game)
    panel = table._panel
    panel.deal.value = "seed"
    assert all(map(shown, (*panel.who, panel.deal, panel.seed)))
    panel.players.value, panel.mode.value = 6, "referee"
    assert not any(map(shown, (*panel.who, panel.deal, panel.seed, panel.ideas)))
    assert "A begins" in panel.told.value
    panel.names[5].value = "Zoé"
    press(panel.start)
    assert table._session.mode == "referee"
    assert (table._session.rules.players, table._session.names[5]) == (6, "Zoé")
    assert not any(map(shown, (table._controls.step, table._controls.turn, table._controls.auto)))
    by_canvas(table, 0, 3, [])
    press(table._controls.new_game)
    panel.mode.value = "play"
    assert all(map(shown, panel.who))
    press(panel.start)
    assert table._session.mode == "play"
    assert table._session.seat == 0
    assert shown(table._controls.step)
    assert not shown(table._paper.box)
    with pytest.raises(Refusal, match="paper cards"):
        table.enter("R", 0)
    table.close()


def test_a_coach_left_open_closes_when_a_paper_game_begins_and_is_asked_nothing(sent, monkeypatch):
    table = PlomboxTable(4, seed=5)
    table._controls.coach.value = True
    monkeypatch.setattr(coach, "consult", lambda *_: pytest.fail("asked of a paper game"))
    press(table._controls.new_game)
    table._panel.mode.value = "referee"
    press(table._panel.start)
    assert not table._coach.open
    assert not table._controls.coach.value
    by_buttons(table, 0, 1, [])
    by_canvas(table, 1, 2, [])
    assert table._session.number == 2
    assert table.error is None
    table.close()


def test_a_coach_left_open_closes_when_a_paper_game_is_taken_up_by_its_code(make):
    paper = make(3, kind=KeptTable, strict=True)
    by_buttons(paper, 0, 1, [])
    table = KeptTable(4, seed=5, lang="en")
    table._controls.coach.value = True
    table._code_field.value = paper.code
    press(table._resume_button)
    by_buttons(table, 0, 2, [])
    assert (table._session.number, table.error) == (2, None)
    assert not table._coach.open
    assert not table._controls.coach.value
    table.close()


def test_another_deck_is_not_counted_once_the_button_is_up(make):
    table = make(3)
    for _ in range(18):
        table.enter("+", 0)
    assert 1 not in table._controls.hand._values
    table._paper.counted.value = False
    assert 1 in table._controls.hand._values
    by_buttons(table, 1, 0, [])
    assert table._session.number == 19


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_speaks_the_language_and_every_control_has_a_name(make, language):
    table = make(3, strict=True)
    table.enter("R", 1)
    for _ in range(3):
        table.enter("!", 0)
    table.lang = language
    words = load(language)
    assert table._paper.count.description == words("control.paper.count")
    assert words("control.paper.count") in table._controls.status.value
    named = [widget for widget in table._paper.widgets() if hasattr(widget, "description") and shown(widget)]
    assert len(named) > 20
    for widget in named:
        assert widget.description or not hasattr(widget, "disabled") or hasattr(widget, "placeholder")
    plain = words("card.resource", package=1, industry=0, contamination=0)
    assert table._paper.buttons[0].tooltip == words("paper.card.tip", code="R1", card=plain)
    assert words("paper.deck") in table._paper.foot.line.value


def test_a_card_is_found_by_its_work_package_and_by_what_it_brings(make):
    deck = {"R1": 30, "R2i2": 9, "R2c3": 9, "R2i1c1": 9, "R4i2c1": 9, "!": 9}
    table = make(3, rules=Rules(players=3, deck=deck), strict=True)
    table.enter("R", 1)
    toggle(table._controls.hand, 3)
    toggle(table._controls.targets, 1)
    form = table._paper
    shown_rows = {
        form.headings[package].value: [button.description for button in form.packages[package].children]
        for package in form.headings
        if shown(form.headings[package])
    }
    assert shown_rows == {
        "<b>Work package 1</b>": ["nothing else"],
        "<b>Work package 2</b>": ["contamination 3", "industry 1 · contamination 1", "industry 2"],
        "<b>Work package 4</b>": ["industry 2 · contamination 1"],
    }
    key = "R4i2c1 is work package 4 with industry 2 and contamination 1."
    assert form.told.value.endswith(key)
    parts = list(form.entry.children)
    assert parts.index(form.title) < parts.index(form.told) < parts.index(form.cards)
    assert card_button(table, "R2c3").tooltip.startswith("R2c3: resource for work package 2 (")
    palette(table, "R2c3")
    assert form.fields[1].value == "R2c3"


def test_a_deck_of_too_many_different_cards_is_typed(make):
    deck = {f"R{package}i{industry}": 2 for package in (1, 2, 3, 4) for industry in range(1, 12)}
    table = make(3, rules=Rules(players=3, deck={**deck, "!": 9}), strict=True)
    table.enter("R", 1)
    toggle(table._controls.hand, 3)
    toggle(table._controls.targets, 1)
    assert not any(map(shown, table._paper.headings.values()))
    assert table._paper.told.value.startswith("Type the codes of the cards")


def test_which_cards_are_counted_is_a_quiet_line_under_everything(make):
    table = make(3, strict=True)
    form = table._paper
    assert tuple(form.box.children)[-2:] == form.foot.widgets
    assert "open" not in form.foot.line.value.split("<details")[1]
    assert form.counted.value
    assert form.counted.button_style == ""
    assert form.switch in form.foot.content.children
    assert form.switch.children == (form.counted,)
    assert "Release it to play with other cards" in form.deck.value


def test_a_game_more_leaves_the_models_flat_and_close_gives_all_back(sent):
    before = len(ipywidget._instances)
    table = PlomboxTable(8, mode="referee", strict=True)

    def game():
        for seat in range(8):
            table.enter("R", seat)
        for _ in range(8):
            by_buttons(table, 3, 0, ["R1"] * table._session.hidden(0))
        count = [["R2"], ["R2"], ["R2"], ["R3"], ["R3"], ["R3"], ["R4"]]
        for (code,) in count:
            palette(table, code)
        table.count([""] + [" ".join(codes) for codes in count], ["ngo", "citizen"] * 3 + ["corporate"] * 2)
        table.new_game()

    game()
    held = len(ipywidget._instances)
    game()
    assert len(ipywidget._instances) == held
    table.close()
    assert len(ipywidget._instances) == before
