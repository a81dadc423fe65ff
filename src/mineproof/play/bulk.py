"""Many games at once, in the kernel's own loop, on all cores.

The kernel (`native/play/play.hpp`) makes the same moves as a Match of an agent with the engine
`exact`, about a hundred times as fast. The Match is played in Python where the kernel is not built,
does not have the finish, agent or engine, would have to play without the mine count or with checked
proofs, or gives up a game because a count exceeds its limit.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

from mineproof.agents import agent_named
from mineproof.agents.base import Agent
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish, Level, Start
from mineproof.counting.kernel import MAX_STATES, Kernel, kernel
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput
from mineproof.play.given_boards import Given
from mineproof.play.match import Match
from mineproof.play.record import Outcome, Record

MAX_THREADS = 256

_KERNEL_FINISHES = (Finish.MARKING, Finish.CLEARING)
"""The games that the kernel's loop knows."""


def play_games(
    level: Level | str,
    start: Start | str | None,
    agent: Agent | str,
    seeds: Sequence[int],
    *,
    finish: Finish | None = None,
    tell_total: bool = True,
    threads: int | None = None,
) -> list[Record]:
    """Play the games of these seeds, and return their records in order; raise BadInput.

    An agent given by name uses the engine `exact`. `threads` is the number of cores to use, by
    default all; it changes nothing but the time.

    >>> [record.outcome.value for record in play_games("beginner", "safe", "safest", range(4))]
    ['lost', 'lost', 'won', 'won']
    """
    agent, threads = _hired(agent), checked_threads(threads)
    setting = Setting.make(level, start, max(seeds, default=0), finish)
    replace(setting, seed=min(seeds, default=0))  # a valid smallest and largest seed make all valid

    def play(game: int) -> Record:
        game_of_seed = Game.of(replace(setting, seed=seeds[game]))
        return Match(game_of_seed, agent, tell_total=tell_total).play()

    native = kernel_for(agent, setting.finish, tell_total=tell_total)
    if native is None:
        return [play(game) for game in range(len(seeds))]
    name = str(setting).rpartition("#")[0]
    played = play_seeds(native, setting, agent.name, seeds, threads=threads)
    return _records(agent, [f"{name}#{seed}" for seed in seeds], seeds, played, play)


def play_seeds(
    native: Kernel,
    setting: Setting,
    agent: str,
    seeds: Sequence[int],
    *,
    threads: int,
    trace: bool = False,
) -> Kernel.Games:
    """Play `setting` in the kernel, with these seeds instead of its own."""
    grid, start = setting.level.grid, setting.start
    return native.play_games(
        rows=grid.rows,
        cols=grid.cols,
        shape=grid.shape.value,
        mines=setting.level.mines,
        start=start.rule.value,
        detail=start.safe_cells(setting.level) or start.first_cell(grid),
        finish=setting.finish.value,
        policy=agent,
        seeds=seeds,
        threads=threads,
        max_states=MAX_STATES,
        unmarked=True,
        trace=trace,
    )


def play_layouts(
    given: Sequence[Given],
    agent: Agent | str,
    *,
    finish: Finish,
    tell_total: bool = True,
    threads: int | None = None,
) -> list[Record]:
    """Play given layouts, all on the same grid, as `play_games` does; raise BadInput."""
    agent, threads = _hired(agent), checked_threads(threads)
    if len(grids := {each.layout.grid for each in given}) > 1:
        raise BadInput(f"layouts of {len(grids)} different grids; expected one grid for all")

    def play(game: int) -> Record:
        return given[game].match(agent, finish, tell_total=tell_total).play()

    native = kernel_for(agent, finish, tell_total=tell_total)
    if native is None or not given:
        return [play(game) for game in range(len(given))]
    played = play_given(native, given, agent.name, finish, threads=threads)
    seeds = [each.seed for each in given]
    return _records(agent, ["layout"] * len(given), seeds, played, play)


def is_in_kernel(agent: Agent, finish: Finish, *, tell_total: bool) -> bool:
    """Tell whether the kernel plays such games of an agent; otherwise Python does."""
    return kernel_for(agent, finish, tell_total=tell_total) is not None


def kernel_for(agent: Agent, finish: Finish, *, tell_total: bool) -> Kernel | None:
    """Return the kernel if it is built and its loop can play such games of an agent."""
    return (
        kernel("play_games", "play_layouts")
        if suits_kernel(agent, finish, tell_total=tell_total)
        else None
    )


def suits_kernel(agent: Agent, finish: Finish, *, tell_total: bool) -> bool:
    """Tell whether the kernel's loop can play games of this finish with an agent.

    The loop always uses the mine count, counts layouts with the default limit, and has no proofs.
    """
    if finish not in _KERNEL_FINISHES or not tell_total or agent.checks_proofs:
        return False
    return agent.kernel_plays and agent.engine.kernel_plays


def _hired(agent: Agent | str) -> Agent:
    return agent_named(agent, Exact()) if isinstance(agent, str) else agent


def checked_threads(threads: int | None) -> int:
    """Return a number of threads, by default one for each core; raise BadInput if out of range."""
    if threads is None:
        threads = min(MAX_THREADS, cores())
    if not 1 <= threads <= MAX_THREADS:
        raise BadInput(f"{threads} threads; expected 1 to {MAX_THREADS}")
    return threads


def cores() -> int:
    """Return how many cores there are to play on."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux knows which cores a process may use
        return os.cpu_count() or 1


def play_given(
    native: Kernel, given: Sequence[Given], agent: str, finish: Finish, *, threads: int
) -> Kernel.Games:
    """Play given layouts, all on one grid, in the kernel; raise BadInput."""
    grid = given[0].layout.grid
    try:
        return native.play_layouts(
            rows=grid.rows,
            cols=grid.cols,
            shape=grid.shape.value,
            mines=[list(each.layout.mines) for each in given],
            safe=[each.safe for each in given],
            first=[each.first for each in given],
            finish=finish.value,
            policy=agent,
            seeds=[each.seed for each in given],
            threads=threads,
            max_states=MAX_STATES,
            unmarked=True,
        )
    except ValueError as error:
        raise BadInput(str(error)) from None


WON, LOST, STUCK, GIVEN_UP = range(4)
"""The kernel's endings; it gives up a game if a count exceeds its limit."""

OUTCOMES = {WON: Outcome.WON, LOST: Outcome.LOST, STUCK: Outcome.STUCK}


def _records(
    agent: Agent,
    names: Sequence[str],
    seeds: Sequence[int],
    played: Kernel.Games,
    play: Callable[[int], Record],
) -> list[Record]:
    """Return the records of games that the kernel played; `play` plays those it gave up."""
    endings, moves, proved, guesses = played.endings, played.moves, played.proved, played.guesses
    counts, seconds, lost_at, luck = played.counts, played.seconds, played.lost_at, played.luck

    def record(game: int) -> Record:
        return Record(
            game=names[game],
            agent=agent.name,
            engine=agent.engine.name,
            seed=seeds[game],
            outcome=OUTCOMES[endings[game]],
            moves=moves[game],
            guesses=guesses[game],
            unmarked_cells=tuple(played.unmarked_cells(game)),
            proved={agent.engine.name: proved[game]} if proved[game] else {},
            counters={"counts": counts[game]},
            seconds=seconds[game],
            lost_at=lost_at[game] if lost_at[game] >= 0 else None,
            luck=luck[game],
        )

    return [record(i) if endings[i] in OUTCOMES else play(i) for i in range(len(names))]
