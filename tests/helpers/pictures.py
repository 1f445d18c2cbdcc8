"""Positions, views and canvases for the tests of the picture."""

import random
from collections.abc import Iterator

from PIL import Image, ImageDraw, ImageFont
from twins import Game, random_game

from plombox_widget.game.cards import Kind
from plombox_widget.game.notation import parse_position
from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import load
from plombox_widget.table import moment
from plombox_widget.table.layout import View
from plombox_widget.table.referee import Referee
from plombox_widget.table.shapes import Part

LONG_NAMES = ("Wilhelmina Wwwwwwwwwwwwww", "Ñandú Ökonomie ÅÅÅÅ", "<img src=x onerror=alert(1)>", "M" * 24)


def names(words, players, long=False):
    """A name per seat: the program's, or ones that cannot fit."""
    if long:
        return tuple(LONG_NAMES[seat % len(LONG_NAMES)] for seat in range(players))
    return tuple(words(f"seat.name.{seat}") for seat in range(players))


def view(players, language="en", **choices):
    words = load(language)
    choices.setdefault("names", names(words, players))
    return View(words, **choices)


def games(players) -> list[Game]:
    """Two games to their ends: one of random moves; one in which everyone piles resources up at a site."""
    return [random_game(Rules(players=players), 11), random_game(Rules(players=players), 12)]


def crowded(players=8):
    """Sites with many cards: hidden ones of every seat, known ones, face-up ones."""
    codes = ["R1", "R2i1", "R3i3c2", "R4i1c1", "R2i2c1", "R1i3c2"]
    lines = [f"players {players}", "turn 0 plays 2", "pile " + " ".join(["R1"] * 30), "discard + ! R3i3c2"]
    for seat in range(players):
        site = " ".join(
            f"{codes[i % 6]}@{(i * 3 + seat) % players}{'^' * (i % 5 == 0)}" for i in range(24 - seat)
        )
        role = ("citizen", "corporate", "ngo")[seat % 3]
        lines.append(f"seat {seat} {role} lost 2 extra 3 : R1i3c2 + - ! R4 : {site}")
    return parse_position("\n".join(lines))


def nearly(players=3):
    """A site where one card more finishes the PlomBOX, develops it and contaminates it, all at once."""
    seats = [
        "seat 0 ngo : R4i3c3 R1 + - ! : R1i2@0^ R2@0^ R3@1^",
        "seat 1 citizen : R1 :",
        "seat 2 corporate : R1 :",
    ]
    seats += [f"seat {seat} citizen : R1 : R{1 + seat % 4}@0" for seat in range(3, players)]
    return parse_position("\n".join([f"players {players}", "pile R1 R1", *seats]))


def observations(players) -> Iterator[Observation]:
    """Positions of whole games as several viewers see them, and a crowded table."""
    for game in games(players):
        last = len(game.states) - 1
        for at in (0, 1, last // 3, 2 * last // 3, last - 1, last):
            state = game.states[at]
            yield observe(state, state.turn)
            yield observe(state, (state.turn + 1) % players)
        yield observe(game.states[last // 2], None)
        yield observe(game.end, None)
    yield observe(nearly(players), 0)
    yield observe(crowded(players), 0)
    yield observe(crowded(players), 1)
    paper = Referee(Rules(players=players))
    paper.enter("R", 1)
    yield paper.observation()
    for _ in range(players):
        paper.enter("!", 0)
    yield paper.observation()


def picks(observation) -> Iterator[dict[str, object]]:
    """Choices of a view: nothing picked, then a card of each kind, aimed at two sites."""
    yield {}
    kinds = set()
    for held in observation.hand if observation.legal_moves else ():
        if held.card.kind not in kinds:
            kinds.add(held.card.kind)
            target = observation.legal_moves[-1].target
            yield {"picked": held.card_index, "hovered": Part("site", target), "target": 0}
    if observation.legal_moves:
        yield {"hint": observation.legal_moves[-1], "hovered": Part("card", observation.hand[0].card_index)}


MOMENTS: tuple[dict[str, object], ...] = (
    {"offers": (moment.STEP, moment.TURN)},
    {"offers": (moment.STEP, moment.END), "hovered": Part("button", "step")},
    {"offers": (moment.PAUSE_AUTO,), "doing": "auto"},
    {"doing": "think"},
    {"offers": (moment.PAUSE,), "doing": "think"},
    {"offers": (moment.BACK,), "live": 123},
    {"asked": 1},
    {"asked": 12},
    {"offers": (moment.NEW_GAME,), "together": True},
)
"""What a view may say beside the position: who is waited for, and the buttons in the picture."""

KINDS = tuple(Kind)


class Recorder:
    """A canvas that writes down every call and every style that is set."""

    def __init__(self):
        object.__setattr__(self, "calls", [])

    def __setattr__(self, name, value):
        self.calls.append((name, value))

    def __getattr__(self, name):
        return lambda *args: self.calls.append((name, args))


def _font(size):
    for path in ("DejaVuSans.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"):
        try:
            return ImageFont.truetype(path, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


_FONTS = {}


class Raster:
    """A canvas of real pixels, without soft edges: what is drawn last is seen."""

    def __init__(self, width, height):
        self.image = Image.new("RGB", (width, height), "#FF00FF")
        self._draw = ImageDraw.Draw(self.image)
        self.fill_style = self.stroke_style = "#000000"
        self.line_width = 1

    def set_line_dash(self, segments):
        self._dash = segments

    def fill_rect(self, x, y, w, h):
        if w > 0 and h > 0:
            self._draw.rectangle((x, y, x + w - 1, y + h - 1), self.fill_style)

    def stroke_rect(self, x, y, w, h):
        half = self.line_width / 2
        box = (x - half, y - half, x + w + half - 1, y + h + half - 1)
        self._draw.rounded_rectangle(box, half, None, self.stroke_style, round(self.line_width))

    def fill_circle(self, x, y, r):
        self._draw.ellipse((x - r, y - r, x + r, y + r), self.fill_style)

    def stroke_circle(self, x, y, r):
        r += self.line_width / 2
        self._draw.ellipse((x - r, y - r, x + r, y + r), None, self.stroke_style, round(self.line_width))

    def fill_polygon(self, points):
        self._draw.polygon([tuple(point) for point in points], self.fill_style)

    def stroke_polygon(self, points):
        self.stroke_lines([*points, points[0]])

    def stroke_lines(self, points):
        width = max(1, round(self.line_width))
        self._draw.line([tuple(point) for point in points], self.stroke_style, width)

    def fill_text(self, text, x, y, limit=None):
        size = int(self.font.removeprefix("bold ").split("px")[0])
        font = _FONTS.setdefault(size, _font(size))
        anchor = {"left": "ls", "center": "ms", "right": "rs"}[self.text_align]
        self._draw.text((x, y), text, self.fill_style, font, anchor)

    def __getattr__(self, name):
        single = name.replace("styled_", "").removesuffix("s").replace("line_segment", "lines")
        if "styled" not in name:
            raise AttributeError(name)
        style = f"{single.split('_')[0]}_style"

        def draw(*columns):
            *numbers, colours = columns
            before = getattr(self, style)
            if "rect" in name or "circle" in name:
                spread = [one if isinstance(one, list) else [one] * len(colours) for one in numbers]
                calls = zip(*spread, strict=True)
            else:
                calls = ((points,) for points in numbers[0])
            for args, colour in zip(calls, colours, strict=True):
                setattr(self, style, "#{:02X}{:02X}{:02X}".format(*colour))
                getattr(self, single)(*args)
            setattr(self, style, before)

        return draw


def rng(name):
    return random.Random(f"picture {name}")
