"""The rules once more, in whole numbers: one game after another, compiled when numba is there.

Written apart from ``game.engine`` and from the bots, so that comparing them means something. Everything
here is a scalar or a small array that the caller owns; nothing is allocated, and no Python object is
touched, so that threads can run it side by side.

Cards are numbers: 0 positive, 1 negative, 2 incrimination, 3 and up the resources. What lies at a site is
one word: bits 0–3 the packages present, 8–23 industry, 24–33 cards, 40–55 contamination; a resource has
such a word of its own (``faces``). One game is

* ``deck``, the draw pile in order, ``uint16``;
* ``hands[seat, slot]``, in the order drawn, ``uint16``;
* ``seats[seat, ROLE … POLICY]``, ``int64``;
* ``own[seat, site]``, the words of the face-down cards that a seat itself played, ``int64``;
* ``game[TURN … USED]``, ``int64``;
* ``words``, random 64-bit words, filled again when all are used.

An index that chance decides is made unsigned by ``U``: the compiler need not ask whether it counts from the
end. Where a branch would follow chance, arithmetic stands instead: guessed wrong, it costs ten plays.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plombox_widget.simulation.jit import inline, jit

Int = Any
"""A scalar: an int, or what an array of whole numbers holds."""
Array = NDArray[Any]

U = np.uint64
GOLDEN, FIRST, SECOND = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
S27, S30, S31, S32, LOW = U(27), U(30), U(31), U(32), U(0xFFFFFFFF)
WORDS = 32
"""Random words made at once."""

POSITIVE, NEGATIVE, INCRIMINATION = 0, 1, 2
ALL_PACKAGES, INDUSTRY, CARDS, CONTAMINATION = 15, 8, 24, 40
COUNT, SUM = 1023, 65535
"""Bits of a site's word: all work packages, where each count begins, and what of it counts."""

ROLE, LOST, EXTRA, HELD, NEGATIVES, UP, DOWN, POLICY = range(8)
"""Columns of ``seats``: role, turns to lose, plays waiting, cards in hand, negatives among them,
word of the face-up cards at its site, word of the face-down ones, policy."""
TURN, PLAYS, DRAWN, PILE_END, INCRIMINATIONS, MADE, REASON, FORCED, STREAM_USED = range(9)
"""Entries of ``game``: acting seat, plays left to it, next card of the deck, its end, incriminations
played, plays made, how it ended, a first play that is forced (slot · seats + target, or -1), and how many
of ``words`` are used."""
PLAYERS, DRAW_TURN, INDUSTRY_OVER, CONTAMINATION_OVER, MARGINS = range(5)
"""Entries of ``rules``; three margins follow, by role."""
BY_DECK, BY_INCRIMINATIONS, GOING_ON = range(3)
RANDOM, GREEDY = range(2)
ENDLESS = 1 << 40

BASE, NEW, FILLED, USEFUL, CROWD, SOILS, DUMP, HEAP, PLUS, MINUS, BANG, UNKNOWN, DIRTY = range(13)
"""Columns of ``TASTES``, for the greedy policy: points for any resource; for a new package, and for each that
is there already; for each point of useful industry; for each unknown card at a site where one of these is
given; off for each point of contamination; for a contaminated card where all is lost, and where some is;
for the special cards; for each unknown card at an incriminated site, and if it is known to be
contaminated."""
TASTES = np.array(
    (
        (4, 10, 1, 0, -1, 2, 0, 0, 30, 8, 0, -1, -10),
        (4, 0, 0, 5, -1, 2, 0, 0, 30, 16, 0, -1, -10),
        (2, 0, 0, 0, 0, 3, 7, 1, 30, 14, 5, 2, 30),
    ),
    np.int64,
)
"""(roles, tastes)."""
LEAST = -(1 << 40)
K_PACKAGES, K_NEED, K_NEW, K_USEFUL, K_DIRT, K_SOILS, K_BANG, BEST = range(8)
"""Rows of ``scratch``, a column for each site: packages present, industry needed, points for a new package,
for any useful industry, for any contamination, off for each point of it, for an incrimination; then come the
best moves so far, ``SEATS`` in a row."""
SEATS = 8
"""Columns of ``scratch``: the most seats of a game (R1)."""
BITS_OF_FOUR = 0x4332322132212110
"""How many of four bits are set, a hexadecimal digit for each pattern of them, the lowest first."""


