"""The page in Chromium against a bare ipycanvas: from a click to changed pixels, and from nothing to a table.

Both pages come from the same ``plombox serve``; the bare one holds a canvas of the same size that redraws 60
rectangles at each click. Clicks and page starts of the two alternate in one run; the ratios alone mean
something. "Click" picks a card of the hand on the picture, "play" lets a bot play one card by its button.

    python tests/benchmarks/bench_click.py [--clicks 40] [--starts 9]
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "helpers"))
from hosts import CHROMIUM, FLAGS, notebook, serve
from table_page import TablePage

WANTED = {"click": 1.5, "start": 1.3}
BARE = """
from ipycanvas import Canvas, hold_canvas
from ipywidgets import Layout

canvas = Canvas(width=2560, height=1600, layout=Layout(width="100%", height="auto"))
clicks = 0

def draw(*_):
    global clicks
    clicks += 1
    with hold_canvas():
        for i in range(60):
            canvas.fill_style = f"rgb({(clicks * 40 + i) % 256}, 90, 90)"
            canvas.fill_rect(i % 10 * 256, i // 10 * 266, 240, 250)

canvas.on_client_ready(draw)
canvas.on_mouse_down(draw)
canvas
"""
TABLE = """
from plombox_widget import PlomboxTable, Rules
rules = Rules(players=4, deck={{"R1i1": 20, "R2": 20, "R3i1c1": 20, "R4": 20}})
PlomboxTable(rules=rules, seat={seat}, seed=3, bots="random")
"""
_CHANGE = """async ([canvas, act, area]) => {
    const look = () => canvas.getContext('2d').getImageData(...area).data.join();
    const before = look(), began = performance.now();
    const at = {clientX: act[0], clientY: act[1], bubbles: true};
    act instanceof Element ? act.click() : canvas.dispatchEvent(new MouseEvent('mousedown', at));
    while (look() === before) {
        if (performance.now() - began > 20000) throw new Error('nothing changed');
        await new Promise(done => setTimeout(done, 0));
    }
    return performance.now() - began;
}"""
_PAINTED = """() => {
    const canvas = document.querySelector('canvas');
    if (!canvas || !canvas.getClientRects().length) return false;
    const painted = canvas.getContext('2d').getImageData(canvas.width / 2, 9, 1, 1).data[3] > 0;
    return painted ? performance.now() : false;
}"""


class Clicked:
    """A page whose canvas changes when something is clicked."""

    def __init__(self, browser, url):
        self.page = browser.new_page(viewport={"width": 1280, "height": 1000})
        self.page.set_default_timeout(60_000)
        self.page.goto(url)
        self.page.wait_for_function(_PAINTED, timeout=60_000)
        self.canvas = self.page.locator("canvas").first.element_handle()

    def measure(self, act, area):
        """Milliseconds from acting to other pixels in ``area`` of the backing store."""
        return self.page.evaluate(_CHANGE, [self.canvas, act, area])


def clicks(browser, address, rounds):
    """Milliseconds by kind of click, in lists of equal length."""
    bare = Clicked(browser, f"{address}voila/render/bare.ipynb")
    mine = Clicked(browser, f"{address}voila/render/mine.ipynb")
    bots = Clicked(browser, f"{address}voila/render/bots.ipynb")
    table = TablePage(mine.page)
    cards = [table.pixel("card", at) for at in range(2)]
    box = mine.canvas.bounding_box()
    tops = [(x - box["x"]) * 2560 / box["width"] for x, _ in cards]
    y = (cards[0][1] - box["y"]) * 1600 / box["height"]
    step = bots.page.locator("button.plombox-step").element_handle()
    times = {"bare": [], "click": [], "play": []}
    for number in range(rounds + 5):
        # Sooner, a second step would be taken for a double click.
        bots.page.wait_for_timeout(400)
        x, act = tops[number % 2], cards[number % 2]
        measured = {
            "bare": bare.measure([400, 400], [100, 100, 40, 40]),
            "click": mine.measure(list(act), [x - 100, y - 170, 200, 60]),
            "play": bots.measure(step, [916, 500, 724, 340]),
        }
        if number >= 5:
            for name, value in measured.items():
                times[name].append(value)
    for page in (bare, mine, bots):
        page.page.close()
    return times


def starts(browser, address, rounds):
    """Milliseconds from navigation to the first painted canvas, by page."""
    times = {"bare": [], "start": []}
    for number in range(rounds + 1):
        for name, notebook_name in (("bare", "bare"), ("start", "mine")):
            page = browser.new_page(viewport={"width": 1280, "height": 1000})
            page.goto(f"{address}voila/render/{notebook_name}.ipynb", wait_until="commit")
            handle = page.wait_for_function(_PAINTED, timeout=60_000)
            if number:
                times[name].append(handle.json_value())
            page.close()
    return times


def report(times):
    for name, values in times.items():
        if name == "bare":
            continue
        ratios = sorted(value / bare for value, bare in zip(values, times["bare"], strict=True))
        ratio = statistics.median(values) / statistics.median(times["bare"])
        wanted = WANTED.get(name)
        told = (
            "" if wanted is None else f"  at most {wanted}: {'reached' if ratio <= wanted else 'not reached'}"
        )
        print(
            f"{name:6} {statistics.median(values):7.1f} ms, bare {statistics.median(times['bare']):7.1f} ms,"
            f" ratio of medians {ratio:.2f} (pairs {ratios[0]:.2f} to {ratios[-1]:.2f}){told}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--starts", type=int, default=9)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        pages = {"play": BARE, "bare": BARE, "mine": TABLE.format(seat=0), "bots": TABLE.format(seat=None)}
        for page, code in pages.items():
            (folder / f"{page}.ipynb").write_text(notebook(code))
        server = serve(folder)
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            report(clicks(browser, server.address, args.clicks))
            report(starts(browser, server.address, args.starts))
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
