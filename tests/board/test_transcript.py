"""Transcripts: read back as written, replayed as played, and refused with the wrong word named."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cells_of, layout_finishes, layouts, settings_of_games

from mineproof.agents import agent_named
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.transcript import GivenLayout, Transcript, move_word
from mineproof.errors import BadInput, BadTranscript, IllegalMove
from mineproof.play.match import Match


def moves_on(grid: Grid) -> st.SearchStrategy[list[Move]]:
    return st.lists(st.builds(Move, st.sampled_from(Act), cells_of(grid)), max_size=30)


@st.composite
def transcripts(draw: st.DrawFn) -> Transcript:
    if draw(st.booleans()):
        setting = draw(settings_of_games())
        return Transcript(setting, tuple(draw(moves_on(setting.level.grid))))
    layout = draw(layouts())
    safe = (
        st.lists(st.sampled_from(layout.safe_cells()), unique=True)
        if layout.safe_cells()
        else st.just([])
    )
    given_layout = GivenLayout(layout, draw(layout_finishes), tuple(draw(safe)))
    return Transcript(given_layout, tuple(draw(moves_on(layout.grid))))


@given(transcripts())
def test_they_round_trip(transcript: Transcript) -> None:
    assert Transcript.parse(str(transcript)) == transcript
    assert max(map(len, str(transcript).split("\n")[1:]), default=0) <= 100


@given(transcripts(), st.sampled_from([" ", "\n", "\t \r\n"]))
def test_white_space_does_not_matter(transcript: Transcript, space: str) -> None:
    assert Transcript.parse(space + space.join(str(transcript).split()) + space) == transcript


@given(transcripts(), st.data())
def test_before_a_move(transcript: Transcript, data: st.DataObject) -> None:
    for number in range(1, len(transcript.moves) + 1):
        assert transcript.before(number).moves == transcript.moves[: number - 1]
    beyond = data.draw(st.sampled_from([-1, 0, len(transcript.moves) + 1]))
    with pytest.raises(BadInput, match=f"^no move {beyond} in this game; expected 1 to"):
        transcript.before(beyond)


@pytest.mark.parametrize(
    "game_id",
    ["easy/opening#3", "easy/list#0", "torus:6x6/7/safe:c3#2", "hex:7x7/9/none/marking#5"],
)
def test_a_game_is_replayed_as_it_was_played(game_id: str) -> None:
    game = Game.of(game_id)
    views, moves, sights = [game.view], [], []
    for turn in Match(game, agent_named("random")).turns():
        views.append(game.view)
        moves.append(turn.move)
        sights.append(turn.sights)
    again = Transcript.parse(str(Transcript.of(game, moves)))
    replayed = list(again.replay())
    assert [turn.view for turn in replayed] == views[:-1]
    assert [turn.move for turn in replayed] == moves
    assert [turn.sights for turn in replayed] == sights
    assert (again.end().view, again.end().status) == (game.view, game.status)
    assert replayed[-1].status is game.status


def test_a_given_layout_is_played_from_its_picture() -> None:
    transcript = Transcript.parse("torus:layout/marking:b1,c2 *.. ... ... Fa1")
    game = transcript.begin()
    assert game.view.picture() == "#1#\n##1\n###"
    assert str(transcript) == "torus:layout/marking:b1,c2\n*11\n111\n111\nFa1"
    assert Transcript.of(game, transcript.moves) == transcript


def test_a_layout_may_be_pictured_with_or_without_numbers() -> None:
    pictures = ("*.. ...", "*10 110", "*## ###")
    parsed = [Transcript.parse(f"layout/clearing {picture} c2") for picture in pictures]
    assert parsed[0] == parsed[1] == parsed[2]


def test_the_letters_of_acts_are_no_columns() -> None:
    wide = Transcript.parse("1x200/9/none#1 fb1 Fb1 f1 Ff1 Cfb1")
    grid = wide.grid
    assert [move.act for move in wide.moves] == [Act.OPEN, Act.FLAG, Act.OPEN, Act.FLAG, Act.CHORD]
    assert [grid.name(move.cell) for move in wide.moves] == ["fb1", "b1", "f1", "f1", "fb1"]
    assert [move_word(grid, move) for move in wide.moves] == ["fb1", "Fb1", "f1", "Ff1", "Cfb1"]


def test_a_game_without_moves() -> None:
    transcript = Transcript.parse("easy/list#1")
    assert (transcript.moves, str(transcript)) == ((), "easy/list#1")
    assert transcript.end().status is GameStatus.PLAYING


WANT = "expected b3 to open, Fb3 to flag or Cb3 to chord"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an empty transcript; expected a game id and its moves"),
        (" \n ", "an empty transcript"),
        ("d4 b3", "'d4' is not a game id; expected LEVEL/START#SEED"),
        ("huge/opening#1 d4", "unknown level 'huge'"),
        ("easy/opening#1 d4 B3", f"move 2 is 'B3'; {WANT}"),
        ("easy/opening#1 FF3", f"move 1 is 'FF3'; {WANT}"),
        ("easy/opening#1 Xb3", f"move 1 is 'Xb3'; {WANT}"),
        ("easy/opening#1 b3,c4", f"move 1 is 'b3,c4'; {WANT}"),
        ("easy/opening#1 b٣", f"move 1 is 'b٣'; {WANT}"),
        ("easy/opening#1 z9", "move 1: no cell 'z9' on 9x9; the last is i9"),
        ("easy/opening#1 b0", "move 1: 'b0' is not a cell name"),
        ("layout/clearing", "no rows or rows of different lengths"),
        ("layout/clearing *. *.. a1", "no rows or rows of different lengths"),
        ("layout/clearing *x. a1", "unexpected 'x' in row 1 of the layout; expected * for a mine"),
        ("layout/clearing *. .9 a1", "unexpected '9' in row 2 of the layout"),
        (
            "layout/winning *.",
            "unknown finish 'winning'; expected marking, clearing, flagging or fair",
        ),
        ("layout/marking:c1 *.", "no cell 'c1' on 1x2"),
        ("round:layout/marking *.", "'round:layout/marking' is not a game id"),
    ],
)
def test_what_is_no_transcript(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=f"^{re.escape(message)}"):
        Transcript.parse(text)


def test_a_wrong_move_is_a_bad_transcript() -> None:
    with pytest.raises(BadTranscript):
        Transcript.parse("easy/list#1 !")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("layout/clearing *.. ... a2 a2", "move 2, a2: a2 is already open; expected a hidden cell"),
        ("layout/clearing *.. ... Fa1 a1", "move 2, a1: a1 is flagged"),
        ("layout/clearing *.. ... a1 a2", "move 2, a2: the game is lost"),
        ("layout/clearing *.. ... a2 Ca2", "move 2, Ca2: a2 shows 1 but has 0 flags around it"),
        ("layout/marking *.. ... Ca2", "move 1, Ca2: a chord belongs to the clearing game"),
        ("layout/marking:a1 *.. ...", "safe cell a1 is a mine of the same layout"),
    ],
)
def test_moves_that_the_rules_forbid(text: str, message: str) -> None:
    transcript = Transcript.parse(text)
    with pytest.raises(BadInput, match=f"^{re.escape(message)}"):
        transcript.end()
    with pytest.raises(BadInput, match=f"^{re.escape(message)}"):
        list(transcript.replay())


PIECES = ["easy/list#1", "layout/clearing", ":a1", "*.", "..", "b1", "Fa1", "C", "#", "x", ""]


@given(st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join))
def test_any_text_is_a_transcript_or_refused(text: str) -> None:
    try:
        transcript = Transcript.parse(text)
    except BadInput:
        return
    assert Transcript.parse(str(transcript)) == transcript


def test_an_illegal_move_is_the_caller_s_mistake() -> None:
    transcript = Transcript(GivenLayout(Layout(Grid(1, 2), frozenset({0})), Finish.CLEARING))
    with pytest.raises(IllegalMove):
        Transcript(transcript.board, (Move(Act.CHORD, 0),)).end()
