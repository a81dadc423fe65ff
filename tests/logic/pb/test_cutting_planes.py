"""Pseudo-Boolean proofs: what an engine proves goes out, is accepted, and says what it should."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from pysat.card import CardEnc
from pysat.solvers import Solver
from tests.boards import boards, scattered
from tests.problems import certain_cells, problems

from mineproof.board.grid import Shape, name_place
from mineproof.board.view import View
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.parts.refutation import by_resolution
from mineproof.errors import BadInput, BadProof, LimitReached
from mineproof.logic.derivation.clause_proof import clause_proof_of_all
from mineproof.logic.derivation.graph import RULES
from mineproof.logic.derivation.whole import all_whole
from mineproof.logic.pb import cases as cases_module
from mineproof.logic.pb import simplex
from mineproof.logic.pb.cases import Leaf, Split, cases
from mineproof.logic.pb.cutting_planes import opb, veripb
from mineproof.logic.pb.lines import VERSIONS, version_named
from mineproof.logic.pb_checker import Formula, Inequality, check_pb, parse_opb
from mineproof.logic.problem import Cell, Constraint, Namer, Problem, fact
from mineproof.logic.proof import (
    Bound,
    Clue,
    Combination,
    Counted,
    Difference,
    Forced,
    Known,
    Pigeonhole,
    Proof,
    Resolvent,
    steps,
)

NEWEST = version_named("3.0")


def name(cell: Cell) -> str:
    """Return the name of a cell of a problem without a board."""
    return name_place(divmod(cell, 20))


def accepted(proofs: Sequence[Proof], namer: Namer = name) -> Formula:
    """Return the formula of proofs, which the checker accepts in every version."""
    formulas = []
    for version in VERSIONS.values():
        formulas.append(parse_opb(opb(proofs, namer, version, whole=True)))
        assert check_pb(formulas[-1], veripb(proofs, namer, version, whole=True)) >= 1
    return formulas[0]


# What engines prove


@cache
def positions() -> Sequence[View]:
    """Return positions of all shapes, with and without the mine count, some of them games."""
    shaped = [scattered(seed, shape) for seed, shape in enumerate(Shape)]
    known = [view for view in map(scattered, range(3, 40)) if view.mines is not None][:3]
    return (
        *shaped,
        *known,
        boards("easy", 1)[0].game().view,
        View.from_picture("#### #23# #11#"),
        View.from_picture("1## ### ##1", mines=1),  # by the mine count alone
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_all_that_an_engine_proves_is_accepted(engine: str) -> None:
    for view in positions():
        found = engine_named(engine).look(view).deductions
        if found:
            formula = accepted([each.proof for each in found], view.grid.name)
            told = [(view.grid.name(each.cell), each.is_mine) for each in found]
            assert list(formula.claims) == told


@given(problems())
def test_what_is_proved_is_what_all_layouts_agree_on(problem: Problem) -> None:
    proofs = [each.proof for each in engine_named("exact").infer(problem).deductions]
    if proofs:
        claims = dict(accepted(proofs).claims)
        assert claims == {name(cell): mine for cell, mine in certain_cells(problem).items()}


def test_only_the_last_claim_unless_all_are_wanted() -> None:
    found = engine_named("exact").look(View.from_picture("#### #23# #11#")).deductions
    text = opb([each.proof for each in found], name, NEWEST)
    assert len(found) == 2
    assert parse_opb(text).claims == ((name(found[-1].cell), found[-1].is_mine),)


# A program from elsewhere: python-sat


def is_satisfiable(inequalities: Sequence[Inequality]) -> bool:
    """Tell what a SAT solver says about cardinality constraints."""
    names = sorted({variable for each in inequalities for variable in each.terms})
    numbers = {variable: number for number, variable in enumerate(names, start=1)}
    with Solver(name="cadical195") as solver:
        top = len(names)
        for each in inequalities:
            assert all(abs(factor) == 1 for factor in each.terms.values())
            lits = [numbers[variable] * factor for variable, factor in each.terms.items()]
            encoded = CardEnc.atleast(lits=lits, bound=max(each.degree, 0), top_id=top)
            top = max(top, encoded.nv)
            solver.append_formula(encoded.clauses)
        return bool(solver.solve())


@pytest.mark.parametrize("engine", ENGINES)
def test_a_sat_solver_agrees_with_each_claim(engine: str) -> None:
    """Each claim alone, and that the clues can be met: they would entail anything otherwise."""
    for view in positions()[3:]:
        found = engine_named(engine).look(view).deductions
        if found:
            proofs = [each.proof for each in found]
            formula = parse_opb(opb(proofs, view.grid.name, NEWEST, whole=True))
            assert is_satisfiable(formula.given)
            assert not is_satisfiable(formula.inequalities)
            for variable, is_mine in formula.claims[:4]:
                wrong = Inequality({variable: -1 if is_mine else 1}, 1)
                assert not is_satisfiable([*formula.given, wrong])


# Programs that may be installed


@cache
def samples() -> Sequence[tuple[Sequence[Proof], View]]:
    """Return what every engine proves in some positions."""
    found = [
        ([each.proof for each in engine_named(engine).look(view).deductions], view)
        for engine in ENGINES
        for view in positions()[3:]
    ]
    return [(proofs, view) for proofs, view in found if proofs]


def test_samples_have_steps_of_every_kind() -> None:
    kinds = {type(step) for proofs, _ in samples() for proof in proofs for step in steps(proof)}
    assert kinds == set(RULES)


def program(name: str) -> str:
    """Return where a program is; skip the test if it is not installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def test_veripb_accepts_them(tmp_path: Path) -> None:
    files = [tmp_path / "formula.opb", tmp_path / "proof.pbp"]
    called = [program("veripb"), "--requireUnsat", *map(str, files)]
    for proofs, view in samples():
        accepting = []
        for version in VERSIONS.values():
            for file, write in zip(files, (opb, veripb), strict=True):
                file.write_text(write(proofs, view.grid.name, version, whole=True))
            done = subprocess.run(called, capture_output=True, check=False)
            accepting += [version.name] * (done.returncode == 0)
        assert accepting, "no version of the format is accepted"


