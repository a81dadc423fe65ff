"""What every engine must keep, whatever its method: one function for each clause.

A check asks an engine about a case, whose truth comes from elsewhere, and returns the breach that
it finds, or None. The tests of our own engines call the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from mineproof.agents.game_checker import GameChecker
from mineproof.assess.clauses import Breach, Clause
from mineproof.board.rng import Rng
from mineproof.board.view import Sight, View
from mineproof.engines.base import Engine
from mineproof.engines.inference import Deduction, Inference, Status
from mineproof.errors import BadProof, Contradiction
from mineproof.logic.checker import Checker, has_layout
from mineproof.logic.problem import Cell, Constraint, Problem, fact
from mineproof.logic.proof_words import proof_sentences

_SLIP = 1e-9
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Case:
    """A problem, and what is true of it.

    `certain` holds the cells that are the same in every layout that fits, `truth` is one of these
    layouts. `risks` are the exact ones, and `view` is where the problem was read, if there is one.
    `seed` decides in which order things are told.
    """

    problem: Problem
    certain: Mapping[Cell, bool]
    truth: Mapping[Cell, bool]
    seed: int = 0
    risks: Mapping[Cell, float] | None = None
    view: View | None = None


Check: TypeAlias = Callable[[Engine, Case], Breach | None]


def verdicts(inference: Inference) -> dict[Cell, bool]:
    """Return the certain cells of an inference, and whether each is a mine."""
    return {d.cell: d.is_mine for d in inference.deductions}


def sound(engine: Engine, case: Case) -> Breach | None:
    """Every deduction is about a cell of the problem, and true in all layouts that fit."""
    return _wrong(engine.conclude(case.problem).deductions, case)


def _wrong(deductions: Iterable[Deduction], case: Case) -> Breach | None:
    for each in deductions:
        if case.certain.get(each.cell) is not bool(each.is_mine):
            return Breach(Clause.SOUND, each.cell, bool(each.is_mine))
    return None


def proofs(engine: Engine, case: Case) -> Breach | None:
    """The checker accepts every proof."""
    checker = Checker(case.problem.cells, case.problem.total)
    for constraint in case.problem.constraints:
        checker.tell(constraint)
    return unproved(engine.conclude(case.problem).deductions, checker)


def unproved(deductions: Iterable[Deduction], checker: Checker) -> Breach | None:
    """Return the first of some deductions that the checker rejects."""
    for each in deductions:
        try:
            checker.check(each.cell, each.is_mine, each.proof)
        except BadProof as error:
            return Breach(Clause.PROOFS, each.cell, each.is_mine, str(error))
    return None


def repeats(engine: Engine, case: Case) -> Breach | None:
    """The same problem has the same answer, in the same order, each cell once, with its proof."""
    first, second = engine.conclude(case.problem), engine.conclude(case.problem)
    if len(verdicts(first)) < len(first.deductions):
        return Breach(Clause.REPEATS, detail="it deduces a cell twice")
    if _worded(first) == _worded(second) and first.status is second.status:
        return None
    return _unlike(Clause.REPEATS, verdicts(first), verdicts(second), "its order or proofs differ")


def _worded(inference: Inference) -> list[tuple[Cell, bool, tuple[str, ...]]]:
    return [(d.cell, d.is_mine, proof_sentences(d.proof, str)) for d in inference.deductions]


def names(engine: Engine, case: Case) -> Breach | None:
    """Cells with other numbers lead to the same."""
    cells = sorted(case.problem.cells)
    if not cells:
        return None
    pool = range(max(1000, 2 * len(cells)))
    new = dict(zip(cells, Rng(case.seed).choose(pool, len(cells)), strict=True))
    found, old = verdicts(engine.conclude(case.problem)), {n: cell for cell, n in new.items()}
    renamed = verdicts(engine.conclude(_renamed(case.problem, new)))
    return _unlike(Clause.NAMES, found, {old.get(c, c): is_mine for c, is_mine in renamed.items()})


def _renamed(problem: Problem, new: Mapping[Cell, Cell]) -> Problem:
    return Problem(
        tuple(
            Constraint(frozenset(new[cell] for cell in c.cells), c.mines, c.clue)
            for c in problem.constraints
        ),
        frozenset(new.values()),
        problem.total,
    )


def monotone(engine: Engine, case: Case) -> Breach | None:
    """One more true clue loses nothing."""
    cells, rng = sorted(case.problem.cells), Rng(case.seed)
    if not cells:
        return None
    some = frozenset(rng.choose(cells, 1 + rng.below(min(6, len(cells)))))
    clue = Constraint(some, sum(case.truth[cell] for cell in some))
    more = replace(case.problem, constraints=(*case.problem.constraints, clue))
    before, after = verdicts(engine.conclude(case.problem)), verdicts(engine.conclude(more))
    kept = {cell: is_mine for cell, is_mine in after.items() if cell in before}
    return _unlike(Clause.MONOTONE, before, kept)


def stepwise(engine: Engine, case: Case) -> Breach | None:
    """Clues in any order, with questions and facts in between, lead to the same as all at once."""
    problem, rng = case.problem, Rng(case.seed)
    order = _shuffled(problem.constraints, rng)
    seen = rng.choose(sorted(problem.cells), min(2, len(problem.cells))) if len(order) > 1 else []
    facts = {cell: case.truth[cell] for cell in sorted(seen)}
    told = tuple(fact(cell, is_mine) for cell, is_mine in facts.items())
    in_steps = _in_steps(engine, replace(problem, constraints=tuple(order)), facts, rng) | facts
    for cell, is_mine in sorted(in_steps.items()):
        if case.truth.get(cell) is not is_mine:
            return Breach(Clause.SOUND, cell, is_mine, "when it is told one clue after another")
    at_once = verdicts(engine.conclude(replace(problem, constraints=(*problem.constraints, *told))))
    return _unlike(Clause.STEPWISE, at_once | facts, in_steps)


def _in_steps(
    engine: Engine, problem: Problem, facts: Mapping[Cell, bool], rng: Rng
) -> dict[Cell, bool]:
    """Tell one constraint after another, the facts with the second, and ask now and then."""
    reasoner = engine.begin(problem.cells, problem.total)
    found: list[Deduction] = []
    for i, constraint in enumerate(problem.constraints):
        reasoner.tell(constraint)
        for cell, is_mine in facts.items() if i == 1 else ():
            reasoner.learn(cell, is_mine)
        if rng.below(2):
            found += reasoner.deduce()
    while news := reasoner.deduce():
        found += news
    return {d.cell: d.is_mine for d in found}


def _shuffled(things: Sequence[_T], rng: Rng) -> list[_T]:
    return [things[i] for i in rng.choose(range(len(things)), len(things))]


def watching(engine: Engine, case: Case) -> Breach | None:
    """A game is watched soundly, with accepted proofs; its end leads to the same as its view."""
    if case.view is None:
        return None
    view, rng = case.view, Rng(case.seed)
    sights = [Sight(cell, view.number(cell)) for cell in view.open_cells()]
    watcher, checker = engine.watch(view.grid, view.mines), GameChecker(view.grid, view.mines)
    found: dict[Cell, bool] = {}
    for part in _parts(_shuffled(sights, rng), rng):
        watcher.see(part)
        checker.see(part)
        while news := watcher.deduce():
            # A cell may be proved safe before the game opens it.
            late = [each for each in news if each.is_mine or not view.is_open(each.cell)]
            if wrong := _wrong(late, case) or unproved(news, checker):
                return replace(wrong, detail=wrong.detail or "when it watches a game")
            found |= {each.cell: each.is_mine for each in late}
    return _unlike(Clause.WATCHING, verdicts(engine.conclude(case.problem)), found)


def _parts(sights: list[Sight], rng: Rng) -> list[list[Sight]]:
    """Cut sights into parts of one to eight; without any, there is one empty part."""
    parts = [[]] if not sights else list[list[Sight]]()
    while sights:
        size = 1 + rng.below(8)
        parts.append(sights[:size])
        sights = sights[size:]
    return parts


def complete(engine: Engine, case: Case) -> Breach | None:
    """An engine that promises every certain cell finds it, unless it reaches its limit."""
    inference = engine.conclude(case.problem)
    promises = engine.is_complete and inference.status is not Status.LIMIT
    if not promises and inference.status is not Status.COMPLETE:
        return None
    missed = sorted(case.certain.keys() - verdicts(inference).keys())
    return Breach(Clause.COMPLETE, missed[0], case.certain[missed[0]]) if missed else None


def risks(engine: Engine, case: Case) -> Breach | None:
    """An engine that promises risks knows the exact one of every cell that it has not settled."""
    if not engine.knows_risks or case.risks is None:
        return None
    reasoner = engine.begin(case.problem.cells, case.problem.total)
    for constraint in case.problem.constraints:
        reasoner.tell(constraint)
    while reasoner.deduce():
        pass
    given = reasoner.risks()
    for cell in sorted(case.problem.cells - reasoner.ledger.known.keys()):
        exact = float(case.certain.get(cell, case.risks[cell]))
        if abs(given.get(cell, -1.0) - exact) > _SLIP:
            told = f"{given[cell]:.4f}" if cell in given else "nothing"
            return Breach(Clause.RISKS, cell, detail=f"it says {told}, the risk is {exact:.4f}")
    return None


def _unlike(
    clause: Clause, first: Mapping[Cell, bool], second: Mapping[Cell, bool], otherwise: str = ""
) -> Breach | None:
    """Return the breach of two answers that differ, if only by something `otherwise`."""
    for cell in sorted(first.keys() | second.keys()):
        if first.get(cell) is not second.get(cell):
            return Breach(clause, cell, first.get(cell, second.get(cell, False)))
    return Breach(clause, detail=otherwise) if otherwise else None


CONTRACT: tuple[Check, ...] = (
    sound,
    proofs,
    repeats,
    names,
    monotone,
    stepwise,
    watching,
    complete,
    risks,
)
"""The checks of problems that some layout fits; `clashes` is for those that none may fit."""


def fits(problem: Problem) -> bool:
    """Tell whether a layout fits, by the checker's own search; it may raise LimitReached."""
    count = [] if problem.mine_count is None else [problem.mine_count]
    return has_layout([*problem.constraints, *count])


def clashes(
    engine: Engine, problem: Problem, fits: Callable[[Problem], bool] = fits
) -> Breach | None:
    """A contradiction is real, its clues clash, and none of them can be spared.

    A complete engine finds it wherever there is one.
    """
    try:
        inference = engine.infer(problem)
    except Contradiction as clash:
        return _unreal(engine, problem, clash, fits)
    if engine.is_complete and inference.status is not Status.LIMIT and not fits(problem):
        return Breach(Clause.CLASHES, detail="it finds no contradiction, but no layout fits")
    return None


def _unreal(
    engine: Engine, problem: Problem, clash: Contradiction, fits: Callable[[Problem], bool]
) -> Breach | None:
    named = [c for c in problem.constraints if c.clue is not None and c.clue in clash.clues]
    total = problem.total if clash.with_count else None
    blamed = Problem(tuple(named), problem.cells, total)
    if fits(blamed):
        return Breach(Clause.CLASHES, detail="it finds a contradiction, but a layout fits")
    for spared in named:
        fewer = replace(blamed, constraints=tuple(c for c in named if c is not spared))
        try:
            engine.infer(fewer)
        except Contradiction:
            return Breach(Clause.CLASHES, spared.clue, detail="it blames a clue without need")
    return None
