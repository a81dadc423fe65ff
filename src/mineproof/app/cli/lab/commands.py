"""`mineproof lab`: run experiments, list runs, report and compare results; `mineproof arena`.

A run is named by its experiment's TOML file, by its folder, or by its name or id in the results
folder; an entrant is named RUN:ENTRANT.
"""

from __future__ import annotations

import logging
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mineproof.app.cli.options import argument, option, switch
from mineproof.app.game.defaults import USUAL_RESULTS
from mineproof.errors import BadInput
from mineproof.lab.extra import missing

if TYPE_CHECKING:  # they need the extra
    from mineproof.lab.experiment import Experiment
    from mineproof.lab.run.store import Run

lab = typer.Typer(
    help="Measure players: run experiments, report and compare results.",
    rich_markup_mode="markdown",
)


class Backend(Enum):
    """What distributes the games."""

    LOCAL = "local"
    DASK = "dask"
    RAY = "ray"


ExperimentFile = Annotated[Path, argument("FILE", "Experiment in TOML.")]
Runs = Annotated[list[str], argument("RUN", "Runs, each by TOML file, folder, name or id.")]
Side = Annotated[str, argument("RUN:ENTRANT", "An entrant of a run.")]
Games = Annotated[int | None, option("N", "Games per setting, instead of the number in the file.")]
Reduced = Annotated[bool, switch("--reduced", "Play the small trial size that the file defines.")]
Jobs = Annotated[int | None, option("N", "Games to play in parallel.", usual="one per core")]
BackendName = Annotated[Backend, typer.Option("--backend", help="What distributes the games.")]
Address = Annotated[str | None, option("HOST:PORT", "Dask or Ray cluster to play on.")]
Results = Annotated[Path, option("FOLDER", "Folder that holds the runs.")]
To = Annotated[
    Path | None,
    option(
        "FILE",
        "Write a report to a .md or .tex file, with figures and tables in a folder next to it.",
    ),
]


