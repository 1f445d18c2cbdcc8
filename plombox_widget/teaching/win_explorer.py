"""Who wins: the size of each faction, what each site counts for, and the strict comparisons between them."""

from collections.abc import Iterable
from dataclasses import replace

import ipywidgets as widgets

from plombox_widget.game.cards import PACKAGES, Role
from plombox_widget.game.expect import given_rules
from plombox_widget.game.rules import ROLES, FactionScore, Rules, SiteScore, score_factions
from plombox_widget.locales.i18n import Words
from plombox_widget.table.text import LETTERS
from plombox_widget.teaching.facts import seats_range
from plombox_widget.teaching.house_rules import signed
from plombox_widget.teaching.panel import Panel, guarded, prose, status, wrapped


class WinModel:
    """How many seats each faction has, and for which factions each site counts. Knows nothing of Jupyter."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = given_rules(rules)
        spare = self.rules.players - len(ROLES)
        self.members = {Role.CITIZEN: 1 + spare, Role.CORPORATE: 1, Role.NGO: 1}
        self.sites: list[dict[Role, bool]] = [_bare_site() for _ in range(self.rules.players)]

    def seat(self, citizens: int, corporates: int) -> None:
        """Set the sizes of the factions, the NGOs being the rest; ``ValueError`` unless each has one (R2)."""
        ngos = self.rules.players - citizens - corporates
        if min(citizens, corporates, ngos) < 1:
            raise ValueError(f"R2: each faction has at least one of the {self.rules.players} seats")
        self.members = {Role.CITIZEN: citizens, Role.CORPORATE: corporates, Role.NGO: ngos}

    def tick(self, site: int, role: Role, counts: bool) -> None:
        """Say whether a site counts for a faction: its PlomBOX done, developed, clean (R11)."""
        self.sites[site][role] = counts

    @property
    def factions(self) -> tuple[FactionScore, FactionScore, FactionScore]:
        """Each faction against its goal, by the rules themselves (R12)."""
        roles = [role for role in ROLES for _ in range(self.members[role])]
        return score_factions([self._score(site) for site in self.sites], roles, self.rules)

    def _score(self, site: dict[Role, bool]) -> SiteScore:
        return SiteScore(
            packages=frozenset(PACKAGES if site[Role.CITIZEN] else ()),
            industry=self.rules.industry_over + site[Role.CORPORATE],
            contamination=self.rules.contamination_over + (not site[Role.NGO]),
            plombox=site[Role.CITIZEN],
            developed=site[Role.CORPORATE],
            contaminated=not site[Role.NGO],
        )

    def sentences(self, words: Words) -> list[str]:
        """What each faction needs, what it has, and the comparison; then who wins."""
        told = [self._sentence(faction, words) for faction in self.factions]
        winners = [words(f"result.winner.{faction.role}") for faction in self.factions if faction.wins]
        if winners:
            return [*told, f"**{words('result.winners', factions=words.listed(winners))}**"]
        return [*told, f"**{words('result.nobody')}**"]

    def _sentence(self, faction: FactionScore, words: Words) -> str:
        margin = self.rules.margin(faction.role)
        limit = faction.members + margin
        need = words(
            f"lesson.win.{'sum' if margin else 'size'}",
            faction=words(f"faction.{faction.role}"),
            count=faction.members,
            margin=signed(margin),
            limit=limit,
            what=words(f"lesson.win.what.{faction.role}"),
        )
        if faction.needed > len(self.sites):
            return f"{need} {words('lesson.win.never', count=len(self.sites))}"
        verdict = words(f"lesson.win.{'yes' if faction.wins else 'no'}", sites=faction.sites, limit=limit)
        return f"{need} {verdict}"


def _bare_site() -> dict[Role, bool]:
    """An empty site: nothing is done on it, and it is clean (R11)."""
    return {Role.CITIZEN: False, Role.CORPORATE: False, Role.NGO: True}


class WinExplorer(Panel):
    """Sliders for the seats of each faction, ticks for each site; who wins is told at once."""

    def __init__(self, rules: Rules | None = None, lang: str = "en", *, strict: bool = False) -> None:
        self._base = given_rules(rules)
        self.model = WinModel(self._base)
        self._quiet = False
        super().__init__(lang, strict=strict)

    def build(self) -> Iterable[widgets.Widget]:
        least, most = seats_range()
        self._intro, self._ngos, self._told = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.players = _slider(least, most, self.model.rules.players)
        self.citizens = _slider(1, most, self.model.members[Role.CITIZEN])
        self.corporates = _slider(1, most, self.model.members[Role.CORPORATE])
        self.players.observe(lambda change: self._set_players(change["new"]), "value")
        self.citizens.observe(lambda change: self._seat(citizens=change["new"]), "value")
        self.corporates.observe(lambda change: self._seat(corporates=change["new"]), "value")
        self.ticks: list[dict[Role, widgets.Checkbox]] = []
        """By site, each made when first needed, and used again."""
        self._rows: list[widgets.Box] = []
        self._sites = widgets.VBox()
        sliders = widgets.VBox([self.players, self.citizens, self.corporates, self._ngos])
        return [self._intro, sliders, self._sites, self._told]

    def _tick(self, site: int, role: Role) -> widgets.Checkbox:
        box = widgets.Checkbox(indent=False, layout=widgets.Layout(width="auto", margin="0 1em 0 0"))
        box.observe(lambda change: self._ticked(site, role, change["new"]), "value")
        return box

    @guarded
    def _ticked(self, site: int, role: Role, counts: bool) -> None:
        if not self._quiet:
            self.tick(site, role, counts)

    def tick(self, site: int, role: Role, counts: bool = True) -> None:
        """Say whether a site counts for a faction."""
        self.model.tick(site, role, counts)
        self.refresh()

    @guarded
    def _set_players(self, players: int) -> None:
        if not self._quiet:
            self.set_players(players)

    def set_players(self, players: int) -> None:
        """Begin anew with this number of seats; ``ValueError`` outside 3 to 8 (R1)."""
        self.model = WinModel(replace(self._base, players=players))
        self.refresh()

    @guarded
    def _seat(self, citizens: int | None = None, corporates: int | None = None) -> None:
        """A slider was moved: where too few seats are left, the other faction gives way, never the NGOs."""
        if self._quiet:
            return
        spare, members = self.model.rules.players - 1, self.model.members
        if citizens is None:
            corporates = members[Role.CORPORATE] if corporates is None else corporates
            citizens = min(members[Role.CITIZEN], spare - corporates)
        else:
            corporates = min(members[Role.CORPORATE], spare - citizens)
        self.seat(citizens, corporates)

    def seat(self, citizens: int, corporates: int) -> None:
        """Set the sizes of the factions, the NGOs being the rest; ``ValueError`` unless each has one."""
        self.model.seat(citizens, corporates)
        self.refresh()

    def refresh(self) -> None:
        self._quiet = True
        try:
            self._set_values()
        finally:
            self._quiet = False
        words = self.words
        self._intro.value = prose(words("lesson.win.intro"))
        self.players.description = words("lesson.win.players")
        self.citizens.description = words("lesson.win.seats.citizen")
        self.corporates.description = words("lesson.win.seats.corporate")
        self._ngos.value = prose(self._rest())
        self._told.value = status(self._list())

    def _rest(self) -> str:
        """The seats that no slider sets."""
        players = self.model.rules.players
        if players == len(ROLES):
            return self.words("lesson.win.each", players=players)
        return self.words("lesson.win.ngos", count=self.model.members[Role.NGO])

    def _set_values(self) -> None:
        model, words = self.model, self.words
        players, members = model.rules.players, model.members
        self.players.value = players
        for role, slider in ((Role.CITIZEN, self.citizens), (Role.CORPORATE, self.corporates)):
            _bound(slider, players - len(ROLES) + 1, members[role])
        for at in range(len(self.ticks), players):
            self.ticks.append({role: self._tick(at, role) for role in ROLES})
            label = widgets.HTML(f"<strong>{LETTERS[at]}</strong>&ensp;")
            self._rows.append(wrapped(label, *self.ticks[at].values()))
        for at, site in enumerate(model.sites):
            for role, box in self.ticks[at].items():
                box.value = site[role]
                box.description = words(f"lesson.win.tick.{role}")
                box.tooltip = words("lesson.win.tick_title", site=LETTERS[at], what=box.description)
        self._sites.children = tuple(self._rows[:players])

    def _list(self) -> str:
        return "\n".join(f"- {sentence}" for sentence in self.model.sentences(self.words))

    def text(self) -> str:
        return self._list()

    def static(self) -> str:
        return prose(self._list())


def _slider(least: int, most: int, value: int) -> widgets.IntSlider:
    return widgets.IntSlider(
        value,
        least,
        most,
        continuous_update=False,
        style={"description_width": "8.5em"},
        layout=widgets.Layout(width="98%", max_width="30em"),
    )


def _bound(slider: widgets.IntSlider, most: int, value: int) -> None:
    """Set the top and the value of a slider together, never a value above the top; one that cannot be moved
    is not shown."""
    slider.max = max(most, slider.value)
    slider.value = value
    slider.max = most
    slider.layout.display = "none" if most == slider.min else None
