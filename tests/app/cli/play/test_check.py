"""`play --check`: what is said of the proofs, and the exit code."""

from __future__ import annotations

import json
import re

from tests.app.conftest import Shell
from tests.guests import unproved

LIAR = ("--engine", f"{unproved.__file__}:MadeUp")
COST = r"; finding them took \d+ % of the time, checking them \d+ %"
BOARD = '{"rows": 1, "cols": 3, "mines": [[0, 1]], "start": [0, 0]}\n'


def test_one_game_says_what_the_checks_cost(run: Shell) -> None:
    found = run("play", "--game", "easy/list#1", "--check")
    assert found.code == 0
    assert re.search(rf"^\d\d proofs checked, 0 refused{COST}$", found.out, re.MULTILINE)
    assert found.out.endswith("play it again: mineproof play --game easy/list#1 --check\n")


def test_many_games_add_up(run: Shell) -> None:
    many = ("play", "--level", "beginner", "--start", "opening", "--seed", "1", "--games", "3")
    assert re.search(rf"\n\d+ proofs checked, 0 refused{COST}\n$", run(*many, "--check").out)
    told = json.loads(run(*many, "--check", "--json").out)
    accepted = [record["counters"]["proofs_accepted"] for record in told["records"]]
    assert told["summary"]["checks"]["accepted"] == sum(accepted) > 0
    assert "checks" not in json.loads(run(*many, "--json").out)["summary"]


def test_a_refused_proof_ends_the_game_with_one_sentence(run: Shell) -> None:
    game = ("play", "--game", "easy/list9#3", *LIAR, "--check")
    found, told = run(*game), run(*game, "--json")
    assert found.code == told.code == 1
    sentence = json.loads(told.out)["fault"]
    assert f"lost: {sentence}; 0 moves" in found.out
    assert re.match("the checker refused made-up's proof that [a-i][1-9] is ", sentence)
    assert json.loads(told.out)["refused_at"].split() == json.loads(told.out)["board"]
    assert "1 proof checked, 1 refused\n" in found.out


def test_many_games_and_given_boards_exit_with_1_too(run: Shell) -> None:
    many = run("play", "--level", "easy", "--seed", "3", "--games", "2", *LIAR, "--check")
    boards = run("play", "--layouts", "-", *LIAR, "--check", text=BOARD)
    assert (many.code, boards.code) == (1, 1)
    assert "2 proofs checked, 2 refused\n" in many.out
    assert boards.err == "1 proof checked, 1 refused\n"
    assert json.loads(boards.out)["refused_at"] == "1##"


def test_a_person_proves_nothing(run: Shell) -> None:
    found = run("play", "--human", "--check")
    assert (found.code, found.out) == (2, "")
    assert found.err == "mineproof: --human and --check cannot be combined\n"
