"""Proofs in plain English.

`proof_sentences` turns one proof into numbered sentences, each built only from cells and numbers in
the proof. Known facts are mentioned where they are used, not explained again; `Inference.chain`
finds the deductions that a cell rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeGuard

from mineproof.logic.problem import Cell, Constraint, Namer
from mineproof.logic.proof import (
    Bound,
    Claim,
    Clause,
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
    steps,
)

MOST_CELLS = 12
"""The size above which a set of cells is counted rather than listed."""


def proof_sentences(
    proof: Proof, name: Namer, is_open: Callable[[Cell], bool] = lambda _: False
) -> tuple[str, ...]:
    """Return the sentences of a proof; the last one states what it proves.

    Open cells are visibly safe and are not mentioned as such.

    >>> from mineproof.logic.problem import fact
    >>> clue = Clue(Constraint(frozenset({0, 1}), 2, clue=3))
    >>> proof_sentences(Forced(fact(0, True), clue), "abcd".__getitem__)
    ('The 2 at d says that both of {a, b} are mines.', 'So a is a mine.')
    """
    return _Writer(name, is_open).write(_without_echo(proof))


class _Writer:
    """Writes one proof, and remembers the number of each statement for later references."""

    def __init__(self, name: Namer, is_open: Callable[[Cell], bool]) -> None:
        self._name = name
        self._is_open = is_open
        self._sentences: list[str] = []
        self._numbers: dict[int, int] = {}

    def write(self, proof: Proof) -> tuple[str, ...]:
        nodes = list(steps(proof))
        folded = {id(node.whole) for node in nodes if _takes_off_facts(node)}
        for node in nodes[:-1]:
            if id(node) not in folded and not _is_fact(node):
                self._sentences.append(_capital(self._sentence(node)) + ".")
                self._numbers[id(node)] = len(self._sentences)
        conclusion = _capital(self._sentence(proof)) + "."
        if len(self._sentences) <= 1:  # nothing to distinguish, so no numbers
            return (*self._sentences, conclusion.replace("By (1), ", "So "))
        numbered = [f"({i}) {text}" for i, text in enumerate(self._sentences, start=1)]
        return (*numbered, conclusion)

    def _sentence(self, node: Proof) -> str:
        match node:
            case Clue(claim) | MineCount(claim):
                return f"{self._given(node)} says that {self._count(claim)}"
            case Known(claim):
                return f"{self._count(claim)}, as is known"
            case Difference():
                return self._difference(node)
            case Forced(claim) | Unit(claim):
                return f"so {self._count(claim)}"
            case Pigeonhole(claim, of):
                return f"{self._back_to(of)}{self._clause(claim)}"
            case Resolvent(claim, left, right):
                return f"from {self._ref(left)} and {self._ref(right)}: {self._clause(claim)}"
            case Counted(claim, premises):
                return self._counted(claim, premises)
            case Combination(claim):
                return f"{self._sum(node)}{self._bound(claim)}"

    def _difference(self, node: Difference) -> str:
        facts = [part for part in node.parts if isinstance(part, Known)]
        sets = [part for part in node.parts if not isinstance(part, Known)]
        rest = self._count(node.claim)
        if _takes_off_facts(node):
            return f"{self._given(node.whole)} {self._touched(node, facts)} {rest}"
        off = [self._ref(part) for part in sets] + [self._count(fact.claim) for fact in facts]
        return f"take {' and '.join(off)} away from {self._ref(node.whole)}: {rest}"

    def _counted(self, claim: Constraint, premises: Sequence[Proof]) -> str:
        refs = ", ".join(self._ref(premise) for premise in premises)
        return f"in every layout that fits {refs}, {self._count(claim)}"

    def _sum(self, node: Combination) -> str:
        """Say how a bound comes about, ready for what follows."""
        terms = list(zip(node.premises, node.multipliers, strict=True))
        if node.divisor == 1 and [times for _, times in terms] in ([1], [-1]):
            return f"by {self._ref(node.premises[0])}, "
        added = [self._times(premise, times) for premise, times in terms if times > 0]
        taken = [self._times(premise, -times) for premise, times in terms if times < 0]
        divided = f", {_division(node.divisor)} and round up" if node.divisor > 1 else ""
        return f"{_adding(added, taken)}{divided}: "

    def _times(self, premise: Proof, times: int) -> str:
        many = {1: "", 2: "twice "}.get(times, f"{_word(times)} times ")
        return many + self._ref(premise)

    def _given(self, node: Proof) -> str:
        match node:
            case MineCount(claim):
                return f"the mine count of {claim.mines}"
            case Clue(claim) if claim.clue is not None:
                return f"the {claim.mines} at {self._name(claim.clue)}"
            case _:
                return f"the constraint on {self._cells(_constraint(node).cells)}"

    def _back_to(self, node: Proof) -> str:
        return "" if _is_fact(node) else f"by {self._ref(node)}, "

    def _ref(self, node: Proof) -> str:
        if id(node) in self._numbers:
            return f"({self._numbers[id(node)]})"
        return f"“{self._claim(node.claim)}”"

    def _claim(self, claim: Claim) -> str:
        if isinstance(claim, Constraint):
            return self._count(claim)
        return self._bound(claim) if isinstance(claim, Bound) else self._clause(claim)

    def _touched(self, node: Difference, facts: Sequence[Known]) -> str:
        """Say which known cells a clue or the mine count covers, ready for what follows.

        Once all its mines are known, the cells known to be safe do not matter.
        """
        mines = [cell for fact in facts if fact.claim.mines for cell in fact.claim.cells]
        safe = [cell for fact in facts if not fact.claim.mines for cell in fact.claim.cells]
        hidden = [cell for cell in safe if not self._is_open(cell)] if node.claim.mines else []
        verb = "includes" if isinstance(node.whole, MineCount) else "touches"
        parts = []
        if mines:
            listed = f" ({self._cells(mines)[1:-1]})" if len(mines) <= MOST_CELLS else ""
            parts.append(f"{_word(len(mines))} known mine{'s' * (len(mines) > 1)}{listed}")
        if hidden:
            parts.append(f"{self._cells(hidden)[1:-1]}, known to be safe")
        return f"{verb} {' and '.join(parts)}, so" if parts else "says that"

    def _count(self, claim: Constraint) -> str:
        size, mines = len(claim.cells), claim.mines
        if size == 1:
            (cell,) = claim.cells
            return f"{self._name(cell)} is {'a mine' if mines else 'safe'}"
        cells = self._cells(claim.cells)
        if mines == 0:
            return f"none of {cells} is a mine"
        if mines == size:
            return f"{'both' if size == 2 else 'all'} of {cells} are mines"
        return f"exactly {_word(mines)} of {cells} {'is a mine' if mines == 1 else 'are mines'}"

    def _clause(self, clause: Clause) -> str:
        literals = sorted(clause, key=abs)
        cells = self._cells(cell_of(lit) for lit in literals)
        if len(literals) > 1 and all(lit > 0 for lit in literals):
            return f"at least one of {cells} is a mine"
        if len(literals) > 1 and all(lit < 0 for lit in literals):
            return f"at least one of {cells} is safe"
        return " or ".join(
            f"{self._name(cell_of(lit))} is {'a mine' if lit > 0 else 'safe'}" for lit in literals
        )

    def _bound(self, bound: Bound) -> str:
        signs, size = {lit > 0 for lit in bound.literals}, len(bound.literals)
        mines = bound.least if True in signs else size - bound.least
        if len(signs) == 1 and size in (bound.least, 1):
            return self._count(Constraint(cells_of(bound), mines))
        if len(signs) == 1:
            how = "at least" if True in signs else "at most"
            are = "is a mine" if mines == 1 else "are mines"
            return f"{how} {_word(mines)} of {self._cells(cells_of(bound))} {are}"
        if bound.least == 1:
            return self._clause(bound.literals)
        if bound.least == size:
            mined = cells_of(frozenset(lit for lit in bound.literals if lit > 0))
            safe = cells_of(bound) - mined
            return f"{self._count(Constraint(mined, len(mined)))}, and " + self._count(
                Constraint(safe, 0)
            )
        each = [self._clause(frozenset({lit})) for lit in sorted(bound.literals, key=abs)]
        return f"at least {_word(bound.least)} of these hold: {', '.join(each)}"

    def _cells(self, cells: Iterable[Cell]) -> str:
        named = [self._name(cell) for cell in sorted(cells)]
        if len(named) > MOST_CELLS:
            return f"{{{len(named)} cells}}"
        return f"{{{', '.join(named)}}}"


def _without_echo(proof: Proof) -> Proof:
    """Drop a last step that only repeats the step before it."""
    while isinstance(proof, Forced | Unit | Pigeonhole) and not isinstance(proof.of, Known):
        if len(cells_of(proof.of.claim)) > 1:
            break
        proof = proof.of
    return proof


def _takes_off_facts(node: Proof) -> TypeGuard[Difference]:
    """Tell whether a step only removes known cells from a clue; both then share a sentence."""
    return (
        isinstance(node, Difference)
        and isinstance(node.whole, Clue | MineCount)
        and all(isinstance(part, Known) for part in node.parts)
    )


def _is_fact(node: Proof) -> bool:
    """Tell whether a step only restates a known cell, which is mentioned where it is used."""
    return isinstance(node, Known) or (isinstance(node, Pigeonhole) and isinstance(node.of, Known))


def _constraint(node: Proof) -> Constraint:
    assert isinstance(node.claim, Constraint), "only constraints have cells"
    return node.claim


def _adding(added: Sequence[str], taken: Sequence[str]) -> str:
    """Say what is added up and what is taken away.

    >>> _adding(["(1)", "(2)"], ["(3)"])
    'add (1) and (2), and take (3) away'
    """
    if not added:
        return f"take {_and(taken)} away from all cells"
    if not taken:
        return f"add {_and(added)}" if len(added) > 1 else f"take {added[0]}"
    if len(added) == 1:
        return f"take {_and(taken)} away from {added[0]}"
    return f"add {_and(added)}, and take {_and(taken)} away"


def _and(parts: Sequence[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def _division(divisor: int) -> str:
    return "halve" if divisor == 2 else f"divide by {divisor}"


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _word(number: int) -> str:
    return _WORDS[number] if number < len(_WORDS) else str(number)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
