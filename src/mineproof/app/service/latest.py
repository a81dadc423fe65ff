"""Latest: what was asked for last, so that each is made once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Latest(Generic[Value]):
    """The latest values, as many as have room by their `size`; the last one always has."""

    def __init__(self, size: Callable[[Value], int], room: int) -> None:
        self._kept: OrderedDict[str, tuple[Value, int]] = OrderedDict()
        self._size, self._left = size, room

    def get(self, key: str) -> Value | None:
        """Return the value that was kept under a key, if it is still there."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def keep(self, key: str, value: Value) -> None:
        """Keep a value under a key, and forget the oldest ones if there is no room."""
        self.forget(key)
        self._kept[key] = value, self._size(value)
        self._left -= self._kept[key][1]
        while self._left < 0 and len(self._kept) > 1:
            self.forget(next(iter(self._kept)))

    def forget(self, key: str) -> None:
        """Forget the value under a key, if there is one."""
        if key in self._kept:
            self._left += self._kept.pop(key)[1]
