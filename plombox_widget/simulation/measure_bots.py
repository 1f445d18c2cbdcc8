"""Measures the bots and writes what it finds into ``notebooks/reference/bots.md``.

``python -m plombox_widget.simulation.measure_bots ladder odds coach speed legal`` does all of it; each word
does one part and leaves the others as they are. All games are dealt from seeds that nothing was fitted on.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from plombox_widget.bots.base import BOTS, make_bot
from plombox_widget.bots.belief import prior, role_odds
from plombox_widget.bots.match import bot_generator, play_match
from plombox_widget.bots.montecarlo import run_playouts, sample_worlds
from plombox_widget.game.cards import BASIC_DECK
from plombox_widget.game.engine import apply, new_game
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.record import Record, replay
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import Move
from plombox_widget.simulation.statistics import Difference, average, wilson
from plombox_widget.simulation.tournament import compare

PAGE = Path(__file__).parents[2] / "notebooks" / "reference" / "bots.md"
HELD_OUT = 7_000_000
"""First seed of the games that are judged on."""
PLAYERS = range(3, 9)
MIXED = ("greedy", "quiet", "detective")
CHEAP = ("random", "greedy", "quiet", "detective")
INTRO = """# The bots, measured

A page of figures that a command makes; every table says which. The deck is the basic deck of this package,
which is an assumption of ours: with another deck the figures are others.
"""


class Forecast(NamedTuple):
    """A chance that was told, and whether it came true."""

    chance: float
    true: bool
    base: float
    """What a judge without the evidence would have told."""


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


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


# --- the ladder --------------------------------------------------------------------------------------


def ladder(deals: dict[str, int], jobs: int | None, seed: int = HELD_OUT) -> str:
    """Each bot in one seat of a table that is otherwise greedy, paired with greedy in that seat."""
    rows = []
    for name, count in deals.items():
        found: dict[int, Difference] = {}
        played = 0
        for players in PLAYERS:
            number = max(4, round(count * 4 / players))
            result = compare(Rules(players=players), "greedy", name, number, seed + players, jobs=jobs)
            found[players], played = result.difference, played + number
            print(name, players, _points(found[players]), f"{result.seconds:.0f} s", flush=True)
        mean = average(list(found.values()))
        rows.append([name, *(_points(found[players]) for players in PLAYERS), _points(mean), str(played)])
        print(name, "mean", _points(mean), flush=True)
    rows = sorted([*rows, *_kept(deals)], key=lambda row: list(BOTS).index(row[0]))
    head = ["bot", *(f"{players} seats" for players in PLAYERS), "mean", "deals"]
    options = f" --seed {seed} --deals {max(deals.values())} --strong-deals {min(deals.values())}"
    return f"""## The ladder

One seat of a table of `greedy` bots is exchanged, each seat in turn, on the same deals with the same
generators. Percentage points by which the seat wins more often than `greedy` did there, with 95 % intervals;
the mean is over the numbers of seats. Deals from seed {seed} plus the number of seats.
`python -m plombox_widget.simulation.measure_bots ladder{options}`

{table(head, rows)}
"""


def _kept(anew: Iterable[str], page: Path = PAGE) -> list[list[str]]:
    """Rows of the ladder on the page, without those of the bots that are measured anew."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    text = text.partition("<!-- begin ladder -->")[2].partition("<!-- end ladder -->")[0]
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in text.splitlines()]
    return [row for row in rows if row[0] in BOTS and row[0] not in set(anew)]


def _points(difference: object) -> str:
    value = difference.value  # type: ignore[attr-defined]
    half = difference.interval().half_width  # type: ignore[attr-defined]
    return f"{100 * value:+.1f} ± {100 * half:.1f}".replace("-", "−")


# --- moments of games that nothing was fitted on -------------------------------------------------------


class Moment(NamedTuple):
    """A position of a game as the acting seat saw it, what it played, and how it all was and came."""

    observation: Observation
    move: Move
    roles: tuple[int, ...]
    won: bool


