"""The rules in motion: a new game, the legal moves, a move applied. Reads like the rulings that it cites."""

import random
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from plombox_widget.game.cards import Card, Kind, Role
from plombox_widget.game.rules import BASIC_DECKS, ROLES, Rules, score_factions, score_site
from plombox_widget.game.state import IllegalMove, Move, Outcome, Play, SiteCard, State, place

T = TypeVar("T")


def new_game(rules: Rules, rng: random.Random) -> State:
    """A freshly dealt game (R2, R3, R4); the same generator state deals the same game everywhere."""
    return deal(rules, shuffled_deck(rules, rng), shuffled_roles(rules, rng))


def shuffled_deck(rules: Rules, rng: random.Random) -> tuple[Card, ...]:
    """Three basic decks shuffled, the top ``cards_in_use`` of them (R3)."""
    cards = [Card.parse(code) for code, copies in rules.deck.items() for _ in range(BASIC_DECKS * copies)]
    rng.shuffle(cards)
    return tuple(cards[: rules.cards_in_use])


def shuffled_roles(rules: Rules, rng: random.Random) -> tuple[Role, ...]:
    """One of each role, the rest drawn uniformly, shuffled over the seats (R2)."""
    roles = [*ROLES, *(ROLES[rng.randrange(len(ROLES))] for _ in range(rules.players - len(ROLES)))]
    rng.shuffle(roles)
    return tuple(roles)


def deal(rules: Rules, deck: Sequence[Card], roles: Sequence[Role]) -> State:
    """The first state of a game with this shuffled deck and these roles (R4)."""
    seats = range(rules.players)
    dealt = rules.hand_size * rules.players
    return State(
        rules=rules,
        deck=tuple(deck),
        roles=tuple(roles),
        hands=tuple(tuple(range(seat, dealt, rules.players)) for seat in seats),
        sites=((),) * rules.players,
        discard=(),
        drawn=dealt,
        turn=0,
        plays=1,
        extra=(0,) * rules.players,
        lost=(0,) * rules.players,
        incriminations=0,
        played=((),) * rules.players,
        history=(),
        outcome=None,
    )


@cache
def _moves(seat: int, card: int, players: int, self_too: bool) -> tuple[Move, ...]:
    return tuple(Move(seat, card, target) for target in range(players) if self_too or target != seat)


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every card of the acting hand with every allowed target, by card, then target; none after the end."""
    if state.outcome is not None:
        return ()
    seat, players, deck = state.turn, state.rules.players, state.deck
    moves: list[Move] = []
    for card in state.hands[seat]:
        moves += _moves(seat, card, players, deck[card].kind is not Kind.NEGATIVE)  # R8
    return tuple(moves)


def check_move(state: State, move: Move) -> None:
    """``IllegalMove`` with the ruling and the facts, unless the move is legal."""
    seat, card, target = move
    if state.outcome is not None:
        raise IllegalMove(f"R10: move {move} comes after the end of the game ({state.outcome.reason})")
    if seat != state.turn or type(seat) is not int:
        raise IllegalMove(f"R5: move {move} is by seat {seat}, but seat {state.turn} acts")
    if card not in state.hands[seat] or type(card) is not int:
        raise IllegalMove(f"R5: move {move} plays card {card}, which seat {seat} does not hold")
    if type(target) is not int or not 0 <= target < state.rules.players:
        raise IllegalMove(f"R1: move {move} aims at seat {target}; seats are 0 to {state.rules.players - 1}")
    if target == seat and state.deck[card].kind is Kind.NEGATIVE:
        raise IllegalMove(f"R8: move {move} plays a negative card on its own seat")


def apply(state: State, move: Move) -> State:
    """The state after a legal move, the old one untouched; ``IllegalMove`` otherwise."""
    check_move(state, move)
    seat, index, target = move
    card = state.deck[index]
    hands = _with(state.hands, seat, tuple([held for held in state.hands[seat] if held != index]))
    sites, discard = state.sites, state.discard
    plays, extra, lost = state.plays - 1, state.extra, state.lost
    incriminations, reason = state.incriminations, None
    shown: Card | None = card
    revealed: tuple[Card, ...] = ()
    cleared = False

    if card.kind is Kind.RESOURCE:  # R6
        sites = _with(sites, target, (*sites[target], place(index, card, seat)))
        shown = None
    else:
        discard = (*discard, index)
        if card.kind is Kind.POSITIVE:  # R7
            if target == seat:
                plays += 2
            else:
                extra = _with(extra, target, extra[target] + 1)
        elif card.kind is Kind.NEGATIVE:  # R8
            lost = _with(lost, target, lost[target] + 1)
        else:  # R9
            site, revealed, cleared = _incriminate(sites[target], state.rules)
            sites = _with(sites, target, site)
            if cleared:
                discard = (*discard, *[entry.card_index for entry in state.sites[target]])
            incriminations += 1
            if incriminations >= state.rules.incriminations_to_end:  # R10
                reason = "incriminations"

    over_turn = plays == 0 or (not hands[seat] and state.rules.draw == "turn")
    skipped: tuple[int, ...] = ()
    drawn, drew, turn = state.drawn, 0, seat
    if reason is None and (over_turn or state.rules.draw == "card"):  # R5
        hands = _with(hands, seat, (*hands[seat], drawn))
        drawn, drew = drawn + 1, 1
        if drawn == len(state.deck):  # R10
            reason = "deck"
    if reason is None and over_turn:
        turn, plays, extra, lost, skipped = _pass_turn(seat, extra, lost)

    play = Play(seat, target, shown, revealed, cleared, drew, skipped)
    return State(
        state.rules,
        state.deck,
        state.roles,
        hands,
        sites,
        discard,
        drawn,
        turn,
        plays,
        extra,
        lost,
        incriminations,
        _with(state.played, seat, (*state.played[seat], index)),
        (*state.history, play),
        None if reason is None else score_table(state.rules, state.roles, sites, reason),
    )


def _with(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _incriminate(
    site: tuple[SiteCard, ...], rules: Rules
) -> tuple[tuple[SiteCard, ...], tuple[Card, ...], bool]:
    """The site afterwards, the cards turned up, and whether they were discarded (R9)."""
    revealed = tuple([entry.card for entry in site])
    if sum([card.contamination for card in revealed]) > rules.contamination_over:
        return (), revealed, True
    return (
        tuple([place(entry.card_index, entry.card, entry.seat, face_up=True) for entry in site]),
        revealed,
        False,
    )


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
    plays = 1 + extra[seat]
    return seat, plays, _with(extra, seat, 0), lost, skipped


def score_table(
    rules: Rules, roles: Sequence[Role], sites: Sequence[Sequence[SiteCard]], reason: str
) -> Outcome:
    """Every site and every faction counted at the end (R11, R12)."""
    scores = tuple(score_site((entry.card for entry in site), rules) for site in sites)
    winners = tuple(faction.role for faction in score_factions(scores, roles, rules) if faction.wins)
    return Outcome(reason, winners, scores)
