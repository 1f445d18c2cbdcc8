"""The questions of the lessons, as data. What is right is worked out by the engine, never written down."""

from collections.abc import Callable

from plombox_widget.game.cards import format_cards, parse_cards
from plombox_widget.game.engine import apply, legal_moves, score_table
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import ROLES, Rules, SiteScore, score_site
from plombox_widget.game.state import State
from plombox_widget.locales.i18n import Words
from plombox_widget.table.text import result, seat_names
from plombox_widget.teaching.quiz import Facts, Question
from plombox_widget.teaching.science import BY_NAME, sources_text

YES_NO = ("yes", "no")
FACTIONS = tuple(f"faction.{role}" for role in ROLES)


def _yes_if(holds: bool) -> frozenset[str]:
    return frozenset({"yes" if holds else "no"})


def _site_question(name: str, cards: str, holds: Callable[[Rules], bool]) -> Question:
    def facts(rules: Rules, words: Words) -> Facts:
        score = score_site(parse_cards(cards), rules)
        packages = words.listed(map(str, sorted(score.packages)))
        totals = {"industry": score.industry, "contamination": score.contamination, "present": packages}
        return {"cards": f"`{cards}`", **totals}

    return Question(name, YES_NO, lambda rules: _yes_if(holds(rules)), facts=facts)


def _score(cards: str, rules: Rules) -> SiteScore:
    return score_site(parse_cards(cards), rules)


FOUR, FIVE = "R1i2c1 R2i2c1 R3", "R1i2c1 R2i2c1 R3i1"
TWO, THREE = "R1i2c1 R3i2c1", "R1i2c1 R3i3c2"
COPIES = "R1 R1 R2 R3 R3i1"
SITES = (
    _site_question("industry_at", FOUR, lambda rules: _score(FOUR, rules).developed),
    _site_question("industry_over", FIVE, lambda rules: _score(FIVE, rules).developed),
    _site_question("contamination_at", TWO, lambda rules: not _score(TWO, rules).contaminated),
    _site_question("contamination_over", THREE, lambda rules: not _score(THREE, rules).contaminated),
    _site_question("copies", COPIES, lambda rules: _score(COPIES, rules).plombox),
)

TABLES = {
    "table_strict": """
        seat 0 citizen : : R1@0 R2@0 R3@1 R4i1@0
        seat 1 corporate : : R1i3c2@1 R2i1@1 R3i1@0
        seat 2 ngo : : R2i2c1@0 R3i2c1@2
    """,
    "table_over": """
        seat 0 citizen : : R1@0 R2@0 R3@1 R4i1@0
        seat 1 corporate : : R1i3c2@1 R2i2c1@1 R3@0 R4@0
        seat 2 ngo : : R2i2c1@0 R3i2c1@2
    """,
    "table_two": """
        seat 0 corporate : : R1i3c2@0 R2i1@1 R3i1@3
        seat 1 citizen : : R1i1@1 R2@1 R3@1 R4i3c2@0
        seat 2 ngo : : R1i2c1@0 R1i2c1@3 R4i1@0 R2@1 R3@1
        seat 3 citizen : : R1i3c2@2 R4i2c1@0
    """,
    "table_nobody": """
        seat 0 ngo : : R1i3c2@1
        seat 1 ngo : : R1i2c1@1 R2i2c1@2
        seat 2 citizen : : R1@0 R2@4 R3i3c2@2 R4i2c1@2
        seat 3 corporate : : R1i3c2@3 R2i3c2@3
        seat 4 corporate : :
    """,
    "table_all": """
        seat 0 citizen : : R1i2c1@0 R2i2c1@0 R3@0 R4i1@1
        seat 1 corporate : : R1i3c2@1 R2i1@0 R3i1@1 R4@2
        seat 2 ngo : : R1i2c1@2 R2i2c1@0
    """,
}
"""Name → a table at the end of a game, in the text notation of positions."""


def finished(name: str, rules: Rules) -> State:
    """A table of ``TABLES`` scored under ``rules``, as at the end of a game by an empty draw pile."""
    state = parse_position(TABLES[name], rules)
    return state._replace(outcome=score_table(state.rules, state.roles, state.sites, "deck"))


def _winners(name: str, rules: Rules) -> frozenset[str]:
    outcome = finished(name, rules).outcome
    assert outcome is not None
    return frozenset(f"faction.{role}" for role in outcome.winners)


