"""The first thing that the coach says agrees with exact counting: a safe cell, or a guess."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from tests.boards import DATA

from mineproof.board.grid import Shape
from mineproof.board.transcript import Transcript
from mineproof.board.view import FLAG, View
from mineproof.coach.hints import hint
from mineproof.coach.language import LANGUAGES, language
from mineproof.counting.count import count
from mineproof.logic.reader import read


@cache
def positions() -> tuple[View, ...]:
    stored: list[dict[str, Any]] = json.loads((DATA / "first_hints.json").read_text())
    return tuple(
        View.from_rows(each["board"], each["mines"], Shape(each["shape"])) for each in stored
    )


def test_there_are_100_positions_and_half_have_no_flags() -> None:
    assert len(positions()) == 100
    assert sum(FLAG in view.cells for view in positions()) == 50


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_first_words_agree_with_counting(tag: str) -> None:
    words, kinds = language(tag), dict.fromkeys(("safe", "wrong", "guess", "mines"), 0)
    for view in positions():
        certain = count(read(view)).certain()
        mines = sum(certain.values())
        safe = [cell for cell, is_mine in certain.items() if not is_mine]
        if any(map(view.is_flagged, safe)):
            kind, said = "wrong", words.say("hints.wrong_flag")
        elif safe:
            kind, said = "safe", words.say("hints.safe")
        elif mines:
            kind, said = "mines", words.say("hints.guess_and_mines", count=mines, mines=mines)
        else:
            kind, said = "guess", words.say("hints.guess")
        (sentence,) = hint(view, 0, language=tag).words[0]
        assert str(sentence) == said, view.picture()
        kinds[kind] += 1
    assert min(kinds.values()) > 0, kinds


# --- the positions in which players were told of mines only --------------------------------------


def seen(code: str) -> View:
    transcript = Transcript.parse(code)
    game = transcript.begin()
    for move in transcript.moves:
        game.play(move)
    return game.view


def test_who_sets_no_flags_is_told_at_once_that_a_guess_is_needed() -> None:
    full = hint(seen("expert/opening#371 p9"), 6)
    assert str(full.words[0][0]) == "No cell is safe. One mine is certain; a guess is needed."
    assert full.move is not None
    assert str(full.words[6][0]).startswith("Open ")


def test_safe_cells_come_before_mines_and_mines_are_lemmas() -> None:
    full = hint(seen("expert/opening#11 p9"), 6)
    assert [str(each) for each in full.words[5]] == [
        "The 1 at h3 touches only one covered cell, i2.",
        "So i2 is a mine.",
        "The 1 at h2 already has its one mine, i2.",
        "So g1, h1 and i1 are safe.",
    ]
    assert str(full.words[6][0]) == "Open g1."
