"""Worlds that fit what a seat knows, filled in card by card: compiled when numba is there.

What one seat played face down it chose by what it knew itself, so a world is made by going through the
public history once more: at each play onto a site, a card is drawn from those that are left, each in
proportion to how many are left and to how often a seat of that role and style plays a card that looks to it
like this one. How a card looks to a seat is what the greedy policy of ``kernel`` would give it there, and
whether it would give more elsewhere. Cards that stay in a hand are drawn in the same way, by what they would
be worth.

Words, columns and streams of random numbers are those of ``kernel``.
"""

import numpy as np

from plombox_widget.simulation.jit import inline, jit
from plombox_widget.simulation.kernel import (
    DOWN,
    GOLDEN,
    INCRIMINATION,
    LEAST,
    POSITIVE,
    ROLE,
    UP,
    Array,
    Int,
    U,
    below,
    join,
    know,
    mix,
    score_resource,
    score_special,
)

PUT, GUESS, TURN_UP = range(3)
"""What a step of the history did: a known card face down onto a site, one that is not known, or all cards of
the site face up. Columns of ``steps``: what, seat, site, and the kind or the word that is face up then."""
WORTHS, GAPS = 40, 4
"""Classes of a card at a site: ``WORTHS`` of what it is worth there, ``GAPS`` of how much more it is worth
elsewhere."""
HELD = 56
"""Classes of a card that stays in a hand: ``WORTHS`` of what a resource is worth, then positive, negative,
and an incrimination in steps."""
PLUS, MINUS, BANG, BANGS = 40, 41, 42, 14


@inline
def gap_class(gap: Int) -> Int:
    """0 for the best site of all, 1 for 1 point less, 2 for up to 4, 3 for more."""
    return (gap > 0) + (gap > 1) + (gap > 4)


