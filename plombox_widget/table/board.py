"""The picture on an ipycanvas: sharp on dense screens, repainted for every page that connects."""

from collections.abc import Callable

from ipycanvas import Canvas
from ipywidgets import Layout, Widget

from plombox_widget.table.frame import frame
from plombox_widget.table.layout import Part, Scene, hit, size
from plombox_widget.table.looks import NARROW, WIDE
from plombox_widget.table.motion import paint_moving
from plombox_widget.table.paint import SCALE, paint
from plombox_widget.table.shapes import Point

_SAME = 0.5
"""Pixels of the backing store within which two positions of the mouse are one."""


class Board:
    """A canvas that shows scenes. ``pressed`` and ``hovered`` get the part that the pointer is on."""

    def __init__(self, players: int, compact: bool) -> None:
        width, height = size(players, compact)
        self.canvas = Canvas(
            width=width * SCALE,
            height=height * SCALE,
            layout=Layout(width="100%", height="auto", max_width=_limit(compact)),
        )
        self.canvas.add_class("plombox-canvas")
        self._shown: Scene | None = None
        self._scene: Scene | None = None
        self._pointer: Point | None = None

    def show(self, scene: Scene, *, moving: bool = False) -> None:
        """Paint what differs from the scene that is shown, in one message; nothing if nothing does.

        ``moving``: a new arrow grows, in the same message.
        """
        self.expect(scene)
        if scene == self._shown:
            return
        previous, self._shown = self._shown, None
        self._fit(scene)
        with frame(self.canvas) as canvas:
            (paint_moving if moving else paint)(canvas, scene, previous)
        self._shown = scene

    def expect(self, scene: Scene) -> None:
        """What clicks are read against; nothing is painted."""
        self._scene = scene

    def forget(self) -> None:
        """A page connected whose canvas is empty: the next scene is painted whole."""
        self._shown = None

    def on_press(self, action: Callable[[Part | None], None]) -> None:
        """One click or one tap is one call, never both: a tap sends no mouse event."""
        self.canvas.on_mouse_down(lambda x, y: action(self._part(*self._aimed(x, y))))
        self.canvas.on_touch_start(lambda touches: action(self._part(*touches[0])) if touches else None)

    def on_hover(self, action: Callable[[Part | None], None]) -> None:
        def moved(x: float, y: float) -> None:
            self._pointer = (x, y)
            action(self._part(x, y))

        def left(*_: float) -> None:
            self._pointer = None
            action(None)

        self.canvas.on_mouse_move(moved)
        self.canvas.on_mouse_out(left)

    def point(self, pressable: bool) -> None:
        """A hand for a pointer that is on something to be pressed."""
        (self.canvas.add_class if pressable else self.canvas.remove_class)("plombox-pressable")

    def widgets(self) -> list[Widget]:
        """All of them, to be closed."""
        return [self.canvas, self.canvas.layout]

    def _aimed(self, x: float, y: float) -> Point:
        """Where a click was aimed. A canvas that is partly out of sight takes the focus before it reads where
        it was hit: the page scrolls, and ``y`` is wrong by that. The last move of the mouse was right."""
        pointer = self._pointer
        return pointer if pointer is not None and abs(pointer[0] - x) < _SAME else (x, y)

    def _part(self, x: float, y: float) -> Part | None:
        return None if self._scene is None else hit(self._scene, x / SCALE, y / SCALE)

    def _fit(self, scene: Scene) -> None:
        wanted = (scene.width * SCALE, scene.height * SCALE)
        if (self.canvas.width, self.canvas.height) != wanted:
            self.canvas.width, self.canvas.height = wanted
            self.canvas.layout.max_width = _limit(scene.height > scene.width)


def _limit(compact: bool) -> str:
    """The widest that the picture may be: the wide one is seen whole on a screen, without scrolling."""
    return NARROW if compact else WIDE
