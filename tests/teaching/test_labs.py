"""The labs: deck, simulation, tips, bots at play, beliefs, house rules; values by hand or a second way."""

import base64
import random
import re
from html import unescape
from math import comb, prod

import pytest

from plombox_widget.bots.belief import role_odds
from plombox_widget.bots.judge import GRAIN
from plombox_widget.bots.match import play_match
from plombox_widget.game.cards import Deck, Kind, Role
from plombox_widget.game.engine import apply, deal
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.record import Record, replay
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table.text import position, result, seat_names
from plombox_widget.teaching.belief_timeline import (
    ROUNDS,
    BayesByHand,
    BayesModel,
    BeliefModel,
    BeliefTimeline,
)
from plombox_widget.teaching.bot_game import BOTS, BotGame, BotGameModel, options
from plombox_widget.teaching.deck_explorer import DeckExplorer, DeckModel
from plombox_widget.teaching.house_rules import HouseRules, page
from plombox_widget.teaching.plots import shares_plot
from plombox_widget.teaching.simulation_lab import KNOBS, SimulationLab, SimulationModel
from plombox_widget.teaching.tips import FinisherBot, TipModel, TipTest

EN = load("en")

# --- the deck ------------------------------------------------------------------------------------------

SMALL = Rules(players=3, deck={"R1": 12, "R2i1": 6, "R3c2": 2, "+": 4, "!": 6})


def test_r3_a_first_hand_is_counted_exactly() -> None:
    model = DeckModel(SMALL)
    none = prod((90 - 12 - drawn) / (90 - drawn) for drawn in range(5))
    assert model.chance_in_hand(Kind.POSITIVE) == pytest.approx(1 - none)
    assert model.chance_in_hand(Kind.INCRIMINATION) == pytest.approx(1 - comb(72, 5) / comb(90, 5))
    assert model.chance_in_hand(Kind.NEGATIVE) == 0
    assert model.mean("industry") == 6 / 20
    assert model.mean("contamination") == 4 / 20


def test_the_deck_is_changed_by_its_numbers_and_put_back() -> None:
    explorer = DeckExplorer(SMALL, strict=True)
    explorer.counts[("+",)].value = 0
    assert explorer.model.deck.get("+", 0) == 0
    assert "Positive: 0% of the deck" in explorer._told.value
    assert explorer.model.rules.deck.size == 26
    explorer.counts[("R1",)].value = 0
    assert "R3: the deck is too small: 3 players need 60 cards." in explorer._told.value
    with pytest.raises(ValueError, match="R3: deck must have at least 20 cards"):
        _ = explorer.model.rules
    explorer.reset_button.click()
    assert dict(explorer.model.deck) == dict(SMALL.deck)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_of_our_deck_has_a_number_and_the_assumption_is_said(language: str) -> None:
    explorer = DeckExplorer(lang=language)
    codes = [code for group in explorer.counts for code in group]
    assert sorted(codes) == sorted(Rules().deck)
    said = {"en": "our assumption", "es": "suposición nuestra", "fr": "notre hypothèse"}
    assert said[language] in explorer.text()


# --- the simulation ------------------------------------------------------------------------------------


def test_the_lab_runs_only_when_asked_and_sets_bent_rules_beside_published_ones() -> None:
    lab = SimulationLab(strict=True)
    assert lab.model.results == {}
    assert lab._plots.value == ""
    lab.games.value = 1000
    lab.run_button.click()
    assert list(lab.model.results) == ["standard"]
    assert lab._plots.value.count("<img alt=") == 3
    lab.knobs["industry_over"].value = 0
    lab.run_button.click()
    assert list(lab.model.results) == ["standard", "bent"]
    standard, bent = lab.model.results.values()
    assert bent.rules.industry_over == 0
    assert bent.win_rate[Role.CORPORATE] > standard.win_rate[Role.CORPORATE]
    lab.lang = "es"
    assert "Reglas de la casa" in lab._told.value
    lab.reset_button.click()
    assert lab.rules == Rules()


def test_every_knob_reaches_the_rules() -> None:
    lab = SimulationLab(strict=True)
    for name, (low, high) in KNOBS.items():
        for value in (low, high):
            lab.knobs[name].value = value
            assert getattr(lab.rules, name) == value
    for players in range(3, 9):
        lab.players.value = players
        assert lab.rules.players == players
    lab.draw.value = "turn"
    assert lab.rules.draw == "turn"


def test_plots_have_titles_words_for_all_numbers_and_no_date() -> None:
    model = SimulationModel()
    model.run(Rules(players=3), 200, "random")
    plots, again = model.plots(EN), model.plots(EN)
    for plot, same in zip(plots, again, strict=True):
        assert plot == same
        assert plot.png.startswith(b"\x89PNG")
        assert (
            "200 games for each set of rules, seed 1; bots: random (clueless); intervals of 95%."
            in plot.caption
        )
        assert "seed 1" in plot.caption
    for role in ROLES:
        share = model.results["standard"].win_rate[role]
        assert f"{EN(f'role.{role}')} {EN.percent(share)}" in plots[0].alt


