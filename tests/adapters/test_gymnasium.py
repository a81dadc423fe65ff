"""The Gymnasium environment: its rules, Gymnasium's own checks, and many boards against one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.guests.roads import AGENTS, FILE, STUDENT, installed

from mineproof import analyse
from mineproof.adapters.gymnasium import ID, REWARDS, MinesweeperEnv, MinesweeperVectorEnv, Rewards
from mineproof.adapters.gymnasium.boards import UNSEEN, board_of, view_of
from mineproof.adapters.gymnasium.fleets import MAX_GAMES, Fleet, fleet_of
from mineproof.adapters.gymnasium.pictures import draw
from mineproof.agents import agent_named
from mineproof.agents.choice import Choice
from mineproof.board.game import Game
from mineproof.board.grid import Grid, Shape
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.counting.kernel import kernel
from mineproof.errors import BadInput

LEVELS = [("6x7/9", "safe"), ("6x7/9", "opening"), ("hex:6x6/7", "none"), ("torus:5x6/6", "list5")]


# Gymnasium's own checks


@pytest.mark.parametrize(("level", "start"), LEVELS)
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_gymnasium_finds_nothing_wrong(level: str, start: str, mode: str) -> None:
    env = gymnasium.make(ID, level=level, start=start, render_mode=mode, labels="safest")
    check_env(env.unwrapped)


def test_one_and_many_are_made_by_their_name() -> None:
    one = gymnasium.make(ID, level="expert")
    assert isinstance(one.unwrapped, MinesweeperEnv)
    many = gymnasium.make_vec(ID, 3, vectorization_mode="vector_entry_point", level="expert")
    assert isinstance(many.unwrapped, MinesweeperVectorEnv)
    assert many.observation_space.shape == (3, 16, 30)
    assert many.single_action_space == one.action_space == Discrete(480)


# One board


def test_a_game_is_the_game_of_its_seed() -> None:
    env = MinesweeperEnv("6x7/9", "safe")
    _, info = env.reset(seed=5)
    game = Game.new("6x7/9", "safe", seed=info["seed"], finish=Finish.CLEARING)
    for cell in game_cells(env):
        board, _, is_over, is_cut, info = env.step(cell)
        game.open(cell)
        assert (board == board_of(game.view)).all()
        assert (info["action_mask"] == (board < 0).ravel()).all()
        assert (is_over, is_cut) == (game.status.value != "playing", False)


def game_cells(env: MinesweeperEnv) -> Any:
    """Yield one hidden cell after the other until the game is over."""
    rng = np.random.default_rng(1)
    while env.game.status.value == "playing":
        yield int(rng.choice(np.flatnonzero(board_of(env.game.view).ravel() < 0)))


def test_a_seed_decides_all_boards_and_an_option_decides_one() -> None:
    env, twin = MinesweeperEnv(), MinesweeperEnv()
    first = [env.reset(seed=3)[1]["seed"], env.reset()[1]["seed"]]
    assert first == [twin.reset(seed=3)[1]["seed"], twin.reset()[1]["seed"]]
    assert len({*first, env.reset(seed=4)[1]["seed"]}) == 3
    assert env.reset(options={"seed": 77})[1]["seed"] == 77


def test_an_open_cell_stays_as_it_is() -> None:
    env = MinesweeperEnv("6x7/9", "safe", rewards="progress")
    env.reset(seed=1)
    board, *_ = env.step(0)
    again, reward, is_over, _, _ = env.step(0)
    assert (board == again).all()
    assert (reward, is_over) == (REWARDS["progress"].wasted, False)


@pytest.mark.parametrize("seed", range(30))
def test_a_won_game_has_earned_the_win_and_all_progress(seed: int) -> None:
    env = MinesweeperEnv("5x5/3", "opening", rewards={"win": 7, "loss": -3, "progress": 2})
    env.reset(seed=seed)
    total, is_over = 0.0, False
    safe = iter([12])
    while not is_over:
        cell = next(safe, None)
        if cell is None:
            safe = iter(sorted(env.game.layout.safe_cells()))
            continue
        if env.game.view.is_open(cell):
            continue
        _, reward, is_over, _, _ = env.step(cell)
        total += reward
    assert total == pytest.approx(9)


def test_a_mine_ends_the_game_and_earns_the_loss() -> None:
    env = MinesweeperEnv("5x5/3", "safe", rewards="win-loss")
    env.reset(seed=1)
    env.step(0)
    mine = min(env.game.layout.mines)
    board, reward, is_over, _, _ = env.step(mine)
    assert (reward, is_over, board.ravel()[mine]) == (-1.0, True, -1)
    with pytest.raises(BadInput, match="the game is lost; expected a reset before a step"):
        env.step(1)


def test_labels_are_what_the_engines_say() -> None:
    env = MinesweeperEnv("8x8/10", "opening", labels="safest-corner")
    _, info = env.reset(seed=2)
    assert info["safe"].all()
    assert info["best"] == env.setting.first_cell
    is_over = False
    while not is_over:
        board, _, is_over, _, info = env.step(info["best"])
        view = view_of(board, Grid(8, 8), 10)
        if is_over:
            assert info["best"] == -1
            break
        found = analyse(view, "exact")
        assert tuple(np.flatnonzero(info["safe"])) == found.safe
        assert tuple(np.flatnonzero(info["mines"])) == found.mines
        assert (info["risks"][list(view.open_cells())] == -1).all()
        assert {cell: info["risks"][cell] for cell in found.risks} == found.risks
        if found.safe:
            assert info["best"] in found.safe
        else:
            assert found.risks[info["best"]] == pytest.approx(min(found.risks.values()))


@pytest.mark.parametrize("agent", [*AGENTS.values(), f"{FILE}:Leftmost", STUDENT])
def test_labels_of_somebody_elses_agent(agent: str, tmp_path: Path) -> None:
    with installed(tmp_path):
        env = MinesweeperEnv("4x4/3", "safe:a1", labels=agent)
    env.reset(seed=1)
    board, *_, info = env.step(0)
    assert board.ravel()[info["best"]] == UNSEEN
    assert info["best"] == 2 or agent == STUDENT


def test_a_flag_is_no_label(tmp_path: Path) -> None:
    file = tmp_path / "flags.py"
    file.write_text("def flag(view): return 'Fa1'\n", encoding="utf-8")
    env = MinesweeperEnv("4x4/3", "none", labels=f"{file}:flag")
    assert env.reset(seed=1)[1]["best"] == -1


# What is looked at


def test_text_and_json_name_the_cells() -> None:
    env = MinesweeperEnv("2x12/1", "none", render_mode="ansi")
    env.reset(options={"seed": 3})
    lines = env.text().split("\n")
    assert lines[0].split() == list("abcdefghijkl")
    assert [line.split()[0] for line in lines[1:]] == ["1", "2"]
    assert env.render() == env.text()
    told = env.json()
    assert (told["rows"], told["cols"], told["mines"], len(told["hidden"])) == (2, 12, 1, 24)


def test_each_code_has_a_picture_of_its_own() -> None:
    image = draw(View.from_picture("012345678#F*"))
    assert image.shape == (16, 192, 3)
    tiles = {image[:, 16 * i : 16 * (i + 1)].tobytes() for i in range(12)}
    assert len(tiles) == 12


# What cannot be meant


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"level": "huge"}, "huge"),
        ({"level": "4x4/9", "start": "opening:a1"}, "9 mines leave no room .*; expected at most 7"),
        ({"rewards": "gold"}, "unknown rewards 'gold'; expected win, win-loss, progress"),
        ({"rewards": {"gold": 1}}, "unexpected 1 for the reward 'gold'"),
        ({"rewards": {"win": "much"}}, "unexpected 'much' for the reward 'win'"),
        ({"labels": "oracle"}, "oracle"),
        ({"labels": "exec:true"}, "cannot play with 'true'"),
        ({"render_mode": "human"}, "render mode 'human'; expected ansi or rgb_array"),
    ],
)
def test_what_cannot_be_meant_is_refused(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        MinesweeperEnv(**wish)
    with pytest.raises(BadInput, match=message):
        MinesweeperVectorEnv(2, **wish)


@pytest.mark.parametrize("action", [-1, 81, 1.5, "a1"])
def test_an_action_that_is_no_cell_is_refused(action: Any) -> None:
    env = MinesweeperEnv()
    env.reset(seed=1)
    with pytest.raises(BadInput, match="expected a cell from 0 to 80"):
        env.step(action)


def test_options_that_cannot_be_meant_are_refused() -> None:
    env = MinesweeperEnv()
    with pytest.raises(BadInput, match="unknown option 'colour'; expected seed"):
        env.reset(options={"colour": 1})
    with pytest.raises(BadInput, match="option seed 'x'; expected a whole number"):
        env.reset(options={"seed": "x"})
    with pytest.raises(BadInput, match="seed -1 is out of range"):
        env.reset(options={"seed": -1})


# Many boards


@pytest.fixture(params=["kernel", "twin"])
def worker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's fleet, then Python's."""
    if request.param == "twin":
        monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    elif kernel() is None:
        pytest.skip("no kernel")


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(("level", "start"), LEVELS)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_many_are_as_many_single_ones(level: str, start: str, mode: AutoresetMode) -> None:
    def make() -> MinesweeperEnv:
        return MinesweeperEnv(level, start, rewards="progress", labels="safest")

    one_by_one: Any = SyncVectorEnv([make] * 5, autoreset_mode=mode)
    together = MinesweeperVectorEnv(
        5, level, start, rewards="progress", labels="safest", autoreset_mode=mode
    )
    assert_equal(one_by_one.reset(seed=9), together.reset(seed=9))
    rng = np.random.default_rng(2)
    for _ in range(15):  # random moves end a game after three or so
        actions = rng.integers(together.setting.level.grid.size, size=5)
        expected, found = one_by_one.step(actions), together.step(actions)
        assert_equal(expected, found)
        if mode is AutoresetMode.DISABLED and found[2].any():
            expected = one_by_one.reset(options={"reset_mask": found[2]})
            assert_equal(expected, together.reset(options={"reset_mask": found[2]}))


