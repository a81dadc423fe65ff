"""Transcripts: a game with its moves as text, from which it can be replayed.

A transcript is words, parted by any white space. The first says which game it is, the others are
its moves in order: `b3` opens a cell, `Fb3` flags it or takes its flag off, `Cb3` chords on it.

    easy/opening#1
    d4 Fb2 Cb3

The game is a game id. Or it is `layout/FINISH`, for a board that comes from no seed, with the cells
that are handed out, if any, as in `layout/marking:a1,c2`, and with `torus:` or `hex:` in front if
it is not square; then the rows of the layout follow, `*` a mine, `.` or a number none.

    layout/clearing
    *1.
    11.
    c2 Fa1
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish
from mineproof.board.view import Sight, View
from mineproof.errors import BadInput, BadTranscript, IllegalMove

_WIDTH = 100
_LETTERS = {Act.OPEN: "", Act.FLAG: "F", Act.CHORD: "C"}
_ACTS = {letter: act for act, letter in _LETTERS.items()}
_LAYOUT = re.compile(r"(?:(square|torus|hex):)?layout/([a-z]+)(?::([a-z0-9,]*))?", re.ASCII)
_CHARACTERS = "*.#012345678"


@dataclass(frozen=True, slots=True)
class GivenLayout:
    """A board that comes from no seed: its layout, how it is finished, and what is handed out."""

    layout: Layout
    finish: Finish
    safe: tuple[Cell, ...] = ()

    @property
    def grid(self) -> Grid:
        """The grid of the layout."""
        return self.layout.grid

    def __str__(self) -> str:
        shape = "" if self.grid.shape is Shape.SQUARE else f"{self.grid.shape.value}:"
        safe = f":{','.join(map(self.grid.name, self.safe))}" if self.safe else ""
        return f"{shape}layout/{self.finish.value}{safe}\n{self.layout.picture()}"


class Replayed(NamedTuple):
    """One move of a transcript: what was seen before it, what it opened, and how the game stood."""

    view: View
    move: Move
    sights: tuple[Sight, ...]
    status: GameStatus


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game and the moves that were made in it, over or not.

    >>> transcript = Transcript.parse("easy/opening#1 d4 Fb2")
    >>> [move.act.value for move in transcript.moves], transcript.end().status.value
    (['open', 'flag'], 'playing')
    >>> print(transcript.before(2))
    easy/opening#1
    d4
    """

    board: Setting | GivenLayout
    moves: tuple[Move, ...] = ()

    @classmethod
    def of(cls, game: Game, moves: Iterable[Move]) -> Transcript:
        """Return the transcript of these moves in `game`, which has been set up in any way."""
        if game.setting is not None:
            return cls(game.setting, tuple(moves))
        return cls(GivenLayout(game.layout, game.finish, game.safe), tuple(moves))

    @classmethod
    def parse(cls, text: str) -> Transcript:
        """Return the transcript that a text is; raise BadInput, which names the wrong word.

        Whether the rules allow its moves is seen when it is replayed.
        """
        first, *words = text.split() or [""]
        if not first:
            raise BadTranscript("an empty transcript; expected a game id and its moves")
        form = _LAYOUT.fullmatch(first)
        if form is None:
            game = cls(Setting.parse(first))
        else:
            rows = list(takewhile(lambda word: not word[0].isalpha(), words))
            words = words[len(rows) :]
            game = cls(_given_layout(form, rows))
        moves = (_parse_move(game.grid, i, word) for i, word in enumerate(words, start=1))
        return replace(game, moves=tuple(moves))

    @property
    def grid(self) -> Grid:
        """The grid of the game."""
        return self.board.level.grid if isinstance(self.board, Setting) else self.board.grid

    def __str__(self) -> str:
        words = " ".join(move_word(self.grid, move) for move in self.moves)
        return "\n".join([str(self.board), *textwrap.wrap(words, _WIDTH)])

    def begin(self) -> Game:
        """Set up the game before its first move; raise BadSetting if it cannot be."""
        board = self.board
        if isinstance(board, Setting):
            return Game.of(board)
        return Game.on(board.layout, board.finish, safe=board.safe)

    def replay(self) -> Iterator[Replayed]:
        """Make the moves again, and yield each; raise IllegalMove, which says at which."""
        game = self.begin()
        for number, move in enumerate(self.moves, start=1):
            before = game.view
            yield Replayed(before, move, self._make(game, number, move), game.status)

    def end(self) -> Game:
        """Return the game after all its moves; raise IllegalMove as `replay` does."""
        game = self.begin()
        for number, move in enumerate(self.moves, start=1):
            self._make(game, number, move)
        return game

    def _make(self, game: Game, number: int, move: Move) -> tuple[Sight, ...]:
        try:
            return game.play(move)
        except IllegalMove as error:
            word = move_word(self.grid, move)
            raise IllegalMove(f"move {number}, {word}: {error}") from None

    def before(self, number: int) -> Transcript:
        """Return this game up to just before a move, counted from 1."""
        if not 1 <= number <= len(self.moves):
            raise BadInput(f"no move {number} in this game; expected 1 to {len(self.moves)}")
        return replace(self, moves=self.moves[: number - 1])


def move_word(grid: Grid, move: Move) -> str:
    """Return a move as a transcript writes it.

    >>> move_word(Grid(9, 9), Move(Act.FLAG, 19))
    'Fb3'
    """
    return _LETTERS[move.act] + grid.name(move.cell)


def _parse_move(grid: Grid, number: int, word: str) -> Move:
    form = re.fullmatch(r"([FC]?)([a-z]+[0-9]+)", word, re.ASCII)
    if form is None:
        raise BadTranscript(
            f"move {number} is {word!r}; expected b3 to open, Fb3 to flag or Cb3 to chord"
        )
    try:
        return Move(_ACTS[form[1]], grid.parse(form[2]))
    except BadInput as error:
        raise BadTranscript(f"move {number}: {error}") from None


def _given_layout(form: re.Match[str], rows: Sequence[str]) -> GivenLayout:
    """Return the layout of these rows, set up as the first word of a transcript says."""
    for number, row in enumerate(rows, start=1):
        if strange := set(row).difference(_CHARACTERS):
            raise BadTranscript(
                f"unexpected {min(strange)!r} in row {number} of the layout; expected * for a"
                " mine, and . or a number for none"
            )
    layout = Layout.from_picture(" ".join(rows), Shape(form[1] or "square"))
    safe = [layout.grid.parse(name) for name in (form[3] or "").split(",") if name]
    return GivenLayout(layout, Finish.parse(form[2]), tuple(safe))