@inline
def mix(word: Int) -> Int:
    """The output function of the splitmix64 generator: 64 bits → 64 bits, one to one."""
    word = (word ^ (word >> S30)) * FIRST
    word = (word ^ (word >> S27)) * SECOND
    return word ^ (word >> S31)


@inline
def refill(words: Array, stream: Int) -> Int:
    """New random words; the place in the stream after them."""
    for at in range(WORDS):
        words[U(at)] = mix(stream + GOLDEN * U(at + 1))
    return stream + GOLDEN * U(WORDS)


@inline
def below(number: Int, count: Int) -> Int:
    """A whole number below ``count`` from a 32-bit number, as ``bots.base.pick`` has it."""
    return np.int64((number * U(count)) >> S32)


@inline
def join(word: Int, other: Int) -> Int:
    """The word of two groups of cards together: packages are united, the counts are added up."""
    return word + other - (word & other & ALL_PACKAGES)


@inline
def pick_random(players: Int, turn: Int, held: Int, negatives: Int, hands: Array, number: Int) -> Int:
    """Slot and target of one of the legal moves, counted by card, then target."""
    index = below(number, held * players - negatives)
    slot, passed, before = 0, 0, 0
    for other in range(held - 1):
        passed += players - (hands[U(turn), U(other)] == NEGATIVE)
        beyond = index >= passed
        slot += beyond
        before = passed if beyond else before
    target = index - before
    return slot, target + ((hands[U(turn), U(slot)] == NEGATIVE) & (target >= turn))


@inline
def know(rules: Array, tastes: Array, seats: Array, own: Array, scratch: Array, turn: Int) -> None:
    """What the acting seat knows of each site, and what its taste makes of it, into ``scratch``."""
    role, over, cover = U(seats[U(turn), ROLE]), rules[INDUSTRY_OVER], rules[CONTAMINATION_OVER]
    for site in range(rules[PLAYERS]):
        at = U(site)
        mine = own[U(turn), at]
        word = join(mine, seats[at, UP])
        packages = word & ALL_PACKAGES
        filled = BITS_OF_FOUR >> 4 * packages & 15
        need = max(over + 1 - (word >> INDUSTRY & SUM), 0)
        contamination = word >> CONTAMINATION
        dirty = contamination > cover
        unknown = (seats[at, DOWN] >> CARDS & COUNT) - (mine >> CARDS & COUNT)
        crowd = tastes[role, CROWD] * min(unknown, 6)
        scratch[K_PACKAGES, at] = packages
        scratch[K_NEED, at] = need
        scratch[K_NEW, at] = tastes[role, NEW] + tastes[role, FILLED] * filled + crowd * (role == 0)
        scratch[K_USEFUL, at] = crowd * (role == 1)
        scratch[K_DIRT, at] = tastes[role, DUMP] if dirty else tastes[role, HEAP] * min(contamination, 4)
        scratch[K_SOILS, at] = 0 if dirty else tastes[role, SOILS]
        bang = tastes[role, BANG] + tastes[role, UNKNOWN] * min(unknown, 10)
        scratch[K_BANG, at] = bang + dirty * tastes[role, DIRTY]


