"""`mineproof assess`: what a player breaks and misses, with the smallest positions as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

from mineproof.app.json.assessment import report_json
from mineproof.app.text.board import Marks, board
from mineproof.app.text.console import progress_bar, screen, write_json
from mineproof.app.text.words import listing
from mineproof.assess.assessment import Assessment
from mineproof.assess.clauses import Clause
from mineproof.assess.findings import Play
from mineproof.assess.report import Broken, Example, Missed, Report
from mineproof.board.layout import Layout
from mineproof.board.view import MINE, View
from mineproof.coach.steps.techniques import Technique

_PICTURES = 3
"""How many missed techniques of a sound player are shown, unless all are."""

_INDENT = " " * 10


def run_assessment(
    console: Console, assessment: Assessment, *, as_json: bool = False, shows_all: bool = False
) -> int:
    """Assess, print the report, and return the exit code; Ctrl-C prints what was found so far."""
    is_whole = _run(assessment)
    report = assessment.report(is_whole=is_whole)
    if as_json:
        write_json(report_json(report))
    else:
        show_report(console, report, shows_all=shows_all)
    if not is_whole:
        done = f"{assessment.positions} of {assessment.wanted} positions"
        screen(stderr=True).print(f"stopped after {done}")
        return 130
    return 1 if report.faults else 0


def _run(assessment: Assessment) -> bool:
    """Ask all questions; return whether nobody stopped it."""
    try:
        with progress_bar() as progress:
            task = progress.add_task("positions", total=assessment.wanted)
            for positions in assessment.run():
                progress.update(task, completed=min(positions, assessment.wanted))
    except KeyboardInterrupt:
        return False
    return True


def show_report(console: Console, report: Report, *, shows_all: bool = False) -> None:
    """Print a report: first what is wrong, then what is missed, and the verdict last."""
    kind = "engine" if report.is_engine else "agent"
    console.print(Text(f"{report.name}: {kind}, {report.positions} positions", "bold"))
    for clause in report.kept:
        console.print(f"  kept    {clause.value}")
    for broken in (*report.remarks, *report.faults):
        _show_broken(console, broken)
    if report.play is not None:
        _show_play(console, report.play)
    _show_missed(console, report, shows_all=shows_all)
    if report.stopped:
        console.print(f"given up {report.stopped}")
    console.print(Text(_verdict(report), "bold"))


def _verdict(report: Report) -> str:
    faults = [broken.clause for broken in report.faults]
    if not faults:
        return "sound: it keeps the contract"
    word = "unsound" if Clause.SOUND in faults else "faulty"
    return f"{word}: it breaks {len(faults)} of {len(report.kept) + len(report.broken)} clauses"


def _show_broken(console: Console, broken: Broken) -> None:
    word, style = ("weak", "yellow") if broken.clause.is_remark else ("broken", "bold red")
    times = "once" if broken.count == 1 else f"{broken.count} times"
    console.print(Text(f"  {word:6}", style).append(f"  {broken.clause.value} ({times})", "none"))
    console.print(f"{_INDENT}{broken.sentence}{_layout_words(broken)}")
    if broken.example is not None:
        _show_example(console, broken.example)


def _layout_words(broken: Broken) -> str:
    example = broken.example
    if example is None or example.layout is None or example.cell is None:
        return ""
    name = example.position.grid.name(example.cell)
    return f" On the right, {name} is {'safe' if example.is_mine else 'a mine'}."


def _show_example(console: Console, example: Example) -> None:
    view = example.position.view
    pictures = [board(view, _marks(example))]
    if example.layout is not None:
        pictures.append(board(_shown(view, example.layout), Marks(last=example.cell)))
    for line in side_by_side(pictures):
        console.print(Text(_INDENT).append_text(line), soft_wrap=True)
    console.print(f"{_INDENT}{_setting(view)}")


def _marks(example: Example) -> Marks:
    cell = example.cell
    if cell is None or example.position.view.is_open(cell):
        return Marks()
    return Marks(certain={cell: example.is_mine}, bright=[cell])


def _setting(view: View) -> str:
    shape = "" if view.grid.shape.value == "square" else f"{view.grid.shape.value}; "
    if view.mines is None:
        return f"{shape}mine count unknown"
    return f"{shape}{view.mines} {'mine' if view.mines == 1 else 'mines'} in all"


def _shown(view: View, layout: Layout) -> View:
    cells = bytearray(view.cells)
    for mine in layout.mines:
        cells[mine] = MINE
    return View(view.grid, bytes(cells), view.mines)


def side_by_side(pictures: Sequence[Text]) -> list[Text]:
    """Return the lines of pictures beside each other.

    >>> [line.plain for line in side_by_side([Text("ab\\nc"), Text("d")])]
    ['ab    d', 'c']
    """
    columns = [picture.split("\n") for picture in pictures]
    widths = [max(line.cell_len for line in column) for column in columns]
    lines = []
    for parts in zip_longest(*columns, fillvalue=Text()):
        line = Text()
        for part, width in zip(parts, widths, strict=True):
            line.append_text(part).append(" " * (width - part.cell_len + 4))
        line.rstrip()
        lines.append(line)
    return lines


def _show_play(console: Console, play: Play) -> None:
    games = [f"{count} {outcome}" for outcome, count in sorted(play.outcomes.items())]
    games += [f"{play.faults} ended by a fault"] * bool(play.faults)
    console.print(f"games: {', '.join(games) or 'none'}")
    if play.declined:
        shapes = listing(sorted(play.declined))
        console.print(f"it does not play {shapes} boards; these games were left out")
    if play.certain_there:
        made = f"made {play.certain_made} of the {play.certain_there} times there was one"
        console.print(f"certain moves: {made}")
    if play.guesses:
        risk, least = play.risk / play.guesses, play.least_risk / play.guesses
        taken = f"risk {risk:.1%} on average, the least possible {least:.1%}"
        console.print(f"forced guesses: {play.guesses}, {taken}")


def _show_missed(console: Console, report: Report, *, shows_all: bool) -> None:
    missed = [each for each in report.techniques if each.missed]
    if not missed:
        return
    console.print(Text("missed, with all it builds on found:", "bold"))
    for each in (*missed, *report.engines):
        console.print(f"  {_row(each)}")
    shown = missed if shows_all else missed[: 0 if report.faults else _PICTURES]
    for each in shown:
        _show_miss(console, each)
    if len(shown) < len(missed):
        console.print(f"--all shows {len(missed) - len(shown)} more positions")


def _row(missed: Missed) -> str:
    """Return how often a technique was missed, or what an engine finds first."""
    by, often = missed.by, str(missed.missed)
    name = f"{by.level.name} {by.value}" if isinstance(by, Technique) else f"first found by {by}"
    return f"{name:27}{often if missed.there is None else f'{often} of {missed.there}'}"


def _show_miss(console: Console, missed: Missed) -> None:
    example, by = missed.example, missed.by
    if example is None or example.cell is None or not isinstance(by, Technique):
        return
    cell = example.position.grid.name(example.cell)
    console.print(f"{by.value}: {cell} is {'a mine' if example.is_mine else 'safe'}")
    _show_example(console, example)
