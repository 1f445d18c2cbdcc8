"""A recorder of all that a widget sends to the browser, without a browser."""

import json
import re

import comm
import pytest

from plombox_widget import PlomboxTable

_MODEL = re.compile(r"[0-9a-f]{32}")


class Sent:
    """The messages in the order sent; model ids replaced by the order of their first appearance."""

    def __init__(self):
        self.messages = []
        self._ids = {}

    def add(self, sender, kind, data, metadata, buffers):
        text = json.dumps([sender, kind, data, metadata], sort_keys=True, default=str)
        self.messages.append((self._plain(text), tuple(self._bytes(buffer) for buffer in buffers or ())))

    def _plain(self, text):
        return _MODEL.sub(lambda found: f"model {self._ids.setdefault(found[0], len(self._ids)):026d}", text)

    def _bytes(self, buffer):
        return self._plain(bytes(buffer).decode("latin-1")).encode("latin-1")

    def clear(self):
        self.messages.clear()

    @property
    def drawings(self):
        """Messages with drawing commands: the only ones that carry buffers."""
        return [message for message in self.messages if message[1]]

    @staticmethod
    def size(message):
        """Bytes on the wire, without the header."""
        text, buffers = message
        return len(text.encode()) + sum(map(len, buffers))


@pytest.fixture
def sent(monkeypatch):
    recorder = Sent()

    def publish(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        recorder.add(self.comm_id, msg_type, data, metadata, buffers)

    monkeypatch.setattr(comm.DummyComm, "publish_msg", publish)
    return recorder


@pytest.fixture
def make(sent):
    """Makes tables, and closes them; one that is strict must have ended without an error."""
    tables = []

    def make_table(*args, kind=PlomboxTable, **choices):
        tables.append(kind(*args, **choices))
        return tables[-1]

    yield make_table
    for table in tables:
        if table._strict:
            assert table.error is None
        table.close()
