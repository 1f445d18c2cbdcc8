"""Many games of all bots under rules of all kinds; ``measure_bots legal`` plays tens of thousands."""

from plombox_widget.bots.base import BOTS
from plombox_widget.game.record import Record
from plombox_widget.simulation.measure_bots import any_match


def test_hundreds_of_games_under_bent_rules_without_an_illegal_move() -> None:
    """The engine raises at an illegal move; here each game is also brought to its end and is a record."""
    seats, draws, names = set(), set(), set()
    for seed in range(400):
        record = any_match(seed)
        assert record.result is not None
        seats.add(record.rules.players)
        draws.add(record.rules.draw)
        names |= set(record.bots or ())
        if seed % 50 == 0:
            assert Record.from_json(record.to_json()) == record
    assert seats == {3, 4, 5, 6, 7, 8}
    assert draws == {"card", "turn"}
    assert names == set(BOTS)
