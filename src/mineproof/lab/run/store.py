"""A run's folder: the finished parts of an experiment, each written atomically.

    <root>/<name>-<id>/experiment.json    who plays what, how often
                       lock               held by the process that plays
                       parts/00012-9f86d081884c7d65.parquet

A part holds the rows of one chunk. Its name has the chunk's number and the digest of its bytes, so
any damage is noticed when the run is opened. It is written as a draft, synced, and then renamed: a
process that is killed leaves either the whole part or a draft, which the next run removes. Its
metadata name the experiment, and the machine and version that played it.

A bad part is renamed, and its games are played again. It is not deleted: it may be a good part of
another run, or evidence of a disk fault.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path

import polars as pl
from filelock import FileLock, Timeout

from mineproof.counting.kernel import describe
from mineproof.errors import BadInput, BadPart
from mineproof.files import DRAFT, save, writable
from mineproof.lab.columns import schema
from mineproof.lab.experiment import Chunk, Experiment, read_bytes
from mineproof.lab.experiment_file import parse_experiment, write_experiment
from mineproof.play.bulk import cores
from mineproof.play.record import Outcome
from mineproof.version import __version__

_FEW = 500_000
"""Up to this many rows are read into memory; each takes about 200 bytes."""

MOST_AT_ONCE = 10_000
"""How many missing chunks are planned at a time: an experiment may have billions."""

_EXPERIMENT, _LOCK, _PARTS = "experiment.json", "lock", "parts"
_BAD = ".bad"


# Parts


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its chunk, and how many games were played and won.

    `facts` is its metadata: `experiment` is the id, `text` the whole experiment; the others are
    those of `machine_facts`.
    """

    path: Path
    chunk: int
    games: int
    won: int
    facts: Mapping[str, str]


def encode_part(rows: pl.DataFrame, chunk: Chunk, experiment: Experiment) -> bytes:
    """Return the bytes of the part that holds these rows, played by this process."""
    said = {"experiment": experiment.id, "text": write_experiment(experiment)}
    buffer = BytesIO()
    rows.write_parquet(buffer, metadata={**said, "chunk": str(chunk.number), **machine_facts()})
    return buffer.getvalue()


def _decode_part(data: bytes, folder: Path, experiment_id: str) -> Part:
    """Return the part in these bytes; raise BadPart if it is not one of the experiment's."""
    try:
        said = pl.read_parquet_metadata(data)
        outcomes = pl.read_parquet(data, columns=["outcome"])["outcome"]
    except pl.exceptions.PolarsError:
        raise BadPart("it holds no rows of games") from None
    if said.get("experiment") != experiment_id:
        raise BadPart(f"it belongs to experiment {said.get('experiment')}, not {experiment_id}")
    said.pop("ARROW:schema", None)  # added by Parquet, and long
    chunk, won = int(said["chunk"]), outcomes.filter(outcomes == Outcome.WON.value)
    name = f"{chunk:05}-{_digest(data)}.parquet"
    return Part(folder / _PARTS / name, chunk, len(outcomes), len(won), said)


def _open_part(path: Path, experiment_id: str) -> Part:
    """Return the part in a file; raise BadPart if the file has changed."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadPart(f"it cannot be read: {error.strerror}") from None
    if _digest(data) not in path.name:
        raise BadPart("its content does not match the digest in its name")
    part = _decode_part(data, path.parent.parent, experiment_id)
    if part.path != path:
        raise BadPart(f"it was written as {part.path.name}")
    return part


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def machine_facts() -> dict[str, str]:
    """Return what this process plays with: version, kernel, processor, cores, system, Python.

    >>> sorted(machine_facts())
    ['cores', 'kernel', 'processor', 'python', 'system', 'version']
    """
    return {"version": __version__, "kernel": describe(), "cores": str(cores()), **_machine()}


@cache
def _machine() -> dict[str, str]:
    return {
        "processor": _processor() or platform.processor() or platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
    }


def _processor() -> str:
    """Return the processor's name from /proc; empty on other systems."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else ""


