"""A right knowledge-base player: clauses from hints, units, subsumption, and matching of pairs."""

from itertools import combinations


def play(game):
    kb, known = set(), {}
    for cell in game.safe_cells:
        known[cell] = False
        kb |= clauses(*game.query(cell))
    while True:
        unit = next((clause for clause in sorted(kb, key=sorted) if len(clause) == 1), None)
        if unit is not None:
            ((cell, mined),) = unit
            game.mark(cell, mined)
            known[cell] = mined
            if not mined:
                kb |= clauses(*game.query(cell))
            kb = shortened(kb, known)
        elif not match(kb):
            return


def clauses(mines, cells):
    """Return the clauses of a hint: some of too many are mines, some of too many are safe."""
    some = combinations(cells, len(cells) - mines + 1)
    others = combinations(cells, mines + 1)
    return {frozenset((cell, True) for cell in each) for each in some} | {
        frozenset((cell, False) for cell in each) for each in others
    }


def shortened(kb, known):
    """Return what is left of clauses once cells are known."""
    left = set()
    for clause in kb:
        if not any(known.get(cell) is mined for cell, mined in clause):
            left.add(frozenset(each for each in clause if each[0] not in known))
    return {clause for clause in left if not any(other < clause for other in left)}


def match(kb):
    """Resolve pairs with a clause of at most two literals; say whether that gave anything new."""
    new = set()
    for one in [clause for clause in kb if len(clause) <= 2]:
        for other in kb:
            pairs = [(cell, mined) for cell, mined in one if (cell, not mined) in other]
            if len(pairs) == 1:
                ((cell, mined),) = pairs
                found = (one - {(cell, mined)}) | (other - {(cell, not mined)})
                if not any(known <= found for known in kb):
                    new.add(found)
    kb |= new
    return bool(new)
