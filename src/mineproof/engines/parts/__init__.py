"""Parts shared by engines: live clues, pairs, entailment, the SAT solver, and kernel adapters.

A part is not an engine itself. A method with its own name is a file in `engines`.
"""
