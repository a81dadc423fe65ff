"""`mineproof explain`: the board with the relevant cells marked, and numbered sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mineproof.agents.entrant import Entrant
from mineproof.app.cli.clash import shown_clash
from mineproof.app.cli.mine_count import MineCount
from mineproof.app.cli.solve import proofs
from mineproof.app.json.coach import explanation_json, hint_json, supposition_json
from mineproof.app.json.values import proved_json
from mineproof.app.text.board import Marks, Window, board, board_size
from mineproof.app.text.console import write_json
from mineproof.app.text.drawings import EXPLAINED, draw_explanation, drawn_format
from mineproof.app.text.marks import hint_marks, legend, step_marks
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.coach.doubt import Doubt
from mineproof.coach.explanation import CellVerdict, Explanation, explain
from mineproof.coach.hints import Hint, first_hint, hint
from mineproof.coach.language import LANGUAGES, Sentence, language
from mineproof.coach.steps.leads import Outlook
from mineproof.coach.steps.regions import Region
from mineproof.coach.steps.steps import Step
from mineproof.coach.steps.techniques import title
from mineproof.coach.supposition import Supposition, suppose
from mineproof.engines.guess import Budget
from mineproof.errors import BadInput, Contradiction
from mineproof.files import save
from mineproof.logic.problem import Fact
from mineproof.play.guests import conclude

PROOF = 5
"""The rung that gives the proof."""

_BELOW = 8
"""Lines that a board too tall for the terminal leaves for the text."""

_MARGIN = 5
"""Most characters taken by row names and by the shift of a hex row."""

_FEWEST_LINES = 6
"""Lines that such a board gets even in a very low terminal."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What to explain: a cell, a supposition, a hint up to some rung, or the next step in full.

    With `flags`, a mine to flag is a move too. Guesses are compared with the `budget`. Before the
    first move of a game whose start rule makes any first cell safe, `first` is the best of them.
    """

    cell: Cell | None
    rung: int | None
    language: str
    as_json: bool
    flags: bool = False
    count: MineCount = field(default_factory=MineCount)
    supposed: Fact | None = None
    budget: Budget = Budget.DEEP
    first: Cell | None = None


def supposed_in(view: View, text: str) -> Fact:
    """Return what a text such as b3=mine supposes; raise BadInput or BadGrid.

    >>> supposed_in(View.from_picture("## 11"), "b1=safe")
    (1, False)
    """
    name, _, kind = text.partition("=")
    if kind not in ("mine", "safe"):
        raise BadInput(f"{text!r} supposes nothing; expected CELL=mine or CELL=safe, like b3=mine")
    return view.grid.parse(name), kind == "mine"


def answer(console: Console, view: View, asked: Asked) -> None:
    """Print what was asked for; raise Contradiction if no layout fits the view."""
    rung = PROOF if asked.rung is None else asked.rung
    with shown_clash(None if asked.as_json else console, view, rung, asked.language):
        if asked.supposed is not None:
            _answer_supposition(console, view, asked.supposed, asked)
        elif asked.cell is not None:
            _answer_cell(console, view, asked.cell, asked)
        else:
            _answer_hint(console, view, rung, asked)


def _answer_hint(console: Console, view: View, rung: int, asked: Asked) -> None:
    found = _hint(view, rung, asked)
    if found.outlook is Outlook.IMPOSSIBLE:
        raise Contradiction
    if asked.as_json:
        write_json(hint_json(found, view.grid))
    elif asked.rung is None:
        _show_step(console, view, found)
    else:
        _show_ladder(console, view, found)
    if found.outlook is Outlook.GUESS:
        asked.count.warn(view)


def _hint(view: View, rung: int, asked: Asked) -> Hint:
    if asked.first is not None:
        return first_hint(view, asked.first, asked.language).down_to(rung)
    return hint(
        view,
        rung,
        language=asked.language,
        flags=asked.flags,
        prior=asked.count.density,
        budget=asked.budget,
    )


def _answer_cell(console: Console, view: View, cell: Cell, asked: Asked) -> None:
    explanation = explain(view, cell, language=asked.language, prior=asked.count.density)
    if asked.as_json:
        write_json(explanation_json(explanation, view.grid))
    else:
        _show_cell(console, view, explanation)
    if explanation.verdict is CellVerdict.UNCERTAIN:
        asked.count.warn(view)


def _answer_supposition(console: Console, view: View, supposed: Fact, asked: Asked) -> None:
    found = suppose(view, *supposed, language=asked.language, prior=asked.count.density)
    if asked.as_json:
        write_json(supposition_json(found, view.grid))
    else:
        _show_supposition(console, view, found)
    if found.chance not in (None, 0, 1):
        asked.count.warn(view)


def draw(view: View, asked: Asked, file: str) -> None:
    """Draw what is known about a cell, or about the next safe one, as a new file."""
    form = drawn_format(file, EXPLAINED)
    assert form is not None, "the name of the file was checked"
    with shown_clash(None, view):
        cell = _next_cell(view, asked) if asked.cell is None else asked.cell
        explanation = explain(view, cell, language=asked.language, prior=asked.count.density)
    save(file, draw_explanation(view, explanation, form))


def _next_cell(view: View, asked: Asked) -> Cell:
    found = hint(view, PROOF, language=asked.language, flags=asked.flags)
    if found.outlook is Outlook.IMPOSSIBLE:
        raise Contradiction
    if not found.targets:
        raise BadInput("no cell is certainly safe in this position; expected --cell")
    return found.targets[0][0]


# The proofs of an engine


def answer_by(prover: Entrant, console: Console, view: View, asked: Asked) -> None:
    """Print what an engine proves about a cell, or first; raise Fault if a guest fails."""
    with shown_clash(None if asked.as_json else console, view):
        found = conclude(prover, view)
    shown = found.deductions[:1] if asked.cell is None else found.chain(asked.cell)
    if asked.as_json:
        write_json({"kind": "proof", **proved_json(found, shown, view.grid)})
        return
    certain = {each.cell: each.is_mine for each in shown}
    if shown:
        _show_board(console, view, Marks(certain=certain), LANGUAGES[0])
    lines = [line for proof in proofs(shown, view.grid.name) for line in proof]
    for line in lines[1:]:
        console.print(line)
    if not shown:
        what = "nothing" if asked.cell is None else f"nothing about {view.grid.name(asked.cell)}"
        console.print(f"{prover.full_engine} proves {what} ({found.status.value})", highlight=False)


# Hints


def _show_step(console: Console, view: View, found: Hint) -> None:
    """Print the next step in full, or what there is instead."""
    _show_marked(console, view, found)
    if found.techniques is None:
        _print(console, [each for rung in found.words for each in rung])
        return
    if found.outlook is not Outlook.CERTAIN:
        _print(console, found.words[0], "bold")
    _print(console, found.words[2])
    _print_rows(console, _numbered(found.words[PROOF]))


def _show_ladder(console: Console, view: View, found: Hint) -> None:
    """Print a hint rung by rung, each rung with its number."""
    _show_marked(console, view, found)
    rows = [_headed(str(number), rung) for number, rung in enumerate(found.words)]
    _print_rows(console, [row for rung in rows for row in rung])


def _show_marked(console: Console, view: View, found: Hint) -> None:
    """Print the board with everything a hint reveals; if that is a region, only the region."""
    if found.clues is not None or found.candidates is not None:
        _show_board(console, view, hint_marks(found), found.language)
    elif found.region is not None:
        window = _over_region(found.region, console.width if console.is_terminal else None)
        console.print(board(view, window=window), soft_wrap=True)


def _over_region(region: Region, width: int | None) -> Window:
    (top, bottom), (left, right) = region.rows, region.cols
    is_wide = width is not None and 2 * (right - left + 1) + _MARGIN > width
    return Window(range(top, bottom + 1), range(left, right + 1), 1 if is_wide else 2)


def _headed(number: str, sentences: Sequence[Sentence]) -> list[tuple[str, str]]:
    """Return sentences, the first of them after a number."""
    return [(" " if i else number, str(each)) for i, each in enumerate(sentences)]


# One cell


def _show_cell(console: Console, view: View, explanation: Explanation) -> None:
    """Print the chain of steps that settles a cell, or what else is known about it."""
    steps, tag = explanation.steps, explanation.language
    if steps:
        _show_board(console, view, step_marks(steps, explanation.cell), tag)
    _show_told(console, steps, explanation.told, tag)
    _print(console, explanation.remarks)
    if explanation.doubt is not None:
        _show_doubt(console, view, explanation.doubt, tag)


def _show_told(
    console: Console, steps: Sequence[Step], told: Sequence[Sequence[Sentence]], tag: str
) -> None:
    said = language(tag)
    for number, (step, sentences) in enumerate(zip(steps, told, strict=True), start=1):
        name = title(step.technique, said, is_reduced=step.is_reduced)
        heading = said.say("screen.step", number=number, technique=name)
        console.print(Text(heading, "bold"))
        _print_rows(console, _numbered(sentences))


def _show_supposition(console: Console, view: View, found: Supposition) -> None:
    """Print what comes of a supposition, and the steps that lead there."""
    _print(console, found.remarks)
    if found.steps:
        console.print()
        _show_board(console, view, step_marks(found.steps, found.cell), found.language)
        _show_told(console, found.steps, found.told, found.language)


def _show_doubt(console: Console, view: View, doubt: Doubt, tag: str) -> None:
    """Print the two layouts that fit, one with a mine in the cell and one without."""
    said, name = language(tag), view.grid.name(doubt.cell)
    console.print()
    for key, witness in (("screen.mined", doubt.mined), ("screen.empty", doubt.safe)):
        mines = dict.fromkeys(sorted(witness.mines), True)
        console.print(Text(said.say(key, cell=name), "bold"))
        _show_board(console, view, Marks(certain={doubt.cell: False} | mines), tag)


# Boards and sentences


def _show_board(console: Console, view: View, marks: Marks, tag: str) -> None:
    """Print the board, or in a terminal as much of it as is needed, and what its signs mean."""
    window = Window.whole(view.grid)
    if console.is_terminal:
        shown = [*marks.clues, *marks.certain, *marks.guesses]
        window = Window.over(view.grid, shown, _height(console, view), console.width)
    console.print(board(view, marks, window), soft_wrap=True)
    console.print(Text(legend(marks, tag), "dim"))
    console.print()


def _height(console: Console, view: View) -> int:
    """Return how many lines the board may take: all it needs, or those the terminal can spare."""
    if board_size(view.grid)[0] <= console.height:
        return console.height
    return max(_FEWEST_LINES, console.height - _BELOW)


def _numbered(sentences: Sequence[Sentence]) -> list[tuple[str, str]]:
    return [(f"{number}.", str(each)) for number, each in enumerate(sentences, start=1)]


def _print(console: Console, sentences: Iterable[Sentence], style: str = "") -> None:
    for sentence in sentences:
        console.print(Text(str(sentence), style))


def _print_rows(console: Console, rows: Sequence[tuple[str, str]]) -> None:
    """Print numbered sentences; a terminal gets a hanging indent."""
    if not console.is_terminal:
        for number, sentence in rows:
            console.print(f"{number} {sentence}")
        return
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(justify="right", style="dim", no_wrap=True)
    table.add_column()
    for number, sentence in rows:
        table.add_row(Text(number), Text(sentence))
    console.print(table)
