"""Chunks of work over joblib's workers: in order of arrival, in bounded memory, kept when it breaks off."""

import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from plombox_widget.game.cards import shown
from plombox_widget.simulation.extras import needed
from plombox_widget.simulation.playing import GameError


class Sum(Protocol):
    """What the chunks give: whole-number counts, so that the order of adding does not matter."""

    def __add__(self, other: Any, /) -> Any: ...


T = TypeVar("T", bound=Sum)
Chunk = tuple[int, int]
"""First game, number of games."""


class SimulationWarning(UserWarning):
    """A run ended early, and its result holds fewer games than were asked for."""


class WorkerLost(RuntimeError):
    """The workers failed before a single chunk was done."""


@dataclass(frozen=True)
class Run(Generic[T]):
    """What a run gave."""

    total: T
    games: int
    """Games done."""
    seconds: float
    note: str
    """Why it ended early; empty if it did not."""


def whole(name: str, value: object, least: int) -> int:
    """``value`` if it is a whole number from ``least`` on; ``ValueError`` naming it otherwise."""
    if type(value) is not int or value < least:
        raise ValueError(f"{name} must be a whole number, {least} or more, got {shown(value)}")
    return value


MOST_JOBS = 1024
"""Workers at most: more than that is a slip."""


def check_jobs(jobs: object) -> int | None:
    """``ValueError`` unless None, a number of workers, or -1 (one per core), -2 (one core less) …"""
    if jobs is not None and (type(jobs) is not int or jobs == 0 or abs(jobs) > MOST_JOBS):
        raise ValueError(f"jobs must be 1 to {MOST_JOBS} workers, or -1 for one per core, got {shown(jobs)}")
    return jobs


def run_chunks(
    work: Callable[[int, int], T],
    zero: T,
    games: int,
    *,
    chunk: int,
    jobs: int | None,
    threads: bool = False,
    progress: bool = False,
    unit: str = "game",
) -> Run[T]:
    """``zero`` plus ``work(first, count)`` over the chunks of ``games``, added up as they come in.

    ``jobs`` None is what ``joblib.parallel_config`` says, else one worker in this process; ``threads``
    says that the work runs well in threads, a hint that a configured backend overrides. After Ctrl-C, or
    when a worker dies, what is done is kept and a ``SimulationWarning`` says how much; with nothing done,
    ``KeyboardInterrupt`` or ``WorkerLost`` is raised. A ``GameError`` is passed on.
    """
    began = time.perf_counter()
    chunks = ((first, min(chunk, games - first)) for first in range(0, games, chunk))
    results = _results(_parallel(jobs, threads), work, chunks)
    total, done, note = zero, 0, ""
    with _bar(games, progress, unit) as bar, closing(results):
        try:
            for count, part in results:
                total, done = total + part, done + count
                bar.update(count)
        except KeyboardInterrupt:
            if not done:
                raise
            note = f"interrupted: {done} of {games} {unit}s are done and kept"
        except GameError:
            raise
        except Exception as error:
            text = f"{type(error).__name__}: {' '.join(str(error).split()).partition('. ')[0][:160]}"
            if not done:
                raise WorkerLost(f"a worker died before any {unit} was done ({text})") from error
            note = f"a worker died: {done} of {games} {unit}s are done and kept ({text})"
    if note:
        warnings.warn(note, SimulationWarning, stacklevel=3)
    return Run(total, done, time.perf_counter() - began, note)


def _parallel(jobs: int | None, threads: bool) -> Any:
    """A ``joblib.Parallel`` whose calls give results as they are done, or else all together.

    Work for threads is one chunk a task, so that the workers end together; other work can be short or long,
    and joblib joins chunks that are short.
    """
    joblib = needed("joblib")
    options = {
        "n_jobs": jobs,
        "prefer": "threads" if threads else "processes",
        "batch_size": 1 if threads else "auto",
    }
    try:
        return joblib.Parallel(**options, return_as="generator_unordered")
    except ValueError as error:
        if "return_as" not in str(error):
            raise
        return joblib.Parallel(**options)


def _results(
    parallel: Any, work: Callable[[int, int], T], chunks: Iterable[Chunk]
) -> Generator[tuple[int, T], None, None]:
    delayed = needed("joblib").delayed(_count)
    calls = (delayed(work, *chunk) for chunk in chunks)
    if parallel.return_generator:
        with _lost_workers_heard(parallel), closing(parallel(calls)) as results:
            yield from results
    else:
        yield from _waves(parallel, calls)


@contextmanager
def _lost_workers_heard(parallel: Any) -> Iterator[None]:
    """joblib's Dask backend calls nobody back for a task whose workers died, and would wait for ever."""
    backend = parallel._backend
    if type(backend).__name__ != "DaskDistributedBackend":
        yield
        return
    submit = backend.submit

    def heard(func: Any, callback: Callable[[object], None]) -> Any:
        def pass_on(future: Any) -> None:
            if not future.cancelled() and future.exception() is not None:
                callback(future.exception())

        future = submit(func, callback)
        future.add_done_callback(pass_on)
        return future

    backend.submit = heard
    try:
        yield
    finally:
        del backend.submit


def _waves(parallel: Any, calls: Iterator[Any]) -> Iterator[tuple[int, T]]:
    """For backends that hand results over only when all of a call are done: a few chunks a call."""
    with parallel:
        wave = 4 * parallel._effective_n_jobs()
        while batch := list(islice(calls, wave)):
            yield from parallel(batch)


def _count(work: Callable[[int, int], T], first: int, count: int) -> tuple[int, T]:
    """In the worker. What the work itself raises is a ``GameError``: any other error is a lost worker."""
    try:
        return count, work(first, count)
    except GameError:
        raise
    except Exception as error:
        text = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise GameError(f"games {first} to {first + count - 1}: {text}") from error


def _bar(games: int, progress: bool, unit: str) -> Any:
    if not progress:
        return _NoBar()
    return needed("tqdm.auto").tqdm(total=games, unit=unit, unit_scale=True)


class _NoBar:
    def __enter__(self) -> "_NoBar":
        return self

    def __exit__(self, *_: object) -> None: ...

    def update(self, count: int) -> None: ...
