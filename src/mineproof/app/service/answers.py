"""A session as JSON: what its player may see, and not a cell more."""

from __future__ import annotations

from mineproof.app.game.session import GameScore, Session
from mineproof.app.json.cells import Json, places
from mineproof.board.rules import Level
from mineproof.board.view import FLAG, HIDDEN, View

_PER_CHANGE = 14
"""The characters that a changed cell takes in JSON; in a board, a cell takes one."""


def game_json(
    token: str,
    session: Session,
    now: float,
    before: View | None = None,
    *,
    is_known: bool = False,
) -> Json:
    """Return a game, and what has changed in it since `before`.

    If the client has that view (`is_known`), leave out the board, unless what has changed takes
    longer to say.
    """
    game, grid = session.game, session.grid
    view, lost_at = game.view, game.lost_at
    level, start = _setting(session)
    rows = view.picture().split("\n")
    changed = [] if before is None else _changed(before, rows)
    is_told = is_known and _PER_CHANGE * len(changed) < grid.size
    return {
        "token": token,
        "version": session.version,
        "level": level,
        "start": start,
        "no_guess": session.no_guess is not None,
        "daily": str(session.no_guess.day) if session.no_guess and session.no_guess.day else None,
        "finish": game.finish.value,
        "shape": grid.shape.value,
        "rows": grid.rows,
        "cols": grid.cols,
        "mines": game.mines,
        "status": game.status.value,
        "board": None if is_told else rows,
        "handed_out": places(grid, (cell for cell, _ in game.handed_out)),
        "changed": changed,
        "opened": sum(map(view.cells.count, range(HIDDEN))),
        "moves": len(session.moves),
        "mines_left": game.mines - view.cells.count(FLAG),
        "lost_at": None if lost_at is None else list(grid.place(lost_at)),
        "wrong_flags": places(grid, session.wrong_flags) if session.is_over else None,
        "assisted": session.assisted,
        "elapsed": round(session.elapsed(now), 3),
        "clock_runs": session.started is not None and not session.is_over,
        "figures": _figures(session.score(now)) if session.is_over else None,
        "seed": session.setting.seed if session.setting and session.is_open_book else None,
        "can_undo": bool(session.moves),
    }


def _setting(session: Session) -> tuple[str, str]:
    """Return level and start as text, made up for a board that comes from no seed."""
    if session.setting is not None:
        return str(session.setting.level), str(session.setting.start)
    game = session.game
    start = f"list{len(game.handed_out)}" if game.handed_out else "none"
    return str(Level(game.grid, game.mines)), start


def _changed(before: View, after: list[str]) -> list[list[object]]:
    """Return the row, column and new character of each cell that has changed."""
    rows = enumerate(zip(before.picture().split("\n"), after, strict=True))
    return [
        [row, col, new]
        for row, (olds, news) in rows
        if olds != news
        for col, (old, new) in enumerate(zip(olds, news, strict=True))
        if old != new
    ]


def _figures(score: GameScore) -> Json:
    return {
        "bbbv": score.bbbv,
        "openings": score.openings,
        "bbbv_opened": score.solved,
        "clicks": score.clicks,
        "zini": score.zini,
        "efficiency": score.efficiency,
        "bbbv_per_second": score.speed,
    }
