"""The Logic view: every step of a game forward and back, in words that are true, and fast."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import FACES, faces, place_of, submit
from tools.browser import until

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.grid import Grid
from mineproof.board.view import View
from mineproof.engines.event import Happening
from mineproof.logic.proof import Clause, cell_of
from mineproof.play.replay import Branch, Replay
from mineproof.play.steps import Step
from mineproof.play.trace import trace, trace_view

if TYPE_CHECKING:
    from playwright.sync_api import Page

ENGINE = "resolution(hints='at once')"
STUCK, COUNT, ALL_KINDS = "4x4/3/list3#98", "4x4/4/list3#181", "5x5/4/list#89"
SMALL = "3x3/2/list2#144"
SEARCHED = View.from_picture("#### #23# #11#", mines=4)


def address(what: str) -> str:
    return f"#logic/{quote(what, safe='')}"


@cache
def steps_of(code: str, engine: str = ENGINE) -> list[Step]:
    return list(trace(Game.of(code), Entrant(engine=engine)))


def watch(visit: Visit, what: str, **wishes: Any) -> Page:
    page = visit(address(what), **wishes)
    page.locator("#logic-sentence p").wait_for()
    return page


def now(page: Page) -> list[str]:
    """Return everything that is seen of a step."""
    seen: list[str] = page.evaluate(SEEN)
    return [*seen, faces(page, "logic-board")]


SEEN = """() => ["place", "sentence", "units", "kb", "gone", "kb0"].map(
    name => document.querySelector(`#logic-${name}`).innerText)"""


# The page's replay is Python's

STATES = """async ([steps, order]) => {
    const { Replay } = await import("/js/logic/replay.js");
    const replay = new Replay(steps);
    return order.map(number => {
        const { parts, marks } = replay.at(number);
        const known = [...parts].map(([name, { kb, kb0, units, sentences, tree }]) => [
            name, [...kb.values()], [...kb0], [...units], [...sentences.values()],
            tree.map(node => ({ ...node, following: [...node.following] }))]);
        return [known, [...marks].sort(([a], [b]) => a - b)];
    });
}"""


def test_the_page_replays_what_python_replays(visit: Visit) -> None:
    """Forward, back and in leaps, in games, positions, cascades and with other options."""
    page = visit()
    view = View.from_picture("#####\n12221\n00000", mines=3)
    for steps in (
        steps_of(ALL_KINDS),
        steps_of(ALL_KINDS, "dpll"),
        steps_of(STUCK, "subset+resolution"),
        steps_of(COUNT, "resolution(units='newest')"),
        list(trace_view(view, ENGINE)),
        list(trace_view(SEARCHED, "cascade")),
        list(trace_view(SEARCHED, "dpll")),
    ):
        total = len(steps)
        order = [
            *range(0, total, 13),
            *range(total - 1, 0, -29),
            *(n * 613 % total for n in range(20)),
        ]
        replay, found = Replay(steps), page.evaluate(STATES, [steps, order])
        for number, state in zip(order, found, strict=True):
            assert state == as_json(replay, number), number


def as_json(replay: Replay, number: int) -> list[object]:
    state = replay.state_at(number)
    known = [
        [
            name,
            [literals(clause) for clause in part.kb],
            list(part.kb0),
            list(part.units),
            [{"cells": sorted(each.cells), "mines": each.mines} for each in part.sentences],
            [branch_json(branch) for branch in part.tree],
        ]
        for name, part in state.parts.items()
    ]
    return [known, [[cell, is_mine] for cell, is_mine in sorted(state.marks.items())]]


def branch_json(branch: Branch) -> dict[str, object]:
    told = branch._asdict() | {"following": list(branch.following)}
    for name in ("clash", "clause"):
        told[name] = None if told[name] is None else literals(told[name])
    return told


def literals(clause: Clause) -> list[int]:
    return sorted(clause, key=abs)


# Steps on the page


STEPPED = f"""([id, count]) => Array.from({{ length: count }}, () => {{
    document.querySelector(`#logic-${{id}}`).click();
    return [...({SEEN})(), ({FACES})("logic-board")];
}})"""


def test_a_game_stepped_forward_and_back(visit: Visit) -> None:
    page = watch(visit, SMALL)
    total = len(steps_of(SMALL))
    seen = [now(page), *page.evaluate(STEPPED, ["step", total - 1])]
    assert [state[0] for state in seen] == [f"Step {n} of {total - 1}" for n in range(total)]
    assert len({state[1] for state in seen}) > total / 2
    assert page.locator("#logic-step").is_disabled()
    back = page.evaluate(STEPPED, ["back", total - 1])
    assert back == seen[-2::-1]
    assert page.locator("#logic-back").is_disabled()
    page.keyboard.press("ArrowRight")
    assert now(page) == seen[1]
    page.keyboard.press("ArrowLeft")
    assert now(page) == seen[0]


def test_runs_end_where_they_should(visit: Visit) -> None:
    page, steps = watch(visit, STUCK), steps_of(STUCK)
    page.locator("#logic-board [data-cell='5']").click()

    def at() -> int:
        return int(page.locator("#logic-slider").input_value())

    def after(number: int, key: str) -> int:
        """Return the first step after this one that a key leads to."""
        return next(step["number"] for step in steps[number + 1 :] if is_wanted(step, key))

    for key in "mumsscmcuc":
        wanted = after(at(), key)
        page.keyboard.press(key)
        assert at() == wanted, key
    page.keyboard.press("e")
    assert steps[at()]["kind"] == "stalled"
    expect(page.locator("#logic-sentence li")).to_have_text(
        ["d3, d4: 2 layouts fit the clues, and nothing shows which is right."]
    )
    assert page.locator("#logic-kb .entries code").count() == 2
    page.locator("#logic-start").click()
    assert at() == 0


def is_wanted(step: Step, key: str) -> bool:
    kinds = {"m": "move", "u": "unit", "s": "subsumed"}
    clauses = [step.get("clause", ()), *step.get("parents", ())]
    return (
        step["kind"] == kinds[key]
        if key in kinds
        else any(abs(literal) == 6 for clause in clauses for literal in clause)
    )


def test_play_and_pause(visit: Visit) -> None:
    page = watch(visit, "3x3/2/list2#188")
    page.locator("#logic-speed").fill("10")
    page.locator("#logic-play").click()
    expect(page.locator("#logic-play")).to_have_text("Pause")
    expect(page.locator("#logic-sentence")).to_contain_text("The game is won", timeout=60_000)
    expect(page.locator("#logic-play")).to_have_text("Play")


def test_the_address_names_game_engine_and_step(visit: Visit) -> None:
    page = watch(visit, f"{STUCK}?engine=resolution&step=20")
    expect(page.locator("#logic-slider")).to_have_value("20")
    page.keyboard.press("ArrowRight")
    until(
        page,
        "want => decodeURIComponent(location.hash) === want",
        f"#logic/{STUCK}?engine=resolution&step=21",
    )
    page.locator("#logic-example").select_option(COUNT)
    expect(page.locator("#logic-sentence")).to_contain_text(f"{COUNT} begins")


def test_a_position_is_opened_and_watched(visit: Visit) -> None:
    page = watch(visit, STUCK)
    page.locator("#logic-file").click()
    submit(page, "x#\n1")
    expect(page.locator("#open-file-error")).to_contain_text("unexpected 'x' in row 1")
    submit(page, "####\n1221\n0000", mines="2")
    expect(page.locator("#open-file")).to_be_hidden()
    expect(page.locator("#logic-sentence")).to_contain_text("8 cells are open")
    page.keyboard.press("m")
    expect(page.locator("#logic-board :is([data-sign=safe], [data-sign=mine])")).to_have_count(1)
    page.keyboard.press("End")
    assert faces(page, "logic-board") == "####12210000"
    assert {
        page.locator(f"#logic-board [data-sign={sign}]").count() for sign in ("safe", "mine")
    } == {2}


def test_my_running_game_shows_only_what_i_see(visit: Visit) -> None:
    """What is asked of the server is the picture of the board, and no code or token."""
    page = visit(place_of("beginner/opening:d4#8 d4"), own=True)
    shown = faces(page)
    asked: list[Any] = []
    page.on(
        "request",
        lambda request: asked.append(request.post_data_json) if "trace" in request.url else None,
    )
    page.evaluate("location.hash = '#logic'")
    page.locator("#logic-sentence p").wait_for()
    page.locator("#logic-from-game").click()
    expect(page.locator("#logic-sentence")).to_contain_text("This is the position")
    assert asked[-1] == {
        "board": [shown[row * 9 : row * 9 + 9] for row in range(9)],
        "mines": 10,
        "shape": "square",
        "engine": ENGINE,
        "page": 0,
    }
    page.keyboard.press("End")
    assert faces(page, "logic-board") == shown


# Two settings side by side


def figures(page: Page, side: int) -> dict[str, str]:
    rows = page.locator("#logic-compare tbody").last.locator("tr").all()
    texts = [row.locator("th, td").all_inner_texts() for row in rows]
    return {text[0]: text[side] for text in texts}


def test_two_settings_are_measured_side_by_side(visit: Visit) -> None:
    """A game that is stuck with a width of two and won with three, and with more safe cells."""
    code = "3x3/2/list2#161"
    page = watch(visit, code)
    page.locator("#tab-compare").click()
    page.locator("#compare-width-b").select_option("3")
    wide = f"{ENGINE[:-1]}, width=3)"
    for side, engine in ((1, ENGINE), (2, wide)):
        steps = steps_of(code, engine)
        kinds = Counter(step["kind"] for step in steps)
        wanted = {"Resolvents": kinds["resolved"], "Rounds of matching": kinds["round"]}
        wanted |= {"Clauses inserted": kinds["inserted"], "Steps": len(steps)}
        until(page, MEASURED, side)
        found = figures(page, side)
        assert {name: int(found[name]) for name in wanted} == wanted
        assert found["Outcome"] == steps[-1]["outcome"]
    assert [figures(page, side)["Outcome"] for side in (1, 2)] == ["stuck", "won"]
    page.locator("#logic-swap").click()
    expect(page.locator("#compare-width-a")).to_have_value("3")
    until(page, "() => decodeURIComponent(location.hash).includes('width=3')")
    assert [figures(page, side)["Outcome"] for side in (1, 2)] == ["won", "stuck"]
    page.locator("#compare-safe-b").fill("4")
    page.keyboard.press("Tab")
    until(page, WON)
    page.locator("#compare-engine-a").select_option("single")
    expect(page.locator("#compare-width-a")).to_be_disabled()
    expect(page.locator("#logic-sentence")).to_contain_text("begins")
    page.locator("#compare-engine-b").select_option("subset")
    until(page, MEASURED, 2)


WON = """() => document.querySelector("#logic-compare tbody:last-child td:last-child")
    .innerText.startsWith("won")"""

MEASURED = """side => [...document.querySelectorAll("#logic-compare tbody:last-child tr")]
    .every(row => row.children[side].innerText !== "…")"""


# Sentences

SENTENCES = """async ([steps, rows, columns]) => {
    const { Board } = await import("/js/board/board.js");
    const { Grid } = await import("/js/board/grid.js");
    const { Replay, keyOf } = await import("/js/logic/replay.js");
    const { sentence, spokenText } = await import("/js/logic/sentence.js");
    const board = new Board(document.createElement("div"), () => {});
    board.show({ grid: new Grid(rows, columns, "square"), cells: "#".repeat(rows * columns) });
    const replay = new Replay(steps);
    return steps.map((step, number) => {
        const isInKb = replay.at(number - 1).knowledge.kb.has(keyOf(step.clause ?? []));
        const kb = replay.at(number).knowledge.kb.size;
        const parts = sentence(step, board, { isInKb, kb });
        const clauses = parts.filter(part => part instanceof HTMLElement);
        return [spokenText(parts), clauses.map(clause => clause.textContent),
                clauses.flatMap(clause =>
                    [...clause.querySelectorAll("b")].map(b => b.textContent))];
    });
}"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_every_step_is_told_in_true_words(visit: Visit, language: str) -> None:
    page = visit(language=language)
    seen: Counter[str] = Counter()
    twins = View.from_picture("#2## #3##", mines=4)
    for steps in (
        *map(steps_of, (ALL_KINDS, COUNT, STUCK)),
        steps_of("3x3/2/list2#161", "resolution(max_clauses=4)"),
        steps_of("easy/list9#4", "single+subset"),
        *(list(trace_view(view, engine)) for view in (SEARCHED, twins) for engine in METHODS),
    ):
        grid = Grid(steps[0]["rows"], steps[0]["columns"])
        replay = Replay(steps)
        told = page.evaluate(SENTENCES, [steps, grid.rows, grid.cols])
        for step, (text, clauses, pivots) in zip(steps, told, strict=True):
            assert not re.search(r"\{[a-z_]+\}", text), text
            check_clauses(step, [parsed(each, grid) for each in clauses if "=" not in each], replay)
            check_sentences(step, [each for each in clauses if "=" in each], grid)
            check_words(step, text, pivots, grid)
            seen[step["kind"]] += 1
    assert set(seen) == {each.value for each in Happening} | {"begin", "move", "end"}


