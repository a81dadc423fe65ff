"""Bounds are true, each follows from one clue and from those before it, and a clash is one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.problems import certain_cells, layouts, problems

from mineproof.coach.steps.bounds import Bounds, Clash, Narrowing
from mineproof.logic.problem import Cell, Constraint, Problem

clues_only = problems().map(lambda problem: [c for c in problem.constraints if c.cells])


def whole(clues: Iterable[Constraint]) -> Problem:
    given = tuple(clues)
    return Problem(given, frozenset[Cell]().union(*(clue.cells for clue in given)))


def holds(bound: Narrowing, layout: Mapping[Cell, bool]) -> bool:
    mines = sum(layout[cell] for cell in bound.cells)
    return mines >= bound.mines if bound.is_least else mines <= bound.mines


def others_hold(bound: Narrowing, layout: Mapping[Cell, bool]) -> bool:
    mines = sum(layout[cell] for cell in bound.others)
    return mines <= bound.others_mines if bound.is_least else mines >= bound.others_mines


def choices(
    cells: Iterable[Cell], known: Mapping[Cell, bool], told: Iterable[Narrowing]
) -> list[dict[Cell, bool]]:
    """Return all that some cells can be, by what is known and told of just these cells."""
    order, told = sorted(cells), list(told)
    about = [bound for bound in told if set(bound.cells) <= set(order)]
    settled = {cell: bound.is_least for bound in told if bound.settles for cell in bound.cells}
    options = [
        {known[c]} if c in known else {settled[c]} if c in settled else {False, True} for c in order
    ]
    found = [dict(zip(order, values, strict=True)) for values in product(*options)]
    return [each for each in found if all(holds(bound, each) for bound in about)]


def check_story(told: tuple[Narrowing, ...], known: Mapping[Cell, bool]) -> None:
    """Check that each bound follows from its clue, what is known, and the bounds before it."""
    for i, bound in enumerate(told):
        assert set(bound.cells) <= bound.clue.cells
        assert set(bound.others) <= bound.clue.cells.difference(bound.cells)
        if bound.is_least:
            assert {*bound.cells, *bound.others} == bound.clue.cells
        assert all(others_hold(bound, each) for each in choices(bound.others, known, told[:i]))
        around = choices(bound.clue.cells, known, told[:i])
        fitting = [each for each in around if sum(each.values()) == bound.clue.mines]
        assert all(holds(bound, each) for each in fitting)


def check_clash(bounds: Bounds, known: Mapping[Cell, bool]) -> None:
    """Check that the clue that is said to clash cannot be met by what was told."""
    clash, told = bounds.clash, bounds.leading_to_clash
    assert clash is not None
    around = choices(clash.clue.cells, known, told)
    mines = [sum(each.values()) for each in around]
    assert clash.clue.mines not in mines
    assert all(n >= clash.mines > clash.clue.mines for n in mines) or not clash.is_least
    assert all(n <= clash.mines < clash.clue.mines for n in mines) or clash.is_least


@given(clues_only)
def test_what_bounds_settle_is_certain_and_its_story_holds(clues: list[Constraint]) -> None:
    bounds = Bounds(clues)
    assert bounds.clash is None
    assert bounds.settled.items() <= certain_cells(whole(clues)).items()
    for cell in bounds.settled:
        told = bounds.leading_to([cell])
        check_story(told, {})
        last = next(bound for bound in told if cell in bound.cells and bound.settles)
        assert last.is_least == bounds.settled[cell]
    every_layout = list(layouts(whole(clues)))
    for bound in bounds.leading_to(bounds.settled):
        assert all(holds(bound, layout) for layout in every_layout)


@given(clues_only, st.data())
def test_a_supposition_ends_in_a_clash_only_if_it_is_wrong(
    clues: list[Constraint], data: st.DataObject
) -> None:
    cells = sorted(whole(clues).cells)
    assume(cells)
    known = data.draw(
        st.dictionaries(st.sampled_from(cells), st.booleans(), min_size=1, max_size=2)
    )
    fitting = [
        layout
        for layout in layouts(whole(clues))
        if all(layout[cell] == is_mine for cell, is_mine in known.items())
    ]
    bounds = Bounds(clues, known)
    if bounds.clash is None:
        assert not bounds.settled.keys() & known.keys()
        for layout in fitting:
            assert all(layout[cell] == is_mine for cell, is_mine in bounds.settled.items())
        check_story(bounds.leading_to(bounds.settled), known)
    else:
        assert not fitting
        check_story(bounds.leading_to_clash, known)
        check_clash(bounds, known)


def clue(cells: str, mines: int) -> Constraint:
    """Return a clue about cells that are called by letters."""
    return Constraint(frozenset(map(ord, cells)), mines)


def told(bound: Narrowing) -> str:
    sign = ">=" if bound.is_least else "<="
    return f"{''.join(map(chr, bound.cells))} {sign} {bound.mines}"


def test_only_what_is_needed_is_told() -> None:
    bounds = Bounds([clue("ab", 1), clue("abc", 2), clue("de", 1), clue("def", 1)])
    assert dict(bounds.settled) == {ord("c"): True, ord("f"): False}
    assert [told(bound) for bound in bounds.leading_to([ord("c")])] == ["ab <= 1", "c >= 1"]
    assert [told(bound) for bound in bounds.leading_to([ord("f")])] == ["de >= 1", "f <= 0"]


def test_all_that_one_clue_settles_is_told_at_once() -> None:
    bounds = Bounds([clue("ab", 2), clue("bc", 1), clue("ad", 1)])
    first, *rest = bounds.leading_to(map(ord, "abcd"))
    assert told(first) == "ab >= 2"
    assert [told(bound) for bound in rest] == ["c <= 0", "d <= 0"]


def test_a_chain_goes_from_clue_to_clue() -> None:
    bounds = Bounds([clue("ab", 1), clue("bcd", 2), clue("cdef", 1)], {ord("b"): False})
    assert bounds.clash == Clash(clue("cdef", 1), is_least=True, mines=2)
    assert [told(bound) for bound in bounds.leading_to_clash] == ["cd >= 2"]


def test_what_two_clues_settle_by_their_difference_is_settled() -> None:
    assert dict(Bounds([clue("abc", 2), clue("bcd", 1)]).settled) == {
        ord("a"): True,
        ord("d"): False,
    }
