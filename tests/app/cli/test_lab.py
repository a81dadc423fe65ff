"""`mineproof lab` from the command line, in this process and with one job."""

from __future__ import annotations

import io
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from tests.app.conftest import Shell

from mineproof.app.cli.lab import progress as lab_progress
from mineproof.app.cli.lab.progress import RunProgress
from mineproof.app.text import console
from mineproof.counting.kernel import kernel
from mineproof.lab import extra as lab_extra
from mineproof.lab.experiment_file import read_experiment
from mineproof.lab.run import store
from mineproof.lab.run.store import Part, list_runs

ROOT = Path(__file__).parents[3]
EXPERIMENTS = sorted(ROOT.glob("experiments/*.toml"))

GUESSING = """
about = "Two that guess"
entrants = ["random", "safest"]
levels = ["beginner"]
games = 100
reduced = 20
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an experiment in it, which is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guessing.toml").write_text(GUESSING)
    return tmp_path


@pytest.fixture
def played(here: Path, run: Shell) -> Path:
    assert run("lab", "run", "guessing.toml", "--jobs", "1").code == 0
    return here


def test_a_run_prints_how_its_games_ended(here: Path, run: Shell) -> None:
    result = run("lab", "run", "guessing.toml", "--jobs", "1")
    assert result.code == 0
    assert result.err == ""  # no terminal, no progress
    title, _, headings, *lines = result.out.splitlines()
    assert title.startswith("Two that guess (results/guessing-")
    assert headings.split() == ["setting", "entrant", "won", "lost", "stuck", "time", "a", "game"]
    assert [line.split()[:3] for line in lines] == [
        ["beginner", "safe", "random"],
        ["beginner", "safe", "safest"],
    ]
    (kept,) = list_runs(here / "results")
    assert kept.is_finished


@pytest.mark.usefixtures("here")
def test_a_terminal_shows_how_far_it_is(run: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Console(
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        width=120,
        legacy_windows=False,
    )
    monkeypatch.setattr(console, "screen", lambda **_: terminal)
    assert run("lab", "run", "guessing.toml", "--jobs", "1").code == 0
    shown = terminal.file.getvalue()  # type: ignore[attr-defined]
    assert re.search(r"guessing .*200 of 200 games, [\d,]+ per second, won 8\d\.\d % \(", shown)


@pytest.mark.usefixtures("played")
def test_a_finished_run_answers_from_its_files(run: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    before = run("lab", "run", "guessing.toml").out
    monkeypatch.setattr("mineproof.lab.run.backends.play_part", None)
    assert run("lab", "run", "guessing.toml").out == before


def test_a_trial_has_fewer_games(here: Path, run: Shell) -> None:
    assert run("lab", "run", "guessing.toml", "--reduced", "--jobs", "1").code == 0
    assert run("lab", "run", "guessing.toml", "--games", "3", "--jobs", "1").code == 0
    games = [kept.experiment.games for kept in list_runs(here / "results")]
    assert sorted(games) == [3, 20]
    listed = run("lab", "list").out.splitlines()
    assert len(listed) == 3
    assert run("lab", "report", "guessing.toml", "--games", "3").out.count("random") == 1


@pytest.mark.parametrize("name", ["guessing.toml", "guessing", "results/guessing-*", "ID"])
def test_runs_have_several_names(played: Path, run: Shell, name: str) -> None:
    folder = next((played / "results").iterdir())
    name = folder.name.rpartition("-")[2] if name == "ID" else name
    name = str(folder.relative_to(played)) if "*" in name else name
    result = run("lab", "report", name)
    assert result.code == 0
    assert result.out.startswith("Two that guess\nHow the games ended\nlevel")


def test_a_report_has_tables_and_figures(played: Path, run: Shell) -> None:
    assert run("lab", "report", "guessing.toml", "--to", "out/results.md").code == 0
    text = (played / "out/results.md").read_text()
    assert "## Two that guess" in text
    assert "`mineproof lab run guessing.toml`: 100 games of each entrant" in text
    assert "| beginner | safe | safest | 100 |" in text
    figures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    assert figures
    assert all((played / "out" / figure).read_text().startswith("<?xml") for figure in figures)
    tables = list((played / "out/results").glob("*.csv"))
    assert (played / "out/results/guessing-results.csv") in tables


def test_a_report_replaces_a_report_and_nothing_else(
    played: Path, run: Shell, complains: Callable[..., str]
) -> None:
    for name in ("guessing.md", "guessing.md"):
        assert run("lab", "report", "guessing", "--to", name).code == 0
    (played / "notes.md").write_text("# Results\n\nI ran `mineproof lab run guessing.toml`.\n")
    wish = "exists and is no report; expected a new file, or a report to replace\n"
    told = complains("lab", "report", "guessing", "--to", "notes.md")
    assert told == f"mineproof: 'notes.md' {wish}"
    assert (played / "notes.md").read_text().startswith("# Results\n\nI ran")
    (played / "folder.md").mkdir()
    assert "Is a directory" in complains("lab", "report", "guessing", "--to", "folder.md")


def test_a_report_in_latex(played: Path, run: Shell) -> None:
    assert run("lab", "report", "guessing.toml", "--to", "out/results.tex").code == 0
    text = (played / "out/results.tex").read_text()
    assert "% `mineproof lab run guessing.toml`: 100 games of each entrant" in text
    assert r"beginner & safe & safest & 100 &" in text
    figures = re.findall(r"\\includegraphics\[width=\\linewidth\]{([^}]+)}", text)
    assert figures
    assert all((played / "out" / each).read_bytes().startswith(b"%PDF") for each in figures)
    assert text.count(r"\begin{figure}") == len(figures)


def test_figures_in_the_format_one_wants(played: Path, run: Shell) -> None:
    assert run("lab", "report", "guessing", "--to", "r.md", "--figures", "png").code == 0
    files = re.findall(r"!\[[^]]+\]\(([^)]+)\)", (played / "r.md").read_text())
    assert files
    for file in files:
        assert file.endswith(".png")
        assert (played / file).read_bytes().startswith(b"\x89PNG")


def test_the_same_run_gives_the_same_report(played: Path, run: Shell) -> None:
    for name in ("a.md", "b.md"):
        assert run("lab", "report", "guessing", "--to", f"{name}").code == 0
    pair = [(played / name).read_text().replace(f"({name[0]}/", "(") for name in ("a.md", "b.md")]
    assert pair[0] == pair[1]
    for file in (played / "a").iterdir():
        assert file.read_bytes() == (played / "b" / file.name).read_bytes()


@pytest.mark.usefixtures("played")
def test_two_entrants_are_compared(run: Shell) -> None:
    result = run("lab", "compare", "guessing:safest", "random", "--precision", "0.5")
    assert result.code == 0
    title, headings, line = result.out.splitlines()
    assert title == "safest against random on the same games"
    assert "games for ±0.5 points" in headings
    assert line.startswith("beginner safe  100")
    assert run("lab", "compare", "guessing:safest", "guessing:random").code == 0


def test_a_damaged_part_is_named_and_played_again(played: Path, run: Shell) -> None:
    before = run("lab", "report", "guessing").out
    part = sorted((played / "results").glob("*/parts/*"))[3]
    part.write_bytes(part.read_bytes()[:-20])
    result = run("lab", "run", "guessing.toml", "--jobs", "1")
    assert part.name in result.err
    assert "its games were replayed" in result.err
    assert timeless(run("lab", "report", "guessing").out) == timeless(before)


def timeless(text: str) -> list[str]:
    """The words; a column of times is as wide as they are long."""
    return re.sub(r"\d+(\.\d+)? [mµ]?s\b( ±)?", "", text).split()


def test_ctrl_c_says_how_to_go_on(here: Path, run: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    add = lab_progress.RunProgress.add
    count = 0

    def interrupted(self: lab_progress.RunProgress, part: Part) -> None:
        nonlocal count
        add(self, part)
        count += 1
        if count == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(lab_progress.RunProgress, "add", interrupted)
    result = run("lab", "run", "guessing.toml", "--jobs", "1")
    assert (result.code, result.out) == (130, "")
    assert result.err == (
        "stopped after 60 of 200 games; they are saved, and the same command continues the run\n"
    )
    (kept,) = list_runs(here / "results")
    assert kept.games == 60
    assert "140 games are still to be played" in _report(run, here)
    assert run("lab", "run", "guessing.toml", "--jobs", "1").code == 0


@pytest.fixture
def stopped(here: Path, run: Shell) -> Path:
    """A run of which the first three of ten chunks are left: 40 games of random, 20 of safest."""
    assert run("lab", "run", "guessing.toml", "--jobs", "1").code == 0
    for part in sorted((here / "results").glob("*/parts/*"))[3:]:
        part.unlink()
    return here


@pytest.mark.usefixtures("stopped")
def test_a_report_on_a_stopped_run_says_what_is_missing(run: Shell) -> None:
    missing = "unfinished: 140 of 200 games are still to be played; to continue: "
    last = run("lab", "report", "guessing.toml").out.splitlines()[-1]
    assert last == f"{missing}mineproof lab run guessing.toml"
    Path("results").rename("my runs")
    last = run("lab", "report", "guessing", "--results", "my runs").out.splitlines()[-1]
    assert last == f"{missing}mineproof lab run guessing.toml --results 'my runs'"
    assert run(*shlex.split(last.rpartition("mineproof ")[2]), "--jobs", "1").code == 0
    assert "unfinished" not in run("lab", "report", "guessing", "--results", "my runs").out


@pytest.mark.usefixtures("stopped")
def test_a_stopped_run_is_compared_on_the_games_that_both_have_played(run: Shell) -> None:
    result = run("lab", "compare", "guessing:safest", "random")
    assert result.code == 0
    *_, line, remark = result.out.splitlines()
    assert line.startswith("beginner safe  20 ")
    played = "random has played 40 games, safest 20"
    assert remark == f"unfinished: {played}; compared on the 20 that both have played"


def test_an_entrant_that_has_not_played_yet_is_named(
    stopped: Path, complains: Callable[..., str]
) -> None:
    for part in sorted((stopped / "results").glob("*/parts/*"))[1:]:
        part.unlink()
    told = complains("lab", "compare", "guessing:safest", "random")
    assert told == "mineproof: random has played 20 games, safest none yet\n"


def test_one_unreadable_run_hides_no_other(played: Path, run: Shell) -> None:
    bad = played / "results" / "broken"
    bad.mkdir()
    (bad / "experiment.json").write_text("{")
    listed = run("lab", "list")
    assert listed.code == 0
    assert listed.err.startswith("'results/broken' holds no run: a line that is not JSON")
    assert listed.err.count("\n") == 1
    assert [line.split()[0][:9] for line in listed.out.splitlines()] == ["run", "guessing-"]
    for words in (["report", "guessing"], ["compare", "guessing:safest", "random"]):
        result = run("lab", *words)
        assert (result.code, result.err) == (0, "")


def test_a_name_that_only_an_unreadable_run_may_have(
    played: Path, complains: Callable[..., str]
) -> None:
    (file,) = played.glob("results/*/experiment.json")
    file.write_text("{")
    told = complains("lab", "report", "guessing")
    assert "no run 'guessing' in results; 'results/guessing-" in told
    assert "holds no run: a line that is not JSON" in told


def test_a_report_by_name_reads_the_parts_of_its_own_run_only(
    played: Path, run: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = GUESSING.replace("100", "20")
    (played / "other.toml").write_text(other)
    assert run("lab", "run", "other.toml", "--jobs", "1").code == 0
    opened: list[str] = []
    inspect = store._inspect

    def noted(folder: Path, experiment_id: str) -> object:
        opened.append(folder.name.partition("-")[0])
        return inspect(folder, experiment_id)

    monkeypatch.setattr(store, "_inspect", noted)
    assert run("lab", "report", "other").code == 0
    assert opened == ["other"]


@pytest.mark.parametrize("command", ["run", "report"])
def test_times_of_the_kernel_beside_those_of_python_are_explained(
    here: Path, run: Shell, command: str
) -> None:
    text = GUESSING.replace('["random", "safest"]', '["safest", "single", "exact"]')
    (here / "mixed.toml").write_text(text)
    assert run("lab", "run", "mixed.toml", "--games", "2", "--jobs", "1").code == 0
    shown = run("lab", command, "mixed.toml", "--games", "2").out
    note = "times: safest, exact in the kernel's loop, all others in Python's, which is slower\n"
    assert shown.endswith(note) == bool(kernel())


@pytest.mark.usefixtures("played")
def test_times_of_one_kind_need_no_explanation(run: Shell) -> None:
    assert "times:" not in run("lab", "report", "guessing").out


def _report(run: Shell, here: Path) -> str:
    assert run("lab", "report", "guessing", "--to", "r.md").code == 0
    return (here / "r.md").read_text()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "none.toml"], "cannot read 'none.toml': No such file"),
        (["run", "guessing.toml", "--games", "0"], "0 games; expected 1 or more"),
        (["run", "guessing.toml", "--jobs", "0"], "0 jobs; expected 1 to"),
        (["run", "guessing.toml", "--backend", "slurm"], "slurm"),
        (
            ["run", "guessing.toml", "--address", "here:1"],
            "with backend local; expected dask or ray",
        ),
        (["run", "guessing.toml", "--games", "5", "--reduced"], "cannot be combined"),
        (
            ["report", "guessing.toml"],
            "has not been run; run `mineproof lab run guessing.toml`",
        ),
        (["report", "guessing"], "no run 'guessing' in results; it holds no runs"),
        (["compare", "guessing", "safest"], "'guessing' names no entrant; expected RUN:ENTRANT"),
        (["compare", "guessing:safest", "random"], "no run 'guessing' in results"),
    ],
)
def test_what_cannot_be_meant_is_one_line(
    complains: Callable[..., str], words: list[str], message: str
) -> None:
    assert message in complains("lab", *words)


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["compare", "guessing:safest", "lucky"],
            "no entrant 'lucky'; expected one of random, safest",
        ),
        (["compare", "guessing:safest", "safest"], "safest on both sides"),
        (["compare", "guessing:safest", "random", "--precision", "0"], "expected"),
        (["report", "guessing", "--to", "guessing.toml/x.md"], "cannot write"),
        (["report", "guessing", "--to", "x.pdf"], "'x.pdf'; expected a name with .md or .tex"),
        (["report", "guessing", "--figures", "pdf"], "--figures needs --to, the file of a report"),
    ],
)
def test_what_cannot_be_done_with_a_run_is_one_line(
    complains: Callable[..., str], words: list[str], message: str
) -> None:
    assert message in complains("lab", *words)


def test_two_runs_of_a_name_are_not_mixed_up(
    played: Path, run: Shell, complains: Callable[..., str]
) -> None:
    assert run("lab", "run", "guessing.toml", "--games", "5", "--jobs", "1").code == 0
    assert "'guessing' is ambiguous; expected one of guessing-" in complains(
        "lab", "report", "guessing"
    )
    shutil.rmtree(played / "results")
    assert run("lab", "list").out == "no runs in results\n"


def test_a_report_that_the_locale_cannot_name(played: Path, run: Shell) -> None:
    # In the locale C without UTF-8 mode, Python reads the letter of this file as two bytes.
    assert run("lab", "report", "guessing", "--to", "\udcc3\udcbc.md").code == 0
    assert "](\u00fc/guessing-" in (played / "\u00fc.md").read_text(encoding="utf-8")


def test_billions_of_games_are_begun_listed_and_reported_at_once(
    here: Path, run: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    (here / "huge.toml").write_text(
        GUESSING.replace("games = 100", "games = 100_000_000_000_000\nchunk = 1")
    )
    monkeypatch.setattr(RunProgress, "add", stop)
    stopped = run("lab", "run", "huge.toml", "--jobs", "1")
    assert stopped.code == 130
    assert "of 200,000,000,000,000 games; they are saved" in stopped.err
    assert "200,000,000,000,000" in run("lab", "list").out
    assert run("lab", "report", "huge.toml").code == 0
    (kept,) = list_runs(here / "results")
    assert (kept.games, kept.is_finished) == (1, False)


def test_a_run_without_games_has_no_report(
    here: Path, run: Shell, complains: Callable[..., str]
) -> None:
    assert run("lab", "run", "guessing.toml", "--games", "1", "--jobs", "1").code == 0
    (begun,) = list_runs(here / "results")
    for part in begun.parts.values():
        part.path.unlink()
    for name in ("guessing.toml", "guessing", str(begun.folder)):
        told = complains("lab", "report", name, "--games", "1")
        assert (
            told == f"mineproof: {name} has no finished games yet; expected a run that has some\n"
        )


def test_without_its_extra_the_lab_says_what_to_install(
    complains: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_extra, "find_spec", lambda name: None if name == "polars" else name)
    want = "mineproof: the lab needs polars: pip install 'mineproof[lab]'\n"
    assert complains("lab", "list") == want


@pytest.mark.parametrize("file", EXPERIMENTS, ids=lambda file: file.stem)
def test_the_experiments_that_come_with_it_can_be_run(file: Path) -> None:
    if file.stem == "arena":
        pytest.importorskip("ms_toollib")
    experiment = read_experiment(file)
    assert experiment.in_reduced_size().games < experiment.games
    assert experiment.about
    assert experiment.chunks()
