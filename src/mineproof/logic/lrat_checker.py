"""The checker of LRAT proofs: it reads two texts and trusts nothing else.

The first text is a formula in DIMACS whose last clause is the opposite of what is claimed: that one
of some literals is false. The second lists clauses with hints (Cruz-Filipe and others, "Efficient
certified RAT verification", CADE 2017). With all literals of a clause false, each hint must have
one literal left, which becomes true, and the last one none. Where the empty clause follows, no
layout meets the formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from mineproof.errors import BadFile, BadProof

Literals: TypeAlias = frozenset[int]

MAX_DIGITS = 18
"""How long a number may be."""


def parse_dimacs(text: str) -> list[Literals]:
    """Return the clauses of a DIMACS text; raise BadFile if it is none.

    >>> parse_dimacs("c two cells\\np cnf 2 1\\n1 -2 0\\n")
    [frozenset({1, -2})]
    """
    header: list[str] | None = None
    clauses: list[Literals] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if header is None:
            header = words
            if words[:2] != ["p", "cnf"] or len(_numbers(words[2:], f"line {number}")) != 2:
                raise BadFile(f"line {number}: {line[:40]!r}; expected 'p cnf', then two numbers")
        else:
            clauses.append(_clause(_numbers(words, f"line {number}"), f"line {number}"))
    if header is None:
        raise BadFile("no line 'p cnf'; expected a formula in DIMACS")
    if len(clauses) != int(header[3]):
        raise BadFile(f"{len(clauses)} clauses; expected {header[3]}, as the formula says")
    return clauses


def claimed(clauses: Sequence[Literals]) -> list[int]:
    """Return the literals that together the last clause denies; raise BadFile if there are none.

    >>> claimed([frozenset({1, 2}), frozenset({-1, 3})])
    [1, -3]
    """
    if not clauses or not clauses[-1]:
        raise BadFile("the last clause has no literal; expected the opposite of a claim")
    return [-literal for literal in sorted(clauses[-1], key=abs)]


def check_lrat(clauses: Sequence[Literals], proof: str) -> int:
    """Check a proof that no values meet all clauses; return how many clauses it derives.

    Raises BadProof at the first clause that does not follow, or if none is empty, BadFile if a line
    cannot be read.
    """
    known = dict(enumerate(clauses, start=1))
    for derived, (where, number, clause, hints) in enumerate(_steps(proof), start=1):
        if number <= max(known, default=0):
            raise BadProof(f"{where}: number {number} is not above those before it")
        unknown = [hint for hint in hints if hint not in known]
        if unknown:
            raise BadProof(f"{where}: there is no clause {unknown[0]}")
        if not _follows(clause, [known[hint] for hint in hints]):
            raise BadProof(f"{where}: the clause does not follow from its hints")
        known[number] = clause
        if not clause:
            return derived
    raise BadProof("the proof does not derive the empty clause")


def _steps(proof: str) -> Iterator[tuple[str, int, Literals, list[int]]]:
    """Yield where each step is, its number, clause and hints; deletions are skipped."""
    for at, line in enumerate(proof.splitlines(), start=1):
        words, where = line.split(), f"line {at}"
        if not words or words[0] == "c" or words[1:2] == ["d"]:
            continue  # what is deleted may be used all the same
        number, *rest = _numbers(words, where)
        end = rest.index(0) if 0 in rest else len(rest)
        clause = _clause(rest[: end + 1], where)
        yield where, number, clause, _hints(rest[end + 1 :], where)


def _hints(numbers: Sequence[int], where: str) -> list[int]:
    """Return hints in their order, without the 0 at the end; raise BadFile if it is not there."""
    if not numbers or numbers[-1] != 0 or min(numbers) < 0:
        raise BadFile(f"{where}: no hints; expected the numbers of clauses, then 0")
    return list(numbers[:-1])


def _follows(clause: Literals, hints: Sequence[Literals]) -> bool:
    false = set(clause)
    for hint in hints:
        left = hint - false
        if not left:
            return True
        if len(left) > 1:
            return False
        false.add(-next(iter(left)))
    return False


def _clause(numbers: Sequence[int], where: str) -> Literals:
    if not numbers or numbers[-1] != 0 or 0 in numbers[:-1]:
        raise BadFile(f"{where}: no clause; expected literals, then 0")
    return frozenset(numbers[:-1])


def _numbers(words: Sequence[str], where: str) -> list[int]:
    for word in words:
        if not re.fullmatch("-?[0-9]+", word) or len(word) > MAX_DIGITS:
            raise BadFile(f"{where}: {word[:40]!r}; expected a number")
    return [int(word) for word in words]