def assert_equal(expected: Any, found: Any) -> None:
    """Assert that what two environments have answered is the same, not a number included."""
    assert len(expected) == len(found)
    for one, other in zip(expected[:-1], found[:-1], strict=True):
        np.testing.assert_array_equal(one, other)
        assert one.dtype == other.dtype
    assert_same_infos(expected[-1], found[-1])


def assert_same_infos(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert one.keys() == other.keys()
    for key, value in one.items():
        if isinstance(value, dict):
            assert_same_infos(value, other[key])
        elif value.dtype == object:
            assert data_equivalence(list(value), list(other[key]))
        else:
            np.testing.assert_array_equal(value, other[key], err_msg=key)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from(list(Shape)), st.data())
def test_the_kernels_fleet_is_its_twin(rows: int, cols: int, shape: Shape, data: Any) -> None:
    if kernel() is None:
        pytest.skip("no kernel")
    mines = data.draw(st.integers(0, rows * cols - 1))
    start = data.draw(st.sampled_from(["safe", "none", "list1"]))
    name = "" if shape is Shape.SQUARE else f"{shape.value}:"
    try:
        setting = Setting.make(f"{name}{rows}x{cols}/{mines}", start, 0, Finish.CLEARING)
    except BadInput:
        return  # no such board
    fleets, games = (fleet_of(setting, 3), Fleet(setting, 3)), np.ones(3, bool)
    seeds = np.array(
        data.draw(st.lists(st.integers(0, 2**64 - 1), min_size=3, max_size=3)), np.uint64
    )
    states = [played(fleet, seeds, games, rows * cols, data.draw) for fleet in fleets[:1]]
    states.append(played(fleets[1], seeds, games, rows * cols, replay(states[0])))
    for one, other in zip(states[0], states[1], strict=True):
        for a, b in zip(one, other, strict=True):
            np.testing.assert_array_equal(a, b)


