"""simulate: its counts against games replayed one by one, exact small games, and any split of the work."""

import json
import math
import random
from collections import Counter
from dataclasses import replace

import joblib
import pytest

from plombox_widget import Role, Rules, play_match
from plombox_widget.bots.simple import GreedyBot, RandomBot
from plombox_widget.simulation.batch import play_batch
from plombox_widget.simulation.playing import GameError, match_seed
from plombox_widget.simulation.statistics import wilson
from plombox_widget.simulation.tally import compositions
from plombox_widget.simulation.tournament import simulate

TINY = {"hand_size": 1, "cards_per_player": 2}


def records(rules, bots, games, seed):
    """The games of a series, played by ``play_match`` and replayed from their records."""
    return [play_match(rules, bots, match_seed(seed, number)) for number in range(games)]


@pytest.mark.parametrize(
    ("rules", "bots"),
    [
        (Rules(players=3), "random"),
        (Rules(players=5, draw="turn"), ("greedy", "random", "greedy", "random", "random")),
    ],
)
def test_every_count_is_that_of_the_games_played_one_by_one(rules, bots):
    found = simulate(rules, 60, 4, bots, through="engine")
    played = records(rules, bots, 60, 4)
    results = [(record.result, record.roles) for record in played]

    assert found.games == 60
    for role in Role:
        assert found.factions.win[role].hits == sum(role in result.winners for result, _ in results)
    assert found.factions.nobody.hits == sum(not result.winners for result, _ in results)
    assert found.factions.several.hits == sum(len(result.winners) > 1 for result, _ in results)
    reasons = Counter(result.reason for result, _ in results)
    assert {reason: rate.hits for reason, rate in found.end_rates.items()} == {
        reason: reasons[reason] for reason in ("deck", "incriminations")
    }
    lengths = Counter(len(record.actions) for record in played)
    assert found.lengths == dict(lengths)
    assert list(found.lengths) == sorted(lengths)
    assert found.mean_plays == pytest.approx(sum(len(record.actions) for record in played) / 60)
    for seat in range(rules.players):
        won = [roles[seat] for result, roles in results if roles[seat] in result.winners]
        held = Counter(roles[seat] for _, roles in results)
        assert found.seats[seat].hits == len(won)
        for role, rate in found.by_seat_and_role[seat].items():
            assert (rate.hits, rate.trials) == (won.count(role), held[role])
    counted = {"plombox": 0, "developed": 0, "clean": 0}
    for result, _ in results:
        counted["plombox"] += sum(site.plombox for site in result.sites)
        counted["developed"] += sum(site.developed for site in result.sites)
        counted["clean"] += sum(not site.contaminated for site in result.sites)
    assert {goal: mean.total for goal, mean in found.sites.items()} == counted


def test_the_counts_by_composition_and_by_end_add_up_to_the_whole():
    found = simulate(Rules(players=6), 3000, 2, "greedy")
    for parts in (found.by_composition, found.by_end):
        assert sum(part.games for part in parts.values()) == 3000
        assert sum(part.nobody.hits for part in parts.values()) == found.factions.nobody.hits
        for role in Role:
            assert sum(part.win[role].hits for part in parts.values()) == found.factions.win[role].hits
    assert set(found.by_composition) <= set(compositions(6))
    assert all(sum(composition) == 6 for composition in found.by_composition)


def test_compositions_are_all_that_can_be_dealt():
    assert compositions(3) == ((1, 1, 1),)
    assert set(compositions(4)) == {(2, 1, 1), (1, 2, 1), (1, 1, 2)}
    # n − 3 free seats over three roles: C(n − 1, 2)
    assert [len(compositions(players)) for players in range(3, 9)] == [1, 3, 6, 10, 15, 21]


def test_kernel_counts_are_those_of_its_batch():
    rules = Rules(players=4)
    found, batch = simulate(rules, 500, 9, "greedy"), play_batch(rules, 500, 9, "greedy")
    assert found.through == "kernel"
    assert found.factions.win[Role.CORPORATE].hits == batch.won(Role.CORPORATE).sum()
    assert [rate.hits for rate in found.seats] == batch.seats_won().sum(axis=0).tolist()
    assert found.plays.total == batch.plays.sum()
    done = (batch.packages == 0b1111).sum()
    assert found.sites["plombox"].total == done


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("rules", [Rules(players=3), Rules(players=6, draw="turn")])
def test_kernel_and_engine_agree_within_their_intervals(policy, rules):
    kernel = simulate(rules, 60_000, 3, policy)
    engine = simulate(rules, 400, 3, policy, through="engine")
    assert (kernel.through, engine.through) == ("kernel", "engine")
    pairs = [(kernel.factions.win[role], engine.factions.win[role]) for role in Role]
    pairs += [(kernel.factions.nobody, engine.factions.nobody)]
    pairs += [(kernel.end_rates["deck"], engine.end_rates["deck"])]
    pairs += list(zip(kernel.seats, engine.seats, strict=True))
    for one, other in pairs:
        low, high = other.interval(0.9999)
        assert low <= one.value <= high
    low, high = engine.plays.interval(0.9999)
    assert low <= kernel.mean_plays <= high


