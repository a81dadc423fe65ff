"""Which game comes next: what the menu shows, whoever chose it."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import faces, place_of, wait_for_faces
from tools.browser import until

from mineproof import View, analyse
from mineproof.board.grid import Shape

HIDDEN = {"beginner": "#" * 81, "expert": "#" * 480}
FACES = "row => [...row.children].map(cell => cell.dataset.face).join('')"
TOKEN = "() => localStorage['mineproof.game']"


def new_game(page: Page) -> None:
    """Press New game, and wait for it."""
    before = page.evaluate(TOKEN)
    page.locator("#new-game").click()
    until(page, f"before => ({TOKEN})() !== before", before)


def test_a_newcomer_finds_three_levels_and_needs_no_guess(visit: Visit) -> None:
    page = visit()
    menu = page.get_by_label("Level", exact=True)
    names = [text.partition(" ·")[0] for text in menu.locator("option").all_inner_texts()]
    assert names == ["Beginner", "Intermediate", "Expert", "Custom …"]
    expect(menu).to_have_value("beginner")
    expect(page.get_by_label("No guess")).to_be_checked()
    page.locator("#play-board [data-cell='0']").click()
    expect(page.locator("#play-board [data-cell='0']")).to_have_attribute("data-face", "0")
    page.get_by_label("No guess").uncheck()
    wait_for_faces(page, HIDDEN["beginner"])
    page.locator("#play-board [data-cell='80']").click()
    expect(page.locator("#play-board [data-cell='80']")).to_have_attribute("data-face", "0")


def test_the_menu_and_the_next_game_agree(visit: Visit) -> None:
    """After the board of the day, and after a game from a code."""
    page = visit()
    page.locator("#daily").click()
    expect(page.locator("#of-day")).to_be_visible()
    expect(page.locator("#level")).to_have_value("expert")
    new_game(page)
    wait_for_faces(page, HIDDEN["expert"])
    expect(page.locator("#no-guess")).to_be_checked()
    page.evaluate("place => { location.hash = place }", place_of("torus:5x6/4/list:3#1"))
    expect(page.locator("#level")).to_have_value("torus:5x6/4")
    expect(page.locator("#no-guess")).to_be_disabled()
    new_game(page)
    expect(page.locator("#level")).to_have_value("torus:5x6/4")
    assert len(faces(page).replace("#", "")) == 3
    page.locator("#level").select_option("beginner")
    wait_for_faces(page, HIDDEN["beginner"])
    expect(page.locator("#no-guess")).to_be_checked()


OUTSIDE = """() => [...document.querySelectorAll("#games .miniature")].filter(picture => {
    const {left, right, top, bottom} = picture.getBoundingClientRect();
    const cells = [...picture.querySelectorAll(".cell")].map(cell => cell.getBoundingClientRect());
    const places = new Set(cells.map(({x, y}) => `${x} ${y}`));
    return places.size < cells.length || cells.some(cell => cell.left < left || cell.right > right
        || cell.top < top || cell.bottom > bottom);
}).map(picture => picture.className)"""
"""The small pictures whose cells lie on each other, or outside."""


def test_more_games_are_a_click_away(visit: Visit) -> None:
    """By touch on a small phone: each has a picture of a position that exists."""
    page = visit(size=(360, 740), touch=True)
    page.get_by_role("button", name="More games").tap()
    pictures = page.locator("#games .miniature")
    assert page.evaluate(OUTSIDE) == []
    assert pictures.count() >= 2
    for picture in pictures.all():
        rows = picture.locator(".row").all()
        shown = [row.evaluate(FACES) for row in rows]
        shape = Shape((picture.get_attribute("class") or "").split()[-1])
        analyse(View.from_rows(shown, shape=shape))
    dialog = "() => document.querySelector('#games').scrollWidth - innerWidth"
    assert page.evaluate(dialog) <= 0
    page.get_by_role("button", name="Medium").tap()
    expect(page.locator("#games")).not_to_be_visible()
    expect(page.locator("#game-status")).to_have_text("Mark each cell as safe or a mine.")
    chosen = page.locator("#level option:checked")
    expect(chosen).to_have_text("Marking: Medium · 16 × 16, 25 mines")
    page.reload()
    expect(chosen).to_have_text("Marking: Medium · 16 × 16, 25 mines")
    page.get_by_role("button", name="More games").tap()
    page.locator("#games").get_by_role("button", name="CS50").tap()
    expect(page.locator("#game-status")).to_have_text("Open cells, and flag every mine.")


def test_what_an_older_page_has_kept_still_counts(visit: Visit) -> None:
    page = visit(own=True)
    page.evaluate(
        """() => {
          delete localStorage["mineproof.game"];
          localStorage["mineproof.wish"] = JSON.stringify({ level: "hard" });
        }"""
    )
    page.reload()
    expect(page.locator("#level")).to_have_value("hard")
    expect(page.locator("#play-board .cell")).to_have_count(480)
    assert "F" not in faces(page)
