"""Limits: how much a client may ask for, checked before anything that large is built; and whom."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mineproof.board.grid import Grid
from mineproof.board.rules import Finish, Level
from mineproof.board.transcript import Transcript
from mineproof.errors import BadInput, BadSetting

_BESIDE_FILE = 2000
"""How many bytes a request that carries a file may have besides it."""

_SIZE = re.compile(r"(\d{1,9})x(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much a client may ask for."""

    max_cells: int = 40_000
    max_side: int = 200
    max_moves: int = 40_000
    """Per game. Setting a flag and removing it counts as two moves."""

    judged_cells: int = 2500
    """Of a prove-it game: on larger boards the judge is slow even where little is to be counted."""

    request_bytes: int = 250_000
    """Enough for the transcript of the longest game."""

    file_bytes: int = 1_000_000
    """How long a file to be read may be. A replay of an hour has about half of that."""

    games_per_client: int | None = 1000
    game_days: int | None = 30
    """How many games a client may have, and how many days an unused one is kept; None if whoever
    keeps them sets no such limit."""

    analysis_seconds: float = 5.0
    review_seconds: float = 20.0
    pictured_cells: int = 2_000_000
    """The most cells that all pictures of a review may have together."""

    def body_bytes(self, path: str) -> int:
        """Return how long the body of a request may be; a file, in base 64, may be longer."""
        is_file = path == "/api/files"
        return self.file_bytes * 4 // 3 + _BESIDE_FILE if is_file else self.request_bytes

    def check_size(self, rows: int, cols: int) -> None:
        """Raise BadSetting if a board is too large."""
        side, cells = self.max_side, self.max_cells
        if max(rows, cols) > side or rows * cols > cells:
            raise BadSetting(
                f"a board of {rows} rows and {cols} columns; expected at most {side} of each, and"
                f" {cells} cells"
            )

    def check_level(self, text: str) -> None:
        """Raise BadInput if a text is not a level, or the level is too large."""
        grid = Level.parse(text).grid
        self.check_size(grid.rows, grid.cols)

    def check_judged(self, finish: Finish, grid: Grid) -> None:
        """Raise BadSetting if a board is too large to be judged move by move."""
        if finish.is_judged and grid.size > self.judged_cells:
            most = self.judged_cells
            raise BadSetting(f"a {finish.value} game of {grid.size} cells; expected at most {most}")

    def transcript(self, code: str) -> Transcript:
        """Return the transcript in a code; raise BadInput if it is none, or too large."""
        for rows, cols in _SIZE.findall(code.partition("#")[0]):
            self.check_size(int(rows), int(cols))
        transcript = Transcript.parse(code)
        self.check_size(transcript.grid.rows, transcript.grid.cols)
        self.check_judged(transcript.board.finish, transcript.grid)
        if len(transcript.moves) > self.max_moves:
            most = self.max_moves
            raise BadInput(f"a game of {len(transcript.moves)} moves; expected at most {most}")
        return transcript


@dataclass(frozen=True, slots=True)
class Guests:
    """The agents and engines that are not ours and with which a server was started, by name."""

    agents: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """All of them."""
        return [*self.agents, *self.engines]
