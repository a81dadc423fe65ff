"""analyse: what is certain in a position, for one view or many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import nan
from typing import Any

from mineproof.board.arrays import board_array
from mineproof.board.grid import Cell, CellLike
from mineproof.board.view import MOST_SHOWN, View, in_html
from mineproof.counting.odds import Density
from mineproof.engines import engine_of
from mineproof.engines.base import Engine
from mineproof.engines.exact import with_prior
from mineproof.engines.inference import Deduction, Inference, Status
from mineproof.errors import Contradiction, LimitReached
from mineproof.play.bulk import checked_threads


class Analysis(Inference):
    """What an engine concludes from one view.

    Cells are numbers; `view.names(found.safe)` names them.
    """

    def __init__(self, view: View, inference: Inference) -> None:
        self.view = view
        self.odds = inference.odds
        self._inference = inference

    @property
    def safe(self) -> tuple[Cell, ...]:
        """The cells that are certainly safe, in order."""
        return self._inference.safe

    @property
    def mines(self) -> tuple[Cell, ...]:
        """The cells that are certainly mines, in order."""
        return self._inference.mines

    @property
    def deductions(self) -> tuple[Deduction, ...]:
        """The certain cells with their proofs, in the order in which they were found."""
        return self._inference.deductions

    @property
    def status(self) -> Status:
        """Why the engine has stopped."""
        return self._inference.status

    @property
    def counters(self) -> Mapping[str, int]:
        """The engine's own figures."""
        return self._inference.counters

    def risk(self, cell: CellLike) -> float | None:
        """Return the chance that `cell` is a mine; None if it is open or the engine knows none."""
        return self.risks.get(self.view.grid.cell(cell))

    def risk_array(self) -> Any:
        """Return the risks as a numpy array, one row per row of the board.

        It has NaN for open cells, and everywhere if the engine knows no risks. Raises BadInput
        without numpy.
        """
        grid = self.view.grid
        risks = [nan] * grid.size if self.odds is None else self.odds.risk_list(grid.size)
        return board_array(risks, "float64", grid.rows)

    def chain(self, cell: CellLike) -> tuple[Deduction, ...]:
        """Return the deductions that settle `cell`, in order, it last; none if none does."""
        return super().chain(self.view.grid.cell(cell))

    def to_json(self) -> dict[str, object]:
        """Return this as `mineproof solve --json` prints it."""
        from mineproof.app.json.values import analysis_json

        return analysis_json(self._inference, self.view.grid)

    def svg(self) -> str:
        """Draw the view as SVG, with what is certain and the risks; see `View.svg`."""
        from mineproof.app.text.drawings import said_of

        return self.view.svg(**said_of(self._inference))

    def png(self, *, scale: float = 2) -> bytes:
        """Draw the same as PNG; see `View.png`."""
        from mineproof.app.text.drawings import said_of

        return self.view.png(**said_of(self._inference), scale=scale)

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.view.grid.size <= MOST_SHOWN else None

    def _repr_html_(self) -> str | None:
        return in_html(self._repr_svg_())

    def __repr__(self) -> str:
        names = self.view.names
        return f"Analysis(safe={names(self.safe)}, mines={names(self.mines)})"


def analyse(
    view: View,
    engine: str | Engine | type[Engine] = "cascade",
    *,
    density: float | Fraction | None = None,
) -> Analysis:
    """Return what is certain in a position, with proofs; and the risks, if the engine knows them.

    An engine is given by name (`my.py:Careful` for your own), by class, or as an object. Raises
    Contradiction, with the clashing clues by name, when no layout fits what the view shows.

    Without a mine count the risks take every layout as equally likely, as if half of the cells were
    mines. A `density`, the share of mines that you expect, makes them better; with a mine count it
    changes nothing. Raises BadInput unless it is more than 0 and less than 1.

    >>> view = View.from_picture("##1# ####", mines=3)
    >>> found = analyse(view)
    >>> found.mines, view.names(found.mines), found.layouts, found.risk("b1")
    ((0, 4), ['a1', 'a2'], 5, 0.2)
    """
    prior = None if density is None else Density(density)
    return Analysis(view, with_prior(engine_of(engine).look(view), view, prior))


_AT_ONCE = 1000


def analyse_many(
    views: Iterable[View],
    engine: str | Engine | type[Engine] = "cascade",
    *,
    threads: int | None = None,
) -> Iterator[Analysis | Contradiction | LimitReached]:
    """Yield the analysis of each view, in order; one result for each view.

    A list or tuple of views is counted on all cores, or on as many as `threads` says. Views of any
    other iterable are taken and answered one at a time, so an endless stream works. A view that
    cannot be analysed does not end the batch: the Contradiction or LimitReached is yielded in its
    place.

    >>> pictures = ["### 121", "#0#", "1#"]
    >>> for found in analyse_many(map(View.from_picture, pictures)):
    ...     print(found)
    Analysis(safe=['b1'], mines=['a1', 'c1'])
    Analysis(safe=['a1', 'c1'], mines=[])
    Analysis(safe=[], mines=['b1'])
    """
    method, threads = engine_of(engine), checked_threads(threads)
    for batch in _batches(views):
        for view, found in zip(batch, method.look_at_all(batch, threads), strict=True):
            yield Analysis(view, found) if isinstance(found, Inference) else found


def _batches(views: Iterable[View]) -> Iterator[Sequence[View]]:
    if not isinstance(views, Sequence):
        return ((view,) for view in views)
    return (views[start : start + _AT_ONCE] for start in range(0, len(views), _AT_ONCE))
