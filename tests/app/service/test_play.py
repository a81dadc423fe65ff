"""Games over HTTP: each answer is what the library itself says."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.app.web.conftest import GameHandle, MakePage, Page

from mineproof.agents import AGENTS
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Grid, Shape
from mineproof.board.metrics.effort import effort
from mineproof.board.rules import LEVELS, Finish
from mineproof.board.transcript import Transcript
from mineproof.coach.language import LANGUAGES
from mineproof.engines import ENGINES
from mineproof.engines.cascade import Cascade
from mineproof.errors import IllegalMove


def test_info_lists_what_there_is(page: Page) -> None:
    info = page.get("/api/info")
    assert [level["name"] for level in info["levels"]] == list(LEVELS)
    sizes = {"rows": 16, "cols": 30, "mines": 99, "shape": "square"}
    assert {"name": "expert", **sizes, "start": "safe", "finish": "clearing"} in info["levels"]
    assert {"name": "hard", **sizes, "start": "list", "finish": "marking"} in info["levels"]
    assert [engine["name"] for engine in info["engines"]][: len(ENGINES)] == list(ENGINES)
    assert [agent["name"] for agent in info["agents"]][: len(AGENTS)] == list(AGENTS)
    needs = {agent["name"]: agent["needs_risks"] for agent in info["agents"]}
    assert (needs["safest"], needs["random"]) == (True, False)
    ours = info["engines"][: len(ENGINES)] + info["agents"][: len(AGENTS)]
    assert all(entry["about"].endswith(".") for entry in ours)
    assert info["shapes"] == [shape.value for shape in Shape]
    assert info["languages"] == list(LANGUAGES)
    assert [info["limits"][name] for name in ("max_cells", "max_side")] == [40_000, 200]


def test_an_engine_that_needs_what_is_not_installed_is_not_offered(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mineproof.app.service.handlers import info
    from mineproof.engines.parts import solver

    monkeypatch.setattr(solver, "is_installed", lambda: False)
    info.info_json.cache_clear()
    names = [engine["name"] for engine in page.get("/api/info")["engines"]]
    info.info_json.cache_clear()
    assert "sat" not in names
    assert "exact" in names


# --- the state of a game --------------------------------------------------------------------------


def test_a_new_game_tells_its_rules_and_no_secret(page: Page) -> None:
    game = page.begin("expert").begun
    assert re.fullmatch(r"[\w-]{32}", game["token"])
    assert [game[name] for name in ("level", "start", "finish", "shape")] == [
        "expert",
        "safe",
        "clearing",
        "square",
    ]
    assert (game["rows"], game["cols"], game["mines"], game["mines_left"]) == (16, 30, 99, 99)
    assert game["board"] == ["#" * 30] * 16
    assert (game["status"], game["moves"], game["opened"], game["elapsed"]) == ("playing", 0, 0, 0)
    assert (game["can_undo"], game["assisted"]) == (False, False)
    secrets = ("seed", "figures", "wrong_flags", "lost_at")
    assert [game[name] for name in secrets] == [None] * 4


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"level": "16x30/99"}, ("16x30/99", "list", "marking", "square")),
        ({"level": "hex:9x9/10", "start": "opening"}, ("hex:9x9/10", "opening", "clearing", "hex")),
        ({"level": "easy", "start": "list:16"}, ("easy", "list16", "marking", "square")),
        ({"level": "cs50", "finish": "marking"}, ("cs50", "none", "marking", "square")),
        (
            {"level": "torus:5x7/6", "start": "safe:b2"},
            ("torus:5x7/6", "safe:b2", "clearing", "torus"),
        ),
    ],
)
def test_settings(page: Page, asked: dict[str, str], expected: tuple[str, ...]) -> None:
    game = page.begin(**asked).begun
    assert tuple(game[name] for name in ("level", "start", "finish", "shape")) == expected


def test_a_given_seed_is_the_game_of_that_seed(page: Page) -> None:
    game = page.begin("easy", seed=42).begun
    twin = Game.new("easy", seed=42)
    assert game["seed"] == 42
    assert game["board"] == twin.view.picture().split("\n")
    assert game["handed_out"] == [list(twin.grid.place(cell)) for cell, _ in twin.handed_out]


def test_seeds_differ_from_game_to_game(page: Page) -> None:
    boards = {tuple(page.begin("hard").begun["board"]) for _ in range(5)}
    assert len(boards) == 5


SEEDED = [
    ("beginner", "opening", 7, None),
    ("easy", "list", 3, None),
    ("hex:8x8/9", "safe", 5, None),
    ("torus:7x7/6", "none", 11, "marking"),
]


@pytest.mark.parametrize(("level", "start", "seed", "finish"), SEEDED)
def test_a_whole_game_is_the_game_of_the_library(
    page: Page, level: str, start: str, seed: int, finish: str | None
) -> None:
    """Every move, right or wrong, allowed or not, has the same effect on both sides."""
    asked = {"start": start, "seed": seed} | ({} if finish is None else {"finish": finish})
    here, there = page.begin(level, **asked), begun(level, start, seed, finish)
    moves = 0
    for number in range(3000):
        act, cell = some_move(there.grid, number)
        before, refusal = there.view, refusal_of(there, Move(act, cell))
        body = {"act": act.value, "cell": list(there.grid.place(cell))}
        if refusal is not None:
            assert here.refused("/moves", body) == (409, refusal)
            continue
        moves += 1
        shown = here.post("/moves", body)
        compare(shown, there, before, moves)
        assert here.get()["board"] == shown["board"]
        if there.status is not GameStatus.PLAYING:
            return
    raise AssertionError("this game never ends")


def begun(level: str, start: str, seed: int, finish: str | None) -> Game:
    return Game.new(level, start, seed=seed, finish=None if finish is None else Finish(finish))


def refusal_of(game: Game, move: Move) -> str | None:
    """Make a move; return what is wrong with it if it cannot be made."""
    try:
        game.play(move)
    except IllegalMove as error:
        return str(error)
    return None


def some_move(grid: Grid, number: int) -> tuple[Act, int]:
    """Return the moves of someone who knows nothing, but does the same every time."""
    acts = (Act.OPEN, Act.FLAG, Act.CHORD, Act.FLAG)
    return acts[number * 7 % 4], number * 31 % grid.size


def compare(shown: dict[str, Any], game: Game, before: Any, moves: int) -> None:
    view, over = game.view, game.status is not GameStatus.PLAYING
    assert shown["board"] == view.picture().split("\n")
    assert shown["status"] == game.status.value
    assert shown["moves"] == moves
    assert shown["opened"] == len(view.open_cells())
    assert shown["mines_left"] == game.mines - "".join(shown["board"]).count("F")
    lost_at = game.lost_at
    assert shown["lost_at"] == (None if lost_at is None else list(game.grid.place(lost_at)))
    changed = [c for c in range(view.grid.size) if before.cells[c] != view.cells[c]]
    rows = shown["board"]
    assert shown["changed"] == [
        [r, c, rows[r][c]] for r, c in (game.grid.place(cell) for cell in changed)
    ]
    assert (shown["figures"] is not None) == over
    if over:
        flags = [c for c in view.covered_cells() if view.is_flagged(c)]
        wrong = [list(game.grid.place(c)) for c in flags if not game.layout.is_mine(c)]
        assert shown["wrong_flags"] == wrong
        assert shown["figures"]["bbbv"] == effort(game.layout).bbbv


def test_marks_of_the_marking_game(page: Page) -> None:
    game = page.opened("layout/marking *1. 11.")
    assert game.move("mark", 0, 1, mined=False)["board"] == ["#1#", "###"]
    assert game.move("mark", 0, 0, mined=True)["board"] == ["F1#", "###"]
    shown = game.move("mark", 0, 2, mined=True)
    assert (shown["status"], shown["lost_at"]) == ("lost", None)


def test_what_the_rules_forbid_changes_nothing(page: Page) -> None:
    game = page.opened("layout/clearing *1. 11. b1")
    before = game.get()
    status, sentence = game.refused("/moves", {"act": "open", "cell": [0, 1]})
    assert (status, sentence) == (409, "b1 is already open; expected a hidden cell to open")
    status, sentence = game.refused("/moves", {"act": "mark", "cell": [0, 0], "mined": True})
    assert (status, sentence) == (
        409,
        "marks belong to the marking game; here, open or flag the cell",
    )
    status, sentence = game.refused("/moves", {"act": "open", "cell": [2, 0]})
    assert (status, sentence[:21]) == (400, "no cell at row 2, col")
    assert game.get() == before


# --- the clock ------------------------------------------------------------------------------------


def test_the_clock_runs_from_the_first_move_to_the_last(page: Page) -> None:
    game = page.opened("layout/clearing *1.")
    page.clock.now += 50
    assert game.get()["elapsed"] == 0
    game.move("flag", 0, 0)
    page.clock.now += 1.5
    assert game.get()["elapsed"] == 1.5
    page.clock.now += 0.5
    shown = game.move("open", 0, 2)
    assert shown["status"] == "won"
    page.clock.now += 1000
    shown = game.get()
    assert shown["elapsed"] == 2
    assert shown["figures"] == {
        "bbbv": 1,
        "openings": 1,
        "bbbv_opened": 1,
        "clicks": 2,
        "zini": 1,
        "efficiency": 0.5,
        "bbbv_per_second": 0.5,
    }


def test_the_clock_of_a_game_opened_by_its_code_waits_for_a_move_of_ones_own(page: Page) -> None:
    """It never goes back: it once counted from the opening of the page to the first move."""
    game = page.opened("expert/opening#11 p9")
    page.clock.now += 4
    assert game.get()["elapsed"] == 0
    game.move("flag", 0, 0)
    page.clock.now += 2
    assert game.get()["elapsed"] == 2
    game.post("/undo")
    page.clock.now += 3
    assert game.get()["elapsed"] == 5


def test_a_game_that_goes_on_after_a_loss_is_timed_on(page: Page) -> None:
    game = page.opened("layout/clearing *1. 11.")
    game.move("open", 0, 0)
    page.clock.now += 10
    assert game.get()["elapsed"] == 0
    game.post("/undo")
    page.clock.now += 5
    assert game.get()["elapsed"] == 15


# --- undo, restart, again, code -------------------------------------------------------------------


def test_undo_takes_back_one_move_after_the_other(page: Page) -> None:
    game = page.begin("beginner", start="opening", seed=7)
    seen = [game.get()["board"]]
    for row, col in ((3, 3), (0, 0), (0, 1)):
        seen.append(game.move("flag" if len(seen) > 1 else "open", row, col)["board"])
    undone = []
    for board in reversed(seen[:-1]):
        shown = game.post("/undo")
        assert shown["board"] == board
        assert shown["assisted"]
        undone.append(shown["undone"])
    assert [(each["act"], each["name"]) for each in undone] == [
        ("flag", "b1"),
        ("flag", "a1"),
        ("open", "d4"),
    ]
    redone = [game.move(each["act"], *each["cell"])["board"] for each in reversed(undone)]
    assert redone == seen[1:]
    for _ in undone:
        game.post("/undo")
    assert not game.get()["can_undo"]
    assert game.refused("/undo") == (409, "there is no move to undo")


def test_undo_after_a_mine_hides_the_mines_again(page: Page) -> None:
    game = page.begin("cs50", seed=1)
    mine = next(iter(Game.new("cs50", seed=1).layout.mines))
    lost = game.move("open", *divmod(mine, 8))
    assert (lost["status"], lost["seed"], lost["assisted"]) == ("lost", 1, False)
    assert "*" in "".join(lost["board"])
    back = game.post("/undo")
    assert (back["status"], back["lost_at"], back["figures"]) == ("playing", None, None)
    assert back["board"] == ["#" * 8] * 8
    assert len(back["changed"]) == 8
    assert back["assisted"]


def test_restart_is_the_same_board(page: Page) -> None:
    game = page.begin("easy", seed=4)
    start = game.get()
    cell = next(
        [r, c] for r, row in enumerate(start["board"]) for c, x in enumerate(row) if x == "#"
    )
    game.move("flag", *cell)
    shown = game.post("/restart")
    assert shown["board"] == start["board"]
    assert (shown["status"], shown["moves"], shown["elapsed"]) == ("playing", 0, 0)
    assert shown["assisted"]


def test_restart_keeps_the_opening_that_laid_the_mines(page: Page) -> None:
    game = page.begin("expert", start="opening", seed=1)
    game.move("flag", 0, 0)
    opened = game.move("open", 5, 9)["board"]
    shown = game.post("/restart")
    assert opened[0][0] == "F"
    assert [row.replace("F", "#") for row in opened] == shown["board"]
    assert shown["moves"] == 1
    page.clock.now += 9
    assert game.get()["elapsed"] == 0
    game.move("flag", 0, 0)
    page.clock.now += 2
    assert game.get()["elapsed"] == 2


def test_a_restart_after_notes_only_is_no_help(page: Page) -> None:
    game = page.begin("expert")
    game.move("flag", 0, 0)
    shown = game.post("/restart")
    assert (shown["board"], shown["assisted"]) == (["#" * 30] * 16, False)


def finished(page: Page) -> GameHandle:
    game = page.begin("cs50", seed=3)
    layout = Game.new("cs50", seed=3).layout
    game.move("open", *divmod(layout.safe_cells()[0], 8))
    game.move("open", *divmod(min(layout.mines), 8))
    return game


def test_again_goes_on_before_a_move(page: Page) -> None:
    game = finished(page)
    response = page.send("POST", f"{game.path}/again", {"move": 2})
    assert response.status_code == 201
    again = response.json()
    assert again["token"] != game.begun["token"]
    assert (again["status"], again["moves"], again["assisted"]) == ("playing", 1, True)
    assert game.get()["status"] == "lost"
    assert game.refused("/again", {"move": 3})[0] == 400
    assert game.refused("/again", {"move": 0})[0] == 422


def test_again_is_for_a_game_that_is_over(page: Page) -> None:
    game = page.begin("easy")
    assert game.refused("/again", {"move": 1})[0] == 409


def test_a_code_opens_the_same_game(page: Page) -> None:
    game = finished(page)
    code = game.get("/code")["code"]
    again = page.opened(code)
    own: dict[str, Any] = dict.fromkeys(("token", "version", "elapsed", "figures"))
    assert {**again.begun, "assisted": False, "changed": []} | own == game.get() | own
    assert Transcript.parse(code).end().status is GameStatus.LOST


def test_a_code_is_a_secret_until_the_end(page: Page) -> None:
    game = page.begin("expert")
    game.move("open", 0, 0)
    status, sentence = game.refused("/code", method="GET")
    assert status == 409
    assert "not over" in sentence
    assert page.begin("easy", seed=5).get("/code") == {"code": "easy/list#5"}


def test_a_code_without_a_seed(page: Page) -> None:
    text = "hex:layout/marking:b1\n*1.\n1..\na2"
    game = page.opened(text)
    assert (game.begun["level"], game.begun["start"]) == ("hex:2x3/1", "list1")
    assert (game.begun["seed"], game.begun["assisted"]) == (None, True)
    assert Transcript.parse(game.get("/code")["code"]) == Transcript.parse(text)


# --- what cannot be meant -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        ({}, 422, "expected a level, a code or a day"),
        (
            {"level": "easy", "code": "easy/list#1"},
            422,
            "expected a level, a code or a day",
        ),
        ({"code": "easy/list#1", "seed": 3}, 422, "a code or a day defines the whole game"),
        ({"level": "simple"}, 400, "unknown level 'simple'"),
        ({"level": "9x9/100"}, 400, "100 mines on 9x9"),
        ({"level": "easy", "start": "soon"}, 400, "unknown start 'soon'"),
        ({"level": "easy", "start": "opening:z9"}, 400, "no cell 'z9'"),
        ({"level": "3x3/8", "start": "opening"}, 400, "leaves room for"),
        (
            {"level": "easy", "finish": "never"},
            422,
            "finish: Input should be 'marking', 'clearing'",
        ),
        ({"level": "easy", "seed": -1}, 422, "seed: Input should be greater than"),
        ({"level": "easy", "seed": 2**64}, 422, "seed: Input should be less than"),
        ({"level": "easy", "seed": True}, 422, "seed: Input should be a valid integer"),
        ({"level": "easy", "colour": "red"}, 422, "colour: Extra inputs are not permitted"),
        ({"level": "x" * 61}, 422, "level: String should have at most 60"),
        ({"code": ""}, 400, "an empty transcript"),
        ({"code": "easy/opening#1 d4 d4"}, 400, "move 2, d4: d4 is already open"),
        ({"code": "easy/opening#1 z9"}, 400, "move 1: no cell 'z9'"),
        ({"code": "\ud800"}, 422, "code: Input should be a valid string"),
        ([], 422, "Input should be"),
        (None, 422, "Field required"),
    ],
)
def test_games_that_cannot_be(page: Page, body: object, status: int, told: str) -> None:
    assert_refused(page, "/api/games", body, status, told)


def assert_refused(page: Page, path: str, body: object, status: int, told: str) -> None:
    text = "" if body is None else json.dumps(body)
    response = page.client.post(path, content=text, headers={"content-type": "application/json"})
    assert response.status_code == status, response.text
    assert told in response.json()["error"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"act": "dig", "cell": [0, 0]}, "act: Input should be"),
        ({"act": "open"}, "cell: Field required"),
        ({"act": "open", "cell": [0]}, "cell.1: Field required"),
        ({"act": "open", "cell": [0, 1.5]}, "cell.1: Input should be a valid integer"),
        ({"act": "open", "cell": "a1"}, "cell: Input should be a valid tuple"),
        ({"act": "mark", "cell": [0, 0]}, "expected `mined` with the act `mark`"),
        ({"act": "open", "cell": [0, 0], "mined": True}, "expected `mined` with the act `mark`"),
    ],
)
def test_moves_that_are_none(page: Page, body: object, told: str) -> None:
    game = page.begin("easy")
    status, sentence = game.refused("/moves", body)
    assert status == 422
    assert told in sentence


@pytest.mark.parametrize("token", ["", "x", "..", "%00", "%ed%a0%80", "a" * 32, "' OR 1=1 --"])
def test_without_the_token_there_is_nothing(page: Page, token: str) -> None:
    page.begin("easy")
    for what in ("", "/risks", "/flags", "/code", "/review", "/chances", "/explain?cell=a1"):
        response = page.send("GET", f"/api/games/{token}{what}")
        assert response.status_code in (404, 405), (token, what)
    for what in ("/moves", "/undo", "/restart", "/hint", "/ai", "/again"):
        body = {"act": "open", "cell": [0, 0]}
        response = page.send("POST", f"/api/games/{token}{what}", body)
        assert response.status_code in (404, 405, 422), (token, what)


def test_no_list_of_games(page: Page) -> None:
    page.begin("easy")
    assert page.refused("GET", "/api/games")[0] == 405


def test_tokens_are_long_and_never_the_same(page: Page) -> None:
    tokens = {page.begin("1x2/1").begun["token"] for _ in range(50)}
    assert len(tokens) == 50
    letters = [{token[i] for token in tokens} for i in range(32)]
    assert min(map(len, letters)) > 10  # none of the 32 places, of 6 bits each, is fixed


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        {"level": "201x1/1"},
        {"level": "1x201/1"},
        {"level": "1000x1000/1", "start": "opening"},
        {"code": "1000x1000/1/opening#1"},
        {"code": " torus:1000x1000/1/opening#1"},
        {"code": "layout/clearing " + "." * 201},
        {"code": "layout/clearing" + " ." * 201},
    ],
)
def test_boards_are_not_too_large(
    page: Page, body: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def table(grid: Grid) -> None:
        raise AssertionError(f"{grid} was set up, which takes long")

    monkeypatch.setattr("mineproof.board.grid._neighbours", table)
    status, sentence = page.refused("POST", "/api/games", body)
    assert status == 400
    assert "expected at most 200 of each, and 40000 cells" in sentence


def test_the_largest_board_is_played(page: Page) -> None:
    """A client that has the board hears what has changed, which is short."""
    game = page.begin("200x200/8000", start="opening", seed=3)
    first = game.move("open", 20, 50, since=game.begun["version"])
    assert first["opened"] >= 9
    flagged = game.move("flag", 199, 199, since=first["version"])
    assert flagged["board"] is None
    assert flagged["changed"] == [[199, 199, "F"]]
    assert len(json.dumps(flagged)) < 1000
    late = game.move("flag", 199, 198, since=first["version"])
    assert (late["board"], late["changed"]) == (None, [[199, 198, "F"], [199, 199, "F"]])
    unknown = game.move("flag", 0, 0, since=late["version"] + 7)
    assert unknown["board"] == game.get()["board"]
    assert unknown["changed"] == [[0, 0, "F"]]


def test_all_that_changes_a_game_can_be_told_in_short(page: Page) -> None:
    """A batch that comes twice tells the same twice, and help in between does no harm."""
    game = page.begin("50x50/300", start="opening", seed=3)
    first = game.move("open", 20, 20)
    row, col = next(divmod(c, 50) for c, face in enumerate("".join(first["board"])) if face == "#")
    game.post("/hint", {"rung": 0})  # from now on it is assisted, which is another version
    batch = {"after": 1, "moves": [{"act": "flag", "cell": [row, col]}], "since": first["version"]}
    once, twice = (game.post("/batch", batch) for _ in range(2))
    assert (once["board"], once["changed"]) == (None, [[row, col, "F"]])
    assert twice == once
    undone = game.post("/undo", {"since": twice["version"]})
    assert (undone["board"], undone["changed"]) == (None, [[row, col, "#"]])
    found = game.post("/flags", {"since": undone["version"]})
    flags = [[*place, "F"] for place in found["flagged"]]
    assert flags
    assert (found["game"]["board"], found["game"]["changed"]) == (None, flags)


def test_a_board_is_sent_where_it_is_shorter_than_what_has_changed(page: Page) -> None:
    game = page.begin("beginner", start="opening", seed=8)
    first = game.move("open", 3, 3, since=game.begun["version"])
    assert 14 * len(first["changed"]) > 81
    assert first["board"] == game.get()["board"]
    row, col = next(divmod(c, 9) for c, face in enumerate("".join(first["board"])) if face == "#")
    assert game.move("flag", row, col)["board"] is not None  # for who does not know of this
    helped = game.post("/ai", {})["game"]
    ai = game.post("/ai", {"since": helped["version"]})["game"]
    assert (ai["board"] is None) == (14 * len(ai["changed"]) < 81)


def test_a_game_does_not_go_on_for_ever(make_page: MakePage) -> None:
    page = make_page(max_moves=3)
    game = page.begin("beginner")
    for _ in range(3):
        game.move("flag", 0, 0)
    before = game.get()
    status, sentence = game.refused("/moves", {"act": "flag", "cell": [0, 0]})
    assert (status, sentence) == (409, "the game has 3 moves, the most allowed")
    assert game.get() == before
    game.post("/undo")
    game.move("flag", 1, 1)
    assert page.refused("POST", "/api/games", {"code": "easy/safe#1 a1 Fb1 Fb1 Fb1"})[0] == 400


def test_a_client_has_so_many_games_and_no_more(make_page: MakePage) -> None:
    page = make_page(games_per_client=3)
    games = [page.begin("easy") for _ in range(3)]
    status, sentence = page.refused("POST", "/api/games", {"level": "easy"})
    assert (status, sentence) == (429, "you have 3 games in play, the most allowed")
    page.clock.now += 3000
    games[0].get()
    page.clock.now += 1000  # an hour after the beginning, the first is the oldest still
    page.begin("easy")
    assert games[0].refused("", method="GET")[0] == 404
    assert games[1].get()["status"] == "playing"


# --- several moves in one request -----------------------------------------------------------------


def _batch(after: int, *words: str) -> dict[str, Any]:
    """Return moves on a 9 x 9 board, written as "flag a1"."""
    pairs = (word.split() for word in words)
    cell = Grid(9, 9).parse
    moves = [{"act": act, "cell": Grid(9, 9).place(cell(name))} for act, name in pairs]
    return {"after": after, "moves": moves}


def test_moves_sent_twice_are_made_once(page: Page) -> None:
    """A connection breaks and the page sends all again, perhaps with more at the end."""
    game = page.opened("beginner/opening:d4#8 d4")
    for _ in range(3):
        told = game.post("/batch", _batch(1, "flag b1", "flag b3"))
        assert (told["moves"], told["mines_left"], told["board"][0][1]) == (3, 8, "F")
    told = game.post("/batch", _batch(1, "flag b1", "flag b3", "flag b3"))
    assert (told["moves"], told["mines_left"]) == (4, 9)
    assert told["changed"] == [[2, 1, "#"]]
    assert game.post("/batch", _batch(1, "flag b1"))["moves"] == 4  # an older one comes late


def test_a_move_that_comes_too_late_is_skipped(page: Page) -> None:
    game = page.begin("beginner", start="opening", seed=8)
    d4 = page.begin("beginner", start="opening", seed=8).post("/batch", _batch(0, "open d4"))
    told = game.post("/batch", _batch(0, "open d4", "open e4", "flag f4", "flag b1"))
    assert (told["moves"], told["opened"], told["board"][0][1]) == (2, d4["opened"], "F")
    again = game.post("/batch", _batch(0, "open d4", "open e4", "flag f4", "flag b1"))
    assert (again["moves"], again["board"]) == (2, told["board"])
    lost = game.post("/batch", _batch(2, "open h8", "open b3", "flag a1", "open a1"))
    assert lost["status"] == "lost"


def test_moves_after_others_that_were_made_elsewhere_are_refused(page: Page) -> None:
    game = page.opened("beginner/opening:d4#8 d4")
    game.move("flag", 0, 0)
    elsewhere = (409, "the game has gone on elsewhere; read it again")
    assert game.refused("/batch", _batch(1, "flag b1")) == elsewhere
    assert game.refused("/batch", _batch(7, "flag b1")) == elsewhere
    status, why = game.refused("/batch", _batch(2, "flag b1", "chord c2", "flag b3"))
    assert (status, why) == (409, "c2 shows 2 but has 1 flags around it")
    assert game.get()["moves"] == 3  # what was before the illegal one stays
    assert game.refused("/batch", {"after": 0, "moves": []})[0] == 422
    assert game.refused("/batch", _batch(3, "flag b1") | {"after": -1})[0] == 422


def test_proved_mines_are_flagged_on_request(page: Page) -> None:
    game = page.opened("beginner/opening:d4#8 d4")
    told = game.post("/flags")
    names = [Grid(9, 9).name(Grid(9, 9).at(*place)) for place in told["flagged"]]
    proved = Cascade().look(Transcript.parse("beginner/opening:d4#8 d4").end().view).mines
    assert names == [Grid(9, 9).name(cell) for cell in sorted(proved)]
    assert names
    assert (told["game"]["assisted"], told["game"]["mines_left"]) == (True, 10 - len(names))
    assert game.post("/flags")["flagged"] == []


def test_the_clock_runs_from_the_first_move_here(page: Page) -> None:
    """Moves of a code were made elsewhere; undoing all of them does not stop the clock."""
    game = page.opened("beginner/opening:d4#8 d4")
    page.clock.now += 9
    assert [game.get()[name] for name in ("elapsed", "clock_runs")] == [0, False]
    game.move("flag", 0, 0)
    page.clock.now += 5
    undone = [game.post("/undo") for _ in range(2)][-1]
    assert [undone[name] for name in ("moves", "elapsed", "clock_runs")] == [0, 5, True]
    assert game.post("/restart")["clock_runs"] is False
