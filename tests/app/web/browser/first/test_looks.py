"""What looked wrong once: a hexagon with the focus, a button that is off, a table of guesses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import place_of

GUESS = "expert/none#3"
GROUND = "element => getComputedStyle(element).backgroundColor"
WIDER = "element => element.scrollWidth - element.clientWidth"


def test_a_hexagon_keeps_its_face_when_it_has_the_focus(visit: Visit) -> None:
    page = visit(place_of("hex:5x6/6/opening:c3#1 c3"), system={"reduced_motion": "reduce"})
    cell, other = (page.locator(f"#play-board [data-face='#'] >> nth={n}") for n in (0, 1))
    cell.press("Home")
    cell.focus()
    assert cell.evaluate(GROUND) == other.evaluate(GROUND)
    ring = "element => getComputedStyle(element, '::after').clipPath"
    assert "evenodd" in cell.evaluate(ring)
    assert "evenodd" not in other.evaluate(ring)


@pytest.mark.long
def test_guesses_fit_and_a_button_that_is_off_looks_so(visit: Visit) -> None:
    page = visit(place_of(GUESS), size=(1024, 768), system={"reduced_motion": "reduce"})
    page.locator("#tab-ai").click()
    page.locator("#ai-engine").select_option("exact")
    page.locator("#ai-move").click()
    expect(page.locator("#ai-now tbody tr")).not_to_have_count(0)
    assert page.locator("#panel-ai").evaluate(WIDER) <= 0
    lose(page)
    auto = page.locator("#ai-auto")
    expect(auto).to_be_disabled()
    auto.hover(force=True)
    assert auto.evaluate(GROUND) == "rgba(0, 0, 0, 0)"


def lose(page: Page) -> None:
    """Let the AI open cells at random until the end."""
    page.locator("#ai-engine").select_option("single")
    page.locator("#ai-agent").select_option("random")
    page.locator("#ai-speed").fill("20")
    page.locator("#ai-auto").click()
    expect(page.locator("#play")).to_have_attribute("data-status", "lost")
