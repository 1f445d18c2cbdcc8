"""The coach: every legal play, the same advice for the same seed, nothing secret, reasons by hand."""

import random
from math import sqrt

import pytest
from positions import middle
from twins import random_game, twin

from plombox_widget.bots.coach import Advice, Chance, Counsel, advise, explain, outlook
from plombox_widget.bots.reasons import Reason
from plombox_widget.game.cards import Role
from plombox_widget.game.engine import apply, legal_moves
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import Move
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.table.coach_text import (
    advice_text,
    close,
    counsel_lines,
    explain_text,
    faction_lines,
    others_text,
    reason_text,
    role_lines,
    saw_text,
    suggestion_text,
)
from plombox_widget.table.seats import bot_idea, bot_name
from plombox_widget.table.text import position

WINNING = """
    players 3
    incriminations 2
    pile R1 R1 R1 R1 R1 R1
    seat 0 corporate : R1 R1c1 ! R1 : R1i3c3@0^ R2i2@0^
    seat 1 ngo : R1 ! ! ! R2 : R3i3c3@0^ R4i2@0^
    seat 2 citizen : R1 ! ! ! R2
"""


def test_each_legal_play_is_judged_in_order_and_equal_cards_alike() -> None:
    seen = observe(parse_position(WINNING), 0)
    counsel = advise(seen, seed=1, playouts=400)
    assert [advice.move for advice in counsel.advices] == list(seen.legal_moves)
    faces = {held.card_index: held.card for held in seen.hand}
    assert [advice.card for advice in counsel.advices] == [faces[move.card] for move in seen.legal_moves]
    ones = [advice for advice in counsel.advices if str(advice.card) == "R1"]
    assert [advice.chance for advice in ones[:3]] == [advice.chance for advice in ones[3:]]
    assert counsel.worlds == 400 // 9


def test_a_play_that_wins_at_once_is_the_best_and_sure() -> None:
    counsel = advise(observe(parse_position(WINNING), 0), seed=1, playouts=900)
    best = counsel.best
    assert str(best.card) == "!"
    assert best.chance.value == (100 + 2) / (100 + 4)
    assert best.behind == Chance(0.0, 0.0)
    worst = max(counsel.advices, key=lambda advice: advice.behind.value)
    assert worst.behind.value > 2 * worst.behind.error


def test_a_chance_by_hand() -> None:
    """60 of 100 with two wins and two losses added: 62/104; its error from p (1 − p) / n."""
    chance = Chance.of(60, 100)
    assert chance.value == 62 / 104
    assert chance.error == pytest.approx(sqrt(62 / 104 * 42 / 104 / 104))


def test_the_same_seed_gives_the_same_advice() -> None:
    game = random_game(Rules(players=5), 4, steps=20)
    seen = observe(game.end, game.end.turn)
    assert advise(seen, 3, 300) == advise(seen, 3, 300)
    assert outlook(seen, 3, 300) == outlook(seen, 3, 300)
    assert advise(seen, 3, 300) != advise(seen, 4, 300)


def test_what_the_viewer_cannot_know_changes_no_advice() -> None:
    for seed in range(4):
        game = random_game(Rules(players=4), seed, steps=12)
        viewer = game.end.turn
        other = twin(game, viewer, random.Random(seed))
        assert game.start != other.start
        one, two = observe(game.end, viewer), observe(other.end, viewer)
        assert advise(one, 1, 200) == advise(two, 1, 200)
        assert outlook(one, 1, 200) == outlook(two, 1, 200)
        spectator = twin(game, None, random.Random(seed))
        assert outlook(observe(game.end, None), 1, 200) == outlook(observe(spectator.end, None), 1, 200)


def test_nobody_is_advised_out_of_turn() -> None:
    with pytest.raises(ValueError, match=r"^coach: seat 1 has nothing to play"):
        advise(observe(middle(), 1))
    with pytest.raises(ValueError, match=r"^coach: move 0:99>0 is not legal for seat 0"):
        explain(observe(middle(), 0), Move(0, 99, 0))


def test_the_outlook_after_the_end_is_certain() -> None:
    end = random_game(Rules(players=4), 2).end
    assert end.outcome is not None
    for role, chance in zip(ROLES, outlook(observe(end, None)).factions, strict=True):
        assert chance == Chance(float(role in end.outcome.winners), 0.0)


def test_the_outlook_of_a_won_game_is_bright() -> None:
    """The last incrimination is next, two sites are developed for all to see, and nobody can undo it."""
    text = """
        players 3
        pile R1
        seat 0 corporate : R1 : R1i3@0^ R2i2@0^
        seat 1 ngo : R1 : R3i3@0^ R4i2@0^
        seat 2 citizen : R1
    """
    factions = outlook(observe(parse_position(text), None), playouts=800).factions
    assert factions[1].value > 0.9


