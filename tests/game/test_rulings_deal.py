"""Rulings R1 to R5, on positions in card codes; what must come is worked out by hand."""

import random
from collections import Counter
from itertools import product

import pytest
from positions import hand, middle, play, site

from plombox_widget.game.cards import BASIC_DECK, Card, Role, parse_cards
from plombox_widget.game.engine import apply, legal_moves, new_game, shuffled_deck, shuffled_roles
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import IllegalMove, Move

DRAWS = ("card", "turn")


@pytest.mark.parametrize("players", range(3, 9))
def test_r1_three_to_eight_seats(players: int) -> None:
    state = new_game(Rules(players=players), random.Random(1))
    assert len(state.roles) == len(state.hands) == len(state.sites) == players


@pytest.mark.parametrize("players", [-1, 0, 2, 9, True, 4.0, "4", None])
def test_r1_any_other_number_is_refused(players: object) -> None:
    with pytest.raises(ValueError, match="R1: players must be a whole number 3 to 8, got"):
        Rules(players=players)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", range(3, 9))
def test_r2_one_of_each_role_at_least(players: int) -> None:
    for seed in range(200):
        assert set(shuffled_roles(Rules(players=players), random.Random(seed))) == set(Role)


class Numbers(random.Random):
    """A generator whose numbers are said beforehand."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__()
        self.numbers = numbers

    def random(self) -> float:
        return self.numbers.pop(0)


def test_r2_the_distribution_is_the_one_of_the_ruling() -> None:
    """Four seats, all 3 · 4! ways of the chances run through, against the ruling counted by hand.

    One seat beyond the three is drawn from three roles; the pair of equal roles then sits in any of the
    6 pairs of seats and the other two roles in either order: 3 · 12 tables, each from two of 72 ways.
    """
    ways: Counter[tuple[Role, ...]] = Counter()
    for choice in product(range(3), range(4), range(3), range(2), range(1)):
        sizes = (3, 4, 3, 2, 1)
        numbers = [(value + 0.5) / size for value, size in zip(choice, sizes, strict=True)]
        ways[shuffled_roles(Rules(players=4), Numbers(numbers))] += 1
    assert len(ways) == 36
    assert set(ways.values()) == {2}


def test_r2_beyond_the_three_each_role_is_drawn_independently() -> None:
    """Eight seats: five drawn roles, each by a number of its own, from equal thirds."""
    numbers = [0.0] * 5 + [0.0] * 8
    roles = shuffled_roles(Rules(players=8), Numbers(numbers))
    assert Counter(roles) == {Role.CITIZEN: 6, Role.CORPORATE: 1, Role.NGO: 1}
    numbers = [0.0, 0.34, 0.67, 0.67, 0.99] + [0.0] * 8
    assert Counter(shuffled_roles(Rules(players=8), Numbers(numbers))) == {
        Role.CITIZEN: 2,
        Role.CORPORATE: 2,
        Role.NGO: 4,
    }


def test_r2_roles_are_secret_until_the_end_except_ones_own() -> None:
    state = middle(incriminations=2)
    assert observe(state, 1).roles == (None, Role.NGO, None)
    assert observe(state, None).roles == (None, None, None)
    assert observe(play(state, "!>0"), None).roles == (Role.CITIZEN, Role.NGO, Role.CORPORATE)


@pytest.mark.parametrize("players", range(3, 9))
def test_r3_twenty_cards_a_seat_from_three_basic_decks(players: int) -> None:
    deck = Counter(map(str, shuffled_deck(Rules(players=players), random.Random(players))))
    assert deck.total() == 20 * players
    assert all(copies <= 3 * BASIC_DECK[code] for code, copies in deck.items())


def test_r3_the_basic_deck_serves_eight_seats() -> None:
    assert sum(BASIC_DECK.values()) >= 54
    assert {Card.parse(code).kind for code in BASIC_DECK} == {card.kind for card in parse_cards("R1 + - !")}


def test_r3_a_deck_too_small_is_refused_with_what_would_be_right() -> None:
    Rules(players=8, deck={"R1": 54})
    with pytest.raises(ValueError, match="R3: deck must have at least 54 cards for 8 players, got 53"):
        Rules(players=8, deck={"R1": 53})


def test_r3_every_shuffle_of_a_small_deck_comes_equally_often() -> None:
    """A basic deck of R1 and R2 twice each makes six and six, of which three seats use six.

    Over all 12·11·10·9·8·7 ways of the shuffle, the first card is R1 in half of them, and the first two
    are R1 R1 in 6·5 of 12·11: counted over the first two choices, with the rest fixed.
    """
    rules = Rules(players=3, cards_per_player=2, hand_size=1, deck={"R1": 2, "R2": 2})
    starts: Counter[str] = Counter()
    for first, second in product(range(12), range(11)):
        numbers = [(first + 0.5) / 12, (second + 0.5) / 11, 0.0, 0.0, 0.0, 0.0]
        starts[" ".join(map(str, shuffled_deck(rules, Numbers(numbers))[:2]))] += 1
    assert starts == {"R1 R1": 30, "R1 R2": 36, "R2 R1": 36, "R2 R2": 30}


@pytest.mark.parametrize("players", range(3, 9))
def test_r4_card_i_goes_to_seat_i_mod_n_and_seat_0_begins(players: int) -> None:
    state = new_game(Rules(players=players), random.Random(5))
    assert state.turn == 0
    assert state.plays == 1
    for index in range(5 * players):
        held = state.hands[index % players][index // players]
        assert (held.card_index, held.card) == (index, state.deck[index])
    assert state.drawn == 5 * players
    assert state.pile == 15 * players


def test_r5_a_play_takes_effect_and_then_the_top_card_is_drawn() -> None:
    state = play(middle(), "R1i1>2")
    assert site(state, 2) == "R1i1"
    assert hand(state, 0) == "+ + - ! R1"
    assert (state.turn, state.plays, state.pile) == (1, 1, 7)


def test_r5_draw_card_draws_after_each_play_so_the_hand_stays() -> None:
    state = play(middle("card"), "+>0")
    assert (state.turn, state.plays, hand(state, 0)) == (0, 2, "R1i1 + - ! R1")
    state = play(state, "+>0", "R1i1>0")
    assert (state.turn, state.plays, hand(state, 0)) == (0, 2, "- ! R1 R2 R3")


def test_r5_draw_turn_draws_one_card_at_the_end_of_the_turn() -> None:
    state = play(middle("turn"), "+>0")
    assert (state.turn, hand(state, 0), state.pile) == (0, "R1i1 + - !", 8)
    state = play(state, "R1i1>0")
    assert (state.turn, hand(state, 0), state.pile) == (0, "+ - !", 8)
    state = play(state, "->1")
    assert (state.turn, hand(state, 0), state.pile) == (2, "+ ! R1", 7)


def test_r5_draw_turn_a_hand_that_runs_empty_ends_the_turn_early() -> None:
    state = play(middle("turn", "+ R1"), "+>0", "R1>0")
    assert (state.turn, state.plays, hand(state, 0)) == (1, 1, "R1")


def test_r5_plays_lost_with_an_empty_hand_do_not_come_back() -> None:
    state = play(middle("turn", "+ +"), "+>0", "+>0", "R2>1", "R3>1")
    assert (state.turn, state.plays, hand(state, 0)) == (0, 1, "R1")


@pytest.mark.parametrize("draw", DRAWS)
def test_r5_turns_go_round_clockwise(draw: str) -> None:
    state = middle(draw)
    turns = []
    for code in ("R1i1", "R2", "R3", "!"):
        turns.append(state.turn)
        state = play(state, f"{code}>1")
    assert turns == [0, 1, 2, 0]


def test_r5_every_wrong_move_is_refused_with_its_ruling() -> None:
    state = middle()
    for move, words in (
        (Move(1, 5, 0), "R5: move 1:5>0 is by seat 1, but seat 0 acts"),
        (Move(0, 5, 0), "R5: move 0:5>0 plays card 5, which seat 0 does not hold"),
        (Move(0, 0, 3), "R1: move 0:0>3 aims at seat 3; seats are 0 to 2"),
        (Move(0, 3, 0), "R8: move 0:3>0 plays a negative card on its own seat"),
    ):
        with pytest.raises(IllegalMove) as caught:
            apply(state, move)
        assert str(caught.value) == words


@pytest.mark.parametrize(
    "move",
    [
        None, 7, "0:1>2", (), (0, 1), (0, 1, 2, 3), (False, 0, 1), (0, 0, True), (0, 0.0, 1), (0, 0, 1.0),
        (0, 0, -1), (0, -5, 1), (-3, 0, 1), (0, None, 1), (0, 0, "1"), (0, [], 1), 
        (0, 10**5000, 1), (0, float("nan"), 1),
    ],
)  # fmt: skip
def test_r5_no_value_of_a_move_escapes_the_check(move: object) -> None:
    with pytest.raises(IllegalMove) as caught:
        apply(middle(), move)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("cards", "count"), [("R1", 3), ("-", 2), ("R1 + ! -", 11), ("- - -", 6), ("R1 R1 R1 R1 R1", 15)]
)
def test_the_number_of_legal_moves(cards: str, count: int) -> None:
    state = middle(hand=cards)
    moves = legal_moves(state)
    assert len(moves) == len(set(moves)) == count
    assert list(moves) == sorted(moves)


def test_legal_moves_at_eight_seats() -> None:
    """Five cards, one of them negative: 4 · 8 + 7."""
    lines = [f"seat {seat} {role} : R1 R2 + ! - :" for seat, role in enumerate((*Role, *["ngo"] * 5))]
    assert len(legal_moves(parse_position("\n".join(["pile R1", *lines])))) == 39
