"""The rules once more, in whole numbers: one game after another, compiled when numba is there.

Written apart from ``game.engine`` and from the bots, so that comparing them means something. Everything
here is a scalar or a small array that the caller owns; nothing is allocated, and no Python object is
touched, so that threads can run it side by side.

Cards are numbers: 0 positive, 1 negative, 2 incrimination, 3 and up the resources. What lies at a site is
one word: bits 0–3 the packages present, 8–23 industry, 24–33 cards, 40–55 contamination; a resource has
such a word of its own (``faces``). One game is

* ``deck``, the draw pile in order, ``uint16``;
* ``hands[seat, slot]``, in the order drawn, ``uint16``;
* ``seats[seat, ROLE … DOWN]``, ``int64``;
* ``own[seat, site]``, the words of the face-down cards that a seat itself played, ``int64``;
* ``game[TURN … MOVED]``, ``int64``.
"""

import numpy as np

from plombox_widget.simulation.jit import inline, jit

U = np.uint64
GOLDEN, FIRST, SECOND = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
S27, S30, S31, S32, LOW = U(27), U(30), U(31), U(32), U(0xFFFFFFFF)

POSITIVE, NEGATIVE, INCRIMINATION = 0, 1, 2
ALL_PACKAGES, INDUSTRY, CARDS, CONTAMINATION = 15, 8, 24, 40
"""Bits of a site's word: all work packages, then where each count begins."""
COUNT, SUM = 1023, 65535

ROLE, LOST, EXTRA, HELD, NEGATIVES, UP, DOWN, POLICY = range(8)
"""Columns of ``seats``: role, turns to lose, plays waiting, cards in hand, negatives among them,
word of the face-up cards at its site, word of the face-down ones, policy."""
TURN, PLAYS, DRAWN, PILE_END, INCRIMINATIONS, MADE, REASON, MOVED = range(8)
"""Entries of ``game``: acting seat, plays left to it, next card of the deck, its end, incriminations
played, plays made, how it ended, where a play that is forced goes (slot · seats + target, or -1)."""
PLAYERS, DRAW_TURN, INDUSTRY_OVER, CONTAMINATION_OVER, MARGINS = range(5)
"""Entries of ``rules``; three margins follow, by role."""
BY_DECK, BY_INCRIMINATIONS, GOING_ON = 0, 1, 2
RANDOM, GREEDY = 0, 1


@inline
def mix(word):  # type: ignore[no-untyped-def]
    """The output function of the splitmix64 generator: 64 bits → 64 bits, one to one."""
    word = (word ^ (word >> S30)) * FIRST
    word = (word ^ (word >> S27)) * SECOND
    return word ^ (word >> S31)


@inline
def below(number, count):  # type: ignore[no-untyped-def]
    """A whole number below ``count`` from a 32-bit number, as ``bots.base.pick`` has it."""
    return np.int64((number * U(count)) >> S32)


@inline
def join(word, other):  # type: ignore[no-untyped-def]
    """The word of two groups of cards together."""
    return ((word | other) & ALL_PACKAGES) + (word & ~ALL_PACKAGES) + (other & ~ALL_PACKAGES)


@inline
def pick_random(players, turn, held, negatives, hand, number):  # type: ignore[no-untyped-def]
    """Slot and target of one of the legal moves, counted by card, then target; no branch depends on it."""
    index = below(number, held * players - negatives)
    slot, passed, before = 0, 0, 0
    for other in range(held - 1):
        passed += players - (hand[other] == NEGATIVE)
        beyond = index >= passed
        slot += beyond
        before = passed if beyond else before
    target = index - before
    return slot, target + ((hand[slot] == NEGATIVE) & (target >= turn))


