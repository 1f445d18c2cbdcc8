"""How one viewer looks at a position: language, names, size, what is picked. Nothing of the game itself."""

from dataclasses import dataclass
from typing import NamedTuple

from plombox_widget.game.state import Move
from plombox_widget.locales.i18n import Words
from plombox_widget.table.shapes import Part


class Offer(NamedTuple):
    """A button in the picture. It does what the ordinary button of its name does."""

    name: str
    """Value of its part: ``step``, ``turn``, ``auto``, ``back`` or ``new_game``."""
    key: str
    """Of the text that stands on it."""
    sign: str
    """``next``, ``skip``, ``pause``, ``now`` or ``new``."""


@dataclass(frozen=True, slots=True)
class View:
    """All that a picture depends on beside the Observation. Two equal pairs give equal pictures."""

    words: Words
    names: tuple[str, ...]
    """By seat, as people typed them; cut where they do not fit."""
    labels: tuple[str, ...] = ()
    """By seat: who plays it, such as a bot's name; empty strings and missing ones are not shown."""
    compact: bool = False
    """A narrow upright picture for phones, instead of the wide one."""
    picked: int | None = None
    """Card index in the viewer's hand (R4): raised, its legal targets lit, its effects shown."""
    hovered: Part | None = None
    """What the pointer is on."""
    target: int | None = None
    """The seat that was chosen as target: what the picked card would do there is drawn into its gauges,
    as it is for the site that the pointer is on."""
    hint: Move | None = None
    """A move to point out: its card and its target are marked."""
    arrow: bool = True
    """Whether the last play is shown as an arrow."""
    still: bool = False
    """A picture without controls: it asks for no click, and nobody is told that he watches."""
    offers: tuple[Offer, ...] = ()
    """The buttons in the picture, from left to right: two at most."""
    doing: str = ""
    """``think`` while a bot does, ``auto`` while the bots play by themselves."""
    live: int | None = None
    """Plays that the game has reached, where an earlier position is looked at."""
    asked: int = 0
    """Cards that must be turned up and entered before the picked card is played at the target."""
    together: bool = False
    """Several people look at it, so that at the end nobody is told that he won."""
    cover: str = ""
    """The person to hand the screen to. Then nothing of the game is drawn, only a request to press."""

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else self.words(f"seat.name.{seat}")

    def previews(self, seat: int) -> bool:
        """Whether the effects of the picked card are drawn into the gauges of this site."""
        return self.target == seat or self.hovered == Part("site", seat)

    def called(self, players: int) -> tuple[str, ...]:
        """A name for every seat."""
        return tuple(self.name(seat) for seat in range(players))

    def label(self, seat: int) -> str:
        return self.labels[seat] if seat < len(self.labels) else ""
