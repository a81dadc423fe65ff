"""The commands of `mineproof`: each checks its options and calls the module that does the work.

Bad input is reported in one line on standard error, with exit code 2. Ctrl-C exits with 130. A
closed pipe, such as `| head`, ends the command quietly.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.main import get_command

from mineproof.agents import AGENTS, strategist_named, strategist_with
from mineproof.agents.entrant import Entrant
from mineproof.app.cli import options
from mineproof.app.cli.lab.commands import arena, lab
from mineproof.app.game.defaults import (
    DEEP_STRATEGIST,
    USUAL_AGENT,
    USUAL_ENGINE,
    USUAL_LEVEL,
    USUAL_PROVER,
    USUAL_STRATEGIST,
    any_seed,
    usual_language,
)
from mineproof.app.text.streams import prepare_output
from mineproof.board.game import Game
from mineproof.board.grid import Shape
from mineproof.board.notation import Setting
from mineproof.board.rules import LEVELS, Level
from mineproof.board.transcript import Transcript
from mineproof.coach.language import language
from mineproof.counting.kernel import describe
from mineproof.engines import ENGINES, FOR_COMPARISON
from mineproof.engines.guess import Budget
from mineproof.errors import BadInput, BadProof, Contradiction, Fault, LimitReached
from mineproof.files import check_new
from mineproof.logic.derivation.formats import MOST_DRAWN
from mineproof.logic.pb.lines import USUAL_VERSION
from mineproof.version import __version__

if TYPE_CHECKING:  # most commands do without what it imports
    from mineproof.app.game.new_game import NewGame

_HELP = ["--help", "-h"]

app = typer.Typer(
    context_settings={"help_option_names": _HELP},
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",  # unlike the default, it fills paragraphs to the terminal's width
)
app.add_typer(lab, name="lab")

_BAD_INPUT = 2

_NUMBERS = {"int": "a whole number", "float": "a number"}
"""By the first word of Pydantic's error types."""


@app.callback(invoke_without_command=True)
def _root(version: options.Version = False) -> None:
    """A Minesweeper AI that proves every move."""
    if version:
        print(f"mineproof {__version__} ({describe()})")


@app.command()
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
        session = _wished_game(ctx.params, number).deal()
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


def _wished_game(given: Mapping[str, Any], seed: int | None) -> NewGame:
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


@app.command()
def solve(
    file: options.File = "-",
    *,
    mines: options.Mines = None,
    density: options.MineDensity = None,
    engine: options.Engine = USUAL_ENGINE,
    agent: options.Comparer = None,
    budget: options.GuessBudget = None,
    shape: options.GridShape = Shape.SQUARE,
    everything: options.Everything = False,
    form: options.FromFormat = None,
    draw: options.Draw = None,
    json: options.Json = False,
    jsonl: options.Jsonl = False,
) -> None:
    """Find the best move of a position, what is certain there, and why.

    The position is a board with one line per row: `#` is hidden, `0` to `8` open, `F` flagged.
    Other usual notations, printed boards, transcripts and replay files are recognised.

    With --jsonl, each line is a JSON object with "id", "board" (a list of rows) and "total_mines".
    """
    from mineproof.app.cli.clash import shown_clash
    from mineproof.app.cli.jsonl import solve_positions
    from mineproof.app.cli.mine_count import MineCount
    from mineproof.app.cli.solve import show_position
    from mineproof.app.json.values import analysis_json, moves_json
    from mineproof.app.text.console import screen, write_json
    from mineproof.app.text.drawings import check_drawing, save_drawing
    from mineproof.app.text.files import read_position
    from mineproof.engines.exact import with_prior
    from mineproof.play.guests import conclude

    options.refuse_both(agent=agent, budget=budget)
    agent = agent if budget is None else strategist_with(budget).name
    count = MineCount.of(mines, density)
    if jsonl:
        options.refuse_for_lines(mines=mines, draw=draw, form=form)
        options.refuse_for_lines(json=json or None, all=everything or None)
        solve_positions(file, engine, shape, agent, count)
        return
    if draw is not None:
        check_drawing(draw)
    strategist, prior = strategist_named(agent or DEEP_STRATEGIST), count.density
    view = count.settle(read_position(file, count.mines, shape, form))
    prover = Entrant(engine=engine).pinned()
    with shown_clash(None if json else screen(), view):
        inference = with_prior(conclude(prover, view), view, prior)
    if draw is not None:
        save_drawing(draw, view, inference)
    if json:
        moves = moves_json(strategist.rank(view, prior), view.grid) if agent else {}
        write_json(analysis_json(inference, view.grid) | count.json(view) | moves)
        return
    if len(inference.deductions) < len(view.covered_cells()):
        count.warn(view)
    belief = count.belief(view)
    show_position(screen(), view, inference, strategist, belief, everything=everything)