def test_texts_in_a_plot_are_escaped() -> None:
    plot = shares_plot({'<b a="1">': [(0.5, 0.4, 0.6)]}, ["x"], "t", ("a", "b"), "<i>c</i>", EN)
    assert "<b" not in plot.html()
    assert "<i>" not in plot.html()


# --- tips ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tip_is_guessed_before_it_is_tested_and_the_guess_stands(language: str) -> None:
    words = load(language)
    test = TipTest("finish", Rules(players=3), lang=language, strict=True)
    test.model.tip = type(test.model.tip)("finish", "greedy", FinisherBot, 2)
    assert test.run_button.disabled
    test.guess.value = "harms"
    assert not test.run_button.disabled
    test.run_button.click()
    assert words("lesson.tips.guessed", guess=words("lesson.tips.guess.harms")) in test._told.value
    assert test.guess.disabled
    assert not test.run_button.disabled


@pytest.mark.parametrize("language", LANGUAGES)
def test_r3_a_deck_too_small_for_the_players_is_told_in_the_language(language: str) -> None:
    lab = SimulationLab(lang=language)
    lab.use(Deck({"R1": 40}))
    lab.players.value = 7
    lab.run_button.click()
    assert load(language)("lesson.deck.short", players=7, needed=140) in unescape(lab._trouble.value)
    assert lab.model.results == {}
    assert not lab.run_button.disabled


def test_a_tip_is_tested_by_pairs_that_add_up() -> None:
    test = TipTest("finish", Rules(players=3), strict=True)
    test.model.tip = type(test.model.tip)("finish", "greedy", FinisherBot, 4)
    test.run_button.click()
    first = test.model.found
    test.run_button.click()
    assert first is not None
    assert test.model.found is not None
    assert (first.deals, test.model.found.deals) == (4, 8)
    assert "8 deals so far" in test.text()
    assert "percentage points" in test._told.value
    with pytest.raises(ValueError, match="tip: expected one of quiet, finish"):
        TipModel("other")


def test_the_finisher_ends_a_game_that_it_is_ahead_in() -> None:
    state = parse_position(
        """
        players 3
        turn 0
        incriminations 1
        pile R1 R1 R1 R1 R1 R1
        seat 0 ngo : + ! ! R1i3c2 R2i3c2 : R1@0
        seat 1 citizen : R1 R2 : R2@0
        seat 2 corporate : R1 R2 : R2@0
        """
    )
    kinds = []
    while state.outcome is None:
        move = FinisherBot().choose(observe(state, state.turn), random.Random(1))
        kinds.append(str(state.deck[move.card]))
        state = apply(state, move)
    assert kinds == ["+", "!", "!"]
    assert state.outcome.winners == (Role.NGO,)


# --- bots at play --------------------------------------------------------------------------------------


def test_the_game_shown_is_the_game_that_such_bots_play() -> None:
    record = play_match(Rules(players=4), BOTS, 11)
    model = BotGameModel(BOTS, 11)
    model.go(10_000)
    assert model.over
    assert tuple(model.moves) == record.actions
    model.go(-5)
    assert model.at == 0
    assert model.reasons(EN) == []


