"""The static site in a browser, at a plain file server: it plays, and it keeps what it promises."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.app.site.conftest import come
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.npm import module
from tests.app.web.browser.player import faces, place_of
from tests.app.web.browser.test_access import violations
from tools.browser import until
from tools.file_server import FileServer, serving_files
from tools.site_builder.offline import write_service_worker

from mineproof.agents import AGENTS
from mineproof.app.service.handlers.info import info_json
from mineproof.app.service.limits import Guests, Limits
from mineproof.engines import ENGINES
from mineproof.logic.derivation.formats import FORMATS

PATIENCE = 120_000
HOUR = 3600
WALL = "layout/clearing *.*. 1211 0000 a3"
IS_UPDATED = """async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.getRegistration();
    const isSettled = active.state === "activated" && !installing && !waiting;
    return isSettled && (await caches.keys()).length === 2;
}"""
GAPS = """() => [...document.querySelectorAll(".plain > * + *, .plain section > * + *")]
    .map((one) => [one.previousElementSibling, one].map((each) => each.getBoundingClientRect()))
    .map(([above, below]) => below.top - above.bottom)"""
IS_KEPT = "() => navigator.serviceWorker.controller !== null"


def open_cell(page: Page, cell: int) -> None:
    """Open a cell, and wait until it shows a number."""
    one = page.locator(f"#play-board [data-cell='{cell}']")
    one.click()
    expect(one).to_have_attribute("data-face", "0", timeout=PATIENCE)


def hint(page: Page) -> None:
    page.keyboard.press("h")
    expect(page.locator("#play-hint .rung").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.long
def test_a_first_visit_plays_at_once(visit: Visit) -> None:
    """A board that needs no guess, from the first click; a hint; and nobody else is asked."""
    page = visit(own=True)
    open_cell(page, 40)
    hint(page)
    expect(page.locator("#game-status")).to_have_text("Your move.")


@pytest.mark.long
def test_nobody_else_is_asked(context: BrowserContext, server: FileServer) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = come(context, server.url)
    open_cell(page, 40)
    hint(page)
    assert [url for url in asked if not url.startswith((server.url, "data:"))] == []
    assert not any("/api/" in url for url in asked)


@pytest.mark.long
def test_a_click_before_python_is_there_is_kept(
    context: BrowserContext, server: FileServer
) -> None:
    """The board is there with the page; what is clicked meanwhile is done as soon as can be."""
    page = context.new_page()
    page.goto(server.url)
    page.locator("#play-board [data-cell='40']").click()
    expect(page.locator(".loading")).to_be_visible()
    assert set(faces(page)) == {"#"}
    expect(page.locator("#play-board [data-cell='40']")).to_have_attribute(
        "data-face", "0", timeout=PATIENCE
    )
    expect(page.locator(".loading")).to_have_count(0)
    token = page.evaluate("localStorage['mineproof.game']")
    page.reload()
    page.wait_for_selector("[data-ready]")
    assert page.evaluate("localStorage['mineproof.game']") == token
    expect(page.locator("#play-board [data-cell='40']")).to_have_attribute(
        "data-face", "0", timeout=PATIENCE
    )


@pytest.mark.long
def test_each_file_comes_once(context: BrowserContext, own_server: FileServer) -> None:
    """Also those that the worker, the analyst and the service worker need; later, none comes."""
    page = come(context, own_server.url)
    open_cell(page, 40)
    hint(page)
    until(page, IS_KEPT, seconds=120)
    assert own_server.sent.keys() > {"", "service_worker.js"}
    assert {name: times for name, times in own_server.sent.items() if times > 1} == {}
    own_server.sent.clear()
    page.reload()
    page.wait_for_selector("[data-ready]")
    hint(page)
    assert own_server.sent.keys() <= {"service_worker.js"}


@pytest.mark.long
def test_it_works_without_a_network_once_it_was_there(
    context: BrowserContext, own_server: FileServer
) -> None:
    page = come(context, own_server.url)
    open_cell(page, 40)
    until(page, IS_KEPT, seconds=120)
    own_server.stop()
    page.reload()
    page.wait_for_selector("[data-ready]")
    page.locator("#new-game").click()
    until(page, "() => !document.querySelector('#play-board [data-face=\"0\"]')", seconds=120)
    open_cell(page, 44)
    hint(page)
    for place in ("analyse", "learn", "logic", "puzzles", "review", "statistics"):
        page.goto(f"{own_server.url}#{place}")
        expect(page.locator(f"#{place}")).to_be_visible()
        expect(page.locator("#main")).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
    own_server.start()


@pytest.mark.long
def test_an_update_comes_whole_with_the_next_visit(
    context: BrowserContext, site: Path, tmp_path: Path
) -> None:
    """What is open goes on with the files of its version, also with those not loaded before."""
    one = deployed(site, tmp_path, "one", age=HOUR)
    two = deployed(site, tmp_path, "two")
    with serving_files(one, tmp_path / "root") as server:
        page = come(context, server.url)
        open_cell(page, 40)
        until(page, IS_KEPT, seconds=120)
        server.show(two)
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        until(page, IS_UPDATED, seconds=120)
        hint(page)
        page.evaluate("location.hash = '#review'")
        expect(page.locator("#review")).to_be_visible()
        expect(page.locator("#main")).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
        assert versions(page) == {"one"}
        page.goto(f"{server.url}#play")
        page.reload()
        page.wait_for_selector("[data-ready]")
        expect(page.locator("#new-game")).to_have_text("Game two")
        hint(page)
        expect(page.locator("#play-board [data-cell='40']")).to_have_attribute("data-face", "0")
        assert versions(page) == {"two"}


def deployed(site: Path, to: Path, version: str, age: float = 0) -> Path:
    """Return a copy of the site as another version: other words, and all in other folders.

    A plain file server tells versions apart by the age of their files.
    """
    copy = shutil.copytree(site, to / version)
    for folder in ("app", "python"):
        [known] = (copy / folder).iterdir()
        known.rename(copy / folder / version)
        for page in copy.glob("*.html"):
            text = page.read_text(encoding="utf-8")
            page.write_text(text.replace(f"{folder}/{known.name}", f"{folder}/{version}"))
    words = copy / "app" / version / "lang" / "en.json"
    words.write_text(words.read_text().replace('"New game"', f'"Game {version}"'))
    write_service_worker(copy)
    then = time.time() - age
    for file in copy.rglob("*"):
        os.utime(file, (then, then))
    return copy


def versions(page: Page) -> set[str]:
    """Return the versions of the files that a page and its workers have loaded."""
    loaded = "() => performance.getEntriesByType('resource').map(({ name }) => name)"
    names = [*page.evaluate(loaded), *(worker.url for worker in page.workers)]
    names += [name for worker in page.workers for name in worker.evaluate(loaded)]
    return set(re.findall(r"/(?:app|python)/([^/]+)/", " ".join(names)))


@pytest.mark.long
def test_storage_that_is_cleared_in_mid_game_loses_nothing(
    context: BrowserContext, server: FileServer
) -> None:
    page = come(context, server.url)
    open_cell(page, 40)
    shown = faces(page)
    page.evaluate(
        """() => new Promise((resolve) => {
            const request = indexedDB.deleteDatabase("mineproof");
            request.onsuccess = request.onblocked = resolve;
        })"""
    )
    hidden = page.locator("#play-board [data-face='#']").first
    hidden.click(button="right")
    hint(page)
    assert faces(page).replace("F", "#") == shown
    expect(page.locator("#play-board [data-face='F']")).to_have_count(1)


@pytest.mark.long
def test_a_game_in_two_tabs_is_the_same_in_both(
    context: BrowserContext, server: FileServer
) -> None:
    one = come(context, server.url)
    open_cell(one, 40)
    other = come(context, server.url)
    until(other, "() => document.querySelector('#play-board [data-face=\"0\"]')", seconds=120)
    assert faces(other) == faces(one)
    other.locator("#play-board [data-face='#']").first.click(button="right")
    expect(one.locator("#play-board [data-face='F']")).to_have_count(1, timeout=PATIENCE)
    one.locator("#play-board [data-face='#']").last.click(button="right")
    expect(other.locator("#play-board [data-face='F']")).to_have_count(2, timeout=PATIENCE)
    assert faces(other) == faces(one)


@pytest.mark.long
def test_a_link_opens_the_position_that_it_names(visit: Visit) -> None:
    page = visit("#analyse/s.3x4.u.-c12a10c", own=True)
    expect(page.locator("#analyse-board [data-face='1']").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#analyse-board [data-sign]").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "words"), [("en", "What is missing here"), ("zh-TW", "這裡缺少什麼")]
)
def test_the_help_leads_to_what_is_missing(visit: Visit, language: str, words: str) -> None:
    page = visit(own=True, language=language)
    page.locator("#open-help").click()
    link = page.locator("#help-site a")
    expect(link).to_have_text(words)
    link.click()
    expect(page.get_by_role("heading", name=words)).to_be_visible()
    assert min(page.evaluate(GAPS)) >= 8


@pytest.mark.long
def test_it_offers_what_a_server_does_but_one_engine(site: Path) -> None:
    """Of all there is to choose from, more than nine tenths; and it says what is missing."""
    (first,) = site.glob("app/*/first.json")
    here = choices(json.loads(json.loads(first.read_text())["info"]))
    served = choices(json.loads(json.dumps(info_json(Limits(), Guests(), "server", None))))
    assert here <= served
    assert served - here <= {("engines", "sat")}
    assert len(here) > 0.9 * len(served)
    assert "<code>sat</code>" in (site / "missing.html").read_text(encoding="utf-8")


def choices(info: dict[str, Any]) -> set[tuple[str, str]]:
    """Return what players choose from by kind and name, without players of other packages."""
    lists = {kind: told for kind, told in info.items() if isinstance(told, list)}
    named = {(k, one["name"] if isinstance(one, dict) else one) for k in lists for one in lists[k]}
    ours = {"agents": {*AGENTS}, "engines": {*ENGINES}}
    return {(kind, name) for kind, name in named if name in ours.get(kind, {name})}


@pytest.mark.long
def test_it_can_be_installed(server: FileServer) -> None:
    """The manifest names icons that are there, and a start within the site."""
    with urlopen(f"{server.url}manifest.webmanifest") as answer:
        told = json.load(answer)
    assert told["start_url"] == "./"
    assert {icon["sizes"] for icon in told["icons"]} >= {"192x192", "512x512"}
    for icon in told["icons"]:
        with urlopen(server.url + icon["src"]) as answer:
            assert answer.headers["Content-Type"] == icon["type"]


@pytest.mark.long
def test_pictures_are_drawings(visit: Visit, tmp_path: Path) -> None:
    """PNG and GIF need Pillow, which no browser has; nothing offers them."""
    page = visit(place_of(WALL))
    page.locator("#play-board [data-cell='1']").click(modifiers=["Shift"])
    button = page.locator("#play-explanation [data-picture]")
    expect(button).to_have_text("Save SVG", timeout=PATIENCE)
    with page.expect_download() as saved:
        button.click()
    saved.value.save_as(tmp_path / "b1.svg")
    assert (tmp_path / "b1.svg").read_text().startswith("<svg")
    page.locator(".to-tree").click()
    formats = page.locator(".derivation [data-format]")
    expect(formats.first).to_be_visible(timeout=PATIENCE)
    offered = {each.get_attribute("data-format") for each in formats.all()}
    assert offered == FORMATS.keys() - {"png"}
    page.goto(f"{page.url.partition('#')[0]}#analyse/s.2x3.1.-b0b")
    expect(page.locator("#analyse-picture")).to_have_text("Save SVG")
    with page.expect_download() as saved:
        page.locator("#analyse-picture").click()
    saved.value.save_as(tmp_path / "position.svg")
    assert "There is one mine in total." in (tmp_path / "position.svg").read_text()


@pytest.mark.long
def test_axe_finds_nothing(context: BrowserContext, server: FileServer) -> None:
    """While Python comes, once it is there, with a hint, and on the page about what is missing."""
    axe = module("axe-core/axe.min.js").read_text()
    page = context.new_page()
    page.goto(server.url)
    page.locator(".loading").wait_for()
    page.evaluate(axe)
    assert violations(page, "light") == []
    open_cell(page, 40)
    assert violations(page, "light") == []
    hint(page)
    assert violations(page, "light") == []
    page.goto(f"{server.url}missing.html")
    page.evaluate(axe)
    assert violations(page, "light") == []