METHODS = ("subset", "dpll", "exact")


def check_sentences(step: Step, told: list[str], grid: Grid) -> None:
    """See that the sentences are those of the step."""
    named = [step.get("sentence"), step.get("whole"), step.get("part")]
    known = [each for each in named if each and each["cells"]]
    written = [
        f"{{{', '.join(map(grid.name, each['cells']))}}} = {each['mines']}" for each in known
    ]
    assert set(told) <= set(written)
    if step["kind"] in ("sentence", "difference", "shortened", "duplicate"):
        assert set(told) == set(written)


def parsed(text: str, grid: Grid) -> Clause:
    """Read a clause as the page writes it."""
    if text == "⊥":
        return frozenset()
    literals = [(-1 if word[0] == "¬" else 1, word.lstrip("¬")) for word in text.split(" ∨ ")]
    return frozenset(sign * (grid.parse(name) + 1) for sign, name in literals)


def check_clauses(step: Step, told: list[Clause], replay: Replay) -> None:
    """See that what the sentence says of its clauses is true of them."""
    kind, clause = step["kind"], frozenset(step.get("clause", ()))
    before = replay.state_at(max(step["number"] - 1, 0))
    match kind:
        case "resolved":
            left, right, result = told
            (pivot,) = {literal for literal in left if -literal in right}
            assert result == clause == (left | right) - {pivot, -pivot}
            assert "node" in step or {left, right} <= set(before.kb)
        case "shortened" if "clause" in step:
            (fact,), whole, rest = told
            assert fact in before.kb0
            assert whole in before.kb
            assert rest == clause == whole - {-fact}
        case "satisfied":
            (fact,), whole = told
            assert fact in before.kb0
            assert fact in whole
            assert whole in before.kb
        case "subsumed":
            larger, smaller = told
            assert smaller < larger == clause
        case "inserted" | "unit" | "marked" | "duplicate" | "learned" if "clause" in step:
            assert clause in told
        case "propagated" | "clashed" | "refuted" | "backtracked":
            assert told == [clause]
        case _:
            assert not told


