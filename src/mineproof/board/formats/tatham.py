"""Game ids and save files of Mines, from Simon Tatham's Portable Puzzle Collection.

An id is `WxH:x,y,mHEX`. `x,y` is the first cell, column and row from 0; it may be missing. Each
digit of `HEX` has four cells, row by row, the first cell worth 8; unused bits are 0. After `m` the
bits are masked, so that nobody sees mines by accident; after `u`, or without a letter, they are
plain. Parameters such as `n99` (mines) and `a` (guesses allowed) may follow the size. An id that
starts with `r`, or `#` and a seed, has no board yet: Mines lays it at the first click.

A save file has one field per line: its name, padded to eight characters, the length of its value,
and the value, separated by colons. The comments in `mines.c`, `misc.c` and `midend.c` of that
program describe all this.

The mask is the program's own. The bytes are split into two halves, the first being the shorter. The
first is XORed with a stream of bytes made from the second, then the second with one made from the
first; unmasking does the same in the opposite order. The stream is the SHA-1 digests of the seed
followed by 0, by 1, and so on in decimal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha1
from itertools import count

from mineproof.board.formats.texts import decoded
from mineproof.board.formats.values import Replay, square
from mineproof.board.game import Act, Game, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.transcript import GivenLayout, Transcript
from mineproof.errors import BadFile, IllegalMove

_WISH = "expected WxH:x,y,mHEX, like 9x9:3,3,m... from Mines"
_ID = re.compile(r"(\d{1,4})(?:x(\d{1,4}))?(?:n(\d{1,7}))?([A-Za-z][A-Za-z\d]*)?:(\S*)", re.ASCII)
_DESCRIPTION = re.compile(r"(?:(\d{1,4}),(\d{1,4}),)?([mu]?)([0-9a-fA-F]*)", re.ASCII)
_SEEDED = re.compile(r"\d+(?:x\d+)?[\da-zA-Z]*#", re.ASCII)
_HEAD = re.compile(rb"SAVEFILE:\d+:")
_FIELD = re.compile(rb"([A-Z]{1,8}) {0,7}:(\d{1,7}):")
_MOVE = re.compile(r"([OFC])(\d{1,4}),(\d{1,4})", re.ASCII)
_ACTS = {"O": Act.OPEN, "F": Act.FLAG, "C": Act.CHORD}


def is_tatham(text: str) -> bool:
    """Tell whether a text looks like a game id or a save file of Mines, valid or not.

    >>> is_tatham("9x9:3,3,mff"), is_tatham("SAVEFILE:41:..."), is_tatham("9x9x10"), is_tatham("1#")
    (True, True, False, False)
    """
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    is_seed = "x" in first and _SEEDED.match(first) is not None
    return first.startswith("SAVEFILE:") or _ID.fullmatch(first) is not None or is_seed


def read_tatham(data: bytes) -> Replay:
    """Return the game of an id, with its first move, or of a save file; raise BadFile.

    >>> print(read_tatham(b"4x3:3,2,u820").transcript)
    layout/clearing
    *211
    12*1
    0111
    d3
    """
    if _HEAD.match(data):
        return Replay(_saved(_fields(data)))
    return Replay(_game(decoded(data, "tatham").strip()))


def write_tatham(replay: Replay) -> bytes:
    """Return the masked id of a game's board and of the first cell that it opens.

    >>> write_tatham(Replay(Transcript.parse("layout/clearing *211 12*1 0111 d3")))
    b'4x3:3,2,mf48\\n'
    """
    moves = replay.transcript.moves
    first = next((move.cell for move in moves if move.act is Act.OPEN), None)
    return f"{tatham_id(replay.transcript.end().layout, first)}\n".encode()


def tatham_id(layout: Layout, first: Cell | None, *, masked: bool = True) -> str:
    """Return the id of a board; raise BadFile if its grid is not square."""
    grid = square(layout.grid, "tatham")
    bits = bytearray(-(-grid.size // 8))
    for mine in layout.mines:
        bits[mine // 8] |= 0x80 >> mine % 8
    hidden = mask(bytes(bits), grid.size) if masked else bytes(bits)
    start = "" if first is None else "{1},{0},".format(*grid.place(first))
    digits = hidden.hex()[: -(-grid.size // 4)]
    return f"{grid.cols}x{grid.rows}:{start}{'m' if masked else 'u'}{digits}"


def mask(bits: bytes, size: int) -> bytes:
    """Return the first `size` bits masked as Mines does it.

    >>> mask(bytes([0x84, 0]), 12).hex()
    'f230'
    """
    first, second = bits[: len(bits) // 2], bits[len(bits) // 2 :]
    first = _xor(first, second)
    return _cut(first + _xor(second, first), size)


def unmask(bits: bytes, size: int) -> bytes:
    """Return the bits that `mask` hides."""
    first, second = bits[: len(bits) // 2], bits[len(bits) // 2 :]
    # The padding bits were cleared; the stream made from the second half must not see them either.
    second = _cut(first + _xor(second, first), size)[len(first) :]
    return _xor(first, second) + second


def _xor(target: bytes, seed: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(target, _stream(seed), strict=False))


def _stream(seed: bytes) -> Iterator[int]:
    for number in count():
        yield from sha1(seed + b"%d" % number, usedforsecurity=False).digest()


def _cut(bits: bytes, size: int) -> bytes:
    """Return bits in which everything after the first `size` is 0."""
    spare = 8 * len(bits) - size
    return (int.from_bytes(bits, "big") >> spare << spare).to_bytes(len(bits), "big")


# Ids


def _game(text: str) -> Transcript:
    form = _ID.fullmatch(text)
    if form is None:
        if _SEEDED.match(text):
            raise BadFile(_unlaid(text))
        raise BadFile(f"not tatham: {text[:40]!r}; {_WISH}")
    width, height, mines, _, description = form.groups()
    grid = Grid(int(height or width), int(width))
    layout, first = _board(grid, description)
    if mines is not None and int(mines) != len(layout.mines):
        raise BadFile(
            f"not tatham: {len(layout.mines)} mines in the id; expected {mines}, as n{mines} says"
        )
    moves = () if first is None else (Move(Act.OPEN, first),)
    return Transcript(GivenLayout(layout, Finish.CLEARING), moves)


def _unlaid(text: str) -> str:
    return (
        f"not tatham: {text[:40]!r} has no board, which Mines lays at the first click;"
        " expected the id after that click"
    )


def _board(grid: Grid, description: str) -> tuple[Layout, Cell | None]:
    if description.startswith("r"):
        raise BadFile(_unlaid(description))
    form = _DESCRIPTION.fullmatch(description)
    if form is None:
        raise BadFile(f"not tatham: {description[:40]!r} after the size; {_WISH}")
    col, row, letter, digits = form.groups()
    wanted = -(-grid.size // 4)
    if len(digits) != wanted:
        raise BadFile(f"not tatham: {len(digits)} hex digits; expected {wanted} for {grid}")
    bits = bytes.fromhex(digits + "0" * (len(digits) % 2))
    if _cut(bits, grid.size) != bits:
        raise BadFile(f"not tatham: a bit after the last of the {grid.size} cells; expected 0")
    if letter == "m":
        bits = unmask(bits, grid.size)
    mines = (cell for cell in range(grid.size) if bits[cell // 8] & 0x80 >> cell % 8)
    return Layout(grid, frozenset(mines)), _cell(grid, col, row)


def _cell(grid: Grid, col: str | None, row: str | None) -> Cell | None:
    if col is None or row is None:
        return None
    if int(col) >= grid.cols or int(row) >= grid.rows:
        raise BadFile(f"not tatham: the cell {col},{row} is not on {grid}")
    return grid.at(int(row), int(col))


# Save files


def _fields(data: bytes) -> dict[str, list[str]]:
    """Return the values of all fields, by name, in order."""
    found: dict[str, list[str]] = {}
    place = 0
    while data[place:].strip():
        head = _FIELD.match(data, place)
        if head is None:
            raise BadFile(f"not tatham: byte {place}: no field; expected NAME:LENGTH:VALUE")
        end = head.end() + int(head[2])
        if end > len(data):
            raise BadFile(f"not tatham: byte {head.end()}: the file ends in {head[1].decode()}")
        found.setdefault(head[1].decode(), []).append(data[head.end() : end].decode("latin-1"))
        place = end + len(data[end:]) - len(data[end:].lstrip(b"\r\n"))
    return found


def _saved(fields: dict[str, list[str]]) -> Transcript:
    game = _value(fields, "GAME")
    if game != "Mines":
        raise BadFile(f"not tatham: a save file of {game[:40]!r}; expected one of 'Mines'")
    begun = _game(f"{_value(fields, 'PARAMS')}:{_value(fields, 'DESC')}")
    # The private description is there if the game began without a board: the moves have it all.
    moves = () if "PRIVDESC" in fields else begun.moves
    states = fields.get("STATEPOS", ["1"])[-1]
    taken = int(states) - 1 if states.isascii() and states.isdigit() else 0
    board = begun.board
    assert isinstance(board, GivenLayout)
    words = ";".join(fields.get("MOVE", [])[: max(0, taken)])
    return Transcript(board, _played(Game.on(board.layout, board.finish), moves, words))


def _value(fields: dict[str, list[str]], name: str) -> str:
    if name not in fields:
        raise BadFile(f"not tatham: no field {name}; expected one")
    return fields[name][-1]


def _played(game: Game, moves: tuple[Move, ...], words: str) -> tuple[Move, ...]:
    """Return the moves that do something, as Mines itself ignores the others."""
    played = []
    for move in (*moves, *_moves(game.grid, words)):
        try:
            game.play(move)
        except IllegalMove:  # as every move is after the end
            continue
        played.append(move)
    return tuple(played)


def _moves(grid: Grid, words: str) -> Iterator[Move]:
    for word in filter(None, words.split(";")):
        if word == "S":
            return  # Mines shows the solution, which is no move of the player
        form = _MOVE.fullmatch(word)
        cell = None if form is None else _cell(grid, form[2], form[3])
        if form is None or cell is None:
            raise BadFile(f"not tatham: move {word[:40]!r}; expected O, F or C and a cell x,y")
        yield Move(_ACTS[form[1]], cell)
