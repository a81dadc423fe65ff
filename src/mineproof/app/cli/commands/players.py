"""`mineproof new`, `assess`, `engines` and `levels`: players, and what they play."""

from __future__ import annotations

from pathlib import Path

import typer

from mineproof.agents import AGENTS
from mineproof.app.cli import options
from mineproof.board.rules import LEVELS
from mineproof.engines import ENGINES, FOR_COMPARISON
from mineproof.errors import BadInput


def new(kind: options.NewKind, name: options.NewName, *, to: options.ToFolder = Path()) -> None:
    """Start an agent or an engine of your own: writes NAME.py and test_NAME.py."""
    from mineproof.app.cli.new import write_starter
    from mineproof.app.text.console import screen

    write_starter(screen(), kind, name, to)


def assess(
    player: options.PlayerName = None,
    *,
    positions: options.Positions = None,
    seed: options.SampleSeed = None,
    seconds: options.AnswerSeconds = None,
    memory: options.Memory = None,
    minutes: options.Minutes = None,
    points: options.PointsFile = None,
    make: options.MakeFolder = None,
    show_all: options.AllPictures = False,
    form: options.ReportFormat = options.ReportForm.TEXT,
    to: options.ReportTarget = None,
    json: options.Json = False,
) -> None:
    """Grade a player: whether it is sound, what it misses, how it plays beside ours.

    An engine is asked about positions from games of all kinds; any other player plays games, and
    its moves are judged one by one. A student's file is recognised by its content: CS50's classes,
    or a function play(game). Exits with 1 if a clause of the contract is broken.
    """
    from mineproof.app.cli.assess import Grader, write_homework
    from mineproof.app.text.console import screen
    from mineproof.assess.plan import USUAL_PLAN, Plan

    options.refuse_both(player=player, make=make)
    if make is not None:
        write_homework(screen(), make)
        return
    if player is None:
        raise BadInput("no player; expected PLAYER, or --make FOLDER")
    plan = USUAL_PLAN if points is None else Plan.read(points)
    plan = plan.but(positions=positions, seed=seed, seconds=seconds, memory=memory, minutes=minutes)
    grader = Grader(
        options.ReportForm.JSON if json else form,
        to,
        shows_all=show_all,
        shows_points=points is not None,
    )
    raise typer.Exit(grader.grade(player, plan))


def engines(show_all: options.AllEngines = False) -> None:
    """List the engines, which find certain moves, and the agents, which play.

    Those that installed packages register come last. Your own are named FILE.py:NAME.
    """
    from mineproof.app.cli.play.report import registry
    from mineproof.app.game.guests import registered_agents, registered_engines
    from mineproof.app.text.console import screen

    screen().print(registry("engine", ENGINES, registered_engines()))
    if show_all:
        screen().print(registry("for comparison", FOR_COMPARISON))
    screen().print(registry("agent", AGENTS, registered_agents()))


def levels() -> None:
    """List the levels with their size, mines and default start rule."""
    from mineproof.app.text.words import size_words

    for level in LEVELS.values():
        size = size_words(level.grid, level.mines)
        print(f"{level.name:14}{size}, default start {level.usual_start}")
