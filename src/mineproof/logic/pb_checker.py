"""The checker of pseudo-Boolean proofs: it reads two texts and trusts nothing else.

The first text is a formula in OPB: the clues, the mine count, and last the opposite of what is
claimed. The second is a proof in VeriPB's format (versions 1, 2 and 3) that no layout meets them
all. So the claim holds. The checker shares no code with the engines, the proofs that they make,
the other checkers, or what writes these texts.

An inequality is a sum of literals with positive coefficients that is at least its degree. Lines of
a proof derive new ones:

- `pol`: add, multiply, divide and round up (Cook, Coullard and Turan, "On the complexity of
  cutting-plane proofs", 1987), saturate (no coefficient needs to exceed the degree), weaken (drop a
  literal, as if it were true);
- `rup`: assume the opposite, and propagate until some inequality cannot be met;
- `red`: define a new variable (redundance; Gocht and Nordstrom, AAAI 2021).

Every other rule is refused as unknown.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from mineproof.errors import BadFile, BadProof

MAX_DIGITS = 400
"""How long a number may be; Python takes quadratic time to read it."""

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_\[\]{}^-]+")
_NUMBER = re.compile(r"[+-]?[0-9]+")
_HEADER = "pseudo-Boolean proof version "


# Inequalities


@dataclass(frozen=True, slots=True)
class Inequality:
    """A sum of literals that is at least `degree`.

    `terms` has the coefficient of each variable: positive for the variable, negative for its
    opposite, never 0.

    >>> Inequality({"b3": 1, "c3": -1}, 1).text()
    '1 b3 1 ~c3 >= 1'
    """

    terms: Mapping[str, int]
    degree: int

    @classmethod
    def of(cls, terms: Iterable[tuple[int, str]], least: int) -> Inequality:
        """Return "the sum of these is at least so much"; `~` before a name is its opposite."""
        total: dict[str, int] = defaultdict(int)
        for coefficient, literal in terms:
            is_opposite = literal.startswith("~")  # c ~x is c - c x
            least -= coefficient * is_opposite
            total[literal.removeprefix("~")] += -coefficient if is_opposite else coefficient
        kept = {name: total[name] for name in total if total[name]}
        return cls(kept, least - sum(each for each in kept.values() if each < 0))

    @property
    def is_contradiction(self) -> bool:
        """Whether no values meet it."""
        return self.size < self.degree

    @property
    def size(self) -> int:
        """The most that its sum can be."""
        return sum(map(abs, self.terms.values()))

    def plus(self, other: Inequality) -> Inequality:
        """Return the sum of two."""
        terms, degree = dict(self.terms), self.degree + other.degree
        for name, coefficient in other.terms.items():
            old = terms.get(name, 0)
            if old * coefficient < 0:  # x and ~x together are 1
                degree -= min(abs(old), abs(coefficient))
            terms[name] = old + coefficient
            if not terms[name]:
                del terms[name]
        return Inequality(terms, degree)

    def times(self, factor: int) -> Inequality:
        """Return it multiplied by a number from 0."""
        terms = {name: factor * each for name, each in self.terms.items() if factor}
        return Inequality(terms, factor * self.degree)

    def divided(self, divisor: int) -> Inequality:
        """Return it divided by a number from 1, rounded up."""
        terms = {
            name: -(-each // divisor) if each > 0 else each // divisor
            for name, each in self.terms.items()
        }
        return Inequality(terms, -(-self.degree // divisor))

    def saturated(self) -> Inequality:
        """Return it with no coefficient above the degree."""
        most = max(self.degree, 0)
        terms = {name: max(-most, min(most, each)) for name, each in self.terms.items() if most}
        return Inequality(terms, self.degree)

    def weakened(self, name: str) -> Inequality:
        """Return it without a variable."""
        terms = dict(self.terms)
        return Inequality(terms, self.degree - abs(terms.pop(name, 0)))

    def opposite(self) -> Inequality:
        """Return the inequality that holds if and only if this one does not."""
        terms = {name: -each for name, each in self.terms.items()}
        return Inequality(terms, self.size - self.degree + 1)

    def given(self, name: str, value: bool) -> Inequality:
        """Return what it says if a variable has this value."""
        terms = dict(self.terms)
        coefficient = terms.pop(name, 0)
        is_met = coefficient != 0 and (coefficient > 0) == value
        return Inequality(terms, self.degree - abs(coefficient) * is_met)

    def text(self) -> str:
        """Return it as OPB, without the semicolon."""
        terms = (f"{abs(each)} {'~' * (each < 0)}{x}" for x, each in sorted(self.terms.items()))
        return " ".join([*terms, ">=", str(self.degree)])


# Formulas


Claim: TypeAlias = tuple[str, bool]
"""A variable, and whether it is true: the name of a cell, and whether it is a mine."""


@dataclass(frozen=True, slots=True)
class Formula:
    """An OPB text: its inequalities in order, the last one the opposite of what is claimed."""

    inequalities: tuple[Inequality, ...]
    labels: Mapping[str, int] = field(default_factory=dict)

    @property
    def given(self) -> tuple[Inequality, ...]:
        """All but the opposite of the claims."""
        return self.inequalities[:-1]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What holds if the formula cannot be met; raise BadFile if it has no such claim.

        The opposite of several claims is that at least one of them is wrong, or that all are: then
        only one of them is claimed to hold.
        """
        last = self._last
        if last.degree not in (1, last.size) or last.size != len(last.terms) or not last.terms:
            raise BadFile(
                f"the last constraint is {last.text()!r}; expected the opposite of what is claimed:"
                " at least one of some literals, or all"
            )
        return tuple((name, each < 0) for name, each in last.terms.items())

    @property
    def is_clause(self) -> bool:
        """Whether it is claimed only that one of the claims holds."""
        return self._last.degree > 1

    @property
    def _last(self) -> Inequality:
        return self.inequalities[-1] if self.inequalities else Inequality({}, 0)


