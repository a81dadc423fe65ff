"""Derivations as JSON for a screen: the nodes that are to be seen, and where they stand.

Cells are numbers in reading order and literals are signed, as in traces. `docs/prove.md` has the
schema of whole derivations, which `logic.derivation.data` writes.
"""

from __future__ import annotations

from collections.abc import Collection

from mineproof.app.json.cells import Json
from mineproof.app.json.coach import sentence_json
from mineproof.board.grid import Grid
from mineproof.coach.explanation import Explanation
from mineproof.coach.language import Sentence
from mineproof.coach.steps.steps import Step
from mineproof.logic.derivation.data import claim_data
from mineproof.logic.derivation.graph import Derivation
from mineproof.logic.derivation.picture import Drawn, Picture
from mineproof.logic.proof import Clue, MineCount


def picture_json(picture: Picture, unfolded: Collection[int]) -> Json:
    """Return the nodes and edges that are to be seen, the conclusion first."""
    derivation, layout = picture.derivation, picture.layout
    sources = derivation.sources
    return {
        "conclusion": claim_data(derivation.conclusion),
        "steps": derivation.step_count,
        "size": len(derivation.nodes),
        "clues": sum(isinstance(each, Clue) for each in sources),
        "with_count": any(isinstance(each, MineCount) for each in sources),
        "unfolded": sorted(unfolded),
        "width": layout.width,
        "height": layout.height,
        "nodes": [_node_json(each) for each in picture.nodes],
        "edges": [
            {"node": edge.node, "premise": edge.premise, "points": [list(at) for at in edge.points]}
            for edge in layout.edges
        ],
    }


def _node_json(drawn: Drawn) -> Json:
    node, source = drawn.node, drawn.node.source
    return {
        "number": node.number,
        "rule": node.rule,
        **claim_data(node),
        "lines": list(drawn.lines),
        "premises": list(dict.fromkeys(node.premises)),
        "clue": source.claim.clue if source else None,
        "shown": source.claim.mines if source else None,
        "with_count": isinstance(source, MineCount),
        "pivot": node.pivot,
        "folded": drawn.folded,
        "box": list(drawn.box),
    }


def told_json(explanation: Explanation, derivation: Derivation, grid: Grid) -> list[Json]:
    """Return what the coach says about a cell, each sentence with the nodes that it speaks of."""
    pairs = zip(explanation.steps, explanation.told, strict=True)
    return [
        {**sentence_json(each, grid), "nodes": nodes_of(each, step, derivation)}
        for step, told in pairs
        for each in told
    ]


def nodes_of(sentence: Sentence, step: Step, derivation: Derivation) -> list[int]:
    """Return the nodes that a sentence of a step speaks of: clues, and what the step settles."""
    named = frozenset(sentence.cells)
    settled = dict(step.conclusions).keys() & named
    return [
        node.number
        for node in derivation.nodes
        if (node.is_fact and settled.intersection(node.cells))
        or (node.source is not None and node.source.claim.clue in named)
    ]
