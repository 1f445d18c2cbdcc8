"""`plombox simulate`: what it prints, and how it ends when a run breaks off."""

import json

import pytest

from plombox_widget import Rules
from plombox_widget.__main__ import main
from plombox_widget.simulation import playing
from plombox_widget.simulation.tournament import simulate


def test_json_is_that_of_the_result(capsys):
    argv = "simulate --players 5 --games 300 --seed 4 --policy greedy --rules draw=turn --json"
    assert main(argv.split()) == 0
    shown = capsys.readouterr()
    found = simulate(Rules(players=5, draw="turn"), 300, 4, "greedy")
    assert json.loads(shown.out) | {"seconds": 0} == found.to_dict() | {"seconds": 0}
    assert shown.err == ""


def test_a_policy_per_seat_and_workers(capsys):
    argv = "simulate --players 3 --games 200 --seed 4 --policy greedy,random,random --jobs 2 --json"
    assert main(argv.split()) == 0
    found = simulate(Rules(players=3), 200, 4, ["greedy", "random", "random"])
    assert json.loads(capsys.readouterr().out)["win_rate"] == found.win_rate


@pytest.mark.parametrize(
    ("language", "title", "nobody", "interval", "sign"),
    [
        (
            "en",
            "100 games at 3 seats; bots: greedy, random,",
            "Nobody wins",
            "({} to {})",
            ".",
        ),
        ("es", "100 partidas con 3 lugares; bots: greedy, random,", "No gana nadie", "(de {} a {})", ","),
        ("fr", "100 parties à 3 places ; bots : greedy, random,", "Personne ne gagne", "(de {} à {})", ","),
    ],
)
def test_words_in_three_languages(capsys, language, title, nobody, interval, sign):
    argv = f"simulate --players 3 --games 100 --seed 1 --policy greedy,random,greedy --lang {language}"
    assert main(argv.split()) == 0
    lines = capsys.readouterr().out.replace("\u202f", " ").replace("\u00a0", " ").splitlines()
    # title, three factions, nobody, several, two ends, three seats, plays, what the brackets are
    assert len(lines) == 1 + 3 + 2 + 2 + 3 + 1 + 1
    assert lines[0].startswith(title)
    rate = simulate(Rules(players=3), 100, 1, ["greedy", "random", "greedy"]).factions.nobody
    low, high = (f"{100 * end:.2f}".replace(".", sign) for end in rate.interval())
    [line] = [line.replace(" %", "%") for line in lines if line.startswith(nobody)]
    assert f"{rate.hits}{sign}00%" in line
    assert line.endswith(interval.format(f"{low}%", f"{high}%"))


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ("--policy clever", "policy: expected one of random, greedy"),
        ("--policy greedy,random", "policy: expected one for all seats, or 4, one per seat, got 2"),
        ("--games -1", "games must be a whole number, 1 or more, got -1"),
        ("--jobs 0", "jobs must be 1 to 1024 workers"),
        ("--lang xx", "language"),
        ("--rules cards_per_player=60", "R3: deck must have at least 80 cards for 4 players"),
    ],
)
def test_a_wrong_argument_is_one_line_and_status_2(capsys, argv, said):
    assert main(["simulate", *argv.split()]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1


def breaking_off(monkeypatch, error):
    """The kernel plays one chunk and then raises."""
    play_batch, calls = playing.play_batch, []

    def once(*args, **kwargs):
        calls.append(args)
        if len(calls) > 1:
            raise error
        return play_batch(*args, **kwargs)

    monkeypatch.setattr(playing, "play_batch", once)


def test_an_interrupted_run_prints_what_is_done_and_says_so(capsys, monkeypatch):
    breaking_off(monkeypatch, KeyboardInterrupt())
    assert main(["simulate", "--players", "3", "--games", "50000", "--seed", "1", "--json"]) == 130
    shown = capsys.readouterr()
    assert json.loads(shown.out)["games"] == 20000
    assert shown.err == "plombox simulate: interrupted: 20000 of 50000 games are done and kept\n"


def test_a_failing_game_is_one_line(capsys, monkeypatch):
    breaking_off(monkeypatch, ArithmeticError("of the kernel"))
    assert main(["simulate", "--players", "3", "--games", "50000", "--seed", "1"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "games 20000 to 39999: ArithmeticError: of the kernel" in shown.err
