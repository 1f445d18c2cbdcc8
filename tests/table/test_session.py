"""The session: who may do what, and when. No Jupyter."""

import random

import pytest
from twins import Game, twin

from plombox_widget.bots.match import play_match
from plombox_widget.game.engine import legal_moves
from plombox_widget.game.record import Record
from plombox_widget.game.rules import Rules
from plombox_widget.game.state import IllegalMove
from plombox_widget.table.seats import Refusal, seat_names, seat_players
from plombox_widget.table.session import Session


def legal(session):
    return session.observation().legal_moves


def play_first(session, at=0):
    move = legal(session)[at]
    assert session.play(move.card, move.target)
    return move


def play_out(session, seed=1):
    """To the end: the person plays at random, the bots as they do."""
    rng = random.Random(seed)
    while not session.over:
        if session.bot_acts:
            session.step()
        else:
            session.uncover()
            move = rng.choice(legal(session))
            session.play(move.card, move.target)
    return session


@pytest.mark.parametrize("players", [3, 5, 8])
def test_bots_alone_play_the_very_match_of_the_seed(players):
    session = Session(Rules(players=players), "greedy", seat=None, seed=11)
    session.to_turn()
    assert session.over
    assert session.record() == play_match(Rules(players=players), "greedy", 11)


def test_a_person_and_bots_reach_the_end_and_the_record_is_checked():
    session = play_out(Session(Rules(players=4), "greedy", seed=3))
    record = Record.from_json(session.record().to_json())
    assert record.bots == ("human", "greedy", "greedy", "greedy")
    assert record.result is not None
    assert len(record.actions) == session.number


def test_to_turn_stops_at_the_person():
    session = Session(Rules(players=4), "greedy", seed=3)
    play_first(session)
    while session.turn == 0 and not session.over:
        play_first(session)
    plays = session.to_turn()
    assert plays >= 1
    assert session.yours or session.over


def test_step_is_one_play_of_a_bot():
    session = Session(Rules(), "random", seat=None, seed=5)
    assert session.step()
    assert (session.number, session.turn in (0, 1)) == (1, True)


def test_steps_of_a_person_are_refused_in_one_clear_line():
    session = Session(seed=1)
    with pytest.raises(Refusal) as refusal:
        session.step()
    assert str(refusal.value) == "It is Ana’s turn: choose a card and a target"
    assert session.number == 0


def test_to_turn_has_nothing_to_do_at_my_turn_and_after_the_end():
    session = Session(seed=1)
    assert session.to_turn() == 0
    play_out(session)
    assert session.to_turn() == 0


def test_a_person_cannot_play_for_a_bot():
    session = Session(Rules(), "greedy", seat=1, seed=1)
    with pytest.raises(Refusal, match="It is Ana’s turn"):
        session.play(1, 0)


def test_an_illegal_move_leaves_the_position_and_the_next_play_works():
    session = Session(seed=1)
    before = session.observation(), session.version
    with pytest.raises(IllegalMove, match="R5"):
        session.play(79, 0)
    with pytest.raises(IllegalMove, match="R1"):
        session.play(session.observation().hand[0].card_index, 9)
    assert (session.observation(), session.version) == before
    play_first(session)
    assert session.number == 1


def test_a_click_that_comes_twice_or_late_plays_once():
    session = Session(Rules(), "greedy", seed=2)
    seen = session.version
    move = legal(session)[0]
    assert session.play(move.card, move.target, version=seen)
    assert not session.play(move.card, move.target, version=seen)
    assert session.number == 1
    for action in (session.step, session.to_turn, session.undo, session.redo, session.uncover):
        assert not action(version=seen)
    assert not session.goto(0, version=seen)
    assert session.number == 1


def test_a_decision_made_on_another_position_is_dropped():
    session = Session(Rules(), "greedy", seat=None, seed=2)
    choice = session.choose()
    assert session.step(choice)
    assert not session.step(choice)
    assert session.number == 1


# -- undo, redo, go to


def test_undo_in_play_mode_stops_at_a_draw():
    session = Session(seed=1)
    with pytest.raises(Refusal, match="no play to take back"):
        session.undo()
    play_first(session)
    assert not session.can_undo
    with pytest.raises(Refusal, match="peeking"):
        session.undo()
    assert session.number == 1


def find(session, code):
    return next(held.card_index for held in session.observation().hand if str(held.card) == code)


def session_with(codes, rules):
    """A session in whose first hand there are these cards."""
    for seed in range(2000):
        session = Session(rules, seed=seed)
        if set(codes) <= {str(held.card) for held in session.observation().hand}:
            return session
    raise AssertionError(codes)


