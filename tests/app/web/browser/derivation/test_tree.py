"""The tree of a proved cell: what the checker accepts, walked by keys, folded, lit and saved."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import paste

from mineproof.agents.entrant import Entrant
from mineproof.app.game.defaults import USUAL_PROVER
from mineproof.app.game.proofs import prove
from mineproof.board.game import Game
from mineproof.board.grid import Grid
from mineproof.board.view import View
from mineproof.logic.checker import Checker
from mineproof.logic.derivation.formats import FORMATS
from mineproof.logic.derivation.graph import Derivation
from mineproof.logic.derivation.labels import claim_label, claim_lines
from mineproof.logic.reader import read
from mineproof.play.ancestry import ancestry
from mineproof.play.trace import trace

PICTURE = "####\n#23#\n#11#"
VIEW = View.from_picture(PICTURE)
D1 = 3
LARGE = {"code": "30x60/330/list#1", "engine": "resolution"}
"""A game whose last cells rest on nearly all of its clues: more than 2,000 nodes."""


@pytest.fixture
def tree(visit: Visit) -> Page:
    """The page with the tree of d1."""
    page = visit("#analyse")
    paste(page, PICTURE)
    show(page)
    return page


def show(page: Page) -> None:
    page.locator(f"#analyse-board [data-cell='{D1}']").focus()
    page.locator("#analyse-explain").click()
    page.get_by_role("button", name="Show as a tree").click()
    expect(node(page, 16)).to_be_focused()


def node(page: Page, number: int) -> Locator:
    return page.locator(f".derivation [data-node='{number}']")


def lit(page: Page) -> set[str]:
    cells = page.locator("#analyse-board .lit").all()
    return {VIEW.grid.name(int(cell.get_attribute("data-cell") or -1)) for cell in cells}


def test_the_tree_is_the_derivation_that_the_checker_accepts(tree: Page) -> None:
    derivation = prove(VIEW, D1, Entrant(engine=USUAL_PROVER)).derivation
    checker = Checker(read(VIEW).cells, None)
    for constraint in read(VIEW).constraints:
        checker.tell(constraint)
    checker.check(D1, True, derivation.proof)
    assert_shown(tree, derivation, VIEW.grid)
    expect(tree.locator(".derivation .head-line")).to_contain_text("8 steps from 4 clues")


def test_the_keyboard_walks_and_folds(tree: Page) -> None:
    press = tree.keyboard.press
    press("ArrowDown")
    expect(node(tree, 11)).to_be_focused()
    press("ArrowRight")
    expect(node(tree, 15)).to_be_focused()
    press("ArrowRight")
    expect(node(tree, 15)).to_be_focused()
    press("ArrowLeft")
    press("ArrowDown")
    expect(node(tree, 5)).to_be_focused()
    press("ArrowUp")
    expect(node(tree, 11)).to_have_attribute("aria-expanded", "true")
    press("Enter")
    expect(node(tree, 11)).to_have_attribute("aria-expanded", "false")
    expect(node(tree, 11)).to_be_focused()
    expect(node(tree, 5)).to_have_count(0)
    expect(node(tree, 6)).to_have_count(1)  # 13 follows from it as well
    expect(node(tree, 11)).to_contain_text("5 steps")
    press("Enter")
    expect(node(tree, 5)).to_have_count(1)
    press("Home")
    expect(node(tree, 16)).to_be_focused()


def test_nodes_and_words_light_up_each_other_and_the_board(tree: Page) -> None:
    node(tree, 12).hover()
    assert lit(tree) == {"b1", "d1", "d3", "c2"}
    words = tree.locator(".in-words .sentence.lit").all_text_contents()
    assert words[-1] == "The 3 at c2 has the clause b1 ∨ d1 ∨ d3."
    assert len(words) == 2  # the coach speaks of the 3, too
    told = tree.locator(".in-words .sentence")
    told.filter(has_text="So a1 is safe and d1 is a mine.").hover()
    assert tree.locator(".derivation .node.lit").evaluate_all(NUMBERS) == ["16"]
    told.filter(has_text="Added up, there is one more mine").hover()
    assert "1" in tree.locator(".derivation .node.lit").evaluate_all(NUMBERS)
    assert lit(tree) >= {"b2", "b3", "c2", "c3"}


NUMBERS = "items => items.map(item => item.dataset.node)"


def test_other_engines_prove_it_in_other_ways_until_the_position_changes(tree: Page) -> None:
    menu = tree.locator(".derivation select")
    menu.select_option("exact")
    expect(tree.locator(".derivation .head-line")).to_contain_text("1 step from 4 clues")
    menu.select_option("single")
    expect(tree.locator("#notice")).to_contain_text("single does not settle d1")
    expect(menu).to_have_value("exact")
    tree.locator("#analyse-clear").click()
    expect(tree.locator(".derivation")).to_have_count(0)


def test_every_format_is_saved(tree: Page, tmp_path: Path) -> None:
    proved = prove(VIEW, D1, Entrant(engine=USUAL_PROVER))
    for form in FORMATS:
        with tree.expect_download() as saved:
            tree.locator(f".derivation [data-format='{form}']").click()
        assert saved.value.suggested_filename == f"d1-is-a-mine.{FORMATS[form].suffix}"
        saved.value.save_as(tmp_path / form)
        written = proved.export(form)
        data = (tmp_path / form).read_bytes()
        assert data == (written.encode() if isinstance(written, str) else written)


def test_in_a_game_and_in_chinese(visit: Visit) -> None:
    page = visit("#game/layout%2Fclearing%20*.*.%201211%200000%20a3", language="zh-TW")
    page.locator("#play-board [data-cell='0']").focus()
    page.locator("#explain").click()
    page.locator(".to-tree").click()
    expect(page.locator("#play-tree .node").first).to_contain_text("a1 是地雷")


def test_a_clause_and_a_cell_of_the_logic_view(visit: Visit) -> None:
    """The parents in the trace are the derivation that the server's checker would accept."""
    code, engine = "3x3/2/list2#63", "resolution(hints='at once')"
    steps = list(trace(Game.of(code), Entrant(engine=engine)))
    made = next(step for step in steps if step["kind"] == "inserted" and step["parents"])
    page = visit(f"#logic/{quote(code, safe='')}%3Fstep%3D{made['number']}")
    grid = Game.of(code).grid
    clause = claim_label(frozenset(made["clause"]), grid.name)
    page.locator("#logic-kb .pick").filter(has_text=re.compile(f"^{re.escape(clause)}$")).click()
    proof = ancestry(steps, made["number"], frozenset(made["clause"]))
    assert_shown(page, Derivation.of([proof]), grid)
    page.locator("#logic-stall").click()
    mark = next(step for step in reversed(steps) if step["kind"] == "marked")
    page.locator(f"#logic-board [data-cell='{mark['cell']}']").focus()
    page.locator("#logic-derive").click()
    last = max(step["number"] for step in steps if step["kind"] in ("stalled", "end"))
    assert_shown(page, Derivation.of([ancestry(steps, last, frozenset(mark["clause"]))]), grid)


