"""Boards drawn by the command line: convert to .svg and .png, and solve --draw."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.app.conftest import Shell

from mineproof.app.text.drawings import said_of
from mineproof.board.grid import Cell
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.engines.inference import Concluded
from mineproof.errors import LimitReached
from mineproof.facade.analysis import analyse

GAME = "layout/clearing *1 11 Fb1 b2 a1"
"""A flag that is wrong, a clue, and the mine."""
DOCUMENTED = Path(__file__).parents[3] / "docs" / "images" / "board.svg"
PICTURE = "##1#\n####\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, in which commands are run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.picture").write_text(PICTURE)
    (tmp_path / "g.transcript").write_text(GAME)
    return tmp_path


def described(file: Path) -> str:
    return ET.parse(file).getroot()[1].text or ""


def test_a_picture_as_svg_and_png(run: Shell, folder: Path) -> None:
    view = View.from_picture(PICTURE)
    assert run("convert", "a.picture", "a.svg") == run("convert", "a.picture", "b.PNG")
    assert (folder / "a.svg").read_text() == view.svg()
    assert (folder / "b.PNG").read_bytes() == view.png()
    assert run("convert", "a.picture", "-", "--to", "svg").out == view.svg()
    assert run("convert", "a.picture", "x", "--to", "png").code == 0
    assert (folder / "x").read_bytes() == view.png()


def test_a_game_is_drawn_as_it_ended_or_as_it_was(run: Shell, folder: Path) -> None:
    assert run("convert", "g.transcript", "end.svg").code == 0
    assert described(folder / "end.svg") == (
        "Cells: open 1, hidden 1, flagged 1, mined 1."
        " A wrong flag: b1. The mine that lost the game: a1."
    )
    assert (folder / "end.svg").read_text() == Transcript.parse(GAME).end().svg()
    want = ["hidden 4", "hidden 3, flagged 1", "open 1, hidden 2, flagged 1"]
    for moves, cells in enumerate(want):
        assert run("convert", "g.transcript", f"{moves}.svg", "--at", f"{moves}").code == 0
        assert described(folder / f"{moves}.svg") == f"Cells: {cells}."
    assert run("convert", "g.transcript", "last.svg", "--at", "3").code == 0
    assert (folder / "last.svg").read_bytes() == (folder / "end.svg").read_bytes()


def test_a_game_is_cut_for_every_format(run: Shell, folder: Path) -> None:
    assert run("convert", "g.transcript", "h.transcript", "--at", "2").code == 0
    cut = Transcript.parse((folder / "h.transcript").read_text())
    assert cut.moves == Transcript.parse(GAME).moves[:2]
    assert run("convert", "g.transcript", "-", "--to", "picture", "--at", "2").out == "#F\n#1\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("g.transcript", "x.gif"), "unknown format of 'x.gif'; expected --to with one of mbf, "),
        (("g.transcript", "x.gif"), ", transcript, tatham, svg, png\n"),
        (("g.transcript", "x", "--to", "gif"), "unknown format 'gif'; expected mbf, "),
        (("a.picture", "x.mbf", "--from", "svg"), "unknown format 'svg'; expected mbf, "),
        (("g.transcript", "x.svg", "--at", "4"), "no move 4 in this game; expected 0 to 3"),
        (("g.transcript", "x.svg", "--at", "-1"), "no move -1 in this game; expected 0 to 3"),
        (("a.picture", "x.svg", "--at", "1"), "--at needs a game with its moves, but 'a.picture'"),
        (("a.picture", "no/x.svg"), "cannot write 'no/x.svg'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    complains: Callable[..., str], folder: Path, words: tuple[str, ...], message: str
) -> None:
    assert message in complains("convert", *words)
    assert sorted(path.name for path in folder.iterdir()) == ["a.picture", "g.transcript"]


@pytest.mark.usefixtures("folder")
def test_a_drawing_is_not_read(run: Shell, complains: Callable[..., str]) -> None:
    assert run("convert", "a.picture", "a.svg").code == 0
    assert complains("convert", "a.svg", "b.picture") == (
        "mineproof: 'a.svg' is a drawing, which cannot be read; expected a board or a game\n"
    )


@pytest.mark.usefixtures("folder")
def test_png_without_pillow(complains: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    told = complains("convert", "a.picture", "a.png")
    assert told == "mineproof: PNG needs Pillow: pip install 'mineproof[png]'\n"
    assert not Path("a.png").exists()


def test_a_solved_position_is_drawn(run: Shell, folder: Path) -> None:
    found = analyse(View.from_picture(PICTURE, mines=3))
    plain = run("solve", "a.picture", "--mines", "3")
    for name, data in (("a.svg", found.svg().encode()), ("a.png", found.png())):
        assert run("solve", "a.picture", "--mines", "3", "--draw", name) == plain
        assert (folder / name).read_bytes() == data
    assert run("solve", "a.picture", "--json", "--draw", "b.svg").code == 0
    assert "risk" in (folder / "b.svg").read_text()


class _Uncountable(Concluded):
    """What is certain is known, but there is too much to count."""

    @property
    def risks(self) -> Mapping[Cell, float]:
        raise LimitReached("too many layouts")


def test_what_is_certain_is_drawn_even_if_the_risks_cannot_be_counted() -> None:
    found = analyse(View.from_picture(PICTURE, mines=3))
    said = said_of(_Uncountable(found.deductions, found.status))
    assert (said["marks"], said["risks"]) == ({0: "mine", 4: "mine"}, {})


def test_the_drawing_in_the_docs_is_what_its_command_draws(run: Shell, folder: Path) -> None:
    (folder / "d.transcript").write_text("beginner/opening:d4#5 d4 f2 a5 g1")
    assert run("solve", "d.transcript", "--draw", "d.svg").code == 0
    assert (folder / "d.svg").read_text() == DOCUMENTED.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--draw", "x.pdf"], "'x.pdf' is not the name of a drawing; expected one with .svg or .p"),
        (["--draw", "old.svg"], "'old.svg' exists; expected the name of a new file"),
        (["--draw", "x.svg", "--jsonl"], "--jsonl and --draw cannot be combined"),
    ],
)
def test_a_drawing_that_is_refused(
    complains: Callable[..., str], folder: Path, words: list[str], message: str
) -> None:
    (folder / "old.svg").write_text("precious")
    assert message in complains("solve", "a.picture", *words)
    assert (folder / "old.svg").read_text() == "precious"
