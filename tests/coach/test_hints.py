"""The ladder: each rung tells its own and nothing of those above, and the hint is the next step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.boards import flagged, mid_game, moments, scattered
from tests.coach.parsed_english import names

from mineproof.app.json.coach import hint_json
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.view import FLAG, MINE, View
from mineproof.coach.hints import Hint, first_hint, hint
from mineproof.coach.language import LANGUAGES
from mineproof.coach.rungs import RUNGS
from mineproof.coach.steps.leads import Lead, Outlook, find_lead, without_flags
from mineproof.coach.steps.regions import region_of
from mineproof.coach.steps.steps import find_steps
from mineproof.coach.steps.techniques import StepLevel, Technique
from mineproof.engines.exact import Exact
from mineproof.engines.guess import Budget
from mineproof.engines.inference import Inference
from mineproof.errors import BadInput, UnknownName

LEVELS = ["easy", "beginner", "medium", "intermediate", "hard", "expert", "cs50", "hex:9x9/14"]
LEVELS += ["torus:9x9/12", "5x40/40"]


@cache
def positions() -> tuple[View, ...]:
    """Return some hundred positions: of games at all levels, with flags, and scattered ones."""
    games = [view for level in LEVELS for seed in range(8) for view in moments(level, seed)]
    before_guesses = [mid_game(level, seed) for level in LEVELS for seed in range(6)]
    return (*games, *before_guesses, *map(scattered, range(150)))


@cache
def hints() -> tuple[tuple[View, Hint], ...]:
    return tuple((view, hint(view, RUNGS[-1], budget=Budget.NORMAL)) for view in positions())


@cache
def hints_with_flags() -> tuple[tuple[View, Hint], ...]:
    return tuple(
        (view, hint(view, RUNGS[-1], flags=True, budget=Budget.NORMAL)) for view in positions()[::2]
    )


def test_the_positions_are_many_and_of_every_kind() -> None:
    assert len(hints()) > 700
    assert {found.outlook for _, found in hints()} >= {
        Outlook.CERTAIN,
        Outlook.WRONG_FLAG,
        Outlook.GUESS,
        Outlook.DONE,
    }
    assert {found.level for _, found in hints()} >= set(StepLevel) - {StepLevel.G}


# --- what each rung tells -------------------------------------------------------------------------


def told_cells(found: Hint) -> list[set[Cell]]:
    """Return the cells that each rung may tell, with those below it."""
    targets = {cell for cell, _ in found.targets or ()}
    clues, candidates = set(found.clues or ()), set(found.candidates or ())
    proof = {cell for sentence in found.words[5] for cell in (*sentence.cells, *sentence.unnamed)}
    at = [set[Cell](), set(), set(), clues | candidates, targets, proof, set()]
    return [set[Cell]().union(*at[: rung + 1]) for rung in RUNGS]


def cells_in(value: object, grid: Grid) -> Iterator[Cell]:
    """Yield every cell that a JSON value holds: by its place, by its name, or in a text."""
    match value:
        case {"cell": [row, col], **rest}:
            yield grid.at(row, col)
            yield from cells_in(rest, grid)
        case dict():
            yield from (cell for each in value.values() for cell in cells_in(each, grid))
        case list():
            yield from (cell for each in value for cell in cells_in(each, grid))
        case str():
            yield from map(grid.parse, names(value))
        case _:
            pass


def test_no_rung_tells_a_cell_of_those_above() -> None:
    for view, full in hints():
        allowed = told_cells(full)
        for rung in RUNGS:
            told = hint_json(full.down_to(rung), view.grid)
            assert set(cells_in(told, view.grid)) <= allowed[rung], (rung, told)


PARTS: dict[str, int] = {
    "certain_mines": 0,
    "region": 1,
    "techniques": 2,
    "level": 2,
    "clues": 3,
    "with_count": 3,
    "candidates": 3,
    "targets": 4,
    "best": 4,
    "figures": 5,
    "how": 5,
    "budget": 5,
    "move": 6,
}


def test_each_rung_adds_its_own_and_changes_nothing_below() -> None:
    for view, full in hints():
        whole = hint_json(full, view.grid)
        for rung in RUNGS:
            told = hint_json(full.down_to(rung), view.grid)
            below = {name: value for name, value in whole.items() if PARTS.get(name, 0) <= rung}
            assert told == below | {"rung": rung, "words": told["words"]}
            assert full.down_to(rung).words == full.words[: rung + 1]


@settings(max_examples=40)
@given(st.sampled_from(LEVELS), st.integers(0, 10_000), st.sampled_from(RUNGS), st.data())
def test_a_hint_asked_for_at_a_rung_is_the_whole_one_cut_there(
    level: str, seed: int, rung: int, data: st.DataObject
) -> None:
    view = data.draw(st.sampled_from(moments(level, seed, count=3)))
    tag = data.draw(st.sampled_from(LANGUAGES))
    assert hint(view, rung, language=tag) == hint(view, 6, language=tag).down_to(rung)


def test_a_certain_move_has_something_to_tell_on_every_rung() -> None:
    for _, full in hints():
        if full.outlook in (Outlook.CERTAIN, Outlook.WRONG_FLAG):
            assert all(full.words)
            assert (full.techniques, full.targets) != ((), ())
            assert full.level is not None
            assert full.move is not None
        elif full.outlook is Outlook.GUESS:
            assert all(full.words)
            assert full.best in (full.candidates or ())
        elif full.outlook is Outlook.DONE:
            assert [len(rung) for rung in full.words] == [1, 0, 0, 0, 0, 0, 0]


def test_the_region_holds_all_clues_and_is_made_of_thirds() -> None:
    for view, full in hints():
        if full.region is not None:
            cells = full.candidates if full.clues is None else full.clues
            assert cells is not None
            assert all(full.region.holds(view.grid, cell) for cell in cells)
            lines = [(full.region.rows, view.grid.rows), (full.region.cols, view.grid.cols)]
            for (first, last), size in lines:
                cuts = [0, -(-size // 3), -(-2 * size // 3), size] if size >= 6 else [0, size]
                assert first in cuts
                assert last + 1 in cuts


def test_the_region_is_the_smallest() -> None:
    grid = Grid(9, 9)
    for clues in [(0,), (0, 40), (40, 80), (8, 72)]:
        region = region_of(grid, clues)
        rows, cols = ([grid.place(cell)[i] // 3 for cell in clues] for i in (0, 1))
        assert region.rows == (3 * min(rows), 3 * max(rows) + 2)
        assert region.cols == (3 * min(cols), 3 * max(cols) + 2)
    assert region_of(Grid(5, 9), [0]).rows == (0, 4)
    assert region_of(Grid(7, 8), []).cols == (0, 7)


# --- what is hinted at ----------------------------------------------------------------------------


def can_use(view: View, cell: Cell, is_mine: bool) -> bool:
    return not (is_mine and view.cells[cell] == FLAG)


def test_with_flags_the_hint_is_the_first_step_that_a_player_can_use() -> None:
    for view, full in hints_with_flags():
        if full.outlook is Outlook.CERTAIN:
            step = next(
                s for s in find_steps(view) if any(can_use(view, *c) for c in s.conclusions)
            )
            assert full.targets == tuple(c for c in step.conclusions if can_use(view, *c))
            assert full.clues == tuple(clue.clue for clue in step.clues)
            assert (full.level, full.techniques) == (step.level, (step.technique,))
            assert full.with_count == (step.count is not None)


def test_a_guess_is_called_one_only_if_no_cell_is_safe() -> None:
    for view, full in hints():
        inference, covered = Exact().look(view), set(view.covered_cells())
        mines = covered.intersection(inference.mines)
        is_stuck = full.outlook in (Outlook.GUESS, Outlook.DONE)
        assert is_stuck != bool(inference.safe)
        if is_stuck:
            assert (full.outlook is Outlook.DONE) == (mines == covered)
            assert full.certain_mines == len(mines)


def test_with_flags_a_guess_is_called_one_only_if_all_certain_mines_are_flagged_too() -> None:
    for view, full in hints_with_flags():
        inference = Exact().look(view)
        is_flagged = all(view.cells[cell] in (FLAG, MINE) for cell in inference.mines)
        is_stuck = full.outlook in (Outlook.GUESS, Outlook.DONE)
        assert is_stuck == (is_flagged and not inference.safe)


def test_a_wrong_flag_comes_first_and_is_proved() -> None:
    for view, full in hints():
        wrong = {cell for cell in Exact().look(view).safe if view.is_flagged(cell)}
        assert (full.outlook is Outlook.WRONG_FLAG) == bool(wrong)
        if wrong:
            assert full.targets is not None
            assert full.move is not None
            assert full.move.cell in wrong
            assert full.move.act is Act.FLAG
            assert (full.move.cell, False) in full.targets
            assert full.words[0][0].cells == ()


def test_the_move_is_right() -> None:
    for view, full in hints():
        if full.outlook is Outlook.CERTAIN:
            assert full.move is not None
            act, cell = full.move
            assert act is Act.OPEN
            assert cell in Exact().look(view).safe
            assert not view.is_flagged(cell)


def test_with_flags_the_move_may_be_a_flag() -> None:
    acts = set[Act]()
    for view, full in hints_with_flags():
        if full.outlook is Outlook.CERTAIN:
            assert full.move is not None
            act, cell = full.move
            inference = Exact().look(view)
            assert cell in (inference.safe if act is Act.OPEN else inference.mines)
            assert not view.is_flagged(cell)
            acts.add(act)
    assert acts == {Act.OPEN, Act.FLAG}


@pytest.mark.parametrize("flags", [True, False])
def test_a_lead_uses_only_what_the_player_sees_or_is_told(flags: bool) -> None:
    for view in positions()[::3]:
        lead = find_lead(view, flags=flags)
        if isinstance(lead, Lead):
            known = {(cell, True) for cell, code in enumerate(view.cells) if code in (MINE, FLAG)}
            for step in lead.steps:
                assert known.issuperset(step.facts)
                known.update(step.conclusions)
            assert lead.goal in lead.steps[-1].conclusions


def test_flags_that_may_be_right_or_wrong_change_nothing() -> None:
    for view in positions()[::5]:
        bare = without_flags(view)
        inference = Exact().look(bare)
        open_ones = set(bare.covered_cells()).difference(inference.safe, inference.mines)
        noted = flagged(bare, sorted(open_ones)[:5])
        assert hint(noted, 5).words == hint(bare, 5).words


# --- in pictures ----------------------------------------------------------------------------------


def words(picture: str, rung: int, mines: int | None = None, tag: str = "en") -> str:
    found = hint(View.from_picture(picture, mines), rung, language=tag)
    return " ".join(str(sentence) for sentence in found.words[rung])


@pytest.mark.parametrize(
    ("rung", "told"),
    [
        (0, "There is a safe cell."),
        (1, "You need the whole board."),
        (3, "Look at the 2 at a2 and the 1 at c2."),
        (4, "c1 is safe and a1 is a mine."),
        (6, "Open c1."),
    ],
)
def test_the_rungs_of_a_certain_move(rung: int, told: str) -> None:
    assert words("### 2#1", rung) == told


def test_the_technique_is_told_with_its_level_and_idea() -> None:
    told = words("### 2#1", 2)
    assert told.startswith("box logic (two clues): ")
    assert names(told) == []


def test_a_wrong_flag_is_told_without_saying_which() -> None:
    picture = "### 11F"
    assert words(picture, 0) == "A flag is wrong: its cell is provably safe."
    assert words(picture, 4) == "c1 and c2 are safe. The flag at c2 is wrong."
    assert words(picture, 6) == "Remove the flag from c2."


def test_the_way_to_a_wrong_flag_may_take_several_steps() -> None:
    found = hint(View.from_picture("01#1F"), 6)
    assert found.techniques == (Technique.FULL, Technique.SATISFIED)
    assert found.words[2][0].text == "It takes two steps."
    assert found.clues == (1, 3)
    assert [str(each) for each in found.words[5]] == [
        "The 1 at b1 touches only one covered cell, c1.",
        "So c1 is a mine.",
        "The 1 at d1 already has its one mine, c1.",
        "So e1 is safe.",
    ]


def test_a_right_flag_is_passed_over_but_used() -> None:
    found = hint(View.from_picture("01F1#"), 6)
    assert (found.outlook, found.clues, found.targets) == (Outlook.CERTAIN, (3,), ((4, False),))
    assert found.move == Move(Act.OPEN, 4)
    assert hint(View.from_picture("01##1F"), 6, flags=True).targets == ((2, True),)


def test_no_cell_is_safe() -> None:
    assert words("## 11", 0) == "No cell is safe; a guess is needed."
    assert words("## 11", 0, tag="zh-TW") == "沒有一格確定安全，只能猜了。"
    assert words("1##", 0) == "No cell is safe. One mine is certain; a guess is needed."
    assert words("#1001##", 0) == "No cell is safe. 2 mines are certain; a guess is needed."
    assert words("#1001##", 0, tag="zh-TW") == "沒有一格確定安全；有 2 顆地雷是確定的，只能猜了。"
    assert words("F1", 0) == "There is nothing left to open."
    assert words("00", 0) == "There is nothing left to open."


def test_on_a_fresh_board_any_cell_is_safe() -> None:
    fresh = View.from_picture("### ### ###", mines=2)
    full = first_hint(fresh, 4)
    assert (full.outlook, full.best, full.move) == (Outlook.FIRST, 4, Move(Act.OPEN, 4))
    told = [" ".join(map(str, rung)) for rung in full.words]
    assert told[0] == "Nothing is open yet: any first cell is safe."
    assert told[1:] == ["", "", "", "b2 is a good place to start.", "", "Open b2."]
    assert full.down_to(3).best is None
    assert (
        str(first_hint(fresh, 4, "zh-TW").words[0][0]) == "還沒有打開任何格子：第一格點哪裡都安全。"
    )


def test_an_impossible_position_leads_to_the_clues_that_clash() -> None:
    found = hint(View.from_picture("0#1#0##1"), 6)
    assert found.outlook is Outlook.IMPOSSIBLE
    assert found.clues == (0, 2, 4)
    assert [len(rung) for rung in found.words] == [1, 1, 0, 1, 0, 1, 0]
    assert words("0#1#0##1", 0) == "No layout fits this board."
    assert words("2#", 5) == "No layout fits the 2 at a1."
    assert words("3# ##", 5, mines=1) == "No layout with one mine fits the 3 at a1."
    assert words("##", 5, mines=3) == "There cannot be three mines here."


def test_too_much_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("leads", "steps"):
        monkeypatch.setattr(f"mineproof.coach.steps.{module}.Exact", lambda: Exact(max_states=1))
    found = hint(View.from_picture("#1#1# ##### #1#1#", mines=4), 6)
    assert found.outlook is Outlook.UNKNOWN
    assert found.words[0][0].text.startswith(
        "No certain move was found, but there are too many layouts"
    )


def test_there_are_seven_rungs_and_two_languages() -> None:
    view = View.from_picture("1#")
    for rung in (-1, 7):
        with pytest.raises(BadInput, match=rf"rung {rung}; expected 0 to 6"):
            hint(view, rung)
    with pytest.raises(UnknownName, match="unknown language 'tlh'; expected en or zh-TW"):
        hint(view, 0, language="tlh")


# --- a guess --------------------------------------------------------------------------------------


def test_a_guess_is_compared_rung_by_rung() -> None:
    full = hint(View.from_picture("#F 11", mines=1), 6)
    assert (full.level, full.candidates, full.best) == (StepLevel.G, (0, 1), 0)
    assert full.move == Move(Act.OPEN, 0)
    *below, why, move = [" ".join(map(str, rung)) for rung in full.words]
    assert below == [
        "No cell is safe; a guess is needed.",
        "You need the whole board.",
        "No technique helps here: compare the odds.",
        "Compare a1 and b1.",
        "The best guess is a1.",
    ]
    assert why.startswith("a1: 50% risk, wins 50%; 50% chance of a certain move next")
    assert "a1 and b1 are an unavoidable 50/50" in why
    assert move == "Open a1."


def test_a_guess_names_the_cells_it_speaks_of() -> None:
    view = View.from_picture("1## ###", mines=2)
    sentences = hint(view, 5).words[5]
    for sentence in sentences:
        assert all(view.grid.name(cell) in str(sentence) for cell in sentence.cells)
    assert {cell for sentence in sentences for cell in sentence.cells} == {1, 2, 4, 5}


def test_the_best_guess_may_carry_a_flag() -> None:
    assert hint(View.from_picture("F# 11", mines=1), 6).move == Move(Act.FLAG, 0)


def test_a_hint_on_a_flagged_board_counts_its_position_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[View] = []
    look = Exact.look

    def look_and_note(engine: Exact, view: View) -> Inference:
        counted.append(view)
        return look(engine, view)

    monkeypatch.setattr(Exact, "look", look_and_note)
    for picture in ("F1# 11#", "### 11F", "### 121 000"):
        counted.clear()
        view = View.from_picture(picture)
        hint(view, 6)
        assert counted == [view]
