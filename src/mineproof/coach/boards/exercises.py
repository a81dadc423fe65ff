"""Exercises: positions from real games in which a technique comes next.

A game that needs no guess is played by all steps that are easier than the technique. Where these
end, every known mine gets a flag, and the first lead (`leads.py`) says what comes next. So nothing
easier is left to find in an exercise, and the ladder of hints leads to the targets. Each game gives
one position, so no two are alike.

Techniques with three or more clues use only boards that need them, made by the generator: hardly
one game in a hundred would have them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import islice

from mineproof.board.grid import Cell, Grid
from mineproof.board.rng import Rng
from mineproof.board.rules import Level
from mineproof.board.view import View
from mineproof.coach.boards.crop import Crop
from mineproof.coach.boards.generate import Generated, no_guess
from mineproof.coach.boards.reach import Hardest, Reach, Solving
from mineproof.coach.boards.wishes import Wishes
from mineproof.coach.explanation import Explanation, explain
from mineproof.coach.language import Sentence, language
from mineproof.coach.steps.leads import Lead, NoLead, find_lead, lead_to
from mineproof.coach.steps.techniques import StepLevel, Technique
from mineproof.coach.words.step_words import tell
from mineproof.engines.base import Watcher
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput, LimitReached, UnknownName
from mineproof.logic.problem import Fact

MOST_GAMES = 300
"""How many games are tried for an exercise before giving up."""

MOST_POSITIONS = 25
"""How many positions of a game are considered."""

_STREAM = 0x657865726369_7365


class _AllClues(Reach):
    """Whatever the clues settle without the mine count, by the kernel if there is one."""

    def watch(self, grid: Grid, total: int) -> Watcher:  # noqa: ARG002 - it is not told
        return Exact().watch(grid, None)


_EASIER = {
    StepLevel.L1: Reach(Hardest.NOTHING, with_count=False),
    StepLevel.L2: Reach(Hardest.SINGLE, with_count=False),
    StepLevel.L5: _AllClues(Hardest.COUNTING, with_count=False),
}
_PAIRS = Reach(Hardest.PAIR, with_count=False)
_RARE = frozenset({Technique.TOO_FEW, Technique.TOO_MANY})


class Worth(Enum):
    """How good an answer ("this cell is safe" or "this cell is a mine") is."""

    RIGHT = "right"
    ELSEWHERE = "elsewhere"
    """It is certain, but not by the step that the exercise is about."""

    WRONG = "wrong"
    """The opposite is certain."""

    UNCERTAIN = "uncertain"
    """Neither is certain."""

    KNOWN = "known"
    """The cell is open or has a flag."""

    @property
    def is_right(self) -> bool:
        """Whether the answer is certain, by whatever step."""
        return self in (Worth.RIGHT, Worth.ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position, the technique that comes next, the cells it settles, and where it is from."""

    view: View
    technique: Technique
    targets: tuple[Fact, ...]
    lead: Lead
    board: Generated

    def explanation(self, tag: str = "en") -> tuple[Sentence, ...]:
        """Return why the targets are what they are, in a language."""
        words = language(tag)
        return tuple(each for step in self.lead.steps for each in tell(step, self.view, words))

    def judge(self, cell: Cell, is_mine: bool) -> Worth:
        """Judge the answer that `cell` is a mine, or that it is safe."""
        return judge(self.view, self.targets, cell, is_mine)

    def found(self, cell: Cell, is_mine: bool) -> Lead:
        """Return the steps by which a right answer is found, whatever was asked."""
        return found(self.view, self.lead, cell, is_mine)


def exercises(
    wanted: Technique | StepLevel, seed: int, level: Level | str = "expert"
) -> Iterator[Exercise]:
    """Yield exercises endlessly, the same for the same arguments.

    Raises LimitReached if MOST_GAMES games in a row have no such position.

    >>> exercise = next(exercises(Technique.ONE_TWO, seed=1))
    >>> [(exercise.view.grid.name(cell), is_mine) for cell, is_mine in exercise.targets]
    [('t3', True)]
    """
    if wanted is StepLevel.G:
        raise BadInput(
            "no exercise is about a guess; expected a technique, or a step level L1 to L5"
        )
    techniques = [each for each in Technique if wanted in (each, each.level)]
    rng, barren = Rng(seed ^ _STREAM), 0
    while barren < MOST_GAMES:
        found = _positions(techniques, rng.next(), level)
        if found:
            yield found[rng.below(len(found))]
        barren = 0 if found else barren + 1
    raise LimitReached(f"no exercise on {wanted.value} in {MOST_GAMES} games of {level}")


