"""The `plombox` command in this process: what each subcommand prints, and one line for each mistake."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from plombox_widget import Record, Rules, play_match
from plombox_widget.__main__ import COMMANDS, main


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The file of a whole game of three bots."""
    path = tmp_path / "game.json"
    path.write_text(play_match(Rules(players=3), "greedy", 7).to_json(), encoding="utf-8")
    return path


@pytest.fixture
def refused(capsys):
    """Runs a command that must fail: its one line on standard error, nothing on standard output."""

    def run(*argv: str, status: int = 2) -> str:
        assert main(argv) == status
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.endswith("\n")
        assert shown.err.count("\n") == 1
        assert shown.err.startswith("plombox")
        return shown.err

    return run


def test_match_prints_the_record_of_the_game_of_this_seed(capsys):
    assert main(["match", "--players", "5", "--bots", "greedy", "--seed", "7"]) == 0
    text = capsys.readouterr().out
    read = Record.from_json(text)
    assert read == play_match(Rules(players=5), "greedy", 7)
    assert json.loads(text)["bots"] == ["greedy"] * 5


def test_match_takes_a_bot_per_seat_and_rules(capsys):
    argv = "match --players 3 --bots greedy,greedy,random --seed 1 --rules draw=turn contamination_over=3"
    assert main([*argv.split(), "--rules", "hand_size=4"]) == 0
    read = Record.from_json(capsys.readouterr().out)
    assert read.bots == ("greedy", "greedy", "random")
    assert (read.rules.draw, read.rules.contamination_over, read.rules.hand_size) == ("turn", 3, 4)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ("match --players 2", "players must be a whole number 3 to 8, got 2"),
        ("match --players 9", "players must be a whole number 3 to 8, got 9"),
        ("match --players many", "--players"),
        ("match --bots clever", "'clever'"),
        ("match --players 3 --bots greedy,random", "got 2"),
        ("match --rules draw=never", "draw must be"),
        ("match --rules colour=red", "colour=red"),
        ("match --rules hand_size=x", "hand_size"),
        ("match --rules hand_size=40", "R4"),
        ("match --seed 1.5", "--seed"),
        ("match --frob", "--frob"),
        ("match extra", "extra"),
        ("score R5", "'R5'"),
        ("score R1 +", "R6"),
        ("score", "CARD"),
        ("simulate --players 9 --games 10", "players"),
        ("simulate --policy clever --games 10", "clever"),
        ("simulate --games 0", "games"),
        ("replay", "FILE"),
        ("replay nowhere.json", "nowhere.json"),
        ("replay .", "directory"),
        ("serve --port 99999", "--port"),
        ("serve --port -1", "--port"),
        ("serve --token short", "--token"),
        ("serve --token eight_letters --sessions 0", "sessions"),
        ("serve --public-url school", "--public-url"),
        ("serve --ip 300.1.2.3 --port 0 --no-browser", "300.1.2.3"),
        ("--frob", "--frob"),
        ("dance", "'dance'"),
    ],
)
def test_a_wrong_argument_is_one_line_and_status_2(refused, argv, said):
    assert said in refused(*argv.split())


def test_a_line_of_error_stays_one_line_whatever_the_argument_holds(refused):
    assert "evil" in refused("match", "evil\nsecond line\x1b[2J")
    assert len(refused("match", "x" * 100_000)) < 600


