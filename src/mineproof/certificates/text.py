"""Certificates as text: a few lines of header, the board, then one line for each conclusion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import TypeVar

from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.layout import Layout
from mineproof.certificates.certificate import (
    TITLE,
    VERSION,
    Certificate,
    CertifiedStep,
    Conclusion,
)
from mineproof.certificates.words import fact_word, parse_fact
from mineproof.errors import BadFile, BadGrid

_T = TypeVar("_T")
_ROW = re.compile(r"[*.]+")
_COUNT = {"known": True, "unknown": False}
_VERDICT = {"no guess": False, "guess": True}


def is_text(text: str) -> bool:
    """Tell whether a text begins as a certificate does."""
    return text.startswith(TITLE)


def write_text(certificate: Certificate) -> str:
    """Return a certificate as text."""
    return "".join(f"{line}\n" for line in _lines(certificate))


def _lines(certificate: Certificate) -> Iterator[str]:
    grid = certificate.layout.grid
    yield f"{TITLE} {VERSION}"
    if certificate.note:
        yield f"note {certificate.note}"
    yield f"verdict {_word(_VERDICT, certificate.needs_guess)}"
    yield f"first {_names(grid, certificate.first)}"
    yield f"count {_word(_COUNT, certificate.with_count)}"
    yield f"board {grid.shape.value}"
    yield from rows_of(certificate.layout)
    for step in certificate.steps:
        yield f"step {step.note}".rstrip()
        for proof, alike in groupby(step.conclusions, lambda each: each.proof):
            cells = " ".join(fact_word(grid, each.cell, each.is_mine) for each in alike)
            yield f"{cells}: {' '.join(proof)}"
    for mines in certificate.layouts:
        yield f"layout {_names(grid, sorted(mines))}".rstrip()
    yield "end"


def rows_of(layout: Layout) -> list[str]:
    """Return the rows of a layout: `*` for a mine, `.` for any other cell."""
    text = "".join(".*"[layout.is_mine(cell)] for cell in range(layout.grid.size))
    return [text[i : i + layout.grid.cols] for i in range(0, len(text), layout.grid.cols)]


def _word(words: dict[str, bool], value: bool) -> str:
    return next(word for word, meant in words.items() if meant == value)


def _names(grid: Grid, cells: tuple[Cell, ...] | list[Cell]) -> str:
    return " ".join(map(grid.name, cells))


def read_text(text: str) -> Certificate:
    """Return the certificate in a text; raise BadFile, which names the line."""
    lines = _Lines(text)
    try:
        return _read(lines)
    except BadGrid as error:
        raise lines.error(str(error)) from None


def _read(lines: _Lines) -> Certificate:
    version = lines.take(TITLE)
    if version != str(VERSION):
        raise lines.error(f"version {version!r}; expected {VERSION}")
    note = lines.take("note") if lines.is_next("note") else ""
    needs_guess = lines.choice("verdict", _VERDICT)
    first = lines.take("first").split()
    with_count = lines.choice("count", _COUNT)
    layout = _board(lines)
    grid = layout.grid
    steps = []
    while lines.is_next("step"):
        steps.append(_step(lines, grid))
    layouts = []
    while lines.is_next("layout"):
        layouts.append(frozenset(map(grid.parse, lines.take("layout").split())))
    lines.take("end")
    if not lines.is_over:
        raise lines.error("expected nothing after 'end'")
    cells = tuple(map(grid.parse, first))
    return Certificate(layout, cells, with_count, tuple(steps), needs_guess, tuple(layouts), note)


def _board(lines: _Lines) -> Layout:
    shape = lines.choice("board", {each.value: each for each in Shape})
    rows = []
    while (line := lines.line) is not None and _ROW.fullmatch(line):
        rows.append(lines.next())
    return layout_of(rows, shape)


def layout_of(rows: list[str], shape: Shape) -> Layout:
    """Return the layout of rows of `*` and `.`; raise BadFile."""
    if not rows or any(len(row) != len(rows[0]) or not _ROW.fullmatch(row) for row in rows):
        raise BadFile("not a board; expected rows of * and ., all of one length")
    return Layout.from_picture("\n".join(rows), shape)


def _step(lines: _Lines, grid: Grid) -> CertifiedStep:
    note, found = lines.take("step"), list[Conclusion]()
    while lines.line is not None and ": " in lines.line:
        cells, _, words = lines.next().partition(": ")
        for word in cells.split():
            found.append(Conclusion(*parse_fact(grid, word), tuple(words.split())))
    return CertifiedStep(tuple(found), note)


class _Lines:
    """The lines of a text, read one after the other."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._place = 0

    @property
    def line(self) -> str | None:
        """The next line; None at the end."""
        return None if self.is_over else self._lines[self._place].rstrip()

    @property
    def is_over(self) -> bool:
        return self._place >= len(self._lines)

    def next(self) -> str:
        """Return the next line, and pass it."""
        self._place += 1
        return self._lines[self._place - 1].rstrip()

    def is_next(self, head: str) -> bool:
        """Tell whether the next line begins with a word."""
        return self.line is not None and f"{self.line} ".startswith(f"{head} ")

    def take(self, head: str) -> str:
        """Return what follows the first word of the next line; raise BadFile if it is another."""
        if not self.is_next(head):
            found = "the end" if self.line is None else repr(self.line[:40])
            self._place += 1
            raise self.error(f"{found}; expected {head!r}")
        return self.next().removeprefix(head).strip()

    def choice(self, head: str, words: dict[str, _T]) -> _T:
        """Return what the next line says, by one of these words."""
        word = self.take(head)
        if word not in words:
            raise self.error(f"{head} {word[:40]!r}; expected {' or '.join(words)}")
        return words[word]

    def error(self, message: str) -> BadFile:
        return BadFile(f"not a certificate: line {self._place}: {message}")
