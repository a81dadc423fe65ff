"""`mineproof grade`: the grade of a board, its steps by level, and the guesses it forces."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mineproof.app.cli.play.report import describe_game, name_game
from mineproof.board.game import Act
from mineproof.board.transcript import Transcript
from mineproof.coach.boards.grade import Grade, grade
from mineproof.coach.boards.grade_words import grade_words, level_words
from mineproof.coach.language import Language


def graded(transcript: Transcript) -> Grade:
    """Return the grade of a board from its start: the first cell that the transcript opens.

    If it opens none, the start rule says where to begin.
    """
    opened = (move.cell for move in transcript.moves if move.act is Act.OPEN)
    return grade(transcript.begin(), next(opened, None))


def show_grade(console: Console, found: Grade, transcript: Transcript, language: Language) -> None:
    """Print the grade of a board."""
    game = transcript.begin()
    console.print(Text(name_game(game), "bold").append(f"  {describe_game(game)}", "not bold"))
    headline, *guesses = grade_words(found, game.grid.name, language)
    console.print(Text(headline, "bold"))
    console.print(_table(found, language))
    for sentence in guesses:
        console.print(sentence)


def _table(found: Grade, language: Language) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(language.say("grade.head_level"))
    table.add_column(language.say("grade.head_needs"))
    table.add_column(language.say("grade.head_steps"), justify="right")
    for level, count in found.counts.items():
        table.add_row(level.name, level_words(level, language), str(count))
    return table
