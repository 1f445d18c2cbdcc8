"""Shared by all tests: hypothesis draws the same examples in every run, and no test reads or writes the
settings of whoever runs them.

Helpers to import stand in ``tests/helpers`` (on the path by pyproject): ``twins`` makes games that a
viewer cannot tell apart, ``strategies`` draws rules and games.
"""

import os
import tempfile

from hypothesis import settings

_settings = tempfile.TemporaryDirectory(prefix="plombox-settings-")
os.environ["PLOMBOX_SETTINGS"] = _settings.name
settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=60)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
