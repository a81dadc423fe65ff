"""Experiments as files: a short TOML file in, one JSON text out, with the same fields.

    about = "What each engine wins without a guess"
    entrants = ["single", "resolution", { agent = "random", engine = "subset", hide_total = true }]
    levels = ["easy", "hard"]
    starts = ["list"]
    games = 1000

An entrant is a text that `Entrant.parse` reads, or a table with `agent`, `engine`, `options`,
`hide_total` and `name`. Games come from `levels` times `starts`, from `settings` such as
"medium/list16", or from a file of `boards`. Other fields: `games`, `first_seed`, `finish`,
`ceiling`, `reference`, `chunk`, `notes`, `findings`, `reduced` (the number of games of a trial),
`move_seconds` (how long a guest may take for a move), `check` (whether proofs are checked), and
`name`, by default that of the file. Paths are relative to the file. Anything invalid raises
BadInput.

The JSON text names the code of guests by its digest, and holds it where it is asked to: so a run
keeps the players that it was played with.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from mineproof.agents.entrant import Entrant
from mineproof.board.formats.fields import Fields, shown
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish, Level
from mineproof.errors import BadInput
from mineproof.lab.experiment import BoardFile, Experiment, read_bytes
from mineproof.play.referee import USUAL_SECONDS
from mineproof.plugins.source import Source
from mineproof.plugins.spec import Option


def read_experiment(path: Path) -> Experiment:
    """Return the experiment of a TOML file."""
    content = read_bytes(path)
    try:
        return _experiment(_parse_toml(content), path.stem, path.parent)
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not text; expected TOML in UTF-8") from None
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def _parse_toml(content: bytes) -> Fields:
    text = content.decode()
    try:
        return Fields(tomllib.loads(text))
    except RecursionError:
        raise BadInput("nested too deeply; expected an experiment") from None
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
        raise BadInput(str(error)) from None


def write_experiment(experiment: Experiment, *, with_code: bool = False) -> str:
    """Return an experiment as JSON, with the files of its guests if asked to.

    >>> mine = Experiment.of("mine", ["safest"], ["expert/safe"], games=40)
    >>> parse_experiment(write_experiment(mine)) == mine
    True
    """
    remarks = {name: getattr(experiment, name) for name in _REMARKS}
    boards = {} if experiment.boards is None else {"boards": str(experiment.boards.path)}
    said = {key: value for key, value in remarks.items() if value}
    code = {_CODE: found} if with_code and (found := _code(experiment)) else {}
    return json.dumps(said | boards | experiment.content() | code, indent=1)


def _code(experiment: Experiment) -> dict[str, str]:
    """Return the text of each guest's file by its digest."""
    sources = [source for entrant in experiment.entrants for source in entrant.sources]
    return {source.digest: source.text for source in sources if source.text}


def parse_experiment(text: str) -> Experiment:
    """Return the experiment that `write_experiment` wrote."""
    return _experiment(Fields.parse(text), "", Path())


_MOST_SETTINGS = 10_000
_SETTINGS = ("levels", "starts", "settings", "finish")
_REMARKS = ("name", "about", "notes", "findings", "ceiling", "reference", "reduced")
_CODE = "code"
_GAMES = ("boards", "digest", "games", "first_seed", "chunk")
_FIELDS = (*_REMARKS, "entrants", *_SETTINGS, *_GAMES, "move_seconds", "check", _CODE)


def _experiment(fields: Fields, name: str, folder: Path) -> Experiment:
    fields.only(*_FIELDS)
    boards = _boards(fields, folder) if "boards" in fields else None
    code = {digest: str(text) for digest, text in fields.pairs(_CODE)}
    return Experiment(
        name=fields.text("name", name),
        about=fields.text("about", ""),
        notes=fields.text("notes", ""),
        findings=fields.text("findings", ""),
        entrants=tuple(_entrant(value, folder, code) for value in fields.items("entrants")),
        settings=() if boards else tuple(_settings(fields)),
        games=_games(fields, boards),
        boards=boards,
        chunk=fields.integer("chunk", 0),
        reduced=fields.integer("reduced", 0),
        ceiling=fields.text("ceiling") if "ceiling" in fields else None,
        move_seconds=fields.number("move_seconds", USUAL_SECONDS),
        reference=fields.text("reference") if "reference" in fields else None,
        check=fields.flag("check"),
    )


def _games(fields: Fields, boards: BoardFile | None) -> int:
    """Return the number of games; in a TOML file at most as many as there are boards."""
    if boards is None or ("games" in fields and "digest" in fields):
        return fields.integer("games")
    everything = len(boards.read())
    return min(everything, fields.integer("games", everything))


def _boards(fields: Fields, folder: Path) -> BoardFile:
    for name in (*_SETTINGS, "first_seed"):
        if name in fields:
            raise BadInput(f"'boards' and {name!r} cannot be combined")
    path = folder / fields.path("boards")
    if "digest" in fields:
        return BoardFile(path, fields.text("digest"))
    return BoardFile.find(path)


def _settings(fields: Fields) -> list[Setting]:
    seed = fields.integer("first_seed", 0)
    finish = Finish.parse(fields.text("finish")) if "finish" in fields else None
    if "settings" in fields:
        if "levels" in fields or "starts" in fields:
            raise BadInput("'settings' and 'levels' or 'starts' cannot be combined")
        found = [Setting.parse(f"{text}#{seed}") for text in fields.texts("settings")]
        return [replace(each, finish=finish or each.finish) for each in found]
    levels = [Level.parse(text) for text in fields.texts("levels")]
    starts: list[str | None] = [*fields.texts("starts")] if "starts" in fields else [None]
    if len(levels) * len(starts) > _MOST_SETTINGS:
        size = f"{len(levels)} levels and {len(starts)} starts"
        raise BadInput(f"{size}; expected at most {_MOST_SETTINGS} settings in all")
    return [Setting.make(level, start, seed, finish) for level in levels for start in starts]


def _entrant(value: object, folder: Path, code: Mapping[str, str]) -> Entrant:
    """Return an entrant; one that was written by us is taken as it is, without its code."""
    if isinstance(value, str):
        return Entrant.parse(value, folder)
    if not isinstance(value, dict):
        raise BadInput(f"{shown(value)} as an entrant; expected a text or a table")
    fields = Fields(value)
    fields.only("agent", "engine", "options", "hide_total", "name", "sources")
    entrant = Entrant(
        agent=fields.text("agent", Entrant().agent),
        engine=fields.text("engine", Entrant().engine),
        options=tuple(_option(name, value) for name, value in fields.pairs("options")),
        tell_total=not fields.flag("hide_total"),
        name=fields.text("name", ""),
    )
    if "sources" not in fields:
        return entrant.pinned(folder)
    digests = [(place, str(digest)) for place, digest in fields.pairs("sources")]
    found = tuple(Source(place, digest, code.get(digest, "")) for place, digest in digests)
    return replace(entrant, sources=found)


def _option(name: str, value: object) -> Option:
    if value == "any":
        return name, None
    if not isinstance(value, bool | int | float | str):
        raise BadInput(
            f"option {name} is {shown(value)}; expected a number, a text or true or false"
        )
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return name, Fields({name: value}).integer(name) if is_number else value
