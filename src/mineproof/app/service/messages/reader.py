"""Reader: what a request says as a message, whoever has carried it; what is malformed is refused.

The first mistake is enough, as a sentence that begins with where it is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from types import NoneType
from typing import Any, get_args
from urllib.parse import parse_qsl

from pydantic import TypeAdapter, ValidationError

from mineproof.app.json.text import parse_json
from mineproof.app.service.messages.values import PATHS
from mineproof.errors import Malformed


def read_name(kind: str, name: str) -> str:
    """Return what a path names; raise Malformed if it cannot be the name of such a thing."""
    found: str = _read(PATHS[kind], name, kind)
    return found


def read_query(message: Any, query: str) -> Any:
    """Return the message in the query of an address; raise Malformed.

    What is given twice counts as given last.
    """
    return _read(message, dict(parse_qsl(query, keep_blank_values=True)))


def read_body(message: Any, body: str | bytes) -> Any:
    """Return the message in a body; None if there may be none, and is none. Raise Malformed.

    >>> from mineproof.app.service.messages.games import AgainRequest
    >>> read_body(AgainRequest, '{"move": 3}').move
    3
    >>> read_body(AgainRequest, '{"move": 0}')
    Traceback (most recent call last):
    mineproof.errors.Malformed: move: Input should be greater than or equal to 1
    """
    if body:
        return _read(message, _value(body))
    if NoneType not in get_args(message):
        raise Malformed("Field required")
    return None


def _value(body: str | bytes) -> object:
    try:
        return parse_json(body)
    except json.JSONDecodeError as error:
        raise Malformed(f"the body is not JSON: {error.msg}") from None
    except ValueError:
        raise Malformed(
            "the body cannot be read; expected JSON in UTF-8, with no huge number and not too deep"
        ) from None


def _read(kind: Any, value: object, *where: str) -> Any:
    try:
        return _reader(kind).validate_python(value, from_attributes=True)
    except ValidationError as error:
        mistake = error.errors(include_url=False)[0]
        sentence = _sentence((*where, *mistake["loc"]), mistake["msg"])
        raise Malformed(sentence) from None


@cache
def _reader(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _sentence(where: Sequence[object], what: str) -> str:
    place = ".".join(map(str, where))
    told = what.removeprefix("Value error, ")
    return f"{place}: {told}" if place else told
