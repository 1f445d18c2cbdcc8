"""Nothing secret leaves: two games that differ only in what the viewer cannot know send the same bytes."""

import json
import random
import re

import pytest
from ipywidgets import HTML, Widget

from plombox_widget import PlomboxTable, observe
from plombox_widget.game.cards import Card
from plombox_widget.game.record import Record
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import Move
from plombox_widget.locales.i18n import LANGUAGES
from plombox_widget.table.session import Session
from plombox_widget.table.shapes import Part, centre
from plombox_widget.table.still import still


def played(players, seed, plays):
    """A session of people and its moves, played at random."""
    session = Session(Rules(players=players), "human", seed=seed)
    rng = random.Random(seed)
    moves = []
    while not session.over and len(moves) < plays:
        session.uncover()
        moves.append(rng.choice(session.observation().legal_moves))
        session.play(moves[-1].card, moves[-1].target)
    return session.start(), moves[:-1] if session.over else moves


def twins(players, seed, plays, viewer):
    """Two records whose every position looks the same to ``viewer``, and which differ where it cannot see.

    The faces of cards are exchanged that it never saw, resource for resource so that the plays stay legal,
    and the roles of two other seats.
    """
    start, moves = played(players, seed, plays)
    one = Record(start.rules, seed, None, start.roles, start.deck, tuple(moves), None)
    deck, roles = list(start.deck), list(start.roles)
    others = [seat for seat in range(players) if seat != viewer]
    for a in others:
        for b in others:
            if roles[a] != roles[b] and roles == list(start.roles):
                roles[a], roles[b] = roles[b], roles[a]
    wanted = looks(one, viewer)
    rng, exchanged = random.Random(seed), 0
    for _ in range(200):
        if exchanged == 6:
            break
        a, b = rng.sample(range(len(deck)), 2)
        trial = list(deck)
        trial[a], trial[b] = deck[b], deck[a]
        if trial[a] == trial[b] or deck[a].is_resource != deck[b].is_resource:
            continue
        other = Record(start.rules, seed, None, tuple(roles), tuple(trial), tuple(moves), None)
        try:
            if looks(other, viewer) == wanted:
                deck, exchanged = trial, exchanged + 1
        except ValueError:
            continue
    assert exchanged >= 5
    return one, Record(start.rules, seed, None, tuple(roles), tuple(deck), tuple(moves), None)


def looks(record, viewer):
    session = Session.resume(record, seat=viewer)
    return [observe(step.state, viewer) for step in session._line]


def table_of(record, viewer, mode, language):
    return PlomboxTable(session=Session.resume(record, seat=viewer, mode=mode), lang=language)