# --- small games whose chances are known exactly ---------------------------------------------------------


@pytest.mark.parametrize("through", ["kernel", "engine"])
def test_nothing_but_incriminations_ends_with_the_last_seat_and_clean_sites(through):
    found = simulate(Rules(players=5, deck={"!": 4}, **TINY), 200, 1, through=through)
    assert found.win_rate == {"citizen": 0, "corporate": 0, "ngo": 1}
    assert found.end_reasons == {"deck": 0, "incriminations": 1}
    assert found.plays.interval() == (5, 5)
    assert (found.nobody, found.several) == (0, 0)


@pytest.mark.parametrize(("through", "games"), [("kernel", 60_000), ("engine", 1500)])
def test_the_lone_ngo_of_four_wins_two_games_in_three(through, games):
    # Clean sites: 4. With the margin 2 one NGO needs more than 3, two need more than 4. The fourth role is
    # drawn uniformly (R2), so two NGOs sit there in one game of three.
    rules = Rules(players=4, deck={"!": 4}, ngo_margin=2, **TINY)
    found = simulate(rules, games, 2, through=through)
    assert holds(found.factions.win[Role.NGO], 2 / 3)
    assert holds(found.factions.nobody, 1 / 3)
    for rate, by_role in zip(found.seats, found.by_seat_and_role, strict=True):
        assert holds(rate, 2 / 3 / 4)
        assert by_role[Role.CITIZEN].hits == 0
    alone = {composition: part.win[Role.NGO].value for composition, part in found.by_composition.items()}
    assert alone == {(2, 1, 1): 1, (1, 2, 1): 1, (1, 1, 2): 0}


@pytest.mark.parametrize(("through", "games"), [("kernel", 60_000), ("engine", 1500)])
def test_three_factories_at_random_stand_at_two_sites_or_more_in_eight_games_of_nine(through, games):
    # Three plays, each at one of three sites; one industry card develops a site, and the one corporate seat
    # needs two of them. All three at one site: 3 · (1/3)³ = 1/9.
    rules = Rules(players=3, deck={"R1i9c9": 4}, **TINY)
    found = simulate(rules, games, 3, "random", through=through)
    assert holds(found.factions.win[Role.CORPORATE], 8 / 9)
    assert holds(found.factions.nobody, 1 / 9)
    assert found.end_reasons["deck"] == 1
    # Three sites differ: 3!/27; two: 18/27; one: 3/27
    spread = found.tally.sites[1]
    for sites, chance in ((1, 3 / 27), (2, 18 / 27), (3, 6 / 27)):
        low, high = wilson(int(spread[sites]), games, 0.9999)
        assert low <= chance <= high


def holds(rate, chance):
    low, high = rate.interval(0.9999)
    return low <= chance <= high


# --- any split gives the same ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("through", "games", "chunks"), [("kernel", 3000, (50, 700, 5000)), ("engine", 21, (1, 4, 50))]
)
def test_the_result_is_the_same_for_any_chunk(through, games, chunks):
    first, *others = (simulate(Rules(), games, 5, "greedy", through=through, chunk=chunk) for chunk in chunks)
    assert first.games == games
    assert all(other == first for other in others)


@pytest.mark.parametrize(("through", "games", "chunk"), [("kernel", 4000, 300), ("engine", 48, 4)])
def test_the_result_is_the_same_for_any_number_of_workers(through, games, chunk):
    alone, both = (
        simulate(Rules(players=3), games, 6, "random", through=through, chunk=chunk, jobs=jobs)
        for jobs in (1, 2)
    )
    assert alone == both
    assert alone.to_dict() | {"seconds": 0} == both.to_dict() | {"seconds": 0}


@pytest.mark.parametrize("backend", ["threading", "loky", "multiprocessing"])
@pytest.mark.parametrize("through", ["kernel", "engine"])
def test_the_result_is_the_same_on_every_backend_of_joblib(backend, through):
    alone = simulate(Rules(players=3), 40, 7, "greedy", through=through)
    with joblib.parallel_config(backend, n_jobs=2):
        assert simulate(Rules(players=3), 40, 7, "greedy", through=through, chunk=5) == alone


def test_games_are_numbered_so_that_a_longer_run_begins_with_the_shorter():
    rules = Rules(players=3)
    assert simulate(rules, 30, 8, through="engine").plays.total == sum(
        len(record.actions) for record in records(rules, "random", 30, 8)
    )
    assert match_seed(8, 0) != match_seed(8, 1) != match_seed(9, 1)


def test_different_seeds_give_different_games():
    assert simulate(Rules(), 1000, 1).tally != simulate(Rules(), 1000, 2).tally


# --- who plays -------------------------------------------------------------------------------------------


def test_a_bot_of_ones_own_plays_through_the_engine():
    class Mine(GreedyBot):
        name = "mine"

    found = simulate(Rules(players=3), 20, 1, Mine)
    assert found.policies == ("mine",) * 3
    assert found.through == "engine"
    assert found.tally == simulate(Rules(players=3), 20, 1, "greedy", through="engine").tally


