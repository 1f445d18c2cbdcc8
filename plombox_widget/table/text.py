"""The text twin: the position, the log and the result in words. The game can be played from it alone.

Every function takes an Observation, so that nothing is told which the viewer may not know, the ``Words``
of a language, and the names of the seats, which are data: None stands for the names of that language.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from plombox_widget.game.cards import PACKAGES, Card, Kind, Role
from plombox_widget.game.observation import Observation
from plombox_widget.game.rules import ROLES, Rules, SiteScore, score_factions
from plombox_widget.game.state import Play, SeenCard
from plombox_widget.locales.i18n import Words

LETTERS = "ABCDEFGH"
"""By seat: the letter that names a seat beside its number."""
Names = Sequence[str] | None


def seat_names(words: Words, players: int, names: Names = None) -> tuple[str, ...]:
    """A name per seat, each on one line; those of the language where ``names`` is None or gives none."""
    given = ["" if name is None else plain(name) for name in names or ()]
    given += [""] * (players - len(given))
    return tuple(name or words(f"seat.name.{seat}") for seat, name in enumerate(given[:players]))


def plain(text: str) -> str:
    """``text`` on one line: what cannot be printed becomes a space, so that a name cannot forge a line."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in str(text)).split())


def card_text(card: Card | None, words: Words) -> str:
    """A card in the middle of a sentence; None is one that the viewer does not know, package 0 a resource of
    which only the kind was seen."""
    if card is None:
        return words("card.hidden")
    if card.is_resource and not card.package:
        return words("card.unknown")
    return words(
        f"card.{card.kind}",
        package=card.package,
        industry=card.industry,
        contamination=card.contamination,
    )


def capital(text: str) -> str:
    """``text`` with its first letter in upper case."""
    return text[:1].upper() + text[1:]


# --- the log -------------------------------------------------------------------------------------------


def sentence(observation: Observation, number: int, words: Words, names: Names = None) -> str:
    """What play ``number`` (0 is the first) of the history did, in one sentence.

    A card that the viewer itself put face down is told, to that viewer only (R6).
    """
    play = observation.history[number]
    called = seat_names(words, observation.rules.players, names)
    whom = "self" if play.target == play.seat else "away"
    kind = Kind.RESOURCE if play.card is None else play.card.kind
    card = own_card(observation, number)
    facts = {
        "actor": called[play.seat],
        "target": called[play.target],
        "done": _incrimination_number(observation, number),
        "limit": observation.rules.incriminations_to_end,
    }
    if kind is Kind.RESOURCE and card is not None:
        return words(f"log.own.{whom}", card=card_text(card, words), **facts)
    return words(f"log.{kind}.{whom}", **facts)


def own_card(observation: Observation, number: int) -> Card | None:
    """The card of play ``number`` if the viewer made it; the history hides a resource even from it."""
    if observation.history[number].seat != observation.seat:
        return None
    before = sum(play.seat == observation.seat for play in observation.history[:number])
    return observation.played[before]


def rulings(observation: Observation, number: int, words: Words, names: Names = None) -> tuple[str, ...]:
    """The rulings at work in play ``number``, a sentence each, in the order of their effects."""
    play, rules = observation.history[number], observation.rules
    called = seat_names(words, rules.players, names)
    facts = {"actor": called[play.seat], "target": called[play.target]}
    told: list[str] = []
    if play.card is None:
        told.append(words("ruling.secret", **facts))
    elif play.card.kind is Kind.POSITIVE:
        told.append(words(f"ruling.positive.{'self' if play.target == play.seat else 'away'}", **facts))
    elif play.card.kind is Kind.NEGATIVE:
        told.append(words("ruling.negative", **facts))
    else:
        told.append(_reveal(play, rules, words))
    reason = why_ended(observation)
    if reason and number == observation.number - 1:
        told.append(words(f"ruling.end.{reason}", limit=rules.incriminations_to_end))
    return (*told, *(words("ruling.skipped", name=called[seat]) for seat in play.skipped))


