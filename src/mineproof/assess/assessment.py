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
from dataclasses import replace
from itertools import count
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from mineproof.agents.entrant import Entrant
from mineproof.assess.candidate import Candidate, recognise
from mineproof.assess.clauses import Breach, Clause, Kind
from mineproof.assess.findings import Findings, Found, GameFindings, Play
from mineproof.assess.missed import COUNT, By, Chance, engines
from mineproof.assess.plan import USUAL_PLAN, Plan
from mineproof.assess.positions import Position, position
from mineproof.assess.questions import Games, Plays, Quiz, Shrink
from mineproof.assess.report import Beside, Broken, Example, Missed, Report
from mineproof.assess.truth import counterexample
from mineproof.coach.steps.techniques import Technique
from mineproof.errors import Fault
from mineproof.play.host.hosted import Yard, hosted
from mineproof.play.host.process import Task
from mineproof.play.referee import Referee

USUAL_POSITIONS, USUAL_DECISIONS = 200, 1000
"""How many positions an engine is asked about, and in how many an agent decides."""

_MOST_ENDED = 3
"""After how many dead or silent processes a player is given up."""

_PORTION = 10
"""How many games are ordered at once."""

_GAMES = 30
"""How many games an engine plays beside ours."""

_OURS = {
    Kind.ENGINE: Entrant(engine="exact"),
    Kind.AGENT: Entrant("safest"),
    Kind.CS50: Entrant("random", "subset", tell_total=False),
    Kind.KNOWLEDGE: Entrant(engine="resolution"),
}
"""Who plays the same boards, by what is assessed: what each could be expected to become."""


def assess(
    player: Entrant | str,
    *,
    positions: int | None = None,
    seed: int | None = None,
    seconds: float | None = None,
    plan: Plan = USUAL_PLAN,
) -> Report:
    """Return what a player breaks and misses in a sample of positions; raise BadInput.

    An engine is asked about 200 positions, or as many as told; any other player plays games until
    it has decided in 1000. The code of guests runs in a fenced process; each answer may take
    `seconds`. What is given here goes before the plan.
    """
    plan = plan.but(positions=positions, seed=seed, seconds=seconds)
    with Assessment(player, plan) as assessment:
        for _ in assessment.run():
            pass
        return assessment.report()


class Assessment:
    """An assessment as it goes on; `run` asks, `report` tells what was found so far."""

    def __init__(self, player: Entrant | str, plan: Plan = USUAL_PLAN) -> None:
        self.plan = plan
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._yard = Yard(self._folder.name, plan.fence)
        self.candidate = self._recognised(player)
        is_engine = self.candidate.is_engine
        self.wanted = plan.positions or (USUAL_POSITIONS if is_engine else USUAL_DECISIONS)
        self.positions = 0
        self._sample = plan.sample(self.candidate.kind)
        self._tally = _Tally()
        self._play = Play()
        self._beside: Beside | None = None
        self._games = 0
        self._ended = 0
        self._is_late = False

    def _recognised(self, player: Entrant | str) -> Candidate:
        try:
            if isinstance(player, str):
                return recognise(player, self._yard)
            return Candidate.of(player)
        except BaseException:
            self._folder.cleanup()
            raise

    def __enter__(self) -> Assessment:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def run(self) -> Iterator[int]:
        """Ask until there are enough positions; yield after each question how many there are."""
        box = Path(self._folder.name, "position")
        until = monotonic() + 60 * self.plan.minutes if self.plan.minutes else inf
        for number, result in self._results(box):
            is_fault = isinstance(result, Fault)
            self._take(self._end(number, result, box) if is_fault else result)
            yield self.positions
            self._is_late = monotonic() > until
            if self.positions >= self.wanted or self._is_given_up or self._is_late:
                break
        self._compare()

    def _compare(self) -> None:
        """Play the same games with a player of ours; an engine has yet to play them itself."""
        if self._is_given_up:
            return
        if self.candidate.is_engine:
            for result in self._ask(Plays(self.candidate, self._sample), range(_GAMES)):
                self._play.add(Play(faults=1) if isinstance(result, Fault) else result)
            self._games = _GAMES
        ours = Play()
        entrant = _OURS[self.candidate.kind]
        candidate = replace(self.candidate, file="", entrant=entrant)
        for number in range(self._games):
            ours.add(Plays(candidate, self._sample)(number, Referee()))
        self._beside = Beside(entrant.name, ours)

    @property
    def _is_given_up(self) -> bool:
        return self._ended >= _MOST_ENDED

    def report(self, *, is_whole: bool = True) -> Report:
        """Return what was found so far, with the smallest positions; without if not `is_whole`.

        What a player misses is made small only if it breaks nothing: first things first.
        """
        found = self._tally.found()
        if is_whole:
            found = self._shrunk(found)
        examples = {_key(each): each for each in found}
        return Report(
            self.candidate.name,
            self.candidate.kind,
            self.positions,
            tuple(
                _broken(self._tally.counts[clause], examples[clause])
                for clause in Clause
                if clause in examples
            ),
            tuple(self._missed(by, examples) for by in Technique if self._tally.counts[by]),
            tuple(
                self._missed(by, {})
                for by in (*(engine.name for engine in engines()), COUNT)
                if self._tally.there(by)
            ),
            self._play if self._games else None,
            self._beside,
            self._stopped(),
        )

    def _stopped(self) -> str:
        if self._is_given_up:
            return f"after {self._ended} dead or silent processes"
        return f"after {self.plan.minutes:g} minutes" if self._is_late else ""

    def _results(self, box: Path) -> Iterator[tuple[int, Any]]:
        if self.candidate.is_engine:
            quiz = Quiz(self.candidate, self.plan.seed)
            yield from enumerate(self._ask(quiz, range(self.wanted)))
            return
        games = Games(self.candidate, self._sample, box if self.candidate.needs_host else None)
        for first in count(0, _PORTION):
            numbers = range(first, first + _PORTION)
            yield from zip(numbers, self._ask(games, numbers), strict=True)

    def _ask(self, task: Task, numbers: Sequence[int]) -> Iterator[Any]:
        seconds = self.plan.seconds
        if self.candidate.needs_host:
            return hosted(self.candidate, task, numbers, seconds, self._yard)
        return (task(number, Referee(seconds)) for number in numbers)

    def _end(self, number: int, fault: Fault, box: Path) -> Findings:
        """Return the finding that the process of a player is dead or silent."""
        is_engine = self.candidate.is_engine
        where = position(number, self.plan.seed) if is_engine else _unboxed(box)
        breach = Breach(Clause.WORKS, detail=str(fault))
        found = GameFindings(breaches=[Found(breach, where, number)])
        found.play = Play(faults=1, ended=1, reasons=Counter({str(fault): 1}))
        return found

    def _take(self, findings: Findings) -> None:
        # A game without a decision counts as well, or games that fail at once would never end.
        self.positions += max(1, findings.positions)
        self._tally.take(findings)
        if isinstance(findings, GameFindings):
            self._play.add(findings.play)
            self._ended += findings.play.ended
            self._games += not self.candidate.is_engine

    def _shrunk(self, found: list[Found]) -> list[Found]:
        """Return findings in smaller positions, or as they are if a process dies on the way."""
        rest = [each for each in found if self._can_shrink(each)]
        results = self._ask(Shrink(self.candidate, tuple(rest)), range(len(rest)))
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
        is_counted = self.candidate.is_engine or isinstance(by, str)
        there = self._tally.there(by) if is_counted else None
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
