"""JSON lines: one object in, one object out, in the same order, written as soon as it is known.

A line that cannot be answered gets `{"id": …, "error": …}`, and the batch continues. Blank lines
are skipped. `id` may be any JSON value, and is null if the line has none.

Boards that the kernel's loop can play are played in batches on all cores: as many lines as a single
read returns. From a file that is a quarter of a megabyte; from a pipe or a terminal it is what has
arrived so far, so a client that sends one line and waits gets its answer at once. Other lines are
answered one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from io import BufferedIOBase
from typing import TypeVar

from mineproof.agents import strategist_named
from mineproof.agents.entrant import Entrant
from mineproof.app.cli.mine_count import MineCount
from mineproof.app.json.cells import Json
from mineproof.app.json.values import certain_json, moves_json, odds_json, verdict_json
from mineproof.app.text.console import open_lines, screen, write_json
from mineproof.board.formats.fields import Fields
from mineproof.board.grid import Shape
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.engines.exact import with_prior
from mineproof.errors import BadInput, Contradiction, Fault, LimitReached, MineproofError
from mineproof.play.bulk import is_in_kernel
from mineproof.play.checks import NO_CHECKS, Checks
from mineproof.play.given_boards import Given, GivenBoard
from mineproof.play.guests import conclude
from mineproof.play.guests import play_boards as play_boards_of
from mineproof.play.record import Outcome, Record

_PIECE = 2**18
"""Bytes per read."""

T = TypeVar("T")


def play_boards(file: str, entrant: Entrant) -> int:
    """Play the boards of a file, write how each game ended, and return the exit code.

    Raises BadInput if there is no such file.
    """
    is_bulk = is_in_kernel(entrant.hire(), Finish.CLEARING, tell_total=entrant.tell_total)
    with open_lines(file) as stream:
        lines = portions(stream) if is_bulk else ([line] for line in stream)
        checks = answer_boards(lines, entrant, write_json)
    if entrant.checks_proofs:
        screen(stderr=True).print(checks.words, soft_wrap=True)
    return 1 if checks.refused else 0


def solve_positions(
    file: str,
    engine: str,
    shape: Shape,
    agent: str | None = None,
    count: MineCount | None = None,
) -> None:
    """Write what is certain in the positions of a file; raise BadInput if there is no file."""
    solver = position_solver(engine, shape, agent, count)
    with open_lines(file) as lines:
        answer_lines(lines, solver, write_json)


def answer_lines(
    lines: Iterable[bytes], answer: Callable[[Fields], Json], write: Callable[[object], None]
) -> None:
    """Write the answer to every line."""
    for line in lines:
        if line.strip():
            write(_answer(*_read(line, answer)))


def _read(line: bytes, understand: Callable[[Fields], T]) -> tuple[object, T | MineproofError]:
    """Return the id of a line, and what `understand` returns or raises for it."""
    name: object = None
    try:
        fields = Fields.parse(line)
        name = fields.get("id")
        return name, understand(fields)
    except (BadInput, Contradiction, LimitReached, Fault) as error:
        return name, error


def _answer(name: object, answer: Json | MineproofError) -> Json:
    return {"id": name} | (answer if isinstance(answer, dict) else {"error": str(answer)})


# Boards to play


def portions(stream: BufferedIOBase) -> Iterator[list[bytes]]:
    """Yield the lines of a stream in lists, each as long as possible without waiting."""
    rest: list[bytes] = []
    while piece := stream.read1(_PIECE):
        lines, newline, tail = piece.rpartition(b"\n")
        if newline:
            yield b"".join([*rest, lines]).split(b"\n")
            rest.clear()
        rest.append(tail)
    yield [b"".join(rest)]


def answer_boards(
    portions: Iterable[Sequence[bytes]], entrant: Entrant, write: Callable[[object], None]
) -> Checks:
    """Play the boards portion by portion, and write how each game ended."""
    checks = NO_CHECKS
    for lines in portions:
        asked = [_read(line, GivenBoard.read) for line in lines if line.strip()]
        boards = [board for _, board in asked if isinstance(board, GivenBoard)]
        records = play_boards_of(boards, entrant)
        for name, board in asked:
            if not isinstance(board, GivenBoard):
                write(_answer(name, board))
                continue
            record = next(records)
            checks += Checks.of(record)
            write(_answer(name, _verdict(board.given, record)))
    return checks


def _verdict(given: Given, record: Record) -> Json:
    """Return how a game ended: a start on a mine loses, even where there is nothing to clear."""
    grid = given.layout.grid
    if given.first is not None and given.layout.is_mine(given.first):
        everything = tuple(range(grid.size))
        record = replace(record, outcome=Outcome.LOST, moves=1, unmarked_cells=everything)
    return verdict_json(record, grid)


# Positions to solve


def position_solver(
    engine: str,
    shape: Shape = Shape.SQUARE,
    agent: str | None = None,
    count: MineCount | None = None,
) -> Callable[[Fields], Json]:
    """Return what solves a given position: `board`, a list of rows, and `total_mines` or null.

    The agent, a strategist, adds the best moves.
    """
    solver = Entrant(engine=engine).pinned()
    strategist = strategist_named(agent) if agent else None
    said = count or MineCount()

    def solve(fields: Fields) -> Json:
        total = None if fields.get("total_mines") is None else fields.integer("total_mines")
        view = View.from_rows(fields.texts("board"), total, shape)
        inference = with_prior(conclude(solver, view), view, said.density)
        odds = odds_json(inference, view.grid) | said.prior(view) if inference.odds else {}
        moves = moves_json(strategist.rank(view, said.density), view.grid) if strategist else {}
        return certain_json(inference, view.grid) | odds | moves

    return solve
