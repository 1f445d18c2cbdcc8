"""A game that outlives its kernel: kept after every play, brought back by a code that tells nothing."""

import json
import os
import stat

import pytest
from full_disk import small_disk

from plombox_widget.table import saves
from plombox_widget.table.kept import KeptTable
from plombox_widget.table.seats import Refusal
from plombox_widget.table.session import Session


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    path = tmp_path / "saves"
    monkeypatch.setenv(saves.FOLDER, str(path))
    return path


@pytest.fixture
def table():
    made = KeptTable(players=5, seed=3, strict=True)
    yield made
    made.close()


def _play(table: KeptTable, acts: int = 4) -> None:
    for _ in range(acts):
        observation = table._session.observation()
        if observation.legal_moves:
            move = observation.legal_moves[0]
            table.play(move.card, move.target)
        else:
            table.turn()


def test_the_code_brings_back_the_same_game_in_another_table(table):
    _play(table)
    other = KeptTable(seed=8, strict=True)
    other.resume(table.code)
    assert other.record == table.record
    assert other.text == table.text
    _play(other, 2)
    assert other._session.live > table._session.live
    other.close()


def test_a_code_is_taken_however_it_is_typed(table):
    typed = f"  {table.code.upper().replace('-', ' ')} "
    assert saves.load(typed).record() == table.record


def test_the_two_games_part_ways_after_a_resume(table):
    _play(table)
    before = table.record
    other = KeptTable(strict=True)
    other.resume(table.code)
    assert other.code != table.code
    _play(other)
    assert saves.load(table.code).record() == before
    assert saves.load(other.code).record() == other.record
    other.close()


def test_the_code_stands_in_the_panel_to_share_too_and_follows(table):
    table._controls.share._handle_button_msg(None, {"event": "click"}, [])
    assert table._share.code.layout.display != "none"
    assert table._share.code.value == f"Code to go on with this game later: <code>{table.code}</code>"
    other = KeptTable(strict=True)
    code = other.code
    table.resume(code)
    assert code not in table._share.code.value
    table.lang = "es"
    assert table._share.code.value == f"Código para seguir esta partida después: <code>{table.code}</code>"
    other.close()


def _open(table: KeptTable, typed: str) -> str:
    """What the status says after this was pasted into the field of the panel to share."""
    table._share.record.value = typed
    table._share.load._handle_button_msg(None, {"event": "click"}, [])
    return table._controls.status.value


def test_the_field_for_a_game_as_text_takes_a_resume_code_too(table):
    _play(table)
    other = KeptTable(seed=8, lang="es")
    other._controls.share._handle_button_msg(None, {"event": "click"}, [])
    assert other._share.record.description == "La partida como texto, o su código"
    before = other.record
    for code in ("k7mq-2fzd-x9ha-wt4e", table.code[:-1], "14-0C9Z-K3TP-PQR"):
        assert "No hay ninguna partida con este código" in _open(other, code)
        assert other.record == before
        assert other._share.open
    assert "Esto no es una partida guardada" in _open(other, "una partida")
    _open(other, f"  {table.code.upper()}\n")
    assert other.record == table.record
    assert other.code != table.code
    assert not other._share.open
    other.close()


def test_the_field_still_takes_a_game_as_text(table):
    _play(table)
    text = table.record.to_json()
    other = KeptTable(seed=8, mode="lesson", lang="en")
    other._controls.share._handle_button_msg(None, {"event": "click"}, [])
    _open(other, text)
    assert other.record.actions == table.record.actions
    other.close()


def test_a_refused_code_is_unsaid_when_another_one_is_typed(table):
    other = KeptTable(seed=8, lang="es")
    other._code_field.value = "no code"
    other._resume_button._handle_button_msg(None, {"event": "click"}, [])
    assert "No hay ninguna partida con este código" in other._controls.status.value
    other._code_field.value = "no code at all"
    assert "plombox-wrong" not in other._controls.status.value
    other.close()


def test_people_and_names_and_a_spectator_come_back(table):
    for seat, bots, names in (
        (0, ["human", "human", "greedy"], ["<b>Ana</b>", "{x}", "Zoë"]),
        (None, ["greedy", "random", "greedy"], ["A", "B", "C"]),
    ):
        session = Session(bots=bots, seat=seat, seed=1, names=names, rules=saves_rules())
        code = saves.new_code()
        saves.save(session, code)
        back = saves.load(code)
        assert (back.players, back.names, back.seat) == (session.players, session.names, session.seat)


