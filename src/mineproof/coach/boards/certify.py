"""Certify: does a board need a guess from its first cell? The answer comes with a certificate.

The script takes the steps of a person, easiest first (`steps.py`), or those of one engine, whose
certificate then uses nothing but the proofs of that engine. Where nothing more is certain, layouts
that fit are drawn until together they have a mine in every covered cell, or in one that no clue can
tell from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import permutations

from mineproof.board.game import Game
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.rules import Finish
from mineproof.board.view import Sight, View
from mineproof.certificates.certificate import Certificate, CertifiedStep, Conclusion
from mineproof.certificates.position import Position
from mineproof.certificates.words import words_of
from mineproof.coach.boards.grade import Grade, certain_steps
from mineproof.coach.steps.steps import Step, suppose
from mineproof.coach.steps.techniques import StepLevel
from mineproof.counting.draw import draw
from mineproof.engines.base import Engine, ReasoningWatcher
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Deduction, Status
from mineproof.errors import BadSetting, LimitReached
from mineproof.logic.problem import Constraint, fact
from mineproof.logic.proof import (
    Bound,
    Clue,
    Combination,
    Counted,
    Difference,
    Forced,
    Known,
    MineCount,
    Proof,
    cells_of,
    leaves,
    literal,
    without,
)
from mineproof.logic.reader import read


class Verdict(Enum):
    """What was found about a board and its first cell."""

    NO_GUESS = "no guess"
    """It can be cleared by certain steps alone."""

    GUESS = "guess"
    """It leads to a position in which no covered cell is certainly safe."""

    BEYOND = "beyond"
    """The engine stops at a position in which others find a safe cell."""


@dataclass(frozen=True)
class Certified:
    """A verdict, its certificate, and the position in which the steps end.

    There is no certificate if an engine stops too early: that it finds nothing proves nothing.
    """

    verdict: Verdict
    view: View
    steps: tuple[Step, ...]
    certificate: Certificate | None
    safe: tuple[Cell, ...] = ()
    """If an engine stops too early, the cells that are certainly safe all the same."""

    @cached_property
    def level(self) -> StepLevel:
        """The hardest step that a person needs."""
        return Grade(self.steps, ()).level


def certify(
    layout: Layout,
    first: Cell | Sequence[Cell],
    *,
    with_count: bool = True,
    engine: Engine | None = None,
) -> Certified:
    """Return whether a layout needs a guess from its first cell, or from several opened at once.

    With an engine, only what it proves counts. Raises BadSetting if the first cell is a mine,
    LimitReached if a count exceeds its limit.

    >>> found = certify(Layout.from_picture("...*. ..... ....."), 0)
    >>> found.verdict.value, found.level.name, len(found.certificate.steps)
    ('no guess', 'L1', 2)
    """
    cells = (first,) if isinstance(first, int) else tuple(first)
    if not cells:
        raise BadSetting("no first cell; expected one or more")
    layout.check_safe(cells)
    position = Position(layout, with_count)
    position.open(cells)
    steps = certain_steps(_begun(layout, cells), with_count=with_count)
    written = _by_steps(position, steps) if engine is None else _by_engine(position, engine)
    return _conclude(position, cells, steps, tuple(written), engine)


def _begun(layout: Layout, cells: Iterable[Cell]) -> Game:
    game = Game.on(layout, Finish.CLEARING)
    for cell in cells:
        if not game.view.is_open(cell):
            game.open(cell)
    return game


def _conclude(
    position: Position,
    first: tuple[Cell, ...],
    steps: tuple[Step, ...],
    written: tuple[CertifiedStep, ...],
    engine: Engine | None,
) -> Certified:
    view, layout, with_count = position.view(), position.layout, position.count is not None
    by = "a person's steps" if engine is None else engine.name
    if position.is_cleared:
        note = f"hardest step {Grade(steps, ()).level.name}; by {by}"
        cleared = Certificate(layout, first, with_count, written, note=note)
        return Certified(Verdict.NO_GUESS, view, steps, cleared)
    if safe := Exact().look(view).safe:
        return Certified(Verdict.BEYOND, view, steps, None, safe)
    shown = layouts_with_every_mine(view)
    forced = Certificate(layout, first, with_count, written, True, shown, f"by {by}")
    return Certified(Verdict.GUESS, view, steps, forced)


# The steps of a person


def _by_steps(position: Position, steps: Iterable[Step]) -> Iterator[CertifiedStep]:
    for step in steps:
        news = [fact for fact in step.conclusions if fact[0] not in position.known]
        found = [_concluded(position, step, *each) for each in news]
        position.open(cell for cell, is_mine in news if not is_mine)
        if found:
            yield CertifiedStep(tuple(found), _note(step))


def _note(step: Step) -> str:
    """Return how hard a step is and what players call it, unless it is one of the easy many."""
    name = step.level.name
    return name if step.level is StepLevel.L1 else f"{name} {step.technique.value}"


def _concluded(position: Position, step: Step, cell: Cell, is_mine: bool) -> Conclusion:
    proof = _proof(fact(cell, is_mine), _premises(position, step))
    return _written(position, cell, is_mine, proof)


def _written(position: Position, cell: Cell, is_mine: bool, proof: Proof) -> Conclusion:
    """Return a conclusion in words, once the checker has accepted it."""
    words = words_of(proof, position)
    position.prove(cell, is_mine, proof)
    return Conclusion(cell, is_mine, words)


def _premises(position: Position, step: Step) -> list[Proof]:
    """Return the clues of a step, and the mine count if it needs that, without known cells."""
    told = [position.told[clue.clue] for clue in step.clues if clue.clue is not None]
    leaves: list[Clue | MineCount] = [Clue(clue) for clue in told]
    if step.count is not None:
        assert position.count is not None
        leaves.append(MineCount(position.count))
    return [without(leaf, position.known) for leaf in leaves]


def _proof(claim: Constraint, premises: Sequence[Proof]) -> Proof:
    """Return the simplest proof from some premises: one clue, two together, or by counting."""
    for whole in (*premises, *_differences(premises)):
        if claim.cells <= _set(whole).cells and _set(whole).mines in (0, len(_set(whole).cells)):
            return Forced(claim, whole)
    for plane in _planes(premises):
        if claim.cells <= cells_of(plane.claim) and plane.claim.least == len(plane.claim.literals):
            return Forced(claim, plane)
    return Counted(claim, tuple(premises))


def _differences(premises: Sequence[Proof]) -> Iterator[Difference]:
    for whole, part in permutations(premises, 2):
        one, other = _set(whole), _set(part)
        if other.cells < one.cells:
            rest = Constraint(one.cells - other.cells, one.mines - other.mines)
            yield Difference(rest, whole, (part,))


def _planes(premises: Sequence[Proof]) -> Iterator[Combination]:
    """Yield what each premise minus another says about the cells that only one of them has."""
    for more, fewer in permutations(premises, 2):
        one, other = _set(more), _set(fewer)
        mined, safe = one.cells - other.cells, other.cells - one.cells
        literals = frozenset(literal(cell, cell in mined) for cell in mined | safe)
        bound = Bound(literals, one.mines - other.mines + len(safe))
        yield Combination(bound, (more, fewer), (1, -1))


def _set(proof: Proof) -> Constraint:
    assert isinstance(proof.claim, Constraint)
    return proof.claim


# The deductions of an engine


def _by_engine(position: Position, engine: Engine) -> Iterator[CertifiedStep]:
    """Yield the steps of an engine that are needed, as far as it gets."""
    trial = Position(position.layout, position.count is not None)
    trial.open(position.known)
    for found in _needed(list(_played(trial, engine))):
        told = [_written(position, each.cell, each.is_mine, each.proof) for each in found]
        position.open(each.cell for each in found if not each.is_mine)
        yield CertifiedStep(tuple(told), ", ".join(dict.fromkeys(each.engine for each in found)))


def _played(trial: Position, engine: Engine) -> Iterator[list[Deduction]]:
    """Let an engine play from here; yield what it deduces, before that is opened."""
    grid, total = trial.grid, trial.count.mines if trial.count else None
    watcher = ReasoningWatcher(engine.begin(range(grid.size), total), grid)
    watcher.see([Sight(cell, trial.layout.number(cell)) for cell in sorted(trial.known)])
    while found := list(watcher.deduce()):
        yield found
        watcher.see(trial.open(each.cell for each in found if not each.is_mine))
        if trial.is_cleared:
            return
    if watcher.status is Status.LIMIT:
        raise LimitReached(f"{engine.name} reached its limit; expected a smaller board")


def _needed(batches: Sequence[list[Deduction]]) -> list[list[Deduction]]:
    """Return deductions without the mines that no safe cell depends on."""
    wanted = set[Cell]()
    for each in (each for found in reversed(batches) for each in reversed(found)):
        if not each.is_mine or each.cell in wanted:
            known = [leaf for leaf in leaves(each.proof) if isinstance(leaf, Known)]
            wanted.update({each.cell}, *(leaf.claim.cells for leaf in known))
    kept = [[each for each in found if each.cell in wanted] for found in batches]
    return [found for found in kept if found]


# A forced guess


def layouts_with_every_mine(view: View) -> tuple[frozenset[Cell], ...]:
    """Return the mines of layouts that fit a view in which no covered cell is certainly safe.

    Together they have a mine in every covered cell, or in one beside the same open cells. None of
    them can be left out.
    """
    problem, rng = read(view), Rng(0)
    closed = [cell for cell in range(view.grid.size) if not view.is_open(cell)]
    boxes = {cell: _open_neighbours(view, cell) for cell in closed}
    found, shown = list[frozenset[Cell]](), Counter[frozenset[Cell]]()
    for cell, box in boxes.items():
        if not shown[box]:
            found.append(draw(suppose(problem, (cell, True)), rng))
            shown.update({boxes[mine] for mine in found[-1]})
    for mines in list(found):
        own = {boxes[mine] for mine in mines}
        if all(shown[box] > 1 for box in own):
            shown.subtract(own)
            found.remove(mines)
    return tuple(found)


def _open_neighbours(view: View, cell: Cell) -> frozenset[Cell]:
    return frozenset(filter(view.is_open, view.grid.neighbours(cell)))
