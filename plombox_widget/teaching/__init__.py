"""Lessons: explorers, quizzes, scripted walkthroughs and plots, loaded when they are first asked for."""

from importlib import import_module
from typing import Any

_PLACES = {
    "BayesByHand": "belief_timeline",
    "BeliefTimeline": "belief_timeline",
    "BotGame": "bot_game",
    "Contents": "contents",
    "Debrief": "debrief",
    "DeckExplorer": "deck_explorer",
    "FactSheet": "science",
    "Handout": "handout",
    "HouseRules": "house_rules",
    "Lesson": "lesson",
    "LessonPlan": "classroom",
    "SimulationLab": "simulation_lab",
    "SiteExplorer": "site_explorer",
    "QUIZZES": "questions",
    "Quiz": "quiz",
    "Survey": "classroom",
    "TipTest": "tips",
    "Walkthrough": "walkthrough",
    "WinExplorer": "win_explorer",
    "cards_at": "site_explorer",
}
"""Public name → module of this folder."""

__all__ = list(_PLACES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