(
    W_NEW,
    W_FILLED,
    W_KNOWN_PACKAGE,
    W_INDUSTRY,
    W_BEGUN,
    W_CONTAMINATION,
    W_SOILS,
    W_DUMP,
    W_HEAP,
    W_SPOILT,
    W_BASE,
    W_POSITIVE,
    W_NEGATIVE,
    W_BANG,
    W_AHEAD,
    W_DIRTY,
    W_UNKNOWN,
    W_LOSS_PACKAGE,
    W_LOSS_INDUSTRY,
    W_LAST,
    W_EST,
    W_BLUR,
    W_EXPOSE,
    N_WEIGHTS,
) = range(24)
WEIGHTS = np.zeros((3, N_WEIGHTS), np.int64)
WEIGHTS[:, [W_POSITIVE, W_NEGATIVE, W_LAST, W_EST]] = 30, 12, 10, 2
WEIGHTS[:2, [W_BASE, W_CONTAMINATION, W_SOILS, W_AHEAD, W_DIRTY, W_UNKNOWN]] = 4, 1, 6, 20, -2, -1
WEIGHTS[0, [W_NEW, W_FILLED, W_LOSS_PACKAGE]] = 6, 5, 3
WEIGHTS[1, [W_INDUSTRY, W_BEGUN, W_LOSS_INDUSTRY]] = 5, 2, 2
WEIGHTS[2, [W_BASE, W_CONTAMINATION, W_SOILS, W_DUMP, W_HEAP]] = 10, 3, 10, 6, 1
WEIGHTS[2, [W_BANG, W_AHEAD, W_DIRTY, W_UNKNOWN]] = 10, 10, 30, 1
K_PACKAGES, K_FILLED, K_NEED, K_CONTAMINATION, K_UNKNOWN, K_DIRTY, K_EST = range(7)
LEAST = -(1 << 40)
ENDLESS = 1 << 40
SCRATCH = 8
"""Columns of the scratch array: a row for each site, then a row for each card of a hand."""


@jit
def know(rules, weight, seats, own, known, turn):  # type: ignore[no-untyped-def]
    """What the acting seat knows of each site; whether its faction is ahead were it a third of the seats."""
    players, cover = rules[PLAYERS], rules[CONTAMINATION_OVER]
    role = seats[turn, ROLE]
    count = 0
    for site in range(players):
        mine = own[turn, site]
        word = join(mine, seats[site, UP])
        packages = word & ALL_PACKAGES
        filled = (packages & 1) + (packages >> 1 & 1) + (packages >> 2 & 1) + (packages >> 3)
        need = rules[INDUSTRY_OVER] + 1 - (word >> INDUSTRY & SUM)
        contamination = word >> CONTAMINATION
        unknown = (seats[site, DOWN] >> CARDS & COUNT) - (mine >> CARDS & COUNT)
        estimate = 4 * contamination + weight[W_EST] * unknown
        known[site, K_PACKAGES] = packages
        known[site, K_FILLED] = filled
        known[site, K_NEED] = max(need, 0)
        known[site, K_CONTAMINATION] = contamination
        known[site, K_UNKNOWN] = unknown
        known[site, K_DIRTY] = contamination > cover
        known[site, K_EST] = estimate
        if role == 0:
            count += filled == 4
        elif role == 1:
            count += need <= 0
        else:
            count += estimate <= 4 * cover + 3
    return 3 * (count - rules[MARGINS + role]) > players


@inline
def score_resource(rules, weight, face, known, site):  # type: ignore[no-untyped-def]
    packages, filled, need = known[site, K_PACKAGES], known[site, K_FILLED], known[site, K_NEED]
    contamination, unknown = known[site, K_CONTAMINATION], known[site, K_UNKNOWN]
    dirty, estimate = known[site, K_DIRTY], known[site, K_EST]
    dirt = face >> CONTAMINATION
    new = (face & ALL_PACKAGES & ~packages) != 0
    limit = 4 * rules[CONTAMINATION_OVER] + 3
    soils = (1 - dirty) & (estimate <= limit) & (estimate + 4 * dirt > limit)
    full = min(face >> INDUSTRY & SUM, need)
    score = weight[W_BASE] + new * (weight[W_NEW] + filled * weight[W_FILLED])
    score += weight[W_INDUSTRY] * full + weight[W_BEGUN] * (need <= rules[INDUSTRY_OVER]) * (full > 0)
    score -= weight[W_BLUR] * new * min(unknown, 6)
    score -= weight[W_CONTAMINATION] * dirt * (1 - dirty) + weight[W_SOILS] * soils
    score += (dirt > 0) * (dirty * weight[W_DUMP] + (1 - dirty) * min(contamination, 4) * weight[W_HEAP])
    return score - weight[W_SPOILT] * dirty


