"""`mineproof review`, `grade`, `figures` and `convert`: games and boards that are in a file."""

from __future__ import annotations

import typer

from mineproof.app.cli import options
from mineproof.app.game.defaults import USUAL_LEVEL, any_seed, usual_language
from mineproof.board.notation import Setting
from mineproof.board.transcript import Transcript
from mineproof.coach.language import language


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
