"""Words of somebody's program, made fit for messages and reports."""

from __future__ import annotations

_MOST_TEXT = 1000  # characters of a reason or an error that are kept
_MOST_QUOTED = 100


def plain(text: str) -> str:
    """Return a program's text in one line that is safe to print, and not too long.

    >>> plain("first\\n\\x1b[2Jsecond")
    'first [2Jsecond'
    """
    text = text[: 2 * _MOST_TEXT]
    if not text.isprintable():
        text = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(text.split())[:_MOST_TEXT]


def quoted(line: bytes | bytearray) -> str:
    """Return the beginning of what a program wrote, for a message."""
    text = line[: 4 * _MOST_QUOTED].decode("utf-8", "replace").strip()
    return repr(plain(text)[:_MOST_QUOTED]) + ("..." if len(text) > _MOST_QUOTED else "")