def touch_everything(table):
    """All that a viewer can do to a table without a bot's decision; returns what it can read in code."""
    controls, canvas = table._controls, table._board.canvas
    canvas._handle_frontend_event(None, {"event": "client_ready"}, [])
    read = [table.text, table.svg(), repr(table), json.dumps(table._repr_mimebundle_(), sort_keys=True)]
    read.append(still(table.svg(), table.text, "")["text/html"])
    for held in table._session.observation().hand[:2]:
        for kind, value in (("card", held.card_index), ("site", table._session.seat)):
            spot = next((s for s in table._scene().spots if s.part == Part(kind, value)), None)
            if spot is None:
                continue
            x, y = centre(spot.rect)
            for name in ("mouse_move", "mouse_down") if kind == "card" else ("mouse_move",):
                canvas._handle_frontend_event(None, {"event": name, "x": 2 * x, "y": 2 * y}, [])
    for language in LANGUAGES:
        controls.language.value = language
    controls.compact.value = True
    controls.compact.value = False
    controls.help.value = True
    controls.coach.value = True
    if table._session.mode == "play":
        table._coach.saw._handle_button_msg(None, {"event": "click"}, [])
    if table._session.mode == "play":
        share_everything(table)
    for button in (controls.undo, controls.new_game, controls.step, controls.turn, controls.redo):
        button._handle_button_msg(None, {"event": "click"}, [])
    for number in (0, controls.history.max // 2, controls.history.max):
        controls.history.value = number
        read.append(table.text)
    table._act(lambda: 1 / 0, ())
    table._act(lambda: table.play(999, 0), ())
    read.append(table._controls.status.value)
    read += [widget.value for widget in table._coach.widgets() if isinstance(widget, HTML)]
    controls.coach.value = False
    state = {
        name: value
        for name, value in Widget.get_manager_state()["state"].items()
        if name in {widget.model_id for widget in (*table._controls.widgets(), table, canvas)}
    }
    read.append([json.dumps(value["state"], sort_keys=True, default=str) for value in state.values()])
    return read


def share_everything(table):
    """The panel that saves and shares, while the game is played: it may tell nothing."""
    share = table._share
    table._controls.share._handle_button_msg(None, {"event": "click"}, [])
    assert share.open
    for button in (share.page, share.fork):
        button._handle_button_msg(None, {"event": "click"}, [])
    share.projector.value = True
    share.projector.value = False


@pytest.mark.parametrize(
    ("players", "plays", "mode"),
    [
        (3, 2, "play"),
        (3, 25, "lesson"),
        (5, 13, "play"),
        (5, 30, "lesson"),
        (8, 13, "lesson"),
        (8, 40, "play"),
    ],
)
def test_twins_send_the_same_bytes(sent, players, plays, mode):
    viewer = plays % players
    messages, texts = [], []
    for record in twins(players, seed=plays, plays=plays, viewer=viewer):
        # A bot's decision may depend on what it alone knows: only its name is in the record here.
        record = Record(
            record.rules, 1, ("greedy",) * players, record.roles, record.deck, record.actions, None
        )
        sent.clear()
        sent._ids.clear()
        table = table_of(record, viewer, mode, "en")
        block_bots(table)
        texts.append(normal(touch_everything(table)))
        messages.append([(without_sender(text), buffers) for text, buffers in sent.messages])
        table.close()
    assert texts[0] == texts[1]
    assert len(messages[0]) > 60
    assert messages[0] == messages[1]


def block_bots(table):
    """What a bot chooses may depend on its own hidden cards: these choose nothing."""
    session = table._session
    session._bots = [None if bot is None else Waiting() for bot in session._bots]


class Waiting:
    """A bot that never decides."""

    def choose(self, observation, rng):
        raise RuntimeError("this bot decides nothing")


def without_sender(text):
    return json.dumps(json.loads(text)[1:])


def normal(read):
    """What was read, model ids replaced by their order."""
    ids = {}
    return re.sub(
        r"[0-9a-f]{32}", lambda found: str(ids.setdefault(found[0], len(ids))), json.dumps(read, default=str)
    )


def test_the_twins_do_differ():
    one, other = twins(5, seed=13, plays=13, viewer=3)
    assert one.deck != other.deck
    assert one.roles != other.roles
    assert isinstance(one.deck[0], Card)
    assert isinstance(one.actions[0], Move)


def test_the_recorder_sees_a_leak(sent):
    """The test must be able to fail: a label that tells the top of the pile is caught."""
    messages = []
    for record in twins(5, seed=13, plays=13, viewer=3):
        sent.clear()
        sent._ids.clear()
        table = table_of(record, 3, "play", "en")
        state = table._session._state
        table._controls.say(" ".join(map(str, state.deck)))
        messages.append([text for text, _ in sent.messages])
        table.close()
    assert messages[0] != messages[1]


def test_a_seed_never_stays_in_a_trait(sent):
    table = PlomboxTable(4, seed=918273645, strict=True)
    table._act(table._on_new_game, ())
    table._panel.deal.value = "same"
    table._panel.start._handle_button_msg(None, {"event": "click"}, [])
    assert not any("918273645" in text for text, _ in sent.messages)
    table.close()
