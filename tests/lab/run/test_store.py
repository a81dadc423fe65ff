"""Parts are whole or not there; whatever has happened to one is seen, named and set right."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lab.runs import add, folder, lasting, played, small

from mineproof.errors import BadInput
from mineproof.lab.columns import COLUMNS
from mineproof.lab.run import runner, store
from mineproof.lab.run.backends import play_part
from mineproof.lab.run.rows import play_chunk
from mineproof.lab.run.store import Part, Run, begin, encode_part, list_runs

EXPERIMENT = small()
CHUNKS = tuple(EXPERIMENT.chunks())


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A finished run that nobody touches."""
    return played(tmp_path_factory.mktemp("finished"), EXPERIMENT)


@pytest.fixture
def run(finished: Run, tmp_path: Path) -> Run:
    """The same in a folder of its own, to be spoilt."""
    (tmp_path / finished.folder.name / "parts").mkdir(parents=True)
    for file in ("experiment.json", *(f"parts/{part.path.name}" for part in parts_of(finished))):
        (tmp_path / finished.folder.name / file).write_bytes((finished.folder / file).read_bytes())
    return Run.open(tmp_path / finished.folder.name)


def parts_of(run: Run) -> list[Part]:
    return list(run.parts.values())


def test_what_is_missing_becomes_less_part_by_part(tmp_path: Path) -> None:
    with begin(tmp_path, EXPERIMENT) as new:
        assert new.missing() == CHUNKS
        add(new, EXPERIMENT, CHUNKS[2:5])
        assert new.missing() == CHUNKS[:2] + CHUNKS[5:]
        assert (new.run.games, new.run.is_finished) == (9, False)
    with begin(tmp_path, EXPERIMENT) as again:
        assert again.missing() == CHUNKS[:2] + CHUNKS[5:]
        add(again, EXPERIMENT, again.missing())
        assert again.run.is_finished
    assert Run.open(folder(tmp_path, EXPERIMENT)) == again.run


def test_only_so_many_chunks_are_planned_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_AT_ONCE", 3)
    with begin(tmp_path, EXPERIMENT) as new:
        add(new, EXPERIMENT, CHUNKS[1:2])
        assert new.missing() == (CHUNKS[0], *CHUNKS[2:4])
    done = runner.run(EXPERIMENT, tmp_path, jobs=1)
    assert done.is_finished


def test_rows_come_in_the_order_of_chunks(tmp_path: Path) -> None:
    expected = pl.concat([play_chunk(chunk) for chunk in CHUNKS])
    with begin(tmp_path, EXPERIMENT) as new:
        add(new, EXPERIMENT, Random(1).sample(CHUNKS, len(CHUNKS)))
    for run in (new.run, Run.open(folder(tmp_path, EXPERIMENT))):
        assert lasting(run.read()).equals(lasting(expected))
        assert run.scan().collect().equals(run.read())
        assert (run.games, run.won) == (24, expected["outcome"].eq("won").sum())


