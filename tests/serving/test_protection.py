"""Nobody is let in who should not be: other sites, other hosts, no token, code, files, floods."""

import asyncio
import json
import random
import time
from pathlib import Path

import pytest
from page_client import PROTOCOL, SEEING_SECONDS, PageClient, Table, fetch
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from plombox_widget.serving.channels import MOST_UNREAD

pytestmark = pytest.mark.alone
TOKEN = "a-token-for-the-class"


@pytest.fixture(scope="module")
def served(serve):
    with serve(sessions=10, warm=1, orphan=2) as served:
        yield served


@pytest.mark.parametrize(
    "path",
    [
        "secret.txt",
        "secret.py",
        "voila/files/secret.txt",
        "voila/files/secret.py",
        "voila/files/play.ipynb",
        "voila/render/secret.py",
        "voila/render/../secret.txt",
        "voila/render/%2e%2e/secret.txt",
        "voila/render//etc/passwd",
        "voila/static/../../secret.txt",
        "voila/templates/plombox/static/../../../../../../secret.txt",
        "voila/tree",
        "voila/api/contents",
        "voila/api/contents/secret.txt",
        "api/contents/secret.txt",
        "api/kernels",
        "api/sessions",
        "api/terminals",
        "files/secret.txt",
        "voila/execution/x",
    ],
)
def test_no_address_leads_to_a_file_or_a_list(served, run, path):
    answer = run(fetch(served.url + path))
    assert answer.code in (400, 403, 404)
    assert b"secret_of_the_house" not in answer.body
    assert b"Traceback" not in answer.body


def test_a_notebook_that_fails_shows_no_traceback_and_no_source(served, run):
    page = run(fetch(f"{served.url}voila/render/broken.ipynb", seconds=60))
    assert page.code == 200
    for leak in (b"secret_of_the_house", b"ZeroDivisionError", b"division by zero", b"Traceback"):
        assert leak not in page.body


def test_another_name_for_this_machine_is_refused(served, run):
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "192.168.1.4"):
        assert run(fetch(served.url, headers={"Host": host})).code == 403, host
    assert run(fetch(f"{served.url}plombox/health", headers={"Host": "localhost"})).code == 200


def test_another_site_cannot_use_up_kernels_by_embedding_the_page(served, run):
    before = served.status()["sessions"]
    for use in ("iframe", "image", "script"):
        headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": use}
        assert run(fetch(served.url, headers=headers)).code == 403
    assert served.status()["sessions"] == before
    answer = run(fetch(f"{served.url}plombox/health"))
    assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]


async def _channel(page: PageClient, origin: str, cookie: str) -> None:
    address = page.url.replace("http", "ws", 1)
    headers = {"Origin": origin, "Cookie": cookie}
    request = HTTPRequest(f"{address}api/kernels/{page.kernel}/channels", headers=headers)
    (await websocket_connect(request, subprotocols=[PROTOCOL])).close()


def test_another_site_cannot_connect_to_a_session_whose_id_it_knows(served, run):
    page = run(PageClient(served.url).open())
    for origin in ("http://evil.example", "https://127.0.0.1:1", "null"):
        with pytest.raises(HTTPClientError, match="403"):
            run(_channel(page, origin, page.cookie))
    run(_channel(page, served.url.rstrip("/"), page.cookie))
    run(page.close())


def test_another_site_cannot_end_a_session_whose_id_it_knows(served, run):
    page = run(PageClient(served.url).open())
    for method, path in (("POST", "voila/api/shutdown/"), ("DELETE", "api/kernels/")):
        headers = {"Origin": "http://evil.example", "Cookie": page.cookie}
        answer = run(
            fetch(
                f"{served.url}{path}{page.kernel}",
                headers=headers,
                method=method,
                allow_nonstandard_methods=True,
            )
        )
        assert answer.code in (403, 404), method
        bare = run(fetch(f"{served.url}{path}{page.kernel}", method=method, allow_nonstandard_methods=True))
        assert bare.code == 403, "no XSRF token, no action"
    alive = run(fetch(f"{served.url}plombox/alive/{page.kernel}"))
    assert json.loads(alive.body) == {"alive": True}
    run(page.close())


