"""Hosts of the static site: those that know few types of files, and those without https."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from tests.app.site.conftest import come
from tools.file_server import PREFIX, FileServer

pytestmark = pytest.mark.long

FAR = "http://elsewhere.example/"
SPEAK = "settings => localStorage['mineproof.settings'] = settings"
NEEDS = {"en": "This page needs https.", "zh-TW": "這個網頁需要 https"}


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


def test_without_https_the_page_says_that_it_needs_it(
    context: BrowserContext, server: FileServer
) -> None:
    """In the language of the page; no worker starts, and a click is answered."""
    page = come_from_afar(context, server)
    assert not page.evaluate("isSecureContext")
    for language, words in NEEDS.items():
        page.evaluate(SPEAK, json.dumps({"language": language}))
        page.reload()
        page.wait_for_selector("[data-ready]")
        notice, cell = page.locator("#notice"), page.locator("#play-board [data-cell='40']")
        expect(notice).to_contain_text(words)
        notice.evaluate("notice => notice.replaceChildren()")
        cell.click()
        expect(notice).to_contain_text(words)
        expect(cell).to_have_attribute("data-face", "#")
        assert page.workers == []


def come_from_afar(context: BrowserContext, server: FileServer) -> Page:
    """Open the page as another machine does, to which it comes by plain http."""
    here = server.url.removesuffix(f"{PREFIX}/")

    def fetched(route: Route) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace(FAR, here)))

    context.route(f"{FAR}**", fetched)
    return come(context, f"{FAR}{PREFIX}/")
