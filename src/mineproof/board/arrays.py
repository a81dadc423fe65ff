"""Arrays: boards as numpy arrays, if numpy is installed; it is loaded when one is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from mineproof.errors import BadInput


def board_array(values: Any, kind: str, rows: int) -> Any:
    """Return a new array of so many rows; raise BadInput if numpy is missing.

    `values` are bytes of the array's kind, or a sequence of numbers, one for each cell.
    """
    try:
        numpy: Any = import_module("numpy")
    except ModuleNotFoundError:
        raise BadInput("arrays need numpy: pip install numpy") from None
    values = numpy.frombuffer(values, kind) if isinstance(values, bytes) else values
    return numpy.array(values, kind).reshape(rows, -1)
