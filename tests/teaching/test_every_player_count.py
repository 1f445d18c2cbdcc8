"""The explorers through their boundaries at every number of players; limits worked out by hand."""

import pytest

from plombox_widget.bots.match import play_match
from plombox_widget.game.cards import Card, Deck, Kind, Role
from plombox_widget.game.record import Record
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.teaching import (
    BeliefTimeline,
    BotGame,
    DeckExplorer,
    Handout,
    HouseRules,
    SimulationLab,
    SiteExplorer,
    WinExplorer,
    cards_at,
)
from plombox_widget.teaching.belief_timeline import ROUNDS

EN = load("en")
COUNTS = range(3, 9)
by_count = pytest.mark.parametrize("players", COUNTS)


@pytest.fixture(scope="module")
def records() -> dict[int, Record]:
    """A short game for each number of players."""
    return {players: play_match(Rules(players=players), "random", players) for players in COUNTS}


# --- beliefs -------------------------------------------------------------------------------------------


@by_count
def test_r2_a_timeline_of_any_size_takes_every_round_and_opens_the_roles_at_the_end(
    players: int, records: dict[int, Record]
) -> None:
    record = records[players]
    panel = BeliefTimeline(record, strict=True)
    assert len(panel.seats) == players
    stops = panel.model.stops
    # four stops part the game into five equal pieces
    assert list(stops) == [len(record.actions) * part // 5 for part in (1, 2, 3, 4)]
    for number in range(ROUNDS):
        assert panel._count.value.count(str(stops[number])) >= 1
        assert panel.next_button.disabled
        panel.guess_button.click()
        odds = panel.model.odds(stops[number])
        assert len(odds) == players
        assert all(sum(seat) == pytest.approx(1) for seat in odds)
        # over all seats, each role is expected at least once and at most as often as R2 lets it
        for role in range(3):
            assert 1 - 1e-9 <= sum(seat[role] for seat in odds) <= players - 2 + 1e-9
        assert panel._odds.value.count("<tr>") == players + 1
        assert panel.model.over is (number == ROUNDS - 1)
        if number < ROUNDS - 1:
            panel.next_button.click()
    told = panel.ending()
    assert len(told) == 1 + ROUNDS
    for role in record.roles:
        assert EN(f"role.{role}") in told[0]
    assert all(f" of {players} right" in line for line in told[1:])


@by_count
def test_r2_a_guess_lacking_any_role_is_refused_and_one_of_each_is_enough(
    players: int, records: dict[int, Record]
) -> None:
    panel = BeliefTimeline(records[players])
    for missing in ROLES:
        others = [role for role in ROLES if role is not missing]
        for seat, dropdown in enumerate(panel.seats):
            dropdown.value = others[seat % 2].value
        panel.guess_button.click()
        assert f"missing: {EN(f'role.{missing}')}" in panel._trouble.value
        assert panel.model.guesses == []
    for seat, dropdown in enumerate(panel.seats):
        dropdown.value = ROLES[min(seat, 2)].value
    panel.guess_button.click()
    assert panel._trouble.value == ""
    assert len(panel.model.guesses) == 1


@by_count
@pytest.mark.parametrize("count", [-1, 0, 1])
def test_a_guess_has_one_role_for_each_seat(players: int, count: int, records: dict[int, Record]) -> None:
    model = BeliefTimeline(records[players]).model
    guess = [*ROLES, *[Role.CITIZEN] * (players - 3 + count)][: players + count]
    if count == 0:
        model.guess(guess)
        assert model.guessed
    else:
        with pytest.raises(ValueError, match=f"expected {players} of them, got {players + count}"):
            model.guess(guess)


# --- the deck ------------------------------------------------------------------------------------------


def deck_of(size: int) -> dict[str, int]:
    """A basic deck of so many cards: incriminations, and work package 1 alone."""
    return {"R1": size - 1, "!": 1}


@by_count
def test_r3_three_basic_decks_must_hold_twenty_cards_for_each_seat(players: int) -> None:
    needed = -(-20 * players // 3)
    enough = DeckExplorer(Rules(players=players, deck=deck_of(needed)), strict=True)
    assert "too small" not in enough._told.value
    assert f"3 of them make {3 * needed}" in enough.text()
    assert enough.model.rules.cards_in_use == 20 * players
    group = ("R1",)
    enough.counts[group].value = needed - 2
    assert f"R3: the deck is too small: {players} players need {20 * players} cards." in enough._told.value
    with pytest.raises(ValueError, match="R3: deck must have at least"):
        _ = enough.model.rules
    enough.counts[group].value = needed - 1
    assert "too small" not in enough._told.value


@by_count
def test_each_group_of_our_deck_goes_down_to_none_and_up_to_the_most(players: int) -> None:
    told: list[Deck] = []
    explorer = DeckExplorer(Rules(players=players), told.append, strict=True)
    for group, count in explorer.counts.items():
        before = count.value
        for value in (count.min, count.max, before):
            count.value = value
            assert all(explorer.model.deck.get(code, 0) == value for code in group)
            assert explorer.model.deck == told[-1]
            kind = Card.parse(group[0]).kind
            alone = all(Card.parse(other[0]).kind is not kind for other in explorer.counts if other != group)
            if value == 0 and alone:
                assert explorer.model.chance_in_hand(kind) == 0
    assert explorer.model.rules == Rules(players=players)


@by_count
def test_a_deck_without_a_kind_and_a_deck_of_one_kind_are_certain(players: int) -> None:
    explorer = DeckExplorer(Rules(players=players, deck=deck_of(60)), strict=True)
    explorer.counts[("!",)].value = 0
    assert explorer.model.chance_in_hand(Kind.INCRIMINATION) == 0
    assert explorer.model.chance_in_hand(Kind.RESOURCE) == 1
    assert "100.0%" in explorer._told.value


def test_the_deck_that_is_bent_is_the_one_that_is_played() -> None:
    lab = SimulationLab(Rules(players=3), strict=True)
    house = HouseRules(lambda: lab.rules, strict=True)
    explorer = DeckExplorer(Rules(players=3), lab.use, strict=True)
    lab.games.value = 1000
    explorer.counts[("!",)].value = 0
    lab.run_button.click()
    standard, bent = lab.model.results.values()
    assert standard.rules == Rules(players=3)
    assert bent.rules.deck == explorer.model.deck
    assert standard.end_reasons["incriminations"] > 0
    assert bent.end_reasons["incriminations"] == 0
    house.make_button.click()
    assert "Another basic deck, of 46 cards instead of 55." in house.text()


def test_a_deck_that_is_too_small_is_one_line_and_the_next_click_works() -> None:
    lab = SimulationLab(Rules(players=8))
    house = HouseRules(lambda: lab.rules)
    explorer = DeckExplorer(Rules(players=8), lab.use)
    kept = house.text()
    explorer.counts[("+",)].value = 0
    for panel, button in ((lab, lab.run_button), (house, house.make_button)):
        button.click()
        assert EN("lesson.deck.short", players=8, needed=160) in panel._trouble.value
    assert house.text() == kept
    house.lang = "es"
    explorer.reset_button.click()
    house.make_button.click()
    assert house._trouble.value == ""


# --- the others ----------------------------------------------------------------------------------------


@by_count
def test_r12_the_win_explorer_ticks_each_site_on_both_sides_of_each_line(players: int) -> None:
    explorer = WinExplorer(Rules(players=players), strict=True)
    explorer.seat(1, 1)
    limits = {Role.CITIZEN: 1, Role.CORPORATE: 1, Role.NGO: players - 2 + 1}
    for role, limit in limits.items():
        for ticked in range(players + 1):
            for site in range(players):
                explorer.ticks[site][role].value = site < ticked
            (faction,) = [faction for faction in explorer.model.factions if faction.role is role]
            assert (faction.sites, faction.wins) == (ticked, ticked > limit)
    explorer.players.value = 3 if players == 8 else 8
    assert len(explorer._sites.children) == explorer.players.value


@by_count
@pytest.mark.parametrize(("industry", "contamination"), [(0, 0), (4, 2), (7, 3), (12, 12)])
def test_r11_a_site_stands_at_each_line_and_one_card_takes_it_over(
    players: int, industry: int, contamination: int
) -> None:
    rules = Rules(players=players, industry_over=industry, contamination_over=contamination)
    for cards, extra, field in (
        (cards_at(industry=industry), "R1i1", "developed"),
        (cards_at(contamination=contamination), "R1c1", "contaminated"),
    ):
        explorer = SiteExplorer(cards, rules, strict=True)
        assert getattr(explorer.model.score, field) is False
        explorer.add(extra)
        assert getattr(explorer.model.score, field) is True
        explorer.take(len(explorer.model.cards) - 1)
        assert getattr(explorer.model.score, field) is False


@by_count
def test_a_game_of_bots_of_any_size_runs_from_start_to_end(players: int) -> None:
    game = BotGame("random", seed=players, rules=Rules(players=players), strict=True)
    assert len(game.model.bots) == players
    game.go(10_000)
    assert game.model.over
    assert game.step_button.disabled
    game.go(0)
    assert game.back_button.disabled
    assert BotGame(rules=Rules(players=players)).model.bots[:3] == ("random", "greedy", "detective")


@pytest.mark.parametrize("language", LANGUAGES)
def test_handout_and_lab_reach_every_number_of_players(language: str) -> None:
    handout, lab = Handout(lang=language, strict=True), SimulationLab(lang=language, strict=True)
    for players in COUNTS:
        handout.players.value = lab.players.value = players
        assert handout.rules.players == lab.rules.players == players
    assert (handout.players.min, handout.players.max) == (lab.players.min, lab.players.max) == (3, 8)
