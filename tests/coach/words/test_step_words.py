"""Steps in words: every sentence is true and follows, names its cells, and reads as promised."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import compress, pairwise, product

import pytest
from hypothesis import given
from tests.boards import moments, scattered
from tests.coach.parsed_english import NUMBERS, Claim, claims, clue_of, names
from tests.problems import certain_cells, layouts, problems

from mineproof.board.view import View
from mineproof.coach.language import LANGUAGES, MOST_NAMES, Sentence, language
from mineproof.coach.steps.fewest import mine_numbers, ways
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.coach.steps.techniques import StepLevel, Technique
from mineproof.coach.words.count_words import CountCause, CountReason, why
from mineproof.coach.words.step_words import tell
from mineproof.logic.checker import has_layout
from mineproof.logic.problem import Cell, Constraint, Problem

ENGLISH = language("en")


@cache
def told_steps() -> tuple[tuple[View, Step, tuple[Sentence, ...]], ...]:
    """Return steps of all techniques with what is said of them, from many positions."""
    views = [scattered(seed) for seed in range(300)]
    views += [view for level in ("beginner", "expert", "hex:9x9/14") for view in moments(level, 1)]
    return tuple((v, s, tell(s, v, ENGLISH)) for v in views for s in find_steps(v))


def test_the_positions_have_steps_of_every_kind() -> None:
    assert {step.technique for _, step, _ in told_steps()} >= set(Technique) - {
        Technique.ONE_TWO_TWO_ONE
    }


# --- true, and following --------------------------------------------------------------------------


def said(step: Step) -> list[Constraint]:
    return [proof.claim for proof in step.premises if isinstance(proof.claim, Constraint)]


def is_true(claim: Claim, step: Step, known: Mapping[Cell, bool]) -> bool:
    """Tell whether a claim holds in every layout that the clues of a step leave."""
    left = claim.cells.difference(known)
    mines = sum(known.get(cell, False) for cell in claim.cells)
    wrong = [n for n in range(len(left) + 1) if not claim.least <= mines + n <= claim.most]
    return not any(has_layout([*said(step), Constraint(left, n)]) for n in wrong)


def outside_cases(sentences: tuple[Sentence, ...]) -> Iterator[str]:
    """Yield the sentences that suppose nothing."""
    is_case = False
    for sentence in sentences:
        is_case |= sentence.text.startswith("Suppose")
        if not is_case:
            yield sentence.text
        is_case &= not sentence.text.startswith("But then")


def test_what_is_claimed_outside_of_cases_is_true() -> None:
    checked = 0
    for view, step, sentences in told_steps():
        if step.level is StepLevel.L1 and step.count is None and checked > 2_000:
            continue
        for text in outside_cases(sentences):
            if not text.startswith("If "):
                for claim in claims(text, view.grid):
                    assert is_true(claim, step, dict(step.facts)), text
                    checked += 1
    assert checked > 2_000


def rest(clue: Constraint, known: Mapping[Cell, bool]) -> Constraint:
    mines = sum(known.get(cell, False) for cell in clue.cells)
    return Constraint(clue.cells.difference(known), clue.mines - mines, clue.clue)


def mine_sets(clue: Constraint, before: list[Claim]) -> list[frozenset[Cell]]:
    """Return all ways to lay mines around a clue, however many, that agree with some claims."""
    cells, sure = sorted(clue.cells), dict[Cell, bool]()
    for each in before:
        if each.most == 0 or each.least == len(each.cells):
            sure |= dict.fromkeys(each.cells, each.least > 0)
    choices = [(sure[cell],) if cell in sure else (False, True) for cell in cells]
    laid = [frozenset(compress(cells, values)) for values in product(*choices)]
    about = [each for each in before if each.cells <= clue.cells]
    return [mines for mines in laid if all(each.holds(mines) for each in about)]


def check_case(view: View, step: Step, texts: list[str], before: list[Claim]) -> None:
    """Check a supposition, what follows from it one clue at a time, and the clash at its end."""
    known = dict(step.facts)
    clues = {clue.clue: rest(clue, known) for clue in step.clues}
    before = [*before, *claims(texts[0], view.grid)]
    for text in texts[1:-1]:
        clue = clues[clue_of(text, view)]
        fitting = [m for m in mine_sets(clue, before) if len(m) == clue.mines]
        for claim in claims(text, view.grid):
            assert all(claim.holds(mines) for mines in fitting), text
            before.append(claim)
    clash = clues[clue_of(texts[-1], view)]
    laid = mine_sets(clash, before)
    assert all(len(mines) != clash.mines for mines in laid), texts
    for claim in claims(texts[-1], view.grid):
        assert claim.cells == clash.cells
        assert all(claim.holds(mines) for mines in laid), texts
        assert not claim.least <= clash.mines <= claim.most


def test_each_consequence_in_a_case_follows_from_one_clue_and_the_last_clue_clashes() -> None:
    cases = 0
    for view, step, sentences in told_steps():
        texts, before = [sentence.text for sentence in sentences], list[Claim]()
        while texts:
            end = next((i for i, text in enumerate(texts) if text.startswith("But then")), 0)
            if texts[0].startswith("Suppose"):
                check_case(view, step, texts[: end + 1], before)
                cases += 1
                texts = texts[end + 1 :]
            else:
                before += claims(texts.pop(0), view.grid)
    assert cases > 20


def test_clues_that_are_added_up_count_every_cell_as_it_is_said() -> None:
    sums = 0
    for view, step, sentences in told_steps():
        texts = [sentence.text for sentence in sentences]
        for text, cells in pairwise(texts):
            if text.startswith("Added up"):
                check_sum(view, step, text, cells)
                sums += 1
    assert sums > 5


def check_sum(view: View, step: Step, text: str, cells: str) -> None:
    """Check what is said of two sides by adding up their clues."""
    clues = {view.grid.name(clue.clue or 0): rest(clue, dict(step.facts)) for clue in step.clues}
    first, second = re.split(" than around | as around ", text)
    counts, more = Counter[str](), 0
    for side, names_there in ((1, names(first)), (-1, names(second))):
        for clue in map(clues.__getitem__, names_there):
            more += side * clue.mines
            counts.update({view.grid.name(cell): side for cell in clue.cells})
    own, _, other = cells.removesuffix(" once more on the second.").partition("first")
    if not cells.endswith("on the second."):
        assert not other.strip(".")
    elif not other:
        own, other = "", own
    assert {name for name in counts if counts[name] > 0} == set(names(own)), cells
    assert {name for name in counts if counts[name] < 0} == set(names(other)), cells
    assert {abs(count) for count in counts.values()} <= {0, 1}
    said = (
        NUMBERS.index(found[1]) if (found := re.search(r"there (?:is|are) (\w+) more", text)) else 0
    )
    assert more == len(names(own)) == said


def test_the_ways_to_meet_the_clues_are_counted() -> None:
    told = [
        (step, sentence.text)
        for _, step, sentences in told_steps()
        for sentence in sentences
        if sentence.text.startswith("There are") and "ways to place" in sentence.text
    ]
    small = [(step, text) for step, text in told if len(touched(step)) <= 14]
    assert small
    for step, text in small:
        clues = tuple(rest(clue, dict(step.facts)) for clue in step.clues)
        number = len(list(layouts(Problem(clues, touched(step)))))
        assert text.startswith(f"There are {ENGLISH.number(number)} ways")


def touched(step: Step) -> frozenset[Cell]:
    """Return the cells that the clues of a step speak of and that are not known."""
    return (
        frozenset[Cell]().union(*(clue.cells for clue in step.clues)).difference(dict(step.facts))
    )


@given(problems())
def test_ways_and_numbers_of_mines(problem: Problem) -> None:
    clues = [clue for clue in problem.constraints if clue.cells]
    cells = frozenset[Cell]().union(*(clue.cells for clue in clues))
    fitting = list(layouts(Problem(tuple(clues), cells)))
    assert ways(clues) == len(fitting)
    assert mine_numbers(clues) == sorted({sum(layout.values()) for layout in fitting})


def random_clues(seed: int, cells: int = 8) -> tuple[Constraint, ...]:
    dice = random.Random(seed)
    mines = {cell for cell in range(cells) if dice.random() < 0.4}
    sets = [
        frozenset(dice.sample(range(cells), dice.randint(1, 4))) for _ in range(dice.randint(1, 3))
    ]
    return tuple(Constraint(each, len(each & mines)) for each in sets)


def check_reason(
    reason: CountReason,
    cell: Cell,
    total: int,
    free: list[dict[Cell, bool]],
    touched: frozenset[Cell],
) -> None:
    """Check a reason by all layouts that fit the clues, whatever their total."""
    near = [sum(layout[c] for c in touched) for layout in free]
    otherwise = [layout for layout in free if layout[cell] != reason.is_mine]
    near_otherwise = [sum(layout[c] for c in touched) for layout in otherwise]
    room = [sum(layout.values()) for layout in otherwise]
    match reason.cause:
        case CountCause.NONE_LEFT:
            assert cell not in touched
            assert min(near) == reason.mines == total
        case CountCause.ONLY_ROOM:
            assert cell not in touched
            assert max(near) == reason.mines == total - len(free[0].keys() - touched)
        case CountCause.TOO_FEW:
            assert min(near_otherwise) == reason.mines > total
        case CountCause.TOO_MANY:
            assert max(room) == reason.mines < total
        case CountCause.NO_EXCEPTION:
            assert min(near_otherwise) <= total <= max(room)


def test_the_mine_count_settles_a_cell_for_the_reason_that_is_told() -> None:
    seen = Counter[CountCause]()
    for clues in map(random_clues, range(120)):
        cells, touched = frozenset(range(8)), frozenset[Cell]().union(*(c.cells for c in clues))
        free = list(layouts(Problem(clues, cells)))
        alone = certain_cells(Problem(clues, cells))
        for total in {sum(layout.values()) for layout in free}:
            counted = certain_cells(Problem(clues, cells, total))
            for cell, is_mine in counted.items() - alone.items():
                reason = why(clues, Constraint(cells, total), (cell, is_mine))
                assert reason.is_mine == is_mine
                check_reason(reason, cell, total, free, touched)
                seen[reason.cause] += 1
    assert seen.keys() >= set(CountCause) - {CountCause.NO_EXCEPTION}


def test_numbers_of_mines_with_a_gap_have_no_simple_reason() -> None:
    clues = [Constraint(frozenset({0, other}), 1) for other in (1, 2, 3)]
    assert mine_numbers(clues) == [1, 3]
    for total, is_mine in ((2, True), (3, False)):
        count = Constraint(frozenset(range(5)), total)
        assert why(clues, count, (4, is_mine)) == CountReason(CountCause.NO_EXCEPTION, is_mine)


# --- cells and conclusions ------------------------------------------------------------------------


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_cells_of_a_sentence_are_those_that_its_text_names(tag: str) -> None:
    for view, step, _ in told_steps():
        for sentence in tell(step, view, language(tag)):
            assert [view.grid.name(cell) for cell in sentence.cells] == names(sentence.text)
            assert not set(sentence.cells) & set(sentence.unnamed)
            if sentence.unnamed:
                assert any(str(n) in sentence.text for n in range(MOST_NAMES + 1, view.grid.size))


def test_the_last_sentence_states_all_conclusions() -> None:
    for view, step, sentences in told_steps():
        found = claims(sentences[-1].text, view.grid)
        settled = {
            c: each.most > 0
            for each in found
            if each.least in (0, len(each.cells))
            for c in each.cells
        }
        if not sentences[-1].unnamed:
            assert settled.items() >= set(step.conclusions), sentences[-1]


def test_every_clue_of_a_step_is_named() -> None:
    for _, step, sentences in told_steps():
        named = {cell for sentence in sentences for cell in sentence.cells}
        assert named >= {clue.clue for clue in step.clues}


def test_nothing_is_said_twice() -> None:
    for _, _, sentences in told_steps():
        texts = [sentence.text for sentence in sentences if not sentence.text.startswith("So ")]
        assert len(set(texts)) == len(texts) or any("Suppose" in text for text in texts)


def test_too_many_cells_are_counted_and_kept() -> None:
    view = View.from_picture("#" * 20 + " " + "#" * 20, mines=40)
    (step,) = find_steps(view)
    *_, last = tell(step, view, ENGLISH)
    assert (last.text, last.cells, last.unnamed) == ("So 40 cells are mines.", (), tuple(range(40)))


# --- wording --------------------------------------------------------------------------------------


def last_told(picture: str, mines: int | None = None, tag: str = "en") -> str:
    """Return the sentences of the last step of a picture."""
    view = View.from_picture(picture, mines)
    *_, step = find_steps(view)
    return " ".join(sentence.text for sentence in tell(step, view, language(tag)))


@pytest.mark.parametrize(
    ("picture", "sentences"),
    [
        ("0# ##", "The 0 at a1 touches no mines. So b1, a2 and b2 are safe."),
        ("*1#", "The 1 at b1 already has its one mine, a1. So c1 is safe."),
        ("1#", "The 1 at a1 touches only one covered cell, b1. So b1 is a mine."),
        ("#2#", "The 2 at b1 touches only two covered cells, a1 and c1. So a1 and c1 are mines."),
        (
            "*2#",
            """The 2 at b1 touches one known mine (a1): that leaves one mine for c1.
            So c1 is a mine.""",
        ),
        (
            "01#1#1#",
            """The 1 at f1 touches e1, known to be safe: that leaves one mine for g1.
            So g1 is a mine.""",
        ),
        (
            "### 11F",
            """All cells left for the 1 at a2 are also left for the 1 at b2, and both need one
            mine. So the mine that the 1 at b2 needs is in {a1, b1}, and none is left for
            {c1, c2}. So c1 and c2 are safe.""",
        ),
        (
            "### 2#1",
            """The 2 at a2 needs one more mine than the 1 at c2, and has only one cell of its own,
            a1. So the mine that the 1 at c2 needs is in {b1, b2}, and none is left for c1. So
            c1 is safe and a1 is a mine.""",
        ),
    ],
)
def test_one_and_two_clues(picture: str, sentences: str) -> None:
    assert last_told(picture) == one_line(sentences)


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("picture", "sentences"),
    [
        (
            "1#2# ###1",
            """The 1 at d2 has exactly one mine in {d1, c2}. At most one of the mines that the 2
            at c1 needs is in {d1, c2}, so at least one of {b1, b2} is a mine. The mine that
            the 1 at a1 needs is in {b1, b2}, so a2 is safe.""",
        ),
        (
            "##2 2## ##2",
            """Suppose that c2 is safe. The 2 at c1 has no mine in c2, so b1 and b2 are mines. The
            two mines that the 2 at a2 needs are in {b1, b2}, so b3 is safe. But then at most
            one of {b2, c2, b3} is a mine, fewer than the 2 at c3 needs. So c2 is a mine.""",
        ),
        (
            "#1#1 #2## #1##",
            """Added up, there are as many mines to find around the 2 at b2 as around the 1 at b1
            and the 1 at b3. Every cell counts equally often on both sides, but a2 and c2 once
            more on the second. So a2 and c2 are safe.""",
        ),
        (
            "### 13# #2# 1##",
            """There are six ways to place the mines around the 1 at a2, the 3 at b2, the 2 at
            b3 and the 1 at a4, and they all agree. So c4 is safe and c1 is a mine.""",
        ),
    ],
)
def test_more_clues(picture: str, sentences: str) -> None:
    assert last_told(picture) == one_line(sentences)


@pytest.mark.parametrize(
    ("picture", "mines", "sentences"),
    [
        ("##1", 1, "There is one mine in total, and it is known. So a1 is safe."),
        ("#2##", 2, "There are two mines in total, and all are known. So d1 is safe."),
        (
            "0##",
            1,
            "There is one mine in total. Only one cell is left for it: c1. So c1 is a mine.",
        ),
        (
            "#1##",
            1,
            """There is one mine in total. At least one mine must touch the 1 at b1, and only
            one is left. So d1 is safe.""",
        ),
        (
            "*####1#",
            5,
            """There are five mines in total, one of them known: four are left. At most one of them
            can touch the 1 at f1, so every other cell is a mine. So b1, c1 and d1 are mines.""",
        ),
        (
            "2## ### 2#2",
            3,
            """There are three mines in total. At least three of them must touch the 2 at a1 and
            the 2 at c3, and only three are left. If b2 were safe, at least four mines would
            have to touch the 2 at a1 and the 2 at c3: more than are left. So c1 is safe and
            b2 is a mine.""",
        ),
        (
            "#### #11#",
            2,
            """There are two mines in total. If any of {b1, c1} were a mine, there would be room
            for only one mine around the 1 at b2 and the 1 at c2 and in the other cells:
            fewer than are left. So b1 and c1 are safe.""",
        ),
    ],
)
def test_the_mine_count(picture: str, mines: int, sentences: str) -> None:
    assert last_told(picture, mines) == one_line(sentences)


def test_traditional_chinese() -> None:
    assert last_told("1#2# ###1", tag="zh-TW") == (
        "d2 的 1 在 {d1、c2} 裡正好有一顆地雷。 "
        "c1 的 2 要找的地雷最多有一顆在 {d1、c2} 裡，所以 {b1、b2} 之中至少有一顆地雷。 "
        "a1 的 1 要找的那顆地雷在 {b1、b2} 裡，所以 a2 安全。"
    )
    assert last_told("*2#", tag="zh-TW") == (
        "b1 的 2 碰到一顆已知地雷（a1），還有一顆地雷在 c1 裡。 所以 c1 是地雷。"
    )
