"""Certificates: there and back, and no tampering gets past the checker."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.certificates.certificate import Certificate, CertifiedStep, Conclusion
from mineproof.certificates.check import check
from mineproof.certificates.data import certificate_json, is_certificate, read_certificate
from mineproof.certificates.text import write_text
from mineproof.coach.boards.certify import certify
from mineproof.coach.boards.reach import Reach, is_solvable
from mineproof.errors import BadFile, BadProof

CHAIN = Layout.from_picture("113***2 2*3*5*3 *33133* 2*102*3 11213*2 001*211 0011100")
CASES = Layout.from_picture("*311000 *4*1011 *31113* 22101** 1*10133 221113* *101*3*")
COUNT = Layout.from_picture("24***21 ***43*1 2321222 00001*1 0111122 02*202* 02*202*")
GUESS = Layout.from_picture("01*3*21 122*3*1 *221211 3*10111 *2101*1")


def certificate(layout: Layout, first: str = "d4", *, with_count: bool = True) -> Certificate:
    found = certify(layout, layout.grid.parse(first), with_count=with_count).certificate
    assert found is not None
    return found


CLEARED = [certificate(layout) for layout in (CHAIN, CASES, COUNT)]
FORCED = certificate(GUESS)
ALL = [*CLEARED, FORCED]


def test_what_the_samples_have_in_them() -> None:
    words = {word.partition(":")[0] for each in CLEARED for word in every_word(each)}
    assert words >= {"rest", "forced", "counted", "diff", "cut", "mines"}
    assert FORCED.needs_guess
    assert not any(each.needs_guess for each in CLEARED)
    assert FORCED.layouts


def every_word(found: Certificate) -> list[str]:
    told = [each.proof for step in found.steps for each in step.conclusions]
    return [word for proof in told for word in proof]


@pytest.mark.parametrize("found", ALL)
def test_text_and_json_survive_and_are_accepted(found: Certificate) -> None:
    text, data = write_text(found), json.dumps(certificate_json(found))
    assert read_certificate(text) == read_certificate(data) == found
    assert read_certificate(text.replace("\n", "\r\n")) == found
    assert is_certificate(text)
    assert is_certificate(data)
    checked = check(found)
    assert checked.position.is_cleared is not found.needs_guess
    assert checked.steps == len(found.steps)


# --- the no: what is told otherwise --------------------------------------------------------------

Change = Callable[[Certificate], Certificate]


def at(number: int, change: Callable[[CertifiedStep], CertifiedStep]) -> Change:
    """Change one step."""

    def changed(found: Certificate) -> Certificate:
        steps = list(found.steps)
        steps[number] = change(steps[number])
        return replace(found, steps=tuple(steps))

    return changed


def first_conclusion(change: Callable[[Conclusion], Conclusion]) -> Change:
    """Change the first conclusion of the first step."""

    def changed(step: CertifiedStep) -> CertifiedStep:
        first, *others = step.conclusions
        return replace(step, conclusions=(change(first), *others))

    return at(0, changed)


def proved_by(*words: str, after: int | None = None) -> Change:
    """Put these words in place of the first proof, or before its words from `after` on."""
    return first_conclusion(
        lambda it: replace(it, proof=words + (() if after is None else it.proof[after:]))
    )


def moved(found: Certificate, mine: str, to: str) -> Certificate:
    grid, mines = found.layout.grid, found.layout.mines
    return replace(found, layout=Layout(grid, mines - {grid.parse(mine)} | {grid.parse(to)}))


def of_shape(found: Certificate, shape: Shape) -> Certificate:
    grid = found.layout.grid
    return replace(found, layout=Layout(Grid(grid.rows, grid.cols, shape), found.layout.mines))


def first_at(found: Certificate, name: str) -> Certificate:
    return replace(found, first=(found.layout.grid.parse(name),))


TAMPERED: dict[str, Change] = {
    "the first step is dropped": lambda it: replace(it, steps=it.steps[1:]),
    "the last step is dropped": lambda it: replace(it, steps=it.steps[:-1]),
    "all steps are dropped": lambda it: replace(it, steps=()),
    "a step in the middle is dropped": lambda it: replace(it, steps=it.steps[:3] + it.steps[4:]),
    "the steps are reversed": lambda it: replace(it, steps=it.steps[::-1]),
    "a step is there twice": lambda it: replace(it, steps=(*it.steps[:1], *it.steps)),
    "a mine has moved": lambda it: moved(it, "d1", "a1"),
    "a mine is missing": lambda it: moved(it, "d1", "e1"),
    "the first cell is a mine": lambda it: first_at(it, "d1"),
    "the first cell is another": lambda it: first_at(it, "a1"),
    "there is no first cell": lambda it: replace(it, first=()),
    "a guess is said to be needed": lambda it: replace(it, needs_guess=True),
    "layouts are added": lambda it: replace(it, layouts=(it.layout.mines,)),
    "the board is a torus": lambda it: of_shape(it, Shape.TORUS),
    "the board has hexagons": lambda it: of_shape(it, Shape.HEX),
    "a conclusion is turned round": first_conclusion(
        lambda it: replace(it, is_mine=not it.is_mine)
    ),
    "a proof is of another cell": first_conclusion(lambda it: replace(it, cell=it.cell + 14)),
    "a proof is empty": proved_by(),
    "a proof has lost a word": proved_by(after=1),
    "a proof has another clue": proved_by("g7", after=1),
    "a clue is covered": proved_by("a1", after=1),
    "a proof has a word too much": proved_by("d4", after=0),
    "a fact is only said to be known": first_conclusion(
        lambda it: replace(it, proof=(f"known:{CHAIN.grid.name(it.cell)}",))
    ),
    "counted from nothing": proved_by("counted:0"),
    "counted from too little": proved_by("c3", "counted:1"),
    "a word that does not exist": proved_by("trust-me"),
    "a name that nothing has": proved_by("use:1"),
}


@pytest.mark.parametrize("change", TAMPERED.values(), ids=TAMPERED.keys())
def test_tampering_is_refused(change: Change) -> None:
    with pytest.raises(BadProof):
        check(change(CLEARED[0]))


def test_what_is_wrong_with_the_first_cells_is_told() -> None:
    with pytest.raises(BadProof, match=r"^the first cell d1 is a mine$"):
        check(first_at(CLEARED[0], "d1"))
    with pytest.raises(BadProof, match=r"^no first cell; expected one or more$"):
        check(replace(CLEARED[0], first=()))


CORNER = certificate(Layout.from_picture(".*... ..... ....*"), "a3")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("b2 a2", "2 claims are left at the end; expected one"),
        ("b2 some:Fa1,Fb1,Fc1 c2 some:Fb1,Fc1,Fd1 resolve", "0 literals on which they disagree"),
        ("b2 some:Fa1,Fb1,Fc1 b2 some:a1,b1 resolve", "2 literals on which they disagree"),
        ("b2 some:a1,b1 unit", "a clause of 2 literals; expected one"),
        ("b2 unit", "the top is no clause; expected one"),
        ("b2 known:c1", "c1 is not known"),
        ("b2 a2 resolve", "the top is no clause; expected one"),
    ],
)
def test_words_that_make_no_proof_are_told(words: str, told: str) -> None:
    with pytest.raises(BadProof, match=told):
        check(proved_by(*words.split())(CORNER))


def test_a_cell_can_be_named_where_it_is_forced() -> None:
    assert CORNER.steps[0].conclusions[0].proof == ("b2", "a2", "diff:1", "forced")
    assert check(proved_by("b2", "a2", "diff:1", "forced:c1")(CORNER)).position.is_cleared
    with pytest.raises(BadProof):
        check(proved_by("b2", "a2", "diff:1", "forced:d1")(CORNER))


def test_a_wrong_combination_is_refused() -> None:
    for found in ALL:
        cuts = [word for word in every_word(found) if word.startswith("cut:")]
        for word in cuts:
            for old, new in ((":1:", ":2:"), ("1,-1", "1,1"), ("1,-1", "-1,1"), (",F", ",")):
                if old in word:
                    told = write_text(found).replace(word, word.replace(old, new, 1))
                    assert_refused(told)


def test_the_mine_count_cannot_be_used_if_it_is_unknown() -> None:
    with pytest.raises(BadProof, match="the mine count is not known"):
        check(replace(CLEARED[2], with_count=False))
    assert not check(certificate(CHAIN, with_count=False)).position.count


def test_a_forced_guess_needs_layouts_that_fit_and_cover_all() -> None:
    grid, cover = GUESS.grid, frozenset(FORCED.layouts[0])
    with pytest.raises(BadProof, match="no layout has a mine in"):
        check(replace(FORCED, layouts=FORCED.layouts[1:]))
    with pytest.raises(BadProof, match="layout 1 does not fit the mine count"):
        check(replace(FORCED, layouts=(cover - {min(cover)}, *FORCED.layouts)))
    with pytest.raises(BadProof, match="layout 1 has a mine in d4, which is open"):
        check(replace(FORCED, layouts=(cover | {grid.parse("d4")},)))
    others = frozenset(check(FORCED).position.covered[: len(GUESS.mines)])
    with pytest.raises(BadProof, match="layout 1 does not fit the clue"):
        check(replace(FORCED, layouts=(others,)))
    with pytest.raises(BadProof, match="safe cells are covered at the end"):
        check(replace(FORCED, needs_guess=False, layouts=()))
    with pytest.raises(BadProof, match="no guess is needed"):
        check(replace(CLEARED[0], needs_guess=True))


def test_cells_beside_the_same_clues_need_one_layout_only() -> None:
    pair = certificate(Layout.from_picture("*. .. .. .."), "a4")
    assert pair.needs_guess
    assert len(pair.layouts) == 1


# --- the no: what cannot be read ------------------------------------------------------------------


def assert_refused(text: str) -> None:
    with pytest.raises((BadProof, BadFile)) as caught:
        check(read_certificate(text))
    assert "\n" not in str(caught.value)


def test_a_truncated_certificate_is_refused() -> None:
    for found in (write_text(FORCED), json.dumps(certificate_json(FORCED))):
        for length in range(0, len(found) - 4, 7):
            assert_refused(found[:length])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("certificate 1", "certificate 2", "line 1: version '2'; expected 1"),
        ("verdict guess", "verdict maybe", "verdict 'maybe'; expected no guess or guess"),
        ("count known", "count 9", "count '9'; expected known or unknown"),
        ("board square", "board round", "board 'round'; expected square or torus or hex"),
        ("first d4", "first z9", "no cell 'z9'"),
        ("first d4", "cell d4", "line 4: 'cell d4'; expected 'first'"),
        ("\nend\n", "\n", "the end; expected 'end'"),
        ("\nend\n", "\nend\nmore\n", "expected nothing after 'end'"),
        ("*......", "*.....", "not a board"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, message: str) -> None:
    text = write_text(FORCED)
    assert old in text
    with pytest.raises(BadFile) as caught:
        read_certificate(text.replace(old, new, 1))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("format", "another", "format 'another'; expected 'mineproof certificate'"),
        ("version", 2, "version 2; expected 1"),
        ("version", None, "version null"),
        ("verdict", "maybe", "'verdict' is 'maybe'; expected no guess or guess"),
        ("verdict", 1, "'verdict' holds a whole number; expected a text"),
        ("count_known", "yes", "'count_known' holds a text"),
        ("shape", "round", "'shape' is 'round'"),
        ("board", ["*.", "*"], "not a board"),
        ("board", "*.", "'board' holds a text; expected a list"),
        ("first", ["z9"], "no cell 'z9'"),
        ("steps", {}, "'steps' holds an object; expected a list"),
        ("steps", [3], "a whole number; expected a JSON object"),
        ("layouts", [["a1", 2]], "'layout' holds a whole number; expected a text"),
    ],
)
def test_what_is_wrong_in_json_is_named(name: str, value: object, message: str) -> None:
    data = certificate_json(FORCED) | {name: value}
    with pytest.raises(BadFile) as caught:
        read_certificate(json.dumps(data))
    assert message in str(caught.value)


# --- the no: at random ----------------------------------------------------------------------------


def changed(text: str, rng: Rng) -> str:
    """A text with one line dropped, doubled, exchanged with another, or with words changed."""
    lines = text.splitlines()
    one, other = (rng.below(len(lines)) for _ in range(2))
    match rng.below(5):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case 3:
            words = lines[one].split(" ")
            words[rng.below(len(words))] = rng_word(lines, rng)
            lines[one] = " ".join(words)
        case _:
            place = rng.below(max(1, len(lines[one])))
            sign = "*.Fabcd1234:, "[rng.below(14)]
            lines[one] = lines[one][:place] + sign + lines[one][place + 1 :]
    return "\n".join(lines) + "\n"


def rng_word(lines: list[str], rng: Rng) -> str:
    words = [word for line in lines for word in line.split()]
    return words[rng.below(len(words))]


def test_what_is_accepted_after_any_change_is_true() -> None:
    rng, accepted = Rng(5), 0
    for number in range(600):
        text = write_text(ALL[number % len(ALL)])
        for _ in range(1 + number % 2):
            text = changed(text, rng)
        try:
            found = read_certificate(text)
            check(found)
        except (BadFile, BadProof):
            continue
        accepted += 1
        (first,) = found.first
        is_cleared = is_solvable(found.layout, first, Reach(with_count=found.with_count))
        assert is_cleared is not found.needs_guess
    assert 0 < accepted < 300  # such as notes that were changed, and steps that were exchanged


def test_steps_that_need_each_other_cannot_be_exchanged() -> None:
    found, refused = CLEARED[1], 0
    for one, other in combinations(range(0, len(found.steps), 3), 2):
        steps = list(found.steps)
        steps[one], steps[other] = steps[other], steps[one]
        try:
            check(replace(found, steps=tuple(steps)))
        except BadProof:
            refused += 1
    assert refused > 5
