"""A target with bugs of every kind, for the tests of the harness."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from fuzz.target import Json, Target
from hypothesis import strategies as st

from mineproof.errors import BadInput


def _check(value: Json) -> None:
    TARGET.tally["items"] += len(value)
    match os.environ["PLANTED"], value:
        case "none", _:
            assert os.environ["PLANTED_TOO"] == "yes"
        case "error", [*_, int(big)] if big >= 10:
            raise ValueError(f"{big} is too much")
        case "crash", [*items] if 7 in items:
            os.kill(os.getpid(), signal.SIGKILL)
        case "hang", [*items] if 7 in items:
            time.sleep(1000)
        case "late", [*items] if 7 in items and not Path(os.environ["PLANTED_MARK"]).exists():
            Path(os.environ["PLANTED_MARK"]).touch()
            time.sleep(1000)


def _environment() -> dict[str, str]:
    if os.environ["PLANTED"] == "unavailable":
        raise BadInput("no compiler; expected one")
    return {"PLANTED_TOO": "yes"}


TARGET = Target(
    inputs=st.lists(st.integers(0, 20), max_size=4),
    check=_check,
    limit=2,
    environment=_environment,
)
