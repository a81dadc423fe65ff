"""What an engine knows, in lines that fit a window: clauses, sentences, a search tree, and KB0.

What does not fit is counted: "KB: 60 of 9,238".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.text import Text

from mineproof.app.text.trace_words import step_words
from mineproof.app.text.words import clamp
from mineproof.logic.clause import clause_words
from mineproof.logic.problem import Cell, Constraint, Namer
from mineproof.logic.proof import Literal, cell_of
from mineproof.play.replay import Branch, Knowledge, State
from mineproof.play.steps import Step

_MOST_COLUMNS = 6


def step_lines(
    step: Step, state: State, name: Namer, more: Sequence[str], *, width: int, height: int
) -> list[Text]:
    """Return a step in words, what there is `more` to say, and what the engine knows after it."""
    by = f"{step['by']}: " if len(state.parts) > 1 and "by" in step else ""
    words = clamp([f"{step['number']:,}  {by}{step_words(step, name)}"], width, 5)
    told = [line for each in more for line in clamp([each], width, 3)]
    counts = Text(count_words(state.knowledge), "dim")
    head = [counts, *(Text(line, "bold") for line in words), *map(Text, told), Text()]
    room = max(0, height - len(head))
    return [*head, *knowledge_lines(state.knowledge, step, name, width, room)][: max(1, height)]


def knowledge_lines(
    knowledge: Knowledge, step: Step, name: Namer, width: int, height: int
) -> list[Text]:
    """Return what an engine knows after a step, in at most `height` lines; its clauses are bright.

    The latest clauses are shown, and it is said how many there are.
    """
    kb0 = _kb0_lines(knowledge, name, width, min(3, height // 4))
    room = max(0, height - len(kb0))
    title, entries, bright = _entries(knowledge, step, name)
    return [*_list_lines(title, entries, bright, width, room), *kb0][:height]


def count_words(knowledge: Knowledge) -> str:
    """Say how many clauses there are, where.

    >>> count_words(Knowledge(kb=(frozenset({1, 2}),), kb0=(3, 4)))
    'KB 1, KB0 2, single clauses 0'
    """
    if knowledge.sentences:
        return f"sentences {len(knowledge.sentences):,}, KB0 {len(knowledge.kb0):,}"
    if knowledge.tree:
        return f"nodes {len(knowledge.tree):,}, KB0 {len(knowledge.kb0):,}"
    counts = len(knowledge.kb), len(knowledge.kb0), len(knowledge.units)
    return "KB {:,}, KB0 {:,}, single clauses {:,}".format(*counts)


def about(step: Step) -> list[Cell]:
    """Return the cells that a step is about."""
    told = [step[key]["cells"] for key in ("sentence", "whole") if key in step]
    clauses = [step.get("clause", []), *step.get("parents", [])]
    cells = [cell_of(lit) for clause in clauses for lit in clause]
    return sorted({*cells, *(cell for each in told for cell in each), *step.get("cells", [])})


def _entries(
    knowledge: Knowledge, step: Step, name: Namer
) -> tuple[str, list[str], Collection[str]]:
    """Return what the list is called, its entries, and those that the step is about."""
    if knowledge.sentences:
        told = [_sentence(each, name) for each in knowledge.sentences]
        named = [step[key] for key in ("sentence", "whole", "part") if key in step]
        return "sentences", told, {_sentence(_constraint(each), name) for each in named}
    if knowledge.tree:
        bright = {_node(knowledge.tree, step["node"], name)} if "node" in step else set[str]()
        return "tree", [_node(knowledge.tree, n, name) for n in range(len(knowledge.tree))], bright
    units = [f"{clause_words(frozenset({lit}), name)} waits" for lit in knowledge.units]
    clauses = [clause_words(clause, name) for clause in knowledge.kb]
    about_clauses = [step.get("clause", []), *step.get("parents", [])]
    return "KB", [*clauses, *units], {clause_words(frozenset(c), name) for c in about_clauses}


def _constraint(told: object) -> Constraint:
    assert isinstance(told, dict)
    return Constraint(frozenset(told["cells"]), told["mines"])


def _sentence(sentence: Constraint, name: Namer) -> str:
    return f"{{{', '.join(map(name, sorted(sentence.cells)))}}} = {sentence.mines}"


def _node(tree: Sequence[Branch], number: int, name: Namer) -> str:
    """Return a node of a tree: what it supposes, what follows, and what came of it."""
    node = tree[number]
    depth, above = 0, node.above
    while above is not None:
        depth, above = depth + 1, tree[above].above
    supposed = "any layout" if node.literal is None else _literals([node.literal], name)
    following = f": {_literals(node.following, name)}" if node.following else ""
    end = " ✗" if node.clause is not None else " fits" * node.fits
    return f"{'  ' * depth}{supposed}{following}{end}"


def _literals(literals: Sequence[Literal], name: Namer) -> str:
    return " ".join(clause_words(frozenset({literal}), name) for literal in literals)


def _list_lines(
    title: str, entries: Sequence[str], bright: Collection[str], width: int, height: int
) -> list[Text]:
    if height < 2 or not entries:
        return []
    widest = min(max(map(len, entries)), width)
    columns = max(1, min(_MOST_COLUMNS, (width + 2) // (widest + 2)))
    if title == "tree":
        columns = 1
    shown = _latest(entries, bright, columns * (height - 1))
    rows = -(-len(shown) // columns)
    lines = [Text(f"{title}: {len(shown):,} of {len(entries):,}", "dim")]
    for row in range(rows):
        line = Text()
        for entry in shown[row::rows]:
            text = entry if len(entry) <= widest else f"{entry[: widest - 1]}…"
            line.append(text.ljust(widest + 2), "bold cyan" if entry in bright else "")
        line.rstrip()
        lines.append(line)
    return lines


def _latest(entries: Sequence[str], bright: Collection[str], most: int) -> list[str]:
    """Return what there is room for, in its order: what is bright, and the latest of the rest."""
    if len(entries) <= most:
        return list(entries)
    shown = [place for place, entry in enumerate(entries) if entry in bright][:most]
    others = [place for place in range(len(entries)) if place not in shown]
    kept = others[len(others) - most + len(shown) :]
    return [entries[place] for place in sorted([*shown, *kept])]


def _kb0_lines(knowledge: Knowledge, name: Namer, width: int, height: int) -> list[Text]:
    if not knowledge.kb0 or height < 1:
        return []
    latest = _literals(knowledge.kb0[::-1], name)
    words = clamp([f"KB0, latest first: {latest}"], width, height)
    return [Text(line, "dim") for line in words]
