"""How long ten quick flags take on the page of a server far away, beside one round trip.

    make bench-flags [ARGS="--latency 300 --rounds 7"]

A server runs as `mineproof serve` runs it, the page in Chromium, which delays every request by the
latency. Cells are right-clicked every 10 milliseconds: the tenth flag cannot be set before 90 have
passed, nor confirmed before a round trip more. A request for the game, which is one round trip, one
flag, and ten flags take turns, so that a busy machine slows all of them. Medians are printed, and
their ratio to the round trip: it would be ten if each flag waited for the answer to the last one.

*Set* is when the last flag is on the board, *then* the time until all are confirmed; *the page* is
its last part, after the answer, and *a flag* the work of the browser for a click, the least of all
rounds. The exit code is 1 if ten flags take 500 ms or more.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tools.browser import NO_BROWSER, find_browser, open_browser, serving

from mineproof.board.transcript import Transcript

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "beginner/opening:d4#8 d4"
MOST = 500.0
HEADS = ("all", "ratio", "set", "then", "the page", "a flag", "requests")

# Right-click cells one after the other until all flags are confirmed; times are in milliseconds.
# The tests of the page use it too.
FLAG = """async cells => {
    const started = performance.now();
    const sent = () => performance.getEntriesByType("resource")
        .filter(({ name, startTime }) => name.endsWith("/batch") && startTime >= started);
    const init = { bubbles: true, button: 2, buttons: 2, pointerType: "mouse", pointerId: 1 };
    const live = document.querySelector("#live");
    const seen = [];
    let work = 0;
    const confirmed = new Promise(done => {
        const watch = new MutationObserver(() => (watch.disconnect(), done(performance.now())));
        watch.observe(live, { childList: true, characterData: true, subtree: true });
    });
    for (const cell of cells) {
        const element = document.querySelector(`#play-board [data-cell="${cell}"]`);
        const began = performance.now();
        element.dispatchEvent(new PointerEvent("pointerdown", init));
        element.dispatchEvent(new PointerEvent("pointerup", { ...init, buttons: 0 }));
        work += performance.now() - began;
        seen.push(element.dataset.face);
        if (cell !== cells.at(-1)) await new Promise(done => setTimeout(done, 10));
    }
    const shown = performance.now() - started;
    const left = document.querySelector("#mines-left").textContent;
    const took = await confirmed - started;
    await new Promise(done => setTimeout(done)); // the entry of the last request is written then
    const answered = Math.max(...sent().map(({ responseEnd }) => responseEnd)) - started;
    const [page, requests] = [took - answered, sent().length];
    return { took, shown, page, work: work / cells.length, requests, seen, left };
}"""
FETCH = """async () => {
    const started = performance.now();
    const token = JSON.parse(localStorage["mineproof.game"]);
    await (await fetch(`api/games/${token}`)).json();
    return performance.now() - started;
}"""


def main() -> int:
    """Measure and print; return 1 if ten flags take too long. Without a browser, say so."""
    asked = options()
    if find_browser() is None:
        print(NO_BROWSER)
        return 0
    with tempfile.TemporaryDirectory() as room, serving(Path(room) / "games") as server:
        return report(measured(server.url, asked.latency, asked.rounds), asked.latency)


def measured(url: str, latency: int, rounds: int) -> dict[str, list[Any]]:
    """Return what was measured on the page of a server."""
    with open_browser() as browser:
        page = browser.new_page()
        page.goto(f"{url}icon.svg")
        page.evaluate("localStorage['mineproof.tour'] = 'true'")
        page.goto(f"{url}#game/{quote(GAME, safe='')}")
        page.wait_for_selector("[data-ready]")
        slow_down(page, latency)
        return measure(page, rounds)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench-flags")
    parser.add_argument("--latency", type=int, default=300, help="milliseconds of each request")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured")
    return parser.parse_args()


def slow_down(page: Page, latency: int) -> None:
    """Delay every request from now on."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    wishes = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", {**wishes, "latency": latency})


def measure(page: Page, rounds: int) -> dict[str, list[Any]]:
    """Return what each round took, the first one left out: it opens connections."""
    mines = sorted(Transcript.parse(GAME).end().layout.mines)
    taken: dict[str, list[Any]] = {"trip": [], "one": [], "ten": []}
    for _ in range(rounds + 1):
        taken["trip"].append(page.evaluate(FETCH))
        for name, cells in (("one", mines[:1]), ("ten", mines)):
            taken[name].append(page.evaluate(FLAG, cells))
            page.evaluate(FLAG, cells)  # and away with them
    return {name: each[1:] for name, each in taken.items()}


def report(taken: dict[str, list[Any]], latency: int) -> int:
    """Print the medians; return 1 if ten flags take too long."""
    trip = median(taken["trip"])
    print(f"latency {latency} ms, medians of {len(taken['trip'])} rounds\n")
    print("            " + "".join(f"{head:>10}" for head in HEADS))
    print(f"{'round trip':<12}{trip:>7.0f} ms{1:>10.2f}")
    for name, what in (("one", "one flag"), ("ten", "ten flags")):
        rounds = taken[name]
        took, seen, page = (median(e[key] for e in rounds) for key in ("took", "shown", "page"))
        then = median(each["took"] - each["shown"] for each in rounds)
        requests = max(each["requests"] for each in rounds)
        print(
            f"{what:<12}{took:>7.0f} ms{took / trip:>10.2f}{seen:>7.0f} ms{then:>7.0f} ms"
            f"{page:>7.1f} ms{min(each['work'] for each in rounds):>7.1f} ms{requests:>10.0f}"
        )
    worst = median(each["took"] for each in taken["ten"])
    return int(worst >= MOST)


if __name__ == "__main__":
    sys.exit(main())
