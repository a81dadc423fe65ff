"""Prove-it games are cruel but fair, whatever the shape, the start rule and the moves."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.brute_force import fitting
from tests.strategies import seeds, shapes

from mineproof.agents import agent_named
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish, Level, Start, StartRule
from mineproof.board.transcript import Transcript
from mineproof.board.view import FLAG, HIDDEN, View
from mineproof.coach.missed import missed
from mineproof.engines import engine_named
from mineproof.engines.exact import Exact
from mineproof.errors import BadSetting, LimitReached
from mineproof.logic.checker import check
from mineproof.logic.reader import read
from mineproof.play import judge
from mineproof.play.match import Match
from mineproof.play.record import Outcome


@st.composite
def fair_games(draw: st.DrawFn) -> Game:
    """A small prove-it game before its first move."""
    grid = Grid(draw(st.integers(2, 3)), draw(st.integers(2, 4)), draw(shapes))
    level = Level(grid, draw(st.integers(0, min(5, grid.size - 1))))
    start = Start(draw(st.sampled_from([StartRule.SAFE, StartRule.NONE, StartRule.LIST])))
    return Game.of(Setting(level, start, draw(seeds), Finish.FAIR))


def certain(view: View) -> dict[Cell, bool]:
    """Return what is the same in all layouts that fit, listed one by one."""
    layouts = fitting(view)
    mined = {cell: sum(cell in mines for mines in layouts) for cell in view.covered_cells()}
    return {cell: count > 0 for cell, count in mined.items() if count in (0, len(layouts))}


def without_flags(view: View) -> View:
    return View(view.grid, view.cells.replace(bytes([FLAG]), bytes([HIDDEN])), view.mines)


@settings(max_examples=60)
@given(fair_games(), st.data())
def test_whoever_opens_only_what_is_proved_or_unavoidable_never_loses(
    game: Game, data: st.DataObject
) -> None:
    while game.status is GameStatus.PLAYING:
        known = certain(game.view)
        proved = [cell for cell, is_mine in known.items() if not is_mine]
        guesses = [cell for cell in game.view.covered_cells() if not known.get(cell)]
        game.open(data.draw(st.sampled_from(proved or guesses)))
    assert game.status is GameStatus.WON


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(fair_games(), st.data())
def test_every_loss_has_a_layout_that_fits_and_a_proof(game: Game, data: st.DataObject) -> None:
    moves = played_carelessly(game, data)
    assert game.status is not GameStatus.PLAYING
    if game.status is GameStatus.WON:
        assert fitting(without_flags(game.view)) == [game.layout.mines]
        return
    found = missed(game, moves[-1])
    assert found is not None
    assert game.lost_at == found.cell
    assert game.layout.mines in fitting(found.view)
    known = certain(found.view)
    assert list(found.safe) == [cell for cell, is_mine in known.items() if not is_mine]
    assert known.get(found.cell) is True or (found.safe and found.cell not in known)
    assert found.explanation.cell in ([found.cell] if known.get(found.cell) else found.safe)
    assert found.explanation.steps
    chain = Exact().look(found.view).chain(found.explanation.cell)
    assert chain
    check(read(found.view), ((each.cell, each.is_mine, each.proof) for each in chain))


def played_carelessly(game: Game, data: st.DataObject) -> list[Move]:
    """Open, flag and chord anywhere until the game is over; check each position on the way."""
    moves = list[Move]()
    while game.status is GameStatus.PLAYING:
        before = game.view
        move = data.draw(st.sampled_from(careless_moves(before, with_flags=len(moves) < 20)))
        game.play(move)
        moves.append(move)
        assert_fair(game, without_flags(before), move)
    return moves


def careless_moves(view: View, *, with_flags: bool) -> list[Move]:
    """Return the moves to draw from; at last without new flags, so that the game ends."""
    opening = [Move(Act.OPEN, cell) for cell in view.hidden_cells()]
    flags = [Move(Act.FLAG, cell) for cell in view.covered_cells()]
    chords = [Move(Act.CHORD, cell) for cell in view.open_cells() if can_chord(view, cell)]
    return [*opening, *chords, *flags] if with_flags else opening or flags


def can_chord(view: View, cell: Cell) -> bool:
    near = view.grid.neighbours(cell)
    return sum(map(view.is_flagged, near)) == view.number(cell)


def assert_fair(game: Game, before: View, move: Move) -> None:
    """Check that the layout fits what is seen, and by which rule a cell was opened."""
    if game.status is GameStatus.PLAYING and game.view.open_cells():
        assert game.layout.mines in fitting(without_flags(game.view))
    if move.act is not Act.OPEN or not before.open_cells():
        return
    known = certain(before)
    is_lost = game.status is GameStatus.LOST
    if known.get(move.cell) is False:
        assert not is_lost
    elif False in known.values():
        assert is_lost
    else:
        assert is_lost is (known.get(move.cell) is True)


# --- chords ---------------------------------------------------------------------------------------


def corner(number: int) -> Game:
    """Return a game with nothing open but the corner, which shows this number; nothing is proved.

    N # # #
    # # # #
    """
    games = (Game.of(f"4x4/3/safe/fair#{seed}") for seed in range(100))
    return next(game for game in games if [s.number for s in game.open("a1")] == [number])


def test_a_chord_is_a_guess_where_nothing_is_proved() -> None:
    for flagged in (["b1", "a2"], ["a2", "b2"], ["b1", "b2"]):
        game = corner(2)
        for name in flagged:
            game.flag(name)
        opened = game.chord("a1")
        assert game.status is GameStatus.PLAYING
        assert opened
        assert all(map(game.layout.is_mine, map(game.grid.parse, flagged)))


def test_a_chord_loses_if_one_of_its_cells_is_not_proved_though_others_are() -> None:
    game = Game.of("beginner/opening/fair#1")
    game.open("d4")
    known = certain_by_counting(game.view)
    assert [known.get(game.grid.parse(name)) for name in ("a7", "a8", "a6", "b6")] == [
        False,
        False,
        False,
        True,
    ]
    game.flag("a7")  # it is safe, and b6 is the mine
    game.chord("b7")
    assert game.status is GameStatus.LOST
    assert game.lost_at == game.grid.parse("b6")


def certain_by_counting(view: View) -> dict[Cell, bool]:
    return dict(judge.certainty(view))


def test_cells_of_a_chord_that_cannot_all_be_safe_are_judged_one_by_one() -> None:
    """c3 touches the three flags, and shows 2: b1 and d1 cannot both be safe.

    # # 3 #
    # F F F
    # # 2 #
    """
    transcript = Transcript.parse("3x4/4/none/fair#1 c1 c3 Fb2 Fc2 Fd2 Cc1")
    game = transcript.end()
    assert game.lost_at == game.grid.parse("d1")
    found = missed(game, transcript.moves[-1])
    assert found is not None
    assert found.view.is_open(game.grid.parse("b1"))
    assert found.lines[0] == "d1 was certainly a mine. You missed the proof."


# --- replay, and other machines -------------------------------------------------------------------


@pytest.mark.parametrize("start", ["opening", "list5", "none"])
def test_a_transcript_replays_to_the_same_game_without_the_kernel(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(4):
        game, moves = careful_game(f"torus:6x6/9/{start}/fair#{seed}")
        assert game.status is GameStatus.WON
        transcript = Transcript.parse(str(Transcript.of(game, moves)))
        monkeypatch.setenv("MINEPROOF_KERNEL", "python")
        assert transcript.end().layout == game.layout
        monkeypatch.delenv("MINEPROOF_KERNEL")


def careful_game(game_id: str) -> tuple[Game, list[Move]]:
    """Play the first proved cell, or the last cell that may be safe."""
    game, moves = Game.of(game_id), list[Move]()
    while game.status is GameStatus.PLAYING:
        known = certain_by_counting(game.view)
        proved = [cell for cell, is_mine in known.items() if not is_mine]
        guesses = [cell for cell in game.view.covered_cells() if not known.get(cell)]
        moves.append(Move(Act.OPEN, (proved or guesses[::-1])[0]))
        game.play(moves[-1])
    return game, moves


def test_a_game_begins_like_the_clearing_game_of_its_seed() -> None:
    fair, clearing = Game.of("expert/opening/fair#7"), Game.of("expert/opening#7")
    assert fair.open("d4") == clearing.open("d4")
    assert fair.layout == clearing.layout


def test_no_layout_can_be_given() -> None:
    with pytest.raises(BadSetting, match=r"^a fair game on a given layout; it lays its mines as"):
        Transcript.parse("layout/fair *. .. b2").end()


# --- too many layouts to count --------------------------------------------------------------------


@pytest.fixture
def no_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "MOST_COUNTED", 1)
    monkeypatch.setattr(judge, "MOST_DRAWN", 30)


@pytest.mark.usefixtures("no_counting")
def test_whoever_is_right_never_loses_however_little_can_be_counted() -> None:
    """In the fifth game a layout is found that differs only near the guess."""
    for seed in range(6):
        game = Game.of(f"9x9/16/opening/fair#{seed}")
        game.open("e5")
        while game.status is GameStatus.PLAYING:
            found = Exact().look(game.view)
            guesses = [cell for cell in game.view.covered_cells() if cell not in found.mines]
            game.open((found.safe or guesses)[-1])
        assert game.status is GameStatus.WON


def test_a_move_that_cannot_be_judged_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "MOST_COUNTED", 1)
    monkeypatch.setattr(judge, "MOST_DRAWN", 0)
    game = corner(1)
    mine = next(cell for cell in (1, 4, 5) if game.layout.is_mine(cell))
    before = game.view
    with pytest.raises(LimitReached, match="cannot be judged; there are too many layouts to count"):
        game.open(mine)
    assert (game.view, game.status) == (before, GameStatus.PLAYING)


@pytest.mark.usefixtures("no_counting")
def test_simple_oversights_lose_however_little_can_be_counted() -> None:
    game = Game.of("beginner/opening/fair#1")
    game.open("d4")
    game.open("a9")  # provably a mine, as the doctest of `missed` tells
    assert game.status is GameStatus.LOST
    game = Game.of("beginner/opening/fair#1")
    game.open("d4")
    game.open("a1")  # not certain, while a6 is safe
    assert game.status is GameStatus.LOST


# --- agents ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ["beginner/safe", "hex:9x9/20/opening", "expert/opening"])
def test_a_complete_engine_wins_every_game_and_a_weak_one_does_not(game_id: str) -> None:
    strong = [outcome(f"{game_id}/fair#{seed}", "exact") for seed in range(4)]
    assert strong == [Outcome.WON] * 4
    weak = [outcome(f"{game_id}/fair#{seed}", "single") for seed in range(8)]
    assert Outcome.LOST in weak


def outcome(game_id: str, engine: str) -> Outcome:
    record = Match(Game.of(game_id), agent_named("random", engine_named(engine))).play()
    assert record.luck is None or not record.guesses
    return record.outcome
