"""Questions to a player, by number: positions for an engine, games for an agent, smaller positions.

A question is a value that can be sent to a host, where a guest's code runs. Findings come back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mineproof.agents.own_moves.base import OwnMoves
from mineproof.assess.agent_contract import false_claims, judge, testimony_of
from mineproof.assess.candidate import Candidate
from mineproof.assess.clauses import Breach, Clause
from mineproof.assess.engine_contract import CONTRACT, clashes, verdicts
from mineproof.assess.findings import Finding, Findings, Found, GameFindings, Play
from mineproof.assess.games import judged_game, match_of
from mineproof.assess.missed import Chance, by_engine, by_technique
from mineproof.assess.positions import Position, position, with_lie
from mineproof.assess.sample import Sample
from mineproof.assess.smallest import smallest
from mineproof.assess.truth import case_of, look
from mineproof.engines.base import Engine
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.reader import read
from mineproof.play.guests import ask_player
from mineproof.play.referee import Referee


@dataclass(frozen=True)
class Quiz:
    """Positions of a sample, put to an engine."""

    candidate: Candidate
    seed: int

    def __call__(self, number: int, referee: Referee) -> Findings:
        engine, honest = self.candidate.hire().engine, position(number, self.seed)
        findings = Findings(positions=1)
        for asked in (honest, *with_lie(honest, number)):
            for breach in breaches(engine, asked, number, referee):
                findings.breaches.append(Found(breach, asked, number))
        for chance in _chances(engine, honest, referee):
            if chance.is_found:
                findings.found[chance.by] += 1
            else:
                findings.missed.append(Found(chance, honest, number))
        return findings


def breaches(engine: Engine, asked: Position, number: int, referee: Referee) -> Iterator[Breach]:
    """Yield what an engine breaks in a position, and nothing more after an error."""
    try:
        for check in _checks(engine, asked, number):
            breach = referee.time(check)
            if breach is not None:
                yield breach
    except Contradiction:
        yield Breach(Clause.CLASHES, detail="it finds a contradiction, but a layout fits")
    except LimitReached:  # of the truth, or of the engine: nothing was claimed
        return
    except Exception as error:
        yield Breach(Clause.WORKS, detail=referee.judge(error))


def _checks(engine: Engine, asked: Position, number: int) -> list[Callable[[], Breach | None]]:
    if asked.lie is not None:
        return [partial(clashes, engine, read(asked.view))]
    case = case_of(asked, number)
    return [partial(check, engine, case) for check in CONTRACT]


def _chances(
    engine: Engine, asked: Position, referee: Referee, *, with_engines: bool = True
) -> Iterator[Chance]:
    """Yield what was within an engine's reach; nothing if it fails, which a breach tells."""
    view = asked.known
    try:
        found = verdicts(referee.time(partial(engine.conclude, read(view))))
        yield from by_technique(view, look(view), found)
        if with_engines:
            yield from by_engine(view, found)
    except Exception:
        return


@dataclass(frozen=True)
class Games:
    """Games of a sample, played by an agent; `box` keeps the position if the process dies."""

    candidate: Candidate
    sample: Sample
    box: Path | None

    def __call__(self, number: int, referee: Referee) -> GameFindings:
        return judged_game(self.candidate, self.sample, number, referee, self.box)


@dataclass(frozen=True)
class Plays:
    """Games of a sample, played and not judged."""

    candidate: Candidate
    sample: Sample

    def __call__(self, number: int, referee: Referee) -> Play:
        match = match_of(self.candidate, self.sample, number, referee)
        record = match.play()
        if match.fault is not None:
            return Play(faults=1, reasons=Counter({match.fault: 1}))
        outcomes = Counter({record.outcome.value: 1})
        return Play(outcomes, moves=record.moves, seconds=record.seconds)


@dataclass(frozen=True)
class Shrink:
    """Findings, each to be made as small as it can be."""

    candidate: Candidate
    found: Sequence[Found]

    def __call__(self, number: int, referee: Referee) -> Found:
        whole = self.found[number]
        again = partial(self._again, whole, referee)
        if whole.position is None or again(whole.position) is None:
            return whole  # what depends on the game before it cannot be asked again
        small = smallest(whole.position, lambda each: again(each) is not None)
        return Found(again(small) or whole.what, small, whole.number)

    def _again(self, found: Found, referee: Referee, asked: Position) -> Finding | None:
        """Return the same finding in another position, if it is there."""
        seen = self._seen(found, referee, asked)
        return next((each for each in seen if _is_like(each, found.what)), None)

    def _seen(self, found: Found, referee: Referee, asked: Position) -> Iterator[Finding]:
        if not self.candidate.is_engine:
            return self._decided(asked, referee)
        engine = self.candidate.hire().engine
        if isinstance(found.what, Breach):
            return breaches(engine, asked, found.number, referee)
        seen = _chances(engine, asked, referee, with_engines=False)
        return (each for each in seen if not each.is_found)

    def _decided(self, asked: Position, referee: Referee) -> Iterator[Finding]:
        """Yield what an agent breaks or misses that joins a game in this position."""
        agent = self.candidate.hire()
        try:
            marks_mines = asked.are_checked
            player, decision = ask_player(agent, asked.view, 0, referee, marks_mines=marks_mines)
            testimony = testimony_of(player)
        except Exception as error:
            yield Breach(Clause.WORKS, detail=referee.judge(error))
            return
        try:
            verdict = judge(asked, decision, is_own=isinstance(agent, OwnMoves))
            yield from false_claims(asked, testimony.known or {})
        except LimitReached:
            return
        yield from (Breach(Clause.SETS, detail=slip) for slip in testimony.slips)
        if verdict.breach is not None:
            yield verdict.breach
        yield from verdict.missed


def _is_like(one: Finding, other: Finding) -> bool:
    if isinstance(one, Breach) and isinstance(other, Breach):
        is_same_road = one.clause is not Clause.SOUND or one.detail == other.detail
        return one.clause is other.clause and is_same_road
    if isinstance(one, Breach):
        return False
    return isinstance(other, Chance) and one.by == other.by
