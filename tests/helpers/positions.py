"""Positions and plays in card codes, for tests that work out by hand what must come."""

from plombox_widget.game.engine import apply
from plombox_widget.game.notation import parse_position
from plombox_widget.game.state import Move, State


def play(state: State, *plays: str) -> State:
    """The state after plays such as ``+>1``: the acting seat's first card of that code, and its target."""
    for code, target in (text.split(">") for text in plays):
        cards = [held.card_index for held in state.hands[state.turn] if str(held.card) == code]
        state = apply(state, Move(state.turn, cards[0], int(target)))
    return state


def middle(
    draw: str = "card",
    hand: str = "R1i1 + + - !",
    pile: str = "R1 R2 R3 R4 R1 R2 R3 R4",
    incriminations: int = 0,
) -> State:
    """Three seats with all kinds of card in hand and empty sites; seat 0 acts."""
    return parse_position(f"""
        players 3 draw={draw}
        incriminations {incriminations}
        pile {pile}
        seat 0 citizen   : {hand} :
        seat 1 ngo       : R2 + - ! :
        seat 2 corporate : R3 + - ! :
    """)


def hand(state: State, seat: int) -> str:
    """The codes of the cards in a hand."""
    return " ".join(str(held.card) for held in state.hands[seat])


def site(state: State, seat: int) -> str:
    """The codes of the cards at a site, in truth."""
    return " ".join(map(str, state.sites[seat]))
