"""A stage: the application without a terminal, driven by keys and the mouse, looked at as text."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec

from textual.pilot import Pilot
from textual.widgets import Static

from mineproof.agents.entrant import Entrant
from mineproof.app.game.defaults import USUAL_ENGINE
from mineproof.app.game.new_game import NewGame
from mineproof.app.game.session import Session
from mineproof.app.tui.application import Application
from mineproof.app.tui.board import Board
from mineproof.app.tui.panel import Panel
from mineproof.app.tui.table import Table
from mineproof.app.tui.words import words_of
from mineproof.board.grid import Cell

Given = ParamSpec("Given")


def acted(test: Callable[Given, Awaitable[None]]) -> Callable[Given, None]:
    """Let a test wait for what it does on the stage."""

    @wraps(test)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> None:
        async def wait() -> None:
            await test(*args, **kwargs)

        asyncio.run(wait())

    return run


@dataclass(frozen=True)
class Stage:
    """The application, and who drives it."""

    app: Application
    pilot: Pilot[None]

    @property
    def table(self) -> Table:
        return self.app.table

    @property
    def session(self) -> Session:
        return self.app.table.session

    @property
    def board(self) -> Board:
        return self.app.screen.query_one(Board)

    @property
    def status(self) -> str:
        return str(self.app.screen.query_one("#status", Static).content)

    @property
    def panel(self) -> str:
        return self.app.screen.query_one(Panel).text

    @property
    def lines(self) -> list[str]:
        """The board as it is drawn, names included."""
        return [self.board.render_line(y).text for y in range(self.board.size.height)]

    @property
    def text(self) -> str:
        """All that is to be read."""
        return "\n".join([self.status.replace("0:01", "0:00"), *self.lines, self.panel])

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each when what the one before has led to is done."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def go(self, cell: Cell | str) -> None:
        """Put the cursor on a cell by keys."""
        grid = self.board.grid
        row, col = grid.place(grid.parse(cell) if isinstance(cell, str) else cell)
        here, there = grid.place(self.board.cursor)
        down, right = row - here, col - there
        await self.pilot.press(*["down" if down > 0 else "up"] * abs(down))
        await self.pilot.press(*["right" if right > 0 else "left"] * abs(right))

    async def click(self, name: str, button: int = 1) -> None:
        """Click on a cell."""
        cell = self.board.grid.parse(name)
        place = next(
            (x, y)
            for y in range(self.board.size.height)
            for x in range(self.board.size.width)
            if self.board.cell_at(x, y) == cell
        )
        await self.pilot.click(self.board, offset=place, button=button)
        await self.settle()

    async def settle(self) -> None:
        """Wait until nothing is thought about any more."""
        await self.until(lambda: not self.table.is_thinking)
        await self.pilot.pause()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for something."""
        for _ in range(1500):
            await self.pilot.pause()
            if is_so():
                return
            await asyncio.sleep(0.01)
        raise AssertionError("it has not come to be")


@asynccontextmanager
async def on_stage(
    game: NewGame | str,
    *,
    size: tuple[int, int] = (80, 24),
    lang: str = "en",
    agent: str = "strategist",
    engine: str = USUAL_ENGINE,
    is_light: bool = False,
    flags: bool | None = None,
) -> AsyncIterator[Stage]:
    """Open the application on a game, given by its code or as a wish; its clock stands still."""
    wish = NewGame(code=game) if isinstance(game, str) else game
    app = Application(
        wish.deal(),
        words_of(lang),
        Entrant(agent, engine).pinned(),
        is_light=is_light,
        flags=flags,
        now=lambda: 0.0,
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Stage(app, pilot)
