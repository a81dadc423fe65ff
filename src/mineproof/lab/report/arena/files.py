"""Arena files: tables and picture of an arena, or the picture alone, by the file's suffix."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

import polars as pl
from matplotlib.figure import Figure

from mineproof.errors import BadInput
from mineproof.lab.report.arena.figures import OVERALL, arena_table, fault_table
from mineproof.lab.report.arena.tables import CAPTION, arena_sheets, fault_lines
from mineproof.lab.report.markup import (
    figure_latex,
    latex_document,
    latex_text,
    sheet_html,
    sheet_latex,
)
from mineproof.lab.report.played import (
    PlayedExperiment,
    check_suffix,
    what_was_played,
    write_file,
)
from mineproof.lab.report.plots.speed import rates_by_speed
from mineproof.lab.report.plots.style import FIGURE_FORMATS, figure_bytes, svg
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
    def figure(self) -> Figure | None:
        """The picture, if there is something to show."""
        lines = [line for line in self.table.to_dicts() if _where(line) != OVERALL]
        return rates_by_speed(self.played.experiment, lines)

    @cached_property
    def picture(self) -> str | None:
        """The picture as SVG, if there is something to show."""
        return None if self.figure is None else svg(self.figure)


def check_format(to: Path) -> None:
    """Raise BadInput at once if no format has the suffix of this file."""
    check_suffix(to, _FORMATS)


def write_arena(to: Path, result: ArenaResult) -> None:
    """Write an arena in the format of the file's suffix; raise BadInput if it cannot be written.

    Markdown and LaTeX have the picture in a file beside them, SVG and PDF.
    """
    check_format(to)
    if to.suffix in _BESIDE and result.figure is not None:
        beside = _beside(to)
        write_file(beside, figure_bytes(result.figure, beside.suffix[1:]))
    write_file(to, _FORMATS[to.suffix](result, to))


# Not arena.pdf beside arena.tex: that is where LaTeX puts the page itself.
_BESIDE = {".md": ".svg", ".tex": "-picture.pdf"}


def _beside(to: Path) -> Path:
    return to.with_name(f"{to.stem}{_BESIDE[to.suffix]}")


def _where(line: Line) -> tuple[str, ...]:
    return tuple(line[name] for name in SETTING)


def _markdown(result: ArenaResult, to: Path) -> str:
    parts = [f"# {result.title}", what_was_played(result.played)]
    parts += [result.played.experiment.notes.strip(), CAPTION]
    for sheet in result.sheets:
        parts += [f"## {sheet.title}", sheet.markdown]
    if result.picture:
        parts += [f"![{PICTURE}]({_beside(to).name})", f"*{PICTURE}*"]
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


def _latex(result: ArenaResult, to: Path) -> str:
    parts = [sheet_latex(sheet) for sheet in result.sheets]
    if result.figure is not None:
        parts.append(figure_latex(_beside(to).name, PICTURE))
    parts += [latex_text(line) for line in fault_lines(result.faults)]
    return latex_document([result.title, what_was_played(result.played), CAPTION], parts)


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


def _picture(result: ArenaResult, to: Path) -> bytes:
    if result.figure is None:
        raise BadInput(f"nothing to draw in {str(to)!r}; expected a player whose games were timed")
    return figure_bytes(result.figure, to.suffix[1:])


_FORMATS: Mapping[str, Callable[[ArenaResult, Path], str | bytes]] = {
    ".md": _markdown,
    ".csv": _csv,
    ".json": _json,
    ".tex": _latex,
    ".html": _html,
    **{f".{form}": _picture for form in FIGURE_FORMATS},
}
