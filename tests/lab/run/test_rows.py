from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from tests.boards import boards

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish
from mineproof.coach.diagnosis import diagnose
from mineproof.counting.kernel import kernel
from mineproof.lab.columns import schema
from mineproof.lab.experiment import Chunk, Experiment, Lot
from mineproof.lab.run import rows as lab_rows
from mineproof.lab.run.rows import play_chunk
from mineproof.play.bulk import WON
from mineproof.play.given_boards import Given, GivenBoard
from mineproof.play.match import Match

ENTRANTS = ["exact", "random", "safest", "safest-corner", "cascade", "single", "random/subset"]
SETTINGS = ["beginner/safe", "easy/list", "hex:6x7/9/none", "torus:6x6/7/opening"]


def play(entrants: Sequence[Entrant | str], settings: Sequence[str], games: int) -> pl.DataFrame:
    experiment = Experiment.of("x", entrants, settings, games=games)
    return pl.concat(map(play_chunk, experiment.chunks()))


def test_a_row_says_what_the_record_says() -> None:
    rows = play(ENTRANTS, SETTINGS, games=6)
    assert rows.height == 6 * len(ENTRANTS) * len(SETTINGS)
    for row in rows.iter_rows(named=True):
        setting = Setting.parse(f"{row['level']}/{row['start']}#{row['seed']}")
        match = Match(Game.of(setting), Entrant.parse(row["entrant"]).hire())
        record = match.play()
        assert row["finish"] == setting.finish.value
        assert row["outcome"] == record.outcome.value
        assert (row["moves"], row["guesses"]) == (record.moves, record.guesses)
        assert (row["left"], row["lost_at"]) == (record.unmarked, record.lost_at)
        assert row["luck"] == pytest.approx(record.luck, abs=1e-9)
        for part in match.agent.engine.parts:
            assert row[f"proved_{part.name}"] == record.proved.get(part.name, 0)
        assert {name: row[name] for name in record.counters} == record.counters
        groups = diagnose(match.game.view, match.player.watcher.known) if match.stuck else ()
        causes = set(row["causes"].split(" + ")) if row["causes"] else set()
        assert causes == {group.cause.value for group in groups}


def test_what_an_entrant_does_not_count_is_empty() -> None:
    rows = play(["safest", "resolution"], ["easy/list"], games=3)
    safest, resolution = rows.partition_by("entrant")
    for name in ("proved_resolution", "rounds", "kb"):
        assert safest[name].null_count() == 3
        assert resolution[name].null_count() == 0
    assert resolution["counts"].null_count() == resolution["proved_exact"].null_count() == 3


def test_the_rows_of_an_experiment_have_one_schema() -> None:
    experiment = Experiment.of("x", ENTRANTS, SETTINGS, games=1)
    assert {"proved_subset", "rounds", "fronts", "counts"} < set(experiment.tallies)
    for chunk in experiment.chunks():
        assert dict(play_chunk(chunk).schema) == schema(experiment.tallies)


@pytest.mark.parametrize("entrant", ["exact", "random", "safest", "safest-corner"])
def test_the_kernel_gives_the_rows_of_python(entrant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if kernel() is None:
        pytest.skip("the kernel is not built")
    fast = play([entrant], SETTINGS, games=15)
    monkeypatch.setattr(lab_rows, "kernel_for", lambda *_, **__: None)
    loop = play([entrant], SETTINGS, games=15)
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    twin = play([entrant], SETTINGS, games=15)
    assert_frame_equal(fast.drop("seconds"), loop.drop("seconds"), check_exact=True)
    assert_frame_equal(fast.drop("seconds"), twin.drop("seconds"), check_exact=True)
    assert (fast["seconds"] > 0).all()


@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("entrant", ["exact", "single"])
def test_given_boards_are_played_as_they_are(level: str, entrant: str) -> None:
    some = boards(level, 30)

    lot = Lot(
        range(5, 35),
        boards=tuple(GivenBoard(Given(board.layout, board.safe), Finish.MARKING) for board in some),
    )
    rows = play_chunk(Chunk(0, Entrant.parse(entrant), lot, (f"proved_{entrant}",)))
    assert rows["seed"].to_list() == list(range(5, 35))
    assert set(rows["start"]) == {"layout"}
    left = [len(board.undecidable) for board in some]
    if entrant == "exact":
        assert rows["left"].to_list() == left
    else:
        assert all(row >= fewest for row, fewest in zip(rows["left"], left, strict=True))


def test_games_that_the_kernel_gives_up_are_played_in_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    native = kernel()
    if native is None:
        pytest.skip("the kernel is not built")
    want = play(["safest"], ["beginner/safe"], games=10)
    monkeypatch.setattr(lab_rows, "GIVEN_UP", WON)
    got = play(["safest"], ["beginner/safe"], games=10)
    assert_frame_equal(got.drop("seconds"), want.drop("seconds"), check_exact=True)
