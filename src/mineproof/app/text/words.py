"""Moves and reasons in words, for every screen."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from mineproof.agents.choice import Choice
from mineproof.board.game import Act, Move
from mineproof.board.grid import Grid
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.coach.diagnosis import diagnose
from mineproof.coach.diagnosis import words as group_words
from mineproof.engines.inference import Deduction
from mineproof.logic.problem import Namer
from mineproof.logic.proof_words import proof_sentences
from mineproof.play.match import Match, Turn


def sentences(deduction: Deduction, name: Namer) -> tuple[str, ...]:
    """Return the proof of a deduction as sentences, the last of which is its conclusion."""
    return proof_sentences(deduction.proof, name)


def reason(turn: Turn, view: View) -> tuple[str, ...]:
    """Return why a move was made, for a reader who sees `view`."""
    if turn.choice is None:
        return ("The start rule opens this cell first.",)
    deduction, said = turn.choice.deduction, own_words(turn.choice)
    if deduction is None:
        why = "nothing proves this move" if turn.choice.is_own else "no move is certain"
        return (f"A guess: {why}.", *said)
    return (*proof_sentences(deduction.proof, view.grid.name, view.is_open), *said)


def own_words(choice: Choice) -> tuple[str, ...]:
    """Return what the player itself says about a move, on one line; often nothing."""
    said = " ".join(choice.reason.split())
    return (f"The player says: {said}",) if said else ()


def diagnosis(match: Match) -> list[str]:
    """Say why a stuck game is stuck, one line for each group of cells; nothing for other games."""
    if not match.stuck:
        return []
    game = match.game
    groups = diagnose(game.view, match.player.watcher.known)
    return [group_words(group, game.grid.name) for group in groups]


def move_words(move: Move, finish: Finish, name: Namer) -> str:
    """Say what a move does, in the terms of its kind of game.

    >>> move_words(Move(Act.FLAG, 3), Finish.MARKING, str)
    '3 mined'
    """
    if not finish.checks_flags or move.act is Act.CHORD:
        return f"{move.act.value} {name(move.cell)}"
    return f"{name(move.cell)} {'mined' if move.act is Act.FLAG else 'safe'}"


def counted(number: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(1, "mine"), counted(0, "mine")
    ('1 mine', '0 mines')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def size_words(grid: Grid, mines: int) -> str:
    """Say how large a board is, and how many mines it has.

    >>> size_words(Grid(1, 9), 1)
    '1 row x 9 columns, 1 mine'
    """
    return f"{counted(grid.rows, 'row')} x {counted(grid.cols, 'column')}, {counted(mines, 'mine')}"


def listing(names: Iterable[str]) -> str:
    """Join names as in a sentence.

    >>> listing(["a1", "b2", "c3"])
    'a1, b2 and c3'
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def clamp(paragraphs: Sequence[str], width: int, height: int) -> list[str]:
    """Return at most `height` wrapped lines: a long text loses its middle, not its last paragraph.

    >>> clamp(["one two", "three", "four", "so five."], width=9, height=3)
    ['one two', '…', 'so five.']
    """
    *most, last = paragraphs
    lines = [line for paragraph in most for line in _wrap(paragraph, width)]
    end = _wrap(last, width)
    if len(lines) + len(end) > height and lines and len(end) + 2 <= height:
        lines = [*lines[: height - len(end) - 1], "…"]
    if len(lines) + len(end) > height:
        return _wrap(" ".join(paragraphs), width, height)
    return lines + end


def _wrap(text: str, width: int, height: int | None = None) -> list[str]:
    return textwrap.wrap(text, max(width, 10), max_lines=height, placeholder=" …")
