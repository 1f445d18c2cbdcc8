"""How much a server takes on: sessions by memory, kernels kept warm, and how long an unused one stays."""

from dataclasses import dataclass
from pathlib import Path

MIB = 1 << 20
SESSION_BYTES = 110 * MIB
"""Memory that one more session may take: its kernel with the table drawn, and a share of the server."""
RESERVED_BYTES = 400 * MIB
"""Left to the server itself and to the machine."""
MOST_SESSIONS, LEAST_SESSIONS = 200, 2
WARM_ALONE, MOST_WARM = 2, 30
_CGROUP = Path("/sys/fs/cgroup/memory.max")


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds where not said otherwise; ``ValueError`` names the field that is out of range."""

    sessions: int = 40
    """Sessions at once; the next visitor is asked to wait."""
    warm: int = 2
    """Kernels that wait, the page already run in them, for the next visitors."""
    starts: int = 3
    """Kernels that start at once: more would only be slower, all of them."""
    start: float = 45.0
    """A kernel that is not ready by then is given up, and one more is tried."""
    patience: float = 6.0
    """A visitor who would wait longer for a start is shown a page that says so and comes back by itself."""
    orphan: float = 180.0
    """A session whose page is closed or cut off ends after this."""
    idle: float = 3600.0
    """A session in which nothing happens ends after this, its page open or not."""
    check: float = 5.0
    """Between two rounds of looking after the sessions."""

    def __post_init__(self) -> None:
        for name, least in (("sessions", 1), ("warm", 0), ("starts", 1)):
            if getattr(self, name) < least:
                raise ValueError(f"{name} must be at least {least}, got {getattr(self, name)}")
        for name in ("start", "patience", "orphan", "idle", "check"):
            if not 0 < getattr(self, name) < float("inf"):
                raise ValueError(f"{name} must be a positive number of seconds, got {getattr(self, name)}")


def sessions_for(memory: int) -> int:
    """Sessions that fit into ``memory`` bytes, at least 2 and at most 200."""
    return max(LEAST_SESSIONS, min(MOST_SESSIONS, (memory - RESERVED_BYTES) // SESSION_BYTES))


def warm_for(sessions: int, *, alone: bool) -> int:
    """Kernels to keep warm: two for a person alone; for a class that comes at once one each, at most 30.

    They take no memory beyond what the sessions may: as visitors come, fewer are kept.
    """
    return min(sessions, WARM_ALONE if alone else MOST_WARM)


def starts_for(cores: int) -> int:
    """Kernels that may start at once on ``cores`` cores: starting is work for one core, with some waiting."""
    return max(2, cores + cores // 2)


def free_memory() -> int:
    """Bytes free for use: of the machine, or of the container if that is less."""
    import psutil

    free = int(psutil.virtual_memory().available)
    try:
        bound = int(_CGROUP.read_text()) - int(psutil.Process().memory_info().rss)
    except (OSError, ValueError):
        return free
    return min(free, bound)
