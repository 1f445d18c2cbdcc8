"""numba where it is installed; without it the same source runs as plain Python: slower, equal."""

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def _numba() -> Any:
    try:
        return import_module("numba")
    except ImportError:
        return None


numba = _numba()
COMPILED: bool = numba is not None and not numba.config.DISABLE_JIT
"""Whether the kernel is compiled."""


def jit(function: F) -> F:
    """``function`` compiled when it is first called, kept on disk where a cache folder can be written."""
    if numba is None:
        return function
    options = {"nogil": True, "error_model": "numpy"}
    compiled: F
    try:
        compiled = numba.njit(cache=True, **options)(function)
    except RuntimeError as error:
        warnings.warn(f"the kernel is compiled anew in each process: {error}", RuntimeWarning, stacklevel=2)
        compiled = numba.njit(**options)(function)
    return compiled


def inline(function: F) -> F:
    """``function`` made a part of its callers: no call, and no counting of references to its arrays."""
    if numba is None:
        return function
    part: F = numba.njit(inline="always", error_model="numpy")(function)
    return part