@inline
def score_resource(tastes: Array, role: Int, face: Int, scratch: Array, at: Int) -> Int:
    """The points of a resource at a site."""
    dirt, useful = face >> CONTAMINATION, min(face >> INDUSTRY & SUM, scratch[K_NEED, at])
    score = tastes[role, BASE] + tastes[role, USEFUL] * useful - dirt * scratch[K_SOILS, at]
    score += 0 if face & ALL_PACKAGES & scratch[K_PACKAGES, at] else scratch[K_NEW, at]
    score += scratch[K_USEFUL, at] if useful > 0 else 0
    return score + (scratch[K_DIRT, at] if dirt > 0 else 0)


@inline
def score_special(tastes: Array, role: Int, card: Int, scratch: Array, at: Int, mine: Int) -> Int:
    """The points of another card at a seat; LEAST where it may not go (R8)."""
    negative = LEAST if mine else tastes[role, MINUS]
    positive = tastes[role, PLUS] if mine else 0
    return scratch[K_BANG, at] if card == INCRIMINATION else (negative if card == NEGATIVE else positive)


@inline
def pick_greedy(
    rules: Array, faces: Array, tastes: Array, hands: Array, seats: Array, own: Array, scratch: Array,
    turn: Int, number: Int,
) -> Int:  # fmt: skip
    """Slot and target of the best scored legal moves, the one that ``number`` says (as the greedy bot)."""
    players, held, role = rules[PLAYERS], seats[U(turn), HELD], U(seats[U(turn), ROLE])
    know(rules, tastes, seats, own, scratch, turn)
    best, equal = LEAST, 0
    for slot in range(held):
        card = np.int64(hands[U(turn), U(slot)])
        face = faces[U(card)]
        for site in range(players):
            if face > 0:
                score = score_resource(tastes, role, face, scratch, U(site))
            else:
                score = score_special(tastes, role, card, scratch, U(site), site == turn)
            equal = 0 if score > best else equal
            scratch[U(BEST + (equal >> 3)), U(equal & 7)] = slot << 3 | site
            equal += score >= best
            best = max(best, score)
    chosen = below(number, equal)
    move = scratch[U(BEST + (chosen >> 3)), U(chosen & 7)]
    return move >> 3, move & 7


@inline
def incriminate(players: Int, cover: Int, seats: Array, own: Array, target: Int) -> None:
    """Every card at the site face up, or discarded if they are over the limit together (R9)."""
    at = U(target)
    word = join(seats[at, UP], seats[at, DOWN])
    seats[at, UP] = 0 if word >> CONTAMINATION > cover else word
    seats[at, DOWN] = 0
    for seat in range(players):
        own[seat, at] = 0


@inline
def take_effect(
    rules: Array, faces: Array, seats: Array, own: Array, turn: Int, target: Int, card: Int
) -> None:
    """What a card does at its target."""
    face = faces[U(card)]  # R6
    own[U(turn), U(target)] = join(own[U(turn), U(target)], face)
    seats[U(target), DOWN] = join(seats[U(target), DOWN], face)
    seats[U(target), EXTRA] += (card == POSITIVE) & (target != turn)  # R7
    seats[U(target), LOST] += card == NEGATIVE  # R8
    if card == INCRIMINATION:  # R9
        incriminate(rules[PLAYERS], rules[CONTAMINATION_OVER], seats, own, target)


@inline
def remove(hands: Array, turn: Int, held: Int, slot: Int) -> None:
    """Takes a card out of a hand; the order of the others stays."""
    for at in range(held - 1):
        hands[U(turn), U(at)] = hands[U(turn), U(at + (at >= slot))]


@inline
def draw(deck: Array, hands: Array, seats: Array, turn: Int, held: Int, drawn: Int, beyond: Int) -> None:
    """The card ``beyond`` the top of the pile into the last slot of a hand; the top takes its place."""
    at = U(drawn + beyond)
    card = deck[at]
    deck[at] = deck[U(drawn)]
    hands[U(turn), U(held - 1)] = card
    seats[U(turn), NEGATIVES] += card == NEGATIVE


