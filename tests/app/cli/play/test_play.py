from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.app.conftest import Shell

from mineproof.agents import AGENTS
from mineproof.agents.base import Player
from mineproof.agents.entrant import Entrant
from mineproof.agents.never_guess import NeverGuess
from mineproof.board.grid import Grid
from mineproof.engines.cascade import Cascade

Complains = Callable[..., str]

ENGINES_OF_CASCADE = [engine.name for engine in Cascade().engines]


def test_one_game_ends_with_board_outcome_engines_and_game_id(run: Shell) -> None:
    result = run("play", "--level", "easy", "--seed", "1")
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0].startswith("easy/list#1")
    assert lines[1].split() == list("abcdefghi")
    assert lines[11].startswith("solved: all 81 cells settled; 72 moves, no guesses")
    assert [line.split()[0] for line in lines[13:-1]] == ENGINES_OF_CASCADE
    assert lines[-1] == "play it again: mineproof play --game easy/list#1"
    assert "\x1b" not in result.out


def test_the_usual_game_is_medium_marking_by_the_cascade(run: Shell) -> None:
    result = json.loads(run("play", "--json").out)
    assert result["game"].startswith("medium/list#")
    assert result["engine"], result["agent"] == ("cascade", "never-guess")
    assert len(result["board"]) == 16


def test_a_seed_is_drawn_when_none_is_given_and_plays_the_same_game_again(run: Shell) -> None:
    first, second = (json.loads(run("play", "--level", "easy", "--json").out) for _ in range(2))
    assert first["seed"] != second["seed"]
    again = json.loads(run("play", "--game", first["game"], "--json").out)
    assert again["board"] == first["board"]


def test_the_answer_is_shown_only_if_asked_for(run: Shell, complains: Complains) -> None:
    stuck = ["play", "--game", "easy/list#0"]
    assert "*" not in run(*stuck).out
    beside = run(*stuck, "--answer").out.splitlines()
    assert beside[9].endswith(" 8 0 0 1 1 1 1 2 * 2")
    assert beside[9].startswith(" 8 0 0 1 1 1 1 2 # #")
    assert "answer" not in json.loads(run(*stuck, "--json").out)
    assert json.loads(run(*stuck, "--json", "--answer").out)["answer"][7] == "0011112*2"
    assert "--games and --answer cannot be combined" in complains(
        "play", "--games", "2", "--answer"
    )
    assert "--human and --answer cannot be combined" in complains("play", "--human", "--answer")


def test_boards_that_do_not_fit_are_shown_below_each_other(run: Shell) -> None:
    out = run("play", "--game", "hard/list#0", "--answer").out.splitlines()
    assert len([line for line in out if line.startswith("16 ")]) == 2


def test_a_stuck_game_prints_its_diagnosis(run: Shell) -> None:
    out = run("play", "--game", "easy/list#0").out
    assert "stuck: no certain move, 4 of 81 cells left" in out
    assert "  h8, i8, h9: 2 layouts fit the clues" in out
    result = json.loads(run("play", "--game", "easy/list#0", "--json").out)
    assert result["diagnosis"]
    assert result["lost_at"] is None


def test_a_lost_game_says_which_move_lost_it(run: Shell) -> None:
    words = ("play", "--game", "cs50/none#2", "--engine", "subset", "--agent", "random")
    assert json.loads(run(*words, "--json").out)["lost_at"] == [6, 0]
    out = run(*words).out
    assert "lost: open a7 was wrong (guess)" in out
    assert "guessed" in out
    assert out.splitlines()[-1].endswith("--game cs50/none#2 --engine subset --agent random")


def test_watch_outside_a_terminal_prints_each_move_with_its_reason(run: Shell) -> None:
    out = run("play", "--level", "easy", "--start", "opening:e5", "--seed", "4", "--watch").out
    first, second = out.splitlines()[:2]
    assert first == "open  e5   rules      The start rule opens this cell first."
    assert second.split()[0] in ("open", "flag")
    assert second.split()[2] == "single"
    assert second.endswith(".")


def test_watch_with_json_lists_the_moves(run: Shell) -> None:
    result = json.loads(run("play", "--game", "easy/list#1", "--json", "--watch").out)
    assert len(result["turns"]) == result["moves"]
    assert set(result["turns"][0]) == {"act", "cell", "name", "by", "reason"}


def test_wide_boards_fit_eighty_columns(run: Shell) -> None:
    board = run("play", "--level", "hard", "--seed", "3").out.splitlines()[1:19]
    assert max(map(len, board)) <= 80


def test_finish_and_start_make_the_game(run: Shell) -> None:
    words = ("play", "--level", "easy", "--start", "opening", "--finish", "marking", "--seed", "3")
    assert json.loads(run(*words, "--json").out)["game"] == "easy/opening/marking#3"


def test_a_hidden_mine_count_is_not_used(run: Shell) -> None:
    # Nothing is opened, so only the count could tell that there are no mines.
    words = ("play", "--level", "2x2/0", "--start", "none", "--finish", "marking", "--json")
    assert json.loads(run(*words).out)["outcome"] == "won"
    assert json.loads(run(*words, "--hide-total").out)["outcome"] == "stuck"


