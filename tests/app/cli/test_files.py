"""Files of other programs on the command line: convert, figures, and who else reads them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Shell

from mineproof.app.text.files import convert
from mineproof.board.formats import format_named
from mineproof.board.layout import Layout
from mineproof.errors import BadInput

REPLAYS = Path(__file__).parents[2] / "data" / "replays"
AVF = str(REPLAYS / "arbiter_0.52.3.avf")
RMV = str(REPLAYS / "vienna_3.0.2.rmv")
EVF = str(REPLAYS / "metasweeper_3.1.9.evf")
ADDRESS = "https://example.org/#/x?b=0302&m=g0"
BOARD = Layout.from_picture("*.. ...")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, in which commands are run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- convert --------------------------------------------------------------------------------------


def test_from_file_to_file_and_back(run: Shell, folder: Path) -> None:
    (folder / "a.layout").write_text("*..\n...\n")
    for old, new in (("a.layout", "b.mbf"), ("b.mbf", "c.mine"), ("c.mine", "d.transcript")):
        assert run("convert", old, new) == run("convert", "a.layout", f"{new}.url")
    assert run("convert", "d.transcript", "e.abf").code == 0
    assert (folder / "e.abf").read_bytes() == format_named("mbf").write(BOARD)
    assert (folder / "c.mine").read_text() == "3x2x1\nM10\n110\n"


def test_from_standard_input_to_standard_output(run: Shell) -> None:
    result = run("convert", "-", "-", "--from", "layout", "--to", "url", text="*.. ...")
    assert result.out == "?b=32&m=g0\n"
    assert run("convert", ADDRESS, "-", "--to", "layout").out == "*10\n110\n"


@pytest.mark.usefixtures("folder")
def test_no_file_is_made_of_a_board_with_wrong_numbers(run: Shell) -> None:
    done = run("convert", "-", "b.mbf", text="3*1\n111\n")
    assert (done.code, Path("b.mbf").exists()) == (2, False)
    assert done.err.startswith("mineproof: a1 shows 3; expected 1, as many as there are mines")


def test_names_overrule_suffixes(run: Shell, folder: Path) -> None:
    (folder / "a.txt").write_text("*..\n...\n")
    assert run("convert", "a.txt", "b.dat", "--from", "layout", "--to", "mbf").code == 0
    assert (folder / "b.dat").read_bytes() == format_named("mbf").write(BOARD)


@pytest.mark.usefixtures("folder")
def test_a_replay_becomes_a_transcript_that_can_be_reviewed(run: Shell) -> None:
    assert run("convert", RMV, "game").code == 2
    assert run("convert", RMV, "game.transcript").code == 0
    one, other = run("review", RMV, "--json").out, run("review", "game.transcript", "--json").out
    assert json.loads(one) == json.loads(other)


def test_no_file_is_written_over_or_left_half(
    complains: Callable[..., str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.mbf").write_text("precious")
    assert "'a.mbf' exists; expected the name of a new file" in complains(
        "convert", ADDRESS, "a.mbf"
    )
    assert "cannot write 'no/a.mbf': its folder" in complains("convert", ADDRESS, "no/a.mbf")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    told = complains("convert", ADDRESS, "b.mbf")
    assert told == "mineproof: cannot write 'b.mbf': No space left on device; nothing was changed\n"
    assert [path.name for path in folder.iterdir()] == ["a.mbf"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("a.mbf", "b.mbf"), "cannot read 'a.mbf': No such file or directory"),
        (("a#1.mbf", "b.mbf"), "cannot read 'a#1.mbf': No such file or directory"),
        (("expert#5", "b.mbf"), "'expert#5' is not a game id; expected LEVEL/START#SEED"),
        ((ADDRESS, "-"), "unknown format of '-'; expected --to with one of mbf, url"),
        (
            (ADDRESS, "b.xyz"),
            "--to with one of mbf, url, layout, mine, picture, transcript, tatham, svg, png\n",
        ),
        (
            (ADDRESS, "b.avf"),
            "avf is read-only; expected one of mbf, url, layout, mine, picture",
        ),
        (
            (ADDRESS, "-", "--to", "gif"),
            "'gif'; expected mbf, url, layout, mine, picture, transcript, tatham, svg, png\n",
        ),
        (("?b=0302&m=x0", "b.mbf"), "not url: 'x' in m; expected 0-9 and a-v"),
        (("?b=0302&m=\udcff0", "b.mbf"), "not url: byte 10 is not text; expected UTF-8"),
        (("?b=0302&m=0", "b.mbf"), "not url: 1 digits in m; expected 2 for 2x3"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    complains: Callable[..., str], folder: Path, words: tuple[str, ...], message: str
) -> None:
    assert message in complains("convert", *words)
    assert list(folder.iterdir()) == []


def test_a_file_that_is_too_large_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.mbf").write_bytes(bytes(11))
    monkeypatch.setattr("mineproof.app.text.files._MOST_BYTES", 10)
    with pytest.raises(BadInput, match=r"'a\.mbf' is too large; expected at most 10 bytes"):
        convert("a.mbf", "b.url", from_name=None, to_name=None)


# --- figures --------------------------------------------------------------------------------------


def test_figures_of_boards_and_games(run: Shell) -> None:
    lines = run("figures", ADDRESS, AVF).out.splitlines()
    assert lines[:3] == [
        f"{ADDRESS}  2 rows x 3 columns, 1 mine",
        "3BV 2, openings 1, islands 1",
        "clicks to clear it: ZiNi 2, 8-way ZiNi 2, human ZiNi 2",
    ]
    assert lines[4] == "3BV 28, openings 3, islands 3"
    won = "won in 5.410 s: 3BV 28 in 36 clicks, 3BV/s 5.18, efficiency 78%, luck "
    assert lines[6].startswith(won)


def test_figures_as_json(run: Shell) -> None:
    first, second = map(json.loads, run("figures", "--json", ADDRESS, RMV).out.splitlines())
    assert first["played"] is None
    assert {key: first[key] for key in ("rows", "cols", "mines", "bbbv", "zini")} == {
        "rows": 2,
        "cols": 3,
        "mines": 1,
        "bbbv": 2,
        "zini": 2,
    }
    assert second["islands"] == 3
    played = second["played"]
    assert (played["status"], played["bbbv"], played["clicks"]) == ("won", 10, 19)
    assert played["bbbv_per_second"] == pytest.approx(10 / 4.153)
    assert played["efficiency"] == pytest.approx(10 / 19)


def test_the_luck_is_that_of_the_review(run: Shell) -> None:
    figures = json.loads(run("figures", "--json", RMV).out)
    assert figures["played"]["luck"] == json.loads(run("review", "--json", RMV).out)["luck"]


def test_no_figures_where_the_mines_are_not_known(
    complains: Callable[..., str], folder: Path
) -> None:
    (folder / "a.mine").write_text("2x2x1\nHH\n11\n")
    assert "2 covered cells and 0 of 1 mines visible" in complains("figures", "a.mine")
    (folder / "b.transcript").write_text("easy/opening#1")
    assert "none is open yet" in complains("figures", "b.transcript")


# --- other commands -------------------------------------------------------------------------------


def test_a_replay_is_reviewed(run: Shell) -> None:
    review = json.loads(run("review", EVF, "--json").out)
    assert (review["outcome"], len(review["moves"])) == ("won", 209)
    assert run("review", RMV, "--again", "2").out.endswith("\ne3\n")


@pytest.mark.usefixtures("folder")
def test_a_replay_and_a_layout_are_graded(run: Shell) -> None:
    assert run("grade", RMV).out.startswith("layout  clearing game, 8 rows x 8 columns, 10 mines")
    run("convert", RMV, "a.mbf")
    assert run("grade", "a.mbf").out.startswith("layout  clearing game, 8 rows x 8 columns")
    assert "Grade" in run("grade", ADDRESS).out


def test_a_view_is_solved_with_the_mine_count_of_its_file(run: Shell, folder: Path) -> None:
    (folder / "a.mine").write_text("5x1x1\nH1H1H\n")
    found = json.loads(run("solve", "a.mine", "--json").out)
    assert (found["safe"], found["mines"]) == ([[0, 0], [0, 4]], [[0, 2]])
    assert json.loads(run("solve", "a.mine", "--mines", "2", "--json").out)["mines"] != [[0, 2]]
    assert "So c1 is a mine." in run("explain", "a.mine", "--cell", "c1").out


def test_an_unfinished_game_is_solved_where_it_stands(run: Shell, folder: Path) -> None:
    (folder / "a.transcript").write_text("layout/clearing *1. 11. c1")
    shown = run("solve", "-", "--mines", "1", text="#10 #10").out
    assert run("solve", "a.transcript").out == shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("review", "a.mbf"), "'a.mbf' holds a layout; expected a game with its moves"),
        (("review", ADDRESS), "holds a layout; expected a game with its moves"),
        (("solve", "a.mbf"), "mbf holds a layout, in which nothing is hidden; expected a view"),
        (("solve", "a.mine", "--shape", "hex"), "shape hex and the format mine cannot be combined"),
        (("grade", "a.mine"), "2 covered cells and 0 of 1 mines visible"),
    ],
)
def test_what_makes_no_sense_is_refused(
    complains: Callable[..., str], folder: Path, words: tuple[str, ...], message: str
) -> None:
    (folder / "a.mbf").write_bytes(format_named("mbf").write(BOARD))
    (folder / "a.mine").write_text("2x2x1\nHH\n11\n")
    assert message in complains(*words)


# --- by content -----------------------------------------------------------------------------------


def test_cells_with_blanks_between_them_are_no_rows(run: Shell) -> None:
    assert run("solve", text="# 1 #\n# 1 #\n").out == run("solve", text="#1#\n#1#\n").out


def test_what_is_printed_can_be_pasted(run: Shell) -> None:
    played = run("play", "--game", "3x4/3/list#5", "--engine", "single").out.splitlines()[1:5]
    assert run("convert", "-", "-", "--to", "picture", text="\n".join(played)).out == (
        "002F\n112F\nF111\n"
    )
    solved = run("solve", "--mines", "2", text="###\n12#\n").out
    lines = solved.splitlines()
    board = "\n".join(lines[lines.index("   a b c") :][:3])
    assert run("solve", "--mines", "2", text=board).out == solved


def test_a_game_is_recognised_whatever_its_name(run: Shell, folder: Path) -> None:
    (folder / "game").write_text("layout/clearing *1. 11. c1")
    (folder / "replay").write_bytes((REPLAYS / "arbiter_0.52.3.avf").read_bytes())
    solved = run("solve", "--mines", "1", text="#10 #10").out
    assert run("solve", "game").out == solved
    assert run("solve", text="layout/clearing *1. 11. c1").out == solved
    assert run("convert", "game", "-", "--to", "picture").out == "#10\n#10\n"
    named = run("review", str(REPLAYS / "arbiter_0.52.3.avf"), "--json").out
    assert run("review", "replay", "--json").out == named


def test_names_overrule_contents(run: Shell, complains: Callable[..., str]) -> None:
    assert run("convert", "-", "-", "--from", "layout", "--to", "url", text="*..\n...").code == 0
    told = complains("convert", "-", "-", "--to", "url", text="*..\n...")
    assert "'.' beside mines could be a hidden cell or a safe one" in told
    told = complains("solve", "--from", "transcript", text="#1#")
    assert "unknown level '#1#'" in told or "#1#" in told
    assert "--jsonl and --from cannot be combined" in complains(
        "solve", "--jsonl", "--from", "mine"
    )


def test_what_could_be_read_in_two_ways_is_refused(complains: Callable[..., str]) -> None:
    for command in ("solve", "explain"):
        told = complains(command, text="# 1 #")
        assert "could be 1 row of 3 cells or 3 rows of 1; expected" in told
