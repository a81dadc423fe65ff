"""Files arrive on the page: dropped, pasted or chosen; by mouse, keyboard and touch."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import faces, submit, wait_for_faces

from mineproof.board.formats import format_named
from mineproof.board.formats.values import Replay
from mineproof.board.transcript import Transcript

REPLAYS = Path(__file__).parents[4] / "data" / "replays"
LAYOUT = Transcript.parse("layout/clearing *1..1*1").begin().layout
MBF = format_named("mbf").write(LAYOUT)

DROP = """([name, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name));
    const over = new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer: data });
    document.body.dispatchEvent(over);
    const isMarked = document.documentElement.classList.contains("dropping");
    const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data });
    document.body.dispatchEvent(drop);
    return isMarked && over.defaultPrevented && drop.defaultPrevented;
}"""
PASTE = """text => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { bubbles: true, clipboardData: data });
    document.body.dispatchEvent(event);
}"""


def drop(page: Page, name: str, data: bytes) -> None:
    assert page.evaluate(DROP, [name, list(data)])


@pytest.mark.long
def test_a_replay_that_is_dropped_is_reviewed(visit: Visit) -> None:
    page = visit()
    for file in ("arbiter_0.52.3.avf", "vienna_5.0.0.rmv"):
        data = (REPLAYS / file).read_bytes()
        drop(page, file, data)
        value = format_named(file[-3:]).read(data)
        assert isinstance(value, Replay)
        moves = len(value.transcript.moves)
        expect(page.locator("#review-bar [role=option]")).to_have_count(moves)
        time = f"Time {int(value.seconds or 0) // 60}:"
        expect(page.locator("#review-words")).to_contain_text(time)
    notice = page.locator("#notice")
    drop(page, "bad.avf", b"\x01")
    expect(notice).to_contain_text("not avf: byte 5: the file ends in the level")
    drop(page, "large.avf", bytes(1_000_001))
    expect(notice).to_have_text("The file is too large; expected at most 1,000,000 bytes.")
    expect(page.locator("#review-bar")).to_be_visible()


def test_a_board_that_is_dropped_is_played_or_shown(visit: Visit) -> None:
    page = visit()
    drop(page, "board.mbf", MBF)
    expect(page.locator("#open-file-about")).to_have_text(
        "A board of 1 × 7 with 2 mines, 3BV 2. ZiNi clears it with 2 clicks."
    )
    page.locator("#open-file-show").click()
    wait_for_faces(page, "*1001*1", "analyse-board")
    drop(page, "board.abf", MBF)
    expect(page.locator("#open-file-play")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_faces(page, "#######")
    expect(page.locator("#play")).to_be_visible()


def test_text_is_pasted_anywhere(visit: Visit) -> None:
    page = visit()
    page.evaluate(PASTE, "###\n121\n")
    wait_for_faces(page, "###121", "analyse-board")
    expect(page.locator("#analyse-mines")).to_have_value("")
    page.evaluate(PASTE, "layout/clearing *1..1*1 c1 a1")
    expect(page.locator("#review-bar [role=option]")).to_have_count(2)
    page.evaluate(PASTE, "hello, world")
    expect(page.locator("#notice")).to_contain_text("expected")
    expect(page.locator("#review-bar [role=option]")).to_have_count(2)


def test_text_keeps_the_chosen_shape_and_says_its_own_mines(visit: Visit) -> None:
    """The room that is shown says the shape, the player the mines; the sample's count goes."""
    page = visit("#analyse")
    expect(page.locator("#analyse-mines")).to_have_value("18")
    page.locator("#analyse-shape").select_option("hex")
    page.locator("#analyse-file").click()
    submit(page, "###\n 121\n000")
    wait_for_faces(page, "###121000", "analyse-board")
    expect(page.locator("#analyse-shape")).to_have_value("hex")
    expect(page.locator("#analyse-mines")).to_have_value("")
    page.locator("#analyse-file").click()
    page.locator("#open-file-shape").select_option("torus")
    submit(page, "##\n##", mines="2")
    wait_for_faces(page, "####", "analyse-board")
    expect(page.locator("#analyse-shape")).to_have_value("torus")
    expect(page.locator("#analyse-mines")).to_have_value("2")
    page.locator("#analyse-undo").click()
    wait_for_faces(page, "###121000", "analyse-board")
    page.evaluate(PASTE, "s.2x3.1.-b0b")
    wait_for_faces(page, "###000", "analyse-board")


def test_what_is_opened_in_logic_is_watched_there(visit: Visit) -> None:
    page = visit("#logic/3x3%2F2%2Flist2%2363?engine=subset")
    sentence = page.locator("#logic-sentence")
    expect(sentence).to_contain_text("begins")
    for text, told in (("4x4/3/list3#98", "4x4/3/list3#98 begins"), ("1#\n11", "3 cells are open")):
        page.evaluate(PASTE, text)
        expect(sentence).to_contain_text(told)
        expect(page.locator("#logic-part-sentences")).to_be_visible()
    drop(page, "board.mbf", MBF)
    expect(sentence).to_contain_text("begins")
    assert faces(page, "logic-board") == "#######"


def test_a_file_is_chosen_by_keyboard(visit: Visit) -> None:
    page = visit("#analyse")
    before = faces(page, "analyse-board")
    page.keyboard.press("o")
    dialog = page.locator("#open-file")
    expect(dialog).to_be_visible()
    page.locator("#open-file-text").fill("#9")
    page.locator("#open-file-text").press("Tab")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.locator("#analyse-file").press("Enter")
    expect(dialog).to_be_visible()
    page.locator("#open-file-form [type=submit]").press("Enter")
    expect(page.locator("#open-file-error")).not_to_be_empty()
    assert faces(page, "analyse-board") == before
    with page.expect_file_chooser() as chooser:
        page.locator("#open-file-choose").press("Enter")
    file: FilePayload = {"name": "a.mine", "mimeType": "", "buffer": b"2x2x1\n1H\n11\n"}
    chooser.value.set_files(file)
    wait_for_faces(page, "1#11", "analyse-board")
    expect(page.locator("#analyse-mines")).to_have_value("1")


def test_a_file_is_chosen_by_touch_and_refused_in_chinese(visit: Visit) -> None:
    page = visit("#review", touch=True, size=(360, 740), language="zh-TW")
    page.locator("#review-none-file").tap()
    with page.expect_file_chooser() as chooser:
        page.locator("#open-file-choose").tap()
    picture: FilePayload = {"name": "a.png", "mimeType": "image/png", "buffer": b"\x89PNG"}
    chooser.value.set_files(picture)
    error = page.locator("#open-file-error")
    expect(error).to_contain_text("讀不了圖片")
    with page.expect_file_chooser() as chooser:
        page.locator("#open-file-choose").tap()
    chooser.value.set_files({"name": "a.evf", "mimeType": "", "buffer": b"\x09"})
    expect(error).to_contain_text("不是有效的 evf 檔")
