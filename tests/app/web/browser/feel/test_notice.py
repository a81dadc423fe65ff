"""A notice is in nobody's way: it covers no button, and it stays in the view that it is about."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import place_of

EXPERT = "expert/opening:p9#11 p9"
SIZES = [(1280, 800), (740, 360), (360, 740)]

# The buttons that the notice covers, and whether all of it is on the screen.
COVERED = """() => new Promise(done => requestAnimationFrame(() => {
    const notice = document.querySelector("#notice").getBoundingClientRect();
    const isOver = ({ left, right, top, bottom }) => left < notice.right && notice.left < right
        && top < notice.bottom && notice.top < bottom;
    const covered = [...document.querySelectorAll("main > section :is(button, .button)")]
        .filter(each => each.checkVisibility() && isOver(each.getBoundingClientRect()))
        .map(each => each.id || each.textContent);
    const isSeen = notice.top >= 0 && notice.bottom <= innerHeight
        && notice.left >= 0 && notice.right <= innerWidth;
    done([covered, isSeen, document.documentElement.scrollWidth <= innerWidth]);
}))"""


def test_a_notice_covers_no_button_and_stays_in_its_view(visit: Visit) -> None:
    page = visit(place_of(EXPERT))
    notice = page.locator("#notice")
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        leave_game(page)
        expect(notice).to_contain_text("Back to the previous game")
        assert page.evaluate(COVERED) == [[], True, True], size
        page.evaluate("scrollTo(0, 200)")
        assert page.evaluate(COVERED) == [[], True, True], f"{size}, scrolled"
        notice.get_by_role("button").click()
        expect(notice).not_to_be_visible()
    leave_game(page)
    expect(notice).to_be_visible()
    page.get_by_role("link", name="Learn").click()
    expect(notice).not_to_be_visible()


def leave_game(page: Page) -> None:
    page.locator("#new-game").click()
