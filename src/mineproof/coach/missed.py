"""Missed: why a prove-it game was lost, and the proof that its player did not find.

Such a game is lost in two ways. The opened cell was not proved safe although some cell was: then
the easiest way to a safe cell is told. Or it was proved to be a mine: then that is told. A chord
opens several cells at once; if they cannot all be safe, its cells before the mine are looked at as
open, and what is told is that the next one is a mine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mineproof.board.game import Act, Game, Move
from mineproof.board.grid import Cell
from mineproof.board.view import FLAG, HIDDEN, View
from mineproof.coach.explanation import Explanation, explain
from mineproof.coach.language import Sentence
from mineproof.coach.language import language as language_named
from mineproof.coach.steps.steps import find_steps
from mineproof.coach.words.voice import Voice
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Inference
from mineproof.errors import LimitReached


@dataclass(frozen=True, slots=True)
class Missed:
    """What could be proved in `view` when `cell` was opened there.

    `safe` are the cells that were provably safe, `words` say what went wrong, and `explanation` has
    the proof, of a safe cell or of the mine.
    """

    view: View
    cell: Cell
    safe: tuple[Cell, ...]
    words: Sentence
    explanation: Explanation

    @property
    def lines(self) -> tuple[str, ...]:
        """The same for a screen: what went wrong, then each step of the proof in a line."""
        return str(self.words), *(" ".join(map(str, step)) for step in self.explanation.told)


def missed(game: Game, move: Move, language: str = "en") -> Missed | None:
    """Return what the player of a prove-it game missed with the move that lost it.

    None if the game is not lost, or is no prove-it game.

    >>> game = Game.of("beginner/opening/fair#1")
    >>> moves = [Move(Act.OPEN, game.grid.parse(name)) for name in ("d4", "a9")]
    >>> opened = [game.play(move) for move in moves]
    >>> found = missed(game, moves[-1])
    >>> print(found.words, *found.explanation.told[0]) if found else None
    a9 was certainly a mine. You missed the proof. The 2 at c6 touches only two covered cells, \
b5 and b6. So b5 and b6 are mines.
    """
    if not game.finish.is_judged or game.lost_view is None or game.lost_at is None:
        return None
    view = judged_view(game, move)
    return missed_in(view, game.lost_at, language)


def missed_in(view: View, cell: Cell, language: str = "en") -> Missed:
    """Return what was missed by opening `cell` in `view`, the view that `judged_view` returns."""
    found = Exact().look(view)
    is_mine = cell in found.mines
    told = cell if is_mine else _easiest(view, found)
    voice, safe = Voice(language_named(language), view), tuple(sorted(found.safe))
    if is_mine:
        words = voice.tell("fair.mine", cell=voice.list([cell]))
    else:
        cells = voice.list(safe)
        words = voice.tell("fair.missed", cell=voice.list([cell]), count=len(safe), cells=cells)
    return Missed(view, cell, safe, words, explain(view, told, language=language))


def judged_view(game: Game, move: Move) -> View:
    """Return what was seen when the cell that lost a game was judged, without flags."""
    assert game.lost_view is not None, "only a lost game has been judged so"
    lost = game.lost_view
    view = View(lost.grid, lost.cells.replace(bytes([FLAG]), bytes([HIDDEN])), lost.mines)
    found = Exact().look(view)
    if move.act is not Act.CHORD or found.safe or game.lost_at in found.mines:
        return view
    near = sorted(lost.grid.neighbours(move.cell))
    before = near[: near.index(game.lost_at)] if game.lost_at is not None else []
    return _opened(game, view, (cell for cell in before if lost.cells[cell] == HIDDEN))


def _opened(game: Game, view: View, cells: Iterable[Cell]) -> View:
    codes = bytearray(view.cells)
    for cell in cells:
        codes[cell] = game.layout.number(cell)
    return View(view.grid, bytes(codes), view.mines)


def _easiest(view: View, found: Inference) -> Cell:
    """Return the safe cell to which the first step leads that leads to any."""
    try:
        for step in find_steps(view, found):
            for cell, is_mine in step.conclusions:
                if not is_mine:
                    return cell
    except LimitReached:
        pass
    return found.safe[0]