class FigureFormat(Enum):
    """What figures are written as."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


Figures = Annotated[
    FigureFormat | None,
    typer.Option(
        "--figures",
        help="Format of the figures.",
        show_default="svg with .md, pdf with .tex",
    ),
]
Arena = Annotated[Path, argument("FILE", "Experiment in TOML, or the folder of a run.")]
Reference = Annotated[
    str | None,
    option(
        "PLAYER",
        "Player that the others are compared with.",
        usual="the one that the file names, or its first",
    ),
]
ArenaTo = Annotated[
    Path | None,
    option(
        "FILE",
        "Write the tables and the picture to a .md, .csv, .json, .tex or .html file, or the picture"
        " alone to .svg, .png or .pdf.",
    ),
]
Precision = Annotated[
    float | None,
    option(
        "POINTS",
        "Also print how many games it takes to measure the difference to ± POINTS"
        " percentage points.",
    ),
]


@lab.command()
def run(
    file: ExperimentFile,
    *,
    games: Games = None,
    reduced: Reduced = False,
    jobs: Jobs = None,
    backend: BackendName = Backend.LOCAL,
    address: Address = None,
    results: Results = USUAL_RESULTS,
) -> None:
    """Run an experiment, or finish one that was interrupted.

    Finished games are kept; run the same command again to continue. A finished run prints its
    results at once.
    """
    _require_extra()
    from mineproof.app.cli.lab.find import Size
    from mineproof.app.cli.lab.report import print_results
    from mineproof.app.text.console import screen

    experiment = Size(games, reduced).read(file)
    done = _play(experiment, results, jobs=jobs, backend=backend, address=address)
    print_results(screen(), done)


@lab.command()
def report(
    runs: Runs,
    *,
    to: To = None,
    figures: Figures = None,
    games: Games = None,
    reduced: Reduced = False,
    results: Results = USUAL_RESULTS,
) -> None:
    """Print the results of runs; with --to, write a report with figures, in Markdown or LaTeX."""
    _require_extra()
    from mineproof.app.cli.lab.find import Size, find_run
    from mineproof.app.cli.lab.report import played_experiment, print_tables, write_results
    from mineproof.app.text.console import screen
    from mineproof.lab.report.played import check_replaceable
    from mineproof.lab.report.report import check_report

    if to is not None:
        check_report(to)
        check_replaceable(to)
    elif figures is not None:
        raise BadInput("--figures needs --to, the file of a report")
    size = Size(games, reduced)
    played = [played_experiment(name, find_run(name, results, size), size) for name in runs]
    if to is None:
        print_tables(screen(), played)
    else:
        write_results(to, played, None if figures is None else figures.value)


@lab.command("list")
def list_all(*, results: Results = USUAL_RESULTS) -> None:
    """List all runs, finished or not."""
    _require_extra()
    from mineproof.app.cli.lab.report import print_list
    from mineproof.app.text.console import screen

    print_list(screen(), results)


@lab.command()
def compare(
    first: Side,
    second: Side,
    *,
    precision: Precision = None,
    games: Games = None,
    reduced: Reduced = False,
    results: Results = USUAL_RESULTS,
) -> None:
    """Compare two entrants on the games that both have played.

    For each setting: the difference in percentage points with its 95 % interval, McNemar's test,
    and the difference with the luck of the guesses removed. If both are in the same run, the second
    needs only the entrant's name.
    """
    _require_extra()
    from mineproof.app.cli.lab.find import Size, find_sides
    from mineproof.app.cli.lab.report import print_comparison
    from mineproof.app.text.console import screen

    size = Size(games, reduced)
    print_comparison(screen(), *find_sides(first, second, results, size), precision)


def arena(
    file: Arena,
    *,
    reference: Reference = None,
    to: ArenaTo = None,
    games: Games = None,
    reduced: Reduced = False,
    jobs: Jobs = None,
    backend: BackendName = Backend.LOCAL,
    address: Address = None,
    results: Results = USUAL_RESULTS,
) -> None:
    """Let players meet on the same boards: how often each wins, how fast, and by how much.

    An arena is an experiment of the lab: stop it whenever you like, and run the same command again
    to continue. Given the folder of a run, it plays nothing and shows the games that are there.
    """
    _require_extra()
    from mineproof.app.cli.lab.find import Size, find_run
    from mineproof.app.cli.lab.report import arena_result, print_arena, reference_of
    from mineproof.app.text.console import screen
    from mineproof.lab.report.arena.files import check_format, write_arena
    from mineproof.lab.report.played import check_replaceable

    if to is not None:
        check_format(to)
        check_replaceable(to)
    size = Size(games, reduced)
    there = find_run(str(file), results, size) if file.is_dir() else None
    experiment = there.experiment if there else size.read(file)
    against = reference_of(experiment, reference)
    done = there or _play(experiment, results, jobs=jobs, backend=backend, address=address)
    result = arena_result(str(file), done, size, against)
    print_arena(screen(), result)
    if to is not None:
        write_arena(to, result)


def _play(
    experiment: Experiment,
    results: Path,
    *,
    jobs: int | None,
    backend: Backend,
    address: str | None,
) -> Run:
    """Play what is missing of a run and return it; Ctrl-C exits, and says how to continue."""
    from mineproof.app.cli.lab.progress import RunProgress
    from mineproof.app.text.console import screen
    from mineproof.lab.run import runner
    from mineproof.lab.run.interrupts import Terminated, terminable

    progress = RunProgress(experiment)
    try:
        with terminable(), progress.bar:
            done = runner.run(
                experiment,
                results,
                jobs=jobs,
                backend=backend.value,
                address=address,
                on_start=progress.start,
                on_part=progress.add,
            )
    except KeyboardInterrupt as stop:
        screen(stderr=True).print(
            f"stopped after {progress.games:,} of {experiment.total:,} games; they are saved, and"
            " the same command continues the run"
        )
        raise typer.Exit(143 if isinstance(stop, Terminated) else 130) from None
    for fault in done.faults:
        screen(stderr=True).print(f"{fault}; its games were replayed")
    return done


def _require_extra() -> None:
    if advice := missing("filelock", "joblib", "matplotlib", "polars"):
        raise BadInput(advice)
    # Matplotlib warns if it cannot write to the home directory, even when nothing is drawn.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