@inline
def score_incrimination(rules, weight, known, site, ahead, last):  # type: ignore[no-untyped-def]
    dirty = known[site, K_DIRTY]
    score = weight[W_BANG] + weight[W_AHEAD] * ahead + weight[W_LAST] * last * (2 * ahead - 1)
    score += dirty * weight[W_DIRTY] + (1 - dirty) * weight[W_UNKNOWN] * min(known[site, K_UNKNOWN], 10)
    score += (1 - dirty) * weight[W_EXPOSE] * min(known[site, K_CONTAMINATION], 4)
    score -= dirty * weight[W_LOSS_PACKAGE] * known[site, K_FILLED]
    return score - dirty * weight[W_LOSS_INDUSTRY] * (rules[INDUSTRY_OVER] + 1 - known[site, K_NEED])


@jit
def pick_greedy(rules, faces, weights, hand, seats, own, scratch, turn, incriminations, number):  # type: ignore[no-untyped-def]
    """Slot and target of the best scored legal moves, the one that ``number`` says (as the greedy bot)."""
    players, held = rules[PLAYERS], seats[turn, HELD]
    weight = weights[seats[turn, ROLE]]
    known, scores = scratch[:players], scratch[players:]
    ahead = know(rules, weight, seats, own, known, turn)
    last = incriminations == players - 1
    best, equal = LEAST, 0
    for slot in range(held):
        card = np.int64(hand[slot])
        face = faces[card]
        for target in range(players):
            if card > INCRIMINATION:
                score = score_resource(rules, weight, face, known, target)
            elif card == POSITIVE:
                score = weight[W_POSITIVE] if target == turn else 0
            elif card == NEGATIVE:
                score = LEAST if target == turn else weight[W_NEGATIVE]
            else:
                score = score_incrimination(rules, weight, known, target, ahead, last)
            scores[slot, target] = score
            equal = equal * (score <= best) + (score >= best)
            best = max(score, best)
    rest = below(number, equal)
    for slot in range(held):
        for target in range(players):
            rest -= scores[slot, target] == best
            if rest < 0:
                return slot, target
    return 0, 0


@jit
def play(rules, faces, weights, deck, hands, seats, own, game, scratch, stream, lazy, numbers, limit):  # type: ignore[no-untyped-def]
    """Plays on until the game ends, or at most ``limit`` plays; everything is changed in place.

    With ``lazy`` over 0 the first ``lazy`` cards of ``deck`` are a heap to draw from at random, else the
    deck is in order. The i-th choice takes ``numbers[i]`` while there are such, then the generator's.
    """
    players, once, cover = rules[PLAYERS], rules[DRAW_TURN], rules[CONTAMINATION_OVER]
    turn, plays, drawn, end = game[TURN], game[PLAYS], game[DRAWN], game[PILE_END]
    incriminations, moved, reason, given = game[INCRIMINATIONS], game[MOVED], GOING_ON, len(numbers)
    made = 0
    while made < limit:
        stream += GOLDEN
        word = mix(stream)
        number = numbers[made] if made < given else word >> S32
        hand, held = hands[turn], seats[turn, HELD]
        if moved >= 0:
            slot, target = moved // players, moved % players
            moved = -1
        elif seats[turn, POLICY] == RANDOM:
            slot, target = pick_random(players, turn, held, seats[turn, NEGATIVES], hand, number)
        else:
            slot, target = pick_greedy(
                rules, faces, weights, hand, seats, own, scratch, turn, incriminations, number
            )
        card = np.int64(hand[slot])
        made += 1

        face = faces[card]  # R6
        own[turn, target] = join(own[turn, target], face)
        seats[target, DOWN] = join(seats[target, DOWN], face)
        plays += 2 * ((card == POSITIVE) & (target == turn)) - 1  # R7
        seats[target, EXTRA] += (card == POSITIVE) & (target != turn)
        seats[target, LOST] += card == NEGATIVE  # R8
        if card == INCRIMINATION:  # R9
            incriminations += 1
            incriminate(players, cover, seats, own, target)
        if incriminations == players:  # R10
            seats[turn, HELD] -= 1
            seats[turn, NEGATIVES] -= card == NEGATIVE
            remove(hand, held, slot)
            reason = BY_INCRIMINATIONS
            break

        remove(hand, held, slot)
        draws = (once == 0) | (plays == 0) | (held == 1)
        fresh = np.int64(0)
        if draws:
            at = drawn + below(word & LOW, max(lazy - drawn, 0))
            fresh = np.int64(deck[at])
            deck[at] = deck[drawn]
            hand[held - 1] = fresh
            drawn += 1
        seats[turn, NEGATIVES] += (draws & (fresh == NEGATIVE)) * 1 - (card == NEGATIVE)
        seats[turn, HELD] = held - 1 + draws
        if drawn == end:  # R10
            reason = BY_DECK
            break
        if (plays == 0) | ((held == 1) & (once == 1)):
            turn += 1
            turn = 0 if turn == players else turn
            while seats[turn, LOST] > 0:
                seats[turn, LOST] -= 1
                turn += 1
                turn = 0 if turn == players else turn
            plays = 1 + seats[turn, EXTRA]
            seats[turn, EXTRA] = 0
    game[TURN], game[PLAYS], game[DRAWN], game[INCRIMINATIONS] = turn, plays, drawn, incriminations
    game[MADE], game[REASON], game[MOVED] = made, reason, moved
    return stream


