"""The kernel against its peers: players' decisions per second of CPU time, random play, one core.

The anchor is ``play_batch`` with 10,000 games of four players from new deals. Every slice of an entry stands
between two slices of the anchor; medians over the rounds. Ratios alone mean something.

* OpenSpiel ``hearts``, played out in C++: the search bot of the package is asked for one simulation of many
  random playouts, from a table that is dealt already. Stepped from Python: whole games, the deal included,
  and without it.
* pgx ``leduc_holdem``: 10,000 tables at once, compiled by jax, choices among the legal actions included.
* RLCard ``uno`` with four players, and PettingZoo ``texas_holdem_v4``: stepped, choices included.
* Ourselves: smaller batches, more players, the greedy policy, playouts from positions.

    python tests/benchmarks/bench_kernel.py [--rounds 15] [--seconds 0.4] [--only WORD …]
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np

from plombox_widget.game.rules import Rules
from plombox_widget.simulation.batch import play_batch, play_positions
from plombox_widget.simulation.positions import Positions

Work = Iterator[int]
"""Each ``next`` does a piece of work and tells how many decisions that was."""


class Entry(NamedTuple):
    name: str
    needs: str
    """Module that must be installed."""
    make: Callable[[], Work]
    wanted: float | None
    """The ratio that is wanted at least."""
    share: bool = False
    """Whether the ratio is entry / anchor, and not anchor / entry."""


def ours(players: int, games: int, policy: str = "random") -> Work:
    """Batches over again; what they count is counted beforehand."""
    rules, batches = Rules(players=players), max(1, 10_000 // games)
    firsts = [games * batch for batch in range(batches)]
    counts = [int(play_batch(rules, games, 1, policy, first=first).plays.sum()) for first in firsts]
    while True:
        for first, count in zip(firsts, counts, strict=True):
            play_batch(rules, games, 1, policy, first=first)
            yield count


def ours_from_positions() -> Work:
    """Two hundred dealt tables, twenty first moves each: what a bot asks for a decision."""
    rules, rng = Rules(players=4), np.random.default_rng(1)
    positions = Positions.empty(rules, 200, 5, 60)
    deck = np.repeat(np.arange(len(positions.kinds)), [3 * rules.deck[str(card)] for card in positions.kinds])
    for at in range(len(positions)):
        cards = rng.permutation(deck)
        positions.hands[at] = cards[:20].reshape(4, 5)
        positions.pile[at] = cards[20:80]
        positions.roles[at] = rng.permutation([0, 1, 2, rng.integers(3)])
    moves = [(slot, target) for slot in range(5) for target in (1, 2, 3)]
    count = int(play_positions(rules, positions, 1, moves=moves).plays.sum())
    while True:
        play_positions(rules, positions, 1, moves=moves)
        yield count


def dealt_hearts(game: object, rng: random.Random) -> object:
    state = game.new_initial_state()  # type: ignore[attr-defined]
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    return state


def hearts_stepped(deal: bool) -> Work:
    """Without the deal, a dealt table is cloned and played again."""
    import pyspiel

    rng, game = random.Random(1), pyspiel.load_game("hearts")
    table = dealt_hearts(game, rng)
    while True:
        state = dealt_hearts(game, rng) if deal else table.clone()  # type: ignore[attr-defined]
        made = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            made += 1
        yield made


def hearts_inside(playouts: int = 200) -> Work:
    """The decisions of the playouts are not told: they are as many as in games from the same table, all
    hearts games of one kind of pass being equally long."""
    import pyspiel

    rng, game = random.Random(1), pyspiel.load_game("hearts")
    evaluator = pyspiel.RandomRolloutEvaluator(playouts, 1)
    while True:
        table = dealt_hearts(game, rng)
        state, made = table.clone(), 0  # type: ignore[attr-defined]
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            made += 1
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 1, False)
        for _ in range(20):
            bot.step(table)
            yield made * playouts


def leduc(tables: int = 10_000, steps: int = 20) -> Work:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("leduc_holdem")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry, _):  # type: ignore[no-untyped-def]
        state, key = carry
        key, choice, reset = jax.random.split(key, 3)
        chances = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        state = step(state, jax.random.categorical(choice, chances), jax.random.split(reset, tables))
        return (state, key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps)[0])
    carry = (jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), tables)), jax.random.PRNGKey(1))
    while True:
        carry = jax.block_until_ready(run(carry))
        yield tables * steps


def uno(players: int = 4) -> Work:
    import rlcard

    rng = random.Random(1)
    env = rlcard.make("uno", config={"seed": 1})
    # Its configuration cannot say how many play: the game of it can.
    env.num_players = env.game.num_players = players
    while True:
        state, _ = env.reset()
        made = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            made += 1
        yield made


def holdem() -> Work:
    from pettingzoo.classic import texas_holdem_v4

    rng, env, seed = np.random.default_rng(1), texas_holdem_v4.env(), 0
    while True:
        seed += 1
        env.reset(seed=seed)
        made = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            made += not over
        yield made


ENTRIES = (
    Entry("ourselves again (1 if the machine is calm)", "numba", lambda: ours(4, 10_000), None),
    Entry("OpenSpiel hearts, playouts in C++", "pyspiel", hearts_inside, 10),
    Entry("OpenSpiel hearts, stepped, deal included", "pyspiel", lambda: hearts_stepped(True), 90),
    Entry("OpenSpiel hearts, stepped, without the deal", "pyspiel", lambda: hearts_stepped(False), None),
    Entry("pgx leduc_holdem, 10,000 tables", "pgx", leduc, 28),
    Entry("RLCard uno, 4 players", "rlcard", uno, 1_000),
    Entry("PettingZoo texas_holdem_v4", "pettingzoo", holdem, 10_000),
    Entry("batch of 100 / of 10,000", "numba", lambda: ours(4, 100), 0.8, share=True),
    Entry("8 players / 4", "numba", lambda: ours(8, 10_000), 0.9, share=True),
    Entry("greedy / random", "numba", lambda: ours(4, 2_000, "greedy"), 0.1, share=True),
    Entry("greedy / random, 8 players both / 4", "numba", lambda: ours(8, 2_000, "greedy"), None, share=True),
    Entry("from 200 positions, 15 moves / new deals", "numba", ours_from_positions, None, share=True),
)


def rate(work: Work, seconds: float) -> float:
    """Decisions per second of CPU time in one slice."""
    done, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        done += next(work)
    return done / (time.process_time() - start)


FIRST_GAMES = """
import time
start = time.perf_counter()
import plombox_widget
imported = time.perf_counter()
from plombox_widget.simulation.batch import play_batch
play_batch(plombox_widget.Rules(), 1000, 1, {policy!r})
print(imported - start, time.perf_counter() - start, time.process_time())
"""


def second_process(policy: str, runs: int = 5) -> tuple[float, ...]:
    """Medians of seconds, the kernel's cache warm: import of the package, and from its begin to the end of
    the first 1,000 games; then CPU time of the whole process until there."""
    code = FIRST_GAMES.format(policy=policy)
    outputs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for _ in range(runs + 1)
    ]
    return tuple(
        map(statistics.median, zip(*(map(float, line.split()) for line in outputs[1:]), strict=True))
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.4, help="of each slice")
    parser.add_argument("--only", nargs="+", default=[""], help="entries that contain one of these words")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    entries = [entry for entry in ENTRIES if any(word in entry.name for word in args.only)]
    for entry in [entry for entry in entries if find_spec(entry.needs) is None]:
        print(f"{entry.name}: {entry.needs} is not installed; pip install 'plombox-widget[bench]'")
        entries.remove(entry)
    anchor, works = ours(4, 10_000), [entry.make() for entry in entries]
    for work in (anchor, *works):
        next(work)
        rate(work, args.seconds / 4)
    ratios: list[list[float]] = [[] for _ in entries]
    for _ in range(args.rounds):
        before = rate(anchor, args.seconds)
        for entry, work, values in zip(entries, works, ratios, strict=True):
            here = rate(work, args.seconds)
            after = rate(anchor, args.seconds)
            values.append(here / ((before + after) / 2) if entry.share else (before + after) / 2 / here)
            before = after
    print(f"decisions per second of the kernel / of …, {args.rounds} rounds, medians (lowest to highest)")
    for entry, values in zip(entries, ratios, strict=True):
        middle = statistics.median(values)
        verdict = ""
        if entry.wanted is not None:
            verdict = f"wanted {entry.wanted:g}: {'reached' if middle >= entry.wanted else 'NOT reached'}"
        print(f"{entry.name:46}{middle:11.2f}  ({min(values):.2f} to {max(values):.2f})  {verdict}")
    print("second process, cache warm (wanted on an idle machine: first games under 1 s)")
    for policy in ("random", "greedy"):
        imported, first, cpu = second_process(policy)
        print(f"{policy}: import {imported:.3f} s, first 1,000 games {first:.2f} s, CPU time {cpu:.2f} s")


if __name__ == "__main__":
    main()
