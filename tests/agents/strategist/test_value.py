"""The learned value: the same in every kernel, whichever way a board is turned, and it decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from operator import mul

import pytest

from mineproof.agents.strategist import lookahead, value
from mineproof.agents.strategist.features import COUNT, Outlook, Position
from mineproof.agents.strategist.guesses import best_guesses
from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.counting.kernel import kernel
from mineproof.engines.exact import Exact
from mineproof.engines.guess import Budget, How
from mineproof.engines.study import study

FEW_LAYOUTS = 600


def is_played(game: Game) -> bool:
    return game.status is GameStatus.PLAYING


def undecided(game: str) -> Iterator[View]:
    """Yield positions of games in which two moves decide, and the value after them."""
    for seed in range(100):
        played = Game.of(f"{game}#{seed}")
        played.open(played.grid.parse("c3"))
        while is_played(played) and (safe := Exact().look(played.view).safe):
            for cell in safe:
                if not played.view.is_open(cell):
                    played.open(cell)
        if is_played(played) and study(played.view).layouts > FEW_LAYOUTS:
            yield played.view


VIEWS = list(islice(undecided("intermediate/opening:c3"), 4))


def features(view: View, cell: Cell) -> list[float]:
    position = Position(view, study(view).risks)
    outlook = Outlook(clear=0.2, certain=0.5, danger=0.1, entropy=1.5)
    return [*position.features(0.9, 0.8), *position.features_of(cell, 0.85, outlook, 0.9)]


def test_a_position_turned_around_has_the_same_features() -> None:
    view = VIEWS[0]
    turned = replace(view, cells=view.cells[::-1])
    for cell in islice(Position(view, study(view).risks).unsettled, 40):
        here, there = features(view, cell), features(turned, view.grid.size - 1 - cell)
        assert here == pytest.approx(there, abs=1e-9)
        assert len(here) == COUNT


def test_the_network_is_that_of_its_weights() -> None:
    """Whole numbers agree with the same network in floats, up to rounding."""
    factors, shifts, layers = value._network()
    cell = next(iter(Position(VIEWS[0], study(VIEWS[0]).risks).unsettled))
    seen = features(VIEWS[0], cell)
    triples = zip(seen, factors, shifts, strict=True)
    floats = [
        max(-6.0, min((x * factor / 1024 - shift) / 256, 6.0)) for x, factor, shift in triples
    ]
    for layer in layers[:-1]:
        floats = [max(each, 0.0) for each in in_floats(layer, floats)]
    expected = in_floats(layers[-1], floats)[0] / 10
    assert value.advantage(seen) == pytest.approx(expected, abs=2e-3)


def in_floats(layer: value._Layer, inputs: list[float]) -> list[float]:
    rows = zip(layer.weights, layer.biases, strict=True)
    return [sum(map(mul, row, inputs)) / 1024 + bias / 1024 / 256 for row, bias in rows]


def test_the_value_changes_some_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    judged = [best_guesses(view, most=1) for view in VIEWS]
    assert {each.how for each in judged} == {How.LOOKAHEAD}
    monkeypatch.setattr(lookahead, "advantage", lambda _: 0.0)
    by_score = [best_guesses(view, most=1) for view in VIEWS]
    merits = [
        (one.best[0].merit, other.best[0].merit)
        for one, other in zip(judged, by_score, strict=True)
    ]
    assert all(one <= other + 1e-9 for one, other in merits)
    assert any(one < other for one, other in merits)


@pytest.mark.skipif(kernel() is None, reason="there is nothing to compare")
@pytest.mark.parametrize("most", [1, 3])
def test_python_and_the_kernel_judge_alike(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    native = [best_guesses(view, Budget.FAST, most=most) for view in VIEWS]
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    for view, found in zip(VIEWS, native, strict=True):
        twin = best_guesses(view, Budget.FAST, most=most)
        assert [each.cell for each in twin.best] == [each.cell for each in found.best]
