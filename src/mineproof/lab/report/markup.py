"""Sheets and figures as LaTeX and HTML; as Markdown sheets are known by themselves.

LaTeX is made to be included: tables and figures with captions, everything else as comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
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


def latex_remarks(texts: Iterable[str]) -> str:
    """Return texts as comments, which LaTeX does not print."""
    return "\n".join(f"% {line}".rstrip() for text in texts for line in text.splitlines())


def latex_document(remarks: Iterable[str], parts: Iterable[str]) -> str:
    """Return parts as a file for LaTeX, below remarks and what it needs."""
    need = r"Needs \usepackage{booktabs} and \usepackage{graphicx}."
    return "\n\n".join([latex_remarks([*remarks, need]), *parts]) + "\n"


def figure_latex(file: str, caption: str) -> str:
    """Return a figure in LaTeX, as wide as a line."""
    lines = [
        r"\begin{figure}",
        r"\centering",
        rf"\includegraphics[width=\linewidth]{{{file}}}",
        rf"\caption{{{latex_text(caption)}}}",
        r"\end{figure}",
    ]
    return "\n".join(lines)


# A wide table is reduced to the width of a line; others keep their size.
_FITTED = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"


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
        _FITTED,
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        head,
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}}",
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
