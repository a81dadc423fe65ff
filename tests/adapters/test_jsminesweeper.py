"""The driver for JSMinesweeper, on a stand-in for its checkout that answers as told."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

DRIVER = Path(__file__).parents[2] / "examples" / "arena" / "jsminesweeper.js"
NODE = shutil.which("node")
FILES = (
    "client/Board.js",
    "client/Tile.js",
    "client/solver_main.js",
    "client/solver_probability_engine.js",
    "client/Brute_force.js",
    "client/BruteForceAnalysis.js",
    "client/MinesweeperGame.js",
    "client/SolutionCounter.js",
    "client/EfficiencyHelper.js",
    "client/FiftyFiftyHelper.js",
    "client/LongTermRiskHelper.js",
    "Utility/PrimeSieve.js",
    "Utility/Binomial.js",
)
STAND_IN = """
const PLAY_STYLE_NOFLAGS = 2, ACTION_CLEAR = 1, ACTION_FLAG = 2;
class Binomial {}
class BinomialCache {}
class Tile {
  number = null;
  setValue(number) { this.number = number; }
  isCovered() { return this.number === null; }
}
class Board {
  constructor(id, cols, rows, mines) {
    this.cols = cols;
    this.num_bombs = mines;
    this.tiles = Array.from({ length: rows * cols }, () => new Tile());
  }
  getTileXY(x, y) { return this.tiles[y * this.cols + x]; }
}
async function solver(given, options) {
  if (!given) return;
  if (given !== board || options.playStyle !== PLAY_STYLE_NOFLAGS) throw new Error("not set up");
  showMessage("thinking");
  await sleep(1);
  const at = (x, y, prob, action = ACTION_CLEAR) => ({ x, y, prob, action });
  const opened = board.tiles.filter((tile) => !tile.isCovered()).length;
  if (opened === 1) {
    const safe = [at(1, 0, 1), at(2, 0, 1), at(2, 1, 1)];
    return { actions: [at(0, 0, 0, ACTION_FLAG), ...safe, at(0, 1, 0.5)] };
  }
  return { actions: opened === 5 ? [] : [at(0, 1, 0.75), at(1, 1, 1)] };
}
"""
GAME = {"type": "game", "rows": 2, "cols": 3, "mines": 1, "shape": "square", "finish": "clearing"}

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in FILES:
        file = tmp_path / "Minesweeper" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(STAND_IN if name.endswith("Binomial.js") else "", encoding="utf-8")
    return tmp_path


def told(checkout: Path | None, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the answers to hello and these messages."""
    assert NODE is not None
    lines = [{"type": "hello", "protocol": 1}, *messages, {"type": "bye"}]
    done = subprocess.run(
        [NODE, str(DRIVER), *([str(checkout)] if checkout else [])],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        env={},
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def turn(*opened: tuple[int, int, int]) -> dict[str, Any]:
    return {"type": "turn", "opened": opened}


def opens(row: int, col: int, risk: float) -> dict[str, Any]:
    certain = risk == 0
    return {"type": "move", "act": "open", "cell": [row, col], "certain": certain, "risk": risk}


def test_safe_cells_are_opened_one_by_one_and_then_a_guess(checkout: Path) -> None:
    over = {"type": "over", "outcome": "won"}
    answers = told(
        checkout,
        GAME,
        turn((0, 0, 1)),
        turn((0, 1, 0), (0, 2, 0)),  # a zero has opened the next one, too
        turn((1, 2, 1)),
        turn((1, 0, 1)),
        over,
        GAME,
        turn(),
    )
    assert answers[0] == {"type": "hello", "protocol": 1, "name": "JSMinesweeper"}
    assert answers[1] == answers[6] == {"type": "ready"}
    assert answers[2:5] == [opens(0, 1, 0), opens(1, 2, 0), opens(1, 0, 0.25)]
    assert answers[5] == {"type": "stuck", "reason": "the solver returned no move"}
    assert answers[7]["cell"] == [0, 0]  # the next game begins in a corner
    assert answers[7]["risk"] == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"shape": "hex"}, "hex, clearing, 1"),
        ({"finish": "marking"}, "square, marking, 1"),
        ({"mines": None}, "square, clearing, mine count hidden"),
    ],
)
def test_what_it_cannot_play_is_said_before_the_game(
    checkout: Path, change: dict[str, Any], what: str
) -> None:
    _, answer = told(checkout, GAME | change)
    wish = "expected square, clearing, a mine count"
    assert answer == {"type": "error", "message": f"JSMinesweeper cannot play {what}; {wish}"}


def test_a_missing_or_wrong_checkout_is_told(tmp_path: Path) -> None:
    (answer,) = told(None)
    assert answer["type"] == "error"
    assert answer["message"].startswith("no checkout of JSMinesweeper is given; expected its path")
    (answer,) = told(tmp_path)
    assert answer["message"].startswith(f"{tmp_path} is no checkout of JSMinesweeper: ENOENT")