@inline
def pass_turn(players: Int, seats: Array, turn: Int) -> Int:
    """The next acting seat and its plays (R7, R8)."""
    turn = turn + 1 if turn + 1 < players else 0
    while seats[U(turn), LOST] > 0:
        seats[U(turn), LOST] -= 1
        turn = turn + 1 if turn + 1 < players else 0
    plays = 1 + seats[U(turn), EXTRA]
    seats[U(turn), EXTRA] = 0
    return turn, plays


@inline
def play(
    rules: Array, faces: Array, tastes: Array, deck: Array, hands: Array, seats: Array, own: Array,
    game: Array, scratch: Array, words: Array, stream: Int, lazy: Int, numbers: Array, limit: Int,
) -> None:  # fmt: skip
    """Plays on until the game ends, or at most ``limit`` plays; everything is changed in place.

    With ``lazy`` over 0 the first ``lazy`` cards of ``deck`` are a heap to draw from at random, else the
    deck is in order. The i-th choice takes ``numbers[i]`` while there are such, then the generator's.
    """
    players, once = rules[PLAYERS], rules[DRAW_TURN]
    turn, plays, drawn, used = game[TURN], game[PLAYS], game[DRAWN], game[STREAM_USED]
    incriminations, forced, reason = game[INCRIMINATIONS], game[FORCED], GOING_ON
    made = 0
    while made < limit and reason == GOING_ON:
        if used == WORDS:
            stream = refill(words, stream)
            used = 0
        word = words[U(used)]
        used += 1
        number = numbers[made] if made < len(numbers) else word >> S32
        held = seats[U(turn), HELD]
        if forced >= 0:
            slot, target, forced = forced // players, forced % players, -1
        elif seats[U(turn), POLICY] == RANDOM:
            slot, target = pick_random(players, turn, held, seats[U(turn), NEGATIVES], hands, number)
        else:
            slot, target = pick_greedy(rules, faces, tastes, hands, seats, own, scratch, turn, number)
        card = np.int64(hands[U(turn), U(slot)])
        made += 1

        take_effect(rules, faces, seats, own, turn, target, card)
        plays += 2 * ((card == POSITIVE) & (target == turn)) - 1  # R7
        incriminations += card == INCRIMINATION
        reason = BY_INCRIMINATIONS if incriminations == players else GOING_ON  # R10

        over = (plays == 0) | ((held == 1) & (once == 1))
        draws = (reason == GOING_ON) & (over | (once == 0))  # R5
        remove(hands, turn, held, slot)
        seats[U(turn), HELD] = held - 1 + draws
        seats[U(turn), NEGATIVES] -= card == NEGATIVE
        if draws:
            draw(deck, hands, seats, turn, held, drawn, below(word & LOW, max(lazy - drawn, 0)))
            drawn += 1
            reason = BY_DECK if drawn == game[PILE_END] else GOING_ON  # R10
        if over and reason == GOING_ON:
            turn, plays = pass_turn(players, seats, turn)
    game[TURN], game[PLAYS], game[DRAWN], game[INCRIMINATIONS] = turn, plays, drawn, incriminations
    game[MADE], game[REASON] = made, reason


@inline
def deal_roles(players: Int, seats: Array, word: Int) -> None:
    """One of each role, the rest drawn, all shuffled over the seats (R2)."""
    first, second = word >> S32, word & LOW
    for seat in range(players):
        part = first * U(3)
        seats[U(seat), ROLE] = seat if seat < 3 else np.int64(part >> S32)
        first = first if seat < 3 else part & LOW
    for seat in range(players - 1, 0, -1):
        part = second * U(seat + 1)
        second = part & LOW
        role = seats[U(seat), ROLE]
        seats[U(seat), ROLE] = seats[part >> S32, ROLE]
        seats[part >> S32, ROLE] = role


