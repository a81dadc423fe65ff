"""Links to share: to a public address if there is one, else as text too, on one's own machine."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, Route, expect
from tests.app.web.browser.conftest import Visit

PLACE = "#analyse/s.2x3.1.-b0b"
PUBLIC = "https://example.org/mines/"


def shared(page: Page) -> str:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#analyse-share").click()
    expect(page.locator("#notice")).to_contain_text("opied")
    found: str = page.evaluate("navigator.clipboard.readText()")
    return found


def test_on_ones_own_machine_the_position_is_told_as_text(visit: Visit) -> None:
    page = visit(PLACE)
    text, _, link = shared(page).rpartition("\n")
    assert text == "###\n000\n1 mine"
    assert link == page.url
    expect(page.locator("#notice")).to_contain_text("this machine only")


def test_a_position_is_saved_as_a_picture(visit: Visit, tmp_path: Path) -> None:
    page = visit(PLACE)
    button = page.locator("#analyse-picture")
    expect(button).to_have_text("Save PNG")
    with page.expect_download() as saved:
        button.click()
    assert saved.value.suggested_filename == "position.png"
    saved.value.save_as(tmp_path / "position.png")
    assert (tmp_path / "position.png").read_bytes().startswith(b"\x89PNG")


def test_a_public_address_is_where_links_lead(visit: Visit) -> None:
    page = visit(own=True)
    tell_public_address(page)
    page.goto(page.url.partition("#")[0] + PLACE)
    page.reload()
    page.wait_for_selector("[data-ready]")
    assert shared(page) == PUBLIC + PLACE


def tell_public_address(page: Page) -> None:
    def told(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps(answer.json() | {"public_url": PUBLIC}))

    page.route("**/api/info", told)