@app.command()
def explain(
    file: options.File = "-",
    *,
    cell: options.CellName = None,
    suppose: options.Suppose = None,
    rung: options.Rung = None,
    flags: options.Flags = False,
    budget: options.GuessBudget = None,
    engine: options.Prover = None,
    lang: options.Lang = None,
    mines: options.Mines = None,
    density: options.MineDensity = None,
    shape: options.GridShape = Shape.SQUARE,
    form: options.FromFormat = None,
    to: options.ExplainedFile = None,
    json: options.Json = False,
) -> None:
    """Explain in plain words which cell of a position can be opened, or that a guess is needed.

    With --cell, explain one cell: the steps that it rests on, or why it is uncertain.

    With --suppose b3=mine or b3=safe, show that this cannot be, or what would follow.

    With --engine, give that engine's own proof instead, in English.

    With --to, draw the explanation of the cell, or of the next certain one, as a file.

    With --rung, give a hint that stops early: 0 whether a cell is safe, 1 the area, 2 the
    technique, 3 the clues, 4 the cells, 5 the proof, 6 the move.
    """
    from mineproof.app.cli.explain import Asked, answer, answer_by, draw, supposed_in
    from mineproof.app.cli.mine_count import MineCount
    from mineproof.app.text.console import screen
    from mineproof.app.text.drawings import EXPLAINED, check_drawing
    from mineproof.app.text.files import read_position

    options.refuse_both(cell=cell, rung=rung)
    for other in ({"cell": cell}, {"rung": rung}, {"engine": engine}):
        options.refuse_both(suppose=suppose, **other)
    options.refuse_both(engine=engine, rung=rung)
    options.refuse_both(engine=engine, lang=lang)
    options.refuse_both(json=json or None, to=to)
    for other in ({"suppose": suppose}, {"rung": rung}, {"engine": engine}):
        options.refuse_both(**other, to=to)
    if to is not None:
        check_drawing(to, EXPLAINED)
    for other in ({"cell": cell}, {"suppose": suppose}, {"engine": engine}):
        options.refuse_both(**other, flags=flags or None)
        options.refuse_both(**other, budget=budget)
    prover = None if engine is None else Entrant(engine=engine).pinned()
    count = MineCount.of(mines, density)
    view = count.settle(read_position(file, count.mines, shape, form))
    target = None if cell is None else view.grid.parse(cell)
    supposed = None if suppose is None else supposed_in(view, suppose)
    tag = language(lang or usual_language()).tag
    asked = Asked(target, rung, tag, json, flags, count, supposed, budget or Budget.DEEP)
    if to is not None:
        draw(view, asked, to)
    elif prover is not None:
        answer_by(prover, screen(), view, asked)
    else:
        answer(screen(), view, asked)


