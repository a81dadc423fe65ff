"""Game: the rules applied to one board. It holds the truth and shows a View.

There are four games. In the marking game the player marks each cell safe or mined; every mark is
checked against the truth, and a safe cell shows its number. In the clearing game the player opens
the safe cells, a zero opens its neighbours, and flags are unchecked notes. In the flagging game the
player flags the mines: nobody checks a flag, and the game is won when exactly the mines have one.
The fair game is a clearing game whose mines are laid as it is played, by a judge.
`open` and `flag` are the two marks of the marking game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from mineproof.board.grid import Cell, CellLike, Grid
from mineproof.board.judge import Court
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rng import Rng, State
from mineproof.board.rules import Finish, Level, Start, StartRule
from mineproof.board.view import FLAG, HIDDEN, MINE, MOST_SHOWN, Sight, View, in_html
from mineproof.errors import BadSetting, IllegalMove


class GameStatus(Enum):
    """Where a game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Act(Enum):
    """What a move does to its cell."""

    OPEN = "open"
    FLAG = "flag"
    CHORD = "chord"


class Move(NamedTuple):
    """One move of a player."""

    act: Act
    cell: Cell


class Game:
    """One game from its first move to its last.

    >>> game = Game.new("easy", "opening:d4", seed=7)
    >>> sights = game.open("d4")
    >>> sights[0].number, game.status.value
    (0, 'playing')

    Cells are given by number or name.
    `lost_at` is the opened mine that lost the game: the first in reading order if a chord opened
    several, None if a wrong flag lost it. `lost_view` is what was seen just before. `safe` holds
    the cells handed out at the start, `handed_out` everything they opened.
    """

    def __init__(
        self,
        grid: Grid,
        mines: int,
        finish: Finish,
        setting: Setting | None = None,
        court: Court | None = None,
    ) -> None:
        """Set up an empty board; callers use `on`, `new` or `of`."""
        self.grid = grid
        self.mines = mines
        self.finish = finish
        self.setting = setting
        self.court = court or Court()
        self.status = GameStatus.PLAYING
        self.lost_at: Cell | None = None
        self.lost_view: View | None = None
        self.safe: tuple[Cell, ...] = ()
        self.handed_out: tuple[Sight, ...] = ()
        self._rng = Rng(setting.seed if setting else 0)
        self._layout: Layout | None = None
        self._numbers = b""
        self._near: Sequence[Sequence[Cell]] = ()
        self._cells = bytearray([HIDDEN]) * grid.size
        self._safe_left = grid.size - mines
        self._unmarked = grid.size

    @classmethod
    def on(
        cls,
        layout: Layout,
        finish: Finish,
        *,
        safe: Iterable[CellLike] = (),
        setting: Setting | None = None,
    ) -> Game:
        """Set up a game on a known layout, with these `safe` cells open from the start.

        Raises BadInput if one of them is a mine, or if such a game lays its mines by itself.
        """
        if finish.is_judged:
            raise BadSetting(
                f"a {finish.value} game on a given layout; it lays its mines as you play"
            )
        game = cls(layout.grid, len(layout.mines), finish, setting)
        game._begin(layout, map(layout.grid.cell, safe))
        return game

    @classmethod
    def new(
        cls,
        level: Level | str,
        start: Start | str | None = None,
        *,
        seed: int = 0,
        finish: Finish | None = None,
    ) -> Game:
        """Set up the game of a level, start rule and seed; raise BadInput if there is none.

        Without a seed it is the game of seed 0, as with `mineproof.play`.
        """
        return cls.of(Setting.make(level, start, seed, finish))

    @classmethod
    def of(cls, setting: Setting | str, court: Court | None = None) -> Game:
        """Set up the game of a setting or game id; a prove-it game may have its own `court`.

        With `safe` and `opening`, opening the first cell lays the mines. The seed and that cell
        together determine the layout.
        """
        setting = Setting.parse(setting) if isinstance(setting, str) else setting
        level, start = setting.level, setting.start
        game = cls(level.grid, level.mines, setting.finish, setting, court)
        if start.rule not in (StartRule.SAFE, StartRule.OPENING):
            layout = Layout.random(level.grid, level.mines, game._rng)
            game._begin(layout, game._rng.choose(layout.safe_cells(), start.safe_cells(level)))
        return game

    @property
    def view(self) -> View:
        """What the player sees now; after a loss the mines too."""
        return View(self.grid, bytes(self._cells), self.mines)

    def svg(self) -> str:
        """Draw what the player sees as SVG; after a loss, also what went wrong."""
        return self.view.svg(marks=self._faults())

    def png(self, *, scale: float = 2) -> bytes:
        """Draw the same as PNG; see `View.png`."""
        return self.view.png(marks=self._faults(), scale=scale)

    def _faults(self) -> dict[Cell, str]:
        """Return the mine that lost the game, and the flags that turned out wrong."""
        if self.status is not GameStatus.LOST:
            return {}
        flags = [cell for cell, code in enumerate(self._cells) if code == FLAG]
        wrong = [cell for cell in flags if not self.layout.is_mine(cell)]
        lost = () if self.lost_at is None else (self.lost_at,)
        return dict.fromkeys(wrong, "wrong") | dict.fromkeys(lost, "lost")

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.grid.size <= MOST_SHOWN else None

    def _repr_html_(self) -> str | None:
        return in_html(self._repr_svg_())

    @property
    def layout(self) -> Layout:
        """The truth, for referees only; raises IllegalMove before the mines are laid."""
        if self._layout is None:
            raise IllegalMove("the mines are laid when the first cell is opened; none is open yet")
        return self._layout

    @property
    def random_state(self) -> State:
        """The state of the random numbers, for referees only."""
        return self._rng.state

    @property
    def unmarked(self) -> int:
        """How many cells are neither open nor flagged."""
        return self._unmarked

    def play(self, move: Move) -> tuple[Sight, ...]:
        """Make a move and return what it opened; raise IllegalMove if the rules forbid it."""
        match move.act:
            case Act.OPEN:
                return self.open(move.cell)
            case Act.CHORD:
                return self.chord(move.cell)
            case Act.FLAG:
                self.flag(move.cell)
                return ()

    def open(self, cell: CellLike) -> tuple[Sight, ...]:
        """Open `cell`; return it and everything that opened with it. A mine loses the game."""
        cell = self._check(cell)
        if self._cells[cell] != HIDDEN:
            state = "flagged" if self._cells[cell] == FLAG else "already open"
            raise IllegalMove(f"{self.grid.name(cell)} is {state}; expected a hidden cell to open")
        if self._layout is None:
            self._lay_mines(cell)
        return self._open_all((cell,))

    def flag(self, cell: CellLike) -> None:
        """Flag or unflag `cell`; in the marking game, mark it mined (a wrong mark loses)."""
        cell = self._check(cell)
        code = self._cells[cell]
        if code < HIDDEN:
            raise IllegalMove(f"{self.grid.name(cell)} is open; expected a hidden cell to flag")
        if self.finish.checks_flags:
            self._mark_mined(cell)
            return
        self._cells[cell] = HIDDEN if code == FLAG else FLAG
        self._unmarked += 1 if code == FLAG else -1
        if self.finish.needs_flags:
            self._settle()

    def mark(self, cell: CellLike, *, mined: bool) -> tuple[Sight, ...]:
        """Mark `cell` in the marking game as mined or as safe; a wrong mark loses."""
        if not self.finish.checks_flags:
            raise IllegalMove("marks belong to the marking game; here, open or flag the cell")
        return self.play(Move(Act.FLAG if mined else Act.OPEN, self.grid.cell(cell)))

    def chord(self, cell: CellLike) -> tuple[Sight, ...]:
        """Open the hidden neighbours of an open cell whose flag count matches its number."""
        cell = self._check(cell)
        name = self.grid.name(cell)
        if not self.finish.spreads:
            raise IllegalMove("a chord belongs to the clearing game; here, play cells one by one")
        if self._cells[cell] >= HIDDEN:
            raise IllegalMove(f"{name} is not open; expected an open number to chord on")
        near = self.grid.neighbours(cell)
        flags = sum(self._cells[n] == FLAG for n in near)
        if flags != self._cells[cell]:
            raise IllegalMove(f"{name} shows {self._cells[cell]} but has {flags} flags around it")
        return self._open_all([n for n in near if self._cells[n] == HIDDEN])

    def _open_all(self, hidden: Sequence[Cell]) -> tuple[Sight, ...]:
        if self.finish.is_judged:
            case = self.view, sorted(hidden), self.layout, self._rng
            layout, self._rng = self.court.decide(*case)
            if layout is not self._layout:  # to count its numbers takes longer than the move
                self._take(layout)
        mines = self.layout.mines.intersection(hidden)
        if mines:
            self._lose(min(mines))
            return ()
        return self._uncover(hidden)

    def _check(self, cell: CellLike) -> Cell:
        if isinstance(cell, str):
            cell = self.grid.parse(cell)
        elif not 0 <= cell < len(self._cells):
            self.grid.check(cell)
        if self.status is not GameStatus.PLAYING:
            raise IllegalMove(f"the game is {self.status.value}; expected a game still in progress")
        return cell

    def _begin(self, layout: Layout, safe: Iterable[Cell]) -> None:
        self._take(layout)
        self.safe = tuple(safe)
        layout.check_safe(self.safe)
        self.handed_out = self._uncover(self.safe)

    def _lay_mines(self, first: Cell) -> None:
        assert self.setting is not None, "only a game from a setting waits for its first cell"
        clear = self.setting.start.clear_cells(self.grid, first)
        try:
            self._take(Layout.random(self.grid, self.mines, self._rng, clear))
        except BadSetting as error:
            raise IllegalMove(f"no opening fits at {self.grid.name(first)}: {error}") from None

    def _take(self, layout: Layout) -> None:
        self._layout, self._numbers, self._near = layout, layout.numbers(), self.grid.table

    def _uncover(self, cells: Sequence[Cell]) -> tuple[Sight, ...]:
        """Open safe cells and, if zeros spread, everything that they open, breadth first."""
        shown, numbers = self._cells, self._numbers
        spreads = self.finish.spreads
        queue: list[Sequence[Cell]] = [cells]
        sights: list[Sight] = []
        for group in queue:
            for cell in group:
                if shown[cell] == HIDDEN:
                    shown[cell] = number = numbers[cell]
                    sights.append(Sight(cell, number))
                    if number == 0 and spreads:
                        queue.append(self._near[cell])
        self._safe_left -= len(sights)
        self._unmarked -= len(sights)
        self._settle()
        return tuple(sights)

    def _mark_mined(self, cell: Cell) -> None:
        if self._cells[cell] == FLAG:
            raise IllegalMove(f"{self.grid.name(cell)} is already marked; marks are final")
        if not self.layout.is_mine(cell):
            self._lose()
            return
        self._cells[cell] = FLAG
        self._unmarked -= 1
        self._settle()

    def _settle(self) -> None:
        if self._is_done():
            self.status = GameStatus.WON
            self._flag_the_rest()

    def _is_done(self) -> bool:
        match self.finish:
            case Finish.MARKING:
                return self._unmarked == 0
            case Finish.CLEARING | Finish.FAIR:
                return self._safe_left == 0
            case Finish.FLAGGING:
                # Flags + open cells + unmarked cells make the board: the first test counts flags.
                return self._safe_left == self._unmarked and self._is_every_mine_flagged()

    def _is_every_mine_flagged(self) -> bool:
        mines = self._layout.mines if self._layout else ()
        return self._layout is not None and all(self._cells[mine] == FLAG for mine in mines)

    def _flag_the_rest(self) -> None:
        for cell in self.layout.mines:
            self._cells[cell] = FLAG
        self._unmarked = self._safe_left  # a flagging game can be won with safe cells still hidden

    def _lose(self, mine: Cell | None = None) -> None:
        self.status = GameStatus.LOST
        self.lost_at, self.lost_view = mine, self.view
        for cell in self.layout.mines:
            if self._cells[cell] == HIDDEN:
                self._cells[cell] = MINE
