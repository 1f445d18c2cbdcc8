"""The coach in words: advice, odds and reasons, from values that hold codes and numbers alone."""

from statistics import median

from plombox_widget.bots.coach import Advice, Chance, Counsel, Outlook, explain
from plombox_widget.bots.reasons import Reason
from plombox_widget.game.cards import Card, Kind, Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES
from plombox_widget.game.state import Move
from plombox_widget.locales.i18n import Words
from plombox_widget.table.text import Names, capital, card_text, position, seat_names

TWO_SIGMA = 2.0
"""Errors are shown as this many standard errors: about 95 %."""
_AT_OWN = ("package.again", "industry.none", "industry.enough")
"""Reasons that tell of a gift elsewhere, and of little use at one's own site."""
_GUESSED = ("gift", "skip")
"""Reasons that name the role that a seat most likely has."""
_SHARED = {
    Role.CITIZEN: ("package.new", "package.last"),
    Role.CORPORATE: ("industry.more", "industry.done"),
    Role.NGO: ("clear.helps",),
}
"""By role: reasons for a play that serves its faction at whatever site it is made."""


def reason_text(reason: Reason, words: Words, names: Names, players: int, *, veiled: bool = False) -> str:
    """A reason as a sentence; ``veiled`` without a guess at the role of anybody."""
    area = "veiled" if veiled and reason.code in _GUESSED else "why"
    return words(f"coach.{area}.{reason.code}", **_facts(reason, words, names, players))


def _facts(reason: Reason, words: Words, names: Names, players: int) -> dict[str, object]:
    facts: dict[str, object] = dict(reason.facts)
    facts["target"] = seat_names(words, players, names)[reason.target]
    if reason.role is not None:
        facts["role"] = words(f"role.{reason.role}")
        facts["share"] = words.percent(reason.share)
    return facts


def play_text(
    move: Move, card: str, kind: Kind, words: Words, names: Names, players: int, own: str = "own"
) -> str:
    """A play without its actor: the card, as it is called, and where it goes.

    ``own`` is how the actor's site or seat is called: ``own`` is yours, ``their`` somebody else's.
    """
    place = "site" if kind in (Kind.RESOURCE, Kind.INCRIMINATION) else "seat"
    whose = own if move.target == move.seat else "away"
    at = words(f"coach.at.{place}.{whose}", target=seat_names(words, players, names)[move.target])
    return words("coach.play.card", card=card, at=at)


def chance_text(chance: Chance, words: Words) -> str:
    """A chance in percent with its error, about 95 %, in points."""
    error = _points(TWO_SIGMA * chance.error)
    return words("coach.chance", chance=words.percent(chance.value), count=error)


def _points(share: float) -> int:
    """Percentage points, rounded as they are shown."""
    return round(100 * share)


def _behind(advice: Advice, counsel: Counsel) -> int:
    """Points by which a play is behind the best one: the difference of the two numbers that are shown."""
    return _points(counsel.best.chance.value) - _points(advice.chance.value)


def close(counsel: Counsel) -> int:
    """Points that a play may be behind the best one and still be about as good: as many for every play of a
    list. It is the error of a difference, about 95 %, of the play in the middle; 1 at least."""
    errors = [advice.behind.error for advice in _different(counsel) if not _is_best(advice, counsel)]
    return max(1, _points(TWO_SIGMA * median(errors))) if errors else 1


def _is_best(advice: Advice, counsel: Counsel) -> bool:
    """Whether it is the play that is told as the best, or one with an equal card at the same place."""
    return (advice.card, advice.move.target) == (counsel.best.card, counsel.best.move.target)


def advice_text(advice: Advice, counsel: Counsel, words: Words, names: Names, players: int) -> str:
    """One play of the counsel: what, how good, and why; without a guess at the role of anybody."""
    behind = _behind(advice, counsel)
    if _is_best(advice, counsel):
        rank = words("coach.rank.best")
    elif behind <= close(counsel):
        rank = words("coach.rank.equal")
    else:
        rank = words("coach.rank.behind", count=behind)
    card = card_text(advice.card, words)
    return words(
        "coach.advice",
        play=capital(play_text(advice.move, card, advice.card.kind, words, names, players)),
        chance=chance_text(advice.chance, words),
        rank=rank,
        why=" ".join(reason_text(reason, words, names, players, veiled=True) for reason in advice.reasons),
    )