@cache
def refutations() -> Sequence[tuple[str, str]]:
    """Return the samples in DIMACS and LRAT, but for mine counts with too many clauses."""
    texts = []
    for proofs, _ in samples():
        with suppress(LimitReached):
            listed = clause_proof_of_all(all_whole(map(by_resolution, proofs)))
            texts.append((listed.dimacs(), listed.lrat()))
    return texts


@pytest.mark.parametrize(
    ("name", "says"),
    [("cake_lpr", "s VERIFIED UNSAT"), ("lrat-check", "VERIFIED"), ("cadical", "s UNSATISFIABLE")],
)
def test_other_programs_confirm_refutations(name: str, says: str, tmp_path: Path) -> None:
    formula, proof = tmp_path / "formula.cnf", tmp_path / "proof.lrat"
    files = [formula, proof][: 1 if name == "cadical" else 2]
    called = [program(name), *map(str, files)]
    for texts in refutations():
        for file, text in zip((formula, proof), texts, strict=True):
            file.write_text(text)
        done = subprocess.run(called, capture_output=True, text=True, check=False)
        assert says in {line.removeprefix("c ") for line in done.stdout.splitlines()}


# Steps


def constraint(cells: str, mines: int) -> Constraint:
    """Return a constraint over cells a to z."""
    return Constraint(frozenset(ord(cell) - ord("a") for cell in cells), mines)


A, B, C = range(3)


