from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Run, Shell

from mineproof.board.transcript import Transcript

Complains = Callable[..., str]

WALL = "####\n121#\n####\n####\n"
ROW = "0##1#\n"
EXPERT = Path(__file__).parents[2] / "data" / "expert.picture"


def test_a_position_is_shown_with_what_is_certain_and_why(run: Shell) -> None:
    out = run("solve", "--mines", "3", text=WALL).out
    head = "open b1: it is certainly safe\n"
    assert out.startswith(head + "   a b c d\n 1 # s # s\n 2 1 2 1 s\n 3 # s # s\n 4 # # # #\n")
    assert "s = certainly safe (5): b1, d1, d2, b3 and d3" in out
    assert "m = certainly a mine (0): none" in out
    assert "undecided (8), least risk: a4 25.0%, b4 25.0%, c4 25.0%" in out
    assert "\nb1, d1, d2, b3 and d3 are safe (subset)\n" in out
    assert "  (1) The 1 at c2 says that exactly one of" in out
    assert "\x1b" not in out


def test_mines_and_wrong_flags_are_shown(run: Shell) -> None:
    out = run("solve", text="F0F\n###\n").out
    assert "wrongly flagged (2): a1 and c1" in out
    assert run("solve", text="3#\n##\n").out.startswith(
        "nothing is left to open\n   a b\n 1 3 m\n 2 m m\n"
    )


def test_cells_with_proofs_of_their_own_are_not_thrown_together(run: Shell) -> None:
    out = run("solve", text="#10001#\n").out
    assert "\na1 is a mine (single)\n  The 1 at b1 says that a1 is a mine.\n" in out
    assert "\ng1 is a mine (single)\n  The 1 at f1 says that g1 is a mine.\n" in out


def test_a_position_as_json(run: Shell) -> None:
    result = json.loads(run("solve", "--json", "--engine", "single", text=ROW).out)
    assert result["safe"] == [[0, 1]]
    assert result["mines"] == []
    assert result["status"] == "stalled"
    (deduction,) = result["deductions"]
    assert deduction["name"] == "b1"
    assert deduction["cell"] == [0, 1]
    assert not deduction["is_mine"]
    assert deduction["engine"] == "single"
    assert deduction["proof"][-1].endswith("b1 is safe.")


def test_file_and_standard_input_are_the_same(run: Shell, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(WALL, encoding="utf-8-sig")
    expected = run("solve", text=WALL)
    assert run("solve", "-", text=WALL) == expected
    assert run("solve", str(file)) == expected


def test_the_shape_decides_who_is_a_neighbour(run: Shell) -> None:
    text = "3##\n###\n"
    assert "certainly a mine (3): b1, a2 and b2" in run("solve", text=text).out
    assert "certainly a mine (0)" in run("solve", "--shape", "torus", text=text).out
    hexed = run("solve", "--shape", "hex", text="2##\n###\n").out
    assert "\n   a b c\n 1 2 m #\n 2  m # #\n" in hexed


def test_positions_line_by_line(run: Shell, tmp_path: Path) -> None:
    lines = '{"id": 1, "board": ["0#"], "total_mines": 0}\nbad\n{"id": 2, "board": ["2#"]}\n'
    file = tmp_path / "positions.jsonl"
    file.write_text(lines, encoding="utf-8")
    result = run("solve", "--jsonl", str(file))
    assert result == run("solve", "--jsonl", text=lines)
    assert result.code == 0
    answers = [json.loads(line) for line in result.out.splitlines()]
    assert [answer["id"] for answer in answers] == [1, None, 2]
    assert answers[0]["safe"] == [[0, 1]]
    assert "no layout fits" in answers[2]["error"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "an empty picture"),
        ("9#\n", "unexpected '9' in row 1"),
        ("##\n#\n", "row 2 has 1 cell;"),
        ("1#1\n#1#\n###\n", ""),
        (b"\xff\xfe\x00", "neither text nor a known replay"),
        (b"\x00\x01", "neither text nor a known replay"),
    ],
)
def test_a_bad_position_is_one_line_and_exit_code_2(
    run: Shell, complains: Complains, text: str | bytes, told: str
) -> None:
    if told:
        assert told in complains("solve", text=text)
    else:
        assert run("solve", text=text).code == 0


@pytest.mark.parametrize(
    "words", [["solve"], ["explain"], ["explain", "--cell", "b1"], ["explain", "--engine", "exact"]]
)
def test_clues_that_clash_are_marked_and_named(
    run: Shell, complains: Complains, words: list[str]
) -> None:
    told = "mineproof: No layout with one mine fits the 1 at a1 and the 1 at d1.\n"
    result = run(*words, "--mines", "1", text="1##1\n")
    assert result == Run(2, "   a b c d\n 1[1]# #[1]\n[ ] = clue\n", told)
    assert complains(*words, "--mines", "1", "--json", text="1##1\n") == told


