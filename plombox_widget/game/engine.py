"""The rules in motion: a new game, the legal moves, a move applied. Reads like the rulings that it cites."""

# ruff: noqa: RUF005 -- here speed counts, and a sum of tuples takes half the time of unpacking them

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeVar

from plombox_widget.game.cards import Card, Kind, Role, shown
from plombox_widget.game.rules import (
    BASIC_DECKS,
    MOST_PLAYERS,
    ROLES,
    Rules,
    expect_rules,
    score_factions,
    score_site,
)
from plombox_widget.game.state import (
    HandCard,
    IllegalMove,
    Move,
    Outcome,
    Play,
    SeenCard,
    Sites,
    State,
    Table,
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
    order = list(items)
    left, number = len(order), rng.random
    for at in range(count):
        other = at + int(number() * left)
        order[at], order[other] = order[other], order[at]
        left -= 1
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
    return State(
        rules=rules,
        deck=tuple(deck),
        roles=tuple(roles),
        hands=tuple([hold(seat, range(seat, dealt, players), deck, players) for seat in range(players)]),
        hand_sizes=(rules.hand_size,) * players,
        sites=nothing,
        table=nothing,
        discard=(),
        drawn=dealt,
        turn=0,
        plays=1,
        extra=(0,) * players,
        lost=(0,) * players,
        incriminations=0,
        own=nothing,
        history=(),
        outcome=None,
    )


def hold(seat: int, indices: Iterable[int], deck: Sequence[Card], players: int) -> tuple[HandCard, ...]:
    """These cards of the deck in the hand of ``seat``."""
    return tuple([_held(players, seat, index, deck[index]) for index in indices])


def _held(players: int, seat: int, index: int, card: Card) -> HandCard:
    return _new(HandCard, (index, card, _aims(players, seat, index, card.kind is _NEGATIVE)))


@cache
def _aims(players: int, seat: int, index: int, others_only: bool) -> tuple[Move, ...]:
    """Where a seat may aim a card: at any seat, a negative one not at itself (R6 to R9)."""
    targets = [target for target in range(players) if target != seat or not others_only]
    return tuple([Move(seat, index, target) for target in targets])


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every card of the acting hand with every allowed target, by card, then target; none after the end."""
    if not isinstance(state, State):
        raise no_state(state)
    if state.outcome is not None:
        return ()
    moves: list[Move] = []
    for _, _, allowed in state.hands[state.turn]:
        moves += allowed
    return tuple(moves)


def apply(state: State, move: Move) -> State:
    """The state after a legal move, the old one untouched; ``IllegalMove`` otherwise."""
    if not isinstance(state, State):
        raise no_state(state)
    place = _place_in_hand(state, move)
    (rules, deck, roles, hands, sizes, sites, table, discard, drawn,
     turn, plays, extra, lost, incriminations, own, history, _) = state  # fmt: skip
    seat, _, target = move
    hand = hands[seat]
    card = hand[place].card
    hand = hand[:place] + hand[place + 1 :]
    own = _with(own, seat, own[seat] + ((card, target),))
    kind, plays = card.kind, plays - 1
    shown, revealed, cleared, drew, skipped, reason = _NOTHING

    if kind is _RESOURCE:  # R6
        sites = _with(sites, target, sites[target] + (card,))
        table = _with(table, target, table[target] + _BACKS[seat])
    else:
        shown, discard = card, discard + (card,)
        if kind is _NEGATIVE:  # R8
            lost = _with(lost, target, lost[target] + 1)
        elif kind is _INCRIMINATION:  # R9
            revealed, incriminations = sites[target], incriminations + 1
            sites, table, cleared = _incriminate(rules, sites, table, target)
            discard += revealed if cleared else ()
            reason = "incriminations" if incriminations >= rules.incriminations_to_end else None  # R10
        elif target == seat:  # R7
            plays += 2
        else:  # R7
            extra = _with(extra, target, extra[target] + 1)

    turn_over = not plays or (not hand and rules.draw == "turn")
    if reason is None and (turn_over or rules.draw == "card"):  # R5
        hand += (_held(len(roles), seat, drawn, deck[drawn]),)
        drew, drawn = 1, drawn + 1
        reason = "deck" if drawn == len(deck) else None  # R10
    if len(hand) != sizes[seat]:
        sizes = _with(sizes, seat, len(hand))
    outcome = None if reason is None else score_table(rules, roles, sites, reason)
    if outcome is not None:
        table = tuple(map(known, sites, table))
    elif turn_over:
        turn, plays, extra, lost, skipped = _pass_turn(seat, extra, lost)
    play = _new(Play, (seat, target, shown, revealed, cleared, drew, skipped))
    return _new(State, (
        rules, deck, roles, _with(hands, seat, hand), sizes, sites, table, discard, drawn,
        turn, plays, extra, lost, incriminations, own, history + (play,), outcome,
    ))  # fmt: skip


_NOTHING: tuple[Card | None, tuple[Card, ...], bool, int, tuple[int, ...], str | None]
_NOTHING = None, (), False, 0, (), None
"""What a play shows, reveals and clears, who draws, who is skipped and why it ends, unless it does."""
_BACKS = tuple((SeenCard(None, seat, False),) for seat in range(MOST_PLAYERS))


def _place_in_hand(state: State, move: Move) -> int:
    """Where in the hand the card of a legal move is; ``IllegalMove`` with the ruling and the facts."""
    try:
        seat, index, target = move
    except (TypeError, ValueError):
        raise IllegalMove(f"R5: a move is a seat, a card and a target, got {shown(move)}") from None
    if state.outcome is None and seat == state.turn and type(seat) is type(index) is type(target) is int:
        for place, (held, _, allowed) in enumerate(state.hands[seat]):
            if held == index and move in allowed:
                return place
    raise _illegal(state, Move(seat, index, target))


def _illegal(state: State, move: Move) -> IllegalMove:
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


def _incriminate(rules: Rules, sites: Sites, table: Table, target: int) -> tuple[Sites, Table, bool]:
    """Sites and table when all of one site is turned face up, and whether it was discarded (R9)."""
    if sum([card.contamination for card in sites[target]]) > rules.contamination_over:
        return _with(sites, target, ()), _with(table, target, ()), True
    up = tuple(
        [SeenCard(card, back.seat, True) for card, back in zip(sites[target], table[target], strict=True)]
    )
    return sites, _with(table, target, up), False


def known(cards: Sequence[Card], seen: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """A site with every card of it known, as all see it at the end of the game."""
    return tuple([_new(SeenCard, (card, seat, up)) for card, (_, seat, up) in zip(cards, seen, strict=True)])


def _pass_turn(
    seat: int, extra: tuple[int, ...], lost: tuple[int, ...]
) -> tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Next acting seat, its plays, extra, lost, and who was skipped on the way (R7, R8)."""
    skipped: tuple[int, ...] = ()
    seat = (seat + 1) % len(lost)
    while lost[seat]:
        lost = _with(lost, seat, lost[seat] - 1)
        skipped = (*skipped, seat)
        seat = (seat + 1) % len(lost)
    if extra[seat]:
        return seat, 1 + extra[seat], _with(extra, seat, 0), lost, skipped
    return seat, 1, extra, lost, skipped


def score_table(rules: Rules, roles: Sequence[Role], sites: Sites, reason: str) -> Outcome:
    """Every site and every faction counted at the end (R11, R12)."""
    scores = tuple([score_site(site, rules) for site in sites])
    winners = tuple([faction.role for faction in score_factions(scores, roles, rules) if faction.wins])
    return Outcome(reason, winners, scores)