# Runs to read


@dataclass(frozen=True, slots=True)
class Run:
    """A run as it is on disk: its good parts by chunk number, in order.

    `faults` has a sentence about each bad part.
    """

    folder: Path
    experiment: Experiment
    parts: Mapping[int, Part]
    faults: tuple[str, ...] = ()

    @classmethod
    def open(cls, folder: Path) -> Run:
        """Return the run in a folder, with every part checked; raise BadInput if there is none."""
        return cls._of(folder, experiment_in(folder))

    @classmethod
    def _of(cls, folder: Path, experiment: Experiment) -> Run:
        parts, faults = _inspect(folder, experiment.id)
        return cls(folder, experiment, parts, tuple(map(_named, faults.items())))

    @property
    def games(self) -> int:
        """How many games have been played."""
        return sum(part.games for part in self.parts.values())

    @property
    def won(self) -> int:
        """How many of them were won."""
        return sum(part.won for part in self.parts.values())

    @property
    def missing(self) -> int:
        """How many games are still to be played."""
        return self.experiment.total - self.games

    @property
    def is_finished(self) -> bool:
        """Whether all games have been played."""
        return not self.missing

    @property
    def rows(self) -> pl.DataFrame | pl.LazyFrame:
        """All rows, in the order of chunks: in memory if they fit, otherwise as a stream.

        A stream opens every part again for each query.
        """
        return self.read() if self.games <= _FEW else self.scan()

    def scan(self) -> pl.LazyFrame:
        """Return all rows, in the order of chunks, as a lazy stream."""
        if not self.parts:
            return pl.LazyFrame(schema=schema(self.experiment.tallies))
        return pl.scan_parquet([_in_utf8(part.path) for part in self.parts.values()], glob=False)

    def read(self) -> pl.DataFrame:
        """Return all rows, in the order of chunks."""
        return self.scan().collect()


def experiment_in(folder: Path) -> Experiment:
    """Return the experiment of the run in a folder; raise BadInput if there is none."""
    try:
        return parse_experiment(read_bytes(folder / _EXPERIMENT).decode())
    except (BadInput, UnicodeDecodeError) as error:
        raise BadInput(f"{str(folder)!r} holds no run: {error}") from None


def is_run(folder: Path) -> bool:
    """Tell whether a folder is that of a run, readable or not."""
    return (folder / _EXPERIMENT).exists()


def list_experiments(
    root: Path, on_fault: Callable[[str], None] = lambda _: None
) -> dict[Path, Experiment]:
    """Return the experiments of the runs in a folder, by the run's own folder, sorted by name.

    A run that cannot be read is left out, and `on_fault` gets a sentence about it.
    """
    found: dict[Path, Experiment] = {}
    for file in sorted(root.glob(f"*/{_EXPERIMENT}")):
        try:
            found[file.parent] = experiment_in(file.parent)
        except BadInput as fault:
            on_fault(str(fault))
    return found


def list_runs(root: Path, on_fault: Callable[[str], None] = lambda _: None) -> list[Run]:
    """Return the runs in a folder, as `list_experiments` does, with every part checked."""
    return [Run._of(folder, known) for folder, known in list_experiments(root, on_fault).items()]


def _inspect(folder: Path, experiment_id: str) -> tuple[dict[int, Part], dict[Path, str]]:
    """Return the good parts of a folder by chunk, and what is wrong with the others."""
    parts: dict[int, Part] = {}
    faults: dict[Path, str] = {}
    for path in sorted((folder / _PARTS).glob("*.parquet")):
        try:
            part = _open_part(path, experiment_id)
            if (first := parts.setdefault(part.chunk, part)) is not part:
                raise BadPart(f"{first.path.name} has the same games")
        except BadPart as fault:
            faults[path] = str(fault)
    return dict(sorted(parts.items())), faults


