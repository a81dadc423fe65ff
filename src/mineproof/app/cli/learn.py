"""`mineproof learn`: the lessons of the course to read, and their exercises answered by typing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from mineproof.app.cli.resolve import prove
from mineproof.app.text.board import Marks, Window, board
from mineproof.app.text.console import keyboard, prompted
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.coach.language import Language
from mineproof.course.answers import check_text, solution_text
from mineproof.course.exercises.base import Exercise, Verdict
from mineproof.course.exercises.ready import ready_exercises
from mineproof.course.exercises.resolution.resolve import Resolve
from mineproof.course.language import language
from mineproof.course.lesson import Lesson
from mineproof.course.library import Library
from mineproof.course.markup import (
    Block,
    ClauseLines,
    Heading,
    Items,
    Paragraph,
    ShownBoard,
    Span,
    Style,
    Verbatim,
)
from mineproof.errors import BadInput

_SHOW, _NEXT, _QUIT = "show", "next", "quit"
_STYLES = {Style.STRONG: "bold", Style.EMPHASIS: "italic", Style.CODE: "cyan"}


def list_lessons(console: Console, lessons: Library, tag: str) -> None:
    """Print the titles of all lessons."""
    for number, lesson in enumerate(lessons, 1):
        _, text = lesson.text(tag)
        console.print(Text.assemble(f"{number:3}  ", (text.title, "bold"), f": {text.about}"))
    console.print(language(tag).say("learn.begin", number=1))
    proofs = [name for name in ready_exercises() if name.startswith("resolve-")]
    console.print(language(tag).say("learn.proofs", first=proofs[0], last=proofs[-1]))


def teach(console: Console, lessons: Library, key: str, tag: str) -> int:
    """Print a lesson, ask its exercises, print the score, and return the exit code.

    The key may also be the id of a ready exercise, which is then asked alone.
    """
    exercise = ready_exercises().get(key)
    lesson = None if exercise else lessons.find(key)
    if lesson:
        read_out(console, lesson, tag)
    typed = keyboard()
    lines = prompted() if typed.isatty() else iter(typed)
    if lesson:
        return ask_all(console, lesson, tag, lines)
    assert exercise is not None
    return ask_one(console, exercise, tag, lines)


# The text


def read_out(console: Console, lesson: Lesson, tag: str) -> None:
    """Print the text of a lesson, with its boards."""
    _, text = lesson.text(tag)
    console.print(Text(text.title, "bold underline"))
    for block in text.blocks:
        console.print()
        _print_block(console, block, lesson)
    console.print()


def _print_block(console: Console, block: Block, lesson: Lesson) -> None:
    match block:
        case Paragraph(_, spans):
            console.print(_line(spans))
        case Heading(_, spans):
            console.print(Text(_plain(spans), "bold"))
        case Items(_, items, is_numbered):
            for number, item in enumerate(items, 1):
                mark = f"{number}. " if is_numbered else "- "
                console.print(Text.assemble(mark, _line(item)))
        case ShownBoard(_, name, caption):
            _print_board(console, lesson.boards[name].view, lesson.boards[name].lit)
            console.print(Text(_plain(caption), "dim"))
        case ClauseLines(_, lines):
            width = max(len(clause) for clause, _ in lines)
            for clause, note in lines:
                console.print(Text(f"    {clause:{width}}   {_plain(note)}".rstrip()))
        case Verbatim(_, text):
            console.print(Padding(Text(text), (0, 4)))
        case _:
            raise AssertionError(f"an unknown block {block}")


def _line(spans: Iterable[Span]) -> Text:
    return Text.assemble(*((span.text, _STYLES.get(span.style, "")) for span in spans))


def _plain(spans: Iterable[Span]) -> str:
    return "".join(span.text for span in spans)


def _print_board(console: Console, view: View, lit: Iterable[Cell] = ()) -> None:
    width = console.width if console.is_terminal else None
    clues = [cell for cell in lit if view.is_open(cell)]
    console.print(board(view, Marks(clues=clues), Window.whole(view.grid, width)), soft_wrap=True)


# Exercises


class _Left(Exception):
    """The reader quits."""


def ask_all(console: Console, lesson: Lesson, tag: str, lines: Iterator[str]) -> int:
    """Ask all exercises of a lesson, with answers from `lines`; return the exit code."""
    words, solved, code = language(tag), 0, 0
    try:
        for number, exercise in enumerate(lesson.exercises, 1):
            head = words.say("learn.exercise", number=number, all=len(lesson.exercises))
            console.print(Text(head, "bold"))
            solved += _ask(console, exercise, words, lines)
    except _Left:
        pass
    except KeyboardInterrupt:
        code = 130
    if lesson.exercises:
        score = words.say("learn.score", solved=solved, all=len(lesson.exercises))
        console.print(Text(score, "bold"))
    return code


def ask_one(console: Console, exercise: Exercise, tag: str, lines: Iterator[str]) -> int:
    """Ask one exercise, with answers from `lines`; return the exit code."""
    try:
        if isinstance(exercise, Resolve):
            prove(console, exercise, language(tag), lines)
        else:
            _ask(console, exercise, language(tag), lines)
    except _Left:
        pass
    except KeyboardInterrupt:
        return 130
    return 0


def _ask(console: Console, exercise: Exercise, words: Language, lines: Iterator[str]) -> bool:
    """Ask until the answer is right, shown or left; tell whether it was right."""
    _pose(console, exercise, words)
    for line in lines:
        match line.strip():
            case "":
                continue
            case word if word == _QUIT:
                raise _Left
            case word if word == _NEXT:
                return False
            case word if word == _SHOW:
                answer = solution_text(exercise).replace("\n", "; ")
                console.print(words.say("learn.solution", answer=answer))
                _reason(console, exercise, words)
                return False
            case text:
                if _is_right(console, exercise, words, text):
                    return True
    raise _Left


def _pose(console: Console, exercise: Exercise, words: Language) -> None:
    console.print(exercise.ask(words).text)
    if exercise.view is not None:
        _print_board(console, exercise.view)
        if exercise.view.mines is not None:
            console.print(words.say("learn.total", number=exercise.view.mines))
    for line in _given(exercise, words):
        console.print(f"    {line}")
    console.print(Text(words.say("learn.how", show=_SHOW, next=_NEXT, quit=_QUIT), "dim"))


def _given(exercise: Exercise, words: Language) -> Iterator[str]:
    """Yield what an exercise gives besides its board."""
    setting = exercise.setting()
    for number, clause in enumerate(setting.get("given", ()), 1):
        yield f"({number}) {clause['text']}"
    for number, option in enumerate(setting.get("options", ()), 1):
        yield f"({number}) {option if isinstance(option, str) else option[words.tag]}"
    if "trail" in setting:
        yield words.say("learn.trail", trail=setting["trail"] or words.say("learn.nothing"))
    if "line" in setting:
        yield setting["line"]
    for mines in setting.get("models", ()):
        yield _layout(exercise, mines, words)


def _is_right(console: Console, exercise: Exercise, words: Language, text: str) -> bool:
    try:
        verdict = check_text(exercise, text)
    except BadInput as error:
        console.print(str(error))
        return False
    console.print(exercise.say(verdict, words).text)
    _refute(console, exercise, verdict, words)
    if verdict.is_right:
        _reason(console, exercise, words)
    return verdict.is_right


def _refute(console: Console, exercise: Exercise, verdict: Verdict, words: Language) -> None:
    if "layout" in verdict.more:
        console.print(_layout(exercise, verdict.more["layout"], words))


def _layout(exercise: Exercise, mines: Iterable[tuple[int, int]], words: Language) -> str:
    assert exercise.view is not None, "layouts are of boards"
    grid = exercise.view.grid
    names = [grid.name(grid.at(*place)) for place in mines]
    return words.say("learn.layout", cells=", ".join(names) or words.say("learn.nothing"))


def _reason(console: Console, exercise: Exercise, words: Language) -> None:
    if exercise.reason:
        console.print(exercise.reason[words.tag])
