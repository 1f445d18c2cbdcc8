"""Workers that die, runs that are interrupted, clusters: what is done is kept, and said."""

import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator

import dask
import joblib
import pytest
from dask import distributed

from plombox_widget import Rules
from plombox_widget.bots.simple import RandomBot
from plombox_widget.simulation import workers
from plombox_widget.simulation.playing import GameError
from plombox_widget.simulation.tournament import compare, compare_each, simulate
from plombox_widget.simulation.workers import SimulationWarning, WorkerLost, run_chunks

TABLE = Rules(players=3)


def deadly(chance_in_1024):
    """A bot that now and then takes its process down as a game begins."""

    class Deadly(RandomBot):
        name = "deadly"

        def choose(self, observation, rng):
            if observation.number == 0 and rng.getrandbits(10) < chance_in_1024:
                os._exit(3)
            return super().choose(observation, rng)

    return Deadly


# --- workers that die ------------------------------------------------------------------------------------


def test_a_dead_worker_leaves_the_finished_chunks_and_a_warning():
    with pytest.warns(
        SimulationWarning, match=r"a worker died: \d+ of 4000 games are done and kept"
    ) as caught:
        found = simulate(TABLE, 4000, 1, deadly(2), jobs=2)
    assert 0 < found.games < 4000
    assert not found.complete
    assert found.asked == 4000
    assert found.note == str(caught[0].message)
    assert f"{found.games} of 4000" in found.note
    assert "\n" not in found.note
    assert sum(found.end_reasons.values()) == pytest.approx(1)
    assert found.note in str(found)


def test_after_a_dead_worker_the_next_run_works():
    with pytest.raises(WorkerLost, match="a worker died before any game was done") as caught:
        simulate(TABLE, 40, 1, deadly(1024), jobs=2)
    assert "\n" not in str(caught.value)
    assert simulate(TABLE, 40, 1, jobs=2, through="engine").complete


def test_a_comparison_keeps_its_finished_deals_too():
    with pytest.warns(SimulationWarning, match=r"a worker died: \d+ of 1500 deals are done and kept"):
        found = compare(TABLE, "random", deadly(3), 1500, 1, seat=0, jobs=2)
    assert 0 < found.deals < 1500
    assert found.difference.deals == found.deals
    assert found.note in str(found)


def test_a_comparison_at_every_table_stops_where_it_breaks_off():
    with pytest.warns(SimulationWarning, match="a worker died"):
        found = compare_each(TABLE, "random", deadly(3), 1500, 1, players=(4, 5), jobs=2)
    assert list(found) == [4]


def test_a_bot_that_fails_in_a_worker_is_no_dead_worker():
    class Broken(RandomBot):
        name = "broken"

        def choose(self, observation, rng):
            raise LookupError("lost my notes")

    for jobs in (1, 2):
        with pytest.raises(GameError, match=r"game \d+, played by broken,broken,broken .* lost my notes"):
            simulate(TABLE, 40, 1, Broken, jobs=jobs)


def test_an_error_of_the_work_itself_names_its_games():
    def work(first: int, count: int) -> int:
        raise ZeroDivisionError("nothing to share")

    with pytest.raises(GameError, match="games 0 to 4: ZeroDivisionError: nothing to share"):
        run_chunks(work, 0, 10, chunk=5, jobs=1)


# --- interrupts ------------------------------------------------------------------------------------------


def test_an_interrupt_keeps_what_is_done():
    def work(first: int, count: int) -> int:
        if first >= 15:
            raise KeyboardInterrupt
        return count

    with pytest.warns(SimulationWarning, match="interrupted: 15 of 100 games are done and kept"):
        run = run_chunks(work, 0, 100, chunk=5, jobs=1)
    assert (run.total, run.games) == (15, 15)


def test_an_interrupt_before_anything_is_done_is_passed_on():
    def work(first: int, count: int) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_chunks(work, 0, 100, chunk=5, jobs=1)


SCRIPT = """
import sys
from plombox_widget import Rules
from plombox_widget.simulation.tournament import simulate

if __name__ == "__main__":
    found = simulate(Rules(players=3), 10**9, 1, jobs=int(sys.argv[2]), through=sys.argv[1], progress=True)
    print(found.games, found.note)
    print(simulate(Rules(players=3), 50, 1, jobs=int(sys.argv[2]), through=sys.argv[1]).complete)
"""
PROGRESS = re.compile(rb"\| [1-9][0-9.]*[kMG]?/1\.00G")
"""A progress bar with something done."""


