"""Sessions come and go: the bound, closed pages, idle pages, kernels that die, a server that restarts."""

import asyncio
import json
import os
import random
import signal
import threading
import time

import psutil
import pytest
from page_client import PageClient, Table, fetch

pytestmark = pytest.mark.alone


@pytest.fixture(scope="module", autouse=True)
def left_open(serve):
    """A page that nobody touches while the tests of this file run, since when it is open, and what runs its
    coroutines: an event loop in a thread, so that the page answers all the time."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def run(coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result()

    with serve(sessions=3) as served:
        page = run(PageClient(served.url).open())
        yield page, time.monotonic(), run
        run(page.close())
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def _children(served) -> list[psutil.Process]:
    return [
        child
        for child in psutil.Process(served.process.pid).children(recursive=True)
        if "ipykernel_launcher" in " ".join(child.cmdline())
    ]


async def _alive(url: str, kernel: str) -> bool:
    return bool(json.loads((await fetch(f"{url}plombox/alive/{kernel}")).body)["alive"])


def test_a_warm_kernel_serves_the_next_visitor_and_another_takes_its_place(serve, run):
    with serve(sessions=3, warm=1) as served:
        served.wait_for(warm=1, sessions=0)
        page = run(PageClient(served.url).open())
        served.wait_for(warm=1, sessions=1)
        run(Table(page).act(random.Random(1)))
        run(page.close())


def test_warm_kernels_and_sessions_together_keep_to_the_bound(serve, run):
    with serve(sessions=2, warm=2, orphan=1) as served:
        served.wait_for(warm=2, sessions=0)
        pages = []
        for left in (1, 0):
            pages.append(run(PageClient(served.url).open()))
            served.wait_for(warm=left, sessions=2 - left)
            run(asyncio.sleep(2))  # longer than the pool waits before it fills itself
            assert served.status()["warm"] == left
            assert len(_children(served)) == 2
        for page in pages:
            run(page.close())
        served.wait_for(warm=2, sessions=0)


def test_when_all_tables_are_taken_a_kind_page_says_so_until_one_is_free(serve, run):
    with serve(sessions=2, orphan=1) as served:
        pages = [run(PageClient(served.url).open()) for _ in range(2)]
        titles = {"es": "Todas las mesas están ocupadas", "fr": "Toutes les tables sont prises"}
        for language, title in titles.items():
            full = run(fetch(served.url, headers={"Accept-Language": language}))
            assert full.code == 503
            assert int(full.headers["Retry-After"]) > 0
            assert title in full.body.decode()
        assert served.status()["sessions"] == 2
        run(Table(pages[1]).act(random.Random(1)))
        run(pages[0].close())
        served.wait_for(sessions=1, orphans=1)
        late = run(PageClient(served.url).open())
        run(Table(late).act(random.Random(1)))
        for page in (pages[1], late):
            run(page.close())
        served.wait_for(sessions=0)
        assert _children(served) == []


def test_a_burst_beyond_the_bound_is_let_in_only_up_to_it(serve, run):
    with serve(sessions=3, starts=2, patience=60) as served:

        async def burst() -> list[int]:
            return [answer.code for answer in await asyncio.gather(*(fetch(served.url) for _ in range(12)))]

        codes = run(burst())
        assert sorted(codes) == [200] * 3 + [503] * 9
        assert len(_children(served)) == 3


def test_who_would_wait_long_for_a_start_is_told_so(serve, run):
    with serve(sessions=30, starts=1, patience=0.01) as served:

        async def burst() -> list[str]:
            answers = await asyncio.gather(*(fetch(served.url, seconds=60) for _ in range(5)))
            return [answer.body.decode() for answer in answers]

        pages = run(burst())
        laid = [page for page in pages if "Your table is being laid" in page]
        assert laid
        assert all('http-equiv="refresh"' in page for page in laid)
        assert any("kernelId" in page for page in pages)


def test_a_page_that_nobody_touches_ends_in_the_end(serve, run):
    with serve(sessions=3, idle=2, orphan=60) as served:
        page = run(PageClient(served.url).open())
        served.wait_for(sessions=0, idle=1)
        run(page.until(lambda: True, 1))
        assert not run(_alive(served.url, page.kernel))


def test_a_reload_leaves_its_old_kernel_only_for_a_while(serve, run):
    with serve(sessions=5, orphan=1) as served:
        first = run(PageClient(served.url).open())
        run(first.close())
        second = run(PageClient(served.url).open())
        assert first.kernel != second.kernel
        served.wait_for(sessions=1, orphans=1)
        assert run(_alive(served.url, second.kernel))
        run(second.close())


def test_two_tabs_on_one_address_are_two_games(serve, run):
    with serve(sessions=3) as served:
        tabs = [run(PageClient(served.url).open()) for _ in range(2)]
        tables = [Table(tab) for tab in tabs]
        for _ in range(3):
            run(tables[0].act(random.Random(1)))
        assert tables[0].number >= 3
        assert tables[1].number == 0
        run(tables[1].act(random.Random(1)))
        for tab in tabs:
            run(tab.close())


def test_a_killed_kernel_is_noticed_not_replaced_and_nobody_else_is_hurt(serve, run):
    with serve(sessions=4) as served:
        victim, other = (run(PageClient(served.url).open()) for _ in range(2))
        kernels = _children(served)
        assert len(kernels) == 2
        ours = next(child for child in kernels if victim.kernel in " ".join(child.cmdline()))
        os.kill(ours.pid, signal.SIGKILL)
        served.wait_for(sessions=1, dead=1)
        assert not run(_alive(served.url, victim.kernel))
        run(Table(other).act(random.Random(1)))
        assert len(_children(served)) == 1
        for page in (victim, other):
            run(page.close())


def test_a_connection_that_was_cut_finds_the_same_game(serve, run):
    with serve(sessions=3, orphan=60) as served:
        page = run(PageClient(served.url).open())
        table = Table(page)
        run(table.act(random.Random(1)))
        played = table.number
        run(page.close())
        time.sleep(3)
        page.widgets.clear()
        run(page.connect())
        again = Table(page)
        assert again.number == played
        run(again.act(random.Random(2)))
        assert again.number > played
        run(page.close())


def test_after_a_restart_the_server_knows_the_old_session_no_more(serve, run, tmp_path):
    with serve(sessions=3) as served:
        page = run(PageClient(served.url).open())
        port = int(served.url.rstrip("/").rpartition(":")[2])
    assert not page.connected or run(page.until(lambda: not page.connected, 10)) is None
    with serve(sessions=3, more={"port": port}) as again:
        assert again.url == served.url
        assert not run(_alive(again.url, page.kernel))
        run(Table(run(PageClient(again.url).open())).act(random.Random(1)))


def test_a_storm_of_clicks_loses_nothing_and_plays_once(serve, run):
    with serve(sessions=3) as served:
        page = run(PageClient(served.url).open())
        table = Table(page)
        run(table.pick(random.Random(1)))

        async def storm() -> None:
            for _ in range(100):
                await page.click(table.play)

        run(storm())
        run(page.until(lambda: table.number > 0))
        run(asyncio.sleep(2))
        assert table.number == 1
        assert page.errors == []
        for _ in range(3):
            run(table.act(random.Random(1)))
        run(page.close())


def test_stopping_ends_every_kernel_and_every_connection_at_once(serve, run):
    with serve(sessions=5, warm=1) as served:
        served.wait_for(warm=1)
        pages = [run(PageClient(served.url).open()) for _ in range(2)]
        kernels = _children(served)
        assert len(kernels) >= 2
        began = time.monotonic()
        served.process.terminate()
        assert served.process.wait(20) == 0
        assert time.monotonic() - began < 15
    assert not [child for child in kernels if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
    run(asyncio.sleep(0.5))
    assert not [page for page in pages if page.connected]


def test_stopping_while_kernels_start_is_no_error(serve):
    with serve(sessions=6, warm=6, starts=6) as served:
        served.status()
        served.process.terminate()
        assert served.process.wait(30) == 0
        assert "Traceback" not in served.log.read_text(encoding="utf-8")


def test_ctrl_c_stops_it_too(serve):
    with serve(sessions=3) as served:
        served.status()  # who answers is past its start
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(20) == 0
        log = served.log.read_text(encoding="utf-8")
    assert "Traceback" not in log


def test_a_page_left_open_and_untouched_stays_connected(left_open):
    """The last of the file: the others have used up most of its time."""
    page, opened, run = left_open
    time.sleep(max(0, opened + 65 - time.monotonic()))
    assert page.connected
    run(Table(page).act(random.Random(1)))