@inline
def held_class(card: Int, best: Int) -> Int:
    """The class of a card that would be worth ``best`` points at its best site."""
    bang = BANG + min(max((best + 12) // 4, 0), BANGS - 1)
    token = PLUS if card == POSITIVE else MINUS
    special = bang if card == INCRIMINATION else token
    return special if card <= INCRIMINATION else min(max(best, 0), WORTHS - 1)


@inline
def best_score(
    players: Int, tastes: Array, role: Int, card: Int, face: Int, scratch: Array, turn: Int
) -> Int:
    """What a card is worth to the acting seat at its best site."""
    best = LEAST
    for site in range(players):
        if face > 0:
            score = score_resource(tastes, role, face, scratch, U(site))
        else:
            score = score_special(tastes, role, card, scratch, U(site), site == turn)
        best = max(best, score)
    return best


@inline
def weigh_put(
    players: Int, faces: Array, tastes: Array, role: Int, weights: Array, left: Array, scratch: Array,
    site: Int, sums: Array,
) -> Int:  # fmt: skip
    """Into ``sums``, kind by kind, the weights of the resources that are left, added up; all of them."""
    total = 0
    for kind in range(len(left)):
        if left[kind] > 0 and faces[kind] > 0:
            here = score_resource(tastes, role, faces[kind], scratch, U(site))
            best = here
            for other in range(players):
                best = max(best, score_resource(tastes, role, faces[kind], scratch, U(other)))
            at = min(max(here, 0), WORTHS - 1) * GAPS + gap_class(best - here)
            total += left[kind] * weights[at]
        sums[kind] = total
    return total


@inline
def weigh_hand(
    players: Int, faces: Array, tastes: Array, role: Int, weights: Array, left: Array, scratch: Array,
    seat: Int, each: Array,
) -> None:  # fmt: skip
    """Into ``each``, kind by kind, the weight of a card that stays in the hand of ``seat``."""
    for kind in range(len(left)):
        if left[kind] > 0:
            best = best_score(players, tastes, role, kind, faces[kind], scratch, seat)
            each[kind] = weights[held_class(kind, best)]


@inline
def take(left: Array, sums: Array, point: Int) -> Int:
    """The kind that ``point`` falls on, and one fewer of it."""
    kind = 0
    while sums[kind] <= point:
        kind += 1
    left[kind] -= 1
    return kind


@inline
def begin(
    players: Int, row: Int, roles: Array, style_odds: Array, stream: Int, seats: Array, own: Array,
    styles: Array,
) -> None:  # fmt: skip
    """An empty table with the roles of ``row``, and a style for each seat; takes a number per seat."""
    for seat in range(players):
        role = roles[row, seat]
        seats[seat, ROLE], seats[seat, UP], seats[seat, DOWN] = role, 0, 0
        point, style = np.int64(mix(stream + GOLDEN * U(seat + 1)) >> U(48)), 0
        while style < style_odds.shape[2] - 1 and style_odds[seat, role, style] <= point:
            style += 1
        styles[seat] = style
        for site in range(players):
            own[seat, site] = 0


@inline
def turn_up(players: Int, seats: Array, own: Array, site: Int, word: Int) -> None:
    """All cards of a site face up, or discarded (R9): ``word`` is what lies there then."""
    seats[site, UP], seats[site, DOWN] = word, 0
    for seat in range(players):
        own[seat, site] = 0


@inline
def deal_kept(left: Array, sums: Array, each: Array, count: Int, stream: Int, used: Int, hand: Array) -> Int:
    """``count`` cards into the first slots of a hand, by number left times weight; numbers used so far."""
    for slot in range(count):
        total = 0
        for kind in range(len(left)):
            total += left[kind] * each[kind]
            sums[kind] = total
        used += 1
        hand[slot] = take(left, sums, below(mix(stream + GOLDEN * U(used)) >> U(32), total))
    return used


@inline
def spread(left: Array, rest: Array) -> Int:
    """The cards that are left, one by one, into ``rest``; how many they are."""
    loose = 0
    for kind in range(len(left)):
        for _ in range(left[kind]):
            rest[loose] = kind
            loose += 1
    return loose


@inline
def draw_rest(rest: Array, loose: Int, drawn: Int, number: Int) -> Int:
    """One of the loose cards from ``drawn`` on, by chance; that at ``drawn`` takes its place."""
    at = drawn + below(number >> U(32), loose - drawn)
    card = rest[at]
    rest[at] = rest[drawn]
    return card


@jit
def fill_worlds(
    rules: Array, faces: Array, tastes: Array, seed: Int, steps: Array, put_weights: Array,
    held_weights: Array, style_odds: Array, unseen: Array, viewer: Int, fresh: Array, seats: Array,
    own: Array, scratch: Array, kinds: Array, styles: Array, rest: Array, roles: Array, hands: Array,
    held: Array, pile: Array, piled: Int, up: Array, down: Array,
) -> None:  # fmt: skip
    """Each row of ``hands``, ``pile``, ``up`` and ``down`` filled in, for the roles that it has.

    ``style_odds`` (seats, roles, styles): the odds of each style, added up, out of 2¹⁶. ``fresh`` (seats,):
    how many cards of a hand nothing is known of. Weights (styles, roles, classes) are whole numbers from 1 to
    2¹⁸. ``kinds`` (3, kinds), ``styles`` (seats,) and ``rest`` (unseen cards,) are to work in.
    """
    players, base = rules[0], mix(seed)
    left, sums, each = kinds[0], kinds[1], kinds[2]
    for row in range(len(roles)):
        stream, used = mix(base + GOLDEN * U(row + 1)), players
        left[:] = unseen
        begin(players, row, roles, style_odds, stream, seats, own, styles)
        for step in range(len(steps)):
            what, seat, site, kind = steps[step, 0], steps[step, 1], steps[step, 2], steps[step, 3]
            if what == TURN_UP:
                turn_up(players, seats, own, site, kind)
                continue
            if what == GUESS:
                know(rules, tastes, seats, own, scratch, seat)
                role = seats[seat, ROLE]
                weights = put_weights[styles[seat], role]
                total = weigh_put(players, faces, tastes, role, weights, left, scratch, site, sums)
                used += 1
                kind = take(left, sums, below(mix(stream + GOLDEN * U(used)) >> U(32), total))
            own[seat, site] = join(own[seat, site], faces[kind])
            seats[site, DOWN] = join(seats[site, DOWN], faces[kind])
        for seat in range(players):
            kept = held[row, seat] - fresh[seat]
            if seat != viewer and kept > 0:
                know(rules, tastes, seats, own, scratch, seat)
                role = seats[seat, ROLE]
                weights = held_weights[styles[seat], role]
                weigh_hand(players, faces, tastes, role, weights, left, scratch, seat, each)
                used = deal_kept(left, sums, each, kept, stream, used, hands[row, seat])
        loose, drawn = spread(left, rest), 0
        for seat in range(players):
            if seat != viewer:
                for slot in range(held[row, seat] - fresh[seat], held[row, seat]):
                    number = mix(stream + GOLDEN * U(used + drawn + 1))
                    hands[row, seat, slot] = draw_rest(rest, loose, drawn, number)
                    drawn += 1
        for index in range(piled):
            pile[row, index] = draw_rest(rest, loose, drawn, mix(stream + GOLDEN * U(used + drawn + 1)))
            drawn += 1
        for site in range(players):
            up[row, site] = seats[site, UP]
            for seat in range(players):
                down[row, seat, site] = own[seat, site]
