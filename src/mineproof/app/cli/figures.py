"""`mineproof figures`: 3BV, openings, islands and ZiNi of a board; speed and luck of a game."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from mineproof.app.json.cells import Json
from mineproof.app.text.words import size_words
from mineproof.board.formats.values import Replay, Value, as_layout
from mineproof.board.layout import Layout
from mineproof.board.metrics.effort import Effort, effort, islands
from mineproof.board.metrics.zini import eight_way_zini, human_zini, zini
from mineproof.coach.performance import Performance, performance


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a board and, for a game with moves, of its play."""

    layout: Layout
    effort: Effort
    islands: int
    zini: int
    human_zini: int
    eight_way_zini: int
    played: Performance | None = None


def figures(value: Value) -> Figures:
    """Return the figures of a board, or of a game; raise BadInput if its mines are not known."""
    layout, played = as_layout(value), None
    if isinstance(value, Replay) and value.transcript.moves:
        played = performance(value)
    return Figures(
        layout,
        effort(layout),
        islands(layout),
        len(zini(layout)),
        len(human_zini(layout)),
        len(eight_way_zini(layout)),
        played,
    )


def show_figures(console: Console, name: str, found: Figures) -> None:
    """Print the figures of a board."""
    grid, (bbbv, openings) = found.layout.grid, found.effort
    size = size_words(grid, len(found.layout.mines))
    console.print(Text(name, "bold").append(f"  {size}", "not bold"))
    console.print(f"3BV {bbbv}, openings {openings}, islands {found.islands}")
    ways = f"8-way ZiNi {found.eight_way_zini}, human ZiNi {found.human_zini}"
    console.print(f"clicks to clear it: ZiNi {found.zini}, {ways}")
    if found.played is not None:
        console.print(_played(found.played))


def _played(played: Performance) -> str:
    time = "" if played.seconds is None else f" in {played.seconds:.3f} s"
    parts = [f"{played.status.value}{time}: 3BV {played.bbbv} in {played.clicks} clicks"]
    if played.speed is not None:
        parts.append(f"3BV/s {played.speed:.2f}")
    if played.efficiency is not None:
        parts.append(f"efficiency {played.efficiency:.0%}")
    return ", ".join([*parts, f"luck {played.luck:+.2f}"])


def figures_json(name: str, found: Figures) -> Json:
    """Return the figures of a board."""
    played = found.played
    return {
        "board": name,
        "rows": found.layout.grid.rows,
        "cols": found.layout.grid.cols,
        "mines": len(found.layout.mines),
        "bbbv": found.effort.bbbv,
        "openings": found.effort.openings,
        "islands": found.islands,
        "zini": found.zini,
        "human_zini": found.human_zini,
        "eight_way_zini": found.eight_way_zini,
        "played": None if played is None else _played_json(played),
    }


def _played_json(played: Performance) -> Json:
    return {
        "status": played.status.value,
        "bbbv": played.bbbv,
        "clicks": played.clicks,
        "time": played.seconds,
        "bbbv_per_second": played.speed,
        "efficiency": played.efficiency,
        "luck": played.luck,
    }