@inline
def remove(hand, held, slot):  # type: ignore[no-untyped-def]
    """Takes a card out of a hand; the order of the others stays. No branch depends on ``slot``."""
    for at in range(held - 1):
        hand[at] = hand[at + (at >= slot)]


@jit
def incriminate(players, cover, seats, own, target):  # type: ignore[no-untyped-def]
    """Every card at the site face up, or discarded if they are over the limit together (R9)."""
    word = join(seats[target, UP], seats[target, DOWN])
    seats[target, UP] = 0 if word >> CONTAMINATION > cover else word
    seats[target, DOWN] = 0
    for seat in range(players):
        own[seat, target] = 0


@jit
def deal_roles(players, seats, stream):  # type: ignore[no-untyped-def]
    """One of each role, the rest by chance, shuffled over the seats (R2)."""
    for seat in range(players):
        stream += GOLDEN
        seats[seat, ROLE] = seat if seat < 3 else below(mix(stream) >> S32, 3)
    for seat in range(players - 1, 0, -1):
        stream += GOLDEN
        other = below(mix(stream) >> S32, seat + 1)
        role = seats[seat, ROLE]
        seats[seat, ROLE] = seats[other, ROLE]
        seats[other, ROLE] = role
    return stream


@jit
def deal(players, size, heap, deck, hands, seats, own, game, stream):  # type: ignore[no-untyped-def]
    """Hands from a heap of all cards of the three basic decks (R3, R4); the table is cleared."""
    cards = len(heap)
    for at in range(cards):
        deck[at] = heap[at]
    for seat in range(players):
        for column in range(LOST, POLICY):
            seats[seat, column] = 0
        seats[seat, HELD] = size
        for site in range(players):
            own[seat, site] = 0
    drawn = 0
    for slot in range(size):
        for seat in range(players):
            stream += GOLDEN
            at = drawn + below(mix(stream) >> S32, cards - drawn)
            card = deck[at]
            deck[at] = deck[drawn]
            hands[seat, slot] = card
            seats[seat, NEGATIVES] += card == NEGATIVE
            drawn += 1
    game[TURN], game[PLAYS], game[DRAWN], game[INCRIMINATIONS], game[MOVED] = 0, 1, drawn, 0, -1
    return stream


@jit
def count_sites(rules, seats, winners, reason, game, packages, industry, contamination, row):  # type: ignore[no-untyped-def]
    """The totals of the sites and who wins (R11, R12), into ``row`` of the results."""
    players = rules[PLAYERS]
    done, developed, clean = 0, 0, 0
    citizens, corporates, ngos = 0, 0, 0
    for seat in range(players):
        word = join(seats[seat, UP], seats[seat, DOWN])
        packages[row, seat] = word & ALL_PACKAGES
        industry[row, seat] = word >> INDUSTRY & SUM
        contamination[row, seat] = word >> CONTAMINATION
        done += (word & ALL_PACKAGES) == ALL_PACKAGES
        developed += (word >> INDUSTRY & SUM) > rules[INDUSTRY_OVER]
        clean += (word >> CONTAMINATION) <= rules[CONTAMINATION_OVER]
        role = seats[seat, ROLE]
        citizens += role == 0
        corporates += role == 1
        ngos += role == 2
    wins = 1 * (done > citizens + rules[MARGINS])
    wins += 2 * (developed > corporates + rules[MARGINS + 1])
    winners[row] = wins + 4 * (clean > ngos + rules[MARGINS + 2])
    reason[row] = game[REASON]


