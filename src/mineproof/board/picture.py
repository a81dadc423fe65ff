"""Pictures: boards in text as people write, copy and print them, recognised by their content.

Each is turned into rows of our own notation, one character per cell: a digit for an open cell, `#`
hidden, `F` a flag, `*` a mine. Cells may stand side by side, or have one blank, a tab, a comma or a
semicolon between them; a printed board has letters above its columns and numbers before its rows.
Line ends part rows; in a single line, blanks do.

A text that can be read in two ways is refused with both of them named, never read in one of them.
That is why a blank is no cell (only on a printed board, where its place is known), why all hidden
cells need the same sign, and why a sign that others use for empty cells is refused beside mines.
docs/formats.md has the whole table.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import count as count_from
from itertools import islice, pairwise, product, takewhile
from string import ascii_lowercase
from typing import Any

from mineproof.errors import BadPicture

PLAIN = "012345678#F*"
"""Our own signs, in the order of the codes of a view."""

_HIDDEN = "#?H■⬛█"
_OFTEN_EMPTY = ".-_·□▢◻⬜░🟦🟩🟪🟫🟨🟧🟥🔲"
"""Signs that are hidden cells here, and empty open cells elsewhere."""

_SIGNS = {sign: sign for sign in PLAIN}
_SIGNS |= dict.fromkeys([*_HIDDEN, *_OFTEN_EMPTY, "h"], "#")
_SIGNS |= dict.fromkeys("f🚩⚑🏴", "F") | dict.fromkeys("💣💥", "*")
_PRINTED = _SIGNS | {"s": "#", "m": "#", "X": "F", "!": "*", " ": "0"}
"""On a printed board: certainly safe, certainly a mine, a wrong flag, an exploded mine, an empty
cell. All but the last two are covered cells."""

_NUMBERS: dict[Hashable, str] = {**{n: str(n) for n in range(9)}, -1: "#", -2: "F", -3: "*"}
_EXPECTED = f"0-8, # (or any of {' '.join('?.-_□H')}) for hidden, F for a flag or * for a mine"
_UNSEEN = dict.fromkeys(map(ord, "\ufeff\ufe0f\u20e3\u200b"))  # of 1️⃣ this leaves the 1
_FENCES = dict.fromkeys(map(ord, "[]|"), " ")
_FENCE = frozenset(" []|<>")
_PLAIN_ROW = re.compile(r"[0-8#F*]+")
_WIDEST = 3
_SHOWN = 20


def rows_of_text(text: str, *, is_hex: bool = False) -> list[str]:
    """Return the rows of the board in `text`; raise BadPicture, which says what is wrong.

    >>> rows_of_text("# 1\\n# 1"), rows_of_text("### 121"), rows_of_text("🟦1️⃣🚩")
    (['#1', '#1'], ['###', '121'], ['#1F'])
    """
    lines = [line for line in text.translate(_UNSEEN).splitlines() if line.strip().strip("`")]
    if len(lines) == 1 and len(lines[0].split()) > 1 and _delimiter(lines) is None:
        lines = _parted(lines[0])
    return rows_of_lines(lines, is_hex=is_hex)


def rows_of_lines(lines: Sequence[str], *, is_hex: bool = False) -> list[str]:
    """Return the rows of a board that is already split into them; raise BadPicture.

    >>> rows_of_lines(["# 1 #"])
    ['#1#']
    """
    if not lines or not lines[0].strip():
        raise BadPicture("an empty picture; expected one line per row, like '1#' and '12'")
    if all(map(_PLAIN_ROW.fullmatch, lines)):
        return _same_length(lines)
    lines = [line.translate(_UNSEEN) for line in lines]
    if head := _head(lines):
        return _plain(_labelled(head, lines[len(head) :], is_hex=is_hex), _PRINTED)
    delimiter = _delimiter(lines)
    rows = _separated(lines, is_hex=is_hex) if delimiter is None else _fields(lines, delimiter)
    return _plain(_same_length(rows), _SIGNS)


def rows_of_array(rows: Any) -> list[str]:
    """Return the rows of an array, or of lists of cells, as texts; texts stay as they are.

    >>> rows_of_array([[1, -1], ["1", "F"], "12"])
    ['1#', '1F', '12']
    """
    return [_row_of_array(number, row) for number, row in enumerate(_listed(rows), start=1)]


def _row_of_array(number: int, row: Any) -> str:
    listed = _listed(row)
    if not isinstance(listed, Sequence):
        raise BadPicture(f"a row {row!r:.40}; expected a text, like '1#', or a list of cells")
    return listed if isinstance(listed, str) else "".join(_sign(number, cell) for cell in listed)


def _sign(number: int, cell: Any) -> str:
    if isinstance(cell, str) and len(cell.strip()) == 1:
        return cell
    if isinstance(cell, Hashable) and cell in _NUMBERS:
        return _NUMBERS[cell]
    raise BadPicture(
        f"unexpected {cell!r} in row {number}; expected a sign, or 0 to 8, -1 for hidden, -2 for"
        " a flag or -3 for a mine"
    )


def _listed(given: Any) -> Any:
    return given.tolist() if hasattr(given, "tolist") else given


def _plain(rows: Sequence[str], signs: dict[str, str]) -> list[str]:
    """Return rows in our own notation, if their signs have one meaning only."""
    _check_signs(rows, signs)
    used = set("".join(rows).replace("h", "H"))
    hidden = sorted(sign for sign in used - set("sm") if signs[sign] == "#")
    if len(hidden) > 1 and hidden != ["#", "?"]:  # a printed guess is a ?, and nobody's empty cell
        raise BadPicture(
            f"{hidden[0]!r} and {hidden[1]!r} could both be hidden cells, or one of them empty"
            " ones; expected # for hidden and 0 for empty cells"
        )
    if hidden and hidden[0] in _OFTEN_EMPTY and "*" in {signs[sign] for sign in used}:
        raise BadPicture(
            f"{hidden[0]!r} beside mines could be a hidden cell or a safe one; expected # for"
            " hidden cells, or the format 'layout' for a board without numbers"
        )
    if " " in used and ("0" in used or "#" not in {signs[sign] for sign in used}):
        raise BadPicture(
            "the blank cells could be hidden or empty; expected # for hidden and 0 for empty cells"
        )
    return ["".join(map(signs.__getitem__, row)) for row in rows]


def _check_signs(rows: Iterable[str], signs: Iterable[str]) -> None:
    known = frozenset(signs)
    for number, row in enumerate(rows, start=1):
        for sign in row:
            if sign not in known:
                raise BadPicture(f"unexpected {sign!r} in row {number}; expected {_EXPECTED}")


def _same_length(rows: Sequence[str]) -> list[str]:
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            count = "1 cell" if len(row) == 1 else f"{len(row)} cells"
            raise BadPicture(f"row {number} has {count}; expected {width} as in the first row")
    return list(rows)


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


# One line


def _parted(line: str) -> list[str]:
    """Return the rows in a single line, which blanks part, unless they may part cells."""
    words = line.split()
    if all(len(word) == 1 for word in words):
        _check_signs(words, _SIGNS)
        raise BadPicture(
            f"{_short(line.strip())} could be 1 row of {len(words)} cells or {len(words)} rows of"
            " 1; expected no blanks in the row, or one line per row"
        )
    return words


# Commas or blanks between cells, or nothing


def _delimiter(lines: Iterable[str]) -> str | None:
    used = [sign for sign in ",;" if any(sign in line for line in lines)]
    if len(used) > 1:
        raise BadPicture("both ',' and ';' between cells; expected one of them")
    return used[0] if used else None


def _fields(lines: Sequence[str], delimiter: str) -> list[str]:
    rows = [[field.strip().strip('"') for field in line.split(delimiter)] for line in lines]
    for number, row in enumerate(rows, start=1):
        for field in row:
            if not field:
                raise BadPicture(f"an empty field in row {number}; expected 0 or # in its place")
            if len(field) > 1:
                raise BadPicture(f"unexpected {_short(field)} in row {number}; expected one cell")
    return list(map("".join, rows))


def _separated(lines: Sequence[str], *, is_hex: bool) -> list[str]:
    """Return rows whose cells stand side by side or have one blank between them."""
    lines = [line.translate(_FENCES) for line in lines]
    words = [line.split() for line in lines]
    rows = list(map("".join, words))
    _check_signs(rows, _SIGNS)
    if all(len(row) < 2 for row in words):
        return rows
    _refuse_groups(words)
    _same_length(rows)
    _refuse_gaps(lines)
    _refuse_numbers(words)
    if not is_hex:
        _refuse_shift(lines)
    return rows


def _refuse_groups(rows: Iterable[Sequence[str]]) -> None:
    for number, row in enumerate(rows, start=1):
        if len(row) > 1 and any(len(word) > 1 for word in row):
            raise BadPicture(
                f"the blank between {_short(row[0])} and {_short(row[1])} in row {number} could"
                " part cells or rows; expected one line per row, with a blank between all cells"
                " or none"
            )


def _refuse_gaps(lines: Iterable[str]) -> None:
    for number, line in enumerate(lines, start=1):
        if gap := re.search(r"\s{2,}", line.strip()):
            raise BadPicture(
                f"{len(gap[0])} blanks in row {number} could part two cells or be an empty one;"
                " expected one blank between cells, and 0 for an empty cell"
            )


def _refuse_numbers(rows: Sequence[Sequence[str]]) -> None:
    """Refuse a first column that counts the rows, as on a printed board without its letters."""
    if len(rows) > 1 and all(row[0] == str(i) for i, row in enumerate(rows, start=1)):
        raise BadPicture(
            f"the first column, 1 to {len(rows)}, could be row numbers or clues; expected column"
            " letters above row numbers, or no blanks between cells"
        )


def _refuse_shift(lines: Sequence[str]) -> None:
    """Refuse rows that begin in different places; the first may have lost its blanks in a copy."""
    indents = [len(line) - len(line.lstrip()) for line in lines]
    if len(set(indents[1:])) > 1 or (len(lines) == 2 and indents[1] == indents[0] + 1):
        raise _wrong_shift(is_shifted=True)


def _wrong_shift(*, is_shifted: bool) -> BadPicture:
    if is_shifted:
        return BadPicture("shifted rows, as on a hex board; expected shape hex, or rows in line")
    return BadPicture("rows that are not shifted; expected another shape than hex")


# Printed boards


def _head(lines: Sequence[str]) -> list[str]:
    """Return the lines of column letters; names with several letters are written downwards."""
    head = list(takewhile(lambda line: line.replace(" ", "").isalpha() and line.isascii(), lines))
    letters = head[-1].replace(" ", "").lower() if head else ""
    if letters.startswith("a"):
        return head
    if letters in ascii_lowercase and len(letters) > 1 and len(head) < len(lines):
        raise _is_part(f"column {letters[0]}")
    return []


def _is_part(first: str) -> BadPicture:
    return BadPicture(f"a part of a board, from {first} on; expected all of it, from a1")


def _labelled(head: Sequence[str], body: Sequence[str], *, is_hex: bool) -> list[str]:
    """Return the cells of a printed board, blanks included."""
    count, pitch = _columns(head)
    rests = [_after_number(line, number) for number, line in enumerate(body, start=1)]
    if not rests:
        raise BadPicture("column letters without rows; expected numbered rows below them")
    shift = int(is_hex)
    rows = [_row_cells(rest, count, pitch, shift * (i % 2)) for i, rest in enumerate(rests)]
    if None not in rows:
        return [row for row in rows if row is not None]
    others = [_row_cells(rest, count, pitch, (1 - shift) * (i % 2)) for i, rest in enumerate(rests)]
    if None not in others:
        raise _wrong_shift(is_shifted=not shift)
    raise BadPicture(
        f"row {rows.index(None) + 1} does not fit the letters above it; expected a cell below each"
        f" of the {count}"
    )


def _columns(head: Sequence[str]) -> tuple[int, int]:
    """Return how many columns there are, and how many characters each takes."""
    places = [i for i, letter in enumerate(head[-1]) if letter != " "]
    names = list(islice(_names(), len(places)))
    height = max(map(len, names))
    wanted = ["".join(name.rjust(height)[i] for name in names) for i in range(height)]
    if [line.replace(" ", "").lower() for line in head] != [w.replace(" ", "") for w in wanted]:
        raise BadPicture(
            f"column letters {_short(head[-1].strip())}; expected a, b, c and so on, each once"
        )
    steps = {b - a for a, b in pairwise(places)} or {2}
    if len(steps) > 1 or max(steps) > _WIDEST:
        raise BadPicture("column letters that are not evenly spaced; expected 1 to 3 characters")
    return len(places), steps.pop()


def _names() -> Iterator[str]:
    """Yield the names of columns: a to z, aa to zz, and so on."""
    for length in count_from(1):
        yield from map("".join, product(ascii_lowercase, repeat=length))


def _after_number(line: str, number: int) -> str:
    form = re.fullmatch(r"\s*(\d+)(?!\d)(.*)", line, re.ASCII | re.DOTALL)
    if form is None or int(form[1][:9]) != number:
        if form is not None and number == 1:
            raise _is_part(f"row {form[1][:9]}")
        raise BadPicture(f"{_short(line.strip())} below column letters; expected row {number}")
    return form[2]


def _row_cells(rest: str, count: int, pitch: int, shift: int) -> str | None:
    """Return the signs of a row, given what follows its number; None if they do not fit."""
    if pitch == 1:
        cells = rest[1 + shift :].rstrip()
        is_fit = (
            not rest[: 1 + shift].strip() and len(cells) == len("".join(cells.split())) == count
        )
        return cells if is_fit else None
    cells = rest[shift:].rstrip().ljust(pitch * count)
    signs = cells[1 : pitch * count : pitch]
    fences = rest[:shift] + "".join(
        sign for i, sign in enumerate(cells) if i >= pitch * count or i % pitch != 1
    )
    return signs if _FENCE.issuperset(fences) and len(cells) <= pitch * count + 1 else None
