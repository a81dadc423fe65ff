"""Solve a position: what is certain, why, and where to guess if nothing is.

Run it with `.venv/bin/python examples/position.py`.
"""

from __future__ import annotations

from mineproof import View, analyse, best_moves, explain, hint


def main() -> None:
    # One character a cell: # hidden, a digit open, F a flag.
    view = View.from_picture(
        """
        ######
        122111
        000000
        """,
        mines=3,
    )
    found = analyse(view)
    print("safe: ", *view.names(found.safe))
    print("mines:", *view.names(found.mines))
    print(explain(view, "a1"))

    # Here nothing is certain.
    corner = View.from_picture("1## ###", mines=2)
    print(hint(corner, rung=0))
    for move in best_moves(corner):
        (name,) = corner.names([move.cell])
        chance = "unknown" if move.win is None else f"{move.win:.1%}"
        print(f"open {name}: risk {move.risk:.1%}, chance to win {chance}")


if __name__ == "__main__":
    main()
