from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.app.conftest import Shell
from tests.boards import mid_game

from mineproof.app.cli.explain import Asked, answer
from mineproof.board.view import View

Complains = Callable[..., str]

WALL = "###\n121\n000\n"
HEX = "2##\n###\n"
WALL_TOLD = """\
   a b c
 1 # # m
 2[1|2]1
 3 0 0 0
[ ] = clue, m = mine

"""

CHAIN = """\
   a b c d e f g
 1 0[1]m[1]s 1 #
[ ] = clue, s = safe, m = mine

Step 1: full clue
1. The 1 at b1 touches only one covered cell, c1.
2. So c1 is a mine.
Step 2: satisfied clue
1. The 1 at d1 already has its one mine, c1.
2. So e1 is safe.
"""


def test_the_next_step_is_told_in_full(run: Shell) -> None:
    out = run("explain", "--flags", text=WALL).out
    assert out.startswith(WALL_TOLD + "1-2-1 (two clues): ")
    assert out.endswith(
        "1. The 2 at b2 needs one more mine than the 1 at a2, and has only one cell of its own, "
        "c1.\n2. So c1 is a mine.\n"
    )
    assert "\x1b" not in out


def test_before_the_first_move_any_cell_is_safe(run: Shell) -> None:
    friendly = "Nothing is open yet: any first cell is safe.\nc3 is a good place to start.\n"
    assert run("explain", text="beginner/opening#4").out == friendly
    named = run("explain", "expert/safe:b7#5", "--rung", "6").out
    assert named.splitlines()[1:] == ["4 b7 is a good place to start.", "6 Open b7."]
    assert json.loads(run("explain", "cs50/safe#1", "--json").out)["outlook"] == "first"
    for risky in ("3x3/2/none#4", "3x3/1/safe#4 a1", "layout/clearing *.. ..."):
        assert "any first cell" not in run("explain", text=risky).out


