"""What `import mineproof` offers: names, cells by name, results as the commands print them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.guests.guest_players import Leftmost, Mine, first
from tests.guests.roads import AGENTS, ENGINES, FILE, STUDENT, installed
from typer.testing import CliRunner

import mineproof
from mineproof import View
from mineproof.app.main import main
from mineproof.engines.exact import Exact
from mineproof.engines.single import Single
from mineproof.errors import BadInput, Fault

ROOT = Path(__file__).parents[1]
WALL = "####\n1221\n0000"
OPEN = "1##\n###"

wall = View.from_picture(WALL, mines=2)
unsettled = View.from_picture(OPEN, mines=2)


def printed(*words: str, text: str = "") -> Any:
    """Return the JSON that a command prints."""
    with CliRunner().isolation(input=text) as (out, _, _):
        assert main(words) == 0
        return json.loads(out.getvalue())


# What is there


def test_every_public_name_is_there_and_documented() -> None:
    for name in mineproof.__all__:
        value = getattr(mineproof, name)
        assert not callable(value) or value.__doc__, name


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solve'"):
        _ = mineproof.solve  # type: ignore[attr-defined]


def test_the_import_loads_neither_extras_nor_screens_nor_the_coach() -> None:
    heavy = ("rich", "typer", "polars", "numpy", "matplotlib", "fastapi", "textual", "pysat")
    ours = ("mineproof.app", "mineproof.coach", "mineproof.lab")
    script = f"import sys, mineproof; print([m for m in {heavy + ours} if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert loaded.stdout.strip() == b"[]"


def test_no_extras_are_needed_to_use_it() -> None:
    heavy = ("rich", "typer", "polars", "numpy", "matplotlib", "fastapi", "textual")
    script = f"""
import sys
sys.modules.update(dict.fromkeys({heavy}))  # None: an import of it fails
import mineproof
view = mineproof.View.from_picture("1## ###", mines=2)
results = [mineproof.analyse(view), mineproof.hint(view), mineproof.explain(view, "c1"),
    mineproof.best_moves(view), mineproof.review("easy/list#1"), mineproof.generate("easy"),
    mineproof.play("easy")]
print(len([result.to_json() for result in results]))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.strip() == b"7"


def test_no_room_imports_the_package_root() -> None:
    root_import = re.compile(r"^\s*(?:import mineproof$|from mineproof import (?!_native|errors))")
    rooms = ROOT.glob("src/mineproof/*/**/*.py")
    lines = [line for file in rooms for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if root_import.match(line)] == []


def test_the_version_is_that_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{mineproof.__version__}]" in changelog


# Cells by name


def test_cells_are_numbers_or_names() -> None:
    assert mineproof.explain(wall, "c1") == mineproof.explain(wall, 2)
    found = mineproof.analyse(unsettled)
    assert found.risk("c1") == found.risks[2]
    assert found.risk("a1") is None
    assert mineproof.analyse(wall).chain("b1")[-1].cell == 1


@pytest.mark.parametrize("cell", ["z1", "nonsense", 12, -1])
def test_a_cell_that_is_not_there_is_refused(cell: int | str) -> None:
    with pytest.raises(mineproof.BadInput):
        mineproof.explain(wall, cell)


# Functions


def test_an_engine_is_a_name_or_an_object() -> None:
    assert mineproof.analyse(wall, "single").safe == mineproof.analyse(wall, Single()).safe == ()
    assert mineproof.analyse(wall, Exact()).safe == (0, 3)
    with pytest.raises(mineproof.UnknownName):
        mineproof.analyse(wall, "guesswork")


def test_a_clash_names_its_clues() -> None:
    impossible = View.from_picture("3# 1#")
    for ask in (mineproof.analyse, mineproof.best_moves):
        with pytest.raises(mineproof.Contradiction, match="at a1"):
            ask(impossible)
    with pytest.raises(mineproof.Contradiction, match="at a1"):
        mineproof.explain(impossible, "b1")
    assert "a1" in str(mineproof.hint(impossible))


@pytest.mark.parametrize("engine", ["exact", "cascade"])
def test_a_batch_goes_on_after_a_view_that_cannot_be(engine: str) -> None:
    impossible = View.from_picture("3# 1#")
    first, clash, last = mineproof.analyse_many([wall, impossible, unsettled], engine)
    assert isinstance(first, mineproof.Analysis)
    assert first.safe == (0, 3)
    assert isinstance(clash, mineproof.Contradiction)
    assert "at a1" in str(clash)
    assert isinstance(last, mineproof.Analysis)
    assert last.risks == mineproof.analyse(unsettled, engine).risks


def test_a_batch_takes_views_one_at_a_time() -> None:
    def endless() -> Any:
        while True:
            yield wall

    results = mineproof.analyse_many(endless())
    assert [next(results), next(results)] != []


