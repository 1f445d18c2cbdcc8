"""Random play alone, on the track where it is fastest: hands of up to five cards, a draw after each card.

The same games as ``kernel.run_batch`` plays with the random policy, number by number (a test holds them
together), in about half the time: a hand is one word of five times twelve bits instead of a row of an array,
the turns that a seat will lose and the plays that wait for it are one word, and which legal move an index
means is looked up by which slots hold negative cards.
"""

import numpy as np
from numpy.typing import NDArray

from plombox_widget.simulation.jit import inline, jit
from plombox_widget.simulation.kernel import (
    BY_DECK,
    BY_INCRIMINATIONS,
    CONTAMINATION,
    CONTAMINATION_OVER,
    DOWN,
    GOING_ON,
    GOLDEN,
    INCRIMINATION,
    LOW,
    NEGATIVE,
    PLAYERS,
    POSITIVE,
    S32,
    UP,
    WORDS,
    Array,
    Int,
    U,
    count_sites,
    deal_roles,
    join,
    mix,
    refill,
)

MOST_CARDS = 5
"""Of a hand that fits a word; dealt to eight seats, they take no more than the first ``WORDS`` numbers."""
BITS = 12
"""Of a card in a hand: kinds up to 4,095."""
CARD, STEP, ONE = U((1 << BITS) - 1), U(BITS), U(1)
TARGET, SLOT = 7, 3
"""A move in the table: three bits of target, then the slot."""
LOST_AT = 32
LOST = 1 << LOST_AT
"""Tokens of a seat: plays waiting, and from this bit on the turns that it will lose; one such turn."""


def move_table(players: int, size: int) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """(2^size, size · players) the legal moves of a hand with negative cards in the slots that the first
    index has bits for, as ``target | slot << SLOT``; and how many there are. Targets of a negative card are
    counted without the own seat (R8), to be skipped."""
    table = np.zeros((1 << size, size * players), np.uint8)
    counts = np.zeros(1 << size, np.uint64)
    for mask in range(1 << size):
        moves = [
            target | slot << SLOT for slot in range(size) for target in range(players - (mask >> slot & 1))
        ]
        table[mask, : len(moves)] = moves
        counts[mask] = len(moves)
    return table, counts


@inline
def deal_hands(
    players: Int, size: Int, heap: Array, deck: Array, packed: Array, masks: Array, words: Array
) -> Int:
    """Hands from a heap of all cards, as ``kernel.deal`` gives them; how many cards that takes."""
    cards = len(heap)
    for at in range(cards):
        deck[U(at)] = heap[U(at)]
    for seat in range(players):
        packed[U(seat)], masks[U(seat)] = U(0), 0
    drawn = 0
    for slot in range(size):
        for seat in range(players):
            number = words[U(1 + (drawn >> 1))] >> (S32 if drawn & 1 == 0 else U(0)) & LOW
            at = U(drawn) + (number * U(cards - drawn) >> S32)
            card = deck[at]
            deck[at] = deck[U(drawn)]
            packed[U(seat)] |= U(card) << U(BITS * slot)
            masks[U(seat)] |= (card == NEGATIVE) << slot
            drawn += 1
    return drawn


@inline
def exchange(packed: Array, masks: Array, size: Int, turn: Int, slot: Int, fresh: Int) -> None:
    """The card in ``slot`` leaves the hand, those after it move up, a new one comes last."""
    hand, mask = packed[U(turn)], masks[U(turn)]
    below = (ONE << U(BITS * slot)) - ONE
    packed[U(turn)] = (hand & below) | ((hand >> STEP) & ~below) | (U(fresh) << U(BITS * (size - 1)))
    under = (1 << slot) - 1
    masks[U(turn)] = (mask & under) | ((mask >> 1) & ~under) | ((fresh == NEGATIVE) << (size - 1))


@inline
def pass_turn(players: Int, tokens: Array, turn: Int) -> Int:
    """The next acting seat and its plays (R7, R8)."""
    turn = turn + 1 if turn + 1 < players else 0
    while tokens[U(turn)] >= LOST:
        tokens[U(turn)] -= LOST
        turn = turn + 1 if turn + 1 < players else 0
    plays = 1 + tokens[U(turn)]
    tokens[U(turn)] = 0
    return turn, plays


@inline
def play(
    players: Int, cover: Int, faces: Array, cards: Int, end: Int, size: Int, drawn: Int, used: Int,
    stream: Int, table: Array, counts: Array, packed: Array, masks: Array, tokens: Array, deck: Array,
    seats: Array, words: Array,
) -> Int:  # fmt: skip
    """Plays to the end of the game; why it ended, and how many cards were drawn."""
    turn, plays, incriminations = 0, 1, 0
    while True:
        if used == WORDS:
            stream = refill(words, stream)
            used = 0
        word = words[U(used)]
        used += 1
        mask = U(masks[U(turn)])
        move: Int = np.int64(table[mask, ((word >> S32) * counts[mask]) >> S32])
        slot, aim = move >> SLOT, move & TARGET
        kind = np.int64((packed[U(turn)] >> U(BITS * slot)) & CARD)
        target = aim + ((kind == NEGATIVE) & (aim >= turn))

        total = join(seats[U(target), DOWN], faces[U(kind)])  # R6, R9
        closed = (kind == INCRIMINATION) & (total >> CONTAMINATION > cover)
        seats[U(target), DOWN] = 0 if closed else total
        plays += 2 * ((kind == POSITIVE) & (target == turn)) - 1  # R7
        tokens[U(target)] += ((kind == POSITIVE) & (target != turn)) + ((kind == NEGATIVE) << LOST_AT)  # R8
        incriminations += kind == INCRIMINATION
        if incriminations == players:  # R10
            return BY_INCRIMINATIONS, drawn
        at = U(drawn) + (((word & LOW) * U(cards - drawn)) >> S32)
        fresh = deck[at]
        deck[at] = deck[U(drawn)]
        drawn += 1
        exchange(packed, masks, size, turn, slot, fresh)
        if drawn == end:  # R10
            return BY_DECK, drawn
        if plays == 0:
            turn, plays = pass_turn(players, tokens, turn)
    return GOING_ON, drawn


@jit
def run_random(
    rules: Array, faces: Array, heap: Array, end: Int, size: Int, seed: Int, first: Int, table: Array,
    counts: Array, packed: Array, masks: Array, tokens: Array, deck: Array, seats: Array, words: Array,
    roles: Array, winners: Array, reasons: Array, plays: Array, packages: Array, industry: Array,
    contamination: Array,
) -> None:  # fmt: skip
    """Whole games of random play from new deals, one per row of the results."""
    players, cover, base = rules[PLAYERS], rules[CONTAMINATION_OVER], mix(seed)
    for row in range(len(winners)):
        stream = refill(words, mix(base + GOLDEN * U(first + row + 1)))
        deal_roles(players, seats, words[0])
        dealt = deal_hands(players, size, heap, deck, packed, masks, words)
        for seat in range(players):
            seats[U(seat), UP], seats[U(seat), DOWN], tokens[U(seat)] = 0, 0, 0
        reason, drawn = play(
            players, cover, faces, len(heap), end, size, dealt, 1 + (dealt + 1 >> 1), stream,
            table, counts, packed, masks, tokens, deck, seats, words,
        )  # fmt: skip
        made = drawn - dealt + (reason == BY_INCRIMINATIONS)
        count_sites(
            rules, seats, reason, made, row,
            roles, winners, reasons, plays, packages, industry, contamination,
        )  # fmt: skip
