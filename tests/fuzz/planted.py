"""A target with bugs of every kind, for the tests of the harness."""

from __future__ import annotations

import os
import signal
import time

from fuzz.target import Json, Target
from hypothesis import strategies as st


def _check(value: Json) -> None:
    TARGET.tally["items"] += len(value)
    match os.environ["PLANTED"], value:
        case "none", _:
            pass
        case "error", [*_, int(big)] if big >= 10:
            raise ValueError(f"{big} is too much")
        case "crash", [*items] if 7 in items:
            os.kill(os.getpid(), signal.SIGKILL)
        case "hang", [*items] if 7 in items:
            time.sleep(1000)


TARGET = Target(inputs=st.lists(st.integers(0, 20), max_size=4), check=_check, limit=3)
