"""Layouts: no boxes overlap, premises are below, and trees have no crossings."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from mineproof.logic.derivation.layout import Box, Layout, Size, lay_out

Graph = dict[int, tuple[int, ...]]


@st.composite
def graphs(draw: st.DrawFn, max_nodes: int = 24) -> Graph:
    """Draw the premises of nodes, which lead to one conclusion or to several."""
    count = draw(st.integers(1, max_nodes))
    premises: dict[int, set[int]] = {number: set() for number in range(1, count + 1)}
    for number in range(1, count):
        users = st.sets(st.integers(number + 1, count), max_size=3)
        for user in draw(users):
            premises[user].add(number)
    return {number: tuple(sorted(used)) for number, used in premises.items()}


@st.composite
def trees(draw: st.DrawFn, max_nodes: int = 24) -> Graph:
    """Draw a graph in which every node is used once."""
    count = draw(st.integers(1, max_nodes))
    premises: Graph = dict.fromkeys(range(1, count + 1), ())
    for number in range(1, count):
        premises[draw(st.integers(number + 1, count))] += (number,)
    return premises


def sizes(graph: Graph) -> dict[int, Size]:
    return {number: Size(20.0 + 7 * (number % 9), 30.0 + 18 * (number % 3)) for number in graph}


def overlap(one: Box, other: Box) -> bool:
    apart_x = abs(one.x - other.x) - (one.width + other.width) / 2
    apart_y = abs(one.y - other.y) - (one.height + other.height) / 2
    return apart_x < 0 and apart_y < 0


@settings(max_examples=40)
@given(graph=graphs())
def test_boxes_never_overlap_and_premises_are_below(graph: Graph) -> None:
    layout = lay_out(graph, sizes(graph))
    assert not any(overlap(*pair) for pair in combinations(layout.boxes.values(), 2))
    for number, premises in graph.items():
        for premise in premises:
            assert layout.boxes[premise].y > layout.boxes[number].y
    for box in layout.boxes.values():
        assert box.x - box.width / 2 >= -0.1
        assert box.x + box.width / 2 <= layout.width + 0.1
        assert box.y - box.height / 2 >= 0
        assert box.y + box.height / 2 <= layout.height


@settings(max_examples=40)
@given(graph=graphs())
def test_edges_join_the_boxes(graph: Graph) -> None:
    layout = lay_out(graph, sizes(graph))
    joined = {(edge.node, edge.premise) for edge in layout.edges}
    assert joined == {(number, premise) for number in graph for premise in graph[number]}
    for edge in layout.edges:
        user, premise = layout.boxes[edge.node], layout.boxes[edge.premise]
        assert edge.points[0] == (user.x, user.y + user.height / 2)
        assert edge.points[-1] == (premise.x, premise.y - premise.height / 2)
        assert all(a < b for (_, a), (_, b) in pairwise(edge.points))


@settings(max_examples=40)
@given(graph=trees())
def test_trees_have_no_crossings(graph: Graph) -> None:
    alike = {number: size._replace(height=30.0) for number, size in sizes(graph).items()}
    assert crossings(lay_out(graph, alike)) == 0


def crossings(layout: Layout) -> int:
    """Return how many pairs of edges change sides between two rows."""
    pieces = [piece for edge in layout.edges for piece in pairwise(edge.points)]
    count = 0
    for ((a, b), (c, d)), ((e, f), (g, h)) in combinations(pieces, 2):
        is_same_gap = max(b, f) < min(d, h)
        count += is_same_gap and (a - e) * (c - g) < 0
    return count


@settings(max_examples=40)
@given(graph=graphs())
def test_the_same_graph_has_the_same_layout(graph: Graph) -> None:
    backwards = dict(reversed(graph.items()))
    assert lay_out(graph, sizes(graph)) == lay_out(backwards, sizes(graph))


def test_many_leaves_of_one_node_stand_in_several_rows() -> None:
    graph: Graph = dict.fromkeys(range(1, 31), ()) | {31: tuple(range(1, 31))}
    layout = lay_out(graph, dict.fromkeys(graph, Size(60, 30)))
    assert len({box.y for box in layout.boxes.values()}) == 6
    assert layout.width < 15 * 76
