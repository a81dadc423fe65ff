"""`mineproof solve` and `explain`: what is known about a position, and why."""

from __future__ import annotations

from mineproof.agents import strategist_named, strategist_with
from mineproof.agents.entrant import Entrant
from mineproof.app.cli import options
from mineproof.app.game.defaults import DEEP_STRATEGIST, USUAL_ENGINE, usual_language
from mineproof.board.grid import Shape
from mineproof.coach.language import language
from mineproof.engines.guess import Budget


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
    from mineproof.app.text.files import read_asked

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
    read, first = read_asked(file, count.mines, shape, form)
    view = count.settle(read)
    target = None if cell is None else view.grid.parse(cell)
    supposed = None if suppose is None else supposed_in(view, suppose)
    tag = language(lang or usual_language()).tag
    asked = Asked(target, rung, tag, json, flags, count, supposed, budget or Budget.DEEP, first)
    if to is not None:
        draw(view, asked, to)
    elif prover is not None:
        answer_by(prover, screen(), view, asked)
    else:
        answer(screen(), view, asked)