def test_the_play_made_is_among_the_best_that_are_shown() -> None:
    model = BotGameModel(("greedy", "greedy", "detective", "detective"), 3)
    for at in range(1, 25):
        model.go(at)
        bot = model.bots[model.moves[at - 1].seat]
        found = options(bot, model.before)
        faces = {held.card_index: held.card for held in model.before.hand}
        made = model.moves[at - 1]
        (worth,) = {
            option.worth
            for option in found
            if faces[option.move.card] == faces[made.card] and option.move.target == made.target
        }
        assert worth == pytest.approx(found[0].worth, abs=1 / GRAIN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_is_stepped_by_its_buttons(language: str) -> None:
    game = BotGame(lang=language, strict=True)
    assert game.back_button.disabled
    game.step_button.click()
    game.round_button.click()
    assert game.model.at == 5
    assert game.text().count("\n- ") <= 4
    game.back_button.click()
    assert game.model.at == 4
    game.go(10_000)
    assert game.step_button.disabled
    words = load(language)
    for line in result(game.model.after, words):
        assert (line in game.text()) is (line not in (words("result.you.win"), words("result.you.lose")))


def test_the_game_of_bots_is_seen_as_the_seat_that_played_saw_it() -> None:
    game = BotGame(strict=True)
    before = game._picture.value
    game.step_button.click()
    assert game._picture.value != before
    seen = observe(game.model._states[1], game.model.moves[0].seat)
    assert position(seen, EN, seat_names(EN, 4)) in unescape(game._picture.value)


# --- beliefs -------------------------------------------------------------------------------------------


def test_r2_roles_stay_secret_until_every_round_is_guessed() -> None:
    panel = BeliefTimeline(strict=True)
    for number in range(ROUNDS):
        assert not panel.model.over
        assert panel.ending() == []
        assert panel._end.value == ""
        assert panel._odds.value == ""
        with pytest.raises(ValueError, match="R2: roles are secret"):
            panel.plot()
        panel.guess_button.click()
        assert "<table" in panel._odds.value
        assert panel.guess_button.disabled
        assert panel.model.round == number
        if number < ROUNDS - 1:
            panel.next_button.click()
    assert "The roles open" in panel._end.value
    assert "<img alt=" in panel._end.value
    assert panel.next_button.disabled


def test_the_page_tells_nothing_of_the_roles_before_the_end() -> None:
    record = play_match(Rules(players=5), "greedy", 4)
    start = deal(record.rules, record.deck, tuple(reversed(record.roles)))
    assert start.roles != record.roles
    first = BeliefTimeline(record, strict=True)
    second = BeliefTimeline(Record.of(start, record.actions), strict=True)
    for _ in range(ROUNDS - 1):
        for panel in (first, second):
            panel.guess()
            panel.go_on()
        assert first.text() == second.text()
        assert first._odds.value == second._odds.value


def test_a_guess_without_a_role_is_refused_in_the_language_of_the_page() -> None:
    panel = BeliefTimeline(lang="es")
    for seat in panel.seats:
        seat.value = "ngo"
    panel.guess_button.click()
    assert "R2: cada rol está al menos una vez; falta: ciudadanía y empresa" in panel._trouble.value
    assert panel.model.guesses == []


def test_guesses_are_checked_and_counted() -> None:
    model = BeliefModel()
    with pytest.raises(ValueError, match="R2: each role is there at least once"):
        model.guess([Role.NGO] * 5)
    with pytest.raises(ValueError, match="expected 5 of them, got 2"):
        model.guess([Role.NGO] * 2)
    truth = model.record.roles
    for _ in range(ROUNDS):
        model.guess(truth)
        model.go_on()
    assert [model.right(guess) for guess in model.guesses] == [5] * ROUNDS
    with pytest.raises(ValueError, match="has been guessed"):
        model.guess(truth)


def test_bayes_by_hand_gives_the_odds_after_the_play() -> None:
    model = BayesModel()
    states = replay(model.record)
    assert len(model.clues) > 20
    for at in range(0, len(model.clues), 7):
        found = model.evidence(at)
        after = role_odds(observe(states[found.number + 1], None)).seats[found.seat]
        assert found.after == pytest.approx(after)
        assert sum(found.after) == pytest.approx(1)
        assert sum(found.weights) == pytest.approx(3)
    with pytest.raises(ValueError, match="expected a clue from 0 to"):
        model.evidence(len(model.clues))


def test_the_weights_by_hand_follow_the_tables_of_habits() -> None:
    """The role that plays so most often by the fitted tables is the one whose weight is largest."""
    model = BayesModel()
    agreed = 0
    for at, clue in enumerate(model.clues):
        weights = model.evidence(at).weights
        agreed += weights.index(max(weights)) == clue.weights.index(max(clue.weights))
    assert agreed > 0.9 * len(model.clues)


def test_the_slider_tells_every_play_in_every_language() -> None:
    for language in LANGUAGES:
        panel = BayesByHand(lang=language, strict=True)
        for at in (0, panel.slider.max):
            panel.slider.value = at
            assert "<table" in panel._told.value
            assert str(panel.model.evidence(at).number + 1) in panel.text()


# --- house rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_house_rules_stands_alone_and_says_what_is_bent(language: str) -> None:
    bent = Rules(
        players=6,
        hand_size=6,
        draw="turn",
        deck={"R1": 60},
        industry_over=7,
        contamination_over=1,
        citizen_margin=1,
        corporate_margin=-1,
        ngo_margin=2,
        cards_per_player=12,
    )
    made = page(bent, load(language))
    assert f'<html lang="{language}">' in made
    assert "<script" not in made
    assert "http" not in made
    assert made.count("<li>") == len(bent.changed()) == 9
    for ruling in range(1, 13):
        assert f"R{ruling}" in made
    plain = page(Rules(players=6), load(language))
    assert "<li>" not in plain


def test_the_link_saves_the_page_of_the_rules_asked_for_last() -> None:
    rules = [Rules(players=3)]
    panel = HouseRules(lambda: rules[0])
    rules[0] = Rules(players=7)
    panel.make_button.click()
    data = re.search(r"base64,([^\"]+)", panel._link.value)
    assert data is not None
    assert base64.b64decode(data.group(1)).decode() == page(rules[0], EN)


@pytest.mark.parametrize(
    "panel", [BotGame(lang="es"), TipTest("finish", lang="es"), TipTest("quiet", lang="es")]
)
def test_a_bot_is_named_with_a_plain_word(panel: BotGame | TipTest) -> None:
    plain = {"random": "sin rumbo", "greedy": "fácil", "detective": "perspicaz", "quiet": "discreto"}
    named = [name for name in plain if name in panel.text()]
    assert named
    for name in named:
        assert panel.text().count(name) == panel.text().count(f"{name} ({plain[name]})")


def test_the_dropdown_of_bots_changes_its_words_and_keeps_its_choice() -> None:
    lab = SimulationLab()
    lab.policy.value = "random"
    lab.lang = "es"
    assert lab.policy.value == "random"
    assert [label for label, _ in lab.policy.options] == ["greedy (fácil)", "random (sin rumbo)"]
