"""Hints, moves of programs, risks, explanations, reviews, analyses: each as the library has it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from itertools import chain
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.app.web.conftest import GameHandle, Page
from tests.boards import moments, scattered

from mineproof import analyse, study
from mineproof.agents import AGENTS, agent_named
from mineproof.app.json.cells import Json
from mineproof.app.json.coach import explanation_json, hint_json, missed_json, supposition_json
from mineproof.app.json.review import guessing_json, review_json
from mineproof.app.service.analyst import Asker
from mineproof.board.game import Act, Game, Move
from mineproof.board.grid import Cell
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach.explanation import explain
from mineproof.coach.forced_guess import rank_guesses
from mineproof.coach.hints import hint
from mineproof.coach.language import LANGUAGES, language
from mineproof.coach.missed import missed
from mineproof.coach.review import review
from mineproof.coach.rungs import RUNGS
from mineproof.coach.supposition import suppose
from mineproof.engines import ENGINES
from mineproof.engines.guess import Budget
from mineproof.errors import Overdue
from mineproof.play.chances import chances_of

SCHEMA = json.loads((files("mineproof.coach") / "schema.json").read_text(encoding="utf-8"))


def of_the_coach(name: str, value: Any) -> Any:
    """Return a value which must be as the coach's schema has it."""
    schema = {"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}
    Draft202012Validator(schema).validate(value)
    return value


def as_read(value: object) -> Any:
    return json.loads(json.dumps(value))


def view_of(game: dict[str, Any]) -> View:
    from mineproof.board.grid import Shape

    return View.from_rows(game["board"], game["mines"], Shape(game["shape"]))


@pytest.fixture
def game(page: Page) -> GameHandle:
    """A game of clearing with a flag that is right."""
    return page.opened("easy/opening#1 d4 Fb2")


@pytest.fixture
def marking(page: Page) -> GameHandle:
    """A game of marking in which a mine was marked that nothing proves."""
    board = Game.of("easy/list#9")
    mine = min(board.layout.mines)
    return page.opened(f"easy/list#9 F{board.grid.name(mine)}")


# --- hints ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hints(game: GameHandle, lang: str) -> None:
    view = view_of(game.get())
    for rung in RUNGS:
        told = game.post("/hint", {"rung": rung, "lang": lang})
        assert told == as_read(hint_json(hint(view, rung, language=lang), view.grid))


def test_a_hint_of_the_marking_game_takes_marks_for_facts(marking: GameHandle) -> None:
    view = view_of(marking.get())
    known = View.from_rows(view.picture().replace("F", "*").split("\n"), view.mines)
    told = marking.post("/hint", {"rung": 6})
    assert told == as_read(hint_json(hint(known, 6, flags=True), view.grid))
    safe = marking.post("/hint", {"rung": 6, "flags": False})
    assert safe == as_read(hint_json(hint(known, 6), view.grid))


def test_a_hint_counts_flags_as_moves_if_asked(game: GameHandle) -> None:
    view = view_of(game.get())
    told = game.post("/hint", {"rung": 6, "flags": True})
    assert told == as_read(hint_json(hint(view, 6, flags=True), view.grid))


def test_guesses_are_compared_once_for_all_rungs(page: Page) -> None:
    """The first rung is told before they are, so it is a question of its own."""
    body = body_of(View.from_picture("1#### #####", mines=3))
    page.analyst.asked.clear()
    told = [page.post("/api/analyse/hint", body | {"rung": rung}) for rung in (*RUNGS, *RUNGS)]
    assert told[: len(RUNGS)] == told[len(RUNGS) :]
    assert [asked["rung"] for _, asked in page.analyst.asked] == [0, 6]
    ranked = [page.post("/api/analyse/guess", body) for _ in range(2)]
    assert ranked[0] == ranked[1]
    assert [task for task, _ in page.analyst.asked[2:]] == ["compare_guesses"]


def test_a_slow_machine_compares_guesses_with_a_weaker_budget(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = page.analyst.ask

    is_slow = True

    async def slow(task: str, asked: Mapping[str, Any], seconds: float, asker: Asker) -> Json:
        if is_slow and asked["budget"] == "deep":
            raise Overdue(f"the analysis took longer than {seconds:g} seconds and was stopped")
        return await quick(task, asked, seconds, asker)

    monkeypatch.setattr(page.analyst, "ask", slow)
    body = body_of(View.from_picture("1## ### ###", mines=3))
    assert page.post("/api/analyse/guess", body)["budget"] == "normal"
    is_slow = False
    assert page.post("/api/analyse/guess", body)["budget"] == "normal"  # for a while
    page.clock.now += 61
    assert page.post("/api/analyse/guess", body)["budget"] == "deep"
    is_slow = True
    page.clock.now += 1_000_000
    assert page.post("/api/analyse/guess", body)["budget"] == "deep"  # for good


def test_explanations(game: GameHandle) -> None:
    view = view_of(game.get())
    for cell in range(0, 81, 10):
        name = view.grid.name(cell)
        told = game.get(f"/explain?cell={name}&lang=zh-TW")
        assert told == as_read(explanation_json(explain(view, cell, language="zh-TW"), view.grid))
    assert game.refused("/explain?cell=z9", method="GET")[0] == 400
    assert game.refused("/explain?cell=9", method="GET")[0] == 400
    assert game.refused("/explain", method="GET")[0] == 422
    assert game.refused("/explain?cell=a1&lang=xx", method="GET")[0] == 422


def assert_risks(table: list[list[float | None]], risks: Mapping[Cell, float], view: View) -> None:
    """See that a table has one risk for each covered cell, and null for all others."""
    assert [len(row) for row in table] == [view.grid.cols] * view.grid.rows
    told = {cell: risk for cell, risk in enumerate(chain(*table)) if risk is not None}
    assert list(told) == view.covered_cells()
    assert told == pytest.approx({cell: risks[cell] for cell in told})


def test_risks(game: GameHandle) -> None:
    view = view_of(game.get())
    position, told = study(view), game.get("/risks")
    assert told["layouts"] == str(position.layouts)
    assert_risks(told["risks"], position.risks, view)
    certain = analyse(view, "exact")
    assert told["safe"] == [list(view.grid.place(cell)) for cell in certain.safe]
    assert told["mines"] == [list(view.grid.place(cell)) for cell in certain.mines]


def test_risks_in_few_words(page: Page) -> None:
    """Beside clues each risk by itself, elsewhere the one that all cells share."""
    for view in views():
        told = page.post("/api/analyse", body_of(view) | {"brief": True})
        risks, grid = analyse(view, "exact").risks, view.grid
        assert told["risks"] is None
        found = {grid.at(row, col): risk for row, col, risk in told["frontier"]}
        beside = {near for cell in view.open_cells() for near in grid.neighbours(cell)}
        assert set(found) == beside & set(view.covered_cells())
        assert found == pytest.approx({cell: risks[cell] for cell in found}, abs=1e-6)
        certain = {cell for cell, risk in found.items() if risk in (0, 1)}
        assert certain == {cell for cell in found if risks[cell] in (0, 1)}
        rest = {risks[cell] for cell in view.covered_cells() if cell not in found}
        assert rest == ({told["elsewhere"]} if rest else set())


def test_risks_of_a_game_in_few_words(page: Page, game: GameHandle) -> None:
    told = game.get("/risks?brief=true")
    position = body_of(view_of(game.get())) | {"brief": True}
    analysed = page.post("/api/analyse", position)
    assert {name: analysed[name] for name in told} == told
    fresh = page.begin("expert").get("/risks?brief=true")
    assert (fresh["risks"], fresh["frontier"], fresh["elsewhere"]) == (None, [], 0.0)


def test_wrong_flags_are_those_that_logic_proves(game: GameHandle) -> None:
    view = view_of(game.get())
    safe = analyse(view, "exact").safe
    assert game.get("/flags") == {"wrong": []}
    game.move("flag", *view.grid.place(safe[0]))
    assert game.get("/flags") == {"wrong": [list(view.grid.place(safe[0]))]}


def test_a_flag_that_is_wrong_but_could_be_right_is_not_told(page: Page) -> None:
    game = page.opened("layout/clearing *1. ... b1 Fc1")
    assert game.get("/flags") == {"wrong": []}


@pytest.mark.parametrize("what", ["/risks", "/flags", "/explain?cell=a1"])
def test_help_is_noted(page: Page, what: str) -> None:
    game = page.begin("easy")
    assert not game.get()["assisted"]
    game.get(what)
    assert game.get()["assisted"]


@pytest.mark.parametrize(("what", "body"), [("/hint", {"rung": 0}), ("/ai", {})])
def test_hints_and_moves_of_programs_are_noted(page: Page, what: str, body: object) -> None:
    game = page.begin("easy")
    game.post(what, body)
    assert game.get()["assisted"]


def test_help_before_the_first_cell_is_none(page: Page) -> None:
    """Nothing is known then; a game that is played alone from there counts in the statistics."""
    game = page.begin("beginner")
    game.post("/hint", {"rung": 6})
    for what in ("/risks?brief=true", "/explain?cell=a1"):
        game.get(what)
    assert not game.get()["assisted"]
    assert not game.move("open", 4, 4)["assisted"]
    game.post("/hint", {"rung": 0})
    assert game.get()["assisted"]


def test_a_first_move_of_a_program_is_noted(page: Page) -> None:
    assert page.begin("beginner").post("/ai", {})["game"]["assisted"]


@pytest.mark.parametrize("code", ["layout/clearing *. a1", "layout/clearing *. b1"])
def test_help_is_for_games_that_go_on(page: Page, code: str) -> None:
    game = page.opened(code)
    for what in ("/risks", "/flags", "/explain?cell=a1"):
        assert game.refused(what, method="GET")[0] == 409
    assert game.refused("/hint", {"rung": 0})[0] == 409
    status, sentence = game.refused("/ai", {})
    word = game.get()["status"]
    wish = "a program's move is available only during a game"
    assert (status, sentence) == (409, f"the game is {word}; {wish}")


def test_before_the_first_cell_any_cell_is_safe(page: Page) -> None:
    game = page.begin("expert", start="opening")
    game.move("flag", 0, 0)
    for lang, said in (("en", "any first cell is safe"), ("zh-TW", "第一格點哪裡都安全")):
        told = of_the_coach("hint", game.post("/hint", {"rung": 0, "lang": lang}))
        assert told["outlook"] == "first"
        assert said in told["words"][0][0]["text"]
        of_a_cell = of_the_coach("explanation", game.get(f"/explain?cell=a1&lang={lang}"))
        assert (of_a_cell["verdict"], of_a_cell["risk"], of_a_cell["steps"]) == ("safe", 0, [])
        assert said in of_a_cell["remarks"][0]["text"]
    odds = game.get("/risks")
    assert odds["layouts"] is None
    assert odds["risks"] == [[0.0] * 30] * 16
    assert game.get("/flags") == {"wrong": []}
    refused = game.refused("/suppose", {"cell": "a1", "mined": True})
    assert refused[0] == 409
    best = of_the_coach("hint", game.post("/hint", {"rung": 6}))
    assert game.move(best["move"]["act"], *best["move"]["cell"])["opened"] > 1


# --- moves of programs ----------------------------------------------------------------------------


def test_the_first_move_is_that_of_the_start_rule(page: Page) -> None:
    game = page.begin("expert", start="opening:f6")
    made = game.post("/ai", {"engine": "resolution"})
    assert (made["move"], made["by"]) == ({"act": "open", "cell": [5, 5], "name": "f6"}, "rules")
    assert made["game"]["board"][5][5] == "0"
    of_the_coach("sentence", made["reason"][0])


@pytest.mark.parametrize(
    ("level", "engine", "agent"),
    [
        ("beginner", "cascade", "safest-corner"),
        ("6x6/6", "resolution", "never-guess"),
        ("6x6/6", "single", "random"),
        ("hex:6x6/8", "exact", "safest"),
        ("torus:6x6/5", "subset", "random"),
    ],
)
def test_a_program_plays_to_the_end(page: Page, level: str, engine: str, agent: str) -> None:
    game = page.begin(level, seed=3)
    made: dict[str, Any] = {"game": game.get(), "move": ""}
    for _ in range(82):
        before = view_of(made["game"])
        made = game.post("/ai", {"engine": engine, "agent": agent, "lang": "zh-TW"})
        check_move(made, before, agent)
        if made["move"] is None or made["game"]["status"] != "playing":
            break
    assert made["move"] is None or made["game"]["status"] != "playing"
    assert made["game"]["assisted"]


def check_move(made: dict[str, Any], before: View, agent: str) -> None:
    for sentence in made["reason"]:
        of_the_coach("sentence", sentence)
    assert made["reason"]
    if made["move"] is None:
        assert agent == "never-guess"
        assert (made["by"], made["proof"]) == (None, [])
        assert made["status"] in ("complete", "stalled")
        return
    of_the_coach("move", made["move"])
    row, col = made["move"]["cell"]
    assert made["status"] is None
    assert made["game"]["board"][row][col] in "012345678F*"
    if made["by"] == "guess":
        assert (made["risk"] is not None) == AGENTS[agent].needs_risks
        if made["guessing"] is not None:
            of_the_coach("guessing", made["guessing"])
            assert [row, col] in [each["cell"] for each in made["guessing"]["candidates"]]
    elif made["by"] != "rules":
        certain = analyse(before, "exact")
        cells = certain.mines if made["move"]["act"] == "flag" else certain.safe
        assert before.grid.at(row, col) in cells
        assert made["proof"]


def test_a_move_is_that_of_the_agent(page: Page) -> None:
    """Where the engine is not watched, the page's program is the library's."""
    game = page.begin("beginner", start="opening", seed=12)
    game.move("open", 3, 3)
    for name in ("cascade", "single", "subset", "exact", "sat"):
        view = view_of(game.get())
        player = agent_named("never-guess", ENGINES[name]()).join(view, marks_mines=False)
        choice = player.choose()
        made = game.post("/ai", {"engine": name})
        assert isinstance(choice, tuple)
        assert made["move"]["act"] == choice.move.act.value
        assert view.grid.at(*made["move"]["cell"]) == choice.move.cell


@pytest.mark.parametrize(
    ("finish", "asked", "flags"),
    [("clearing", None, False), ("clearing", True, True), ("flagging", None, True)],
)
def test_a_program_flags_where_that_is_needed_or_asked_for(
    page: Page, finish: str, asked: bool | None, flags: bool
) -> None:
    game = page.begin("beginner", start="opening", seed=3, finish=finish)
    acts = set()
    for _ in range(80):
        made = game.post("/ai", {"flags": asked, "agent": "safest"})
        acts.add(made["move"]["act"])
        if made["game"]["status"] != "playing":
            break
    assert ("flag" in acts) == flags


@pytest.mark.parametrize(("hide_total", "status"), [(False, "won"), (True, "playing")])
def test_a_program_may_not_know_the_mine_count(page: Page, hide_total: bool, status: str) -> None:
    """Behind the mine at c1 no clue touches d1: only the mine count says that it is safe."""
    game = page.opened("layout/marking:a1 ..*.")
    while game.post("/ai", {"engine": "exact", "hide_total": hide_total})["move"]:
        if game.get()["status"] == "won":
            break
    assert game.get()["status"] == status


def test_engines_have_their_options(page: Page) -> None:
    """No matching: what takes two clues is not found."""
    game = page.opened("layout/marking:a2,b2,c2,d2 .**. 1221")
    assert game.post("/ai", {"engine": "resolution(width=1, count_limit=0)"})["move"] is None
    made = game.post("/ai", {"engine": "resolution(width=2, count_limit=0)"})
    assert made["by"] == "resolution"
    _, told = game.refused("/ai", {"engine": "resolution(depth=2)"})
    assert "resolution has no option 'depth'; expected width, count_limit" in told


def test_marks_that_a_person_guessed_are_known_to_the_program(page: Page) -> None:
    # a1 or b1 is a mine, and nothing tells which; once b1 is marked, a1 is safe.
    code = "layout/marking:a2,b2,c2 .*. 111 ..."
    for engine in ENGINES:
        game = page.opened(code)
        game.move("mark", 0, 1, mined=True)
        made = game.post("/ai", {"engine": engine})
        assert made["move"]["name"] in ("a1", "c1"), engine
        assert made["by"] in ENGINES


def test_a_program_takes_a_wrong_flag_off_before_it_opens_the_cell(page: Page) -> None:
    game = page.opened("layout/clearing ..* ... Fa1 a2")
    assert game.begun["board"] == ["F1#", "01#"]
    made = game.post("/ai", {"engine": "single"})
    assert (made["move"]["act"], made["game"]["board"]) == ("flag", ["#1#", "01#"])
    assert made["reason"][-1]["text"] == "Remove the flag from a1."
    made = game.post("/ai", {"engine": "single"})
    assert (made["move"]["act"], made["game"]["board"]) == ("open", ["01#", "01#"])


def test_a_weak_engine_says_that_there_is_more(page: Page) -> None:
    game = page.opened("layout/marking:a2,b2,c2 *.* 121 ...")
    for cell in ((2, 0), (2, 1), (2, 2)):
        game.move("mark", *cell, mined=False)
    made = game.post("/ai", {"engine": "single"})
    assert (made["move"], made["status"]) == (None, "stalled")
    assert made["reason"][0]["text"].startswith("This engine finds no certain move, though")
    made = game.post("/ai", {"engine": "single", "agent": "random"})
    assert made["by"] == "guess"
    assert "though there is one" in made["reason"][0]["text"]


def test_programs_that_cannot_play(page: Page) -> None:
    game = page.begin("easy")
    for body, told in (
        ({"engine": "magic"}, "unknown engine 'magic'"),
        ({"agent": "magic"}, "unknown agent 'magic'"),
        ({"agent": "os.py:system"}, "unknown player 'os.py:system'; expected one that this server"),
        ({"engine": "single+os:system"}, "unknown player 'single+os:system'"),
        ({"agent": "exec:true"}, "unknown player 'exec:true'"),
        ({"engine": "single", "agent": "safest"}, "needs risks"),
    ):
        status, sentence = game.refused("/ai", body)
        assert status == 400
        assert told in sentence
    assert game.refused("/ai", {"engine": "x" * 501})[0] == 422


# --- reviews --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_review(page: Page, lang: str) -> None:
    transcript = Transcript.parse("easy/opening#1 d4 Fa1")
    loser = max(transcript.end().layout.mines)
    lost = Transcript(transcript.board, (*transcript.moves, Move(Act.OPEN, loser)))
    game = page.opened(str(lost))
    told = game.get(f"/review?lang={lang}")
    boards = told.pop("boards")
    assert told == as_read(review_json(review(lost), language(lang)))
    of_the_coach("review", told)
    after = [turn.view.picture().split("\n") for turn in lost.replay()][1:]
    assert boards == [*after, game.get()["board"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_remark_on_one_move(page: Page, lang: str) -> None:
    """By default on the last one, which lost the game, or on a cell that was not opened."""
    lost = Transcript.parse("layout/clearing *1..1*1 c1 a1")
    game = page.opened(str(lost))
    remarks = as_read(review_json(review(lost), language(lang)))["moves"]
    assert game.get(f"/remark?lang={lang}") == remarks[-1]
    assert game.get(f"/remark?move=1&lang={lang}") == remarks[0]
    other = game.get(f"/remark?move=2&cell=g1&lang={lang}")
    of_the_coach("remark", other)
    assert (other["number"], other["name"], other["verdict"]) == (2, "g1", "proved")
    assert game.refused("/remark?move=3", method="GET")[0] == 400
    assert game.refused("/remark?cell=z9", method="GET")[0] == 400
    assert game.refused("/remark?cell=d1", method="GET")[0] == 409  # it is open by then
    assert page.begin("easy").refused("/remark", method="GET")[0] == 409


def test_chances(page: Page) -> None:
    transcript = Transcript.parse("easy/opening#1 d4 Fa1")
    loser = max(transcript.end().layout.mines)
    lost = Transcript(transcript.board, (*transcript.moves, Move(Act.OPEN, loser)))
    chances = chances_of(lost, [remark.number - 1 for remark in review(lost).guesses])
    told = page.opened(str(lost)).get("/chances")
    assert told == {"win": list(chances.win), "at": list(chances.at)}


def test_no_review_before_the_end(page: Page) -> None:
    status, sentence = page.begin("easy").refused("/review", method="GET")
    assert (status, sentence) == (409, "the game is not over; its review is available once it is")
    assert page.begin("easy").refused("/chances", method="GET")[0] == 409


def test_a_review_of_a_game_that_opens_at_once(page: Page) -> None:
    game = page.begin("3x3/0", start="list:9", finish="clearing")
    assert game.begun["status"] == "won"
    assert game.get("/review")["boards"] == []


# --- positions ------------------------------------------------------------------------------------


def body_of(view: View, **wishes: object) -> dict[str, object]:
    board, shape = view.picture().split("\n"), view.grid.shape.value
    return {"board": board, "mines": view.mines, "shape": shape, **wishes}


def views() -> list[View]:
    games = [view for level in ("beginner", "hex:9x9/14") for view in moments(level, 1, 3)]
    return [*games, *map(scattered, range(10))]


def test_analyses(page: Page) -> None:
    for view in views():
        told = page.post("/api/analyse", body_of(view))
        found = analyse(view, "exact")
        places = view.grid.place
        assert told["status"] == "complete"
        assert told["safe"] == [list(places(cell)) for cell in found.safe]
        assert told["mines"] == [list(places(cell)) for cell in found.mines]
        assert told["layouts"] == str(found.layouts)
        assert_risks(told["risks"], found.risks, view)
        by = sorted(place for each in told["by"].values() for place in each)
        assert by == sorted(told["safe"] + told["mines"])
        assert told["clash"] is None


def test_who_settles_a_cell_first(page: Page) -> None:
    told = page.post("/api/analyse", {"board": ["###", "121", "000"]})
    assert told["by"] == {"subset": [[0, 2]], "single": [[0, 0], [0, 1]]}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_lost_prove_it_game_has_missed(page: Page, lang: str) -> None:
    lost = Transcript.parse("beginner/opening/fair#1 d4 a1")
    game = page.opened(str(lost))
    found = missed(lost.end(), lost.moves[-1], lang)
    assert found is not None
    assert of_the_coach("missed", game.get(f"/missed?lang={lang}")) == as_read(
        missed_json(found, lost.grid)
    )
    game.post("/undo")
    assert game.refused("/missed", method="GET")[0] == 409
    assert page.opened("layout/clearing *. a1").refused("/missed", method="GET")[0] == 409
    too_large = page.send("POST", "/api/games", {"level": "60x60/500", "finish": "fair"})
    assert too_large.json()["error"] == "a fair game of 3600 cells; expected at most 2500"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_impossible_position_says_who_clashes(page: Page, lang: str) -> None:
    body = {"board": ["3#", "##"], "mines": 1, "lang": lang}
    told = page.post("/api/analyse", body)
    assert (told["status"], told["safe"], told["risks"]) == ("impossible", [], None)
    assert (told["clash"]["clues"], told["clash"]["with_count"]) == ([[0, 0]], True)
    rung = page.post("/api/analyse/hint", {**body, "rung": 5})
    assert told["clash"]["text"] == rung["words"][5][0]["text"]


def test_more_mines_than_cells_is_impossible(page: Page) -> None:
    told = page.post("/api/analyse", {"board": ["##"], "mines": 3})
    assert (told["status"], told["clash"]["clues"]) == ("impossible", [])


def test_hints_and_explanations_in_any_position(page: Page) -> None:
    for view in views():
        told = page.post("/api/analyse/hint", body_of(view, rung=6, lang="zh-TW"))
        assert told == as_read(hint_json(hint(view, 6, language="zh-TW"), view.grid))
        name = view.grid.name(view.grid.size // 2)
        told = page.post("/api/analyse/explain", body_of(view, cell=name))
        assert told == as_read(explanation_json(explain(view, view.grid.parse(name)), view.grid))


def test_suppositions_in_any_position_and_in_a_game(page: Page, game: GameHandle) -> None:
    view = View.from_picture("### 121 000")
    asked = {"cell": "b1", "mined": True, "lang": "zh-TW"}
    told = page.post("/api/analyse/suppose", body_of(view) | asked)
    expected = supposition_json(suppose(view, 1, True, language="zh-TW"), view.grid)
    assert of_the_coach("supposition", told) == as_read(expected)
    seen = view_of(game.get())
    cell = seen.covered_cells()[0]
    told = game.post("/suppose", {"cell": seen.grid.name(cell), "mined": False})
    assert told == as_read(supposition_json(suppose(seen, cell, False), seen.grid))


def test_guesses_in_any_position(page: Page) -> None:
    view = View.from_picture("1## ###", mines=2)
    told = page.post("/api/analyse/guess", body_of(view))
    guessing = rank_guesses(view, budget=Budget.DEEP)
    expected = guessing_json(guessing, view.grid, language("en"))
    assert told == as_read(expected)


@pytest.mark.parametrize(
    ("path", "body", "status", "told"),
    [
        ("", {"board": []}, 422, "board: List should have at least 1 item"),
        ("", {"board": [""]}, 400, "an empty picture"),
        ("", {"board": ["##", "#"]}, 400, "row 2 has 1 cell; expected 2"),
        ("", {"board": ["#x"]}, 400, "unexpected 'x' in row 1"),
        ("", {"board": ["#" * 201]}, 400, "expected at most 200 of each"),
        ("", {"board": ["#"] * 201}, 400, "expected at most 200 of each"),
        ("", {"board": ["#"], "mines": -1}, 422, "mines: Input should be greater"),
        ("", {"board": ["#"], "shape": "round"}, 422, "shape: Input should be"),
        ("", {"board": ["#"], "lang": "xx"}, 422, "lang: Input should be"),
        ("/hint", {"board": ["#"]}, 422, "rung: Field required"),
        ("/hint", {"board": ["#"], "rung": 7}, 422, "rung: Input should be less"),
        ("/explain", {"board": ["#"], "cell": "b9"}, 400, "no cell 'b9'"),
        ("/explain", {"board": ["2#"], "cell": "b1"}, 400, "no layout fits: the clue at a1"),
        ("/guess", {"board": ["0#"]}, 400, "b1 is certainly safe"),
        ("/guess", {"board": ["1#"]}, 400, "no hidden cell can be safe"),
        ("/guess", {"board": ["2#"]}, 400, "no layout fits: the clue at a1 cannot be met"),
    ],
)
def test_positions_that_cannot_be(
    page: Page, path: str, body: object, status: int, told: str
) -> None:
    code, sentence = page.refused("POST", f"/api/analyse{path}", body)
    assert code == status, sentence
    assert told in sentence
