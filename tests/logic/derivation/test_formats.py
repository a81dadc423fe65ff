"""Every format: well formed, and with all that the derivation has."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image
from tests.logic.derivation.test_clause_proof import check_lrat
from tests.logic.derivation.test_graph import derivation_to, two_thousand_nodes

from mineproof.board.view import View
from mineproof.engines import engine_named
from mineproof.errors import BadInput, UnknownName
from mineproof.logic.derivation.formats import FORMATS, export
from mineproof.logic.derivation.graph import Derivation
from mineproof.logic.derivation.labels import claim_label, claim_lines
from mineproof.logic.problem import Constraint, fact
from mineproof.logic.proof import (
    Bound,
    Clue,
    Combination,
    Difference,
    Forced,
    Pigeonhole,
    Resolvent,
    Unit,
)

VIEW = View.from_picture("#### #23# #11#")
NAME = VIEW.grid.name


def example() -> Derivation:
    """Return the derivation of d1 by dpll: 8 steps from 8 clauses."""
    return derivation_to(engine_named("dpll").look(VIEW), 3)


def text(form: str, derivation: Derivation | None = None) -> str:
    written = export(derivation or example(), form, NAME)
    assert isinstance(written, str)
    return written


def test_the_outline_writes_each_node_once() -> None:
    assert text("text").splitlines() == [
        "d1 is a mine: 8 steps from 4 clues",
        "",
        "16. d1 is a mine: resolved on b1 from 11, 15",
        "├─ 11. ¬b1 ∨ d1: resolved on c1 from 5, 10",
        "│  ├─ 5. ¬b1 ∨ ¬c1: resolved on a2 from 3, 4",
        "│  │  ├─ 3. ¬b1 ∨ ¬c1 ∨ a2: resolved on a3 from 1, 2",
        "│  │  │  ├─ 1. a2 ∨ a3: 1 at b3",
        "│  │  │  └─ 2. ¬b1 ∨ ¬c1 ∨ ¬a3: 2 at b2",
        "│  │  └─ 4. ¬b1 ∨ ¬c1 ∨ ¬a2: 2 at b2",
        "│  └─ 10. c1 ∨ d1: resolved on d2 from 8, 9",
        "│     ├─ 8. c1 ∨ d1 ∨ ¬d2: resolved on d3 from 6, 7",
        "│     │  ├─ 6. ¬d2 ∨ ¬d3: 1 at c3",
        "│     │  └─ 7. c1 ∨ d1 ∨ d3: 3 at c2",
        "│     └─ 9. c1 ∨ d1 ∨ d2: 3 at c2",
        "└─ 15. b1 ∨ d1: resolved on d2 from 13, 14",
        "   ├─ 13. b1 ∨ d1 ∨ ¬d2: resolved on d3 from 6, 12",
        "   │  ├─ 6. ¬d2 ∨ ¬d3 (above)",
        "   │  └─ 12. b1 ∨ d1 ∨ d3: 3 at c2",
        "   └─ 14. b1 ∨ d1 ∨ d2: 3 at c2",
    ]


def test_a_settled_cell_has_a_tree_of_its_own() -> None:
    view = View.from_picture("01#1#1#")
    derivation = derivation_to(engine_named("subset").look(view), 6)
    assert str(export(derivation, "text", view.grid.name)).splitlines() == [
        "g1 is a mine: 3 steps from 3 clues",
        "",
        "6. g1 is a mine: left of 1, 5",
        "├─ 1. 1 of {e1, g1}: 1 at f1",
        "└─ 5. e1 is safe (below)",
        "",
        "5. e1 is safe: left of 2, 4",
        "├─ 2. 1 of {c1, e1}: 1 at d1",
        "└─ 4. c1 is a mine (below)",
        "",
        "4. c1 is a mine: all of 3",
        "└─ 3. c1 is a mine: 1 at b1",
    ]


def test_a_deep_outline_continues_below() -> None:
    clauses = [frozenset({-i, i + 1}) for i in range(1, 61)]
    given = [
        Pigeonhole(clause, Clue(Constraint(frozenset({i, i + 1}), 1)))
        for i, clause in enumerate(clauses)
    ]
    proof: Pigeonhole | Resolvent = Pigeonhole(frozenset({1}), Clue(fact(0, True)))
    for i, each in enumerate(given, start=2):
        proof = Resolvent(frozenset({i}), each, proof)
    lines = str(export(Derivation.of([proof]), "text", str)).splitlines()
    assert max(map(len, lines)) < 120
    assert sum(line.endswith("(below)") for line in lines) == 2
    assert len([line for line in lines[1:] if line]) == 121 + 2


def test_dot_is_balanced_and_complete() -> None:
    written = text("dot")
    quoted = r'"(?:[^"\\]|\\.)*"'
    plain = re.sub(quoted, "", written)
    assert '"' not in plain
    assert plain.count("{") == plain.count("}") == 1
    assert plain.count("[") == plain.count("]") == 16 + 2
    assert len(re.findall(r"^  n\d+ \[", written, re.MULTILINE)) == 16
    assert len(re.findall(r"^  n\d+ -> n\d+;$", written, re.MULTILINE)) == 16


def test_graphviz_agrees(tmp_path: Path) -> None:
    program = shutil.which("dot")
    if program is None:
        pytest.skip("dot is not installed")
    (tmp_path / "proof.dot").write_text(text("dot"))
    subprocess.run([program, "-Tsvg", "proof.dot"], cwd=tmp_path, check=True, capture_output=True)


@pytest.mark.parametrize("derivation", [example(), two_thousand_nodes()])
def test_svg_is_well_formed_and_shows_every_node(derivation: Derivation) -> None:
    name = NAME if len(derivation.nodes) < 20 else str
    written = str(export(derivation, "svg", name, 60))
    root = ET.fromstring(written)
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    shown = derivation.shown(derivation.unfolded(60))
    assert all(claim_lines(derivation[number].claim, name)[0] in texts for number in shown)
    assert float(root.attrib["width"]) < 2000
    assert written == export(derivation, "svg", name, 60)


def test_a_folded_drawing_says_so() -> None:
    written = str(export(two_thousand_nodes(), "svg", str, 60))
    assert re.search(r"1,000 steps from 1,000 clues; (59|60) of 2,000 nodes shown", written)
    assert re.search(r">what is left, 97\d steps<", written)


def test_png_is_a_picture() -> None:
    written = export(example(), "png", NAME)
    assert isinstance(written, bytes)
    with Image.open(BytesIO(written)) as image:
        assert image.format == "PNG"
        assert image.width > 1000


def test_latex_is_balanced() -> None:
    written = text("latex")
    plain = re.sub(r"\\[{}\\$]", "", written)
    depth = 0
    for sign in plain:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    assert plain.count("$") % 2 == 0
    begun = re.findall(r"\\begin\{(\w+)\}", written)
    assert begun == re.findall(r"\\end\{(\w+)\}", written)[::-1]
    assert written.count(r"\node[") == 16
    assert written.count(r"\draw[") == 16
    assert all(ord(sign) < 128 for sign in written)
    used = set(re.findall(r"(?:draw|fill|text|textcolor\{)=?(c[0-9a-f]{6})", written))
    assert used <= set(re.findall(r"\\definecolor\{(c[0-9a-f]{6})\}", written))


def test_dimacs_and_lrat_fit_each_other() -> None:
    assert check_lrat(text("dimacs"), text("lrat"))


def test_json_has_every_node() -> None:
    derivation = example()
    read = json.loads(text("json"))
    assert read["conclusion"] == "d1 is a mine"
    assert (read["literal"], read["steps"], read["leaves"]) == (4, 8, 8)
    assert read["mine_count"] is None
    assert [clue["cell"] for clue in read["clues"]] == [5, 6, 9, 10]
    assert read["names"]["3"] == "d1"
    assert [node["premises"] for node in read["nodes"]] == [
        list(node.premises) for node in derivation.nodes
    ]
    assert read["nodes"][0] == {
        "number": 1,
        "rule": "clause",
        "text": "a2 ∨ a3",
        "clause": [5, 9],
        "premises": [],
        "clue": 9,
        "pivot": None,
        "front": read["nodes"][-1]["front"],
    }


def test_json_has_sets_and_the_mine_count() -> None:
    view = View.from_picture("### 1##", mines=1)
    derivation = derivation_to(engine_named("exact").look(view), 2)
    read = json.loads(str(export(derivation, "json", str)))
    assert read["mine_count"] == {"cell": None, "mines": 1, "cells": [0, 1, 2, 4, 5]}
    assert {"rule": "clue", "cells": [0, 1, 4], "mines": 1}.items() <= read["nodes"][0].items()


def test_json_has_bounds_and_how_they_were_added_up() -> None:
    read = json.loads(sum_text("json"))
    *_, bound, conclusion = read["nodes"]
    assert bound["rule"] == "combination"
    assert (bound["literals"], bound["least"], bound["text"]) == ([1, -4], 2, "a + ¬d ≥ 2")
    assert (bound["premises"], bound["multipliers"], bound["divisor"]) == ([1, 2], [1, -1], 1)
    assert (conclusion["rule"], conclusion["clause"]) == ("forced", [-4])


def test_a_bound_is_outlined() -> None:
    assert sum_text("text").splitlines()[2:4] == [
        "4. d is safe: all of 3",
        "└─ 3. a + ¬d ≥ 2: added up from 1, 2",
    ]
    assert r"{a + $\lnot$d $\ge$ 2\\" in sum_text("latex")


def by_sum() -> Derivation:
    """Return the derivation of a safe cell from two clues that overlap."""
    more = Clue(Constraint(frozenset({0, 1, 2}), 2, clue=4))
    fewer = Clue(Constraint(frozenset({1, 2, 3}), 1, clue=5))
    both = Combination(Bound(frozenset({1, -4}), 2), (more, fewer), (1, -1))
    return Derivation.of([Forced(fact(3, False), both)])


def sum_text(form: str) -> str:
    written = export(by_sum(), form, "abcdef".__getitem__)
    assert isinstance(written, str)
    return written


# Labels


def test_long_claims_are_cut() -> None:
    long = frozenset(range(1, 31))
    assert claim_label(long, str).endswith(" ∨ 14 ∨ 15 more")
    assert claim_label(Constraint(frozenset(range(30)), 4), str) == "4 of 30 cells"
    assert claim_lines(frozenset({1, 2, -3, 4, 5}), str) == ("0 ∨ 1 ∨ ¬2 ∨", "3 ∨ 4")
    assert claim_label(Bound.at_least(4, range(30)), str).endswith(" + 14 + 15 more ≥ 4")


def test_bounds_are_sums() -> None:
    assert claim_label(Bound.at_least(2, range(3)), str) == "0 + 1 + 2 ≥ 2"
    assert claim_label(Bound.at_most(1, range(3)), str) == "0 + 1 + 2 ≤ 1"
    assert claim_label(Bound(frozenset({1, -2}), 2), str) == "0 + ¬1 ≥ 2"
    assert claim_lines(Bound.at_most(1, range(5)), str) == ("0 + 1 + 2 +", "3 + 4 ≤ 1")


# The no


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"^unknown format 'pdf'; expected text, dot, svg, png,"):
        export(example(), "pdf", NAME)


@pytest.mark.parametrize("form", [form.name for form in FORMATS.values() if form.is_clausal])
def test_a_proof_that_is_no_resolution_has_no_clauses_to_list(form: str) -> None:
    whole, part = Constraint(frozenset({0, 1, 2}), 3), Constraint(frozenset({1, 2}), 2)
    proof = Difference(fact(0, True), Clue(whole), (Clue(part),))
    with pytest.raises(BadInput, match=r"^a difference of two clues is not resolution"):
        export(Derivation.of([proof]), form, NAME)
    clause = Pigeonhole(frozenset({1}), Clue(fact(0, True)))
    assert export(Derivation.of([Unit(fact(0, True), clause)]), form, NAME)
