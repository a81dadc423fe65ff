"""Explanations as frames, one for each sentence."""

from __future__ import annotations

from mineproof.board.view import View
from mineproof.coach.explanation import explain
from mineproof.coach.frames import frames_of, still_of

VIEW = View.from_picture("01#1#1#")


def test_each_sentence_is_a_frame_and_what_is_proved_stays() -> None:
    explanation = explain(VIEW, 6)
    frames = frames_of(explanation)
    assert [frame.caption for frame in frames] == [
        str(sentence) for told in explanation.told for sentence in told
    ]
    assert frames[0].marks == {1: "clue"}
    assert frames[-1].marks == {2: "mine", 4: "safe", 5: "clue", 6: "mine"}
    assert still_of(explanation).caption.count("\n") == len(frames) - 1


def test_a_cell_that_is_not_certain_has_its_remarks() -> None:
    view = View.from_picture("1## 1##", mines=2)
    frames = frames_of(explain(view, 1))
    assert frames
    assert {frame.marks[1] for frame in frames} == {"guess"}
    assert frames_of(explain(view, 0))[0].marks == {}  # it is open
