"""Replays: steps rebuild what every engine knew, and each step follows from what came before."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.engines import dpll
from mineproof.engines.base import Reasoner
from mineproof.engines.cascade import _CascadeReasoner
from mineproof.engines.event import Happening
from mineproof.engines.parts.search import Node, Search
from mineproof.engines.resolution import (
    AT_ONCE,
    NEWEST,
    OLDEST,
    SAFE_FIRST,
    WHEN_NEEDED,
    ResolutionReasoner,
)
from mineproof.engines.subset import SubsetReasoner
from mineproof.errors import BadInput
from mineproof.logic.checker import _is_pigeonhole, _is_resolvent
from mineproof.logic.problem import Cell, Constraint
from mineproof.logic.proof import Clause, Literal, cell_of, literal
from mineproof.play.match import Match
from mineproof.play.replay import Branch, Knowledge, Replay, State
from mineproof.play.steps import Sentence, Step
from mineproof.play.trace import Recorder, trace

ENGINES = [
    *("single", "subset", "dpll", "sat", "exact", "brute", "resolution", "cascade"),
    *("single+resolution", "single+subset+dpll", "resolution+resolution(width=3)"),
]
options = st.tuples(
    st.tuples(st.just("width"), st.sampled_from([1, 2, 3, None])),
    st.tuples(st.just("count_limit"), st.sampled_from([0, 8, 15])),
    st.tuples(st.just("max_clauses"), st.sampled_from([10, 60])),
    st.tuples(st.just("hints"), st.sampled_from([AT_ONCE, WHEN_NEEDED])),
    st.tuples(st.just("units"), st.sampled_from([OLDEST, NEWEST, SAFE_FIRST])),
)
agents = st.sampled_from(["never-guess", "random"])
entrants = st.builds(
    Entrant, agents, st.sampled_from(ENGINES), st.just(()), st.booleans()
) | st.builds(Entrant, agents, st.just("resolution"), options)
games = st.builds(
    "{}x{}/{}/list{}/{}#{}".format,
    st.integers(3, 5),
    st.integers(3, 5),
    st.integers(1, 5),
    st.integers(1, 4),
    st.sampled_from(["marking", "clearing"]),
    st.integers(0, 999),
)


class Spy(Recorder):
    """Notes what the engine and the game hold after each step."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.played: Match | None = None
        self.states: list[State] = []

    def note(self, step: Step) -> None:
        super().note(step)
        parts = reasoners(self.played)
        self.states.append(
            State({name: known(part) for name, part in parts.items()}, marks(self.game))
        )


def reasoners(match: Match | None) -> dict[str, Reasoner]:
    """Return the reasoners of a match by the names under which they speak."""
    if match is None:
        return {}
    found = match.player.watcher.reasoner  # type: ignore[attr-defined]
    each = (
        [stage.reasoner for stage in found._stages]
        if isinstance(found, _CascadeReasoner)
        else [found]
    )
    named: dict[str, Reasoner] = {}
    for part, reasoner in zip(match.agent.engine.parts, each, strict=True):
        named[f"{part.name} 2" if part.name in named else part.name] = reasoner
    return named


def known(reasoner: Reasoner) -> Knowledge:
    kb0 = tuple(literal(cell, is_mine) for cell, is_mine in reasoner.ledger.known.items())
    if isinstance(reasoner, ResolutionReasoner):
        units = tuple(lit for entry in reasoner._units for lit in entry.clause)
        return Knowledge(reasoner.kb, kb0, units)
    if isinstance(reasoner, SubsetReasoner):
        return Knowledge((), kb0, sentences=tuple(reasoner.sentences()))
    return Knowledge((), kb0)


def marks(game: Game) -> dict[Cell, bool]:
    """Return what is marked; the flags that a won clearing game sets by itself do not count."""
    view, marking = game.view, game.finish is Finish.MARKING
    flags = [cell for cell in view.covered_cells() if marking and view.is_flagged(cell)]
    return dict.fromkeys(filter(view.is_open, range(view.grid.size)), False) | dict.fromkeys(
        flags, True
    )


def watched(game: Game, entrant: Entrant) -> tuple[list[Step], list[State]]:
    spy = Spy(game)
    spy.played = spy.match(game, entrant)
    for _ in spy.played.turns():
        pass
    spy.end(spy.played.record.outcome.value)
    return spy.take(), spy.states


