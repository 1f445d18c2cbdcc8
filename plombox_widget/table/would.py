"""What the picked card would do at a site, in a few words, from what the viewer knows."""

from plombox_widget.game.cards import Card, Kind
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import score_site
from plombox_widget.locales.i18n import Words


def lines(observation: Observation, words: Words, seat: int, card: Card) -> tuple[str, ...]:
    """At most three short lines: what changes if ``card`` is played at the site of ``seat`` now."""
    if card.is_resource and not card.package:
        return (words("picture.would.card"),)
    if card.kind is Kind.RESOURCE:
        return _resource(observation, words, seat, card)
    if card.kind is Kind.POSITIVE:  # R7
        own = seat == observation.turn
        return (words("picture.would.now" if own else "picture.would.later", count=2 if own else 1),)
    if card.kind is Kind.NEGATIVE:  # R8
        return (words("picture.would.lost", count=observation.lost[seat] + 1),)
    return _incrimination(observation, words, seat)


def _resource(observation: Observation, words: Words, seat: int, card: Card) -> tuple[str, ...]:
    before = observation.known(seat)
    cards = [entry.card for entry in observation.sites[seat] if entry.card is not None]
    after = score_site([*cards, card], observation.rules)
    changes = [
        words(f"picture.would.{name}")
        for name in ("plombox", "developed", "contaminated")
        if getattr(after, name) and not getattr(before, name)
    ]
    if changes:
        return tuple(changes)
    if len(after.packages) > len(before.packages):
        return (words("picture.would.packages", count=len(after.packages)),)
    return (words("picture.would.card"),)


def _incrimination(observation: Observation, words: Words, seat: int) -> tuple[str, ...]:
    """R9: known to be over the limit, known not to be, or open as long as unseen cards lie there."""
    number = len(observation.sites[seat])
    if not number:
        return (words("picture.would.empty"),)
    shown = words("picture.would.reveals", count=number)
    if observation.known(seat).contaminated:
        return (shown, words("picture.would.cleared"))
    return (shown, words("picture.would.maybe" if observation.unknown(seat) else "picture.would.stays"))
