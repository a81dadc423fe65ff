"""`mineproof play`: games of the AI and of people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

from mineproof.agents.entrant import Entrant
from mineproof.app.cli import options
from mineproof.app.game.defaults import USUAL_AGENT, USUAL_ENGINE, USUAL_LEVEL, any_seed
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.files import check_new

if TYPE_CHECKING:  # most games do without what it imports
    from mineproof.app.game.new_game import NewGame


def play(
    ctx: typer.Context,
    *,
    level: options.Level = None,
    start: options.Start = None,
    finish: options.FinishRule = None,
    seed: options.Seed = None,
    game: options.GameId = None,
    no_guess: options.Certified = False,  # noqa: ARG001 - read from ctx
    daily: options.Daily = None,  # noqa: ARG001 - read from ctx
    games: options.Games = 1,
    engine: options.Engine = USUAL_ENGINE,
    agent: options.Agent = USUAL_AGENT,
    hide_total: options.HideTotal = False,
    check: options.Check = False,
    human: options.Human = False,
    flags: options.GameFlags = None,
    resume: options.Resume = None,
    save: options.Save = None,
    watch: options.Watch = False,
    trace: options.Trace = None,
    answer: options.Answer = False,
    delay: options.Delay = None,
    json: options.Json = False,
    layouts: options.Layouts = None,
    jsonl: options.Jsonl = False,  # noqa: ARG001 - read from ctx
) -> None:
    """Let the AI play one game or many, or play one yourself."""
    from mineproof.app.cli.jsonl import play_boards
    from mineproof.app.cli.play.batch import Batch, play_batch
    from mineproof.app.cli.play.human import check_unfinished, play_human
    from mineproof.app.cli.play.show import show_game, write_game
    from mineproof.app.text.console import screen

    options.refuse_clashes(ctx.params)
    entrant = Entrant(agent, engine, tell_total=not hide_total, checks_proofs=check).pinned()
    if layouts is not None:
        raise typer.Exit(play_boards(layouts, entrant))
    number = any_seed() if seed is None else seed
    for file in filter(None, (save, trace)):
        check_new(file)
    if human:
        session = wished_game(ctx.params, number).deal()
        if resume is not None:
            check_unfinished(session, resume)
        raise typer.Exit(play_human(screen(), session, keep=save, flags=flags))
    usual = Setting.make(level or USUAL_LEVEL, start, number, finish)
    setting = usual if game is None else Setting.parse(game)
    if games != 1:
        code = play_batch(screen(), Batch(setting, games, entrant), as_json=json)
    elif json:
        code = write_game(
            Game.of(setting), entrant, watch=watch, keep=save, trace=trace, answer=answer
        )
    else:
        code = show_game(
            screen(),
            Game.of(setting),
            entrant,
            delay=delay,
            watch=watch,
            keep=save,
            trace=trace,
            answer=answer,
        )
    raise typer.Exit(code)


def wished_game(given: Mapping[str, Any], seed: int | None) -> NewGame:
    """Return the game that a person asks for; raise BadInput if the options name two."""
    from mineproof.app.game.new_game import NewGame, day
    from mineproof.app.text.console import read_text

    options.refuse_two_games(given)
    daily, resume = given["daily"], given["resume"]
    return NewGame(
        level=given["level"],
        start=given["start"],
        finish=given["finish"],
        seed=seed,
        needs_no_guess=given["no_guess"],
        day=None if daily is None else day(daily),
        code=given["game"] if resume is None else read_text(resume),
    )