def played(fleet: Any, seeds: Any, which: Any, size: int, draw_from: Any) -> list[tuple[Any, ...]]:
    """Return cells, boards, openings and statuses of eight steps."""
    shown = np.zeros((3, size), np.int8)
    fleet.begin(seeds, which, shown)
    states: list[tuple[Any, ...]] = [(np.zeros(3), shown.copy(), np.zeros(3), np.zeros(3))]
    cells = st.lists(st.integers(0, size - 1), min_size=3, max_size=3)
    for _ in range(8):
        chosen = np.array(draw_from(cells), np.int64)
        opened, status = np.zeros(3, np.int32), np.zeros(3, np.int8)
        fleet.open(chosen, which, shown, opened, status)
        states.append((chosen, shown.copy(), opened, status))
    return states


def replay(states: list[tuple[Any, ...]]) -> Any:
    """Return who draws the same cells again."""
    cells = iter([state[0] for state in states[1:]])
    return lambda _: next(cells)


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 81], "action 81; expected a cell from 0 to 80"),
        ([0], r"actions of shape \(1,\); expected \(2,\)"),
    ],
)
def test_actions_that_cannot_be_meant_are_refused(actions: list[int], message: str) -> None:
    envs = MinesweeperVectorEnv(2)
    envs.reset(seed=1)
    with pytest.raises(BadInput, match=message):
        envs.step(np.array(actions))


