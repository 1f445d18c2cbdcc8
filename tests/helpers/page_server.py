"""A page server in a process of its own, for tests: any notebooks, any limits.

Run as a script it takes one JSON object: ``folder``, ``limits`` (fields of ``Limits``) and, where wanted,
``port``, ``token`` and ``public``. It prints its port.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

STOP_SECONDS = 30


def notebook(*cells: str) -> str:
    """A notebook of these code cells, as JSON."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = [
        {
            "id": f"cell{number}",
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": source,
        }
        for number, source in enumerate(cells)
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": made})


class Served:
    """A running server: where it is, its process, what it says of itself."""

    def __init__(self, url: str, process: "subprocess.Popen[str]", log: Path) -> None:
        self.url, self.process, self.log = url, process, log

    def status(self) -> dict[str, int]:
        with urlopen(f"{self.url}plombox/status?json", timeout=30) as answer:
            figures: dict[str, int] = json.load(answer)
        return figures

    def wait_for(self, seconds: float = 30, **figures: int) -> dict[str, int]:
        """The status once it shows these figures; AssertionError if it does not within ``seconds``."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            status = self.status()
            if all(status[key] == value for key, value in figures.items()):
                return status
            time.sleep(0.2)
        raise AssertionError(f"waited {seconds} s for {figures}, got {self.status()}")


@contextmanager
def serving(folder: Path, log: Path, limits: Mapping[str, Any], **more: Any) -> Iterator[Served]:
    """A server of the notebooks in ``folder``; it must stop by itself, without an error, when asked to."""
    asked = json.dumps({"folder": str(folder), "limits": dict(limits), **more})
    with log.open("a", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, __file__, asked], stdout=subprocess.PIPE, stderr=errors, text=True
        )
    try:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        assert port, log.read_text(encoding="utf-8")
        served = Served(f"http://127.0.0.1:{port}/{more.get('path', '')}", process, log)
        yield served
    finally:
        if process.poll() is None:
            process.terminate()
            assert process.wait(STOP_SECONDS) == 0, log.read_text(encoding="utf-8")[-3000:]


def main(asked: str) -> None:
    import logging

    from plombox_widget.serving.limits import Limits
    from plombox_widget.serving.start import listen, make_server, parse_public

    wanted = json.loads(asked)
    logging.basicConfig(level=logging.WARNING)
    sockets = listen("127.0.0.1", wanted.get("port", 0))
    server = make_server(
        Path(wanted["folder"]),
        Limits(**wanted["limits"]),
        sockets,
        token=wanted.get("token", ""),
        public=parse_public(wanted["public"]) if "public" in wanted else None,
    )
    print(sockets[0].getsockname()[1], flush=True)
    server.start()


if __name__ == "__main__":
    main(sys.argv[1])