def test_undo_in_play_mode_takes_back_a_play_before_the_draw_of_the_turn():
    session = session_with(["+"], Rules(draw="turn"))
    before = session.observation()
    session.play(find(session, "+"), 0)
    assert session.observation().plays == 2
    assert session.undo()
    assert session.observation() == before
    assert session.redo()
    assert session.observation().plays == 2
    with pytest.raises(Refusal, match="nothing to do again"):
        session.redo()


def test_undo_in_play_mode_stops_at_a_reveal():
    session = session_with(["+", "!"], Rules(draw="turn"))
    session.play(find(session, "+"), 0)
    session.play(find(session, "!"), 1)
    assert session.observation().history[-1].drew == 0
    with pytest.raises(Refusal, match="face up"):
        session.undo()


def test_undo_in_play_mode_never_takes_back_a_bot():
    session = Session(seed=1)
    while session.turn == 0:
        play_first(session)
    session.step()
    with pytest.raises(Refusal, match="cannot be taken back"):
        session.undo()


def test_lesson_mode_goes_anywhere_and_the_log_says_so():
    session = Session(seed=1, mode="lesson")
    start = session.observation()
    play_first(session)
    session.to_turn()
    end, plays = session.observation(), session.number
    assert session.goto(0)
    assert session.observation() == start
    assert session.notes[-1].key == "note.goto"
    for _ in range(plays):
        session.redo()
    assert session.observation() == end
    session.undo()
    assert session.notes[-1].key == "note.undo"
    assert session.length == plays


def test_play_mode_looks_back_without_changing_the_game():
    session = Session(seed=1)
    start = session.observation()
    play_first(session)
    live = session.observation()
    session.goto(0)
    assert session.observation() == start
    assert session.looking_back
    assert not session.yours
    move = start.legal_moves[0]
    with pytest.raises(Refusal, match="looking at play 0"):
        session.play(move.card, move.target)
    session.goto(1)
    assert session.observation() == live


@pytest.mark.parametrize("number", [-1, 2, 1.0, True, "1", None])
def test_go_to_elsewhere_is_one_clear_line(number):
    session = Session(seed=1)
    play_first(session)
    with pytest.raises(ValueError, match="go to: expected a play from 0 to 1"):
        session.goto(number)


def test_bots_keep_their_dice_after_undo():
    session = Session(Rules(players=5), "random", seat=None, seed=4, mode="lesson")
    session.to_turn()
    record = session.record()
    session.goto(7)
    session.to_turn()
    assert session.record() == record


def test_another_play_after_going_back_drops_what_followed():
    session = Session(seed=1, mode="lesson")
    play_first(session)
    session.to_turn()
    session.goto(0)
    play_first(session, 1)
    assert session.length == session.number == 1


# -- new games


def test_new_game_same_deal_and_new_deal():
    session = Session(seed=9)
    deal = session.start()
    play_first(session)
    session.new_game(same_deal=True)
    assert session.start() == deal
    assert session.notes == []
    session.new_game()
    assert session.start() != deal


def test_new_game_with_other_players_keeps_nothing_of_the_last():
    session = play_out(Session(Rules(players=8), "random", seed=9))
    session.new_game(3, ["greedy", "random", "greedy"], seed=4)
    assert session.players == ("human", "random", "greedy")
    assert session.start() == Session(Rules(players=3), seed=4).start()
    assert (session.number, session.length, session.notes) == (0, 0, [])
    session.new_game(5)
    assert session.players == ("human", "random", "greedy", "greedy", "greedy")


def test_same_deal_for_another_number_of_players_is_refused():
    session = Session(seed=9)
    with pytest.raises(Refusal, match="same number of players"):
        session.new_game(5, same_deal=True)
    assert session.rules.players == 4


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"players": 2}, "R1: players"),
        ({"players": 9}, "R1: players"),
        ({"bots": "clever"}, "bot: expected one of"),
        ({"bots": ["greedy"]}, "bots: expected"),
        ({"seed": "7"}, "seed: expected a whole number"),
        ({"names": ["x"]}, "names: expected 4"),
        ({"seat": 4}, "R1: seat"),
    ],
)
def test_a_wrong_new_game_changes_nothing(wrong, words):
    session = Session(seed=9)
    play_first(session)
    before = session.observation(), session.version, session.seed, session.players
    with pytest.raises(ValueError, match=words) as error:
        session.new_game(**wrong)
    assert "\n" not in str(error.value)
    assert (session.observation(), session.version, session.seed, session.players) == before


def test_seeds_that_the_table_draws_differ():
    assert len({Session().seed for _ in range(5)}) == 5


def test_a_wrong_mode_is_one_clear_line():
    with pytest.raises(ValueError, match="mode: expected one of play, lesson"):
        Session(mode="cheat")


# -- several people, spectators, forks, records