def parse_opb(text: str) -> Formula:
    """Return the formula that a text is; raise BadFile if it is none.

    >>> parse_opb("@c2_ge 1 b3 1 c3 >= 1 ;\\n1 ~b3 >= 1 ;").claims
    (('b3', True),)
    """
    found: list[Inequality] = []
    labels: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        words = _Words(line.split(), f"line {number} of the formula")
        if line.startswith("*") or not words.left:
            continue
        label = words.pop() if words.left[0].startswith("@") else None
        if words.left[-1:] != [";"]:
            raise words.error("';' at the end of the line")
        words.left.pop()
        both = words.constraint()
        if label is not None:
            labels[label] = len(found) + 1
        found += both
    return Formula(tuple(found), labels)


class _Words:
    """The words of a line that are still to be read, and where the line is."""

    def __init__(self, words: list[str], where: str) -> None:
        self.left = words
        self._where = where

    def error(self, wish: str) -> BadFile:
        """Return the error about the next word."""
        seen = repr(self.left[0][:40]) if self.left else "the end"
        return BadFile(f"{self._where}: {seen}; expected {wish}")

    def pop(self, wish: str = "another word") -> str:
        """Return the next word, and go on."""
        if not self.left:
            raise self.error(wish)
        return self.left.pop(0)

    def expect(self, *words: str) -> None:
        """Go past these words."""
        for word in words:
            if self.left[:1] != [word]:
                raise self.error(repr(word))
            self.left.pop(0)

    def end(self) -> None:
        """Expect that nothing is left."""
        if self.left:
            raise self.error("no more words")

    def number(self) -> int:
        """Return the next word as a number, and go on."""
        if not self.left or not _NUMBER.fullmatch(self.left[0]) or len(self.left[0]) > MAX_DIGITS:
            raise self.error("a number")
        return int(self.left.pop(0))

    def literal(self) -> str:
        """Return the next word as a literal, and go on."""
        if not self.left or not _VARIABLE.fullmatch(self.left[0].removeprefix("~")):
            raise self.error("a variable, like b3")
        return self.left.pop(0)

    def constraint(self) -> list[Inequality]:
        """Return all words as an inequality, or an equality as two."""
        terms = []
        while self.left and self.left[0] not in (">=", "<=", "="):
            terms.append((self.number(), self.literal()))
        sign = self.pop("'>='")
        bound = self.number()
        self.end()
        least = Inequality.of(terms, bound)
        most = Inequality.of([(-coefficient, name) for coefficient, name in terms], -bound)
        return {">=": [least], "<=": [most], "=": [least, most]}[sign]

    def inequality(self) -> Inequality:
        """Return all words as one inequality."""
        found = self.constraint()
        if len(found) > 1:
            raise self.error("an inequality")
        return found[0]


# Proofs


def check_pb(formula: Formula, proof: str) -> int:
    """Check a proof that no values meet a formula; return how many lines it derives.

    Raises BadProof at the first line that does not follow, or if there is no contradiction in the
    end, BadFile if a line cannot be read.
    """
    proof_run = _Run(formula)
    header, *statements = _statements(proof)
    version = header.text.removeprefix(_HEADER).strip()
    if not header.text.startswith(_HEADER) or version not in ("1.0", "1.1", "1.2", "2.0", "3.0"):
        raise BadFile(
            f"line 1: {header.text[:60]!r}; expected '{_HEADER}3.0', or another of 1.0 to 3.0"
        )
    between = ":" if version == "3.0" else ";"
    for statement in statements:
        proof_run.take(statement, between)
    return proof_run.finish(has_end=not version.startswith("1"))