@pytest.mark.parametrize(("through", "jobs"), [("kernel", 2), ("engine", 1), ("engine", 2)])
def test_control_c_keeps_what_is_done_and_the_next_run_works(tmp_path, through, jobs):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, "-u", str(script), through, str(jobs)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        try:
            shown = b""
            while not PROGRESS.search(shown):
                more = os.read(process.stderr.fileno(), 4096)
                assert more, shown
                shown += more
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 0, err
    first, second = out.decode().splitlines()
    games, note = first.split(maxsplit=1)
    assert int(games) > 0
    assert note == f"interrupted: {games} of 1000000000 games are done and kept"
    assert second == "True"


# --- clusters --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """A Dask cluster of two worker processes on this machine, and its client as the current one."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as own,
        distributed.Client(own),
    ):
        yield


@pytest.mark.parametrize("through", ["kernel", "engine"])
def test_the_result_is_the_same_on_a_dask_cluster(cluster, through):
    games = 4000 if through == "kernel" else 60
    here = simulate(TABLE, games, 3, "greedy", through=through)
    pair = compare(TABLE, "random", "greedy", games // 4, 3, through=through)
    with joblib.parallel_config("dask"):
        assert simulate(TABLE, games, 3, "greedy", through=through, chunk=games // 6) == here
        assert compare(TABLE, "random", "greedy", games // 4, 3, through=through, chunk=games // 9) == pair


def test_the_work_is_done_by_the_cluster_and_not_here(cluster):
    def work(first: int, count: int) -> frozenset[int]:
        return frozenset({os.getpid()})

    class Pids(frozenset):
        def __add__(self, other):
            return Pids(self | other)

    with joblib.parallel_config("dask"):
        run = run_chunks(work, Pids(), 40, chunk=1, jobs=None)
    assert run.games == 40
    assert run.total
    assert os.getpid() not in run.total


def test_a_bot_of_ones_own_travels_to_the_cluster(cluster):
    class Mine(RandomBot):
        name = "mine"

    with joblib.parallel_config("dask"):
        there = simulate(TABLE, 30, 3, Mine)
    assert there.tally == simulate(TABLE, 30, 3, "random", through="engine").tally


def test_workers_of_a_cluster_that_die_leave_the_finished_chunks(cluster):
    with (
        joblib.parallel_config("dask"),
        pytest.warns(SimulationWarning, match=r"a worker died: \d+ of 4000 games are done and kept"),
    ):
        found = simulate(TABLE, 4000, 1, deadly(4))
    assert 0 < found.games < 4000
    with joblib.parallel_config("dask"):
        assert simulate(TABLE, 20, 1, through="engine").complete


# --- the rest --------------------------------------------------------------------------------------------


def test_progress_is_told_in_games_and_only_when_asked_for(capsys):
    simulate(TABLE, 60, 1, progress=True, through="engine")
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "60.0/60.0" in shown.err
    assert "game" in shown.err
    simulate(TABLE, 60, 1, through="engine")
    assert capsys.readouterr().err == ""


def test_chunks_are_made_as_they_are_needed():
    seen = []

    def work(first: int, count: int) -> int:
        seen.append((first, count))
        if len(seen) == 3:
            raise KeyboardInterrupt
        return count

    with pytest.warns(SimulationWarning):
        run = run_chunks(work, 0, 10**15, chunk=7, jobs=1)
    assert run.games == 14
    assert seen == [(0, 7), (7, 7), (14, 7)]


def test_the_last_chunk_is_what_is_left():
    seen = []

    def work(first: int, count: int) -> int:
        seen.append((first, count))
        return count

    assert run_chunks(work, 0, 10, chunk=4, jobs=1).total == 10
    assert seen == [(0, 4), (4, 4), (8, 2)]


def test_without_compiling_the_result_is_the_same():
    command = "from plombox_widget import *; print(simulate(Rules(players=3), 60, 1, 'greedy', jobs=2))"
    plain, compiled = (
        subprocess.run(
            [sys.executable, "-c", command],
            env={**os.environ, "NUMBA_DISABLE_JIT": disable},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for disable in ("1", "0")
    )
    assert plain.startswith("60 games of greedy, 3 players")
    assert plain == compiled


@pytest.mark.parametrize("absent", ["joblib", "scipy", "tqdm"])
def test_a_missing_library_names_the_extra(monkeypatch, absent):
    for name in [name for name in sys.modules if name.partition(".")[0] == absent]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, absent, None)
    with pytest.raises(ImportError, match=rf"{absent} is missing: pip install 'plombox-widget\[lab\]'"):
        simulate(TABLE, 10, 1, progress=True).win_rate_interval  # noqa: B018
    assert workers.needed("json").loads("1") == 1