def test_few_rows_are_read_and_many_are_a_stream(
    finished: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_FEW", finished.games)
    few = finished.rows
    assert isinstance(few, pl.DataFrame)
    assert len(few) == finished.games
    monkeypatch.setattr(store, "_FEW", finished.games - 1)
    many = finished.rows
    assert isinstance(many, pl.LazyFrame)
    assert many.collect().equals(few)


def test_a_run_without_parts_has_the_columns_of_one_with_parts(tmp_path: Path) -> None:
    with begin(tmp_path, EXPERIMENT) as new:
        empty = new.run.read()
    assert empty.height == 0
    assert empty.schema == play_chunk(CHUNKS[0]).schema


def test_a_part_tells_what_it_is_and_what_played_it(finished: Run) -> None:
    part = finished.parts[5]
    said = pl.read_parquet_metadata(part.path)
    assert said.items() > part.facts.items() > store.machine_facts().items()
    assert (said["experiment"], said["chunk"]) == (EXPERIMENT.id, "5")
    assert said["text"] == (finished.folder / "experiment.json").read_text()
    assert pl.read_parquet(part.path).columns[: len(COLUMNS)] == list(COLUMNS)


# Mutilated parts


def halve(path: Path) -> Path:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    return path


def empty(path: Path) -> Path:
    path.write_bytes(b"")
    return path


def append(path: Path) -> Path:
    path.write_bytes(path.read_bytes() + b"\0")
    return path


def flip(path: Path) -> Path:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 0x10
    path.write_bytes(data)
    return path


def rename_chunk(path: Path) -> Path:
    return path.rename(path.with_name("00099" + path.name[5:]))


def rename_digest(path: Path) -> Path:
    return path.rename(path.with_name(f"{path.name[:5]}-0123456789abcdef.parquet"))


def rename_all(path: Path) -> Path:
    return path.rename(path.with_name("results.parquet"))


def replace_by(path: Path, data: bytes, chunk: str = "") -> Path:
    """Put other bytes there, under the name that fits them."""
    path.unlink()
    other = path.with_name(f"{chunk or path.name[:5]}-{store._digest(data)}.parquet")
    other.write_bytes(data)
    return other


def another_experiment(path: Path) -> Path:
    other = replace(EXPERIMENT, games=11)
    return replace_by(path, play_part(other, other.chunks()[int(path.name[:5])]))


def another_chunk(path: Path) -> Path:
    return replace_by(path, play_part(EXPERIMENT, CHUNKS[7]))


def unplanned_chunk(path: Path) -> Path:
    return replace_by(path, play_part(EXPERIMENT, replace(CHUNKS[0], number=99)), "00099")


def too_few_games(path: Path) -> Path:
    chunk = CHUNKS[int(path.name[:5])]
    return replace_by(path, encode_part(play_chunk(chunk)[1:], chunk, EXPERIMENT))


def no_parquet(path: Path) -> Path:
    return replace_by(path, b"PAR1 and nothing else PAR1")


def no_games(path: Path) -> Path:
    pl.DataFrame({"a": [1]}).write_parquet(path)
    return replace_by(path, path.read_bytes())


MUTILATIONS = [
    halve, empty, append, flip, rename_chunk, rename_digest, rename_all, another_experiment,
    another_chunk, unplanned_chunk, too_few_games, no_parquet, no_games,
]  # fmt: skip


@pytest.mark.parametrize("mutilate", MUTILATIONS, ids=lambda function: function.__name__)
def test_a_mutilated_part_is_named_set_aside_and_played_again(
    run: Run, mutilate: Callable[[Path], Path], finished: Run
) -> None:
    bad = mutilate(run.parts[2].path)
    with begin(run.folder.parent, EXPERIMENT) as again:
        (fault,) = again.run.faults
        assert fault.startswith(f"{str(bad)!r} is ignored: ")
        assert [chunk.number for chunk in again.missing()] == [2]
        assert not bad.exists()
        assert bad.with_name(f"{bad.name}.bad").exists()
        add(again, EXPERIMENT, again.missing())
    with begin(run.folder.parent, EXPERIMENT) as whole:
        assert (whole.missing(), whole.run.faults) == ((), ())
        assert lasting(whole.run.read()).equals(lasting(finished.read()))
        kept = [part for part in parts_of(whole.run) if part.chunk != 2]
        assert kept == [part for part in parts_of(run) if part.chunk != 2]


@given(st.integers(0, len(CHUNKS) - 1), st.floats(0, 1, exclude_max=True), st.integers(0, 7))
def test_no_flipped_bit_goes_unseen(finished: Run, chunk: int, where: float, bit: int) -> None:
    path = finished.parts[chunk].path
    sound = path.read_bytes()
    data = bytearray(sound)
    data[int(where * len(data))] ^= 1 << bit
    path.write_bytes(data)
    try:
        run = Run.open(finished.folder)
    finally:
        path.write_bytes(sound)
    assert run.parts.keys() == finished.parts.keys() - {chunk}
    assert run.faults == (
        f"{str(path)!r} is ignored: its content does not match the digest in its name",
    )


def test_who_only_reads_a_run_leaves_bad_parts_where_they_are(run: Run) -> None:
    bad = flip(run.parts[2].path)
    read = Run.open(run.folder)
    assert len(read.faults) == 1
    assert read.read().height == read.games == 21
    assert bad.exists()


def test_of_two_parts_of_one_chunk_one_is_kept(run: Run) -> None:
    twin = run.folder / "parts" / "x"
    twin.touch()
    while (again := play_part(EXPERIMENT, CHUNKS[2])) == run.parts[2].path.read_bytes():
        pass  # played in the very same time
    twin = replace_by(twin, again, "00002")
    both = {twin, run.parts[2].path}
    with begin(run.folder.parent, EXPERIMENT) as store:
        assert store.missing() == ()
        (fault,) = store.run.faults
        kept = store.run.parts[2].path
    (other,) = both - {kept}
    assert fault == f"{str(other)!r} is ignored: {kept.name} has the same games"
    assert not other.exists()
    assert Run.open(run.folder).is_finished


def test_an_experiment_that_was_spoilt_or_has_another_remark_is_written_again(run: Run) -> None:
    file = run.folder / "experiment.json"
    sound = file.read_bytes()
    file.write_bytes(sound[:20])
    with pytest.raises(BadInput, match=r"small-.*' holds no run: a line that is not JSON"):
        Run.open(run.folder)
    with begin(run.folder.parent, EXPERIMENT) as again:
        assert (again.missing(), file.read_bytes()) == ((), sound)
    with begin(run.folder.parent, replace(EXPERIMENT, about="now with a remark")) as again:
        assert again.missing() == ()
    assert Run.open(run.folder).experiment.about == "now with a remark"


def test_runs_are_listed_by_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "something else").mkdir()
    with begin(tmp_path, replace(EXPERIMENT, name="a")) as other:
        assert list_runs(tmp_path) == [other.run, run]
    assert list_runs(tmp_path / "not there") == []