def test_pass_and_play_shows_no_hand_until_the_next_person_sits_down():
    session = Session(Rules(players=3), "human", seed=2)
    assert session.covered
    assert session.observation() == session.spectator()
    with pytest.raises(Refusal, match="Pass the screen to Ana"):
        session.play(0, 0)
    assert session.uncover()
    assert session.observation().seat == 0
    while session.turn == 0:
        play_first(session)
    assert session.covered
    assert session.observation().hand == ()
    assert session.observation().roles == (None, None, None)
    session.uncover()
    assert session.observation().seat == session.turn
    assert not session.uncover()


def test_pass_and_play_with_bots_reaches_the_end():
    session = play_out(Session(Rules(players=5), ["human", "greedy", "human", "greedy", "random"], seed=6))
    assert not session.covered
    assert None not in session.observation().roles


def test_in_a_game_only_the_own_seat_or_the_spectators_view():
    session = Session(seed=1)
    session.look(None)
    assert session.observation().hand == ()
    session.look(0)
    assert session.observation().seat == 0
    with pytest.raises(Refusal):
        session.look(2)
    people = Session(Rules(), "human", seed=1)
    with pytest.raises(Refusal):
        people.look(0)


def test_fork_goes_on_alone_with_the_same_deck_and_dice():
    session = Session(Rules(players=4), "random", seed=5, mode="lesson")
    play_first(session)
    other = session.fork()
    session.to_turn()
    assert other.number == 1
    other.to_turn()
    assert other.record() == session.record()
    with pytest.raises(Refusal):
        Session(seed=5).fork()


def test_a_record_is_taken_up_where_it_ends():
    session = Session(Rules(players=5), "greedy", seed=6)
    while session.yours:
        play_first(session)
    session.to_turn()
    again = Session.resume(Record.from_json(session.record().to_json()))
    assert again.observation() == session.observation()
    assert again.record() == session.record()
    play_out(again)


def test_names_are_cleaned_and_filled_in():
    names = seat_names([" <b>x</b> ", "", "a\nb\x00\u202ec", "n" * 99], 4)
    assert names == ("<b>x</b>", "Bruno", "a b c", "n" * 40)
    with pytest.raises(ValueError, match="names"):
        seat_names([1, 2, 3], 3)


@pytest.mark.parametrize("wrong", [{"players": 5, "same_deal": True}, {"seed": "x"}, {"bots": "nobody"}])
def test_a_refused_game_leaves_the_mode_of_the_one_that_goes_on(wrong):
    session = Session(Rules(players=4), seed=1)
    with pytest.raises(ValueError, match=r"deal|seed|bot"):
        session.new_game(**wrong, mode="lesson")
    assert session.mode == "play"
    with pytest.raises(ValueError, match="mode: expected one of play, lesson, got 'x'"):
        session.new_game(mode="x")
    session.new_game(mode="lesson")
    assert session.mode == "lesson"


def test_a_name_of_markup_is_kept_whole():
    assert seat_names(["<img src=x onerror=alert(1)>", "", ""], 3)[0] == "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize("field", ["rules", "bots", "names"])
def test_values_of_a_wrong_type_are_told_in_one_line_and_change_nothing(field):
    session = Session(Rules(players=3), seed=1)
    version, before = session.version, session.record()
    with pytest.raises(ValueError, match=rf"^{field}: expected .*, got 5$"):
        session.new_game(**{field: 5})
    assert (session.version, session.record()) == (version, before)
    with pytest.raises(ValueError, match=rf"^{field}: expected .*, got 5$"):
        Session(**{field: 5})


def test_seat_zero_is_a_seat_and_none_is_not():
    assert seat_players("greedy", 3, 0) == ("human", "greedy", "greedy")
    assert seat_players("greedy", 3, None) == ("greedy",) * 3
    with pytest.raises(ValueError, match="R1: seat must be 0 to 2"):
        seat_players("greedy", 3, True)


@pytest.mark.parametrize("players", [3, 8])
def test_what_the_viewer_cannot_know_changes_nothing_it_gets(players):
    """A twin of the deal: observation, log and notes are the same, before and after a play."""
    first, second = Session(Rules(players=players), seed=7), Session(Rules(players=players), seed=7)
    step = second._line[0]
    start = step.state
    move = next(m for m in legal_moves(start) if start.deck[m.card].is_resource)
    other = twin(Game(start, (move,)), 0, random.Random(1))
    assert other.start != start
    second._line[0] = type(step)(other.start, None, step.dice)
    assert first.observation() == second.observation()
    for session in (first, second):
        session.play(move.card, move.target)
    assert first.observation() == second.observation()
    assert first.notes == second.notes


def test_what_went_wrong_can_be_restored():
    session = Session(seed=1, mode="lesson")
    play_first(session)
    before, saved, version = session.observation(), session.save(), session.version
    play_first(session) if session.yours else session.step()
    session.undo()
    session.restore(saved)
    assert session.observation() == before
    assert session.notes == []
    assert session.version > version
