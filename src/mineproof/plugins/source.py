"""Source: the code of a plug-in, found in a file, a module or an installed package, and loaded.

    my_player.py:Careful     a file, by its path
    my_package.players:Fast  a module that can be imported
    fast                     a name that an installed package registers as an entry point

A source keeps the text of a file, so that it can be loaded where the file is not, or not any more.
"""

from __future__ import annotations

import hashlib
import importlib
import linecache
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint, entry_points
from importlib.util import decode_source, find_spec
from pathlib import Path
from types import ModuleType

from mineproof.errors import BadInput, UnknownName
from mineproof.plugins.alarm import limited

LOADING_SECONDS = 60.0
"""How long somebody's code may take until it can play."""

_FILE = ".py"


@dataclass(frozen=True, slots=True)
class Source:
    """Code by its place, as it was given, and its digest. `text` is set for a file.

    Two sources are equal if their places and digests are.
    """

    place: str
    digest: str
    text: str = field(default="", repr=False, compare=False)
    folder: str = field(default="", repr=False, compare=False)


def is_reference(name: str) -> bool:
    """Tell whether a name says where its code is.

    >>> is_reference("my_player.py:Careful"), is_reference("safest")
    (True, False)
    """
    place, colon, member = name.rpartition(":")
    return bool(colon) and member.isidentifier() and bool(place)


def is_ours(source: Source) -> bool:
    """Tell whether the code is part of this package."""
    return source.place.partition(".")[0] == __name__.partition(".")[0] and not source.text


def registered(group: str) -> dict[str, EntryPoint]:
    """Return what installed packages register in a group of entry points, by name."""
    return {each.name: each for each in _entry_points(group)}


@cache
def _entry_points(group: str) -> tuple[EntryPoint, ...]:
    return tuple(sorted(entry_points(group=group)))


def find(name: str, group: str, folder: Path | None = None) -> Source:
    """Return the present source of a name; raise BadInput if there is no such code.

    A path is relative to `folder`, by default the current one.
    """
    place = _reference(name, group).rpartition(":")[0]
    if place.endswith(_FILE):
        return find_file(place, folder)
    return Source(place, _digest(_module_bytes(place)))


def find_file(place: str, folder: Path | None = None) -> Source:
    """Return the source in a file; raise BadInput if it cannot be read."""
    path = (folder or Path()) / Path(place).expanduser()
    try:
        content = path.read_bytes()
        text = decode_source(content)
    except (OSError, ValueError, SyntaxError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"cannot read {str(path)!r}: {reason}") from None
    return Source(place, _digest(content), text, str(path.resolve().parent))


def load(name: str, group: str, sources: Collection[Source] = ()) -> object:
    """Return what a name stands for; raise BadInput if it cannot be loaded.

    The code is that of `sources`, if they hold it; a module must then have the same digest.
    """
    place, _, member = _reference(name, group).rpartition(":")
    source = next((each for each in sources if each.place == place), None)
    source = source or find(name, group)
    module = load_file(source) if place.endswith(_FILE) else _import(source)
    try:
        return getattr(module, member)
    except AttributeError:
        raise UnknownName(f"{place} has no {member!r}; expected {_offer(module)}") from None


def load_file(source: Source) -> ModuleType:
    """Return the module of a file's source, once for each source in a process."""
    name = f"mineproof_plugin_{source.digest[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(Path(source.folder, Path(source.place).name))
    _prepare(source, module.__file__)
    sys.modules[name] = module
    try:
        with loading(source.place):
            exec(compile(source.text, module.__file__, "exec"), module.__dict__)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _prepare(source: Source, file: str) -> None:
    """Let the code import its neighbours, after everything else, and tracebacks show its lines."""
    if source.folder not in sys.path:
        sys.path.append(source.folder)
    lines = source.text.splitlines(keepends=True)
    linecache.cache[file] = (len(source.text), None, lines, file)


@contextmanager
def loading(what: str) -> Iterator[None]:
    """Run somebody's code; raise BadInput for what goes wrong, or takes longer than a minute.

    It cannot be interrupted outside of the main thread.
    """
    try:
        with limited(LOADING_SECONDS, lambda limit: BadInput(_too_long(what, limit))):
            yield
    except BadInput:
        raise
    except (Exception, SystemExit) as error:
        raise BadInput(f"cannot load {what!r}: {told(error)}") from None


def _too_long(what: str, seconds: float) -> str:
    return f"cannot load {what!r}: not done after {seconds:g} seconds"


def told(error: BaseException) -> str:
    """Return an error in one line, with the place where it was raised.

    >>> try:
    ...     int("x")
    ... except ValueError as error:
    ...     print(told(error))
    ValueError: invalid literal for int() with base 10: 'x' (<doctest mineproof.plugins.source.told[0]>, line 2)
    """  # noqa: E501
    words = " ".join(f"{type(error).__name__}: {error}".removesuffix(": ").split())
    if isinstance(error, SyntaxError):
        return words
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    if trace is None:
        return words
    return f"{words} ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"


def _reference(name: str, group: str) -> str:
    """Return `place:member` for a reference or a registered name."""
    if is_reference(name):
        return name
    found = registered(group).get(name)
    if found is None:
        raise UnknownName(f"nothing is registered as {name!r}; expected FILE.py:NAME")
    return f"{found.module}:{found.attr}"


def _module_bytes(place: str) -> bytes:
    found = _find_module(place)
    if found is None and (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)  # a command does not look into the current folder by itself
        found = _find_module(place)
    if found is None:
        raise UnknownName(f"no module {place!r}; expected one that can be imported, or FILE.py")
    return Path(found.origin).read_bytes() if found.has_location and found.origin else b""


def _find_module(place: str) -> ModuleSpec | None:
    if not all(part.isidentifier() for part in place.split(".")):
        return None
    with loading(place):  # which runs the code of the packages that it is in
        try:
            return find_spec(place)
        except ModuleNotFoundError as error:
            if f"{place}.".startswith(f"{error.name}."):
                return None
            raise


def _import(source: Source) -> ModuleType:
    if source.digest != _digest(_module_bytes(source.place)):
        raise BadInput(f"module {source.place} has changed; expected digest {source.digest[:12]}")
    with loading(source.place):
        return importlib.import_module(source.place)


def _offer(module: ModuleType) -> str:
    """Return the classes and functions that a module defines."""
    names = [
        name
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
    ]
    return ", ".join(names) or "a class or a function"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
