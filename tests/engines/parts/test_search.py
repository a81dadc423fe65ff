"""The search of DPLL: its tree, its proofs, what it tells a listener, and where it stops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.problems import layouts, problems

from mineproof.engines.event import Event, Happening
from mineproof.engines.parts.search import Node, Search, outline
from mineproof.errors import LimitReached
from mineproof.logic.checker import Checker, _is_pigeonhole, _is_resolvent
from mineproof.logic.problem import Cell, Constraint, Problem, fact
from mineproof.logic.proof import Clue, Literal, MineCount, Proof, Unit, cell_of, literal

# Nothing follows from one clue alone, and nothing is certain; if 0 is a mine, all is.
RING = Problem.of([({0, 1}, 1), ({1, 2}, 1), ({2, 3}, 1), ({3, 0}, 1)])

# Cell 6 is a mine: otherwise each two of 0, 1 and 2 hold one, and the three hold one and a half.
ODD_CYCLE = Problem.of([({0, 1, 6}, 1), ({1, 2, 6}, 1), ({0, 2, 6}, 1)])


def search_of(problem: Problem, limit: int | None = None) -> tuple[Search, list[Event]]:
    events: list[Event] = []
    clues = list(map(Clue, problem.constraints))
    counts = [MineCount(problem.mine_count)] if problem.mine_count else []
    return Search(clues, counts, limit=limit, listener=events.append), events


def literals(problem: Problem) -> list[Literal]:
    return [literal(cell, is_mine) for cell in sorted(problem.cells) for is_mine in (True, False)]


def fits(problem: Problem, lit: Literal, part: dict[Cell, bool]) -> bool:
    wanted = part | {cell_of(lit): lit > 0}
    return any(layout.items() >= wanted.items() for layout in layouts(problem))


@given(problem=problems(), data=st.data())
def test_it_finds_a_layout_or_a_proof(problem: Problem, data: st.DataObject) -> None:
    """And its events retell its tree, which is that of the proof."""
    assumed = data.draw(st.sampled_from(literals(problem)))
    search, events = search_of(problem)
    root = search.run(assumed)
    if root.refutation is None:
        assert fits(problem, assumed, dict(search.layout))
    else:
        check_refutation(problem, -assumed, root.refutation)
    for node in root.walk():
        if node.refutation is not None:
            check_refuted(node)
    check_events(root, events)


def check_refutation(problem: Problem, claim: Literal, refutation: Proof) -> None:
    checker = Checker(problem.cells, problem.total)
    for constraint in problem.constraints:
        checker.tell(constraint)
    cell, is_mine = cell_of(claim), claim > 0
    checker.check(cell, is_mine, Unit(fact(cell, is_mine), refutation))


def check_refuted(node: Node) -> None:
    """What is true above makes its clause false; it clashes, or its branches do: one, or both."""
    assert node.refutation is not None
    assert node.refutation.claim <= {-lit for lit in true_at(node)}
    assert (node.clash is None) == bool(node.children)
    for first in node.children[:1]:
        assert first.opposite is None
        assert first.literal is not None
        assert first.refutation is not None
        needs_other = -first.literal in first.refutation.claim
        other = [(-first.literal, first.refutation)] if needs_other else []
        assert [(each.literal, each.opposite) for each in node.children[1:]] == other


def true_at(node: Node) -> Iterator[Literal]:
    """Yield its own literal, and all that is supposed or follows above."""
    if node.literal is not None:
        yield node.literal
    if node.parent is not None:
        yield from true_at(node.parent)
        yield from (step.literal for step in node.parent.steps)


def check_events(root: Node, events: list[Event]) -> None:
    nodes = list(root.walk())
    assert [node.number for node in nodes] == list(range(len(nodes)))
    begun = told(events, Happening.SEARCH, Happening.DECIDED, Happening.BACKTRACKED)
    assert begun == [(n.number, n.parent and n.parent.number, n.literal) for n in nodes]
    steps = [(node.number, step.literal) for node in nodes for step in node.steps]
    follow = told(events, Happening.PROPAGATED)
    assert [(node, literal) for node, _, literal in follow] == steps
    refuted = {node: e.clause for e in events for node in numbers(e, Happening.REFUTED)}
    assert refuted == {n.number: n.refutation.claim for n in nodes if n.refutation is not None}
    check_resolutions(events)


def told(events: list[Event], *kinds: Happening) -> list[tuple[int, int | None, Literal | None]]:
    return [tuple(e.branch) for e in events if e.happening in kinds and e.branch is not None]  # type: ignore[misc]


def numbers(event: Event, kind: Happening) -> list[int]:
    return [event.branch.node] if event.branch and event.happening is kind else []


def check_resolutions(events: list[Event]) -> None:
    """Each clause is that of a constraint, or one step from two that came before."""
    known = set[frozenset[int]]()
    for event in events:
        if event.happening in (Happening.PROPAGATED, Happening.CLASHED):
            assert event.hint is not None
            assert _is_pigeonhole(event.clause, event.hint.rest)
        elif event.happening is Happening.RESOLVED:
            assert set(event.parents) <= known
            assert _is_resolvent(event.clause, *event.parents)
        elif event.happening in (Happening.REFUTED, Happening.BACKTRACKED):
            assert event.clause in known
        known.add(event.clause)


def test_a_search_leaves_nothing_behind() -> None:
    search, _ = search_of(ODD_CYCLE)
    asked = [None, *literals(ODD_CYCLE)]
    first = [(shape(search.run(lit)), search.layout) for lit in asked]
    assert first == [(shape(search.run(lit)), search.layout) for lit in reversed(asked)][::-1]


def shape(root: Node) -> list[tuple[Literal | None, list[Literal], int]]:
    return [
        (node.literal, [step.literal for step in node.steps], len(node.children))
        for node in root.walk()
    ]


# The tree


def test_propagation_alone_refutes_what_one_assumption_settles() -> None:
    search, _ = search_of(Problem.of([({0, 1, 2}, 1), ({1, 2, 3}, 2)]))
    root = search.run(-4)  # 3 is safe: then 1 and 2 are mines, and the first clue has one too many
    assert [step.literal for step in root.steps] == [2, 3]
    assert root.children == []
    assert isinstance(root.clash, Clue)
    assert root.clash.claim.mines == 1
    assert root.refutation is not None
    assert root.refutation.claim == {4}


def test_both_branches_fail_where_propagation_is_not_enough() -> None:
    search, _ = search_of(ODD_CYCLE)
    root = search.run(-7)
    assert root.steps == []
    first, second = root.children
    assert first.literal == -(second.literal or 0)
    assert first.clash is not None
    assert second.clash is not None
    assert root.refutation is not None
    assert root.refutation.claim == {7}
    assert search.decisions == 1


def test_a_decision_that_has_nothing_to_do_with_the_clash_is_not_turned_round() -> None:
    search, _ = search_of(Problem.of([({8, 9}, 1), ({0, 1}, 1), ({1, 2}, 1), ({0, 2}, 1)]))
    root = search.run()
    (only,) = root.children
    assert only.literal == literal(8, True)
    assert len(only.children) == 2
    assert root.refutation is not None
    assert root.refutation.claim == frozenset()


def test_nothing_is_decided_for_a_count() -> None:
    floating = Problem.of([({0, 1}, 1)], total=40, others=range(100))
    search, events = search_of(floating)
    assert search.run().refutation is None
    assert search.decisions == 1
    assert set(search.layout) == {0, 1}
    assert [event.happening for event in events] == [
        Happening.SEARCH,
        Happening.DECIDED,
        Happening.PROPAGATED,
        Happening.FITTED,
    ]


# Listeners


def test_a_listener_hears_each_step_with_its_clause() -> None:
    search, events = search_of(ODD_CYCLE)
    search.run(-7)
    heard = [(event.happening.value, event.branch, sorted(event.clause)) for event in events]
    assert heard == [
        ("search", (0, None, -7), []),
        ("decided", (1, 0, 1), []),
        ("propagated", (1, 0, -2), [-2, -1]),
        ("propagated", (1, 0, -3), [-3, -1]),
        ("clashed", (1, 0, None), [2, 3, 7]),
        ("resolved", (1, None, None), [-1, 2, 7]),
        ("resolved", (1, None, None), [-1, 7]),
        ("refuted", (1, 0, None), [-1, 7]),
        ("backtracked", (2, 0, -1), [-1, 7]),
        ("propagated", (2, 0, 2), [1, 2, 7]),
        ("propagated", (2, 0, 3), [1, 3, 7]),
        ("clashed", (2, 0, None), [-3, -2]),
        ("resolved", (2, None, None), [-2, 1, 7]),
        ("resolved", (2, None, None), [1, 7]),
        ("refuted", (2, 0, None), [1, 7]),
        ("resolved", (0, None, None), [7]),
        ("refuted", (0, None, None), [7]),
    ]


# Limits


def test_it_stops_at_its_limit_of_decisions() -> None:
    search, _ = search_of(RING, limit=1)
    assert search.run().refutation is None
    with pytest.raises(LimitReached, match=r"^the search passed 1 decisions$"):
        search.run()


def test_a_search_that_is_deeper_than_the_stack() -> None:
    """Many pairs, each with a decision of its own: more than Python may nest calls."""
    pairs = Problem.of([({2 * i, 2 * i + 1}, 1) for i in range(1100)])
    search, _ = search_of(pairs)
    assert search.run().refutation is None
    assert search.decisions == 1100


def test_a_constraint_that_no_layout_meets_is_refuted_at_once() -> None:
    search, _ = search_of(Problem.of([({0, 1}, 3)]))
    root = search.run()
    assert root.children == []
    assert root.refutation is not None


# Words


def test_an_outline_has_a_line_for_each_node() -> None:
    search, _ = search_of(replace(ODD_CYCLE, constraints=_with_clues(ODD_CYCLE)))
    assert list(outline(search.run(-7), str)) == [
        "6 safe",
        "  0 mine; so 1 safe, 2 safe; clash at 101",
        "  0 safe; so 1 mine, 2 mine; clash at 101",
    ]
    free, _ = search_of(Problem.of([({0, 1}, 1), ({0, 1}, 2)]))
    assert list(outline(free.run(), str)) == ["so 0 mine, 1 mine; clash"]


def _with_clues(problem: Problem) -> tuple[Constraint, ...]:
    return tuple(replace(c, clue=100 + i) for i, c in enumerate(problem.constraints))
