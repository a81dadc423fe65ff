"""The tables of an arena as sheets: one for each setting, and one for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from mineproof.lab.report.arena.figures import ADJUSTED, DIFFERENCE, OVERALL
from mineproof.lab.report.numerals import points_error, rate_text, significant
from mineproof.lab.report.plots.series import Kind
from mineproof.lab.report.results import SETTING, Line
from mineproof.lab.report.sheets import NOTHING, Sheet, rate_column, sheet_of

_MOST_REASONS = 3

CAPTION = """\
Rates are followed by their Wilson 95 % interval. A difference is in percentage points, win rate
minus that of the reference on the same boards, ± one standard error. `luck taken out` is the same
at zero luck: what guesses won or lost by chance is removed. `games to tell apart` is how many
paired games would show such a difference, at 95 %, four times out of five. Speed is per CPU second
of one core. `without a guess` is the share of games won with certain moves only. A fault, such as
an illegal move or a move that takes too long, loses its game."""


def arena_sheets(table: pl.DataFrame, reference: str) -> list[Sheet]:
    """Return the figures of `arena_table` in words, setting by setting, those overall last."""
    parts = table.partition_by(SETTING, maintain_order=True)
    return [_sheet(part, reference) for part in parts]


def _sheet(part: pl.DataFrame, reference: str) -> Sheet:
    lines = part.to_dicts()
    where = tuple(lines[0][name] for name in SETTING)
    title = "All settings together" if where == OVERALL else str(Kind(*where))
    name = "-".join(filter(None, where))
    return sheet_of(name, title, part, lines, _columns(reference))


def _columns(reference: str) -> Sequence[tuple[str, Callable[[Line], str]]]:
    return (
        ("player", lambda line: line["entrant"]),
        ("games", lambda line: f"{line['games']:,}"),
        ("won", rate_column("won")),
        ("won, luck taken out", rate_column("adjusted")),
        ("difference", _difference(DIFFERENCE, reference)),
        ("difference, luck taken out", _difference(ADJUSTED, reference)),
        ("games to tell apart", _games_to_tell),
        ("games per CPU second", _speed),
        ("without a guess", lambda line: rate_text(line["unguessed_rate"])),
        ("faults", lambda line: NOTHING if line["faults"] is None else f"{line['faults']:,}"),
    )


def _difference(name: str, reference: str) -> Callable[[Line], str]:
    def text(line: Line) -> str:
        if line["entrant"] == reference and name == DIFFERENCE:
            return "reference"
        return NOTHING if line[name] is None else points_error(line[name], line[f"{name}_error"])

    return text


def _games_to_tell(line: Line) -> str:
    games = line["games_to_tell"]
    return NOTHING if games is None else significant(games, 2)


def _speed(line: Line) -> str:
    return NOTHING if line["speed"] is None else significant(line["speed"])


def fault_lines(faults: pl.DataFrame) -> list[str]:
    """Return a sentence about the faults of each player, with the most frequent reasons."""
    return [
        _faults(part.to_dicts()) for part in faults.partition_by("entrant", maintain_order=True)
    ]


def _faults(lines: Sequence[Line]) -> str:
    said = [f"{line['fault']} ({line['games']:,})" for line in lines[:_MOST_REASONS]]
    others = sum(line["games"] for line in lines[_MOST_REASONS:])
    reasons = said + ([f"others ({others:,})"] if others else [])
    return f"Faults of {lines[0]['entrant']}: {'; '.join(reasons)}."
