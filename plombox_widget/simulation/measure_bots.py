"""Measures the bots and writes what it finds into ``notebooks/reference/bots.md``.

``python -m plombox_widget.simulation.measure_bots ladder odds coach speed legal`` does all of it; each word
does one part and leaves the others as they are. All games are dealt from seeds that nothing was fitted on.
"""

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from plombox_widget.bots.base import BOTS, Bot, make_bot
from plombox_widget.bots.match import bot_generator, play_bots
from plombox_widget.bots.montecarlo import PLAYOUTS, MonteCarloBot
from plombox_widget.game.cards import BASIC_DECK
from plombox_widget.game.engine import apply, new_game
from plombox_widget.game.observation import observe
from plombox_widget.game.record import Record
from plombox_widget.game.rules import Rules
from plombox_widget.simulation.forecasts import HELD_OUT, coach, odds, table
from plombox_widget.simulation.ladder import ROLLOUTS, Ladder, Points, told_average

PAGE = Path(__file__).parents[2] / "notebooks" / "reference" / "bots.md"
FRESH = 11_000_000
"""First seed of the deals of the ladder."""
STAGES = 12
"""The ladder is written so many times, each time with more deals."""
PLAYERS = range(3, 9)
SIMPLE = ("random", "greedy")
LEGAL_PLAYOUTS = 24
"""Of ``montecarlo`` where only the legality of its moves is looked at."""
INTRO = """# The bots, measured

A page of figures that a command makes; every table says which. The deck is the basic deck of this package,
which is an assumption of ours: with another deck the figures are others.
"""


def write_part(name: str, text: str, page: Path = PAGE) -> None:
    """``text`` as the part ``name`` of the page; other parts stay."""
    old = page.read_text(encoding="utf-8") if page.exists() else INTRO
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->\n"
    body = f"{begin}{text.strip()}\n{end}"
    if begin in old:
        head, _, rest = old.partition(begin)
        old = head + body + rest.partition(end)[2]
    else:
        old = f"{old.rstrip()}\n\n{body}"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(old, encoding="utf-8")


# --- the ladder --------------------------------------------------------------------------------------