def test_file_and_standard_input_are_the_same(run: Shell, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(WALL, encoding="utf-8")
    assert run("explain", str(file)) == run("explain", "-", text=WALL)


def test_an_explanation_is_drawn(run: Shell, tmp_path: Path) -> None:
    for name, head in (("a.gif", b"GIF89a"), ("a.png", b"\x89PNG"), ("a.svg", b"<svg ")):
        assert run("explain", "--to", str(tmp_path / name), text=WALL).out == ""
        assert (tmp_path / name).read_bytes().startswith(head)
    for asked in (["--to", "a.jpg"], ["--to", "b.gif", "--json"], ["--to", "b.gif", "--rung", "1"]):
        assert run("explain", *asked, text=WALL).code == 2
    guess = run("explain", "--to", str(tmp_path / "b.gif"), "--mines", "1", text="##\n11\n")
    assert guess.code == 2
    assert "no cell is certainly safe in this position; expected --cell" in guess.err


def test_the_chain_to_a_cell(run: Shell) -> None:
    assert run("explain", "--cell", "e1", text="01#1#1#\n").out == CHAIN


def test_a_ladder_goes_up_to_its_rung(run: Shell) -> None:
    assert run("explain", "--rung", "0", text=WALL).out == "0 There is a safe cell.\n"
    out = run("explain", "--rung", "3", text=WALL).out
    assert out.startswith("   a b c\n 1 # # #\n 2[1|2|1]\n 3 0 0 0\n[ ] = clue\n\n0 There is")
    assert out.endswith("\n3 Look at the 1 at a2, the 2 at b2 and the 1 at c2.\n")
    assert "c1" not in out
    assert run("explain", "--rung", "6", text=WALL).out.endswith(
        "one mine, c1.\n  So b1 is safe.\n6 Open b1.\n"
    )


def test_a_region_is_cut_out_of_the_board(run: Shell) -> None:
    text = "\n".join(["0" * 9] * 7 + ["000000011", "00000001#"])
    out = run("explain", "--rung", "1", "--flags", text=text).out
    assert out == (
        "   g h i\n 7 0 0 0\n 8 0 1 1\n 9 0 1 #\n0 There is a certain move.\n"
        "1 Look at the bottom third of the rows and the right third of the columns.\n"
    )


def test_nothing_to_tell(run: Shell) -> None:
    guess = run("explain", text="##\n11\n").out
    assert guess.startswith("   a b\n 1 ? ?\n 2 1 1\n? = guess\n\nNo cell is safe; a guess ")
    assert "a1: 50% risk, wins 50%; 50% chance of a certain move next" in guess
    assert run("explain", text="00\n").out == "There is nothing left to open.\n"
    uncertain = run("explain", "--cell", "a1", text="##\n11\n").out
    assert uncertain.startswith("a1 is not certain. Its risk is 50.0%.\nSome layouts that fit have")
    assert "A layout with a mine at a1:\n   a b\n 1 m #\n 2 1 1\n" in uncertain
    assert "A layout without one:\n   a b\n 1 s m\n 2 1 1\n" in uncertain
    assert run("explain", "--cell", "a2", text="##\n11\n").out == "a2 is open: it shows 1.\n"


def test_a_wrong_flag_is_said_to_be_one(run: Shell) -> None:
    out = run("explain", text="###\n11F\n").out
    assert out.startswith("   a b c\n 1 # # s\n 2[1|1]s\n[ ] = clue, s = safe\n\nA flag is wrong: ")


@pytest.mark.parametrize("name", ["zh-tw", "zh_TW", "zh", "ZH-Hant"])
def test_a_language_is_known_however_it_is_spelled(run: Shell, name: str) -> None:
    words = ("explain", "--json", "--cell", "c1")
    assert json.loads(run(*words, "--lang", name, text=WALL).out)["language"] == "zh-TW"


def test_the_locale_chooses_the_language(run: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_TW.UTF-8")
    found = json.loads(run("explain", "--json", text=WALL).out)
    assert found["language"] == "zh-TW"
    assert json.loads(run("explain", "--json", "--lang", "en", text=WALL).out)["language"] == "en"
    for locale in ("fr_FR.UTF-8", "zh_CN.UTF-8", "C", "POSIX"):
        monkeypatch.setenv("LC_ALL", locale)
        assert json.loads(run("explain", "--json", text=WALL).out)["language"] == "en"


def test_other_languages(run: Shell) -> None:
    out = run("explain", "--lang", "zh-TW", text=WALL).out
    assert out.startswith("   a b c\n 1 # s #\n 2[1|2|1]\n 3 0 0 0\n[ ] = 線索，s = 安全\n\n需要")
    assert out.endswith("4. 所以 b1 安全。\n")


def test_json(run: Shell) -> None:
    told = json.loads(run("explain", "--json", text=WALL).out)
    assert (told["kind"], told["rung"], "move" in told) == ("hint", 5, False)
    assert told["words"][5][-1]["text"] == "So b1 is safe."
    rung = json.loads(run("explain", "--json", "--rung", "2", "--lang", "zh-TW", text=WALL).out)
    assert (rung["rung"], rung["language"], rung["level"]) == (2, "zh-TW", "L2")
    cell = json.loads(run("explain", "--json", "--cell", "b1", text=WALL).out)
    assert (cell["kind"], cell["verdict"], len(cell["steps"])) == ("explanation", "safe", 2)


def test_the_mine_count_and_the_shape_are_told(run: Shell) -> None:
    counted = run("explain", "--mines", "1", text="#1##\n").out
    assert "2. At least one mine must touch the 1 at b1, and only one is left.\n" in counted
    assert run("explain", "--flags", "--shape", "hex", text=HEX).out.startswith(
        "   a b c\n 1[2]m #\n 2  m # #\n"
    )
    assert "2 mines are certain; a guess" in run("explain", "--shape", "hex", text=HEX).out
    assert "No cell is safe; a guess" in run("explain", "--shape", "torus", text=HEX).out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "an empty picture"),
        ("9#\n", "unexpected '9' in row 1"),
        (b"\xff\xfe\x00", "neither text nor a known replay"),
    ],
)
def test_bad_positions(complains: Complains, text: str | bytes, told: str) -> None:
    assert told in complains("explain", text=text)
    assert told in complains("explain", "--cell", "a1", text=text)
    assert told in complains("explain", "--json", text=text)


def test_an_impossible_position_is_refused_with_what_its_rung_tells(complains: Complains) -> None:
    assert "No layout fits this board." in complains("explain", "--rung", "0", text="2#")
    spoken = complains("explain", "--lang", "zh-TW", "--json", text="2#")
    assert "沒有任何排法符合 a1 的 2。" in spoken


