"""The results of runs and arenas, on a screen or in a report."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mineproof.agents import AGENTS
from mineproof.agents.entrant import Entrant
from mineproof.app.cli.lab.find import Side, Size
from mineproof.app.game.defaults import USUAL_RESULTS
from mineproof.app.text.console import screen
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish
from mineproof.errors import BadInput
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.arena.figures import fault_table
from mineproof.lab.report.arena.files import ArenaResult
from mineproof.lab.report.arena.tables import fault_lines
from mineproof.lab.report.compare import compare_entrants
from mineproof.lab.report.played import PlayedExperiment
from mineproof.lab.report.report import write_report
from mineproof.lab.report.results import checks_of, refused_games
from mineproof.lab.report.sheets import Sheet, brief_sheet, comparison_sheet, sheet_text, sheets_for
from mineproof.lab.run.store import Run, list_runs
from mineproof.play.bulk import suits_kernel

_TITLE = "Results"
_OPENING = """\
Every rate is followed by its Wilson 95 % interval; times are CPU times, as mean ± standard
deviation. `ceiling` is the share of the same games that complete logic wins without a guess: no
player that never guesses can do better. Entrants that the kernel's loop plays
({in_kernel})
have the time of that loop, all others that of Python's."""


def played_experiment(
    name: str, run: Run, size: Size, command: str = "lab run"
) -> PlayedExperiment:
    """Return a run for a report; `name` is what the user called it, `command` what plays it."""
    is_file = name.endswith(".toml")
    file = f"{name}{size.options}" if is_file else f"{run.experiment.name}.toml"
    played_by = f"mineproof {command} {file}"
    checks, facts = _about_checks(run), _facts(run)
    remarks = [*_about_times(run), *checks, *_unfinished(run, played_by)]
    facts += [f"{said[0].upper()}{said[1:]}." for said in checks]
    return PlayedExperiment(run.experiment, run.rows, played_by, facts, remarks)


def _facts(run: Run) -> list[str]:
    """Say what the games were played with, and what is missing."""
    facts = Counter(_played_with(part.facts) for part in run.parts.values())
    said = [f"Played with {text}." for text, _ in facts.most_common()]
    return said + ([f"**{run.missing:,} games are still to be played.**"] if run.missing else [])


def _unfinished(run: Run, command: str) -> list[str]:
    """Say how many games are missing, and which command continues."""
    if not run.missing:
        return []
    results = run.folder.parent
    there = "" if results == USUAL_RESULTS else f" --results {shlex.quote(str(results))}"
    count = f"{run.missing:,} of {run.experiment.total:,} games are still to be played"
    return [f"unfinished: {count}; to continue: {command}{there}"]


def _about_times(run: Run) -> list[str]:
    """Say whose times are the kernel's, if others are Python's: those are a hundred times longer.

    Entrants of one run are told apart by name; all of them are Python's if the kernel was missing.
    """
    if not any(part.facts["kernel"].startswith("native") for part in run.parts.values()):
        return []
    entrants = run.experiment.entrants
    settings, check = run.experiment.settings, run.experiment.check
    in_kernel = [each.name for each in entrants if _is_in_kernel(each, settings, check=check)]
    if len(in_kernel) in (0, len(entrants)):
        return []
    names = ", ".join(in_kernel)
    return [f"times: {names} in the kernel's loop, all others in Python's, which is slower"]


def _about_checks(run: Run) -> list[str]:
    """Say what came of the checks of proofs, if there were any."""
    checks = checks_of(run.rows)
    if checks is None:
        return []
    refused = refused_games(run.rows) if checks.refused else []
    return [checks.words, *([f"refused first in {', '.join(refused)}"] * bool(refused))]


def _is_in_kernel(entrant: Entrant, settings: Iterable[Setting], *, check: bool) -> bool:
    """Tell whether the kernel played all games of an entrant; given boards are to be cleared."""
    if entrant.is_guest or check:  # a guest's code is not run by a report
        return False
    finishes = {setting.finish for setting in settings} or {Finish.CLEARING}
    with suppress(BadInput):  # an old run may have entrants that cannot be hired any more
        agent, tell_total = entrant.hire(), entrant.tell_total
        return all(suits_kernel(agent, each, tell_total=tell_total) for each in finishes)
    return False


def _played_with(facts: Mapping[str, str]) -> str:
    return (
        f"mineproof {facts['version']} ({facts['kernel']}), Python {facts['python']},"
        f" {facts['system'].partition(' ')[0]}, {facts['processor']}, {facts['cores']} cores"
    )