# One process, one version


def test_a_run_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    with begin(tmp_path, EXPERIMENT) as first:
        message = f"^{str(first.run.folder)!r} is being played by another process"
        with pytest.raises(BadInput, match=message), begin(tmp_path, EXPERIMENT):
            pass
        add(first, EXPERIMENT, CHUNKS[:1])
        assert Run.open(first.run.folder).games == 3  # to read needs no leave
    with begin(tmp_path, EXPERIMENT) as second:
        assert len(second.missing()) == len(CHUNKS) - 1


def test_the_lock_is_one_that_the_system_releases(tmp_path: Path) -> None:
    with begin(tmp_path, EXPERIMENT) as held:
        assert not is_free(held.run.folder / "lock")
    assert is_free(held.run.folder / "lock")


def is_free(file: Path) -> bool:
    """Ask the system itself, as any other program would."""
    return subprocess.run(["flock", "-n", file, "true"], check=False).returncode == 0


def test_a_run_that_another_version_has_not_finished_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "__version__", "9.8.7")
    with begin(run.folder.parent, EXPERIMENT) as held:
        assert held.missing() == ()  # nothing would be played by two versions
    next(iter(Run.open(run.folder).parts.values())).path.unlink()
    message = "was begun with mineproof .*, and this is 9.8.7; use that, or another folder$"
    with pytest.raises(BadInput, match=message), begin(run.folder.parent, EXPERIMENT):
        pass
    assert Run.open(run.folder).parts  # but it can be read


def test_a_worker_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as worker:
        worker.setattr(store, "__version__", "9.8.7")
        data = play_part(EXPERIMENT, CHUNKS[0])
    with begin(tmp_path, EXPERIMENT) as new:
        with pytest.raises(BadInput, match=r"^a worker has mineproof 9\.8\.7, and this is"):
            new.add(data)
        assert new.missing() == CHUNKS
    assert list(new.run.folder.glob("parts/*")) == []


# Disks that are full or read-only


@contextmanager
def mounted(place: Path, options: str) -> Iterator[None]:
    """Put a file system in memory there, or skip the test."""
    place.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"cannot mount a file system here: {error}")
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def remount(place: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", place], check=True)


def test_a_disk_that_is_really_full_spoils_nothing_and_the_run_goes_on(
    tmp_path: Path, finished: Run
) -> None:
    with mounted(disk := tmp_path / "disk", "size=64k"):
        with begin(disk, EXPERIMENT) as new:
            full = f"^cannot write '{disk}/.*': No space left on device; nothing was changed$"
            with pytest.raises(BadInput, match=full):
                add(new, EXPERIMENT, new.missing())
            before = new.run.parts
            assert 0 < len(before) < len(CHUNKS)
        assert list(disk.rglob("*.draft")) == []
        with begin(disk, EXPERIMENT) as still_full, pytest.raises(BadInput, match=full):
            add(still_full, EXPERIMENT, still_full.missing())
        remount(disk, "size=1m")
        run = played(disk, EXPERIMENT)
        assert (run.faults, run.is_finished) == ((), True)
        assert run.parts.items() >= before.items()
        assert lasting(run.read()).equals(lasting(finished.read()))


def test_a_disk_that_only_can_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    with mounted(disk := tmp_path / "disk", "size=1m"):
        run = played(disk, EXPERIMENT)
        remount(disk, "ro")
        message = f"^cannot write '{run.folder}.*': Read-only file system$"
        with pytest.raises(BadInput, match=message), begin(disk, EXPERIMENT):
            pass
        message = f"^cannot write '{disk}/.*': Read-only"
        with pytest.raises(BadInput, match=message), begin(disk, replace(EXPERIMENT, name="new")):
            pass
        assert Run.open(run.folder) == run


@pytest.mark.parametrize("depth", ["", "deeper"])
def test_a_file_is_no_folder_for_runs(tmp_path: Path, depth: str) -> None:
    (tmp_path / "file").touch()
    message = r"^cannot write '.*/file/.*': Not a directory$"
    with pytest.raises(BadInput, match=message), begin(tmp_path / "file" / depth, EXPERIMENT):
        pass


def test_a_folder_without_a_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"holds no run: cannot read .*: No such file"):
        Run.open(tmp_path)


def test_a_folder_that_the_locale_cannot_name(tmp_path: Path) -> None:
    # In the locale C without UTF-8 mode, Python reads the letter of this folder as two bytes.
    done = played(tmp_path / "\udcc3\udcbc", small())
    assert done.scan().collect().height == 24
    assert (tmp_path / "\u00fc").is_dir()
