"""Play from given positions: each put onto the table, played on by ``kernel``, and taken back if wanted."""

from plombox_widget.simulation.jit import inline, jit
from plombox_widget.simulation.kernel import (
    DOWN,
    DRAWN,
    ENDLESS,
    EXTRA,
    FORCED,
    GOLDEN,
    HELD,
    INCRIMINATIONS,
    LOST,
    MADE,
    NEGATIVE,
    NEGATIVES,
    PILE_END,
    PLAYERS,
    PLAYS,
    POLICY,
    REASON,
    ROLE,
    STREAM_USED,
    TURN,
    UP,
    WORDS,
    Array,
    Int,
    U,
    count_sites,
    join,
    mix,
    play,
)


@inline
def load(
    players: Int, at: Int, deck: Array, hands: Array, seats: Array, own: Array, game: Array,
    roles: Array, hand: Array, held: Array, pile: Array, piled: Array, up: Array, down: Array,
    lost: Array, extra: Array, turn: Array, plays: Array, incriminations: Array,
) -> None:  # fmt: skip
    """Position ``at`` onto the table."""
    for seat in range(players):
        seats[seat, ROLE], seats[seat, UP], seats[seat, DOWN] = roles[at, seat], up[at, seat], 0
        seats[seat, LOST], seats[seat, EXTRA] = lost[at, seat], extra[at, seat]
        seats[seat, HELD], seats[seat, NEGATIVES] = held[at, seat], 0
        for slot in range(held[at, seat]):
            hands[seat, slot] = hand[at, seat, slot]
            seats[seat, NEGATIVES] += hand[at, seat, slot] == NEGATIVE
    for seat in range(players):
        for site in range(players):
            own[seat, site] = down[at, seat, site]
            seats[site, DOWN] = join(seats[site, DOWN], own[seat, site])
    for index in range(piled[at]):
        deck[index] = pile[at, index]
    game[TURN], game[PLAYS], game[DRAWN], game[PILE_END] = turn[at], plays[at], 0, piled[at]
    game[INCRIMINATIONS] = incriminations[at]


@inline
def store(
    players: Int, at: Int, deck: Array, hands: Array, seats: Array, own: Array, game: Array,
    hand: Array, held: Array, pile: Array, piled: Array, up: Array, down: Array,
    lost: Array, extra: Array, turn: Array, plays: Array, incriminations: Array,
) -> None:  # fmt: skip
    """The table back into position ``at``."""
    for seat in range(players):
        lost[at, seat], extra[at, seat] = seats[seat, LOST], seats[seat, EXTRA]
        held[at, seat], up[at, seat] = seats[seat, HELD], seats[seat, UP]
        for slot in range(held[at, seat]):
            hand[at, seat, slot] = hands[seat, slot]
        for site in range(players):
            down[at, seat, site] = own[seat, site]
    piled[at] = game[PILE_END] - game[DRAWN]
    for index in range(piled[at]):
        pile[at, index] = deck[game[DRAWN] + index]
    turn[at], plays[at], incriminations[at] = game[TURN], game[PLAYS], game[INCRIMINATIONS]


@jit
def run_positions(
    rules: Array, faces: Array, tastes: Array, seed: Int, first: Int, policies: Array, moves: Array,
    limit: Int, deck: Array, hands: Array, seats: Array, own: Array, game: Array, words: Array,
    scratch: Array, numbers: Array, roles_at: Array, hand: Array, held: Array, pile: Array, piled: Array,
    up: Array, down: Array, lost: Array, extra: Array, turn: Array, plays_at: Array, incriminations: Array,
    roles: Array, winners: Array, reasons: Array, plays: Array, packages: Array, industry: Array,
    contamination: Array,
) -> None:  # fmt: skip
    """Each position with each of the first moves, to the end or for ``limit`` plays; a row for each."""
    players, base, options = rules[PLAYERS], mix(seed), max(1, len(moves))
    for seat in range(players):
        seats[seat, POLICY] = policies[seat]
    for row in range(len(winners)):
        at, option = row // options, row % options
        load(
            players, at, deck, hands, seats, own, game,
            roles_at, hand, held, pile, piled, up, down, lost, extra, turn, plays_at, incriminations,
        )  # fmt: skip
        game[FORCED] = moves[option, 0] * players + moves[option, 1] if len(moves) else -1
        game[STREAM_USED] = WORDS
        play(
            rules, faces, tastes, deck, hands, seats, own, game, scratch, words,
            mix(base + GOLDEN * U(first + at + 1)), 0, numbers[at], ENDLESS if limit < 0 else limit,
        )  # fmt: skip
        count_sites(
            rules, seats, game[REASON], game[MADE], row,
            roles, winners, reasons, plays, packages, industry, contamination,
        )  # fmt: skip
        if limit >= 0:
            store(
                players, at, deck, hands, seats, own, game,
                hand, held, pile, piled, up, down, lost, extra, turn, plays_at, incriminations,
            )  # fmt: skip
