"""What a program does at the table, and why, as JSON."""

from __future__ import annotations

from mineproof.agents.choice import Choice, Stuck
from mineproof.app.game.assist import Assistance
from mineproof.app.json.cells import Json, move_json
from mineproof.app.json.coach import sentence_json
from mineproof.app.json.review import guessing_json
from mineproof.board.view import View
from mineproof.coach.language import language
from mineproof.engines.inference import Deduction
from mineproof.logic.proof_words import proof_sentences

MOST_SENTENCES = 60
"""The most sentences of an engine's own proof to send."""


def assistance_json(found: Assistance, view: View, lang: str) -> Json:
    """Return what a program does, and why."""
    decision, reason, grid = found.decision, found.reason, view.grid
    proved = decision.deduction if isinstance(decision, Choice) else None
    return {
        "move": found.move and move_json(found.move, grid),
        "by": found.by,
        "status": decision.status.value if isinstance(decision, Stuck) else None,
        "risk": decision.risk if isinstance(decision, Choice) else None,
        "proof": _proof(proved, view) if proved else [],
        "reason": [sentence_json(each, grid) for each in (*reason.sentences, *found.said)],
        "guessing": reason.guessing and guessing_json(reason.guessing, grid, language(lang)),
    }


def _proof(deduction: Deduction, view: View) -> list[str]:
    """Return the engine's own proof in words; a long one is cut in the middle."""
    told = proof_sentences(deduction.proof, view.grid.name, view.is_open)
    if len(told) <= MOST_SENTENCES:
        return list(told)
    return [*told[: MOST_SENTENCES - 2], "…", told[-1]]
