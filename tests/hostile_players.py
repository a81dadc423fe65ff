"""Players that do what no player should. Tests name them by file: `hostile_players.py:raising`."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from mineproof.board.view import View


def fair(view: View) -> int:
    """Open the first hidden cell: no good player, but an honest one."""
    return view.hidden_cells()[0]


def raising(view: View) -> int:
    return 1 // (0 * len(view.cells))


def illegal(view: View) -> int:
    return view.open_cells()[0]


def outside(view: View) -> int:
    return len(view.cells)


def nonsense(view: View) -> object:
    return [view]


def flagging(view: View) -> str:
    """Set a flag and take it back, forever."""
    flagged = [cell for cell in view.covered_cells() if view.is_flagged(cell)]
    return f"F{view.grid.name(flagged[0] if flagged else view.hidden_cells()[0])}"


def endless(view: View) -> int:
    while True:
        view.hidden_cells()


def silent(view: View) -> int:
    time.sleep(1000)
    return fair(view)


def shouting(view: View) -> int:
    print("x" * 1_000_000)
    os.write(1, b"y" * 1_000_000)
    print("z" * 1_000_000, file=sys.stderr)
    return fair(view)


def leaving(view: View) -> int:  # noqa: ARG001
    sys.exit(3)


def dying(view: View) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return fair(view)


def forking(view: View) -> int:
    """Leave a copy of the process behind, which answers as well."""
    os.fork()
    return fair(view)


def breeding(view: View) -> int:  # noqa: ARG001
    """Leave a child behind that holds all pipes open, and die."""
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(9)


def changing(view: View) -> int:
    """Write other code into its own file, in mid-run."""
    Path(__file__).write_text("def changing(view): return -1\n", encoding="utf-8")
    return fair(view)
