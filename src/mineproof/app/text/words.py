"""Moves, reasons and events in words, for every screen."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from mineproof.agents.choice import Choice
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.coach.diagnosis import diagnose
from mineproof.coach.diagnosis import words as group_words
from mineproof.engines.event import Event
from mineproof.engines.inference import Deduction
from mineproof.logic.clause import clause_words
from mineproof.logic.problem import Namer
from mineproof.logic.proof_words import proof_sentences
from mineproof.play.match import Match, Turn
from mineproof.play.steps import Step, event_step


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
    if finish is Finish.CLEARING or move.act is Act.CHORD:
        return f"{move.act.value} {name(move.cell)}"
    return f"{name(move.cell)} {'mined' if move.act is Act.FLAG else 'safe'}"


def event_words(event: Event, name: Namer) -> str:
    """Say what happened in the knowledge base of `resolution`."""
    return step_words(event_step(event), name)


def step_words(step: Step, name: Namer) -> str:
    """Say what one step of a trace does, and why."""
    match step["kind"]:
        case "begin":
            return _begin_words(step)
        case "move":
            return f"{step['act']} {name(step['cell'])} ({step['by']})"
        case "end":
            return _END_WORDS[step["outcome"]]
        case "hint":
            return _hint_words(step, name)
        case "mine count":
            size, mines = len(step["cells"]), counted(step["mines"] or 0, "mine")
            return f"the mine count joins: {mines} left in {counted(size, 'unmarked cell')}"
        case "round":
            return "round of matching: no unit is left"
        case "stalled":
            return "stalled: no unit, and nothing left to match"
        case "limit":
            return "stopped at a limit: KB, or a hint, has too many clauses"
        case _:
            return _clause_event(step, name)


_END_WORDS = {
    "won": "the game is won",
    "lost": "the game is lost",
    "stuck": "the game is stuck",
    "solved": "solved: every cell is settled",
    "complete": "complete: every certain cell is found",
    "stalled": "stalled: this method finds no more",
    "limit": "stopped at a limit",
    "contradiction": "contradiction: no layout fits",
}


def _begin_words(step: Step) -> str:
    cells = len(step["opened"])
    if step["game"] is None:
        return f"a position: {counted(cells, 'cell')} open"
    return f"{step['game']}: {counted(cells, 'safe cell')} handed out"


def _clause_event(step: Step, name: Namer) -> str:
    clause, *parents = (
        clause_words(frozenset(each), name) for each in (step["clause"], *step["parents"])
    )
    origin = f", from {_clue_words(step, name)}" if "clue" in step else ""
    match step["kind"]:
        case "learned":
            return f"learned {clause}: seen or proved elsewhere, moved to KB0"
        case "marked":
            return f"unit {clause}: marked, moved to KB0{origin}"
        case "unit":
            return f"unit {clause}: waits to be marked{origin}"
        case "duplicate":
            return f"duplicate {clause}: {'KB' if len(step['clause']) > 1 else 'KB0'} has it"
        case "resolved":
            return f"resolved ({parents[0]}) with ({parents[1]}): {clause}"
        case "shortened":
            return f"shortened ({parents[0]}) by {parents[1]}: {clause}"
        case "subsumed" | "satisfied" as kind:
            return f"{kind} {clause} by {parents[0]}"
        case kind:
            return f"{kind} {clause}{origin}"


def _clue_words(step: Step, name: Namer) -> str:
    clue = step["clue"]
    return "the mine count" if clue is None else f"the clue at {name(clue)}"


def _hint_words(step: Step, name: Namer) -> str:
    """Say what a hint is about, and why its clauses follow: the pigeonhole argument."""
    cells, mines, clue = step["cells"], step["mines"] or 0, step["clue"]
    who = "the mine count" if clue is None else f"the {step['shown']} at {name(clue)}"
    numbers = " + ".join(str(count) for count in step["clauses"] if count)
    clauses = f"{numbers} clause{'s' * (numbers != '1')}"
    about = f"{who}: {counted(mines, 'mine')} in {counted(len(cells), 'cell')}, {clauses}"
    return f"{about}; {_pigeonhole(len(cells), mines, _set_words(cells, name))}"


def _pigeonhole(size: int, mines: int, cells: str) -> str:
    if mines in (0, size):
        return f"{'each of ' * (size > 1)}{cells} is {'a mine' if mines else 'safe'}"
    safe = size - mines
    return (
        f"of {cells}, any {safe + 1} include a mine, since only {safe} {_are(safe)} safe; "
        f"any {mines + 1} include a safe cell, since only {mines} {_are(mines)} mined"
    )


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _set_words(cells: Sequence[Cell], name: Namer) -> str:
    return f"{{{', '.join(map(name, cells))}}}" if len(cells) > 1 else name(cells[0])


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