def assert_shown(page: Page, derivation: Derivation, grid: Grid) -> None:
    expect(node(page, derivation.conclusion.number)).to_be_focused()
    expect(page.locator(".derivation .node")).to_have_count(len(derivation.nodes))
    for each in derivation.nodes:
        texts = node(page, each.number).locator(".said").all_text_contents()
        assert tuple(texts) == claim_lines(each.claim, grid.name)
    assert page.locator(".derivation .edge").count() == sum(
        len(each.premises) for each in derivation.nodes
    )


def test_it_fits_a_phone(visit: Visit) -> None:
    page = visit("#analyse", size=(360, 740))
    paste(page, PICTURE)
    show(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.long
def test_two_thousand_nodes_stay_usable(visit: Visit) -> None:
    page = visit("#analyse")
    page.evaluate(OPEN, json.dumps(LARGE))
    page.locator(".derivation .node").first.wait_for()
    expect(page.locator(".derivation .head-line")).to_contain_text("nodes are shown")
    shown = page.locator(".derivation .node").count()
    assert 20 <= shown <= 40
    piles = page.locator(".derivation .node:has(.pile)")
    number = piles.first.get_attribute("data-node") or ""
    steps = page.evaluate(TIMED, number)
    assert steps["milliseconds"] < 5000  # 100 or so; this is against hanging
    expect(node(page, int(number))).to_have_attribute("aria-expanded", "true")
    assert page.locator(".derivation .node").count() > shown
    expect(page.locator(".derivation .head-line")).to_contain_text(f"of {steps['size']:,} nodes")
    assert steps["size"] > 2000


OPEN = """async (subject) => {
  const { DerivationView } = await import("/js/derivation/view.js");
  const { Grid } = await import("/js/board/grid.js");
  const wish = { ...JSON.parse(subject), page: 0 };
  const ask = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" } }).then(answer => answer.json());
  const { steps, pages } = await ask("api/trace", wish);
  for (let page = 1; page < pages; page++)
    steps.push(...(await ask("api/trace", { ...wish, page })).steps);
  const { number: step, clause } = steps.findLast(each => each.kind === "marked");
  const board = { grid: new Grid(30, 60, "square"), light() {} };
  const view = new DerivationView(document.getElementById("analyse-tree"), board);
  await view.show({ ...JSON.parse(subject), step, clause });
  window.tree = view;
}"""
TIMED = """async (number) => {
  const item = () => document.querySelector(`.derivation [data-node="${number}"]`);
  const start = performance.now();
  item().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  while (item()?.getAttribute("aria-expanded") !== "true")
    await new Promise(resolve => setTimeout(resolve, 5));
  return { milliseconds: performance.now() - start, size: window.tree.derivation.size };
}"""
