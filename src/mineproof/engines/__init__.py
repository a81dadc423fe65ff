"""One method of reasoning per file, and the one list of them."""

from __future__ import annotations

from mineproof.engines.base import Engine
from mineproof.engines.brute import Brute
from mineproof.engines.cascade import Cascade
from mineproof.engines.exact import Exact
from mineproof.engines.resolution import Resolution
from mineproof.engines.sat import Sat
from mineproof.engines.single import Single
from mineproof.engines.subset import Subset
from mineproof.errors import UnknownName

_ALL: tuple[type[Engine], ...] = (Single, Subset, Resolution, Sat, Exact, Cascade, Brute)

ENGINES: dict[str, type[Engine]] = {engine.name: engine for engine in _ALL}
"""Every engine by its name. Contract tests, lab and command line read this list."""


def engine_named(name: str) -> Engine:
    """Return a new engine of this name, with its usual options; raise UnknownName.

    Names joined by + make a cascade of their own.

    >>> engine_named("single+subset").name
    'single+subset'
    """
    names = name.split("+")
    for part in names:
        if part not in ENGINES:
            raise UnknownName(f"unknown engine {part!r}; want {', '.join(ENGINES)}, or a + b + …")
    engines = [ENGINES[part]() for part in names]
    return engines[0] if len(engines) == 1 else Cascade(engines)
