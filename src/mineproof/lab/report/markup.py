"""Sheets as LaTeX and HTML; as Markdown they are known by themselves."""

from __future__ import annotations

import re
from html import escape

from mineproof.lab.report.sheets import Sheet

_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "±": r"$\pm$",
    "µ": r"$\mu$",
    **{letter: f"\\{letter}" for letter in "#$%&_{}"},
}


def latex_text(text: str) -> str:
    """Return a text as LaTeX prints it, whatever it holds.

    >>> print(latex_text("50 % of a_b ± 1"))
    50 \\% of a\\_b $\\pm$ 1
    """
    escaped = re.sub(r".", lambda found: _TEX.get(found[0], found[0]), text)
    return re.sub(r"(?<!\S)-(?=\d)", "$-$", escaped)  # a minus, not a hyphen


def sheet_latex(sheet: Sheet) -> str:
    """Return a sheet as a LaTeX table, in the style of booktabs, with its title as caption."""
    head, *body = [
        " & ".join(map(latex_text, row)) + r" \\" for row in (sheet.headings, *sheet.lines)
    ]
    columns = "l" + "r" * (len(sheet.headings) - 1)
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{latex_text(sheet.title)}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        head,
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines)


def sheet_html(sheet: Sheet) -> str:
    """Return a sheet as an HTML table, with its title as caption."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in sheet.headings)
    rows = "\n".join(f"<tr>{_html_cells(line)}</tr>" for line in sheet.lines)
    caption = f"<caption>{escape(sheet.title)}</caption>"
    return (
        f"<table>\n{caption}\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
    )


def _html_cells(line: tuple[str, ...]) -> str:
    first, *others = map(escape, line)
    return f'<th scope="row">{first}</th>' + "".join(f"<td>{text}</td>" for text in others)
