"""Mouse events, and the moves of a game that they make.

A replay file holds no moves, only which button went down or up, when and where. The usual rules of
the desktop games turn these events into moves:

- The left button opens the cell where it is released.
- The right button flags the cell where it is pressed, if the left one is up.
- If both were down, releasing the first makes a chord; releasing the other does nothing. The
  middle button chords when it is released.
- Events outside the board, or after the end of the game, do nothing.

With question marks enabled, the right button cycles from flag to question mark to nothing; a
question mark is a hidden cell. A click without effect is not a move, but it counts as a click, as
players count them: each opening, each chord, and each right press that flags or is not part of a
chord. Clicks before the first effect on the board do not count.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

from mineproof.board.formats.values import Clicks, Replay
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.transcript import Transcript
from mineproof.errors import IllegalMove


class Mouse(Enum):
    """What can happen to a mouse."""

    MOVE = auto()
    LEFT_DOWN = auto()
    LEFT_UP = auto()
    RIGHT_DOWN = auto()
    RIGHT_UP = auto()
    MIDDLE_DOWN = auto()
    MIDDLE_UP = auto()
    BOTH_DOWN = auto()
    """The second button goes down, left or right; or the left one with the shift key."""

    LEFT = auto()
    """The left button toggles between down and up; likewise the next two."""

    RIGHT = auto()
    MIDDLE = auto()
    FLAG = auto()
    """A flag set before the recording begins."""


BUTTONS = {
    1: Mouse.MOVE,
    2: Mouse.LEFT_DOWN,
    3: Mouse.LEFT_UP,
    4: Mouse.RIGHT_DOWN,
    5: Mouse.RIGHT_UP,
    6: Mouse.MIDDLE_DOWN,
    7: Mouse.MIDDLE_UP,
}
"""The codes of rmv and evf files for movement and the three buttons."""


class MouseEvent(NamedTuple):
    """A mouse event: what, after how many milliseconds, and where (None outside the board)."""

    what: Mouse
    milliseconds: int
    cell: Cell | None


def cell_at(grid: Grid, x: int, y: int, side: int) -> Cell | None:
    """Return the cell at this distance in pixels from the top left corner, None if outside.

    >>> cell_at(Grid(2, 3), 40, 3, 16), cell_at(Grid(2, 3), 48, 3, 16)
    (2, None)
    """
    row, col = y // side, x // side
    return grid.at(row, col) if 0 <= row < grid.rows and 0 <= col < grid.cols else None


def replay_of(
    layout: Layout, events: Iterable[MouseEvent], seconds: float, *, has_questions: bool = False
) -> Replay:
    """Return the game that these events play on a layout.

    >>> board = Layout.from_picture("*1. 11.")
    >>> down, up = MouseEvent(Mouse.LEFT_DOWN, 10, 2), MouseEvent(Mouse.LEFT_UP, 90, 1)
    >>> found = replay_of(board, [down, up], seconds=0.0)
    >>> found.transcript.moves[0].cell, found.times, found.clicks
    (1, (0.09,), Clicks(opens=1, flags=0, chords=0))
    """
    hand = _Hand(Game.on(layout, Finish.CLEARING), has_questions=has_questions)
    for event in events:
        if hand.game.status is not GameStatus.PLAYING:
            break
        hand.follow(event)
    transcript = Transcript.of(hand.game, hand.moves)
    return Replay(transcript, tuple(hand.times), seconds, Clicks(*hand.clicks.values()))


class _Hand:
    """A hand on a mouse, and the game that it plays."""

    def __init__(self, game: Game, *, has_questions: bool) -> None:
        self.game = game
        self.moves: list[Move] = []
        self.times: list[float] = []
        self.clicks = {Act.OPEN: 0, Act.FLAG: 0, Act.CHORD: 0}
        self._has_questions = has_questions
        self._flags: set[Cell] = set()
        self._questions: set[Cell] = set()
        self._left = self._right = self._middle = False
        self._chords = False  # both are down, so the next release makes a chord
        self._is_spent = False  # the left button is still down after a chord and opens nothing
        self._is_idle = False  # the right button was pressed and flagged nothing

    def follow(self, event: MouseEvent) -> None:
        match event.what:
            case Mouse.LEFT_DOWN:
                self._press_left()
            case Mouse.LEFT_UP:
                self._release_left(event)
            case Mouse.RIGHT_DOWN:
                self._press_right(event)
            case Mouse.RIGHT_UP:
                self._release_right(event)
            case Mouse.MIDDLE_UP:
                self._middle = False
                self._chord(event)
            case Mouse.MIDDLE_DOWN:
                self._middle = True
            case Mouse.BOTH_DOWN:
                self._left = self._right = self._chords = True
            case Mouse.FLAG:
                self._flag(event)
            case Mouse.LEFT | Mouse.RIGHT | Mouse.MIDDLE:
                self.follow(event._replace(what=self._turned(event.what)))
            case Mouse.MOVE:
                pass

    def _turned(self, button: Mouse) -> Mouse:
        if button is Mouse.LEFT:
            return Mouse.LEFT_UP if self._left else Mouse.LEFT_DOWN
        if button is Mouse.RIGHT:
            return Mouse.RIGHT_UP if self._right else Mouse.RIGHT_DOWN
        return Mouse.MIDDLE_UP if self._middle else Mouse.MIDDLE_DOWN

    def _press_left(self) -> None:
        self._chords |= self._right
        self._left = True

    def _press_right(self, event: MouseEvent) -> None:
        if self._left:
            self._chords = True
        elif not self._right:
            self._flag(event)
        self._right = True

    def _release_left(self, event: MouseEvent) -> None:
        if self._chords:
            self._chord(event)
        elif self._left and not self._is_spent:
            self._click(Act.OPEN, event)
        self._left = self._chords = self._is_spent = False

    def _release_right(self, event: MouseEvent) -> None:
        if self._chords:
            self._chord(event)
            self._is_spent = True
        self._right = self._chords = self._is_idle = False

    def _chord(self, event: MouseEvent) -> None:
        if self._is_idle:
            self.clicks[Act.FLAG] -= 1
            self._is_idle = False
        self._click(Act.CHORD, event)

    def _flag(self, event: MouseEvent) -> None:
        cell = event.cell
        if cell in self._questions:
            self._questions.discard(cell)
            self.clicks[Act.FLAG] += 1
            return
        is_done = self._click(Act.FLAG, event)
        self._is_idle = not is_done and bool(self.moves)
        if is_done and cell is not None:
            if cell in self._flags and self._has_questions:
                self._questions.add(cell)
            self._flags ^= {cell}

    def _click(self, act: Act, event: MouseEvent) -> bool:
        """Count a click and make its move, if any; return whether there was one."""
        is_done = event.cell is not None and self._play(Move(act, event.cell))
        if is_done and event.cell is not None:
            self.moves.append(Move(act, event.cell))
            self.times.append(event.milliseconds / 1000)
        if self.moves:
            self.clicks[act] += event.cell is not None or act is not Act.CHORD
        return is_done

    def _play(self, move: Move) -> bool:
        """Make a move; return whether it had an effect."""
        try:
            sights = self.game.play(move)
        except IllegalMove:
            return False
        return bool(sights) or move.act is Act.FLAG or self.game.status is GameStatus.LOST
