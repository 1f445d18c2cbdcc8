"""numba where it is installed; without it the same source runs as plain Python: slower, equal."""

import warnings
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
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


def _sources() -> str:
    """A digest of all that is compiled: this file, and those beside it that import it."""
    digest = sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        text = path.read_bytes()
        if b"simulation.jit import" in text or path.name == Path(__file__).name:
            digest.update(text)
    return digest.hexdigest()[:12]


SOURCES = _sources()


def jit(function: F) -> F:
    """``function`` compiled when it is first called, kept on disk where a cache folder can be written.

    numba compiles anew when the file of ``function`` has changed, but knows nothing of the files that its
    parts and constants come from. It keeps what it compiled under the qualified name, which gets a digest of
    all these sources therefore: numbers that compiled code reads belong in a file that imports this one.
    """
    if numba is None:
        return function
    function.__qualname__ += f"-{SOURCES}"
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
