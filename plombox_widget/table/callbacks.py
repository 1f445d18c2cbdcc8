"""When a click was made: what tells a click that comes twice, or late, from one that is meant.

A button sends no more than that it was clicked. But every message carries the date at which the browser
sent it, so that the position that the person saw can be told: what was sent before the answer to the last
click can have been on the screen was meant for the position before.
"""

import sys
from datetime import datetime
from typing import NamedTuple

ANSWER = 0.03
"""Seconds that an answer needs at least from the kernel to the screen."""
_LONGEST = 60.0
"""Seconds after which a click is never late: clocks are set, and people wait."""


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


class Clicks:
    """Remembers, for each client, from when on the present position can have been seen."""

    def __init__(self) -> None:
        self._seen_from: dict[str, float] = {}

    def late(self, sent: Sent | None) -> bool:
        """Whether a message was sent before its sender can have seen the present position."""
        if sent is None:
            return False
        ahead = self._seen_from.get(sent.client, sent.seconds) - sent.seconds
        return 0 < ahead < _LONGEST

    def answered(self, sent: Sent | None, seconds: float) -> None:
        """The position changed in answer to ``sent``, which took ``seconds``."""
        if sent is not None:
            self._seen_from[sent.client] = sent.seconds + seconds + ANSWER
