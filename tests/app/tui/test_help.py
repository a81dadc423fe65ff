"""Hints, programs, risks: what is told is what the coach says, and nothing is told too early."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.app.tui.pilot import acted, on_stage
from tests.guests.roads import AGENTS, ENGINES, FILE, HOSTILE, PROGRAM, STUDENT, installed

from mineproof.app.game.new_game import NewGame
from mineproof.app.tui import table
from mineproof.board.game import Act, GameStatus
from mineproof.coach.hints import hint
from mineproof.engines.exact import Exact
from mineproof.play.guests import decide

TWO_CLUES = "layout/clearing *.*.. ..... ..... a3"
"""Opened from below: 1 2 1 under three hidden cells."""

FORCED = "layout/clearing ..* ... a1"
"""One mine in c1 or c2, and nothing tells where."""


@acted
async def test_a_hint_is_climbed_to_its_proof_and_played() -> None:
    async with on_stage("beginner/opening:d4#3 d4") as stage:
        view = stage.session.known
        for rung in range(7):
            await stage.press("H")
            for words in hint(view, rung).words:
                assert all(str(sentence) in stage.panel for sentence in words)
            above = hint(view, 6).words[rung + 1 :]
            assert not any(str(each) in stage.panel for words in above for each in words)
        found = hint(view, 6)
        assert found.move is not None
        assert "[1]" in "".join(stage.lines)
        assert " s " in "".join(stage.lines)
        assert "assisted" in stage.status
        await stage.press("H")
        assert stage.session.moves[-1] == found.move


@acted
async def test_the_coach_speaks_chinese() -> None:
    async with on_stage("beginner/opening:d4#3 d4", lang="zh-TW") as stage:
        await stage.press("H", "H", "H", "H", "H", "H")
        for sentence in hint(stage.session.known, 5, language="zh-TW").words[5]:
            assert str(sentence) in stage.panel
        assert "有輔助" in stage.status


@pytest.mark.parametrize(("start", "best"), [("safe", "a1"), ("opening", "c3")])
@acted
async def test_before_the_first_cell_a_hint_says_that_any_will_do(start: str, best: str) -> None:
    async with on_stage(f"beginner/{start}#3") as stage:
        await stage.press("H")
        assert "any first cell is safe" in stage.panel
        await stage.press("a")
        assert stage.session.moves[0].cell == stage.board.grid.parse(best)
        assert f"{best} is a good place to start" in stage.panel


@acted
@pytest.mark.parametrize("flags", [False, True])
async def test_a_program_opens_with_proof_and_flags_if_asked(flags: bool) -> None:
    async with on_stage("beginner/opening:d4#3 d4", flags=flags) as stage:
        await stage.press("a")
        assert ("Flag b3 · single" if flags else "Open h3 · single") in stage.panel
        assert ("So b3 is a mine." if flags else "So h3 is safe.") in stage.panel
        assert stage.session.moves[-1].act is (Act.FLAG if flags else Act.OPEN)
        assert stage.board.cursor == stage.session.moves[-1].cell


@acted
async def test_a_guess_comes_with_a_comparison() -> None:
    async with on_stage("6x6/5/none#1") as stage:
        await stage.press("a")
        guess = stage.board.grid.name(stage.session.moves[-1].cell)
        assert stage.panel.startswith(f"Open {guess} · guess\nNo cell is certainly safe")
        assert stage.panel.count("% risk") > 1
        assert " better than " in stage.panel or "equally good" in stage.panel


@acted
async def test_who_does_not_guess_is_stuck() -> None:
    async with on_stage(FORCED, agent="never-guess") as stage:
        before = stage.session.moves
        await stage.press("a")
        assert "Stuck" in stage.panel
        assert "No cell is safe; a guess is needed." in stage.panel
        assert stage.session.moves == before


@acted
async def test_autoplay_wins_a_board_that_needs_no_guess() -> None:
    game = NewGame(level="beginner", seed=5, needs_no_guess=True)
    async with on_stage(game, agent="never-guess") as stage:
        await stage.pilot.press(*["plus"] * 20, "p")
        await stage.until(lambda: stage.session.is_over)
        assert stage.session.game.status is GameStatus.WON
        assert stage.session.moves
        assert "assisted" in stage.status


@pytest.fixture
def package(tmp_path: Path) -> Iterator[None]:
    with installed(tmp_path):
        yield


@acted
@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("agent", [*AGENTS.values(), STUDENT], ids=[*AGENTS, "student"])
async def test_a_guest_plays(agent: str) -> None:
    async with on_stage("4x4/3/safe#1 a1", agent=agent) as stage:
        await stage.press("a")
        assert stage.session.moves[-1].cell == stage.board.grid.parse("a3")
        assert "Open a3 · single" in stage.panel


@acted
@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
async def test_a_guest_proves(engine: str) -> None:
    async with on_stage("4x4/3/safe#1 a1", agent="never-guess", engine=engine) as stage:
        await stage.press("a")
        assert "Open a3 · single" in stage.panel


@acted
@pytest.mark.parametrize(
    ("agent", "said"),
    [(f"{FILE}:Leftmost", "“It is on the left.”"), (f"{PROGRAM} fair", "“first”")],
)
async def test_a_guest_says_why_after_the_comparison(agent: str, said: str) -> None:
    async with on_stage("4x4/3/none#1", agent=agent) as stage:
        await stage.press("a")
        assert "% risk" in stage.panel
        assert stage.panel.rstrip().endswith(said)


@acted
async def test_a_guest_that_is_stuck_says_why() -> None:
    async with on_stage("4x4/3/safe#1 a1", agent=f"{PROGRAM} news") as stage:
        await stage.press("a")
        assert stage.panel.rstrip().endswith("“blind”")


HANGING = ("endless", "silent", "hangs", "floods")


@acted
@pytest.mark.parametrize("name", ["raising", "outside", "illegal", "dying", "dies", *HANGING])
async def test_a_guest_that_fails_is_told_and_stops_autoplay(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = 0.3 if name in HANGING else 10
    monkeypatch.setattr(table, "decide", partial(decide, seconds=seconds))
    is_program = name in ("dies", "hangs", "floods")
    agent = f"{PROGRAM} {name}" if is_program else f"{HOSTILE}:{name}"
    async with on_stage("beginner/opening:d4#3 d4", agent=agent) as stage:
        await stage.pilot.press("p")
        await stage.until(lambda: "failed: " in stage.panel)
        assert ("no move within 0.3 seconds" in stage.panel) == (name in HANGING)
        assert "moves per second" not in stage.status
        assert len(stage.session.moves) == 1
        await stage.press("H")  # the game goes on


@acted
async def test_escape_stops_autoplay() -> None:
    async with on_stage("beginner/opening:d4#3 d4") as stage:
        await stage.pilot.press(*["minus"] * 20, "p")
        assert "0.5 moves per second" in stage.status
        await stage.until(lambda: len(stage.session.moves) == 2)
        await stage.press("escape")
        assert "moves per second" not in stage.status
        assert len(stage.session.moves) == 2


@acted
async def test_risks_are_those_of_the_exact_engine() -> None:
    async with on_stage("6x8/9/opening:d4#2 d4") as stage:
        await stage.press("percent_sign")
        await stage.until(lambda: bool(stage.board.scene.risks))
        inference, grid = Exact().look(stage.session.known), stage.board.grid
        for cell, risk in inference.risks.items():
            row, col = grid.place(cell)
            drawn = stage.lines[row + 1][2 + 3 * col : 5 + 3 * col].strip("<> ")
            certain = dict.fromkeys(inference.safe, "s") | dict.fromkeys(inference.mines, "m")
            assert drawn == certain.get(cell, str(round(100 * risk)))
        assert "assisted" in stage.status
        await stage.press("percent_sign")
        assert not stage.board.scene.risks


@acted
async def test_wrong_flags_are_found_by_proof_only() -> None:
    async with on_stage("layout/clearing *..* .... a2") as stage:
        await stage.go("b1")
        await stage.press("f", "w")
        assert "No flag is provably wrong." in stage.panel
        await stage.press("f")
        await stage.go("b2")
        await stage.press("space")
        await stage.go("c2")
        await stage.press("space")
        before = stage.lines
        await stage.press("w")
        assert "No flag is provably wrong." in stage.panel
        assert stage.lines == before


@acted
async def test_a_cell_is_explained() -> None:
    async with on_stage(TWO_CLUES) as stage:
        await stage.go("b1")
        await stage.press("e")
        assert "b1 is safe." in stage.panel
        assert "Step 1:" in stage.panel
        await stage.go("a3")
        await stage.press("e")
        assert "a3 is open: it shows 0." in stage.panel


@acted
async def test_a_stale_answer_is_dropped() -> None:
    """The board changes while a hint is thought out: nothing of it is shown."""
    async with on_stage("beginner/opening:d4#3 d4") as stage:
        is_let, is_done = threading.Event(), threading.Event()

        def slow() -> str:
            is_let.wait(30)
            is_done.set()
            return "stale"

        shown: list[str] = []
        stage.table.thinker.ask(slow, shown.append)
        await stage.go("i9")
        await stage.pilot.press("f")  # the screen does not wait
        assert len(stage.session.moves) == 2
        assert not stage.table.is_thinking
        is_let.set()
        await stage.until(is_done.is_set)
        await stage.press("H")
        assert shown == []
        assert "Outlook" in stage.panel


@acted
async def test_leaving_does_not_wait_for_a_thought() -> None:
    async with on_stage("beginner/opening:d4#3 d4") as stage:
        is_let, ended = threading.Event(), list[bool]()
        stage.table.thinker.ask(lambda: ended.append(is_let.wait(20)), lambda _: None)
        await stage.pilot.press("q")
    assert stage.app.return_code == 0
    assert ended == []
    is_let.set()


@acted
async def test_help_ends_with_the_game() -> None:
    async with on_stage("layout/clearing *. .. a1") as stage:
        assert stage.session.is_over
        for key in ("H", "a", "w", "e"):
            await stage.press(key)
            assert "The review shows" in stage.panel


@acted
async def test_truth_is_never_drawn() -> None:
    """Two layouts that look alike so far give the same screens, whatever is asked."""
    keys = ("H",) * 6 + ("a", "p", "e", "w", "d", "percent_sign")
    texts: list[list[str]] = [[], []]
    for layout, seen in zip(("..* ...", "... ..*"), texts, strict=True):
        async with on_stage(f"layout/clearing {layout} a1", agent="never-guess") as stage:
            assert stage.session.game.view.picture() == "01#\n01#"
            await stage.go("c2")
            for key in keys:
                await stage.press(key)
                seen.append(stage.text)
            assert not stage.session.is_over
    assert texts[0] == texts[1]