def saves_rules():
    from plombox_widget import Rules

    return Rules(players=3)


@pytest.mark.parametrize(
    "code",
    [
        "",
        "x",
        "../../etc/passwd",
        "/etc/passwd",
        "2222-2222-2222-222l",
        "a" * 10_000_000,
        "2222222222222222\0",
        "🂡" * 16,
    ],
    ids=range(8),
)
def test_what_is_no_code_is_one_line_and_changes_nothing(table, code):
    before = table.text
    with pytest.raises(Refusal):
        table.resume(code)
    assert table.text == before


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"record": 1, "seat": 0, "mode": "play", "names": []}',
        b'{"record": "{}", "seat": 0, "mode": "play", "names": []}',
        b"9" * 5000,
        b" " * (3 << 20),
    ],
)
def test_a_damaged_save_is_no_game(table, folder, content):
    path = folder / f"{table.code.replace('-', '')}.json"
    data = json.loads(path.read_text())
    path.write_bytes(content)
    with pytest.raises(saves.NoSave):
        saves.load(table.code)
    for wrong in ({"seat": 99}, {"seat": "0"}, {"mode": "cheat"}, {"names": 7}):
        path.write_text(json.dumps({**data, **wrong}))
        with pytest.raises(saves.NoSave):
            saves.load(table.code)


def test_the_code_tells_nothing_and_only_the_user_reads_the_file(table, folder):
    other = KeptTable(players=5, seed=3)
    assert other.code != table.code
    assert other.record == table.record
    other.close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


FULL = {"en": "the disk is full", "es": "el disco está lleno", "fr": "le disque est plein"}


@pytest.mark.parametrize("choices", [{"seed": 3}, {"mode": "referee"}], ids=["dealt", "paper"])
def test_a_full_disk_spoils_no_game_and_says_so_in_the_language(folder, choices):
    with small_disk(folder) as disk:
        table = KeptTable(players=5, strict=True, lang="en", **choices)
        kept = _kept(table)
        disk.fill()
        for _ in range(3):
            _play(table, 1)
        assert table._session.live >= 3
        for lang, told in FULL.items():
            table.lang = lang
            assert f"({told})" in table._code_text.value
            assert table.code not in table._code_text.value
        assert _kept(table) == kept
        assert [path.name for path in folder.glob("*.part")] == []
        disk.free()
        _play(table, 1)
        assert _kept(table) == table._session.observation()
        assert table.code in table._code_text.value
        table.close()


def _kept(table):
    return saves.load(table.code).observation()


def test_a_disk_that_is_full_from_the_start_lets_one_play_all_the_same(folder):
    with small_disk(folder) as disk:
        disk.fill()
        table = KeptTable(players=3, seed=1, strict=True, lang="fr")
        while not table._session.over:
            _play(table, 1)
        assert FULL["fr"] in table._code_text.value
        with pytest.raises(Refusal):
            table.resume(table.code)
        assert table._session.over
        table.close()


@pytest.mark.parametrize(("number", "told"), [(13, "nothing may be written there"), (5, "OSError")])
def test_another_trouble_of_the_disk_is_told_without_a_path(table, monkeypatch, number, told):
    def trouble(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), "/somewhere/secret")

    monkeypatch.setattr("pathlib.Path.write_text", trouble)
    _play(table, 1)
    assert table._session.live == 1
    shown = table._code_text.value
    assert told in shown
    assert "secret" not in shown


def test_the_row_speaks_the_language_and_marks_it_for_the_page(table):
    for lang, word in (("en", "Resume"), ("es", "Continuar"), ("fr", "Reprendre")):
        table.lang = lang
        assert table._resume_button.description == word
        assert [name for name in table._dom_classes if "lang" in name] == [f"plombox-lang-{lang}"]


def test_what_is_old_is_forgotten(table, folder):
    path = folder / f"{table.code.replace('-', '')}.json"
    os.utime(path, (0, 0))
    assert saves.forget_old() == 1
    with pytest.raises(saves.NoSave):
        saves.load(table.code)


def test_a_folder_of_somebody_else_is_not_used(folder, monkeypatch):
    saves.folder()
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    with pytest.raises(PermissionError):
        saves.folder()
