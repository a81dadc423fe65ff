"""Generated boards as JSON. Cells are [row, column] from 0."""

from __future__ import annotations

from mineproof.app.json.cells import Json, places
from mineproof.board.grid import Grid
from mineproof.board.metrics.effort import effort
from mineproof.coach.boards.generate import Generated
from mineproof.coach.boards.script import ScriptStep


def board_json(board: Generated, *, with_script: bool = False) -> Json:
    """Return a board as `mineproof play --layouts` reads it, and how it was made."""
    grid, figures = board.layout.grid, effort(board.layout)
    found = {
        "id": board.seed,
        "level": str(board.setting.level),
        "shape": grid.shape.value,
        "rows": grid.rows,
        "cols": grid.cols,
        "mines": places(grid, sorted(board.layout.mines)),
        "start": list(grid.place(board.first)),
        "method": board.method.value,
        "tries": board.tries,
        "game_id": board.game_id,
        "with_count": board.with_count,
        "bbbv": figures.bbbv,
        "openings": figures.openings,
    }
    if with_script:
        found["script"] = [_step_json(grid, step) for step in board.script.steps]
    return found


def _step_json(grid: Grid, step: ScriptStep) -> Json:
    return {
        "technique": step.technique.value,
        "level": step.technique.level.name,
        "clues": places(grid, step.clues),
        "with_count": step.with_count,
        "safe": places(grid, [cell for cell, is_mine in step.conclusions if not is_mine]),
        "mines": places(grid, [cell for cell, is_mine in step.conclusions if is_mine]),
    }