def test_the_page_runs_no_code(served, run, tmp_path: Path):
    page = run(PageClient(served.url).open())
    made = tmp_path / "made"
    code = f"open({str(made)!r}, 'w').close()"
    for kind, content in (
        ("execute_request", {"code": code, "silent": False, "user_expressions": {"x": code}}),
        ("debug_request", {"type": "request", "command": "evaluate", "arguments": {"expression": code}}),
        ("inspect_request", {"code": code, "cursor_pos": 1}),
        ("complete_request", {"code": code, "cursor_pos": 1}),
        ("input_reply", {"value": code}),
    ):
        run(page._send(kind, content))
    run(Table(page).act(random.Random(1)))
    assert not made.exists()
    assert page.errors == []
    run(page.close())


def test_a_message_of_100_mb_ends_that_connection_and_nothing_else(served, run):
    page, other = run(PageClient(served.url).open()), run(PageClient(served.url).open())

    async def flood() -> None:
        content = {"comm_id": "x", "data": "x" * 100_000_000}
        try:
            await page._send("comm_msg", content)
        except Exception:
            return
        for _ in range(100):
            if not page.connected:
                return
            await asyncio.sleep(0.1)

    run(flood())
    assert not page.connected
    run(Table(other).act(random.Random(2)))
    assert served.status()["memory"] < 1500
    run(other.close())


