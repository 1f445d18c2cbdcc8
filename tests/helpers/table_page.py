"""A table in a browser, seen and played as a person does: by its pixels, its buttons and its words."""

import random
import time
from itertools import count

from plombox_widget.game.engine import new_game
from plombox_widget.game.observation import observe
from plombox_widget.game.rules import Rules
from plombox_widget.locales.i18n import load
from plombox_widget.table.layout import View, centre, layout
from plombox_widget.table.shapes import Part

_NUMBERS = count()
WAIT = 60_000
"""Milliseconds for anything on a busy machine."""
DOUBLE_CLICK = 0.45
"""Seconds, a little more than those within which a second click on the same belongs to the first."""
QUIET = ("favicon", "/voila/api/shutdown/", "mathjax2-extension")
"""Console errors of the hosts themselves."""


def in_lab(page, address, name):
    """Open a notebook in JupyterLab and run all of it."""
    # A workspace of its own: the tabs of the last test stay closed.
    workspace = f"test{next(_NUMBERS)}"
    page.goto(address.replace("/lab?", f"/lab/workspaces/{workspace}/tree/{name}.ipynb?"))
    page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for(timeout=WAIT)
    run_all(page)


def run_all(page):
    """Run all of the notebook in front, once its kernel is ready."""
    page.locator("#jp-main-statusbar", has_text="| Idle").wait_for(timeout=WAIT)
    ask = page.locator(".jp-Dialog button.jp-mod-accept", has_text="Select")
    page.add_locator_handler(ask, lambda: ask.click())
    page.locator(".lm-MenuBar-item", has_text="Run").first.click()
    page.locator(".lm-Menu-item[data-command='runmenu:run-all']").click()


def save_in_lab(page):
    """Save the notebook and wait until it is."""
    page.locator(
        ".jp-NotebookPanel .jp-ToolbarButton [data-command='docmanager:save'], "
        "jp-button[data-command='docmanager:save']"
    ).first.click()
    page.wait_for_function("() => !document.querySelector('.jp-mod-dirty')", timeout=WAIT)


class Noise:
    """Errors of a page's console, without those that are the host's own."""

    def __init__(self, page):
        self.errors = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _said(self, message):
        told = f"{message.text} ({message.location.get('url')})"
        if message.type == "error" and not any(part in told for part in QUIET):
            self.errors.append(told)


class TablePage:
    """The first table of a page, or the one with this number."""

    def __init__(self, page, number=0, language="en"):
        self.page = page
        page.set_default_timeout(WAIT)
        self.words = load(language)
        self.root = page.locator(".plombox-table").nth(number)
        self.noise = Noise(page)

    def wait_painted(self):
        """Until the canvas shows something: a pixel in its middle is no longer transparent."""
        canvas = self.root.locator("canvas").first
        canvas.wait_for(state="visible", timeout=WAIT)
        self.page.wait_for_function(
            """canvas => canvas.getContext('2d').getImageData(canvas.width / 2, 9, 1, 1).data[3] > 0""",
            arg=canvas.element_handle(),
            timeout=WAIT,
        )
        return self

    # -- what a person sees

    def button(self, name):
        return self.root.locator(f"button.plombox-{name}")

    @property
    def hand(self):
        return self.root.locator(".plombox-hand button:visible")

    @property
    def targets(self):
        return self.root.locator(".plombox-targets button:visible")

    @property
    def status(self):
        return self.root.locator(".plombox-status .widget-html-content").inner_text()

    @property
    def log(self):
        return self.root.locator(".plombox-log [role=log]").inner_text()

    @property
    def text(self):
        return self.root.locator(".plombox-text [role=region]").inner_text()

    @property
    def number(self):
        """Plays made, as the newest line of the log that tells one begins."""
        lines = [line.split(".")[0] for line in self.log.splitlines()]
        return max((int(line) for line in lines if line.isdigit()), default=0)

    @property
    def over(self):
        return self.words("turn.over") in self.text

    def usable(self, name):
        return self.button(name).is_enabled()

    def changes(self, action):
        """Do something and wait until the words of the position are others."""
        text = self.root.locator(".plombox-text [role=region]")
        before = text.inner_text()
        action()
        self.page.wait_for_function(
            """([root, before]) => {
                const text = root.querySelector('.plombox-text [role=region]');
                return text && text.innerText !== before;
            }""",
            arg=[self.root.element_handle(), before],
            timeout=WAIT,
        )

    def pressed(self, button):
        """Wait until a toggle button is shown down."""
        self.page.wait_for_function(
            "button => button.classList.contains('mod-active')", arg=button.element_handle(), timeout=WAIT
        )

    def enabled(self, button):
        """Wait until a button can be pressed."""
        self.page.wait_for_function("button => !button.disabled", arg=button.element_handle(), timeout=WAIT)

    # -- where things are on the picture

    def pixel(self, kind, at):
        """Page coordinates of the ``at``-th card of the hand, or of the site of seat ``at``."""
        players, cards = self.targets.count(), self.hand.count()
        observation = observe(new_game(Rules(players=players), random.Random(1)), 0)
        observation = observation._replace(hand=observation.hand[:cards])
        scene = layout(observation, View(self.words, (), compact=self.compact))
        spots = [spot for spot in scene.spots if spot.part.kind == kind]
        if kind == "card":
            rect = spots[at].rect
        else:
            rect = next(spot.rect for spot in spots if spot.part == Part(kind, at))
        x, y = centre(rect)
        canvas = self.root.locator("canvas").first
        box = canvas.bounding_box()
        return box["x"] + x * box["width"] / scene.width, box["y"] + y * box["height"] / scene.height

    @property
    def compact(self):
        canvas = self.root.locator("canvas").first
        return int(canvas.get_attribute("height")) > int(canvas.get_attribute("width"))

    def show(self, kind, at):
        """Scroll until the part can be pointed at; its coordinates."""
        height = self.page.viewport_size["height"]
        for _ in range(5):
            x, y = self.pixel(kind, at)
            if 0.16 * height < y < 0.95 * height:  # under what stays at the top: the host's bars, the status
                return x, y
            self.root.locator("canvas").first.evaluate(_SCROLL, y - height / 2)
        raise AssertionError(f"{kind} {at} cannot be scrolled into view")


