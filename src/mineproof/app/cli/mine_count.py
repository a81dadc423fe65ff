"""The mine count of a position: as given, the usual one of its size, or a density in its place."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, replace

from mineproof.app.json.cells import Json
from mineproof.board.rules import usual_mines
from mineproof.board.view import View
from mineproof.counting.odds import Density
from mineproof.errors import BadInput

USUAL = "usual"
_EVEN = 0.5
"""The density at which every layout is equally likely."""

_WARNING = (
    "the mine count is not given, so every layout counts as equally likely, as if half of the cells"
    " were mines; for better risks use"
)


@dataclass(frozen=True, slots=True)
class MineCount:
    """What the command line says about the number of mines."""

    mines: int | None = None
    is_usual: bool = False
    density: Density | None = None

    @classmethod
    def of(cls, mines: str | None, density: float | None) -> MineCount:
        """Return what `--mines` and `--density` say; raise BadInput."""
        if mines is not None and density is not None:
            raise BadInput("--mines and --density cannot be combined")
        if mines == USUAL:
            return cls(is_usual=True)
        if mines is not None and not (mines.isascii() and mines.removeprefix("-").isdigit()):
            raise BadInput(
                f"Invalid value for '--mines': {mines[:40]!r}; expected a whole number, or {USUAL}"
            )
        count = None if mines is None else int(mines[:20])
        return cls(count, density=None if density is None else Density(density))

    def settle(self, view: View) -> View:
        """Return the view with its mine count; raise BadInput if that and a density are given."""
        if self.density is not None and view.mines is not None:
            raise BadInput(
                f"--density and a file with its own mine count, {view.mines}, cannot be combined"
            )
        if not self.is_usual or view.mines is not None:
            return view
        mines = usual_mines(view.grid)
        print(f"mineproof: {mines} mines, as usual on {view.grid}", file=sys.stderr)
        return replace(view, mines=mines)

    def warn(self, view: View) -> None:
        """Say on standard error what the risks rest on, if nothing was said about the mines."""
        if told := self._warning(view):
            print(f"mineproof: {told}", file=sys.stderr)

    def belief(self, view: View) -> Density | None:
        """Return the density to guess by; none is needed if the mine count is known."""
        return None if view.mines is not None else self.density or Density(_EVEN)

    def prior(self, view: View) -> Json:
        """Return the `prior` of the risks, which only a view without a mine count needs."""
        if view.mines is not None:
            return {}
        density = _EVEN if self.density is None else float(self.density.mines)
        return {"prior": {"density": density}}

    def json(self, view: View) -> Json:
        """Return the `prior` of the risks, and a `warning` if nobody has chosen it."""
        warning = self._warning(view)
        return self.prior(view) | ({"warning": warning} if warning else {})

    def _warning(self, view: View) -> str | None:
        if view.mines is not None or self.density is not None:
            return None
        with suppress(BadInput):
            return (
                f"{_WARNING} --mines N, --mines {USUAL} ({usual_mines(view.grid)}) or --density D"
            )
        return f"{_WARNING} --mines N or --density D"