def ladder(seed: int, deals: int, strong: int, page: Path = PAGE) -> None:
    """Writes the ladder after each of a number of stages, so that it can be broken off."""
    found, names = Ladder(seed), [name for name in BOTS if name != "greedy"]
    for stage in range(1, STAGES + 1):
        for name in names:
            total = strong if name == "montecarlo" else deals
            for players in PLAYERS:
                for number in range(total * (stage - 1) // STAGES, total * stage // STAGES):
                    found.play(name, players, number)
        counts = deals * stage // STAGES, strong * stage // STAGES
        write_part("ladder", ladder_text(found, names, *counts), page)
        print(f"ladder: stage {stage} of {STAGES}", flush=True)


def ladder_text(found: Ladder, names: Sequence[str], deals: int, strong: int) -> str:
    """The ladder told by wins, with the luck taken out, and montecarlo against detective."""
    head = ["bot", *(f"{players} seats" for players in PLAYERS), "mean", "deals"]

    def row(name: str, parts: Sequence[Points]) -> list[str]:
        return [name, *map(str, parts), told_average(parts), str(sum(len(part.values) for part in parts))]

    def rows(points: dict[tuple[str, int], Points]) -> list[list[str]]:
        return [row(name, [points[name, players] for players in PLAYERS]) for name in names]

    above = [
        row(label, [found.above("montecarlo", "detective", players, luck) for players in PLAYERS])
        for label, luck in (("by wins", True), ("luck taken out", False))
    ]
    options = f" --seed {found.seed} --deals {deals} --strong-deals {strong}"
    return f"""## The ladder

One seat of a table of `greedy` bots is exchanged, on the same deals for all bots, with the same generators;
deal k exchanges seat k modulo the seats. Percentage points by which the seat wins more often than `greedy`
did there, with 95 % intervals; the mean is over the numbers of seats. Deals from seed {found.seed} on, which
nothing was fitted or tried on.
`python -m plombox_widget.simulation.measure_bots ladder{options}`

{table(head, rows(found.wins))}

**The same with the luck taken out.** Each play of the exchanged seat is weighed by what it adds to the chance
of winning over the play of `greedy`, by {ROLLOUTS} games from the true position for either. The sums have the
same mean as the wins above, and vary far less (see `simulation/ladder.py`).

{table(head, rows(found.added))}

**`montecarlo` above `detective`**, on the deals that both played, in the same seats.

{table(["", *head[1:]], above)}
"""


# --- the time of a decision ----------------------------------------------------------------------------


def speed(games: int = 3) -> str:
    """Time of a decision, median and 95th percentile, at 4 and 8 seats."""
    rows = []
    for name in BOTS:
        row = [name]
        for players in (4, 8):
            times = sorted(decision_times(name, players, games))
            tail = times[int(0.95 * (len(times) - 1))]
            row.append(f"{1000 * statistics.median(times):.2f} ms ({1000 * tail:.2f})")
        rows.append(row)
    return f"""## The time of a decision

Median and 95th percentile, kernel warm, in {games} games, the bot in seat 0 among greedy ones. Time that one
thread had the processor for: what the clock on the wall shows where nothing else runs.
`python -m plombox_widget.simulation.measure_bots speed`

{table(["bot", "4 seats", "8 seats"], rows)}
"""


def decision_times(name: str, players: int, games: int) -> list[float]:
    """Seconds of each decision of the bot in seat 0."""
    times: list[float] = []
    for seed in range(HELD_OUT, HELD_OUT + games + 1):
        if seed == HELD_OUT + 1:
            times.clear()
        bots = [make_bot(name), *(make_bot("greedy") for _ in range(players - 1))]
        generators = [bot_generator(seed, seat) for seat in range(players)]
        state = new_game(Rules(players=players), random.Random(seed))
        while state.outcome is None:
            seen, seat = observe(state, state.turn), state.turn
            begun = time.thread_time()
            move = bots[seat].choose(seen, generators[seat])
            if seat == 0:
                times.append(time.thread_time() - begun)
            state = apply(state, move)
    return times


# --- many games ----------------------------------------------------------------------------------------


def legal(games: int, first: int = HELD_OUT) -> str:
    """Many games of all bots under all kinds of rules: the engine checks each move."""
    plays: Counter[str] = Counter()
    for seed in range(first, first + games):
        record = any_match(seed)
        names = record.bots or ()
        plays.update(names[move.seat] for move in record.actions)
    by_bot = ", ".join(f"{plays[name]:,} by `{name}`" for name in BOTS)
    return f"""## Legal moves

{games:,} games at 3 to 8 seats, both ways to draw, bent thresholds, margins, hands and decks:
{plays.total():,} plays, every one checked by the engine, none illegal. Each seat has a bot by chance:
`random` or `greedy`, in every twentieth game any bot, `montecarlo` then with {LEGAL_PLAYOUTS} play-outs for a
decision instead of its {PLAYOUTS:,}. Plays: {by_bot}. Seeds from {first}.
`python -m plombox_widget.simulation.measure_bots legal --matches {games}`
"""


def any_match(seed: int) -> Record:
    """A game of bots under rules drawn from the seed. ``IllegalMove`` if a bot breaks them."""
    rng = random.Random(f"any match {seed}")
    cards = rng.choice((6, 12, 20, 20, 20))
    rules = Rules(
        players=rng.randrange(3, 9),
        draw=rng.choice(("card", "turn")),
        cards_per_player=cards,
        hand_size=rng.choice((1, 3, 5, 5, 5)),
        industry_over=rng.choice((0, 4, 4, 9)),
        contamination_over=rng.choice((0, 2, 2, 5)),
        citizen_margin=rng.choice((-1, 0, 0, 2)),
        ngo_margin=rng.choice((-2, 1, 1)),
        deck=rng.choice(
            (BASIC_DECK, BASIC_DECK, {"R1": 20, "R2i3c1": 20, "R3i1": 9, "R4c2": 9, "+": 9, "-": 9})
        ),
    )
    names = tuple(BOTS) if seed % 20 == 0 else SIMPLE
    return play_bots(rules, [_quick(rng.choice(names)) for _ in range(rules.players)], seed)


def _quick(name: str) -> Bot:
    return MonteCarloBot(LEGAL_PLAYOUTS) if name == "montecarlo" else make_bot(name)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measures the bots and writes notebooks/reference/bots.md.")
    parser.add_argument("parts", nargs="+", choices=["ladder", "odds", "coach", "speed", "legal"])
    parser.add_argument("--deals", type=int, default=240, help="deals of the ladder at each number of seats")
    parser.add_argument("--strong-deals", type=int, default=120, help="how many of them for montecarlo")
    parser.add_argument("--seed", type=int, default=FRESH, help="first seed of the ladder's deals")
    parser.add_argument(
        "--games", type=int, default=3000, help="games of each kind of table for odds and coach"
    )
    parser.add_argument("--matches", type=int, default=20_000, help="games for legal")
    given = parser.parse_args(argv)
    for part in given.parts:
        if part == "ladder":
            ladder(given.seed, given.deals, given.strong_deals)
        elif part == "legal":
            write_part(part, legal(given.matches))
        elif part == "speed":
            write_part(part, speed())
        else:
            write_part(part, {"odds": odds, "coach": coach}[part](given.games))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