def suggestion_text(counsel: Counsel, role: Role | None, words: Words, names: Names, players: int) -> str:
    """The best play in a sentence with its first reason; a second one tells why it may serve another seat.

    ``role`` is that of the seat to play.
    """
    best, reason = counsel.best, counsel.best.reasons[0]
    because = f"coach.because.{reason.code}"
    if reason.code in _GUESSED:
        because = f"{because}.{'with' if reason.role == role else 'against'}"
    elif reason.code in _AT_OWN:
        because = f"{because}.{'own' if best.move.target == best.move.seat else 'away'}"
    told = words(
        "coach.suggest",
        play=play_text(best.move, _the(best.card, words), best.card.kind, words, names, players),
        because=words(because, **_facts(reason, words, names, players)),
    )
    if best.move.target != best.move.seat and role is not None and reason.code in _SHARED[role]:
        return f"{told} {words(f'coach.helps.{role}')}"
    return told


def others_text(counsel: Counsel, words: Words) -> str:
    """How many other plays are about as good as the best; empty if none is."""
    far = close(counsel)
    count = sum(_behind(advice, counsel) <= far for advice in _different(counsel)) - 1
    return words("coach.others", count=count) if count > 0 else ""


def _different(counsel: Counsel) -> list[Advice]:
    """One piece of advice for each card and target: equal cards are the same play."""
    return list({(one.card, one.move.target): one for one in reversed(counsel.advices)}.values())


def counsel_lines(counsel: Counsel, words: Words, names: Names, players: int) -> list[str]:
    """A line for each different play, the best first, then how it was found."""
    ranked = sorted(_different(counsel), key=lambda advice: (advice.behind.value, advice.move))
    return [
        *(advice_text(advice, counsel, words, names, players) for advice in ranked),
        *([words("coach.close", count=close(counsel))] if len(ranked) > 1 else []),
        *_how(counsel.worlds, counsel.compiled, words),
    ]


def _how(worlds: int, compiled: bool, words: Words) -> list[str]:
    lines = [words("coach.worlds", count=worlds)] if worlds else []
    return lines if compiled else [*lines, words("coach.slow")]


def faction_lines(outlook: Outlook, words: Words) -> list[str]:
    """A line for each faction with its chance, then how good that is without a compiled kernel."""
    lines = [
        words("coach.faction", faction=words(f"faction.{role}"), chance=chance_text(chance, words))
        for role, chance in zip(ROLES, outlook.factions, strict=True)
    ]
    return lines if outlook.compiled else [*lines, words("coach.slow")]


def role_lines(outlook: Outlook, words: Words, names: Names = None, own: int | None = None) -> list[str]:
    """A line for each seat but ``own`` with its role odds."""
    lines = []
    called = seat_names(words, len(outlook.roles), names)
    for seat, (name, odds) in enumerate(zip(called, outlook.roles, strict=True)):
        shares = [
            words("coach.role", role=words(f"role.{role}"), share=words.percent(share))
            for role, share in zip(ROLES, odds, strict=True)
        ]
        if seat != own:
            lines.append(words("coach.roles", name=name, odds=", ".join(shares)))
    return lines


def explain_text(observation: Observation, move: Move, words: Words, names: Names = None) -> str:
    """Why the acting seat may have made ``move``, by its own observation; says that it uses its hand."""
    players = observation.rules.players
    actor = seat_names(words, players, names)[move.seat]
    card = next(held.card for held in observation.hand if held.card_index == move.card)
    reasons = explain(observation, move)
    told = words(
        "coach.explain",
        actor=actor,
        play=play_text(move, _the(card, words), card.kind, words, names, players, "their"),
        why=" ".join(reason_text(reason, words, names, players) for reason in reasons),
    )
    return f"{told} {words('coach.open', actor=actor)}"


def _the(card: Card, words: Words) -> str:
    return words(f"coach.the.{card.kind}", card=card_text(card, words))


def saw_text(observation: Observation, words: Words, names: Names = None) -> str:
    """What a bot saw: the text twin of its observation, under a line that says whose it is."""
    if observation.seat is None:
        return position(observation, words, names)
    actor = seat_names(words, observation.rules.players, names)[observation.seat]
    return f"{words('coach.saw', actor=actor)}\n{position(observation, words, names)}"
