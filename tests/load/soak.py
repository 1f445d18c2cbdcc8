"""Minutes of play: half of the pages stay, game after game; half are closed after a game and opened anew."""

import asyncio
import json
import random
import statistics
import time
from dataclasses import dataclass, field

import psutil
from costs import MIB, kernels, own_memory
from page_client import PageClient, Table
from page_server import Served

SAMPLE_SECONDS = 15
PAUSE = 2.0
LIMITS = {"warm": 1, "orphan": 30, "check": 5}


@dataclass
class Soak:
    """What was seen. Memory in MiB, times in seconds."""

    games: int = 0
    plays: int = 0
    closed: dict[str, float] = field(default_factory=dict)
    """Kernel of a closed tab → when it was closed."""
    gone: list[float] = field(default_factory=list)
    """From the closing of a tab to the end of its kernel."""
    staying: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    server: list[float] = field(default_factory=list)
    """Resident memory of the server alone, a sample every ``SAMPLE_SECONDS``."""
    kernel: list[float] = field(default_factory=list)
    """Mean of what the kernels of the staying pages have to themselves, at the same times."""

    def told(self) -> dict[str, object]:
        return {
            "games": self.games,
            "plays": self.plays,
            "errors": len(self.errors),
            "server, MiB by minute": by_minute(self.server),
            "staying kernel, MiB by minute": by_minute(self.kernel),
            "tabs closed": len(self.gone) + len(self.closed),
            "kernels of closed tabs not yet gone": len(self.closed),
            "slowest end of a closed tab's kernel, s": round(max(self.gone, default=0), 1),
        }


def by_minute(samples: list[float]) -> list[float]:
    """Means of the samples of each minute."""
    every = round(60 / SAMPLE_SECONDS)
    return [round(statistics.mean(samples[at : at + every]), 1) for at in range(0, len(samples), every)]


async def stayer(url: str, number: int, seen: Soak, until: float) -> None:
    """One page, game after game."""
    page = await PageClient(url).open()
    seen.staying.add(page.kernel)
    while time.monotonic() < until:
        table = Table(page)
        await _game(table, random.Random(number), seen, until)
        if table.over:
            await table.new_game()
    seen.errors += page.errors
    await page.close()


async def comer(url: str, number: int, seen: Soak, until: float) -> None:
    """A new page for each game, closed after it as a tab is."""
    rng = random.Random(number)
    while time.monotonic() < until:
        page = await PageClient(url).open()
        await _game(Table(page), rng, seen, until)
        seen.errors += page.errors
        await page.close()
        seen.closed[page.kernel] = time.monotonic()


async def _game(table: Table, rng: random.Random, seen: Soak, until: float) -> None:
    while not table.over and time.monotonic() < until:
        await table.act(rng)
        await asyncio.sleep(PAUSE)
    seen.games += table.over
    seen.plays += table.number


async def watch(served: Served, seen: Soak) -> None:
    """Samples the memory, and sees the kernels of closed tabs go, until it is cancelled."""
    server, began = psutil.Process(served.process.pid), time.monotonic()
    while True:
        await asyncio.sleep(1)
        running = {_kernel_id(process): process for process in kernels(served)}
        now = time.monotonic()
        for kernel in [kernel for kernel in seen.closed if kernel not in running]:
            seen.gone.append(now - seen.closed.pop(kernel))
        staying = [running[kernel] for kernel in seen.staying if kernel in running]
        if staying and now - began >= SAMPLE_SECONDS * (len(seen.server) + 1):
            seen.server.append(server.memory_info().rss / MIB)
            seen.kernel.append(own_memory(staying))
            print(json.dumps({"s": round(now - began), "server": seen.server[-1]}), flush=True)


def _kernel_id(process: psutil.Process) -> str:
    """From the name of its connection file."""
    try:
        return process.cmdline()[-1].rpartition("kernel-")[2].removesuffix(".json")
    except psutil.Error:
        return ""


async def soak(served: Served, pages: int, minutes: float) -> Soak:
    """Plays for so long, and then waits for the kernels of the last closed tabs to go."""
    seen = Soak()
    watching = asyncio.create_task(watch(served, seen))
    until = time.monotonic() + 60 * minutes
    kinds = [stayer if number % 2 else comer for number in range(pages)]
    await asyncio.gather(*(kind(served.url, number, seen, until) for number, kind in enumerate(kinds)))
    last = time.monotonic() + 2 * LIMITS["orphan"]
    while seen.closed and time.monotonic() < last:
        await asyncio.sleep(0.5)
    watching.cancel()
    return seen
