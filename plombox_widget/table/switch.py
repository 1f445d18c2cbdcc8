"""A toggle button that takes a double click for one click: the card that was picked stays picked."""

from typing import Any

from ipywidgets import ToggleButton

from plombox_widget.table.callbacks import Doubles, message_sent


class Switch(ToggleButton):  # type: ignore[misc]
    """What the browser says of its state, without the second click of a double click."""

    def __init__(self, **values: Any) -> None:
        self._doubles = Doubles()
        super().__init__(**values)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Called with what a person changed; the browser is told again what holds."""
        if "value" in sync_data and self._doubles.again(message_sent(), self):
            self.send_state("value")
        else:
            super().set_state(sync_data)
