"""subset: sentences, closed under set difference.

CS50's AI calls a constraint a sentence, {cells} = n. If one sentence's cells lie inside another's,
the remaining cells hold the difference of their mines: {a, b} = 1 and {a, b, c} = 2 give {c} = 1.
The engine keeps every sentence derived this way, reduced by what is settled, and settles the cells
of a sentence without mines or with only mines.

No work is repeated: a new sentence is matched once, only with those that share a cell with it.
A settled cell shrinks the sentences that mention it, which makes them new. The closure is finite
because each sentence is part of one clue. Only the mine count is large enough to have exponentially
many parts, so it joins late, when few cells are left.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Sequence

from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.event import Event, Happening, Hint, Listener
from mineproof.engines.inference import Deduction
from mineproof.errors import Contradiction
from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import Clue, Difference, Forced, Known, Proof, unit


class Subset(Engine):
    """Sentences and subset difference.

    `count_limit`: the number of unmarked cells at which the mine count joins as a sentence.
    `max_sentences`: with more, matching stops and the status is LIMIT.
    `listener`: called with each Event.
    """

    name = "subset"
    counter_names = ("sentences", "differences")

    def __init__(
        self,
        *,
        count_limit: int = 16,
        max_sentences: int = 1_000_000,
        listener: Listener | None = None,
    ) -> None:
        self.count_limit = count_limit
        self.max_sentences = max_sentences
        self.listener = listener

    def begin(self, cells: Collection[Cell], total: int | None) -> SubsetReasoner:
        return SubsetReasoner(cells, total, self)


class _Sentence:
    """A given or derived constraint, with its proof."""

    __slots__ = ("cells", "mines", "proof")

    def __init__(self, cells: frozenset[Cell], mines: int, proof: Proof) -> None:
        self.cells = cells
        self.mines = mines
        self.proof = proof

    @property
    def claim(self) -> Constraint:
        return Constraint(self.cells, self.mines)


class SubsetReasoner(Reasoner):
    """The sentences of one game."""

    def __init__(self, cells: Collection[Cell], total: int | None, options: Subset) -> None:
        super().__init__(cells, total, options.listener)
        self.counters = dict.fromkeys(Subset.counter_names, 0)
        self._count_limit = -1 if total is None else options.count_limit
        self._max_sentences = options.max_sentences
        self._by_cells: dict[frozenset[Cell], _Sentence] = {}
        self._touching: dict[Cell, dict[_Sentence, None]] = defaultdict(dict)
        self._ripe: deque[_Sentence] = deque()
        self._fresh: deque[_Sentence] = deque()

    def sentences(self) -> list[Constraint]:
        """Return the given and derived constraints on unsettled cells, oldest first."""
        return [sentence.claim for sentence in self._by_cells.values()]

    def tell(self, constraint: Constraint) -> None:
        self._enter_reduced(Clue(constraint))

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if self.ledger.add(cell, is_mine):
            if self.listener:
                self.report_learned(cell, is_mine)
            self._shorten(cell, is_mine)

    def deduce(self) -> tuple[Deduction, ...]:
        self.hit_limit = False
        while not self.hit_limit:
            if found := self._settle_ripe():
                return found
            if self._fresh:
                self._match(self._fresh.popleft())
            elif self.ledger.unmarked <= self._count_limit:
                self._join_count()
            else:
                break
            self.hit_limit = len(self._by_cells) > self._max_sentences
        self.report_stop()
        return ()

    def _join_count(self) -> None:
        self._count_limit = -1  # it joins once
        count = self.ledger.rest()
        self._report(Event(Happening.COUNT, hint=Hint.of(count)))
        self._enter_reduced(count)

    def _settle_ripe(self) -> tuple[Deduction, ...]:
        """Settle the cells of one sentence; a weaker engine may find what follows."""
        found: list[Deduction] = []
        while self._ripe and not found:
            sentence = self._ripe.popleft()
            is_mine = sentence.mines > 0
            cells = sorted(sentence.cells.difference(self.ledger.known))
            for cell in cells:
                proof = Forced(fact(cell, is_mine), sentence.proof)
                found.append(Deduction(cell, is_mine, proof, Subset.name))
            self._mark(cells, is_mine)
        return tuple(found)

    def _mark(self, cells: Sequence[Cell], is_mine: bool) -> None:
        """Settle the cells of a sentence that has no mines, or only mines."""
        if self.listener and cells:
            self._report(Event(Happening.SETTLED, sentence=_all(cells, is_mine)))
        for cell in cells:
            self.ledger.add(cell, is_mine)
            if self.listener:
                told = _all(cells, is_mine)
                self._report(Event(Happening.MARKED, unit(cell, is_mine), sentence=told))
            self._shorten(cell, is_mine)

    def _shorten(self, cell: Cell, is_mine: bool) -> None:
        """Take a settled cell out of the sentences that mention it."""
        for sentence in self._touching.pop(cell, ()):
            self._remove(sentence)
            cells, mines, proof = _without(sentence, cell, is_mine)
            is_new = self._enter(cells, mines, proof)
            if self.listener:
                minus = sentence.claim, fact(cell, is_mine)
                self._report_made(Happening.SHORTENED, Constraint(cells, mines), is_new, minus)

    def _match(self, sentence: _Sentence) -> None:
        """Derive every difference of `sentence` and a subset or superset of it."""
        if self._by_cells.get(sentence.cells) is not sentence:
            return  # it has shrunk or gone since it was added
        cells = sentence.cells
        near: dict[_Sentence, None] = {}
        for cell in sorted(cells):
            near.update(self._touching[cell])
        for other in near:
            if other.cells < cells:
                self._subtract(sentence, other)
            elif cells < other.cells:
                self._subtract(other, sentence)

    def _subtract(self, whole: _Sentence, part: _Sentence) -> None:
        rest = whole.cells - part.cells
        mines = whole.mines - part.mines
        if rest not in self._by_cells or self._by_cells[rest].mines != mines:
            self.counters["differences"] += 1
            proof = Difference(Constraint(rest, mines), whole.proof, (part.proof,))
            is_new = self._enter(rest, mines, proof)
            if self.listener:
                minus = whole.claim, part.claim
                self._report_made(Happening.DIFFERENCE, proof.claim, is_new, minus)

    def _enter_reduced(self, proof: Proof) -> None:
        reduced = self.ledger.reduce(proof)
        claim = reduced.claim
        assert isinstance(claim, Constraint)
        is_new = self._enter(claim.cells, claim.mines, reduced)
        if self.listener and claim.cells:
            self._report_made(Happening.SENTENCE, claim, is_new, hint=Hint.of(reduced))

    def _enter(self, cells: frozenset[Cell], mines: int, proof: Proof) -> bool:
        """Add a sentence about unsettled cells, unless it is known; return whether it is new."""
        known = self._by_cells.get(cells)
        if not 0 <= mines <= len(cells) or (known and known.mines != mines):
            raise Contradiction("two sentences clash")
        if not cells or known:
            return False
        sentence = _Sentence(cells, mines, proof)
        self.counters["sentences"] += 1
        self._by_cells[cells] = sentence
        for cell in cells:
            self._touching[cell][sentence] = None
        (self._ripe if mines in (0, len(cells)) else self._fresh).append(sentence)
        return True

    def _remove(self, sentence: _Sentence) -> None:
        del self._by_cells[sentence.cells]
        for cell in sentence.cells:
            if cell in self._touching:
                del self._touching[cell][sentence]

    # Events

    def _report_made(
        self,
        happening: Happening,
        sentence: Constraint,
        is_new: bool,
        minus: tuple[Constraint, Constraint] | None = None,
        hint: Hint | None = None,
    ) -> None:
        self._report(Event(happening, sentence=sentence, minus=minus, hint=hint))
        if not is_new and sentence.cells:
            self._report(Event(Happening.DUPLICATE, sentence=sentence))

    def _report(self, event: Event) -> None:
        if self.listener:
            self.listener(event)


def _all(cells: Sequence[Cell], is_mine: bool) -> Constraint:
    """Return the sentence that all these cells are mines, or none."""
    return Constraint(frozenset(cells), len(cells) * is_mine)


def _without(sentence: _Sentence, cell: Cell, is_mine: bool) -> tuple[frozenset[Cell], int, Proof]:
    """Return `sentence` without one settled cell."""
    cells, mines = sentence.cells - {cell}, sentence.mines - is_mine
    known, proof = Known.of(cell, is_mine), sentence.proof
    whole, parts = (proof, ()) if not isinstance(proof, Difference) else (proof.whole, proof.parts)
    return cells, mines, Difference(Constraint(cells, mines), whole, (*parts, known))
