"""The report of an assessment as JSON. Cells are [row, column] from 0."""

from __future__ import annotations

from collections.abc import Sequence

from mineproof.app.json.cells import Json, cell_json, places, position_json
from mineproof.assess.findings import Play
from mineproof.assess.marks import Mark
from mineproof.assess.report import Beside, Broken, Example, Missed, Report
from mineproof.coach.steps.techniques import Technique
from mineproof.stats.intervals import wilson


def report_json(report: Report, given: Sequence[Mark] = ()) -> Json:
    """Return a whole report, with the points that were given."""
    return {
        "player": report.name,
        "kind": report.kind.name.lower(),
        "positions": report.positions,
        "faults": [_broken_json(each) for each in report.faults],
        "remarks": [_broken_json(each) for each in report.remarks],
        "kept": [clause.name.lower() for clause in report.kept],
        "missed_by_technique": [_missed_json(each) for each in report.techniques],
        "missed_by_engine": [_missed_json(each) for each in report.engines],
        "play": None if report.play is None else _play_json(report.play),
        "beside": None if report.beside is None else _beside_json(report.beside),
        "points": [_mark_json(each) for each in given],
        "stopped": report.stopped or None,
    }


def _broken_json(broken: Broken) -> Json:
    return {
        "clause": broken.clause.name.lower(),
        "meaning": broken.clause.value,
        "count": broken.count,
        "sentence": broken.sentence,
        "example": _example_json(broken.example),
    }


def _missed_json(missed: Missed) -> Json:
    by = missed.by
    name = {"technique": by.value, "level": by.level.name} if isinstance(by, Technique) else {}
    return {
        **(name or {"engine": by}),
        "missed": missed.missed,
        "there": missed.there,
        **({"example": _example_json(missed.example)} if name else {}),
    }


def _example_json(example: Example | None) -> Json | None:
    if example is None:
        return None
    grid, layout = example.position.grid, example.layout
    about = {} if example.cell is None else cell_json(example.cell, grid)
    return {
        **position_json(example.position.view),
        **about,
        **({"is_mine": example.is_mine} if about else {}),
        "counterexample": None if layout is None else places(grid, sorted(layout.mines)),
    }


def _play_json(play: Play) -> Json:
    figures = {name: getattr(play, name) for name in play.__slots__}
    counters = {name: dict(getattr(play, name)) for name in ("outcomes", "declined", "reasons")}
    return {**figures, **counters, "win_interval": _interval(play)}


def _beside_json(beside: Beside) -> Json:
    outcomes = dict(beside.play.outcomes)
    return {
        "player": beside.name,
        "outcomes": outcomes,
        "win_interval": _interval(beside.play),
        "moves": beside.play.moves,
        "seconds": beside.play.seconds,
    }


def _interval(play: Play) -> list[float]:
    return list(wilson(play.outcomes["won"], sum(play.outcomes.values()) + play.faults))


def _mark_json(mark: Mark) -> Json:
    return {"test": mark.name, "score": mark.score, "max_score": mark.most, "words": mark.words}
