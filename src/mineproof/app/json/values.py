"""Values as JSON: what `--json` and the line protocols write. Cells are [row, column] from 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from mineproof.agents.strategist.agent import Ranked
from mineproof.app.json.cells import Json, cell_json, places
from mineproof.app.text.words import diagnosis, reason, sentences
from mineproof.board.grid import Cell, Grid
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.counting.digits import digits
from mineproof.engines.inference import Deduction, Inference
from mineproof.errors import LimitReached
from mineproof.play.checks import NO_CHECKS
from mineproof.play.match import Match, Turn
from mineproof.play.record import Record
from mineproof.play.summary import Summary


def verdict_json(record: Record, grid: Grid) -> Json:
    """Return how a game ended, in the form of the line protocol."""
    return {
        "outcome": record.outcome.value,
        "unmarked": record.unmarked,
        "unmarked_cells": places(grid, record.unmarked_cells),
        "guesses": record.guesses,
        "moves": record.moves,
        "seconds": record.seconds,
        **({} if record.fault is None else {"fault": record.fault}),
        **({} if record.refused_at is None else {"refused_at": record.refused_at}),
    }


def record_json(record: Record, grid: Grid) -> Json:
    """Return a whole record."""
    return {
        "game": record.game,
        "agent": record.agent,
        "engine": record.engine,
        "seed": record.seed,
        **verdict_json(record, grid),
        "proved": dict(record.proved),
        "counters": dict(record.counters),
    }


def game_json(match: Match, transcript: Transcript) -> Json:
    """Return one finished game: record, board, moves, where it was lost, and why it is stuck."""
    game = match.game
    return {
        **record_json(match.record, game.grid),
        "board": game.view.picture().split("\n"),
        "lost_at": None if game.lost_at is None else list(game.grid.place(game.lost_at)),
        "diagnosis": diagnosis(match),
        "transcript": str(transcript),
    }


def turn_json(turn: Turn, view: View) -> Json:
    """Return one move with its reason; `view` is the position after it."""
    return {
        "act": turn.move.act.value,
        **cell_json(turn.move.cell, view.grid),
        "by": turn.author,
        "reason": list(reason(turn, view)),
    }


def summary_json(summary: Summary) -> Json:
    """Return the summary of many games."""
    return {
        "games": summary.games,
        "won": summary.won,
        "lost": summary.lost,
        "stuck": summary.stuck,
        "win_rate": summary.win_rate,
        "win_interval": list(summary.win_interval),
        "left_when_stuck": summary.left_when_stuck.mean,
        "moves": summary.moves,
        "guesses": summary.guesses,
        "seconds_mean": summary.seconds.mean,
        "seconds_deviation": summary.seconds.deviation,
        "proved": dict(summary.proved),
        **(
            {"faults": summary.faults, "fault_reasons": dict(summary.reasons)}
            if summary.faults
            else {}
        ),
        **({} if summary.checks == NO_CHECKS else {"checks": asdict(summary.checks)}),
    }


def certain_json(inference: Inference, grid: Grid) -> Json:
    """Return the certain cells of a position."""
    return {"safe": places(grid, inference.safe), "mines": places(grid, inference.mines)}


def odds_json(inference: Inference, grid: Grid) -> Json:
    """Return `layouts` and `risks`; both are null if there is too much to count."""
    try:
        return {"layouts": layouts_json(inference), "risks": risks_json(inference.risks, grid)}
    except LimitReached:
        return {"layouts": None, "risks": None}


def layouts_json(inference: Inference) -> str:
    """Return the number of layouts as text, because it may be long; raise LimitReached."""
    assert inference.layouts is not None, "only an engine that counts layouts is asked for them"
    return digits(inference.layouts)


def risks_json(risks: Mapping[Cell, float], grid: Grid) -> list[list[float | None]]:
    """Return risks as one list per row of the board, with null for cells that have none."""
    rows = range(0, grid.size, grid.cols)
    return [[risks.get(cell) for cell in range(i, i + grid.cols)] for i in rows]


def frontier_json(inference: Inference, view: View) -> Json:
    """Return the risks of a large position in few words: `frontier` and `elsewhere`.

    `frontier` has the row, the column and the risk of each covered cell beside a clue. All other
    covered cells have the same risk, `elsewhere`, which is null if there are none. A risk is 0 or 1
    only if the cell is certain. Raise LimitReached if there is too much to count.
    """
    grid, risks = view.grid, inference.risks
    certain = inference.odds.certain if inference.odds else {}
    beside = {near for cell in view.open_cells() for near in grid.neighbours(cell)}
    frontier = [
        [*grid.place(cell), _rounded(risk, is_certain=cell in certain)]
        for cell, risk in risks.items()
        if cell in beside
    ]
    elsewhere = [risk for cell, risk in risks.items() if cell not in beside][:1]
    return {"frontier": frontier, "elsewhere": elsewhere[0] if elsewhere else None}


def _rounded(risk: float, *, is_certain: bool) -> float:
    return risk if is_certain else min(max(round(risk, 6), 1e-6), 1 - 1e-6)


def analysis_json(inference: Inference, grid: Grid) -> Json:
    """Return all that an engine concludes, with proofs, and the risks if it knows them."""
    odds = {} if inference.odds is None else odds_json(inference, grid)
    return _inference_json(inference, grid) | odds


def moves_json(moves: Iterable[Ranked], grid: Grid) -> Json:
    """Return the best moves, as `solve` adds them."""
    return {
        "moves": [
            {
                "cell": list(grid.place(each.cell)),
                "risk": each.risk,
                "win": each.win,
                "error": each.error,
            }
            for each in moves
        ]
    }


def _inference_json(inference: Inference, grid: Grid) -> Json:
    return certain_json(inference, grid) | proved_json(inference, inference.deductions, grid)


def proved_json(inference: Inference, shown: Iterable[Deduction], grid: Grid) -> Json:
    """Return some deductions of an inference with their proofs, and why the engine stopped."""
    deductions = [
        {
            **cell_json(deduction.cell, grid),
            "is_mine": deduction.is_mine,
            "engine": deduction.engine,
            "proof": list(sentences(deduction, grid.name)),
        }
        for deduction in shown
    ]
    return {"status": inference.status.value, "deductions": deductions}