def _reveal(play: Play, rules: Rules, words: Words) -> str:
    if not play.revealed:
        return words("ruling.empty")
    return words(
        "ruling.cleared" if play.cleared else "ruling.stays",
        cards=_cards(play.revealed, words),
        total=sum(card.contamination for card in play.revealed),
        limit=rules.contamination_over,
    )


def _incrimination_number(observation: Observation, number: int) -> int:
    """Which incrimination of the game the latest one up to play ``number`` was."""
    later = sum(_incriminates(play) for play in observation.history[number + 1 :])
    return observation.incriminations - later


def _incriminates(play: Play) -> bool:
    return play.card is not None and play.card.kind is Kind.INCRIMINATION


def entry(observation: Observation, number: int, words: Words, names: Names = None) -> str:
    """The log line of play ``number``: what was done, and the rulings at work."""
    told = (
        sentence(observation, number, words, names),
        *rulings(observation, number, words, names),
    )
    return " ".join(told)


def log(observation: Observation, words: Words, names: Names = None) -> tuple[str, ...]:
    """A line per play, oldest first."""
    return tuple(entry(observation, number, words, names) for number in range(observation.number))


# --- whose turn, and the goal --------------------------------------------------------------------------


def why_ended(observation: Observation) -> str:
    """``deck`` or ``incriminations`` (R10); empty while the game goes on. Nobody has a play left after the
    end of a game with paper cards, the outcome of which is not known until they are turned up."""
    if observation.outcome is not None:
        return observation.outcome.reason
    if observation.plays:
        return ""
    return "incriminations" if observation.pile else "deck"


def status(observation: Observation, words: Words, names: Names = None) -> str:
    """Whose turn it is and the plays left to it, or that the game has ended, on one line."""
    if why_ended(observation):
        return f"{words('turn.over')}."
    name = seat_names(words, observation.rules.players, names)[observation.turn]
    key = "turn.yours" if observation.seat == observation.turn else "turn.of"
    plays = words("turn.plays", count=observation.plays)
    return words("text.turn", turn=words(key, name=name), plays=plays)


def goal(role: Role, rules: Rules, words: Words) -> str:
    """What a faction must reach, with its numbers made from the rules (R11, R12)."""
    return " ".join(
        (goal_count(role, rules, words), goal_size(role, rules, words), goal_rule(role, rules, words))
    )


def goal_count(role: Role, rules: Rules, words: Words) -> str:
    """The strict comparison of a faction (R12), its own size left open."""
    margin = rules.margin(role)
    more = "seats" if margin == 0 else "more" if margin > 0 else "less"
    limit = words(f"goal.limit.{more}", margin=abs(margin))
    return words(f"goal.count.{role}", faction=words(f"faction.{role}"), limit=limit)


def goal_size(role: Role, rules: Rules, words: Words) -> str:
    """How many sites that can be: a faction has at least one seat, and leaves one to each other (R2)."""
    few, many = 1, rules.players - len(ROLES) + 1
    least, most = rules.needed(role, few), rules.needed(role, many)
    if few == many:
        return words("goal.size.one", count=least, sites=rules.players)
    return words("goal.size.range", few=few, many=many, least=least, most=most, sites=rules.players)


def goal_rule(role: Role, rules: Rules, words: Words) -> str:
    """When a site counts for a faction (R11)."""
    limit = rules.industry_over if role is Role.CORPORATE else rules.contamination_over
    return words(f"goal.rule.{role}", limit=limit, enough=limit + 1)


# --- the position --------------------------------------------------------------------------------------


