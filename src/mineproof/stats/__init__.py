"""Statistics: intervals, tests and estimates from samples of games.

A leaf: numbers in, numbers out, nothing beyond the standard library. It knows wins, losses and
luck, but no board; tables of results are made in `lab.report`.
"""
