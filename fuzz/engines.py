"""Every engine against all layouts of small positions."""

from __future__ import annotations

from fractions import Fraction

from fuzz.layouts import Layouts
from fuzz.positions import from_json, position, smaller
from fuzz.target import Json, Target
from mineproof.board.view import View
from mineproof.engines import ENGINES
from mineproof.engines.base import Engine
from mineproof.engines.inference import Inference, Status
from mineproof.errors import Contradiction
from mineproof.logic.checker import check
from mineproof.logic.reader import read

_ENGINES = [engine() for engine in ENGINES.values()]


def _check(value: Json) -> None:
    view = from_json(value)
    layouts = Layouts(view)
    for engine in _ENGINES:
        _judge(engine, view, layouts)


def _judge(engine: Engine, view: View, layouts: Layouts) -> None:
    try:
        inference = engine.look(view)
        found = {d.cell: d.is_mine for d in inference.deductions}
    except Contradiction:
        assert not layouts.count, f"{engine.name} sees a contradiction; {layouts.count} layouts fit"
        return
    is_complete = engine.is_complete and inference.status is not Status.LIMIT
    if not layouts.count:
        assert not is_complete, f"{engine.name} sees no contradiction; no layout fits"
        return
    certain = layouts.certain()
    assert found.items() <= certain.items(), f"{engine.name} is not sound: {found}, {certain}"
    assert found == certain or not is_complete, f"{engine.name} misses something: {certain}"
    check(read(view), inference)
    TARGET.tally["proofs"] += len(found)
    _judge_risks(engine, inference, layouts)


def _judge_risks(engine: Engine, inference: Inference, layouts: Layouts) -> None:
    if engine.knows_risks:
        risks = {cell: Fraction(layouts.mined(cell), layouts.count) for cell in layouts.cells}
        assert inference.layouts == layouts.count, f"{engine.name} counts {inference.layouts}"
        assert dict(inference.risk_fractions) == risks, f"{engine.name} has wrong risks"


TARGET = Target(inputs=position, check=_check, smaller=smaller)
