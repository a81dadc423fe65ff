"""Derivation: conclusions and what they follow from, as a graph without cycles.

A node is a step of the proof. Three kinds of steps are no nodes of their own, because a reader
gains nothing from them: a clause is one node with the clue it belongs to; a step that only restates
the one before it (a clause of one literal read as a fact, or the reverse) is the same node; and
what two steps share is there once. `Node.steps` says which steps a node stands for.

Nodes are numbered from 1, premises first, so a single conclusion is the last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush

from mineproof.logic.derivation.whole import all_whole, whole
from mineproof.logic.problem import Cell, Constraint
from mineproof.logic.proof import (
    Claim,
    Clue,
    Combination,
    Counted,
    Difference,
    Forced,
    Known,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    cell_of,
    cells_of,
    premises,
    steps,
)

RULES: dict[type[Proof], str] = {
    Clue: "clue",
    MineCount: "mine count",
    Known: "known",
    Difference: "difference",
    Forced: "forced",
    Pigeonhole: "clause",
    Resolvent: "resolvent",
    Unit: "unit",
    Counted: "counted",
    Combination: "combination",
}
"""What each kind of step is called in every format."""


@dataclass(frozen=True, slots=True)
class Node:
    """One node: what it claims, by which rule, and the numbers of its premises.

    `source` is the clue or the mine count that a leaf belongs to. `steps` are the steps of the
    proof that it stands for.
    """

    number: int
    rule: str
    claim: Claim
    premises: tuple[int, ...]
    source: Clue | MineCount | None
    steps: tuple[Proof, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that it is about, in order."""
        return tuple(sorted(cells_of(self.claim)))

    @property
    def is_fact(self) -> bool:
        """Whether it settles a cell that the argument goes on with."""
        return isinstance(self.claim, Constraint) and len(self.claim.cells) == 1

    @property
    def pivot(self) -> Cell | None:
        """The cell on which the premises of a resolvent disagree."""
        step = self.steps[0]
        if not isinstance(step, Resolvent):
            return None
        left, right = step.left.claim, step.right.claim
        assert isinstance(left, frozenset), "only clauses are resolved"
        assert isinstance(right, frozenset), "only clauses are resolved"
        (lit,) = (lit for lit in left if -lit in right)
        return cell_of(lit)


@dataclass(frozen=True)
class Derivation:
    """All nodes of a proof, or of several, premises first; the conclusion is the last.

    >>> from mineproof.logic.problem import fact
    >>> both = Clue(Constraint(frozenset({0, 1}), 2, clue=2))
    >>> mined = Unit(fact(0, True), Pigeonhole(frozenset({1}), both))
    >>> [(node.rule, node.premises) for node in Derivation.of([mined]).nodes]
    [('clause', ())]
    """

    proof: Proof
    nodes: tuple[Node, ...]

    @classmethod
    def of(cls, proofs: Iterable[Proof]) -> Derivation:
        """Return the derivation of the last proof; each may use those before it as known."""
        joined = whole(proofs)
        return cls(joined, tuple(_Nodes([joined]).listed()))

    @classmethod
    def of_all(cls, proofs: Iterable[Proof]) -> Derivation:
        """Return the derivation of all of some proofs; each may use those before it as known."""
        joined = all_whole(proofs)
        return cls(joined[-1], tuple(_Nodes(joined).listed()))

    def __getitem__(self, number: int) -> Node:
        return self.nodes[number - 1]

    @property
    def conclusion(self) -> Node:
        """What all of it proves."""
        return self.nodes[-1]

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The nodes from which nothing else follows, in order: the conclusion, or several."""
        used = {number for node in self.nodes for number in node.premises}
        return tuple(node.number for node in self.nodes if node.number not in used)

    @property
    def certain(self) -> frozenset[Cell]:
        """The cells that it settles."""
        facts = (node for node in self.nodes if node.is_fact and node.rule != RULES[Known])
        return frozenset(cell for node in facts for cell in node.cells)

    @property
    def step_count(self) -> int:
        """How many nodes follow from others."""
        return sum(bool(node.premises) for node in self.nodes)

    @property
    def leaf_count(self) -> int:
        """How many nodes are given: clues, their clauses, and what is known."""
        return len(self.nodes) - self.step_count

    @cached_property
    def sources(self) -> tuple[Clue | MineCount, ...]:
        """The clues that it uses, in the order of their cells, and the mine count if it does."""
        used = {_key(node.source): node.source for node in self.nodes if node.source}
        return tuple(used[key] for key in sorted(used))

    @cached_property
    def users(self) -> tuple[tuple[int, ...], ...]:
        """For each node, in order, the nodes of which it is a premise."""
        users: list[list[int]] = [[] for _ in self.nodes]
        for node in self.nodes:
            for premise in node.premises:
                users[premise - 1].append(node.number)
        return tuple(map(tuple, users))

    def below(self, number: int) -> frozenset[int]:
        """Return all nodes that a node rests on."""
        found: set[int] = set()
        stack = [number]
        while stack:
            fresh = set(self[stack.pop()].premises) - found
            found |= fresh
            stack.extend(fresh)
        return frozenset(found)

    def shown(self, unfolded: Collection[int]) -> tuple[int, ...]:
        """Return the nodes to be seen if only the `unfolded` ones show their premises."""
        found: set[int] = set()
        stack = [*self.tops]
        while stack:
            number = stack.pop()
            if number not in found:
                found.add(number)
                stack.extend(self[number].premises if number in unfolded else ())
        return tuple(sorted(found))

    def unfolded(self, most: int) -> frozenset[int]:
        """Return the nodes to unfold so that about `most` can be seen, front by front.

        The fronts of the conclusions come first, from the top. What other fronts contribute stays
        folded, one node for each cell, as long as there is no room.
        """
        if len(self.nodes) <= most:
            return frozenset(node.number for node in self.nodes if node.premises)
        own = {self.fronts[top - 1] for top in self.tops}
        open_now: set[int] = set()
        seen = {*self.tops}
        waiting = [(False, 0, -top) for top in reversed(self.tops)]  # a heap
        while waiting:
            elsewhere, depth, negative = heappop(waiting)
            node = self[-negative]
            fresh = [number for number in dict.fromkeys(node.premises) if number not in seen]
            if open_now and len(seen) + len(fresh) > most:
                continue
            open_now.add(node.number)
            seen.update(fresh)
            for number in fresh:
                if self[number].premises:
                    is_elsewhere = elsewhere or self.fronts[number - 1] not in own
                    heappush(waiting, (is_elsewhere, depth + 1, -number))
        return frozenset(open_now)

    @cached_property
    def fronts(self) -> tuple[int, ...]:
        """The front of each node: nodes with the same number argue about the same open cells.

        A settled cell belongs to the front that settles it, and does not link it to others.
        """
        groups = _Groups()
        for node in self.nodes:
            if not self._is_only_reduced(node):
                groups.join([node.number, *(-1 - cell for cell in node.cells)])
            groups.join([node.number, *(p for p in node.premises if not self[p].is_fact)])
        return tuple(groups.root(node.number) for node in self.nodes)

    def _is_only_reduced(self, node: Node) -> bool:
        """Tell whether a clue serves only for what it says without its settled cells."""
        return node.rule in ("clue", "mine count") and all(
            user.rule == "difference" and all(self[p].is_fact for p in user.premises[1:])
            for user in map(self.__getitem__, self.users[node.number - 1])
        )


class _Groups:
    """Numbers in groups, which grow together."""

    def __init__(self) -> None:
        self._above: dict[int, int] = {}

    def root(self, member: int) -> int:
        """Return the number that stands for a member's group."""
        above = self._above.setdefault(member, member)
        while above != member:
            self._above[member] = above = self._above[above]
            member, above = above, self._above[above]
        return member

    def join(self, members: Iterable[int]) -> None:
        """Make all members one group."""
        first, *others = map(self.root, members)
        for other in others:
            self._above[self.root(other)] = self.root(first)


