"""Derivations for Graphviz: DOT text that its programs lay out and draw."""

from __future__ import annotations

from collections.abc import Iterator

from mineproof.logic.derivation.graph import Derivation, Node
from mineproof.logic.derivation.labels import claim_lines, rule_label, summary
from mineproof.logic.derivation.looks import look
from mineproof.logic.problem import Namer


def dot(derivation: Derivation, name: Namer) -> str:
    """Return a derivation as DOT, what it concludes on top and arrows towards it."""
    return "\n".join(["digraph derivation {", *_lines(derivation, name), "}", ""])


def _lines(derivation: Derivation, name: Namer) -> Iterator[str]:
    yield f"  label={_quoted(summary(derivation))};"
    yield '  node [shape=box, style="rounded,filled", fontname="DejaVu Sans", fontsize=11];'
    yield "  edge [dir=back, arrowsize=0.6];"
    for node in reversed(derivation.nodes):
        yield f"  n{node.number} [{_looks(node, name)}];"
    for node in reversed(derivation.nodes):
        for premise in dict.fromkeys(node.premises):
            yield f"  n{node.number} -> n{premise};"


def _looks(node: Node, name: Namer) -> str:
    lines = (*claim_lines(node.claim, name), f"{node.number}: {rule_label(node, name)}")
    shown = look(node)
    colours = f'fillcolor="{shown.fill}", color="{shown.edge}", fontcolor="{shown.ink}"'
    return f"label={_quoted(*lines)}, {colours}"


def _quoted(*lines: str) -> str:
    r"""Return lines as a quoted string.

    >>> _quoted('say "a"', "b")
    '"say \\"a\\"\\nb"'
    """
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(escaped) + '"'
