"""Files of lessons: what is wrong is told with the file, the line, and what was expected."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mineproof.course.answers import WRITTEN
from mineproof.course.exercises.kinds import KINDS
from mineproof.course.lesson_file import read_lesson
from mineproof.course.markup import Paragraph
from mineproof.errors import BadInput

DOCUMENT = (Path(__file__).parents[2] / "docs" / "course.md").read_text(encoding="utf-8")
GOOD = """\
[board.wall]
picture = "### 121"
lit = ["b1"]

[en]
title = "A wall"
about = "Three numbers."
text = '''
![Look](wall)

So [b1 is safe](b1 safe).
'''

[[exercise]]
kind = "mines"
board = "wall"
question.en = "Which are mines?"
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "07-my wall.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_lesson_in_one_language(tmp_path: Path) -> None:
    lesson = read_lesson(write(tmp_path, GOOD))
    assert lesson.name == "my wall"
    assert lesson.boards["wall"].lit == (1,)
    assert isinstance(lesson.texts["en"].blocks[1], Paragraph)
    (exercise,) = lesson.exercises
    assert exercise.question == {"en": "Which are mines?", "zh-TW": "Which are mines?"}
    assert exercise.check("a1 c1").is_right


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("b1 safe)", "a1 safe)", "line 11: 'a1 safe' is not true; expected what the board shows"),
        ("b1 safe)", "z9 safe)", "line 11: "),
        ("(wall)", "(well)", "line 9: board 'well'; expected wall"),
        ("![Look](wall)\n", "", "line 10: a claim without a board; expected"),
        ("![Look](wall)", "![Look] (wall)", r"line 9: .*expected !\[caption\]\(board\) on its own"),
        ("So [", "So *[", "line 11: '\\*' alone in .*; expected a pair"),
        ("So ", "```\nSo ", "line 11: a fence without an end"),
        ("So ", "```python\n```\n\nSo ", "line 11: a fence 'python'; expected ``` or ```clauses"),
        ("So ", "- one\ntwo\n\nSo ", "line 12: 'two'; expected a blank line after the list"),
        ('"### 121"', '"### 1x1"', "line 1: "),
        ('lit = ["b1"]', 'lit = ["d9"]', "line 1: "),
        ('lit = ["b1"]', 'shape = "round"', "line 1: shape 'round'; expected square, torus, hex"),
        ('lit = ["b1"]', "colour = 3", "line 1: unknown 'colour'; expected picture, mines"),
        ('about = "Three numbers."\n', "", "line 5: 'about' is missing"),
        ('"mines"', '"essay"', "line 14: unknown kind 'essay' of my wall-1; expected safe, mines"),
        ('board = "wall"', 'board = "well"', "line 14: board 'well'; expected wall"),
        ('board = "wall"\n', "", "line 14: no board in my wall-1; expected one"),
        ("question.en", "question.fr", "line 14: unknown 'fr'; expected en"),
        ('title = "A wall"', "title = ", "line 6: Invalid value; expected TOML"),
        ("[en]", "[fr]", "unknown 'fr'; expected board, exercise, en, zh-TW"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    path = write(tmp_path, GOOD.replace(old, new))
    with pytest.raises(BadInput, match=message) as caught:
        read_lesson(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    with pytest.raises(BadInput, match="expected a lesson"):
        read_lesson(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="expected TOML in UTF-8"):
        read_lesson(path)
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(BadInput, match="expected at most 1000000"):
        read_lesson(path)


def test_a_board_that_cannot_be_is_refused(tmp_path: Path) -> None:
    wrong = GOOD.replace("### 121", "### 191").replace("(b1 safe)", "(b1)")
    with pytest.raises(BadInput, match="line 1: "):
        read_lesson(write(tmp_path, wrong))
    clash = GOOD.replace("### 121", "### 131").replace("(b1 safe)", "(b1)")
    with pytest.raises(BadInput, match="line 14: no layout fits"):
        read_lesson(write(tmp_path, clash))


def test_the_example_in_the_document_is_a_lesson(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)
    assert len(read_lesson(write(tmp_path, example)).exercises) == 1


def test_the_document_has_every_kind_of_exercise() -> None:
    kinds = [name for name, kind in KINDS.items() if issubclass(kind, WRITTEN)]
    rows = [row.split("|")[1] for row in DOCUMENT.splitlines() if row.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)}
    assert set(kinds) <= named
