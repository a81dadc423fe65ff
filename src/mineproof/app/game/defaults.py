"""Defaults: the level, engine and agent of every command and screen."""

from __future__ import annotations

import secrets

USUAL_LEVEL = "medium"
USUAL_ENGINE, USUAL_AGENT = "cascade", "never-guess"
"""The cascade, because it names the easiest engine that proves a move. Experiments measure `exact`
(see `agents.entrant`), which proves the same moves sooner."""
USUAL_STRATEGIST = "strategist"


def any_seed() -> int:
    """Return a seed from the system's randomness, short enough to type."""
    return secrets.randbelow(10**9)
