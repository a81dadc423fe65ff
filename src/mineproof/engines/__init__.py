"""Engines: one method of reasoning per file, and the registry of them.

An engine turns constraints into deductions with proofs. `study` answers other questions about a
position; `parts` holds what several engines share and what only the kernel needs; `seeds` holds
slow engines for comparison.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Mapping

from mineproof.engines.base import Engine
from mineproof.engines.brute import Brute
from mineproof.engines.cascade import Cascade
from mineproof.engines.cutting_planes import CuttingPlanes
from mineproof.engines.dpll import Dpll
from mineproof.engines.exact import Exact
from mineproof.engines.resolution import Resolution
from mineproof.engines.sat import Sat
from mineproof.engines.seeds.classes import SeedClasses
from mineproof.engines.seeds.integers import SeedIntegers
from mineproof.engines.seeds.naive import Naive
from mineproof.engines.seeds.tuples import SeedTuples
from mineproof.engines.single import Single
from mineproof.engines.subset import Subset
from mineproof.errors import BadInput, UnknownName
from mineproof.plugins.source import Source, is_reference, load, registered
from mineproof.plugins.spec import Spec, Value, checked

_ALL: tuple[type[Engine], ...] = (
    Single,
    Subset,
    CuttingPlanes,
    Resolution,
    Dpll,
    Sat,
    Exact,
    Cascade,
    Brute,
)

ENGINES: dict[str, type[Engine]] = {engine.name: engine for engine in _ALL}
"""Every engine of ours by its name. Contract tests, lab and command line read this list."""

_SLOW: tuple[type[Engine], ...] = (SeedIntegers, SeedClasses, SeedTuples, Naive)

FOR_COMPARISON: dict[str, type[Engine]] = {engine.name: engine for engine in _SLOW}
"""Slow engines to compare ours with. They have names like ours, but no list offers them."""

BUILT_IN: dict[str, type[Engine]] = ENGINES | FOR_COMPARISON
"""Every engine that needs no plug-in."""

GROUP = "mineproof.engines"
"""The entry points by which installed packages register engines of their own."""


def engine_named(
    name: str, options: Mapping[str, Value] | None = None, sources: Collection[Source] = ()
) -> Engine:
    """Return a new engine of this name; raise UnknownName, or BadInput for a wrong option.

    A name is one of `BUILT_IN`, one that an installed package registers, or a plug-in such as
    `my_engine.py:Zeros`, whose code is in `sources` or looked for. It may have options; missing
    ones have their defaults. Names joined by + make a custom cascade.

    >>> engine_named("single+resolution(width=3)").name
    'single+resolution'
    >>> engine_named("resolution", {"depth": 3})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    mineproof.errors.BadInput: resolution has no option 'depth'; expected width, count_limit, ...
    """
    specs = parse_engine(name)
    if options and (len(specs) > 1 or specs[0].options):
        raise BadInput(
            f"options {', '.join(options)} for {name}; expected them for one engine alone"
        )
    for number, spec in enumerate(specs):
        if spec in specs[:number]:
            raise BadInput(f"{spec} twice in {name!r}; expected different engines")
    engines = [_engine(spec, options or {}, sources) for spec in specs]
    return engines[0] if len(engines) == 1 else Cascade(engines)


def engine_of(engine: str | Engine | type[Engine]) -> Engine:
    """Return an engine: by its name, of its class with the usual options, or itself."""
    if isinstance(engine, Engine):
        return engine
    if isinstance(engine, str):
        return BUILT_IN[engine]() if engine in BUILT_IN else engine_named(engine)
    return engine()


_JOINT = re.compile(r"\+(?![^(]*\))")  # a plus outside of parentheses


def parse_engine(name: str) -> list[Spec]:
    """Return the parts of an engine's name: more than one for a custom cascade."""
    return [Spec.parse(part) for part in _JOINT.split(name)]


def without_blanks(name: str) -> str:
    """Return an engine's name without blanks around its parts.

    >>> without_blanks(" single + resolution(width=3)")
    'single+resolution(width=3)'
    """
    return "+".join(part.strip() for part in _JOINT.split(name))


def _engine(spec: Spec, options: Mapping[str, Value], sources: Collection[Source]) -> Engine:
    kind = BUILT_IN.get(spec.name) or _plugin(spec.name, sources)
    given = checked(spec.name, kind, dict(spec.options) | dict(options), skip=())
    for option, value in given.items():
        if kind.name in BUILT_IN and isinstance(value, int) and value < 0:
            raise BadInput(f"{spec.name}'s option {option} is {value}; expected 0 or more")
    return kind(**given)


def _plugin(name: str, sources: Collection[Source]) -> type[Engine]:
    """Return somebody's engine, with a name of its own."""
    if not is_reference(name) and name not in registered(GROUP):
        known = ", ".join([*ENGINES, *registered(GROUP)])
        raise UnknownName(f"unknown engine {name!r}; expected {known}, FILE.py:NAME, or a + b + …")
    found = load(name, GROUP, sources)
    if not (isinstance(found, type) and issubclass(found, Engine)):
        raise BadInput(f"{name} is no engine; expected a class derived from Engine")
    if inspect.isabstract(found):
        raise BadInput(f"{name} lacks {', '.join(sorted(found.__abstractmethods__))}")
    if getattr(found, "name", "") in ("", *BUILT_IN):
        raise BadInput(f"{name} has no name of its own; expected name = {found.__name__.lower()!r}")
    return found