def test_a_bot_of_ones_own_with_a_name_of_the_registry_is_not_mistaken_for_it():
    class Impostor(RandomBot):
        name = "greedy"

    found = simulate(Rules(players=3), 20, 1, Impostor)
    assert found.through == "engine"
    assert found.tally == simulate(Rules(players=3), 20, 1, "random", through="engine").tally


def test_a_policy_per_seat_sits_where_it_is_named():
    mixed = simulate(Rules(players=4), 4000, 1, ["random", "greedy", "random", "random"])
    assert mixed.policies == ("random", "greedy", "random", "random")
    assert mixed.seats[1].interval().low > max(mixed.seats[seat].interval().high for seat in (0, 2, 3))


def test_a_bot_that_fails_is_named_with_the_game_that_shows_it():
    class Broken(RandomBot):
        name = "broken"

        def choose(self, observation, rng):
            return observation.legal_moves[0]._replace(card=-1)

    with pytest.raises(
        GameError, match="game 0, played by broken,broken,broken with the match seed"
    ) as caught:
        simulate(Rules(players=3), 5, 1, Broken)
    assert str(match_seed(1, 0)) in str(caught.value)
    assert "R5" in str(caught.value)
    assert "\n" not in str(caught.value)


# --- bad input -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"games": 0}, "games must be a whole number, 1 or more, got 0"),
        ({"games": -5}, "games must be a whole number, 1 or more, got -5"),
        ({"games": 1.5}, "games"),
        ({"games": True}, "games"),
        ({"jobs": 0}, "jobs must be 1 to 1024 workers, or -1 for one per core, got 0"),
        ({"jobs": "2"}, "jobs"),
        ({"seed": "one"}, "seed must be a whole number"),
        ({"policy": "clever"}, "policy: expected one of random, greedy"),
        ({"policy": ["random", "greedy"]}, "policy: expected one for all seats, or 4, one per seat, got 2"),
        ({"policy": 7}, "policy"),
        ({"policy": dict}, "policy: a bot has a name"),
        ({"through": "magic"}, "through: expected one of auto, kernel, engine"),
        ({"policy": RandomBot, "through": "kernel"}, "the kernel plays random, greedy"),
        ({"chunk": 0}, "chunk"),
        ({"rules": 4}, "rules"),
    ],
)
def test_a_wrong_argument_is_one_clear_line(change, said):
    arguments = {"rules": Rules(), "games": 10, "seed": 1, "policy": "random", **change}
    with pytest.raises(ValueError, match=said) as caught:
        simulate(**arguments)
    assert "\n" not in str(caught.value)


def test_a_deck_too_small_is_refused_by_the_rules():
    with pytest.raises(ValueError, match="R3: deck must have at least 27 cards for 4 players, got 2"):
        simulate(Rules(deck={"R1": 2}), 10, 1)


# --- the result as a value -------------------------------------------------------------------------------


def test_the_json_has_these_keys_and_shares_between_0_and_1():
    data = json.loads(simulate(Rules(players=3), 200, 1).to_json())
    assert list(data) == [
        "players", "games", "seed", "win_rate", "win_rate_interval", "nobody", "end_reasons",
        "mean_plays", "seat_win_rate", "seconds",
    ]  # fmt: skip
    assert (data["players"], data["games"], data["seed"]) == (3, 200, 1)
    assert list(data["win_rate"]) == list(data["win_rate_interval"]) == ["citizen", "corporate", "ngo"]
    for role, (low, high) in data["win_rate_interval"].items():
        assert 0 <= low <= data["win_rate"][role] <= high <= 1
    assert sum(data["end_reasons"].values()) == pytest.approx(1)
    assert len(data["seat_win_rate"]) == 3


def test_results_compare_by_what_was_played():
    one = simulate(Rules(players=3), 50, 1)
    assert one == simulate(Rules(players=3), 50, 1)
    assert one != simulate(Rules(players=3), 51, 1)
    assert one != replace(one, seed=2)
    assert one.complete


def test_text_names_bots_and_shares():
    text = str(simulate(Rules(players=3, deck={"!": 4}, **TINY), 10, 1))
    assert text.startswith("10 games of random, 3 players, seed 1\n")
    # 10 of 10: the lower end is 10 / (10 + 1.96²)
    assert "ngo: 1.0000 (0.7225 to 1.0000)" in text


def test_games_needed_is_that_of_the_least_certain_faction():
    found = simulate(Rules(players=3, deck={"!": 4}, **TINY), 10, 1)
    # All rates are 0 or 1: z²/(2·h) − z²
    assert found.games_needed(0.05) == 35


def test_intervals_cover_the_long_run_about_as_often_as_they_say():
    truth = simulate(Rules(players=3), 400_000, 1).win_rate["citizen"]
    seeds = random.Random(3).sample(range(10**6), 200)
    inside = 0
    for seed in seeds:
        low, high = simulate(Rules(players=3), 300, seed).win_rate_interval[Role.CITIZEN]
        inside += low <= truth <= high
    # 95 % of 200 is 190, standard deviation 3.1
    assert 178 <= inside <= 200
    assert math.isfinite(truth)
