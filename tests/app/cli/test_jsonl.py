from __future__ import annotations

import json
from collections.abc import Sequence
from io import BufferedIOBase
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.app.conftest import Shell
from tests.strategies import layouts

from mineproof.agents import AGENTS
from mineproof.agents.entrant import Entrant
from mineproof.app.cli.jsonl import answer_boards, answer_lines, portions, position_solver
from mineproof.app.game.defaults import USUAL_ENGINE
from mineproof.play import guests
from mineproof.play.bulk import play_layouts
from mineproof.play.given_boards import Given
from mineproof.play.match import Match
from mineproof.play.record import Record

BOARD: dict[str, object] = {"id": 7, "rows": 4, "cols": 4, "mines": [[0, 0]]}


def play(line: object) -> Any:
    """Return the answer to one line; what is not bytes is sent as JSON."""
    answers: list[object] = []
    raw = line if isinstance(line, bytes) else json.dumps(line).encode()
    answer_boards([[raw]], Entrant(engine=USUAL_ENGINE), answers.append)
    (answer,) = answers
    return answer


def solve(line: object) -> Any:
    answers: list[object] = []
    answer_lines([json.dumps(line).encode()], position_solver("cascade"), answers.append)
    (answer,) = answers
    return answer


def test_a_clearing_game() -> None:
    answer = play(BOARD | {"start": [3, 3]})
    assert answer.pop("seconds") >= 0
    assert answer == {
        "id": 7,
        "outcome": "won",
        "unmarked": 0,
        "unmarked_cells": [],
        "guesses": 0,
        "moves": 1,
    }


def test_a_marking_game_marks_every_cell() -> None:
    answer = play(BOARD | {"safe": [[3, 3], [1, 1]]})
    assert (answer["outcome"], answer["moves"], answer["unmarked"]) == ("won", 14, 0)


def test_a_stuck_game_lists_what_is_left() -> None:
    answer = play({"id": 1, "rows": 1, "cols": 3, "mines": [[0, 0]], "safe": [[0, 1]]})
    assert (answer["outcome"], answer["unmarked_cells"]) == ("stuck", [[0, 0], [0, 2]])


@pytest.mark.parametrize("mines", [[[0, 0]], [[r, c] for r in range(4) for c in range(4)]])
def test_a_start_on_a_mine_loses_at_once(mines: object) -> None:
    answer = play(BOARD | {"mines": mines, "start": [0, 0]})
    assert (answer["outcome"], answer["unmarked"], answer["moves"]) == ("lost", 16, 1)


def test_without_safe_cells_only_the_mine_count_can_help() -> None:
    assert play(BOARD | {"safe": []})["outcome"] == "stuck"
    assert play(BOARD | {"mines": [], "safe": []})["outcome"] == "won"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"rows": True}, "'rows' holds true or false"),
        ({"rows": 4.0}, "'rows' holds a number with a fraction"),
        ({"rows": "4"}, "'rows' holds a text"),
        ({"rows": None}, "'rows' holds null"),
        ({"rows": 0}, "a grid of 0 rows"),
        ({"cols": -1}, "-1 columns"),
        ({"cols": 10**9}, "expected 1 to 1000"),
        ({"mines": None}, "'mines' holds null; expected a list"),
        ({"mines": {"0": 0}}, "'mines' holds an object"),
        ({"mines": [[0, 0], [0, 0]]}, "'mines' has [0, 0] twice"),
        ({"mines": [[4, 0]]}, "no cell at row 4, column 0"),
        ({"mines": [[0, -1]]}, "no cell at row 0, column -1"),
        ({"mines": [[0]]}, "1 numbers for a cell"),
        ({"mines": [0, 0]}, "expected a list"),
        ({"mines": [[False, 0]]}, "'mines' holds true or false"),
        ({"start": [0, 4]}, "'start': no cell"),
        ({"start": None}, "'start' holds null"),
        ({"safe": [[1, 1]]}, "expected either"),
        ({"start": ...}, "expected either"),
        ({"rows": ...}, "'rows' is missing"),
        ({"mines": ...}, "'mines' is missing"),
    ],
)
def test_what_is_wrong_in_a_line_is_named(change: dict[str, object], told: str) -> None:
    fields = BOARD | {"start": [3, 3]} | change
    answer = play({name: value for name, value in fields.items() if value is not ...})
    assert answer["id"] == 7
    assert told in answer["error"]
    assert set(answer) == {"id", "error"}


