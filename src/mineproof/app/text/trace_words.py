"""The steps of a trace in words: one sentence for each kind, with all that the step is about."""

from __future__ import annotations

from collections.abc import Sequence

from mineproof.app.text.words import counted
from mineproof.engines.event import Event
from mineproof.logic.clause import clause_words
from mineproof.logic.problem import Cell, Namer
from mineproof.logic.proof import Literal, cell_of
from mineproof.play.steps import Sentence, Step, event_step


def event_words(event: Event, name: Namer) -> str:
    """Say what an engine does."""
    return step_words(event_step(event), name)


def step_words(step: Step, name: Namer) -> str:
    """Say what one step of a trace does, and why.

    >>> step_words(Step(kind="sentence", clue=3, shown=1, sentence={"cells": [0], "mines": 1}), str)
    'the 1 at 3 says {0} = 1'
    """
    match step["kind"]:
        case "begin":
            return _begin_words(step)
        case "move":
            return f"{step['act']} {name(step['cell'])} ({step['by']})"
        case "end":
            return _END[step["outcome"]]
        case "hint":
            return _hint_words(step, name)
        case "mine count":
            size, mines = len(step["cells"]), counted(step["mines"] or 0, "mine")
            return f"the mine count joins: {mines} left in {counted(size, 'unmarked cell')}"
        case "round":
            return "round of matching: no unit is left"
        case "stalled" | "limit" | "complete":
            return _stop_words(step)
        case _:
            return _other_words(step, name)


def _other_words(step: Step, name: Namer) -> str:
    if "node" in step:
        return _search_words(step, name)
    if step["kind"] == "settled":
        return _settled_words(step, name)
    if "clause" in step:
        return _clause_words(step, name)
    return _sentence_words(step, name)


# The beginning and the end

_END = {
    "won": "the game is won",
    "lost": "the game is lost",
    "stuck": "the game is stuck",
    "solved": "solved: every cell is settled",
    "complete": "complete: every certain cell is found",
    "stalled": "stalled: this method finds no more",
    "limit": "stopped at a limit",
    "contradiction": "contradiction: no layout fits",
}

_STALLED = {
    "single": "no clue settles a cell alone",
    "subset": "no sentence lies within another that says something new",
    "resolution": "no unit, and nothing left to match",
}

_LIMIT = {
    "subset": "there are too many sentences",
    "resolution": "KB, or a hint, has too many clauses",
    "dpll": "the search takes too many decisions",
}


def _begin_words(step: Step) -> str:
    cells = len(step["opened"])
    if step["game"] is None:
        return f"a position: {counted(cells, 'cell')} open"
    return f"{step['game']}: {counted(cells, 'safe cell')} handed out"


def _stop_words(step: Step) -> str:
    method = step["by"].split(" ")[0]
    if step["kind"] == "stalled":
        return f"stalled: {_STALLED.get(method, 'this method finds no more')}"
    if step["kind"] == "limit":
        return f"stopped at a limit: {_LIMIT.get(method, 'there is too much to do')}"
    return _END["complete"]


# Clauses


def _clause_words(step: Step, name: Namer) -> str:
    clause, *parents = (_clause(each, name) for each in (step["clause"], *step["parents"]))
    match step["kind"]:
        case "learned":
            return f"learned {clause}: seen or proved elsewhere, moved to KB0"
        case "marked":
            return f"marked {clause}: moved to KB0{_origin(step, name)}"
        case "unit":
            return f"unit {clause}: waits to be marked{_origin(step, name)}"
        case "duplicate":
            return f"duplicate {clause}: {'KB' if len(step['clause']) > 1 else 'KB0'} has it"
        case "resolved":
            return f"resolved ({parents[0]}) with ({parents[1]}): {clause}"
        case "shortened":
            return f"shortened ({parents[0]}) by {parents[1]}: {clause}"
        case "subsumed" | "satisfied" as kind:
            return f"{kind} {clause} by {parents[0]}"
        case kind:
            return f"{kind} {clause}{_origin(step, name)}"


def _clause(literals: Sequence[Literal], name: Namer) -> str:
    return clause_words(frozenset(literals), name) or "nothing"


