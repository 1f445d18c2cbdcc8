"""The kernels behind the sessions: started a few at a time, watched, and ended when nobody needs them."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from voila.utils import ENV_VARIABLE

from plombox_widget.serving.limits import Limits
from plombox_widget.serving.notebooks import PLAY

log = logging.getLogger("plombox")
_ATTEMPTS = 2
MOST_KEPT = 8 << 20
"""Bytes kept for a page that is cut off, until it comes back: a game needs far less."""
VISITOR: ContextVar[object] = ContextVar("visitor", default=None)
"""Whose page is being made."""


class KernelNotReady(RuntimeError):
    """No kernel came up in time, not at the second attempt either."""


@dataclass(slots=True)
class Watched:
    """What we know of one kernel. Times are seconds of ``time.monotonic``."""

    started: float
    warm: bool
    """Started ahead of any visitor; not yet connected to."""
    alone_since: float
    """Since when no page has been connected."""
    met: bool = False
    """Whether a page has ever been connected."""


@dataclass(slots=True)
class Counts:
    """What the watch has ended so far, as counts of kernels, by reason."""

    orphan: int = 0
    idle: int = 0
    dead: int = 0


@dataclass(slots=True)
class Gate:
    """Lets a few kernels start at once, and knows how many wait."""

    limits: Limits
    waiting: int = 0
    seconds: float = 1.5
    """How long a start took lately."""
    _slots: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._slots = asyncio.Semaphore(self.limits.starts)

    @property
    def expected_wait(self) -> float:
        """Seconds until a start that joins the queue now would begin."""
        return self.waiting / self.limits.starts * self.seconds

    async def __aenter__(self) -> None:
        self.waiting += 1
        try:
            await self._slots.acquire()
        finally:
            self.waiting -= 1

    async def __aexit__(self, *_: object) -> None:
        self._slots.release()


class TableKernels(AsyncMappingKernelManager):  # type: ignore[misc]
    """The kernel manager of the page's server.

    A kernel that dies is not started again: the new one would not know the game, and the page is told.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.watched: dict[str, Watched] = {}
        self.counts = Counts()
        self._coming: set[str] = set()
        self.entering: set[object] = set()
        """Visitors who are let in and have no kernel yet: with it they count as a session instead."""
        super().__init__(**kwargs)
        parent: Any = self.parent
        self.limits: Limits = parent.limits
        self.gate = Gate(self.limits)

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]
        """The id of a kernel that answers; ``KernelNotReady`` if none does."""
        warm = kwargs.get("env", {}).get(ENV_VARIABLE.VOILA_PREHEAT) == "True"
        for _ in range(_ATTEMPTS):
            async with self.gate:
                began = time.monotonic()
                kernel_id = await self._start(warm, **kwargs)
                self.watched[kernel_id] = Watched(began, warm, began)
                if not warm:
                    self.entering.discard(VISITOR.get())
                if await self._answers(kernel_id):
                    self.gate.seconds = (self.gate.seconds + time.monotonic() - began) / 2
                    return kernel_id
                log.warning("kernel %s did not answer within %g s", kernel_id, self.limits.start)
                await self.end(kernel_id)
        raise KernelNotReady(f"no kernel was ready within {self.limits.start:g} s")

    async def _start(self, warm: bool, **kwargs: Any) -> str:
        """A warm kernel is known as such before it is there: it must not count as a session meanwhile."""
        if not warm:
            return str(await super().start_kernel(**kwargs))
        coming = str(self.new_kernel_id())
        self._coming.add(coming)
        try:
            return str(await super().start_kernel(kernel_id=coming, **kwargs))
        finally:
            self._coming.discard(coming)

    async def _answers(self, kernel_id: str) -> bool:
        client: Any = self.get_kernel(kernel_id).client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=self.limits.start)
        except RuntimeError:
            return False
        finally:
            client.stop_channels()
        return True

    def mark_handed_out(self) -> None:
        """From now on a warm kernel counts as a session from the moment at which a visitor gets it."""
        hand_out: Any = getattr(self, "get_rendered_notebook", None)
        if hand_out is None:
            return

        async def marked(*args: Any, **kwargs: Any) -> Any:
            self._size_pool()
            given = await hand_out(*args, **kwargs)
            watched = self.watched.get(given[2])
            self.entering.discard(VISITOR.get())
            if watched is not None:
                watched.warm, watched.alone_since = False, time.monotonic()
            return given

        self.get_rendered_notebook: Any = marked

    def _size_pool(self) -> None:
        """Sessions and warm kernels together are no more than the sessions that there may be."""
        pools: Any = getattr(self, "kernel_pools_config", None)
        if pools is not None:
            room = self.limits.sessions - len(self.session_ids()) - len(self.entering)
            pools[PLAY]["pool_size"] = max(0, min(self.limits.warm, room))

    def notify_connect(self, kernel_id: str) -> None:
        super().notify_connect(kernel_id)
        if kernel_id in self.watched:
            self.watched[kernel_id].met = True

    def notify_disconnect(self, kernel_id: str) -> None:
        super().notify_disconnect(kernel_id)
        if kernel_id in self.watched:
            self.watched[kernel_id].alone_since = time.monotonic()

    def connections(self, kernel_id: str) -> int:
        """Pages connected to a kernel."""
        return int(self._kernel_connections.get(kernel_id, 0))

    def waiting_ids(self) -> set[str]:
        """Kernels in the pool of warm ones, or on their way into it."""
        return self._coming | {kernel_id for kernel_id, one in self.watched.items() if one.warm}

    def ready(self) -> int:
        """Kernels of the pool that have run the page and wait for a visitor."""
        pools: Any = getattr(self, "_pools", {})
        return sum(task.done() and _succeeded(task) for pool in pools.values() for task in pool)

    def has_warm(self, notebook: str) -> bool:
        """Whether a kernel of the pool has, or will have, run this notebook."""
        pool_size: Any = getattr(self, "get_pool_size", None)
        return pool_size is not None and pool_size(notebook) > 0

    def session_ids(self) -> set[str]:
        """Kernels that a visitor has."""
        return set(self.list_kernel_ids()) - self.waiting_ids()

    async def alive(self, kernel_id: str) -> bool:
        if kernel_id not in self:
            return False
        kernel: Any = self.get_kernel(kernel_id)
        return bool(await kernel.is_alive())

    async def end(self, kernel_id: str) -> None:
        """Ends a kernel at once; one that has gone already is no error."""
        with suppress(KeyError, RuntimeError, ProcessLookupError):
            await self.shutdown_kernel(kernel_id, now=True)
        self.watched.pop(kernel_id, None)

    async def look_after(self) -> None:
        """One round: dead kernels are taken off the list, unneeded ones ended."""
        for kernel_id in set(self.watched) - set(self.list_kernel_ids()):
            self.watched.pop(kernel_id, None)
        for kernel_id in list(self.watched):  # those that are still starting are not
            if not await self.alive(kernel_id):
                self.counts.dead += 1
                log.warning("kernel %s has died", kernel_id)
                await self.end(kernel_id)
        for kernel_id, reason in list(self._unneeded()):
            setattr(self.counts, reason, getattr(self.counts, reason) + 1)
            log.info("session %s ends: %s", kernel_id, reason)
            await self.end(kernel_id)
        self._drop_failed()
        self._size_pool()
        fill: Any = getattr(self, "fill_if_needed", None)
        if fill is not None:
            fill(delay=0, notebook_name=PLAY)

    def _drop_failed(self) -> None:
        """A kernel of the pool that never came up is of no use to the next visitor."""
        pools: Any = getattr(self, "_pools", {})
        for pool in pools.values():
            pool[:] = [task for task in pool if not task.done() or _succeeded(task)]

    def _unneeded(self) -> Iterator[tuple[str, str]]:
        now = time.monotonic()
        for kernel_id in self.session_ids():
            watched = self.watched.get(kernel_id)
            if watched is None:
                continue
            patience = self.limits.orphan if watched.met else max(self.limits.orphan, self.limits.start)
            alone = self.connections(kernel_id) == 0
            if alone and (now - watched.alone_since > patience or self._kept_bytes(kernel_id) > MOST_KEPT):
                yield kernel_id, "orphan"
            elif self._quiet_seconds(kernel_id) > self.limits.idle:
                yield kernel_id, "idle"

    def _kept_bytes(self, kernel_id: str) -> int:
        """What a kernel has said since its page was cut off."""
        if kernel_id not in self._kernel_buffers:
            return 0
        return sum(len(part) for _, parts in self._kernel_buffers[kernel_id]["buffer"] for part in parts)

    def _quiet_seconds(self, kernel_id: str) -> float:
        """Since the kernel last did something."""
        from jupyter_server._tz import utcnow

        kernel: Any = self.get_kernel(kernel_id)
        return float((utcnow() - kernel.last_activity).total_seconds())


def _succeeded(task: "asyncio.Task[Any]") -> bool:
    """Of a task that is done."""
    return not task.cancelled() and task.exception() is None
