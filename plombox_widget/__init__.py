"""PlomBOX, a card game of hidden roles: rules engine, bots, simulation, and a table for Jupyter."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from plombox_widget.bots.base import BOTS
from plombox_widget.bots.match import play_match
from plombox_widget.game.cards import BASIC_DECK, Card, Role
from plombox_widget.game.engine import apply, legal_moves, new_game
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.record import Record, RecordError, replay
from plombox_widget.game.rules import Rules, SiteScore, score_site
from plombox_widget.game.state import IllegalMove, Move, Outcome, State

if TYPE_CHECKING:
    from plombox_widget.simulation.tournament import simulate
    from plombox_widget.table.widget import PlomboxTable

__version__ = "0.1.0"

_LAZY = {
    "PlomboxTable": "plombox_widget.table.widget",
    "simulate": "plombox_widget.simulation.tournament",
}
"""Names that need Jupyter or numpy: imported when first used, so that the engine imports without them."""

__all__ = [
    "BASIC_DECK",
    "BOTS",
    "Card",
    "IllegalMove",
    "Move",
    "Observation",
    "Outcome",
    "PlomboxTable",
    "Record",
    "RecordError",
    "Role",
    "Rules",
    "SiteScore",
    "State",
    "apply",
    "legal_moves",
    "new_game",
    "observe",
    "play_match",
    "replay",
    "score_site",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
