"""What `import mineproof` offers: names, cells by name, results as the commands print them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.boards import some_position
from tests.guests.guest_players import Leftmost, Mine, first
from tests.guests.roads import AGENTS, ENGINES, FILE, STUDENT, installed
from typer.testing import CliRunner

import mineproof
from mineproof import View
from mineproof.app.main import main
from mineproof.counting.kernel import kernel
from mineproof.counting.odds import AnyCount
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


def test_a_stream_is_answered_one_view_at_a_time() -> None:
    taken: list[View] = []

    def endless() -> Any:
        while True:
            taken.append(wall)
            yield wall

    results = mineproof.analyse_many(endless())
    for number in (1, 2, 3):
        next(results)
        assert len(taken) == number


@pytest.mark.parametrize("engine", ["cascade", "exact", "single", Exact(prior=AnyCount())])
def test_a_batch_on_several_threads_finds_what_each_view_alone_does(engine: Any) -> None:
    views = [some_position(seed) for seed in range(28)]  # of all levels
    for view, found in zip(views, mineproof.analyse_many(views, engine, threads=3), strict=True):
        assert isinstance(found, mineproof.Analysis)
        alone = mineproof.analyse(view, engine)
        assert (found.safe, found.mines, found.status) == (alone.safe, alone.mines, alone.status)
        assert found.risks == alone.risks
    view, found = views[4], list(mineproof.analyse_many(views, engine))[4]
    assert isinstance(found, mineproof.Analysis)
    assert found.to_json() == mineproof.analyse(view, engine).to_json()


def test_a_batch_that_python_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    (found,) = mineproof.analyse_many([wall], "exact")
    assert isinstance(found, mineproof.Analysis)
    assert found.safe == (0, 3)


def test_a_number_of_threads_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^0 threads; expected 1 to 256"):
        next(mineproof.analyse_many([wall], threads=0))


# Arrays


def test_a_view_goes_into_an_array_and_back() -> None:
    numpy = pytest.importorskip("numpy")
    view = View.from_picture("1#F\n12*\n8?0", mines=3)
    array = view.to_array()
    assert (array.dtype, array.tolist()) == ("int8", [[1, -1, -2], [1, 2, -3], [8, -1, 0]])
    assert View.from_rows(array, mines=3) == view
    assert View.from_rows([*array], mines=3) == view
    assert View.from_rows(array.astype(float), mines=numpy.int64(3)) == view
    assert View.from_rows(numpy.array([["1", "#"], ["1", "2"]])).picture() == "1#\n12"
    array[0, 0] = 5  # a copy
    assert view.number("a1") == 1


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[1, 10]], "unexpected 10 in row 1; expected a sign, or 0 to 8, -1 for hidden, -2 for a"),
        ([[9]], "unexpected 9 in row 1"),
        ([[-4]], "unexpected -4 in row 1"),
        ([[0.5]], "unexpected 0.5 in row 1"),
        ([[[1]]], r"unexpected \[1\] in row 1"),
        ([1, 2], "a row 1; expected a text, like '1#', or a list of cells"),
        ([[""]], "unexpected '' in row 1"),
        ([], "an empty"),
    ],
)
def test_an_array_that_is_no_board_is_refused(values: Any, message: str) -> None:
    numpy = pytest.importorskip("numpy")
    for given in (values, numpy.array(values)):
        with pytest.raises(BadInput, match=f"^{message}"):
            View.from_rows(given)


@pytest.mark.parametrize("engine", ["cascade", "single"])
def test_risks_as_an_array_have_nan_where_there_is_none(engine: str) -> None:
    numpy = pytest.importorskip("numpy")
    found = mineproof.analyse(unsettled, engine)
    array = found.risk_array()
    assert array.shape == (2, 3)
    for cell, risk in enumerate(array.flat):
        assert found.risk(cell) == (None if numpy.isnan(risk) else risk)


def test_without_numpy_arrays_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for ask in (wall.to_array, mineproof.analyse(wall).risk_array):
        with pytest.raises(BadInput, match=r"^arrays need numpy: pip install numpy$"):
            ask()


# Wrong arguments, and what is left out


def test_what_is_no_number_of_mines_no_seed_and_no_grid_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^1\.5 mines in all; expected a whole number from 0"):
        View.from_picture("##", mines=1.5)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"^seed None is out of range; expected 0 to 2\*\*64 - 1"):
        mineproof.play(seed=None)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"^a level on 9; expected a grid, like"):
        mineproof.Level(9, 9, 10)  # type: ignore[arg-type]


@pytest.mark.parametrize("kernel", ["auto", "python"])
def test_a_study_names_the_clues_that_clash(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", kernel)
    with pytest.raises(mineproof.Contradiction, match="the clue at a1 cannot be met"):
        mineproof.study(View.from_picture("3#"))


def test_without_a_seed_a_game_is_that_of_seed_0() -> None:
    assert mineproof.play("hard").game == mineproof.play("hard", seed=0).game
    assert mineproof.Game.new("hard").view == mineproof.Game.new("hard", seed=0).view


def test_results_are_short_to_look_at() -> None:
    game = mineproof.play("easy", seed=1)
    assert repr(game) == (
        "PlayedGame(easy/list#1 by never-guess with cascade: won; 72 moves, 0 guesses,"
        " 0 cells unmarked)"
    )
    assert repr(Exact().look(wall)) == "Glance(2 safe, 2 mines, complete)"
    assert repr(Single().look(wall)) == "Concluded(0 safe, 0 mines, stalled)"


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
def test_a_view_is_what_solve_reads(view: View) -> None:
    answer = printed("solve", "--jsonl", text=json.dumps(view.to_json()))
    assert answer["risks"] == mineproof.analyse(view).to_json()["risks"]


@pytest.mark.parametrize("view", [wall, unsettled])
def test_best_moves_are_what_solve_adds(view: View) -> None:
    words = ("solve", "--json", "--budget", "deep", "--mines", "2")
    moves = mineproof.best_moves(view)
    assert moves.to_json() == {"moves": printed(*words, text=view.picture())["moves"]}
    assert [view.grid.name(move.cell) for move in moves] == moves.names


@pytest.mark.skipif(kernel() is None, reason="Python searches no position that large")
@pytest.mark.parametrize(
    ("picture", "best"),
    [
        ("####### #21#### #######", {"d1", "d3"}),  # 1,332 layouts
        ("####### ####### ####12#", {"d2"}),  # 1,300
        ("##### #1### 1#### #####", {"a1"}),  # 1,092
        ("###1# ##### ##### ###1#", {"d2", "d3"}),  # 1,400
        ("####1# #####1 ###### ##1###", {"d2"}),  # 2,100
    ],
)
def test_the_usual_budget_finds_best_guesses_that_a_smaller_one_misses(
    picture: str, best: set[str]
) -> None:
    """Another program has searched all play of these positions."""
    view = View.from_picture(picture, mines=5)
    found = mineproof.best_moves(view)
    assert found.names[0] in best
    assert found[0].error == 0
    assert mineproof.best_moves(view, "strategist").names[0] not in best


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
