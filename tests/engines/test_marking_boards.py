"""Whole marking games: never wrong, as strong as promised; `exact` leaves what nothing decides."""

from __future__ import annotations

import pytest
from tests.boards import Board, boards

from mineproof.agents.never_guess import NeverGuess
from mineproof.board.game import GameStatus
from mineproof.board.grid import Cell
from mineproof.board.rules import Finish
from mineproof.engines import engine_named
from mineproof.engines.base import Engine
from mineproof.logic.checker import Checker
from mineproof.logic.reader import Reader
from mineproof.play.bulk import play_layouts
from mineproof.play.given_boards import Given
from mineproof.play.match import Match
from mineproof.play.record import Outcome, Record

LEVELS = ("easy", "medium", "hard")
ENGINES = ("single", "subset", "resolution", "dpll", "sat", "exact", "cascade")
GAMES = {"single": 100, "subset": 40, "resolution": 100, "dpll": 40, "sat": 40, "cascade": 40}
SHARES = [0.25, pytest.param(1, marks=pytest.mark.long)]
LEAST_WINS = {"resolution": {"easy": 0.88, "medium": 0.92, "hard": 0.15}}


def play_all(name: str, chosen: list[Board]) -> list[Record]:
    agent = NeverGuess(engine_named(name))
    return [Match(board.game(), agent).play() for board in chosen]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("level", LEVELS)
def test_never_wrong_and_as_strong_as_promised(level: str, share: float) -> None:
    """`exact` plays all of them, below."""
    chosen = boards(level, int(share * max(GAMES.values())))
    games = {name: play_all(name, chosen[: int(share * n)]) for name, n in GAMES.items()}
    for name, records in games.items():
        for board, record, weak in zip(chosen, records, games["single"], strict=False):
            assert record.outcome is not Outcome.LOST
            assert board.undecidable <= set(record.unmarked_cells) <= set(weak.unmarked_cells)
            if engine_named(name).is_complete:
                assert board.undecidable == set(record.unmarked_cells)
        won = sum(record.outcome is Outcome.WON for record in records)
        assert won >= LEAST_WINS.get(name, {}).get(level, 0) * len(records)
    leaves = [record.unmarked for record in games["single"]]
    assert leaves == [board.single_leaves for board in chosen]


@pytest.mark.parametrize("level", LEVELS)
def test_exact_leaves_what_nothing_decides_on_all_boards(level: str) -> None:
    chosen = boards(level, 200)
    given = [Given(board.layout, board.safe) for board in chosen]
    in_bulk = play_layouts(given, "never-guess", finish=Finish.MARKING)
    for records in (in_bulk, play_all("exact", chosen)):
        for board, record in zip(chosen, records, strict=True):
            assert set(record.unmarked_cells) == board.undecidable
            assert record.outcome is (Outcome.STUCK if board.undecidable else Outcome.WON)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_proof_of_a_whole_game_is_accepted(name: str, level: str) -> None:
    for board in boards(level, 6):
        check_game(engine_named(name), board)


def check_game(engine: Engine, board: Board) -> None:
    """Play a game and check each deduction when it is made, with what was seen until then."""
    game, reader = board.game(), Reader(board.layout.grid)
    cells = range(game.grid.size)
    reasoner, checker = engine.begin(cells, game.mines), Checker(cells, game.mines)
    sights, opened = list(game.handed_out), set[Cell]()
    while True:
        for cell, _ in sights:
            opened.add(cell)
            reasoner.learn(cell, False)
            checker.learn(cell, False)
        for constraint in reader.read(sights):
            reasoner.tell(constraint)
            checker.tell(constraint)
        news = reasoner.deduce()
        for deduction in news:
            checker.check(deduction.cell, deduction.is_mine, deduction.proof)
            assert deduction.is_mine == board.layout.is_mine(deduction.cell)
        if not news or game.status is not GameStatus.PLAYING:
            return
        safe = [d.cell for d in news if not d.is_mine and d.cell not in opened]
        sights = [sight for cell in safe for sight in game.open(cell)]
