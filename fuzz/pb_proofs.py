"""Pseudo-Boolean proofs with changed words: what the checker accepts holds of all values.

What an engine proves is exported, and must be accepted as it is. Then words of the formula and of
the proof are changed, exchanged and dropped. Whatever the checker accepts in spite of that is
compared with all values of the variables. It may refuse a text, but never with another error.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from fuzz.mutation import changed_text, changed_words
from fuzz.positions import from_json, position
from fuzz.positions import smaller as smaller_positions
from fuzz.target import Json, Target
from mineproof.engines import ENGINES, engine_named
from mineproof.errors import BadFile, BadProof, Contradiction
from mineproof.logic.pb.cutting_planes import opb, veripb
from mineproof.logic.pb.lines import VERSIONS
from mineproof.logic.pb_checker import Formula, Inequality, check_pb, parse_opb

_ENGINES = {name: engine_named(name) for name in ENGINES}
_VARIANTS = 32  # of the texts of each position
_MOST_VARIABLES = 12


def _make(seed: int) -> Json:
    dice = Random(seed)
    return {
        "position": position(seed),
        "engine": dice.choice(list(ENGINES)),
        "version": dice.choice(list(VERSIONS)),
        "dice": dice.getrandbits(32),
    }


def _smaller(value: Json) -> Iterator[Json]:
    for less in smaller_positions(value["position"]):
        yield {**value, "position": less}


def _check(value: Json) -> None:
    view, dice, version = from_json(value["position"]), Random(value["dice"]), value["version"]
    try:
        found = _ENGINES[value["engine"]].look(view).deductions
    except Contradiction:
        return
    if not found:
        return
    proofs = [each.proof for each in found]
    name = view.grid.name
    texts = [write(proofs, name, VERSIONS[version], whole=True) for write in (opb, veripb)]
    check_pb(parse_opb(texts[0]), texts[1])
    for _ in range(_VARIANTS):
        changed = [*texts]
        which = dice.randrange(2)
        changed[which] = _changed(dice, texts[which], texts)
        _judge(*changed)


def _judge(formula: str, proof: str) -> None:
    TARGET.tally["proofs"] += 1
    try:
        stated = parse_opb(formula)
        claims = stated.claims
        check_pb(stated, proof)
    except (BadFile, BadProof):
        return
    TARGET.tally["accepted"] += 1
    names = sorted({name for each in stated.inequalities for name in each.terms})
    if len(names) <= _MOST_VARIABLES:
        TARGET.tally["compared"] += 1
        assert not _can_be_met(stated, names), f"accepted, but not true: {claims}\n{formula}{proof}"


def _can_be_met(formula: Formula, names: list[str]) -> bool:
    return any(
        all(_is_met(each, dict(zip(names, values, strict=True))) for each in formula.inequalities)
        for values in product((False, True), repeat=len(names))
    )


def _is_met(inequality: Inequality, values: dict[str, bool]) -> bool:
    true = (abs(k) for name, k in inequality.terms.items() if values[name] == (k > 0))
    return sum(true) >= inequality.degree


def _changed(dice: Random, text: str, texts: list[str]) -> str:
    """Return a text with a few changes, most often of whole words: others hardly ever pass."""
    if dice.random() < 1 / 4:
        return changed_text(dice, texts)
    return changed_words(dice, text, texts)


TARGET = Target(inputs=_make, check=_check, smaller=_smaller)
