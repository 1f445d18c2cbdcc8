"""What the server decides without serving: how much it takes on, what it says, the copy of the notebooks."""

import asyncio
import errno
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plombox_widget.cli.errors import UserError
from plombox_widget.locales.i18n import LANGUAGES, load
from plombox_widget.serving import handlers, pages, start
from plombox_widget.serving.app import START_SECONDS, settings
from plombox_widget.serving.limits import MIB, Limits, sessions_for, starts_for, warm_for
from plombox_widget.serving.notebooks import copy_notebooks
from plombox_widget.serving.ports import check

GIB = 1 << 30


def test_sessions_follow_the_memory_between_two_and_two_hundred():
    assert sessions_for(0) == 2
    assert sessions_for(400 * MIB + 5 * 110 * MIB) == 5
    assert sessions_for(400 * MIB + 6 * 110 * MIB - 1) == 5
    assert sessions_for(1000 * GIB) == 200


def test_a_class_finds_a_kernel_warm_for_each_up_to_thirty_and_one_alone_two():
    assert [warm_for(sessions, alone=False) for sessions in (2, 30, 31, 200)] == [2, 30, 30, 30]
    assert [warm_for(sessions, alone=True) for sessions in (1, 2, 200)] == [1, 2, 2]


@pytest.mark.parametrize(
    ("asked", "warm"),
    [
        ([], 2),
        (["--sessions", "12"], 12),
        (["--ip", "0.0.0.0"], 30),
        (["--public-url", "https://school.example/"], 30),
        (["--sessions", "12", "--warm", "0"], 0),
    ],
)
def test_who_serves_a_class_is_told_by_the_options(asked, warm, monkeypatch):
    import argparse

    from plombox_widget.cli.serve import add_parser

    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    monkeypatch.setattr(start, "free_memory", lambda: 1000 * GIB)
    assert start.wanted_limits(parser.parse_args(["serve", *asked])).warm == warm


def test_no_more_kernels_are_warmed_than_there_may_be_sessions():
    pools = settings(Limits(sessions=3, warm=9)).VoilaKernelManager.kernel_pools_config
    assert pools == {"play.ipynb": {"pool_size": 3}, "default": {"pool_size": 0}}


def test_half_as_many_starts_again_as_cores():
    assert [starts_for(cores) for cores in (1, 2, 4, 8)] == [2, 3, 6, 12]


@pytest.mark.parametrize(
    ("field", "value"),
    [("sessions", 0), ("warm", -1), ("starts", 0), ("orphan", 0), ("idle", -1), ("start", float("inf"))],
)
def test_a_limit_out_of_range_names_its_field(field, value):
    with pytest.raises(ValueError, match=field):
        Limits(**{field: value})


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("es-AR,es;q=0.9,en;q=0.8", "es"),
        ("de,fr;q=0.5,es;q=0.4", "fr"),
        ("en;q=0.1, fr-CA;q=0.9", "fr"),
        ("de", "en"),
        ("es;q=0", "en"),
        ("es;q=much,fr", "fr"),
        ("\N{SNOWMAN}" * 9999, "en"),
    ],
)
def test_the_language_is_the_one_that_the_browser_wants_most(header, language):
    assert pages.preferred(header) == language


@pytest.mark.parametrize(
    ("choice", "header", "language"),
    [("fr", "es", "fr"), (None, "es-MX", "es"), ("xx", "es", "es"), ("", "pt", "en")],
)
def test_the_last_choice_goes_before_what_the_browser_wants(choice, header, language):
    assert pages.spoken(choice, header) == language


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("", "lang=es"),
        ("token=a%26b", "token=a%26b&lang=es"),
        ("lang=fr", "lang=fr"),
        ("lang=es&lang=fr", "lang=es&lang=fr"),
        ("lang=xx&a=1", "a=1&lang=es"),
        ("lang=", "lang=es"),
    ],
)
def test_a_kernel_is_told_the_language_unless_the_address_asks_for_one(query, told):
    assert pages.with_language(query, "es") == told