def lead_of(view: View) -> Lead:
    """Return what the exercise of a position is about; raise BadInput if nothing is certain."""
    lead = find_lead(view, flags=True)  # a mine is an answer too
    if not isinstance(lead, Lead):
        raise BadInput(
            f"no exercise in this position ({lead.outlook.value}); expected one with a certain cell"
        )
    return lead


def judge(
    view: View, targets: Collection[Fact], cell: Cell, is_mine: bool, crop: Crop | None = None
) -> Worth:
    """Judge the answer that `cell` is a mine, or safe, given the targets.

    If only a part of the board is shown, only what that shows counts.
    """
    if (cell, is_mine) in targets:
        return Worth.RIGHT
    if view.is_open(cell) or view.is_flagged(cell):
        return Worth.KNOWN
    certain = Exact().look(_shown(view, crop))
    if cell in (certain.mines if is_mine else certain.safe):
        return Worth.ELSEWHERE
    return Worth.WRONG if cell in (certain.safe if is_mine else certain.mines) else Worth.UNCERTAIN


def found(view: View, lead: Lead, cell: Cell, is_mine: bool, crop: Crop | None = None) -> Lead:
    """Return the steps to a right answer: the exercise's own lead, or that to another cell."""
    if (cell, is_mine) in lead.news(view):
        return lead
    return lead_to(_shown(view, crop), cell) or lead


def explain_shown(view: View, cell: Cell, tag: str, crop: Crop | None = None) -> Explanation:
    """Explain what is known about a cell from what is shown."""
    return explain(_shown(view, crop), cell, language=tag)


def _shown(view: View, crop: Crop | None) -> View:
    return view if crop is None else crop.shown(view)


def technique_named(name: str) -> Technique:
    """Return the technique of this name; raise UnknownName.

    >>> technique_named("box logic")
    <Technique.BOX: 'box logic'>
    """
    for technique in Technique:
        if technique.value == name.strip().lower():
            return technique
    raise UnknownName(
        f"unknown technique {name!r}; expected {', '.join(t.value for t in Technique)}"
    )


def _positions(techniques: Collection[Technique], seed: int, level: Level | str) -> list[Exercise]:
    """Return the exercises of one game."""
    hardness = next(iter(techniques)).level
    try:
        board = no_guess(level, seed, wishes=_wishes(hardness))
    except LimitReached:  # this hard, boards of some levels are rare: another seed may have one
        return []
    solving = Solving(board.first, _EASIER.get(hardness, _PAIRS))
    solving.play(board.layout)
    return [
        Exercise(view, lead.steps[-1].technique, lead.news(view), lead, board)
        for view, lead in islice(_leads(solving, techniques), MOST_POSITIONS)
        if lead.steps[-1].technique in techniques and len(lead.steps) == 1
    ]


def _wishes(hardness: StepLevel) -> Wishes:
    """Return wishes that make steps of this level likely, without grading the board."""
    match hardness:
        case StepLevel.L3 | StepLevel.L4:
            return Wishes(min_level=StepLevel.L3, max_level=StepLevel.L4)
        case StepLevel.L5:
            return Wishes(min_level=StepLevel.L5)
        case _:
            return Wishes()


def _leads(solving: Solving, wanted: Collection[Technique]) -> Iterator[tuple[View, Lead]]:
    """Yield the positions in which the easier steps end, each with its next lead."""
    view = solving.view()
    lead = _first_lead(view, wanted)
    while isinstance(lead, Lead):
        yield view, lead
        if solving.take(lead.news(view)):
            return
        view = solving.view()
        lead = find_lead(view, flags=True)


def _first_lead(view: View, wanted: Collection[Technique]) -> Lead | NoLead:
    """Return the lead of the first position of a game; one that is not wanted may lack facts.

    The flags there are all found by easier steps, so the next step is the same if they are trusted.
    Where techniques are rare, that tells most games apart in half the time.
    """
    if _RARE.issuperset(wanted):
        glance = find_lead(view, flags=True, trusts_flags=True)
        if not isinstance(glance, Lead) or glance.steps[-1].technique not in wanted:
            return glance
    return find_lead(view, flags=True)
