"""Real servers for tests and benchmarks, on free ports of this machine alone, and how to start a browser."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time

CHROMIUM = os.environ.get("PLOMBOX_CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 180
"""For a server on a busy machine."""


def notebook(code):
    """A notebook with one code cell, as JSON."""
    cell = {
        "cell_type": "code",
        "id": "table",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": code,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps(
        {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    )


class Server:
    """A process that serves at ``address``."""

    def __init__(self, command, pattern, cwd, **environment):
        self._process = subprocess.Popen(
            command,
            cwd=cwd,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.address = self._wait(re.compile(pattern))

    def _wait(self, pattern):
        said, end = b"", time.monotonic() + START_SECONDS
        out = self._process.stdout
        while time.monotonic() < end:
            if select.select([out], [], [], 1)[0]:
                chunk = os.read(out.fileno(), 65536)
                if not chunk:
                    break
                said += chunk
                found = pattern.search(said.decode(errors="replace"))
                if found:
                    return found[0]
        self.stop()
        raise RuntimeError(f"the server did not start: {said.decode(errors='replace')[-2000:]}")

    def stop(self):
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait(20)
        self._process.stdout.close()


_SERVE = """
import sys
from pathlib import Path
from plombox_widget.serving import start
from plombox_widget.__main__ import main
start.notebooks_folder = lambda: Path(sys.argv[1])
sys.exit(main(["serve", "--no-browser", "--port", "0", "--warm", "0"]))
"""


def serve(folder):
    """``plombox serve`` on the notebooks of ``folder`` instead of ours."""
    return Server([sys.executable, "-c", _SERVE, str(folder)], r"http://127\.0\.0\.1:\d+/", folder)


def lab(folder, config):
    """``plombox lab`` with ``folder`` as its copy; its address has the token. ``config``: an empty folder."""
    # Test machines may run everything as root, which JupyterLab refuses to do unasked.
    (config / "jupyter_server_config.json").write_text(json.dumps({"ServerApp": {"allow_root": True}}))
    command = [sys.executable, "-m", "plombox_widget", "lab", "--no-browser", "--port", "0"]
    return Server(
        [*command, "--folder", str(folder)],
        r"http://127\.0\.0\.1:\d+/lab\?token=\w+",
        folder,
        JUPYTER_CONFIG_DIR=str(config),
    )
