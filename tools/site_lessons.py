"""The lessons as pages of the site, in every language: their text, boards and exercises."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator

from mineproof.coach.language import LANGUAGES
from mineproof.course.answers import solution_text
from mineproof.course.exercises.base import Exercise
from mineproof.course.language import language
from mineproof.course.lesson import Lesson, LessonBoard
from mineproof.course.library import library
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

FOLDER = "lessons"
_MARKS = {Style.STRONG: "**", Style.EMPHASIS: "*"}
_WORDS = {"en": ("English", "Exercise", "Answer"), "zh-TW": ("繁體中文", "練習", "答案")}


def nav() -> list[dict[str, list[str]]]:
    """Return the sections of the navigation, one for each language."""
    return [{_WORDS[tag][0]: [_path(lesson, tag) for lesson in library()]} for tag in LANGUAGES]


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page."""
    for tag in LANGUAGES:
        for number, lesson in enumerate(library(), 1):
            yield _path(lesson, tag), page(lesson, number, tag)


def page(lesson: Lesson, number: int, tag: str) -> str:
    """Return a lesson as Markdown."""
    text = lesson.texts[tag]
    parts = [f"# {number}. {_escaped(text.title)}", f"*{_escaped(text.about)}*"]
    parts += [_block(block, lesson) for block in text.blocks]
    for i, exercise in enumerate(lesson.exercises, 1):
        parts += _exercise(exercise, i, tag)
    return "\n\n".join(parts) + "\n"


def _path(lesson: Lesson, tag: str) -> str:
    return f"{FOLDER}/{tag}/{lesson.name}.md"


def _block(block: Block, lesson: Lesson) -> str:
    match block:
        case Paragraph(_, spans):
            return _line(spans)
        case Heading(_, spans):
            return f"## {_line(spans)}"
        case Items(_, items, is_numbered):
            mark = "1." if is_numbered else "-"
            return "\n".join(f"{mark} {_line(item)}" for item in items)
        case ShownBoard(_, name, caption):
            return f"{_svg(lesson.boards[name])}\n\n*{_escaped(_plain(caption))}*"
        case ClauseLines(_, lines):
            width = max(len(clause) for clause, _ in lines)
            return _verbatim(f"{clause:{width}}  {_plain(note)}" for clause, note in lines)
        case Verbatim(_, text):
            return _verbatim(text.split("\n"))
        case _:
            raise AssertionError(f"an unknown block {block}")


def _exercise(exercise: Exercise, number: int, tag: str) -> Iterator[str]:
    _, name, answer = _WORDS[tag]
    yield f"## {name} {number}"
    yield _escaped(exercise.ask(language(tag)).text)
    if exercise.view is not None:
        yield _svg(LessonBoard(exercise.view))
    setting = exercise.setting()
    given = [clause["text"] for clause in setting.get("given", ())]
    lines = [*given, *setting.get("options", ()), *([setting["line"]] if "line" in setting else [])]
    if lines:
        yield _verbatim(lines)
    yield f"{answer}: `{solution_text(exercise).replace(chr(10), '; ')}`"


def _svg(board: LessonBoard) -> str:
    """Return a drawing without line breaks, which Markdown leaves alone."""
    return f"<p>{board.view.svg(lit=board.lit).replace(chr(10), '')}</p>"


def _line(spans: Iterable[Span]) -> str:
    return "".join(map(_span, spans))


def _span(span: Span) -> str:
    if span.style is Style.CODE:
        return f"`{span.text}`"
    mark = _MARKS.get(span.style, "")
    return f"{mark}{_escaped(span.text)}{mark}"


def _plain(spans: Iterable[Span]) -> str:
    return "".join(span.text for span in spans)


def _verbatim(lines: Iterable[str]) -> str:
    return "\n".join(["```", *(line.rstrip() for line in lines), "```"])


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)
