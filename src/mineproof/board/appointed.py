"""The appointed judge of all prove-it games, kept apart: the package appoints one when it loads."""

from __future__ import annotations

TYPE_CHECKING = False  # importing `typing` would take longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

appointed: list[Callable[..., Any]] = []
"""The judge, of the type that `judge` describes, if there is one."""


def appoint(judge: Callable[..., Any]) -> None:
    """Let this judge lay the mines of all prove-it games from now on."""
    appointed[:] = [judge]
