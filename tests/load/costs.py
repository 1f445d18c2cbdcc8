"""What one session costs: memory, and the processor's time for an opening, an act and a second of rest."""

import asyncio
import random
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
from page_client import PageClient, Table
from page_server import Served, notebook, serving

ROOT = Path(__file__).parents[2]
BARE = "from ipycanvas import Canvas\nCanvas(width=1280, height=800)"
MIB = 1 << 20
REST_SECONDS = 20


@dataclass(frozen=True)
class Cost:
    """Of one session, the mean of some. Memory in MiB, the processor's time in ms."""

    memory: float
    """What the kernel has to itself (unique set size)."""
    opening: float
    act: float
    """A play or a press that lets the bots play, with what leads to it; 0 where there is nothing to press."""
    rest: float
    """Per second of a page that is open and left alone."""

    def told(self) -> dict[str, float]:
        return {
            "memory of a session, MiB": round(self.memory, 1),
            "processor for an opening, ms": round(self.opening),
            "processor for an act, ms": round(self.act),
            "processor for a second of rest, ms": round(self.rest, 2),
        }


def folder_with(path: Path, code: str | None = None) -> Path:
    """A folder to serve: the notebook of the package, or one of this code."""
    path.mkdir(exist_ok=True)
    real = (ROOT / "notebooks" / "play.ipynb").read_text(encoding="utf-8")
    (path / "play.ipynb").write_text(real if code is None else notebook(code), encoding="utf-8")
    return path


def kernels(served: Served) -> list[psutil.Process]:
    """The kernels that run now."""
    found = []
    for child in psutil.Process(served.process.pid).children(recursive=True):
        try:
            if "ipykernel_launcher" in " ".join(child.cmdline()):
                found.append(child)
        except psutil.Error:
            continue
    return found


def own_memory(processes: list[psutil.Process]) -> float:
    """Mean MiB that each of these processes has to itself."""
    return statistics.mean(process.memory_full_info().uss for process in processes) / MIB


def processor(served: Served) -> float:
    """Milliseconds of the processor that the server and its kernels have taken so far."""
    server = psutil.Process(served.process.pid)
    times = [server.cpu_times(), *(kernel.cpu_times() for kernel in kernels(served))]
    return 1000 * sum(time.user + time.system for time in times)


async def cost(url: str, served: Served, pages: int, acts: int) -> Cost:
    """Of ``pages`` sessions that are open together, with ``acts`` acts in each, or until its game is over."""
    before = processor(served)
    opened = [await PageClient(url).open() for _ in range(pages)]
    after = processor(served)
    opening, done = (after - before) / pages, 0
    for number, page in enumerate(opened):
        if acts:
            done += await _play(Table(page), random.Random(number), acts)
    acted = processor(served)
    memory = own_memory(kernels(served))
    began = time.monotonic()
    await asyncio.sleep(REST_SECONDS)
    rest = (processor(served) - acted) / pages / (time.monotonic() - began)
    for page in opened:
        await page.close()
    return Cost(memory, opening, (acted - after) / done if done else 0.0, rest)


async def _play(table: Table, rng: random.Random, acts: int) -> int:
    """Acts made: fewer than wanted where the game is over before."""
    for done in range(acts):
        if table.over:
            return done
        await table.act(rng)
    return acts


def compare(folder: Path, pages: int = 3, acts: int = 8) -> tuple[Cost, Cost]:
    """A session of ours after some play, and a bare canvas page, one after the other on the same server."""
    costs = []
    for code, number in ((None, acts), (BARE, 0)):
        limits = {"warm": 0, "sessions": pages}
        with serving(folder_with(folder / "costs", code), folder / "costs.log", limits) as served:
            costs.append(asyncio.run(cost(served.url, served, pages, number)))
    return costs[0], costs[1]
