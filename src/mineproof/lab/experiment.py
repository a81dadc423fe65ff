"""Experiment: who plays what, how often. A frozen value; `experiment_file.py` reads and writes it.

Every entrant plays the same games: consecutive seeds of each setting, or the boards of a file. An
experiment's id is a hash of everything that decides its records.

It is played in chunks: a batch of games by one entrant. The chunks depend on the experiment alone,
so a run that was stopped knows what is left to play.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from mineproof.agents.checked import COUNTERS as CHECKS
from mineproof.agents.entrant import Entrant
from mineproof.board.notation import Setting
from mineproof.engines import BUILT_IN
from mineproof.errors import BadInput
from mineproof.play.given_boards import GivenBoard, read_boards
from mineproof.play.record import FAULT, REFUSED_AT
from mineproof.play.referee import USUAL_SECONDS

USUAL_LOTS = 20
"""How many lots the games of a setting are cut into, within the limits below."""

MIN_LOT, MAX_LOT = 20, 10_000

MAX_GAMES = 10**15
"""The most games of an experiment, of all its entrants and settings: years of work."""


MAX_SECONDS = 3600
"""The longest that a guest may be given for one move."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Games that are played together: seeds of a setting, or given boards of one grid and finish.

    The seed of a given board, which decides the guesses, is its position in the file.
    """

    seeds: range
    setting: Setting | None = None
    boards: tuple[GivenBoard, ...] = ()


@dataclass(frozen=True, slots=True)
class Chunk:
    """A lot, played by one entrant; `number` is its index among the experiment's chunks.

    `tallies` names the columns that this experiment's rows have beyond the standard ones;
    `move_seconds` is how long a guest may take for a move.
    """

    number: int
    entrant: Entrant
    lot: Lot
    tallies: tuple[str, ...] = ()
    move_seconds: float = USUAL_SECONDS

    def __len__(self) -> int:
        return len(self.lot.seeds)


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A file of boards, one JSON object per line, and the hash of its content."""

    path: Path = field(compare=False)
    digest: str

    @classmethod
    def find(cls, path: Path) -> BoardFile:
        """Return the file with its present hash; raise BadInput if it cannot be read."""
        digest = _digest(read_bytes(path))
        return cls(path.resolve(), digest)

    def read(self) -> list[GivenBoard]:
        """Return the boards; raise BadInput if the file has changed or is empty."""
        content = read_bytes(self.path)
        if _digest(content) != self.digest:
            raise BadInput(
                f"{self.path} has changed since the experiment began; expected the original"
            )
        try:
            boards = read_boards(content.split(b"\n"))
        except BadInput as error:
            raise BadInput(f"{self.path}, {error}") from None
        if not boards:
            raise BadInput(f"{self.path} holds no board; expected one JSON object per line")
        return boards


