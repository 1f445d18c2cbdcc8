"""A class at play: many pages at once, each a whole game, one act every two seconds. Bounded, loopback only.

    python tests/load/classroom.py [--pages 30] [--seconds-between 2] [--warm 30] [--soak MINUTES]

All pages are asked for at once. An act is one play of the person, or one press that lets the bots play up to
the person's next turn: every two seconds a page asks for one play or, as often, for several.
Prints what was played, how long answers took, and what a session costs against a bare canvas page.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "helpers"))
import costs
import soak
from costs import folder_with
from page_client import PageClient, Table
from page_server import serving
from tornado.websocket import WebSocketClosedError

MOST_PAGES, MOST_MINUTES = 60, 30


@dataclass
class Figures:
    """Of one run. Times are seconds, memory MiB."""

    pages: int
    games_over: int = 0
    acts: int = 0
    plays: int = 0
    own_plays: int = 0
    lost_or_doubled: int = 0
    errors: list[str] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    played: list[float] = field(default_factory=list)
    """From the first act of a page to its last."""

    def p95(self) -> float:
        return statistics.quantiles(self.waits, n=20)[-1]

    def told(self) -> dict[str, object]:
        return {
            "pages": self.pages,
            "games over": self.games_over,
            "acts": self.acts,
            "plays": self.plays,
            "plays of the persons": self.own_plays,
            "presses that let bots play": self.acts - self.own_plays,
            "plays a second and page": round(self.plays / sum(self.played), 2),
            "lost or doubled": self.lost_or_doubled,
            "errors": len(self.errors),
            "median opening, s": round(statistics.median(self.opened), 2),
            "slowest opening, s": round(max(self.opened), 2),
            "median answer, ms": round(1000 * statistics.median(self.waits)),
            "p95 answer, ms": round(1000 * self.p95()),
            "slowest answer, ms": round(1000 * max(self.waits)),
        }


async def open_page(url: str, figures: Figures, seconds: float = 120) -> PageClient:
    """As a browser does: a page that asks to wait is asked for again."""
    began = time.perf_counter()
    while True:
        try:
            page = await PageClient(url).open()
        except AssertionError:
            if time.perf_counter() - began > seconds:
                raise
            await asyncio.sleep(3)
            continue
        figures.opened.append(time.perf_counter() - began)
        return page


async def pupil(url: str, number: int, figures: Figures, pause: float, acts: int, until: float) -> None:
    """Plays until the game is over, or so many acts, or the time is up."""
    rng = random.Random(number)
    page = await open_page(url, figures)
    table = Table(page)
    await asyncio.sleep(rng.uniform(0, pause))
    done, first = 0, time.monotonic()
    try:
        while not table.over and done < acts and time.monotonic() < until:
            began = time.monotonic()
            await table.act(rng)
            done += 1
            await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
    except AssertionError:
        figures.lost_or_doubled += 1
    except (WebSocketClosedError, TimeoutError) as error:
        figures.errors.append(f"page {number}, act {done}, kernel {page.kernel}: {error!r}")
    figures.acts += done
    figures.plays += table.number
    figures.own_plays += table.own
    figures.played.append(time.monotonic() - first)
    figures.games_over += table.over
    figures.errors += page.errors
    figures.waits += table.waits
    await page.close()


async def play(url: str, pages: int, pause: float, acts: int, seconds: float) -> Figures:
    figures = Figures(pages)
    until = time.monotonic() + seconds
    await asyncio.gather(*(pupil(url, number, figures, pause, acts, until) for number in range(pages)))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=30)
    parser.add_argument("--seconds-between", type=float, default=2.0)
    parser.add_argument("--acts", type=int, default=1000)
    parser.add_argument("--warm", type=int, default=30, help="kernels that are ready when the class comes")
    parser.add_argument("--soak", type=float, default=0, metavar="MINUTES")
    args = parser.parse_args()
    if not (1 <= args.pages <= MOST_PAGES and 0 <= args.soak <= MOST_MINUTES):
        parser.error(f"at most {MOST_PAGES} pages and {MOST_MINUTES} minutes")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        warm = min(args.warm, args.pages)
        limits = {"sessions": args.pages, "warm": warm, "starts": 3, "orphan": 5, "check": 1}
        if args.soak:
            limits = {"sessions": 2 * args.pages, **soak.LIMITS}
        with serving(folder_with(folder / "class"), folder / "log.txt", limits) as served:
            if args.soak:
                seen = asyncio.run(soak.soak(served, args.pages, args.soak))
                told, errors = seen.told(), seen.errors
            else:
                served.wait_for(seconds=180, warm=warm)
                figures = asyncio.run(play(served.url, args.pages, args.seconds_between, args.acts, 900))
                told, errors = {**figures.told(), "server": served.status()}, figures.errors
            print(json.dumps(told, indent=1))
            for error in errors:
                print(error)
            print((folder / "log.txt").read_text(encoding="utf-8")[-3000:])
        if not args.soak:
            ours, bare = costs.compare(folder)
            print(json.dumps({"ours": ours.told(), "bare canvas": bare.told()}, indent=1))
            print(f"memory of a session / of a bare canvas page: {ours.memory / bare.memory:.2f}")


if __name__ == "__main__":
    main()