@app.command()
def prove(
    file: options.File = "-",
    *,
    cell: options.ProofCell = None,
    every: options.AllCells = False,
    tree: options.Tree = False,
    form: options.ProofFormat = None,
    version: options.VeripbVersion = USUAL_VERSION,
    to: options.ProofFile = None,
    nodes: options.MostDrawn = MOST_DRAWN,
    engine: options.ProofEngine = USUAL_PROVER,
    mines: options.Mines = None,
    shape: options.GridShape = Shape.SQUARE,
    source: options.FromFormat = None,
) -> None:
    """Prove what a cell is: in sentences, as a tree, or in a format for other tools.

    The tree has the conclusion first and the clues as leaves; what is used twice is there once.

    The usual engine proves every certain cell by resolution. For DIMACS and LRAT, the proofs of
    other engines are turned into resolution as well.
    """
    from mineproof.app.cli.mine_count import MineCount
    from mineproof.app.cli.prove import Output, write_proof
    from mineproof.app.game.proofs import prove as find
    from mineproof.app.game.proofs import prove_all
    from mineproof.app.text.console import screen
    from mineproof.app.text.files import read_position

    options.refuse_both(cell=cell, all=every or None)
    output = Output.of(form, to, tree=tree, most=nodes, version=version)
    count, prover = MineCount.of(mines, None), Entrant(engine=engine).pinned()
    view = count.settle(read_position(file, count.mines, shape, source))
    if every:
        found = prove_all(view, prover)
    else:
        found = find(view, None if cell is None else view.grid.parse(cell), prover)
    write_proof(screen(), found, output)


@app.command()
def check(
    files: options.Proofs,
    *,
    position: options.Position = None,
    mines: options.Mines = None,
    shape: options.GridShape = Shape.SQUARE,
    source: options.FromFormat = None,
) -> None:
    """Check proofs that came as files, without any engine.

    A VeriPB proof needs its formula in OPB, an LRAT proof its formula in DIMACS: another FILE, or
    one beside it with the same name. The exit code is 0 if all proofs are accepted, 1 if one is
    refused, 2 if a file cannot be read.
    """
    from mineproof.app.cli.mine_count import MineCount
    from mineproof.app.game.checks import check_files
    from mineproof.app.text.files import read_position

    view = None
    if position is not None:
        count = MineCount.of(mines, None)
        view = count.settle(read_position(position, count.mines, shape, source))
    try:
        for file, proved in check_files(files, view):
            print(f"{file}: accepted: {proved}")
    except BadProof as refusal:
        _complain(str(refusal))
        raise typer.Exit(1) from None


@app.command()
def review(
    file: options.GameFile = "-",
    *,
    again: options.Again = None,
    all_moves: options.Whole = False,
    lang: options.Lang = None,
    form: options.FromFormat = None,
    json: options.Json = False,
) -> None:
    """Judge each move of a game: proved, missed, guess or blunder.

    The game is a transcript or a replay file (.avf, .rmv, .mvf or .evf). A transcript is a game id
    followed by moves: `b3` opens, `Fb3` flags, `Cb3` chords.
    """
    from mineproof.app.cli.review import show_review
    from mineproof.app.json.review import review_json
    from mineproof.app.text.console import screen, write_json
    from mineproof.app.text.files import read_game
    from mineproof.coach.review import review as judge

    words, transcript = language(lang or usual_language()), read_game(file, form).transcript
    if again is not None:
        print(transcript.before(again))
    elif json:
        write_json(review_json(judge(transcript), words))
    else:
        show_review(screen(), judge(transcript), words, file, is_whole=all_moves)


@app.command()
def grade(
    ctx: typer.Context,
    file: options.MaybeGameFile = None,
    *,
    level: options.Level = None,
    start: options.Start = None,
    finish: options.FinishRule = None,
    seed: options.Seed = None,
    game: options.GameId = None,
    lang: options.Lang = None,
    form: options.FromFormat = None,
    json: options.Json = False,
) -> None:
    """Rate how hard a board is, and list the guesses it forces.

    The board comes from a transcript or replay file, starting at the first cell that it opens; from
    a board file; or from game options as for 'mineproof play'.
    """
    from mineproof.app.cli.grade import graded, show_grade
    from mineproof.app.json.review import grade_json
    from mineproof.app.text.console import screen, write_json
    from mineproof.app.text.files import read_start

    options.refuse_clashes(ctx.params)
    words, number = language(lang or usual_language()), any_seed() if seed is None else seed
    usual = Setting.make(level or USUAL_LEVEL, start, number, finish)
    setting = usual if game is None else Setting.parse(game)
    transcript = Transcript(setting) if file is None else read_start(file, form)
    found = graded(transcript)
    if json:
        write_json(grade_json(found, transcript, words))
    else:
        show_grade(screen(), found, transcript, words)


