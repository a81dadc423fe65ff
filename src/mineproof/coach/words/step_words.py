"""A step in words: sentences that a person can follow, each with the cells it is about.

Every sentence is true, and follows from what the board shows and from the sentences before it. The
form depends on what the step uses:

- *One clue*: what is known around it, and what is left.
- *Two clues*: how many more mines one has to find than the other, and the cells only it touches.
- *More clues*: a sum with several clues on a side, if that takes the fewest sentences. Otherwise
  bounds, propagated from clue to clue (`bounds.py`). What they do not settle is shown by
  contradiction: assume the opposite, and propagate bounds until a clue cannot be met. If no clue
  clashes, the text gives the number of ways to meet the clues, which all agree.
- *The mine count*: how many mines are left, and how many touch the clues (`count_words.py`).

When clues are combined, each that has known cells around it gets a sentence on what these leave
it. The conclusions come last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product

from mineproof.board.view import View
from mineproof.coach.language import Language, Sentence
from mineproof.coach.steps.bounds import Bounds, Clash, Narrowing
from mineproof.coach.steps.fewest import ways
from mineproof.coach.steps.steps import Step
from mineproof.coach.words.count_words import tell_count
from mineproof.coach.words.voice import Voice
from mineproof.logic.problem import Cell, Constraint, Fact


def tell(step: Step, view: View, language: Language) -> tuple[Sentence, ...]:
    """Return a step of `view` in sentences, the last of which states what it concludes.

    >>> from mineproof.coach.language import language
    >>> from mineproof.coach.steps.steps import find_steps
    >>> view = View.from_picture("### 121 000")
    >>> for sentence in tell(next(find_steps(view)), view, language("en")):
    ...     print(sentence)
    The 2 at b2 needs one more mine than the 1 at a2, and has only one cell of its own, c1.
    So c1 is a mine.
    """
    voice, known = Voice(language, view), dict(step.facts)
    clues = [step.rest(clue) for clue in step.clues]
    if step.count is None and len(clues) == 1:
        return _one(voice, step.clues[0], known), voice.conclude(step.conclusions)
    touched = [clue for clue in step.clues if clue.cells & known.keys()]
    left = [voice.left(clue, known) for clue in touched]
    if step.count is None:
        return *left, *_together(voice, clues, step.conclusions, {clue.clue for clue in touched})
    count = step.rest(step.count)
    reasons = tell_count(voice, clues, count, step.count, step.conclusions)
    return *left, *reasons, voice.conclude(step.conclusions)


def _together(
    voice: Voice,
    clues: Sequence[Constraint],
    conclusions: Sequence[Fact],
    told: Collection[Cell | None],
) -> Iterator[Sentence]:
    """Yield what clues without known cells say together; `told` are those already explained."""
    pair = _pair(clues)
    if pair is None:
        told_by_bounds = tuple(_more(voice, clues, conclusions, told))
        told_by_sum = tuple(_added_up(voice, clues, conclusions))
        yield from told_by_sum if 0 < len(told_by_sum) < len(told_by_bounds) else told_by_bounds
    else:
        yield from _two(voice, *pair)
        yield voice.conclude(conclusions)


# One clue


def _one(voice: Voice, clue: Constraint, known: Mapping[Cell, bool]) -> Sentence:
    mines = [cell for cell in clue.cells if known.get(cell)]
    first = voice.first_clue(clue)
    if clue.mines == 0:
        return voice.tell("steps.zero", Clue=first)
    if clue.mines == len(mines):
        parts = {"mines": len(mines), "cells": voice.list(mines)}
        return voice.tell("steps.satisfied", count=len(mines), Clue=first, **parts)
    if clue.cells & known.keys():
        return voice.left(clue, known)
    parts = {"mines": clue.mines, "cells": voice.list(clue.cells)}
    return voice.tell("steps.full", count=clue.mines, Clue=first, **parts)


# Two clues


def _pair(clues: Sequence[Constraint]) -> tuple[Constraint, Constraint] | None:
    """Return two clues, first the one that has as many more mines as cells of its own."""
    if len(clues) == 2:
        for more, fewer in (clues, clues[::-1]):
            if more.mines - fewer.mines == len(more.cells - fewer.cells):
                return more, fewer
    return None


def _two(voice: Voice, more: Constraint, fewer: Constraint) -> Iterator[Sentence]:
    if more.cells <= fewer.cells:
        pair = {"more": voice.clue(more), "fewer": voice.clue(fewer)}
        yield voice.tell("steps.inside", count=more.mines, mines=more.mines, **pair)
    else:
        yield _tell_own(voice, more, fewer)
    if not fewer.cells <= more.cells:
        yield _tell_shared(voice, more, fewer)


def _tell_own(voice: Voice, more: Constraint, fewer: Constraint) -> Sentence:
    own = more.cells - fewer.cells
    pair = {"More": voice.first_clue(more), "fewer": voice.clue(fewer)}
    return voice.tell("steps.more", count=len(own), mines=len(own), cells=voice.list(own), **pair)


def _tell_shared(voice: Voice, more: Constraint, fewer: Constraint) -> Sentence:
    return voice.tell(
        "steps.shared",
        count=fewer.mines,
        mines=fewer.mines,
        fewer=voice.clue(fewer),
        shared=voice.set(more.cells & fewer.cells),
        cells=voice.set(fewer.cells - more.cells),
    )


# More clues

MOST_ADDED = 6
"""How many clues are added up: each may stand on either side."""


def _added_up(
    voice: Voice, clues: Sequence[Constraint], conclusions: Sequence[Fact]
) -> Iterator[Sentence]:
    """Yield how clues settle all conclusions at once, added up on two sides; nothing if not.

    Each cell counts equally often on both sides, but a mine once more on the first, and a safe cell
    once more on the second. The first side has as many more mines to find as it has such cells.
    """
    sides = _sides(clues, dict(conclusions))
    if sides is None:
        return
    first, second = sides
    mines, safe = (
        [cell for cell, is_mine in conclusions if is_mine is kind] for kind in (True, False)
    )
    parts = {"first": voice.clues(first), "second": voice.clues(second)}
    key = "steps.sum_more" if mines else "steps.sum_same"
    yield voice.tell(key, count=len(mines), mines=len(mines), **parts)
    named = {"own": voice.list(mines)} if mines else {}
    named |= {"other": voice.list(safe)} if safe else {}
    which = "both" if mines and safe else "first" if mines else "second"
    yield voice.tell(f"steps.sum_{which}", **named)
    yield voice.conclude(conclusions)


def _sides(
    clues: Sequence[Constraint], conclusions: Mapping[Cell, bool]
) -> tuple[list[Constraint], list[Constraint]] | None:
    """Return the clues on two sides that differ only by the conclusions; None if there are none."""
    wanted = {cell: 1 if is_mine else -1 for cell, is_mine in conclusions.items()}
    more = sum(conclusions.values())
    for signs in product((1, -1), repeat=len(clues)) if len(clues) <= MOST_ADDED else ():
        signed = list(zip(signs, clues, strict=True))
        weights: Counter[Cell] = Counter()
        for sign, clue in signed:
            weights.update(dict.fromkeys(clue.cells, sign))
        found = {cell: weight for cell, weight in weights.items() if weight}
        if found == wanted and sum(sign * clue.mines for sign, clue in signed) == more:
            first, second = ([clue for sign, clue in signed if sign == side] for side in (1, -1))
            return first, second
    return None


def _more(
    voice: Voice,
    clues: Sequence[Constraint],
    conclusions: Sequence[Fact],
    told: Collection[Cell | None],
) -> Iterator[Sentence]:
    """Explain what settles the conclusions, starting with those that take the fewest sentences."""
    known, left = dict[Cell, bool](), dict(conclusions)
    while left:
        bounds = Bounds(clues, known)
        found = {cell: left[cell] for cell in left if cell in bounds.settled}
        if found:
            leading = bounds.leading_to(found)
            yield from _tell_bounds(voice, leading, told)
            if set(leading[-1].cells) == dict(conclusions).keys():
                return  # just said
        elif (case := _shortest_case(clues, left, known)) is not None:
            supposed, bounds = case
            found = {cell: left[cell] for cell in _twins(supposed[0], left, clues)}
            yield from _tell_case(voice, supposed, bounds, told)
            if len(found) > 1:
                yield voice.tell("steps.twins", cells=voice.list(found.keys() - {supposed[0]}))
        else:
            yield _tell_ways(voice, clues)
            found = left
        known |= found
        left = {cell: left[cell] for cell in left if cell not in found}
        yield voice.conclude(list(found.items()) if left else conclusions)


def _twins(cell: Cell, cells: Iterable[Cell], clues: Sequence[Constraint]) -> list[Cell]:
    """Return those of `cells` that the same clues touch as `cell`."""
    touching = [cell in clue.cells for clue in clues]
    return [other for other in cells if [other in clue.cells for clue in clues] == touching]


def _shortest_case(
    clues: Sequence[Constraint], left: Mapping[Cell, bool], known: dict[Cell, bool]
) -> tuple[Fact, Bounds] | None:
    """Return the opposite that is refuted in the fewest sentences, and how; None if none is."""
    opposites = [(cell, not is_mine) for cell, is_mine in left.items()]
    cases = [(opposite, Bounds(clues, known | dict([opposite]))) for opposite in opposites]
    refuted = [case for case in cases if case[1].clash is not None]
    return min(refuted, key=lambda case: len(case[1].leading_to_clash), default=None)


def _tell_case(
    voice: Voice, supposed: Fact, bounds: Bounds, told: Collection[Cell | None]
) -> Iterator[Sentence]:
    cell, is_mine = supposed
    assert bounds.clash is not None
    yield voice.tell("steps.suppose", verdict=voice.verdict([cell], is_mine))
    yield from _tell_bounds(voice, bounds.leading_to_clash, told)
    yield _tell_clash(voice, bounds.clash)


def _tell_clash(voice: Voice, clash: Clash) -> Sentence:
    parts = {
        "clue": voice.clue(clash.clue),
        "count": clash.mines,
        "mines": clash.mines,
        "cells": voice.set(clash.clue.cells),
    }
    if clash.is_least:
        return voice.tell("steps.clash_least", **parts)
    return voice.tell("steps.clash_most" if clash.mines else "steps.clash_none", **parts)


def _tell_ways(voice: Voice, clues: Sequence[Constraint]) -> Sentence:
    number = ways(clues)
    return voice.tell("steps.ways", count=number, ways=number, clues=voice.clues(clues))


def _tell_bounds(
    voice: Voice, bounds: Iterable[Narrowing], told: Collection[Cell | None]
) -> Iterable[Sentence]:
    """Explain bounds, without saying anything twice."""
    fresh = [b for b in bounds if not (b.is_whole and b.clue.clue in told)]
    return dict.fromkeys(_tell_bound(voice, bound) for bound in fresh)


def _tell_bound(voice: Voice, bound: Narrowing) -> Sentence:
    key, count = _wording(bound)
    return voice.tell(
        key,
        count=count,
        Clue=voice.first_clue(bound.clue),
        clue=voice.clue(bound.clue),
        mines=bound.clue.mines,
        held=bound.others_mines,
        others=voice.set(bound.others),
        cells=voice.set(bound.cells),
        claim=_claim(voice, bound),
    )


def _wording(bound: Narrowing) -> tuple[str, int]:
    """Return the sentence of a bound, and the number that selects singular or plural."""
    mines, held = bound.clue.mines, bound.others_mines
    if bound.is_whole:
        return "steps.all_in", mines
    if bound.is_least and held == 0:
        return "steps.least_none", mines
    if bound.is_least:
        return ("steps.least_room" if held == len(bound.others) else "steps.least"), held
    if held == 0:
        return "steps.most_only", mines
    return ("steps.most_all", mines) if held == mines else ("steps.most", held)


def _claim(voice: Voice, bound: Narrowing) -> Sentence:
    if bound.settles:
        return voice.verdict(bound.cells, bound.is_least)
    key = "steps.at_least" if bound.is_least else "steps.at_most"
    return voice.tell(key, count=bound.mines, mines=bound.mines, cells=voice.set(bound.cells))
