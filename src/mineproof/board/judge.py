"""Judge: who lays the mines of a prove-it game while it is played, and the court of one game.

To judge is to count layouts, which this room cannot do: the package itself appoints the judge, when
it is loaded. The judge that it appoints is in `play.judge`.

A court keeps what was decided, so a game can be replayed without being judged again: after an undo,
or when it is read from a file.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from mineproof.board.appointed import appointed
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng, State
from mineproof.board.view import View
from mineproof.errors import BadTranscript

Judge: TypeAlias = Callable[[View, Sequence[Cell], Layout, Rng], Layout]
"""Given what is seen, the cells that are opened now, the layout so far, which fits what is seen,
and the random numbers of the game, returns the layout from now on, which fits it too."""

_SAME = "."
_WORD = re.compile(":".join(["([0-9a-f]+)"] * 5))


@dataclass(frozen=True)
class Verdict:
    """A new layout, and the state of the random numbers after it was drawn.

    >>> verdict = Verdict(Layout(Grid(2, 2), frozenset({0, 3})), (1, 2, 3, 255))
    >>> verdict.word, Verdict.parse(verdict.word, Grid(2, 2)) == verdict
    ('9:1:2:3:ff', True)
    """

    layout: Layout
    state: State

    @cached_property
    def word(self) -> str:
        """The mines as the bits of a number and the state, in hexadecimal digits."""
        mines = sum(1 << cell for cell in self.layout.mines)
        return ":".join(f"{number:x}" for number in (mines, *self.state))

    @classmethod
    def parse(cls, word: str, grid: Grid) -> Verdict:
        """Return the verdict of a word; raise BadTranscript if it is none."""
        form = _WORD.fullmatch(word)
        if form is None:
            raise BadTranscript(f"{word!r} is no verdict; expected five numbers such as 9:1:2:3:ff")
        bits, a, b, c, d = (int(each, 16) for each in form.groups())
        mines = frozenset(cell for cell in range(grid.size) if bits >> cell & 1)
        return cls(Layout(grid, mines), (a, b, c, d))


class Court:
    """The judge of one game, and its verdicts: one for each opening, None if all stayed as it was.

    `judge` is the appointed one if None is given. What is `known` is not judged again.
    """

    def __init__(self, judge: Judge | None = None, known: Iterable[Verdict | None] = ()) -> None:
        self.judge = judge
        self.verdicts: list[Verdict | None] = []
        self._known = deque(known)

    @classmethod
    def read(cls, text: str, grid: Grid, judge: Judge | None = None) -> Court:
        """Return a court that knows the verdicts in a text, as `text` has them."""
        words = text.split()
        return cls(judge, [None if w == _SAME else Verdict.parse(w, grid) for w in words])

    @property
    def text(self) -> str:
        """All verdicts, one word for each."""
        return " ".join(_SAME if each is None else each.word for each in self.verdicts)

    def again(self) -> Court:
        """Return a court that knows what this one has decided."""
        return Court(self.judge, self.verdicts)

    def foresee(self, verdict: Verdict | None) -> None:
        """Take a verdict on the next opening that somebody else has found."""
        self._known.append(verdict)

    def close_files(self) -> None:
        """Forget what is known of openings that were not made again."""
        self._known.clear()

    def decide(
        self, view: View, cells: Sequence[Cell], layout: Layout, rng: Rng
    ) -> tuple[Layout, Rng]:
        """Return the layout from now on, and the random numbers; raise what the judge raises.

        A judgement that fails leaves nothing behind.
        """
        known = self._known
        verdict = known.popleft() if known else self.judged(view, cells, layout, rng)
        self.verdicts.append(verdict)
        return (layout, rng) if verdict is None else (verdict.layout, Rng.at(verdict.state))

    def judged(self, view: View, cells: Sequence[Cell], layout: Layout, rng: Rng) -> Verdict | None:
        """Return the judge's verdict on opening some cells."""
        assert appointed, "mineproof/__init__.py appoints a judge before any game is played"
        judge: Judge = self.judge or appointed[0]
        own = Rng.at(rng.state)
        found = judge(view, cells, layout, own)
        is_same = found == layout and own.state == rng.state
        return None if is_same else Verdict(found, own.state)
