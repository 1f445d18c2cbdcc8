"""A class at play: many pages at once, each a whole game, one act every two seconds. Bounded, loopback only.

    python tests/load/classroom.py [--pages 30] [--seconds-between 2] [--acts 1000] [--soak MINUTES]

Prints what was played, how long answers took, and the memory of a session against that of a bare canvas page.
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

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "helpers"))
from page_client import PageClient, Table
from page_server import Served, notebook, serving
from tornado.websocket import WebSocketClosedError

ROOT = Path(__file__).parents[2]
MOST_PAGES, MOST_MINUTES = 60, 30
BARE = "from ipycanvas import Canvas\nCanvas(width=1280, height=800)"
MIB = 1 << 20


@dataclass
class Figures:
    """Of one run. Times are seconds, memory MiB."""

    pages: int
    games_over: int = 0
    acts: int = 0
    plays: int = 0
    lost_or_doubled: int = 0
    errors: list[str] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def p95(self) -> float:
        return statistics.quantiles(self.waits, n=20)[-1]

    def told(self) -> dict[str, object]:
        return {
            "pages": self.pages,
            "games over": self.games_over,
            "acts": self.acts,
            "plays": self.plays,
            "lost or doubled": self.lost_or_doubled,
            "errors": len(self.errors),
            "slowest opening, s": round(max(self.opened), 2),
            "median answer, ms": round(1000 * statistics.median(self.waits)),
            "p95 answer, ms": round(1000 * self.p95()),
            "slowest answer, ms": round(1000 * max(self.waits)),
        }


def folder_with(path: Path, code: str | None = None) -> Path:
    """A folder to serve: the notebook of the package, or one of this code."""
    path.mkdir(exist_ok=True)
    real = (ROOT / "notebooks" / "play.ipynb").read_text(encoding="utf-8")
    (path / "play.ipynb").write_text(real if code is None else notebook(code), encoding="utf-8")
    return path


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
    done = 0
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
    figures.games_over += table.over
    figures.errors += page.errors
    figures.waits += table.waits
    await page.close()


async def play(url: str, pages: int, pause: float, acts: int, seconds: float) -> Figures:
    figures = Figures(pages)
    until = time.monotonic() + seconds
    await asyncio.gather(*(pupil(url, number, figures, pause, acts, until) for number in range(pages)))
    return figures


def kernel_memory(served: Served) -> float:
    """Mean MiB of a kernel that is its own: what one more session takes."""
    children = psutil.Process(served.process.pid).children(recursive=True)
    kernels = [child for child in children if "ipykernel_launcher" in " ".join(child.cmdline())]
    return statistics.mean(kernel.memory_full_info().uss for kernel in kernels) / MIB


async def memory_of(url: str, served: Served, pages: int, acts: int) -> float:
    """MiB of a kernel whose page is open and, with ``acts``, has been played at."""
    figures = Figures(pages)
    opened = [await open_page(url, figures) for _ in range(pages)]
    for number, page in enumerate(opened):
        for _ in range(acts):
            await Table(page).act(random.Random(number))
    memory = kernel_memory(served)
    for page in opened:
        await page.close()
    return memory


def compare_memory(folder: Path, pages: int = 3) -> tuple[float, float]:
    """MiB of a session of ours after some play, and of a bare canvas page, one after the other."""
    figures = []
    for code, acts in ((None, 6), (BARE, 0)):
        log = folder / "memory.log"
        with serving(folder_with(folder / "memory", code), log, {"warm": 0, "sessions": pages}) as served:
            figures.append(asyncio.run(memory_of(served.url, served, pages, acts)))
    return figures[0], figures[1]


def soak(served: Served, pages: int, minutes: float) -> None:
    """Waves of pages, each closed after a minute of play; memory after each wave."""
    until = time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        figures = asyncio.run(play(served.url, pages, 2.0, 1000, 60))
        status = served.wait_for(seconds=60, sessions=0)
        print(json.dumps({**figures.told(), "server, MiB": status["memory"]}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=30)
    parser.add_argument("--seconds-between", type=float, default=2.0)
    parser.add_argument("--acts", type=int, default=1000)
    parser.add_argument("--soak", type=float, default=0, metavar="MINUTES")
    args = parser.parse_args()
    if not (1 <= args.pages <= MOST_PAGES and 0 <= args.soak <= MOST_MINUTES):
        parser.error(f"at most {MOST_PAGES} pages and {MOST_MINUTES} minutes")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        limits = {"sessions": args.pages, "warm": 2, "starts": 3, "orphan": 5, "check": 1}
        with serving(folder_with(folder / "class"), folder / "log.txt", limits) as served:
            if args.soak:
                soak(served, args.pages, args.soak)
            else:
                figures = asyncio.run(play(served.url, args.pages, args.seconds_between, args.acts, 900))
                print(json.dumps({**figures.told(), "server": served.status()}, indent=1))
                for error in figures.errors:
                    print(error)
                print((folder / "log.txt").read_text(encoding="utf-8")[-3000:])
        if not args.soak:
            ours, bare = compare_memory(folder)
            print(f"memory of a session: {ours:.1f} MiB, bare canvas {bare:.1f} MiB, ratio {ours / bare:.2f}")


if __name__ == "__main__":
    main()
