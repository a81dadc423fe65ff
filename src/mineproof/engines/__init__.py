"""Engines: one method of reasoning per file, and the registry of them.

An engine turns constraints into deductions with proofs. `study` answers other questions about a
position; `parts` holds what several engines share and what only the kernel needs.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from mineproof.engines.base import Engine
from mineproof.engines.brute import Brute
from mineproof.engines.cascade import Cascade
from mineproof.engines.exact import Exact
from mineproof.engines.resolution import Resolution
from mineproof.engines.sat import Sat
from mineproof.engines.single import Single
from mineproof.engines.subset import Subset
from mineproof.errors import BadInput, UnknownName

_ALL: tuple[type[Engine], ...] = (Single, Subset, Resolution, Sat, Exact, Cascade, Brute)

ENGINES: dict[str, type[Engine]] = {engine.name: engine for engine in _ALL}
"""Every engine by its name. Contract tests, lab and command line read this list."""


def engine_named(name: str, options: Mapping[str, int | None] | None = None) -> Engine:
    """Return a new engine of this name; raise UnknownName, or BadInput for a wrong option.

    Missing options have their defaults. Names joined by + make a custom cascade.

    >>> engine_named("single+subset").name
    'single+subset'
    >>> engine_named("resolution", {"depth": 3})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    mineproof.errors.BadInput: resolution has no option 'depth'; expected width, count_limit, ...
    """
    names = name.split("+")
    for part in names:
        if part not in ENGINES:
            raise UnknownName(
                f"unknown engine {part!r}; expected {', '.join(ENGINES)}, or a + b + …"
            )
    if len(names) == 1:
        return ENGINES[name](**_checked(name, options or {}))
    if options:
        raise BadInput(
            f"options {', '.join(options)} for {name}; expected them for one engine alone"
        )
    return Cascade([ENGINES[part]() for part in names])


def _checked(name: str, options: Mapping[str, int | None]) -> Mapping[str, int | None]:
    """Return the options; raise BadInput for an unknown one or a bad value."""
    signature = inspect.signature(ENGINES[name].__init__).parameters.values()
    kinds = {each.name: each.annotation for each in signature if each.annotation in _NUMBERS}
    for option, value in options.items():
        if option not in kinds:
            wish = ", ".join(kinds) or "none"
            raise BadInput(f"{name} has no option {option!r}; expected {wish}")
        is_open = value is None and kinds[option] != "int"
        if not is_open and (value is None or value < 0):
            raise BadInput(f"{name}'s option {option} is {value}; expected a number, 0 or more")
    return options


_NUMBERS = ("int", "int | None")  # the annotations of numeric options
