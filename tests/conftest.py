"""How hypothesis works here (no clocks, since a busy machine is no bug), and the kernel."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from mineproof.counting.kernel import Kernel, describe, kernel

settings.register_profile(
    "mineproof", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("mineproof")

os.environ.pop("LC_ALL", None)
os.environ["LC_MESSAGES"] = "C"  # English, whatever the locale of who runs the tests


@pytest.fixture(scope="session")
def native() -> Kernel:
    """The native kernel; tests that need it are skipped without it."""
    found = kernel()
    if found is None:
        pytest.skip(describe())
    return found
