"""How each role tends to play: a small stated model, with numbers fitted on games of bots.

A play is taken apart into three choices, each with a table per role:

1. the kind of card, given the moment (how near the end is, whether the turn has plays to spare);
2. the target, given the kind: every seat that may be aimed at has a class (own site or another's, how full,
   face-up cards on it or not), and is chosen in proportion to the weight of its class;
3. the face of a resource card, given whether it went to the player's own site: in proportion to the deck
   times the weight of its class (industry, contamination). It counts when the card is turned up (R9); while
   it is face down, it says nothing.

Bots differ, so there are a few styles with tables of their own; a seat keeps one style for the whole game.
Only the public history is read: what the viewer holds says nothing about another's habits.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from plombox_widget.bots import habits_fitted
from plombox_widget.game.cards import Card, Deck, Kind
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import Play

KINDS = tuple(Kind)
Triple = tuple[float, float, float]

MOMENTS = 6
"""Classes of moment: 2 × (early, late, last incrimination next) + (plays to spare)."""
TARGETS = 16
"""Classes of target: 8 × own + 2 × fullness (0, 1–2, 3–5, 6 and more) + any card face up."""
FACES = 24
"""Classes of a resource: 12 × own site + 3 × industry (0 to 3, or more) + contamination (0 to 2, or more)."""


class Step(NamedTuple):
    """One play of the public history, in classes."""

    seat: int
    target: int
    kind: int
    """Index in ``KINDS``."""
    moment: int
    targets: tuple[int, ...]
    """By seat: the class of each target, −1 where this kind may not be aimed (R8)."""


class Turned(NamedTuple):
    """A card that an incrimination turned up for the first time (R9)."""

    number: int
    """The play that turned it up."""
    seat: int
    """The seat that had played it."""
    card: Card
    own: bool
    """Whether it lay on the site of the seat that played it."""


class _Placed(NamedTuple):
    seat: int
    face_up: bool


class PublicTable:
    """What everyone sees of the table, kept up play by play: enough to put each play into its classes."""

    def __init__(self, rules: Rules, pile: int, left: int) -> None:
        self.players = rules.players
        self.sites: list[list[_Placed]] = [[] for _ in range(rules.players)]
        self.pile, self.left = pile, left
        self.half = (rules.cards_in_use - rules.hand_size * rules.players) // 2
        self.last: Play | None = None

    @property
    def early(self) -> bool:
        """Whether the end is still far, by the draw pile and by the incriminations (R10)."""
        return self.pile >= self.half and 2 * self.left > self.players

    def classes(self, seat: int, kind: int) -> tuple[int, tuple[int, ...]]:
        """The class of the moment, and of each target, for a play of this kind by ``seat`` now."""
        again = self.last is not None and self.last.seat == seat and not self.last.skipped
        phase = 2 if self.left == 1 else 0 if self.early else 1
        targets = [_target_class(site, other == seat) for other, site in enumerate(self.sites)]
        if kind == _NEGATIVE:
            targets[seat] = -1
        return 2 * phase + again, tuple(targets)

    def follow(self, play: Play) -> list[tuple[int, Card, bool]]:
        """After ``play``; returns what it turned up: the seat that had played it, card, own site."""
        turned = []
        site = self.sites[play.target]
        if play.card is None:
            site.append(_Placed(play.seat, False))
        elif play.card.kind is Kind.INCRIMINATION:
            self.left -= 1
            before = [_NOBODY] * (len(play.revealed) - len(site))
            for placed, card in zip([*before, *site], play.revealed, strict=True):
                if not placed.face_up:
                    turned.append((placed.seat, card, placed.seat == play.target))
            kept = [] if play.cleared else [*before, *site]
            self.sites[play.target] = [placed._replace(face_up=True) for placed in kept]
        self.pile -= play.drew
        self.last = play
        return turned


def read_history(observation: Observation) -> tuple[list[Step], list[Turned], PublicTable]:
    """The public plays in classes, the cards that were turned up with who played them, the table after all.

    Where a position begins in the middle of a game, what lay on the sites before is nobody's.
    """
    history = observation.history
    pile = observation.pile + sum([play.drew for play in history])
    accused = sum([play.card is not None and play.card.kind is Kind.INCRIMINATION for play in history])
    left = observation.rules.incriminations_to_end - observation.incriminations + accused
    table = PublicTable(observation.rules, pile, left)
    steps: list[Step] = []
    turned: list[Turned] = []
    for number, play in enumerate(history):
        kind = 0 if play.card is None else KINDS.index(play.card.kind)
        moment, targets = table.classes(play.seat, kind)
        steps.append(Step(play.seat, play.target, kind, moment, targets))
        turned += [Turned(number, *seen) for seen in table.follow(play)]
    return steps, turned, table


_NEGATIVE = KINDS.index(Kind.NEGATIVE)
_NOBODY = _Placed(-1, True)
_FULLNESS = (0, 1, 1, 2, 2, 2, 3)


def _target_class(site: Sequence[_Placed], own: bool) -> int:
    shown = bool(site) and site[0].face_up
    return 8 * own + 2 * _FULLNESS[min(len(site), 6)] + shown


def face_class(card: Card, own: bool) -> int:
    """The class of a resource card (see ``FACES``) on the player's own site or another's."""
    return 12 * own + 3 * min(card.industry, 3) + min(card.contamination, 2)


class Habits:
    """The three tables, each with one row per role in the order citizen, corporate, ngo.

    ``kinds[role][moment][kind]`` are chances; ``targets[role][kind][class]`` and ``faces[role][class]``
    are positive weights of any scale.
    """

    def __init__(
        self,
        kinds: Sequence[Sequence[Sequence[float]]],
        targets: Sequence[Sequence[Sequence[float]]],
        faces: Sequence[Sequence[float]],
    ) -> None:
        self.kinds, self.targets, self.faces = kinds, targets, faces

    def step_likely(self, step: Step) -> Triple:
        """The chance that each role makes this play, up to a factor that is the same for all habits."""
        kind, aimed = step.kind, step.targets[step.target]
        likely = []
        for role in range(3):
            weights = self.targets[role][kind]
            total = sum([weights[target] for target in step.targets if target >= 0])
            likely.append(self.kinds[role][step.moment][kind] * weights[aimed] / total)
        return likely[0], likely[1], likely[2]

    def card_likely(self, turned: Turned, rules: Rules) -> Triple:
        """The chance that each role had put such a card there, given that it put a resource there."""
        return self._face_likely(face_class(turned.card, turned.own), turned.own, rules.deck)

    @lru_cache(maxsize=4096)  # noqa: B019 - one table of habits lives as long as the program
    def _face_likely(self, face: int, own: bool, deck: Deck) -> Triple:
        counts = [(face_class(card, own), copies) for card, copies in _resources(deck)]
        likely = []
        for role in range(3):
            weights = self.faces[role]
            likely.append(weights[face] / sum([copies * weights[other] for other, copies in counts]))
        return likely[0], likely[1], likely[2]


class Style(NamedTuple):
    """One way to play that a seat may have, whatever its role."""

    share: float
    """How many seats are taken to have it before they play; all shares add up to 1."""
    habits: Habits


@lru_cache(maxsize=64)
def _resources(deck: Deck) -> tuple[tuple[Card, int], ...]:
    cards = ((Card.parse(code), copies) for code, copies in deck.items())
    return tuple((card, copies) for card, copies in cards if card.is_resource)


STYLES = tuple(
    Style(share, Habits(kinds, targets, faces))
    for share, kinds, targets, faces in zip(
        habits_fitted.SHARES, habits_fitted.KINDS, habits_fitted.TARGETS, habits_fitted.FACES, strict=True
    )
)
"""The styles of our own bots, as fitted. Which of them a seat has, its plays tell along with its role."""


class StyleMix(NamedTuple):
    """One kind of table."""

    share: float
    """How many tables are taken to be of this kind."""
    styles: tuple[float, ...]
    """How many of its seats have each style of ``STYLES``."""


TABLES = (StyleMix(0.5, (1.0,) + (0.0,) * (len(STYLES) - 1)), StyleMix(0.5, habits_fitted.SHARES))
"""All seats alike, as a table of one bot is, or each seat with a style of its own."""


def mean_faces(styles: Sequence[Style] = STYLES) -> tuple[tuple[float, ...], ...]:
    """[role][class]: the weight of a face, over the styles; see ``FACES``."""
    return tuple(
        tuple(
            sum([style.share * style.habits.faces[role][face] for style in styles]) for face in range(FACES)
        )
        for role in range(3)
    )


FACE_WEIGHTS = mean_faces()
