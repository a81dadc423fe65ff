"""The page's scripts and styles: types checked by TypeScript, form by Prettier."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.app.web.browser.npm import module

BUILDER = Path(__file__).parents[4] / "tools" / "site_builder"


@pytest.mark.parametrize("name", ["tsconfig.json", "tsconfig.workers.json"])
def test_types(name: str) -> None:
    """Those of the page, and those of its workers."""
    project = Path(__file__).with_name(name)
    assert _run(module(".bin/tsc"), "-p", project) == ""


def test_form(static: Path) -> None:
    """Lines of 100 characters and four spaces, as .editorconfig says."""
    files = [*(static / "js").rglob("*.js"), *(static / "css").rglob("*.css")]
    files += [*BUILDER.glob("*.js"), *BUILDER.glob("*.mjs")]
    assert _run(module(".bin/prettier"), "--list-different", *files) == ""


def _run(*command: str | Path) -> str:
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.stdout + found.stderr
