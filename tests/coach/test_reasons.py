"""Why a program has decided so: true, short, and in words that a person can follow."""

from __future__ import annotations

import pytest
from tests.boards import flagged, mid_game, moments

from mineproof.agents import agent_named
from mineproof.agents.choice import Choice, Stuck
from mineproof.board.game import Act, Move
from mineproof.board.view import View
from mineproof.coach.forced_guess import rank_guesses
from mineproof.coach.language import LANGUAGES, language
from mineproof.coach.reasons import reason_of, why_first
from mineproof.coach.steps.chain import steps_to
from mineproof.coach.steps.leads import lead_to, without_flags
from mineproof.coach.steps.steps import find_steps
from mineproof.coach.words.step_words import tell
from mineproof.counting.kernel import kernel
from mineproof.engines import engine_named
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Status
from mineproof.errors import LimitReached

ENGLISH = language("en")


def text(view: View, engine: str, agent: str) -> str:
    decision = agent_named(agent, engine_named(engine)).choose(view)
    return " ".join(map(str, reason_of(decision, view, ENGLISH).sentences))


def test_a_lead_to_each_certain_cell() -> None:
    for view in [view for seed in range(3) for view in moments("beginner", seed, 3)]:
        found = Exact().look(view)
        steps = list(find_steps(view))
        for cell in range(view.grid.size):
            lead = lead_to(view, cell)
            is_news = cell in found.safe or (cell in found.mines and not view.is_flagged(cell))
            assert (lead is not None) >= is_news
            if lead is not None and is_news:
                chain = steps_to(cell, steps)
                assert lead.goal == (cell, cell in found.mines)
                assert [step for step in chain if step in lead.steps] == list(lead.steps)
                assert lead.steps[-1] == chain[-1]


def test_no_lead_where_there_is_too_much_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(_: View) -> object:
        raise LimitReached("too much")

    monkeypatch.setattr("mineproof.coach.steps.chain.find_steps", too_much)
    view = View.from_picture("### 121 000")
    assert lead_to(view, 0) is None
    assert text(view, "subset", "never-guess") == (
        "(1) The 2 at b2 says that exactly two of {a1, b1, c1} are mines."
        " (2) The 1 at a2 says that exactly one of {a1, b1} is a mine."
        " Take (2) away from (1): c1 is a mine."
    )


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_certain_move_is_told_by_the_easiest_steps(tag: str) -> None:
    view = View.from_picture("### 121 000")
    decision = agent_named("never-guess", engine_named("exact")).choose(view)
    assert isinstance(decision, Choice)
    steps = steps_to(decision.move.cell, list(find_steps(view)))
    told = [each for step in steps for each in tell(step, view, language(tag))]
    assert list(reason_of(decision, view, language(tag)).sentences) == told


def test_steps_to_flags_that_are_there_are_not_told_again() -> None:
    bare = text(View.from_picture("01#1#1#"), "exact", "never-guess")
    assert bare.startswith("The 1 at b1 touches only one covered cell, c1.")
    assert text(View.from_picture("01F1#1#"), "exact", "never-guess") == (
        "The 1 at d1 already has its one mine, c1. So e1 is safe."
    )


def test_a_wrong_flag_is_to_be_taken_off() -> None:
    told = text(View.from_picture("0F ##"), "single", "never-guess")
    assert told.endswith("So b1, a2 and b2 are safe. Remove the flag from b1.")


@pytest.mark.parametrize(("picture", "mines"), [("1## ###", 2), ("######", 2)])
def test_a_forced_guess_is_compared(picture: str, mines: int) -> None:
    view = View.from_picture(picture, mines)
    best = rank_guesses(view).best
    for seed in range(8):
        decision = agent_named("random").choose(view, seed)
        assert isinstance(decision, Choice)
        reason = reason_of(decision, view, ENGLISH)
        first, second, *more = map(str, reason.sentences)
        assert first == "No cell is certainly safe: this is a guess."
        assert second.startswith(f"{view.grid.name(decision.move.cell)}: ")
        assert reason.guessing is not None
        cells = [each.cell for each in reason.guessing.candidates]
        assert decision.move.cell in cells
        assert len(cells) == len(set(cells)) >= 3
        assert cells[0] == best.cell
        wins = [each.win or 0 for each in reason.guessing.candidates]
        assert wins == sorted(wins, reverse=True)
        is_best = wins[cells.index(decision.move.cell)] == best.win
        assert len(more) == (not is_best)
        assert all(each.startswith(f"{view.grid.name(best.cell)} is better than ") for each in more)


@pytest.mark.skipif(kernel() is None, reason="Python is slow")
def test_a_strategist_is_never_told_of_a_better_guess() -> None:
    """Not even if it leaves the best one alone, for that is flagged."""
    for seed in (0, 4, 7, 17):
        view = mid_game("expert", seed)
        for flags in ([], [rank_guesses(view).best.cell]):
            noted = flagged(view, flags)
            decision = agent_named("strategist", Exact()).join(noted, marks_mines=False).choose()
            assert isinstance(decision, Choice)
            reason = reason_of(decision, noted, ENGLISH)
            assert len(reason.sentences) == 2
            assert reason.guessing is not None
            assert reason.guessing.best.cell == decision.move.cell


def test_a_guess_where_something_was_certain() -> None:
    view = View.from_picture("### 121 000")
    assert text(view, "single", "random").startswith("This engine finds no certain move, though")
    assert text(view, "single", "never-guess") == (
        "This engine finds no certain move, though there is one."
    )


def test_stuck_where_nothing_is_certain() -> None:
    assert text(View.from_picture("## 11"), "exact", "never-guess") == (
        "No cell is safe; a guess is needed."
    )
    done = Stuck(Status.COMPLETE)
    assert str(reason_of(done, View.from_picture("1F"), ENGLISH).sentences[0]) == (
        "There is nothing left to open."
    )


def test_a_guess_beyond_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(_: View) -> object:
        raise LimitReached("too much")

    monkeypatch.setattr("mineproof.coach.reasons.Weighing", too_much)
    view = View.from_picture("## 11")
    reason = reason_of(Choice(Move(Act.OPEN, 1)), view, ENGLISH)
    assert list(map(str, reason.sentences)) == ["No move is certain, so this is a guess: b1."]
    assert (reason.sentences[0].cells, reason.guessing) == ((1,), None)


def test_the_first_cell_of_a_start_rule() -> None:
    view = View.from_picture("### ###")
    (sentence,) = why_first(4, view, ENGLISH).sentences
    assert (str(sentence), sentence.cells) == (
        "Nothing is open yet, and the first cell is safe: b2 is a good place to start.",
        (4,),
    )
    assert without_flags(view) == view
