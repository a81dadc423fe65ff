"""How hypothesis works here (no clocks, since a busy machine is no bug), and the kernel."""

from __future__ import annotations

import os
from types import ModuleType

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
    """The kernel, native or as MINEPROOF_KERNEL says; without one, tests of it are skipped."""
    found = kernel()
    if found is None:
        pytest.skip(describe())
    return found


@pytest.fixture(scope="session")
def built(native: Kernel) -> Kernel:
    """The native kernel alone: for tests of threads, Ctrl-C, many games, and all its parts."""
    if not isinstance(native, ModuleType):
        pytest.skip(f"{describe()}; only the native kernel can do this")
    return native


@pytest.fixture(params=["kernel", "python"])
def both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a test run twice: with the kernel that `native` is, and with Python alone."""
    if request.param == "python":
        monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    else:
        request.getfixturevalue("native")