# --- reasons, by hand --------------------------------------------------------------------------------


def reasons(text: str, code: str, target: int) -> dict[str, Reason]:
    seen = observe(parse_position(text), 0)
    move = next(m for m in seen.legal_moves if m.target == target and card_of(seen, m) == code)
    return {reason.code: reason for reason in explain(seen, move)}


def card_of(seen: Observation, move: Move) -> str:
    return next(str(held.card) for held in seen.hand if held.card_index == move.card)


def table(role: str, hand: str, site: str = "", incriminations: int = 0) -> str:
    return f"""
        players 3
        incriminations {incriminations}
        pile R1 R1 R1
        seat 0 {role} : {hand} :
        seat 1 {"ngo" if role != "ngo" else "citizen"} : R1 : {site}
        seat 2 {"corporate" if role != "corporate" else "citizen"} : R1
    """


CASES = [
    ("citizen", "R2", "R1@0", "package.new", {"package": 2, "have": 2, "all": 4}),
    ("citizen", "R2", "R1@0 R3@0 R4@2^", "package.last", {"package": 2, "have": 4, "all": 4}),
    ("citizen", "R2", "R2@0", "package.again", {"package": 2, "have": 1, "all": 4}),
    ("citizen", "R2", "R2@2", "package.new", {"package": 2, "have": 1, "all": 4}),
    ("citizen", "R2c2", "R1c1@0", "risk", {"after": 3, "limit": 2}),
    ("corporate", "R2i2", "R1i2@0", "industry.more", {"after": 4, "needed": 5}),
    ("corporate", "R2i3", "R1i2@0", "industry.done", {"after": 5, "needed": 5}),
    ("corporate", "R2", "R1i2@0", "industry.none", {"after": 2, "needed": 5}),
    ("corporate", "R2i1", "R1i5@0", "industry.enough", {"after": 6, "needed": 5}),
    ("ngo", "R2", "R1c1@0", "clean.harmless", {"after": 1, "limit": 2}),
    ("ngo", "R2c1", "R1c1@0", "clean.dirt", {"after": 2, "limit": 2}),
    ("ngo", "R2c2", "R1c1@0", "clean.soils", {"after": 3, "limit": 2}),
    ("ngo", "R2c2", "R1c3@0", "clean.dirty", {"after": 5, "limit": 2}),
    ("ngo", "!", "R1c3@0", "clear.helps", {"contamination": 3, "limit": 2, "unknown": 0}),
    ("citizen", "!", "R1c3@0", "clear.hurts", {"contamination": 3, "limit": 2, "unknown": 0}),
    ("citizen", "!", "R1c2@0", "accuse.clean", {"contamination": 2, "limit": 2, "unknown": 0}),
    ("citizen", "!", "R1c2@0 R1@2", "accuse.unknown", {"contamination": 2, "limit": 2, "unknown": 1}),
    ("citizen", "!", "", "accuse.empty", {"contamination": 0, "limit": 2, "unknown": 0}),
    ("citizen", "!", "", "nearer", {"done": 1, "all": 3}),
]


@pytest.mark.parametrize(("role", "card", "site", "code", "facts"), CASES)
def test_a_reason_by_hand(role: str, card: str, site: str, code: str, facts: dict[str, int]) -> None:
    found = reasons(table(role, card, site), card, 1)
    assert dict(found[code].facts) == facts
    assert found[code].target == 1