@pytest.mark.parametrize(
    ("asked", "kept", "theme"),
    [
        (None, None, "light"),
        ("dark", None, "dark"),
        (None, "dark", "dark"),
        ("light", "dark", "light"),
        ("../../etc", "dark", "dark"),
        ("JupyterLab Dark", "../x", "light"),
    ],
)
def test_a_page_is_light_or_dark_and_nothing_else(asked, kept, theme):
    assert pages.shade(asked, kept) == theme


@pytest.mark.parametrize(
    ("asked", "kept", "theme"), [("dark", None, "dark"), ("../../etc", None, "light"), (None, "dark", "dark")]
)
def test_a_theme_reaches_voila_only_as_one_of_the_two(asked, kept, theme):
    cookies = {}
    arguments = {} if asked is None else {"theme": [asked.encode()]}
    handler = SimpleNamespace(
        request=SimpleNamespace(arguments=arguments, query_arguments=dict(arguments)),
        get_query_argument=lambda name, default: asked,
        get_cookie=lambda name: kept,
        set_cookie=lambda name, value, **_: cookies.update({name: value}),
        base_url="/",
    )
    handlers.PageHandler._set_theme(handler)
    assert handler.request.arguments == handler.request.query_arguments == {"theme": [theme.encode()]}
    assert cookies == ({pages.THEME: "dark"} if asked == "dark" else {})
    ready = handlers.PageHandler.should_use_rendered_notebook(handler, {}, 1, None, theme, {})
    assert ready == (theme == "light")


def test_the_script_keeps_the_choice_in_the_cookie_that_the_server_reads():
    script = Path(start.SHARE, "voila/templates/plombox/static/plombox.js").read_text(encoding="utf-8")
    assert f'CHOICE = "{pages.CHOICE}"' in script


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["full", "wait", "missing", "trouble"])
def test_a_notice_is_in_its_language_and_escapes_what_it_shows(language, kind):
    page = pages.notice(language, kind, '/"><script>alert(1)</script>', again=12.4, limit=30)
    assert f'<html lang="{language}">' in page
    assert load(language)(f"serve.{kind}.title") in page
    assert "<script>" not in page
    assert 'content="12"' in page
    assert ("30" in page) == (kind == "full")


def test_the_script_of_the_page_has_every_text_that_it_asks_for():
    script = Path(start.SHARE, "voila/templates/plombox/static/plombox.js").read_text(encoding="utf-8")
    for language, texts in pages.page_words().items():
        for key in ("lost", "back", "gone", "kept", "resume", "new", "slow", "again", "back_failed"):
            assert f'"{key}"' in script
            assert texts[key], language


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.5", False),
        ("school", False),
        ("", False),
    ],
)
def test_only_loopback_is_open_without_a_token(address, loopback):
    assert start.is_loopback(address) is loopback


@pytest.mark.parametrize(
    ("address", "hosts"),
    [
        ("127.0.0.1", ["127.0.0.1"]),
        ("::1", ["[::1]"]),
        ("school", ["school"]),
        ("192.168.1.5", ["192.168.1.5"]),
        ("0.0.0.0", ["10.1.2.3", "teacher-pc"]),
        ("::", ["10.1.2.3", "teacher-pc"]),
    ],
)
def test_the_addresses_told_are_those_that_others_can_type(address, hosts, monkeypatch):
    monkeypatch.setattr(start, "_network_address", lambda: ["10.1.2.3"])
    monkeypatch.setattr(start.socket, "gethostname", lambda: "teacher-pc")
    assert start.shown_hosts(address) == hosts


def test_a_machine_without_a_network_is_told_by_its_name(monkeypatch):
    class NoNetwork(start.socket.socket):
        def connect(self, _: object) -> None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(start.socket, "socket", NoNetwork)
    monkeypatch.setattr(start.socket, "gethostname", lambda: "teacher-pc")
    assert start.shown_hosts("0.0.0.0") == ["teacher-pc"]


