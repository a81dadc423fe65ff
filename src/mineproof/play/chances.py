"""Chances: how likely a game was to be won at each of its positions, by playouts.

Layouts that fit the view are sampled, and a strong agent plays each of them to the end. The share
that it wins estimates the chance of a player of that strength. The playouts are few, so the luck
of their guesses is taken out, as in comparisons (`stats.estimates`).

The value of a single guess is found in the same way (`guess_chance`).

Positions around guesses come first, because the chance jumps there; between sampled positions it
is interpolated linearly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from mineproof.board.game import GameStatus
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.engines.study import study
from mineproof.play.bulk import play_games, play_layouts
from mineproof.play.given_boards import Given
from mineproof.play.record import Outcome, Record
from mineproof.stats.estimates import adjust

AGENT = "strategist-fast"
GAMES = 60
STATES = 24
"""How many positions of a game are sampled, with GAMES playouts each."""

LUCK = 0.6
"""How much of a playout's luck is taken out of the value of a guess."""


class Chances(NamedTuple):
    """The chance to win before the first move and after each; `at` lists the sampled positions."""

    win: tuple[float, ...]
    at: tuple[int, ...]


def win_chance(view: View, games: int = GAMES) -> float:
    """Return the chance to win from a position; raise Contradiction or LimitReached.

    >>> round(win_chance(View.from_picture("1# ##", mines=1), games=1000), 1)
    0.3
    """
    fits = study(view)
    drawn = [Layout(view.grid, frozenset(fits.sample(seed))) for seed in range(games)]
    safe = tuple(view.open_cells())
    given = [Given(layout, safe=safe, seed=seed) for seed, layout in enumerate(drawn)]
    return _share(play_layouts(given, AGENT, finish=Finish.CLEARING, threads=1))


def guess_chance(
    view: View, cell: Cell, layouts: Sequence[Layout], *, threads: int | None = None
) -> float:
    """Return how often the guess at a cell wins in those of the layouts where the cell is safe.

    All layouts must fit the view. Multiplied by the chance that the cell is safe, this is the
    chance to win. `threads` is the number of cores to use, by default all.

    >>> view = View.from_picture("1# ##", mines=1)
    >>> guess_chance(view, 1, [Layout(view.grid, {mine}) for mine in (1, 2, 3)])
    0.5
    """
    safe = (*view.open_cells(), cell)
    given = [Given(layout, safe) for layout in layouts if not layout.is_mine(cell)]
    records = play_layouts(given, AGENT, finish=Finish.CLEARING, threads=threads)
    return fmean(map(_worth, records)) if records else 0.0


def _worth(record: Record) -> float:
    return (record.outcome is Outcome.WON) - LUCK * (record.luck or 0.0)


def chances_of(
    transcript: Transcript, guesses: Sequence[int], games: int = GAMES, states: int = STATES
) -> Chances:
    """Return the chances of a finished game; `guesses` are the numbers, from 0, of its guesses."""
    moves = len(transcript.moves)
    wanted = _wanted(moves, guesses, states)
    found = dict(_found(transcript, wanted, games))
    return Chances(tuple(_filled(found)), tuple(found))


def _wanted(moves: int, guesses: Sequence[int], most: int) -> set[int]:
    """Return the positions to sample: both ends, those around guesses, and some in between."""
    around = sorted({state for guess in guesses for state in (guess, guess + 1)} - {0, moves})
    others = [state for state in range(1, moves) if state not in around]
    some = _thinned(around, most - 2)
    return {0, moves, *some, *_thinned(others, most - 2 - len(some))}


def _thinned(states: Sequence[int], most: int) -> list[int]:
    """Return at most `most` of the states, evenly spaced.

    >>> _thinned(range(10), 4)
    [1, 3, 6, 8]
    """
    if len(states) <= most:
        return list(states)
    return [states[(2 * i + 1) * len(states) // (2 * most)] for i in range(max(most, 0))]


def _found(transcript: Transcript, wanted: set[int], games: int) -> Iterator[tuple[int, float]]:
    game = transcript.begin()
    for state, move in enumerate([*transcript.moves, None]):
        if game.status is not GameStatus.PLAYING:
            yield state, float(game.status is GameStatus.WON)
        elif game.finish.is_judged:
            yield state, 1.0  # whoever goes on with care wins
        elif state in wanted:
            yield state, _before(transcript, games) if state == 0 else win_chance(game.view, games)
        if move is not None:
            game.play(move)


def _before(transcript: Transcript, games: int) -> float:
    """Return the chance before the first move, when the mines may not have been laid yet."""
    setting = transcript.begin().setting
    if setting is None:
        return win_chance(transcript.begin().view, games)
    wins = play_games(setting.level, setting.start, AGENT, range(games), finish=Finish.CLEARING)
    return _share(wins)


def _share(records: Sequence[Record]) -> float:
    """Return the share of games won, with luck taken out."""
    rows = [(record.luck or 0.0, float(record.outcome is Outcome.WON)) for record in records]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    products = [[sum(row[i] * row[j] for row in rows) for j in (0, 1)] for i in (0, 1)]
    adjusted = adjust(len(rows), sums, products)
    share = sums[1] / len(rows) if adjusted is None else adjusted.value
    return min(max(share, 0.0), 1.0)


def _filled(found: dict[int, float]) -> Iterator[float]:
    """Yield a value for each state, interpolated between those that were found."""
    for (state, value), (later, then) in pairwise(found.items()):
        for step in range(later - state):
            yield value + (then - value) * step / (later - state)
    yield found[max(found)]
