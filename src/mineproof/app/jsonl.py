"""JSON lines: one object in, one object out, in the same order, written as soon as it is known.

A line that cannot be answered gets `{"id": …, "error": …}` and the batch goes on. Blank lines are
skipped. `id` may be any JSON value, and is null if the line does not tell it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace

from mineproof.app.as_json import Json, certain_json, odds_json, verdict_json
from mineproof.app.console import open_lines, write_json
from mineproof.app.fields import Fields
from mineproof.app.wish import Wish
from mineproof.board.game import Game
from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.engines import engine_named
from mineproof.engines.analysis import analyse
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput, Contradiction, LimitReached
from mineproof.lab.match import Match
from mineproof.lab.record import Outcome, Record


def play_layouts(file: str, wish: Wish) -> None:
    """Play the boards of a file and write how each game ended; raise BadInput if there is none."""
    player = layout_player(wish)
    with open_lines(file) as lines:
        answer_lines(lines, player, write_json)


def solve_positions(file: str, engine: str, shape: Shape) -> None:
    """Write what is certain in the positions of a file; raise BadInput if there is no file."""
    solver = position_solver(engine, shape)
    with open_lines(file) as lines:
        answer_lines(lines, solver, write_json)


def answer_lines(
    lines: Iterable[bytes], answer: Callable[[Fields], Json], write: Callable[[object], None]
) -> None:
    """Write the answer to every line."""
    for line in lines:
        if line.strip():
            write(_answer(line, answer))


def _answer(line: bytes, answer: Callable[[Fields], Json]) -> Json:
    name: object = None
    try:
        fields = Fields(_parse(line))
        name = fields.get("id")
        return {"id": name} | answer(fields)
    except (BadInput, Contradiction, LimitReached) as error:
        return {"id": name, "error": str(error)}


def _parse(line: bytes) -> object:
    try:
        return json.loads(line.decode("utf-8-sig"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise BadInput("a line that is not UTF-8") from None
    except ValueError as error:
        raise BadInput(f"a line that is not JSON: {error}") from None
    except RecursionError:
        raise BadInput("a line that is nested too deeply") from None


def _refuse(constant: str) -> None:
    raise BadInput(f"unexpected {constant}; want plain JSON")


def layout_player(wish: Wish) -> Callable[[Fields], Json]:
    """Return what plays a given board: from `start` the clearing game, else the marking game.

    In the marking game `safe` lists the cells that are handed out.
    """
    agent = wish.hire()

    def play(fields: Fields) -> Json:
        grid = Grid(fields.integer("rows"), fields.integer("cols"))
        layout = Layout(grid, frozenset(fields.cells("mines", grid, distinct=True)))
        record = _play(fields, layout, lambda game, first: wish.match(game, agent, first))
        return verdict_json(record, grid)

    return play


def _play(fields: Fields, layout: Layout, begin: Callable[[Game, int | None], Match]) -> Record:
    if ("start" in fields) == ("safe" in fields):
        raise BadInput(
            "want 'start' for the clearing game or 'safe' for the marking game, one of them"
        )
    if "safe" in fields:
        safe = fields.cells("safe", layout.grid)
        return begin(Game.on(layout, Finish.MARKING, safe=safe), None).play()
    start = fields.cell("start", layout.grid)
    record = begin(Game.on(layout, Finish.CLEARING), start).play()
    return _lost_at_once(record, layout.grid) if layout.is_mine(start) else record


def _lost_at_once(record: Record, grid: Grid) -> Record:
    """Return the record of a start on a mine, also on a board that has nothing to clear."""
    return replace(record, outcome=Outcome.LOST, moves=1, unmarked_cells=tuple(range(grid.size)))


def position_solver(engine: str, shape: Shape = Shape.SQUARE) -> Callable[[Fields], Json]:
    """Return what solves a given position: `board`, a list of rows, and `total_mines` or null."""
    method = engine_named(engine)

    def solve(fields: Fields) -> Json:
        total = None if fields.get("total_mines") is None else fields.integer("total_mines")
        view = View.from_rows(fields.texts("board"), total, shape)
        try:
            inference = analyse(method, view)
            odds = odds_json(inference, view.grid) if method.name == Exact.name else {}
            return certain_json(inference, view.grid) | odds
        except Contradiction as clash:
            raise clash.named(view.grid.name) from None

    return solve
