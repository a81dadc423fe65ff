"""The mines are in the player's own browser: no look at the page or at what it keeps finds them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import BrowserContext, Page
from tests.app.site.conftest import come
from tests.app.site.test_workers import SEND
from tests.app.web.browser.player import faces
from tests.app.web.browser.test_truth import ask_for_help, check_all, let_the_ai_finish
from tools.file_server import FileServer

from mineproof.board.layout import Layout
from mineproof.board.transcript import Transcript

pytestmark = pytest.mark.long

OVERHEARD = """
window.overheard = [];
window.Worker = class extends window.Worker {
    constructor(...more) {
        super(...more);
        const asked = new Map();
        this.tell = ({ question }) => question && asked.set(question.id, question.path);
        this.addEventListener("message", ({ data }) => {
            if ("text" in data) window.overheard.push([`/api/${asked.get(data.id)}`, data.text]);
        });
    }

    postMessage(message) {
        this.tell(message);
        super.postMessage(message);
    }
};
"""
STORED = """async () => {
    const base = await new Promise((resolve) => {
        const request = indexedDB.open("mineproof");
        request.onsuccess = () => resolve(request.result);
    });
    const all = (store) => new Promise((resolve) => {
        const request = base.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
    });
    const [games, [key]] = [await all("games"), await all("keys")];
    base.close();
    const rows = games.map(({ sealed }) => String.fromCharCode(...new Uint8Array(sealed)));
    const read = await crypto.subtle.exportKey("raw", key).then(() => "out", (error) => error.name);
    return { rows, isKeySecret: !key.extractable && read === "InvalidAccessError" };
}"""
GLOBALS = """() => {
    const seen = new Set();
    const lists = [];
    const look = (value, depth) => {
        if (value === null || typeof value !== "object" || seen.has(value) || depth > 6) return;
        seen.add(value);
        if (value instanceof Node || value instanceof Window) return;
        const parts = value instanceof Map || value instanceof Set ? [...value] : null;
        const isList = Array.isArray(value) || ArrayBuffer.isView(value) || parts;
        if (isList) lists.push(JSON.stringify(parts ?? [...value]));
        for (const each of parts ?? Object.values(value)) look(each, depth + 1);
    };
    const own = Object.getOwnPropertyNames(globalThis).filter((name) => name !== "overheard");
    for (const name of own) {
        try { look(globalThis[name], 0); } catch { /* some refuse to be read */ }
    }
    return { lists, names: own };
}"""


def test_no_answer_of_the_worker_tells_where_a_mine_is(
    context: BrowserContext, server: FileServer
) -> None:
    """What is said of the served page's answers holds for what the worker says to the page."""
    context.add_init_script(OVERHEARD)
    page = come(context, server.url)
    ask_for_help(page)
    let_the_ai_finish(page)
    check_all([(url, text) for url, text in page.evaluate("overheard")])


def test_nothing_that_a_page_can_read_tells_where_a_mine_is(
    context: BrowserContext, server: FileServer
) -> None:
    """Neither the document, nor globals, nor what is stored: no seed, and no layout."""
    page = come(context, server.url)
    ask_for_help(page)
    found = page.evaluate(STORED)
    assert found["isKeySecret"]
    assert found["rows"] != []
    kept = page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
    seen = page.evaluate(GLOBALS)
    texts = [*found["rows"], kept, page.content(), *seen["lists"], *seen["names"]]
    assert "*" not in faces(page)
    assert not any("pyodide" in name for name in seen["names"])
    let_the_ai_finish(page)
    transcript = transcript_of_the_game(page)
    layout = transcript.end().layout
    secrets = {str(transcript.board), *secrets_of(layout)}
    assert [(text, secret) for text, secret in product(texts, secrets) if secret in text] == []
    assert [each for each in seen["lists"] if holds(json.loads(each), layout)] == []


def transcript_of_the_game(page: Page) -> Transcript:
    """Return the game that is over, whose code is no secret any more."""
    token = page.evaluate("JSON.parse(localStorage['mineproof.game'])")
    address = f"/api/games/{token}/code"
    status, text = page.evaluate(SEND, {"method": "GET", "address": address})
    assert status == 200, text
    return Transcript.parse(json.loads(text)["code"])


def secrets_of(layout: Layout) -> Iterator[str]:
    """Yield the layout in the forms in which a program might have it."""
    grid = layout.grid
    rows = layout.picture().split()
    for between in ("", "\\n", "\\\\n", " ", "/", ",", '","'):
        yield between.join(rows)
        yield between.join(re.sub("[^*]", ".", row) for row in rows)
        yield between.join(re.sub("[^*]", "0", row).replace("*", "1") for row in rows)
    cells = sorted(layout.mines)
    for comma in (",", ", ", " "):
        yield comma.join(map(str, cells))
        yield comma.join(map(grid.name, cells))
        yield comma.join(f"[{row}{comma}{col}]" for row, col in map(grid.place, cells))


def holds(told: object, layout: Layout) -> bool:
    """Tell whether a list has all mines, in any order, as numbers, names or places."""
    grid = layout.grid
    if not isinstance(told, list) or len(told) >= grid.size:
        return False
    known = {json.dumps(each) for each in told}
    return any(
        {json.dumps(form(cell)) for cell in layout.mines} <= known
        for form in (int, grid.name, lambda cell: list(grid.place(cell)))
    )
