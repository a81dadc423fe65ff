"""Assessment: a player is put to the test, and what it breaks and misses is gathered.

report = assess("my_engine.py:Zeros", positions=100)
assert not report.faults
"""

from __future__ import annotations

import pickle
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from mineproof.agents.entrant import Entrant
from mineproof.assess.clauses import Breach, Clause
from mineproof.assess.findings import Findings, Found, GameFindings, Play
from mineproof.assess.missed import By, Chance, engines
from mineproof.assess.positions import Position, position
from mineproof.assess.questions import Games, Quiz, Shrink, is_engine
from mineproof.assess.report import Broken, Example, Missed, Report
from mineproof.assess.truth import counterexample
from mineproof.board.rng import check_seed
from mineproof.coach.steps.techniques import Technique
from mineproof.errors import BadInput, Fault
from mineproof.play.host.hosted import hosted
from mineproof.play.host.process import Task
from mineproof.play.referee import USUAL_SECONDS, Referee

USUAL_POSITIONS, USUAL_DECISIONS = 200, 1000
"""How many positions an engine is asked about, and in how many an agent decides."""

_MOST_ENDED = 3
"""After how many dead or silent processes a player is given up."""

_PORTION = 10
"""How many games are ordered at once."""


def assess(
    player: Entrant | str,
    *,
    positions: int | None = None,
    seed: int = 0,
    seconds: float = USUAL_SECONDS,
) -> Report:
    """Return what a player breaks and misses in a sample of positions; raise BadInput.

    An engine is asked about 200 positions, or as many as told. An agent plays games until it has
    decided in 1000. The code of guests runs in a host; each answer may take `seconds`.
    """
    assessment = Assessment(player, positions=positions, seed=seed, seconds=seconds)
    for _ in assessment.run():
        pass
    return assessment.report()


class Assessment:
    """An assessment as it goes on; `run` asks, `report` tells what was found so far."""

    def __init__(
        self, player: Entrant | str, *, positions: int | None, seed: int, seconds: float
    ) -> None:
        if positions is not None and positions < 1:
            raise BadInput(f"{positions} positions; expected 1 or more")
        if not seconds > 0:
            raise BadInput(f"{seconds:g} seconds for an answer; expected more than 0")
        self.entrant = Entrant.parse(player) if isinstance(player, str) else player
        self.is_engine = is_engine(self.entrant)
        self.wanted = positions or (USUAL_POSITIONS if self.is_engine else USUAL_DECISIONS)
        self.positions = 0
        self._seed, self._seconds = check_seed(seed), seconds
        self._tally = _Tally()
        self._play: Play | None = None if self.is_engine else Play()
        self._ended = 0

    def run(self) -> Iterator[int]:
        """Ask until there are enough positions; yield after each question how many there are."""
        with tempfile.TemporaryDirectory() as folder:
            box = Path(folder, "position")
            for number, result in self._results(box):
                is_fault = isinstance(result, Fault)
                self._take(self._end(number, result, box) if is_fault else result)
                yield self.positions
                if self.positions >= self.wanted or self._ended >= _MOST_ENDED:
                    return

    def report(self, *, is_whole: bool = True) -> Report:
        """Return what was found so far, with the smallest positions; without if not `is_whole`.

        What a player misses is made small only if it breaks nothing: first things first.
        """
        found = self._tally.found()
        if is_whole:
            found = self._shrunk(found)
        examples = {_key(each): each for each in found}
        return Report(
            self.entrant.name,
            self.is_engine,
            self.positions,
            tuple(
                _broken(self._tally.counts[clause], examples[clause])
                for clause in Clause
                if clause in examples
            ),
            tuple(self._missed(by, examples) for by in Technique if self._tally.counts[by]),
            tuple(
                self._missed(engine.name, {})
                for engine in engines()
                if self._tally.there(engine.name)
            ),
            self._play,
            f"after {self._ended} dead or silent processes" if self._ended >= _MOST_ENDED else "",
        )

    def _results(self, box: Path) -> Iterator[tuple[int, Any]]:
        if self.is_engine:
            quiz = Quiz(self.entrant, self._seed)
            yield from enumerate(self._ask(quiz, range(self.wanted)))
            return
        games = Games(self.entrant, self._seed, box if self.entrant.needs_host else None)
        for first in count(0, _PORTION):
            numbers = range(first, first + _PORTION)
            yield from zip(numbers, self._ask(games, numbers), strict=True)

    def _ask(self, task: Task, numbers: Sequence[int]) -> Iterator[Any]:
        if self.entrant.needs_host:
            return hosted(self.entrant, task, numbers, self._seconds)
        return (task(number, Referee(self._seconds)) for number in numbers)

    def _end(self, number: int, fault: Fault, box: Path) -> Findings:
        """Return the finding that the process of a player is dead or silent."""
        self._ended += 1
        where = position(number, self._seed) if self.is_engine else _unboxed(box)
        breach = Breach(Clause.WORKS, detail=str(fault))
        found = GameFindings(breaches=[Found(breach, where, number)])
        found.play.faults = 1
        return found

    def _take(self, findings: Findings) -> None:
        # A game without a decision counts as well, or games that fail at once would never end.
        self.positions += max(1, findings.positions)
        self._tally.take(findings)
        if self._play is not None and isinstance(findings, GameFindings):
            self._play.add(findings.play)

    def _shrunk(self, found: list[Found]) -> list[Found]:
        """Return findings in smaller positions, or as they are if a process dies on the way."""
        rest = [each for each in found if self._can_shrink(each)]
        results = self._ask(Shrink(self.entrant, tuple(rest)), range(len(rest)))
        shrunk = [
            result if isinstance(result, Found) else whole
            for whole, result in zip(rest, results, strict=True)
        ]
        return [*(each for each in found if not self._can_shrink(each)), *shrunk]

    def _can_shrink(self, found: Found) -> bool:
        if isinstance(found.what, Chance):
            return not self._tally.has_fault
        # What has ended a process before would end it again, and again.
        return not (self._ended and found.what.clause is Clause.WORKS)

    def _missed(self, by: By, examples: dict[object, Found]) -> Missed:
        there = self._tally.there(by) if self.is_engine else None
        example = _example(examples[by]) if by in examples else None
        return Missed(by, self._tally.counts[by], there, example)


