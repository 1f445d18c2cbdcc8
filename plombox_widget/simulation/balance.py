"""Is the basic deck fair? Plays it at every number of seats and tells, as a table.

``python -m plombox_widget.simulation.balance`` prints the table; with ``--write`` it becomes
``notebooks/reference/balance.md``. ``--games`` and ``--seed`` are those of each number of seats, ``--bot``
sits in all seats.
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
FACTION, NOBODY, EACH_END = (0.25, 0.75), 0.20, 0.25
"""What a fair deck keeps: a faction's wins between these, games without a winner under this, and over the
numbers of seats together each way to end at least this often."""
HEAD = "| players | citizens win | corporates win | NGOs win | nobody wins | end by incriminations | plays |"


def measure(games: int, seed: int, bot: str = "greedy") -> list[SimulationResult]:
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
        for role, rate in result.win_rate.items():
            if not FACTION[0] <= rate <= FACTION[1]:
                lines.append(f"{result.rules.players} players: {role} wins {rate:.1%}")
        if result.nobody >= NOBODY:
            lines.append(f"{result.rules.players} players: nobody wins {result.nobody:.1%}")
    together = ends_by_incriminations(results).value
    if not EACH_END <= together <= 1 - EACH_END:
        lines.append(f"all together: {together:.1%} end by incriminations")
    return lines


def _shown(rate: Rate) -> str:
    return f"{100 * rate.value:.1f} ± {100 * rate.interval().half_width:.1f}"


def table(results: Sequence[SimulationResult]) -> str:
    """The table in Markdown: per cent with the half-width of the 95 % interval, and the bounds."""
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
    lines += [f"Broken: {line}." for line in broken] or ["All of these bounds hold:"]
    lines += [] if broken else [f"a faction wins {FACTION[0]:.0%} to {FACTION[1]:.0%} of the games,"]
    lines += (
        [] if broken else [f"nobody wins under {NOBODY:.0%}, and each end comes at least {EACH_END:.0%}."]
    )
    return "\n".join(lines)


def deck_lines() -> str:
    """The basic deck, a card and its copies per line."""
    return "\n".join(f"* {copies} × `{code}`" for code, copies in BASIC_DECK.items())


def page(results: Sequence[SimulationResult]) -> str:
    """The whole page."""
    first = results[0]
    return f"""# Is the basic deck fair?

The rules as we have them do not say what is in the basic deck (R3). Ours is an assumption:
{BASIC_DECK.size} cards, the same eight for each work package, heavier industry with more contamination.
It was chosen among some thousands of decks by playing them with bots.

{deck_lines()}

With the bot `{first.policies[0]}` in all seats, {first.games:,} games for each number of players,
seed {first.seed}, per cent with 95 % intervals:

{table(results)}

Other bots, and people, will find other numbers: a bot that plays for its faction without looking at roles is
a yardstick, no more. The numbers depend on the deck and on the bot; after a change of either, write the page
anew:

```sh
python -m plombox_widget.simulation.balance --write
```
"""


def main(argv: Sequence[str] | None = None) -> int:
    """0 if the deck is fair, 1 if not."""
    parser = argparse.ArgumentParser(prog="python -m plombox_widget.simulation.balance", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    options = parser.parse_args(argv)
    results = measure(options.games, options.seed, options.bot)
    if options.write:
        PAGE.write_text(page(results), encoding="utf-8")
    print(table(results))
    return 1 if breaches(results) else 0


if __name__ == "__main__":
    raise SystemExit(main())
