"""The vocabulary of inference: constraints, clauses, proofs, and the proof checker.

Standard library only. Nothing here searches for deductions; engines do. Only `reader` knows the
board: everything after it sees sets of cells and no grid.
"""