class _Tally:
    """How often each clause was broken and each chance missed, with the smallest position."""

    def __init__(self) -> None:
        self.counts: Counter[object] = Counter()
        self._found: Counter[object] = Counter()
        self._smallest: dict[object, Found] = {}

    def take(self, findings: Findings) -> None:
        """Count the findings of one question."""
        self._found.update(findings.found)
        for each in (*findings.breaches, *findings.missed):
            key = _key(each)
            self.counts[key] += 1
            if key not in self._smallest or _size(each) < _size(self._smallest[key]):
                self._smallest[key] = each

    @property
    def has_fault(self) -> bool:
        """Whether a clause that matters was broken."""
        return any(isinstance(key, Clause) and not key.is_remark for key in self.counts)

    def there(self, by: object) -> int:
        """Return how often something was within reach."""
        return self.counts[by] + self._found[by]

    def found(self) -> list[Found]:
        """Return the smallest finding of each kind but engines, which need no picture."""
        return [each for key, each in self._smallest.items() if not isinstance(key, str)]


def _key(found: Found) -> object:
    return found.what.clause if isinstance(found.what, Breach) else found.what.by


def _size(found: Found) -> tuple[int, ...]:
    """Return how large a position is; one that needs no further words is better than any other."""
    if found.position is None:
        return (2,)
    is_plain = not isinstance(found.what, Breach) or not found.what.detail
    return (0 if is_plain else 1, *found.position.size)


def _broken(times: int, found: Found) -> Broken:
    breach = found.what
    assert isinstance(breach, Breach)
    return Broken(breach.clause, times, breach.detail, _example(found))


def _example(found: Found) -> Example | None:
    if found.position is None:
        return None
    what, layout = found.what, None
    if isinstance(what, Breach) and what.clause is Clause.SOUND and what.cell is not None:
        layout = counterexample(found.position.known, (what.cell, what.is_mine))
    return Example(found.position, what.cell, what.is_mine, layout)


def _unboxed(box: Path) -> Position | None:
    """Return the last position that a dead process has kept."""
    with suppress(Exception):  # it may have died while it wrote
        kept: Position | None = pickle.loads(box.read_bytes())
        return kept
    return None
