"""Defaults: the level, engine, agent and results folder of every command and screen."""

from __future__ import annotations

import secrets
from pathlib import Path

USUAL_LEVEL = "medium"
USUAL_ENGINE, USUAL_AGENT = "cascade", "never-guess"
"""The cascade, because it names the easiest engine that proves a move. Experiments measure `exact`
(see `agents.entrant`), which proves the same moves sooner."""
USUAL_STRATEGIST = "strategist"
USUAL_RESULTS = Path("results")


_SEED_BITS = 53
"""Too many seeds to try them all, yet within what a JavaScript number holds."""


def secret_seed() -> int:
    """Return a seed that nobody knows."""
    return secrets.randbits(_SEED_BITS)


def any_seed() -> int:
    """Return a seed from the system's randomness, short enough to type."""
    return secrets.randbelow(10**9)
