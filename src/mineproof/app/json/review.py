"""Forced guesses, reviewed games and graded boards as JSON, described by `coach/schema.json`.

Cells are [row, column] from 0, with their names. `words` holds what a screen would say, in the
requested language.
"""

from __future__ import annotations

from collections.abc import Sequence

from mineproof.app.json.cells import Json, cell_json, places
from mineproof.app.json.coach import candidate_json
from mineproof.board.grid import Cell, Grid
from mineproof.board.transcript import Transcript, move_word
from mineproof.coach.boards.grade import ForcedGuess, Grade
from mineproof.coach.boards.grade_words import grade_words
from mineproof.coach.forced_guess import Candidate, Guessing
from mineproof.coach.language import Language
from mineproof.coach.review import Remark, Review
from mineproof.coach.steps.steps import Step
from mineproof.coach.words.guess_words import candidate_words, guess_words
from mineproof.coach.words.review_words import SIGNS, remark_words, summary_words, verdict_word


def guessing_json(guessing: Guessing, grid: Grid, language: Language) -> Json:
    """Return a forced guess with its candidates."""
    return {
        "kind": "guessing",
        "language": language.tag,
        "candidates": [_candidate(each, grid, language) for each in guessing.candidates],
        "unavoidable": [places(grid, pair) for pair in guessing.unavoidable],
        "how": guessing.how and guessing.how.value,
        "budget": guessing.budget and guessing.budget.value,
        "words": [str(each) for each in guess_words(guessing, grid.name, language)],
    }


def _candidate(candidate: Candidate, grid: Grid, language: Language) -> Json:
    words = candidate_words(candidate, grid.name, language)
    return candidate_json(candidate, grid) | {"words": str(words)}


def review_json(review: Review, language: Language) -> Json:
    """Return a reviewed game, move by move, and its summary."""
    losing = review.losing
    return {
        "kind": "review",
        "language": language.tag,
        "transcript": str(review.transcript),
        "outcome": review.status.value,
        "moves": [remark_json(each, review.transcript.grid, language) for each in review.remarks],
        "counts": {verdict.value: count for verdict, count in review.counts.items()},
        "guesses": len(review.guesses),
        "chance": review.chance,
        "luck": review.luck,
        "losing": None if losing is None else losing.number,
        "words": list(summary_words(review, language)),
    }


def remark_json(remark: Remark, grid: Grid, language: Language) -> Json:
    """Return one move of a game, and its verdict."""
    better, partner = remark.better, remark.fifty_fifty
    return {
        "number": remark.number,
        "move": move_word(grid, remark.move),
        "act": remark.move.act.value,
        **cell_json(remark.move.cell, grid),
        "verdict": remark.verdict.value,
        "sign": SIGNS[remark.verdict],
        "title": verdict_word(remark.verdict, language),
        "risk": remark.risk,
        "is_survived": remark.is_survived,
        "given_up": remark.given_up,
        "win": remark.win,
        "better": None if better is None else _candidate(better, grid, language),
        "fifty_fifty": None if partner is None else cell_json(partner, grid),
        "certain": _certain(remark.steps, remark.cell, grid) if remark.steps else None,
        "words": remark_words(remark, grid, language),
    }


def _certain(steps: Sequence[Step], cell: Cell | None, grid: Grid) -> Json:
    """Return a cell that was certain, the step that finds it, and the clues of all steps to it."""
    assert cell is not None, "a step always settles a cell"
    last = steps[-1]
    clues = {clue.clue for step in steps for clue in step.clues if clue.clue is not None}
    return {
        **cell_json(cell, grid),
        "is_mine": dict(last.conclusions)[cell],
        "level": last.level.name,
        "technique": last.technique.value,
        "steps": len(steps),
        "clues": places(grid, sorted(clues)),
        "with_count": any(step.count is not None for step in steps),
    }


def grade_json(grade: Grade, transcript: Transcript, language: Language) -> Json:
    """Return a graded board."""
    grid = transcript.grid
    return {
        "kind": "grade",
        "language": language.tag,
        "game": str(transcript.board),
        "level": grade.level.name,
        "counts": {level.name: count for level, count in grade.counts.items()},
        "guesses": [_guess(guess, grid) for guess in grade.guesses],
        "words": list(grade_words(grade, grid.name, language)),
    }


def _guess(guess: ForcedGuess, grid: Grid) -> Json:
    return {
        "board": guess.view.picture().split("\n"),
        "safest": places(grid, guess.safest),
        "risk": guess.risk,
        "opened": cell_json(guess.opened, grid),
    }
