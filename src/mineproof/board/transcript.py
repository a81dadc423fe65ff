"""Transcripts: a game and its moves as text that can be replayed.

A transcript is words separated by whitespace. The first names the game, the others are its moves
in order: `b3` opens a cell, `Fb3` flags or unflags it, `Cb3` chords on it.

    easy/opening#1
    d4 Fb2 Cb3

The game is a game id or, for a board without a seed, `layout/FINISH` followed by the rows of the
layout: `*` is a mine, `.` or a number is not. Cells handed out are listed after a colon, as in
`layout/marking:a1,c2`; `torus:` or `hex:` in front gives another shape.

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
from mineproof.board.judge import Court
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
    """A board without a seed: its layout, its finish, and the cells handed out."""

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
    """One move of a transcript: the view before it, what it opened, and the status after it."""

    view: View
    move: Move
    sights: tuple[Sight, ...]
    status: GameStatus


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game, finished or not, and its moves so far.

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
        """Return the transcript of these moves in `game`, however it was set up."""
        if game.setting is not None:
            return cls(game.setting, tuple(moves))
        return cls(GivenLayout(game.layout, game.finish, game.safe), tuple(moves))

    @classmethod
    def parse(cls, text: str) -> Transcript:
        """Return the transcript in `text`; raise BadInput, which names the wrong word.

        Only a replay checks the moves against the rules.
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

    def begin(self, court: Court | None = None) -> Game:
        """Set up the game before its first move; raise BadSetting if that is impossible."""
        board = self.board
        if isinstance(board, Setting):
            return Game.of(board, court)
        return Game.on(board.layout, board.finish, safe=board.safe)

    def replay(self) -> Iterator[Replayed]:
        """Make the moves again and yield each; raise IllegalMove, which names the move."""
        game = self.begin()
        for number, move in enumerate(self.moves, start=1):
            before = game.view
            yield Replayed(before, move, self._make(game, number, move), game.status)

    def end(self, court: Court | None = None) -> Game:
        """Return the game after all its moves; raise IllegalMove as `replay` does.

        What the `court` of a prove-it game knows of these moves is not judged again.
        """
        game = self.begin(court)
        for number, move in enumerate(self.moves, start=1):
            self._make(game, number, move)
        game.court.close_files()
        return game

    def _make(self, game: Game, number: int, move: Move) -> tuple[Sight, ...]:
        try:
            return game.play(move)
        except IllegalMove as error:
            word = move_word(self.grid, move)
            raise IllegalMove(f"move {number}, {word}: {error}") from None

    def before(self, number: int) -> Transcript:
        """Return this game as it was before move `number`, counted from 1."""
        if not 1 <= number <= len(self.moves):
            raise BadInput(f"no move {number} in this game; expected 1 to {len(self.moves)}")
        return replace(self, moves=self.moves[: number - 1])

    def after(self, number: int) -> Transcript:
        """Return this game as it was after its first `number` moves."""
        if not 0 <= number <= len(self.moves):
            raise BadInput(f"no move {number} in this game; expected 0 to {len(self.moves)}")
        return replace(self, moves=self.moves[:number])


def move_word(grid: Grid, move: Move) -> str:
    """Return a move as a word of a transcript.

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
    """Return the layout of these rows, as the first word of the transcript describes it."""
    for number, row in enumerate(rows, start=1):
        if strange := set(row).difference(_CHARACTERS):
            raise BadTranscript(
                f"unexpected {min(strange)!r} in row {number} of the layout; expected * for a"
                " mine, and . or a number for none"
            )
    layout = Layout.from_picture(" ".join(rows), Shape(form[1] or "square"))
    safe = [layout.grid.parse(name) for name in (form[3] or "").split(",") if name]
    return GivenLayout(layout, Finish.parse(form[2]), tuple(safe))