def test_numbers_masks_and_seeds_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match=f"0 environments; expected 1 to {MAX_GAMES}"):
        MinesweeperVectorEnv(0)
    with pytest.raises(
        BadInput, match="autoreset mode 'never'; expected NextStep, SameStep, Disabled"
    ):
        MinesweeperVectorEnv(1, autoreset_mode="never")
    envs = MinesweeperVectorEnv(2, autoreset_mode="Disabled")
    with pytest.raises(BadInput, match="3 seeds; expected one for each of 2 environments"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(BadInput, match="reset_mask of shape"):
        envs.reset(options={"reset_mask": np.zeros(2, bool)})


@pytest.mark.skipif(kernel() is None, reason="no kernel")
def test_the_kernel_refuses_what_cannot_be() -> None:
    native = kernel()
    assert native is not None
    kind: dict[str, Any] = {"rows": 4, "cols": 4, "shape": "square", "start": "opening", "games": 2}
    with pytest.raises(ValueError, match="mines 8 is out of range; expected 0 to 7"):
        native.Fleet(**kind, mines=8, safe_cells=0)
    fleet = native.Fleet(**kind, mines=3, safe_cells=0)
    shown, which = np.zeros((2, 16), np.int8), np.ones(2, bool)
    with pytest.raises(ValueError, match="expected 2 games of 16 cells"):
        fleet.begin(np.zeros(2, np.uint64), which, shown[:, :8].copy())
    fleet.begin(np.zeros(2, np.uint64), which, shown)
    numbers = np.zeros(2, np.int32), np.zeros(2, np.int8)
    with pytest.raises(ValueError, match="cell 16 in game 1; expected 0 to 15"):
        fleet.open(np.array([0, 16]), which, shown, *numbers)


def test_an_agent_wins_here_as_it_does_elsewhere() -> None:
    """The same seeds, through the environment and by the agent's own loop."""
    from mineproof.play.bulk import play_games

    env, agent, seeds = MinesweeperEnv("8x8/10", "safe:a1"), agent_named("safest-corner"), range(12)
    outcomes = [play_through(env, agent, seed) for seed in seeds]
    records = play_games("8x8/10", "safe:a1", "safest-corner", seeds)
    assert outcomes == [record.outcome.value for record in records]


def play_through(env: MinesweeperEnv, agent: Any, seed: int) -> str:
    board, _ = env.reset(options={"seed": seed})
    is_over, reward, cell = False, 0.0, env.setting.first_cell
    while not is_over:
        board, reward, is_over, _, _ = env.step(np.int64(cell or 0))
        if not is_over:
            view = view_of(board, env.setting.level.grid, env.setting.level.mines)
            decision = agent.join(view, seed, marks_mines=False).choose()
            assert isinstance(decision, Choice)
            cell = decision.move.cell
    return "won" if reward else "lost"


def test_rewards_of_arrays_are_those_of_numbers() -> None:
    rewards = Rewards(win=3, loss=-2, progress=1, wasted=-0.5)
    cases = [(4, 0, 0), (0, 0, 0), (2, 1, 0), (0, 0, 1)]
    opened, won, lost = (np.array(column) for column in zip(*cases, strict=True))
    together = rewards.earned(opened, 0.1, won, lost)
    assert list(together) == [rewards.earned(o, 0.1, bool(w), bool(i)) for o, w, i in cases]
    assert list(together) == pytest.approx([0.4, -0.5, 3.2, -2.0])


def test_without_its_extra_the_import_says_what_to_install() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import mineproof.adapters.gymnasium"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert told.stderr.endswith("gymnasium: pip install 'mineproof[gym]'\n")
