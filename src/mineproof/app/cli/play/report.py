"""The end of a game or of many: the board, the outcome, and each engine's contribution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shlex import quote

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mineproof.agents.entrant import Entrant
from mineproof.app.game.defaults import USUAL_AGENT, USUAL_ENGINE
from mineproof.app.game.guests import Registered
from mineproof.app.text.board import Marks, Window, board, board_size
from mineproof.app.text.words import counted, diagnosis, listing, move_words, size_words
from mineproof.board.game import Game
from mineproof.board.view import MINE, View
from mineproof.coach.missed import missed
from mineproof.engines.base import Engine
from mineproof.lab.report.numerals import seconds
from mineproof.play.checks import Checks
from mineproof.play.match import Match, Turn
from mineproof.play.record import Outcome, Record
from mineproof.play.summary import Summary

_STYLES = {Outcome.WON: "bold green", Outcome.STUCK: "bold yellow", Outcome.LOST: "bold red"}
_NAMES = {Outcome.WON: "solved", Outcome.STUCK: "stuck", Outcome.LOST: "lost"}
_MOST_CELLS = 40
_GAP = 3  # columns between two boards


def name_game(game: Game) -> str:
    """Return the id of a game, which is enough to play it again."""
    return str(game.setting or "layout")


def describe_game(game: Game) -> str:
    """Say what kind of game it is."""
    size, safe = size_words(game.grid, game.mines), game.handed_out
    handed = f", {counted(len(safe), 'safe cell')} handed out" if safe else ""
    return f"{game.finish.value} game, {size}{handed}"


def game_over(
    console: Console, match: Match, last: Turn | None, entrant: Entrant, *, answer: bool = False
) -> None:
    """Print a finished game, and the `answer` beside it."""
    game, record = match.game, match.record
    window = Window.whole(game.grid, console.width if console.is_terminal else None)
    console.print(Text(name_game(game), "bold").append(f"  {describe_game(game)}", "not bold"))
    boards = [board(game.view, marks(match, last), window)]
    boards += [board(solved(game), window=window)] if answer else []
    print_boards(console, boards, 2 * board_size(game.grid)[1] + _GAP)
    console.print(outcome(match, last))
    for line in (*diagnosis(match), *_missed(match, last)):
        console.print(f"  {line}")
    if record.fault is None or record.proved or record.guesses:
        console.print(contributions(match.agent.engine, record.proved, record.guesses))
    if entrant.checks_proofs:
        console.print(Checks.of(record).words, soft_wrap=True)
    console.print(
        Text(f"play it again: mineproof play --game {record.game}{options(entrant)}", "dim")
    )


def exit_code(match: Match) -> int:
    """Return 1 if the checker has refused a proof: nothing else that ends a game is an error."""
    return 0 if match.record.refused_at is None else 1


def _missed(match: Match, last: Turn | None) -> Sequence[str]:
    """Say what the player of a prove-it game has missed, if that lost it."""
    found = missed(match.game, last.move) if last else None
    return found.lines if found else ()


def solved(game: Game) -> View:
    """Return the answer: every number, and every mine."""
    codes = bytearray(game.layout.numbers())
    for mine in game.layout.mines:
        codes[mine] = MINE
    return View(game.grid, bytes(codes), game.mines)


def print_boards(console: Console, boards: Sequence[Text], width: int) -> None:
    """Print boards side by side if they fit, otherwise one below the other."""
    if len(boards) == 1 or width > console.width:
        for each in boards:
            console.print(each, soft_wrap=True)
        return
    table = Table.grid(padding=(0, _GAP, 0, 0))
    table.add_row(*boards)
    console.print(table)


def options(entrant: Entrant) -> str:
    """Return the options that name this entrant to `mineproof play`; nothing for the defaults."""
    full = entrant.full_engine
    engine = "" if full == USUAL_ENGINE else f" --engine {quote(full)}"
    agent = "" if entrant.agent == USUAL_AGENT else f" --agent {quote(entrant.agent)}"
    hidden, check = not entrant.tell_total, entrant.checks_proofs
    return engine + agent + " --hide-total" * hidden + " --check" * check


def marks(match: Match, last: Turn | None) -> Marks:
    """Return what to mark: the last move, and known mines if the player sets no flags."""
    hidden = [] if match.player.marks_mines else match.game.view.hidden_cells()
    known = match.player.watcher.known
    mines = {cell: True for cell in hidden if known.get(cell)}
    return Marks(last.move.cell if last else None, mines)


def outcome(match: Match, last: Turn | None) -> Text:
    """Say in one line how a game ended."""
    record = match.record
    text = Text(_NAMES[record.outcome], _STYLES[record.outcome])
    text.append(f": {_ending(match, record, last)}", "default")
    moves = counted(record.moves, "move")
    guesses = f"{record.guesses or 'no'} guess{'es' * (record.guesses != 1)}"
    return text.append(f"; {moves}, {guesses}, {seconds(record.seconds)}", "default")


def _ending(match: Match, record: Record, last: Turn | None) -> str:
    game = match.game
    match record.outcome:
        case Outcome.WON if game.unmarked:
            return f"all {counted(game.mines, 'mine')} flagged"
        case Outcome.WON:
            return f"all {game.grid.size} cells settled"
        case Outcome.STUCK:
            return f"no certain move, {record.unmarked} of {game.grid.size} cells left"
        case Outcome.LOST if record.fault is not None and record.refused_at is not None:
            return record.fault
        case Outcome.LOST if record.fault is not None:
            return f"the player failed: {record.fault}"
        case Outcome.LOST:
            assert last is not None, "a game is lost by a move"
            move = move_words(last.move, game.finish, game.grid.name)
            return f"{move} was wrong ({last.author}), {counted(record.unmarked, 'cell')} left"


def contributions(engine: Engine, proved: Mapping[str, int], guesses: int) -> Table:
    """Return a table of the cells that each engine proved, idle engines included."""
    counts = {part.name: 0 for part in engine.parts} | dict(proved)
    total = sum(counts.values()) + guesses
    table = Table("proved by", box=None, pad_edge=False, header_style="dim")
    table.add_column("cells", justify="right")
    table.add_column("share", justify="right")
    for name, count in [*counts.items(), *([("guessed", guesses)] if guesses else [])]:
        table.add_row(name, f"{count}", f"{count / total:.1%}" if total else "-")
    return table


def cell_names(names: Sequence[str]) -> str:
    """List cells; count those that would make the list too long."""
    if len(names) <= _MOST_CELLS:
        return listing(names)
    return f"{', '.join(names[:_MOST_CELLS])} and {len(names) - _MOST_CELLS} more"


def many_games(console: Console, summary: Summary, heading: str, engine: Engine) -> None:
    """Print the summary of many games."""
    console.print(Text(heading, "bold"))
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column()
    for row in _figures(summary):
        table.add_row(*row)
    console.print(table)
    for reason, count in summary.reasons.items():
        console.print(f"  {count} x {reason}", soft_wrap=True, highlight=False, markup=False)
    if not summary.faults or summary.proved or summary.guesses:
        console.print(contributions(engine, summary.proved, summary.guesses))


def _figures(summary: Summary) -> list[tuple[str, str, str]]:
    faults = f"{summary.faults} by a fault of the player" if summary.faults else ""
    return [
        ("games", str(summary.games), ""),
        ("won", str(summary.won), _rate(summary)),
        ("lost", str(summary.lost), faults),
        ("stuck", str(summary.stuck), _left(summary)),
        ("time", *_time(summary)),
    ]


def _rate(summary: Summary) -> str:
    if summary.win_rate is None:
        return ""
    low, high = summary.win_interval
    return f"{summary.win_rate:.1%} (95 % interval {low:.1%} to {high:.1%})"


def _left(summary: Summary) -> str:
    left = summary.left_when_stuck.mean
    return "" if left is None else f"{left:.1f} cells left on average"


def _time(summary: Summary) -> tuple[str, str]:
    mean, spread = summary.seconds.mean, summary.seconds.deviation
    if mean is None:
        return "-", ""
    return seconds(mean), (
        "per game"
        if spread is None
        else f"per game on average, standard deviation {seconds(spread)}"
    )


def registry(heading: str, entries: Mapping[str, type], guests: Sequence[Registered] = ()) -> Table:
    """Return a table of the names in a registry and the first line of each docstring.

    Below them come the guests, each with the package that registers it.
    """
    table = Table(heading, box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for name, entry in entries.items():
        table.add_row(name, (entry.__doc__ or "").split("\n")[0])
    for guest in guests:
        name = f"{guest.name}:{guest.argument}" if guest.argument else guest.name
        about = f"{guest.about} " if guest.about else ""
        table.add_row(Text(name), Text(about).append(f"({guest.package})", "dim"))
    return table
