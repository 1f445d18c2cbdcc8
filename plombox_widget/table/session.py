"""One game at a table: who sits where, what was played, what may be taken back. No Jupyter here.

The session alone holds the states; whoever shows the game gets observations from it.
"""

import random
import secrets
from collections.abc import Callable, Sequence
from types import EllipsisType
from typing import Any, NamedTuple

from plombox_widget.bots.base import Bot, make_bot
from plombox_widget.bots.match import bot_generator
from plombox_widget.game.cards import shown
from plombox_widget.game.engine import apply, new_game
from plombox_widget.game.expect import expect_seed, given_rules
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.record import HUMAN, Record
from plombox_widget.game.record import replay as replay_record
from plombox_widget.game.rules import Rules, expect_rules
from plombox_widget.game.state import Move, State
from plombox_widget.table.past import Note, Past, Step
from plombox_widget.table.seats import MODES, Refusal, agreed_rules, seat_names, seat_players

SEED_BITS = 30
"""Size of a seed that the table draws itself: six characters of a deal code."""


class Choice(NamedTuple):
    """What a bot decided, with the position that it decided on and its dice afterwards."""

    move: Move
    version: int
    dice: Any


def fresh_seed() -> int:
    """A seed from the system's randomness, 0 to 2³⁰ − 1."""
    return secrets.randbits(SEED_BITS)


