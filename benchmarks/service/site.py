"""The page without a server beside the served one: first click, hints, boards, analyses, weight.

    make bench-site [ARGS="--positions 100 --rounds 30"]

Both pages are asked the same by their own scripts, in one Chromium and in turns, so that a busy
machine slows both. The static site is built first, if its sources have changed. *First click* is
from the start of a visit to the number in the cell, of a board that needs no guess, where the
browser has all files from an earlier visit. Positions come from expert games in which everything
certain was opened for some steps. *Hint* is a hint up to its proof where some cell is safe. Where
none is, the hint compares guesses, for which both pages take the strongest budget that fits their
time: *guess*. *Any hint* is both together. The exit code is 1 if the static page misses one of its
targets.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, TypeAlias

from tools.browser import NO_BROWSER, find_browser, open_browser, serving, until
from tools.file_server import FileServer, serving_files
from tools.site_builder.build import FOR_TESTS, build_if_changed

from mineproof import analyse
from mineproof.board.game import Game
from mineproof.board.transcript import Transcript

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TARGETS = {
    "first click p50": 1500.0,
    "hint p95": 150.0,
    "no-guess expert p50": 1000.0,
    "analysis p50": 100.0,
}
"""Milliseconds that the static page may take. That of hints is for those where a cell is safe."""

Times: TypeAlias = dict[str, list[float]]
"""Milliseconds, by page."""

_TOUR = "localStorage['mineproof.tour'] = 'true'; localStorage.removeItem('mineproof.game');"
_FIRST_CLICK = """async () => {
    const cell = document.querySelector("#play-board [data-cell='40']");
    const init = { bubbles: true, button: 0, buttons: 1, pointerType: "mouse", pointerId: 1 };
    cell.dispatchEvent(new PointerEvent("pointerdown", init));
    cell.dispatchEvent(new PointerEvent("pointerup", { ...init, buttons: 0 }));
    while (cell.dataset.face === "#") await new Promise((done) => setTimeout(done, 4));
    return performance.now();
}"""
_TIMED = """async ([work, asked]) => {
    const main = document.querySelector("script[src$='js/main.js']").src;
    const { api } = await import(new URL("page/api.js", main).href);
    const works = {
        hint: async () => api.hint(asked, 6, "en"),
        analysis: async () => api.analyse({ ...asked, lang: "en" }, new AbortController().signal),
        board: async () => api.play(asked, [{ act: "open", cell: [8, 15] }]),
    };
    const began = performance.now();
    await works[work]();
    return performance.now() - began;
}"""
_BEGUN = """async (wish) => {
    const main = document.querySelector("script[src$='js/main.js']").src;
    const { api } = await import(new URL("page/api.js", main).href);
    return api.begin(wish);
}"""
_WEIGHT = """() => performance.getEntriesByType("navigation")
    .concat(performance.getEntriesByType("resource"))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)"""


def positions(count: int) -> Iterator[Transcript]:
    """Yield expert games that were played for some steps by what is certain."""
    for seed in range(count):
        game = Game.of(f"expert/opening:d4#{seed}")
        moves = ["d4"]
        game.open(game.grid.parse("d4"))
        for _ in range(seed % 5):
            for cell in analyse(game.view).safe:
                if cell in game.view.hidden_cells():  # a zero may have opened it
                    game.open(cell)
                    moves.append(game.grid.name(cell))
        yield Transcript.parse(f"expert/opening:d4#{seed} {' '.join(moves)}")


@contextmanager
def both_pages() -> Iterator[tuple[dict[str, str], FileServer]]:
    """Serve the page by a server, and the site as files; yield their addresses, and the latter."""
    site = build_if_changed(FOR_TESTS)
    with tempfile.TemporaryDirectory() as folder:
        data, root = Path(folder, "games"), Path(folder, "root")
        with serving(data) as server, serving_files(site, root) as files:
            yield {"served": server.url, "static": files.url}, files


def first_clicks(pages: dict[str, Page], urls: dict[str, str], rounds: int) -> Times:
    """Return how long each page takes from the start of a visit to the first number."""
    times: Times = {name: [] for name in pages}
    for _ in range(rounds):
        for name, page in pages.items():
            page.evaluate(_TOUR)
            page.goto(urls[name])
            page.wait_for_selector("#play-board [data-cell='40']")
            times[name].append(page.evaluate(_FIRST_CLICK))
    return times


def timed(pages: dict[str, Page], work: str, asked: Sequence[Any]) -> Times:
    """Return how long each page takes for a request, for each thing that is asked, in turns."""
    times: Times = {name: [] for name in pages}
    for one in asked:
        for name, page in pages.items():
            times[name].append(page.evaluate(_TIMED, [work, one[name]]))
    return times


def begun(pages: dict[str, Page], wish: object) -> dict[str, Any]:
    """Begin the same game on each page."""
    return {name: page.evaluate(_BEGUN, wish) for name, page in pages.items()}


def measured(browser: Browser, count: int, rounds: int) -> dict[str, Times]:
    """Return all times, by what was measured."""
    found: dict[str, Times] = {}
    with both_pages() as (urls, _):
        pages = {name: browser.new_context().new_page() for name in urls}
        for name, page in pages.items():
            visit(page, urls[name])
        found["first click"] = first_clicks(pages, urls, rounds)
        games = list(positions(count))
        tokens = [begun(pages, {"code": str(game)}) for game in games]
        proved = [bool(analyse(game.end().view).safe) for game in games]
        for what, is_proof in (("hint", True), ("guess", False)):
            some = [each for each, safe in zip(tokens, proved, strict=True) if safe is is_proof]
            names = [{name: game["token"] for name, game in each.items()} for each in some]
            found[what] = timed(pages, "hint", names)
        found["any hint"] = {name: found["hint"][name] + found["guess"][name] for name in pages}
        asked = [{n: _position(g) for n, g in each.items()} for each in tokens]
        found["analysis"] = timed(pages, "analysis", asked)
        boards = [begun(pages, {"level": "expert", "no_guess": True}) for _ in range(rounds)]
        found["no-guess expert"] = timed(pages, "board", boards)
    return found


def figures(found: dict[str, Times]) -> dict[str, dict[str, float]]:
    """Return the median and the 95th percentile of all times, by page."""
    told = {}
    for what, times in found.items():
        told[f"{what} p50"] = {name: median(each) for name, each in times.items()}
        told[f"{what} p95"] = {name: quantiles(each, n=20)[-1] for name, each in times.items()}
    return told


def _position(game: dict[str, Any]) -> dict[str, Any]:
    return {"board": game["board"], "mines": game["mines"], "shape": game["shape"]}


def visit(page: Page, url: str) -> None:
    """Visit a page for the first time, until everything that it needs is there."""
    page.add_init_script("localStorage['mineproof.tour'] = 'true'")
    page.goto(url)
    page.wait_for_selector("#play-board [data-cell='40']")
    page.evaluate(_FIRST_CLICK)
    if page.locator("meta[name='mineproof-worker']").count():
        until(page, "() => navigator.serviceWorker.controller !== null", seconds=120)
        page.wait_for_timeout(3000)  # the analyst starts


def weights(browser: Browser) -> dict[str, tuple[int, int]]:
    """Return how many bytes a first visit loads, and a second one."""
    found = {}
    with both_pages() as (urls, files):
        for name, url in urls.items():
            page = browser.new_context().new_page()
            visits = []
            for _ in range(2):
                before = files.bytes_sent()
                visit(page, url)
                page.wait_for_timeout(1000)
                loaded = page.evaluate(_WEIGHT)
                visits.append(files.bytes_sent() - before if name == "static" else loaded)
            found[name] = (visits[0], visits[1])
    return found


def report(found: dict[str, Times], weight: dict[str, tuple[int, int]]) -> bool:
    """Print the figures; tell whether the static page keeps its targets."""
    by_name = figures(found)
    print(f"{'':20}{'served':>10}{'static':>10}{'ratio':>8}{'target':>10}{'sample':>8}")
    for what, told in by_name.items():
        target = f"{TARGETS[what]:.0f} ms" if what in TARGETS else ""
        served, static = told["served"], told["static"]
        ratio = f"{static / served:.1f}"
        sample = len(found[what[:-4]]["static"])
        print(f"{what:20}{served:7.0f} ms{static:7.0f} ms{ratio:>8}{target:>10}{sample:8}")
    for i, visited in enumerate(("first visit", "second visit")):
        served, static = (weight[name][i] / 1e6 for name in ("served", "static"))
        print(f"{visited:20}{served:7.2f} MB{static:7.2f} MB")
    return all(by_name[what]["static"] < most for what, most in TARGETS.items())


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=30)
    asked = parser.parse_args()
    if find_browser() is None:
        print(NO_BROWSER, file=sys.stderr)
        return 2
    with open_browser() as browser:
        found = measured(browser, asked.positions, asked.rounds)
        weight = weights(browser)
    return 0 if report(found, weight) else 1


if __name__ == "__main__":
    sys.exit(main())
