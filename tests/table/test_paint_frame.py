"""The wrapper round a frame: what ipycanvas does not survive, it keeps away."""

import decimal
import math

import ipycanvas
import numpy as np
import pytest

from plombox_widget.table.frame import frame


@pytest.fixture
def canvas(monkeypatch):
    canvas = ipycanvas.Canvas(width=20, height=20)
    messages = []
    monkeypatch.setattr(
        canvas._canvas_manager, "send", lambda content, buffers=None: messages.append(buffers), raising=False
    )
    canvas.messages_sent = messages
    yield canvas
    canvas.close()


def draw_and_fail(canvas):
    with frame(canvas) as pen:
        pen.fill_rect(0, 0, 5, 5)
        raise ZeroDivisionError


def test_trap_1_an_exception_in_a_frame_leaves_the_manager_as_it_was(canvas):
    other = ipycanvas.Canvas(width=5, height=5)
    with pytest.raises(ZeroDivisionError):
        draw_and_fail(canvas)
    assert canvas.messages_sent == []
    assert not canvas._canvas_manager._caching
    assert canvas._canvas_manager._commands_cache == []
    other.fill_rect(0, 0, 1, 1)
    assert len(canvas.messages_sent) == 2  # the switch to the other canvas, and its rectangle
    other.close()


def test_trap_1_frames_do_not_nest(canvas):
    with frame(canvas) as pen:
        pen.fill_rect(0, 0, 5, 5)
        with pytest.raises(RuntimeError, match="do not nest"), frame(canvas):
            pass
        pen.fill_rect(5, 5, 5, 5)
    assert len(canvas.messages_sent) == 1


def test_trap_25_the_private_names_that_a_frame_needs_are_there(canvas):
    manager = canvas._canvas_manager
    for name in ("_caching", "_commands_cache", "_buffers_cache", "_current_canvas", "send"):
        assert hasattr(manager, name), f"ipycanvas has no {name} any more: see frame.py"


def test_trap_25_another_ipycanvas_is_one_clear_line():
    class Changed:
        _canvas_manager = object()

    with pytest.raises(RuntimeError, match=r"ipycanvas has no _caching.*0\.14"), frame(Changed()):
        pass


@pytest.mark.parametrize(
    "number",
    [np.int64(3), np.float32(3), np.int8(3), True, decimal.Decimal(3)],
    ids=lambda n: type(n).__name__,
)
def test_trap_26_numbers_of_other_kinds_become_plain_ones(canvas, number):
    with frame(canvas) as pen:
        pen.fill_rect(number, 0, 5, 5)
        pen.line_width = number
    (buffers,) = canvas.messages_sent
    assert b'"' not in bytes(buffers[0]).split(b"IPY_MODEL_")[1][40:]
    assert type(canvas.line_width) is float


@pytest.mark.parametrize("wrong", [math.nan, math.inf, np.nan, None, object(), 1j])
def test_trap_26_what_is_no_finite_number_is_refused_and_nothing_is_sent(canvas, wrong):
    calls = (
        lambda pen: pen.fill_rect(wrong, 0, 5, 5),
        lambda pen: pen.fill_styled_rects([0, wrong], 0, 5, 5, [[0, 0, 0]] * 2),
        lambda pen: pen.fill_styled_polygons([[[0, 0], [1, wrong], [2, 2]]], [[0, 0, 0]]),
        lambda pen: pen.set_line_dash([1, wrong]),
        lambda pen: setattr(pen, "line_width", wrong),
    )
    for call in calls:
        with pytest.raises(ValueError, match="drawing: "), frame(canvas) as pen:
            call(pen)
    assert canvas.messages_sent == []


def test_an_empty_frame_sends_nothing(canvas):
    with frame(canvas):
        pass
    assert canvas.messages_sent == []
