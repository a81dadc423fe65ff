"""The engine watched step by step, with the same keys as in `play --watch`."""

from __future__ import annotations

import pytest
from tests.app.tui.pilot import acted, on_stage

from mineproof.app.text.trace_words import step_words
from mineproof.app.tui.play import PlayScreen
from mineproof.app.tui.watch import WatchScreen

GAME = "5x5/4/list#89"


@pytest.mark.long
@acted
async def test_a_position_is_watched_step_by_step_and_back() -> None:
    async with on_stage(GAME, size=(100, 30)) as stage:
        await stage.press("K")
        screen = stage.app.screen
        assert isinstance(screen, WatchScreen)
        seen = [stage.panel]
        for _ in range(20):
            await stage.press("space")
            words = step_words(screen.story.step, screen.story.grid.name)
            assert words[:20] in stage.panel
            seen.append(stage.panel)
        assert "KB: " in stage.panel
        assert "single clauses" in stage.panel
        for before in seen[-2::-1]:
            await stage.press("b")
            assert stage.panel == before
        await stage.press("enter")
        assert screen.story.step["kind"] in ("marked", "end")
        await stage.press("escape")
        assert isinstance(stage.app.screen, PlayScreen)
        assert stage.session.assisted


@acted
async def test_it_goes_on_by_itself_until_the_end() -> None:
    async with on_stage("3x3/1/list1#2", engine="subset", agent="never-guess") as stage:
        await stage.press("K", "a")
        screen = stage.app.screen
        assert isinstance(screen, WatchScreen)
        await stage.until(lambda: screen.story.is_last)
        assert {step["by"] for step in screen.story._replay.steps if "by" in step} == {"subset"}


@acted
async def test_a_finished_game_is_watched_from_its_beginning() -> None:
    async with on_stage("layout/clearing .*. ... a1 a2 b1", size=(100, 30)) as stage:
        await stage.press("K")
        screen = stage.app.screen
        assert isinstance(screen, WatchScreen)
        assert "1" not in "".join(stage.lines[1:]).replace(" 1", "", 1)  # nothing is open yet
        await stage.press("enter")  # it would have to guess
        assert screen.story.is_last
        assert "the game is" in stage.panel
