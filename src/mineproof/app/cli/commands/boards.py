"""`mineproof generate`: boards that need no guess."""

from __future__ import annotations

import typer

from mineproof.agents.entrant import Entrant
from mineproof.app.cli import options
from mineproof.app.game.defaults import USUAL_LEVEL, any_seed


def generate(
    *,
    level: options.Level = None,
    no_guess: options.NoGuess = False,  # noqa: ARG001 - always on
    start: options.GenerateStart = None,
    seed: options.Seed = None,
    count: options.Count = 1,
    daily: options.Daily = None,
    max_level: options.MaxLevel = None,
    min_level: options.MinLevel = None,
    steps: options.Steps = None,
    bbbv: options.Bbbv = None,
    without_count: options.WithoutCount = False,
    engine: options.Solver = None,
    method: options.GenerateMethod = None,
    tries: options.Tries = None,
    jobs: options.Jobs = None,
    json: options.Json = False,
    jsonl: options.JsonlOut = False,
    script: options.WithScript = False,
    to: options.ToFile = None,
) -> None:
    """Generate boards that can be solved without guessing.

    Prints one transcript per line, with the first move. With --jsonl, prints the lines that
    'mineproof play --layouts' reads.
    """
    from mineproof.app.cli import generate as generating
    from mineproof.app.game.new_game import day, start_text
    from mineproof.coach.boards.generate import DAILY_LEVEL, daily_seed
    from mineproof.play.bulk import cores

    options.refuse_both(daily=daily, seed=seed)
    number = any_seed() if seed is None else seed
    order = generating.Order(
        level=level or (USUAL_LEVEL if daily is None else DAILY_LEVEL),
        start=start_text(start),
        seed=number if daily is None else daily_seed(day(daily)),
        count=count,
        wishes=generating.wishes_of(
            max_level=max_level,
            min_level=min_level,
            without_count=without_count,
            bbbv=bbbv,
            steps=steps or (),
        ),
        method=generating.method_named(method),
        tries=tries,
        jobs=cores() if jobs is None else jobs,
        solver=None if engine is None else Entrant(engine=engine).pinned(),
    )
    output = generating.Output(json, jsonl, script, to)
    raise typer.Exit(generating.generate(order, output))
