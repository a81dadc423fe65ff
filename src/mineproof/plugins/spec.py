"""Spec: a name with options, such as `resolution(width=3)` or `my_player.py:Careful(limit=0.2)`."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, get_args, get_type_hints

from mineproof.errors import BadInput

Value: TypeAlias = int | float | bool | str | None
"""The value of an option; None is written `any`."""

Option: TypeAlias = tuple[str, Value]

_WITH_ARGUMENT = re.compile(r"([\w-]+)(?:\(([^()]*)\))?:(.+)", re.DOTALL)
_PLAIN = re.compile(r"([^()]+)(?:\(([^()]*)\))?", re.DOTALL)
_OPTION = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s,'\"=()]+)\s*(?:,|$)")
_BARE = re.compile(r"[^\s,'\"=()]+")
_WORDS: Mapping[str, Value] = {"any": None, "None": None, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Spec:
    """A name, its options, and the argument after the colon of names that take one.

    >>> Spec.parse("resolution(width=3, seed_clauses=any)").options
    (('width', 3), ('seed_clauses', None))
    >>> Spec.parse("exec(seconds=2):node my.js --fast", {"exec"}.__contains__).argument
    'node my.js --fast'
    >>> str(Spec.parse(" my.py:Careful( limit = 0.2 ) "))
    'my.py:Careful(limit=0.2)'
    """

    name: str
    options: tuple[Option, ...] = ()
    argument: str = ""

    @classmethod
    def parse(cls, text: str, takes_argument: Callable[[str], bool] = lambda _: False) -> Spec:
        """Return the spec that a text holds; raise BadInput if it holds none."""
        found = _WITH_ARGUMENT.fullmatch(text.strip())
        if found and takes_argument(found[1]):
            return cls(found[1], _options(found[2] or "", text), found[3].strip())
        found = _PLAIN.fullmatch(text.strip())
        if not found:
            raise BadInput(f"{text!r} as a name; expected NAME or NAME(option=value, ...)")
        return cls(found[1].strip(), _options(found[2] or "", text))

    def __str__(self) -> str:
        options = ", ".join(f"{name}={_written(value)}" for name, value in self.options)
        return (
            self.name
            + (f"({options})" if options else "")
            + (f":{self.argument}" if self.argument else "")
        )


def _options(text: str, whole: str) -> tuple[Option, ...]:
    found: dict[str, Value] = {}
    place = 0
    while text[place:].strip():
        match = _OPTION.match(text, place)
        if not match:
            raise BadInput(f"{text[place:].strip()!r} in {whole!r}; expected option=value")
        if match[1] in found:
            raise BadInput(f"option {match[1]} twice in {whole!r}; expected it once")
        found[match[1]] = _value(match[2])
        place = match.end()
    return tuple(found.items())


def _value(text: str) -> Value:
    """Return a value: a number, a quoted text, `any`, `true`, `false`, or a bare word as a text."""
    if text in _WORDS:
        return _WORDS[text]
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
    return value if isinstance(value, int | float | str) else text


def _written(value: Value) -> str:
    """Return a value as `_value` reads it."""
    if value is None or isinstance(value, bool):
        return "any" if value is None else str(value).lower()
    is_bare = isinstance(value, str) and _BARE.fullmatch(value) and _value(value) == value
    return str(value) if is_bare else repr(value)


# Options against a signature


def checked(
    who: str, call: Callable[..., object], options: Mapping[str, Value], *, skip: Collection[str]
) -> dict[str, Value]:
    """Return options that a class or function takes; raise BadInput for any other, or a bad value.

    `skip` names parameters that are no options. With `**options` it takes any.
    """
    if not options:  # the usual case, and to look at a signature takes 100 µs
        return {}
    kinds = _kinds(call, skip)
    if _takes_any(call):
        kinds = dict.fromkeys(options, ()) | kinds
    for name, value in options.items():
        if name not in kinds:
            raise BadInput(f"{who} has no option {name!r}; expected {', '.join(kinds) or 'none'}")
        _check(who, name, value, kinds[name])
    return dict(options)


def _kinds(call: Callable[..., object], skip: Collection[str]) -> dict[str, tuple[type, ...]]:
    """Return the types that each option of a signature may have; none where any will do.

    A parameter that is annotated with anything else than such a type is no option.
    """
    parameters = inspect.signature(call).parameters.values()
    try:
        hints = get_type_hints(getattr(call, "__init__", call) if isinstance(call, type) else call)
    except Exception:  # an annotation may name what is not there at run time
        hints = {}
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    found = {
        each.name: _types(hints[each.name]) if each.name in hints else ()
        for each in parameters
        if each.kind in named and each.name not in skip
    }
    return {name: types for name, types in found.items() if types is not None}


def _takes_any(call: Callable[..., object]) -> bool:
    parameters = inspect.signature(call).parameters.values()
    return any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters)


def _types(hint: Any) -> tuple[type, ...] | None:
    kinds = get_args(hint) or (hint,)
    return kinds if all(kind in _NAMES for kind in kinds) else None


_NAMES = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
    type(None): "any",
}


def _check(who: str, name: str, value: Value, kinds: tuple[type, ...]) -> None:
    fits = type(value) in kinds or (type(value) is int and float in kinds)
    if kinds and not fits:
        wish = " or ".join(_NAMES[kind] for kind in kinds)
        raise BadInput(f"{who}'s option {name} is {_written(value)}; expected {wish}")
