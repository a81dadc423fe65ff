"""Hints: a ladder of seven rungs, each of which reveals as little as possible.

    0  is there a safe cell, must one guess, or is a flag wrong?
    1  the region to look at, in ninths of the board
    2  the technique, and how hard it is
    3  the clues
    4  the cells that these settle, and what they are
    5  the proof in words
    6  the move to play

A hint at some rung holds what this rung and those below it reveal, and nothing from above.
`leads.py` decides what the hint is about.

A hint is about cells to open; mines are found on the way to them. Where no cell is safe, the ladder
leads to the best guess: rung 3 names the candidates in reading order, 4 the best of them, 5 what to
expect of each. Where no layout fits, it leads to the clues that clash; on a fresh board, to a good
first cell. A rung that has nothing to add is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from mineproof.board.game import Act, Move
from mineproof.board.view import View
from mineproof.coach.forced_guess import Candidate, Guessing, rank_guesses
from mineproof.coach.language import Sentence
from mineproof.coach.language import language as language_named
from mineproof.coach.rungs import RUNGS
from mineproof.coach.steps.leads import Lead, NoLead, Outlook, find_lead, without_flags
from mineproof.coach.steps.regions import Region, region_of, tell_region
from mineproof.coach.steps.steps import Step
from mineproof.coach.steps.techniques import StepLevel, Technique, title
from mineproof.coach.words.guess_words import guess_words
from mineproof.coach.words.step_words import tell
from mineproof.coach.words.voice import Voice
from mineproof.counting.odds import Prior
from mineproof.engines.guess import Budget, How
from mineproof.errors import BadInput, Contradiction
from mineproof.logic.problem import Cell, Fact

RungWords: TypeAlias = tuple[tuple[Sentence, ...], ...]
"""The sentences of each rung, from the lowest on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """What the rungs up to `rung` reveal; None for what is revealed higher up or never."""

    outlook: Outlook
    language: str
    words: RungWords
    rung: int = RUNGS[-1]
    certain_mines: int | None = None
    """Where no cell is safe: how many covered cells are certainly mines."""

    region: Region | None = None
    techniques: tuple[Technique, ...] | None = None
    level: StepLevel | None = None
    clues: tuple[Cell, ...] | None = None
    with_count: bool | None = None
    candidates: tuple[Cell, ...] | None = None
    targets: tuple[Fact, ...] | None = None
    best: Cell | None = None
    figures: tuple[Candidate, ...] | None = None
    how: How | None = None
    budget: Budget | None = None
    move: Move | None = None

    def down_to(self, rung: int) -> Hint:
        """Return what is revealed up to this rung."""
        above: dict[str, Any] = {name: None for name, told in _FIRST_TOLD.items() if told > rung}
        return replace(self, rung=rung, words=self.words[: rung + 1], **above)


_FIRST_TOLD = {
    "region": 1,
    "techniques": 2,
    "level": 2,
    "clues": 3,
    "with_count": 3,
    "candidates": 3,
    "targets": 4,
    "best": 4,
    "figures": 5,
    "how": 5,
    "budget": 5,
    "move": 6,
}
"""The rung on which each part of a hint is first revealed."""


def hint(
    view: View,
    rung: int,
    *,
    language: str = "en",
    flags: bool = False,
    prior: Prior | None = None,
    budget: Budget = Budget.DEEP,
) -> Hint:
    """Return the hint for `view` at one rung, 0 to 6; raise BadInput if there is no such rung.

    It leads to a cell to open. With `flags`, a mine that carries no flag is a move too, as in the
    marking game. `prior` is what to believe about an unknown mine count. Guesses are compared with
    the `budget`; the same one gives the same hint.

    >>> found = hint(View.from_picture("### 121 000"), 3)
    >>> found.outlook, found.level, found.clues, found.targets
    (<Outlook.CERTAIN: 'certain'>, <StepLevel.L2: 'two clues'>, (3, 4, 5), None)
    >>> print(*found.words[3])
    Look at the 1 at a2, the 2 at b2 and the 1 at c2.
    """
    if rung not in RUNGS:
        raise BadInput(f"rung {rung}; expected {RUNGS[0]} to {RUNGS[-1]}")
    voice = Voice(language_named(language), view)
    try:
        lead = find_lead(view, flags=flags)
    except Contradiction as clash:
        return climb_to_clash(voice, clash).down_to(rung)
    if isinstance(lead, Lead):
        return climb_to_lead(voice, lead, flags=flags).down_to(rung)
    if lead.outlook is Outlook.GUESS and rung > 0:  # that a guess is needed is said at once
        guessing = rank_guesses(without_flags(view), prior=prior, budget=budget)
        return climb_to_guess(voice, guessing, lead.mines).down_to(rung)
    return _outlook_only(voice, lead).down_to(rung)