def moments(games: int, each: int, mixed: bool, first: int = HELD_OUT) -> Iterable[Moment]:
    """``each`` random moments of each of ``games`` games over 3 to 8 seats, all greedy or mixed tables."""
    for number in range(games):
        seed, players = first + number, 3 + number % 6
        rng = random.Random(f"moments {seed}")
        bots = [rng.choice(MIXED) for _ in range(players)] if mixed else "greedy"
        record = play_match(Rules(players=players), bots, seed)
        states = replay(record)
        assert record.result is not None
        for at in sorted(rng.sample(range(len(record.actions)), min(each, len(record.actions)))):
            seen = observe(states[at], states[at].turn)
            won = seen.role in record.result.winners
            roles = tuple(ROLES.index(role) for role in record.roles)
            yield Moment(seen, record.actions[at], roles, won)


def reliability(forecasts: Sequence[Forecast], bins: int = 10) -> str:
    """How often what was told with each chance came true, with 95 % intervals."""
    rows = []
    for number in range(bins):
        inside = [one for one in forecasts if min(bins - 1, int(one.chance * bins)) == number]
        if not inside:
            continue
        told = statistics.fmean(one.chance for one in inside)
        hits = sum(one.true for one in inside)
        low, high = wilson(hits, len(inside))
        label = f"{100 * number // bins}–{100 * (number + 1) // bins} %"
        true = f"{100 * hits / len(inside):.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        rows.append([label, str(len(inside)), f"{100 * told:.1f} %", true])
    return table(["told", "times", "mean told", "came true"], rows)


def brier(forecasts: Sequence[Forecast]) -> str:
    """The mean squared error of the chances, and that of a judge without the evidence."""
    told = statistics.fmean((one.chance - one.true) ** 2 for one in forecasts)
    base = statistics.fmean((one.base - one.true) ** 2 for one in forecasts)
    return f"Brier score {told:.4f}, without the evidence {base:.4f} (lower is better)."


# --- the role odds -------------------------------------------------------------------------------------


def odds(games: int) -> str:
    """Whether seats said to be NGO with 70 % are NGO about 70 % of the time."""
    text = f"""## The role odds

At four random moments of each of {games} games of each kind of table, the acting seat tells the odds of each
role for every other seat. How often it was so, with 95 % intervals (the seats of one game hang together, so
the true intervals are somewhat wider). Games from seed {HELD_OUT}; the habits were fitted on others.
`python -m plombox_widget.simulation.measure_bots odds`
"""
    for mixed in (False, True):
        told: list[list[Forecast]] = [[], [], []]
        for moment in moments(games, 4, mixed):
            seen = moment.observation
            now, before = role_odds(seen).seats, prior(seen).seats
            for seat, true in enumerate(moment.roles):
                if seat != seen.seat:
                    for role in range(3):
                        one = Forecast(now[seat][role], role == true, before[seat][role])
                        told[role].append(one)
        text += f"\n### {'Tables of ' + ', '.join(MIXED) if mixed else 'Tables of greedy'}\n"
        for role in range(3):
            text += f"\n**{ROLES[role]}**. {brier(told[role])}\n\n{reliability(told[role])}\n"
    return text


# --- the coach -----------------------------------------------------------------------------------------


def coach(games: int, worlds: int = 400) -> str:
    """Whether plays that are said to win with 70 % win about 70 % of the time."""
    text = f"""## The chance that the coach tells

At two random moments of each of {games} games of each kind of table, the coach tells the chance of the play
that the acting seat then made, by {worlds} imagined games; the game was played on by the bots of the table.
"Without the evidence" is the rate of all these seats together. Games from seed {HELD_OUT}.
`python -m plombox_widget.simulation.measure_bots coach`
"""
    for mixed in (False, True):
        seen = [(moment, told_chance(moment, worlds)) for moment in moments(games, 2, mixed)]
        rate = statistics.fmean(moment.won for moment, _ in seen)
        told = [Forecast(chance, moment.won, rate) for moment, chance in seen]
        text += f"\n### {'Tables of ' + ', '.join(MIXED) if mixed else 'Tables of greedy'}\n"
        text += f"\n{brier(told)}\n\n{reliability(told)}\n"
    return text


