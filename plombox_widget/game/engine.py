"""The rules in motion: a new game, the legal moves, a move applied. Reads like the rulings that it cites."""

# ruff: noqa: RUF005 -- here speed counts, and a sum of tuples takes half the time of unpacking them

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from plombox_widget.game.cards import Card, Kind, Role, shown
from plombox_widget.game.rules import (
    BASIC_DECKS,
    MOST_PLAYERS,
    ROLES,
    Rules,
    count_site,
    expect_rules,
    score_factions,
)
from plombox_widget.game.state import (
    HandCard,
    IllegalMove,
    Move,
    Outcome,
    Play,
    Seen,
    Sites,
    State,
    no_state,
)

T = TypeVar("T")
_RESOURCE, _POSITIVE, _NEGATIVE, _INCRIMINATION = Kind
_new = tuple.__new__
"""Makes a named tuple from all its fields in order, in half the time of a call of its class."""


def new_game(rules: Rules, rng: random.Random) -> State:
    """A freshly dealt game (R2, R3, R4); the same generator state deals the same game everywhere.

    ``ValueError`` for rules that are no ``Rules``, or a generator that is none.
    """
    expect_rules(rules)
    if not isinstance(rng, random.Random):
        raise ValueError(f"rng: expected a random.Random, such as random.Random(7), got {shown(rng)}")
    return deal(rules, shuffled_deck(rules, rng), shuffled_roles(rules, rng))


def shuffled_deck(rules: Rules, rng: random.Random) -> tuple[Card, ...]:
    """Three basic decks shuffled, the top ``cards_in_use`` of them (R3)."""
    return shuffled(BASIC_DECKS * rules.basic_cards, rules.cards_in_use, rng)


def shuffled_roles(rules: Rules, rng: random.Random) -> tuple[Role, ...]:
    """One of each role, the rest drawn uniformly, shuffled over the seats (R2)."""
    drawn = [ROLES[int(rng.random() * len(ROLES))] for _ in range(rules.players - len(ROLES))]
    return shuffled((*ROLES, *drawn), rules.players, rng)


def shuffled(items: Sequence[T], count: int, rng: random.Random) -> tuple[T, ...]:
    """The first ``count`` of the shuffled items, after Fisher and Yates.

    Takes ``count`` numbers by ``rng.random()``: of all that a generator offers, its sequence alone is
    promised to stay the same in every Python to come.
    """
    order, number, left = list(items), rng.random, float(len(items))
    for at in range(count):
        other = at + int(number() * left)
        order[at], order[other] = order[other], order[at]
        left -= 1.0
    return tuple(order[:count])


def deal(rules: Rules, deck: Sequence[Card], roles: Sequence[Role]) -> State:
    """The first state of a game with this shuffled deck and these roles (R4).

    ``ValueError`` unless the deck has ``cards_in_use`` cards and there is a role for each seat.
    """
    players, dealt, nothing = rules.players, rules.hand_size * rules.players, ((),) * rules.players
    if len(deck) != rules.cards_in_use:
        raise ValueError(f"R3: the shuffled deck must have {rules.cards_in_use} cards, got {len(deck)}")
    if len(roles) != players:
        raise ValueError(f"R2: expected roles for {players} seats, got {len(roles)}")
    deck = tuple(deck)
    hands = tuple([hold(seat, range(seat, dealt, players), deck, players) for seat in range(players)])
    none = (0,) * players
    return _new(State, (
        rules, deck, tuple(roles), hands, nothing, dealt, 0, 1, none, none, 0, nothing,
        _empty(players, rules.hand_size), (), None,
    ))  # fmt: skip


@lru_cache
def _empty(players: int, hand_size: int) -> Seen:
    """The table of a new deal."""
    return Seen((hand_size,) * players, ((),) * players, ())


def hold(seat: int, indices: Iterable[int], deck: Sequence[Card], players: int) -> tuple[HandCard, ...]:
    """These cards of the deck in the hand of ``seat``."""
    aims = _AIMS[players][seat]
    return tuple([_new(HandCard, (i, deck[i], aims[deck[i].kind is _NEGATIVE][i])) for i in indices])


class _Aims(dict[int, tuple[Move, ...]]):
    """Index of a card → the moves of a seat that play it at one of these targets; made when first needed."""

    def __init__(self, seat: int, targets: Sequence[int]) -> None:
        self._seat, self._targets = seat, targets

    def __missing__(self, index: int) -> tuple[Move, ...]:
        moves = self[index] = tuple([Move(self._seat, index, target) for target in self._targets])
        return moves


def _aims(players: int, seat: int) -> tuple[_Aims, _Aims]:
    seats = range(players)
    return _Aims(seat, seats), _Aims(seat, [target for target in seats if target != seat])


