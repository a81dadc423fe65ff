"""Every notation: game ids, transcripts, cells, levels, pictures, addresses, names and ranges."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from fuzz.mutation import changed_text, check_refusal, smaller
from fuzz.target import Json, Target
from mineproof.agents import AGENTS, agent_named
from mineproof.agents.entrant import Entrant
from mineproof.app.text.files import read_value
from mineproof.board.formats import format_named, format_of
from mineproof.board.formats.url import is_address, read_url, write_url
from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish, Level, Start
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach.boards.wishes import Range, step_level
from mineproof.engines import ENGINES, engine_named
from mineproof.errors import BadInput

_GRID = Grid(30, 40)
_SAMPLES = {
    "setting": [
        "medium/list16#42",
        "expert/safe:a1/marking#7",
        "torus:8x8/9/opening#0",
        "cs50/none#1",
    ],
    "transcript": [
        "easy/opening#1 d4 Fb2 Cb3",
        "layout/clearing *1. 11. c2 Fa1",
        "hex:layout/marking:a1,c2 .1. .*1 a1",
    ],
    "cell": ["a1", "ad40", "n30", "z9"],
    "level": ["easy", "16x30/99", "torus:9x9/10", "hex:5x5/3"],
    "start": ["list16", "list:3", "safe:a1", "opening", "none"],
    "finish": ["marking", "clearing"],
    "view": [
        "##1\n#2F",
        "0 1 # | 1",
        "?#*\n123",
        "1#1 ### 1#1",
        "# 1 #\n# 2 F",
        "#,1\n#,2",
        "⬛1️⃣🚩\n⬛2️⃣💣",
        "   a b c\n 1 s[1]F\n 2 m|2|*]",
        "   a b\n 1>#<1\n 2 1",
        "3x2x1\n1H0\n110",
    ],
    "layout": ["*1.\n11.", "*.. ...", ". * 3"],
    "address": ["?b=0302&m=g0", "https://example.org/?b=1&m=00000000000000000", "&B=22&M=1"],
    "entrant": [*AGENTS, *ENGINES, "random/subset", "single+exact", "never-guess/cascade"],
    "range": ["150-200", "3-", "-7", "12"],
    "name": ["mbf", "exact", "safest", "L4", "Best.AVF", "easy"],
}


def _text_again(parse: Callable[[str], Any]) -> Callable[[str], None]:
    """Return a check: what is parsed is the same when it is written and parsed again."""

    def check(text: str) -> None:
        value = parse(text)
        assert parse(str(value)) == value, f"{text!r} is {value} and then {parse(str(value))}"

    return check


def _cell(text: str) -> None:
    cell = _GRID.parse(text)
    assert _GRID.parse(_GRID.name(cell)) == cell


def _transcript(text: str) -> None:
    transcript = Transcript.parse(text)
    assert Transcript.parse(str(transcript)) == transcript
    if transcript.grid.size <= 1000:  # a larger board takes its time
        assert sum(1 for _ in transcript.replay()) == len(transcript.moves)


def _view(text: str) -> None:
    for shape in Shape:
        view = View.from_text(text, 1, shape)
        assert View.from_text(view.picture(), 1, shape) == view


def _layout(text: str) -> None:
    for shape in Shape:
        layout = Layout.from_picture(text, shape)
        assert Layout.from_picture(layout.picture(), shape) == layout


def _address(text: str) -> None:
    if is_address(text):
        layout = read_value(text, "url")
        assert isinstance(layout, Layout)
        assert read_url(write_url(layout)) == layout


def _entrant(text: str) -> None:
    entrant = Entrant.parse(text)
    assert Entrant.parse(entrant.name) == entrant


def _name(text: str) -> None:
    format_of(text)
    for find in (format_named, engine_named, agent_named, step_level):
        try:
            find(text)
        except BadInput as error:
            check_refusal(error)


_CHECKS: dict[str, Callable[[str], object]] = {
    "setting": _text_again(Setting.parse),
    "transcript": _transcript,
    "cell": _cell,
    "level": _text_again(Level.parse),
    "start": _text_again(Start.parse),
    "finish": Finish.parse,
    "view": _view,
    "layout": _layout,
    "address": _address,
    "entrant": _entrant,
    "range": _text_again(Range.parse),
    "name": _name,
}


def _input(seed: int) -> Json:
    dice = Random(seed)
    kind = dice.choice([*_SAMPLES])
    return {"kind": kind, "data": changed_text(dice, _SAMPLES[kind])}


def _check(value: Json) -> None:
    try:
        _CHECKS[value["kind"]](value["data"])
    except BadInput as error:
        check_refusal(error)
        TARGET.tally["refused"] += 1
    else:
        TARGET.tally["read"] += 1


TARGET = Target(inputs=_input, check=_check, smaller=smaller)
