"""Files of other programs are read by the server, whatever they hold, and refused in a sentence."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.app.web.conftest import MakePage, Page

from mineproof.board.formats import WRITABLE, format_named
from mineproof.board.formats.values import Replay
from mineproof.board.transcript import Transcript

REPLAYS = sorted((Path(__file__).parents[3] / "data" / "replays").glob("*.*vf")) + sorted(
    (Path(__file__).parents[3] / "data" / "replays").glob("*.rmv")
)
LOST = Transcript.parse("layout/clearing *1..1*1 c1 a1")
ENDS = {"transcript": "*1001*#", "tatham": "#1001##"}
"""The last position of LOST, as far as a format keeps its moves; a layout is shown whole."""


def read(page: Page, name: str, data: bytes) -> Any:
    return page.post("/api/files", {"name": name, "base64": b64encode(data).decode()})


def refused(page: Page, name: str, data: bytes, lang: str = "en") -> tuple[int, str]:
    body = {"name": name, "base64": b64encode(data).decode(), "lang": lang}
    return page.refused("POST", "/api/files", body)


@pytest.mark.parametrize("file", REPLAYS, ids=lambda file: file.name)
def test_a_replay_is_a_game_that_can_be_reviewed(page: Page, file: Path) -> None:
    """Its name says the format; without one, its content does."""
    told = read(page, file.name, file.read_bytes())
    assert told == read(page, "", file.read_bytes())
    value = format_named(file.suffix[1:]).read(file.read_bytes())
    assert isinstance(value, Replay)
    assert (told["format"], told["holds"]) == (file.suffix[1:], "game")
    assert told["game"]["code"] == str(value.transcript)
    assert told["game"]["seconds"] == value.seconds
    opened = page.post("/api/games", {key: told["game"][key] for key in ("code", "seconds")})
    assert opened["status"] == told["game"]["status"]
    assert opened["board"] == told["board"]
    assert opened["elapsed"] == pytest.approx(value.seconds, abs=0.001)
    speed = opened["figures"]["bbbv_opened"] / opened["elapsed"]
    assert opened["figures"]["bbbv_per_second"] == pytest.approx(speed, rel=0.01)


@pytest.mark.parametrize("text", ["frog!", "abc", "你好"])
def test_content_that_is_not_in_base_64_is_refused(page: Page, text: str) -> None:
    status, told = page.refused("POST", "/api/files", {"base64": text})
    assert (status, told) == (400, "the content is not in base 64; expected the bytes of a file")


def test_every_format_that_can_be_written_is_read(page: Page) -> None:
    layout = LOST.begin().layout
    for form in WRITABLE:
        value = Replay(LOST) if form.holds.value == "game" else layout
        told = read(page, f"board{form.suffixes[0]}", form.write(value))
        assert (told["format"], told["holds"]) == (form.name, form.holds.value)
        assert told["board"] == [ENDS.get(form.name, "*1001*1")]
        assert told["mines"] == (None if form.name == "picture" else 2)
    told = read(page, "board.abf", format_named("mbf").write(layout))
    assert told["figures"] == {"bbbv": 2, "openings": 1, "zini": 2}
    assert page.opened(told["game"]["code"]).begun["board"] == ["#######"]


def test_a_position_is_read_from_plain_text(page: Page) -> None:
    told = read(page, "notes.txt", b"# 1\r\n# 1\r\n")
    assert told["board"] == ["#1", "#1"]
    assert (told["holds"], told["mines"], told["game"]) == ("view", None, None)


def test_what_plain_text_leaves_open_is_said_beside_it(page: Page) -> None:
    """The mines and the shape; a file that says its own keeps them."""
    beside = {"mines": 3, "shape": "hex"}
    text = page.post("/api/files", {"base64": b64encode(b"##\n #1").decode()} | beside)
    assert (text["board"], text["mines"], text["shape"]) == (["##", "#1"], 3, "hex")
    mine = page.post("/api/files", {"base64": b64encode(b"2x2x1\n1H\n11\n").decode()} | beside)
    assert (mine["board"], mine["mines"], mine["shape"]) == (["1#", "11"], 1, "square")


def test_only_a_game_given_by_its_code_has_taken_seconds(page: Page) -> None:
    lost = page.post("/api/games", {"code": str(LOST), "seconds": 2.5})
    assert (lost["elapsed"], lost["clock_runs"]) == (2.5, False)
    body = {"level": "easy", "seconds": 2.5}
    assert page.refused("POST", "/api/games", body) == (
        422,
        "seconds without a code; expected the code of the game that took them",
    )


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("", b""),
        ("a.avf", b"\x00\x01"),
        ("a.rmv", b"*rmv"),
        ("a.mvf", b"nothing of the sort"),
        ("a.evf", b"\xff" * 40),
        ("a.mbf", b"\x02\x02\x00\x09"),
        ("a.mine", b"2x2x1\n11\n1z\n"),
        ("a.url", b"https://example.org/"),
        ("a.layout", b"*x"),
        ("a.transcript", b"easy/opening#1 z99"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"),
        ("a.picture", b"###\n##"),
    ],
)
def test_malformed_files_get_a_sentence(page: Page, name: str, data: bytes, lang: str) -> None:
    status, sentence = refused(page, name, data, lang)
    assert status in (400, 409)
    assert "\n" not in sentence
    assert bool(re.search("[\u4e00-\u9fff]", sentence)) == (lang == "zh-TW"), sentence


def test_damaged_replays_are_read_or_refused(page: Page) -> None:
    dice = Random(1)
    for file in REPLAYS:
        data = bytearray(file.read_bytes())
        for _ in range(12):
            data[dice.randrange(len(data))] = dice.randrange(256)
            body = {"name": file.name, "base64": b64encode(data).decode()}
            assert page.send("POST", "/api/files", body).status_code in (200, 400, 409)


def test_files_have_a_limit_of_their_own(make_page: MakePage) -> None:
    page = make_page(file_bytes=4000, request_bytes=1000)
    assert read(page, "", b"#" * 60 + b"\n" * 3900)["board"] == ["#" * 60]
    status, sentence = refused(page, "", b"#" * 6000)
    assert (status, sentence) == (413, "the request is too long; expected at most 7333 bytes")
    chinese = page.send("POST", "/api/files", {"base64": "A" * 9000}, headers=ZH)
    assert chinese.json() == {"error": "要求太長；最多 7333 位元組"}
    assert page.refused("POST", "/api/games", {"code": " " * 2000})[0] == 413


ZH = {"Accept-Language": "zh-TW"}


def test_boards_that_are_too_large_for_the_server_are_refused(page: Page) -> None:
    status, sentence = refused(page, "", b"\n".join([b"#" * 300] * 300))
    assert status == 400
    assert sentence.startswith("a board of 300 rows and 300 columns; expected at most ")
