"""Experiment: who plays what, how often. A frozen value; `experiment_file.py` reads and writes it.

Every entrant plays the same games: those of each setting with the seeds from the first one on, or
the boards of a file. An experiment's id is a hash of all that decides its records.

It is played in chunks, each a lot of games by one entrant. Which there are depends on the
experiment alone, so that wherever and however often it is stopped, what is left to do is known.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from mineproof.agents.entrant import Entrant
from mineproof.board.notation import Setting
from mineproof.engines import ENGINES
from mineproof.errors import BadInput
from mineproof.play.given_boards import GivenBoard, read_boards

USUAL_LOTS = 20
"""Into how many lots the games of a setting are cut, within these limits."""

MIN_LOT, MAX_LOT = 20, 10_000


@dataclass(frozen=True, slots=True)
class Lot:
    """Some games: those of a setting with these seeds, or given boards with one grid and finish.

    The seed of a given board, which decides the guesses, is its place in the file.
    """

    seeds: range
    setting: Setting | None = None
    boards: tuple[GivenBoard, ...] = ()


@dataclass(frozen=True, slots=True)
class Chunk:
    """A lot of games by one entrant; `number` is its place among the chunks of the experiment.

    `tallies` names what the rows of the experiment count beside the usual.
    """

    number: int
    entrant: Entrant
    lot: Lot
    tallies: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.lot.seeds)


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A file of boards, one JSON object a line, and the hash of what it holds."""

    path: Path = field(compare=False)
    digest: str

    @classmethod
    def find(cls, path: Path) -> BoardFile:
        """Return the file as it is now; raise BadInput if it cannot be read."""
        return cls(path.resolve(), _digest(read_bytes(path)))

    def read(self) -> list[GivenBoard]:
        """Return the boards; raise BadInput if they have changed, or are none."""
        content = read_bytes(self.path)
        if _digest(content) != self.digest:
            raise BadInput(
                f"{self.path} has changed since the experiment was begun; expected it back"
            )
        try:
            boards = read_boards(content.split(b"\n"))
        except BadInput as error:
            raise BadInput(f"{self.path}, {error}") from None
        if not boards:
            raise BadInput(f"{self.path} holds no board; expected one JSON object a line")
        return boards


