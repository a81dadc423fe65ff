"""Games against a naive model of the rules, whatever is played."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cells_of, layout_finishes, layouts

from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.errors import IllegalMove

MARKING, CLEARING, FLAGGING = Finish.MARKING, Finish.CLEARING, Finish.FLAGGING


class Model:
    """The rules once more, with sets and recursion, as plainly as can be."""

    def __init__(self, layout: Layout, finish: Finish) -> None:
        self.layout, self.finish, self.status = layout, finish, "playing"
        self.mines, self.grid = layout.mines, layout.grid
        self.opened: set[Cell] = set()
        self.flags: set[Cell] = set()

    def number(self, cell: Cell) -> int:
        return len(set(self.grid.neighbours(cell)) & self.mines)

    def allows(self, act: Act, cell: Cell) -> bool:
        if self.status != "playing":
            return False
        if act is Act.OPEN:
            return cell not in self.opened | self.flags
        if act is Act.FLAG:
            return cell not in self.opened and (
                self.finish is not MARKING or cell not in self.flags
            )
        flags = set(self.grid.neighbours(cell)) & self.flags
        return self.finish is CLEARING and cell in self.opened and len(flags) == self.number(cell)

    def play(self, act: Act, cell: Cell) -> set[Cell]:
        """Make the move and return what it opened."""
        before = set(self.opened)
        match act:
            case Act.OPEN:
                self.open_all({cell})
            case Act.CHORD:
                self.open_all(set(self.grid.neighbours(cell)) - self.flags - self.opened)
            case Act.FLAG:
                self.flags ^= {cell}
                if self.finish is MARKING and cell not in self.mines:
                    self.flags.discard(cell)
                    self.status = "lost"
        if self.status == "playing" and self.is_done():
            self.status, self.flags = "won", set(self.mines)
        return self.opened - before

    def open_all(self, cells: set[Cell]) -> None:
        if cells & self.mines:
            self.status = "lost"
            return
        for cell in cells - self.opened - self.flags:
            self.opened.add(cell)
            if self.number(cell) == 0 and self.finish is CLEARING:
                self.open_all(set(self.grid.neighbours(cell)))

    def is_done(self) -> bool:
        safe = set(range(self.grid.size)) - self.mines
        if self.finish is MARKING:
            return self.opened == safe and self.flags == self.mines
        if self.finish is FLAGGING:
            return self.flags == self.mines
        return self.opened == safe

    def picture(self) -> str:
        return "".join(map(self.character, range(self.grid.size)))

    def character(self, cell: Cell) -> str:
        if cell in self.opened:
            return str(self.number(cell))
        if cell in self.flags:
            return "F"
        return "*" if self.status == "lost" and cell in self.mines else "#"


@given(layouts(max_side=5), layout_finishes, st.data())
def test_a_game_goes_as_in_the_naive_model(
    layout: Layout, finish: Finish, data: st.DataObject
) -> None:
    game, model = Game.on(layout, finish), Model(layout, finish)
    if model.is_done():
        assert game.status is GameStatus.WON
        return
    # Mostly honest moves, or few games would live long enough for a chord.
    pools = {Act.OPEN: layout.safe_cells(), Act.FLAG: sorted(layout.mines), Act.CHORD: []}
    for _ in range(data.draw(st.integers(1, 25))):
        act = data.draw(st.sampled_from(Act))
        pool = pools[act] if data.draw(st.integers(0, 4)) else []
        cell = data.draw(st.sampled_from(pool) if pool else cells_of(layout.grid))
        if model.allows(act, cell):
            opened = game.play(Move(act, cell))
            assert {sight.cell for sight in opened} == model.play(act, cell)
            assert all(sight.number == model.number(sight.cell) for sight in opened)
        else:
            with pytest.raises(IllegalMove):
                game.play(Move(act, cell))
        assert game.view.picture().replace("\n", "") == model.picture()
        assert game.status.value == model.status
        assert game.view.mines == len(layout.mines)
        if model.status != "lost":
            assert game.unmarked == model.picture().count("#")
