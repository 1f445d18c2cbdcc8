"""Looking back at a game that was played: its story, the chances by play, and the turning points."""

from collections.abc import Iterable
from typing import NamedTuple

import ipywidgets as widgets

from plombox_widget.bots.match import play_match
from plombox_widget.game.cards import Role
from plombox_widget.game.observation import observe
from plombox_widget.game.record import Record, RecordError, expect_record, replay
from plombox_widget.game.rules import ROLES, Rules
from plombox_widget.locales.i18n import Words
from plombox_widget.table import text
from plombox_widget.table.narrate import narrate
from plombox_widget.table.seats import Refusal
from plombox_widget.table.share import checked_record
from plombox_widget.teaching import markup
from plombox_widget.teaching.panel import Panel, guarded, prose, status, text_button, wrapped
from plombox_widget.teaching.plots import Plot, odds_plot

SEED = 11
PLAYOUTS = 1600
"""Play-outs of the coach for each position: enough to find the large turns."""
LOOK_SEED = 0
"""Of the play-outs: the same record tells the same each time."""
TURNS = 3


class Turn(NamedTuple):
    """A play that moved a faction's chance of winning."""

    number: int
    """The play, from 0."""
    role: Role
    before: float
    after: float


class DebriefModel:
    """A record, and how the game stood after each play as everyone could see it. No Jupyter here."""

    def __init__(self, record: Record | None = None) -> None:
        """``record``, or an example game of greedy bots."""
        self.record = play_match(Rules(), "greedy", SEED) if record is None else expect_record(record)
        self.states = replay(self.record)
        self.playouts = 0
        """Of each position that the last look back tried."""
        self.chances: list[tuple[float, ...]] = []
        """After each number of plays, the chance of each faction; empty until ``look_back``."""

    def look_back(self, playouts: int = PLAYOUTS) -> None:
        """Ask the coach how each position stood to a spectator."""
        from plombox_widget.bots.coach import outlook

        found = [outlook(observe(state, None), LOOK_SEED, playouts) for state in self.states]
        self.playouts = max(one.worlds for one in found)
        self.chances = [tuple(chance.value for chance in one.factions) for one in found]

    def turns(self, count: int = TURNS) -> list[Turn]:
        """The plays that moved a chance most, one per play, in order of play; empty before a look back."""
        found = []
        for number, (before, after) in enumerate(zip(self.chances, self.chances[1:], strict=False)):
            moved = [abs(late - early) for early, late in zip(before, after, strict=True)]
            at = moved.index(max(moved))
            found.append(Turn(number, ROLES[at], before[at], after[at]))
        largest = sorted(found, key=lambda turn: -abs(turn.after - turn.before))[:count]
        return sorted(largest)

    def sentences(self, words: Words) -> list[str]:
        """Each turning point: the play, and whose chance went from where to where."""
        end = observe(self.states[-1], None)
        told = []
        for turn in self.turns():
            told.append(
                words(
                    "lesson.debrief.turn",
                    number=turn.number + 1,
                    sentence=markup.literal(text.sentence(end, turn.number, words)),
                    faction=words(f"faction.{turn.role}"),
                    before=words.percent(turn.before),
                    after=words.percent(turn.after),
                )
            )
        return told

    def plot(self, words: Words) -> Plot:
        """The chance of each faction by play."""
        lines = {
            words(f"faction.{role}"): [chance[at] for chance in self.chances] for at, role in enumerate(ROLES)
        }
        facts = {"playouts": self.playouts, "plays": len(self.states) - 1, "seed": LOOK_SEED}
        caption = words("lesson.debrief.plot.see", **facts)
        axes = words("lesson.belief.plot.plays"), words("lesson.debrief.plot.axis")
        return odds_plot(lines, {}, words("lesson.debrief.plot.title"), axes, caption, words)


class Debrief(Panel):
    """A record pasted or an example, its story, and on a click the turning points."""

    def __init__(self, record: Record | None = None, lang: str = "en", *, strict: bool = False) -> None:
        self.model = DebriefModel(record)
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        self._intro, self._story, self._told = (widgets.HTML() for _ in range(3))
        self.paste = widgets.Textarea(layout={"width": "98%", "height": "5em"})
        self.read_button, self.look_button = (text_button() for _ in range(2))
        self.read_button.on_click(lambda _: self.read(self.paste.value))
        self.look_button.on_click(lambda _: self.look_back())
        buttons = wrapped(self.read_button, self.look_button)
        return [self._intro, self.paste, buttons, self._told, self._story]

    @guarded
    def read(self, record: str) -> None:
        """Take another game, from the JSON of its record; a bad one is one line, and nothing changes."""
        told = checked_record(record)
        try:
            self.model = DebriefModel(Record.from_json(told))
        except RecordError as error:
            raise Refusal("refuse.record", reason=error) from None
        self.refresh()

    @guarded
    def look_back(self) -> None:
        """Find the turning points."""
        self._told.value = status(self.words("lesson.lab.running"))
        try:
            self.model.look_back()
        finally:
            self.refresh()

    def refresh(self) -> None:
        words = self.words
        self._intro.value = prose(words("lesson.debrief.intro"))
        self.paste.placeholder = words("lesson.debrief.paste")
        self.read_button.description = words("lesson.debrief.read")
        self.look_button.description = words("lesson.debrief.look")
        found = self.model.sentences(words)
        points = status("\n".join(f"- {line}" for line in found))
        self._told.value = points + self.model.plot(words).html() if found else ""
        self._story.value = self._told_story()

    def _told_story(self) -> str:
        summary = self.words("lesson.debrief.story", plays=len(self.model.states) - 1)
        story = "\n".join(f"- {markup.literal(line)}" for line in narrate(self.model.record, self.words))
        return f"<details><summary>{markup.html(summary)[3:-4]}</summary>{prose(story)}</details>"

    def text(self) -> str:
        found = [f"- {line}" for line in self.model.sentences(self.words)]
        return "\n\n".join([self.words("lesson.debrief.intro"), *found])

    def static(self) -> str:
        return prose(self.text())
