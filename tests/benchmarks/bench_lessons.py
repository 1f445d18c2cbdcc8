"""How long a lesson's page takes to start in Voilà, against a page with one bare button, by turns in one run.

A machine is not always equally fast: each start of a lesson stands between two of the bare page, and is held
against their mean. What counts is the median of these ratios; under 3 for the slowest lesson is the aim.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from hosts import CHROMIUM, FLAGS, notebook, serve  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from plombox_widget.teaching.lesson import LESSONS  # noqa: E402

BARE = "import ipywidgets\nipywidgets.Button(description='bare')"
AIM = 3.0
PARTS = ".jp-OutputArea-output .jupyter-widgets-view, .jp-OutputArea-output > .jupyter-widgets"


def parts(path):
    """How many cells of a notebook show something."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return sum(1 for cell in cells if cell.get("outputs"))


def seconds(browser, address, name, sign, count=1):
    """From asking for the page until ``count`` of what ``sign`` selects are painted."""
    page = browser.new_page()
    began = time.perf_counter()
    page.goto(f"{address}voila/render/{name}", timeout=120_000)
    page.locator(sign).nth(count - 1).wait_for(timeout=120_000)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    taken = time.perf_counter() - began
    page.close()
    return taken


def measure(browser, address, rounds):
    """Topic → (seconds, ratio) of each round, and all starts of the bare page."""
    found = {topic: [] for topic in LESSONS if topic != "play"}
    bare = [seconds(browser, address, "bare.ipynb", "button")]
    for _ in range(rounds):
        for topic, taken in found.items():
            count = parts(ROOT / "notebooks" / LESSONS[topic])
            took = seconds(browser, address, LESSONS[topic], PARTS, count)
            bare.append(seconds(browser, address, "bare.ipynb", "button"))
            taken.append((took, took / statistics.mean(bare[-2:])))
    return found, bare


def report(found, bare):
    """Prints a line for each page, and the slowest against the aim."""
    print(f"bare page: median {statistics.median(bare):.2f} s of {len(bare)} starts")
    ratios = {}
    for topic, taken in found.items():
        took, ratios[topic] = (statistics.median(values) for values in zip(*taken, strict=True))
        each = ", ".join(f"{ratio:.2f}" for _, ratio in taken)
        print(f"{topic:8} {took:.2f} s, {ratios[topic]:.2f} × bare ({each})")
    slowest = max(ratios, key=ratios.get)
    verdict = "under" if ratios[slowest] < AIM else "NOT under"
    print(f"slowest: {slowest}, {ratios[slowest]:.2f} × bare, {verdict} {AIM:g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for path in (ROOT / "notebooks").glob("*.ipynb"):
            (Path(folder) / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
        (Path(folder) / "bare.ipynb").write_text(notebook(BARE))
        server = serve(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            seconds(browser, server.address, "bare.ipynb", "button")  # the server's own first page
            report(*measure(browser, server.address, args.rounds))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
