"""`mineproof review` and `mineproof grade`: what is printed, in words and as JSON."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from rich.console import Console
from tests.app.conftest import Shell
from tests.brute_force import forced_guesses

from mineproof.app.cli.grade import graded
from mineproof.app.cli.review import show_review
from mineproof.app.json.cells import Json
from mineproof.app.json.review import grade_json, guessing_json, review_json
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach.forced_guess import rank_guesses
from mineproof.coach.language import LANGUAGES, language
from mineproof.coach.review import Verdict, review
from mineproof.coach.words.review_words import SIGNS

LOST = "layout/clearing *2*1 b1 c1"
GAME = "easy/opening#1 d4 Fb2 b1 Fa1 a3"


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[str], str]:
    """Write a transcript into a file, and return its name."""

    def write(text: str) -> str:
        (tmp_path / "game").write_text(text)
        return str(tmp_path / "game")

    return write


# --- review ---------------------------------------------------------------------------------------


def test_moves_verdicts_and_summary(run: Shell, saved: Callable[[str], str]) -> None:
    file = saved("layout/clearing 0111 01*1 b1 b2 Fc2 a1")
    lines = run("review", file).out.splitlines()
    assert lines[0].startswith("layout  clearing game, 2 rows x 4 columns, 1 mine")
    assert [line.split()[:4] for line in lines[5:9]] == [
        ["no.", "move", "verdict", "risk"],
        ["1", "b1", "=", "best"],
        ["2", "b2", "?!", "missed"],
        ["3", "Fc2", ".", "note"],
    ]
    assert lines[7].endswith("20%   d1 was certainly safe: all floating cells safe.")
    assert lines[-1].startswith("To play on from before move N: mineproof review ")
    assert "\x1b" not in "".join(lines)


def test_quiet_moves_in_a_row_share_a_line_unless_all_are_wanted(
    run: Shell, saved: Callable[[str], str]
) -> None:
    file = saved("layout/clearing:a1,g1 ..*.*.. Fc1 Fe1 d1")
    short, whole = (run("review", file, *words).out.splitlines() for words in ((), ("--all",)))
    assert short[5].split() == ["1-3", "+", "proved", "3", "moves"]
    assert [line.split()[1] for line in whole[5:8]] == ["Fc1", "Fe1", "d1"]


def test_the_game_may_come_from_standard_input(run: Shell) -> None:
    out = run("review", text=LOST).out
    assert "Move 2, c1, lost the game: blunder." in out
    assert "mineproof review -" not in out


def test_try_again_from_before_a_move(run: Shell, saved: Callable[[str], str]) -> None:
    assert run("review", saved(GAME), "--again", "3").out == "easy/opening#1\nd4 Fb2\n"


def test_in_another_language(run: Shell) -> None:
    assert "失誤" in run("review", "--lang", "zh-TW", text=LOST).out


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        ((), "", "an empty transcript"),
        ((), "easy/opening#1 D4", "move 1 is 'D4'; expected b3 to open"),
        ((), "layout/clearing *. b1 b1", "move 2, b1: the game is won"),
        (("--again", "9"), GAME, "no move 9 in this game; expected 1 to 5"),
        (("--lang", "xx"), GAME, "unknown language 'xx'; expected en or zh-TW"),
    ],
)
def test_what_cannot_be_reviewed(
    complains: Callable[..., str], words: tuple[str, ...], text: str, message: str
) -> None:
    assert message in complains("review", *words, text=text)


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 160])
def test_in_a_terminal_it_has_colours_and_keeps_to_its_width(tag: str, width: int) -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=width, color_system="truecolor")
    show_review(console, review(Transcript.parse(LOST)), language(tag), "game")
    assert "\x1b[" in file.getvalue()
    plain = Console(file=io.StringIO(), force_terminal=True, width=width, color_system=None)
    show_review(plain, review(Transcript.parse(LOST)), language(tag), "game")
    assert isinstance(plain.file, io.StringIO)
    assert max(len(line.rstrip()) for line in plain.file.getvalue().splitlines()) <= width


@pytest.mark.parametrize("tag", LANGUAGES)
def test_in_a_narrow_terminal_no_word_is_lost(tag: str) -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=60, color_system=None)
    found = review(Transcript.parse("layout/clearing *2** a1"))
    show_review(console, found, language(tag), "game")
    assert isinstance(console.file, io.StringIO)
    shown = "".join(console.file.getvalue().split())
    assert "…" not in shown


def test_every_verdict_has_a_sign_of_its_own() -> None:
    assert len(set(SIGNS.values())) == len(Verdict)


# --- grade ----------------------------------------------------------------------------------------


def test_a_grade_is_printed(run: Shell) -> None:
    lines = run("grade", "--game", "torus:5x5/5/opening#0").out.splitlines()
    assert lines[0].startswith("torus:5x5/5/opening#0  clearing game")
    assert lines[1] == "Grade L4: a case split."
    assert [line.split()[-1] for line in lines[3:9]] == ["5", "2", "0", "1", "0", "0"]


def test_level_start_and_seed_say_the_same(run: Shell) -> None:
    words = ("--level", "torus:5x5/5", "--start", "opening", "--seed", "0")
    assert run("grade", *words).out == run("grade", "--game", "torus:5x5/5/opening#0").out
    assert run("grade", "--level", "easy").out.startswith("easy/list#")


def test_a_transcript_says_where_to_start(run: Shell) -> None:
    layout = "layout/clearing .*..."
    assert "Grade L5" in run("grade", "-", text=f"{layout} Fa1 e1 d1").out
    assert "Grade G" in run("grade", "-", text=layout).out
    usual, other = (run("grade", "-", text=f"easy/opening#3 {first}").out for first in ("", "h8"))
    assert usual == run("grade", "--game", "easy/opening#3").out
    assert usual != other


def test_a_file_and_a_game_do_not_go_together(complains: Callable[..., str]) -> None:
    assert "GAME and --seed cannot be combined" in complains("grade", "x", "--seed", "3")
    assert "GAME and --game cannot be combined" in complains("grade", "x", "--game", "easy/list#1")


# --- JSON -----------------------------------------------------------------------------------------


@cache
def schema() -> Json:
    text = (files("mineproof.coach") / "schema.json").read_text(encoding="utf-8")
    loaded: Json = json.loads(text)
    Draft202012Validator.check_schema(loaded)
    return loaded


def check(value: object, kind: str) -> None:
    """Validate `value` as a reader would get it."""
    told = json.loads(json.dumps(value))
    assert told["kind"] == kind
    Draft202012Validator(schema()).validate(told)


GAMES = [
    "easy/list#1",
    "easy/opening#1 d4 Fb2 b1 Fa1 a3",
    "layout/clearing 0111 01*1 b1 b2 Fc2 a1",
    "layout/clearing 1*2*1 d1",
    "layout/clearing .*. ... a1 a2 b1",
    "layout/clearing *.....*... .........* c1 a2",
    "layout/marking *100 c1 Fb1",
    "layout/clearing 1*10 a1 Fd1 c1 Cc1",
]


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("tag", LANGUAGES)
def test_reviews_follow_the_schema(text: str, tag: str) -> None:
    found = review(Transcript.parse(text))
    value = review_json(found, language(tag))
    check(value, "review")
    assert value["counts"] == {verdict.value: count for verdict, count in found.counts.items()}


@pytest.mark.parametrize("text", ["5x5/5/opening#5", "easy/list#1", "layout/clearing .*.. d1"])
@pytest.mark.parametrize("tag", LANGUAGES)
def test_grades_follow_the_schema(text: str, tag: str) -> None:
    transcript = Transcript.parse(text)
    check(grade_json(graded(transcript), transcript, language(tag)), "grade")


@settings(max_examples=20)
@given(forced_guesses(max_side=3))
def test_guesses_follow_the_schema(view: View) -> None:
    check(guessing_json(rank_guesses(view), view.grid, language("en")), "guessing")


def test_the_schema_refuses_what_is_not_meant() -> None:
    value = review_json(review(Transcript.parse(GAME)), language("en"))
    for wrong in ({"outcome": "stuck"}, {"luck": None}, {"chance": 2}, {"more": 1}):
        with pytest.raises(Exception, match=r"is not|Additional|greater"):
            check(value | wrong, "review")


def test_json_on_the_command_line(run: Shell) -> None:
    reviewed = json.loads(run("review", "--json", text=LOST).out)
    check(reviewed, "review")
    assert reviewed["losing"] == 2
    assert reviewed["moves"][1]["certain"]["name"] == "c1"
    grade = json.loads(run("grade", "--game", "5x5/5/opening#5", "--json").out)
    check(grade, "grade")
    assert (grade["level"], grade["counts"]["G"]) == ("G", 2)
