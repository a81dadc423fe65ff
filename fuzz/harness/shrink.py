"""Shrinking by trial: the smallest variant of an input that still fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from fuzz.target import Json


def smallest(
    value: Json,
    fails: Callable[[Json], bool],
    smaller: Callable[[Json], Iterable[Json]],
) -> Json:
    """Return what is left of `value` when no smaller variant fails any more."""
    while True:
        failing = next((each for each in smaller(value) if fails(each)), None)
        if failing is None:
            return value
        value = failing


def shorter(value: Json) -> Iterator[Json]:
    """Yield variants of JSON data with items of one list missing: all, then half, then fewer."""
    if isinstance(value, list):
        yield from _cut(value)
        for i, item in enumerate(value):
            yield from ([*value[:i], less, *value[i + 1 :]] for less in shorter(item))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from ({**value, key: less} for less in shorter(item))


def _cut(items: list[Json]) -> Iterator[list[Json]]:
    size = len(items)
    while size:
        yield from (items[:i] + items[i + size :] for i in range(0, len(items), size))
        size //= 2