def check_words(step: Step, text: str, pivots: list[str], grid: Grid) -> None:
    """See that names and numbers in a sentence are those of the step."""
    names = set(re.findall(r"(?<![A-Za-z0-9])[a-z]\d+(?![A-Za-z0-9])", text))
    if "cell" in step and step["kind"] != "begin":
        assert grid.name(step["cell"]) in names
    if step.get("clue") is not None and step["kind"] != "subsumed" and step["kind"] != "duplicate":
        assert grid.name(step["clue"] or 0) in names
    for told in (step.get("sentence"), step.get("whole"), step.get("part")):
        if told and step["kind"] not in ("propagated", "clashed"):
            assert set(map(grid.name, told["cells"])) <= names
    if step.get("literal"):
        assert grid.name(cell_of(step["literal"] or 0)) in names
    if step["kind"] == "resolved":
        assert len(pivots) == 2
        assert pivots[0].lstrip("¬") == pivots[1].lstrip("¬") in names
    if step["kind"] == "hint":
        cells, mines = step["cells"], step["mines"] or 0
        assert set(map(grid.name, cells)) <= names
        if 0 < mines < len(cells):
            found = re.findall(r"C\((\d+), (\d+)\) = (\d+)", text)
            said = [tuple(map(int, each)) for each in found]
            m = len(cells)
            assert said == [
                (m, m - mines + 1, comb(m, m - mines + 1)),
                (m, mines + 1, comb(m, mines + 1)),
            ]
            assert [count for _, _, count in said] == step["clauses"]


