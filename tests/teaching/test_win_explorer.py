"""The win explorer, through every size of every faction at every number of seats."""

import re

import pytest

from plombox_widget.game.cards import Role
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.teaching.win_explorer import WinExplorer, WinModel

EN = load("en")
SIZES = [
    (players, citizens, corporates)
    for players in range(3, 9)
    for citizens in range(1, players - 1)
    for corporates in range(1, players - citizens)
]


@pytest.mark.parametrize(("players", "citizens", "corporates"), SIZES)
def test_r12_each_faction_wins_from_one_site_more_than_its_limit(
    players: int, citizens: int, corporates: int
) -> None:
    ngos = players - citizens - corporates
    limits = {Role.CITIZEN: citizens, Role.CORPORATE: corporates, Role.NGO: ngos + 1}
    for role, limit in limits.items():
        for sites in range(players + 1):
            model = WinModel(Rules(players=players))
            model.seat(citizens, corporates)
            for at in range(players):
                model.tick(at, role, at < sites)
            faction = next(faction for faction in model.factions if faction.role is role)
            assert (faction.sites, faction.wins) == (sites, sites > limit)
            told = model.sentences(EN)[list(Role).index(role)]
            if limit >= players:
                assert told.endswith(f"With {players} sites that cannot be reached.")
            elif sites > limit:
                assert told.endswith(f"{sites} > {limit}: **they win**.")
            else:
                assert told.endswith(f"{sites} is not more than {limit}: they do not win.")


@pytest.mark.parametrize(("players", "citizens", "corporates"), SIZES)
def test_the_sliders_reach_every_size_and_no_wrong_one(players: int, citizens: int, corporates: int) -> None:
    explorer = WinExplorer(strict=True)
    explorer.players.value = players
    explorer.citizens.value = citizens
    explorer.corporates.value = corporates
    assert list(explorer.model.members.values()) == [citizens, corporates, players - citizens - corporates]
    for slider in (explorer.citizens, explorer.corporates):
        assert slider.max == players - 2
        assert (slider.layout.display == "none") == (players == 3)
    assert ("each faction has one seat" in explorer._ngos.value) == (players == 3)
    assert len(explorer._sites.children) == players


def test_more_citizens_push_the_corporates_back_and_leave_one_ngo() -> None:
    explorer = WinExplorer(Rules(players=8), strict=True)
    explorer.citizens.value = 1
    explorer.corporates.value = 6
    explorer.citizens.value = 5
    assert list(explorer.model.members.values()) == [5, 2, 1]
    assert explorer.corporates.value == 2


def test_more_corporates_take_the_seats_of_citizens_and_leave_one_ngo() -> None:
    explorer = WinExplorer(Rules(players=4), strict=True)
    assert list(explorer.model.members.values()) == [2, 1, 1]
    explorer.corporates.value = 2
    assert list(explorer.model.members.values()) == [1, 2, 1]
    assert explorer.citizens.value == 1


def test_ticks_count_and_several_or_no_factions_win() -> None:
    explorer = WinExplorer(Rules(players=3), strict=True)
    assert explorer.text().endswith("**Won by: the NGOs.**")
    explorer.ticks[0][Role.NGO].value = False
    assert explorer.text().endswith("**Nobody wins.**")
    for site in (0, 2):
        explorer.ticks[site][Role.CITIZEN].value = True
        explorer.ticks[site][Role.CORPORATE].value = True
    assert explorer.text().endswith("**Won by: the citizens and the corporates.**")
    assert "2 > 1" in explorer.text()


def test_a_new_number_of_players_begins_with_bare_sites() -> None:
    explorer = WinExplorer(Rules(players=5), strict=True)
    explorer.ticks[4][Role.CITIZEN].value = True
    explorer.players.value = 4
    explorer.players.value = 5
    assert not explorer.ticks[4][Role.CITIZEN].value
    assert [site[Role.CITIZEN] for site in explorer.model.sites] == [False] * 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_bent_margins_change_the_words(language: str) -> None:
    explorer = WinExplorer(Rules(players=6, citizen_margin=2, ngo_margin=-1), lang=language)
    explorer.seat(2, 3)
    first, second, third, _ = explorer.text().replace("\u00a0", "").splitlines()
    assert re.findall(r"[+−]?\d+", first)[:4] == ["2", "+2", "4", "4"]
    assert re.findall(r"[+−]?\d+", second)[:2] == ["3", "3"]
    assert re.findall(r"[+−]?\d+", third)[:4] == ["1", "−1", "0", "0"]


def test_wrong_sizes_and_players_are_one_line_and_nothing_moves() -> None:
    model = WinModel(Rules(players=4))
    for citizens, corporates in ((0, 2), (2, 2), (3, 1), (1, 0)):
        with pytest.raises(ValueError, match="R2: each faction has at least one of the 4 seats"):
            model.seat(citizens, corporates)
    explorer = WinExplorer(strict=True)
    with pytest.raises(ValueError, match="R1: players"):
        explorer.set_players(9)
    assert explorer.model.rules.players == 4