@app.command()
def figures(
    boards: options.Boards, *, form: options.FromFormat = None, json: options.Json = False
) -> None:
    """Show 3BV, openings, islands and ZiNi; for a replay, also speed and efficiency.

    With --json, prints one JSON object per line.
    """
    from mineproof.app.cli.figures import figures as count
    from mineproof.app.cli.figures import figures_json, show_figures
    from mineproof.app.text.console import screen, write_json
    from mineproof.app.text.files import read_value

    for board in boards:
        found = count(read_value(board, form))
        if json:
            write_json(figures_json(board, found))
        else:
            show_figures(screen(), board, found)


@app.command()
def convert(
    source: options.Source,
    target: options.Target,
    *,
    from_format: options.FromFormat = None,
    to_format: options.ToFormat = None,
    at: options.At = None,
) -> None:
    """Convert a file, or draw it as SVG or PNG; formats are chosen by file extension.

    Without an extension, the content tells what the input is. Standard output needs --to.
    """
    from mineproof.app.text.files import convert as write

    write(source, target, from_name=from_format, to_name=to_format, at=at)


@app.command()
def serve(
    *,
    host: options.Host = options.USUAL_HOST,
    port: options.Port = options.USUAL_PORT,
    data: options.DataFile = None,
    no_open: options.NoOpen = False,
    agent: options.OfferedAgents = None,
    engine: options.OfferedEngines = None,
    lessons: options.Lessons = None,
) -> None:
    """Play, learn and analyse in the browser."""
    options.require_web()
    from mineproof.app.web.guests import guests_named
    from mineproof.app.web.serve import serve as open_page

    guests = guests_named(agent or (), engine or ())
    raise typer.Exit(
        open_page(host, port, data, opens_browser=not no_open, guests=guests, lessons=lessons)
    )


@app.command()
def tui(
    ctx: typer.Context,
    *,
    level: options.Level = None,  # noqa: ARG001 - the game is read from ctx
    start: options.Start = None,  # noqa: ARG001
    finish: options.FinishRule = None,  # noqa: ARG001
    seed: options.Seed = None,
    game: options.GameId = None,  # noqa: ARG001
    no_guess: options.Certified = False,  # noqa: ARG001
    daily: options.Daily = None,  # noqa: ARG001
    resume: options.GoOn = None,  # noqa: ARG001
    engine: options.Engine = USUAL_ENGINE,
    agent: options.Helper = None,
    flags: options.GameFlags = None,
    lang: options.Lang = None,
    light: options.Light = False,
) -> None:
    """Play in the terminal with keyboard and mouse, hints and an AI."""
    options.require_tui()
    from mineproof.app.game.assist import helper
    from mineproof.app.tui.application import run
    from mineproof.app.tui.words import words_of

    session = _wished_game(ctx.params, seed).deal()
    words, entrant = words_of(lang or usual_language()), helper(engine, agent)
    notice = ""
    if agent is None and entrant.agent != USUAL_STRATEGIST:
        notice = words.say("ai.other_agent", engine=engine, agent=entrant.agent)
    raise typer.Exit(run(session, words, entrant, is_light=light, flags=flags, notice=notice))


@app.command()
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


@app.command()
def train(
    *,
    technique: options.TechniqueName = None,
    technique_level: options.TechniqueLevel = None,
    level: options.BoardLevel = None,
    board: options.OldBoardLevel = None,
    seed: options.TrainSeed = None,
    count: options.Exercises = 5,
    streak: options.Streak = False,
    daily: options.DailyPuzzle = None,
    lang: options.Lang = None,
) -> None:
    """Solve puzzles: find the certain cells in positions from real games.

    Type `b3` if b3 is safe, `Fb3` if it is a mine; or `hint`, `show` or `quit`.
    """
    from mineproof.app.cli.train import Course
    from mineproof.app.cli.train import train as teach
    from mineproof.app.game.new_game import day
    from mineproof.app.text.console import screen
    from mineproof.coach.boards.exercises import exercises, technique_named
    from mineproof.coach.boards.puzzles import PuzzleId, make_puzzle
    from mineproof.coach.boards.wishes import step_level

    step, size = options.train_levels(technique_level, level, board)
    options.refuse_both(technique=technique, technique_level=step)
    tag = language(lang or usual_language()).tag
    if daily is not None:
        others = {"technique": technique, "technique_level": step, "level": size, "seed": seed}
        for name, given in others.items():
            options.refuse_both(daily=daily, **{name: given})
        of_day = make_puzzle(PuzzleId.of_day(day(daily))).exercise
        raise typer.Exit(teach(screen(), Course(iter([of_day]), 1, tag, names_technique=False)))
    wanted = technique_named(technique) if technique else step_level(step or "L2")
    found = exercises(wanted, any_seed() if seed is None else seed, Level.parse(size or "expert"))
    course = Course(
        found,
        sys.maxsize if streak else count,
        tag,
        names_technique=technique is not None,
        is_streak=streak,
    )
    raise typer.Exit(teach(screen(), course))


