"""The fields of requests to the WebAssembly kernel, and of its replies.

`native/wasm/wasm.hpp` says what they look like, and checks what they say: here they only have to
fit. So the kernel words what is out of range, except for integers of more than 64 bits.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

_NUMBER = struct.Struct("<q")
_SEED = struct.Struct("<Q")
_REAL = struct.Struct("<d")

MAX_SEED = (1 << 64) - 1


def number(name: str, value: int) -> bytes:
    """Return the field of an integer; raise TypeError, or ValueError if it needs over 64 bits."""
    try:
        return _NUMBER.pack(_integer(name, value))
    except struct.error:
        raise _out_of_range(name, value) from None


def seed(value: int) -> bytes:
    """Return the field of a seed; raise TypeError or ValueError."""
    try:
        return _SEED.pack(_integer("seed", value))
    except struct.error:
        message = f"seed {value} is out of range; expected 0 to {MAX_SEED}"
        raise ValueError(message) from None


def real(value: float) -> bytes:
    """Return the field of a float."""
    return _REAL.pack(value)


def numbers(name: str, values: Sequence[int]) -> bytes:
    """Return the field of a list of integers, each called `name`; raise TypeError or ValueError."""
    listed = list(values)
    try:
        return struct.pack(f"<q{len(listed)}q", len(listed), *listed)
    except struct.error:
        for value in listed:
            number(name, value)
        raise


def octets(data: bytes) -> bytes:
    """Return the field of a string of bytes; raise TypeError."""
    if not isinstance(data, bytes):
        raise TypeError(f"the cells are of type {type(data).__name__}; expected bytes")
    return _NUMBER.pack(len(data)) + data


def text(name: str, value: str) -> bytes:
    """Return the field of a text; raise TypeError."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is of type {type(value).__name__}; expected a string")
    return octets(value.encode(errors="replace"))


def _integer(name: str, value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{name} is of type {type(value).__name__}; expected an integer")
    return value


def _out_of_range(name: str, value: int) -> ValueError:
    return ValueError(f"{name} {value} is out of range; expected an integer of 64 bits")


class Reply:
    """Reads the fields of a reply in order."""

    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        self._at = 0

    @property
    def is_over(self) -> bool:
        """Whether all has been read."""
        return self._at == len(self._data)

    def number(self) -> int:
        """Read an integer."""
        (value,) = _NUMBER.unpack(self.octets(_NUMBER.size))
        return int(value)

    def seed(self) -> int:
        """Read a seed."""
        return self.number() & MAX_SEED

    def real(self) -> float:
        """Read a float."""
        (value,) = _REAL.unpack(self.octets(_REAL.size))
        return float(value)

    def numbers(self) -> list[int]:
        """Read a list of integers."""
        count = self.number()
        found = struct.unpack_from(f"<{count}q", self._data, self._at)
        self._at += count * _NUMBER.size
        return list(found)

    def wide(self) -> int:
        """Read an integer of 128 bits, without a sign."""
        return int.from_bytes(self.octets(16), "little")

    def octets(self, size: int | None = None) -> memoryview:
        """Read so many bytes; by default, all that are left."""
        end = len(self._data) if size is None else self._at + size
        found, self._at = self._data[self._at : end], end
        return found

    def reals(self, count: int) -> memoryview[float]:
        """Read so many floats, which stay where they are."""
        return self.octets(count * _REAL.size).cast("d")

    def text(self) -> str:
        """Read a text."""
        return bytes(self.octets(self.number())).decode(errors="replace")