@dataclass(frozen=True, slots=True)
class Experiment:
    """Who plays what, how often: `games` of each setting, or of a file of boards.

    All settings carry the seed of the first game. `chunk` is the number of games per chunk; 0 means
    the default. `about`, `notes` and `findings` are for readers; `ceiling` names the entrant that
    others are compared with in reports, `reference` that of an arena. `reduced` is the number of
    games of a trial; 0 means a tenth. `move_seconds` is how long a guest may take for a move. With
    `check`, the proofs of all entrants are checked while they play. Raises BadInput if a value is
    out of range.

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
    findings: str = ""
    ceiling: str | None = None
    reduced: int = 0
    move_seconds: float = USUAL_SECONDS
    reference: str | None = None
    check: bool = False

    def __post_init__(self) -> None:
        _check_name(self.name)
        if not self.entrants:
            raise BadInput("no entrants; expected at least one")
        if bool(self.settings) == bool(self.boards):
            raise BadInput("expected either settings or a file of boards")
        if self.games < 1:
            raise BadInput(f"{self.games} games; expected 1 or more")
        if self.total > MAX_GAMES:
            raise BadInput(f"{self.total} games in all; expected at most {MAX_GAMES}")
        if not 0 <= self.reduced <= self.games:
            raise BadInput(f"reduced to {self.reduced} games; expected 1 to {self.games}")
        if not 0 <= self.chunk <= MAX_LOT:
            raise BadInput(f"chunks of {self.chunk} games; expected 1 to {MAX_LOT}")
        if not 0 < self.move_seconds <= MAX_SECONDS:
            raise BadInput(f"{self.move_seconds:g} seconds a move; expected up to {MAX_SECONDS}")
        _check_unique("entrant", [entrant.name for entrant in self.entrants])
        _check_unique("setting", self.kinds)
        for name in filter(None, (self.ceiling, self.reference)):
            self.entrant(name)
        for setting in self.settings:
            replace(setting, seed=setting.seed + self.games - 1)  # raises if it is too large

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
        """Return an experiment from texts such as "safest" and "expert/safe"; raise BadInput."""
        players = [Entrant.parse(each) if isinstance(each, str) else each for each in entrants]
        first_games = [Setting.parse(f"{each}#{first_seed}") for each in settings]
        return cls(name, tuple(players), tuple(first_games), games)

    @property
    def id(self) -> str:
        """A hash of everything that decides the records: 12 hexadecimal digits."""
        return _digest(json.dumps(self.content(), sort_keys=True).encode())[:12]

    @property
    def kinds(self) -> list[str]:
        """The settings as texts, without their seeds."""
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
        """The extra columns of its rows: cells proved by each engine, counters, and faults."""
        used = {part.name: part for who in self.entrants for part in who.hire().engine.parts}
        parts = [used[name] for name in dict.fromkeys([*BUILT_IN, *used]) if name in used]
        counters = dict.fromkeys(name for part in parts for name in part.counter_names)
        faults = [FAULT] * (self.has_guests or self.check)
        checks = [*CHECKS, REFUSED_AT] * self.check
        return (*(f"proved_{part.name}" for part in parts), *counters, *faults, *checks)

    @property
    def has_guests(self) -> bool:
        """Whether some entrant is not ours, and may fail."""
        return any(entrant.is_guest for entrant in self.entrants)

    def entrant(self, name: str) -> Entrant:
        """Return the entrant of this name; raise BadInput if there is none."""
        for entrant in self.entrants:
            if entrant.name == name:
                return entrant
        names = ", ".join(entrant.name for entrant in self.entrants)
        raise BadInput(f"no entrant {name!r}; expected one of {names}")

    def with_games(self, games: int) -> Experiment:
        """Return the same with another number of games, at most as many as there are boards."""
        most = games if self.boards is None else len(self.boards.read())
        return replace(self, games=min(games, most), reduced=0)

    def in_reduced_size(self) -> Experiment:
        """Return the same with fewer games, for a trial."""
        return self.with_games(self.reduced or max(1, self.games // 10))

    def chunks(self) -> Chunks:
        """Return all chunks; raise BadInput if the file of boards is missing or has changed."""
        size = self.chunk or min(MAX_LOT, max(MIN_LOT, -(-self.games // USUAL_LOTS)))
        if self.boards is None:
            return Chunks(self, _SeededLots(self.settings, self.games, size))
        return Chunks(self, tuple(_given(self.boards.read()[: self.games], size)))

    def content(self) -> dict[str, object]:
        """Return everything that decides the records, as plain values."""
        if self.boards is None:
            what = {"settings": self.kinds, "first_seed": self.first_seed}
        else:
            what = {"digest": self.boards.digest}
        return {
            **what,
            "games": self.games,
            "chunk": self.chunk,
            "entrants": [_plain(entrant) for entrant in self.entrants],
            **({"move_seconds": self.move_seconds} if self.has_guests else {}),
            **({"check": True} if self.check else {}),
        }


class Chunks:
    """All chunks of an experiment, each made when it is asked for: there may be billions."""

    def __init__(self, experiment: Experiment, lots: _SeededLots | tuple[Lot, ...]) -> None:
        self._entrants, self._tallies = experiment.entrants, experiment.tallies
        self._move_seconds, self._check = experiment.move_seconds, experiment.check
        self._lots = lots

    def __len__(self) -> int:
        return len(self._lots) * len(self._entrants)

    def __getitem__(self, number: int) -> Chunk:
        lot, entrant = divmod(number, len(self._entrants))
        who = replace(self._entrants[entrant], checks_proofs=self._check)
        what = self._lots[lot]
        return Chunk(number, who, what, self._tallies, self._move_seconds)

    def __iter__(self) -> Iterator[Chunk]:
        return map(self.__getitem__, range(len(self)))


@dataclass(frozen=True, slots=True)
class _SeededLots:
    """Lots of `size` consecutive seeds, setting by setting."""

    settings: tuple[Setting, ...]
    games: int
    size: int

    def __len__(self) -> int:
        return len(self.settings) * self._per_setting

    def __getitem__(self, number: int) -> Lot:
        which, part = divmod(number, self._per_setting)
        setting = self.settings[which]
        seeds = range(setting.seed, setting.seed + self.games)
        return Lot(seeds[part * self.size : (part + 1) * self.size], setting)

    @property
    def _per_setting(self) -> int:
        return -(-self.games // self.size)


def _given(boards: Sequence[GivenBoard], size: int) -> Iterator[Lot]:
    """Yield lots of consecutive boards with the same grid and finish."""
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
        **({"sources": _digests(entrant)} if entrant.is_guest else {}),
    }


def _digests(entrant: Entrant) -> dict[str, str]:
    return {source.place: source.digest for source in entrant.sources}


def read_bytes(path: Path) -> bytes:
    """Return the content of a file; raise BadInput if it cannot be read."""
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
    if len(set(names)) < len(names):
        twice = next(name for name, number in Counter(names).items() if number > 1)
        raise BadInput(f"{what} {twice!r} twice; expected different names")
