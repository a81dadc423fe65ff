"""The examples run, and print what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
PRINTED = {
    "position.py": "open c1: risk 50.0%, chance to win 33.3%",
    "comparison.py": "more of the same games",
}


@pytest.mark.parametrize("name", PRINTED)
def test_it_runs(name: str) -> None:
    run = [sys.executable, str(EXAMPLES / name)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert PRINTED[name] in done.stdout


def test_none_is_forgotten() -> None:
    assert {file.name for file in EXAMPLES.glob("*.py")} == PRINTED.keys()
