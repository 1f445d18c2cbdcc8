"""When a click was made: what tells a click that comes twice, or late, from one that is meant.

A button sends no more than that it was clicked. But every message carries the date at which the browser
sent it, so that the position that the person saw can be told: what was sent before the answer to the last
click can have been on the screen was meant for the position before.
"""

import sys
import time
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

ANSWER = 0.03
"""Seconds that an answer needs at least from the kernel to the screen."""


DOUBLE = 0.35
"""Seconds within which a second click on the same thing belongs to the first."""


class Sent(NamedTuple):
    """When and by whom a message was sent."""

    client: str
    seconds: float
    """On the client's own clock."""


def message_sent() -> Sent | None:
    """Of the message that the kernel handles now; None outside a kernel."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    kernel = getattr(shell, "kernel", None)
    if kernel is None:
        return None
    header = kernel.get_parent("shell").get("header", {})
    date = header.get("date")
    if isinstance(date, str):
        date = datetime.fromisoformat(date)
    return Sent(str(header.get("session")), date.timestamp()) if isinstance(date, datetime) else None


class _Client:
    """What is known of the clock of one client."""

    def __init__(self) -> None:
        self.behind = float("inf")
        """Our clock less its own, and the way here: least where the kernel was free to hear at once."""
        self.last = self.seen_from = float("-inf")
        """On its clock: its last message; from when on the present position can have been seen."""


class Clicks:
    """Remembers, for each client, from when on the present position can have been seen."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._clients: dict[str, _Client] = {}

    def late(self, sent: Sent | None) -> bool:
        """Whether a message was sent before its sender can have seen the present position."""
        if sent is None:
            return False
        client = self._clients.setdefault(sent.client, _Client())
        if sent.seconds < client.last:
            # Messages come in the order sent: its clock was set back, and all that we know of it is void.
            client = self._clients[sent.client] = _Client()
        client.last = sent.seconds
        client.behind = min(client.behind, self._clock() - sent.seconds)
        return sent.seconds < client.seen_from

    def answered(self, sent: Sent | None) -> None:
        """The position changed now, in answer to ``sent``."""
        if sent is not None:
            client = self._clients[sent.client]
            client.seen_from = self._clock() - client.behind + ANSWER


class Doubles:
    """Tells the second click of a double click, and those of a key held down, by the clock of each client."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[object, float]] = {}

    def again(self, sent: Sent | None, what: object) -> bool:
        """Whether this click on ``what`` belongs to the last one; told of every click, it remembers."""
        if sent is None:
            return False
        last, when = self._last.get(sent.client, (None, float("-inf")))
        if last == what and 0 <= sent.seconds - when < DOUBLE:
            return True
        self._last[sent.client] = (what, sent.seconds)
        return False
