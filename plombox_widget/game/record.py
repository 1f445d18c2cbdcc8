"""The record of a game, version 1: written as JSON, read back with every word of it checked."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from plombox_widget.game.cards import Card, Role, shown
from plombox_widget.game.engine import apply, deal
from plombox_widget.game.rules import BASIC_DECKS, ROLES, Rules
from plombox_widget.game.state import IllegalMove, Move, Outcome, State

FORMAT, VERSION = "plombox-record", 1
MAX_BYTES = 1 << 20
"""Largest record that is read, in bytes of UTF-8."""
HUMAN = "human"
"""What ``bots`` says of a seat that a person plays."""
_KEYS = ("format", "version", "rules", "seed", "bots", "roles", "deck", "actions", "result")
_RULE_KEYS = tuple(field.name for field in fields(Rules))


class RecordError(ValueError):
    """A record that is not well formed, or not a game: one line that names the place and the rule."""


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to replay a game."""

    rules: Rules
    seed: int | None
    """The seed it was dealt from; None if unknown."""
    bots: tuple[str, ...] | None
    """Who sat where, by seat: the name of a bot, or ``human``; None if unknown."""
    roles: tuple[Role, ...]
    """By seat."""
    deck: tuple[Card, ...]
    """The shuffled deck in use."""
    actions: tuple[Move, ...]
    result: Outcome | None
    """None while the game goes on."""

    @staticmethod
    def of(
        start: State, actions: Sequence[Move], *, seed: int | None = None, bots: Sequence[str] | None = None
    ) -> "Record":
        """The record of the game that ``actions`` make from the deal ``start``; raises ``IllegalMove``."""
        state = start
        for move in actions:
            state = apply(state, move)
        names = None if bots is None else tuple(bots)
        return Record(start.rules, seed, names, start.roles, start.deck, tuple(actions), state.outcome)

    def to_json(self) -> str:
        """The record as JSON, on one line."""
        result = None if self.result is None else _result_json(self.result, replay(self)[-1])
        data = {
            "format": FORMAT,
            "version": VERSION,
            "rules": rules_json(self.rules),
            "seed": self.seed,
            "bots": None if self.bots is None else list(self.bots),
            "roles": list(self.roles),
            "deck": [str(card) for card in self.deck],
            "actions": [
                {"player": move.seat, "card": move.card, "target": move.target} for move in self.actions
            ],
            "result": result,
        }
        return json.dumps(data, ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> "Record":
        """The record in ``text``, replayed and found right; ``RecordError`` otherwise."""
        return _read(read_json(text))


def expect_record(record: object) -> Record:
    """``record`` itself; ``RecordError`` if it is anything else than a ``Record``."""
    if not isinstance(record, Record):
        raise RecordError(f"record: expected a Record, such as Record.from_json gives, got {shown(record)}")
    return record


def replay(record: Record) -> list[State]:
    """Every state of the game, start to end; ``RecordError`` names the first illegal action and the rule.

    The result that the record claims is not looked at here; ``Record.from_json`` holds it against the end.
    """
    expect_record(record)
    try:
        states = [deal(record.rules, record.deck, record.roles)]
    except ValueError as error:
        raise RecordError(f"record: {error}") from None
    for number, move in enumerate(record.actions):
        try:
            states.append(apply(states[-1], move))
        except IllegalMove as error:
            raise RecordError(f"record: actions[{number}]: {error}") from None
    return states


def rules_json(rules: Rules) -> dict[str, Any]:
    """The rules as a record writes them."""
    return {**{name: getattr(rules, name) for name in _RULE_KEYS}, "deck": dict(rules.deck)}


def _result_json(result: Outcome, end: State) -> dict[str, Any]:
    sites = [
        {
            "cards": list(map(str, site)),
            "plombox": score.plombox,
            "developed": score.developed,
            "contaminated": score.contaminated,
        }
        for site, score in zip(end.sites, result.sites, strict=True)
    ]
    return {"reason": result.reason, "winners": list(map(str, result.winners)), "sites": sites}


def _refuse(place: str, expected: str, value: object) -> RecordError:
    return RecordError(f"record: {place}: expected {expected}, got {shown(value)}")


def read_json(text: str) -> Any:
    """What JSON of bounded size says; ``RecordError`` for anything else."""
    if not isinstance(text, str):
        raise RecordError(f"record: expected text, got {type(text).__name__}")
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise RecordError(f"record: larger than {MAX_BYTES} bytes")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise RecordError(
            f"record: not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        ) from None
    except RecursionError:
        raise RecordError("record: nested too deeply") from None
    except ValueError:
        raise RecordError("record: a number is too long") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise RecordError("record: a name stands twice in one object")
    return data


def _no_constant(name: str) -> None:
    raise RecordError(f"record: {name} is not a number that JSON knows")


def read_object(value: Any, keys: Sequence[str], place: str) -> dict[str, Any]:
    """An object with just these names; ``RecordError`` that names the place otherwise."""
    if not isinstance(value, dict):
        raise _refuse(place, "an object", value)
    for key in value:
        if key not in keys:
            raise _refuse(place, f"the names {', '.join(keys)}", key)
    for key in keys:
        if key not in value:
            raise RecordError(f"record: {place}: {key!r} is missing")
    return value


def read_list(value: Any, length: int | None, place: str) -> list[Any]:
    """A list, of this length unless it is None; ``RecordError`` that names the place otherwise."""
    if not isinstance(value, list):
        raise _refuse(place, "a list", value)
    if length is not None and len(value) != length:
        raise RecordError(f"record: {place}: expected {length} entries, got {len(value)}")
    return value


def read_whole(value: Any, place: str) -> int:
    """A whole number; ``RecordError`` that names the place otherwise."""
    if type(value) is not int:
        raise _refuse(place, "a whole number", value)
    return value


def _read(data: Any) -> Record:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f"record: expected an object with the format {FORMAT!r}")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise _refuse("version", f"{VERSION}, the only one known", version)
    data = read_object(data, _KEYS, "top level")
    rules = read_rules(data["rules"])
    seed = None if data["seed"] is None else read_whole(data["seed"], "seed")
    record = Record(
        rules=rules,
        seed=seed,
        bots=_read_bots(data["bots"], rules),
        roles=read_roles(data["roles"], rules),
        deck=_read_deck(data["deck"], rules),
        actions=_read_actions(data["actions"], rules),
        result=None,
    )
    end = replay(record)[-1]
    _check_result(data["result"], end)
    return Record(**{**{f.name: getattr(record, f.name) for f in fields(Record)}, "result": end.outcome})


def read_rules(value: Any) -> Rules:
    """Rules as ``rules_json`` writes them; ``RecordError`` otherwise."""
    value = read_object(value, _RULE_KEYS, "rules")
    try:
        return Rules(**value)
    except ValueError as error:
        raise RecordError(f"record: rules: {error}") from None


def _read_bots(value: Any, rules: Rules) -> tuple[str, ...] | None:
    if value is None:
        return None
    for seat, name in enumerate(read_list(value, rules.players, "bots")):
        if not isinstance(name, str) or not 1 <= len(name) <= 40 or not name.isprintable():
            raise _refuse(f"bots[{seat}]", "a printable name of 1 to 40 characters", name)
    return tuple(value)


def read_roles(value: Any, rules: Rules) -> tuple[Role, ...]:
    """A role for each seat, one of each at least (R2); ``RecordError`` otherwise."""
    for seat, name in enumerate(read_list(value, rules.players, "roles")):
        if not isinstance(name, str) or name not in set(Role):
            raise _refuse(f"roles[{seat}]", "citizen, corporate or ngo", name)
    for role in ROLES:
        if role not in value:
            raise RecordError(f"record: roles: R2: at least one of each role, but there is no {role}")
    return tuple(map(Role, value))


def _read_deck(value: Any, rules: Rules) -> tuple[Card, ...]:
    deck: list[Card] = []
    for index, code in enumerate(read_list(value, rules.cards_in_use, "deck")):
        try:
            deck.append(Card.parse(code))
        except ValueError as error:
            raise RecordError(f"record: deck[{index}]: {error}") from None
    for code in sorted(set(map(str, deck))):
        most = BASIC_DECKS * rules.deck.get(code, 0)
        if deck.count(Card.parse(code)) > most:
            raise RecordError(
                f"record: deck: R3: {deck.count(Card.parse(code))} of {code}, three basic decks hold {most}"
            )
    return tuple(deck)


def _read_actions(value: Any, rules: Rules) -> tuple[Move, ...]:
    names = ("player", "card", "target")
    moves = []
    for number, entry in enumerate(read_list(value, None, "actions")):
        entry = read_object(entry, names, f"actions[{number}]")
        moves.append(Move(*(read_whole(entry[name], f"actions[{number}].{name}") for name in names)))
    return tuple(moves)


def _check_result(value: Any, end: State) -> None:
    if value is None:
        return
    value = read_object(value, ("reason", "winners", "sites"), "result")
    if end.outcome is None:
        raise RecordError("record: result: R10: the actions do not end the game")
    true = _result_json(end.outcome, end)
    for key, rule in (("reason", "R10"), ("winners", "R12")):
        if value[key] != true[key]:
            raise _refuse(f"result.{key}: {rule}", shown(true[key]), value[key])
    for seat, site in enumerate(read_list(value["sites"], end.rules.players, "result.sites")):
        site = read_object(site, tuple(true["sites"][seat]), f"result.sites[{seat}]")
        for key, counted in true["sites"][seat].items():
            if site[key] != counted or type(site[key]) is not type(counted):
                raise _refuse(f"result.sites[{seat}].{key}: R11", shown(counted), site[key])
