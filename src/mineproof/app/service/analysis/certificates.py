"""Boards that a client asks about: do they need a guess? With the certificate, as JSON."""

from __future__ import annotations

from mineproof.app.json.cells import Json, places, position_json
from mineproof.app.json.certificates import certified_json
from mineproof.board.grid import Cell
from mineproof.board.transcript import Transcript
from mineproof.certificates.game import game_of
from mineproof.certificates.text import write_text
from mineproof.coach.boards.certify import certify
from mineproof.coach.boards.starts import Board, Start, needs_no_guess
from mineproof.errors import BadInput


def certify_board(code: str, first: str | None) -> Json:
    """Return the verdict on the board of a code, from a first cell that is given by name.

    Without one it is the first cell of the code; if that has none, all are tried, and `passed` has
    those that need no guess.
    """
    board = Board(Transcript.parse(code))
    start = board.usual() if first is None else board.start(board.grid.parse(first))
    passed: list[Cell] | None = None
    if start is None:
        start, passed = _best(board.starts())
    found = certify(start.layout, start.first)
    certificate = found.certificate
    assert certificate is not None, "without an engine there is always one"
    told = certified_json(found, start.first)
    return {
        **{name: told[name] for name in ("verdict", "first", "hardest", "steps")},
        "passed": None if passed is None else places(board.grid, passed),
        **position_json(found.view),
        "code": str(game_of(certificate)),
        "certificate": write_text(certificate),
    }


def _best(starts: list[Start]) -> tuple[Start, list[Cell]]:
    if not starts:
        raise BadInput("every cell is a mine; expected a board with a safe cell")
    passed = [start for start in starts if needs_no_guess(start, with_count=True, engine=None)]
    cells = sorted(cell for start in passed for cell in (*start.first, *start.others))
    return (passed or starts)[0], cells
