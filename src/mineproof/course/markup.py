"""Markup: the text of a lesson as plain data, from a small subset of Markdown.

Blocks are separated by blank lines: paragraphs, `## headings`, lists (`- ` or `1. `), and text
between ``` fences, which stays as it is. In a line, `**strong**`, `*emphasis*` and `code` are as in
Markdown. Two things mean more than there:

- `![caption](wall)` on its own shows the board `wall`.
- `[b1 is safe](b1 safe)` makes a claim about the board shown last (`claims.py`).

A fence with ```clauses has one clause per line, and after a colon, if you like, where it is from.
There is no HTML: `<b>` is three characters. What cannot be read raises BadInput with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from mineproof.errors import BadInput

FENCE = "```"


class Style(Enum):
    """How a part of a line is set."""

    PLAIN = "plain"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    CODE = "code"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a line; a claim also has what it says, for `claims.parse_claim`."""

    text: str
    style: Style = Style.PLAIN
    claim: str = ""


Spans: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a text, and the line where it begins, from 1."""

    line: int


@dataclass(frozen=True, slots=True)
class Paragraph(Block):
    """Some lines of prose."""

    spans: Spans


@dataclass(frozen=True, slots=True)
class Heading(Block):
    """A heading within the lesson."""

    spans: Spans


@dataclass(frozen=True, slots=True)
class Items(Block):
    """A list."""

    items: tuple[Spans, ...]
    is_numbered: bool


@dataclass(frozen=True, slots=True)
class ShownBoard(Block):
    """A board, by its name, with a caption."""

    name: str
    caption: Spans


@dataclass(frozen=True, slots=True)
class ClauseLines(Block):
    """Clauses as they are written, each with a note."""

    lines: tuple[tuple[str, Spans], ...]


@dataclass(frozen=True, slots=True)
class Verbatim(Block):
    """Lines that stay as they are."""

    text: str


_SPAN = re.compile(
    r"\*\*(?P<strong>[^*]+)\*\*"
    r"|\*(?P<emphasis>[^*]+)\*"
    r"|`(?P<code>[^`]+)`"
    r"|\[(?P<claim>[^\]]+)\]\((?P<says>[^)]*)\)"
)
_BOARD = re.compile(r"!\[(?P<caption>.*)\]\((?P<name>[^)]*)\)")
_BULLET, _NUMBER = re.compile(r"- "), re.compile(r"\d+\. ")
_INDENT = re.compile(r"\s+\S")
_WIDE = re.compile(r"[\u2e80-\u9fff\uff00-\uffef\u3000-\u303f]")


def parse(text: str) -> tuple[Block, ...]:
    """Return the blocks of a text; raise BadInput, which names the line.

    >>> parse("Look: [b1 is safe](b1 safe).")[0].spans[1]
    Span(text='b1 is safe', style=<Style.CLAIM: 'claim'>, claim='b1 safe')
    """
    return tuple(_block(line, lines) for line, lines in _pieces(text.split("\n")))


def _pieces(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each block, and the number of the first."""
    piece: list[str] = []
    first, is_fenced = 1, False
    for number, line in enumerate(lines, 1):
        opens = line.startswith(FENCE)
        if not is_fenced and piece and (opens or not line.strip()):
            yield first, piece
            piece = []
        if not piece:
            first = number
        if is_fenced or line.strip():
            piece.append(line)
        if opens:
            is_fenced = not is_fenced
            if not is_fenced:
                yield first, piece
                piece = []
    if is_fenced:
        raise BadInput(f"line {first}: a fence without an end; expected {FENCE} after it")
    if piece:
        yield first, piece


def _block(line: int, lines: list[str]) -> Block:
    head = lines[0]
    if head.startswith(FENCE):
        return _fenced(line, head.removeprefix(FENCE).strip(), lines[1:-1])
    if head.startswith("## "):
        return Heading(line, spans(_joined([head.removeprefix("## "), *lines[1:]]), line))
    if head.startswith("!["):
        return _board(line, _joined(lines))
    for mark in (_BULLET, _NUMBER):
        if mark.match(head):
            return _items(line, lines, mark)
    return Paragraph(line, spans(_joined(lines), line))


def _joined(lines: Sequence[str]) -> str:
    """Join the lines of a paragraph; between Chinese characters a line break is no blank."""
    text = ""
    for line in map(str.strip, lines):
        is_wide = bool(text and line and _WIDE.match(text[-1]) and _WIDE.match(line[0]))
        text += line if is_wide or not text else f" {line}"
    return text


def _fenced(line: int, kind: str, lines: list[str]) -> Block:
    if kind == "":
        return Verbatim(line, "\n".join(lines))
    if kind != "clauses":
        raise BadInput(f"line {line}: a fence {kind!r}; expected {FENCE} or {FENCE}clauses")
    pairs = [re.split("[:：]", text, maxsplit=1) for text in lines if text.strip()]
    return ClauseLines(
        line,
        tuple(
            (pair[0].strip(), spans(pair[1].strip() if pair[1:] else "", line)) for pair in pairs
        ),
    )


def _board(line: int, text: str) -> ShownBoard:
    found = _BOARD.fullmatch(text)
    if found is None:
        raise BadInput(f"line {line}: {text!r:.40}; expected ![caption](board) on its own")
    return ShownBoard(line, found["name"], spans(found["caption"], line))


def _items(line: int, lines: list[str], mark: re.Pattern[str]) -> Items:
    items: list[list[str]] = []
    for number, text in enumerate(lines, line):
        if found := mark.match(text):
            items.append([text[found.end() :]])
        elif _INDENT.match(text):
            items[-1].append(text)
        else:
            raise BadInput(f"line {number}: {text!r:.40}; expected a blank line after the list")
    joined = tuple(spans(_joined(item), line) for item in items)
    return Items(line, joined, mark is _NUMBER)


def spans(text: str, line: int = 1) -> Spans:
    """Return the parts of a line; raise BadInput for a sign that opens and does not close."""
    found: list[Span] = []
    end = 0
    for match in _SPAN.finditer(text):
        found.append(Span(text[end : match.start()]))
        kind = match.lastgroup if match.lastgroup != "says" else "claim"
        style = Style(kind)
        found.append(Span(match[style.value], style, match["says"] or ""))
        end = match.end()
    found.append(Span(text[end:]))
    for span in found:
        if span.style is Style.PLAIN and (odd := re.search(r"[*`]|\]\(", span.text)):
            raise BadInput(f"line {line}: {odd[0]!r} alone in {text!r:.40}; expected a pair")
    return tuple(span for span in found if span.text)
