"""The import graph stays shallow.

Lazy imports and those for typing count as well: each is a file that a reader may have to open.
"""

from __future__ import annotations

from functools import cache

import grimp

LONGEST_CHAIN = 22
"""How many modules may hang below each other; it was 32 before the rooms were moved."""

GRAPH = grimp.build_graph("mineproof")
ROOT = "mineproof"  # what seems to import it imports the compiled kernel


@cache
def chain(module: str) -> tuple[str, ...]:
    """Return the longest chain of imports that begins with `module`."""
    below = GRAPH.find_modules_directly_imported_by(module) - {ROOT}
    return (module, *max(map(chain, below), key=lambda each: (len(each), each), default=()))


def test_no_chain_of_imports_is_long() -> None:
    longest = max(map(chain, GRAPH.modules), key=len)
    assert len(longest) <= LONGEST_CHAIN, " > ".join(longest)
