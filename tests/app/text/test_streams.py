"""Standard output and standard error that are closed, or have no columns."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.app.conftest import Shell


def shell(words: str, closed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", f'exec "$0" -m mineproof {words} {closed}', sys.executable],
        input="no board",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_output_to_a_closed_stream_is_discarded(closed: str) -> None:
    done = shell("play --level easy --seed 1", closed)
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (closed == "2>&-")


def test_a_complaint_never_goes_to_standard_output() -> None:
    done = shell("solve", "2>&-")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("columns", ["0", "1", "3"])
def test_too_few_columns_are_an_unknown_number_of_them(
    run: Shell, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert "strategist-fast" in run("engines").out