@dataclass(frozen=True, slots=True)
class _Statement:
    """One rule of a proof, without comments, and the number of its first line."""

    text: str
    number: int


def _statements(proof: str) -> Iterator[_Statement]:
    """Yield the header and the rules: by lines, from version 3.0 on by semicolons."""
    lines = proof.splitlines() or [""]
    yield _Statement(lines[0], 1)
    is_new = lines[0].strip() == f"{_HEADER}3.0"
    text, first = "", 0
    for number, line in enumerate(lines[1:], start=2):
        if not is_new:
            if line.strip() and not line.startswith("*"):
                yield _Statement(line, number)
            continue
        pieces = line.split("%")[0].split(";")
        for last, piece in enumerate(pieces, start=1):
            if not text.strip():
                text, first = "", number
            text += f"{piece} "
            if last < len(pieces):
                yield _Statement(text, first)
                text = ""
    if text.strip():
        raise BadFile(f"line {first}: {text.strip()[:40]!r}; expected ';' at its end")


class _Run:
    """The inequalities that have been given and derived so far."""

    def __init__(self, formula: Formula) -> None:
        self._known: list[Inequality] = []
        self._with: dict[str, list[int]] = defaultdict(list)  # by variable
        self._labels = dict(formula.labels)
        for each in formula.inequalities:
            self._add(each)
        self._given = len(self._known)
        self._has_begun = False
        self._refuted = False
        self._ended = False
        self._where = ""

    def take(self, statement: _Statement, between: str) -> None:
        """Follow one rule."""
        self._where = f"line {statement.number}"
        if self._ended:
            raise BadFile(f"{self._where}: a rule after the end of the proof; expected none")
        words = _Words(statement.text.split(), self._where)
        label = words.pop() if words.left[:1] and words.left[0].startswith("@") else None
        rule = words.pop("a rule")
        parts = " ".join(words.left).split(":" if rule == "conclusion" else between)
        derived = self._derived(rule, [_Words(part.split(), self._where) for part in parts])
        self._has_begun = True
        if derived is not None:
            self._add(derived)
        if label is not None:
            if derived is None:
                raise BadFile(f"{self._where}: label {label!r} of {rule!r}; expected a derivation")
            self._labels[label] = len(self._known)

    def finish(self, *, has_end: bool) -> int:
        """Return how many lines were derived; raise BadProof without a contradiction."""
        if has_end and not self._ended:
            raise BadProof("the proof stops without 'end pseudo-Boolean proof'")
        if not self._refuted:
            raise BadProof("the proof does not conclude that the formula cannot be met")
        return len(self._known) - self._given

    def _derived(self, rule: str, parts: Sequence[_Words]) -> Inequality | None:
        """Return what a rule derives; None if it derives nothing."""
        words = parts[0]
        match rule:
            case "pol" | "p":
                return self._polish(words)
            case "rup" | "u":
                return self._by_propagation(parts)
            case "red":
                return self._by_redundance(parts)
            case "f":
                self._check_formula(words)
            case "c":
                self._conclude(words)
            case "output":
                words.expect("NONE")
                words.end()
            case "conclusion":
                self._conclusion(parts)
            case "end":
                words.expect("pseudo-Boolean", "proof")
                words.end()
                self._ended = True
            case _:
                raise BadFile(
                    f"{self._where}: unknown rule {rule[:40]!r}; expected pol, rup, red, f,"
                    " output, conclusion or end"
                )
        return None

    def _add(self, inequality: Inequality) -> None:
        self._known.append(inequality)
        for name in inequality.terms:
            self._with[name].append(len(self._known) - 1)

    def _find(self, word: str) -> Inequality:
        """Return the inequality of a number, counted from the end if negative, or a label."""
        if word.startswith("@"):
            number = self._labels.get(word, 0)
        elif not _NUMBER.fullmatch(word):
            raise BadFile(f"{self._where}: {word[:40]!r}; expected a number or a label")
        else:
            number = int(word) if len(word) <= MAX_DIGITS else 0
            number += (len(self._known) + 1) * (number < 0)
        if not 0 < number <= len(self._known):
            raise BadProof(f"{self._where}: there is no inequality {word[:40]!r} yet")
        return self._known[number - 1]

    # The rules

    def _check_formula(self, words: _Words) -> None:
        """Compare the number of inequalities, if it is given; version 1 loads them here."""
        if self._has_begun:
            raise BadFile(f"{self._where}: 'f' after other rules; expected it at the beginning")
        if words.left and words.number() != self._given:
            raise BadProof(f"{self._where}: the formula has {self._given} inequalities")
        words.end()

    def _polish(self, words: _Words) -> Inequality:
        stack: list[Inequality | int | str] = []
        while words.left:
            word = words.left[0]
            if word in _OPERATIONS:
                self._operate(stack, words.pop())
            elif word.startswith("@"):
                stack.append(self._find(words.pop()))
            elif _NUMBER.fullmatch(word):
                # Only what follows tells whether it is an inequality or a factor.
                stack.append(words.pop() if len(word) > MAX_DIGITS else int(words.pop()))
            else:
                stack.append(words.literal())
        if len(stack) != 1:
            raise BadFile(f"{self._where}: {len(stack)} results; expected 1")
        return self._operand(stack)

    def _operate(self, stack: list[Inequality | int | str], operation: str) -> None:
        if operation == "s":
            stack.append(self._operand(stack).saturated())
        elif operation == "+":
            stack.append(self._operand(stack).plus(self._operand(stack)))
        elif operation == "w":
            name = stack.pop() if stack else None
            if not isinstance(name, str) or name.startswith("~"):
                raise BadFile(f"{self._where}: {name!r} before 'w'; expected a variable")
            stack.append(self._operand(stack).weakened(name))
        else:
            factor = stack.pop() if stack else None
            if not isinstance(factor, int) or factor < 1:
                raise BadFile(f"{self._where}: {factor!r} before {operation!r}; expected 1 or more")
            operand = self._operand(stack)
            stack.append(operand.times(factor) if operation == "*" else operand.divided(factor))

    def _operand(self, stack: list[Inequality | int | str]) -> Inequality:
        """Return the last of the stack as an inequality: a literal is at least 0."""
        if not stack:
            raise BadFile(f"{self._where}: an operation without operands")
        last = stack.pop()
        if isinstance(last, str):
            return Inequality.of([(1, last)], 0)
        return self._find(str(last)) if isinstance(last, int) else last

    def _by_propagation(self, parts: Sequence[_Words]) -> Inequality:
        claim = parts[0].inequality()
        hints = parts[1].left if len(parts) > 1 else []
        used = [self._find(hint) for hint in hints if hint != "~"] if hints else self._known
        if not _clash([*used, claim.opposite()]):
            raise BadProof(f"{self._where}: {claim.text()!r} does not follow by propagation")
        return claim

    def _by_redundance(self, parts: Sequence[_Words]) -> Inequality:
        """Return an inequality that a new value of one variable makes true without harm.

        If the opposite of the claim and of what another inequality then says contradict each
        other, the new value meets that one too.
        """
        claim = parts[0].inequality()
        name, value = self._witness(parts)
        opposite = claim.opposite()
        goals = [claim, *(self._known[i] for i in self._with[name])]
        for goal in (each.given(name, value) for each in goals):
            if goal.degree > 0 and not opposite.plus(goal.opposite()).is_contradiction:
                raise BadProof(
                    f"{self._where}: {name!r} with another value could break {goal.text()!r}"
                )
        return claim

    def _witness(self, parts: Sequence[_Words]) -> tuple[str, bool]:
        if len(parts) < 2:
            raise BadFile(f"{self._where}: no witness; expected one, like 'z_1 -> 0'")
        words = parts[1]
        name = words.literal()
        if words.left[:1] == ["->"]:
            words.pop()
        if len(parts) > 2 or words.left not in (["0"], ["1"]) or name.startswith("~"):
            raise words.error("one variable with its value, 0 or 1")
        return name, words.left == ["1"]

    def _conclusion(self, parts: Sequence[_Words]) -> None:
        parts[0].expect("UNSAT")
        parts[0].end()
        if len(parts) < 2:
            raise BadFile(f"{self._where}: no inequality; expected the one that cannot be met")
        self._conclude(parts[1])

    def _conclude(self, words: _Words) -> None:
        word = words.pop("the number of an inequality")
        words.end()
        found = self._find(word)
        if not found.is_contradiction:
            raise BadProof(f"{self._where}: {found.text()!r} can be met; expected a contradiction")
        self._refuted = True


_OPERATIONS = frozenset("+*dsw")


def _clash(inequalities: Sequence[Inequality]) -> bool:
    """Tell whether propagation finds an inequality that cannot be met."""
    values: dict[str, bool] = {}
    is_new = True
    while is_new:
        is_new = False
        for each in inequalities:
            slack = -each.degree
            free = []
            for name, coefficient in each.terms.items():
                if name not in values:
                    free.append((name, coefficient))
                    slack += abs(coefficient)
                elif values[name] == (coefficient > 0):
                    slack += abs(coefficient)
            if slack < 0:
                return True
            forced = {name: each > 0 for name, each in free if abs(each) > slack}
            is_new = is_new or bool(forced)
            values.update(forced)
    return False
