"""`make mutate` changes the source, one small mutation at a time, and runs the tests that cover it.

A mutation that no test notices points to behaviour that nothing checks. `mutations` makes the
mutants, `cover` finds the tests that run each line, `trials` runs them, `results` keeps the
outcomes.
"""
