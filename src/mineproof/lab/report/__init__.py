"""From the rows of a run to tables, comparisons and documents.

Reads what `lab.run` has stored and never plays a game.
"""
