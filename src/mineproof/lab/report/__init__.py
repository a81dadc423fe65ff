"""From the rows of a run to tables, comparisons, plots and documents.

It reads what `lab.run` stored and never plays a game. Estimates and intervals come from `stats`;
printing to a terminal belongs in `app.cli.lab`.
"""
