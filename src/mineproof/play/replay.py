"""Replay: what the engine knows, and the marks on the board, after any step of a trace.

It states once more, and independently of the engines, what each kind of step changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from mineproof.board.game import Act
from mineproof.board.grid import Cell
from mineproof.errors import BadInput
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import Clause, Literal
from mineproof.play.steps import Sentence, Step


class Branch(NamedTuple):
    """A node of a search tree, with the number of the node above it; None for the root.

    `literal` is supposed here, and `following` what follows from it. `clash` is a clause that is
    false here; `clause` is false here too, and follows from the clues. `fits` says that a layout
    was found.
    """

    above: int | None
    literal: Literal | None
    following: tuple[Literal, ...] = ()
    clash: Clause | None = None
    clause: Clause | None = None
    fits: bool = False


class Knowledge(NamedTuple):
    """What one engine knows: `kb` and `sentences` oldest first, `kb0` and `units` in their order.

    `units` wait to be marked. `tree` is that of the latest search, its nodes by their numbers.
    """

    kb: tuple[Clause, ...] = ()
    kb0: tuple[Literal, ...] = ()
    units: tuple[Literal, ...] = ()
    sentences: tuple[Constraint, ...] = ()
    tree: tuple[Branch, ...] = ()


class State(NamedTuple):
    """What the engines of a cascade know, each by its name, and the marks on the board.

    `marks` says of each marked cell whether it is marked as a mine.
    """

    parts: Mapping[str, Knowledge]
    marks: Mapping[Cell, bool]

    @property
    def knowledge(self) -> Knowledge:
        """What the engine knows; of a cascade, the last part that has joined in."""
        return list(self.parts.values())[-1] if self.parts else Knowledge()

    @property
    def kb(self) -> tuple[Clause, ...]:
        """The clauses of two or more literals, oldest first."""
        return self.knowledge.kb

    @property
    def kb0(self) -> tuple[Literal, ...]:
        """The literals of the settled cells, in their order."""
        return self.knowledge.kb0

    @property
    def units(self) -> tuple[Literal, ...]:
        """The units that wait to be marked, in their order."""
        return self.knowledge.units


class Replay:
    """Rebuilds the state after any step from the steps alone. More may be added to `steps`.

    >>> from mineproof.board.view import View
    >>> from mineproof.play.trace import trace_view
    >>> replay = Replay(trace_view(View.from_picture("### 1#2"), "resolution"))
    >>> replay.state_at(len(replay.steps) - 1).kb0
    (-4, -6, 3, -1)
    """

    def __init__(self, steps: Iterable[Step] = ()) -> None:
        self.steps = list(steps)
        self._kept = [_Board()]  # before every _STRIDE-th step, as far as anybody has asked

    def state_at(self, number: int) -> State:
        """Return the state after a step, by its number; raise BadInput if there is none."""
        if not 0 <= number < len(self.steps):
            raise BadInput(f"step {number}; expected 0 to {len(self.steps) - 1}")
        wanted = number // _STRIDE
        while len(self._kept) <= wanted:
            last = len(self._kept) * _STRIDE
            self._kept.append(self._kept[-1].after(self.steps[last - _STRIDE : last]))
        return self._kept[wanted].after(self.steps[wanted * _STRIDE : number + 1]).state


_STRIDE = 100
"""How many steps apart states are kept: going back costs no more than this many steps."""


@dataclass
class _Part:
    """The knowledge of one engine, which steps change."""

    kb: dict[Clause, None] = field(default_factory=dict)  # in the order of insertion
    kb0: list[Literal] = field(default_factory=list)
    units: deque[Literal] = field(default_factory=deque)
    sentences: dict[frozenset[Cell], int] = field(default_factory=dict)
    tree: list[Branch] = field(default_factory=list)

    def take(self, step: Step) -> None:
        if "node" in step:
            self._search(step)
        elif "sentence" in step:
            self._take_sentence(step)
        else:
            self._take_clause(step)

    def _take_clause(self, step: Step) -> None:
        match step["kind"]:
            case "learned":
                self.kb0.extend(step["clause"])
            case "unit":
                self.units.extend(step["clause"])
            case "marked":
                self._mark(step["clause"][0])
            case "duplicate" if len(step["clause"]) == 1:
                self.units.remove(step["clause"][0])  # its turn to be marked, but its cell is
            case "inserted":
                self.kb[frozenset(step["clause"])] = None
            case "shortened":
                del self.kb[frozenset(step["parents"][0])]
            case "satisfied":
                del self.kb[frozenset(step["clause"])]
            case "subsumed":  # in KB, or dropped before it could join
                self.kb.pop(frozenset(step["clause"]), None)
            case _:
                pass  # it changes nothing

    def _mark(self, literal: Literal) -> None:
        if literal in self.units:
            self.units.remove(literal)
        self.kb0.append(literal)

    def _take_sentence(self, step: Step) -> None:
        match step["kind"]:
            case "marked":
                self._mark(step["clause"][0])
            case "sentence" | "difference":
                self._join(step["sentence"])
            case "shortened":
                del self.sentences[frozenset(step["whole"]["cells"])]
                self._join(step["sentence"])
            case _:
                pass

    def _join(self, sentence: Sentence) -> None:
        if sentence["cells"]:
            self.sentences.setdefault(frozenset(sentence["cells"]), sentence["mines"])

    def _search(self, step: Step) -> None:
        tree, node = self.tree, step["node"]
        match step["kind"]:
            case "search" | "decided" | "backtracked":
                tree[node:] = [Branch(step["above"], step["literal"])]
            case "propagated":
                assert step["literal"] is not None
                following = (*tree[node].following, step["literal"])
                tree[node] = tree[node]._replace(following=following)
            case "clashed":
                tree[node] = tree[node]._replace(clash=frozenset(step["clause"]))
            case "refuted":
                tree[node] = tree[node]._replace(clause=frozenset(step["clause"]))
            case "fitted":
                tree[node] = tree[node]._replace(fits=True)
            case _:
                pass

    def copy(self) -> _Part:
        return _Part(
            dict(self.kb),
            list(self.kb0),
            deque(self.units),
            dict(self.sentences),
            list(self.tree),
        )

    @property
    def knowledge(self) -> Knowledge:
        sentences = tuple(Constraint(cells, mines) for cells, mines in self.sentences.items())
        kb, kb0, units = tuple(self.kb), tuple(self.kb0), tuple(self.units)
        return Knowledge(kb, kb0, units, sentences, tuple(self.tree))


@dataclass
class _Board:
    """A state that steps change."""

    parts: dict[str, _Part] = field(default_factory=dict)
    marks: dict[Cell, bool] = field(default_factory=dict)
    has_moves: bool = True

    @property
    def state(self) -> State:
        return State({name: part.knowledge for name, part in self.parts.items()}, self.marks)

    def after(self, steps: Iterable[Step]) -> _Board:
        """Return a copy that these steps have changed."""
        parts = {name: part.copy() for name, part in self.parts.items()}
        copy = _Board(parts, dict(self.marks), self.has_moves)
        for step in steps:
            copy._take(step)
        return copy

    def _take(self, step: Step) -> None:
        if step["kind"] == "begin":
            self.has_moves = step["game"] is not None
            self._open(step)
        elif step["kind"] == "move":
            self._flag(step)
            self._open(step)
        elif step["kind"] != "end":
            self.parts.setdefault(step.get("by", ""), _Part()).take(step)
            if step["kind"] == "marked" and not self.has_moves:
                self.marks[step["cell"]] = step["clause"][0] > 0

    def _flag(self, step: Step) -> None:
        if step["act"] == Act.FLAG.value and not self.marks.pop(step["cell"], False):
            self.marks[step["cell"]] = True  # in the clearing game, a second flag takes it away

    def _open(self, step: Step) -> None:
        self.marks.update(dict.fromkeys((cell for cell, _ in step["opened"]), False))
