"""Grades: each level on small boards, and on many boards what engines can do without it."""

from __future__ import annotations

import pytest

from mineproof.agents.never_guess import NeverGuess
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.view import HIDDEN, View
from mineproof.coach.boards.grade import Grade, grade
from mineproof.coach.boards.grade_words import grade_words
from mineproof.coach.language import LANGUAGES, language
from mineproof.coach.steps.steps import find_steps
from mineproof.coach.steps.techniques import StepLevel
from mineproof.engines import engine_named
from mineproof.engines.exact import Exact
from mineproof.play.match import Match
from mineproof.play.record import Outcome

LEVELS = list(StepLevel)


def wins(game_id: str, engine: str, *, tell_total: bool) -> bool:
    """Tell whether an engine plays the game to its end without a guess."""
    agent = NeverGuess(engine_named(engine))
    return Match(Game.of(game_id), agent, tell_total=tell_total).play().outcome is Outcome.WON


BOARDS = [
    ("5x5/5/opening#2", "L1", [4, 0, 0, 0, 0, 0]),
    ("5x5/5/opening#1", "L2", [6, 2, 0, 0, 0, 0]),
    ("5x5/5/opening#41", "L3", [5, 0, 1, 0, 0, 0]),
    ("torus:5x5/5/opening#0", "L4", [5, 2, 0, 1, 0, 0]),
    ("5x5/5/opening#0", "L5", [4, 1, 0, 0, 1, 0]),
    ("5x5/5/opening#5", "G", [5, 3, 0, 0, 0, 2]),
    ("hex:5x5/6/opening#5", "G", [10, 1, 0, 0, 1, 3]),
    ("6x6/10/list6#5", "L1", [16, 0, 0, 0, 0, 0]),
    ("6x6/10/list6#1", "L2", [16, 2, 0, 0, 0, 0]),
    ("6x6/10/list6#69", "L3", [13, 4, 1, 0, 0, 0]),
    ("6x6/10/list6#10", "L4", [15, 4, 0, 1, 0, 0]),
    ("6x6/10/list6#14", "L5", [15, 1, 0, 0, 1, 0]),
    ("6x6/10/list6#0", "G", [14, 4, 0, 0, 0, 1]),
]


@pytest.mark.parametrize(("game_id", "level", "counts"), BOARDS)
def test_each_level(game_id: str, level: str, counts: list[int]) -> None:
    found = grade(Game.of(game_id))
    assert (found.level.name, list(found.counts.values())) == (level, counts)
    assert found == grade(Game.of(game_id))


@pytest.mark.parametrize(("game_id", "level"), [board[:2] for board in BOARDS if board[1] != "G"])
def test_easier_steps_are_not_enough_and_these_are(game_id: str, level: str) -> None:
    hardest = LEVELS.index(StepLevel[level])
    assert is_won_by(game_id, LEVELS[: hardest + 1])
    assert not is_won_by(game_id, LEVELS[:hardest])


def is_won_by(game_id: str, levels: list[StepLevel]) -> bool:
    """Tell whether steps of these levels are enough to win; mines are found anew in each view."""
    game = Game.of(game_id)
    assert game.setting is not None
    if game.setting.first_cell is not None:
        game.open(game.setting.first_cell)
    is_stuck = False
    while game.status is GameStatus.PLAYING and not is_stuck:
        made = [make(game, move) for move in moves_by(game, levels)]
        is_stuck = not any(made)
    return game.status is GameStatus.WON


def moves_by(game: Game, levels: list[StepLevel]) -> list[Move]:
    """Return the moves that rest on steps of these levels alone, whatever else was found first."""
    known: set[int] = set()
    moves = []
    for step in find_steps(game.view):
        if step.level in levels and {cell for cell, _ in step.facts} <= known:
            known.update(cell for cell, _ in step.conclusions)
            moves += [Move(Act.FLAG if is_mine else Act.OPEN, c) for c, is_mine in step.conclusions]
    return moves


