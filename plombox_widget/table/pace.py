"""When bots play: one play, up to a person's turn, or by themselves; a slow one thinks in a thread.

What is decided in no time is played at once. Longer thought goes on beside the event loop, so that every
click is answered meanwhile; what was thought for a position that the game has left is dropped.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from time import monotonic
from typing import Any

from plombox_widget.table.controls import SPEEDS, Controls
from plombox_widget.table.session import Choice, Session

PATIENCE = 0.03
"""Seconds for which a click waits for the decisions of bots."""


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(4, "plombox-bot")


class Pacing:
    """The actions that let bots play, for the table that has them."""

    _session: Session
    _controls: Controls
    step: Callable[[], None]
    turn: Callable[[], None]
    _show: Callable[[], None]
    _act: Callable[..., None]
    _refocus: Callable[[Any], None]

    _going = ""
    """What goes on beside the event loop: ``step``, ``turn``, ``auto`` or nothing."""
    _going_from: tuple[Session, int] | None = None
    """The position that a step or turn goes on from."""
    _task: asyncio.Task[None] | None = None

    def _on_step(self, *_: Any) -> None:
        self._go("step")
        self._refocus(self._controls.step)

    def _on_turn(self, *_: Any) -> None:
        self._go_or_pause()
        self._refocus(self._controls.turn)

    def _go_or_pause(self) -> None:
        if self._going == "turn":
            self._stop()
            self._show()
        else:
            self._go("turn")

    def _on_auto(self, on: bool) -> None:
        self._stop()
        self._show()

    def _pause_auto(self) -> None:
        """Who takes a play back while the bots play by themselves wants them to wait."""
        if self._controls.auto.value and self._session.bot_acts:
            self._stop()
            self._controls.switch_off("auto")

    @property
    def _thinking(self) -> bool:
        """Whether a step or a turn that was asked for is not done yet."""
        return self._going in ("step", "turn")

    def _go(self, way: str) -> None:
        """``step`` or ``turn``; the first click of several, and a turn takes a step further."""
        if self._thinking:
            self._going = "turn" if way == "turn" else self._going
            self._show()
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            loop = None
        if loop is None or not self._session.bot_acts:
            (self.step if way == "step" else self.turn)()
            return
        self._stop()
        decision = self._rush(way)
        if decision is not None:
            self._going, self._going_from = way, (self._session, self._session.version)
            self._task = loop.create_task(self._play_on(decision))
        self._show()

    def _rush(self, way: str) -> "Future[Choice] | None":
        """Play what is decided at once; the decision that is still awaited, if one is."""
        until = monotonic() + PATIENCE
        while self._session.bot_acts:
            decision = _threads().submit(self._session.ponder())
            wait([decision], max(0.0, until - monotonic()))
            if not decision.done():
                return decision
            self._session.step(decision.result())
            if way == "step":
                break
        return None

    def _wake(self) -> None:
        """Let the bots play by themselves, if that is wanted and they do not yet."""
        if self._controls.auto.value and self._session.bot_acts and self._task is None:
            self._going = "auto"
            self._task = asyncio.get_running_loop().create_task(self._play_on())

    def _settle(self) -> None:
        """A step or turn ends when something else was done with the game."""
        if self._thinking and self._going_from != (self._session, self._session.version):
            self._stop()

    async def _play_on(self, decision: "Future[Choice] | None" = None) -> None:
        """One play of a bot after another, until what goes on is done."""
        try:
            while self._session.bot_acts:
                if self._going == "auto":
                    await asyncio.sleep(SPEEDS[self._controls.speed.value])
                if decision is None and not self._session.bot_acts:
                    break
                decision = decision or _threads().submit(self._session.ponder())
                choice = await asyncio.wrap_future(decision)
                decision = None
                self._act(self._play_choice, (choice,))
                if self._going == "step":
                    break
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._give_up(error)
        else:
            self._task, self._going = None, ""
            self._show()

    def _give_up(self, error: Exception) -> None:
        self._task, self._going = None, ""
        self._controls.switch_off("auto")
        self._act(_raise, (error,))

    def _play_choice(self, choice: Choice) -> None:
        self._session.step(choice)
        self._going_from = (self._session, self._session.version)
        self._show()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task, self._going = None, ""


def _raise(error: Exception) -> None:
    raise error
