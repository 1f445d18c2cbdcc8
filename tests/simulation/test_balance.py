"""The tables that tell whether the basic deck is fair, and the page that is made of them."""

import re

from plombox_widget.game.cards import BASIC_DECK
from plombox_widget.simulation import balance


def test_the_page_is_about_the_deck_and_the_bots_of_the_command():
    text = balance.PAGE.read_text(encoding="utf-8")
    copies = {code: int(number) for number, code in re.findall(r"^\* (\d+) × `(.*)`$", text, re.MULTILINE)}
    assert copies == dict(BASIC_DECK)
    for bot, games in balance.GAMES.items():
        _, _, part = text.partition(f"## The bot `{bot}` in all seats\n\n{games:,} games for each number")
        assert re.findall(r"^\| ([3-8]) \|", part, re.MULTILINE)[:6] == list("345678")


def test_every_share_outside_the_bounds_is_told_and_no_other(monkeypatch, capsys):
    results = balance.measure(50, 1, "random")
    monkeypatch.setattr(balance, "FACTION", (1.1, 1.2))
    monkeypatch.setattr(balance, "NOBODY", 0)
    monkeypatch.setattr(balance, "EACH_END", 0.6)
    lines = balance.breaches(results)
    assert len(lines) == 6 * (3 + 1) + 1
    assert all(line in balance.table(results) for line in lines)
    assert balance.main(["--bots", "random", "--games", "50"]) == 1
    assert "## The bot `random` in all seats" in capsys.readouterr().out
    monkeypatch.setattr(balance, "FACTION", (0, 1))
    monkeypatch.setattr(balance, "NOBODY", 1.1)
    monkeypatch.setattr(balance, "EACH_END", 0)
    assert balance.breaches(results) == []
    assert "All bounds hold." in balance.table(results)
    assert balance.main(["--bots", "random", "--games", "50"]) == 0
