"""Arena files: the tables and the picture of an arena in five formats, by the file's suffix."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

import polars as pl

from mineproof.errors import BadInput
from mineproof.lab.report.arena.figures import OVERALL, arena_table, fault_table
from mineproof.lab.report.arena.tables import CAPTION, arena_sheets, fault_lines
from mineproof.lab.report.markup import latex_text, sheet_html, sheet_latex
from mineproof.lab.report.played import PlayedExperiment, what_was_played, write_text
from mineproof.lab.report.plots.speed import rates_by_speed
from mineproof.lab.report.plots.style import svg
from mineproof.lab.report.results import SETTING, Line
from mineproof.lab.report.sheets import Sheet
from mineproof.version import __version__

PICTURE = "Games won against games per CPU second. Bars are 95 % intervals."


@dataclass(frozen=True)
class ArenaResult:
    """A played arena; the other players are compared with `reference`."""

    played: PlayedExperiment
    reference: str

    @cached_property
    def table(self) -> pl.DataFrame:
        """The figures of each player."""
        return arena_table(self.played.rows, self.reference)

    @cached_property
    def faults(self) -> pl.DataFrame:
        """What players did wrong."""
        return fault_table(self.played.rows)

    @property
    def title(self) -> str:
        """What the arena is about."""
        return self.played.experiment.about or self.played.experiment.name

    @property
    def sheets(self) -> list[Sheet]:
        """A table for each setting, and one for all of them."""
        return arena_sheets(self.table, self.reference)

    @cached_property
    def picture(self) -> str | None:
        """The picture as SVG, if there is something to show."""
        lines = [line for line in self.table.to_dicts() if _where(line) != OVERALL]
        figure = rates_by_speed(self.played.experiment, lines)
        return None if figure is None else svg(figure)


def check_format(to: Path) -> None:
    """Raise BadInput at once if no format has the suffix of this file."""
    if to.suffix not in _FORMATS:
        *others, last = _FORMATS
        raise BadInput(f"{str(to)!r}; expected a name with {', '.join(others)} or {last}")


def write_arena(to: Path, result: ArenaResult) -> None:
    """Write an arena in the format of the file's suffix; raise BadInput if it cannot be written.

    Markdown has its picture in an SVG file beside it.
    """
    check_format(to)
    if to.suffix == ".md" and (picture := result.picture):
        write_text(to.with_suffix(".svg"), picture)
    write_text(to, _FORMATS[to.suffix](result, to))


def _where(line: Line) -> tuple[str, ...]:
    return tuple(line[name] for name in SETTING)


def _markdown(result: ArenaResult, to: Path) -> str:
    parts = [f"# {result.title}", what_was_played(result.played)]
    parts += [result.played.experiment.notes.strip(), CAPTION]
    for sheet in result.sheets:
        parts += [f"## {sheet.title}", sheet.markdown]
    if result.picture:
        parts += [f"![{PICTURE}]({to.with_suffix('.svg').name})", f"*{PICTURE}*"]
    return "\n\n".join(filter(None, [*parts, *fault_lines(result.faults)])) + "\n"


def _csv(result: ArenaResult, _: Path) -> str:
    return result.table.write_csv(float_precision=6)


def _json(result: ArenaResult, _: Path) -> str:
    experiment = result.played.experiment
    said = {
        "name": experiment.name,
        "about": experiment.about,
        "experiment": experiment.id,
        "version": __version__,
        "command": result.played.command,
        "facts": list(result.played.facts),
        "reference": result.reference,
        "players": result.table.to_dicts(),
        "faults": result.faults.to_dicts(),
    }
    return json.dumps(said, indent=1) + "\n"


def _latex(result: ArenaResult, _: Path) -> str:
    said = [result.title, what_was_played(result.played), *CAPTION.split("\n")]
    remarks = [f"% {line}" for text in said for line in text.splitlines()]
    faults = [latex_text(line) for line in fault_lines(result.faults)]
    need = "% Needs \\usepackage{booktabs}."
    tables = [sheet_latex(sheet) for sheet in result.sheets]
    return "\n\n".join(["\n".join([*remarks, need]), *tables, *faults]) + "\n"


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: auto; padding: 1rem; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }}
caption {{ text-align: left; font-weight: bold; padding: 0.3rem 0; }}
th, td {{ padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; border-bottom: 1px solid #8886; }}
figure {{ margin: 1rem 0; }}
figure svg {{ max-width: 100%; height: auto; background: white; }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def _html(result: ArenaResult, _: Path) -> str:
    said = [what_was_played(result.played), CAPTION.replace("`", "")]
    parts = [f"<p>{escape(text.replace('`', ''))}</p>" for text in said]
    parts += [f'<div class="wide">\n{sheet_html(sheet)}\n</div>' for sheet in result.sheets]
    if picture := result.picture:
        drawing = picture[picture.index("<svg") :]  # a page has no XML declaration inside
        parts.append(f"<figure>\n{drawing}<figcaption>{PICTURE}</figcaption>\n</figure>")
    parts += [f"<p>{escape(line)}</p>" for line in fault_lines(result.faults)]
    return _PAGE.format(title=escape(result.title), body="\n".join(parts))


_FORMATS: Mapping[str, Callable[[ArenaResult, Path], str]] = {
    ".md": _markdown,
    ".csv": _csv,
    ".json": _json,
    ".tex": _latex,
    ".html": _html,
}