class Session(Past):
    """A game in progress. Every change gives the position a new ``version``.

    ``players`` is a name per seat, ``human`` or a bot (or one bot for all seats but ``seat``); ``viewer``
    is the seat that looks at the table, None a spectator. Methods that take ``version`` do nothing and
    return False when it is not the present one: a click that comes twice, or late, plays once.
    ``Refusal`` says what may not be done now; ``IllegalMove`` and ``ValueError`` as in ``game``.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        bots: str | Sequence[str] = "greedy",
        *,
        seat: int | None = 0,
        seed: int | None = None,
        mode: str = "play",
        names: Sequence[str] | None = None,
    ) -> None:
        rules = given_rules(rules)
        self.mode = _mode(mode)
        self.version = 0
        self._begin(rules, seat_players(bots, rules.players, seat), seat, _seed(seed), names)

    def _begin(
        self,
        rules: Rules,
        players: tuple[str, ...],
        seat: int | None,
        seed: int,
        names: Sequence[str] | None,
    ) -> None:
        start = new_game(rules, random.Random(seed))
        self._open(start, players, seat, seed, seat_names(names, rules.players))

    def _open(
        self, start: State, players: tuple[str, ...], seat: int | None, seed: int, names: tuple[str, ...]
    ) -> None:
        self.seed, self.players, self.names = seed, players, names
        self._bots: list[Bot | None] = [None if name == HUMAN else make_bot(name) for name in players]
        self._line = [Step(start, None, (None,) * len(players))]
        self._live = 0
        self._at = 0
        self.notes: list[Note] = []
        self.seat = seat
        self.viewer = seat if len(self.persons) < 2 else None
        self.version += 1

    # -- what can be seen

    @property
    def rules(self) -> Rules:
        return self._line[0].state.rules

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat, name in enumerate(self.players) if name == HUMAN)

    @property
    def yours(self) -> bool:
        """Whether the viewer acts, in the live position."""
        return not self.over and not self.looking_back and self.turn == self.viewer and not self.covered

    @property
    def bot_acts(self) -> bool:
        """Whether a bot acts, in the live position."""
        return not self.over and not self.looking_back and self._bots[self.turn] is not None

    @property
    def covered(self) -> bool:
        """Whether another person must sit down before any hand is shown: several play at one screen."""
        state = self._line[self._live].state
        return (
            len(self.persons) > 1
            and state.outcome is None
            and state.turn not in (*self._bot_seats, self.viewer)
        )

    @property
    def _bot_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, bot in enumerate(self._bots) if bot is not None)

    def observation(self) -> Observation:
        """What the viewer may know of the position that is looked at; under a cover, what a spectator may."""
        return observe(self._state, None if self.covered else self.viewer)

    def spectator(self) -> Observation:
        """What everyone may know of the position that is looked at."""
        return observe(self._state, None)

    def record(self) -> Record:
        """The record of the game up to the live position, with the deck in it: for whoever may see all."""
        moves = [step.move for step in self._line[1 : self._live + 1] if step.move is not None]
        return Record.of(self.start(), moves, seed=self.seed, bots=self.players)

    @property
    def may_tell(self) -> bool:
        """Whether what tells every card may be given: nothing is to be won by it any more."""
        return self.mode == "lesson" or self.ended

    def shareable(self) -> str:
        """What may be given of the game to go on from, as JSON: its record, or nothing while it is secret."""
        return self.record().to_json() if self.may_tell else ""

    def asked(self, card: int, target: int) -> int:
        """How many cards must be told with this play: none where the program knows them."""
        return 0

    # -- what can be done

    def play(self, card: int, target: int, *, version: int | None = None) -> bool:
        """The acting person plays the card with this index (R4) at a seat."""
        if self._stale(version):
            return False
        self._must_be_live()
        if self._bots[self.turn] is not None:
            raise Refusal("refuse.not_yours", name=self.names[self.turn])
        if self.covered or self.turn != self.viewer:
            raise Refusal("refuse.covered", name=self.names[self.turn])
        self._advance(Move(self.turn, card, target), self._line[self._live].dice)
        return True

    def ponder(self) -> Callable[[], Choice]:
        """What the acting bot has to decide: to be called anywhere, such as in another thread.

        All that it needs is taken now, so that the game may go on meanwhile.
        """
        self._must_be_live()
        seat, step, version = self.turn, self._line[self._live], self.version
        bot = self._bots[seat]
        if bot is None:
            raise Refusal("refuse.person", name=self.names[seat])
        generator = bot_generator(self.seed, seat)
        if step.dice[seat] is not None:
            generator.setstate(step.dice[seat])
        observation = observe(step.state, seat)

        def decide() -> Choice:
            return Choice(bot.choose(observation, generator), version, generator.getstate())

        return decide

    def choose(self) -> Choice:
        """What the acting bot decides; changes nothing."""
        return self.ponder()()

    def step(self, choice: Choice | None = None, *, version: int | None = None) -> bool:
        """One play of the acting bot, decided now or as ``choice`` says."""
        if self._stale(version) or (choice is not None and self._stale(choice.version)):
            return False
        choice = self.choose() if choice is None else choice
        dice = self._line[self._live].dice
        seat = choice.move.seat
        self._advance(choice.move, (*dice[:seat], choice.dice, *dice[seat + 1 :]))
        return True

    def to_turn(self, *, version: int | None = None) -> int:
        """The bots play until a person is to act or the game ends; how many plays that were, perhaps none."""
        if self._stale(version):
            return 0
        if self.looking_back:
            raise Refusal("refuse.looking_back", number=self._at)
        plays = 0
        while self.bot_acts:
            self.step()
            plays += 1
        return plays

    def look(self, seat: int | None) -> None:
        """Look at the table as another seat does, or as a spectator (None): a seat only in lesson mode."""
        if seat is not None:
            if type(seat) is not int or not 0 <= seat < len(self.players):
                raise ValueError(f"R1: seat must be 0 to {len(self.players) - 1}, got {shown(seat)}")
            if self.mode != "lesson" and (seat != self.seat or len(self.persons) > 1):
                raise Refusal("refuse.look")
        self.viewer = seat
        self.version += 1

    def uncover(self, *, version: int | None = None) -> bool:
        """The person for whom the cover waits sits down."""
        if self._stale(version) or not self.covered:
            return False
        self.viewer = self._line[self._live].state.turn
        self.version += 1
        return True

    def new_game(
        self,
        players: int | None = None,
        bots: str | Sequence[str] | None = None,
        seed: int | None = None,
        *,
        same_deal: bool = False,
        rules: Rules | None = None,
        names: Sequence[str] | None = None,
        seat: int | EllipsisType | None = ...,
        mode: str | None = None,
    ) -> None:
        """Another game: what is not said stays as it was, except the deal, new unless ``same_deal``.

        With more seats, the new ones get a ``greedy`` bot. Nothing changes on ``ValueError``.
        """
        said = rules is not None
        rules = agreed_rules(self.rules if rules is None else expect_rules(rules), players, said=said)
        count = rules.players
        if same_deal and seed is not None:
            raise ValueError(f"seed: same_deal says it already; expected one of them, got {shown(seed)}")
        if same_deal:
            if rules != self.rules:
                raise Refusal("refuse.same_deal")
            seed = self.seed
        at = self.seat if isinstance(seat, EllipsisType) else seat
        if isinstance(seat, EllipsisType) and at is not None and at >= count:
            at = 0
        if bots is None:
            bots = [*self.players, *["greedy"] * count][:count]
        if names is None:
            known = self.names[:count]
            names = [*known, *seat_names(None, count)[len(known) :]]
        mode = self.mode if mode is None else _mode(mode)
        self._begin(rules, seat_players(bots, count, at), at, _seed(seed), names)
        # Last of all: a game that goes on after a refusal must not open its secrets as a lesson does.
        self.mode = mode

    def fork(self) -> "Session":
        """A second game from here with the same deck and dice; only in lesson mode, or after the end."""
        if self.mode != "lesson" and not self.ended:
            raise Refusal("refuse.fork")
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.mode = "lesson"
        other._line = self._line[: self._at + 1]
        other._live = self._at
        other.notes = []
        other._note("note.fork", number=self._at)
        return other

    @classmethod
    def resume(
        cls,
        record: Record,
        *,
        seat: int | None = 0,
        mode: str = "play",
        names: Sequence[str] | None = None,
    ) -> "Session":
        """The game of a record, taken up where it ends. Seats without a known player get a greedy bot.

        The bots' dice begin anew from the seed and the number of plays. ``RecordError`` as in ``replay``.
        """
        states = replay_record(record)
        rules = record.rules
        session = cls(rules, "random", seat=seat, seed=0, mode=mode, names=names)
        bots = seat_players(
            ["greedy"] * rules.players if record.bots is None else record.bots, rules.players, seat
        )
        seed = fresh_seed() if record.seed is None else record.seed
        session._open(states[0], bots, seat, seed, session.names)
        plays = len(record.actions)
        dice = tuple(
            random.Random(f"plombox bot {seed} {at} {plays}").getstate() for at in range(rules.players)
        )
        for move, state in zip(record.actions, states[1:], strict=True):
            session._line.append(Step(state, move, dice))
        session._live = session._at = plays
        return session

    # -- how

    def _advance(self, move: Move, dice: tuple[Any, ...]) -> None:
        state = self._line[self._live].state
        self._line[self._live + 1 :] = [Step(apply(state, move), move, dice)]
        self._live = self._at = self._live + 1
        self.version += 1

    def save(self) -> dict[str, Any]:
        """All of the session as it is now, to ``restore`` if what follows goes wrong."""
        return {**self.__dict__, "_line": list(self._line), "notes": list(self.notes)}

    def restore(self, saved: dict[str, Any]) -> None:
        """The session as it was saved; the version goes on, so that what was meant for another is late."""
        version = self.version
        self.__dict__.update(saved)
        self.version = version + 1


def _mode(mode: str) -> str:
    if mode not in MODES:
        raise ValueError(f"mode: expected one of {', '.join(MODES)}, got {shown(mode)}")
    return mode


def _seed(seed: int | None) -> int:
    return fresh_seed() if seed is None else expect_seed(seed)
