"""The Gymnasium environment: steps per second of many boards at once, and known win rates.

Speed is measured in CPU time of one core on expert boards, for a policy that opens any cell and for
one that opens any hidden cell; beside it single environments in Gymnasium's own SyncVectorEnv. Then
agents play through the environment, and must win as often as in the lab.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.vector import SyncVectorEnv

from mineproof.adapters.gymnasium import MinesweeperEnv, MinesweeperVectorEnv
from mineproof.agents import agent_named
from mineproof.agents.base import Player
from mineproof.agents.choice import Choice
from mineproof.board.view import Sight
from mineproof.engines.exact import Exact
from mineproof.play.bulk import play_games
from mineproof.play.record import Outcome
from mineproof.stats.intervals import wilson

WANTED = 100_000
"""Steps a second and core."""

BOARDS, LEVEL = 1024, "expert"


def main() -> None:
    """Measure, print, and fail if a figure is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300, help="steps of each environment")
    parser.add_argument("--games", type=int, default=1000, help="games of each agent")
    wish = parser.parse_args()
    is_met = tell_speed(wish.steps)
    for agent in ("random", "safest-corner", "strategist-fast"):
        is_met &= tell_wins(agent, wish.games)
    raise SystemExit(not is_met)


def tell_speed(steps: int) -> bool:
    many = MinesweeperVectorEnv(BOARDS, LEVEL)
    few: Any = SyncVectorEnv([lambda: MinesweeperEnv(LEVEL)] * 16)
    fast, guided = speed(many, steps, blindly), speed(many, steps, openly)
    slow = speed(few, max(2, steps // 20), blindly)
    print(f"{BOARDS} {LEVEL} boards at once, {steps} steps of each, one core\n")
    print(f"{'any cell':32} {fast:12,.0f} steps/s")
    print(f"{'any hidden cell':32} {guided:12,.0f} steps/s, its choice included")
    print(f"{'any cell, SyncVectorEnv':32} {slow:12,.0f} steps/s: {fast / slow:.0f} times slower\n")
    print(f"{'met' if fast >= WANTED else 'MISSED':8}{WANTED:,} steps/s: {fast:,.0f}\n")
    return fast >= WANTED


def speed(envs: Any, steps: int, policy: Callable[[np.random.Generator, Any], Any]) -> float:
    """Return how many steps a second of CPU time are made."""
    rng = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    start = time.process_time()
    for _ in range(steps):
        *_, infos = envs.step(policy(rng, infos["action_mask"]))
    return float(steps * envs.num_envs / (time.process_time() - start))


def blindly(rng: np.random.Generator, mask: Any) -> Any:
    return rng.integers(mask.shape[1], size=len(mask))


def openly(rng: np.random.Generator, mask: Any) -> Any:
    return (rng.random(mask.shape, np.float32) * mask).argmax(axis=1)


def tell_wins(agent: str, games: int) -> bool:
    """Print the wins of an agent through the environment, and in the lab on the same boards."""
    env = MinesweeperEnv(LEVEL, "safe:a1")
    through = sum(wins(env, agent, seed) for seed in range(games))
    records = play_games(LEVEL, "safe:a1", agent, range(games))
    in_lab = sum(record.outcome is Outcome.WON for record in records)
    low, high = wilson(through, games)
    rate = f"{100 * through / games:.1f} % ({100 * low:.1f} - {100 * high:.1f})"
    is_same = through == in_lab
    print(f"{'met' if is_same else 'MISSED':8}{agent}: {rate} of {games}; in the lab {in_lab}")
    return is_same


def wins(env: MinesweeperEnv, agent: str, seed: int) -> bool:
    """Tell whether an agent wins the game of a seed, seeing nothing but observations."""
    before, _ = env.reset(options={"seed": seed})
    level, cell, is_over, reward = env.setting.level, env.setting.first_cell, False, 0.0
    player = agent_named(agent, Exact()).begin(level.grid, level.mines, seed, marks_mines=False)
    while not is_over:
        board, reward, is_over, _, _ = env.step(np.int64(cell or 0))
        cell = None if is_over else next_cell(player, before, board)
        before = board
    return bool(reward)


def next_cell(player: Player, before: Any, board: Any) -> int:
    news = np.flatnonzero((board != before).ravel())
    player.see(Sight(int(cell), int(board.flat[cell])) for cell in news)
    decision = player.choose()
    assert isinstance(decision, Choice)
    return decision.move.cell


if __name__ == "__main__":
    main()
