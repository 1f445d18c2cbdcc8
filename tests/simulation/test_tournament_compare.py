"""compare: pairs of the same deal, against matches played one by one."""

import json
import math

import pytest

from plombox_widget import Role, Rules, play_match
from plombox_widget.bots.simple import GreedyBot, RandomBot
from plombox_widget.simulation.paired import PairedTally
from plombox_widget.simulation.playing import match_seed
from plombox_widget.simulation.statistics import average
from plombox_widget.simulation.tournament import compare, compare_each


def test_every_count_is_that_of_the_matches_played_one_by_one():
    rules, deals = Rules(players=4), 12
    found = compare(rules, "random", "greedy", deals, 5, through="engine")

    per_deal, cells = [], {}
    for number in range(deals):
        seed = match_seed(5, number)
        before = play_match(rules, "random", seed)
        steps = []
        for seat in range(4):
            bots = ["greedy" if other == seat else "random" for other in range(4)]
            after = play_match(rules, bots, seed)
            assert (after.deck, after.roles) == (before.deck, before.roles)
            role = before.roles[seat]
            was, now = role in before.result.winners, role in after.result.winners
            cells[was, now] = cells.get((was, now), 0) + 1
            steps.append((role, seat, now - was))
        per_deal.append(steps)

    steps = [step for deal in per_deal for step in deal]
    assert (found.deals, found.difference.pairs) == (deals, 4 * deals)
    assert found.difference.total == sum(step for _, _, step in steps)
    assert found.difference.squares == sum(sum(step for _, _, step in deal) ** 2 for deal in per_deal)
    assert found.before.hits == cells.get((True, True), 0) + cells.get((True, False), 0)
    assert found.after.hits == cells.get((True, True), 0) + cells.get((False, True), 0)
    for role, one in found.by_role.items():
        own = [[step for held, _, step in deal if held is role] for deal in per_deal]
        assert (one.deals, one.pairs) == (sum(map(bool, own)), sum(map(len, own)))
        assert (one.total, one.squares) == (sum(map(sum, own)), sum(sum(deal) ** 2 for deal in own))
        assert one.products == sum(sum(deal) * len(deal) for deal in own)
        assert one.pair_squares == sum(len(deal) ** 2 for deal in own)
    for seat, one in found.by_seat.items():
        assert one.total == sum(step for _, other, step in steps if other == seat)
        assert one.pairs == deals


@pytest.mark.parametrize("through", ["kernel", "engine"])
def test_a_bot_exchanged_for_itself_changes_nothing(through):
    found = compare(Rules(players=3), "greedy", "greedy", 40, 1, through=through)
    assert found.value == 0
    assert found.difference.squares == 0
    low, high = found.interval()
    assert low < 0 < high


@pytest.mark.parametrize("through", ["kernel", "engine"])
def test_greedy_beats_random_and_the_other_way_round(through):
    deals = 4000 if through == "kernel" else 60
    up = compare(Rules(players=4), "random", "greedy", deals, 2, through=through)
    down = compare(Rules(players=4), "greedy", "random", deals, 2, through=through)
    assert up.interval().low > 0 > down.interval().high
    assert up.value == pytest.approx(up.after.value - up.before.value)


def test_pairs_tell_more_than_separate_games():
    found = compare(Rules(players=4), "random", "greedy", 4000, 3)
    apart = math.hypot(*(rate.interval().half_width for rate in (found.before, found.after)))
    assert found.interval().half_width < apart


def test_kernel_and_engine_agree_within_their_intervals():
    kernel = compare(Rules(players=3), "random", "greedy", 20_000, 4)
    engine = compare(Rules(players=3), "random", "greedy", 200, 4, through="engine")
    low, high = engine.interval(0.9999)
    assert low <= kernel.value <= high
    for role in Role:
        low, high = engine.by_role[role].interval(0.9999)
        assert low <= kernel.by_role[role].value <= high


@pytest.mark.parametrize(("through", "deals", "chunk"), [("kernel", 900, 200), ("engine", 9, 2)])
def test_the_result_is_the_same_for_any_chunk_and_number_of_workers(through, deals, chunk):
    one, *others = (
        compare(Rules(players=3), "random", "greedy", deals, 6, through=through, chunk=size, jobs=jobs)
        for size, jobs in ((deals, 1), (chunk, 1), (chunk, 2))
    )
    assert all(other == one for other in others)


def test_one_seat_alone_can_be_exchanged():
    found = compare(Rules(players=3), "random", "greedy", 30, 7, seat=1, through="engine")
    whole = compare(Rules(players=3), "random", "greedy", 30, 7, through="engine")
    assert (found.seats, found.difference.pairs) == ((1,), 30)
    assert found.difference == found.by_seat[1] == whole.by_seat[1]


def test_any_bot_of_ones_own_can_be_compared_and_the_base_may_differ_by_seat():
    class Mine(GreedyBot):
        name = "mine"

    found = compare(Rules(players=3), ["random", "greedy", "random"], Mine, 10, 8)
    assert (found.base, found.other, found.through) == (("random", "greedy", "random"), "mine", "engine")
    assert found.by_seat[1].total == 0


def test_tallies_add_up_in_any_order():
    one, other = (
        compare(Rules(players=3), "random", "greedy", 30, seed, through="engine") for seed in (1, 2)
    )
    assert one.tally != other.tally
    assert one.tally + other.tally == other.tally + one.tally
    assert (one.tally + other.tally).deals == 60
    assert one.tally + PairedTally.nothing(Rules(players=3)) == one.tally


def test_by_number_of_players_and_on_average():
    found = compare_each(Rules(), "random", "greedy", 1500, 9)
    assert list(found) == [3, 4, 5, 6, 7, 8]
    assert [one.rules.players for one in found.values()] == list(found)
    mean = average([one.difference for one in found.values()])
    assert mean.value == pytest.approx(sum(one.value for one in found.values()) / 6)
    assert mean.interval().low > 0.1


def test_text_and_plain_numbers():
    found = compare(Rules(players=3), "random", "greedy", 200, 1)
    low, high = found.interval()
    assert f"greedy for random {found.value:+.4f} ({low:+.4f} to {high:+.4f})" in str(found)
    data = json.loads(json.dumps(found.to_dict()))
    assert data["difference"] == found.value
    assert data["interval"] == [low, high]
    assert set(data["by_role"]) == {"citizen", "corporate", "ngo"}
    assert set(data["by_seat"]) == {"0", "1", "2"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"other": "clever"}, "policy: expected one of"),
        ({"other": ["random"]}, "policy: expected one of"),
        ({"base": ["random"]}, "policy: expected one for all seats, or 4"),
        ({"games": 0}, "games"),
        ({"jobs": 0}, "jobs"),
        ({"seat": 4}, "seat must be 0 to 3, or None for each in turn, got 4"),
        ({"seat": True}, "seat"),
        ({"other": RandomBot, "through": "kernel"}, "the kernel plays"),
    ],
)
def test_a_wrong_argument_is_one_clear_line(change, said):
    arguments = {"rules": Rules(), "base": "random", "other": "greedy", "games": 5, "seed": 1, **change}
    with pytest.raises(ValueError, match=said) as caught:
        compare(**arguments)
    assert "\n" not in str(caught.value)
