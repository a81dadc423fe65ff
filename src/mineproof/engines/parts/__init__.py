"""What several engines share: live clues, pairs, clashes, the SAT solver, clauses in the kernel.

A part serves engines and is none itself. A method with a name of its own is a file in `engines`.
"""
