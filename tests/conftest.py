"""Shared by all tests: hypothesis draws the same examples in every run.

Helpers to import stand in ``tests/helpers`` (on the path by pyproject): ``twins`` makes games that a
viewer cannot tell apart, ``strategies`` draws rules and games.
"""

import os

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=60)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
