"""What `import mineproof` offers: functions that take a view or a level, and what they return.

Cells are given by number or name. A result is a value of an inner room that also knows its view or
its language, and has `to_json()`, in the shape that the commands print. Nothing is worked out here,
and no other room imports this one.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def as_fields(value: DataclassInstance) -> dict[str, Any]:
    """Return the fields of an inner value, from which a result that extends it is made."""
    return {each.name: getattr(value, each.name) for each in fields(value)}
