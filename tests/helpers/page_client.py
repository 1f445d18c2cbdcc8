"""Speaks to a Voilà page as a browser does, without a browser: loads it, connects, presses its buttons."""

import asyncio
import json
import random
import re
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from jupyter_server.services.kernels.connection.base import (
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)
from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from tornado.websocket import WebSocketClientConnection, websocket_connect

PROTOCOL = "v1.kernel.websocket.jupyter.org"
ANSWER_SECONDS = 60.0
SEEING_SECONDS = 0.25
"""A click that comes sooner after an answer cannot have been meant for it, and the table drops it."""
State = dict[str, Any]


class PageClient:
    """One page. Widgets are looked up in ``widgets``: model id → state, kept up to date."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.widgets: dict[str, State] = {}
        self.kernel = ""
        self.custom = 0
        """Messages with drawing commands or events that have come so far."""
        self.errors: list[str] = []
        self._session = uuid.uuid4().hex
        self._comms: dict[str, str] = {}
        self._socket: WebSocketClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    async def open(self, headers: dict[str, str] | None = None) -> "PageClient":
        """Loads the page, which starts or takes a kernel, and connects to it."""
        answer = await fetch(self.url, headers=headers, seconds=90)
        page = answer.body.decode()
        found = re.search(r'"kernelId": ?"([\w-]+)"', page)
        assert found, page[:2000]
        self.kernel = found[1]
        self.cookie = "; ".join(value.partition(";")[0] for value in answer.headers.get_list("Set-Cookie"))
        await self.connect()
        return self

    async def connect(self) -> None:
        address = re.sub("^http", "ws", self.url.partition("?")[0])
        request = HTTPRequest(
            f"{address}api/kernels/{self.kernel}/channels?session_id={self._session}",
            headers={"Cookie": self.cookie},
        )
        self._socket = await websocket_connect(
            request, subprotocols=[PROTOCOL], max_message_size=1 << 26, ping_interval=None
        )
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.ask_for_widgets()

    async def ask_for_widgets(self) -> None:
        comm = uuid.uuid4().hex
        content = {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {}}
        await self._send("comm_open", content, metadata={"version": "1.0.0"})
        self._comms[comm] = "control"
        await self._send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        await self.until(lambda: bool(self.widgets))

    async def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        if self._reader is not None:
            await asyncio.wait([self._reader], timeout=5)

    # -- widgets

    def find(self, **wanted: Any) -> Iterator[tuple[str, State]]:
        """Widgets whose state holds these values."""
        for model, state in self.widgets.items():
            if all(state.get(key) == value for key, value in wanted.items()):
                yield model, state

    def children(self, model: str) -> list[str]:
        return [child.removeprefix("IPY_MODEL_") for child in self.widgets[model].get("children", [])]

    async def click(self, model: str) -> None:
        await self._message(model, {"method": "custom", "content": {"event": "click"}})

    async def set(self, model: str, **values: Any) -> None:
        self.widgets[model].update(values)
        await self._message(model, {"method": "update", "state": values, "buffer_paths": []})

    async def until(self, true: Callable[[], bool], seconds: float = ANSWER_SECONDS) -> None:
        """Waits until the widgets are as wanted; TimeoutError if they do not become so."""

        async def wait() -> None:
            async with self._news:
                await self._news.wait_for(true)

        await asyncio.wait_for(wait(), seconds)

    # -- messages

    async def _message(self, model: str, data: dict[str, Any]) -> None:
        await self._send("comm_msg", {"comm_id": model, "data": data})

    async def _send(self, kind: str, content: dict[str, Any], metadata: dict[str, Any] | None = None) -> None:
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": self._session,
            "username": "pupil",
            "date": datetime.now(UTC).isoformat().replace("+00:00", "Z"),
            "version": "5.3",
        }
        parts = [json.dumps(part).encode() for part in (header, {}, metadata or {}, content)]
        assert self._socket is not None
        await self._socket.write_message(serialize_msg_to_ws_v1(parts, "shell"), binary=True)

    async def _read(self, socket: WebSocketClientConnection) -> None:
        while (raw := await socket.read_message()) is not None:
            _, parts = deserialize_msg_from_ws_v1(raw)
            header, content = json.loads(parts[0]), json.loads(parts[3])
            async with self._news:
                self._take(header["msg_type"], content)
                self._news.notify_all()
        async with self._news:
            self._news.notify_all()

    @property
    def connected(self) -> bool:
        return self._reader is not None and not self._reader.done()

    def _take(self, kind: str, content: dict[str, Any]) -> None:
        if kind == "error":
            self.errors.append(content["evalue"])
        elif kind == "comm_open" and "state" in content["data"]:
            self.widgets[content["comm_id"]] = content["data"]["state"]
        elif kind == "comm_close":
            self.widgets.pop(content["comm_id"], None)
        elif kind == "comm_msg":
            data = content["data"]
            if data.get("method") == "update_states":
                states = data["states"]
                self.widgets.update({model: entry["state"] for model, entry in states.items()})
            elif data.get("method") == "update":
                self.widgets.setdefault(content["comm_id"], {}).update(data["state"])
            elif data.get("method") == "custom":
                self.custom += 1


async def fetch(
    url: str, headers: dict[str, str] | None = None, seconds: float = 30, **options: Any
) -> HTTPResponse:
    """The answer, whatever its status."""
    client = AsyncHTTPClient(force_instance=True, max_body_size=1 << 28)
    try:
        return await client.fetch(
            url,
            headers=headers,
            request_timeout=seconds,
            connect_timeout=seconds,
            raise_error=False,
            **options,
        )
    finally:
        client.close()


class Table:
    """The table of a page: its buttons found by the words on them."""

    def __init__(self, page: PageClient) -> None:
        self.page = page
        self.waits: list[float] = []
        """Seconds from each click to its answer."""
        self.own = 0
        """Plays of the person; the bots' are the rest of ``number``."""
        self.play = self.button("Play")
        self.turn = self.button("To my turn", "To the end")
        self.history = next(
            model for model, state in page.widgets.items() if "continuous_update" in state and "max" in state
        )
        rows = [model for model in page.widgets if self._is_row(model)]
        root = next(model for model in page.widgets if set(rows) <= set(page.children(model)))
        self.hand, self.targets = [model for model in page.children(root) if model in rows][:2]

    def button(self, *labels: str) -> str:
        for label in labels:
            for model, _ in self.page.find(description=label, _model_name="ButtonModel"):
                return model
        raise AssertionError(f"no button {labels}")

    def _is_row(self, model: str) -> bool:
        children = self.page.children(model)
        names = {
            self.page.widgets[child].get("_model_name") for child in children if child in self.page.widgets
        }
        return self.page.widgets[model].get("_model_name") == "BoxModel" and names == {"ToggleButtonModel"}

    def enabled(self, model: str) -> bool:
        return not self.page.widgets[model]["disabled"]

    def choices(self, row: str) -> list[str]:
        return [model for model in self.page.children(row) if self.enabled(model)]

    @property
    def number(self) -> int:
        """Plays made so far."""
        return int(self.page.widgets[self.history]["max"])

    @property
    def over(self) -> bool:
        return not self.choices(self.hand) and not self.enabled(self.turn)

    async def act(self, rng: random.Random) -> None:
        """One act of a person, who needs a moment to see what was there: a play, or a press for the bots'."""
        await asyncio.sleep(SEEING_SECONDS)
        if self.enabled(self.turn):
            await self._press(self.turn, lambda before: self.number > before)
            return
        await self.pick(rng)
        await self._press(self.play, lambda before: self.number == before + 1)
        self.own += 1

    async def new_game(self) -> None:
        """Another deal at the same table, whose person begins."""
        await asyncio.sleep(SEEING_SECONDS)
        await self.page.click(self.button("New game…"))
        await self.page.until(lambda: any(self.page.find(description="Start")))
        await self.page.click(self.button("Start"))
        await self.page.until(lambda: self.number == 0 and bool(self.choices(self.hand)))

    async def pick(self, rng: random.Random) -> None:
        """Picks a card of the hand and a target for it."""
        assert not self.over, f"the game is over at play {self.number}: there is no card to pick"
        await self.page.set(rng.choice(self.choices(self.hand)), value=True)
        await self.page.until(lambda: bool(self.choices(self.targets)))
        await self.page.set(rng.choice(self.choices(self.targets)), value=True)
        await self.page.until(lambda: self.enabled(self.play))

    async def _press(self, button: str, answered: Callable[[int], bool]) -> None:
        before, drawn, began = self.number, self.page.custom, time.perf_counter()
        await self.page.click(button)
        await self.page.until(lambda: self.number != before and self.page.custom > drawn)
        self.waits.append(time.perf_counter() - began)
        assert answered(before), f"{before} plays before the press, {self.number} after it"