def _key(source: Clue | MineCount) -> tuple[bool, int, tuple[Cell, ...]]:
    clue = -1 if source.claim.clue is None else source.claim.clue
    return isinstance(source, MineCount), clue, tuple(sorted(source.claim.cells))


@dataclass
class _Draft:
    """A node that may still take in the steps that restate it."""

    rule: str
    claim: Claim
    premises: tuple[int, ...]
    source: Clue | MineCount | None
    steps: list[Proof] = field(default_factory=list)


class _Nodes:
    """Finds the nodes of proofs that share the steps that are equal."""

    def __init__(self, proofs: Iterable[Proof]) -> None:
        self._drafts: list[_Draft] = []
        self._numbers: dict[int, int] = {}  # by the identity of the step
        every = {id(step): step for proof in proofs for step in steps(proof)}.values()
        self._shown_clues = {
            id(below)
            for step in every
            if not isinstance(step, Pigeonhole)
            for below in premises(step)
            if isinstance(below, Clue | MineCount)
        }
        for step in every:
            self._add(step)

    def listed(self) -> Iterator[Node]:
        for number, each in enumerate(self._drafts, start=1):
            yield Node(number, each.rule, each.claim, each.premises, each.source, tuple(each.steps))

    def _add(self, step: Proof) -> None:
        if isinstance(step, Clue | MineCount) and id(step) not in self._shown_clues:
            return
        if (restated := _restated(step)) is not None:
            number = self._numbers[id(restated)]
            draft = self._drafts[number - 1]
            draft.steps.append(step)
            if isinstance(step.claim, Constraint):
                draft.claim = step.claim
        else:
            self._drafts.append(self._draft(step))
            number = len(self._drafts)
        self._numbers[id(step)] = number

    def _draft(self, step: Proof) -> _Draft:
        if isinstance(step, Clue | MineCount):
            return _Draft(RULES[type(step)], step.claim, (), step, [step])
        if isinstance(step, Pigeonhole) and isinstance(step.of, Clue | MineCount):
            return _Draft(RULES[Pigeonhole], step.claim, (), step.of, [step, step.of])
        below = tuple(self._numbers[id(premise)] for premise in premises(step))
        return _Draft(RULES[type(step)], step.claim, below, None, [step])


def _restated(step: Proof) -> Proof | None:
    """Return the premise that a step only says again; None if it says something new."""
    if not isinstance(step, Unit | Forced | Pigeonhole) or isinstance(step.of, Clue | MineCount):
        return None
    return step.of if len(cells_of(step.of.claim)) == 1 else None