@app.command()
def learn(
    lesson: options.LessonKey = None,
    *,
    lang: options.Lang = None,
    lessons: options.Lessons = None,
) -> None:
    """List the lessons of the course, or read one and do its exercises; or do one exercise.

    Answers are typed: cells such as `a1 c1`, clauses such as `a1 -b1`, numbers; or `show`, `next`
    or `quit`.
    """
    from mineproof.app.cli.learn import list_lessons, teach
    from mineproof.app.text.console import screen
    from mineproof.course.library import library

    tag = language(lang or usual_language()).tag
    if lesson is None:
        list_lessons(screen(), library(lessons), tag)
        return
    raise typer.Exit(teach(screen(), library(lessons), lesson, tag))


app.command()(arena)


@app.command()
def new(kind: options.NewKind, name: options.NewName, *, to: options.ToFolder = Path()) -> None:
    """Start an agent or an engine of your own: writes NAME.py and test_NAME.py."""
    from mineproof.app.cli.new import write_starter
    from mineproof.app.text.console import screen

    write_starter(screen(), kind, name, to)


@app.command()
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


@app.command()
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


@app.command()
def levels() -> None:
    """List the levels with their size, mines and default start rule."""
    from mineproof.app.text.words import size_words

    for level in LEVELS.values():
        size = size_words(level.grid, level.mines)
        print(f"{level.name:14}{size}, default start {level.usual_start}")


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    prepare_output()
    words = list(sys.argv[1:] if args is None else args)
    try:
        command = _with_plain_flags(get_command(app))
        code = command.main(words or ["--help"], prog_name="mineproof", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except typer.TyperException as error:
        return _complain(_worded(error))
    except (BadInput, Contradiction, LimitReached) as error:
        return _complain(str(error))
    except Fault as fault:
        _complain(str(fault))
        return 1
    except BrokenPipeError:
        _leave_stdout()
        return 1
    except OSError as error:
        _leave_stdout()
        where = f"{error.filename!r}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}")


def _with_plain_flags(command: Any) -> Any:
    """Return a command whose help shows flags, --help included, without the value `<bool>`."""
    own_help = command.get_help_option(typer.Context(command, help_option_names=_HELP))
    for param in (own_help, *command.params):
        if getattr(param, "is_flag", False):
            param.metavar = ""
    for each in getattr(command, "commands", {}).values():
        _with_plain_flags(each)
    return command


def _worded(error: typer.TyperException) -> str:
    """Return the message; Typer names the option, but its reader of values speaks for itself."""
    errors = getattr(error.__cause__, "errors", list)  # of Pydantic, with which Typer reads values
    for each in errors():
        if expected := _expected(each["type"], each["msg"]):
            error.message = f"{each['input']!r}; expected {expected}"
    return error.format_message()


def _expected(kind: str, message: str) -> str | None:
    """Return what Pydantic expected in place of a value, by the type and text of its error.

    >>> _expected("value_error", "Value error, 'x' is not one of 'a', 'b', 'c'.")
    'a, b or c'
    """
    *others, last = re.findall("'([^']*)'", message.partition("is not one of")[2]) or [""]
    choices = f"{', '.join(others)} or {last}" if others else last
    return choices or _NUMBERS.get(kind.partition("_")[0])


def _complain(message: str) -> int:
    print(f"mineproof: {' '.join(message.split())}", file=sys.stderr)
    return _BAD_INPUT


def _leave_stdout() -> None:
    """Discard further output: the reader is gone or the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