def _outlook_only(voice: Voice, lead: NoLead) -> Hint:
    return Hint(
        outlook=lead.outlook,
        language=voice.language.tag,
        words=_words({0: [tell_no_lead(voice, lead)]}),
        certain_mines=None if lead.outlook is Outlook.UNKNOWN else lead.mines,
    )


def _words(told: Mapping[int, Iterable[Sentence]]) -> RungWords:
    return tuple(tuple(told.get(rung, ())) for rung in RUNGS)


def tell_no_lead(voice: Voice, lead: NoLead) -> Sentence:
    """Say why there is no cell to open that is certainly safe."""
    if lead.outlook is Outlook.GUESS and lead.mines:
        return voice.tell("hints.guess_and_mines", count=lead.mines, mines=str(lead.mines))
    return voice.tell(f"hints.{lead.outlook.name.lower()}")


# Nothing is open yet


def first_hint(view: View, best: Cell, language: str = "en") -> Hint:
    """Return all rungs of the hint where the start rule makes any first cell safe."""
    voice = Voice(language_named(language), view)
    move, named = Move(Act.OPEN, best), voice.list([best])
    return Hint(
        outlook=Outlook.FIRST,
        language=voice.language.tag,
        words=_words(
            {
                0: [voice.tell("hints.first")],
                4: [voice.tell("hints.first_cell", cell=named)],
                6: [_tell_move(voice, move)],
            }
        ),
        best=best,
        move=move,
    )


# Something is certain


def climb_to_lead(voice: Voice, lead: Lead, *, flags: bool = False) -> Hint:
    """Return all rungs of the hint for something certain."""
    view, steps = voice.view, lead.steps
    outlook = Outlook.WRONG_FLAG if lead.is_wrong_flag else Outlook.CERTAIN
    clues = tuple(
        sorted({clue.clue for step in steps for clue in step.clues if clue.clue is not None})
    )
    with_count = any(step.count is not None for step in steps)
    region = region_of(view.grid, clues)
    targets = lead.news(view)
    move = _move(view, lead.goal)
    return Hint(
        outlook=outlook,
        language=voice.language.tag,
        words=_words(
            {
                0: [_tell_lead(voice, outlook, flags=flags)],
                1: [tell_region(region, voice.language)],
                2: _tell_techniques(voice, steps),
                3: [_tell_clues(voice, clues, with_count)],
                4: _tell_targets(voice, targets),
                5: [each for step in steps for each in tell(step, view, voice.language)],
                6: [_tell_move(voice, move)],
            }
        ),
        region=region,
        techniques=tuple(dict.fromkeys(step.technique for step in steps)),
        level=max((step.level for step in steps), key=list(StepLevel).index),
        clues=clues,
        with_count=with_count,
        targets=targets,
        move=move,
    )


def _tell_lead(voice: Voice, outlook: Outlook, *, flags: bool) -> Sentence:
    if outlook is Outlook.WRONG_FLAG:
        return voice.tell("hints.wrong_flag")
    return voice.tell("hints.certain" if flags else "hints.safe")


def _move(view: View, goal: Fact) -> Move:
    """Return the move for a certain cell; a wrong flag is removed."""
    cell, is_mine = goal
    return Move(Act.FLAG if is_mine or view.is_flagged(cell) else Act.OPEN, cell)


