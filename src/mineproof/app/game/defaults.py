"""Defaults: level, engine, agent, language and results folder of every command and screen."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from mineproof.coach.language import LANGUAGES, tag_of

USUAL_LEVEL = "medium"
USUAL_ENGINE, USUAL_AGENT = "cascade", "never-guess"
"""The cascade, because it names the easiest engine that proves a move. Experiments measure `exact`
(see `agents.entrant`), which proves the same moves sooner."""
USUAL_STRATEGIST = "strategist"
DEEP_STRATEGIST = "strategist-deep"
"""For answers about a single position, which may take a second."""

USUAL_PROVER = "resolution+dpll"
"""It proves every certain cell, and by resolution, so that each format can hold the proof."""
USUAL_RESULTS = Path("results")


_SEED_BITS = 53
"""Too many seeds to try them all, yet within what a JavaScript number holds."""


def secret_seed() -> int:
    """Return a seed that nobody knows."""
    return secrets.randbits(_SEED_BITS)


def any_seed() -> int:
    """Return a seed from the system's randomness, short enough to type."""
    return secrets.randbelow(10**9)


def usual_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the user's locale; English if the coach does not speak it.

    >>> usual_language({"LANG": "zh_TW.UTF-8"}), usual_language({"LC_ALL": "C", "LANG": "zh_TW"})
    ('zh-TW', 'en')
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts
    locale = next((environment[name] for name in names if environment.get(name)), "")
    return tag_of(locale) or LANGUAGES[0]
