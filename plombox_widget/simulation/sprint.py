"""Random play alone, on the track where it is fastest: hands of up to five cards, a draw after each card.

The same games as ``kernel.run_batch`` plays with the random policy, number by number (a test holds them
together), in about half the time: a hand is one word of five times twelve bits instead of a row of an array,
and which legal move an index means is looked up by which slots hold negative cards.
"""

import numpy as np
from numpy.typing import NDArray

from plombox_widget.simulation.jit import jit
from plombox_widget.simulation.kernel import (
    BY_DECK,
    BY_INCRIMINATIONS,
    CONTAMINATION,
    CONTAMINATION_OVER,
    DOWN,
    DRAWN,
    EXTRA,
    GOING_ON,
    GOLDEN,
    INCRIMINATION,
    LOST,
    LOW,
    NEGATIVE,
    PLAYERS,
    POSITIVE,
    S32,
    STREAM_USED,
    WORDS,
    Array,
    Int,
    U,
    count_sites,
    deal,
    join,
    mix,
    pass_turn,
    refill,
)

MOST_CARDS = 5
"""Of a hand that fits a word."""
BITS = 12
"""Of a card in a hand: kinds up to 4,095."""
CARD, STEP, ONE = U((1 << BITS) - 1), U(BITS), U(1)
TARGET, SLOT = 7, 3
"""A move in the table: three bits of target, then the slot."""


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


@jit
def run_random(
    rules: Array, faces: Array, heap: Array, end: Int, size: Int, seed: Int, first: Int, table: Array,
    counts: Array, packed: Array, masks: Array, deck: Array, hands: Array, seats: Array, own: Array,
    game: Array, words: Array, roles: Array, winners: Array, reasons: Array, plays_made: Array,
    packages: Array, industry: Array, contamination: Array,
) -> None:  # fmt: skip
    """Whole games of random play from new deals, one per row of the results."""
    players, cover, base = rules[PLAYERS], rules[CONTAMINATION_OVER], mix(seed)
    cards, last = len(heap), U(BITS * (size - 1))
    for row in range(len(winners)):
        stream = mix(base + GOLDEN * U(first + row + 1))
        stream = deal(players, size, heap, deck, hands, seats, game, words, stream)
        for seat in range(players):
            hand, mask = U(0), 0
            for slot in range(size):
                card = hands[U(seat), U(slot)]
                hand |= U(card) << U(BITS * slot)
                mask |= (card == NEGATIVE) << slot
            packed[U(seat)], masks[U(seat)] = hand, mask
        drawn, used = game[DRAWN], game[STREAM_USED]
        turn, plays, incriminations, made, reason = 0, 1, 0, 0, GOING_ON
        while True:
            if used == WORDS:
                stream = refill(words, stream)
                used = 0
            word = words[U(used)]
            used += 1
            hand, mask = packed[U(turn)], masks[U(turn)]
            move: Int = np.int64(table[U(mask), ((word >> S32) * counts[U(mask)]) >> S32])
            slot = move >> SLOT
            shift = U(BITS * slot)
            kind = np.int64((hand >> shift) & CARD)
            aim = move & TARGET
            target = aim + ((kind == NEGATIVE) & (aim >= turn))
            made += 1

            total = join(seats[U(target), DOWN], faces[U(kind)])  # R6, R9
            closed = (kind == INCRIMINATION) & (total >> CONTAMINATION > cover)
            seats[U(target), DOWN] = 0 if closed else total
            plays += 2 * ((kind == POSITIVE) & (target == turn)) - 1  # R7
            seats[U(target), EXTRA] += (kind == POSITIVE) & (target != turn)
            seats[U(target), LOST] += kind == NEGATIVE  # R8
            incriminations += kind == INCRIMINATION
            if incriminations == players:  # R10
                reason = BY_INCRIMINATIONS
                break
            at = U(drawn) + (((word & LOW) * U(cards - drawn)) >> S32)
            fresh = deck[at]
            deck[at] = deck[U(drawn)]
            drawn += 1
            below = (ONE << shift) - ONE
            packed[U(turn)] = (hand & below) | ((hand >> STEP) & ~below) | (U(fresh) << last)
            under = (1 << slot) - 1
            masks[U(turn)] = (mask & under) | ((mask >> 1) & ~under) | ((fresh == NEGATIVE) << (size - 1))
            if drawn == end:  # R10
                reason = BY_DECK
                break
            if plays == 0:
                turn, plays = pass_turn(players, seats, turn)
        count_sites(
            rules, seats, reason, made, row,
            roles, winners, reasons, plays_made, packages, industry, contamination,
        )  # fmt: skip
