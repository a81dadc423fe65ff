"""Hosts of the static site: those that know few types of files."""

from __future__ import annotations

from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, expect
from tests.app.site.conftest import come
from tools.file_server import FileServer

pytestmark = pytest.mark.long


def test_no_name_has_an_ending_that_hosts_treat_in_ways_of_their_own(site: Path) -> None:
    """Some do not send `.mjs` as JavaScript, others have the browser unpack `.gz`."""
    files = [file.name for file in site.rglob("*") if file.is_file()]
    assert "modules.bin" in files
    assert [name for name in files if name.endswith((".mjs", ".gz"))] == []


def test_a_host_that_does_not_know_webassembly_will_do(
    context: BrowserContext, site: Path, server: FileServer
) -> None:
    (python,) = (site / "python").iterdir()
    with urlopen(f"{server.url}python/{python.name}/pyodide.asm.wasm") as answer:
        assert answer.headers["Content-Type"] == "application/octet-stream"
    cell = come(context, server.url).locator("#play-board [data-cell='40']")
    cell.click()
    expect(cell).to_have_attribute("data-face", "0", timeout=120_000)
