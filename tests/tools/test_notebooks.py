"""The notebooks run, and show what is committed.

Their cells run here, one after another, and what each prints or ends with is compared, as pictures
and as text. One of them also runs in a real kernel, which takes longer to start than to run it.
"""

from __future__ import annotations

import ast
import contextlib
import io
from collections.abc import Iterator
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("matplotlib")
notebooks = pytest.importorskip("tools.notebooks")

NAMES = ("a_knowledge_base_agent", "from_hints_to_clauses", "odds_and_experiments")
FIGURE = "SVG"


def read(name: str) -> Any:
    return nbformat.read(notebooks.FOLDER / f"{name}.ipynb", as_version=4)


def shown(source: str, space: dict[str, Any]) -> list[str]:
    """Run a cell, and return what it prints and what it ends with."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "cell", "exec"), space)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
    return [each for each in (printed.getvalue(), drawn(value)) if each]


def drawn(value: Any) -> str:
    """Return a value as a notebook shows it; a figure is only named, since its fonts differ."""
    if value is None or type(value).__name__ == FIGURE:
        return "" if value is None else FIGURE
    form = getattr(value, "_repr_svg_", None) or getattr(value, "_repr_markdown_", None)
    return str(form()) if form else repr(value)


def committed(cell: Any) -> Iterator[str]:
    """Yield the outputs of a cell in the file."""
    for output in cell.outputs:
        if output.output_type == "stream":
            yield output.text
        else:
            (text,) = output.data.values()
            yield FIGURE if "matplotlib" in text else text


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_shows_what_is_committed(name: str) -> None:
    space: dict[str, Any] = {}
    for cell in read(name).cells:
        if cell.cell_type == "code":
            assert shown(cell.source, space) == list(committed(cell)), cell.source


def test_one_runs_in_a_kernel() -> None:
    notebook = read("from_hints_to_clauses")
    before = [list(committed(cell)) for cell in notebook.cells if cell.cell_type == "code"]
    again = notebooks.run(notebook)
    after = [list(committed(cell)) for cell in again.cells if cell.cell_type == "code"]
    assert before == after


def test_none_is_forgotten() -> None:
    there = {path.stem for path in notebooks.FOLDER.glob("*.ipynb")}
    assert there == set(NAMES)
    text = (notebooks.FOLDER / "README.md").read_text("utf-8")
    assert all(f"{name}.ipynb" in text for name in NAMES)
