"""Targets of the Makefile build what they need, also in a fresh clone."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
@pytest.mark.parametrize("target", ["test-long", "site", "bench-site", "bench-wasm"])
def test_what_runs_the_kernel_in_a_browser_builds_it(target: str) -> None:
    """As if its source had changed; what make would run is only listed."""
    ready = ("-o", ".venv/ready", "-o", "build/npm/ready", "-W", "tools/wasm.py")
    plain = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    done = subprocess.run(
        ["make", "--dry-run", *ready, target],
        cwd=ROOT, env=plain, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "-m tools.wasm" in done.stdout