_SCROLL = """(canvas, by) => {
    for (let box = canvas.parentElement; box; box = box.parentElement) {
        const before = box.scrollTop;
        box.scrollTop += by;
        if (box.scrollTop !== before) return;
    }
}"""


class ByCanvas:
    """Plays with the mouse on the picture alone."""

    def __init__(self, table):
        self.table = table

    def at(self, x, y):
        self.table.page.mouse.click(x, y)

    def play(self, card, target):
        table = self.table
        self.at(*table.show("card", card))
        table.enabled(table.targets.nth(target))
        table.changes(lambda: self.at(*table.show("site", target)))

    def bots(self):
        self.table.changes(lambda: self.at(*self.table.show("pile", 0)))


class ByTap(ByCanvas):
    """Plays with a finger on the picture alone."""

    def at(self, x, y):
        self.table.page.touchscreen.tap(x, y)


class ByKeyboard:
    """Plays with Tab, Space and Enter alone."""

    def __init__(self, table):
        self.table = table

    def tab_to(self, button):
        """Press Tab until the button has the keyboard."""
        wanted, page = button.element_handle(), self.table.page
        for _ in range(120):
            if page.evaluate("button => document.activeElement === button", wanted):
                return
            on_canvas = page.evaluate("() => document.activeElement.tagName === 'CANVAS'")
            page.keyboard.press("Tab")
            if on_canvas:
                # Where the canvas takes keys, the kernel leads on: a person waits for that too.
                page.wait_for_function("() => document.activeElement.tagName !== 'CANVAS'", timeout=WAIT)
        raise AssertionError("Tab does not lead to this button")

    def play(self, card, target):
        table, keyboard = self.table, self.table.page.keyboard
        self.tab_to(table.hand.nth(card))
        keyboard.press("Space")
        table.enabled(table.targets.nth(target))
        self.tab_to(table.targets.nth(target))
        keyboard.press("Space")
        table.enabled(table.button("play"))
        self.tab_to(table.button("play"))
        table.changes(lambda: keyboard.press("Enter"))

    def bots(self):
        self.tab_to(self.table.button("turn"))
        self.table.changes(lambda: self.table.page.keyboard.press("Enter"))


def play_out(table, way, seed=1, plays=999):
    """Play to the end, or so many plays of one's own; how many there were."""
    rng = random.Random(seed)
    made, began = 0, 0.0
    while not table.over and made < plays:
        if table.usable("turn"):
            way.bots()
        else:
            # Two presses of one button that come sooner are a double click: no person is so quick.
            time.sleep(max(0.0, began + DOUBLE_CLICK - time.monotonic()))
            began = time.monotonic()
            card = rng.randrange(table.hand.count())
            way.play(card, own_or_any(table, rng, card))
            made += 1
    return made


def own_or_any(table, rng, card):
    """A seat where the card can be played: a negative one never at one's own, as its name says."""
    negative = table.words("kind.negative") in table.hand.nth(card).inner_text().lower()
    return rng.randrange(1 if negative else 0, table.targets.count())
