"""Notebooks run again: each in a fresh kernel, with its outputs written back, as small as can be.

`python -m tools.notebooks [NAME ...]` runs those in examples/notebooks, all or some.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
_SECONDS = 600
_RICH = ("image/svg+xml", "text/markdown")


def main(names: list[str]) -> None:
    """Run notebooks, and write them with their outputs."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        if not names or path.stem in names:
            nbformat.write(run(nbformat.read(path, as_version=4)), path)
            print(path.name)


def run(notebook: Any) -> Any:
    """Run a notebook in place and return it; raise CellExecutionError if a cell fails."""
    local = Config({"ConnectionFileMixin": {"transport": "ipc"}})  # no port is opened
    NotebookClient(
        notebook, config=local, kernel_name="python3", timeout=_SECONDS, coalesce_streams=True
    ).execute()
    for number, cell in enumerate(notebook.cells, 1):
        cell.metadata.pop("execution", None)  # times
        cell.id = f"cell-{number}"
        for output in cell.get("outputs", ()):
            _keep_best(output)
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def _keep_best(output: Any) -> None:
    """Keep the picture of a result, and of several forms of it only one."""
    data = output.get("data", {})
    for kind in _RICH:
        if kind in data:
            output["data"] = {kind: data[kind]}
            return


if __name__ == "__main__":
    main(sys.argv[1:])
