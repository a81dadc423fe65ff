"""A player at the page who knows the truth: each move is made on the page and in a game here."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from tools.browser import until

from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell
from mineproof.board.transcript import Transcript

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

FACES = """board => [...document.querySelectorAll(`#${board} .grid .cell`)]
    .sort((a, b) => a.dataset.cell - b.dataset.cell).map(cell => cell.dataset.face).join("")"""


def place_of(code: str) -> str:
    """Return the hash that opens a shared game."""
    return f"#game/{quote(code, safe='')}"


def faces(page: Page, board: str = "play-board") -> str:
    """Return what the cells of a board show, in reading order."""
    found: str = page.evaluate(FACES, board)
    return found


def wait_for_faces(page: Page, want: str, board: str = "play-board") -> None:
    """Wait until a board shows these faces."""
    until(page, f"([board, want]) => ({FACES})(board) === want", [board, want])


def submit(page: Page, text: str, mines: str = "") -> None:
    """Enter a text in the dialog that opens files and texts."""
    page.locator("#open-file-text").fill(text)
    page.locator("#open-file-mines").fill(mines)
    page.locator("#open-file-form [type=submit]").click()


def paste(page: Page, picture: str, mines: str = "") -> None:
    """Open a position in Analyse."""
    page.locator("#analyse-file").click()
    submit(page, picture, mines)
    wait_for_faces(page, picture.replace("\n", ""), "analyse-board")


def said(page: Page) -> str:
    """Return what the live region says."""
    return page.locator("#live").inner_text().strip()


class Player:
    """Plays one game, given by its code, on the page and beside it."""

    def __init__(self, page: Page, code: str) -> None:
        """Sit down where the page shows the game of this code already."""
        self.page = page
        self.game = Transcript.parse(code).end()
        self.check()

    def cell(self, cell: Cell) -> Locator:
        """Return a cell of the page."""
        return self.page.locator(f"#play-board [data-cell='{cell}']")

    def named(self, name: str) -> Locator:
        """Return the cell of this name."""
        return self.cell(self.game.grid.parse(name))

    @property
    def mines(self) -> list[Cell]:
        """The truth, as only tests know it."""
        return sorted(self.game.layout.mines)

    @property
    def safe(self) -> list[Cell]:
        """The cells that are still to be opened."""
        return [c for c in self.game.view.covered_cells() if not self.game.layout.is_mine(c)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.status is not GameStatus.PLAYING

    def made(self, act: Act, cell: Cell) -> None:
        """Make the move here that was just made on the page, and see that both agree."""
        self.game.play(Move(act, cell))
        self.check()

    def check(self) -> None:
        """See that the page shows what this game shows."""
        wait_for_faces(self.page, expected_faces(self.game))

    def can_chord(self, cell: Cell) -> bool:
        """Tell whether a number has its flags around it, and something left to open."""
        view, near = self.game.view, self.game.grid.neighbours(cell)
        if not view.is_open(cell):
            return False
        flags = sum(view.is_flagged(n) for n in near)
        hidden = [n for n in near if not view.is_open(n) and not view.is_flagged(n)]
        return flags == view.number(cell) and bool(hidden)


def expected_faces(game: Game) -> str:
    """Return the faces of a game: its picture, with the lost mine and the wrong flags."""
    shown = list(game.view.picture().replace("\n", ""))
    if game.lost_at is not None:
        shown[game.lost_at] = "!"
    if game.status is GameStatus.LOST:
        for cell, face in enumerate(shown):
            if face == "F" and not game.layout.is_mine(cell):
                shown[cell] = "x"
    return "".join(shown)
