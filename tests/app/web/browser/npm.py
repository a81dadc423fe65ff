"""What tests take from npm; `make build/npm/ready` puts it there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tools.browser import REQUIRED

ROOT = Path(__file__).parents[4]
MODULES = ROOT / "build" / "npm" / "node_modules"
NOT_THERE = 'Not there: {}. Run "make build/npm/ready", which needs npm.'


def module(name: str) -> Path:
    """Return a file of an npm package; skip the test, or fail where CI wants all, without it."""
    path = MODULES / name
    if not path.exists():
        wants_all = os.environ.get("MINEPROOF_BROWSER") == REQUIRED
        (pytest.fail if wants_all else pytest.skip)(NOT_THERE.format(name))
    return path