def position(observation: Observation, words: Words, names: Names = None) -> str:
    """The whole position in words, a line per thing; after the end, the result in place of the hand."""
    called = seat_names(words, observation.rules.players, names)
    lines = [status(observation, words, called), *_viewer(observation, words, called)]
    if observation.number:
        lines.append(words("text.last", sentence=entry(observation, observation.number - 1, words, called)))
    if observation.outcome is None:
        lines += hand(observation, words, called)
    else:
        lines += result(observation, words, called)
    lines += [site(observation, seat, words, called) for seat in range(observation.rules.players)]
    return "\n".join([*lines, *_piles(observation, words)])


def _viewer(observation: Observation, words: Words, called: Sequence[str]) -> list[str]:
    seat, role = observation.seat, observation.role
    if observation.outcome is not None and None not in observation.roles and seat is None:
        return []
    if seat is None or role is None:
        return [words("text.spectator")] + [goal(other, observation.rules, words) for other in ROLES]
    key = "text.viewer" if observation.outcome is None else "text.viewer_open"
    told = words(f"role.{role}")
    who = words(key, name=called[seat], letter=LETTERS[seat], role=told)
    aim = words("goal.title", role=told, goal=goal(role, observation.rules, words))
    return [who] if observation.outcome is not None else [who, aim]


def hand(observation: Observation, words: Words, names: Names = None) -> list[str]:
    """The viewer's hand, a line per card; when it acts, each with the seats where it may be played.

    For a spectator an empty list; of a game with paper cards, what may be entered as the next play.
    """
    if observation.seat is None and not observation.hand:
        return []
    called = seat_names(words, observation.rules.players, names)
    own = "text.hand" if observation.hand else "text.hand_empty"
    lines = [words(own if observation.seat is not None else "text.paper")]
    for held in observation.hand:
        facts = {"index": held.card_index, "card": card_text(held.card, words)}
        targets = [move.target for move in observation.legal_moves if move.card == held.card_index]
        if targets:
            where = words.listed(_target(observation, seat, words, called) for seat in targets)
            lines.append(f"- {words('text.hand_play', targets=where, **facts)}")
        else:
            lines.append(f"- {words('text.hand_card', **facts)}")
    return lines if observation.legal_moves else [*lines, words("text.wait")]


def _target(observation: Observation, seat: int, words: Words, called: Sequence[str]) -> str:
    key = "text.target_self" if seat == observation.seat else "text.target"
    return words(key, letter=LETTERS[seat], name=called[seat])


def site(observation: Observation, seat: int, words: Words, names: Names = None) -> str:
    """A seat and its site: tokens, each card as the viewer sees it, and the totals that it can know."""
    called = seat_names(words, observation.rules.players, names)
    role, cards = observation.roles[seat], observation.sites[seat]
    parts = [words("text.hand_size", count=observation.hand_sizes[seat])]
    if observation.lost[seat]:
        parts.append(words("token.lost", count=observation.lost[seat]))
    if observation.extra[seat]:
        parts.append(words("token.extra", count=observation.extra[seat]))
    if not cards:
        parts.append(words("text.site_empty"))
    else:
        listed = words.clauses(_seen(card, observation, words, called) for card in cards)
        parts.append(f"{words('text.site_cards', count=len(cards))} ({listed})")
        parts += totals(observation.known(seat), observation.unknown(seat), observation.rules, words)
    facts = {"letter": LETTERS[seat], "name": called[seat], "site": words.clauses(parts)}
    if role is None:
        return words("text.seat", **facts)
    return words("text.seat_role", role=words(f"role.{role}"), **facts)


def _seen(card: SeenCard, observation: Observation, words: Words, called: Sequence[str]) -> str:
    if card.card is None:
        return words("text.card_hidden", name=called[card.seat])
    told = card_text(card.card, words)
    if card.face_up or observation.outcome is not None:
        return words("text.card_up", name=called[card.seat], card=told)
    return words("text.card_own", card=told)


