"""Target: what a fuzzer draws and what it checks; and the list of all targets."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from hypothesis.strategies import SearchStrategy

from mineproof.errors import UnknownName

Json: TypeAlias = Any
"""An input: what `json` can write and read back. Bytes go in as hexadecimal text."""

_FOLDER = Path(__file__).parent


def _nothing_smaller(value: Json) -> Iterable[Json]:  # noqa: ARG001 - the signature of `smaller`
    return ()


def _as_it_is() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class Target:
    """One fuzzer. Any exception that escapes from `check` is a finding, and so is a crash or hang.

    Inputs run in a child process, which notes each before it tries it.
    """

    inputs: SearchStrategy[Json] | Callable[[int], Json]
    """A strategy, or a function that makes an input from a seed where hypothesis is too slow."""

    check: Callable[[Json], object]
    """Tries one input."""

    smaller: Callable[[Json], Iterable[Json]] = _nothing_smaller
    """Smaller variants of an input, the smallest first. Strategies need none: hypothesis shrinks.

    After a crash or a hang, where hypothesis cannot, items of lists are dropped as well."""

    limit: float = 30
    """The most seconds that one input may take; longer is a hang."""

    environment: Callable[[], Mapping[str, str]] = _as_it_is
    """Called once before a run: environment variables for the child. It may build what is needed,
    and raises BadInput with one line if it cannot."""

    tally: Counter[str] = field(default_factory=Counter)
    """What `check` counts besides inputs, such as proofs; shown in the summary."""


def target_names() -> list[str]:
    """Return the name of every target, in order."""
    files = sorted(_FOLDER.glob("*.py"))
    return [f.stem for f in files if re.search(r"^TARGET\b", f.read_text("utf-8"), re.MULTILINE)]


def purpose(name: str) -> str:
    """Return the first line of a target's docstring, without importing it."""
    tree = ast.parse((_FOLDER / f"{name}.py").read_text("utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def target_named(name: str) -> Target:
    """Return a target; raise UnknownName if there is none. A dotted name is that of a module."""
    if "." not in name and name not in target_names():
        raise UnknownName(f"unknown target {name!r}; expected {', '.join(target_names())}")
    target = import_module(name if "." in name else f"fuzz.{name}").TARGET
    assert isinstance(target, Target)
    return target
