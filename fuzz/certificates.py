"""Scripts of boards with changed steps: one that is accepted clears the board without a guess.

A script is the certificate of a board that needs no guess. The one that was written for a board
must be accepted. Changed, or offered for another board, it is refused, or that board can indeed be
cleared: certain cell by certain cell, as the list of all layouts says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

from fuzz.layouts import Layouts
from fuzz.target import Json, Target
from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.coach.boards.script import Script, ScriptStep, check_script, write_script
from mineproof.errors import BadInput, BadProof, LimitReached

_VARIANTS = 8  # of the script of each board


def _make(seed: int) -> Json:
    dice = Random(seed)
    grid = Grid(dice.randint(2, 4), dice.randint(2, 4), dice.choice(list(Shape)))
    mines = dice.sample(range(grid.size), dice.randint(0, grid.size // 3))
    first = dice.choice([cell for cell in range(grid.size) if cell not in mines])
    return {
        "shape": grid.shape.value,
        "layout": Layout(grid, frozenset(mines)).picture().split("\n"),
        "first": first,
        "with_count": dice.random() < 3 / 4,
        "dice": dice.getrandbits(32),
    }


def _check(value: Json) -> None:
    layout = Layout.from_picture(" ".join(value["layout"]), Shape(value["shape"]))
    first, with_count, dice = value["first"], value["with_count"], Random(value["dice"])
    try:
        script = write_script(layout, first, with_count=with_count)
    except BadInput:
        assert not is_cleared(layout, [first], with_count), "refused, but it can be cleared"
        return
    check_script(layout, script, with_count=with_count)
    assert is_cleared(layout, [first], with_count), "written, but it cannot be cleared"
    for _ in range(_VARIANTS):
        _judge(*_changed(dice, layout, script), with_count=with_count)


def _judge(layout: Layout, script: Script, *, with_count: bool) -> None:
    TARGET.tally["scripts"] += 1
    try:
        check_script(layout, script, with_count=with_count)
    except (BadProof, LimitReached):
        return
    TARGET.tally["accepted"] += 1
    assert is_cleared(layout, [script.first], with_count), f"accepted: {script} on\n{layout}"


def is_cleared(layout: Layout, first: Iterable[Cell], with_count: bool) -> bool:
    """Open what is certainly safe for as long as there is something; tell whether that is all."""
    game = Game.on(layout, Finish.CLEARING)
    for cell in first:
        if not game.view.is_open(cell) and game.status is not GameStatus.WON:
            game.open(cell)
    while game.status is GameStatus.PLAYING:
        view = View(game.grid, game.view.cells, len(layout.mines) if with_count else None)
        safe = [cell for cell, is_mine in Layouts(view).certain().items() if not is_mine]
        if not safe:
            return False
        for cell in safe:
            if not game.view.is_open(cell):  # a zero may have opened it
                game.open(cell)
    return game.status is GameStatus.WON


def _changed(dice: Random, layout: Layout, script: Script) -> tuple[Layout, Script]:
    """Return a board and a script with one to three changes."""
    for _ in range(dice.randint(1, 3)):
        if dice.random() < 1 / 5 and layout.mines:
            layout = _moved(dice, layout)
        else:
            script = _altered(dice, layout, script)
    return layout, script


def _moved(dice: Random, layout: Layout) -> Layout:
    """Return the layout with one mine elsewhere."""
    gone, safe = dice.choice(sorted(layout.mines)), layout.safe_cells()
    return Layout(layout.grid, layout.mines - {gone} | {dice.choice(safe)})


def _altered(dice: Random, layout: Layout, script: Script) -> Script:
    cell, steps = dice.randrange(layout.grid.size), list(script.steps)
    if not steps or dice.random() < 1 / 10:
        return replace(script, first=cell)
    place = dice.randrange(len(steps))
    match dice.randrange(6):
        case 0:
            steps.pop(place)
        case 1:
            steps.insert(dice.randrange(len(steps)), steps.pop(place))
        case 2:
            steps[place] = replace(steps[place], with_count=not steps[place].with_count)
        case 3:
            steps[place] = replace(steps[place], clues=_other_clues(dice, steps[place], cell))
        case _:
            steps[place] = _concluding(dice, steps[place], cell)
    return replace(script, steps=tuple(steps))


def _other_clues(dice: Random, step: ScriptStep, cell: Cell) -> tuple[Cell, ...]:
    return dice.choice([step.clues[1:], step.clues[:-1], (*step.clues[1:], cell)])


def _concluding(dice: Random, step: ScriptStep, cell: Cell) -> ScriptStep:
    (one, is_mine), *rest = step.conclusions or ((cell, False),)
    changes = [[(one, not is_mine)], [(cell, is_mine)], [(one, is_mine), (cell, False)], []]
    return replace(step, conclusions=(*dice.choice(changes), *rest))


def _smaller(value: Json) -> Iterator[Json]:
    """Yield the board with a mine less; with other cells, the first would be another one."""
    for r, row in enumerate(value["layout"]):
        for c, sign in enumerate(row):
            if sign == "*":
                rows = [*value["layout"]]
                rows[r] = f"{row[:c]}.{row[c + 1 :]}"
                yield {**value, "layout": rows}


TARGET = Target(inputs=_make, check=_check, smaller=_smaller)
