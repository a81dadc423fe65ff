"""Digits: numbers of layouts in writing, however long they are.

Python refuses to write more than 4300 digits, since a number from a stranger might take for ever. A
board of 200x200 has layouts in numbers of 10,000 digits, and those are ours. They are written in
pieces, so the limit stays as it is for everything else in the process.
"""

from __future__ import annotations

_AT_ONCE = 600
"""How many digits are written at once: fewer than the lowest limit that can be set, 640."""

_PIECE = 10**_AT_ONCE
_EXACT = 17
"""How many digits a rounded number is taken from."""


def digits(number: int) -> str:
    """Return a whole number from 0 in digits, all of them.

    >>> digits(120), len(digits(10**5000))
    ('120', 5001)
    """
    pieces = []
    while number >= _PIECE:
        number, piece = divmod(number, _PIECE)
        pieces.append(f"{piece:0{_AT_ONCE}}")
    return "".join([str(number), *reversed(pieces)])


def rounded(number: int) -> str:
    """Return a whole number from 0 as people read it: very many rounded.

    >>> rounded(12), rounded(123_456_789), rounded(10**5000 - 1)
    ('12', '1.2e+08', '1.0e+5000')
    """
    if number < 1_000_000:
        return str(number)
    text = digits(number)
    mantissa, exponent = f"{int(text[:_EXACT]):.1e}".split("e")
    return f"{mantissa}e+{int(exponent) + len(text[_EXACT:]):02}"
