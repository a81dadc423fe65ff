"""`mineproof assess`: what a player breaks and misses, with the smallest positions as pictures."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import zip_longest
from pathlib import Path

from rich.console import Console
from rich.text import Text

from mineproof.app.cli.options import ReportForm
from mineproof.app.json.assessment import report_json
from mineproof.app.json.gradebooks import gradescope, junit, refusal
from mineproof.app.text.board import Marks, board
from mineproof.app.text.console import progress_bar, screen
from mineproof.app.text.words import counted, listing
from mineproof.assess.assessment import Assessment
from mineproof.assess.clauses import Clause
from mineproof.assess.findings import Play
from mineproof.assess.homework import make_homework
from mineproof.assess.marks import Mark, marks
from mineproof.assess.plan import Plan
from mineproof.assess.report import Beside, Broken, Example, Missed, Report
from mineproof.board.layout import Layout
from mineproof.board.view import MINE, View
from mineproof.coach.steps.techniques import Technique
from mineproof.errors import BadInput
from mineproof.files import save
from mineproof.stats.intervals import wilson

_REASONS = 5
"""How many kinds of faults are listed."""

_PICTURES = 3
"""How many missed techniques of a sound player are shown, unless all are."""

_INDENT = " " * 10


@dataclass(frozen=True, slots=True)
class Grader:
    """Assesses players, and writes what it found in one form, to a file or standard output."""

    form: ReportForm = ReportForm.TEXT
    to: Path | None = None
    shows_all: bool = False
    shows_points: bool = False

    def grade(self, player: str, plan: Plan) -> int:
        """Assess a player, write the report, and return the exit code.

        Ctrl-C writes what was found so far. A file that cannot even be read gets no points, if the
        report is for Gradescope, which shows nothing without one.
        """
        try:
            with Assessment(player, plan) as assessment:
                return self._assess(assessment)
        except BadInput as error:
            if self.form is not ReportForm.GRADESCOPE:
                raise
            self._write(json.dumps(refusal(str(error)), indent=1) + "\n")
            return 1

    def _assess(self, assessment: Assessment) -> int:
        is_whole = _run(assessment)
        report = assessment.report(is_whole=is_whole)
        if self.form is ReportForm.TEXT and self.to is None:
            self._show(screen(), report, assessment.plan)
        else:
            self._write(self._written(report, assessment.plan))
        if self.form is ReportForm.GRADESCOPE and self.to is not None:
            self._show(screen(), report, assessment.plan)  # which only the teacher sees there
        if not is_whole:
            done = f"{assessment.positions} of {assessment.wanted} positions"
            screen(stderr=True).print(f"stopped after {done}")
            return 130
        return 1 if report.faults else 0

    def _show(self, console: Console, report: Report, plan: Plan) -> None:
        show_report(console, report, shows_all=self.shows_all)
        if self.shows_points:
            _show_marks(console, marks(report, plan))

    def _written(self, report: Report, plan: Plan) -> str:
        if self.form is ReportForm.TEXT:
            return printed(lambda console: self._show(console, report, plan))
        if self.form is ReportForm.JSON:
            return json.dumps(report_json(report, marks(report, plan))) + "\n"
        given = [(mark, shown_mark(mark)) for mark in marks(report, plan)]
        if self.form is ReportForm.JUNIT:
            return junit(plan.title, report, given)
        whole = printed(lambda console: show_report(console, report))
        return json.dumps(gradescope(whole, given), indent=1) + "\n"

    def _write(self, text: str) -> None:
        if self.to is None:
            sys.stdout.write(text)
        else:
            save(self.to, text)


def write_homework(console: Console, folder: Path) -> None:
    """Write the ready homework, and say what to do with it."""
    for path in make_homework(folder):
        console.print(f"wrote {path}")
    console.print(f"give your students README.md and my_player.py; keep {folder / 'autograder'}")
    points = folder / "autograder" / "points.toml"
    console.print(f"  mineproof assess {folder / 'my_player.py'} --points {points}")


def printed(show: Callable[[Console], None]) -> str:
    """Return what is shown, as plain text."""
    text = StringIO()
    show(Console(file=text, width=100, highlight=False, markup=False, emoji=False, soft_wrap=True))
    return "".join(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())


def shown_mark(mark: Mark) -> str:
    """Return the words of a test, and the smallest position that shows what went wrong."""
    broken = mark.broken
    if broken is None:
        return mark.words
    return printed(lambda console: _show_broken(console, broken))


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
    who = f"{report.name}: {report.kind.value}, {counted(report.positions, 'position')}"
    console.print(Text(who, "bold"))
    for clause in report.kept:
        console.print(f"  kept    {clause.value}")
    for broken in (*report.remarks, *report.faults):
        _show_broken(console, broken)
    if report.play is not None:
        _show_play(console, report.play, report.beside)
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


def _show_play(console: Console, play: Play, beside: Beside | None) -> None:
    console.print(f"games: {_outcomes(play)}")
    for reason, times in play.reasons.most_common(_REASONS):
        console.print(f"  {times} x {reason}")
    if beside is not None:
        console.print(f"  {beside.name} on the same boards: {_outcomes(beside.play)}")
    if play.moves:
        console.print(f"time per move: {_time(play.seconds / play.moves)} on average")
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


def _outcomes(play: Play) -> str:
    """Return how games ended, with the interval of the win rate."""
    games = sum(play.outcomes.values()) + play.faults
    words = [f"{times} {outcome}" for outcome, times in sorted(play.outcomes.items())]
    words += [f"{play.faults} ended by a fault"] * bool(play.faults)
    if not games:
        return "none"
    low, high = wilson(play.outcomes["won"], games)
    rate = f"{play.outcomes['won'] / games:.0%} won (95 % interval {low:.0%} to {high:.0%})"
    return f"{', '.join(words)}; {rate}"


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.2f} ms"


def _show_marks(console: Console, given: Sequence[Mark]) -> None:
    """Print the points of each test, and their sum."""
    console.print(Text("points:", "bold"))
    for mark in given:
        score = f"{mark.score:g} of {mark.most:g}"
        words = f"  {mark.words}" if mark.words and mark.broken is None else ""
        console.print(f"  {score:>12}  {mark.name:12}{words}".rstrip())
    total, most = sum(mark.score for mark in given), sum(mark.most for mark in given)
    console.print(f"  {f'{total:g} of {most:g}':>12}  in all")


def _show_missed(console: Console, report: Report, *, shows_all: bool) -> None:
    missed = [each for each in report.techniques if each.missed]
    levels = report.engines
    if not missed and not any(each.missed for each in levels):
        return
    console.print(Text("missed, with all it builds on found:", "bold"))
    for each in (*missed, *levels):
        console.print(f"  {_row(each)}")
    shown = missed if shows_all else missed[: 0 if report.faults else _PICTURES]
    for each in shown:
        _show_miss(console, each)
    if len(shown) < len(missed):
        console.print(f"--all shows {counted(len(missed) - len(shown), 'more position')}")


def _row(missed: Missed) -> str:
    """Return how often a technique was missed, or what an engine finds first."""
    by, often = missed.by, str(missed.missed)
    name = f"{by.level.name} {by.value}" if isinstance(by, Technique) else f"first found by {by}"
    return f"{name:31}{often if missed.there is None else f'{often} of {missed.there}'}"


def _show_miss(console: Console, missed: Missed) -> None:
    example, by = missed.example, missed.by
    if example is None or example.cell is None or not isinstance(by, Technique):
        return
    cell = example.position.grid.name(example.cell)
    console.print(f"{by.value}: {cell} is {'a mine' if example.is_mine else 'safe'}")
    _show_example(console, example)