def told_chance(moment: Moment, worlds: int) -> float:
    """The chance of the play that was made, as the coach tells it."""
    seen = moment.observation
    assert seen.role is not None
    seed = seen.number
    sampled = sample_worlds(seen, role_odds(seen), worlds, seed)
    won = run_playouts(seen, [moment.move], sampled, seed, seen.role)
    return (int(won.sum()) + 2) / (worlds + 4)


# --- the time of a decision ----------------------------------------------------------------------------


def speed(games: int = 3) -> str:
    """Wall time of a decision, median and 95th percentile, at 4 and 8 seats."""
    rows = []
    for name in BOTS:
        row = [name]
        for players in (4, 8):
            times = sorted(decision_times(name, players, games))
            tail = times[int(0.95 * (len(times) - 1))]
            row.append(f"{1000 * statistics.median(times):.2f} ms ({1000 * tail:.2f})")
        rows.append(row)
    return f"""## The time of a decision

Median and 95th percentile of wall time, kernel warm, in {games} games, the bot in seat 0 among greedy ones.
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
            begun = time.perf_counter()
            move = bots[seat].choose(seen, generators[seat])
            if seat == 0:
                times.append(time.perf_counter() - begun)
            state = apply(state, move)
    return times


# --- many games ----------------------------------------------------------------------------------------


def legal(games: int) -> str:
    """Many games of cheap bots under all kinds of rules: the engine checks each move."""
    plays = 0
    for seed in range(HELD_OUT, HELD_OUT + games):
        plays += len(any_match(seed).actions)
    return f"""## Legal moves

{games} games of `random` and `greedy`, every tenth with `quiet` and `detective` too, at 3 to 8 seats, both
ways to draw, bent thresholds, margins, hands and decks: {plays} plays, every one checked by the engine, none
illegal. Seeds from {HELD_OUT}.
`python -m plombox_widget.simulation.measure_bots legal`
"""


def any_match(seed: int) -> Record:
    """A game of cheap bots under rules drawn from the seed. ``IllegalMove`` if a bot breaks them."""
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
    names = CHEAP if seed % 10 == 0 else CHEAP[:2]
    return play_match(rules, [rng.choice(names) for _ in range(rules.players)], seed)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measures the bots and writes notebooks/reference/bots.md.")
    parser.add_argument("parts", nargs="+", choices=["ladder", "odds", "coach", "speed", "legal"])
    parser.add_argument("--deals", type=int, default=1000, help="deals of the ladder at 4 seats")
    parser.add_argument("--strong-deals", type=int, default=80, help="the same for montecarlo")
    parser.add_argument("--bots", default="", help="bots of the ladder, with commas; other rows are kept")
    parser.add_argument("--games", type=int, default=3000, help="games for odds and coach")
    parser.add_argument("--seed", type=int, default=HELD_OUT, help="first seed of the ladder's deals")
    parser.add_argument("--jobs", type=int, default=None)
    arguments = parser.parse_args(argv)
    names = arguments.bots.split(",") if arguments.bots else [name for name in BOTS if name != "greedy"]
    strong = arguments.strong_deals
    deals = {name: strong if name == "montecarlo" else arguments.deals for name in names}
    for part in arguments.parts:
        if part == "ladder":
            write_part(part, ladder(deals, arguments.jobs, arguments.seed))
        elif part == "odds":
            write_part(part, odds(arguments.games))
        elif part == "coach":
            write_part(part, coach(arguments.games))
        elif part == "speed":
            write_part(part, speed())
        else:
            write_part(part, legal(arguments.games * 10))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
