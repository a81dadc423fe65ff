"""`mineproof generate` and `certify`: boards that need no guess."""

from __future__ import annotations

import typer

from mineproof.agents.entrant import Entrant
from mineproof.app.cli import options
from mineproof.app.game.defaults import USUAL_LEVEL, any_seed
from mineproof.logic.pb.lines import USUAL_VERSION, version_named


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
    certificate: options.WithCertificate = None,
    to: options.ToFile = None,
) -> None:
    """Generate boards that can be solved without guessing.

    Prints one transcript per line, with the first move. With --jsonl, prints the lines that
    'mineproof play --layouts' reads.
    """
    from mineproof.app.cli import generate as generating
    from mineproof.app.game.new_game import day, start_text
    from mineproof.coach.boards.days import DAILY_LEVEL, daily_seed
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
    output = generating.Output(json, jsonl, script, to, certificate)
    raise typer.Exit(generating.generate(order, output))


def certify(
    board: options.BoardFile = "-",
    *,
    first: options.FirstCell = "default",
    reach: options.Reasoner = None,
    without_count: options.CountUnknown = False,
    form: options.FromFormat = None,
    script: options.ShowScript = False,
    to: options.CertificateFile = None,
    proofs: options.ProofsPath = None,
    version: options.VeripbVersion = USUAL_VERSION,
    json: options.Json = False,
) -> None:
    """Tell whether a board can be cleared without a guess, and prove it.

    The certificate has a proof for each step, or the position in which a guess is forced with
    layouts that show it. 'mineproof check' checks it without any engine.

    The exit code is 0 if no guess is needed, 1 if one is, and 2 for bad input.
    """
    from mineproof.app.cli.certify import Output, Question, reasoner
    from mineproof.app.cli.certify import certify as answer
    from mineproof.app.text.files import read_start

    question = Question(first, not without_count, reasoner(reach))
    output = Output(to, proofs, version_named(version))
    transcript = read_start(board, form, "picture")
    raise typer.Exit(answer(transcript, question, as_json=json, shows_script=script, output=output))