def test_a_played_game_can_be_reviewed() -> None:
    game = mineproof.play("expert", "opening:d4", seed=3, agent="strategist-fast")
    found = mineproof.review(game)
    assert len(found.remarks) == game.moves
    assert found == mineproof.review(str(game.transcript))
    assert found.status.value == game.outcome.value


# JSON, as the commands print it


@pytest.mark.parametrize("engine", ["cascade", "exact", "single"])
@pytest.mark.parametrize("view", [wall, unsettled])
def test_an_analysis_is_what_solve_prints(engine: str, view: View) -> None:
    words = ("solve", "--json", "--engine", engine, "--mines", "2")
    assert mineproof.analyse(view, engine).to_json() == printed(*words, text=view.picture())


@pytest.mark.parametrize("view", [wall, unsettled])
def test_best_moves_are_what_solve_adds(view: View) -> None:
    words = ("solve", "--json", "--agent", "strategist", "--mines", "2")
    moves = mineproof.best_moves(view)
    assert moves.to_json() == {"moves": printed(*words, text=view.picture())["moves"]}
    assert [view.grid.name(move.cell) for move in moves] == moves.names


@pytest.mark.parametrize("rung", range(7))
@pytest.mark.parametrize("view", [wall, unsettled])
def test_a_hint_is_what_explain_prints(view: View, rung: int) -> None:
    words = ("explain", "--json", "--rung", str(rung), "--mines", "2", "--lang", "zh-TW")
    found = mineproof.hint(view, rung, language="zh-TW")
    assert found.to_json() == printed(*words, text=view.picture())
    assert len(str(found).splitlines()) == sum(map(len, found.words))


@pytest.mark.parametrize("cell", ["a1", "b1", "a2"])
def test_an_explanation_is_what_explain_prints(cell: str) -> None:
    words = ("explain", "--json", "--cell", cell, "--mines", "2")
    assert mineproof.explain(wall, cell).to_json() == printed(*words, text=WALL)


def test_a_review_is_what_review_prints() -> None:
    game = "layout/clearing\n.*.\n...\na1 a2 c1"
    assert mineproof.review(game).to_json() == printed("review", "--json", text=game)


def test_a_board_is_what_generate_prints() -> None:
    words = ("generate", "--json", "--script", "--level", "beginner", "--seed", "7")
    board = mineproof.generate("beginner", seed=7)
    assert [board.to_json(with_script=True)] == printed(*words)["boards"]
    assert mineproof.review(str(board)).remarks[0].move.cell == board.first


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_a_game_is_what_play_prints(level: str) -> None:
    words = ("play", "--json", "--level", level, "--seed", "7")
    asked = mineproof.play(level, seed=7).to_json() | {"seconds": 0}
    assert asked == printed(*words) | {"seconds": 0}


# Somebody's own player


def test_a_player_is_a_name_a_class_or_a_function() -> None:
    for agent in (f"{FILE}:first", first, lambda view: view.hidden_cells()[0]):
        game = mineproof.play("4x4/3", "safe", seed=1, agent=agent)
        assert (game.outcome.value, game.moves, game.fault) == ("lost", 3, None)
    for other in (f"{FILE}:Leftmost", Leftmost):
        game = mineproof.play("4x4/3", "safe", seed=1, agent=other, engine=Mine)
        assert game.engine == "mine"
    assert mineproof.play("4x4/3", "safe", seed=1, agent=Leftmost).agent == "leftmost"


@pytest.mark.parametrize("agent", [*AGENTS.values(), STUDENT])
def test_a_player_comes_on_any_road(agent: str, tmp_path: Path) -> None:
    with installed(tmp_path):
        game = mineproof.play("4x4/3", "safe", seed=1, agent=agent)
    assert game.agent == agent
    assert game.transcript.moves[1].cell == 8


@pytest.mark.parametrize("engine", ENGINES.values())
def test_an_engine_comes_on_any_road(engine: str, tmp_path: Path) -> None:
    view = View.from_picture("01# 01# 011")
    with installed(tmp_path):
        found = [mineproof.analyse(view, engine), *mineproof.analyse_many([view], engine)]
    assert [str(each) for each in found] == [str(mineproof.analyse(view, "single"))] * 2


def test_an_engine_is_a_name_a_class_or_an_object() -> None:
    found = [mineproof.analyse(wall, engine) for engine in ("single", f"{FILE}:Mine", Mine, Mine())]
    assert len({str(each) for each in found}) == 1


def test_what_a_player_does_wrong_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        mineproof.play("4x4/3", "safe", agent=lambda _: 1 // 0)
    with pytest.raises(Fault, match="it returned 'z9'"):
        mineproof.play("4x4/3", "safe", agent=lambda _: "z9")
    with pytest.raises(BadInput, match="int is no agent"):
        mineproof.play("4x4/3", "safe", agent=int)  # type: ignore[arg-type]
