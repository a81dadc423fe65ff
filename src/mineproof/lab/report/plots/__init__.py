"""The figures of a report, drawn with Matplotlib.

`selection` picks the figures that suit an experiment; each of the others draws one kind.
"""
