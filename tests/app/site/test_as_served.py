"""The static page passes tests of the served one: the very functions, with another `server`.

One or two for each thing that the page does; `ARGS="tests/app/site -k served"` of `make test-long`
runs them alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.app.web.browser import (
    test_ai,
    test_analyse,
    test_hints,
    test_logic,
    test_no_guess,
    test_play,
)
from tests.app.web.browser.coach import test_ask
from tests.app.web.browser.course import test_learn, test_resolve
from tests.app.web.browser.derivation import test_tree
from tests.app.web.browser.derivation.test_tree import tree
from tests.app.web.browser.play import test_fair
from tests.app.web.browser.puzzles import test_modes
from tests.app.web.browser.review import test_review

pytestmark = pytest.mark.long

__all__ = ["tree"]  # a fixture of theirs

_TAKEN: tuple[Callable[..., object], ...] = (
    test_ai.test_options_of_an_engine,
    test_ai.test_a_move_comes_with_its_proof_and_lights_up,
    test_analyse.test_a_position_pasted_analysed_shared_and_reopened,
    test_analyse.test_an_impossible_position_names_its_clues,
    test_analyse.test_guesses_are_compared_where_nothing_is_safe,
    test_ask.test_a_click_with_shift_or_in_the_mode_asks,
    test_ask.test_why_not_is_told_by_two_layouts_that_fit,
    test_fair.test_whoever_proves_each_cell_wins,
    test_fair.test_an_oversight_loses_and_shows_the_proof,
    test_hints.test_a_hint_climbed_to_its_proof,
    test_hints.test_any_cell_is_explained,
    test_hints.test_the_cells_of_a_sentence_light_up,
    test_hints.test_the_last_rung_plays_the_move,
    test_hints.test_risks_are_exact,
    test_learn.test_a_lesson_is_read_and_answered_and_progress_is_kept,
    test_logic.test_a_game_stepped_forward_and_back,
    test_modes.test_a_streak_ends_with_the_first_fault,
    test_modes.test_the_puzzle_of_a_day_is_the_same_for_all,
    test_no_guess.test_a_game_from_a_click_is_won_by_proofs_alone,
    test_no_guess.test_the_board_of_the_day,
    test_play.test_a_whole_game_by_mouse,
    test_play.test_a_whole_game_by_keyboard_alone,
    test_play.test_undo_after_a_mine,
    test_play.test_the_game_goes_on_after_a_reload,
    test_resolve.test_by_keyboard_alone,
    test_review.test_a_game_reviewed,
    test_review.test_a_reviewed_game_is_shared,
    test_tree.test_the_tree_is_the_derivation_that_the_checker_accepts,
)


def _named() -> Iterator[tuple[str, Callable[..., object]]]:
    for test in _TAKEN:
        room = test.__module__.rpartition(".")[2]
        yield f"{room}_{test.__name__.removeprefix('test_')}", test


globals().update(_named())