def test_a_page_that_reads_nothing_is_cut_off_before_much_waits_for_it(served, run):
    page, other = run(PageClient(served.url).open()), run(PageClient(served.url).open())
    history, sessions = Table(page).history, served.status()["sessions"]

    async def deaf() -> None:
        page._reader.cancel()
        for _ in range(2 * MOST_UNREAD // 1_000_000):
            await page.set(history, description="x" * 1_000_000)  # the kernel sends it back
        for _ in range(300):
            if served.status()["sessions"] < sessions:
                return
            await asyncio.sleep(0.1)
        raise AssertionError("the session of a page that reads nothing goes on")

    run(deaf())
    run(Table(other).act(random.Random(1)))
    run(other.close())
    log = served.log.read_text(encoding="utf-8")
    _, said, after = log.partition(f"the page of session {page.kernel} reads nothing")
    assert said
    assert "Traceback" not in after


HOSTILE_RECORDS = {
    "[" * 900_000: "This is no saved game",
    '{"format": "plombox-record", "version": ' + "9" * 900_000 + "}": "This is no saved game",
    '{"format": "plombox-record", "version": 1e999}': "This game was saved by another version",
    '{"format": "plombox-record", "version": 1, "rules": [], "seed": [], "bots": 1, "roles": {}, "deck": 7,'
    ' "actions": {}, "result": 0}': "This game cannot be opened: ",
    "[" * 3_000_000: "This game cannot be opened: it is larger than 1048576 bytes",
}


def test_a_hostile_record_from_a_page_is_one_clear_line_and_its_game_goes_on(served, run):
    page = run(PageClient(served.url).open())
    table = Table(page)

    def status() -> str:
        (state,) = [s for s in page.widgets.values() if "plombox-status" in s.get("_dom_classes", ())]
        return str(state["value"])

    async def send_all() -> None:
        await table.act(random.Random(1))
        played = table.number
        await asyncio.sleep(SEEING_SECONDS)
        await page.click(table.button("Save and share…"))
        await page.until(lambda: any(page.find(description="Open this text")))
        (field,) = [model for model, _ in page.find(_model_name="TextareaModel")]
        for text, words in HOSTILE_RECORDS.items():
            await page.set(field, value=text)
            await asyncio.sleep(2 * SEEING_SECONDS)  # sooner, it would be a double click
            await page.click(table.button("Open this text"))
            await page.until(lambda words=words: words in status())
        assert table.number == played
        await table.act(random.Random(1))
        assert table.number > played

    run(send_all())
    assert page.errors == []
    assert json.loads(run(fetch(f"{served.url}plombox/alive/{page.kernel}")).body) == {"alive": True}
    run(page.close())


@pytest.fixture(scope="module")
def victim(served):
    """A page whose connection stays open, so that its kernel does."""
    with asyncio.Runner() as runner:
        page = runner.run(PageClient(served.url).open())
        yield page
        runner.run(page.close())


FRAMES = {
    "old protocol, a hundred million buffers": b"\x06\0\0\0\0\0\0\0" + b"x" * 64,
    "endless offsets": (1 << 40).to_bytes(8, "little") + b"\0" * 64,
    "offsets beyond the end": (6).to_bytes(8, "little")
    + b"".join((1 << 40).to_bytes(8, "little") for _ in range(6)),
    "empty": b"",
    "text": "{}",
    "deep JSON": "[" * 100_000,
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_a_hostile_frame_ends_its_own_connection_and_holds_up_nobody(served, run, victim, frame):
    page = PageClient(served.url)
    page.kernel, page.cookie = victim.kernel, victim.cookie

    async def send() -> float:
        await page.connect()
        assert page._socket is not None
        await page._socket.write_message(frame, binary=isinstance(frame, bytes))
        began = time.monotonic()
        await fetch(f"{served.url}plombox/health", seconds=20)
        return time.monotonic() - began

    assert run(send()) < 10
    run(page.until(lambda: not page.connected, 20))


def test_a_client_without_the_protocol_is_refused(served, run):
    page = run(PageClient(served.url).open())

    async def connect(protocols: list[str]) -> None:
        address = f"{page.url.replace('http', 'ws', 1)}api/kernels/{page.kernel}/channels"
        request = HTTPRequest(address, headers={"Cookie": page.cookie})
        (await websocket_connect(request, subprotocols=protocols)).close()

    for protocols in ([], ["v0"]):
        with pytest.raises(HTTPClientError, match="400"):
            run(connect(protocols))
    run(Table(page).act(random.Random(1)))
    run(page.close())


def test_an_upload_of_100_mb_is_refused(served, run):
    try:
        answer = run(fetch(f"{served.url}voila/api/shutdown/x", method="POST", body=b"x" * 100_000_000))
        assert answer.code in (400, 403, 413)
    except OSError as error:
        assert isinstance(error, ConnectionError)  # noqa: PT017 - cut off while it was still sending
    assert run(fetch(f"{served.url}plombox/health")).code == 200


@pytest.fixture(scope="module")
def guarded(serve):
    with serve(sessions=3, more={"token": TOKEN}) as served:
        yield served


def test_without_the_token_there_is_no_page_no_status_and_no_session(guarded, run):
    for path in ("", "voila/render/play.ipynb", "plombox/status?json", "?token=wrong", f"?token={TOKEN}x"):
        answer = run(fetch(guarded.url + path, follow_redirects=False))
        assert answer.code in (302, 401, 403), path
        assert b"kernelId" not in answer.body
    login = run(fetch(guarded.url))
    assert login.code == 200
    assert b"Traceback" not in login.body
    assert run(fetch(f"{guarded.url}plombox/health")).code == 200


def test_with_the_token_the_page_opens_and_its_cookie_is_needed_to_connect(guarded, run):
    page = run(PageClient(f"{guarded.url}?token={TOKEN}").open())
    run(Table(page).act(random.Random(1)))
    page.url = guarded.url
    with pytest.raises(HTTPClientError, match="403"):
        run(_channel(page, guarded.url.rstrip("/"), ""))
    run(page.close())
    status = run(fetch(f"{guarded.url}plombox/status?json", headers={"Authorization": f"token {TOKEN}"}))
    assert json.loads(status.body)["sessions"] == 1


def test_the_token_is_in_no_log(guarded):
    assert TOKEN not in guarded.log.read_text(encoding="utf-8")
