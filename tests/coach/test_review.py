"""Reviews: a small game for each verdict, all verdicts by all layouts, luck as the lab has it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.brute_force import fitting, safe_cells, value, value_of
from tests.strategies import cells_of, grids, layout_finishes

from mineproof.agents import agent_named
from mineproof.app.json.review import remark_json
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.transcript import Transcript
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.coach.forced_guess import rank_guesses
from mineproof.coach.language import LANGUAGES, language
from mineproof.coach.review import HAIR, HIGH_RISK, Remark, Review, Verdict, remark_on, review
from mineproof.coach.words.review_words import remark_words, summary_words, verdict_word
from mineproof.counting.kernel import kernel
from mineproof.engines.exact import Exact
from mineproof.errors import IllegalMove, LimitReached
from mineproof.play.bulk import play_games
from mineproof.play.match import Match


def reviewed(text: str) -> Review:
    return review(Transcript.parse(text))


def last(text: str) -> Remark:
    return reviewed(text).remarks[-1]


# --- prove-it games, in which a guess is either lost or safe --------------------------------------


@pytest.mark.parametrize(
    ("text", "verdict", "risk"),
    [
        ("beginner/opening/fair#1 d4 f1", Verdict.PROVED, 0.0),
        ("beginner/opening/fair#1 d4 a1", Verdict.MISSED, 1.0),
        ("beginner/opening/fair#1 d4 a9", Verdict.BLUNDER, 1.0),
        ("3x4/4/none/fair#1 c1 c3", Verdict.BEST_GUESS, 0.0),
        ("3x4/4/none/fair#1 c1 c3 Fb2 Fc2 Fd2 Cc1", Verdict.BLUNDER, 1.0),
    ],
)
def test_a_guess_in_a_prove_it_game(text: str, verdict: Verdict, risk: float) -> None:
    found = reviewed(text)
    remark = found.remarks[-1]
    assert (remark.verdict, remark.risk) == (verdict, risk)
    assert remark.is_survived is (found.status is not GameStatus.LOST) is (risk == 0.0)
    assert found.guesses == ()
    for tag in LANGUAGES:
        assert remark_words(remark, found.transcript.grid, language(tag))


# --- one game for each verdict --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verdict", "risk", "is_survived"),
    [
        ("easy/opening#1 d4", Verdict.START, 0, True),
        ("easy/safe/marking#1 d4", Verdict.START, 0, True),
        ("layout/clearing 1*10 d1 Fb1", Verdict.PROVED, 0, True),
        ("layout/clearing 01*1 d1 b1", Verdict.PROVED, 0, True),
        ("layout/clearing 01*10 d1 Fc1 b1 Cb1", Verdict.PROVED, 0, True),
        ("layout/marking 1*2* c1 Fd1", Verdict.PROVED, 0, True),
        ("layout/marking 01*1 b1 d1", Verdict.PROVED, 0, True),
        ("layout/clearing 1*** Fd1", Verdict.NOTE, 0, True),
        ("layout/clearing 1*10 d1 Fb1 Fb1", Verdict.NOTE, 0, True),
        ("layout/clearing 01*1 a1 Ca1", Verdict.NOTE, 0, True),
        ("layout/clearing 01** a1", Verdict.BEST_GUESS, 1 / 2, True),
        ("layout/clearing *2** a1", Verdict.BEST_GUESS, 3 / 4, False),
        ("layout/clearing *101** d1 Fe1 Cd1", Verdict.BEST_GUESS, 1 / 2, True),
        ("layout/marking **2* Fb1", Verdict.BEST_GUESS, 1 / 4, True),
        ("layout/marking 1**1 Fd1", Verdict.BEST_GUESS, 1 / 2, False),
        ("layout/clearing *10 110 000 b2", Verdict.POOR_GUESS, 1 / 9, True),
        ("layout/clearing 1*101* b1", Verdict.POOR_GUESS, 1 / 3, False),
        ("layout/clearing **11* 22111 c2 e2 Fe1 Ce2", Verdict.POOR_GUESS, 1 / 4, True),
        ("layout/marking 01*1 Fa1", Verdict.POOR_GUESS, 3 / 4, False),
        ("layout/clearing 01*1 b1 c1", Verdict.MISSED, 1 / 2, False),
        ("layout/clearing 0111 01*1 b1 b2", Verdict.MISSED, 1 / 5, True),
        ("layout/clearing 1*10 Fd1 c1 Cc1", Verdict.MISSED, 1 / 2, False),
        ("layout/marking **2*10 f1 Fa1", Verdict.MISSED, 1 / 4, True),
        ("layout/clearing .*. ... a1 a2", Verdict.LUCKY, 1 / 3, True),
        ("layout/clearing *11*10 b1", Verdict.LUCKY, 1 / 3, True),
        ("layout/clearing *11*10 Fd1 e1 Ce1", Verdict.LUCKY, 1 / 2, True),
        ("layout/marking 001* Fd1", Verdict.LUCKY, 3 / 4, True),
        ("layout/clearing *2*1 b1 c1", Verdict.BLUNDER, 1, False),
        ("layout/clearing 1*10 a1 Fd1 c1 Cc1", Verdict.BLUNDER, 1, False),
        ("layout/clearing 1*10 a1 Fc1", Verdict.BLUNDER, 0, True),
        ("layout/marking *100 c1 Fb1", Verdict.BLUNDER, 1, False),
        ("layout/marking 01*1 d1 c1", Verdict.BLUNDER, 1, False),
    ],
)
def test_each_verdict(text: str, verdict: Verdict, risk: float, is_survived: bool) -> None:
    remark = last(text)
    assert (remark.verdict, remark.is_survived) == (verdict, is_survived)
    assert remark.risk == pytest.approx(risk)


def test_only_the_first_cell_of_a_promise_is_a_start() -> None:
    found = reviewed("easy/opening#1 Fa1 d4")
    assert [remark.verdict for remark in found.remarks] == [Verdict.NOTE, Verdict.START]
    assert last("easy/none#1 d4").verdict is not Verdict.START
    assert last("easy/list#1 i9").verdict is not Verdict.START


def test_to_take_a_fifty_fifty_is_as_good_as_the_best_guess() -> None:
    text = "layout/clearing *.....*... .........* c1"
    best = rank_guesses(Transcript.parse(text).end().view).best
    remark = last(f"{text} a2")
    assert best.survival > 1 - remark.risk + HAIR
    assert (remark.verdict, remark.given_up) == (Verdict.BEST_GUESS, 0)
    assert remark.fifty_fifty == 0
    grid = Transcript.parse(text).grid
    said = remark_words(remark, grid, language("en"))
    assert said == "An unavoidable 50/50 with a1."


def test_what_was_missed_is_the_easiest_safe_cell() -> None:
    remark = last("layout/clearing 0111 01*1 b1 b2")
    assert remark.cell == 3
    assert [step.level.name for step in remark.steps] == ["L5"]


def test_a_way_of_several_steps_is_counted_and_shown_whole() -> None:
    """The last clue alone would not say why: it needs the mine that the first two find."""
    transcript = Transcript.parse("beginner/opening#3 e5 i2")
    remark = remark_on(transcript, 2)
    told: Any = remark_json(remark, transcript.grid, language("en"))
    assert told["words"] == "i2 was certainly a mine, in two steps; the last: full clue."
    assert told["certain"]["steps"] == 2
    assert told["certain"]["clues"] == [[0, 7], [1, 7], [2, 7]]
    last = remark_json(remark, transcript.grid, language("zh-TW"))
    assert last["words"] == "i2 當時確定是地雷，需要兩個步驟，最後一步：剩下全是地雷。"


def test_what_was_certain_of_a_blunder() -> None:
    remark = last("layout/clearing 1*10 a1 Fc1")
    assert (remark.cell, dict(remark.steps[-1].conclusions)[2]) == (2, False)


def test_a_mark_that_was_guessed_right_is_known_from_then_on() -> None:
    # Of a1 and c1 one is a mine; once c1 is marked and was right, a1 is safe.
    marks = reviewed("layout/marking:b1 .1* Fc1 a1")
    assert [remark.verdict for remark in marks.remarks] == [Verdict.BEST_GUESS, Verdict.PROVED]
    # In the clearing game the same flag says nothing.
    notes = reviewed("layout/clearing:b1 .1* Fc1 a1")
    assert notes.remarks[0].verdict is Verdict.NOTE
    assert notes.remarks[1].is_guess


def test_too_much_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object) -> None:
        raise LimitReached("too many states")

    monkeypatch.setattr(Exact, "look", give_up)
    assert last("layout/clearing .*. a1").verdict is Verdict.UNKNOWN


def test_a_move_that_the_rules_forbid() -> None:
    with pytest.raises(IllegalMove, match=r"^move 2, a1: a1 is already open"):
        reviewed("layout/clearing .*. a1 a1")


# --- every verdict, by all layouts ----------------------------------------------------------------


@st.composite
def games(draw: st.DrawFn) -> Transcript:
    """A small game with any moves that the rules allow."""
    grid = draw(grids(max_side=3))
    layout = Layout(grid, draw(st.frozensets(cells_of(grid), max_size=max(1, grid.size // 2))))
    game = Game.on(layout, draw(layout_finishes))
    acts = st.sampled_from([Act.OPEN, Act.OPEN, Act.FLAG, Act.CHORD])
    moves = []
    for move in draw(st.lists(st.builds(Move, acts, cells_of(grid)), min_size=1, max_size=8)):
        if game.status is GameStatus.PLAYING:
            try:
                game.play(move)
            except IllegalMove:
                continue
            moves.append(move)
    return Transcript.of(game, moves)


@settings(max_examples=150)
@given(games())
def test_verdicts_are_what_all_layouts_say(transcript: Transcript) -> None:
    found = review(transcript)
    finish = transcript.board.finish
    for remark, turn in zip(found.remarks, transcript.replay(), strict=True):
        view = known(turn.view, finish)
        said = claims(turn.move, turn.view)
        right = [all((c in mines) == said[c] for c in said) for mines in fitting(view)]
        check(remark, view, said, right.count(True) / len(right), finish)


def known(view: View, finish: Finish) -> View:
    """Return a view with its flags taken for what they are: marks that were checked, or nothing."""
    code = MINE if finish is Finish.MARKING else HIDDEN
    return View(view.grid, view.cells.replace(bytes([FLAG]), bytes([code])), view.mines)


def claims(move: Move, view: View) -> dict[Cell, bool]:
    if move.act is Act.CHORD:
        near = view.grid.neighbours(move.cell)
        return {cell: False for cell in near if view.cells[cell] == HIDDEN}
    if move.act is Act.FLAG and view.is_flagged(move.cell):
        return {}
    return {move.cell: move.act is Act.FLAG}


def check(remark: Remark, view: View, said: dict[Cell, bool], right: float, finish: Finish) -> None:
    is_note = remark.move.act is Act.FLAG and finish is not Finish.MARKING
    wrong = [cell for cell in said if all((cell in mines) != said[cell] for mines in fitting(view))]
    assert remark.risk == pytest.approx(0 if is_note else 1 - right)
    if not said:
        assert remark.verdict is Verdict.NOTE
    elif wrong:
        assert remark.verdict is Verdict.BLUNDER
        assert remark.cell in wrong
    elif right == 1:
        assert remark.verdict is Verdict.PROVED
    elif is_note:
        assert remark.verdict is Verdict.NOTE
    elif safe_cells(view):
        is_lucky = remark.is_survived and remark.risk >= HIGH_RISK
        assert remark.verdict is (Verdict.LUCKY if is_lucky else Verdict.MISSED)
        assert remark.cell in safe_cells(view)
    else:
        assert remark.verdict in (Verdict.BEST_GUESS, Verdict.POOR_GUESS, Verdict.LUCKY)
        check_guess(remark, view, said)


def check_guess(remark: Remark, view: View, said: dict[Cell, bool]) -> None:
    assert (remark.verdict is Verdict.BEST_GUESS) == (remark.given_up < HAIR)
    assert (remark.better is None) == (remark.verdict is Verdict.BEST_GUESS)
    if list(said.values()) == [False] and remark.fifty_fifty is None:
        assert remark.win == pytest.approx(value_of(view, *said))
        assert remark.given_up == pytest.approx(value(view) - value_of(view, *said))
        if remark.better is not None:
            assert remark.better.win == pytest.approx(value(view))


@pytest.mark.skipif(kernel() is None, reason="without the kernel nobody works out the luck")
@pytest.mark.parametrize("agent", ["safest-corner", "random"])
@pytest.mark.parametrize(("level", "start"), [("intermediate", "opening"), ("easy", "list3")])
def test_luck_is_what_the_lab_finds(agent: str, level: str, start: str) -> None:
    for record in play_games(level, start, agent, range(4)):
        game = Game.of(record.game)
        moves = [turn.move for turn in Match(game, agent_named(agent, Exact())).turns()]
        found = review(Transcript.of(game, moves))
        assert found.luck == pytest.approx(record.luck)
        assert len(found.guesses) == record.guesses
        assert found.status.value == record.outcome.value


# --- the game as a whole --------------------------------------------------------------------------


def test_the_summary() -> None:
    found = reviewed("layout/clearing .*. ... a1 a2 b1")
    first, second, third = found.remarks
    assert [first.risk, second.risk, third.risk] == pytest.approx([1 / 6, 1 / 3, 1 / 2])
    assert found.luck == pytest.approx(1 / 6 + 1 / 3 + 1 / 2 - 1)
    assert found.chance == pytest.approx(5 / 6 * 2 / 3 * 1 / 2)
    assert found.losing is third
    assert {verdict: count for verdict, count in found.counts.items() if count} == {
        Verdict.BEST_GUESS: 1,
        Verdict.MISSED: 1,
        Verdict.LUCKY: 1,
    }


def test_a_blunder_costs_no_luck() -> None:
    found = reviewed("layout/clearing *2*1 b1 c1")
    assert found.remarks[1].verdict is Verdict.BLUNDER
    assert found.luck == pytest.approx(found.remarks[0].risk)
    assert found.guesses == found.remarks[:1]
    assert found.losing is found.remarks[1]


def test_a_game_without_moves() -> None:
    found = reviewed("easy/list#1")
    assert (found.remarks, found.luck, found.chance, found.losing) == ((), 0, 1, None)
    assert summary_words(found, language("en")) == (
        "The game was not finished.",
        "Nothing was left to chance.",
    )


def test_a_board_that_is_won_at_once() -> None:
    assert reviewed("layout/clearing:a1 ...").status is GameStatus.WON


BETTER = (
    "No cell was certainly safe, but c1 was a better guess: it wins 53% of the time, this one 40%."
)
SAFER = "No cell was certainly safe, but a1 at 25% risk was a better guess. Safety given up: 50%."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("layout/clearing 01*1 b1 c1", "d1 was certainly safe: all floating cells safe."),
        ("layout/clearing *2*1 b1 c1", "c1 was certainly a mine: full clue."),
        (
            "layout/clearing 1*10 a1 Fc1",
            "c1 was certainly safe, in two steps; the last: too few mines left.",
        ),
        ("layout/clearing 1*** Fd1", "A note; nothing is risked."),
        ("layout/clearing 1*10 d1 Fb1", "This was certain."),
        ("easy/opening#1 d4", "The start rule opens this cell."),
        ("layout/clearing 1*101* b1", BETTER),
        ("layout/marking 01*1 Fa1", SAFER),
        (
            "layout/clearing *2** a1",
            "No cell was certainly safe, and no guess was clearly better.",
        ),
    ],
)
def test_why_in_words(text: str, sentence: str) -> None:
    transcript = Transcript.parse(text)
    assert remark_words(last(text), transcript.grid, language("en")) == sentence


def test_the_summary_in_words() -> None:
    assert summary_words(reviewed("layout/clearing 01*1 b1 c1"), language("en")) == (
        "Move 2, c1, lost the game: missed.",
        "Verdicts: best guess 1, missed 1.",
        "2 guesses; the chance of surviving them all was 38%. Luck: -0.25.",
    )


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_verdict_has_words(tag: str) -> None:
    words = language(tag)
    grid = Transcript.parse("easy/list#1").grid
    for verdict in Verdict:
        assert verdict_word(verdict, words)
    for verdict in (Verdict.START, Verdict.PROVED, Verdict.NOTE, Verdict.BEST_GUESS):
        assert remark_words(Remark(1, Move(Act.OPEN, 0), verdict), grid, words)
    assert remark_words(Remark(1, Move(Act.OPEN, 0), Verdict.UNKNOWN), grid, words)
