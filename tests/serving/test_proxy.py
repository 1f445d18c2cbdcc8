"""Behind nginx, below a path: the very configuration that the document gives."""

import random
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest
from page_client import PageClient, Table, fetch

pytestmark = pytest.mark.alone
DOCUMENT = Path(__file__).parents[2] / "notebooks" / "reference" / "serving.md"
CONF = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; {user}
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        {location}
    }}
}}
"""


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


@pytest.fixture(scope="module")
def proxied(serve, tmp_path_factory):
    """The address of the page as nginx shows it."""
    import os

    folder, port = tmp_path_factory.mktemp("nginx"), _free_port()
    public = f"http://127.0.0.1:{port}/plombox/"
    (location,) = re.findall(r"```nginx\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), flags=re.DOTALL)
    with serve(sessions=4, orphan=60, more={"public": public, "path": "plombox/"}) as served:
        behind = served.url.split("/")[2]
        user = "user root;" if os.getuid() == 0 else ""
        conf = folder / "nginx.conf"
        conf.write_text(
            CONF.format(
                folder=folder, port=port, user=user, location=location.replace("127.0.0.1:8866", behind)
            )
        )
        nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        assert nginx, "no nginx: `make test` installs it"
        process = subprocess.Popen([nginx, "-p", str(folder), "-c", str(conf)])
        try:
            until = time.monotonic() + 20
            while socket.socket().connect_ex(("127.0.0.1", port)):
                assert time.monotonic() < until
                time.sleep(0.1)
            yield public
        finally:
            process.terminate()
            process.wait(20)


def test_a_game_is_played_through_nginx_below_a_path(proxied, run):
    page = run(PageClient(proxied).open())
    table = Table(page)
    for _ in range(4):
        run(table.act(random.Random(1)))
    assert table.number >= 4
    run(page.close())


def test_addresses_in_the_page_stay_below_the_path(proxied, run):
    page = run(fetch(proxied, seconds=60)).body.decode()
    addresses = re.findall(r'(?:src|href)="(/[^"]*)"', page)
    assert addresses
    assert all(address.startswith("/plombox/") for address in addresses)
    for address in sorted({address for address in addresses if address.endswith((".js", ".css"))})[:6]:
        assert run(fetch(proxied.removesuffix("/plombox/") + address)).code == 200, address


def test_health_and_status_are_below_the_path_too(proxied, run):
    assert run(fetch(f"{proxied}plombox/health")).code == 200
    assert run(fetch(f"{proxied}plombox/status?json")).code == 200