def _origin(step: Step, name: Namer) -> str:
    """Say what a clause was made from, if it has no parents."""
    if "twin" in step:
        return f", like {name(step['twin'])}, which the same clues touch"
    if "clue" in step:
        return f", from {_clue(step, name)}"
    return f", from {_sentence(step['sentence'], name)}" if "sentence" in step else ""


def _clue(step: Step, name: Namer) -> str:
    clue = step["clue"]
    return "the mine count" if clue is None else f"the clue at {name(clue)}"


# Hints


def _hint_words(step: Step, name: Namer) -> str:
    """Say what a hint is about, and why its clauses follow: the pigeonhole argument."""
    cells, mines = step["cells"], step["mines"] or 0
    numbers = " + ".join(str(count) for count in step["clauses"] if count)
    clauses = f"{numbers} clause{'s' * (numbers != '1')}"
    size = f"{counted(mines, 'mine')} in {counted(len(cells), 'cell')}"
    return f"{_shown(step, name)}: {size}, {clauses}; {_pigeonhole(cells, mines, name)}"


def _shown(step: Step, name: Namer) -> str:
    clue = step["clue"]
    return "the mine count" if clue is None else f"the {step['shown']} at {name(clue)}"


def _pigeonhole(cells: Sequence[Cell], mines: int, name: Namer) -> str:
    safe = len(cells) - mines
    if 0 in (mines, safe):
        return _all_words(cells, mines, name)
    return (
        f"of {_set(cells, name)}, any {safe + 1} include a mine, since only {safe} {_are(safe)}"
        f" safe; any {mines + 1} include a safe cell, since only {mines} {_are(mines)} mined"
    )


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _all_words(cells: Sequence[Cell], mines: int, name: Namer) -> str:
    each = f"each of {_set(cells, name)}" if len(cells) > 1 else name(cells[0])
    return f"{each} is {'a mine' if mines else 'safe'}"


def _set(cells: Sequence[Cell], name: Namer) -> str:
    return f"{{{', '.join(map(name, cells))}}}"


# Sentences


def _sentence_words(step: Step, name: Namer) -> str:
    sentence = _sentence(step["sentence"], name)
    match step["kind"]:
        case "sentence":
            return f"{_shown(step, name)} says {sentence}"
        case "difference":
            return f"difference: {_difference(step, name, 'minus')} leaves {sentence}"
        case "shortened":
            return f"shortened {_difference(step, name, 'by')}: {sentence}"
        case _:
            return f"duplicate {sentence}: known already"


def _difference(step: Step, name: Namer, joint: str) -> str:
    return f"{_sentence(step['whole'], name)} {joint} {_sentence(step['part'], name)}"


def _settled_words(step: Step, name: Namer) -> str:
    sentence = step["sentence"]
    who = _shown(step, name) if "clue" in step else _sentence(sentence, name)
    settled = _all_words(sentence["cells"], sentence["mines"], name)
    return f"{who} settles its cells: {settled}"


def _sentence(sentence: Sentence, name: Namer) -> str:
    return f"{_set(sentence['cells'], name)} = {sentence['mines']}"


# Search trees


def _search_words(step: Step, name: Namer) -> str:
    clause = _clause(step.get("clause", ()), name)
    match step["kind"]:
        case "search":
            asked = step["literal"]
            return f"search: {'is there any layout' if asked is None else _if(asked, name)}?"
        case "decided":
            return f"decided: suppose that {_fact(step['literal'], name)}"
        case "propagated":
            fact = _fact(step["literal"], name)
            return f"propagated: {fact}, by {clause}{_origin_of(step, name)}"
        case "clashed":
            return f"clashed: {clause} is false{_origin_of(step, name)}"
        case "refuted":
            return f"refuted: what is supposed contradicts {clause}"
        case "backtracked":
            return f"backtracked: {_fact(step['literal'], name)} instead, by {clause}"
        case "fitted":
            return "fitted: all clues are met"
        case _:
            return _clause_words(step, name)


def _origin_of(step: Step, name: Namer) -> str:
    return f", from {_clue(step, name)}: {_sentence(step['sentence'], name)}"


def _if(supposed: Literal, name: Namer) -> str:
    return f"can it be that {_fact(supposed, name)}"


def _fact(supposed: Literal | None, name: Namer) -> str:
    assert supposed is not None, "only the first search supposes nothing"
    return f"{name(cell_of(supposed))} is {'a mine' if supposed > 0 else 'safe'}"
