"""New games: by the dialog, and from the command line."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from tests.app.conftest import complains, run  # noqa: F401 - fixtures
from tests.app.tui.pilot import Stage, acted, on_stage
from textual.widgets import Checkbox, Input, Label, OptionList, Select

from mineproof.agents.entrant import Entrant
from mineproof.app.cli import options
from mineproof.app.game.new_game import NewGame
from mineproof.app.game.session import Session
from mineproof.app.main import main
from mineproof.app.tui.play import PlayScreen
from mineproof.app.tui.setup import SetupScreen
from mineproof.board.rules import Finish, Level
from mineproof.coach.boards.generate import daily
from mineproof.coach.boards.reach import Solving
from mineproof.coach.boards.wishes import Wishes
from mineproof.errors import BadInput


@acted
async def test_a_level_is_chosen_with_arrows_and_enter() -> None:
    async with on_stage("beginner/safe#1") as stage:
        await stage.press("n", "down", "enter")
        await closed(stage)
        setting = stage.session.game.setting
        assert setting is not None
        assert str(setting.level) == "intermediate"
        assert stage.board.grid == setting.level.grid


@acted
async def test_escape_keeps_the_game() -> None:
    async with on_stage("beginner/safe#1") as stage:
        before = stage.session
        await stage.press("n", "escape")
        assert stage.session is before


@acted
async def test_a_level_of_ones_own_and_what_is_wrong_with_it() -> None:
    async with on_stage("beginner/safe#1") as stage:
        await stage.press("n")
        screen = stage.app.screen
        screen.query_one(Input).value = "4x5/21"
        await stage.press("ctrl+s")
        await stage.until(lambda: "expected 0 to 20" in complaint(stage))
        screen.query_one(Input).value = "hex:4x5/3"
        screen.query_one("#start", Select).value = "opening"
        screen.query_one("#finish", Select).value = "marking"
        await stage.press("ctrl+s")
        await closed(stage)
        assert str(stage.session.game.setting).startswith("hex:4x5/3/opening/marking#")


@acted
async def test_an_empty_level_is_asked_for() -> None:
    async with on_stage("beginner/safe#1") as stage:
        await stage.press("n")
        levels = stage.app.screen.query_one("#levels", OptionList)
        levels.highlighted = levels.option_count - 2
        await stage.press("enter")
        assert stage.app.focused is stage.app.screen.query_one(Input)
        await stage.press("enter")
        await stage.until(lambda: "unknown level ''" in complaint(stage))


@acted
async def test_a_board_without_guesses_and_a_game_by_its_code() -> None:
    async with on_stage("beginner/safe#1") as stage:
        await stage.press("n")
        box = stage.app.screen.query_one(Checkbox)
        looks = [str(box.render())]
        box.value = True
        await stage.pilot.pause()
        looks.append(str(box.render()))
        assert ["X" in look for look in looks] == [False, True]
        await stage.press("ctrl+s")
        await closed(stage)
        assert stage.session.game.view.is_open(stage.board.grid.parse("d4"))
        await stage.press("u")
        assert stage.session.game.view.is_open(stage.board.grid.parse("d4"))
        await stage.press("n")
        stage.app.screen.query_one(Input).value = "easy/opening#1 d4"
        await stage.press("ctrl+s")
        await closed(stage)
        assert str(stage.session.transcript) == "easy/opening#1\nd4"
        assert stage.session.assisted


async def closed(stage: Stage) -> None:
    """Wait until the dialog is gone."""
    await stage.until(lambda: isinstance(stage.app.screen, PlayScreen))
    await stage.settle()


def complaint(stage: Stage) -> str:
    assert isinstance(stage.app.screen, SetupScreen)
    return str(stage.app.screen.query_one("#wrong", Label).render())


@pytest.mark.parametrize("level", ["beginner", "9x9/30"])
def test_a_certified_board_can_be_cleared_from_what_is_open(level: str) -> None:
    session = NewGame(level=level, seed=1, needs_no_guess=True).deal()
    assert session.game.setting is None
    assert Solving(session.game.handed_out[0].cell, Wishes().reach).play(session.game.layout)
    assert session.moves == ()


def test_the_board_of_a_day_is_everyones() -> None:
    day = dt.date(2026, 2, 1)
    game = NewGame(day=day).deal().game
    assert game.layout == daily(day).layout
    assert Level(game.grid, game.mines) == Level.parse("expert")


def test_a_certified_board_is_not_marked() -> None:
    with pytest.raises(BadInput, match="expected clearing"):
        NewGame(needs_no_guess=True, finish=Finish.MARKING).deal()


# The command line


def test_without_textual_it_says_how_to_get_it(
    complains: Callable[..., str],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(options, "find_spec", lambda name: None if name == "textual" else name)
    assert "pip install 'mineproof[tui]'" in complains("tui")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("--level", "nope"), "unknown level 'nope'"),
        (("--level", "4x4/3", "--start", "list:99"), "99 safe cells"),
        (("--lang", "tlh"), "tlh"),
        (("--agent", "nobody"), "nobody"),
        (("--game", "easy/list#1", "--seed", "1"), "--game and --seed cannot be combined"),
        (("--daily", "today", "--seed", "1"), "--daily and --seed cannot be combined"),
        (("--resume", "not-there"), "cannot read 'not-there'"),
        (("--no-guess", "--start", "list"), "expected opening or safe"),
        ((), "needs a terminal"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    complains: Callable[..., str],  # noqa: F811
    words: tuple[str, ...],
    wrong: str,
) -> None:
    assert wrong in complains("tui", *words)


def test_an_engine_without_risks_gets_an_agent_that_needs_none(
    complains: Callable[..., str],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = []

    def look(_: Session, __: object, entrant: Entrant, *, notice: str, **___: object) -> int:
        told.append((entrant.agent, notice))
        return 0

    monkeypatch.setattr("mineproof.app.tui.application.run", look)
    for words in (["--engine", "resolution"], ["--engine", "exact"]):
        assert main(["tui", "--level", "easy", *words]) == 0
    notice = "resolution does not know risks, so never-guess plays."
    assert told == [("never-guess", notice), ("strategist", "")]
    chosen = ("--engine", "resolution", "--agent", "strategist")
    assert "the agent strategist needs risks" in complains("tui", *chosen)