_AIMS = tuple(
    [tuple([_aims(players, seat) for seat in range(players)]) for players in range(MOST_PLAYERS + 1)]
)
"""By seats at the table and seat: where it may aim any card, and where a negative one (R6 to R9)."""


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every card of the acting hand with every allowed target, by card, then target; none after the end."""
    if not isinstance(state, State):
        raise no_state(state)
    if state.outcome is not None:
        return ()
    return moves_of(state.hands[state.turn])


def moves_of(hand: Sequence[HandCard]) -> tuple[Move, ...]:
    """What the acting seat may do with the cards in its hand."""
    moves: tuple[Move, ...] = ()
    for held in hand:
        moves += held.moves
    return moves


def apply(state: State, move: Move) -> State:
    """The state after a legal move, the old one untouched; ``IllegalMove`` otherwise."""
    if not isinstance(state, State):
        raise no_state(state)
    (rules, deck, roles, hands, sites, drawn, turn, plays, extra, lost, incriminations,
     own, start, history, outcome) = state  # fmt: skip
    held = _held(turn, hands[turn], move) if outcome is None else None
    if held is None:
        raise _illegal(state, move)
    seat, _, target = move
    card, plays, hand = held.card, plays - 1, [*hands[seat]]
    hand.remove(held)

    shown, revealed, cleared, drew, skipped, reason = _NOTHING
    if card.kind is _RESOURCE:  # R6
        sites = _with(sites, target, sites[target] + (card,))
    else:
        shown = card
        sites, plays, extra, lost, revealed, cleared = _effect(
            rules, sites, plays, extra, lost, card, seat, target
        )
        if card.kind is _INCRIMINATION:
            incriminations += 1
            reason = "incriminations" if incriminations >= rules.incriminations_to_end else None  # R10

    turn_over = not plays or (not hand and rules.draw == "turn")
    if reason is None and (turn_over or rules.draw == "card"):  # R5
        fresh = deck[drawn]
        hand.append(_new(HandCard, (drawn, fresh, _AIMS[len(roles)][seat][fresh.kind is _NEGATIVE][drawn])))
        drew, drawn = 1, drawn + 1
        reason = "deck" if drawn == len(deck) else None  # R10
    if reason is not None:
        outcome = score_table(rules, roles, sites, reason)
    elif turn_over:
        turn, plays = (turn + 1) % len(roles), 1
        if lost[turn] or extra[turn]:
            turn, plays, extra, lost, skipped = _pass_turn(turn, extra, lost)

    now_hands, now_own = [*hands], [*own]
    now_hands[seat], now_own[seat] = tuple(hand), own[seat] + ((card, target),)
    play = _new(Play, (seat, target, shown, revealed, cleared, drew, skipped))
    return _new(State, (
        rules, deck, roles, tuple(now_hands), sites, drawn, turn, plays, extra, lost, incriminations,
        tuple(now_own), start, history + (play,), outcome,
    ))  # fmt: skip


_NOTHING: tuple[Card | None, tuple[Card, ...], bool, int, tuple[int, ...], str | None]
_NOTHING = None, (), False, 0, (), None
"""What a play shows, reveals and clears, who draws, who is skipped and why it ends, unless it does."""
_Effect = tuple[Sites, int, tuple[int, ...], tuple[int, ...], tuple[Card, ...], bool]


def _effect(
    rules: Rules, sites: Sites, plays: int, extra: tuple[int, ...], lost: tuple[int, ...],
    card: Card, seat: int, target: int,
) -> _Effect:  # fmt: skip
    """What any card but a resource does: sites, plays left, extra, lost, the cards that it turned up, and
    whether they were discarded."""
    if card.kind is _NEGATIVE:  # R8
        return sites, plays, extra, _with(lost, target, lost[target] + 1), (), False
    if card.kind is _POSITIVE:  # R7
        if target == seat:
            return sites, plays + 2, extra, lost, (), False
        return sites, plays, _with(extra, target, extra[target] + 1), lost, (), False
    revealed = sites[target]  # R9
    cleared = sum([card.contamination for card in revealed]) > rules.contamination_over
    return _with(sites, target, ()) if cleared else sites, plays, extra, lost, revealed, cleared


def _held(turn: int, hand: Iterable[HandCard], move: Move) -> HandCard | None:
    """The card of a legal move of the acting seat; None if the move is not legal."""
    try:
        seat, index, target = move
    except (TypeError, ValueError):
        return None
    if seat == turn and type(seat) is type(index) is type(target) is int:
        for held in hand:
            if held.card_index == index:
                return held if move in held.moves else None
    return None


def _illegal(state: State, move: Move) -> IllegalMove:
    try:
        move = Move(*move)
    except (TypeError, ValueError):
        return IllegalMove(f"R5: a move is a seat, a card and a target, got {shown(move)}")
    seat, card, target = move
    players = state.rules.players
    for name, value in move._asdict().items():
        if type(value) is not int or not 0 <= value < len(state.deck):
            return IllegalMove(f"R5: {name} of a move must be 0 to {len(state.deck) - 1}, got {shown(value)}")
    if state.outcome is not None:
        return IllegalMove(f"R10: move {move} comes after the end of the game ({state.outcome.reason})")
    if seat != state.turn:
        return IllegalMove(f"R5: move {move} is by seat {seat}, but seat {state.turn} acts")
    if target >= players:
        return IllegalMove(f"R1: move {move} aims at seat {target}; seats are 0 to {players - 1}")
    if all(held.card_index != card for held in state.hands[seat]):
        return IllegalMove(f"R5: move {move} plays card {card}, which seat {seat} does not hold")
    return IllegalMove(f"R8: move {move} plays a negative card on its own seat")


def _with(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def _pass_turn(
    seat: int, extra: tuple[int, ...], lost: tuple[int, ...]
) -> tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Who acts when it is the turn of ``seat``, its plays, extra, lost, and who is skipped (R7, R8)."""
    skipped: tuple[int, ...] = ()
    while lost[seat]:
        lost, skipped = _with(lost, seat, lost[seat] - 1), skipped + (seat,)
        seat = (seat + 1) % len(lost)
    return seat, 1 + extra[seat], _with(extra, seat, 0), lost, skipped


def score_table(rules: Rules, roles: Sequence[Role], sites: Sites, reason: str) -> Outcome:
    """Every site and every faction counted at the end (R11, R12)."""
    scores = tuple([count_site(site, rules) for site in sites])
    winners = tuple([faction.role for faction in score_factions(scores, roles, rules) if faction.wins])
    return Outcome(reason, winners, scores)
