"""The plan of a lesson in class, as data."""

from typing import NamedTuple


class Phase(NamedTuple):
    """A part of the lesson; its texts are ``lesson.plan.<name>.title`` and ``lesson.plan.<name>.do``."""

    name: str
    minutes: int


PLAN = (
    Phase("before", 5),
    Phase("rules", 10),
    Phase("play", 15),
    Phase("debrief", 10),
    Phase("after", 5),
)
MINUTES = sum(phase.minutes for phase in PLAN)
