"""What a paper game is entered in, and the positions that the engine plays on of which not all is known."""

from collections import Counter
from collections.abc import Iterable, Sequence

from plombox_widget.game.cards import Card, Kind, Role, shown
from plombox_widget.game.engine import hold
from plombox_widget.game.rules import BASIC_DECKS, ROLES, Rules
from plombox_widget.game.state import SeenCard, State
from plombox_widget.table.seats import Refusal

UNKNOWN = Card(Kind.RESOURCE)
"""A resource card of which nothing more is known."""
KINDS = (UNKNOWN, *(Card(kind) for kind in Kind if kind is not Kind.RESOURCE))
"""What is entered of a play: its place here stands for the card index of a move."""
SIGNS = ("R", "+", "-", "!")
"""The same in card codes; ``R`` is any resource card."""
_SHOWN = 20
"""Signs of what was typed for a card that are shown again."""
Codes = str | Iterable[Card]
"""Cards, or their codes with spaces between them."""


def read_codes(codes: Codes | Sequence[Card | str], name: str) -> tuple[Card, ...]:
    """Resource cards from what somebody typed, capital or not; ``Refusal`` names what is none, and where."""
    cards = []
    for word in as_typed(codes):
        try:
            card = Card.parse(_canonical(word)) if isinstance(word, str) else word
        except ValueError:
            card = None
        if not isinstance(card, Card) or not card.package:
            raise Refusal("refuse.paper.code", name=name, value=told(word))
        cards.append(card)
    return tuple(cards)


def as_typed(codes: Codes | Sequence[Card | str]) -> list[Card | str]:
    """One for each card, as it was entered."""
    if not isinstance(codes, Iterable):
        raise ValueError(f"referee: expected card codes such as 'R1 R2i3c2', got {shown(codes)}")
    return list(codes.replace(",", " ").split() if isinstance(codes, str) else codes)


def told(entered: object) -> str:
    """What was entered for a card, to be shown in a line."""
    if isinstance(entered, Card):
        return str(entered)
    return entered[:_SHOWN] if isinstance(entered, str) else shown(entered)


def _canonical(word: str) -> str:
    """``r2I1`` and ``2i1`` are ``R2i1``."""
    return f"R{word.lower().removeprefix('r')}"


def of_each_site(sites: Sequence[Codes], players: int) -> Sequence[Codes]:
    """The cards of so many sites; ``ValueError`` otherwise."""
    if isinstance(sites, str) or not isinstance(sites, Sequence) or len(sites) != players:
        raise ValueError(f"referee: expected the cards of {players} sites, got {shown(sites)}")
    return sites


def read_named_roles(roles: Sequence[Role | str], players: int) -> tuple[Role, ...]:
    """A role for each seat, one of each at least (R2); ``Refusal`` otherwise."""
    if isinstance(roles, str) or not isinstance(roles, Sequence) or len(roles) != players:
        raise ValueError(f"referee: expected {players} roles, got {shown(roles)}")
    if any(not isinstance(role, str) or role not in set(Role) for role in roles):
        raise Refusal("refuse.paper.role")
    if set(roles) != set(ROLES):
        raise Refusal("refuse.paper.each_role")
    return tuple(map(Role, roles))


def filled(site: Sequence[SeenCard], found: Sequence[Card]) -> list[Card]:
    """All cards of a site, with those found in the place of those that lie face down."""
    cards = iter(found)
    return [next(cards) if entry.card is None else entry.card for entry in site]


def with_found(state: State, target: int, found: tuple[Card, ...]) -> State:
    """The state with what lay face down at a site in its place."""
    if not found:
        return state
    sites = list(state.sites)
    sites[target] = tuple(filled(state.table[target], found))
    return state._replace(sites=tuple(sites))


def with_card(state: State, card: Card) -> State:
    """The state in which the acting seat holds ``card``, in the first place of its hand."""
    indices = [held.card_index for held in state.hands[state.turn]]
    deck, hands = list(state.deck), list(state.hands)
    deck[indices[0]] = card
    hands[state.turn] = hold(state.turn, indices, deck, state.rules.players)
    return state._replace(deck=tuple(deck), hands=tuple(hands))


def turned_up(site: Sequence[SeenCard], cards: Sequence[Card]) -> list[str]:
    """Codes of the cards of a site that had been face down."""
    return [str(card) for entry, card in zip(site, cards, strict=True) if not entry.face_up]


def with_deck(rules: Rules, cards: Iterable[Card]) -> Rules:
    """The rules with a basic deck that holds all these cards, if it does not yet."""
    copies = dict(rules.deck)
    for code, count in Counter(map(str, cards)).items():
        copies[code] = max(copies.get(code, 0), -(-count // BASIC_DECKS))
    return Rules(**{**{name: getattr(rules, name) for name in rules.__slots__}, "deck": copies})
