"""Exercises for the page, JSON in, JSON out: make one, judge an answer, show the answer.

Nothing is stored. The position alone defines the exercise: it is about the first lead, and answers
are judged by what is certain.
"""

from __future__ import annotations

from mineproof.app.json.cells import Json, position_json
from mineproof.app.json.coach import facts_json, steps_json
from mineproof.board.rng import Rng
from mineproof.board.view import View
from mineproof.coach.boards.exercises import Worth, exercises, judge, lead_of, technique_named
from mineproof.coach.language import Sentence, language
from mineproof.coach.steps.techniques import StepLevel, Technique, title
from mineproof.coach.words.step_words import tell
from mineproof.coach.words.voice import Voice
from mineproof.logic.problem import Fact

LEVEL = "intermediate"
"""The boards that exercises are taken from; they fit on a phone."""


def techniques_json(lang: str) -> Json:
    """Return all techniques in their order, with their names and ideas in a language."""
    words = language(lang)
    levels = {level: words.say(f"techniques.level_{level.name.lower()}") for level in StepLevel}
    return {
        "techniques": [
            {
                "name": each.value,
                "title": title(each, words),
                "idea": words.say(f"techniques.{each.name.lower()}_idea"),
                "level": each.level.name,
                "level_title": levels[each.level],
            }
            for each in Technique
        ]
    }


def make_exercise(technique: str | None, seed: int) -> Json:
    """Return a position in which a technique comes next: any one if none is named."""
    wanted = technique_named(technique) if technique is not None else _any_technique(seed)
    view = next(exercises(wanted, seed, LEVEL)).view
    return position_json(view) | {"technique": technique and wanted.value}


def _any_technique(seed: int) -> Technique:
    every = tuple(Technique)
    return every[Rng(seed).below(len(every))]


def judge_answer(view: View, cell: list[int], mined: bool, lang: str) -> Json:
    """Judge the claim that a cell is a mine, or safe; if it is right, add the answer."""
    lead, place = lead_of(view), view.grid.at(*cell)
    worth = judge(view, lead.news(view), place, mined)
    is_right = worth in (Worth.RIGHT, Worth.ELSEWHERE)
    return {
        "worth": worth.value,
        "words": str(_worth_in_words(view, worth, (place, mined), lang)),
        "answer": show_answer(view, lang) if is_right else None,
    }


def _worth_in_words(view: View, worth: Worth, answer: Fact, lang: str) -> Sentence:
    voice, (cell, is_mine) = Voice(language(lang), view), answer
    truth = (cell, not is_mine) if worth is Worth.WRONG else answer
    if worth in (Worth.UNCERTAIN, Worth.KNOWN):
        return voice.tell(f"train.{worth.value}", cell=voice.list([cell]))
    return voice.tell(f"train.{worth.value}", verdict=voice.verdicts([truth]))


def show_answer(view: View, lang: str) -> Json:
    """Return the solution of an exercise: the technique, what it settles, and why."""
    lead, words, grid = lead_of(view), language(lang), view.grid
    targets, step = lead.news(view), lead.steps[-1]
    voice = Voice(words, view)
    told = [tell(each, view, words) for each in lead.steps]
    return {
        "technique": step.technique.value,
        "title": title(step.technique, words, is_reduced=step.is_reduced),
        "words": str(voice.tell("train.answer", verdict=voice.verdicts(targets))),
        "targets": facts_json(targets, grid),
        "steps": steps_json(lead.steps, told, grid),
    }