def write_results(to: Path, played: Sequence[PlayedExperiment], figures: str | None = None) -> None:
    """Write a report; raise BadInput if it cannot be written."""
    in_kernel = [f"`{Entrant(name).name}`" for name in AGENTS if AGENTS[name].kernel_plays]
    write_report(to, _TITLE, _OPENING.format(in_kernel=", ".join(in_kernel)), played, figures)


def print_tables(console: Console, played: Sequence[PlayedExperiment]) -> None:
    """Print every table of these experiments."""
    for each in played:
        experiment = each.experiment
        console.print(Text(experiment.about or experiment.name, "bold"))
        for sheet in sheets_for(experiment, each.rows):
            print_sheet(console, sheet)
        _print_faults(console, fault_table(each.rows))
        _print_remarks(console, each.remarks)


def print_results(console: Console, run: Run) -> None:
    """Print how the games of a run ended."""
    console.print(Text(f"{run.experiment.about or run.experiment.name} ({run.folder})", "bold"))
    print_sheet(console, brief_sheet(run.experiment, run.rows))
    _print_faults(console, fault_table(run.rows))
    _print_remarks(console, [*_about_times(run), *_about_checks(run)])


def _print_faults(console: Console, faults: pl.DataFrame) -> None:
    for line in fault_lines(faults):
        console.print(Text(line))


def _print_remarks(console: Console, remarks: Sequence[str]) -> None:
    for remark in remarks:
        console.print(Text(remark, "dim"))


def print_comparison(console: Console, a: Side, b: Side, precision: float | None) -> None:
    """Print two entrants side by side; raise BadInput if one of them has not played.

    If a run is unfinished, the games that only one of them has played are left out.
    """
    share = None if precision is None else precision / 100
    sizes = {side.entrant: side.games for side in (a, b)}
    if not all(sizes.values()):
        raise BadInput(_who_has_played(sizes))
    is_partial = bool(a.run.missing or b.run.missing)
    comparison = compare_entrants(a.rows, b.rows, common=is_partial)
    print_sheet(console, comparison_sheet(comparison, share))
    if is_partial:
        both = f"compared on the {comparison.overall.games:,} that both have played"
        _print_remarks(console, [f"unfinished: {_who_has_played(sizes)}; {both}"])


def _who_has_played(sizes: Mapping[str, int]) -> str:
    """Say how many games each entrant has played.

    >>> _who_has_played({"safest": 1000, "exact": 0})
    'safest has played 1,000 games, exact none yet'
    """
    (first, most), *others = sorted(sizes.items(), key=lambda each: -each[1])
    said = [f"{name} {games:,}" if games else f"{name} none yet" for name, games in others]
    return ", ".join([f"{first} has played {most:,} games", *said])


# The arena


def reference_of(experiment: Experiment, wish: str | None) -> str:
    """Return the player that the others are compared with; raise BadInput if there is none."""
    name = wish or experiment.reference or experiment.entrants[0].name
    return experiment.entrant(name).name


def arena_result(name: str, run: Run, size: Size, reference: str) -> ArenaResult:
    """Return a run as an arena; `name` is what the user called it."""
    return ArenaResult(played_experiment(name, run, size, "arena"), reference)


def print_arena(console: Console, result: ArenaResult) -> None:
    """Print a table for each setting, one for all of them, and what players did wrong."""
    console.print(Text(result.title, "bold"))
    for sheet in result.sheets:
        print_sheet(console, sheet)
    _print_faults(console, result.faults)
    _print_remarks(console, result.played.remarks)


# Runs and sheets


def print_list(console: Console, results: Path) -> None:
    """Print a list of all runs; one that cannot be read is named on standard error."""
    runs = list_runs(results, screen(stderr=True).print)
    if not runs:
        console.print(f"no runs in {results}")
        return
    table = Table("run", box=None, pad_edge=False, header_style="dim")
    for heading in ("games", "of", "settings", "entrants"):
        table.add_column(heading, justify="left" if heading == "entrants" else "right")
    for run in runs:
        experiment = run.experiment
        names = ", ".join(entrant.name for entrant in experiment.entrants)
        settings = len(experiment.settings) or "boards"
        table.add_row(
            run.folder.name, f"{run.games:,}", f"{experiment.total:,}", f"{settings}", names
        )
    console.print(table)


def print_sheet(console: Console, sheet: Sheet) -> None:
    """Print a sheet: a terminal gets a table that fits, a pipe one line per row."""
    if not console.is_terminal:
        console.print(f"{sheet.title}\n{sheet_text(sheet)}")
        return
    table = Table(title=sheet.title, title_justify="left", box=None, pad_edge=False)
    for heading in sheet.headings:
        table.add_column(heading, header_style="dim", justify="left")
    for line in sheet.lines:
        table.add_row(*line)
    console.print(table)