def test_the_first_words_say_where_who_and_how_to_stop(capsys):
    start.announce(["http://127.0.0.1:8866/"], Limits(sessions=7), guarded=False, alone=True)
    assert capsys.readouterr().out.splitlines() == [
        "PlomBOX: http://127.0.0.1:8866/",
        "Only this machine gets in; with --ip 0.0.0.0 your network does.",
        "Up to 7 at once. Ctrl-C stops the server.",
    ]
    start.announce(
        ["http://10.1.2.3:1/?token=t", "http://pc:1/?token=t"], Limits(), guarded=True, alone=False
    )
    assert capsys.readouterr().out.splitlines()[:3] == [
        "PlomBOX: http://10.1.2.3:1/?token=t",
        "     or: http://pc:1/?token=t",
        "Only who has this whole address, with its token, gets in.",
    ]


def test_the_public_address_gives_host_and_path():
    assert start.parse_public("https://school.example/plombox") == ("school.example", "/plombox/")
    assert start.parse_public("http://hub:8000/user/ana/proxy/9/") == ("hub", "/user/ana/proxy/9/")
    assert start.parse_public("https://school.example") == ("school.example", "/")
    for wrong in ("school.example", "ftp://school.example/", "https://", "https://a/?b", "https://[1/"):
        with pytest.raises(UserError, match="--public-url"):
            start.parse_public(wrong)


def test_a_port_in_use_is_one_line_and_the_default_goes_to_the_next():
    taken = start.listen("127.0.0.1", 0)
    port = taken[0].getsockname()[1]
    try:
        with pytest.raises(
            UserError, match=f"^cannot listen on 127.0.0.1, port {port}: Address already in use$"
        ):
            start.listen("127.0.0.1", port)
        with pytest.raises(UserError, match="Address already in use"):
            check("127.0.0.1", port)
        first, second = start.listen("127.0.0.1", None), start.listen("127.0.0.1", None)
        ports = [sockets[0].getsockname()[1] for sockets in (first, second)]
        assert ports[0] < ports[1]
        for sockets in (first, second):
            sockets[0].close()
    finally:
        taken[0].close()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    (folder / "reference").mkdir(parents=True)
    (folder / "play.ipynb").write_text("one", encoding="utf-8")
    (folder / "reference" / "rules.md").write_text("rules", encoding="utf-8")
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "play.ipynb").write_text("old", encoding="utf-8")
    return folder


def test_the_copy_has_every_notebook_and_no_checkpoints(source, tmp_path):
    copied = copy_notebooks(tmp_path / "mine", source)
    assert (copied.new, copied.renewed, copied.kept) == (2, 0, 0)
    names = {path.relative_to(tmp_path / "mine").as_posix() for path in (tmp_path / "mine").rglob("*.*")}
    assert {"play.ipynb", "reference/rules.md"} <= names
    assert not [name for name in names if "checkpoints" in name]


def test_what_the_reader_changed_is_kept_and_the_rest_renewed(source, tmp_path):
    mine = tmp_path / "mine"
    copy_notebooks(mine, source)
    (mine / "play.ipynb").write_text("my own", encoding="utf-8")
    (source / "play.ipynb").write_text("two", encoding="utf-8")
    (source / "reference" / "rules.md").write_text("rules, second edition", encoding="utf-8")
    for copied in (copy_notebooks(mine, source), copy_notebooks(mine, source)):
        assert copied.kept == 1
    assert (mine / "play.ipynb").read_text(encoding="utf-8") == "my own"
    assert (mine / "reference" / "rules.md").read_text(encoding="utf-8") == "rules, second edition"


def test_a_file_of_the_readers_own_that_was_there_before_is_kept(source, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "play.ipynb").write_text("there before", encoding="utf-8")
    (mine / ".plombox-copies.json").write_text("[not json", encoding="utf-8")
    assert copy_notebooks(mine, source).kept == 1
    assert (mine / "play.ipynb").read_text(encoding="utf-8") == "there before"


def test_a_disk_that_fills_up_leaves_what_was_there(source, tmp_path, monkeypatch):
    mine = tmp_path / "mine"
    copy_notebooks(mine, source)
    (source / "play.ipynb").write_text("two", encoding="utf-8")

    def full(_: Path, target: Path) -> None:
        target.write_text("t", encoding="utf-8")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(OSError, match="No space left"):
        copy_notebooks(mine, source)
    assert (mine / "play.ipynb").read_text(encoding="utf-8") == "one"
    assert not [path for path in mine.iterdir() if path.name.endswith(".part")]