def _tell_techniques(voice: Voice, steps: Sequence[Step]) -> Iterator[Sentence]:
    if len(steps) > 1:
        yield voice.tell("hints.steps", steps=len(steps))
    for technique, is_reduced in dict.fromkeys((s.technique, s.is_reduced) for s in steps):
        yield voice.tell(
            "hints.technique",
            technique=title(technique, voice.language, is_reduced=is_reduced),
            level=voice.tell(f"techniques.level_{technique.level.name.lower()}"),
            idea=voice.tell(f"techniques.{technique.name.lower()}_idea"),
        )


def _tell_clues(voice: Voice, clues: Sequence[Cell], with_count: bool) -> Sentence:
    if not clues:
        return voice.tell("hints.count")
    key = "hints.clues_and_count" if with_count else "hints.clues"
    return voice.tell(key, clues=voice.clues_at(clues))


def _tell_targets(voice: Voice, targets: Sequence[Fact]) -> Iterator[Sentence]:
    yield voice.tell("hints.targets", verdict=voice.verdicts(targets))
    wrong = [cell for cell, is_mine in targets if voice.view.is_flagged(cell) and not is_mine]
    if wrong:
        yield voice.tell("hints.wrong_flags", count=len(wrong), cells=voice.list(wrong))


def _tell_move(voice: Voice, move: Move) -> Sentence:
    is_off = move.act is Act.FLAG and voice.view.is_flagged(move.cell)
    key = "hints.unflag" if is_off else f"hints.{move.act.value}"
    return voice.tell(key, cell=voice.list([move.cell]))


# No cell is safe


def climb_to_guess(voice: Voice, guessing: Guessing, mines: int) -> Hint:
    """Return all rungs of the hint for a guess; the best candidate comes first in `guessing`.

    So many cells are certainly mines.
    """
    candidates, best = tuple(guessing.candidates), guessing.candidates[0].cell
    cells = tuple(sorted(each.cell for each in candidates))
    region = region_of(voice.view.grid, cells)
    move = _move(voice.view, (best, False))
    return Hint(
        outlook=Outlook.GUESS,
        language=voice.language.tag,
        words=_words(
            {
                0: [tell_no_lead(voice, NoLead(Outlook.GUESS, mines))],
                1: [tell_region(region, voice.language)],
                2: [voice.tell("hints.chances")],
                3: [voice.tell("hints.candidates", cells=voice.list(cells))],
                4: [voice.tell("hints.best", cell=voice.list([best]))],
                5: guess_words(guessing, voice.view.grid.name, voice.language)[1:],
                6: [_tell_move(voice, move)],
            }
        ),
        certain_mines=mines,
        region=region,
        level=StepLevel.G,
        candidates=cells,
        best=best,
        figures=candidates,
        how=guessing.how,
        budget=guessing.budget,
        move=move,
    )


# No layout fits


def climb_to_clash(voice: Voice, clash: Contradiction) -> Hint:
    """Return all rungs of the hint for an impossible position."""
    region = region_of(voice.view.grid, clash.clues)
    return Hint(
        outlook=Outlook.IMPOSSIBLE,
        language=voice.language.tag,
        words=_words(
            {
                0: [voice.tell("hints.impossible")],
                1: [tell_region(region, voice.language)],
                3: [_tell_clues(voice, clash.clues, clash.with_count)],
                5: [_tell_clash(voice, clash)],
            }
        ),
        region=region,
        clues=clash.clues,
        with_count=clash.with_count,
    )


def _tell_clash(voice: Voice, clash: Contradiction) -> Sentence:
    mines = voice.view.mines or 0
    if not clash.clues:
        return voice.tell("hints.clash_of_count", count=mines, mines=mines)
    key = "hints.clash_with_count" if clash.with_count else "hints.clash"
    return voice.tell(key, count=mines, mines=mines, clues=voice.clues_at(clash.clues))
