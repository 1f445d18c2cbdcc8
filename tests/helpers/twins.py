"""Games that one viewer cannot tell apart: the material of every leak test.

``twin(game, viewer, rng)`` takes a game as far as it was played and makes another one of it that differs,
as far as it can, in everything that the viewer (a seat, or None for a spectator) cannot know:

* the cards in the hands of others, face down at the sites (put there by others) and in the draw pile
  change places with each other and with those put aside; at a site only a resource can lie (R6);
* the roles of others are drawn anew, one of each role at least (R2), unless the game has ended;
* which card of equal looks, that is which index, another seat took from its hand is changed.

Both are games that can really happen, played by ``apply`` move by move. So a leak test is::

    one = random_game(Rules(players=4), seed=7, steps=30)
    other = twin(one, viewer, random.Random(1))
    for a, b in zip(one.states, other.states, strict=True):
        assert what_the_viewer_gets(a) == what_the_viewer_gets(b)

``twin_position(state, viewer, rng)`` does the same to a single state, for example one from
``parse_position``. A test that compares twins should also see that they differ (``one.start !=
other.start``): where nothing is hidden, a twin may be equal.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from plombox_widget.game.cards import Card, Role
from plombox_widget.game.engine import apply, hold, legal_moves, new_game
from plombox_widget.game.rules import BASIC_DECKS, Rules
from plombox_widget.game.state import Move, SeenCard, State


@dataclass(frozen=True)
class Game:
    """A game as far as it was played."""

    start: State
    actions: tuple[Move, ...] = ()

    @cached_property
    def states(self) -> list[State]:
        """Every state, from the start to the last one: one more than there are actions."""
        states = [self.start]
        for move in self.actions:
            states.append(apply(states[-1], move))
        return states

    @property
    def end(self) -> State:
        return self.states[-1]


def random_game(rules: Rules, seed: int, steps: int | None = None, start: State | None = None) -> Game:
    """A game of uniformly random moves from a new deal, or from ``start``; ``steps`` plays at most."""
    rng = random.Random(f"random game {seed}")
    state = first = new_game(rules, rng) if start is None else start
    actions: list[Move] = []
    while state.outcome is None and (steps is None or len(actions) < steps):
        actions.append(rng.choice(legal_moves(state)))
        state = apply(state, actions[-1])
    return Game(first, tuple(actions))


def twin_position(state: State, viewer: int | None, rng: random.Random) -> State:
    """A state that ``viewer`` cannot tell from this one."""
    return twin(Game(state), viewer, rng).start


def twin(game: Game, viewer: int | None, rng: random.Random) -> Game:
    """A game that ``viewer`` cannot tell from this one, from its start to its last state."""
    hidden = _Hidden(game, viewer)
    cards = hidden.pool(rng)
    deck = list(game.start.deck)
    sites = [list(site) for site in game.start.sites]
    for place in hidden.lying:
        card = next(card for card in cards if card.is_resource)
        cards.remove(card)
        hidden.put(place, card, deck, sites)
    for index in hidden.loose:
        deck[index] = cards.pop()
    actions = list(game.actions)
    for seat in range(game.start.rules.players):
        if seat != viewer:
            _swap_indices(game, seat, deck, actions, rng)
    return Game(
        _rebuilt(game.start, viewer, deck, sites, _other_roles(game.end, viewer, rng)), tuple(actions)
    )


Place = int | tuple[int, int]
"""A card by its index in the deck, or one that lay at a site at the start: (seat, place in the row)."""


class _Hidden:
    """Where the cards are that ``viewer`` never gets to see."""

    def __init__(self, game: Game, viewer: int | None) -> None:
        start = game.start
        self.game = game
        self.known = {held.card_index for state in game.states if viewer is not None
                      for held in state.hands[viewer]}  # fmt: skip
        rows: list[list[Place]] = [
            [(target, at) for at, seen in enumerate(site) if seen.card is None and seen.seat != viewer]
            for target, site in enumerate(start.table)
        ]
        for state, move in zip(game.states, game.actions, strict=False):
            if state.deck[move.card].is_resource:
                rows[move.target] += [move.card] * (move.seat != viewer)
            else:
                self.known.add(move.card)
            if str(state.deck[move.card]) == "!":
                self.known |= {place for place in rows[move.target] if isinstance(place, int)}
                rows[move.target] = []
        if game.end.outcome is not None:
            self.known |= {place for row in rows for place in row if isinstance(place, int)}
            rows = []
        self.lying = [place for row in rows for place in row]
        in_play = {held.card_index for hand in start.hands for held in hand}
        in_play |= set(range(start.drawn, len(start.deck)))
        self.loose = sorted(in_play - self.known - set(self.lying))

    def pool(self, rng: random.Random) -> list[Card]:
        """The hidden cards and those put aside, shuffled."""
        start = self.game.start
        aside = Counter({Card.parse(code): BASIC_DECKS * n for code, n in start.rules.deck.items()})
        aside.subtract(start.deck)
        cards = [self._card(place) for place in (*self.lying, *self.loose)] + list((+aside).elements())
        rng.shuffle(cards)
        return cards

    def _card(self, place: Place) -> Card:
        if isinstance(place, int):
            return self.game.start.deck[place]
        return self.game.start.sites[place[0]][place[1]]

    def put(self, place: Place, card: Card, deck: list[Card], sites: list[list[Card]]) -> None:
        if isinstance(place, int):
            deck[place] = card
        else:
            sites[place[0]][place[1]] = card


def _swap_indices(game: Game, seat: int, deck: list[Card], actions: list[Move], rng: random.Random) -> None:
    """Let ``seat`` have held some cards of its hand the other way round when it played one of them."""
    renamed = {held.card_index: held.card_index for state in game.states for held in state.hands[seat]}
    for state, move in zip(game.states, game.actions, strict=False):
        if move.seat == seat and rng.random() < 0.5:
            one, other = move.card, rng.choice(state.hands[seat]).card_index
            renamed[one], renamed[other] = renamed[other], renamed[one]
    cards = {new: deck[old] for old, new in renamed.items()}
    for index, card in cards.items():
        deck[index] = card
    for at, move in enumerate(actions):
        if move.seat == seat:
            actions[at] = move._replace(card=renamed[move.card])


def _other_roles(end: State, viewer: int | None, rng: random.Random) -> tuple[Role, ...]:
    if end.outcome is not None:
        return end.roles
    while True:
        roles = [rng.choice(list(Role)) for _ in end.roles]
        if viewer is not None:
            roles[viewer] = end.roles[viewer]
        if set(roles) == set(Role):
            return tuple(roles)


def _rebuilt(
    state: State, viewer: int | None, deck: list[Card], sites: list[list[Card]], roles: tuple[Role, ...]
) -> State:
    players = range(state.rules.players)
    return state._replace(
        deck=tuple(deck),
        roles=roles,
        hands=tuple(
            hold(seat, [held.card_index for held in state.hands[seat]], deck, len(players))
            for seat in players
        ),
        sites=tuple(map(tuple, sites)),
        own=tuple(tuple(_own(state, seat, sites)) for seat in players),
    )


def _own(state: State, seat: int, sites: list[list[Card]]) -> Iterator[tuple[Card, int]]:
    """What ``seat`` played, with the cards that it has face down at the sites as they are there now."""
    down = [_down(state.table[target], seat, site) for target, site in enumerate(sites)]
    yield from reversed(tuple(_backwards(state.own[seat], down)))


def _backwards(own: Iterable[tuple[Card, int]], down: list[list[Card]]) -> Iterator[tuple[Card, int]]:
    for card, target in reversed(tuple(own)):
        yield (down[target].pop() if card.is_resource and down[target] else card), target


def _down(seen: Iterable[SeenCard], seat: int, site: list[Card]) -> list[Card]:
    return [card for card, entry in zip(site, seen, strict=True) if entry.card is None and entry.seat == seat]
