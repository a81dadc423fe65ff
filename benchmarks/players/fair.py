"""Is prove-it mode fair? Thousands of games on many levels, all shapes and all start rules.

A careful player opens any proved cell and, only if there is none, any cell that may be safe: it
must win every game. A careless one often opens, flags and chords anywhere: each of its losses must
show a layout that fits what it saw, and a proof that the checker accepts. Last, what an opening
costs on expert, beside the clearing game.

Run `make bench-fair`; ARGS="--games 300" takes a minute. Exits with 1 if anything is unfair.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle, islice, product
from statistics import median, quantiles

from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell
from mineproof.board.rng import Rng
from mineproof.board.view import View
from mineproof.coach.missed import missed
from mineproof.engines.exact import Exact
from mineproof.errors import MineproofError
from mineproof.logic.checker import check
from mineproof.logic.reader import read
from mineproof.play.judge import certainty

LEVELS = (
    "beginner",
    "hex:10x10/20",
    "intermediate",
    "torus:9x9/18",
    "expert",
    "cs50",
    "torus:12x12/28",
    "hex:16x16/51",
    "easy",
    "medium",
    "hard",
    "5x40/44",
)
STARTS = ("opening", "safe", "none", "list")

Player = Callable[[View, Rng], Move]


def careful(view: View, rng: Rng) -> Move:
    """Open a proved cell or, if there is none, one that may be safe."""
    known = certainty(view)
    proved = [cell for cell, is_mine in known.items() if not is_mine]
    return Move(
        Act.OPEN, _any(proved or [c for c in view.covered_cells() if not known.get(c)], rng)
    )


def careless(view: View, rng: Rng) -> Move:
    """Be careful at first, and sometimes after that; else open, flag or chord anywhere."""
    if rng.below(5) or len(view.open_cells()) < 20:
        move = careful(view, rng)
        return Move(Act.FLAG, move.cell) if view.is_flagged(move.cell) else move
    chords = [cell for cell in view.open_cells() if _can_chord(view, cell)]
    if chords and rng.below(2):
        return Move(Act.CHORD, _any(chords, rng))
    return Move(Act.OPEN if rng.below(2) else Act.FLAG, _any(view.hidden_cells(), rng))


def _any(cells: Sequence[Cell], rng: Rng) -> Cell:
    return cells[rng.below(len(cells))]


def _can_chord(view: View, cell: Cell) -> bool:
    near = view.grid.neighbours(cell)
    return 0 < sum(map(view.is_flagged, near)) == view.number(cell)


def play(game: Game, player: Player, rng: Rng) -> Move | None:
    """Play to the end, and return the last move."""
    move = None
    while game.status is GameStatus.PLAYING:
        move = player(game.view, rng)
        game.play(move)
    return move


def fault_of_loss(game: Game, last: Move) -> str | None:
    """Say what is wrong with a loss; None if it shows what it must."""
    found = missed(game, last)
    if found is None or game.lost_view is None:
        return "nothing was missed"
    mines, problem = game.layout.mines, read(found.view)
    if len(mines) != game.mines or any(
        len(c.cells & mines) != c.mines for c in problem.constraints
    ):
        return "the layout does not fit"
    if found.cell not in mines or (found.safe and not mines.isdisjoint(found.safe)):
        return "a mine is not where it should be"
    chain = Exact().look(found.view).chain(found.explanation.cell)
    if not chain or not found.explanation.steps:
        return "there is no proof"
    try:
        check(problem, ((each.cell, each.is_mine, each.proof) for each in chain))
    except MineproofError as error:
        return f"the checker: {error}"
    return None


def faults(game_id: str, seed: int) -> tuple[Counter[str], list[str]]:
    """Play a game carefully, then carelessly; return how both ended, and what was unfair."""
    ended, unfair = Counter[str](), list[str]()
    game = Game.of(game_id)
    play(game, careful, Rng(seed))
    ended[f"careful {game.status.value}"] += 1
    if game.status is not GameStatus.WON:
        unfair.append(f"{game_id}: a careful player lost")
    game = Game.of(game_id)
    last = play(game, careless, Rng(seed))
    ended[f"careless {game.status.value}"] += 1
    if game.status is GameStatus.LOST and last is not None:
        fault = fault_of_loss(game, last)
        unfair += [f"{game_id}: {fault}"] if fault else []
    return ended, unfair


def opening_times(finish: str, games: int) -> list[float]:
    """Return how long each opening of a careful player takes on expert, in milliseconds."""
    times = list[float]()
    for seed in range(games):
        game, rng = Game.of(f"expert/opening/{finish}#{seed}"), Rng(seed)
        while game.status is GameStatus.PLAYING:
            move = careful(game.view, rng)
            started = time.perf_counter()
            game.play(move)
            times.append(1000 * (time.perf_counter() - started))
    return times


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    games = parser.parse_args(arguments).games
    ended, unfair, kinds = Counter[str](), list[str](), cycle(product(STARTS, LEVELS))
    for seed, (start, level) in enumerate(islice(kinds, games)):
        some, wrong = faults(f"{level}/{start}/fair#{seed}", seed)
        ended += some
        unfair += wrong
    print(f"{games} games:", ", ".join(f"{how} {count}" for how, count in sorted(ended.items())))
    print(*unfair or ["nothing is unfair"], sep="\n")
    for finish in ("clearing", "fair"):
        times = opening_times(finish, 20)
        print(
            f"an opening on expert, {finish}: median {median(times):.3f} ms,"
            f" 95 % below {quantiles(times, n=20)[-1]:.3f} ms, at most {max(times):.1f} ms"
        )
    return 1 if unfair else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
