"""The first minute: a tour that can be skipped, what the page is, and views that are empty."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import wait_for_faces
from tools.browser import Server, until

SEEN = "() => localStorage['mineproof.tour'] === 'true'"
TOP = "() => document.querySelector('#play-board').getBoundingClientRect().top"
FORGET = "() => ['tour', 'game'].forEach(name => localStorage.removeItem(`mineproof.${name}`))"


def newcomer(visit: Visit, *, phone: bool = False) -> Page:
    """Return the page as somebody sees it who was never there."""
    page = visit(own=True, touch=phone, size=(360, 740) if phone else (1280, 800))
    page.evaluate(FORGET)
    page.reload()
    expect(page.locator("#tour")).to_be_visible()
    return page


def cell(page: Page, at: int) -> Locator:
    return page.locator(f"#tour-stage [data-cell='{at}']")


def test_the_tour_by_touch_on_a_small_phone(visit: Visit) -> None:
    """A wrong answer gets its reason, the right one its proof; then the game begins."""
    page = newcomer(visit, phone=True)
    for place in ("Step 1 of 3", "Step 2 of 3"):
        expect(page.locator("#tour-place")).to_have_text(place)
        page.get_by_role("button", name="Next").tap()
    expect(page.locator("#tour-place")).to_have_text("Step 3 of 3")
    told = page.locator("#tour-told")
    cell(page, 2).tap()
    expect(told).to_contain_text("c1 is a mine")
    cell(page, 1).tap()
    expect(told).to_contain_text("That leaves b1 safe.")
    wait_for_faces(page, "F2F121000", "tour-stage")
    wide = "() => document.querySelector('#tour').scrollWidth - innerWidth"
    assert page.evaluate(wide) <= 0
    page.locator("#tour-next").tap()
    expect(page.locator("#tour")).not_to_be_visible()
    page.reload()
    page.wait_for_selector("[data-ready]")
    expect(page.locator("#tour")).not_to_be_visible()
    before = page.evaluate(TOP)
    page.locator("#play-board [data-cell='40']").tap()
    expect(page.locator("#game-status")).to_have_text("Your move.")
    assert page.evaluate(TOP) == before


def test_the_tour_by_keys_again_and_skipped(visit: Visit) -> None:
    page = newcomer(visit)
    expect(page.locator("#tour-next")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#tour")).not_to_be_visible()
    until(page, SEEN)
    page.keyboard.press("?")
    page.get_by_role("button", name="Take the tour").press("Enter")
    expect(page.locator("#help")).not_to_be_visible()
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(cell(page, 0)).to_be_focused()
    page.keyboard.press("f")
    expect(cell(page, 0)).to_have_attribute("data-face", "F")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator("#tour-told")).to_contain_text("Right.")
    expect(page.locator("#tour-next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#tour")).not_to_be_visible()


def test_whoever_wants_something_else_first_gets_no_tour(visit: Visit) -> None:
    page = visit("#analyse", own=True)
    page.evaluate(FORGET)
    page.reload()
    page.wait_for_selector("[data-ready]")
    expect(page.locator("#tour")).not_to_be_visible()

    page.add_init_script("document.addEventListener('DOMContentLoaded', () => about.showModal())")
    page.goto(page.url.partition("#")[0])
    page.reload()
    page.wait_for_selector("[data-ready]")
    expect(page.locator("#about")).to_be_visible()
    expect(page.locator("#tour")).not_to_be_visible()  # it would lie behind what was asked for


def test_what_it_is_and_why_it_can_be_trusted(visit: Visit) -> None:
    """Each reason leads to a place on this page where it can be seen."""
    page = visit()
    expect(page.locator(".motto")).to_contain_text("a coach that proves every move")
    for number in range(4):
        page.locator("#open-about").click()
        link = page.locator("#about a").nth(number)
        place = link.get_attribute("href") or ""
        link.click()
        expect(page.locator("#about")).not_to_be_visible()
        view = page.locator(f"{place.partition('/')[0]} :is(.cell, h2)").first
        expect(view).to_be_visible()
        page.evaluate("location.hash = '#play'")
        expect(page.locator("#play")).to_be_visible()


def test_views_with_nothing_in_them_lead_somewhere(visit: Visit) -> None:
    page = visit("#statistics")
    expect(page.locator("#statistics-table")).to_contain_text("Nothing here yet.")
    expect(page.locator("#statistics-table a")).to_have_attribute("href", "#play")
    page.get_by_role("link", name="Review").click()
    expect(page.locator("#review-none")).to_contain_text("Example Finish a game")
    verdicts = page.locator("#review-bar [role=option]")
    expect(verdicts).to_have_count(8)
    found = {each.get_attribute("data-verdict") for each in verdicts.all()}
    assert {"proved", "missed", "lucky", "blunder"} <= found
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator("#analyse-verdict")).to_contain_text("This is an example.")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator("#puzzle-told")).to_contain_text("Open a cell to say that it is safe")


def test_engines_and_players_have_names(visit: Visit) -> None:
    page = visit(language="zh-TW")
    page.locator("#tab-ai").click()
    engines = page.locator("#ai-engine option")
    expect(engines.first).to_have_text("單一線索 (single)")
    expect(page.locator("#ai-agent option:checked")).to_have_text("策略家 (strategist)")


# How much has moved by itself, as Chromium measures it; and how many bytes have come.
WATCH = """window.moved = 0;
new PerformanceObserver(list => list.getEntries().forEach(each => {
    if (!each.hadRecentInput) window.moved += each.value;
})).observe({ type: "layout-shift", buffered: true });"""
WEIGHT = """["resource", "navigation"].flatMap(kind => performance.getEntriesByType(kind))
    .reduce((sum, each) => sum + each.transferSize, 0)"""
SLOW = {"offline": False, "latency": 100, "downloadThroughput": 400_000, "uploadThroughput": 90_000}
MOST_MOVED = 0.05
MOST_BYTES = 200_000


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "desktop"])
def test_nothing_moves_while_the_first_view_loads(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    """Over a slow network; and what comes over it is less than a photo."""
    is_phone = size[0] < 640
    context = browser.new_context(has_touch=is_phone, is_mobile=is_phone)
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(WATCH)
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    page.goto(server.url)
    page.wait_for_selector("[data-ready]")
    expect(page.locator("#tour")).to_be_visible()
    moved, weight = page.evaluate("moved"), page.evaluate(WEIGHT)
    context.close()
    assert moved < MOST_MOVED
    assert 50_000 < weight < MOST_BYTES