@dataclass(frozen=True, slots=True)
class Experiment:
    """Who plays what, how often: `games` of each setting, or of a file of boards.

    All settings have the seed of the first game. `chunk` says how many games a chunk has, as usual
    if it is 0. `about` and `notes` are for readers, and `ceiling` names the entrant that others are
    set beside. `reduced` is the number of games of a trial, a tenth if it is 0. Raises BadInput if
    anything in it cannot be.

    >>> mine = Experiment.of("mine", ["safest", "exact"], ["expert/safe"], games=40)
    >>> mine.id, [len(chunk) for chunk in mine.chunks()]
    ('fd863cf5b3e9', [20, 20, 20, 20])
    """

    name: str
    entrants: tuple[Entrant, ...]
    settings: tuple[Setting, ...]
    games: int
    boards: BoardFile | None = None
    chunk: int = 0
    about: str = ""
    notes: str = ""
    ceiling: str | None = None
    reduced: int = 0

    def __post_init__(self) -> None:
        _check_name(self.name)
        if not self.entrants:
            raise BadInput("no entrants; expected at least one")
        if bool(self.settings) == bool(self.boards):
            raise BadInput("expected settings or a file of boards, one of them")
        if self.games < 1:
            raise BadInput(f"{self.games} games; expected 1 or more")
        if not 0 <= self.reduced <= self.games:
            raise BadInput(f"reduced to {self.reduced} games; expected 1 to {self.games}")
        if not 0 <= self.chunk <= MAX_LOT:
            raise BadInput(f"chunks of {self.chunk} games; expected 1 to {MAX_LOT}")
        _check_unique("entrant", [entrant.name for entrant in self.entrants])
        _check_unique("setting", self.kinds)
        if self.ceiling is not None:
            self.entrant(self.ceiling)
        for setting in self.settings:
            replace(setting, seed=setting.seed + self.games - 1)  # raises if the seeds end before

    @classmethod
    def of(
        cls,
        name: str,
        entrants: Iterable[Entrant | str],
        settings: Iterable[str],
        *,
        games: int,
        first_seed: int = 0,
    ) -> Experiment:
        """Return an experiment from texts, such as "safest" and "expert/safe"; raise BadInput."""
        players = [Entrant.parse(each) if isinstance(each, str) else each for each in entrants]
        first_games = [Setting.parse(f"{each}#{first_seed}") for each in settings]
        return cls(name, tuple(players), tuple(first_games), games)

    @property
    def id(self) -> str:
        """A hash of all that decides the records: 12 hexadecimal digits."""
        return _digest(json.dumps(self.content(), sort_keys=True).encode())[:12]

    @property
    def kinds(self) -> list[str]:
        """The settings as texts, without a seed."""
        return [str(setting).rpartition("#")[0] for setting in self.settings]

    @property
    def first_seed(self) -> int:
        """The seed of the first game of each setting."""
        return self.settings[0].seed if self.settings else 0

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return self.games * len(self.entrants) * max(1, len(self.settings))

    @property
    def tallies(self) -> tuple[str, ...]:
        """What its rows count beside the usual: cells proved by each engine, and its counters."""
        used = {part.name: part for who in self.entrants for part in who.hire().engine.parts}
        parts = [used[name] for name in ENGINES if name in used]
        counters = [name for part in parts for name in part.counter_names]
        return (*(f"proved_{part.name}" for part in parts), *counters)

    def entrant(self, name: str) -> Entrant:
        """Return the entrant of this name; raise BadInput if there is none."""
        for entrant in self.entrants:
            if entrant.name == name:
                return entrant
        names = ", ".join(entrant.name for entrant in self.entrants)
        raise BadInput(f"no entrant {name!r}; expected one of {names}")

    def with_games(self, games: int) -> Experiment:
        """Return the same with another number of games, or as many as there are boards."""
        most = games if self.boards is None else len(self.boards.read())
        return replace(self, games=min(games, most), reduced=0)

    def in_reduced_size(self) -> Experiment:
        """Return the same with fewer games, for a trial."""
        return self.with_games(self.reduced or max(1, self.games // 10))

    def chunks(self) -> tuple[Chunk, ...]:
        """Return what there is to play; raise BadInput if the file of boards is gone or changed."""
        size = self.chunk or min(MAX_LOT, max(MIN_LOT, -(-self.games // USUAL_LOTS)))
        lots = self._seeded(size) if self.boards is None else _given(self._boards(), size)
        plan = [(entrant, lot) for lot in lots for entrant in self.entrants]
        tallies = self.tallies
        return tuple(Chunk(number, *each, tallies) for number, each in enumerate(plan))

    def content(self) -> dict[str, object]:
        """Return all that decides the records, in plain values."""
        if self.boards is None:
            what = {"settings": self.kinds, "first_seed": self.first_seed}
        else:
            what = {"digest": self.boards.digest}
        return {
            **what,
            "games": self.games,
            "chunk": self.chunk,
            "entrants": [_plain(entrant) for entrant in self.entrants],
        }

    def _seeded(self, size: int) -> Iterator[Lot]:
        for setting in self.settings:
            seeds = range(setting.seed, setting.seed + self.games)
            for first in range(0, self.games, size):
                yield Lot(seeds[first : first + size], setting)

    def _boards(self) -> list[GivenBoard]:
        assert self.boards is not None
        return self.boards.read()[: self.games]


def _given(boards: Sequence[GivenBoard], size: int) -> Iterator[Lot]:
    """Yield lots of boards that follow each other with one grid and one finish."""
    first = 0
    for _, group in groupby(boards, GivenBoard.kind):
        same = tuple(group)
        for start in range(0, len(same), size):
            part = same[start : start + size]
            yield Lot(range(first, first + len(part)), boards=part)
            first += len(part)


def _plain(entrant: Entrant) -> dict[str, object]:
    return {
        "agent": entrant.agent,
        "engine": entrant.engine,
        "options": {name: "any" if value is None else value for name, value in entrant.options},
        "hide_total": not entrant.tell_total,
        "name": entrant.name,
    }


def read_bytes(path: Path) -> bytes:
    """Return what a file holds; raise BadInput if it cannot be read."""
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"cannot read {str(path)!r}: {reason}") from None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _check_name(name: str) -> None:
    if not name or name.startswith(".") or any(not (c.isalnum() or c in "-_.") for c in name):
        raise BadInput(f"name {name!r}; expected letters, digits, - and _")


def _check_unique(what: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{what} {name!r} twice; expected each once, or with a name of its own")