def agree(replayed: State, state: State) -> bool:
    """Tell whether a replay has what the engines have; the trees are compared on their own."""
    told = {name: part._replace(tree=()) for name, part in replayed.parts.items()}
    silent = {name: Knowledge() for name in state.parts if name not in told}
    return told | silent == state.parts and replayed.marks == state.marks


@settings(max_examples=25, deadline=None)
@given(games, entrants)
def test_a_replay_has_the_engines_own_state_after_every_step(name: str, entrant: Entrant) -> None:
    steps, states = watched(Game.of(name), entrant)
    stored = [json.loads(json.dumps(step)) for step in steps]
    assert [step["number"] for step in stored] == list(range(len(steps)))
    replay = Replay(stored)
    forward = [replay.state_at(number) for number in range(len(steps))]
    assert all(map(agree, forward, states))
    back = [Replay(stored).state_at(number) for number in (len(steps) - 1, len(steps) // 2, 0)]
    assert back == [forward[-1], forward[len(steps) // 2], forward[0]]
    assert [replay.state_at(number) for number in reversed(range(len(steps)))] == forward[::-1]


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(games, entrants)
def test_every_step_follows_from_what_came_before(name: str, entrant: Entrant) -> None:
    game = Game.of(name)
    check_derivations(list(trace(game, entrant)), game.layout)


KINDS = {"begin", "move", "end"} | {each.value for each in Happening}


def test_large_games_have_every_kind_of_step_and_replay() -> None:
    seen = set[str]()
    for name, engine in (
        ("5x5/4/list#89", "resolution"),
        ("easy/list9#0", f"resolution(hints='{AT_ONCE}')"),
        ("medium/list16#4", "resolution"),
        ("easy/list9#0", "subset"),
        ("easy/list9#0", "dpll"),
        ("easy/list9#13", "dpll"),
    ):
        game = Game.of(name)
        steps, states = watched(game, Entrant(engine=engine))
        seen |= {step["kind"] for step in steps}
        check_derivations(steps, game.layout)
        replay = Replay(steps)
        for number in (*range(0, len(steps), 97), len(steps) - 1):
            assert agree(replay.state_at(number), states[number])
    assert seen == KINDS - {"limit"}


# What each kind of step follows from


def check_derivations(steps: Sequence[Step], layout: Layout) -> None:
    """Check each step of each engine with the rules of the proof checker."""
    checks = defaultdict[str, Derivations](lambda: Derivations(layout))
    for step in steps:
        if step["kind"] not in ("begin", "move", "end"):
            checks[step["by"]].check(step)


class Derivations:
    """Checks the steps of one engine: whatever one names must have been there."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.made = set[Clause]()
        self.hints = dict[Cell | None, Constraint]()
        self.latest = Constraint(frozenset(), 0)
        self.sentences = set[Constraint]()
        self.settled = set[Literal]()
        self.proved = set[Literal]()

    def check(self, step: Step) -> None:
        for key in ("sentence", "whole", "part"):
            if key in step:
                self.check_true(constraint(step[key]))
        if "clause" in step:
            clause = frozenset(step["clause"])
            is_true = any(self.layout.is_mine(cell_of(lit)) == (lit > 0) for lit in clause)
            assert is_true or not clause
        if step["kind"] in ("sentence", "difference", "shortened") and "sentence" in step:
            self.check_sentence(step)
        elif "node" in step:
            self.check_search(step)
        elif step["kind"] == "settled":
            self.check_settled(step)
        elif step["kind"] == "marked" and not step["parents"]:
            self.check_marked(step)
        else:
            self.check_clause(step)

    def check_true(self, told: Constraint) -> None:
        assert sum(map(self.layout.is_mine, told.cells)) == told.mines

    def check_clause(self, step: Step) -> None:
        if step["kind"] == "hint":
            assert step["clue"] not in self.hints, "a clue becomes clauses once"
            assert step["mines"] is not None
            self.latest = Constraint(frozenset(step["cells"]), step["mines"])
            self.hints[step["clue"]] = self.latest
        if "clause" not in step:
            return
        clause = frozenset(step["clause"])
        parents = [frozenset(parent) for parent in step["parents"]]
        for parent in parents:
            assert parent in self.made or _is_pigeonhole(parent, self.latest)
        if len(parents) == 2:
            assert _is_resolvent(clause, *parents)
        elif len(parents) == 1:
            assert step["kind"] in ("subsumed", "satisfied")
            assert parents[0] < clause
        elif step["kind"] == "learned":
            self.sentences.add(fact_of(step))
        else:
            assert _is_pigeonhole(clause, self.hints[step["clue"]])
        self.made.add(clause)

    def check_sentence(self, step: Step) -> None:
        rest = constraint(step["sentence"])
        if step["kind"] == "sentence":
            assert "clue" in step
        else:
            whole, part = constraint(step["whole"]), constraint(step["part"])
            assert {whole, part} <= self.sentences
            assert part.cells <= whole.cells
            assert rest == Constraint(whole.cells - part.cells, whole.mines - part.mines)
        self.sentences.add(rest)

    def check_settled(self, step: Step) -> None:
        told = constraint(step["sentence"])
        assert told in self.sentences or "clue" in step
        assert told.cells
        assert told.mines in (0, len(told.cells))
        self.settled = {literal(cell, told.mines > 0) for cell in told.cells}
        self.proved |= self.settled

    def check_search(self, step: Step) -> None:
        if step["kind"] in ("propagated", "clashed"):
            assert _is_pigeonhole(frozenset(step["clause"]), constraint(step["sentence"]))
        elif step["kind"] == "resolved":
            left, right = (frozenset(parent) for parent in step["parents"])
            assert {left, right} <= self.made
            assert _is_resolvent(frozenset(step["clause"]), left, right)
        elif step["kind"] in ("refuted", "backtracked"):
            assert frozenset(step["clause"]) in self.made
        if step["kind"] == "refuted" and step["node"] == 0:
            self.proved.update(step["clause"])
        self.made.add(frozenset(step.get("clause", ())))

    def check_marked(self, step: Step) -> None:
        (lit,) = step["clause"]
        self.sentences.add(fact_of(step))
        self.made.add(frozenset(step["clause"]))
        if "sentence" in step:
            assert lit in self.settled
        elif step["by"] in ("single", "dpll"):
            tried = literal(step.get("twin", cell_of(lit)), lit > 0)
            assert tried in self.proved
        elif step["by"].startswith("resolution"):
            assert _is_pigeonhole(frozenset({lit}), self.hints[step["clue"]])


def constraint(sentence: Sentence) -> Constraint:
    return Constraint(frozenset(sentence["cells"]), sentence["mines"])


def fact_of(step: Step) -> Constraint:
    return Constraint(frozenset({step["cell"]}), int(step["clause"][0] > 0))


# Search trees


@settings(max_examples=20, deadline=None)
@given(games, st.sampled_from(["dpll", "single+dpll"]))
def test_the_searches_of_dpll_replay_to_their_trees(name: str, engine: str) -> None:
    roots: list[Node] = []

    class Noted(Search):
        def run(self, assumed: Literal | None = None) -> Node:
            roots.append(super().run(assumed))
            return roots[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dpll, "Search", Noted)
        replay = Replay(trace(Game.of(name), Entrant("random", engine)))
    ends = [
        step["number"]
        for step in replay.steps
        if step["kind"] == "fitted" or (step["kind"] == "refuted" and step["node"] == 0)
    ]
    trees = [replay.state_at(number).parts["dpll"].tree for number in ends]
    assert trees == [tuple(map(branch, root.walk())) for root in roots]


def branch(node: Node) -> Branch:
    return Branch(
        node.parent.number if node.parent else None,
        node.literal,
        tuple(step.literal for step in node.steps),
        None if node.clash is None else ANY,  # test_every_step... looks at it
        None if node.refutation is None else node.refutation.claim,
        node.refutation is None and not node.children,
    )


def test_a_step_that_is_not_there_is_refused() -> None:
    replay = Replay(trace(Game.of("3x3/1/list1#2"), Entrant(engine="resolution")))
    for number in (-1, len(replay.steps)):
        with pytest.raises(BadInput, match=f"step {number}; expected 0 to"):
            replay.state_at(number)
