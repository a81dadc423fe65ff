"""A seat as JSON: what its player may see, and not a cell more."""

from __future__ import annotations

from mineproof.app.game.seat import Seat
from mineproof.app.json.values import Json, places
from mineproof.board.metrics.effort import effort
from mineproof.board.rules import Level
from mineproof.board.view import FLAG, HIDDEN, View


def game_json(token: str, seat: Seat, now: float, before: View | None = None) -> Json:
    """Return a game; `before` is what was seen before the request that has changed it."""
    game, grid = seat.game, seat.grid
    view, lost_at = game.view, game.lost_at
    level, start = _setting(seat)
    rows = view.picture().split("\n")
    return {
        "token": token,
        "level": level,
        "start": start,
        "no_guess": seat.no_guess is not None,
        "daily": str(seat.no_guess.day) if seat.no_guess and seat.no_guess.day else None,
        "finish": game.finish.value,
        "shape": grid.shape.value,
        "rows": grid.rows,
        "cols": grid.cols,
        "mines": game.mines,
        "status": game.status.value,
        "board": rows,
        "handed_out": places(grid, (cell for cell, _ in game.handed_out)),
        "changed": [] if before is None else _changed(before, rows),
        "opened": sum(map(view.cells.count, range(HIDDEN))),
        "moves": len(seat.session.moves),
        "mines_left": game.mines - view.cells.count(FLAG),
        "lost_at": None if lost_at is None else list(grid.place(lost_at)),
        "wrong_flags": places(grid, seat.wrong_flags) if seat.is_over else None,
        "assisted": seat.assisted,
        "elapsed": round(seat.elapsed(now), 3),
        "figures": _figures(seat, now) if seat.is_over else None,
        "seed": seat.setting.seed if seat.setting and seat.is_open_book else None,
        "can_undo": bool(seat.session.moves),
    }


def _setting(seat: Seat) -> tuple[str, str]:
    """Return level and start as text; those of a board that comes from no seed are made up."""
    if seat.setting is not None:
        return str(seat.setting.level), str(seat.setting.start)
    game = seat.game
    start = f"list{len(game.handed_out)}" if game.handed_out else "none"
    return str(Level(game.grid, game.mines)), start


def _changed(before: View, after: list[str]) -> list[list[object]]:
    """Return row, column and new character of each cell that looks different now."""
    rows = enumerate(zip(before.picture().split("\n"), after, strict=True))
    return [
        [row, col, new]
        for row, (olds, news) in rows
        if olds != news
        for col, (old, new) in enumerate(zip(olds, news, strict=True))
        if old != new
    ]


def _figures(seat: Seat, now: float) -> Json:
    layout, opened = seat.game.layout, seat.game.view.open_cells()
    whole, done = effort(layout), effort(layout, within=opened).bbbv
    clicks, seconds = seat.clicks, seat.elapsed(now)
    return {
        "bbbv": whole.bbbv,
        "openings": whole.openings,
        "bbbv_opened": done,
        "efficiency": done / clicks if clicks else None,
        "bbbv_per_second": done / seconds if seconds else None,
    }
