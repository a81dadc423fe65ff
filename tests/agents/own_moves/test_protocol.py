"""The messages: what a program may write, and what is said about anything else."""

from __future__ import annotations

import json

import pytest

from mineproof.agents.own_moves.protocol import (
    Declared,
    Hello,
    check_options,
    news_line,
    read_answer,
    read_hello,
    read_ready,
)
from mineproof.agents.own_moves.table import Answer
from mineproof.agents.own_moves.words import plain, quoted
from mineproof.board.game import Act, Move
from mineproof.board.grid import Grid
from mineproof.board.view import Sight, View
from mineproof.errors import BadInput, Fault

GRID = Grid(2, 3)
MOVE = {"type": "move", "act": "open", "cell": [1, 0]}
HELLO = {"type": "hello", "protocol": 1, "name": "me"}


def line(message: object) -> bytes:
    return json.dumps(message).encode()


def test_a_move_needs_little() -> None:
    assert read_answer(line(MOVE), GRID) == Answer(Move(Act.OPEN, 3))
    assert read_answer(line({"type": "stuck", "reason": "why"}), GRID) == Answer(None, reason="why")


def test_a_move_may_say_more() -> None:
    said = {
        "certain": True,
        "risk": 0,
        "reason": "a\nb",
        "risks": [[None, 0, 1], [0.5, None, None]],
    }
    answer = read_answer(line({**MOVE, **said, "act": "flag", "mood": "good"}), GRID)
    risks = {1: 0.0, 2: 1.0, 3: 0.5}
    assert answer == Answer(Move(Act.FLAG, 3), True, 0.0, "a b", risks)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"", "a line that is not JSON"),
        (b"\xff", "a line that is not UTF-8"),
        (b"[" * 100_000, "a line that is nested too deeply"),
        (b'{"type":"move","act":"open","cell":[' + b"9" * 5000 + b",0]}", "not JSON: Exceeds"),
        (line(7), "a whole number; expected a JSON object"),
        (line({}), "'type' is missing"),
        (line({"type": 1}), "'type' holds a whole number; expected a text"),
        (line({"type": "chess"}), "type 'chess'; expected move or stuck"),
        (line({"type": "move"}), "'act' is missing"),
        (line({**MOVE, "act": "chord"}), "'act' is 'chord'; expected open or flag"),
        (line({**MOVE, "cell": None}), "'cell' holds null; expected a list"),
        (line({**MOVE, "cell": [0]}), "'cell' holds 1 numbers for a cell"),
        (line({**MOVE, "cell": [0, 0.5]}), "'cell' holds a number with a fraction"),
        (line({**MOVE, "cell": [2, 0]}), "'cell': no cell at row 2, column 0 of 2x3"),
        (line({**MOVE, "cell": [-1, 0]}), "'cell': no cell at row -1, column 0 of 2x3"),
        (line({**MOVE, "certain": 1}), "'certain' holds a whole number; expected true or false"),
        (line({**MOVE, "risk": True}), "'risk' holds True; expected a number from 0 to 1"),
        (line({**MOVE, "risk": -1}), "'risk' holds -1; expected a number from 0 to 1"),
        (line({**MOVE, "reason": []}), "'reason' holds a list; expected a text"),
        (line({**MOVE, "risks": 1}), "'risks' holds a whole number; expected a list"),
        (line({**MOVE, "risks": [[0, 0, 0]]}), "'risks' has 1 rows; expected 2"),
        (line({**MOVE, "risks": [[0], [0]]}), "row of another length; expected 3 numbers"),
        (line({**MOVE, "risks": [[0, 0, "a"], [0] * 3]}), "'risks' holds 'a'; expected a number"),
        (b'{"type":"move","act":"open","cell":[0,0],"risk":NaN}', "unexpected NaN"),
        (b'{"type":"move","act":"open","cell":[0,0],"risk":1e999}', "'risk' holds inf"),
    ],
)
def test_a_wrong_answer_is_a_fault(answer: bytes, told: str) -> None:
    with pytest.raises(Fault) as fault:
        read_answer(answer, GRID)
    assert str(fault.value).startswith("it wrote '")
    assert told in str(fault.value)
    assert len(str(fault.value)) < 400


