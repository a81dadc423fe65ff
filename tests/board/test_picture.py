"""Boards as people write, copy and print them: one reading each, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from fuzz.mutation import changed_text, check_refusal
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.board.test_view import views

from mineproof.board.grid import Grid, Shape
from mineproof.board.picture import rows_of_text
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.errors import BadInput, BadPicture


def read(text: str, shape: Shape = Shape.SQUARE) -> str:
    return View.from_text(text, shape=shape).picture()


# --- one reading ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "#1F\n#2*",
        "#1F #2*",
        "# 1 F\n# 2 *",
        "  # 1 F\n  # 2 *",
        "#\t1\tF\r\n#\t2\t*\r\n",
        "#,1,F\n#,2,*",
        '"#";"1";"F"\n"#";"2";"*"\n',
        "#, 1, F\n#, 2, *",
        "⬛1️⃣🚩\n⬛2️⃣💣",
        "⬛ 1️⃣ 🚩\n⬛ 2️⃣ 💥",
        "H1F\nH2*",
        "h1f\nh2*",
        "?1F\n#2*",
        "   a b c\n 1 # 1 F\n 2 # 2 *",
        "a b c\n1 # 1 F\n2 # 2 *",
        "   abc\n 1 #1F\n 2 #2*",
        "   a b c\n 1 s[1]F\n 2 m|2|*]",
        "   a  b  c\n 1 #  1  F\n 2 # >2< *",
        "  A B C\n1 # 1 X\n2 # 2 !",
        "```\n#1F\n#2*\n```",
        "\ufeff#1F\n#2*",
        "[#]1 F\n # 2 *",
    ],
)
def test_the_same_board_in_many_notations(text: str) -> None:
    assert read(text) == "#1F\n#2*"


@pytest.mark.parametrize("sign", "#?.-_·□▢◻■Hh⬛⬜🟦🟩🔲")
def test_signs_of_hidden_cells(sign: str) -> None:
    assert read(f"{sign}1F\n{sign}2{sign}") == "#1F\n#2#"


def test_an_empty_cell_of_the_terminal_application_is_blank() -> None:
    assert read("   a b c\n 1>#<1\n 2 1 1\n 3      ") == "#10\n110\n000"


def test_a_mine_count_comes_with_the_board_and_may_be_overruled() -> None:
    assert View.from_text("3x2x1\n1H0\n110\n") == View.from_picture("1#0 110", mines=1)
    assert View.from_text("3x2x1\n1H0\n110\n", mines=2).mines == 2


def test_a_transcript_is_read_as_the_position_at_its_end() -> None:
    assert View.from_text("layout/clearing *1. 11. c2") == View.from_picture("#10 #10", mines=1)


def test_given_rows_need_no_choice() -> None:
    assert View.from_rows(["# 1 #"]) == View.from_picture("#1#")


# --- round trips ----------------------------------------------------------------------------------


def between(sign: str) -> Callable[[View], str]:
    return lambda view: "\n".join(sign.join(row) for row in view.picture().split("\n"))


def other_signs(signs: str) -> Callable[[View], str]:
    """Write a board with other signs for 0 to 8, hidden, flag and mine."""
    table = str.maketrans("012345678#F*", signs)
    return lambda view: view.picture().translate(table)


def keycaps(view: View) -> str:
    text = other_signs("012345678⬛🚩💣")(view)
    return "".join(f"{sign}\ufe0f\u20e3" if sign.isdigit() else sign for sign in text)


WRITERS: dict[str, Callable[[View], str]] = {
    "picture": View.picture,
    "blanks": between(" "),
    "tabs": between("\t"),
    "commas": between(","),
    "semicolons": between("; "),
    "emoji": keycaps,
    **{sign: other_signs(f"012345678{sign}F*") for sign in ".-_□H?"},
}


def is_left_open(view: View, text: str) -> bool:
    """Tell whether a board is one of those that need another notation, as docs/formats.md says."""
    rows = [line.split() for line in text.split("\n")]
    is_one_line = len(rows) == 1 < len(rows[0]) and all(len(word) == 1 for word in rows[0])
    is_counted = len(rows) > 1 and all(
        len(row) > 1 and row[0] == str(i) for i, row in enumerate(rows, start=1)
    )
    is_mined = MINE in view.cells and HIDDEN in view.cells and any(sign in text for sign in ".-_□")
    return is_one_line or is_counted or is_mined


@pytest.mark.parametrize("notation", WRITERS)
@given(view=views())
def test_every_notation_round_trips(notation: str, view: View) -> None:
    text = WRITERS[notation](view)
    if is_left_open(view, text):
        with pytest.raises(BadPicture, match="could"):
            View.from_text(text, view.mines, view.grid.shape)
    else:
        assert View.from_text(text, view.mines, view.grid.shape) == view


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# 1 #", "'# 1 #' could be 1 row of 3 cells or 3 rows of 1; expected no blanks"),
        ("#\t1", "'#\\\\t1' could be 1 row of 2 cells or 2 rows of 1"),
        ("# 1 #\n# 1", "row 2 has 2 cells; expected 3 as in the first row"),
        ("### 1#2\n### 1#2", "the blank between '###' and '1#2' in row 1 could part cells or rows"),
        ("1  1\n# #", "2 blanks in row 1 could part two cells or be an empty one"),
        ("1 #\n2 #\n3 #", "the first column, 1 to 3, could be row numbers or clues"),
        (". #\n1 1", "'#' and '.' could both be hidden cells, or one of them empty"),
        ("? .\n1 1", "'.' and '\\?' could both be hidden cells"),
        ("⬜🟦\n1️⃣1️⃣", "'⬜' and '🟦' could both be hidden cells"),
        ("*1.\n11.", "'.' beside mines could be a hidden cell or a safe one"),
        ("   a b\n 1   1\n 2 1 1", "the blank cells could be hidden or empty"),
        ("   a b\n 1 0 1\n 2   #", "the blank cells could be hidden or empty"),
        ("   c d\n 1 # 1", "a part of a board, from column c on; expected all of it, from a1"),
        ("   a b\n 5 # 1", "a part of a board, from row 5 on; expected all of it, from a1"),
        ("   a b\n 1 # 1\n 3 # 1", "'3 # 1' below column letters; expected row 2"),
        ("   a b\n 1 # 1\n 2 # 1 #", "row 2 does not fit the letters above it; expected a cell"),
        ("   a c\n 1 # 1", "column letters 'a c'; expected a, b, c and so on"),
        ("   ab", "column letters without rows"),
        ("   a b\n 1 1 #\n 2  1 #", "shifted rows, as on a hex board; expected shape hex"),
        ("# 1\n # 1", "shifted rows, as on a hex board; expected shape hex"),
        ("# 1\n # 1\n# 1", "shifted rows"),
        ("#,1;#", "both ',' and ';' between cells; expected one of them"),
        ("#,,1", "an empty field in row 1; expected 0 or # in its place"),
        ("#,10", "unexpected '10' in row 1; expected one cell"),
        ("  1 33 50\n  s  #  #", "unexpected 's' in row 2"),
        ("  1  5  5\n  5  #  #", "2 blanks in row 1"),
        ("a.mbf", "unexpected 'a' in row 1; expected 0-8, # \\(or any of \\? . - _ □ H\\)"),
    ],
)
def test_what_could_be_read_in_two_ways_or_in_none(text: str, message: str) -> None:
    with pytest.raises(BadPicture, match=f"^{message}"):
        View.from_text(text)


def test_a_hex_board_is_read_with_its_shifted_rows() -> None:
    shifted = "   a b\n 1 1 #\n 2  1 #"
    assert read(shifted, Shape.HEX) == "1#\n1#"
    with pytest.raises(BadPicture, match="not shifted; expected another shape than hex"):
        read("   a b\n 1 1 #\n 2 1 #", Shape.HEX)


@pytest.mark.parametrize("rows", [[1, 2], ["##", None]])
def test_rows_that_are_no_texts(rows: list[str]) -> None:
    with pytest.raises(BadPicture, match=r"^a row .*; expected a text"):
        View.from_rows(rows)


@pytest.mark.parametrize("picture", [None, 3, b"1#", ["1#"]])
def test_a_picture_that_is_no_text(picture: str) -> None:
    with pytest.raises(BadPicture, match=r"^a picture .*; expected a text"):
        View.from_picture(picture)


@pytest.mark.parametrize("mines", [1.5, "3", True, [1]])
def test_a_mine_count_is_a_whole_number(mines: int) -> None:
    with pytest.raises(BadPicture, match=r"mines in all; expected a whole number from 0$"):
        View.from_picture("##", mines=mines)


# --- no two readings ------------------------------------------------------------------------------


def readings(text: str) -> set[str]:
    """Return every board that one of five simple-minded readers takes `text` for."""
    lines = [line for line in text.splitlines() if line.strip()]
    taken = [
        [line.strip() for line in lines],
        [line.replace(" ", "").replace("\t", "") for line in lines],
        text.split(),
        ["".join(line.replace(",", "").split()) for line in lines],
        [line.split(maxsplit=1)[-1].replace(" ", "") for line in lines],
    ]
    numbers = [line.split()[0] for line in lines]
    if numbers != [str(i + 1) for i in range(len(lines))] or len(lines) < 2:
        taken.pop()
    return {
        "\n".join(rows)
        for rows in taken
        if rows
        and all(rows)
        and len(set(map(len, rows))) == 1
        and set("".join(rows)) <= set("012#F")
    }


@given(st.text("12# \n\t,", max_size=12) | st.text("1# \n", max_size=24))
def test_nothing_is_read_in_two_ways(text: str) -> None:
    """What several readers take for different boards is refused.

    The only exceptions: a blank parts rows of several cells in a single line, and cells in several
    lines, as docs/formats.md says.
    """
    try:
        board = "\n".join(rows_of_text(text))
    except BadPicture:
        return
    found = readings(text)
    assert board in found
    is_single = len([line for line in text.splitlines() if line.strip()]) == 1
    others = found - {board}
    if is_single:
        others -= {board.replace("\n", "")}
    else:
        others -= {"\n".join(text.split())}
    assert not others


SAMPLES = [
    write(View(Grid(3, 4, shape), bytes(codes), 4))
    for write in WRITERS.values()
    for shape in (Shape.SQUARE, Shape.HEX)
    for codes in ([0, 1, 9, 9, 1, 2, 10, 9, 9, 9, 9, 9], [HIDDEN, 2, FLAG, 1] * 3)
]
SAMPLES += [
    "   a b c\n 1 s[1]F\n 2 m|2|*]",
    "   a b c\n 1>#<1\n 2 1 1\n 3 # #  ",
    "   a  b  c\n 1 #  1  F\n 2 # >2< *",
    "   abc\n 1 #1F\n 2 #2*",
    "3x2x1\n1H0\n110\n",
    "easy/opening#1 d4 Fb2",
    "layout/clearing *1. 11. c2 Fa1",
]


def test_ten_thousand_changed_boards_are_read_or_refused_in_one_line() -> None:
    dice, told = Random(21), {"read": 0, "refused": 0}
    for _ in range(10_000):
        text = changed_text(dice, SAMPLES)
        try:
            view = View.from_text(text)
        except BadInput as error:
            check_refusal(error)
            told["refused"] += 1
        else:
            assert View.from_text(view.picture(), view.mines, view.grid.shape) == view
            told["read"] += 1
    assert min(told.values()) > 1000, told


@given(views())
def test_a_board_without_its_last_cell_is_refused(view: View) -> None:
    assume(view.grid.rows > 1 and view.grid.cols > 1)
    for text in (view.picture()[:-1], between(",")(view)[:-2]):
        with pytest.raises(BadPicture, match="expected"):
            View.from_text(text, shape=view.grid.shape)
