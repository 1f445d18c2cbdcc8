"""Play-outs are few here: the suite asks how a bot behaves, not how strong it is."""

import pytest

from plombox_widget.bots import montecarlo


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(montecarlo, "PLAYOUTS", 12)
    monkeypatch.setattr(montecarlo, "PLAYOUTS_UNCOMPILED", 12)
