"""A mouse acts where its button is released, and the cells that would open look pressed."""

from __future__ import annotations

from playwright.sync_api import Page
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import Player, faces, place_of
from tools.browser import until

from mineproof.board.game import Act
from mineproof.board.grid import Cell

BEGINNER = "beginner/opening:d4#8 d4"
PRESSED = """() => [...document.querySelectorAll("#play-board .cell.pressed")]
    .map(cell => Number(cell.dataset.cell)).sort((a, b) => a - b)"""
PAINTED = """([cell, name]) => {
    const sample = document.body.appendChild(document.createElement("i"));
    sample.style.background = `var(${name})`;
    const colours = [sample, document.querySelector(`#play-board [data-cell="${cell}"]`)]
        .map((each) => getComputedStyle(each).backgroundColor);
    sample.remove();
    return colours[0] === colours[1];
}"""


def test_a_mouse_acts_where_it_is_released(visit: Visit) -> None:
    """The left button opens, on a number it chords; outside of the board it does nothing."""
    page = visit(place_of(BEGINNER))
    player = Player(page, BEGINNER)
    cell = player.game.grid.parse
    _press(page, player, cell("a1"))
    assert _pressed(page) == [cell("a1")]
    _slide(page, player, cell("a2"))
    assert _pressed(page) == [cell("a2")]
    page.mouse.up()
    player.made(Act.OPEN, cell("a2"))
    assert _pressed(page) == []

    before = faces(page)
    _press(page, player, cell("a1"))
    page.mouse.move(3, 3)
    assert _pressed(page) == []
    _slide(page, player, cell("a3"))  # back again, still pressed
    assert _pressed(page) == [cell("a3")]
    page.mouse.move(3, 3)
    page.mouse.up()
    _slide(page, player, cell("a1"))
    assert (_pressed(page), faces(page)) == ([], before)

    for mine in (cell("b1"), cell("b3")):
        player.cell(mine).click(button="right")
        player.made(Act.FLAG, mine)
    _press(page, player, cell("a1"))
    _slide(page, player, cell("a2"))  # a 2 with its flags: what is left around it would open
    assert _pressed(page) == [cell("a1"), cell("b2"), cell("a3")]
    page.mouse.up()
    player.made(Act.CHORD, cell("a2"))


def test_a_pressed_cell_looks_open_under_the_mouse(visit: Visit) -> None:
    """Also once it is released, until it is known what it shows."""
    page = visit(place_of(BEGINNER), own=True)
    player = Player(page, BEGINNER)
    a1 = player.game.grid.parse("a1")
    _slide(page, player, a1)
    until(page, PAINTED, [a1, "--hidden-over"])
    page.mouse.down()
    until(page, PAINTED, [a1, "--empty"])
    page.route("**/api/games/*/**", lambda _: None)  # no answer comes
    page.mouse.up()
    until(page, "() => document.getAnimations().length === 0")
    assert page.evaluate(PAINTED, [a1, "--empty"])
    assert _pressed(page) == []
    assert player.cell(a1).get_attribute("data-face") == "#"


def test_both_buttons_chord(visit: Visit) -> None:
    """As in the classic game; the middle button does the same, and a flag is set at once."""
    page = visit(place_of(BEGINNER), chord=False)
    player = Player(page, BEGINNER)
    for mine in player.mines:
        _slide(page, player, mine)
        page.mouse.down(button="right")
        player.made(Act.FLAG, mine)
        page.mouse.up(button="right")
    first = next(filter(player.can_chord, range(81)))
    _slide(page, player, first)
    page.mouse.down()
    page.mouse.down(button="right")
    assert _pressed(page) == _hidden_around(player, first)
    page.mouse.up(button="right")
    player.made(Act.CHORD, first)
    page.mouse.up()
    player.check()
    second = next(filter(player.can_chord, range(81)))
    player.cell(second).click(button="middle")
    player.made(Act.CHORD, second)


def _press(page: Page, player: Player, cell: Cell) -> None:
    _slide(page, player, cell)
    page.mouse.down()


def _slide(page: Page, player: Player, cell: Cell) -> None:
    """Move the mouse to a cell, and onto no other on the way."""
    box = player.cell(cell).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _pressed(page: Page) -> list[Cell]:
    found: list[Cell] = page.evaluate(PRESSED)
    return found


def _hidden_around(player: Player, cell: Cell) -> list[Cell]:
    near = player.game.grid.neighbours(cell)
    return sorted(c for c in near if c in player.game.view.hidden_cells())