@inline
def deal(
    players: Int, size: Int, heap: Array, deck: Array, hands: Array, seats: Array, game: Array, words: Array,
    stream: Int,
) -> Int:  # fmt: skip
    """Roles (R2), and hands from a heap of all cards of the three basic decks (R3, R4)."""
    cards = len(heap)
    for at in range(cards):
        deck[U(at)] = heap[U(at)]
    stream = refill(words, stream)
    deal_roles(players, seats, words[0])
    for seat in range(players):
        for column in range(LOST, POLICY):
            seats[U(seat), column] = 0
        seats[U(seat), HELD] = size
    used, drawn, word = 1, 0, U(0)
    for slot in range(size):
        for seat in range(players):
            if drawn & 1 == 0:
                if used == WORDS:
                    stream = refill(words, stream)
                    used = 0
                word = words[U(used)]
                used += 1
            at = drawn + below(word >> S32 if drawn & 1 == 0 else word & LOW, cards - drawn)
            card = deck[U(at)]
            deck[U(at)] = deck[U(drawn)]
            hands[U(seat), U(slot)] = card
            seats[U(seat), NEGATIVES] += card == NEGATIVE
            drawn += 1
    game[TURN], game[PLAYS], game[DRAWN], game[INCRIMINATIONS] = 0, 1, drawn, 0
    game[FORCED], game[STREAM_USED] = -1, used
    return stream


@inline
def count_sites(
    rules: Array, seats: Array, reason: Int, made: Int, row: Int, roles: Array, winners: Array,
    reasons: Array, plays: Array, packages: Array, industry: Array, contamination: Array,
) -> None:  # fmt: skip
    """The totals of the sites and who wins (R11, R12), into ``row`` of the results."""
    done, developed, clean = 0, 0, 0
    citizens, corporates, ngos = 0, 0, 0
    for seat in range(rules[PLAYERS]):
        word, role = join(seats[seat, UP], seats[seat, DOWN]), seats[seat, ROLE]
        roles[row, seat] = role
        packages[row, seat] = word & ALL_PACKAGES
        industry[row, seat] = word >> INDUSTRY & SUM
        contamination[row, seat] = word >> CONTAMINATION
        done += (word & ALL_PACKAGES) == ALL_PACKAGES
        developed += (word >> INDUSTRY & SUM) > rules[INDUSTRY_OVER]
        clean += (word >> CONTAMINATION) <= rules[CONTAMINATION_OVER]
        citizens += role == 0
        corporates += role == 1
        ngos += role == 2
    wins = 1 * (done > citizens + rules[MARGINS])
    wins += 2 * (developed > corporates + rules[MARGINS + 1])
    winners[row] = wins + 4 * (clean > ngos + rules[MARGINS + 2])
    reasons[row], plays[row] = reason, made


@jit
def run_batch(
    rules: Array, faces: Array, heap: Array, end: Int, size: Int, seed: Int, first: Int, tastes: Array,
    policies: Array, deck: Array, hands: Array, seats: Array, own: Array, game: Array, words: Array,
    scratch: Array, numbers: Array, roles: Array, winners: Array, reasons: Array, plays: Array,
    packages: Array, industry: Array, contamination: Array,
) -> None:  # fmt: skip
    """Whole games from new deals, one per row of the results."""
    players, base = rules[PLAYERS], mix(seed)
    for seat in range(players):
        seats[seat, POLICY] = policies[seat]
    for row in range(len(winners)):
        stream = mix(base + GOLDEN * U(first + row + 1))
        stream = deal(players, size, heap, deck, hands, seats, game, words, stream)
        for seat in range(players):
            for site in range(players):
                own[seat, site] = 0
        game[PILE_END] = end
        play(
            rules, faces, tastes, deck, hands, seats, own, game, scratch, words, stream, len(heap), numbers,
            ENDLESS,
        )  # fmt: skip
        count_sites(
            rules, seats, game[REASON], game[MADE], row,
            roles, winners, reasons, plays, packages, industry, contamination,
        )  # fmt: skip
