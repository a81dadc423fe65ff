"""Latest: the answers that were asked for last, so that each is made once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Latest(Generic[Answer]):
    """The latest answers, as many as `most_bytes` hold by their `size`."""

    def __init__(self, size: Callable[[Answer], int], most_bytes: int) -> None:
        self._kept: OrderedDict[str, Answer] = OrderedDict()
        self._size, self._left = size, most_bytes

    def get(self, key: str) -> Answer | None:
        """Return the answer that was kept under a key, if it is still there."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: str, answer: Answer) -> None:
        """Keep an answer under a key, and forget the oldest ones if there is no room."""
        former = self._kept.pop(key, None)
        self._left -= self._size(answer) - (0 if former is None else self._size(former))
        self._kept[key] = answer
        while self._left < 0 and len(self._kept) > 1:
            self._left += self._size(self._kept.popitem(last=False)[1])
