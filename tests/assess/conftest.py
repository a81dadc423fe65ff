"""Players are asked in this process where a test says so: a process costs more than the test."""

from __future__ import annotations

import pytest
from tests.guests.roads import ask_here


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask players in this process."""
    ask_here(monkeypatch)