def test_a_safe_cell_on_a_mine_is_an_error() -> None:
    assert "safe cell a1 is a mine" in play(BOARD | {"safe": [[0, 0]]})["error"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"nonsense", "not JSON"),
        (b'{"id": NaN}', "NaN"),
        (b"[1]", "a list; expected a JSON object"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"rows": ' + b"9" * 5000 + b"}", "not JSON"),
    ],
)
def test_a_line_that_is_no_object_has_no_id(line: bytes, told: str) -> None:
    answer = play(line)
    assert answer["id"] is None
    assert told in answer["error"]


NAMES = st.sampled_from(["id", "rows", "cols", "mines", "start", "safe", "board", "total_mines"])


def objects(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(NAMES, values, max_size=7)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(SCALARS, lambda some: st.lists(some, max_size=3) | objects(some))


@settings(max_examples=40)
@given(VALUES)
def test_no_line_stops_the_batch(line: object) -> None:
    assert "id" in play(line)
    assert "id" in solve(line)


def test_a_batch_keeps_its_order_skips_blank_lines_and_goes_on(run: Shell, tmp_path: Path) -> None:
    lines = [json.dumps(BOARD | {"id": "a", "start": [3, 3]}), "", "oops", "  "]
    lines.append(json.dumps(BOARD | {"id": "b", "safe": []}))
    file = tmp_path / "boards.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    from_file = run("play", "--layouts", str(file), "--jsonl")
    from_stdin = run("play", "--layouts", "-", "--jsonl", text=file.read_text(encoding="utf-8"))
    for result in (from_file, from_stdin):
        assert (result.code, result.err) == (0, "")
        answers = [json.loads(line) for line in result.out.splitlines()]
        assert [answer["id"] for answer in answers] == ["a", None, "b"]


def test_a_batch_of_boards_takes_agent_and_engine(run: Shell) -> None:
    line = json.dumps({"id": 1, "rows": 1, "cols": 5, "mines": [[0, 0]], "start": [0, 4]})
    stuck = json.loads(run("play", "--layouts", "-", text=line).out)
    words = ("play", "--layouts", "-", "--jsonl", "--agent", "random", "--engine", "single")
    played = json.loads(run(*words, text=line).out)
    assert stuck["outcome"] == "won"
    assert played["outcome"] in ("won", "lost")


class Pipe(BufferedIOBase):
    """Hands out what was written to it, one write for each read."""

    def __init__(self, writes: Sequence[bytes]) -> None:
        self.reads = 0
        self._writes = iter(writes)

    def read1(self, size: int = -1, /) -> bytes:
        assert size > 0
        self.reads += 1
        return next(self._writes, b"")


@given(st.lists(st.text("ab\n", min_size=1, max_size=6).map(str.encode), max_size=6))
def test_lines_are_handed_on_with_the_read_that_ends_them(writes: list[bytes]) -> None:
    pipe, lines, read = Pipe(writes), [], b""
    for portion in portions(pipe):
        lines += portion
        read = b"".join(writes[: pipe.reads])
        assert len(lines) == read.count(b"\n") + (pipe.reads > len(writes))
    assert lines == b"".join(writes).split(b"\n")


@st.composite
def boards(draw: st.DrawFn) -> dict[str, object]:
    """Draw a board to play: small, but also empty, full, with repeated cells or a bad start."""
    layout = draw(layouts(max_side=5))
    grid = layout.grid
    places = st.integers(0, grid.size - 1).map(lambda cell: list(grid.place(cell)))
    start = {"start": draw(places)} if draw(st.booleans()) else {"safe": draw(st.lists(places))}
    mines = [list(grid.place(cell)) for cell in sorted(layout.mines)]
    return {"rows": grid.rows, "cols": grid.cols, "mines": mines} | start


def answers_to(lines: Sequence[object], entrant: Entrant) -> list[Any]:
    """Return the answers to lines in one portion, but for their times."""
    answers: list[Any] = []
    answer_boards([[json.dumps(line).encode() for line in lines]], entrant, answers.append)
    return [answer | {"seconds": 0} for answer in answers]


# Strategists think longer with the kernel; tests/agents/strategist/test_agent.py compares both.
PLAIN = [agent for agent in AGENTS if not agent.startswith("strategist")]


@given(st.lists(boards() | st.just({"id": "wrong"})), st.sampled_from(PLAIN))
@pytest.mark.usefixtures("native")
def test_both_loops_give_the_same_answers(lines: list[object], agent: str) -> None:
    entrant = Entrant(agent)
    fast = answers_to(lines, entrant)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_KERNEL", "python")
        slow = [answer for line in lines for answer in answers_to([line], entrant)]
    assert fast == slow


def test_boards_of_several_kinds_may_follow_each_other() -> None:
    row: dict[str, object] = {"rows": 1, "cols": 3, "mines": [[0, 0]]}
    lines = [
        row | {"safe": [[0, 1]]},
        row | {"start": [0, 2]},
        BOARD | {"rows": 0},
        BOARD | {"start": [3, 3]},
        BOARD | {"start": [0, 0]},
        row | {"start": [0, 2]},
    ]
    answers = answers_to([line | {"id": i} for i, line in enumerate(lines)], Entrant())
    assert [(answer["id"], answer.get("outcome")) for answer in answers] == list(
        enumerate(["stuck", "won", None, "won", "lost", "won"])
    )


@pytest.mark.parametrize(("engine", "size"), [("exact", 50), ("single", 1)])
@pytest.mark.usefixtures("native")
def test_the_kernel_gets_the_boards_of_a_file_together(
    run: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, engine: str, size: int
) -> None:
    sizes: list[int] = []

    def spied(given: Sequence[Given], agent: Any, **wishes: Any) -> list[Record]:
        sizes.append(len(given))
        return play_layouts(given, agent, **wishes)

    monkeypatch.setattr(guests, "play_layouts", spied)
    file = tmp_path / "boards.jsonl"
    file.write_text((json.dumps(BOARD | {"start": [3, 3]}) + "\n") * 50, encoding="utf-8")
    answers = run("play", "--layouts", str(file), "--engine", engine).out.splitlines()
    assert len(answers) == 50
    assert sizes == [size] * (50 // size)


@pytest.mark.parametrize(
    ("words", "is_bulk"),
    [
        ("--engine exact", True),
        ("--engine exact --agent safest", True),
        ("--engine exact --hide-total", False),
        ("", False),
    ],
)
@pytest.mark.usefixtures("native")
def test_the_kernel_plays_the_boards_that_it_can(
    run: Shell, in_python: list[Match], words: str, is_bulk: bool
) -> None:
    line = json.dumps(BOARD | {"start": [3, 3]})
    assert '"won"' in run("play", "--layouts", "-", *words.split(), text=line).out
    assert len(in_python) == (0 if is_bulk else 1)


def test_positions_are_solved() -> None:
    assert solve({"id": 1, "board": ["3#", "##"], "total_mines": None}) == {
        "id": 1,
        "safe": [],
        "mines": [[0, 1], [1, 0], [1, 1]],
        "layouts": "1",
        "risks": [[None, 1.0], [1.0, 1.0]],
        "prior": {"density": 0.5},
    }
    assert solve({"id": 2, "board": ["0#", "##"]})["safe"] == [[0, 1], [1, 0], [1, 1]]
    assert solve({"id": 3, "board": ["###"], "total_mines": 0})["safe"] == [[0, 0], [0, 1], [0, 2]]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"board": ["3#", "##"], "total_mines": 1}, "the clue at a1 and the mine count clash"),
        ({"board": ["2#"]}, "the clue at a1 cannot be met"),
        ({"board": ["#"], "total_mines": 9}, "the mine count cannot be met"),
        ({"board": ["#"], "total_mines": -1}, "-1 mines"),
        ({"board": ["#"], "total_mines": True}, "'total_mines' holds true or false"),
        ({"board": ["#"], "total_mines": 1.0}, "'total_mines' holds a number with a fraction"),
        ({"board": "#"}, "'board' holds a text; expected a list"),
        ({"board": [1]}, "'board' holds a whole number; expected a text"),
        ({"board": []}, "an empty picture"),
        ({"board": [""]}, "an empty picture"),
        ({"board": ["##", "#"]}, "row 2 has 1 cell;"),
        ({"board": ["#x"]}, "unexpected 'x'"),
        ({}, "'board' is missing"),
    ],
)
def test_what_is_wrong_in_a_position_is_named(fields: dict[str, object], told: str) -> None:
    answer = solve({"id": 5} | fields)
    assert answer["id"] == 5
    assert told in answer["error"]