def test_a_step_leads_to_a_cell_to_open_unless_flags_are_moves(run: Shell) -> None:
    assert run("explain", "--no-flags", text=WALL) == run("explain", text=WALL)
    assert "b1 is safe" in run("explain", text=WALL).out.splitlines()[-1]
    ladder = run("explain", "--flags", "--rung", "6", text=WALL).out
    assert ladder.splitlines()[-1] == "6 Flag c1."
    told = run("explain", "--flags", "--cell", "b1", text=WALL).err
    assert told == "mineproof: --cell and --flags cannot be combined\n"


def test_a_supposition_is_refuted_or_followed(run: Shell, complains: Complains) -> None:
    refuted = run("explain", "--suppose", "b1=mine", text=WALL).out
    assert refuted.startswith(
        "Suppose that b1 is a mine.\nThat cannot be: b1 is safe.\n\n   a b c\n"
    )
    assert refuted.endswith("2. So b1 is safe.\n")
    told = json.loads(run("explain", "--json", "--suppose", "a1=safe", text="##\n11\n").out)
    assert (told["kind"], told["is_possible"], told["chance"]) == ("supposition", True, 0.5)
    assert [each["name"] for each in told["follows"]] == ["b1"]
    assert "expected CELL=mine or CELL=safe" in complains("explain", "--suppose", "b1", text=WALL)
    for other in (("--cell", "b1"), ("--rung", "2"), ("--engine", "exact"), ("--flags",)):
        words = ("explain", "--suppose", "b1=mine", *other)
        assert "cannot be combined" in complains(*words, text=WALL)


def test_bad_options(complains: Complains) -> None:
    assert "no cell 'z9'" in complains("explain", "--cell", "z9", text=WALL)
    assert "not a cell name" in complains("explain", "--cell", "9z", text=WALL)
    assert "rung 7; expected 0 to 6" in complains("explain", "--rung", "7", text=WALL)
    assert "--cell and --rung cannot be combined" in complains(
        "explain", "--cell", "a1", "--rung", "2", text=WALL
    )
    assert "unknown language 'fr'" in complains("explain", "--lang", "fr", text=WALL)


# --- in a terminal --------------------------------------------------------------------------------


def terminal(
    view: View, width: int, height: int = 30, rung: int | None = None, *, flags: bool = False
) -> str:
    """Return what a terminal of this size shows, with its colours."""
    console = Console(
        file=StringIO(),
        width=width,
        height=height,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
    )
    answer(console, view, Asked(None, rung, "en", as_json=False, flags=flags))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def plain(text: str) -> str:
    return "".join(part.partition("m")[2] for part in f"m{text}".split("\x1b["))


def test_clues_and_conclusions_have_colours_and_signs() -> None:
    shown = terminal(View.from_picture(WALL), width=60)
    assert "\x1b[1;38;2;255;255;255;48;2;16;64;208m[" in shown
    assert "\x1b[1;38;2;0;0;0;48;2;61;255;87m s" in shown
    assert plain(shown).startswith("   a b c\n 1 # s #\n 2[1|2|1]\n")


@pytest.mark.parametrize("level", ["expert", "torus:16x30/70", "hex:40x7/50"])
@pytest.mark.parametrize(("width", "height"), [(120, 50), (80, 24), (50, 24), (30, 12), (20, 8)])
def test_nothing_is_wider_than_the_terminal(level: str, width: int, height: int) -> None:
    for seed, rung in enumerate([None, 1, 3, 6]):
        view = mid_game(level, seed)
        for line in plain(terminal(view, width, height, rung)).splitlines():
            assert len(line) <= width


def test_a_board_that_does_not_fit_is_cut_around_the_step() -> None:
    zeros, above, below = "0" * 60, "0" * 41 + "111" + "0" * 16, "0" * 41 + "1#1" + "0" * 16
    view = View.from_picture(" ".join([*[zeros] * 38, above, below]))
    shown = plain(terminal(view, width=40, height=24, flags=True)).splitlines()
    rows = [line for line in shown if line[:2].strip().isdigit()]
    assert len(rows) == 14
    assert "[1]1 1 0" in rows[-2]
    assert " 1 m 1 0" in rows[-1]
    assert all(len(line) <= 40 for line in shown)


def test_long_sentences_go_on_below_their_beginning() -> None:
    lines = plain(terminal(View.from_picture(WALL), width=40)).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("1. The 2 at b2"))
    assert lines[start + 1].startswith("   ")
