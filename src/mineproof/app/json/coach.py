"""What the coach says, as JSON: `coach/schema.json` describes it.

A cell is an object with its place, [row, column] from 0, and its name. What a hint does not reveal
is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mineproof.app.json.cells import Json, cell_json, cells_json, move_json
from mineproof.board.grid import Grid
from mineproof.coach.doubt import Doubt, Witness
from mineproof.coach.explanation import Explanation
from mineproof.coach.forced_guess import Candidate
from mineproof.coach.hints import Hint
from mineproof.coach.language import Sentence
from mineproof.coach.missed import Missed
from mineproof.coach.steps.regions import Region
from mineproof.coach.steps.steps import Step
from mineproof.coach.supposition import Supposition
from mineproof.counting.digits import digits
from mineproof.counting.shares import Shares
from mineproof.logic.problem import Fact


def hint_json(hint: Hint, grid: Grid) -> Json:
    """Return a hint, with what its rung and those below it reveal."""
    told: Json = {
        "kind": "hint",
        "language": hint.language,
        "rung": hint.rung,
        "outlook": hint.outlook.value,
        "words": [[sentence_json(each, grid) for each in rung] for rung in hint.words],
        "certain_mines": hint.certain_mines,
        "region": hint.region and region_json(hint.region),
        "techniques": hint.techniques and [each.value for each in hint.techniques],
        "level": hint.level and hint.level.name,
        "clues": None if hint.clues is None else cells_json(hint.clues, grid),
        "with_count": hint.with_count,
        "candidates": hint.candidates and cells_json(hint.candidates, grid),
        "targets": hint.targets and facts_json(hint.targets, grid),
        "best": None if hint.best is None else cell_json(hint.best, grid),
        "figures": hint.figures and [candidate_json(each, grid) for each in hint.figures],
        "how": hint.how and hint.how.value,
        "budget": hint.budget and hint.budget.value,
        "move": hint.move and move_json(hint.move, grid),
    }
    return {name: value for name, value in told.items() if value is not None}


def explanation_json(explanation: Explanation, grid: Grid) -> Json:
    """Return what a cell is, with the steps that lead to it."""
    return {
        "kind": "explanation",
        "language": explanation.language,
        **cell_json(explanation.cell, grid),
        "verdict": explanation.verdict.value,
        "risk": explanation.risk,
        "steps": steps_json(explanation.steps, explanation.told, grid),
        "remarks": [sentence_json(each, grid) for each in explanation.remarks],
        "why_not": explanation.doubt and doubt_json(explanation.doubt, grid),
    }


def doubt_json(doubt: Doubt, grid: Grid) -> Json:
    """Return two layouts that fit, and how all layouts divide; numbers of layouts are texts."""
    shares = doubt.shares
    return {
        "mined": _witness_json(doubt.mined, grid),
        "safe": _witness_json(doubt.safe, grid),
        "layouts": shares and {"mined": digits(shares.mined), "safe": digits(shares.safe)},
        "part": None if shares is None else cells_json(shares.part, grid),
        "is_floating": None if shares is None else shares.is_floating,
        "shares": None if shares is None else _shares_json(shares),
    }


def _witness_json(witness: Witness, grid: Grid) -> Json:
    return {
        "frontier": cells_json(witness.frontier, grid),
        "elsewhere": cells_json(witness.elsewhere, grid),
    }


def _shares_json(shares: Shares) -> list[Json]:
    every = shares.mined + shares.safe
    return [
        {
            "mines": each.mines,
            "mined": digits(each.mined),
            "safe": digits(each.safe),
            "share": each.layouts / every,
        }
        for each in shares.shares
    ]


def supposition_json(supposition: Supposition, grid: Grid) -> Json:
    """Return what comes of a supposition about a cell."""
    return {
        "kind": "supposition",
        "language": supposition.language,
        **cell_json(supposition.cell, grid),
        "is_mine": supposition.is_mine,
        "is_possible": supposition.is_possible,
        "chance": supposition.chance,
        "follows": facts_json(supposition.follows, grid),
        "steps": steps_json(supposition.steps, supposition.told, grid),
        "remarks": [sentence_json(each, grid) for each in supposition.remarks],
    }


def missed_json(missed: Missed, grid: Grid) -> Json:
    """Return why a prove-it game is lost, with the proof that its player did not find."""
    return {
        "kind": "missed",
        "language": missed.explanation.language,
        **cell_json(missed.cell, grid),
        "safe": cells_json(missed.safe, grid),
        "words": sentence_json(missed.words, grid),
        "explanation": explanation_json(missed.explanation, grid),
    }


def steps_json(steps: Sequence[Step], told: Sequence[Sequence[Sentence]], grid: Grid) -> list[Json]:
    """Return a chain of steps, each with its sentences."""
    return [step_json(step, words, grid) for step, words in zip(steps, told, strict=True)]


def step_json(step: Step, sentences: Iterable[Sentence], grid: Grid) -> Json:
    """Return a step, with its sentences."""
    clues = [clue.clue for clue in step.clues if clue.clue is not None]
    return {
        "technique": step.technique.value,
        "is_reduced": step.is_reduced,
        "level": step.level.name,
        "clues": cells_json(clues, grid),
        "with_count": step.count is not None,
        "facts": facts_json(step.facts, grid),
        "conclusions": facts_json(step.conclusions, grid),
        "sentences": [sentence_json(each, grid) for each in sentences],
    }


def sentence_json(sentence: Sentence, grid: Grid) -> Json:
    """Return a sentence with the cells that it is about."""
    return {
        "text": sentence.text,
        "cells": cells_json(sentence.cells, grid),
        "unnamed": cells_json(sentence.unnamed, grid),
    }


def facts_json(facts: Iterable[Fact], grid: Grid) -> list[Json]:
    """Return cells, and whether they are mines."""
    return [cell_json(cell, grid) | {"is_mine": is_mine} for cell, is_mine in facts]


def region_json(region: Region) -> Json:
    """Return a region by its first and last rows and columns."""
    return {"rows": list(region.rows), "cols": list(region.cols)}


def candidate_json(candidate: Candidate, grid: Grid) -> Json:
    """Return a guess, and what to expect of it."""
    partner = candidate.fifty_fifty
    return {
        **cell_json(candidate.cell, grid),
        "risk": candidate.risk,
        "win": candidate.win,
        "win_error": candidate.win_error,
        "progress": candidate.progress,
        "survival": candidate.survival,
        "is_dead": candidate.is_dead,
        "fifty_fifty": None if partner is None else cell_json(partner, grid),
    }
