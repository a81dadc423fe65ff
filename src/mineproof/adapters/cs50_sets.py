"""What a student's file does to its own sets, and what of that is wrong.

CS50's project asks for it in words: the two moves change nothing, `add_knowledge` records the move
and forgets nothing, and a sentence changes only if the marked cell is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from mineproof.board.grid import Place
from mineproof.plugins.source import told

_TRIO = ((0, 0), (0, 1), (0, 2))
_OUTSIDER = (2, 2)


class Sets(NamedTuple):
    """The state of a student's AI: its sets, and its sentences. What it lacks is None."""

    mines: frozenset[Any] | None
    safes: frozenset[Any] | None
    moves_made: frozenset[Any] | None
    knowledge: tuple[tuple[frozenset[Any], Any], ...] | None

    @classmethod
    def of(cls, ai: Any) -> Sets:
        """Return a copy of the present state."""
        return cls(_set(ai, "mines"), _set(ai, "safes"), _set(ai, "moves_made"), _knowledge(ai))


def _set(ai: Any, name: str) -> frozenset[Any] | None:
    with suppress(AttributeError, TypeError):  # another container may do as well
        return frozenset(getattr(ai, name))
    return None


def _knowledge(ai: Any) -> tuple[tuple[frozenset[Any], Any], ...] | None:
    with suppress(AttributeError, TypeError):
        return tuple((frozenset(each.cells), each.count) for each in ai.knowledge)
    return None


def moving_slips(before: Sets, after: Sets, method: str) -> Iterator[str]:
    """Yield what a move has changed, which should change nothing."""
    for name, one, other in zip(Sets._fields, before, after, strict=True):
        if one != other:
            yield f"{method} changed {name}"


def learning_slips(before: Sets, after: Sets, place: Place, number: int) -> Iterator[str]:
    """Yield what went wrong when the AI was told a number."""
    call = f"add_knowledge({place}, {number})"
    for name in ("mines", "safes", "moves_made"):
        one, other = getattr(before, name), getattr(after, name)
        if one is not None and other is not None and not one <= other:
            yield f"{call} took {min(one - other)} out of {name}"
    for name in ("safes", "moves_made"):
        held = getattr(after, name)
        if held is not None and place not in held:
            yield f"{call} did not add the cell to {name}"
    if after.mines is not None and after.safes is not None and after.mines & after.safes:
        yield f"{call} left {min(after.mines & after.safes)} in both mines and safes"


def sentence_slips(kind: Any) -> Iterator[str]:
    """Yield what the methods of a class `Sentence` do wrong; nothing if there is no such class."""
    if not isinstance(kind, type):
        return
    for method, cell, start, wish in _TRIALS:
        try:
            yield from _tried(kind, method, cell, start, wish)
        except Exception as error:
            yield f"Sentence.{method} raised {told(error)}"


def _tried(
    kind: Callable[..., Any], method: str, cell: Place | None, start: int, wish: Any
) -> Iterator[str]:
    sentence = kind(set(_TRIO), start)
    result = getattr(sentence, method)(*([] if cell is None else [cell]))
    now = (set(sentence.cells), sentence.count)
    call = f"Sentence({_words(_TRIO)}, {start}).{method}({'' if cell is None else cell})"
    if cell is not None and now != (set(wish[0]), wish[1]):
        yield f"{call} left {_words(now[0])} = {now[1]}; expected {_words(wish[0])} = {wish[1]}"
    if cell is None and now != (set(_TRIO), start):
        yield f"{call} changed the sentence"
    if cell is None and set(result or ()) != set(wish):
        yield f"{call} returned {_words(result or ())}; expected {_words(wish)}"


def _words(cells: Iterable[Any]) -> str:
    return "{" + ", ".join(map(str, sorted(cells))) + "}"


_TRIALS: tuple[tuple[str, Place | None, int, Any], ...] = (
    ("known_mines", None, 3, _TRIO),
    ("known_mines", None, 1, ()),
    ("known_safes", None, 0, _TRIO),
    ("known_safes", None, 1, ()),
    ("mark_mine", (0, 1), 2, (((0, 0), (0, 2)), 1)),
    ("mark_mine", _OUTSIDER, 2, (_TRIO, 2)),
    ("mark_safe", (0, 1), 2, (((0, 0), (0, 2)), 2)),
    ("mark_safe", _OUTSIDER, 2, (_TRIO, 2)),
)