@jit
def run_batch(  # type: ignore[no-untyped-def]
    rules, faces, weights, heap, end, size, seed, first, policies,
    deck, hands, seats, own, game, scratch, numbers,
    roles, winners, reason, plays, packages, industry, contamination,
):  # fmt: skip
    """Whole games from new deals, one per row of the results."""
    players, base = rules[PLAYERS], mix(seed)
    for seat in range(players):
        seats[seat, POLICY] = policies[seat]
    for row in range(len(winners)):
        stream = mix(base + GOLDEN * U(first + row + 1))
        stream = deal_roles(players, seats, stream)
        stream = deal(players, size, heap, deck, hands, seats, own, game, stream)
        game[PILE_END] = end
        play(
            rules, faces, weights, deck, hands, seats, own, game, scratch, stream, len(heap), numbers, ENDLESS
        )
        plays[row] = game[MADE]
        for seat in range(players):
            roles[row, seat] = seats[seat, ROLE]
        count_sites(rules, seats, winners, reason, game, packages, industry, contamination, row)


@jit
def load(  # type: ignore[no-untyped-def]
    players, at, deck, hands, seats, own, game,
    roles, hand, held, pile, piled, up, down, lost, extra, turn, plays, incriminations,
):  # fmt: skip
    """Position ``at`` onto the table."""
    for seat in range(players):
        seats[seat, ROLE], seats[seat, LOST], seats[seat, EXTRA] = (
            roles[at, seat],
            lost[at, seat],
            extra[at, seat],
        )
        seats[seat, HELD], seats[seat, NEGATIVES] = held[at, seat], 0
        seats[seat, UP], seats[seat, DOWN] = up[at, seat], 0
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
    game[INCRIMINATIONS], game[MOVED] = incriminations[at], -1


@jit
def store(  # type: ignore[no-untyped-def]
    players, at, deck, hands, seats, own, game,
    roles, hand, held, pile, piled, up, down, lost, extra, turn, plays, incriminations,
):  # fmt: skip
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
def run_positions(  # type: ignore[no-untyped-def]
    rules, faces, weights, seed, first, policies, moves, limit,
    deck, hands, seats, own, game, scratch, numbers,
    roles_at, hand, held, pile, piled, up, down, lost, extra, turn, plays_at, incriminations,
    roles, winners, reason, plays, packages, industry, contamination,
):  # fmt: skip
    """Each position with each of the first moves, to the end or for ``limit`` plays; a row for each."""
    players, base = rules[PLAYERS], mix(seed)
    options = max(1, len(moves))
    for seat in range(players):
        seats[seat, POLICY] = policies[seat]
    for row in range(len(winners)):
        at, option = row // options, row % options
        stream = mix(base + GOLDEN * U(first + at + 1))
        load(
            players, at, deck, hands, seats, own, game,
            roles_at, hand, held, pile, piled, up, down, lost, extra, turn, plays_at, incriminations,
        )  # fmt: skip
        if len(moves):
            game[MOVED] = moves[option, 0] * players + moves[option, 1]
        play(
            rules, faces, weights, deck, hands, seats, own, game, scratch, stream, 0, numbers[at],
            ENDLESS if limit < 0 else limit,
        )  # fmt: skip
        plays[row] = game[MADE]
        for seat in range(players):
            roles[row, seat] = seats[seat, ROLE]
        count_sites(rules, seats, winners, reason, game, packages, industry, contamination, row)
        if limit >= 0:
            store(
                players, at, deck, hands, seats, own, game,
                roles_at, hand, held, pile, piled, up, down, lost, extra, turn, plays_at, incriminations,
            )  # fmt: skip