def test_reasons_for_the_last_incrimination_and_for_tokens() -> None:
    assert dict(reasons(table("citizen", "!", "", 2), "!", 1)["ends"].facts) == {"done": 3, "all": 3}
    assert set(reasons(table("citizen", "+"), "+", 0)) == {"plays"}
    for card, code in (("+", "gift"), ("-", "skip")):
        reason = reasons(table("citizen", card), card, 1)[code]
        assert reason.role in (Role.CORPORATE, Role.NGO)
        assert reason.share == pytest.approx(0.5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_in_every_language(language: str) -> None:
    words = load(language)
    told = set()
    for role, card, site, _, _ in CASES:
        for incriminations in (0, 2):
            for found in reasons(table(role, card, site, incriminations), card, 1).values():
                assert reason_text(found, words, ["Ana", "Bea {0}", "Cy"], 3).count("Bea {0}") <= 2
                told.add(found.code)
    for card, target in (("+", 0), ("+", 1), ("-", 1)):
        for found in reasons(table("citizen", card), card, target).values():
            reason_text(found, words, None, 3)
            told.add(found.code)
    assert told == set(words.group("coach.why."))


# --- the words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_in_words(language: str) -> None:
    words = load(language)
    game = random_game(Rules(players=4), 9, steps=15)
    seen = observe(game.end, game.end.turn)
    counsel = advise(seen, playouts=300)
    lines = counsel_lines(counsel, words, None, 4)
    different = {(advice.card, advice.move.target) for advice in counsel.advices}
    assert len(lines) == len(different) + 2 + (not counsel.compiled)
    assert lines[0] == advice_text(counsel.best, counsel, words, None, 4)
    assert lines[len(different)] == words("coach.close", count=close(counsel))
    found = outlook(seen, playouts=200)
    assert len(faction_lines(found, words)) == 3 + (not counsel.compiled)
    assert len(role_lines(found, words)) == 4
    assert len(role_lines(found, words, None, seen.seat)) == 3


def test_a_piece_of_advice_in_english() -> None:
    words = load("en")
    counsel = advise(observe(parse_position(WINNING), 0), seed=1, playouts=900)
    assert advice_text(counsel.best, counsel, words, None, 3) == (
        "Incrimination at the site of Carla: 98% to win, give or take 3 points, the best play found. It is "
        "incrimination 3 of 3: the game ends at once. The site of Carla is empty: nothing is turned up."
    )


def suggested(text: str, code: str, target: int, language: str = "en") -> str:
    """What is said where this play is the best one; at a table of Ana, Bruno and Carla."""
    seen = observe(parse_position(text), 0)
    move = next(m for m in seen.legal_moves if m.target == target and card_of(seen, m) == code)
    card = next(held.card for held in seen.hand if held.card_index == move.card)
    best = Advice(move, card, Chance(0.6, 0.01), Chance(0.0, 0.0), explain(seen, move))
    return suggestion_text(Counsel((best,), (), 100, True), seen.role, load(language), None, 3)


def test_the_advice_is_a_sentence_with_its_reason_and_says_why_another_seat_is_helped() -> None:
    assert suggested(table("citizen", "R2i1", "R1@0"), "R2i1", 1) == (
        "Play the resource for work package 2 (industry 1, contamination 0) at the site of Bruno: it brings "
        "work package 2, which is not known there yet (2 of 4 with it). It helps you too: a PlomBOX counts "
        "for the citizens at whatever site it stands."
    )
    assert suggested(table("citizen", "R2"), "R2", 0) == (
        "Play the resource for work package 2 (industry 0, contamination 0) at your own site: it brings "
        "work package 2, which is not known there yet (1 of 4 with it)."
    )
    assert suggested(table("ngo", "!", "R1c3@0"), "!", 1) == (
        "Play the incrimination at the site of Bruno: that site is contaminated; it is cleared, and clean "
        "again. It helps you too: a clean site counts for the NGOs, whoever sits there."
    )
    assert suggested(table("corporate", "R2i3", "R1i2@0"), "R2i3", 1).endswith(
        "a developed site counts for the corporates, whoever sits there."
    )
    assert suggested(table("citizen", "!", "R1c3@0"), "!", 1).endswith("what was built there is discarded.")


def told_of(chances: dict[tuple[str, int], float], error: float = 0.012) -> Counsel:
    """Ana holds R1 twice and R2; at each of three seats both are plays: six, of these chances or of 0.2."""
    seen = observe(parse_position(table("citizen", "R1 R1 R2")), 0)
    faces = {held.card_index: held.card for held in seen.hand}
    best = max(chances.values())
    advices = []
    for move in seen.legal_moves:
        card = faces[move.card]
        chance = chances.get((str(card), move.target), 0.2)
        behind = Chance(best - chance, error if chance < best else 0.0)
        advices.append(Advice(move, card, Chance(chance, 0.018), behind, explain(seen, move)))
    return Counsel(tuple(advices), (), 100, True)


def test_how_many_plays_are_about_as_good_counts_equal_cards_once() -> None:
    """Twice 1.2 points are 2.4, in whole points 2."""
    words = load("en")
    first = {("R1", 0): 0.65}
    assert close(told_of(first)) == 2
    assert others_text(told_of(first), words) == ""
    assert others_text(told_of(first | {("R1", 1): 0.63}), words) == "1 other play is about as good."
    two = first | {("R1", 1): 0.63, ("R2", 0): 0.65}
    assert others_text(told_of(two), words) == "2 other plays are about as good."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_points_behind_the_best_are_those_between_the_numbers_that_are_shown(language: str) -> None:
    """65, 63, 62, 60 and 60 percent: with one limit for all, and the same shown, the same is told."""
    words = load(language)
    chances = {("R1", 0): 0.654, ("R1", 1): 0.626, ("R2", 0): 0.624, ("R2", 1): 0.6049, ("R1", 2): 0.5951}
    counsel = told_of(chances)
    said = counsel_lines(counsel, words, None, 3)
    shown = [words.percent(share) for share in (0.65, 0.63, 0.62, 0.60, 0.60, 0.20)]
    ranks = [words("coach.rank.best"), words("coach.rank.equal")]
    ranks += [words("coach.rank.behind", count=points) for points in (3, 5, 5, 45)]
    for line, chance, rank in zip(said, shown, ranks, strict=False):
        assert words("coach.chance", chance=chance, count=4) + f", {rank}. " in line
    assert said[6:] == [words("coach.close", count=2), words("coach.worlds", count=100)]
    assert close(told_of(chances, error=0.0)) == 1


def test_of_plays_that_are_shown_alike_one_is_the_best() -> None:
    words = load("en")
    counsel = told_of({("R1", 0): 0.65, ("R1", 1): 0.65, ("R2", 0): 0.65})
    ranks = [words("coach.rank.best"), *[words("coach.rank.equal")] * 2]
    for line, rank in zip(counsel_lines(counsel, words, None, 3), ranks, strict=False):
        assert f", {rank}. " in line


def test_a_play_of_little_use_gives_nothing_away_at_ones_own_site() -> None:
    away = suggested(table("citizen", "R1", "R1@0"), "R1", 1)
    assert away.endswith("it gives little away, since work package 1 is known there already.")
    own = suggested(table("citizen", "R1").replace("citizen : R1 :", "citizen : R1 : R1@0"), "R1", 0)
    assert own.endswith("and you lose little by it: work package 1 is known there already.")
    assert "gives" not in own


def test_a_seat_of_another_side_loses_a_turn_and_nobodys_role_is_told() -> None:
    """Of three seats each has a role of its own (R2), so nobody is on the side of seat 0."""
    against = "Bruno is probably not on your side, and loses a turn."
    better = "nothing better was found, and you keep your other cards; Bruno plays one card more."
    for code, told in (
        ("-", f"Play the negative card at the seat of Bruno: {against}"),
        ("+", f"Play the positive card at the seat of Bruno: {better}"),
    ):
        text = table("citizen", code)
        assert suggested(text, code, 1) == told
        for language in LANGUAGES:
            words = load(language)
            (reason,) = reasons(text, code, 1).values()
            veiled = reason_text(reason, words, None, 3, veiled=True)
            for role in ROLES:
                assert words(f"role.{role}") not in veiled + suggested(text, code, 1, language)
            assert "%" not in veiled
            assert "%" in reason_text(reason, words, None, 3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_first_reason_makes_a_sentence_in_every_language(language: str) -> None:
    told, keys = set(), set(load(language).group("coach.because."))
    for role, card, site, *_ in CASES:
        for incriminations in (0, 2):
            text = table(role, card, site, incriminations)
            first = explain_first(text, card, 1)
            said = suggested(text, card, 1, language)
            assert said.endswith(".")
            assert "Bruno" in said
            told.add(f"{first}.away" if f"{first}.own" in keys else first)
    for role, card, sign in (
        ("citizen", "R2", "R2"),
        ("corporate", "R2", "R1i2"),
        ("corporate", "R2", "R1i5"),
    ):
        text = table(role, card).replace(f"{card} :", f"{card} : {sign}@0")
        told.add(f"{explain_first(text, card, 0)}.own")
        assert suggested(text, card, 0, language).endswith(".")
    told |= {explain_first(table("citizen", "+"), "+", 0), "gift.with", "gift.against"}
    told |= {"skip.with", "skip.against"}
    assert told == keys


def explain_first(text: str, code: str, target: int) -> str:
    return next(iter(reasons(text, code, target)))


def test_what_a_bot_saw_is_the_text_of_its_observation() -> None:
    words = load("en")
    state = middle()
    seen = observe(state, 0)
    assert saw_text(seen, words) == "What Ana saw:\n" + position(seen, words)
    assert saw_text(observe(state, None), words) == position(observe(state, None), words)


def test_an_explanation_says_that_it_uses_the_hand() -> None:
    words = load("en")
    state = middle()
    move = next(m for m in legal_moves(state) if str(state.deck[m.card]) == "+" and m.target == 0)
    assert apply(state, move).plays == 2
    told = explain_text(observe(state, 0), move, words)
    assert told.startswith("Ana played the positive card at its own seat. ")
    assert told.endswith(
        "It gives two further plays in this turn, and brings the end nearer. "
        "This uses the hand and the role of Ana, which others do not see."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_difficulty_and_an_idea_in_plain_words(language: str) -> None:
    from plombox_widget.bots.base import BOTS

    words = load(language)
    levels = [bot_name(name, words) for name in BOTS]
    assert all(name in level and len(level) > len(name) for name, level in zip(BOTS, levels, strict=True))
    assert len(set(levels)) == len(BOTS)
    assert all(bot_idea(name, words) for name in BOTS)
    assert set(words.group("bot.level.")) == set(BOTS)
    assert bot_name("another", words) == "another"
