"""Plan: how a class is graded, read from a file: boards, limits, and points.

    seed = 2026
    minutes = 8
    boards = ["5x5/5/list", "easy/list"]

    [points]
    works = 20
    sound = 50
    subset = 30

docs/teaching.md describes every line of such a file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mineproof.assess.clauses import Kind
from mineproof.assess.sample import Sample
from mineproof.board.formats.fields import Fields
from mineproof.board.notation import Setting
from mineproof.board.rng import check_seed
from mineproof.errors import BadInput
from mineproof.play.given_boards import GivenBoard, read_boards
from mineproof.play.referee import USUAL_SECONDS
from mineproof.plugins.fence import Fence

LEVELS = ("single", "subset", "resolution", "complete", "count")
"""The levels of what is certain: by the numbers, the easiest first, and by the mine count."""

GRADED = ("works", "sound", "sets", "proofs", "blunders", "repeats", "clashes", *LEVELS, "wins")
"""What points can be given for."""

VISIBLE = ("visible", "hidden", "after_due_date", "after_published")
"""When Gradescope shows a test to students."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a class is graded.

    `positions`, `settings`, `boards` and `points` are the usual ones of each kind of player if they
    are None. `seconds` is for an answer, `memory` in megabytes, `minutes` for all games together.
    `enough` is the share from which a level has all its points, `visibility` when a test is shown.
    """

    title: str = "mineproof assess"
    positions: int | None = None
    seed: int = 0
    seconds: float = USUAL_SECONDS
    memory: int = Fence().memory
    minutes: float | None = None
    settings: tuple[str, ...] | None = None
    boards: tuple[GivenBoard, ...] | None = None
    points: Mapping[str, float] | None = None
    enough: Mapping[str, float] = field(default_factory=dict)
    visibility: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.positions is not None and self.positions < 1:
            raise BadInput(f"{self.positions} positions; expected 1 or more")
        if not self.seconds > 0:
            raise BadInput(f"{self.seconds:g} seconds for an answer; expected more than 0")
        if self.minutes is not None and not self.minutes > 0:
            raise BadInput(f"{self.minutes:g} minutes in all; expected more than 0")
        check_seed(self.seed)
        Fence(self.memory)

    @classmethod
    def read(cls, path: Path) -> Plan:
        """Return the plan in a file; raise BadInput that names the file and what is wrong."""
        try:
            fields = Fields(tomllib.loads(path.read_text("utf-8")))
            return _plan(fields, path.parent)
        except OSError as error:
            raise BadInput(f"cannot read {str(path)!r}: {error.strerror}") from None
        except (ValueError, BadInput) as error:  # no UTF-8, no TOML, or no plan
            raise BadInput(f"{path}: {error}") from None

    def but(self, **given: Any) -> Plan:
        """Return the same plan, but with what is given and not None."""
        return replace(self, **{name: value for name, value in given.items() if value is not None})

    @property
    def fence(self) -> Fence:
        """The fence around a player."""
        return Fence(self.memory)

    def sample(self, kind: Kind) -> Sample:
        """Return the games of a kind of player."""
        usual = Sample.usual(kind, self.seed)
        settings = usual.settings if self.settings is None else self.settings
        boards = usual.boards if self.boards is None else self.boards
        return Sample(settings, boards, self.seed)


USUAL_PLAN = Plan()
"""What is done without a file."""


def _plan(fields: Fields, folder: Path) -> Plan:
    fields.only(*_NUMBERS, *_READERS, "fixed")
    given = {name: fields.number(name, 0) for name in _NUMBERS if name in fields}
    for name in ("positions", "seed", "memory"):
        if name in fields:
            given[name] = fields.integer(name)
    others = {name: read(fields, name) for name, read in _READERS.items() if name in fields}
    if "boards" in others:
        others["settings"] = others.pop("boards")
    if "fixed" in fields:
        others["boards"] = _fixed(fields, folder)
    return Plan().but(**given, **others)


_NUMBERS = ("positions", "seed", "seconds", "memory", "minutes")


def _settings(fields: Fields, name: str) -> tuple[str, ...]:
    settings = [fields.get(name)] if isinstance(fields.get(name), str) else fields.items(name)
    if not settings:
        raise BadInput(f"{name!r} is empty; expected settings such as easy/list")
    return tuple(_setting(each) for each in settings)


def _setting(value: object) -> str:
    if not isinstance(value, str) or "#" in value:
        raise BadInput(f"{value!r} in 'boards'; expected a setting without a seed: easy/list")
    Setting.parse(f"{value}#0")
    return value


def _fixed(fields: Fields, folder: Path) -> tuple[GivenBoard, ...]:
    """Return the boards of a file beside the plan; none for `false`."""
    if fields.get("fixed") is False:
        return ()
    path = folder / fields.text("fixed")
    try:
        return tuple(read_boards(path.read_bytes().splitlines()))
    except OSError as error:
        raise BadInput(f"cannot read {str(path)!r}: {error.strerror}") from None
    except BadInput as error:
        raise BadInput(f"{path.name}, {error}") from None


def _numbers(most: float) -> Callable[[Fields, str], dict[str, float]]:
    def read(fields: Fields, name: str) -> dict[str, float]:
        table = _table(fields, name)
        values = {each: table.number(each, 0) for each in GRADED if each in table}
        for each, value in values.items():
            if not 0 <= value <= most:
                raise BadInput(f"{each} = {value:g} in [{name}]; expected 0 to {most:g}")
        return values

    return read


def _visibility(fields: Fields, name: str) -> dict[str, str]:
    if isinstance(word := fields.get(name), str):
        return dict.fromkeys(GRADED, _visible(word, name))
    table = _table(fields, name)
    return {each: _visible(table.text(each), each) for each in GRADED if each in table}


def _visible(word: str, name: str) -> str:
    if word not in VISIBLE:
        raise BadInput(f"{name} = {word!r}; expected {', '.join(VISIBLE)}")
    return word


def _table(fields: Fields, name: str) -> Fields:
    if not isinstance(fields.get(name), dict):
        raise BadInput(f"{name!r} is no table; expected lines below [{name}]")
    table = Fields(fields.get(name))
    table.only(*GRADED)
    return table


_READERS: Mapping[str, Callable[[Fields, str], Any]] = {
    "title": lambda fields, name: fields.text(name),
    "boards": _settings,
    "points": _numbers(1e6),
    "enough": _numbers(1),
    "visibility": _visibility,
}
