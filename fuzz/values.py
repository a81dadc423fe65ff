"""The arguments of random calls: what JSON cannot write, made from what it can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from fuzz.calls import Json


class Liar(Sequence[Any]):
    """A sequence whose length is not that of its items."""

    def __init__(self, items: Sequence[Any], length: int) -> None:
        self._items, self._length = items, length

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: Any) -> Any:
        return self._items[place]


class Number:
    """Not an integer, but it can be taken for one."""

    def __index__(self) -> int:
        return 1


def value_of(value: Json, memory: bytearray) -> Any:
    """Return the argument that `value` stands for; arrays may lie in `memory`."""
    if isinstance(value, list):
        return [value_of(each, memory) for each in value]
    if not isinstance(value, dict):
        return value
    if value["!"] == "array":
        return _array(value, memory)
    return _KINDS[value["!"]]({key: value_of(each, memory) for key, each in value.items()})


_KINDS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "bytes": lambda given: bytes.fromhex(given["hex"]),
    "tuple": lambda given: tuple(given["items"]),
    "liar": lambda given: Liar(given["items"], given["length"]),
    "object": lambda _: object(),
    "nan": lambda _: float("nan"),
    "number": lambda _: Number(),
    "iterator": lambda _: _numbers(),
}


def _numbers() -> Iterator[int]:
    yield from range(3)


def _array(given: dict[str, Any], memory: bytearray) -> Any:
    kind, items = given["type"], given["items"]
    if kind == "bytes":
        return bytes(item % 256 for item in items)
    array = _made(kind, items)
    if "at" in given:
        start = given["at"] * array.itemsize
        array = np.frombuffer(memory, array.dtype, len(items), start)
    if given["rows"] and array.size % given["rows"] == 0:
        array = array.reshape(given["rows"], -1)
    return _odd(array, given.get("how", ""))


def _made(kind: str, items: list[int]) -> np.ndarray[Any, Any]:
    """Return an array; booleans get any byte."""
    if kind == "bool":
        return np.array([item % 256 for item in items], np.uint8).view(np.bool_)
    dtype = np.dtype(kind)
    if dtype.kind == "f":
        return np.array(items, dtype)
    bits = 8 * dtype.itemsize
    return np.array([item % 2**bits for item in items], f"uint{bits}").view(dtype)


def _odd(array: np.ndarray[Any, Any], how: str) -> Any:
    if how == "strided":
        return np.repeat(array, 2, axis=-1)[..., ::2]
    if how == "locked":
        array.flags.writeable = False
    if how == "crooked":
        raw = np.zeros(array.nbytes + 1, np.int8)[1:]
        raw[:] = np.frombuffer(array.tobytes(), np.int8)
        return raw.view(array.dtype).reshape(array.shape)
    return array.tolist() if how == "list" else array
