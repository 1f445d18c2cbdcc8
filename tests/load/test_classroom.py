"""A small class plays whole games at once: nothing lost, nothing doubled, no error; memory given back."""

import asyncio

import classroom
import pytest
from page_server import serving

pytestmark = pytest.mark.alone
PAGES = 6


def test_a_class_plays_and_nothing_is_lost_or_doubled(tmp_path):
    limits = {"sessions": PAGES, "warm": 1, "orphan": 2, "check": 0.5}
    with serving(classroom.folder_with(tmp_path / "class"), tmp_path / "log", limits) as served:
        figures = asyncio.run(classroom.play(served.url, PAGES, 0.6, 1000, 240))
        assert (figures.lost_or_doubled, figures.errors) == (0, [])
        assert figures.games_over == PAGES
        assert figures.plays >= PAGES * 12
        served.wait_for(sessions=0, orphans=PAGES)
        print(figures.told())