def test_who_has_a_kernel_counts_as_a_session_and_no_longer_as_one_who_enters():
    from plombox_widget.serving.kernels import VISITOR, TableKernels, Watched

    async def hand_out() -> tuple[None, None, str]:
        return None, None, "kernel"

    me, other = object(), object()
    kernels = SimpleNamespace(
        get_rendered_notebook=hand_out,
        watched={"kernel": Watched(0.0, True, 0.0)},
        entering={me, other},
        _size_pool=lambda: None,
    )
    TableKernels.mark_handed_out(kernels)

    async def visit() -> None:
        VISITOR.set(me)
        await kernels.get_rendered_notebook()

    asyncio.run(visit())
    assert kernels.entering == {other}
    assert not kernels.watched["kernel"].warm


def test_a_kernel_of_the_pool_that_never_came_up_is_not_handed_out():
    from plombox_widget.serving.kernels import TableKernels

    async def kernel(comes: bool) -> dict[str, str]:
        if not comes:
            raise RuntimeError("no kernel was ready")
        return {"kernel_id": "kernel"}

    async def pool() -> tuple[int, int]:
        tasks = [asyncio.create_task(kernel(comes)) for comes in (False, True, False)]
        await asyncio.wait(tasks)
        tasks.append(asyncio.create_task(kernel(True)))
        kernels = SimpleNamespace(_pools={"play.ipynb": tasks})
        TableKernels._drop_failed(kernels)
        return TableKernels.ready(kernels), len(tasks)

    assert asyncio.run(pool()) == (1, 2)


def test_only_frames_whose_numbers_fit_are_sound():
    from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1

    from plombox_widget.serving.channels import is_sound

    frame = bytes(serialize_msg_to_ws_v1([b"{}", b"{}", b"{}", b"{}", b"buffer"], "shell"))
    assert is_sound(frame)
    assert is_sound(bytes(serialize_msg_to_ws_v1([b"{}"] * 4, "iopub")))
    for cut in range(len(frame)):
        assert not is_sound(frame[:cut])
    assert not is_sound(frame[:8] + frame[16:24] + frame[8:16] + frame[24:])
    assert not is_sound((1 << 40).to_bytes(8, "little") + frame[8:])
    assert not is_sound(frame.decode("latin-1"))


def test_a_page_sends_as_people_do_without_waiting_and_no_faster_for_long():
    from plombox_widget.serving.channels import BURST, RATE, Pace

    now = 0.0
    pace = Pace(lambda: now)
    assert [pace.wait() for _ in range(BURST)] == [0.0] * BURST
    assert [pace.wait() for _ in range(3)] == pytest.approx([1 / RATE, 2 / RATE, 3 / RATE])
    for _ in range(10_000):
        now += pace.wait()
    assert now == pytest.approx(10_000 / RATE, rel=0.01)
    now += BURST / RATE
    assert pace.wait() == 0.0
    for _ in range(150 * 60):
        now += 1 / 150
        assert pace.wait() == 0.0, "a mouse that moves for a minute"


def test_a_page_that_sends_too_fast_is_not_read_from_for_a_while(monkeypatch):
    from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
    from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

    from plombox_widget.serving.channels import BURST, Pace, TableChannels

    passed: list[bytes] = []
    monkeypatch.setattr(VoilaKernelWebsocketHandler, "on_message", lambda _, frame: passed.append(frame))
    channels: Any = object.__new__(TableChannels)
    channels.ws_connection, channels._pace = object(), Pace(lambda: 0.0)
    frame = bytes(serialize_msg_to_ws_v1([b"{}"] * 4, "shell"))
    assert [channels.on_message(frame) for _ in range(BURST)] == [None] * BURST
    waits = channels.on_message(frame)
    assert passed == [frame] * (BURST + 1), "nothing is lost"
    asyncio.run(waits)


def test_a_slow_kernel_is_waited_for_rather_than_shown_without_its_table():
    from voila.execute import VoilaExecutor

    config = settings(Limits())
    assert (
        VoilaExecutor(None, config=config).iopub_timeout == START_SECONDS > VoilaExecutor(None).iopub_timeout
    )
