"""DPLL: decide, propagate, backtrack. The search is kept as a tree, its failure as a proof.

Is there a layout that meets all constraints, and in which some literal holds? **Propagate** what
follows from a single constraint: if all its mines are found, its other cells are safe; if all its
safe cells are found, the others are mines. This is unit propagation on the clauses of
`logic.cnf`, none of which has to be written down. If a constraint cannot be met, it **clashes**.
If all clues are met, a layout is found. Otherwise **decide**: choose a cell, suppose that it is a
mine or that it is safe, and go on. After a clash **backtrack**: undo the latest decision, and try
the opposite. If that leads to a clash too, so does all that was supposed before.

**The proof.** A constraint that clashes has a false clause: too many mines, or too many safe cells.
Resolve it with the clauses that made its literals false, latest first, until no literal is left
that followed from the node's own decision: this clause says that the decision does not go together
with what was true before. The clauses of two opposite decisions resolve on their cell. So every
node that failed has a clause, derived by resolution from those of its children, and the root's says
that the assumption is false. If a clause does not mention the decision of its node, the clash has
nothing to do with it: the opposite decision would fail in the same way, and is not tried.

**Counts.** The mine count propagates like a clue, but no decision is made for it: the cells that no
clue mentions are alike, so once all clues are met, any of them may hold the remaining mines.

The algorithm: Martin Davis, George Logemann and Donald Loveland, "A machine program for
theorem-proving", Communications of the ACM 5, 1962.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from mineproof.engines.event import Branch, Event, Happening, Hint, Listener
from mineproof.errors import LimitReached
from mineproof.logic.problem import Cell, Constraint, Namer
from mineproof.logic.proof import (
    Clause,
    Clue,
    Literal,
    Pigeonhole,
    Proof,
    Resolvent,
    cell_of,
    leaves,
    literal,
)

Clausal: TypeAlias = Pigeonhole | Resolvent
"""The proof of a clause."""


class Step(NamedTuple):
    """A literal that follows from one constraint and what is supposed so far."""

    literal: Literal
    by: Proof


@dataclass(eq=False, slots=True)
class Node:
    """One node of the search tree: a supposed literal, and what comes of it.

    `literal` is None at the root of a search without an assumption. `number` counts the nodes of a
    tree as they are made, each before those below it. `opposite` proves the literal if the other
    branch has failed. `clash` is the constraint that cannot be met, `refutation` the proof of a
    clause that is false here. A node without children and clash has a layout, or stands where the
    limit was reached.
    """

    literal: Literal | None = None
    parent: Node | None = None
    number: int = 0
    opposite: Clausal | None = None
    steps: list[Step] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    clash: Proof | None = None
    refutation: Clausal | None = None

    def branch(self, supposed: Literal, number: int, opposite: Clausal | None = None) -> Node:
        """Return a new child."""
        child = Node(supposed, self, number, opposite)
        self.children.append(child)
        return child

    @property
    def depth(self) -> int:
        """How many nodes are above it."""
        depth, above = 0, self.parent
        while above is not None:
            depth, above = depth + 1, above.parent
        return depth

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class _Rule:
    """A constraint, and how many mines and safe cells it has still to find."""

    __slots__ = ("cells", "mines", "premise", "safe", "size", "wanted")

    def __init__(self, premise: Proof) -> None:
        claim = premise.claim
        assert isinstance(claim, Constraint), "premises are constraints"
        self.premise = premise
        self.cells = sorted(claim.cells)
        self.size = len(self.cells)
        self.wanted = self.mines = claim.mines
        self.safe = self.size - claim.mines

    @property
    def is_broken(self) -> bool:
        return self.mines < 0 or self.safe < 0

    @property
    def urgency(self) -> tuple[bool, int, int]:
        """Lowest for the constraint to decide next: one that has cells found, and few ways left."""
        unknown = self.mines + self.safe
        return unknown == self.size, min(self.mines, self.safe), unknown


class Search:
    """Constraints by their proofs: clues, and counts for which nothing is decided.

    Raises LimitReached after `limit` decisions in total; None is no limit.

    >>> from mineproof.logic.problem import Problem
    >>> from mineproof.logic.proof import Clue
    >>> search = Search([Clue(c) for c in Problem.of([({0, 1}, 1), ({0, 1, 2}, 2)]).constraints])
    >>> sorted(search.run(-3).refutation.claim), search.run(-1).refutation, search.layout
    ([3], None, {0: False, 1: True, 2: True})
    """

    def __init__(
        self,
        clues: Iterable[Proof],
        counts: Iterable[Proof] = (),
        *,
        limit: int | None = None,
        listener: Listener | None = None,
    ) -> None:
        self.decisions = 0
        self.layout: Mapping[Cell, bool] = {}
        self._limit = limit
        self._listener = listener
        self._clues = [_Rule(clue) for clue in clues]
        self._rules = [*self._clues, *map(_Rule, counts)]
        self._near: dict[Cell, list[_Rule]] = defaultdict(list)
        for rule in self._rules:
            for cell in rule.cells:
                self._near[cell].append(rule)
        self._true: dict[Cell, bool] = {}  # in the order in which they became true
        self._place: dict[Cell, int] = {}
        self._ripe: deque[_Rule] = deque()
        self._clauses: dict[tuple[Clause, Proof], Pigeonhole] = {}  # so that a proof has each once
        self._nodes = 0

    def run(self, assumed: Literal | None = None) -> Node:
        """Search for a layout in which `assumed` holds; return the root of the tree.

        Either the root has a refutation, whose clause contains the opposite of the assumption or
        nothing, or `layout` is what was found: all cells of clues, and some others.
        """
        self._reset()
        root = node = Node(assumed)
        self._report(Happening.SEARCH, node, assumed)
        if assumed is not None:
            self._make_true(assumed)
        while True:
            broken = self._propagate(node)
            following = self._decide(node) if broken is None else self._backtrack(node, broken)
            if following is None:
                self.layout = dict(self._true)
                return root
            node = following

    def _reset(self) -> None:
        while self._true:
            self._undo(next(reversed(self._true)))
        self._ripe = deque(self._rules)
        self._clauses.clear()
        self._nodes = 1

    # Decide

    def _decide(self, node: Node) -> Node | None:
        """Return a new node with a decision; None if all clues are met."""
        undecided = [rule for rule in self._clues if rule.mines > 0 or rule.safe > 0]
        if not undecided:
            self._report(Happening.FITTED, node)
            return None
        self.decisions += 1
        if self._limit is not None and self.decisions > self._limit:
            raise LimitReached(f"the search passed {self._limit} decisions")
        literal = self._choose(min(undecided, key=lambda rule: rule.urgency))
        return self._suppose(node.branch(literal, self._nodes), Happening.DECIDED)

    def _choose(self, rule: _Rule) -> Literal:
        """Return a literal that leaves as little to decide in this constraint as possible."""
        unknown = [cell for cell in rule.cells if cell not in self._true]
        cell = max(unknown, key=lambda cell: len(self._near[cell]))
        return literal(cell, rule.mines <= rule.safe)

    def _suppose(self, node: Node, happening: Happening, clause: Clause = frozenset()) -> Node:
        assert node.literal is not None
        self._nodes += 1
        self._report(happening, node, node.literal, clause)
        self._make_true(node.literal)
        return node

    # Propagate

    def _propagate(self, node: Node) -> _Rule | None:
        """Make true what follows; return a constraint that cannot be met, if there is one."""
        while self._ripe:
            rule = self._ripe.popleft()
            if rule.is_broken:
                self._ripe.clear()
                return rule
            if rule.mines == 0 or rule.safe == 0:
                self._fill(rule, node)
        return None

    def _fill(self, rule: _Rule, node: Node) -> None:
        """Make the other cells safe if all mines are found, and mines otherwise."""
        is_mine = rule.mines > 0
        for cell in rule.cells:
            if cell not in self._true:
                step = Step(literal(cell, is_mine), rule.premise)
                node.steps.append(step)
                self._make_true(step.literal)
                if self._listener:
                    reason = self._reason(step).claim
                    self._report(Happening.PROPAGATED, node, step.literal, reason, by=rule.premise)

    def _make_true(self, lit: Literal) -> None:
        cell, is_mine = cell_of(lit), lit > 0
        self._place[cell] = len(self._true)
        self._true[cell] = is_mine
        for rule in self._near[cell]:
            if is_mine:
                rule.mines -= 1
            else:
                rule.safe -= 1
            if rule.mines <= 0 or rule.safe <= 0:
                self._ripe.append(rule)

    def _undo(self, cell: Cell) -> None:
        is_mine = self._true.pop(cell)
        for rule in self._near[cell]:
            if is_mine:
                rule.mines += 1
            else:
                rule.safe += 1

    # Backtrack

    def _backtrack(self, node: Node, broken: _Rule) -> Node | None:
        """Return the node of the latest decision turned round; None if all have failed."""
        node.clash = broken.premise
        proof: Clausal = self._false_clause(broken)
        self._report(Happening.CLASHED, node, clause=proof.claim, by=broken.premise)
        at: Node | None = node
        while at is not None:
            proof = at.refutation = self._leave(at, proof)
            self._report(Happening.REFUTED, at, clause=proof.claim)
            if at.literal is not None and -at.literal in proof.claim and at.parent is not None:
                if at.opposite is None:
                    other = at.parent.branch(-at.literal, self._nodes, proof)
                    return self._suppose(other, Happening.BACKTRACKED, proof.claim)
                proof = self._resolve(proof, at.opposite, at.literal, at.parent)
            at = at.parent
        return None

    def _leave(self, node: Node, proof: Clausal) -> Clausal:
        """Undo a node; return the proof of a false clause without the literals that followed."""
        for step in reversed(node.steps):
            if -step.literal in proof.claim:
                proof = self._resolve(proof, self._reason(step), step.literal, node)
        for step in node.steps:
            self._undo(cell_of(step.literal))
        if node.literal is not None:
            self._undo(cell_of(node.literal))
        return proof

    def _reason(self, step: Step) -> Clausal:
        """Return the clause that made a literal true: all its other literals are false."""
        false = self._false(step.by, step.literal < 0, 0)
        return self._pigeonhole(false | {step.literal}, step.by)

    def _false_clause(self, rule: _Rule) -> Clausal:
        """Return the clause of a broken constraint that became false first."""
        return self._pigeonhole(self._false(rule.premise, rule.mines < 0, 1), rule.premise)

    def _pigeonhole(self, clause: Clause, premise: Proof) -> Pigeonhole:
        return self._clauses.setdefault((clause, premise), Pigeonhole(clause, premise))

    def _false(self, premise: Proof, mined: bool, excess: int) -> Clause:
        """Return the first false literals of a constraint: all its mines, or safe cells, and more.

        `excess` is how many more than there may be.
        """
        claim = premise.claim
        assert isinstance(claim, Constraint)
        most = claim.mines if mined else len(claim.cells) - claim.mines
        found = [cell for cell in claim.cells if self._true.get(cell) is mined]
        found.sort(key=self._place.__getitem__)
        return frozenset(literal(cell, not mined) for cell in found[: max(0, most + excess)])

    def _resolve(self, false: Clausal, reason: Clausal, pivot: Literal, node: Node) -> Clausal:
        """Return the resolvent of a clause with `-pivot` and one with `pivot`."""
        clause = (false.claim - {-pivot}) | (reason.claim - {pivot})
        if self._listener:
            parents = false.claim, reason.claim
            self._listener(Event(Happening.RESOLVED, clause, parents, branch=Branch(node.number)))
        return Resolvent(clause, false, reason)

    def _report(
        self,
        happening: Happening,
        node: Node,
        lit: Literal | None = None,
        clause: Clause = frozenset(),
        by: Proof | None = None,
    ) -> None:
        if self._listener:
            above = None if node.parent is None else node.parent.number
            hint = None if by is None else Hint.of(by)
            branch = Branch(node.number, above, lit)
            self._listener(Event(happening, clause, hint=hint, branch=branch))


def outline(root: Node, name: Namer) -> Iterator[str]:
    """Yield the tree in lines, a node in each: what is supposed, what follows, and what clashes."""
    for node in root.walk():
        following = ", ".join(_words(step.literal, name) for step in node.steps)
        supposed = [] if node.literal is None else [_words(node.literal, name)]
        parts = [*supposed, *([f"so {following}"] if following else []), *_clash_words(node, name)]
        yield "  " * node.depth + "; ".join(parts)


def _words(lit: Literal, name: Namer) -> str:
    return f"{name(cell_of(lit))} {'mine' if lit > 0 else 'safe'}"


def _clash_words(node: Node, name: Namer) -> list[str]:
    if node.clash is None:
        return []
    clues = {leaf.claim.clue for leaf in leaves(node.clash) if isinstance(leaf, Clue)}
    (clue,) = clues if len(clues) == 1 else (None,)
    return ["clash" if clue is None else f"clash at {name(clue)}"]
