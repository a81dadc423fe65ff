"""The plots of a report, drawn with Matplotlib.

`selection` picks the plots that suit an experiment; `rates`, `games` and `losses` draw them;
`series`, `frames` and `style` are what these share. Numbers come from `lab.report.results`.
"""
