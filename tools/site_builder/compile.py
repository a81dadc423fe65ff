"""Run in Pyodide by compile.mjs: compiles the sources below /work, each in its place.

Docstrings of mineproof stay, for the page shows some of them. Times and paths of the machine that
builds stay out, so the same sources give the same files.
"""

import py_compile
from pathlib import Path

_OURS = "mineproof"


def compile_all(folder: Path) -> None:
    """Put each module's byte code in the place of its source."""
    for source in sorted(folder.rglob("*.py")):
        name = source.relative_to(folder).as_posix()
        is_ours = name.startswith(f"{_OURS}/")
        py_compile.compile(
            str(source),
            f"{source}c",
            dfile=name,
            doraise=True,
            optimize=0 if is_ours else 2,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        source.unlink()


for each in ("std", "modules"):
    if Path("/work", each).is_dir():
        compile_all(Path("/work", each))
