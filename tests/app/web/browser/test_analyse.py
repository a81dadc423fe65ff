"""Any position is set up, analysed at once, shared and opened again."""

from __future__ import annotations

from itertools import chain, combinations

from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import faces, paste, place_of, wait_for_faces
from tools.browser import until

from mineproof.board.grid import Grid
from mineproof.board.view import View
from mineproof.engines.exact import Exact

BOARD = "analyse-board"
PICTURE = "####\n1221\n0000"


def signed(page: Page, sign: str) -> set[int]:
    cells = page.locator(f"#{BOARD} [data-sign='{sign}']").all()
    return {int(cell.get_attribute("data-cell") or -1) for cell in cells}


def test_a_position_pasted_analysed_shared_and_reopened(visit: Visit) -> None:
    page = visit("#analyse")
    paste(page, PICTURE, mines="2")
    expect(page.locator("#analyse-verdict")).to_contain_text("Safe: 2. Mines: 2.")
    inference = Exact().look(View.from_picture(PICTURE, mines=2))
    assert signed(page, "safe") == set(inference.safe)
    assert signed(page, "mine") == set(inference.mines)
    shared = page.evaluate("location.hash")
    other = visit(shared)
    wait_for_faces(other, PICTURE.replace("\n", ""), BOARD)
    expect(other.locator("#analyse-mines")).to_have_value("2")
    expect(other.locator("#analyse-verdict")).to_contain_text("Mines: 2")


def test_codes_lead_back_to_their_positions(visit: Visit) -> None:
    """Every shape, runs of every length, a number of mines that is not known."""
    page = visit("#analyse")
    found = page.evaluate(
        """async () => {
          const { encode, decode } = await import("/js/board/position.js");
          const boards = [["#"], ["#F012345678*".repeat(3)], Array(40).fill("#".repeat(30)),
                          ...[26, 27, 28, 702, 703, 704].map(n => ["1" + "0".repeat(n)])];
          const positions = boards.flatMap(board => ["square", "torus", "hex"].flatMap(
            shape => [null, 0, 99].map(mines => ({ board, mines, shape }))));
          const text = JSON.stringify;
          const lost = positions.filter(each => text(decode(encode(each))) !== text(each));
          const bad = ["", "s", "s.2x2.1.-", "s.2x2.1.-c0", "x.1x1.1.-", "s.9999x9999.1.-",
                       "s.1x2.u.-zzz"];
          return { lost, readable: bad.filter(decode) };
        }"""
    )
    assert found == {"lost": [], "readable": []}


def test_a_bad_link_is_refused_in_words(visit: Visit) -> None:
    page = visit("#analyse/s.2x2.1.%E0%A4%A")
    expect(page.locator("#notice")).to_contain_text("does not contain a valid position")
    assert faces(page, BOARD)


def test_an_impossible_position_names_its_clues(visit: Visit) -> None:
    page = visit("#analyse")
    paste(page, "##0\n#1#\n03#")
    expect(page.locator("#analyse-verdict")).to_contain_text("impossible")
    clash = signed(page, "clash")
    text = page.locator("#analyse-verdict").inner_text()
    assert {f"{'abc'[cell % 3]}{cell // 3 + 1}" in text for cell in clash} == {True}
    assert not has_layout("##0#1#03#", clash)
    assert all(has_layout("##0#1#03#", clash - {clue}) for clue in clash)
    assert signed(page, "safe") == set()


def has_layout(picture: str, clues: set[int]) -> bool:
    """Tell by brute force whether mines in the hidden cells of a 3x3 board can meet these clues."""
    grid = Grid(3, 3)
    hidden = [cell for cell, face in enumerate(picture) if face == "#"]
    layouts = chain.from_iterable(combinations(hidden, n) for n in range(len(hidden) + 1))
    return any(
        all(len(mines & set(grid.neighbours(clue))) == int(picture[clue]) for clue in clues)
        for mines in map(set, layouts)
    )


def test_the_share_button_copies_the_address(visit: Visit) -> None:
    page = visit("#analyse/s.2x3.1.-b0b")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#analyse-share").click()
    expect(page.locator("#notice")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith("/#analyse/s.2x3.1.-b0b")


def test_a_position_can_be_watched(visit: Visit) -> None:
    page = visit("#analyse/s.3x4.2.-c12a10c")
    until(page, "() => document.querySelector('#analyse-logic').hash.length > 8")
    page.locator("#analyse-logic").click()
    expect(page.locator("#logic-sentence")).to_contain_text("8 cells are open")
    assert faces(page, "logic-board") == "####12210000"


def test_editing_by_keys(visit: Visit) -> None:
    page = visit("#analyse")
    paste(page, "###\n###")
    page.locator(f"#{BOARD} [data-cell='0']").focus()
    for key in ("1", "f", "2", "#", "0", "8", "Backspace"):
        page.keyboard.press(key)
    wait_for_faces(page, "1F2#0#", BOARD)


def test_editing_by_click_and_drag(visit: Visit) -> None:
    page = visit("#analyse")
    paste(page, "####\n####")
    page.locator(".brush:has([value='1'])").click()
    cells = [page.locator(f"#{BOARD} [data-cell='{cell}']") for cell in (0, 3)]
    cells[0].hover()
    page.mouse.down()
    box = cells[1].bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 9, box["y"] + 9, steps=12)
    page.mouse.up()
    wait_for_faces(page, "1111####", BOARD)
    page.locator(f"#{BOARD} [data-cell='5']").click(button="right")
    wait_for_faces(page, "1111#F##", BOARD)


def test_resizing_keeps_what_is_there(visit: Visit) -> None:
    page = visit("#analyse")
    paste(page, "12\n#F")
    page.locator("#analyse-cols").fill("3")
    page.locator("#analyse-cols").press("Enter")
    page.locator("#analyse-rows").fill("3")
    page.locator("#analyse-rows").press("Enter")
    wait_for_faces(page, "12##F####", BOARD)


def test_a_click_explains_a_cell(visit: Visit) -> None:
    page = visit("#analyse")
    paste(page, PICTURE)
    page.locator(f"#{BOARD} [data-cell='1']").click()
    expect(page.locator("#analyse-explanation h3")).to_have_text("b1 is a mine.")
    page.locator("#analyse-hint .more").click()
    until(page, "() => document.querySelectorAll('#analyse-hint .rung').length === 1")


def test_guesses_are_compared_where_nothing_is_safe(visit: Visit) -> None:
    page = visit("#analyse")
    paste(page, "#10\n#31\n###", mines="3")
    page.locator("#analyse-verdict tbody tr").first.wait_for()
    expect(page.locator("#analyse-verdict")).to_contain_text("you have to guess")


def test_the_game_at_the_table_can_be_copied(visit: Visit) -> None:
    page = visit(place_of("beginner/opening:d4#8 d4"))
    shown = faces(page)
    page.get_by_role("link", name="Analyse").click()
    page.locator("#analyse-from-game").click()
    wait_for_faces(page, shown, BOARD)
    expect(page.locator("#analyse-mines")).to_have_value("10")