def test_a_count_that_nothing_fits_has_no_clues_to_mark(complains: Complains) -> None:
    told = complains("solve", "--mines", "5", text="##\n")
    assert told == "mineproof: There cannot be five mines here.\n"


def test_bad_files_and_options(complains: Complains, tmp_path: Path) -> None:
    assert "cannot read 'nowhere'" in complains("solve", "nowhere")
    assert "Is a directory" in complains("solve", str(tmp_path))
    assert "cannot read" in complains("solve", "a\0b")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    assert "neither text nor" in complains("solve", str(tmp_path / "binary"))
    assert "-4 mines" in complains("solve", "--mines", "-4", text=ROW)
    assert "unknown engine 'x'" in complains("solve", "--engine", "x", text=ROW)
    assert "--shape" in complains("solve", "--shape", "ball", text=ROW)
    assert "--jsonl and --mines" in complains("solve", "--jsonl", "--mines", "3")
    assert "--jsonl and --json" in complains("solve", "--jsonl", "--json")
    assert "cannot read" in complains("solve", "--jsonl", "nowhere")


def test_the_best_guess_comes_first(run: Shell) -> None:
    first, second, *_ = run("solve", "--mines", "2", text="1##\n###\n").out.splitlines()
    assert first == "guess c1 (risk 50.0%, wins 33.3%); no cell is safe"
    assert second.startswith("next best: b1 (risk 33.3%, wins 33.3%), ")


@pytest.mark.parametrize(
    ("text", "engine", "answer"),
    [
        ("0#\n##\n", "exact", "open b1: it is certainly safe"),
        ("1#\n", "exact", "nothing is left to open"),
        ("1##\n###\n", "single", "no safe cell was found"),
        ("#10001#\n", "subset", "nothing is left to open"),
    ],
)
def test_the_answer_comes_first(run: Shell, text: str, engine: str, answer: str) -> None:
    assert run("solve", "--engine", engine, text=text).out.splitlines()[0] == answer


def test_an_expert_position_fits_a_screen_unless_all_is_asked_for(run: Shell) -> None:
    text = EXPERT.read_text(encoding="utf-8")
    brief, everything = (
        run("solve", "--mines", "99", *more, text=text).out for more in ([], ["--all"])
    )
    assert len(brief.splitlines()) <= 40
    assert "\n14 more proofs, and the risk of each cell: --all\n" in brief
    assert everything.count(" is a mine (") == 16
    assert "\n10  .  .  . 44 56  . 77 23  . 34 20 " in everything


def test_a_strategist_adds_moves_to_json(run: Shell, complains: Complains) -> None:
    words = ("solve", "--mines", "2", "--agent", "strategist")
    moves = json.loads(run(*words, "--json", text="1##\n###\n").out)["moves"]
    assert moves[0] == {"cell": [0, 2], "risk": 0.5, "win": pytest.approx(1 / 3), "error": 0.0}
    assert [move["win"] for move in moves] == sorted((move["win"] for move in moves), reverse=True)
    assert "moves" not in json.loads(run("solve", "--json", text="1##\n###\n").out)
    assert "does not rank moves; expected strategist" in complains(
        *words[:-1], "safest", text="##\n"
    )


def test_a_budget_names_its_strategist(run: Shell, complains: Complains) -> None:
    words = ("solve", "--mines", "2", "--budget")
    for budget, name in (("fast", "strategist-fast"), ("normal", "strategist"), ("deep", "-deep")):
        assert f"{name}: chances to win exact" in run(*words, budget, text="1##\n###\n").out
    assert "moves" in json.loads(run(*words, "deep", "--json", text="1##\n###\n").out)
    clash = complains(*words, "deep", "--agent", "strategist", text="##\n")
    assert "--agent and --budget cannot be combined" in clash


def test_a_strategist_adds_moves_to_each_line(run: Shell) -> None:
    lines = '{"board": ["1##", "###"], "total_mines": 2}\n{"board": ["0#"]}\n{"board": ["1#"]}\n'
    out = run("solve", "--jsonl", "--agent", "strategist-fast", text=lines).out
    guess, safe, none = (json.loads(line)["moves"] for line in out.splitlines())
    assert guess[0]["cell"] == [0, 2]
    assert safe == [{"cell": [0, 1], "risk": 0.0, "win": None, "error": None}]
    assert none == []


def test_thousands_of_digits_are_written(run: Shell) -> None:
    """A board of 200x200 has more layouts than Python writes at once."""
    view = Transcript.parse("200x200/7000/opening#5 cv100").end().view
    found = json.loads(run("solve", "--json", "--mines", "7000", text=view.picture()).out)
    assert len(found["layouts"]) == 8027
    out = run("solve", "--all", "--mines", "7000", text=view.picture()).out
    assert f"\nrisk in % ({found['layouts']} possible layouts)\n" in out
