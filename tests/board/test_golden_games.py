"""Golden games: what an id stands for, it stands for in every later version."""

from __future__ import annotations

import pytest

from mineproof.board.game import Game
from mineproof.board.layout import Layout
from mineproof.board.rules import StartRule


def picture_of(layout: Layout) -> list[str]:
    marks = ["*" if layout.is_mine(cell) else "." for cell in range(layout.grid.size)]
    cols = layout.grid.cols
    return ["".join(marks[i : i + cols]) for i in range(0, layout.grid.size, cols)]


def test_the_same_id_gives_the_same_game() -> None:
    one, two = Game.of("hard/list30#9"), Game.new("hard", "list:30", seed=9)
    assert one.view == two.view
    assert one.layout == two.layout
    assert str(one.setting) == str(two.setting) == "hard/list30#9"
    assert one.view != Game.of("hard/list30#10").view


@pytest.mark.parametrize(
    ("game_id", "picture"),
    [
        (
            "easy/list#1",
            """
            .........
            ..*...*..
            .........
            ......*.*
            ......*..
            ..**.....
            ..**.....
            ........*
            .........
            """,
        ),
        (
            "cs50/none#7",
            """
            ........
            .*..*...
            ..*.....
            ........
            ........
            ....*...
            ......*.
            *.....**
            """,
        ),
        ("torus:5x5/5/safe:c3#9", "*...* .*... ..... ....* ...*."),
        ("hex:6x5/7/opening#3", "*...* ...*. ....* ....* *.*.. ....."),
        (
            "expert/safe#42",
            """
            ........***....*...*.......**.
            ...*.......*..*............*..
            ...*...*......*...............
            ....*.....*..*...*......*.....
            .......*....*.**.*......*...*.
            ....*........*...*......*..*.*
            ...*...*..................**..
            .......*.*..*....*...........*
            .....*..*....*......**.*......
            ..**..*.......*..**..*.....***
            ..*....*..**...*....*......**.
            .*.*...........*.**..*........
            .....*.*..*.**..........**.*..
            .*..*..*..*.*..*...*.*......*.
            ...*...........*........*.....
            .....**..**....*.*...*....*...
            """,
        ),
    ],
)
def test_the_layout_of_an_id_never_changes(game_id: str, picture: str) -> None:
    game = Game.of(game_id)
    assert game.setting is not None
    if game.setting.start.rule in (StartRule.SAFE, StartRule.OPENING):
        game.open(game.setting.start.first_cell(game.grid))
    assert picture_of(game.layout) == picture.split()


def test_the_safe_list_of_an_id_never_changes() -> None:
    game = Game.of("easy/list#1")
    assert [game.grid.name(cell) for cell, _ in game.handed_out] == [
        "e9",
        "g9",
        "a1",
        "b7",
        "g6",
        "b9",
        "d2",
        "h5",
        "b2",
    ]
