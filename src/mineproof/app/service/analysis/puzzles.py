"""Puzzles for the page, JSON in, JSON out: make one, judge an answer, show the answer, rate.

Nothing is stored. The position alone defines the puzzle: it is about the first lead, and answers
are judged by what is certain, from the part of the board that is shown. Ratings are kept by whoever
asks, and sent along.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from mineproof.app.game.defaults import secret_seed
from mineproof.app.game.new_game import day
from mineproof.app.json.cells import Json, position_json
from mineproof.app.json.coach import explanation_json, facts_json, steps_json
from mineproof.board.grid import Shape
from mineproof.board.view import View
from mineproof.coach.boards.classes import PuzzleClass, Standing, attempt, puzzle_classes
from mineproof.coach.boards.crop import Crop
from mineproof.coach.boards.exercises import (
    Worth,
    explain_shown,
    found,
    judge,
    lead_of,
    technique_named,
)
from mineproof.coach.boards.puzzles import PuzzleId
from mineproof.coach.boards.puzzles import make_puzzle as puzzle_of
from mineproof.coach.language import Sentence, language
from mineproof.coach.steps.leads import Lead
from mineproof.coach.steps.techniques import StepLevel, Technique, title
from mineproof.coach.words.step_words import tell
from mineproof.coach.words.voice import Voice
from mineproof.logic.problem import Fact
from mineproof.stats.glicko import Rating

_PARTS = ("rating", "deviation", "volatility")


def techniques_json(lang: str) -> Json:
    """Return all techniques in their order, with their names and ideas, and all puzzle classes."""
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
        ],
        "classes": [
            {"name": str(each), "title": each.title(words), "seed": _standing_json(each.start)}
            for each in puzzle_classes()
        ],
    }


def puzzle_id(asked: Mapping[str, Any]) -> PuzzleId:
    """Return which puzzle is asked for; a random one unless a day, an id or a seed is given."""
    if asked["daily"] is not None:
        return PuzzleId.of_day(day(asked["daily"]))
    if asked["id"] is not None:
        return PuzzleId.parse(asked["id"])
    technique, level = asked["technique"], asked["level"]
    wanted = technique_named(technique) if technique else StepLevel[level] if level else None
    seed = secret_seed() if asked["seed"] is None else asked["seed"]
    return PuzzleId(wanted, seed, Shape(asked["shape"]))


def make_puzzle(id: str) -> Json:  # noqa: A002 - the name in the API
    """Return the puzzle of an id, without anything that tells its answer."""
    puzzle = puzzle_of(PuzzleId.parse(id))
    wanted = puzzle.id.wanted
    return position_json(puzzle.exercise.view) | {
        "id": id,
        "technique": wanted.value if isinstance(wanted, Technique) else None,
        "crop": None if puzzle.crop is None else _crop_json(puzzle.crop),
    }


def _crop_json(crop: Crop) -> Json:
    return {"rows": list(crop.rows), "cols": list(crop.cols)}


def _crop(view: View, asked: Mapping[str, Sequence[int]] | None) -> Crop | None:
    if asked is None:
        return None
    (top, height), (left, width) = asked["rows"], asked["cols"]
    crop = Crop((top, height), (left, width))
    crop.check(view.grid)
    return crop


def judge_answer(
    view: View,
    cell: list[int],
    mined: bool,
    lang: str,
    crop: Mapping[str, Sequence[int]] | None = None,
) -> Json:
    """Judge the claim that a cell is a mine, or safe, and say why.

    A right one gets its steps, even if they are not those of the puzzle; any other claim about a
    covered cell gets what is known about that cell.
    """
    lead, place, part = lead_of(view), view.grid.at(*cell), _crop(view, crop)
    worth = judge(view, lead.news(view), place, mined, part)
    own = found(view, lead, place, mined, part) if worth.is_right else lead
    is_open_question = worth in (Worth.WRONG, Worth.UNCERTAIN)
    about = explain_shown(view, place, lang, part) if is_open_question else None
    return {
        "worth": worth.value,
        "words": str(_worth_in_words(view, worth, (place, mined), own, lang)),
        "answer": _answer_json(view, own, lang) if worth.is_right else None,
        "explanation": None if about is None else explanation_json(about, view.grid),
    }


def _worth_in_words(view: View, worth: Worth, answer: Fact, lead: Lead, lang: str) -> Sentence:
    voice, (cell, is_mine) = Voice(language(lang), view), answer
    if worth in (Worth.UNCERTAIN, Worth.KNOWN):
        return voice.tell(f"train.{worth.value}", cell=voice.list([cell]))
    verdict = voice.verdicts([(cell, not is_mine) if worth is Worth.WRONG else answer])
    if worth is Worth.ELSEWHERE:
        name = PuzzleClass.of(lead.steps).title(voice.language)
        return voice.tell("train.elsewhere", verdict=verdict, technique=name)
    return voice.tell(f"train.{worth.value}", verdict=verdict)


def show_answer(view: View, lang: str) -> Json:
    """Return the solution of a puzzle: the technique, what it settles, and why."""
    return _answer_json(view, lead_of(view), lang)


def _answer_json(view: View, lead: Lead, lang: str) -> Json:
    words, grid, step = language(lang), view.grid, lead.steps[-1]
    targets, voice = lead.news(view), Voice(words, view)
    told = [tell(each, view, words) for each in lead.steps]
    return {
        "technique": step.technique.value,
        "puzzle_class": str(PuzzleClass.of(lead.steps)),
        "title": title(step.technique, words, is_reduced=step.is_reduced),
        "words": str(voice.tell("train.answer", verdict=voice.verdicts(targets))),
        "targets": facts_json(targets, grid),
        "steps": steps_json(lead.steps, told, grid),
    }


# Ratings


def rate_attempt(asked: Mapping[str, Any]) -> Json:
    """Return the ratings of a player and of a class of puzzles after an attempt."""
    of = PuzzleClass.parse(asked["puzzle_class"])
    player, puzzle = asked["player"], asked["puzzle"]
    done = attempt(
        _standing(player) if player else Standing(Rating()),
        _standing(puzzle) if puzzle else Standing(of.start),
        is_solved=asked["solved"],
        day=day(asked["day"]),
    )
    return {
        "player": _standing_json(done.player.rating, done.player.day),
        "puzzle": _standing_json(done.puzzle.rating, done.puzzle.day),
        "expected": done.expected,
    }


def _standing(asked: Mapping[str, Any]) -> Standing:
    rating = Rating(*(asked[part] for part in _PARTS))
    return Standing(rating, day(asked["day"]) if asked["day"] else None)


def _standing_json(rating: Rating, last: dt.date | None = None) -> Json:
    figures = {part: getattr(rating, part) for part in _PARTS}
    return figures | {"day": last and last.isoformat()}