def test_score_counts_by_hand(capsys):
    assert main(["score", "R1 R2i2 R3 R4i3c1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "PlomBOX: done",
        "industry: 5, developed (over 4)",
        "contamination: 1, not contaminated (3 needed)",
    ]


def test_score_names_what_is_missing_and_takes_codes_apart_or_together(capsys):
    assert main(["score", "R1i4c3", "R3"]) == 0
    apart = capsys.readouterr().out
    assert main(["score", "R1i4c3 R3"]) == 0
    assert capsys.readouterr().out == apart
    assert apart.splitlines() == [
        "PlomBOX: not done, work packages missing: 2 4",
        "industry: 4, not developed (5 needed)",
        "contamination: 3, contaminated (over 2)",
    ]


@pytest.mark.parametrize(("lang", "word"), [("en", "Ana"), ("es", "cartas"), ("fr", "cartes")])
def test_replay_tells_the_game_a_line_a_play(record, capsys, lang, word):
    assert main(["replay", str(record), "--lang", lang]) == 0
    told = capsys.readouterr().out
    plays = len(Record.from_json(record.read_text(encoding="utf-8")).actions)
    assert len(told.splitlines()) > plays
    assert word in told


def test_replay_reads_standard_input_and_a_byte_order_mark(record, monkeypatch, capsys):
    import io
    import sys

    data = b"\xef\xbb\xbf" + record.read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().err == ""


def test_replay_of_an_unknown_language_is_refused(record, refused):
    assert "en, es, fr" in refused("replay", str(record), "--lang", "xx")


def _changed(record: Path, **changes: object) -> str:
    return json.dumps({**json.loads(record.read_text(encoding="utf-8")), **changes})


def test_a_bad_record_is_one_line_and_status_1(record, refused):
    good = record.read_text(encoding="utf-8")
    actions = json.loads(good)["actions"]
    bad = {
        "empty": "",
        "truncated": good[: len(good) // 2],
        "not JSON": "plombox",
        "another thing": "[1, 2, 3]",
        "deep": "[" * 100_000,
        "a long number": '{"format": ' + "9" * 5000 + "}",
        "NaN": '{"format": NaN}',
        "version": _changed(record, version=2),
        "players": _changed(record, rules={**json.loads(good)["rules"], "players": 9}),
        "a card": _changed(record, deck=["R9", *json.loads(good)["deck"][1:]]),
        "an illegal play": _changed(record, actions=[{**actions[0], "player": 1}, *actions[1:]]),
        "a late play": _changed(record, actions=[*actions, actions[-1]]),
        "winners": _changed(
            record, result={**json.loads(good)["result"], "winners": ["citizen", "ngo", "x"]}
        ),
        "huge": good + " " * (1 << 20),
    }
    for text in bad.values():
        record.write_text(text, encoding="utf-8")
        for command in ("replay", "picture"):
            assert "record" in refused(command, str(record), status=1)
    record.write_bytes(good.encode("utf-16"))
    assert "UTF-8" in refused("replay", str(record), status=1)


def test_an_endless_file_is_read_only_as_far_as_a_record_may_be_long(refused):
    assert "record" in refused("replay", "/dev/zero", status=1)


def test_picture_draws_what_the_seat_saw(record, tmp_path, capsys):
    out = tmp_path / "table.svg"
    assert main(["picture", str(record), "--at", "4", "--seat", "1", "-o", str(out)]) == 0
    assert capsys.readouterr().out == ""
    root = ElementTree.parse(out).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert main(["picture", str(record), "--at", "4", "--seat", "1"]) == 0
    assert capsys.readouterr().out.strip() == out.read_text(encoding="utf-8").strip()


def test_picture_of_a_spectator_says_no_role_and_no_hand_before_the_end(record, capsys):
    assert main(["picture", str(record), "--at", "0"]) == 0
    early = capsys.readouterr().out
    role = json.loads(record.read_text(encoding="utf-8"))["roles"][0]
    assert main(["picture", str(record), "--at", "0", "--seat", "0"]) == 0
    own = capsys.readouterr().out
    word = {"citizen": "citizen", "corporate": "corporate", "ngo": "NGO"}[role]
    assert word.lower() in own.lower()
    assert early != own


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--at -1", "steps 0 to"),
        ("--at 999", "steps 0 to"),
        ("--at x", "--at"),
        ("--seat 3", "seat must be 0 to 2"),
        ("--seat -1", "seat must be 0 to 2"),
        ("-o /nowhere/at/all.svg", "/nowhere/at/all.svg"),
        ("--lang xx", "en, es, fr"),
    ],
)
def test_picture_refuses_what_is_not_there(record, refused, options, said):
    assert said in refused("picture", str(record), *options.split())


def test_simulate_json_has_the_keys_that_are_promised(capsys):
    assert main(["simulate", "--players", "5", "--games", "200", "--seed", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"players", "games", "seed", "win_rate", "win_rate_interval", "nobody", "end_reasons"} <= set(data)
    assert {"mean_plays", "seat_win_rate", "seconds"} <= set(data)
    assert (data["players"], data["games"], data["seed"]) == (5, 200, 1)
    assert set(data["win_rate"]) == {"citizen", "corporate", "ngo"}
    assert len(data["seat_win_rate"]) == 5
    assert (
        sum(data["end_reasons"].values()) == pytest.approx(1, abs=1e-9)
        or sum(data["end_reasons"].values()) == 200
    )


def test_help_of_each_command_and_of_the_whole(capsys):
    assert main(["--help"]) == 0
    top = capsys.readouterr().out
    for command in COMMANDS:
        name = command.__name__.rpartition(".")[2]
        assert name in top
        assert main([name, "--help"]) == 0
        assert f"plombox {name}" in capsys.readouterr().out


def test_version_is_that_of_the_package(capsys):
    import plombox_widget

    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"plombox-widget {plombox_widget.__version__}\n"


def test_a_fault_of_ours_is_not_passed_off_as_the_users(monkeypatch):
    from plombox_widget.bots import match

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(match, "play_match", broken)
    with pytest.raises(ZeroDivisionError):
        main(["match"])


def test_ctrl_c_ends_quietly(monkeypatch, capsys):
    from plombox_widget.bots import match

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "play_match", interrupted)
    assert main(["match"]) == 130
    assert capsys.readouterr().err == ""