def test_an_error_is_told() -> None:
    with pytest.raises(Fault, match=r"^it reports an error: no idea$"):
        read_ready(line({"type": "error", "message": "no\r\n\x1bidea"}))
    with pytest.raises(Fault, match=r"^it reports an error: no message$"):
        read_ready(line({"type": "error"}))


def test_hello() -> None:
    assert read_hello(line(HELLO)) == Hello("me")
    depth = {"name": "depth", "type": "int", "default": 2, "min": 1, "colour": "red"}
    more = {**HELLO, "version": "1.2", "sees": "view", "options": [depth], "mood": 1}
    declared = Declared("depth", "int", 2, 1)
    assert read_hello(line(more)) == Hello("me", "1.2", sees_view=True, options=(declared,))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"type": "move"}, "type 'move'; expected hello"),
        ({"protocol": 2}, "protocol 2; expected 1"),
        ({"protocol": "1"}, "'protocol' holds a text; expected a whole number"),
        ({"name": None}, "'name' holds null; expected a text"),
        ({"sees": "all"}, "'sees' is 'all'; expected news or view"),
        ({"options": {}}, "'options' holds an object; expected a list"),
        ({"options": [1]}, "a whole number; expected a JSON object"),
        ({"options": [{"name": "x"}]}, "'type' is missing"),
        ({"options": [{"name": "x", "type": "set"}]}, "'type' is 'set'; expected int or float"),
        (
            {"options": [{"name": "x", "type": "int", "default": []}]},
            "'default' holds a list; expected a plain value",
        ),
        (
            {"options": [{"name": "x", "type": "int", "default": 5, "max": 4}]},
            "option x does not allow its own default",
        ),
    ],
)
def test_a_wrong_hello_is_a_fault(change: dict[str, object], told: str) -> None:
    with pytest.raises(Fault) as fault:
        read_hello(line({**HELLO, **change}))
    assert told in str(fault.value)


OPTIONS = (
    Declared("depth", "int", None, 1, 9),
    Declared("share", "float", None, 0),
    Declared("low", "float", None, None, 0),
    Declared("fast", "bool"),
    Declared("book", "text"),
)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"depth": 9, "share": 1, "low": -0.5, "fast": True, "book": "x"}, None),
        ({"colour": 1}, "me has no option 'colour'; expected depth, share, low, fast, book"),
        ({"depth": 1.5}, "option depth of me is 1.5; expected a whole number from 1 to 9"),
        ({"depth": True}, "option depth of me is True; expected a whole number from 1 to 9"),
        ({"share": -1}, "option share of me is -1; expected a number, 0 or more"),
        ({"low": 1}, "option low of me is 1; expected a number, 0 or less"),
        ({"fast": 1}, "option fast of me is 1; expected true or false"),
        ({"book": None}, "option book of me is null; expected a text"),
    ],
)
def test_options_are_checked(given: dict[str, int | float | str | None], told: str | None) -> None:
    hello = Hello("me", options=OPTIONS)
    if told is None:
        check_options(hello, given)
        return
    with pytest.raises(BadInput) as error:
        check_options(hello, given)
    assert str(error.value) == told


def test_news_are_rows_columns_and_numbers() -> None:
    message = json.loads(news_line(View.hidden(GRID), [Sight(4, 2), Sight(0, 1)], is_first=False))
    assert message == {"type": "turn", "opened": [[1, 1, 2], [0, 0, 1]]}


def test_texts_of_programs_are_short_and_in_one_line() -> None:
    assert plain("a\t\x00b\u2028c " * 10_000).startswith("a b c a b c")
    assert len(plain("a" * 10_000)) == 1000
    assert quoted(b"\x1b[2J\n" + b"a" * 10_000) == repr("[2J " + "a" * 96) + "..."
