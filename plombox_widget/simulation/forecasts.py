"""How well what the bots and the coach tell comes true: role odds and chances to win, on games held out."""

import random
import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from plombox_widget.bots.belief import prior, role_odds
from plombox_widget.bots.coach import Chance
from plombox_widget.bots.match import play_match
from plombox_widget.bots.montecarlo import run_playouts
from plombox_widget.bots.worlds import sample_worlds
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.record import replay
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.game.state import Move
from plombox_widget.simulation.statistics import wilson

HELD_OUT = 7_000_000
"""First seed of the games that the role odds are judged on."""
FRESH = 13_000_000
"""The same for the coach."""
MIXED = ("greedy", "quiet", "detective")


class Forecast(NamedTuple):
    """A chance that was told, and whether it came true."""

    chance: float
    true: bool
    base: float
    """What a judge without the evidence would have told."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


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
`python -m plombox_widget.simulation.measure_bots odds --games {games}`
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

What is told: the chance that the faction of the acting seat wins this game, when the seat makes the play
that it then made. It is told by {worlds} imagined games, in which every seat plays on greedily. What came:
whether the faction won, when all seats, the acting one too, were played on by the bots of the table, which
are those of the heading. At two random moments of each of {games} games of each kind of table, 3 to 8 seats
in turn. "Without the evidence" is the rate of all these seats together. Games from seed {FRESH}, which
nothing was fitted or tried on. The intervals take the moments as independent; two of one game are not quite.
`python -m plombox_widget.simulation.measure_bots coach --games {games}`
"""
    for mixed in (False, True):
        seen = [(moment, share_won(moment, worlds)) for moment in moments(games, 2, mixed, FRESH)]
        rate = statistics.fmean(moment.won for moment, _ in seen)
        told = [Forecast(share, moment.won, rate) for moment, share in seen]
        text += f"\n### {'Tables of ' + ', '.join(MIXED) if mixed else 'Tables of greedy'}\n"
        text += f"\n{brier(told)}\n\n{reliability(told)}\n"
    return text


def share_won(moment: Moment, worlds: int) -> float:
    """The share of imagined games that the play which was made won, as the coach counts it."""
    seen = moment.observation
    assert seen.role is not None
    seed = seen.number
    sampled = sample_worlds(seen, role_odds(seen), worlds, seed)
    won = run_playouts(seen, [moment.move], sampled, seed, seen.role)
    return Chance.of(int(won.sum()), worlds).value
