"""Is the basic deck fair? Plays it at every number of seats and tells, as a table for each bot.

``python -m plombox_widget.simulation.balance`` prints the tables; with ``--write`` they become
``notebooks/reference/balance.md``. A bot of ``--bots`` sits in all seats; ``--games`` and ``--seed`` are
those of each number of seats. The kernel plays ``greedy``; the others take half an hour for a
thousand games of each number.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from plombox_widget.game.cards import BASIC_DECK
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.simulation.result import SimulationResult
from plombox_widget.simulation.statistics import Rate
from plombox_widget.simulation.tournament import simulate

PAGE = Path(__file__).parents[2] / "notebooks" / "reference" / "balance.md"
PLAYERS = range(3, 9)
GAMES = {"greedy": 100_000, "quiet": 1_000, "detective": 1_000}
"""Bot → games for each number of seats, unless said otherwise."""
FACTION, NOBODY, EACH_END = (0.25, 0.75), 0.20, 0.25
"""What a fair deck keeps: a faction's wins between these, games without a winner under this, and over the
numbers of seats together each way to end at least this often."""
HEAD = "| players | citizens win | corporates win | NGOs win | nobody wins | end by incriminations | plays |"


def measure(games: int, seed: int, bot: str) -> list[SimulationResult]:
    """A simulation for each number of seats, the bot in all of them."""
    return [simulate(Rules(players=players), games, seed, bot) for players in PLAYERS]


def ends_by_incriminations(results: Sequence[SimulationResult]) -> Rate:
    """Over all the games together."""
    rates = [result.end_rates["incriminations"] for result in results]
    return Rate(sum(rate.hits for rate in rates), sum(rate.trials for rate in rates))


def breaches(results: Sequence[SimulationResult]) -> list[str]:
    """A line for each bound that a measured share breaks; empty if the deck is fair."""
    lines = []
    for result in results:
        players = f"{result.rules.players} players"
        for role, rate in result.factions.win.items():
            if not FACTION[0] <= rate.value <= FACTION[1]:
                lines.append(f"{players}: {role} wins {_shown(rate)} %")
        if result.nobody >= NOBODY:
            lines.append(f"{players}: nobody wins {_shown(result.factions.nobody)} %")
    together = ends_by_incriminations(results)
    if not EACH_END <= together.value <= 1 - EACH_END:
        lines.append(f"all together: {_shown(together)} % end by incriminations")
    return lines


def _shown(rate: Rate) -> str:
    return f"{100 * rate.value:.1f} ± {100 * rate.interval().half_width:.1f}"


def table(results: Sequence[SimulationResult]) -> str:
    """The table in Markdown, per cent with the half-width of the 95 % interval, and what bounds it breaks."""
    lines = [HEAD, "|---" * 7 + "|"]
    for result in results:
        factions, end = result.factions, result.end_rates["incriminations"]
        shares = [*(factions.win[role] for role in ROLES), factions.nobody, end]
        cells = [str(result.rules.players), *map(_shown, shares), f"{result.mean_plays:.1f}"]
        lines.append(f"| {' | '.join(cells)} |")
    together = ends_by_incriminations(results)
    lines += ["", f"Over the numbers of players together {_shown(together)} % end by incriminations, the"]
    lines += ["others because the deck is used up.", ""]
    broken = breaches(results)
    lines += ["Broken:", "", *(f"* {line}" for line in broken)] if broken else ["All bounds hold."]
    return "\n".join(lines)


def deck_lines() -> str:
    """The basic deck, a card and its copies per line."""
    return "\n".join(f"* {copies} × `{code}`" for code, copies in BASIC_DECK.items())


def section(results: Sequence[SimulationResult]) -> str:
    """The part of the page about one bot."""
    first = results[0]
    return f"""## The bot `{first.policies[0]}` in all seats

{first.games:,} games for each number of players, seed {first.seed}, per cent with 95 % intervals:

{table(results)}
"""


def page(measured: Sequence[Sequence[SimulationResult]]) -> str:
    """The whole page; ``measured`` has the results of each bot."""
    sections = "\n".join(map(section, measured))
    return f"""# Is the basic deck fair?

The rules as we have them do not say what is in the basic deck (R3). Ours is an assumption:
{BASIC_DECK.size} cards, the same eight for each work package, heavier industry with more contamination.
It was chosen among some thousands of decks by playing them with the bot `greedy`.

{deck_lines()}

A fair deck should keep these bounds: at every number of players a faction wins {FACTION[0]:.0%} to
{FACTION[1]:.0%} of the games and nobody in under {NOBODY:.0%} of them, and over the numbers of players
together each of the two ends comes in at least {EACH_END:.0%}.

{sections}
Other bots, and people, will find other numbers: `greedy` plays for its faction without looking at roles,
`quiet` and `detective` guess them. "Broken" and "hold" are said of the shares as measured: where the interval
reaches over a bound, more games (`--games`) must decide. The numbers depend on the deck and on the bots;
after a change of either, write the page anew, which takes an hour:

```sh
python -m plombox_widget.simulation.balance --write
```
"""


def main(argv: Sequence[str] | None = None) -> int:
    """0 if the deck is fair with all the bots, 1 if not."""
    parser = argparse.ArgumentParser(prog="python -m plombox_widget.simulation.balance", description=__doc__)
    parser.add_argument("--bots", nargs="+", default=list(GAMES), help=f"by default {', '.join(GAMES)}")
    parser.add_argument("--games", type=int, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    options = parser.parse_args(argv)
    measured = [measure(options.games or GAMES.get(bot, 100), options.seed, bot) for bot in options.bots]
    if options.write:
        PAGE.write_text(page(measured), encoding="utf-8")
    print("\n".join(map(section, measured)))
    return 1 if any(map(breaches, measured)) else 0


if __name__ == "__main__":
    raise SystemExit(main())
