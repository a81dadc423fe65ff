"""What is played where nothing else is asked for, the same on every screen."""

from __future__ import annotations

import secrets

USUAL_LEVEL = "medium"
USUAL_ENGINE, USUAL_AGENT = "cascade", "never-guess"
USUAL_STRATEGIST = "strategist"


def any_seed() -> int:
    """Return a seed from the system's randomness, short enough to type."""
    return secrets.randbelow(10**9)
