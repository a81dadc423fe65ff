"""A reviewed game in words: each verdict, why a move got it, and the game as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from mineproof.board.game import GameStatus
from mineproof.board.grid import Cell, Grid
from mineproof.board.transcript import move_word
from mineproof.coach.forced_guess import Candidate
from mineproof.coach.language import Language, percent
from mineproof.coach.review import Remark, Review, Verdict
from mineproof.coach.steps.steps import Step
from mineproof.coach.steps.techniques import title

SIGNS = {
    Verdict.START: ">",
    Verdict.PROVED: "+",
    Verdict.NOTE: ".",
    Verdict.BEST_GUESS: "=",
    Verdict.POOR_GUESS: "?",
    Verdict.MISSED: "?!",
    Verdict.LUCKY: "!?",
    Verdict.BLUNDER: "??",
    Verdict.UNKNOWN: "-",
}
"""Each verdict has its own sign, so that colours are never the only cue."""


def verdict_word(verdict: Verdict, language: Language) -> str:
    """Return what a verdict is called."""
    return language.say(f"review.{verdict.name.lower()}")


def remark_words(remark: Remark, grid: Grid, language: Language) -> str:
    """Return why a move got its verdict, in a sentence."""
    if remark.steps and remark.cell is not None:
        return _why_certain(remark.steps, remark.cell, grid, language)
    if remark.better is not None:
        return _why_poor(remark, remark.better, grid, language)
    if remark.fifty_fifty is not None:
        return language.say("review.why_fifty_fifty", other=grid.name(remark.fifty_fifty))
    return language.say(f"review.why_{remark.verdict.name.lower()}")


def _why_certain(steps: Sequence[Step], cell: Cell, grid: Grid, language: Language) -> str:
    last, count = steps[-1], len(steps)
    key = "review.why_mine" if dict(last.conclusions)[cell] else "review.why_safe"
    technique = title(last.technique, language, is_reduced=last.is_reduced)
    number = language.number(count)
    return language.say(key, cell=grid.name(cell), count=count, steps=number, technique=technique)


def _why_poor(remark: Remark, better: Candidate, grid: Grid, language: Language) -> str:
    if remark.win is None or better.win is None:
        return language.say(
            "review.why_poor_guess",
            better=grid.name(better.cell),
            better_risk=percent(better.risk),
            given_up=percent(remark.given_up),
        )
    return language.say(
        "review.why_fewer_wins",
        better=grid.name(better.cell),
        better_win=percent(better.win),
        win=percent(remark.win),
    )


def summary_words(review: Review, language: Language) -> tuple[str, ...]:
    """Return the sentences about a game as a whole: how it ended, the verdicts, the luck."""
    counts = [
        language.say("review.verdict_count", verdict=verdict_word(verdict, language), count=count)
        for verdict, count in review.counts.items()
        if count
    ]
    lines = [_ending(review, language)]
    if counts:
        verdicts = language.say("words.comma").join(counts)
        lines.append(language.say("review.verdicts", verdicts=verdicts))
    return (*lines, _luck(review, language))


def _ending(review: Review, language: Language) -> str:
    losing = review.losing
    if losing is None:
        return language.say("review.won" if review.status is GameStatus.WON else "review.playing")
    return language.say(
        "review.lost",
        number=losing.number,
        move=move_word(review.transcript.grid, losing.move),
        verdict=verdict_word(losing.verdict, language),
    )


def _luck(review: Review, language: Language) -> str:
    if not review.guesses:
        return language.say("review.no_guess")
    return language.say(
        "review.luck",
        count=len(review.guesses),
        chance=percent(review.chance),
        luck=f"{review.luck:+.2f}",
    )