# Lists that hide nothing


def test_steps_are_listed_by_kind_cell_and_clue(visit: Visit) -> None:
    page, steps = watch(visit, "easy/list9#4"), steps_of("easy/list9#4")
    page.locator("#tab-steps").click()
    found, of = page.locator("#logic-found"), f"{len(steps):,}"
    expect(found).to_have_text(f"{of} of {of} steps")
    page.locator("#logic-filter-kind").select_option("subsumed")
    subsumed = [step for step in steps if step["kind"] == "subsumed"]
    expect(found).to_have_text(f"{len(subsumed)} of {of} steps")
    numbers = []
    while True:
        numbers += [
            int(n.replace(",", "")) for n in page.locator("#logic-steps small").all_inner_texts()
        ]
        if page.locator("#logic-steps .turn").last.is_disabled():
            break
        page.locator("#logic-steps .turn").last.click()
    assert numbers == [step["number"] for step in subsumed]
    page.locator("#logic-filter-kind").select_option("hint")
    page.locator("#logic-filter-clue").fill("d9")
    cell = Grid(9, 9).parse("d9")
    of_clue = [step for step in steps if step["kind"] == "hint" and step.get("clue") == cell]
    expect(found).to_have_text(f"{len(of_clue)} of {of} steps")
    page.locator("#logic-steps .pick").first.click()
    expect(page.locator("#logic-slider")).to_have_value(str(of_clue[0]["number"]))
    page.locator("#logic-filter-cell").fill("z99")
    expect(found).to_have_text(f"0 of {of} steps")


