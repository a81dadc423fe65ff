"""What programs write: answers of the protocol, changed at random, and fields nobody means."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from fuzz.experiments import spoilt
from fuzz.mutation import changed_bytes, smaller
from fuzz.target import Json, Target
from mineproof.agents.own_moves.protocol import (
    check_options,
    read_answer,
    read_hello,
    read_ready,
)
from mineproof.agents.own_moves.table import Answer
from mineproof.agents.own_moves.words import plain, quoted
from mineproof.board.grid import Grid
from mineproof.errors import BadInput, Fault
from mineproof.plugins.spec import Value

_GRID = Grid(2, 3)
_LONGEST = 1500  # characters of a message
_VALUES: tuple[Value, ...] = (None, True, 0, -1, 3, 10**30, 0.5, "", "small", "\ud800")
_OPTIONS = [
    {"name": "depth", "type": "int", "default": 3, "min": 1, "max": 9},
    {"name": "share", "type": "float", "default": 0.5, "max": 1},
    {"name": "fast", "type": "bool", "default": False},
    {"name": "book", "type": "text", "default": "small"},
]
_RISKS = [[0.5, None, 1], [0, 0.25, None]]
_MESSAGES: dict[str, list[Json]] = {
    "hello": [
        {"type": "hello", "protocol": 1, "name": "me"},
        {"type": "hello", "protocol": 1, "name": "me", "version": "1", "sees": "view"},
        {"type": "hello", "protocol": 1, "name": "me", "sees": "news", "options": _OPTIONS},
    ],
    "ready": [{"type": "ready"}, {"type": "error", "message": "not today"}],
    "answer": [
        {"type": "move", "act": "open", "cell": [0, 2], "certain": True, "reason": "why"},
        {"type": "move", "act": "flag", "cell": [1, 0], "risk": 0.125, "risks": _RISKS},
        {"type": "stuck", "reason": "no idea"},
        {"type": "error", "message": "no idea"},
    ],
}


def _input(seed: int) -> Json:
    """Return bytes that were changed anywhere, or a message of which one field was, or none."""
    dice = Random(seed)
    kind = dice.choice([*_MESSAGES])
    messages = _MESSAGES[kind]
    if dice.random() < 0.5:
        data = changed_bytes(dice, [json.dumps(each).encode() for each in messages])
    else:
        message = dice.choice(messages)
        data = json.dumps(spoilt(dice, message) if dice.random() < 0.7 else message).encode()
    return {"kind": kind, "data": data.hex(), "value": dice.choice(_VALUES)}


def _hello(line: bytes, value: Value) -> None:
    hello = read_hello(line)
    assert len(hello.name) <= _LONGEST
    for each in hello.options:
        if each.default is not None:
            check_options(hello._replace(options=(each,)), {each.name: each.default})
        try:
            check_options(hello, {each.name: value})
        except BadInput as error:
            _check_words(str(error))


def _ready(line: bytes, _: Value) -> None:
    read_ready(line)


def _answer(line: bytes, _: Value) -> None:
    answer = read_answer(line, _GRID)
    assert answer.move is None or 0 <= answer.move.cell < _GRID.size
    assert all(0 <= risk <= 1 for risk in _risks(answer))
    _check_words(answer.reason or "none")


def _risks(answer: Answer) -> list[float]:
    return [*(answer.risks or {}).values(), *([] if answer.risk is None else [answer.risk])]


def _check_words(text: str) -> None:
    """Check that a text is fit for a report: one printable line, not too long."""
    assert text, "a text without words"
    assert len(text) <= _LONGEST, "a text without end"
    assert text.isprintable(), "a text that does more than say something"


_CHECKS: dict[str, Callable[[bytes, Value], None]] = {
    "hello": _hello,
    "ready": _ready,
    "answer": _answer,
}


def _check(value: Json) -> None:
    line = bytes.fromhex(value["data"][: len(value["data"]) // 2 * 2])
    plain(line.decode("utf-8", "replace"))
    assert len(quoted(line)) <= _LONGEST
    try:
        _CHECKS[value["kind"]](line, value["value"])
    except Fault as fault:
        _check_words(str(fault))
        TARGET.tally["refused"] += 1
    else:
        TARGET.tally["read"] += 1


TARGET = Target(inputs=_input, check=_check, smaller=smaller)