def make(game: Game, move: Move) -> bool:
    """Make a move unless it is made already, or nobody asks for it."""
    is_open_to_it = game.status is GameStatus.PLAYING and game.view.cells[move.cell] == HIDDEN
    is_wanted = move.act is Act.OPEN or game.finish is Finish.MARKING
    if is_open_to_it and is_wanted:
        game.play(move)
    return is_open_to_it and is_wanted


@pytest.mark.parametrize(
    ("level", "start", "seeds"),
    [
        ("beginner", "opening", 25),
        ("easy", "list", 15),
        ("expert", "opening", 4),
        ("hard", "list", 2),
    ],
)
def test_the_level_is_what_engines_need(level: str, start: str, seeds: int) -> None:
    for seed in range(seeds):
        game_id = f"{level}/{start}#{seed}"
        hardest = grade(Game.of(game_id)).level
        assert (hardest is StepLevel.G) != wins(game_id, "exact", tell_total=True)
        assert (hardest in LEVELS[:4]) == wins(game_id, "exact", tell_total=False)
        assert (hardest is StepLevel.L1) == wins(game_id, "single", tell_total=False)


@pytest.mark.parametrize("game_id", ["expert/opening#7", "hard/list5#6", "torus:5x5/5/opening#31"])
def test_the_board_is_played_to_its_end_and_the_guesses_are_forced(game_id: str) -> None:
    game = Game.of(game_id)
    found = grade(game)
    assert game.status is GameStatus.WON
    assert found.guesses
    for guess in found.guesses:
        inference = Exact().look(View(game.grid, guess.view.cells, game.mines))
        assert inference.safe == ()
        assert guess.risk == pytest.approx(min(inference.risks.values()))
        assert all(inference.risks[cell] == pytest.approx(guess.risk) for cell in guess.safest)
        assert not game.layout.is_mine(guess.opened)


def test_a_board_that_opens_at_once_is_easy() -> None:
    game = Game.on(Layout.from_picture("... ..."), Finish.CLEARING)
    found = grade(game, first=0)
    assert found == Grade((), ())
    assert found.level is StepLevel.L1
    assert (
        grade(Game.on(Layout.from_picture("..*"), Finish.MARKING, safe=[0, 1])).level.name == "L1"
    )


@pytest.mark.parametrize("seed", [8, 10])
def test_a_step_to_mines_counts_only_if_a_later_one_rests_on_it(seed: int) -> None:
    found = grade(Game.of(f"expert/opening#{seed}"))
    mines = set()
    for i, step in enumerate(found.steps):
        own = [cell for cell, is_mine in step.conclusions if is_mine]
        used = {cell for later in found.steps[i + 1 :] for cell, _ in later.facts}
        assert len(own) < len(step.conclusions) or used.intersection(own)
        mines.update(own)
    assert len(mines) < 99


def test_where_mines_are_to_be_marked_every_mine_counts() -> None:
    found = grade(Game.of("hard/list#0"))
    facts = [fact for step in found.steps for fact in step.conclusions]
    assert len(facts) == len(set(facts)) == 16 * 30 - 22
    assert sum(is_mine for _, is_mine in facts) == 99


def test_without_a_start_the_first_move_is_a_guess() -> None:
    found = grade(Game.of("easy/none#4"))
    assert found.level is StepLevel.G
    assert found.guesses[0].risk == pytest.approx(10 / 81)
    assert len(found.guesses[0].safest) == 81


def test_in_words() -> None:
    game = Game.of("5x5/5/opening#5")
    said = grade_words(grade(game), game.grid.name, language("en"))
    assert said[0] == "Grade G: a guess."
    assert len(said) == 3
    assert said[1].startswith("Guess 1: no cell is certainly safe. The safest cells, ")
    blind = Game.of("easy/none#4")
    said = grade_words(grade(blind), blind.grid.name, language("en"))
    assert said[1].endswith(
        "a1, b1, c1, d1, e1 and 76 more, have 12% risk; play continues with b1."
    )


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_level_has_words(tag: str) -> None:
    for game_id in ("5x5/5/opening#2", "5x5/5/opening#5"):
        game = Game.of(game_id)
        assert all(grade_words(grade(game), game.grid.name, language(tag)))
