"""`mineproof review`: the final board, a table of the moves and a summary.

Each verdict has a sign beside its word, so that no information depends on colour.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from mineproof.app.cli.play.report import describe_game, name_game
from mineproof.app.text.board import Marks, Window, board
from mineproof.board.transcript import move_word
from mineproof.coach.language import Language, percent
from mineproof.coach.review import Remark, Review, Verdict
from mineproof.coach.words.review_words import SIGNS, remark_words, summary_words, verdict_word

_BLUE, _ORANGE = Style(color="#4c9be8"), Style(color="#f08c2e")
_STYLES = {
    Verdict.PROVED: _BLUE,
    Verdict.BEST_GUESS: _BLUE,
    Verdict.POOR_GUESS: _ORANGE,
    Verdict.MISSED: _ORANGE,
    Verdict.LUCKY: _ORANGE,
    Verdict.BLUNDER: _ORANGE + Style(bold=True, reverse=True),
}
_QUIET = (Verdict.PROVED, Verdict.NOTE)
_SHORT_RUN = 2
"""Up to this many quiet moves in a row are listed one by one; more share a line."""


class Row(NamedTuple):
    """One line of the table: a move, or a run of moves that are alike."""

    number: str
    move: str
    sign: str
    verdict: str
    risk: str
    remark: str
    style: Style = Style()

    @property
    def parts(self) -> tuple[str, ...]:
        """The texts of its columns."""
        return self[:-1]


def show_review(
    console: Console, review: Review, language: Language, file: str, *, is_whole: bool = False
) -> None:
    """Print a reviewed game; `is_whole` lists every move."""
    game = review.transcript.end()
    window = Window.whole(game.grid, console.width if console.is_terminal else None)
    last = review.remarks[-1].move.cell if review.remarks else None
    console.print(Text(name_game(game), "bold").append(f"  {describe_game(game)}", "not bold"))
    console.print(board(game.view, Marks(last), window), soft_wrap=True)
    console.print()
    _print_table(console, _head(language), list(_rows(review, language, is_whole=is_whole)))
    console.print()
    for sentence in summary_words(review, language):
        console.print(sentence)
    if review.remarks and file != "-":
        console.print(Text(language.say("review.again", command=_again(file)), "dim"))


def _again(file: str) -> str:
    name = shlex.quote(file)
    return f"mineproof review {name} --again N > again; mineproof play --human --resume again"


def _head(language: Language) -> Row:
    names = ("number", "move", "verdict", "risk", "remark")
    number, move, verdict, risk, remark = (language.say(f"review.head_{name}") for name in names)
    return Row(number, move, "", verdict, risk, remark)


def _rows(review: Review, language: Language, *, is_whole: bool) -> Iterator[Row]:
    for verdict, members in groupby(review.remarks, key=lambda remark: remark.verdict):
        run = list(members)
        if verdict in _QUIET and len(run) > _SHORT_RUN and not is_whole:
            yield _run_row(run, language)
        else:
            yield from (_row(remark, review, language) for remark in run)


def _row(remark: Remark, review: Review, language: Language) -> Row:
    grid, verdict = review.transcript.grid, remark.verdict
    return Row(
        str(remark.number),
        move_word(grid, remark.move),
        SIGNS[verdict],
        verdict_word(verdict, language),
        f"{percent(remark.risk)}%" if remark.risk else "",
        "" if verdict in _QUIET else remark_words(remark, grid, language),
        _STYLES.get(verdict, Style()),
    )


def _run_row(run: Sequence[Remark], language: Language) -> Row:
    verdict = run[0].verdict
    numbers = f"{run[0].number}-{run[-1].number}"
    moves = language.say("review.run", count=len(run))
    word, style = verdict_word(verdict, language), _STYLES.get(verdict, Style())
    return Row(numbers, "", SIGNS[verdict], word, "", moves, style)


def _print_table(console: Console, head: Row, rows: Sequence[Row]) -> None:
    """Print a table; a terminal wraps long remarks, a pipe gets one line per row."""
    if not console.is_terminal:
        for line in _lines([head, *rows]):
            console.print(line)
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in head.parts:
        table.add_column(name, overflow="fold")  # not every language has spaces to wrap at
    for row in rows:
        number, move, sign, verdict, risk, remark = row.parts
        coloured = (Text(part, row.style) for part in (sign, verdict))
        table.add_row(number, move, *coloured, risk, remark)
    console.print(table)


def _lines(rows: Sequence[Row]) -> Iterator[str]:
    columns = zip(*(row.parts for row in rows), strict=True)
    widths = [max(map(cell_len, column)) for column in columns]
    for row in rows:
        padded = map(set_cell_size, row.parts, widths)
        yield "  ".join(padded).rstrip()
