"""The rules engine in pure Python against RLCard's uno: decisions of random players per second of CPU time.

Four players each, one process, whole games with their deals; moves are chosen alike, among the legal ones.

Ours, for each decision: ``observe`` builds what the acting seat may know, its legal moves among it; ``apply``
finds the move among those of the hand or refuses it, and makes a new frozen state, in which the play is taken
into the log (``state.history``) and the old state stays as it was.

Uno, for each decision: ``env.step`` looks the action up among the legal ones, which it works out again for
this, changes its one table in place, takes the action into a log (``action_recorder``), and gives back what
the next player sees: cards as strings, legal actions as strings and as numbers, an array of 4 × 4 × 15.
"Stepped" chooses as we do; "its own agent" is the random agent that comes with it; "run by itself" are whole
games by ``env.run``, as its documentation plays at random, with what each player saw and did kept.

A random player looks at its legal moves alone. What lies on the table ours works out from the log when it
is first looked at: "with sites" is the engine where each observation's sites are looked at too, with the
cards that the viewer put face down filled in. Uno's array is made whether it is looked at or not.

Every slice of a peer stands between two of the engine, its anchor; medians over the rounds. Ratios alone
mean something.

    python tests/benchmarks/bench_engine.py [--rounds 15] [--seconds 0.4]
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator

from plombox_widget import Rules, apply, new_game, observe
from plombox_widget.bots.base import pick

TARGET = 5.0
PLAYERS = 4
Steps = Iterator[None]
"""Goes on to the next decision with each ``next``, game after game without end."""


def engine(rng: random.Random, sites: bool = False) -> Steps:
    rules = Rules(players=PLAYERS)
    while True:
        state = new_game(rules, rng)
        while state.outcome is None:
            observation = observe(state, state.turn)
            moves = observation.legal_moves
            if sites:
                assert len(observation.sites) == PLAYERS
            state = apply(state, moves[pick(len(moves), rng)])
            yield


def uno(rng: random.Random, own_agent: bool = False) -> Steps:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": rng.getrandbits(31)})
    # Its configuration cannot say how many play: the game of it can.
    env.num_players = env.game.num_players = PLAYERS
    agent = RandomAgent(num_actions=env.num_actions)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            if own_agent:
                action = agent.step(state)
            else:
                actions = list(state["legal_actions"])
                action = actions[pick(len(actions), rng)]
            state, _ = env.step(action)
            yield


def uno_run(rng: random.Random) -> Steps:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": rng.getrandbits(31)})
    env.num_players = env.game.num_players = PLAYERS
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(PLAYERS)])
    while True:
        trajectories, _ = env.run(is_training=False)
        # Of each player: what it saw and did, by turns, and what it saw at the end.
        for _ in range(sum(len(seen) // 2 for seen in trajectories)):
            yield


def rate(steps: Steps, seconds: float) -> float:
    """Decisions per second of CPU time in one slice, begun where the last one ended."""
    done, start = 0, time.process_time()
    end = start + seconds
    while time.process_time() < end:
        for _ in range(50):
            next(steps)
        done += 50
    return done / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.4, help="of each slice")
    args = parser.parse_args()
    entries: dict[str, Callable[[random.Random], Steps]] = {
        "the engine again (1 if the machine is calm)": engine,
        "the engine, with sites": lambda rng: engine(rng, sites=True),
        "RLCard uno, stepped": uno,
        "RLCard uno, its own agent": lambda rng: uno(rng, own_agent=True),
        "RLCard uno, run by itself": uno_run,
    }
    anchor, running = (
        engine(random.Random(0)),
        {name: make(random.Random(1)) for name, make in entries.items()},
    )
    ratios: dict[str, list[float]] = {name: [] for name in entries}
    for steps in (anchor, *running.values()):
        rate(steps, args.seconds / 4)
    for _ in range(args.rounds):
        before = rate(anchor, args.seconds)
        for name, steps in running.items():
            here = rate(steps, args.seconds)
            after = rate(anchor, args.seconds)
            ratios[name].append((before + after) / 2 / here)
            before = after
    print(
        f"the engine's decisions per second / those of ..., {args.rounds} rounds, medians (lowest to highest)"
    )
    for name, values in ratios.items():
        print(f"{name:45}{statistics.median(values):7.2f}   ({min(values):.2f} to {max(values):.2f})")
    for name in ("RLCard uno, stepped", "RLCard uno, run by itself"):
        reached = statistics.median(ratios[name]) >= TARGET
        print(f"wanted of {name}: {TARGET:.0f}, {'reached' if reached else 'not reached'}")


if __name__ == "__main__":
    main()
