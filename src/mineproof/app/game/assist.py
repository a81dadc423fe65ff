"""Assistance in a person's game: hints rung by rung, and what a program would do, and why.

Both depend on the view alone. A program respects the player's flags.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b

from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.agents.entrant import Entrant
from mineproof.app.game.defaults import USUAL_AGENT, USUAL_STRATEGIST
from mineproof.app.game.session import Session
from mineproof.board.game import Act, Move
from mineproof.board.view import View
from mineproof.coach.hints import Hint, first_hint
from mineproof.coach.language import Language, Sentence
from mineproof.coach.reasons import Reason, reason_of, why_first
from mineproof.coach.rungs import RUNGS


def flags_are_moves(session: Session, asked: bool | None = None) -> bool:
    """Tell whether hints and programs flag mines: as asked, else where the mines must be flagged.

    >>> from mineproof.board.transcript import Transcript
    >>> games = (Transcript.parse(f"easy/{start}#1") for start in ("opening", "list"))
    >>> clearing, marking = (Session(game, is_given=True) for game in games)
    >>> flags_are_moves(clearing), flags_are_moves(clearing, True), flags_are_moves(marking)
    (False, True, True)
    """
    return session.game.finish.needs_flags if asked is None else asked


def hint_to_begin(session: Session, language: str = "en") -> Hint:
    """Return the whole hint where the session `awaits_first`."""
    return first_hint(session.game.view, session.first_move.cell, language)


def helper(engine: str, agent: str | None = None) -> Entrant:
    """Return the program that helps with this engine; raise BadInput if it cannot.

    Unless it is chosen, the agent is the strategist; if the engine knows no risks, one without.

    >>> helper("exact").agent, helper("resolution").agent
    ('strategist', 'never-guess')
    """
    if agent is not None:
        return Entrant(agent, engine).pinned()
    modest = Entrant(USUAL_AGENT, engine).pinned()
    knows_risks = modest.hire().engine.knows_risks
    return replace(modest, agent=USUAL_STRATEGIST, name="") if knows_risks else modest


@dataclass(frozen=True, slots=True)
class Climb:
    """A hint, and how far its ladder has been climbed."""

    hint: Hint
    rung: int

    @classmethod
    def begin(cls, hint: Hint) -> Climb:
        """Return the climb that starts at the lowest rung of a full hint."""
        return cls(hint, RUNGS[0])

    @property
    def is_at_top(self) -> bool:
        """Whether this is the top."""
        return self.rung == RUNGS[-1]

    def up(self) -> Climb:
        """Return the climb to the next rung that has something to say, or to the top.

        >>> from mineproof.coach.hints import hint
        >>> impossible = hint(View.from_picture("0#1#0##1"), 6)
        >>> [Climb(impossible, rung).up().rung for rung in RUNGS]
        [1, 3, 3, 5, 5, 6, 6]
        """
        above = (n for n in RUNGS if n > self.rung and self.hint.words[n])
        return Climb(self.hint, next(above, RUNGS[-1]))

    @property
    def news(self) -> tuple[Sentence, ...]:
        """What the latest rung says; if it says nothing, the one below it."""
        return next(said for said in reversed(self.hint.words[: self.rung + 1]) if said)


@dataclass(frozen=True, slots=True)
class Assistance:
    """What a program does and why; no move if it is stuck.

    `by` is the engine that proves the move, `guess`, or `rules` for the first cell of a start rule;
    None if the program is stuck. `decision` is None for `rules`. `said` is what the player itself
    says, in quotation marks; most say nothing.
    """

    move: Move | None
    by: str | None
    reason: Reason
    decision: Decision | None = None
    said: tuple[Sentence, ...] = ()


def assistance(
    decision: Decision, view: View, language: Language, *, flags: bool = False
) -> Assistance:
    """Return what a decision in `view` means to a person; raise Contradiction.

    With `flags`, a mine to flag was a possible move too.
    """
    reason = reason_of(decision, view, language, flags=flags)
    words = " ".join(decision.reason.split())
    said = (Sentence(f"“{words}”"),) if words else ()
    if isinstance(decision, Stuck):
        return Assistance(None, None, reason, decision, said)
    by = "guess" if decision.deduction is None else decision.deduction.engine
    return Assistance(move_in(view, decision), by, reason, decision, said)


def first_move(session: Session, language: Language) -> Assistance:
    """Return the move that the start rule makes, where the session `awaits_first`."""
    move = session.first_move
    return Assistance(move, "rules", why_first(move.cell, session.game.view, language))


def seed_of(view: View) -> int:
    """Return the seed of a program's guesses in `view`: they depend on nothing else.

    >>> seed_of(View.from_picture("1# ##")) == seed_of(View.from_picture("1# #F"))
    False
    """
    return int.from_bytes(blake2b(view.cells, digest_size=8).digest())


def move_in(view: View, choice: Choice) -> Move:
    """Return the move that a choice leads to: a wrong flag is removed before its cell is opened.

    >>> move_in(View.from_picture("F#"), Choice(Move(Act.OPEN, 0)))
    Move(act=<Act.FLAG: 'flag'>, cell=0)
    """
    cell = choice.move.cell
    return Move(Act.FLAG, cell) if view.is_flagged(cell) else choice.move
