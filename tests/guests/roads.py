"""The roads on which a guest comes: a file, an installed package, a program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mineproof.agents import agent_named
from mineproof.agents.entrant import Entrant
from mineproof.assess import candidate
from mineproof.plugins import source

FILE = Path(__file__).with_name("guest_players.py")
PROGRAMS = Path(__file__).parents[1] / "agents/own_moves/programs.py"
HOSTILE = Path(__file__).parents[1] / "hostile_players.py"

CS50_FILES = Path(__file__).parents[1] / "data/cs50_files"

PROGRAM = f"exec:{sys.executable} -I -S {PROGRAMS}"
AGENTS = {
    "file": f"{FILE}:first",
    "package": "guest-first",
    "module": "guest_package:first",
    "program": f"{PROGRAM} fair",
}
"""The same player, on each road."""
STUDENT = f"cs50:{CS50_FILES}/right.py"
ENGINES = {"file": f"{FILE}:Mine", "package": "guest-engine", "module": "guest_package:Mine"}
"""The same engine, on each road."""

each_agent = pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
each_engine = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)

METADATA = "Metadata-Version: 2.1\nName: guest-package\nVersion: 1.2\n"
ENTRY_POINTS = """\
[mineproof.agents]
guest-first = guest_package:first
guest-leftmost = guest_package:Leftmost
[mineproof.engines]
guest-engine = guest_package:Mine
guest-failing = guest_package:Failing
"""


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Let a package of guests be installed in a folder."""
    (folder / "guest_package.py").write_text(FILE.read_text("utf-8"), encoding="utf-8")
    info = folder / "guest_package-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA, encoding="utf-8")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        source._entry_points.cache_clear()
        yield
    source._entry_points.cache_clear()


def ask_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let players be assessed in this process, which is faster."""
    monkeypatch.setattr(Entrant, "needs_host", False)
    monkeypatch.setattr(candidate, "parse_in_host", lambda text, _: Entrant.parse(text))
    monkeypatch.setattr(candidate, "Fenced", lambda engine, player, _: agent_named(player, engine))
