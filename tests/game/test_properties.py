"""What holds in every game: drawn by hypothesis, and counted a second way."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twins import Game, random_game

from plombox_widget.game.cards import Card, Kind, Role
from plombox_widget.game.engine import apply, legal_moves
from plombox_widget.game.notation import format_position, parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules, score_site
from plombox_widget.game.state import IllegalMove, Move, Outcome, State

RULES = st.builds(
    Rules,
    players=st.integers(3, 8),
    hand_size=st.integers(1, 6),
    cards_per_player=st.integers(7, 20),
    draw=st.sampled_from(["card", "turn"]),
    industry_over=st.integers(0, 9),
    contamination_over=st.integers(0, 9),
    citizen_margin=st.integers(-3, 3),
    corporate_margin=st.integers(-3, 3),
    ngo_margin=st.integers(-3, 3),
)
GAMES = st.builds(random_game, RULES, st.integers(0, 10**6))


def cards_of(state: State) -> Counter[Card]:
    """Every card, wherever it is."""
    places = [
        *state.sites,
        state.discard,
        state.deck[state.drawn :],
        *([h.card for h in hand] for hand in state.hands),
    ]
    return Counter(card for place in places for card in place)


@given(GAMES)
def test_cards_are_conserved(game: Game) -> None:
    for state in game.states:
        assert cards_of(state) == Counter(game.start.deck)
        assert state.pile >= 0
        held = [card.card_index for hand in state.hands for card in hand]
        assert len(set(held)) == len(held)
        assert max(held, default=-1) < state.drawn


@given(GAMES)
def test_a_game_ends_once_and_not_before_it_must(game: Game) -> None:
    """By the n-th incrimination or the last card, and never in a state from which nobody can move."""
    assert len(game.actions) <= game.start.rules.cards_in_use
    for state in game.states[:-1]:
        assert state.outcome is None
        assert legal_moves(state)
        assert state.pile > 0
        assert state.incriminations < len(state.roles)
    end = game.end
    assert end.outcome is not None
    assert end.outcome.reason == ("incriminations" if end.incriminations == len(end.roles) else "deck")
    assert (end.pile == 0) == (end.outcome.reason == "deck")


@given(GAMES)
def test_no_move_after_the_end(game: Game) -> None:
    assert legal_moves(game.end) == ()
    for seat, hand in enumerate(game.end.hands):
        for held in hand:
            with pytest.raises(IllegalMove, match="R10"):
                apply(game.end, Move(seat, held.card_index, 0))


@given(GAMES)
def test_every_token_is_used_once(game: Game) -> None:
    """Turns lost: one for each negative card. Plays: one a turn, and what positive cards give."""
    states, end = game.states, game.end
    lost: Counter[int] = Counter()
    played, granted = Counter(move.seat for move in game.actions), Counter({0: 1})
    waiting: Counter[int] = Counter()
    for before, move, after in zip(states, game.actions, states[1:], strict=False):
        kind = before.deck[move.card].kind
        lost[move.target] += kind is Kind.NEGATIVE
        for seat in after.history[-1].skipped:
            lost[seat] -= 1
        if kind is Kind.POSITIVE and move.target == move.seat:
            granted[move.seat] += 2
        elif kind is Kind.POSITIVE:
            waiting[move.target] += 1
        dropped = before.plays - 1 + 2 * (kind is Kind.POSITIVE and move.target == move.seat)
        passed = after.turn != move.seat or bool(after.history[-1].skipped) or dropped == 0
        if passed and after.outcome is None:
            granted[move.seat] -= dropped
            granted[after.turn] += 1 + waiting[after.turn]
            waiting[after.turn] = 0
            assert after.plays == granted[after.turn] - sum(
                m.seat == after.turn for m in game.actions[: after.number]
            )
        assert after.lost == tuple(lost[seat] for seat in range(len(end.roles)))
        assert after.extra == tuple(waiting[seat] for seat in range(len(end.roles)))
    assert played.total() == end.number


@given(GAMES)
def test_hands_stay_as_the_draw_variant_says(game: Game) -> None:
    rules = game.start.rules
    for state in game.states:
        assert state.hand_sizes == tuple(map(len, state.hands))
        if rules.draw == "card":
            low = rules.hand_size - (state.outcome is not None)
            assert all(low <= size <= rules.hand_size for size in state.hand_sizes)
        else:
            assert all(0 <= size <= rules.hand_size for size in state.hand_sizes)
            assert state.outcome or all(
                size > 0 for seat, size in enumerate(state.hand_sizes) if seat == state.turn
            )


@given(GAMES)
def test_what_everyone_sees_mirrors_the_truth(game: Game) -> None:
    for state in game.states:
        for cards, row in zip(state.sites, state.table, strict=True):
            assert len(cards) == len(row)
            for card, seen in zip(cards, row, strict=True):
                assert seen.card == (card if seen.face_up or state.outcome else None)
        for seat in range(len(state.roles)):
            for cards, row in zip(state.sites, observe(state, seat).sites, strict=True):
                for card, seen in zip(cards, row, strict=True):
                    known = seen.face_up or seen.seat == seat or state.outcome is not None
                    assert seen.card == (card if known else None)


@given(GAMES)
def test_apply_leaves_the_old_state_untouched(game: Game) -> None:
    state = game.states[len(game.states) // 2]
    before, looks = hash(state), repr(state)
    for move in legal_moves(state):
        assert apply(state, move) == apply(state, move)
        assert apply(state, move) != state
    assert (hash(state), repr(state)) == (before, looks)


@given(GAMES)
def test_legal_moves_are_those_that_apply_takes(game: Game) -> None:
    state = game.states[len(game.states) // 3]
    players = range(len(state.roles))
    taken = set()
    for move in (Move(s, c, t) for s in players for c in range(len(state.deck)) for t in players):
        try:
            apply(state, move)
        except IllegalMove:
            continue
        taken.add(move)
    assert taken == set(legal_moves(state))


@given(GAMES)
def test_the_outcome_counted_a_second_way(game: Game) -> None:
    """From the actions alone: who put what where, what incriminations cleared, and sums over it."""
    deck, rules, roles = game.start.deck, game.start.rules, game.start.roles
    sites: dict[int, list[Card]] = {seat: [] for seat in range(rules.players)}
    for _, index, target in game.actions:
        card = deck[index]
        if card.package:
            sites[target].append(card)
        elif str(card) == "!" and sum(c.contamination for c in sites[target]) > rules.contamination_over:
            sites[target] = []
    boxes = sum({1, 2, 3, 4} == {c.package for c in cards} for cards in sites.values())
    grown = sum(sum(c.industry for c in cards) > rules.industry_over for cards in sites.values())
    clean = sum(sum(c.contamination for c in cards) <= rules.contamination_over for cards in sites.values())
    winners = []
    for role, count, margin in (
        (Role.CITIZEN, boxes, rules.citizen_margin),
        (Role.CORPORATE, grown, rules.corporate_margin),
        (Role.NGO, clean, rules.ngo_margin),
    ):
        if count > sum(r == role for r in roles) + margin:
            winners.append(role)
    reason = (
        "incriminations" if sum(str(deck[m.card]) == "!" for m in game.actions) == rules.players else "deck"
    )
    scores = tuple(score_site(sites[seat], rules) for seat in range(rules.players))
    assert game.end.outcome == Outcome(reason, tuple(winners), scores)


@given(GAMES, st.floats(0, 1))
def test_a_position_in_text_comes_back(game: Game, share: float) -> None:
    state = game.states[round(share * (len(game.states) - 1))]
    again = parse_position(format_position(state), state.rules)
    assert format_position(again) == format_position(state)
    for name in ("rules", "roles", "sites", "table", "discard", "turn", "plays", "extra", "lost", "outcome"):
        assert getattr(again, name) == getattr(state, name), name
    assert again.deck[again.drawn :] == state.deck[state.drawn :]
    for seat in range(len(state.roles)):
        assert observe(again, seat).sites == observe(state, seat).sites
        assert [h.card for h in again.hands[seat]] == [h.card for h in state.hands[seat]]


@given(GAMES)
def test_a_position_that_came_back_plays_on_alike(game: Game) -> None:
    state = game.states[len(game.states) // 2]
    again = parse_position(format_position(state), state.rules)
    names = {
        h.card_index: g.card_index
        for a, b in zip(state.hands, again.hands, strict=True)
        for h, g in zip(a, b, strict=True)
    }
    names |= {state.drawn + i: again.drawn + i for i in range(state.pile)}
    for move in game.actions[state.number :]:
        again = apply(again, move._replace(card=names[move.card]))
    assert again.outcome == game.end.outcome
    assert again.history == game.end.history[state.number :]
