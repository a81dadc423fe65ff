"""The workers of the static page: they answer as a server does, and may end at any time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.app.site.conftest import come
from tests.app.transports.stories import STORIES, Step
from tests.app.transports.test_carriers import Answer, answered, over_http
from tests.app.web.browser.player import faces
from tools.browser import until
from tools.file_server import FileServer

from mineproof.app.service.routes import PREFIX

pytestmark = pytest.mark.long

SEND = """async ({ method, address, body, accepts }) => {
    const main = document.querySelector("script[src$='js/main.js']").src;
    const { send } = await import(new URL("page/transport.js", main).href);
    const path = address.replace(/^\\/api\\//, "");
    const language = accepts ?? "";
    const { status, text } = await send({ method, path, body: body ?? undefined, language });
    return [status, text];
}"""
ASK = """async ([task, asked, seconds]) => {
    const main = document.querySelector("script[src$='js/main.js']").src;
    const { Analysts } = await import(new URL("worker/analysts.js", main).href);
    const told = JSON.parse(document.querySelector("meta[name='mineproof-worker']").content);
    const python = new URL(told.python, document.baseURI).href;
    window.analysts ??= new Analysts({ python, isFirst: false });
    return (await window.analysts.ask(JSON.stringify({ task, asked }), seconds)) ?? null;
}"""
WATCHED = """
window.workers = [];
window.Worker = class extends window.Worker {
    constructor(...more) {
        super(...more);
        window.workers.push(this);
    }
};
"""
LOST = """
window.asked = 0;
window.starts = [];
window.Worker = class extends window.Worker {
    constructor(...more) {
        super(...more);
        window.starts.push(performance.now());
    }

    postMessage(message) {
        const { question } = message;
        if (!question) return super.postMessage(message);
        window.asked++;
        setTimeout(() => this.onmessage({ data: { id: question.id, lost: "again" } }));
    }
};
"""
OPENED = "() => document.querySelector('#play-board [data-face=\"0\"]') !== null"


@pytest.mark.parametrize("name", STORIES)
def test_the_worker_answers_in_the_words_of_a_server(
    context: BrowserContext, server: FileServer, tmp_path: Path, name: str
) -> None:
    """To all that a page can ask, which is below the API."""
    page = come(context, server.url)

    def in_page(step: Step) -> Answer:
        status, text = page.evaluate(SEND, step._asdict())
        return status, text

    page.evaluate(SEND, {"method": "GET", "address": "/api/lessons?lang=en"})  # Python is there
    with over_http(tmp_path) as http:
        steps = [step for step in STORIES[name] if step.address.startswith(PREFIX + "/")]
        told = answered(http, steps), answered(in_page, steps)
        for (step, by_server), (_, by_worker) in zip(*told, strict=True):
            assert comparable(by_worker) == comparable(by_server), step


def comparable(answer: Answer) -> Answer:
    """Return an answer without speeds, and with numbers of 12 digits.

    Here a move takes time, and the server's clock stands. From Python 3.12 on, which browsers have,
    the last digit of a sum may be another.
    """
    status, text = answer
    text = re.sub(r'("bbbv_per_second": ?)(null|_)', r"\1_", text)
    return status, re.sub(r"\d\.\d{12,}", lambda found: f"{float(found[0]):.12f}", text)


def test_what_takes_too_long_is_ended_and_the_next_is_answered(
    context: BrowserContext, server: FileServer
) -> None:
    """The worker ends in the midst of its work, and another one takes its place."""
    page = come(context, server.url)
    hard = {"game_id": "200x200/8000/opening:d4#1"}
    assert page.evaluate(ASK, ["generate_board", hard, 0.5]) is None
    quick = {"board": ["1#"], "mines": 1, "shape": "square", "lang": "en"}
    answer = page.evaluate(ASK, ["analyse_position", quick, 60])
    assert '"mines": [[0, 1]]' in answer


@pytest.mark.parametrize("is_crash", [True, False])
def test_a_worker_that_ends_loses_no_click(
    context: BrowserContext, server: FileServer, *, is_crash: bool
) -> None:
    """Whether the browser tells of it or not."""
    context.add_init_script(WATCHED)
    page = come(context, server.url)
    page.locator("#play-board [data-cell='40']").click()
    until(page, OPENED, seconds=120)
    end(page, is_crash=is_crash)
    shown = faces(page)
    page.locator("#play-board [data-face='#']").first.click(button="right")
    if not is_crash:  # what was asked of it may have been done
        expect(page.locator("#notice")).to_contain_text("starts again", timeout=60_000)
        expect(page.locator("#notice")).to_contain_text("Nothing was lost", timeout=120_000)
    page.keyboard.press("h")
    expect(page.locator("#play-hint .rung").first).to_be_visible(timeout=120_000)
    assert faces(page).replace("F", "#") == shown
    assert faces(page).count("F") == 1


def test_a_worker_that_loses_all_it_is_asked_is_started_less_and_less_often(
    context: BrowserContext, server: FileServer
) -> None:
    """And nothing says that all is well again."""
    context.add_init_script(LOST)
    page = come(context, server.url)
    page.locator("#play-board [data-cell='40']").click()
    until(page, "() => starts.length === 4", seconds=120)
    expect(page.locator("#notice")).to_contain_text("starts again")
    assert page.evaluate("asked") < 20
    one, two, three, four = page.evaluate("starts")
    assert two - one < 0.7 * (three - two)
    assert three - two < 0.7 * (four - three)


def end(page: Page, *, is_crash: bool) -> None:
    tell = "workers[0].onerror({ message: 'ended' })" if is_crash else ""
    page.evaluate(f"() => {{ workers[0].terminate(); {tell} }}")
