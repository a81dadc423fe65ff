"""Words: the proofs of a certificate, in a small language for a machine with a stack.

A word pushes a claim, or replaces the claims on top by what follows from them. Most claims are
derived and not stated, so there is little to read and nothing to contradict. `b3` is a safe cell or
a clue, `Fb3` a mine.

    b3              the clue in b3
    mines           the mine count
    known:b3        what b3 is known to be
    rest            the top without its known cells; rest:b3,c3 leaves these two in
    diff:N          the claim below the top N, without those N, which are disjoint parts of it
    forced          every cell of the top is safe, or every one a mine: so is the cell to be proved
    forced:b3       the same for another cell
    counted:N       all ways to meet the top N agree on the cell to be proved
    counted:N:Fb3   the same for another cell
    cut:1,-1:D:N:Fb3,c3  at least N of these literals hold, by the cutting plane that takes the top
                    claims 1 and -1 times and divides their sum by D; see `Combination`
    some:Fb3,c3     a clause of the top, a constraint: at least one of these is true
    resolve         the resolvent of the top two, which are clauses
    unit            the top, a clause of one literal, as a fact
    as:N, use:N     the top is called N; push what is called N
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from mineproof.board.grid import Grid
from mineproof.certificates.position import Position
from mineproof.errors import BadGrid, BadProof
from mineproof.logic.problem import Cell, Constraint, Fact, fact
from mineproof.logic.proof import (
    Bound,
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
    literal,
    premises,
    steps,
)

_CUT = re.compile(r"(-?\d{1,6}(?:,-?\d{1,6})*):(\d{1,6}):(\d{1,6}):([a-zF\d,]+)", re.ASCII)


def fact_word(grid: Grid, cell: Cell, is_mine: bool) -> str:
    """Return what a cell is, in a word: `b3` is safe, `Fb3` a mine."""
    return f"{'F' * is_mine}{grid.name(cell)}"


def parse_fact(grid: Grid, word: str) -> Fact:
    """Return what a word says a cell is; raise BadGrid if there is no such cell."""
    is_mine = word.startswith("F")
    return grid.parse(word[1:] if is_mine else word), is_mine


# From a proof to words


def words_of(proof: Proof, position: Position) -> tuple[str, ...]:
    """Return a proof in words, for a position that has all it is based on."""
    return tuple(_Writer(proof, position).words())


class _Writer:
    def __init__(self, proof: Proof, position: Position) -> None:
        self._proof, self._position, self._grid = proof, position, position.grid
        uses = Counter(id(below) for node in steps(proof) for below in premises(node))
        self._shared = {key for key, number in uses.items() if number > 1}
        self._names: dict[int, int] = {}

    def words(self) -> Iterator[str]:
        """Yield the words; a stack instead of recursion, since some proofs are deep."""
        stack: list[tuple[Proof, Sequence[str] | None]] = [(self._proof, None)]
        while stack:
            node, own = stack.pop()
            if own is not None:
                yield from own
            elif id(node) in self._names:
                yield f"use:{self._names[id(node)]}"
            else:
                below, last = self._step(node)
                if below and id(node) in self._shared:
                    self._names[id(node)] = len(self._names) + 1
                    last = [*last, f"as:{self._names[id(node)]}"]
                stack.append((node, last))
                stack.extend((each, None) for each in reversed(below))

    def _step(self, node: Proof) -> tuple[Sequence[Proof], list[str]]:
        """Return the premises to write first, and the words of the step itself."""
        name = self._grid.name
        match node:
            case Clue(claim):
                assert claim.clue is not None, "a constraint of a game is a clue"
                return (), [name(claim.clue)]
            case MineCount():
                return (), ["mines"]
            case Known(claim):
                return (), [f"known:{self._names_of(claim.cells)}"]
            case Difference():
                return self._difference(node)
            case Forced(claim, of):
                return (of,), ["forced" + self._unless_last(node, name(min(claim.cells)))]
            case Counted(claim, given):
                other = fact_word(self._grid, min(claim.cells), claim.mines == 1)
                return given, [f"counted:{len(given)}{self._unless_last(node, other)}"]
            case Combination(claim, given, multipliers, divisor):
                times = ",".join(map(str, multipliers))
                literals = self._clause(claim.literals)
                return given, [f"cut:{times}:{divisor}:{claim.least}:{literals}"]
            case Pigeonhole(claim, of):
                return (of,), [f"some:{self._clause(claim)}"]
            case Resolvent(_, left, right):
                return (left, right), ["resolve"]
            case Unit(_, of):
                return (of,), ["unit"]

    def _difference(self, node: Difference) -> tuple[Sequence[Proof], list[str]]:
        if _known_parts(node) is None:
            return (node.whole, *node.parts), [f"diff:{len(node.parts)}"]
        whole: Proof = node
        gone = set[Cell]()
        while isinstance(whole, Difference) and (parts := _known_parts(whole)) is not None:
            gone |= parts
            whole = whole.whole
        assert isinstance(whole.claim, Constraint)
        kept = (whole.claim.cells & self._position.known.keys()) - gone
        return (whole,), [f"rest:{self._names_of(kept)}" if kept else "rest"]

    def _unless_last(self, node: Proof, word: str) -> str:
        return "" if node is self._proof else f":{word}"

    def _names_of(self, cells: Iterable[Cell]) -> str:
        return ",".join(map(self._grid.name, sorted(cells)))

    def _clause(self, claim: Clause) -> str:
        each = sorted(claim, key=abs)
        return ",".join(fact_word(self._grid, cell_of(lit), lit > 0) for lit in each)


def _known_parts(node: Difference) -> frozenset[Cell] | None:
    """Return the cells that a difference takes away, if each of them is known."""
    parts = [part for part in node.parts if isinstance(part, Known)]
    if len(parts) < len(node.parts):
        return None
    return frozenset[Cell]().union(*(part.claim.cells for part in parts))


# From words to a proof


def proof_of(words: Sequence[str], cell: Cell, is_mine: bool, position: Position) -> Proof:
    """Return the proof that words make; raise BadProof if they make none.

    It still has to be checked: whether a step follows is not decided here.
    """
    machine = _Machine(position, cell, is_mine)
    for number, word in enumerate(words, start=1):
        try:
            machine.take(word)
        except (_NoSense, BadGrid) as error:
            raise BadProof(f"word {number}, {word[:40]!r}: {error}") from None
    return machine.end()


class _NoSense(Exception):
    """A word that makes no sense where it stands."""


class _Machine:
    def __init__(self, position: Position, cell: Cell, is_mine: bool) -> None:
        self._position, self._grid = position, position.grid
        self._cell, self._is_mine = cell, is_mine
        self._stack: list[Proof] = []
        self._called: dict[str, Proof] = {}
        self._verbs: Mapping[str, Callable[[str], Proof]] = {
            "mines": self._mines,
            "known": self._known,
            "rest": self._rest,
            "diff": self._diff,
            "forced": self._forced,
            "counted": self._counted,
            "cut": self._cut,
            "some": self._some,
            "resolve": self._resolve,
            "unit": self._unit,
            "as": self._as,
            "use": self._use,
        }

    def take(self, word: str) -> None:
        """Do what a word says."""
        verb, _, rest = word.partition(":")
        work = self._verbs.get(verb)
        self._stack.append(self._clue(word) if work is None else work(rest))

    def end(self) -> Proof:
        """Return the only claim that is left."""
        if len(self._stack) != 1:
            raise BadProof(f"{len(self._stack)} claims are left at the end; expected one")
        return self._stack[0]

    def _pop(self) -> Proof:
        if not self._stack:
            raise _NoSense("nothing is left on the stack")
        return self._stack.pop()

    def _pop_set(self) -> tuple[Proof, Constraint]:
        proof = self._pop()
        if not isinstance(proof.claim, Constraint):
            raise _NoSense("the top is no number of mines; expected one")
        return proof, proof.claim

    def _pop_clause(self) -> tuple[Proof, Clause]:
        proof = self._pop()
        if not isinstance(proof.claim, frozenset):
            raise _NoSense("the top is no clause; expected one")
        return proof, proof.claim

    def _pop_many(self, number: str) -> list[Proof]:
        if not (re.fullmatch("[0-9]{1,6}", number)) or int(number) > len(self._stack):
            raise _NoSense(f"{number!r} claims; expected at most the {len(self._stack)} there are")
        return [self._pop() for _ in range(int(number))][::-1]

    def _clue(self, word: str) -> Proof:
        told = self._position.told.get(self._grid.parse(word))
        if told is None:
            raise _NoSense("no clue there; expected an open cell with covered neighbours")
        return Clue(told)

    def _mines(self, _: str) -> Proof:
        if self._position.count is None:
            raise _NoSense("the mine count is not known")
        return MineCount(self._position.count)

    def _known(self, word: str) -> Proof:
        return self._fact(self._grid.parse(word))

    def _fact(self, cell: Cell) -> Proof:
        if cell not in self._position.known:
            raise _NoSense(f"{self._grid.name(cell)} is not known")
        return Known.of(cell, self._position.known[cell])

    def _rest(self, kept: str) -> Proof:
        whole, claim = self._pop_set()
        stay = {self._grid.parse(name) for name in kept.split(",")} if kept else set[Cell]()
        known = self._position.known
        gone = [cell for cell in sorted(claim.cells) if cell in known and cell not in stay]
        mines = claim.mines - sum(known[cell] for cell in gone)
        left = Constraint(claim.cells.difference(gone), mines)
        return Difference(left, whole, tuple(map(self._fact, gone)))

    def _diff(self, number: str) -> Proof:
        parts = self._pop_many(number)
        whole, claim = self._pop_set()
        cells, mines = claim.cells, claim.mines
        for part in parts:
            if not isinstance(part.claim, Constraint):
                raise _NoSense("a part is a clause; expected a number of mines")
            cells, mines = cells - part.claim.cells, mines - part.claim.mines
        return Difference(Constraint(cells, mines), whole, tuple(parts))

    def _forced(self, word: str) -> Proof:
        of = self._pop()
        if not word:
            return Forced(fact(self._cell, self._is_mine), of)
        cell, claim = self._grid.parse(word), of.claim
        if isinstance(claim, Constraint):
            return Forced(fact(cell, claim.mines > 0), of)
        is_mine = isinstance(claim, Bound) and literal(cell, True) in claim.literals
        return Forced(fact(cell, is_mine), of)

    def _counted(self, words: str) -> Proof:
        number, _, word = words.partition(":")
        given = tuple(self._pop_many(number))
        about = parse_fact(self._grid, word) if word else (self._cell, self._is_mine)
        return Counted(fact(*about), given)

    def _cut(self, words: str) -> Proof:
        form = _CUT.fullmatch(words)
        if form is None:
            raise _NoSense("expected multipliers, divisor, number and literals")
        times = tuple(map(int, form[1].split(",")))
        given = tuple(self._pop_many(str(len(times))))
        bound = Bound(self._literals(form[4]), int(form[3]))
        return Combination(bound, given, times, int(form[2]))

    def _literals(self, words: str) -> Clause:
        told = [parse_fact(self._grid, word) for word in words.split(",")]
        return frozenset(literal(*each) for each in told)

    def _some(self, words: str) -> Proof:
        of, _ = self._pop_set()
        return Pigeonhole(self._literals(words), of)

    def _resolve(self, _: str) -> Proof:
        (right, two), (left, one) = self._pop_clause(), self._pop_clause()
        pivots = [lit for lit in one if -lit in two]
        if len(pivots) != 1:
            raise _NoSense(f"{len(pivots)} literals on which they disagree; expected one")
        return Resolvent((one - {pivots[0]}) | (two - {-pivots[0]}), left, right)

    def _unit(self, _: str) -> Proof:
        of, claim = self._pop_clause()
        if len(claim) != 1:
            raise _NoSense(f"a clause of {len(claim)} literals; expected one")
        (lit,) = claim
        return Unit(fact(cell_of(lit), lit > 0), of)

    def _as(self, name: str) -> Proof:
        top = self._pop()
        self._called[name] = top
        return top

    def _use(self, name: str) -> Proof:
        if name not in self._called:
            raise _NoSense("nothing is called that")
        return self._called[name]
