"""JSON that others have sent, as text: nested no deeper than any parser can bear."""

from __future__ import annotations

import json
import re
from itertools import accumulate

_DEEPEST = 256  # brackets in each other; our own messages have three
_BRACKETS = re.compile(r"[\[\]{}]")


def parse_json(text: str | bytes) -> object:
    """Return what a text says; raise ValueError if it is not JSON, or is nested too deep.

    To let the parser find out how deep it is would end the Python of a browser: where the stack is
    used up there, no exception is raised.

    >>> parse_json('{"a": [1]}')
    {'a': [1]}
    >>> parse_json("[" * 9999)
    Traceback (most recent call last):
    ValueError: nested too deep; expected at most 256 brackets in each other
    """
    if _depth(text) > _DEEPEST:
        raise ValueError(f"nested too deep; expected at most {_DEEPEST} brackets in each other")
    return json.loads(text)


def _depth(text: str | bytes) -> int:
    """Return how deep a text is nested at most; brackets in its strings count as well."""
    plain = text if isinstance(text, str) else text.decode("latin-1")
    steps = (1 if bracket in "[{" else -1 for bracket in _BRACKETS.findall(plain))
    return max(accumulate(steps), default=0)
