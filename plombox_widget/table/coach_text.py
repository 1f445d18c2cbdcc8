"""The coach in words: advice, odds and reasons, from values that hold codes and numbers alone."""

from plombox_widget.bots.coach import Advice, Chance, Counsel, Outlook, explain
from plombox_widget.bots.reasons import Reason
from plombox_widget.game.cards import Card
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES
from plombox_widget.game.state import Move
from plombox_widget.locales.i18n import Words
from plombox_widget.table.text import Names, capital, card_text, position, seat_names

TWO_SIGMA = 2.0
"""Errors are shown as this many standard errors: about 95 %."""


def reason_text(reason: Reason, words: Words, names: Names, players: int) -> str:
    """A reason as a sentence."""
    facts: dict[str, object] = dict(reason.facts)
    facts["target"] = seat_names(words, players, names)[reason.target]
    if reason.role is not None:
        facts["role"] = words(f"role.{reason.role}")
        facts["share"] = words.percent(reason.share)
    return words(f"coach.why.{reason.code}", **facts)


def _reasons(reasons: tuple[Reason, ...], words: Words, names: Names, players: int) -> str:
    return " ".join(reason_text(reason, words, names, players) for reason in reasons)


def play_text(move: Move, card: Card, words: Words, names: Names, players: int) -> str:
    """A play without its actor: the card and where it goes."""
    target = seat_names(words, players, names)[move.target]
    key = "coach.play.self" if move.target == move.seat else "coach.play.away"
    return words(key, card=card_text(card, words), target=target)


def chance_text(chance: Chance, words: Words) -> str:
    """A chance with its error, about 95 %, in percent."""
    error = words.percent(TWO_SIGMA * chance.error)
    return words("coach.chance", chance=words.percent(chance.value), error=error)


def advice_text(advice: Advice, words: Words, names: Names, players: int) -> str:
    """One play of the coach: what, how good, and why."""
    if advice.behind.value == 0.0:
        rank = words("coach.rank.best")
    elif advice.equal:
        rank = words("coach.rank.equal")
    else:
        rank = words("coach.rank.behind", behind=words.percent(advice.behind.value))
    return words(
        "coach.advice",
        play=capital(play_text(advice.move, advice.card, words, names, players)),
        chance=chance_text(advice.chance, words),
        rank=rank,
        why=_reasons(advice.reasons, words, names, players),
    )


def hint_text(counsel: Counsel, words: Words, names: Names, players: int) -> str:
    """The best play of the coach as a hint, with its reasons."""
    return words("coach.hint", advice=advice_text(counsel.best, words, names, players))


def counsel_lines(counsel: Counsel, words: Words, names: Names, players: int) -> list[str]:
    """A line for each different play, the best first, then how it was found."""
    different = {(advice.card, advice.move.target): advice for advice in reversed(counsel.advices)}
    ranked = sorted(different.values(), key=lambda advice: (advice.behind.value, advice.move))
    return [
        *(advice_text(advice, words, names, players) for advice in ranked),
        *_how(counsel.worlds, counsel.compiled, words),
    ]


def _how(worlds: int, compiled: bool, words: Words) -> list[str]:
    lines = [words("coach.worlds", count=worlds)] if worlds else []
    return lines if compiled else [*lines, words("coach.slow")]


def outlook_lines(outlook: Outlook, words: Words, names: Names = None) -> list[str]:
    """A line for each faction with its chance, then a line for each seat with its role odds."""
    lines = [
        words("coach.faction", faction=words(f"faction.{role}"), chance=chance_text(chance, words))
        for role, chance in zip(ROLES, outlook.factions, strict=True)
    ]
    called = seat_names(words, len(outlook.roles), names)
    for name, odds in zip(called, outlook.roles, strict=True):
        shares = [
            words("coach.role", role=words(f"role.{role}"), share=words.percent(share))
            for role, share in zip(ROLES, odds, strict=True)
        ]
        lines.append(words("coach.roles", name=name, odds=", ".join(shares)))
    return lines if outlook.compiled else [*lines, words("coach.slow")]


def explain_text(observation: Observation, move: Move, words: Words, names: Names = None) -> str:
    """Why the acting seat may have made ``move``, by its own observation; says that it uses its hand."""
    players = observation.rules.players
    actor = seat_names(words, players, names)[move.seat]
    card = next(held.card for held in observation.hand if held.card_index == move.card)
    told = words(
        "coach.explain",
        actor=actor,
        play=play_text(move, card, words, names, players),
        why=_reasons(explain(observation, move), words, names, players),
    )
    return f"{told} {words('coach.open', actor=actor)}"


def saw_text(observation: Observation, words: Words, names: Names = None) -> str:
    """What a bot saw: the text twin of its observation, under a line that says whose it is."""
    if observation.seat is None:
        return position(observation, words, names)
    actor = seat_names(words, observation.rules.players, names)[observation.seat]
    return f"{words('coach.saw', actor=actor)}\n{position(observation, words, names)}"