@pytest.mark.long
def test_a_large_knowledge_base_is_shown_page_by_page(visit: Visit) -> None:
    page = watch(visit, "hard/list#4?step=3000")
    until(page, "() => document.querySelector('#logic-slider').value === '3000'")
    state = Replay(steps_of("hard/list#4")[:3001]).state_at(3000)
    expect(page.locator("#logic-kb-title")).to_have_text(f"KB: {len(state.kb)} clauses")
    expect(page.locator("#logic-kb .range")).to_contain_text(f"of {len(state.kb)}")
    grid, cell = Grid(16, 30), min(abs(literal) - 1 for clause in state.kb for literal in clause)
    page.locator(f"#logic-board [data-cell='{cell}']").click()
    page.locator("#logic-only-cell").check()
    with_cell = [clause for clause in state.kb if {cell + 1, -cell - 1} & clause]
    expect(page.locator("#logic-kb .range")).to_have_text(f"1–{len(with_cell)} of {len(with_cell)}")
    shown = page.locator("#logic-kb code").all_inner_texts()
    assert [parsed(text, grid) for text in shown] == with_cell


TIMES = """() => {
    const times = [];
    const press = (id) => {
        const started = performance.now();
        document.querySelector(`#logic-${id}`).click();
        document.body.getBoundingClientRect();  // lay it out
        times.push(performance.now() - started);
    };
    for (let i = 0; i < 20; i++) press("back");
    for (let i = 0; i < 20; i++) press("step");
    press("start"); press("stall"); press("back");
    return times;
}"""


def test_each_step_of_a_long_game_is_quick(visit: Visit) -> None:
    """Under 100 ms at 10,000 events on a 16x30 board; here with room for a busy machine."""
    total = len(steps_of("hard/list#4"))
    assert total > 10_000
    page = watch(visit, f"hard/list#4?step={total - 1}")
    until(page, "want => document.querySelector('#logic-slider').value === want", str(total - 1))
    times = page.evaluate(TIMES)
    assert sorted(times)[len(times) // 2] < 100
    assert max(times) < 1000


def test_the_view_fits_on_a_phone(visit: Visit) -> None:
    page = watch(visit, "hard/list#4?step=3000", size=(360, 740), touch=True)
    until(page, "() => document.querySelector('#logic-slider').value === '3000'")
    for tab in ("tab-steps", "tab-kb"):
        page.locator(f"#{tab}").click()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
