"""What version 0.1 has written still opens: ids, transcripts, stored games, finished runs."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.app.conftest import Run
from tests.app.web.conftest import page_on
from typer.testing import CliRunner

from mineproof.app.main import main
from mineproof.board.transcript import Transcript

OLD = Path(__file__).parent / "data" / "version_0.1"
TEXTS = json.loads((OLD / "texts.json").read_text())
GAMES = json.loads((OLD / "games.json").read_text())
RUN = "small-32ea452b9079"


@pytest.mark.parametrize("text", TEXTS["games"])
def test_a_game_id_stands_for_the_same_game(text: str) -> None:
    shown = TEXTS["games"][text]
    game = Transcript.parse(text).begin()
    assert str(game.setting) == shown["id"]
    assert game.setting is not None
    if game.setting.first_cell is not None and not game.handed_out:
        game.open(game.setting.first_cell)
    assert sorted(game.layout.mines) == shown["mines"]
    assert game.view.picture().split("\n") == shown["view"]


@pytest.mark.parametrize("text", TEXTS["transcripts"])
def test_a_transcript_leads_to_the_same_position(text: str) -> None:
    shown = TEXTS["transcripts"][text]
    transcript = Transcript.parse(text)
    game = transcript.end()
    assert str(transcript) == shown["text"]
    assert (game.status.value, game.view.picture().split("\n")) == (shown["status"], shown["view"])


def test_stored_games_are_shown_as_they_were(tmp_path: Path) -> None:
    shutil.copy(OLD / "games.sqlite", tmp_path / "games")
    with page_on(tmp_path / "games") as page:
        page.clock.now += 12.5
        for token, shown in GAMES.items():
            now = page.get(f"/api/games/{token}")
            assert _only(now, shown) == shown


def _only(now: Any, shown: Any) -> Any:
    """Return of an answer what an old one had; new figures may have joined it."""
    if not isinstance(now, dict) or not isinstance(shown, dict):
        return now
    return {key: _only(now[key], shown[key]) for key in shown}


def test_a_stored_game_goes_on(tmp_path: Path) -> None:
    shutil.copy(OLD / "games.sqlite", tmp_path / "games")
    playing = [game for game in GAMES.values() if game["status"] == "playing" and game["moves"]]
    with page_on(tmp_path / "games") as page:
        for game in playing:
            after: dict[str, Any] = page.post(f"/api/games/{game['token']}/undo")
            assert after["moves"] == game["moves"] - 1


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A folder of results with the old run in it."""
    shutil.copytree(OLD / RUN, tmp_path / "results" / RUN)
    return tmp_path / "results"


def mineproof(*words: str) -> Run:
    with CliRunner().isolation() as (out, err, _):
        code = main(words)
        return Run(code, out.getvalue().decode(), err.getvalue().decode())


def test_a_finished_run_is_listed_and_not_played_again(results: Path) -> None:
    before = {path: path.read_bytes() for path in results.rglob("*.parquet")}
    assert RUN in mineproof("lab", "list", "--results", str(results)).out
    played = mineproof("lab", "run", str(OLD / "small.toml"), "--results", str(results))
    assert played.code == 0
    assert {path: path.read_bytes() for path in results.rglob("*.parquet")} == before
    assert len(list(results.iterdir())) == 1


def test_a_finished_run_is_reported_with_the_same_figures(results: Path) -> None:
    report = mineproof("lab", "report", "small", "--results", str(results))
    assert report.code == 0
    then = figures((OLD / "report.txt").read_text())
    assert figures(report.out)[: len(then)] == then  # what was added since stands behind


def figures(report: str) -> list[str]:
    """Return the numbers of a report in their order: words may change, figures may not."""
    return re.findall(r"\d+(?:\.\d+)?", report)
