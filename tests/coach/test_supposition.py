"""What if: a supposition is refuted with a proof, or what follows from it is certain then."""

from __future__ import annotations

import pytest
from tests.boards import mid_game

from mineproof.board.view import View
from mineproof.coach.language import LANGUAGES
from mineproof.coach.steps.steps import find_steps
from mineproof.coach.steps.steps import suppose as supposing
from mineproof.coach.supposition import suppose
from mineproof.counting.count import count
from mineproof.errors import BadInput, LimitReached
from mineproof.logic.checker import check
from mineproof.logic.reader import read

VIEWS = [
    View.from_picture("### 121 000"),
    View.from_picture("## 11", mines=1),
    View.from_picture("1#2# ###1 #### 1###", mines=4),
    mid_game("beginner", 1),
    mid_game("hex:9x9/14", 2),
]


@pytest.mark.parametrize("mined", [True, False])
def test_a_supposition_is_refuted_or_has_consequences(mined: bool) -> None:
    seen = set[bool | None]()
    for view in VIEWS:
        problem = read(view)
        now = count(problem).certain()
        for cell in view.covered_cells()[::2]:
            found = suppose(view, cell, mined)
            seen.add(found.is_possible)
            if now.get(cell, mined) != mined:
                assert found.is_possible is False
                assert (cell, not mined) in found.steps[-1].conclusions
                continue
            assert found.is_possible is True
            then = count(supposing(problem, (cell, mined))).certain()
            news = {each: then[each] for each in then if each not in now and each != cell}
            assert dict(found.follows) == ({} if cell in now else news)
            assert bool(found.steps) == bool(found.follows)
            if found.steps:
                assert set(found.steps[-1].conclusions) & set(found.follows)
    assert seen == {True, False}


def test_the_refutation_is_a_proof_that_the_checker_accepts() -> None:
    view = View.from_picture("### 121 000")
    found = suppose(view, 1, True)
    proved = [(cell, m, step.proof(cell)) for step in found.steps for cell, m in step.conclusions]
    check(read(view), proved)


def test_steps_follow_from_what_is_supposed() -> None:
    view = View.from_picture("## 11", mines=1)
    for mined in (True, False):
        steps = list(find_steps(view, supposed=(0, mined)))
        assert [step.conclusions for step in steps] == [((1, not mined),)]
        assert steps[0].facts == ((0, mined),)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_words(tag: str) -> None:
    view, told = View.from_picture("### 121 000"), dict[str, list[str]]()
    for kind, supposed in {
        "impossible": (view, 1, True),
        "certain": (view, 1, False),
        "follows": (View.from_picture("## 11"), 0, True),
        "nothing": (View.from_picture("####", mines=2), 0, True),
    }.items():
        found = suppose(*supposed, language=tag)
        told[kind] = [str(each) for each in found.remarks]
        assert len(found.told) == len(found.steps)
    assert [len(each) for each in told.values()] == [2, 2, 3, 3]
    if tag == "en":
        assert told["follows"] == [
            "Suppose that a1 is a mine.",
            "The chance of that is 50%.",
            "Then b1 is safe.",
        ]
        assert told["nothing"][-1] == "Nothing else would be certain."


def test_an_open_cell_is_nothing_to_suppose_about() -> None:
    with pytest.raises(BadInput, match="b2 is not covered; expected a covered cell"):
        suppose(View.from_picture("### 121 000"), 4, True)


def test_too_much_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object, **__: object) -> object:
        raise LimitReached("too much")

    monkeypatch.setattr("mineproof.coach.supposition.odds_of", give_up)
    found = suppose(View.from_picture("## 11"), 0, True)
    assert (found.is_possible, found.chance, found.follows) == (None, None, ())
    assert "too many layouts" in str(found.remarks[-1])