def totals(score: SiteScore, unknown: int, rules: Rules, words: Words) -> list[str]:
    """What a site counts as far as it is known: exact, or a lower bound while cards are unknown (R11)."""
    if score.plombox:
        told = [words("text.plombox")]
    elif not score.packages:
        told = [words("text.packages_none")]
    else:
        packages = words.listed(map(str, sorted(score.packages)))
        told = [words("text.packages", count=len(score.packages), packages=packages)]
    told.append(_total("industry", score.industry, score.developed, unknown, rules.industry_over, words))
    told.append(
        _total(
            "contamination",
            score.contamination,
            score.contaminated,
            unknown,
            rules.contamination_over,
            words,
        )
    )
    return [*told, words("text.unknown", count=unknown)] if unknown else told


def _total(what: str, total: int, over: bool, unknown: int, limit: int, words: Words) -> str:
    form = "over" if over else "least" if unknown else "exact"
    if over and unknown:
        form = "over_least"
    return words(f"text.{what}.{form}", total=total, limit=limit)


def _piles(observation: Observation, words: Words) -> list[str]:
    rules, discard = observation.rules, observation.discard
    done, limit = observation.incriminations, rules.incriminations_to_end
    lines = [words("text.pile", count=observation.pile), words("text.discard_empty")]
    if discard:
        top = card_text(discard[-1], words)
        lines[1] = words("text.discard", cards=_cards(discard, words), top=top)
    lines.append(f"{words('pile.incriminations', done=done, limit=limit)}. {words('text.end', limit=limit)}")
    return lines


def _cards(cards: Iterable[Card], words: Words) -> str:
    counts = Counter(cards)
    told = [
        words("text.copies", copies=counts[card], card=card_text(card, words))
        if counts[card] > 1
        else card_text(card, words)
        for card in sorted(counts, key=str)
    ]
    return words.listed(told)


# --- the result ----------------------------------------------------------------------------------------


def result(observation: Observation, words: Words, names: Names = None) -> list[str]:
    """Why the game ended, each site with its numbers, each faction with its comparison, who wins.

    ``ValueError`` while the game goes on.
    """
    outcome = observation.outcome
    if outcome is None:
        raise ValueError("R10: the game has not ended, so there is no result")
    rules, called = observation.rules, seat_names(words, observation.rules.players, names)
    lines = [words(f"result.reason.{outcome.reason}", limit=rules.incriminations_to_end)]
    roles = [role for role in observation.roles if role is not None]
    for seat, score in enumerate(outcome.sites):
        lines.append(_site_result(called[seat], roles[seat], score, rules, words))
    lines += faction_lines(outcome.sites, roles, rules, words)
    if outcome.winners:
        lines.append(
            words(
                "result.winners",
                factions=words.listed(words(f"result.winner.{role}") for role in outcome.winners),
            )
        )
    else:
        lines.append(words("result.nobody"))
    if observation.role is not None:
        lines.append(words(f"result.you.{'win' if observation.role in outcome.winners else 'lose'}"))
    return lines


def _site_result(name: str, role: Role, score: SiteScore, rules: Rules, words: Words) -> str:
    missing = [str(package) for package in PACKAGES if package not in score.packages]
    _, industry, contamination = totals(score, 0, rules, words)
    plombox = (
        words("result.plombox.missing", count=len(missing), packages=words.listed(missing))
        if missing
        else words("result.plombox.done")
    )
    facts = {"plombox": plombox, "industry": industry, "contamination": contamination}
    return words("result.site", name=name, role=words(f"role.{role}"), **facts)


def faction_lines(sites: Sequence[SiteScore], roles: Sequence[Role], rules: Rules, words: Words) -> list[str]:
    """A line per faction: the sites that count for it, how many it needs more than, whether it wins (R12)."""
    return [
        words(
            f"result.{score.role}.{'win' if score.wins else 'lose'}",
            faction=words(f"faction.{score.role}"),
            sites=score.sites,
            limit=score.members + rules.margin(score.role),
        )
        for score in score_factions(sites, roles, rules)
    ]
