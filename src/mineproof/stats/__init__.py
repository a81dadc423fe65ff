"""Statistics: intervals, tests and estimates from samples of games.

A leaf: standard library only, numbers in, numbers out. It knows nothing about Minesweeper.
"""
