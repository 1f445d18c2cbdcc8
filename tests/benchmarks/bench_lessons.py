"""How long a lesson's page takes to start in Voilà, against a page with one bare button, in the same run."""

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

ROUNDS = 3
BARE = "import ipywidgets\nipywidgets.Button(description='bare')"


PARTS = ".jp-OutputArea-output .jupyter-widgets-view, .jp-OutputArea-output > .jupyter-widgets"


def parts(path):
    """How many cells of a notebook show something."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return sum(1 for cell in cells if cell.get("outputs"))


def seconds(browser, address, name, sign, count=1):
    """From asking for the page until ``count`` of what ``sign`` selects are painted: a median."""
    taken = []
    for _ in range(ROUNDS):
        page = browser.new_page()
        began = time.perf_counter()
        page.goto(f"{address}voila/render/{name}", timeout=120_000)
        page.locator(sign).nth(count - 1).wait_for(timeout=120_000)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        taken.append(time.perf_counter() - began)
        page.close()
    return statistics.median(taken)


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for path in (ROOT / "notebooks").glob("*.ipynb"):
            (Path(folder) / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
        (Path(folder) / "bare.ipynb").write_text(notebook(BARE))
        server = serve(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            bare = seconds(browser, server.address, "bare.ipynb", "button")
            print(f"bare page {bare:.2f} s")
            for topic, name in LESSONS.items():
                if topic != "play":
                    count = parts(ROOT / "notebooks" / name)
                    took = seconds(browser, server.address, name, PARTS, count)
                    print(f"{topic:8} {took:.2f} s, {took / bare:.2f} × bare")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