def test_many_games_are_summed_up(run: Shell) -> None:
    result = run("play", "--level", "easy", "--games", "5", "--seed", "0")
    assert result.code == 0
    assert result.err == ""
    lines = [line.split() for line in result.out.splitlines()]
    assert " ".join(lines[0]) == "easy/list, seeds 0 to 4, never-guess with cascade"
    assert lines[1:5] == [
        ["games", "5"],
        ["won", "4", *["80.0%", "(95", "%", "interval", "37.6%", "to", "96.4%)"]],
        ["lost", "0"],
        ["stuck", "1", *["4.0", "cells", "left", "on", "average"]],
    ]
    assert lines[5][0] == "time"
    assert "deviation" in lines[5]
    assert [line[0] for line in lines[7:]] == ENGINES_OF_CASCADE


def test_many_games_as_json(run: Shell) -> None:
    words = ("play", "--level", "easy", "--games", "3", "--seed", "7", "--json")
    result = json.loads(run(*words).out)
    assert [record["game"] for record in result["records"]] == [
        f"easy/list#{seed}" for seed in (7, 8, 9)
    ]
    assert list(result["summary"]) == [
        *["games_of", "first_seed", "agent", "engine", "games", "won", "lost", "stuck"],
        *["win_rate", "win_interval", "left_when_stuck", "moves", "guesses"],
        *["seconds_mean", "seconds_deviation", "proved"],
    ]
    assert result["summary"]["games"] == 3
    assert result["summary"]["won"] == sum(r["outcome"] == "won" for r in result["records"])


class Nervous(NeverGuess):
    """Its user presses Ctrl-C in the third game."""

    name = "nervous"
    begun = 0

    def begin(
        self, grid: Grid, total: int | None, seed: int = 0, *, marks_mines: bool = True
    ) -> Player:
        Nervous.begun += 1
        if Nervous.begun == 3:
            raise KeyboardInterrupt
        return super().begin(grid, total, seed, marks_mines=marks_mines)


@pytest.fixture
def nervous(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(AGENTS, "nervous", Nervous)
    Nervous.begun = 0
    return "nervous"


def test_ctrl_c_sums_up_and_says_how_to_go_on(run: Shell, nervous: str) -> None:
    words = ("play", "--level", "easy", "--games", "10", "--seed", "20", "--agent", nervous)
    result = run(*words)
    assert result.code == 130
    assert "seeds 20 to 21" in result.out
    assert "stopped after 2 of 10 games; to continue, use --seed 22 --games 8" in result.err


def test_ctrl_c_leaves_whole_json(run: Shell, nervous: str) -> None:
    result = run("play", "--games", "10", "--agent", nervous, "--json")
    assert result.code == 130
    assert len(json.loads(result.out)["records"]) == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--level giant", "expected easy, medium, hard, beginner, intermediate, expert, cs50"),
        ("--level -3x4/2", "unknown level"),
        ("--level 3x4/13", "13 mines on 3x4"),
        ("--level 2000x2/1", "expected 1 to 1000"),
        ("--start nowhere", "unknown start"),
        ("--start safe:zz99", "no cell"),
        ("--finish never", "'never'; expected marking, clearing, flagging or fair"),
        ("--engine oracle", "expected single, subset, cutting-planes, resolution, "),
        ("--engine single+single", "single twice in 'single+single'; expected different engines"),
        ("--engine exact+cascade+cascade", "cascade twice in 'exact+cascade+cascade'"),
        ("--agent gambler", "expected never-guess, random"),
        (
            "--agent safest --engine single",
            "engine single knows none; expected exact, or a cascade",
        ),
        ("--agent safest --engine single --games 2", "the agent safest needs risks"),
        ("--agent safest --engine exact+subset --layouts -", "engine exact+subset knows none"),
        ("--seed -1", "seed -1 is out of range"),
        ("--seed one", "--seed"),
        ("--games 0", "0 games; expected 1 or more"),
        ("--games -2", "-2 games"),
        ("--games 3 --seed 18446744073709551614", "out of range"),
        ("--games 3 --watch", "--games and --watch cannot be combined"),
        ("--game medium/list#1 --level easy", "--game and --level cannot be combined"),
        ("--game medium/list#1 --seed 0", "--game and --seed cannot be combined"),
        ("--game medium", "not a game id"),
        ("--delay nan", "a delay of nan seconds"),
        ("--delay -1", "a delay of -1"),
        ("--layouts x --seed 3", "--layouts and --seed cannot be combined"),
        ("--human --json", "--human and --json cannot be combined"),
        ("--human --agent random", "--human and --agent cannot be combined"),
        ("--jsonl", "--jsonl needs --layouts"),
        ("--layouts nowhere.jsonl --jsonl", "cannot read 'nowhere.jsonl'"),
        ("--colour", "No such option"),
    ],
)
def test_a_wrong_option_is_one_line_and_exit_code_2(
    complains: Complains, words: str, told: str
) -> None:
    assert told in complains("play", *words.split())


def test_blanks_around_the_engines_of_a_cascade_are_ignored(run: Shell) -> None:
    result = run("play", "--game", "3x3/1/list#1", "--engine", "single + subset")
    assert result.code == 0
    assert result.out.endswith(" --engine single+subset\n")
    assert Entrant(engine=" single + subset") == Entrant(engine="single+subset")


def test_other_commands(run: Shell, complains: Complains) -> None:
    assert run("--version").out.startswith("mineproof 0.")
    assert "play" in run().out
    assert "expert        16 rows x 30 columns, 99 mines" in run("levels").out
    listed = run("engines").out
    assert "resolution" in listed
    assert "never-guess" in listed
    assert "seed-tuples" not in listed
    assert "seed-tuples" in run("engines", "--all").out
    assert "No such command" in complains("dance")