def test_a_count_by_cases_names_its_question() -> None:
    given = [constraint("abgh", 2), constraint("cdgh", 2), constraint("abcde", 2)]
    tree = cases(given, 4, False)
    assert isinstance(tree, Split)
    assert isinstance(tree.met, Leaf)
    assert isinstance(tree.unmet, Leaf)
    proof = Counted(fact(4, False), tuple(map(Clue, given)))
    assert "% z_1: at least 1 of a1 b1\n" in veripb([proof], name, NEWEST)
    accepted([proof])


def test_a_count_of_what_is_not_so() -> None:
    with pytest.raises(BadProof, match="some layout meets its opposite"):
        cases([constraint("ab", 1)], A, True)


def test_too_many_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases_module, "MAX_CASES", 1)
    given = [constraint("abgh", 2), constraint("cdgh", 2), constraint("abcde", 2)]
    with pytest.raises(LimitReached, match="more than 1 cases"):
        cases(given, 4, False)
    monkeypatch.setattr(cases_module, "MAX_DEPTH", 1)
    with pytest.raises(LimitReached, match="more than 1 assumptions"):
        cases(given, 4, False)
    monkeypatch.setattr(simplex, "MAX_PIVOTS", 2)
    with pytest.raises(LimitReached, match="more than 2 steps of the simplex method"):
        cases(given, 4, False)


def test_a_bound_is_one_line() -> None:
    edges = [Clue(constraint(pair, 1)) for pair in ("ab", "bc", "ca")]
    odd = Combination(Bound.at_least(2, range(3)), tuple(edges), (1, 1, 1), divisor=2)
    three = Clue(constraint("abcd", 2))
    rest = Combination(Bound(frozenset({-4}), 1), (three, odd), (-1, 1))
    formula = accepted([Forced(fact(3, False), rest)])
    assert formula.claims == (("d1", False),)
    text = veripb([Forced(fact(3, False), rest)], name, NEWEST)
    assert "pol @given_2_ge @given_3_ge + @given_4_ge + 2 d ;\n" in text


def test_what_exceeds_the_divisor_is_dropped() -> None:
    twice, once = Clue(constraint("ab", 1)), Clue(constraint("ac", 1))
    both = Combination(Bound.at_least(1, [A, B, C]), (twice, once), (2, 1), divisor=1)
    text = veripb([_clause_of(both)], name, NEWEST)
    assert "~a1 2 * +" in text


def _clause_of(bound: Combination) -> Proof:
    """Return a fact from a bound and two safe cells."""
    safe = [Clue(constraint(cell, 0)) for cell in "bc"]
    last = Combination(Bound(frozenset({1}), 1), (bound, *safe), (1, -1, -1))
    return Forced(fact(A, True), last)


def test_a_clause_can_be_claimed() -> None:
    """As the page does when it saves a clause of a trace."""
    left = Pigeonhole(frozenset({1, 2}), Clue(constraint("ab", 1)))
    right = Pigeonhole(frozenset({-2, -3}), Clue(constraint("bc", 1)))
    formula = accepted([Resolvent(frozenset({1, -3}), left, right)])
    assert formula.is_clause
    assert formula.claims == (("a1", True), ("c1", False))


def test_what_was_seen_is_given() -> None:
    rest = Difference(fact(B, False), Clue(constraint("ab", 1)), (Known.of(A, True),))
    formula = accepted([rest])
    assert Inequality({"a1": 1}, 1) in formula.given


def test_empty_or_set() -> None:
    with pytest.raises(BadInput, match="no proofs to write"):
        opb([], name, NEWEST)
    with pytest.raises(BadInput, match="expected facts or one clause"):
        opb([Clue(constraint("ab", 1))], name, NEWEST)


def test_a_name_that_is_no_variable() -> None:
    with pytest.raises(BadInput, match="a cell called '1'; expected a letter, then"):
        opb([Forced(fact(1, True), Clue(fact(1, True)))], str, NEWEST)


def test_an_unknown_version() -> None:
    with pytest.raises(BadInput, match=r"unknown version '9' of VeriPB; expected 3\.0, 2\.0, 1\.1"):
        version_named("9")
