"""Games from the first move to the last, by keys and by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.tui.pilot import Stage, acted, on_stage

from mineproof.app.tui.dialogs import HelpScreen, SaveScreen
from mineproof.app.tui.play import PlayScreen
from mineproof.board.game import Act, GameStatus, Move
from mineproof.board.transcript import Transcript

LAYOUT = "layout/clearing *.... ..... ....* ..*.."
"""Two openings apart, and numbers between them."""


@acted
async def test_a_game_is_won_by_keyboard() -> None:
    async with on_stage("5x6/4/opening:c3#7") as stage:
        await stage.go("c3")
        await stage.press("space")
        for cell in stage.session.game.layout.safe_cells():
            if not stage.session.game.view.is_open(cell):
                await stage.go(cell)
                await stage.press("enter")
        assert stage.session.game.status is GameStatus.WON
        assert "Won in 0:00." in stage.status
        assert "assisted" not in stage.status
        assert str(stage.session.transcript) in stage.panel


@acted
async def test_a_game_is_won_by_mouse() -> None:
    async with on_stage(LAYOUT) as stage:
        await stage.click("a4")
        await stage.click("c4", button=3)
        assert stage.session.game.view.is_flagged(stage.board.grid.parse("c4"))
        await stage.click("d3")  # it was opened by no move yet
        await stage.click("d1")
        await stage.click("a1", button=2)
        await stage.click("e3", button=3)
        await stage.click("d3")  # a number with its flags: the rest opens
        assert stage.session.moves[-1] == Move(Act.CHORD, stage.board.grid.parse("d3"))
        for name in ("b1", "b2", "a2"):
            if not stage.session.game.view.is_open(stage.board.grid.parse(name)):
                await stage.click(name)
        assert stage.session.game.status is GameStatus.WON


@acted
async def test_a_click_beside_the_cells_does_nothing() -> None:
    async with on_stage(LAYOUT) as stage:
        await stage.pilot.click(stage.board, offset=(1, 2))
        await stage.pilot.click(stage.board, offset=(5, 0))
        await stage.pilot.click(stage.board, offset=(5, 15))
        await stage.settle()
        assert stage.session.moves == ()


@acted
async def test_vi_keys_home_and_end_move_the_cursor() -> None:
    async with on_stage("easy/opening#1") as stage:
        for keys, name in (
            ("home pageup", "a1"),
            ("j l l", "c2"),
            ("k h", "b1"),
            ("end pagedown", "i9"),
            ("right down", "i9"),
        ):
            await stage.pilot.press(*keys.split())
            assert stage.board.grid.name(stage.board.cursor) == name


@acted
async def test_the_marking_game() -> None:
    async with on_stage("layout/marking:a1 .* .. ") as stage:
        assert "Mark each cell as safe or a mine." in stage.status
        await stage.go("b1")
        await stage.press("f")
        await stage.press("f")
        assert "marks are final" in stage.panel
        await stage.go("a1")
        await stage.press("c")
        assert "To chord" in stage.panel
        await stage.go("a2")
        await stage.press("space")
        await stage.go("b2")
        await stage.press("f")
        assert stage.session.game.status is GameStatus.LOST


@acted
async def test_undo_takes_a_mine_back_and_restart_all() -> None:
    async with on_stage(LAYOUT) as stage:
        await stage.go("b1")
        await stage.press("space")
        await stage.go("a1")
        await stage.press("space")
        assert "Lost." in stage.status
        assert ">!<" in "".join(stage.lines)
        await stage.press("u")
        assert stage.session.game.status is GameStatus.PLAYING
        assert "assisted" in stage.status
        assert "*" not in "".join(stage.lines)
        await stage.press("r")
        assert stage.session.moves == ()
        await stage.press("u")
        assert "there is no move to undo" in stage.panel


@acted
async def test_wrong_flags_are_crossed_out_at_the_end() -> None:
    async with on_stage(LAYOUT) as stage:
        await stage.go("b1")
        await stage.press("f")
        assert "X" not in "".join(stage.lines)
        await stage.go("a1")
        await stage.press("space")
        assert "X" in stage.lines[1]


@acted
async def test_a_flag_is_not_opened() -> None:
    async with on_stage(LAYOUT) as stage:
        await stage.press("f", "space")
        assert "Remove the flag first" in stage.panel
        assert len(stage.session.moves) == 1


@acted
async def test_the_board_is_described() -> None:
    async with on_stage(LAYOUT) as stage:
        await stage.go("b2")
        await stage.press("d")
        assert "4 rows, 5 columns, 3 mines." in stage.panel
        assert "You are at row 2 column 2: hidden." in stage.panel
        assert not stage.session.assisted


@acted
async def test_help_comes_and_goes() -> None:
    async with on_stage(LAYOUT) as stage:
        await stage.press("question_mark")
        assert isinstance(stage.app.screen, HelpScreen)
        await stage.press("escape")
        assert isinstance(stage.app.screen, PlayScreen)


@acted
async def test_a_game_is_saved_in_a_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with on_stage("easy/opening#1 d4") as stage:
        await stage.press("s", "enter")
        assert "Saved to game.txt." in stage.panel
        await stage.press("s", *["backspace"] * 10, *"game", "full_stop", *"txt", "enter")
        assert isinstance(stage.app.screen, SaveScreen)
        wrong = stage.app.screen.query_one("#wrong")
        assert "exists; expected the name of a new file" in str(wrong.render())
    assert Transcript.parse((tmp_path / "game.txt").read_text()).moves == stage.session.moves


@acted
async def test_both_themes_and_back() -> None:
    async with on_stage(LAYOUT, is_light=True) as stage:
        grounds = []
        for _ in range(3):
            grounds.append(_ground(stage))
            await stage.press("t")
        assert grounds[0] != grounds[1]
        assert grounds[0] == grounds[2]


def _ground(stage: Stage) -> str:
    style = next(iter(stage.board.render_line(1))).style
    assert style is not None
    return str(style.bgcolor)


@acted
async def test_a_lost_prove_it_game_shows_what_was_missed() -> None:
    async with on_stage("beginner/opening/fair#1 d4 a1") as stage:
        assert "a1 was not proved safe, but b1, f1" in " ".join(stage.panel.split())
        assert "The 1 at e1 already has its one mine, f2." in " ".join(stage.panel.split())
        assert "".join(stage.lines).count(" s ") + "".join(stage.lines).count("[1]") >= 8
        await stage.press("U")
        assert "was not proved safe" not in stage.panel
