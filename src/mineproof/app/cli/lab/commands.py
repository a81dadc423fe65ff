"""`mineproof lab`: run experiments, list them, report and compare what came of them.

A run is named by the TOML file of its experiment, by its folder, or by its name or id among the
results; an entrant of it is named as RUN:ENTRANT.
"""

from __future__ import annotations

from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from mineproof.errors import BadInput

lab = typer.Typer(help="Measure players: run experiments, report and compare what came of them.")

USUAL_RESULTS = Path("results")


class Backend(Enum):
    """Where games are played."""

    LOCAL = "local"
    DASK = "dask"
    RAY = "ray"


ExperimentFile = Annotated[Path, typer.Argument(metavar="FILE", help="An experiment in TOML.")]
Runs = Annotated[
    list[str],
    typer.Argument(
        metavar="RUN...", help="The TOML file, folder, name or id of a run; or several."
    ),
]
Side = Annotated[str, typer.Argument(metavar="RUN:ENTRANT", help="Who, in which run.")]
Games = Annotated[
    int | None,
    typer.Option(metavar="N", help="N games of each setting, not as many as the file says."),
]
Reduced = Annotated[
    bool, typer.Option("--reduced", help="As few games as the file says for a trial.")
]
Jobs = Annotated[
    int | None, typer.Option(metavar="N", help="How many games at a time; else one for each core.")
]
BackendName = Annotated[Backend, typer.Option("--backend", help="Who hands the games out.")]
Address = Annotated[
    str | None, typer.Option(metavar="HOST:PORT", help="The Dask or Ray cluster to play on.")
]
Results = Annotated[Path, typer.Option(metavar="FOLDER", help="Where runs are kept.")]
To = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write a report in Markdown, its figures and tables in a folder beside.",
    ),
]
Precision = Annotated[
    float | None,
    typer.Option(
        metavar="POINTS", help="Say how many games would tell the difference to ± so many points."
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
    """Play an experiment, or what is missing of it.

    Whatever stops it, what is finished is kept: the same command goes on. A run that is finished
    answers at once.
    """
    _require_extra()
    from mineproof.app.cli.lab.find import Size
    from mineproof.app.cli.lab.run import play
    from mineproof.app.text.console import screen
    from mineproof.lab.run.backends import Place

    place = Place(backend.value, jobs, address)
    raise typer.Exit(play(screen(), Size(games, reduced).read(file), results, place))


@lab.command()
def report(
    runs: Runs,
    *,
    to: To = None,
    games: Games = None,
    reduced: Reduced = False,
    results: Results = USUAL_RESULTS,
) -> None:
    """Print what came of runs; or with --to write it, with figures, as Markdown."""
    _require_extra()
    from mineproof.app.cli.lab.find import Size, find_run
    from mineproof.app.cli.lab.report import print_studies, study, write_studies
    from mineproof.app.text.console import screen

    size = Size(games, reduced)
    studies = [study(name, find_run(name, results, size), size) for name in runs]
    if to is None:
        print_studies(screen(), studies)
    else:
        write_studies(to, studies)


@lab.command("list")
def list_all(*, results: Results = USUAL_RESULTS) -> None:
    """List the runs that are there, finished or not."""
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
    and the difference with the luck of their guesses taken out. The second may be of the same run
    as the first: then its entrant's name is enough.
    """
    _require_extra()
    from mineproof.app.cli.lab.find import Size, find_sides
    from mineproof.app.cli.lab.report import print_comparison
    from mineproof.app.text.console import screen

    size = Size(games, reduced)
    print_comparison(screen(), *find_sides(first, second, results, size), precision)


def _require_extra() -> None:
    """Raise BadInput if what the lab needs is not installed."""
    for module in ("filelock", "joblib", "matplotlib", "polars"):
        if find_spec(module) is None:
            raise BadInput(f"the lab needs {module}: pip install 'mineproof[lab]'")