def _in_utf8(path: Path) -> str:
    """Return a path as polars takes it: UTF-8, even if the locale has another encoding."""
    return os.fsencode(path).decode("utf-8", "surrogateescape")


def _named(fault: tuple[Path, str]) -> str:
    path, reason = fault
    return f"{str(path)!r} is ignored: {reason}"


# A run to play


class Store:
    """A run while it is played. Use `begin`, which locks the folder."""

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        """Load the parts that are there, and set bad ones aside."""
        self._folder, self._experiment = folder, experiment
        self._chunks = experiment.chunks()
        with writable(folder):
            _remove_drafts(folder)
            _write_changed(
                folder / _EXPERIMENT, write_experiment(experiment, with_code=True).encode()
            )
            self._parts, faults = _inspect(folder, experiment.id)
            faults |= self._leave_out_unplanned()
            for path in faults:
                path.replace(path.with_name(path.name + _BAD))
        self._faults = tuple(map(_named, faults.items()))
        if len(self._parts) < len(self._chunks):  # else nothing will be played
            for part in self._parts.values():
                who = f"{str(folder)!r} was begun with"
                _check_version(part, who, "use that, or another folder")

    @property
    def run(self) -> Run:
        """The run as it is now."""
        parts = dict(sorted(self._parts.items()))
        return Run(self._folder, self._experiment, parts, self._faults)

    def missing(self) -> tuple[Chunk, ...]:
        """Return the first chunks that have no part yet, as many as fit in memory."""
        numbers = (number for number in range(len(self._chunks)) if number not in self._parts)
        return tuple(map(self._chunks.__getitem__, islice(numbers, MOST_AT_ONCE)))

    def add(self, data: bytes) -> Part:
        """Store a part atomically; raise BadInput if it cannot be written."""
        part = _decode_part(data, self._folder, self._experiment.id)
        assert part.chunk not in self._parts, f"chunk {part.chunk} was played twice"
        assert part.games == len(self._chunks[part.chunk]), f"chunk {part.chunk} lacks games"
        _check_version(part, "a worker has", "expected the same on all machines")
        save(part.path, data)
        self._parts[part.chunk] = part
        return part

    def _leave_out_unplanned(self) -> dict[Path, str]:
        bad = [part for part in self._parts.values() if not self._is_planned(part)]
        for part in bad:
            del self._parts[part.chunk]
        return {
            part.path: f"chunk {part.chunk} of {part.games} games is not planned" for part in bad
        }

    def _is_planned(self, part: Part) -> bool:
        is_chunk = 0 <= part.chunk < len(self._chunks)
        return is_chunk and len(self._chunks[part.chunk]) == part.games


def run_folder(root: Path, experiment: Experiment) -> Path:
    """Return the folder of an experiment's run, whether it exists or not."""
    return root / f"{experiment.name}-{experiment.id}"


@contextmanager
def begin(root: Path, experiment: Experiment) -> Iterator[Store]:
    """Open the run of an experiment to play it, or a new one.

    Raises BadInput if another process is playing it, another version began it and has not finished,
    or the folder is not writable.
    """
    folder = run_folder(root, experiment)
    with _locked(folder):
        yield Store(folder, experiment)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep other processes out; the system releases the lock however this process ends."""
    lock = FileLock(folder / _LOCK)
    with writable(folder):
        (folder / _PARTS).mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            message = f"{str(folder)!r} is being played by another process; expected one at a time"
            raise BadInput(message) from None
    try:
        yield
    finally:
        lock.release()


def _check_version(part: Part, who: str, wish: str) -> None:
    if (version := part.facts.get("version")) != __version__:
        raise BadInput(f"{who} mineproof {version}, and this is {__version__}; {wish}")


def _write_changed(path: Path, data: bytes) -> None:
    if not path.exists() or path.read_bytes() != data:
        save(path, data)


def _remove_drafts(folder: Path) -> None:
    for draft in list(folder.rglob(f"*{DRAFT}")):
        draft.unlink()
