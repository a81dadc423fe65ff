"""Mutations: valid files and texts, changed in a few places, and smaller variants of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from fuzz.target import Json
from mineproof.errors import BadInput

Piece = TypeVar("Piece", bytes, str)

_TELLING = bytes((0, 1, 2, 9, 10, 16, 32, 46, 48, 57, 63, 91, 93, 124, 127, 128, 254, 255))
_STRANGE = "\0\t\n\r\x1b \"#%'*+,-./0123456789:;=?ABFMXabx[]{}|\u00a0\u00b2\u0661\u2028\u202e\u4e94"
_STRANGE += "\ud800\udcff\ufeff\U0001f4a3"
_NUMBERS = ("-1", "0", "007", "1e9", str(2**31), str(2**64), "9" * 50, "9" * 5000)


def changed_bytes(dice: Random, samples: Sequence[bytes]) -> bytes:
    """Return a sample with a few changes, most of them near its beginning, where its head is."""
    data = dice.choice(samples)
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        other = dice.choice(samples)
        new = (_any_byte(dice), _telling(dice), dice.randbytes(_length(dice)), _part(dice, other))
        data = _changed(dice, data, dice.choice(new))
    return data


def changed_text(dice: Random, samples: Sequence[str]) -> str:
    """Return a sample with a few changes, often of a character to a strange one."""
    text = dice.choice(samples)
    for _ in range(dice.choice((0, 1, 1, 2, 4, 16))):
        other = dice.choice(samples)
        new = (*dice.choices(_STRANGE, k=2), dice.choice(_NUMBERS), _part(dice, other), text[:40])
        text = _changed(dice, text, dice.choice(new))
    return text


def changed_words(dice: Random, text: str, samples: Sequence[str]) -> str:
    """Return a text with a few words or lines dropped, added, or replaced by those of samples."""
    lines = [line.split() for line in text.splitlines()]
    pool = [word for other in samples for word in other.split()]
    for _ in range(dice.choice((1, 1, 2, 3))):
        words = dice.choice(lines)
        place = dice.randrange(len(words) + 1)
        match dice.randrange(4):
            case 0:
                del words[place : place + 1]
            case 1:
                words.insert(place, dice.choice(pool))
            case 2:
                lines.insert(dice.randrange(len(lines)), [*dice.choice(lines)])
            case _:
                words[place : place + 1] = [dice.choice(pool)]
    return "\n".join(" ".join(words) for words in lines) + "\n"


def _changed(dice: Random, data: Piece, new: Piece) -> Piece:
    """Cut something out, put something in, replace something, or cut off the end."""
    place = min(dice.randrange(len(data) + 1), dice.randrange(len(data) + 1))
    length, nothing = _length(dice), data[:0]
    match dice.randrange(8):
        case 0:
            return data[:place]
        case 1:
            return data[:place] + data[place + length :]
        case 2:
            return data[:place] + new + data[place:]
        case 3:
            return data[:place] + data[place : place + length] * 3 + data[place + length :]
        case _:
            return data[:place] + (new or nothing) + data[place + len(new) :]


def _length(dice: Random) -> int:
    return dice.choice((1, 1, 2, 8, 100))


def _any_byte(dice: Random) -> bytes:
    return dice.randbytes(1)


def _telling(dice: Random) -> bytes:
    return bytes([dice.choice(_TELLING)])


def _part(dice: Random, whole: Piece) -> Piece:
    start = dice.randrange(len(whole) + 1)
    return whole[start : start + _length(dice)]


def smaller(value: Json) -> Iterator[Json]:
    """Yield variants of an input with a part of its `data` missing, large parts first."""
    data = value["data"]
    size = len(data)
    while size:
        yield from (
            {**value, "data": data[:i] + data[i + size :]} for i in range(0, len(data), size)
        )
        size //= 2


def check_refusal(error: BadInput) -> None:
    """Check that a refusal is one line for people."""
    message = str(error)
    assert message, "an error without a message"
    assert "\n" not in message, "an error of several lines"