def _table_question(name: str) -> Question:
    def facts(rules: Rules, words: Words) -> Facts:
        seen = observe(finished(name, rules), None)
        names = seat_names(words, seen.rules.players)
        lines = []
        for called, role, site in zip(names, seen.roles, seen.sites, strict=True):
            codes = format_cards(entry.card for entry in site if entry.card is not None)
            cards = f"`{codes}`" if codes else words("text.site_empty")
            lines.append(words("lesson.quiz.seat", name=called, role=words(f"role.{role}"), cards=cards))
        reasons = result(seen, words)[1:]
        return {
            "table": "\n".join(f"- {line}" for line in lines),
            "reasons": "\n".join(f"- {line}" for line in reasons),
        }

    return Question(name, FACTIONS, lambda rules: _winners(name, rules), many=True, facts=facts, text="table")


TRIAL = """
    seat 0 ngo : + R1 R2 :
    seat 1 citizen {tokens} : R3 R4 :
    seat 2 corporate : R1 R2 :
    pile R1 R1 R1 R1 R1 R1 R1 R1 R1 R1
"""
"""A small table on which the questions about plays are tried out."""
NUMBERS = ("number.1", "number.2", "number.3")


def _play(state: State, code: str, target: int) -> State:
    moves = (move for move in legal_moves(state) if move.target == target)
    return apply(state, next(move for move in moves if str(state.deck[move.card]) == code))


def _whole_turn(rules: Rules) -> tuple[int, int]:
    """Plays and cards drawn in a turn that begins with a positive card on oneself, by the engine (R5, R7)."""
    start = state = parse_position(TRIAL.format(tokens=""), rules)
    state = _play(state, "+", 0)
    while state.turn == start.turn:
        state = apply(state, legal_moves(state)[0])
    return state.number, start.pile - state.pile


def _extra_is_used(rules: Rules) -> bool:
    state = _play(parse_position(TRIAL.format(tokens="lost 1 extra 1"), rules), "R1", 0)
    return state.extra[1] == 0


def _owner_knows(rules: Rules) -> bool:
    state = _play(parse_position(TRIAL.format(tokens=""), rules), "R1", 1)
    return observe(state, 1).unknown(1) == 0


def _empty_may_be_incriminated(rules: Rules) -> bool:
    state = parse_position(TRIAL.format(tokens="").replace("+ R1 R2", "! R1 R2"), rules)
    return _play(state, "!", 2).incriminations == 1


def _named(rules: Rules, words: Words) -> dict[str, object]:
    names = seat_names(words, rules.players)
    plays, _ = _whole_turn(rules)
    return {
        "first": names[0],
        "second": names[1],
        "plays": plays,
        "draw_text": words(f"lesson.lab.draw.{rules.draw}"),
        "one": 1,
        "two": 2,
        "three": 3,
    }


PLAYS = (
    Question(
        "draws",
        NUMBERS,
        lambda rules: frozenset({f"number.{_whole_turn(rules)[1]}"}),
        facts=_named,
    ),
    Question("secret", YES_NO, lambda rules: _yes_if(_owner_knows(rules)), facts=_named),
    Question("both", YES_NO, lambda rules: _yes_if(_extra_is_used(rules)), facts=_named),
    Question("empty", YES_NO, lambda rules: _yes_if(_empty_may_be_incriminated(rules)), facts=_named),
)

STATEMENTS = {
    "lead_colour": "sensor",
    "lead_line": None,
    "lead_training": "anyone",
    "lead_packages": None,
    "lead_water": "field",
}
"""Statement → the fact of the project that it retells, or None if it is of the game only."""


def _statement(name: str, fact: str | None) -> Question:
    def facts(rules: Rules, words: Words) -> Facts:
        if fact is None:
            return {}
        return {"sources": sources_text(BY_NAME[fact].sources, words)}

    right = frozenset({"of_game" if fact is None else "of_project"})
    return Question(name, ("of_project", "of_game"), lambda rules: right, facts=facts)


QUIZZES = {
    "lead": tuple(_statement(name, fact) for name, fact in STATEMENTS.items()),
    "plays": PLAYS,
    "sites": SITES,
    "tables": tuple(_table_question(name) for name in TABLES),
}
"""Name → a row of questions."""
