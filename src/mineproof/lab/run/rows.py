"""Rows: the records of a chunk of games as a table, one row per game.

Games that the kernel can play go from its arrays straight into columns: a Record for each would
cost a third of the game's time. Other games become rows one by one. Both ways give the same row,
except for `seconds`. `luck` is rounded to nine decimals: beyond that, kernel and Python may differ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl

from mineproof.agents.base import Agent
from mineproof.agents.checked import COUNTERS as CHECKS
from mineproof.board.game import Game
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish, Level
from mineproof.board.view import HIDDEN, View
from mineproof.coach.diagnosis import causes, diagnose
from mineproof.counting.kernel import Kernel
from mineproof.errors import Fault
from mineproof.lab.columns import AND, GIVEN, schema
from mineproof.lab.experiment import Chunk
from mineproof.play.bulk import GIVEN_UP, OUTCOMES, STUCK, kernel_for, play_given, play_seeds
from mineproof.play.host.hosted import hosted
from mineproof.play.match import Match
from mineproof.play.record import FAULT, REFUSED_AT, Outcome
from mineproof.play.referee import Referee

_DECIMALS = 9


def play_chunk(chunk: Chunk) -> pl.DataFrame:
    """Play the games of a chunk in this process; return their rows in order."""
    games = _games(chunk)
    if chunk.entrant.is_guest:
        columns = _by_guest(chunk)
    else:
        native = kernel_for(games.agent, games.finish, tell_total=chunk.entrant.tell_total)
        columns = _by_python(games) if native is None else _by_kernel(games, native)
    columns |= {"level": games.levels(), "seed": list(chunk.lot.seeds)}
    columns |= {"entrant": [chunk.entrant.name], "start": [games.start]}
    columns |= {"finish": [games.finish.value]}
    kinds = schema(chunk.tallies).items()
    return pl.DataFrame([_series(name, kind, columns, len(chunk)) for name, kind in kinds])


def _games(chunk: Chunk) -> _Games:
    agent, setting = chunk.entrant.hire(), chunk.lot.setting
    return _Seeded(chunk, agent, setting) if setting else _Given(chunk, agent)


def _series(
    name: str, kind: type[pl.DataType], columns: Mapping[str, Sequence[object]], games: int
) -> pl.Series:
    """Return a column; a single value holds for all games, and a missing column is null."""
    values = columns.get(name, [None])
    series = pl.Series(name, values, kind)
    if len(values) != games:
        series = series.new_from_index(0, games)
    return series.round(_DECIMALS) if name == "luck" else series


class _Games(ABC):
    start: str
    finish: Finish

    def __init__(self, chunk: Chunk, agent: Agent) -> None:
        self.chunk, self.agent = chunk, agent
        self.tell_total = chunk.entrant.tell_total

    @abstractmethod
    def levels(self) -> list[object]:
        """Return the level of each game, or one level for all."""

    @abstractmethod
    def layout(self, number: int) -> Layout:
        """Return the layout of a game once its first cell is open."""

    @abstractmethod
    def match(self, number: int, referee: Referee | None = None) -> Match:
        """Return the match of a game, not yet played."""

    @abstractmethod
    def play_all(self, native: Kernel) -> Kernel.Games:
        """Play all games in the kernel, on one thread."""


class _Seeded(_Games):
    def __init__(self, chunk: Chunk, agent: Agent, setting: Setting) -> None:
        super().__init__(chunk, agent)
        self._setting = setting
        self.start, self.finish = str(setting.start), setting.finish

    def levels(self) -> list[object]:
        return [str(self._setting.level)]

    def game(self, number: int) -> Game:
        return Game.of(replace(self._setting, seed=self.chunk.lot.seeds[number]))

    def layout(self, number: int) -> Layout:
        game = self.game(number)
        if self._setting.first_cell is not None:
            game.open(self._setting.first_cell)
        return game.layout

    def match(self, number: int, referee: Referee | None = None) -> Match:
        game = self.game(number)
        return Match(game, self.agent, tell_total=self.tell_total, referee=referee)

    def play_all(self, native: Kernel) -> Kernel.Games:
        seeds = self.chunk.lot.seeds
        return play_seeds(native, self._setting, self.agent.name, seeds, threads=1)


class _Given(_Games):
    def __init__(self, chunk: Chunk, agent: Agent) -> None:
        super().__init__(chunk, agent)
        boards = zip(chunk.lot.boards, chunk.lot.seeds, strict=True)
        self._given = [replace(board.given, seed=seed) for board, seed in boards]
        self.start, self.finish = GIVEN, chunk.lot.boards[0].finish

    def levels(self) -> list[object]:
        layouts = [given.layout for given in self._given]
        return [str(Level(layout.grid, len(layout.mines))) for layout in layouts]

    def layout(self, number: int) -> Layout:
        return self._given[number].layout

    def match(self, number: int, referee: Referee | None = None) -> Match:
        given, tell_total = self._given[number], self.tell_total
        return given.match(self.agent, self.finish, tell_total=tell_total, referee=referee)

    def play_all(self, native: Kernel) -> Kernel.Games:
        return play_given(native, self._given, self.agent.name, self.finish, threads=1)


# One by one


def _by_python(games: _Games) -> dict[str, list[object]]:
    return _columns([_row(games.match(number)) for number in range(len(games.chunk))])


def _columns(rows: Sequence[Mapping[str, object]]) -> dict[str, list[object]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _row(match: Match) -> dict[str, object]:
    record = match.play()
    parts = match.agent.engine.parts
    return {
        "outcome": record.outcome.value,
        "moves": record.moves,
        "guesses": record.guesses,
        "left": record.unmarked,
        "luck": record.luck,
        "lost_at": record.lost_at,
        "causes": _causes(match.game.view, match.player.watcher.known) if match.stuck else None,
        "seconds": record.seconds,
        **({} if record.fault is None else {FAULT: record.fault}),
        **({} if record.refused_at is None else {REFUSED_AT: record.refused_at}),
        **{f"proved_{part.name}": record.proved.get(part.name, 0) for part in parts},
        **{name: record.counters.get(name, 0) for part in parts for name in part.counter_names},
        **{name: record.counters[name] for name in CHECKS if name in record.counters},
    }


def _causes(view: View, known: Mapping[Cell, bool]) -> str:
    return AND.join(cause.value for cause in causes(diagnose(view, known)))


# By a guest


def _by_guest(chunk: Chunk) -> dict[str, list[object]]:
    """Play the games of an entrant that is not ours: a fault of its costs one game."""
    task, numbers, seconds = GuestGames(chunk), range(len(chunk)), chunk.move_seconds
    if chunk.entrant.needs_host:
        return _columns(list(map(_told, hosted(chunk.entrant, task, numbers, seconds))))
    referee = Referee(seconds)
    return _columns([task(number, referee) for number in numbers])


class GuestGames:
    """The games of a chunk, to be played one by one, here or in a host."""

    def __init__(self, chunk: Chunk) -> None:
        self._chunk = chunk
        self._games: _Games | None = None

    def __reduce__(self) -> tuple[type[GuestGames], tuple[Chunk]]:
        return GuestGames, (self._chunk,)

    def __call__(self, number: int, referee: Referee) -> dict[str, object]:
        """Play one game and return its row."""
        if self._games is None:
            self._games = _games(self._chunk)
        return _row(self._games.match(number, referee))


def _told(result: dict[str, object] | Fault) -> dict[str, object]:
    """Return a row; that of a game whose host was ended holds little more than the reason."""
    if isinstance(result, Fault):
        return {"outcome": Outcome.LOST.value, FAULT: str(result)}
    return result


# All at once


def _by_kernel(games: _Games, native: Kernel) -> dict[str, list[object]]:
    played = games.play_all(native)
    endings = played.endings
    names = {ending: outcome.value for ending, outcome in OUTCOMES.items()} | {GIVEN_UP: None}
    columns: dict[str, list[object]] = {
        "outcome": [names[ending] for ending in endings],
        "moves": list(played.moves),
        "guesses": list(played.guesses),
        "left": list(played.unmarked),
        "luck": list(played.luck),
        "lost_at": [None if cell < 0 else cell for cell in played.lost_at],
        "causes": [None] * len(endings),
        "seconds": list(played.seconds),
        f"proved_{games.agent.engine.name}": list(played.proved),
        "counts": list(played.counts),
    }
    for number in _places(endings, GIVEN_UP):
        for name, value in _row(games.match(number)).items():
            columns[name][number] = value
    for number in _places(endings, STUCK):
        view, known = _end(games.layout(number), played.unmarked_cells(number))
        columns["causes"][number] = _causes(view, known)
    return columns


def _places(endings: Sequence[int], wanted: int) -> list[int]:
    return [number for number, ending in enumerate(endings) if ending == wanted]


def _end(layout: Layout, unmarked: Sequence[Cell]) -> tuple[View, dict[Cell, bool]]:
    """Return what was visible and known at the end, when all other cells were settled."""
    known = {cell: layout.is_mine(cell) for cell in range(layout.grid.size)}
    for cell in unmarked:
        del known[cell]
    codes = bytearray(layout.numbers())
    for cell in (*unmarked, *layout.mines):
        codes[cell] = HIDDEN
    return View(layout.grid, bytes(codes), len(layout.mines)), known
