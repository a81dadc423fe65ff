"""The plots of a report, drawn with Matplotlib.

`rates`, `games` and `losses` draw one kind each; `series`, `frames` and `style` are what these
share. The report picks those that suit an experiment. Numbers come from `lab.report.results`.
"""
